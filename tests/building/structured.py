"""Debates in every state the result pages must show, as the facts a store would hold.

Written by hand, so that what a page should say can be read off the tables below.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from debate_core.domain.config import DebateConfig
from debate_core.domain.rubric import STANDARD, ArgumentScores, Overall, Scale, Scoresheet, Standing
from debate_core.domain.transcript import (
    PHASES,
    SIDES,
    Argument,
    Briefing,
    Closing,
    Phase,
    Response,
    Side,
    Statement,
    Topic,
    Turn,
    turn_number,
)
from debate_core.library.history import History
from debate_core.library.report import Report, ReportSettings, report
from debate_core.store import Store
from debate_core.store import events as e
from debate_core.store.record import Record, replay
from tests.building.facts import changed, failed, judge_failed, put, stored

TOPIC = "A 12-person company should split its monolith into microservices despite the cost"
IDS = ("PRO-1", "PRO-2", "PRO-3", "CON-1", "CON-2", "CON-3")
JUDGES = ("Technical", "Business", "Risk", "General")

_CLAIMS = {
    "PRO-1": "Separate services let each team release without waiting for the others.",
    "PRO-2": "A fault in one service no longer takes the whole product down.",
    "PRO-3": "Hiring gets easier because each service can be learned in a week.",
    "CON-1": "Twelve people cannot run twenty services and still build features.",
    "CON-2": "Most of the gain comes from modules inside the monolith, at a tenth of the cost.",
    "CON-3": "Network calls between services add failures that the monolith never had.",
}
_REASONING = (
    "A release today waits for every team's tests, because all of them ship in one build. When the boundary is a "
    "network interface, a change is tested against the interface alone, so the waiting ends."
)
_EVIDENCE = "Invented for the demo: 14 of the last 20 releases were delayed by another team's failing test."
_TYPES = ("challenge", "partial", "refute", "concede", "challenge", "partial")

AGREED = (
    ((8, 9, 7, 8), (7, 6, 7, 7), (6, 7, 6, 7), (5, 4, 5, 5), (5, 6, 5, 6), (3, 4, 4, 5)),
    ((9, 8, 8, 8), (9, 8, 8, 9), (7, 7, 7, 8), (6, 6, 5, 6), (7, 7, 6, 6), (5, 5, 5, 6)),
    ((7, 6, 6, 7), (6, 7, 6, 6), (5, 6, 5, 6), (4, 5, 4, 5), (4, 4, 4, 4), (4, 3, 4, 4)),
    ((8, 7, 8, 8), (8, 8, 8, 8), (8, 8, 7, 8), (5, 5, 5, 4), (5, 6, 5, 6), (5, 5, 5, 5)),
)
PARTED = (
    ((8, 7, 8, 7), (9, 9, 8, 9), (7, 7, 6, 7), (7, 6, 7, 6), (7, 7, 6, 7), (6, 7, 7, 7)),
    ((7, 8, 7, 7), (8, 9, 9, 8), (6, 7, 7, 6), (3, 3, 2, 3), (7, 6, 7, 7), (7, 6, 7, 6)),
    ((6, 6, 7, 6), (3, 2, 3, 4), (6, 5, 6, 6), (8, 8, 9, 8), (6, 6, 6, 5), (6, 6, 5, 6)),
    ((7, 7, 8, 8), (4, 3, 3, 4), (7, 6, 6, 7), (7, 8, 8, 8), (7, 7, 7, 7), (7, 6, 6, 7)),
)
SPLIT = (
    (*AGREED[0][:3], (9, 9, 9, 9), *AGREED[0][4:]),
    (*AGREED[1][:3], (2, 3, 2, 2), *AGREED[1][4:]),
    (*AGREED[2][:3], (8, 8, 9, 8), *AGREED[2][4:]),
    (*AGREED[3][:3], (3, 2, 3, 2), *AGREED[3][4:]),
)
CONSTANT = tuple(tuple((7, 7, 7, 7) for _ in IDS) for _ in JUDGES)


def standing_of(points: Sequence[int]) -> Standing:
    """A standing that follows from the scores, so that the tables above say everything."""
    mean = sum(points) / len(points)
    if mean >= 7:
        return "UPHELD"
    if mean >= 5.5:
        return "PARTIALLY_UPHELD"
    return "UNCERTAIN" if mean >= 4.5 else "REFUTED"


def sheet(judge: str, table: Sequence[Sequence[int]]) -> Scoresheet:
    """One judge's scoresheet from its row of a table above; every third argument has no notes."""
    noted = f"As the {judge.lower()} judge I find the mechanism named & traceable."
    entries = tuple(
        ArgumentScores(
            argument_id=name,
            scores=dict(zip(STANDARD.keys, points, strict=True)),
            standing=standing_of(points),
            fallacies=("slippery_slope",) if name == "CON-3" and judge in {"Technical", "Risk"} else (),
            notes=None if place % 3 == 2 else noted,
        )
        for place, (name, points) in enumerate(zip(IDS, table, strict=True))
    )
    given = Overall(ballot="PRO", confidence=0.7, key_finding="The release delays carry the case.")
    return Scoresheet(judge=judge, entries=entries, overall=given)


def turn_of(phase: Phase, side: Side) -> Turn:
    turn = Turn(number=turn_number(phase, side), phase=phase, side=side)
    own = [name for name in IDS if name.startswith(side.upper())]
    match phase:
        case "opening":
            said = tuple(
                Argument(id=name, side=side, claim=_CLAIMS[name], reasoning=_REASONING, evidence=_EVIDENCE)
                for name in own
            )
            return turn.model_copy(update={"arguments": said})
        case "cross_examination":
            answered = tuple(
                Response(
                    argument_id=name,
                    side=side,
                    response_type=kind,
                    reasoning=f"{name} names a mechanism, but its evidence covers releases of one quarter only.",
                    question="What happened in the other three quarters?",
                )
                for name, kind in zip(IDS, _TYPES, strict=True)
                if name not in own
            )
            return turn.model_copy(update={"responses": answered})
    return turn.model_copy(update={"closing": Closing(side=side, position="The case stands.")})


BRIEFING = Briefing(
    key_insight=Statement(
        text="Release delays come from shared tests, not from the build.", rests_on=("PRO-1", "CON-2")
    ),
    unresolved=(
        Statement(text="Measure how many delays a modular monolith would remove.", rests_on=("CON-2",)),
        Statement(text="Ask what an on-call rota for twenty services would cost."),
    ),
    recommendation=Statement(
        text="Split off one service first and measure for a quarter.", rests_on=("PRO-1", "CON-1")
    ),
)

_OPENED = e.DebateOpened(config=DebateConfig(topic=Topic(text=TOPIC)))
_SPOKEN = tuple(e.TurnSpoken(turn=turn_of(phase, side), calls=()) for phase in PHASES for side in SIDES)


def _read(table: Sequence[Sequence[Sequence[int]]], judges: Sequence[str] = JUDGES) -> tuple[e.Event, ...]:
    """Everything up to these judges' scores."""
    sheets = {judge: sheet(judge, table[JUDGES.index(judge)]) for judge in judges}
    read = (e.SheetRead(sheet=one, call=f"judging:{judge}", rung="whole") for judge, one in sheets.items())
    return (_OPENED, *_SPOKEN, *read)


_BRIEFED = (e.BriefingWritten(briefing=BRIEFING, call="briefing"), e.DebateFinished())
STATES: dict[str, tuple[e.Event, ...]] = {
    "agreed": (*_read(AGREED), *_BRIEFED),
    "split": (*_read(SPLIT), *_BRIEFED),
    "no_call": (*_read(PARTED), *_BRIEFED),
    "three_of_four": (
        *_read(AGREED, ("Technical", "Business", "General")),
        judge_failed("Risk", "its answer was not readable three times: no object was found"),
        failed("briefing", "the model gave no readable briefing after 2 askings"),
        e.DebateFinished(),
    ),
    "undefined": (*_read(CONSTANT), *_BRIEFED),
    "speaking": (_OPENED, *_SPOKEN[:2]),
    "scoring": _read(AGREED, ("Technical",)),
    "some_scored": _read(AGREED, ("Technical", "Business")),
}


def on_scale(events: Sequence[e.Event], high: int, *, by: int = 1) -> list[e.Event]:
    """The same debate on a scale from 1 to `high`, its scores so many times as far above 1."""
    opened, *rest = events
    rubric = opened.config.rubric.model_copy(update={"scale": Scale(high=high)})
    found = [changed(opened, "config", rubric=rubric)]
    for event in rest:
        if isinstance(event, e.SheetRead):
            entries = tuple(
                one.model_copy(update={"scores": {key: by * (n - 1) + 1 for key, n in one.scores.items()}})
                for one in event.sheet.entries
            )
            found.append(changed(event, "sheet", entries=entries))
        else:
            found.append(event)
    return found


@cache
def record_of(state: str) -> Record:
    return replay(stored(STATES[state]))


def report_for(record: Record, history: History | None = None, **settings: Any) -> Report:
    """What these settings make of a debate, by default the usual ones, without a history."""
    return report(record, history or History(), ReportSettings(**settings))


def report_on(events: Sequence[e.Event], **settings: Any) -> Report:
    return report_for(replay(stored(events)), **settings)


@cache
def report_in(state: str, settings: ReportSettings | None = None) -> Report:
    return report(record_of(state), History(), settings or ReportSettings())


def fill(store: Store, states: Sequence[str] = tuple(STATES)) -> dict[str, str]:
    return {state: put(store, f"{state}00", STATES[state]) for state in states}
