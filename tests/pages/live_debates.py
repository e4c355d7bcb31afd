"""Hand-made exchanges with a live judge, in every state Watch must show.

`fill_live(store)` puts one of each into a store; its id is the state's name. Six turns, small marks, so that each score
can be worked out by hand: turn 1 is docked by turn 4, turn 3 loses to turn 2 and is brought under it, turn 5 slips.
"""

from collections.abc import Callable
from typing import Literal, get_args

from debate_core.config import DebateConfig, Debater, Live
from debate_core.events import (
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
from debate_core.personalities import Pressure
from debate_core.scorecard.nouns import (
    Claim,
    Comparison,
    Exposure,
    Link,
    LinkKind,
    LinkState,
    Narrative,
    Proposal,
    Slip,
    Told,
    Won,
)
from debate_core.scoresheet import ArgumentScores, Overall, Scoresheet
from debate_core.store import Store
from debate_core.transcript import Argument, Topic, Turn
from tests.facts import failed
from tests.pages.debates import HOSTILE, poison

LiveState = Literal[
    "live_whole",
    "live_off",
    "live_running",
    "live_failed",
    "live_missing",
    "live_overturned",
    "live_example",
    "live_hostile",
]
LIVE_STATES: tuple[LiveState, ...] = get_args(LiveState)
LIVE_TOPIC = "A city of half a million should close its centre to private cars"
INVENTED = "a 2019 survey of forty cities found trade up by a third"
WORDS: tuple[tuple[str, str, str], ...] = (
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
    """One turn of the exchange, counted from 1."""
    side: Literal["pro", "con"] = "pro" if number % 2 else "con"
    claim, reasoning, evidence = WORDS[number - 1]
    argument = Argument(
        id=f"{side.upper()}-{(number + 1) // 2}",
        side=side,
        claim=claim,
        reasoning=reasoning,
        evidence=evidence,
    )
    return Turn(number=number, phase="exchange", side=side, arguments=(argument,))


def proposal_of(number: int) -> Proposal:
    """What the live judge says of one turn. Logic 30, four parts of 5, tactics 20, unless its links or claims say
    otherwise."""
    turn = turn_of(number)
    quote = turn.arguments[0].reasoning.split(".")[0].split(";")[0]
    kinds: tuple[LinkKind, ...] = ("cause", "process", "consequence", "premise_addressed")
    states: tuple[LinkState, ...] = _STATES.get(number, ("present",) * 4)
    links = tuple(
        Link(
            kind=kind,
            state=state,
            quote=quote if state in ("present", "weak") else "",
            found="exact" if state in ("present", "weak") else None,
        )
        for kind, state in zip(kinds, states, strict=True)
    )
    base = Proposal(
        turn=number,
        side=turn.side,
        logic=30,
        links=links,
        framing=5,
        clarity=5,
        resonance=5,
        delivery=5,
        tactics=20 + number % 3,
        frame_control=6,
        credibility=7,
        weaker="pro" if number % 2 else "con",
        pressure=Pressure(cognitive=2 if number < 4 else 0, credibility=1),
        notes=f"The mechanism of turn {number} is named; how large it is stays open.",
    )
    return base.model_copy(update=_SAID.get(number, {}))


_STATES: dict[int, tuple[LinkState, ...]] = {
    1: ("present", "present", "weak", "not_applicable"),
    3: ("present", "weak", "missing", "present"),
}
_SAID: dict[int, dict[str, object]] = {
    1: {"claims": (Claim(text=INVENTED, quote=INVENTED, found="exact", concern="no_mechanism", why="Why?"),)},
    3: {
        "claims": (
            Claim(
                text="nine in ten heavy orders are delivered",
                quote="nine in ten heavy orders",
                found="exact",
                concern="no_mechanism",
                why="A figure without a reason.",
            ),
        )
    },
    4: {
        "exposures": (
            Exposure(
                turn=1, claim="T1-C1", text=INVENTED, concern="invented_citation", why="No such survey."
            ),
        )
    },
    5: {
        "slips": (Slip(kind="contradiction", earlier=1, text="First trade rises, now its loss is no loss."),)
    },
}


def compared(number: int, won: Won = "newer") -> TurnsCompared:
    """Turn `number` against the one before."""
    comparison = Comparison(
        older=number - 1,
        newer=number,
        logic=won,
        tactics="draw",
        rhetoric=won,
        reason="It names what the other left open.",
    )
    return TurnsCompared(comparison=comparison, call=f"pairwise:{number}")


def judged(number: int) -> list[Event]:
    """The events that judge one turn."""
    found: list[Event] = [TurnJudged(proposal=proposal_of(number), call=f"live:{number}", rung="read")]
    return [*found, compared(number, "older" if number == 3 else "newer")] if number > 1 else found


def spoken(number: int) -> TurnSpoken:
    """The event of one speech."""
    return TurnSpoken(turn=turn_of(number), calls=(f"exchange:{number}",))


def turns_to(last: int) -> list[Event]:
    """Every turn up to `last`, spoken and judged."""
    return [event for number in range(1, last + 1) for event in (spoken(number), *judged(number))]


def ending(config: DebateConfig) -> list[Event]:
    """Panel, narrative and the end."""
    told = Told(text="CON kept one causal spine from turn 2 on.", turns=(2, 4, 6))
    narrative = Narrative(
        leader="con", spine=(told,), turning_points=(Told(text="The survey fell.", turns=(4,)),)
    )
    sheets: list[Event] = [
        SheetRead(sheet=_sheet(judge.name, place), call=f"judging:{judge.name}", rung="read")
        for place, judge in enumerate(config.panel.judges)
    ]
    return [*sheets, NarrativeTold(narrative=narrative, call="narrative"), DebateFinished()]


def _sheet(judge: str, place: int) -> Scoresheet:
    entries = []
    for number in range(1, 7):
        argument = turn_of(number).arguments[0]
        scores = {
            key: 5 + (number + place + at) % 4
            for at, key in enumerate(("logic", "evidence", "responsiveness", "honesty"))
        }
        entries.append(
            ArgumentScores(argument_id=argument.id, scores=scores, standing="UPHELD", notes="Holds.")
        )
    return Scoresheet(judge=judge, entries=tuple(entries), overall=Overall())


def whole_exchange() -> list[Event]:
    """The whole debate, nothing failed."""
    config = live_config()
    return [DebateOpened(config=config), *turns_to(6), *ending(config)]


def _off() -> list[Event]:
    config = live_config(live=None)
    return [DebateOpened(config=config), *(spoken(n) for n in range(1, 7)), *ending(config)]


def _running() -> list[Event]:
    return [DebateOpened(config=live_config()), *turns_to(2), spoken(3)]


def _failed() -> list[Event]:
    failures: list[Event] = [
        failed("live:3", "retryable: the server is busy (529)"),
        failed("pairwise:5", "no readable answer in 2 askings: logic is missing"),
    ]
    gone = {"live:3", "pairwise:3", "pairwise:5"}
    kept = [event for event in whole_exchange() if event.identity not in gone]
    return [*kept[:-1], *failures, kept[-1]]


def _missing() -> list[Event]:
    kept = [event for event in whole_exchange()[:-1] if event.identity != "live:6"]
    before = next(at for at, event in enumerate(kept) if isinstance(event, SheetRead))
    return [*kept[:before], DebatePaused(cause="the budget of 20 calls is used up")]


def _overturned() -> list[Event]:
    return [*whole_exchange(), FlagOverturned(claim="T1-C1", reason="The survey exists: it was reprinted.")]


def _example() -> list[Event]:
    first, *rest = whole_exchange()
    assert isinstance(first, DebateOpened)
    return [DebateOpened(config=first.config, example="Written for Split Decision"), *rest]


def _hostile() -> list[Event]:
    """Whatever a speaker or the live judge may write is hostile."""
    return [_poisoned(event) for event in whole_exchange()]


def _poisoned(event: Event) -> Event:
    match event:
        case TurnSpoken(turn=turn):
            return event.model_copy(update={"turn": poison(turn, HOSTILE)})
        case TurnsCompared(comparison=comparison):
            return event.model_copy(update={"comparison": comparison.model_copy(update={"reason": HOSTILE})})
        case TurnJudged(proposal=proposal):
            claim = Claim(
                text=HOSTILE,
                quote="<script>fetch('http://127.0.0.1:9/script')</script>",
                found="exact",
                concern="inverted_fact",
                why=HOSTILE,
            )
            links = tuple(link.model_copy(update={"quote": HOSTILE}) for link in proposal.links)
            slips = tuple(slip.model_copy(update={"text": HOSTILE}) for slip in proposal.slips)
            update = {"notes": HOSTILE, "claims": (claim,), "links": links, "slips": slips}
            return event.model_copy(update={"proposal": proposal.model_copy(update=update)})
    return event


_BUILDERS: dict[LiveState, Callable[[], list[Event]]] = {
    "live_whole": whole_exchange,
    "live_off": _off,
    "live_running": _running,
    "live_failed": _failed,
    "live_missing": _missing,
    "live_overturned": _overturned,
    "live_example": _example,
    "live_hostile": _hostile,
}


def fill_live(store: Store, states: tuple[LiveState, ...] = LIVE_STATES) -> None:
    """One debate of each state; its id is the state's name."""
    for state in states:
        first, *rest = _BUILDERS[state]()
        assert isinstance(first, DebateOpened)
        store.open_record(first, state)
        store.append(state, rest)
