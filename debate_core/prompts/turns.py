"""The debate as turns in speaking order: for those who answer, or judge, one turn at a time.

Knows transcript and passages; not what is asked. Invariant: numbers, sides, ids and types are written by us outside the
fence; what was said stands inside one.
"""

from debate_core.llm.base import Message
from debate_core.prompts.passages import Passages, add_argument, add_closing, add_response, start
from debate_core.prompts.prompt import Prompt, Schema
from debate_core.transcript import Phase, Side, Topic, Transcript, Turn

PHASE_WORDS: dict[Phase, str] = {
    "opening": "opening",
    "cross_examination": "cross-examination, answers to the other side's arguments",
    "closing": "closing",
    "exchange": "one argument",
}


def add_turn(passages: Passages, turn: Turn, name: str = "") -> None:
    """All that was said in a turn, under a line with its number, side and phase, or with `name`."""
    head = name or f"Turn {turn.number}"
    passages.say(f"{head}, {turn.side.upper()} speaks ({PHASE_WORDS[turn.phase]}):")
    for argument in turn.arguments:
        add_argument(passages, argument)
    for response in turn.responses:
        add_response(passages, response)
    if turn.closing is not None:
        add_closing(passages, turn.closing)
    if not (turn.arguments or turn.responses or turn.closing):
        passages.say("(no words)")


def show_turns(topic: Topic, turns: tuple[Turn, ...], mark: str) -> Passages:
    """The mark, the proposition, and these turns in speaking order."""
    passages = start(topic, mark)
    for turn in turns:
        add_turn(passages, turn)
    return passages


def after(system: str, said: Passages, task: str, schema: Schema, *, more: str = "") -> Prompt:
    """The prompt of a task after what was said: rules and speeches stand apart, as other calls of the debate send the
    same. `more`: words of others that the task itself shows."""
    messages = (
        Message(role="system", content=system, cacheable=True),
        Message(role="user", content=said.text, cacheable=True),
        Message(role="user", content=task),
    )
    return Prompt(messages=messages, schema=schema, shown="\n".join(filter(None, (said.shown, more))))


def list_turns(transcript: Transcript, side: Side | None = None) -> str:
    """The numbers of the turns, of one side or of both, as they are told: `1 (PRO), 2 (CON)`."""
    turns = (turn for turn in transcript.turns if side is None or turn.side == side)
    return ", ".join(f"{turn.number} ({turn.side.upper()})" for turn in turns)
