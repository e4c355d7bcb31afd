"""What a debater is told in a turn of the free exchange (SD-11), and the form of its answer.

Knows the purpose; not how the answer is read. Invariant: the turns so far stand in one block that is the same whatever
the speaker's manner; the manner is in the last message alone.
"""

from collections.abc import Sequence

from debate_core.llm.base import Exchange, Message
from debate_core.prompts.debating import ARGUMENT, HONEST_EVIDENCE, SYSTEM, manner, role
from debate_core.prompts.prompt import Prompt, again, bullets, form, paragraphs
from debate_core.prompts.turns import shared, show_turns
from debate_core.transcript import opponent

FIELDS = (
    "claim: one sentence that says what is so (10 characters or more)",
    "reasoning: why it is so, from a cause, through the process by which it works, to a consequence that could be "
    "measured (20 characters or more)",
    f"evidence: something specific that a reader could check (5 characters or more). {HONEST_EVIDENCE}",
)


def exchange(purpose: Exchange, mark: str, faults: Sequence[str]) -> Prompt:
    """The prompt of one turn: one argument that takes up what was said."""
    passages = show_turns(purpose.topic, purpose.heard.turns, mark)
    task = paragraphs(
        manner(purpose.directive),
        f"{role(purpose.side)} This is a free exchange of {purpose.turns} turns, PRO first, one argument a turn. "
        f"Now comes turn {purpose.number}, yours.",
        _what_to_do(purpose),
        "The argument has\n" + bullets(FIELDS),
        "At most 180 words in all. Give it no id and no number: ids are issued afterwards.",
        form('{"claim": "<claim>", "reasoning": "<reasoning>", "evidence": "<evidence>"}'),
        again(faults),
    )
    messages = (*shared(SYSTEM, passages), Message(role="user", content=task))
    return Prompt(messages=messages, schema=ARGUMENT, shown=passages.shown)


def _what_to_do(purpose: Exchange) -> str:
    """To open, or to answer; and whether it is the side's last word."""
    last = "This is your side's last turn." if purpose.number > purpose.turns - 2 else ""
    other = opponent(purpose.side).upper()
    if not purpose.heard.arguments_of(opponent(purpose.side)):
        return paragraphs(f"{other} has not spoken yet: put the argument on which your case rests.", last)
    answered = (
        f"Take up what {other} said last: find the weakest premise it rests on, name it in {other}'s own words, and "
        "show what follows if it fails. Then carry your own case one step further. Repeat nothing that was said, and "
        "contradict nothing that your side said; where you have to give a point up, say so."
    )
    return paragraphs(answered, last)
