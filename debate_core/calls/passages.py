"""The debate as a model is shown it: speeches in fences, under lines of ours that say whose they are."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from debate_core.answers.prompt import Prompt, Schema, fence_parts, paragraphs, sanitize
from debate_core.domain.model import Message
from debate_core.domain.transcript import (
    Argument,
    Closing,
    Phase,
    Response,
    ResponseType,
    Side,
    Topic,
    Transcript,
    Turn,
    burden_words,
    opponent,
)

PHASE_WORDS: dict[Phase, str] = {
    "opening": "opening",
    "cross_examination": "cross-examination, answers to the other side's arguments",
    "closing": "closing",
    "exchange": "one argument",
}
RESPONSE_MEANINGS: dict[ResponseType, str] = {
    "refute": "it has a factual or logical error",
    "challenge": "its evidence is insufficient or its conditions are not met",
    "concede": "it is right and accepted",
    "partial": "its core is accepted, its degree or scope disputed",
}
HELD_BY_SIDES = "PRO argues that the proposition is right, CON that it is wrong."
HELD_ON_A_QUESTION = (
    "The proposition is a question. PRO argues for yes, CON for no; where it asks to choose between two things, PRO "
    "argues for the first and CON for the second."
)


@dataclass(kw_only=True)
class Passages:
    mark: str
    blocks: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        self.blocks.append(line)

    def quote(self, head: str, label: str, parts: Iterable[tuple[str, str]]) -> None:
        texts = [(name, text) for name, text in parts if text.strip()]
        if not texts:
            self.say(f"{head}: (no words)")
            return
        self.blocks.append(f"{head}:\n{fence_parts(texts, mark=self.mark, label=label)}")
        self.words += [sanitize(text) for _, text in texts]

    @property
    def text(self) -> str:
        return "\n\n".join(self.blocks)

    @property
    def plain(self) -> str:
        return "\n".join(self.words)


def start(topic: Topic, mark: str) -> Passages:
    passages = Passages(mark=mark)
    passages.say(f"The mark of this call, which you never write yourself, is {mark}.")
    passages.quote("The proposition", "proposition", [("", topic.text)])
    if topic.background.strip():
        passages.quote("Background (not part of the proposition)", "background", [("", topic.background)])
    question = topic.text.rstrip().endswith(("?", "？", "؟"))
    passages.say(HELD_ON_A_QUESTION if question else HELD_BY_SIDES)
    if topic.burden:
        passages.say(burden_words(topic.burden))
    return passages


def add_argument(passages: Passages, argument: Argument, head: str = "") -> None:
    parts = [("Claim", argument.claim), ("Reasoning", argument.reasoning), ("Evidence", argument.evidence)]
    if not argument.structured:
        parts = [("Words of the speech, which came in no form", argument.claim), *parts[1:]]
    head = head or f"{argument.id}, an argument of {argument.side.upper()}"
    passages.quote(head, argument.id, parts)


def add_response(passages: Passages, response: Response) -> None:
    target, side = response.argument_id, response.side.upper()
    if response.response_type is None:
        passages.say(f"{side} gave no answer to {target} that could be read.")
        return
    meaning = RESPONSE_MEANINGS[response.response_type]
    head = f"{side}'s answer to {target} is of type {response.response_type} ({meaning})"
    parts = [("Reasoning", response.reasoning), ("Question", response.question)]
    passages.quote(head, f"answer to {target}", parts)


def add_closing(passages: Passages, closing: Closing) -> None:
    side = closing.side.upper()
    shift = f"; it calls its position {closing.shift}" if closing.shift else ""
    parts = [("Concessions", text) for text in closing.concessions]
    parts += [("Own arguments it holds unrebutted", text) for text in closing.unrebutted]
    parts += [("Position", closing.position), ("Why its position is so called", closing.why)]
    parts += [(f"Answer to the question on {one.argument_id}", one.answer) for one in closing.answers]
    passages.quote(f"{side}'s closing{shift}", f"closing of {side}", parts)
    if unanswered := [one.argument_id for one in closing.answers if not one.answer]:
        passages.say(f"{side} gave no answer to the question on {', '.join(unanswered)}.")


def _add_question(passages: Passages, by: Side, on: str, question: str) -> None:
    passages.quote(f"{by.upper()}'s question on {on}", f"question on {on}", [("Question", question)])


def _add_answer(passages: Passages, by: Side, on: str, answer: str) -> None:
    if not answer:
        passages.say(f"{by.upper()} gave no answer to the question on {on}.")
        return
    head = f"{by.upper()}'s answer to the question on {on}"
    passages.quote(head, f"answer on {on}", [("Answer", answer)])


def add_debate(passages: Passages, transcript: Transcript, *, con_first: bool = False) -> None:
    """Every argument with the answer it got, or in an exchange with the question put on it and what its side answered,
    then the closings. `con_first`: the sides change places in both."""
    responses, questions, answers = transcript.responses, transcript.questions, transcript.answers
    for argument in transcript.arguments_in_order(con_first=con_first):
        add_argument(passages, argument)
        if argument.id in responses:
            add_response(passages, responses[argument.id])
        elif argument.id in questions:
            _add_question(passages, opponent(argument.side), argument.id, questions[argument.id])
            if argument.id in answers:
                _add_answer(passages, argument.side, argument.id, answers[argument.id])
    closings = tuple(transcript.closings.values())
    for closing in reversed(closings) if con_first else closings:
        add_closing(passages, closing)


def add_turn(passages: Passages, turn: Turn, name: str = "") -> None:
    head = name or f"Turn {turn.number}"
    passages.say(f"{head}, {turn.side.upper()} speaks ({PHASE_WORDS[turn.phase]}):")
    for argument in turn.arguments:
        add_argument(passages, argument)
    for response in turn.responses:
        add_response(passages, response)
    if turn.closing is not None:
        add_closing(passages, turn.closing)
    for one in turn.answers:
        _add_answer(passages, turn.side, one.argument_id, one.answer)
    if turn.question:
        _add_question(passages, turn.side, f"{opponent(turn.side).upper()}'s last argument", turn.question)
    if not (turn.arguments or turn.responses or turn.closing):
        passages.say("(no words)")


def show_turns(topic: Topic, turns: tuple[Turn, ...], mark: str) -> Passages:
    passages = start(topic, mark)
    for turn in turns:
        add_turn(passages, turn)
    return passages


def after(
    system: str, speeches: Passages, task: str, schema: Schema, *, more: str = "", shared: str = ""
) -> Prompt:
    """The prompt of a task after what was said; rules, speeches and what is `shared` of the task come first. `more`:
    words of others that the task itself shows."""
    messages = (
        Message(role="system", content=system, cacheable=True),
        Message(role="user", content=paragraphs(speeches.text, shared), cacheable=True),
        Message(role="user", content=task),
    )
    return Prompt(messages=messages, schema=schema, plain="\n".join(filter(None, (speeches.plain, more))))


def list_turns(transcript: Transcript) -> str:
    return ", ".join(f"{turn.number} ({turn.side.upper()})" for turn in transcript.turns)
