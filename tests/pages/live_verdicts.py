"""Hand-made debates with a live judge, in every state the verdict must show beside those of `live_debates`.

`fill_verdicts(store)` puts one of each into a store; its id is the state's name. Made from the same six turns, on which
CON leads on the scorecard with two rounds to one.
"""

from collections.abc import Callable
from typing import Literal, get_args

from debate_core.events import (
    ConflictExplained,
    ConvergenceFound,
    DebateOpened,
    Event,
    FlagOverturned,
    NarrativeTold,
    SheetRead,
    TurnJudged,
    TurnsCompared,
)
from debate_core.scorecard.nouns import (
    Claim,
    Conflict,
    Convergence,
    ConvergenceKind,
    Narrative,
    Pattern,
    Told,
)
from debate_core.store import Store
from tests.facts import failed, judge_failed
from tests.pages.debates import HOSTILE
from tests.pages.live_debates import compared, live_config, whole_exchange

VerdictState = Literal[
    "verdict_differ",
    "verdict_unexplained",
    "verdict_never_asked",
    "verdict_no_narrative",
    "verdict_was_different",
    "verdict_taken_back",
    "verdict_both_orders",
    "verdict_long",
    "verdict_long_failed",
    "verdict_one_judge",
    "verdict_level",
    "verdict_named",
    "verdict_hostile",
]
VERDICT_STATES: tuple[VerdictState, ...] = get_args(VerdictState)
STORY = Narrative(
    leader="pro",
    spine=(
        Told(text="PRO held one spine: who walks, stops.", turns=(1, 3)),
        Told(text="A statement that rests on nothing."),
    ),
    evolved=(Told(text="Delivery took the place of the boot.", turns=(3,)),),
    broke=(Told(text="CON's rent counted for both sides.", turns=(6,)),),
    turning_points=(
        Told(text="The survey fell.", turns=(4,)),
        Told(text="Rents turned round.", turns=(5, 6)),
    ),
)


def conflict_of(pattern: Pattern = "asymmetric_depth") -> ConflictExplained:
    """An explanation with that pattern."""
    said = Conflict(
        pattern=pattern, text="CON's rounds were won on the till, not on the street.", turns=(2, 4)
    )
    return ConflictExplained(conflict=said, call="conflict")


def convergence_of(kind: ConvergenceKind) -> ConvergenceFound:
    """A finding of that kind."""
    said = Convergence(kind=kind, text="Both now ask how many shops, not whether any.", turns=(1, 2, 5, 6))
    return ConvergenceFound(convergence=said, call="convergence")


def told(narrative: Narrative) -> Callable[[Event], Event]:
    """The event with that narrative in its place."""
    return lambda e: e.model_copy(update={"narrative": narrative}) if isinstance(e, NarrativeTold) else e


def with_ending(*events: Event, narrative: Narrative = STORY) -> list[Event]:
    """The whole exchange under that narrative, with more facts before its end."""
    *kept, end = map(told(narrative), whole_exchange())
    return [*kept, *events, end]


def with_convergence(kind: ConvergenceKind) -> list[Event]:
    """A debate long enough for its convergence to be checked, with that finding."""
    return _lengthened([convergence_of(kind)])


def _lengthened(events: list[Event]) -> list[Event]:
    """Ten turns are asked for; six are spoken, which is all these pages look at."""
    _, *rest = with_ending(conflict_of(), *events)
    return [DebateOpened(config=live_config(turns=10)), *rest]


def _no_narrative() -> list[Event]:
    kept = [event for event in whole_exchange() if not isinstance(event, NarrativeTold)]
    lost = failed("narrative", "no readable answer in 2 askings: leader is missing")
    return [*kept[:-1], lost, kept[-1]]


def _taken_back() -> list[Event]:
    first = FlagOverturned(claim="T1-C1", reason="The survey exists: it was reprinted.")
    return [
        *with_ending(conflict_of()),
        first,
        FlagOverturned(claim="T1-C1", overturned=False, reason="Not it."),
    ]


def _both_orders() -> list[Event]:
    swapped = compared(4, "older").comparison.model_copy(update={"swapped": True})
    return with_ending(TurnsCompared(comparison=swapped, call="pairwise:4:swapped"))


def _one_judge() -> list[Event]:
    kept = with_ending(conflict_of())
    names = [event.sheet.judge for event in kept if isinstance(event, SheetRead)][1:]
    return [
        judge_failed(event.sheet.judge, "refused")
        if isinstance(event, SheetRead) and event.sheet.judge in names
        else event
        for event in kept
    ]


def _named() -> list[Event]:
    """A panel that finds PRO clearly the better."""
    return [_favouring_pro(event) for event in with_ending(conflict_of())]


def _favouring_pro(event: Event) -> Event:
    if not isinstance(event, SheetRead):
        return event
    entries = tuple(
        one.model_copy(
            update={"scores": {key: _leaning(one.argument_id, score) for key, score in one.scores.items()}}
        )
        for one in event.sheet.entries
    )
    return event.model_copy(update={"sheet": event.sheet.model_copy(update={"entries": entries})})


def _leaning(name: str, score: int) -> int:
    return min(10, max(1, score + (3 if name.startswith("PRO") else -3)))


def _hostile() -> list[Event]:
    """Whatever the live judge may write about the whole arc, and a person about a flag, is hostile."""
    said = Told(text=HOSTILE, turns=(2,))
    story = Narrative(leader="pro", spine=(said,), evolved=(said,), broke=(said,), turning_points=(said,))
    conflict = Conflict(pattern="none_of_these", text=HOSTILE, turns=(2,))
    found = Convergence(kind="degenerate", text=HOSTILE, turns=(2,))
    _, *rest = with_ending(
        ConflictExplained(conflict=conflict, call="conflict"),
        ConvergenceFound(convergence=found, call="convergence"),
        failed("live:6", HOSTILE),
        narrative=story,
    )
    claim = Claim(text=HOSTILE, quote=HOSTILE, found="exact", concern="inverted_fact", why=HOSTILE)
    judged = [
        e.model_copy(update={"proposal": e.proposal.model_copy(update={"claims": (claim,)})})
        if isinstance(e, TurnJudged) and e.proposal.turn == 2
        else e
        for e in rest
    ]
    word = FlagOverturned(claim="T2-C1", reason=HOSTILE)
    return [DebateOpened(config=live_config(turns=10)), *judged, word]


_BUILDERS: dict[VerdictState, Callable[[], list[Event]]] = {
    "verdict_differ": lambda: with_ending(conflict_of()),
    "verdict_unexplained": lambda: with_ending(failed("conflict", "retryable: busy (529)")),
    "verdict_never_asked": with_ending,
    "verdict_no_narrative": _no_narrative,
    "verdict_was_different": lambda: with_ending(
        conflict_of(), narrative=STORY.model_copy(update={"leader": "con"})
    ),
    "verdict_taken_back": _taken_back,
    "verdict_both_orders": _both_orders,
    "verdict_long": lambda: with_convergence("narrowed_to_degree"),
    "verdict_long_failed": lambda: _lengthened([failed("convergence", "retryable: busy (529)")]),
    "verdict_one_judge": _one_judge,
    "verdict_level": lambda: with_ending(
        conflict_of(), narrative=STORY.model_copy(update={"leader": "level"})
    ),
    "verdict_named": _named,
    "verdict_hostile": _hostile,
}


def events_of(state: VerdictState) -> list[Event]:
    """The events of one state."""
    return _BUILDERS[state]()


def put(store: Store, name: str, events: list[Event]) -> str:
    """A debate of these events in the store, under that id."""
    first, *rest = events
    assert isinstance(first, DebateOpened)
    store.open_record(first, name)
    store.append(name, rest)
    return name


def fill_verdicts(store: Store, states: tuple[VerdictState, ...] = VERDICT_STATES) -> None:
    """One debate of each state; its id is the state's name."""
    for state in states:
        put(store, state, events_of(state))
