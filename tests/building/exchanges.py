"""A live exchange written by hand, in every state that Watch and the verdict must show.

Six turns, small scores, so that each can be worked out by hand: turn 1 is docked by turn 4, turn 3 loses to turn 2 and
is brought under it, turn 5 slips. CON wins all four rounds and leads on the scorecard beyond chance.
"""

from collections.abc import Callable, Sequence
from functools import partial

from debate_core.domain.cast import Debater
from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.live_judge import (
    LINKS,
    CitedStatement,
    Claim,
    Conflict,
    Convergence,
    ConvergenceKind,
    Exposure,
    Link,
    Narrative,
    Pattern,
    Proposal,
    SelfContradiction,
    TurnComparison,
    Won,
)
from debate_core.domain.personalities import Pressure
from debate_core.domain.rubric import STANDARD, ArgumentScores, Scoresheet
from debate_core.domain.transcript import Argument, Topic, Turn, argument_id, side_of_turn
from debate_core.store import Store
from debate_core.store.events import (
    ConflictExplained,
    ConvergenceFound,
    DebateFinished,
    DebateOpened,
    DebatePaused,
    Event,
    FlagOverturned,
    NarrativeTold,
    SheetRead,
    TurnJudged,
    TurnsCompared,
    TurnSpoken,
)
from tests.building.facts import HOSTILE, but, changed, failed, judge_failed, poisoned, put_states

LIVE_TOPIC = "A city of half a million should close its centre to private cars"
INVENTED = "a 2019 survey of forty cities found trade up by a third"
WORDS = (
    (
        "Closing the centre gives shops more customers, because people who walk stop more often.",
        f"A car passes a window in a second; a walker takes twenty. As proof, {INVENTED}.",
        "Count the people who stop at ten windows before and after a street is closed.",
    ),
    (
        "Shops that live on weekly purchases lose them when the boot of a car is out of reach.",
        "A week's groceries weigh twenty kilograms; a bus stop is four hundred metres away.",
        "The two supermarkets at the ring road doubled their floor while the centre lost one.",
    ),
    (
        "Delivery fills the gap: what is heavy comes to the door, what is chosen stays in town.",
        "A van replaces thirty boots. The centre keeps what people want to see and touch.",
        "The co-operative's own delivery book shows nine in ten heavy orders.",
    ),
    (
        "The survey PRO named in turn 1 cannot be found, and a van costs what a poor household lacks.",
        "A fee of four euros a delivery falls on those who have the least; they are who walked before.",
        "No city archive lists a survey of forty cities in 2019.",
    ),
    (
        "The centre is for staying, not for carrying; some trade may move, and that is no loss.",
        "What leaves is what needed a car park. What stays pays more for each square metre.",
        "Rents in the two closed streets rose by a fifth within three years.",
    ),
    (
        "Rising rents are the loss: the shops that a city needs each week are the first to go.",
        "A rent that rises faster than a till takes out whoever has the thinnest margin.",
        "The last ironmonger and both bakers left the closed streets.",
    ),
)


def live_config(**changes: object) -> DebateConfig:
    """Six turns of exchange, a live judge, a Strategist against an Engineer."""
    chosen: dict[str, object] = {
        "topic": Topic(text=LIVE_TOPIC),
        "format": "exchange",
        "turns": 6,
        "live": Live(),
        "pro": Debater(side="pro", personality="strategist"),
        "con": Debater(side="con", personality="engineer"),
    }
    return DebateConfig.model_validate(chosen | changes)


def turn_of(number: int) -> Turn:
    side = side_of_turn(number)
    claim, reasoning, evidence = WORDS[number - 1]
    name = argument_id(side, (number + 1) // 2)
    argument = Argument(id=name, side=side, claim=claim, reasoning=reasoning, evidence=evidence)
    return Turn(number=number, phase="exchange", side=side, arguments=(argument,))


STATES_OF_LINKS = {
    1: ("present", "present", "weak", "not_applicable"),
    3: ("present", "weak", "missing", "present"),
}
HEAVY = "nine in ten heavy orders"


def _unproved(text: str, quote: str, why: str) -> Claim:
    return Claim(text=text, quote=quote, found="exact", concern="no_mechanism", why=why)


_EXPOSED = Exposure(turn=1, claim="T1-C1", text=INVENTED, concern="invented_citation", why="No such survey.")
_TURNED = "First trade rises, now its loss is no loss."
SAID = {
    1: {"claims": (_unproved(INVENTED, INVENTED, "Why?"),)},
    3: {"claims": (_unproved(f"{HEAVY} are delivered", HEAVY, "A figure without a reason."),)},
    4: {"exposures": (_EXPOSED,)},
    5: {"slips": (SelfContradiction(kind="contradiction", earlier=1, text=_TURNED),)},
}


def proposal_of(number: int) -> Proposal:
    """What the live judge says of one turn. Logic 30, four parts of 5, tactics 20, unless its links or claims say
    otherwise."""
    turn = turn_of(number)
    quoted = {"quote": turn.arguments[0].reasoning.split(".")[0].split(";")[0], "found": "exact"}
    states = STATES_OF_LINKS.get(number, ("present",) * 4)
    links = tuple(
        Link(kind=kind, state=state, **(quoted if state in ("present", "weak") else {}))
        for kind, state in zip(LINKS, states, strict=True)
    )
    return Proposal(
        turn=number,
        side=turn.side,
        logic=30,
        links=links,
        **dict.fromkeys(("framing", "clarity", "resonance", "delivery"), 5),
        tactics=(20 if number % 2 else 26) + number % 3,
        frame_control=6,
        credibility=7,
        weaker="pro" if number % 2 else "con",
        pressure=Pressure(cognitive=2 if number < 4 else 0, credibility=1),
        notes=f"The mechanism of turn {number} is named; how large it is stays open.",
        **SAID.get(number, {}),
    )


def compared(number: int, won: Won = "newer", *, swapped: bool = False) -> TurnsCompared:
    """Turn `number` against the one before."""
    on = {"logic": won, "tactics": "draw", "rhetoric": won, "reason": "It names what the other left open."}
    comparison = TurnComparison(older=number - 1, newer=number, swapped=swapped, **on)
    return TurnsCompared(comparison=comparison, call=f"pairwise:{number}" + ":swapped" * swapped)


def judged(number: int) -> list[Event]:
    found: list[Event] = [TurnJudged(proposal=proposal_of(number), call=f"live:{number}", rung="read")]
    return [*found, compared(number, "older" if number == 3 else "newer")] if number > 1 else found


def spoken(number: int) -> TurnSpoken:
    return TurnSpoken(turn=turn_of(number), calls=(f"exchange:{number}",))


STORY = Narrative(
    leader="pro",
    spine=(
        CitedStatement(text="PRO held one spine: who walks, stops.", turns=(1, 3)),
        CitedStatement(text="A statement that rests on nothing."),
    ),
    evolved=(CitedStatement(text="Delivery took the place of the boot.", turns=(3,)),),
    broke=(CitedStatement(text="CON's rent counted for both sides.", turns=(6,)),),
    turning_points=(
        CitedStatement(text="The survey fell.", turns=(4,)),
        CitedStatement(text="Rents turned round.", turns=(5, 6)),
    ),
)
FOR_CON = Narrative(
    leader="con",
    spine=(CitedStatement(text="CON kept one causal spine from turn 2 on.", turns=(2, 4, 6)),),
    turning_points=(CitedStatement(text="The survey fell.", turns=(4,)),),
)
OVERTURNED = FlagOverturned(claim="T1-C1", reason="The survey exists: it was reprinted.")


def sheet_of(judge: str, place: int) -> SheetRead:
    """What one judge of the panel reads, by its place in it."""

    def entry_of(number: int) -> ArgumentScores:
        scores = {key: 5 + (number + place + at) % 4 for at, key in enumerate(STANDARD.keys)}
        name = turn_of(number).arguments[0].id
        return ArgumentScores(argument_id=name, scores=scores, standing="UPHELD", notes="Holds.")

    sheet = Scoresheet(judge=judge, entries=tuple(map(entry_of, range(1, 7))))
    return SheetRead(sheet=sheet, call=f"judging:{judge}", rung="read")


def whole_exchange(
    *more: Event, narrative: Narrative = FOR_CON, without: Sequence[str] = (), **config: object
) -> list[Event]:
    """The whole debate, nothing failed, with `more` before its end; `without` names steps that have no result."""
    opened = DebateOpened(config=live_config(**config))
    turns = [event for number in range(1, 7) for event in (spoken(number), *judged(number))]
    panel = [sheet_of(judge.name, place) for place, judge in enumerate(opened.config.panel.judges)]
    told = NarrativeTold(narrative=narrative, call="narrative")
    events = [opened, *turns, *panel, told, *more, DebateFinished()]
    return [event for event in events if event.identity not in without]


def repeating() -> list[Event]:
    """The exchange, in which PRO's last turn says its first one anew."""
    again = but(turn_of(1).arguments[0], id="PRO-3")
    return [
        changed(one, "turn", arguments=(again,))
        if isinstance(one, TurnSpoken) and one.turn.number == 5
        else one
        for one in whole_exchange()
    ]


def unjudged(events: Sequence[Event]) -> list[Event]:
    """The same without a live judge."""
    first, *rest = events
    said = [one for one in rest if not isinstance(one, TurnJudged | TurnsCompared)]
    return [changed(first, "config", live=None), *said]


def _failed() -> list[Event]:
    return whole_exchange(
        failed("live:3", "retryable: the server is busy (529)"),
        failed("pairwise:5", "no readable answer in 2 askings: logic is missing"),
        without=("live:3", "pairwise:3", "pairwise:5"),
    )


def _missing() -> list[Event]:
    kept = whole_exchange(without=("live:6",))
    before = next(at for at, event in enumerate(kept) if isinstance(event, SheetRead))
    return [*kept[:before], DebatePaused(cause="the budget of 20 calls is used up")]


LIVE = TurnSpoken | TurnJudged | TurnsCompared
EXAMPLE = "Written for Split Decision"
STATES: dict[str, Callable[[], list[Event]]] = {
    "live_whole": whole_exchange,
    "live_off": lambda: unjudged(whole_exchange()),
    "live_running": lambda: [*whole_exchange()[:5], spoken(3)],
    "live_failed": _failed,
    "live_missing": _missing,
    "live_overturned": lambda: [*whole_exchange(), OVERTURNED],
    "live_example": lambda: [but(whole_exchange()[0], example=EXAMPLE), *whole_exchange()[1:]],
    "live_hostile": lambda: [poisoned(e) if isinstance(e, LIVE) else e for e in whole_exchange()],
}
LIVE_STATES = tuple(STATES)


def fill_live(store: Store, states: Sequence[str]) -> None:
    put_states(store, STATES, states)


# ── the verdict ──


def conflict_of(pattern: Pattern = "asymmetric_depth") -> ConflictExplained:
    said = Conflict(
        pattern=pattern, text="CON's rounds were won on the till, not on the street.", turns=(2, 4)
    )
    return ConflictExplained(conflict=said, call="conflict")


def convergence_of(kind: ConvergenceKind) -> ConvergenceFound:
    said = Convergence(kind=kind, text="Both now ask how many shops, not whether any.", turns=(1, 2, 5, 6))
    return ConvergenceFound(convergence=said, call="convergence")


def with_ending(*events: Event, narrative: Narrative = STORY, **more: object) -> list[Event]:
    """The whole exchange under that narrative, with more facts before its end."""
    return whole_exchange(*events, narrative=narrative, **more)


def lengthened(*events: Event) -> list[Event]:
    """Ten turns are asked for; six are spoken, which is all these pages look at."""
    return with_ending(conflict_of(), *events, turns=10)


def led_by(leader: str) -> list[Event]:
    """An explained debate whose narrative sees that side ahead."""
    return with_ending(conflict_of(), narrative=STORY.model_copy(update={"leader": leader}))


def _one_judge() -> list[Event]:
    others = [judge.name for judge in live_config().panel.judges[1:]]
    return [
        judge_failed(one.sheet.judge, "refused")
        if isinstance(one, SheetRead) and one.sheet.judge in others
        else one
        for one in with_ending(conflict_of())
    ]


def _favouring_pro(event: Event) -> Event:
    """Of a panel that finds PRO clearly the better."""
    if not isinstance(event, SheetRead):
        return event

    def leaning(entry: ArgumentScores) -> ArgumentScores:
        points = 3 if entry.argument_id.startswith("PRO") else -3
        return but(entry, scores={key: min(10, max(1, n + points)) for key, n in entry.scores.items()})

    return changed(event, "sheet", entries=tuple(map(leaning, event.sheet.entries)))


def _verdict_hostile() -> list[Event]:
    """Whatever the live judge may write, also about the whole arc, and a person about a flag, is hostile."""
    written = TurnJudged | TurnsCompared | NarrativeTold | ConflictExplained | ConvergenceFound
    events = lengthened(convergence_of("degenerate"), failed("live:6", HOSTILE))
    return [
        *(poisoned(event) if isinstance(event, written) else event for event in events),
        FlagOverturned(claim="T1-C1", reason=HOSTILE),
    ]


NO_STORY = failed("narrative", "no readable answer in 2 askings: leader is missing")
PUT_BACK = FlagOverturned(claim="T1-C1", overturned=False, reason="Not it.")
VERDICTS: dict[str, Callable[[], list[Event]]] = {
    "verdict_differ": partial(led_by, "pro"),
    "verdict_unexplained": lambda: with_ending(failed("conflict", "retryable: busy (529)")),
    "verdict_never_asked": with_ending,
    "verdict_no_narrative": lambda: with_ending(NO_STORY, without=("narrative",)),
    "verdict_was_different": partial(led_by, "con"),
    "verdict_taken_back": lambda: [*with_ending(conflict_of()), OVERTURNED, PUT_BACK],
    "verdict_long": lambda: lengthened(
        compared(4, "older", swapped=True), convergence_of("narrowed_to_degree")
    ),
    "verdict_long_failed": lambda: lengthened(failed("convergence", "retryable: busy (529)")),
    "verdict_one_judge": _one_judge,
    "verdict_level": partial(led_by, "level"),
    "verdict_named": lambda: list(map(_favouring_pro, with_ending(conflict_of()))),
    "verdict_hostile": _verdict_hostile,
}


def fill_verdicts(store: Store, states: Sequence[str]) -> None:
    put_states(store, VERDICTS, states)
