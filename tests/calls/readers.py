"""What each kind of call reads of an answer, as the conductor has it read: one function a kind."""

from types import SimpleNamespace
from typing import Any

from debate_core.calls import KINDS, ClosingCall, CrossExamination, Exchange, Opening, graph
from debate_core.calls.arc import ConflictResolution, ConvergenceCheck, NarrativeVerdict, Pairwise
from debate_core.calls.ask import ModelTask, Reading, TaskAnswer
from debate_core.calls.briefing import Brief
from debate_core.calls.live_turn import LiveTurn
from debate_core.calls.speech import Speaking, Speech
from debate_core.domain.config import DebateConfig
from debate_core.domain.live_judge import Narrative
from debate_core.domain.rubric import argument_side
from debate_core.domain.transcript import Argument, Side, Topic, Transcript, Turn, side_of_turn
from debate_core.store.events import CallId, TurnSpoken
from debate_core.store.record import Record

CALL = CallId(step="any")
TOPIC = Topic(text="Should schools start after nine?")
NOTHING = Transcript(topic=TOPIC)


def but_for(whole: dict[str, Any], /, **changes: Any) -> dict[str, Any]:
    """An answer with other fields; one that is `...` is left out."""
    return {name: value for name, value in {**whole, **changes}.items() if value is not ...}


def reading_of(ask: ModelTask, text: str, plain: str = "", call: CallId = CALL) -> Reading:
    """What is read of an answer beside `plain`, the words of others in its prompt."""
    return ask.read(TaskAnswer(text=text, plain=plain, call=call, calls=(call,)))


def read(ask: ModelTask, text: str, plain: str = "", **fields: str) -> Any:
    """The fact's field of each name, or None; with the faults."""
    reading = reading_of(ask, text, plain)
    found = {name: getattr(reading.fact, name) if reading.fact else None for name in fields}
    return SimpleNamespace(faults=reading.faults, **found)


def _speech(ask: Speaking, text: str, plain: str, final: bool) -> Speech:
    return ask.speech(TaskAnswer(text=text, plain=plain, call=CALL, calls=(CALL,), final=final))


def read_opening(text: str, *, side: Side, count: int, plain: str = "", final: bool = False) -> Speech:
    return _speech(Opening(topic=TOPIC, side=side, count=count, transcript=NOTHING), text, plain, final)


def read_exchange(text: str, *, side: Side, number: int, plain: str = "", final: bool = False) -> Speech:
    ask = Exchange(topic=TOPIC, side=side, number=number, turns=20, transcript=NOTHING)
    return _speech(ask, text, plain, final)


def read_responses(text: str, *, side: Side, targets: Any, plain: str = "", final: bool = False) -> Speech:
    return _speech(
        CrossExamination(topic=TOPIC, side=side, targets=targets, transcript=NOTHING), text, plain, final
    )


def read_closing(text: str, *, side: Side, plain: str = "", final: bool = False) -> Speech:
    return _speech(ClosingCall(topic=TOPIC, side=side, transcript=NOTHING), text, plain, final)


def spoken(turns: Any) -> Transcript:
    """A transcript of silent turns with these numbers."""
    return Transcript(
        topic=TOPIC, turns=tuple(Turn(number=n, phase="exchange", side=side_of_turn(n)) for n in turns)
    )


def read_briefing(text: str, *, argument_ids: Any, plain: str = "") -> Any:
    arguments = tuple(Argument(id=name, side=argument_side(name), claim="A claim.") for name in argument_ids)
    said = enumerate(arguments, 1)
    turns = tuple(Turn(number=n, phase="opening", side=a.side, arguments=(a,)) for n, a in said)
    return read(Brief(transcript=Transcript(topic=TOPIC, turns=turns), sheets=()), text, plain, briefing="")


def read_turn_judgement(
    text: str, *, turn: Turn, transcript: Transcript, register_ids: Any, plain: str = ""
) -> Any:
    ask = LiveTurn(
        turn=turn, transcript=transcript, register=dict.fromkeys(register_ids, ""), personalities=True
    )
    return read(ask, text, plain or ask.prompt("f" * 32).plain, proposal="", rung="")


def read_pairwise(text: str, *, older: int, newer: int, swapped: bool, plain: str = "") -> Any:
    turns = {turn.number: turn for turn in spoken((older, newer)).turns}
    ask = Pairwise(topic=TOPIC, older=turns[older], newer=turns[newer], swapped=swapped)
    return read(ask, text, plain, comparison="")


def read_narrative(text: str, *, turns: Any, plain: str = "") -> Any:
    return read(NarrativeVerdict(transcript=spoken(turns)), text, plain, narrative="")


def read_conflict(text: str, *, turns: Any, plain: str = "") -> Any:
    ask = ConflictResolution(
        transcript=spoken(turns), scorecard="", narrative=Narrative(leader="pro", spine=())
    )
    return read(ask, text, plain, conflict="")


def read_convergence(text: str, *, turns: Any, plain: str = "") -> Any:
    return read(ConvergenceCheck(transcript=spoken(turns)), text, plain, convergence="")


def asked(config: DebateConfig, transcript: Transcript, name: str) -> Any:
    """What is asked in the step of that name, in a debate that has come so far."""
    spoken = [TurnSpoken(turn=turn, calls=()) for turn in transcript.turns]
    results = {one.step: one for one in spoken}
    record = Record(id="r", config=config, opened_at=0.0, last_at=0.0, sequence=1, results=results)
    step = next(step for step in graph(config) if step.name == name)
    return KINDS[step.kind].at(record, step)
