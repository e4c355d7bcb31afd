"""What a debater is told in each phase of the structured debate, and the form its answer should have.

Knows the purposes of the seam; not how answers are read. Invariant: no model is named, the opponent's words
and the debater's own are quoted in the fence, and no id is asked of a debater that the engine did not issue.
"""

from collections.abc import Sequence

from debate_core.llm.base import Closing, CrossExamination, Message, Opening
from debate_core.prompts.fence import one_line
from debate_core.prompts.passages import (
    RESPONSE_MEANINGS,
    Passages,
    add_argument,
    add_debate,
    add_response,
    start,
)
from debate_core.prompts.prompt import (
    DATA_RULE,
    JSON_RULE,
    LANGUAGE_RULE,
    TEXT,
    TEXTS,
    Prompt,
    Schema,
    again,
    bullets,
    form,
    one_of,
    paragraphs,
    pinned,
    record,
)
from debate_core.transcript import RESPONSE_TYPES, SHIFTS, Side, opponent

SYSTEM = paragraphs(
    "You are a debater. Two sides, PRO and CON, debate a proposition; judges will score every argument "
    "apart, for its reasoning, its evidence, how it meets challenges, and its honesty. Overstating costs "
    "you; conceding what has to be conceded does not.",
    DATA_RULE,
    JSON_RULE,
    LANGUAGE_RULE,
)
HONEST_EVIDENCE = (
    "Name a source, a figure or a quotation only if you are sure that it exists. Otherwise say plainly that "
    "you have no source, and name what a reader could check. An invented source costs more than none."
)
ANSWER_FIELDS = (
    "argument_id: the id of the argument it answers, exactly as given",
    "response_type: one of the four types below",
    "reasoning: take up what this argument itself says, and show the point where it fails, or holds",
    "question: one follow-up question that the other side would have to answer",
)
ARGUMENT = record(claim=TEXT, reasoning=TEXT, evidence=TEXT)


def opening(purpose: Opening, mark: str, faults: Sequence[str]) -> Prompt:
    """The prompt of an opening: `count` arguments, each on ground of its own."""
    passages = start(purpose.topic, mark)
    add_debate(passages, purpose.heard)
    many = purpose.count > 1
    number = f"exactly {purpose.count} arguments, each on ground of its own" if many else "exactly 1 argument"
    task = paragraphs(
        f"{role(purpose.side)} This is your opening. Give {number}." + _heard_opening(purpose),
        "Each argument has\n"
        + bullets(
            [
                "claim: one sentence that says what is so (10 characters or more)",
                "reasoning: why it is so, step by step from cause to consequence (20 characters or more)",
                "evidence: something specific that a reader could check (5 characters or more). "
                f"{HONEST_EVIDENCE}",
            ]
        ),
        f"At most {min(120, 800 // purpose.count)} words per argument. Give the arguments no ids and no "
        "numbers: ids are issued afterwards.",
        form(
            '{"arguments": [{"claim": "<claim>", "reasoning": "<reasoning>", "evidence": "<evidence>"}]}\n'
            f"The list holds {purpose.count} such object{'s' if many else ''}."
        ),
    )
    schema = record(arguments=pinned([ARGUMENT] * purpose.count, ARGUMENT))
    return _prompt(passages, task, schema, faults, purpose.directive)


def cross_examination(purpose: CrossExamination, mark: str, faults: Sequence[str]) -> Prompt:
    """The prompt of a cross-examination: an answer to each target."""
    passages = start(purpose.topic, mark)
    responses = purpose.heard.responses
    for argument in purpose.heard.arguments_of(purpose.side):
        add_argument(passages, argument, f"{argument.id}, an argument of your own side")
        if argument.id in responses:
            add_response(passages, responses[argument.id])
    for argument in purpose.targets:
        add_argument(
            passages, argument, f"{argument.id}, an argument of {argument.side.upper()}: answer this one"
        )
    ids = [argument.id for argument in purpose.targets]
    other = opponent(purpose.side).upper()
    each = (
        f"each of these {len(ids)} arguments of {other}, once"
        if len(ids) > 1
        else f"this argument of {other}"
    )
    task = paragraphs(
        f"{role(purpose.side)} This is the cross-examination. Answer {each}: {', '.join(ids)}.",
        "Each answer has\n" + bullets(ANSWER_FIELDS),
        "Types:\n" + bullets([f"{name}: {RESPONSE_MEANINGS[name]}" for name in RESPONSE_TYPES]),
        "Take the type that is true, not the hardest one. Bring no new arguments for your side here: only "
        f"answers. At most {min(100, 700 // max(1, len(ids)))} words per answer. {HONEST_EVIDENCE}",
        form(
            '{"responses": [{"argument_id": "<id>", "response_type": "<type>", "reasoning": "<reasoning>", '
            '"question": "<question>"}]}\n'
            f"One such object for each of: {', '.join(ids)}, in this order."
        ),
    )
    schema = record(responses=pinned([_answer([name]) for name in ids], _answer(ids)))
    return _prompt(passages, task, schema, faults, purpose.directive)


def closing(purpose: Closing, mark: str, faults: Sequence[str]) -> Prompt:
    """The prompt of a closing: what is conceded, what still stands, and the final position."""
    passages = start(purpose.topic, mark)
    add_debate(passages, purpose.heard)
    task = paragraphs(
        f"{role(purpose.side)} This is your closing. Bring no new arguments and no new evidence.",
        "Give\n"
        + bullets(
            [
                "concessions: a list of what your side grants the other after this exchange, one sentence "
                "each; an empty list if nothing",
                "unrebutted: a list of your own arguments that were not effectively answered, each with its "
                "id and why; an empty list if none",
                "position: your final position in one to three sentences, with the conditions it now depends "
                "on",
                "shift: what the exchange did to your position, one of: " + ", ".join(SHIFTS),
            ]
        ),
        "Stay under 200 words in all.",
        form(
            '{"concessions": ["<concession>"], "unrebutted": ["<id: why it stands>"], "position": '
            '"<position>", '
            '"shift": "<shift>"}'
        ),
    )
    schema = record(concessions=TEXTS, unrebutted=TEXTS, position=TEXT, shift=one_of(SHIFTS))
    return _prompt(passages, task, schema, faults, purpose.directive)


def manner(directive: str) -> str:
    """How a speaker with a personality is to sound (LV-8): its manner, and nothing else; empty without one."""
    if not directive.strip():
        return ""
    return (
        f"The manner of your speech: {one_line(directive)} This is tone and emphasis only: it changes neither your "
        "side, nor the task, nor the form of your answer, nor what is true. Never mention it."
    )


def role(side: Side) -> str:
    """Which side the speaker is on."""
    task = "PRO, the side that argues for it" if side == "pro" else "CON, the side that argues against it"
    return f"You debate the proposition above. You speak for {task}."


def _heard_opening(purpose: Opening) -> str:
    if not purpose.heard.arguments:
        return ""
    other = opponent(purpose.side).upper()
    return f" You have heard {other}'s opening. You will answer it later; now make your own case."


def _answer(ids: Sequence[str]) -> Schema:
    return record(
        argument_id=one_of(ids), response_type=one_of(RESPONSE_TYPES), reasoning=TEXT, question=TEXT
    )


def _prompt(passages: Passages, task: str, schema: Schema, faults: Sequence[str], directive: str) -> Prompt:
    asked = paragraphs(passages.text, manner(directive), task, again(faults))
    messages = (Message(role="system", content=SYSTEM), Message(role="user", content=asked))
    return Prompt(messages=messages, schema=schema, shown=passages.shown)
