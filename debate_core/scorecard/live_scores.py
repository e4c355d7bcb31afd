"""What marks may be beside their links, framing and compared turns, who leads by them, and each side's pressure."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Annotated, Literal, Self, get_args

import numpy as np
from pydantic import Field

from debate_core.domain.config import DebateConfig
from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.live_judge import (
    LINKS,
    Link,
    LinkKind,
    LinkState,
    Proposal,
    QuoteMatch,
    TurnComparison,
    TurnPair,
    Won,
)
from debate_core.domain.numerals import TOLERANCE, short_text
from debate_core.domain.personalities import Archetype, Trait, Traits, directive, traits_after
from debate_core.domain.transcript import Side, Turn, opponent
from debate_core.measuring.arrays import special
from debate_core.measuring.estimate import Estimate

Dimension = Literal["logic", "rhetoric", "tactics"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
MAXIMA: Mapping[Dimension, float] = {"logic": 40.0, "rhetoric": 30.0, "tactics": 30.0}
FlagKind = Literal[
    "link_cap",
    "delivery_cap",
    "winner_raised",
    "loser_lowered",
    "cannot_be_harmonised",
    "penalty",
    "retroactive_penalty",
    "overturned",
]


class LiveScores(FrozenModel):
    """Logic 0 to 40, rhetoric and tactics 0 to 30 each, and their sum, the composite, 0 to 100."""

    logic: float = Field(ge=0, le=40)
    rhetoric: float = Field(ge=0, le=30)
    tactics: float = Field(ge=0, le=30)
    composite: float = Field(ge=0, le=100)

    @classmethod
    def of(cls, *, logic: float, rhetoric: float, tactics: float) -> "LiveScores":
        return LiveScores(
            logic=logic, rhetoric=rhetoric, tactics=tactics, composite=logic + rhetoric + tactics
        )

    def on(self, dimension: Dimension) -> float:
        return float(getattr(self, dimension))


class ScoreFlag(FrozenModel):
    """One adjustment, and why. `claim`: the register's flag behind it; `by`: the other turn behind it."""

    kind: FlagKind
    dimension: Dimension | Literal["delivery"]
    raw: float
    adjusted: float
    reason: str
    claim: Annotated[str | None, Null("no suspect claim is behind it")] = None
    by: Annotated[int | None, Null("no other turn is behind it")] = None


class CountedLink(FrozenModel):
    """One link as the judge `given` it (None: not at all) and as it counts, with the reason where they differ."""

    kind: LinkKind
    given: Annotated[LinkState | None, Null("the judge did not say")]
    counted: LinkState
    quote: str = ""
    found: Annotated[QuoteMatch | None, Null("no words were quoted for it")] = None
    reason: str = ""


class AdjustedMarks(FrozenModel):
    """One turn's marks: `raw` as proposed, `marks` as adjusted so far. `cap`: the most its links allow on logic."""

    turn: int
    side: Side
    raw: LiveScores
    marks: LiveScores
    cap: float
    links: tuple[CountedLink, ...]
    delivery: float
    flags: tuple[ScoreFlag, ...] = ()

    def now(self, flag: ScoreFlag, dimension: Dimension) -> Self:
        marks = LiveScores.of(
            **{name: self.marks.on(name) for name in DIMENSIONS} | {dimension: flag.adjusted}
        )
        return self.model_copy(update={"marks": marks, "flags": (*self.flags, flag)})


BASE, RANGE = 8.0, 32.0
HALF_OF_FRAMING = 3.75
CREDIT: Mapping[LinkState, float] = {"present": 1.0, "weak": 0.5, "missing": 0.0, "not_applicable": 0.0}
LINK_WORDS: Mapping[LinkKind, str] = {
    "cause": "cause",
    "process": "process",
    "consequence": "measurable consequence",
    "premise_addressed": "the opponent's weakest premise",
}
FLOOR_PERCENT = 55.0
UNDER = 1.0


class ComparedTurns(TurnPair):
    """The readings of one pair of turns. `inconsistent`: dimensions where two differ, which are draws."""

    readings: int
    inconsistent: tuple[Dimension, ...] = ()

    def won(self, dimension: Dimension) -> Won:
        won: Won = getattr(self, dimension)
        return won


def merge_comparisons(comparisons: Sequence[TurnComparison]) -> dict[int, ComparedTurns]:
    """By its newer turn. The last reading in an order counts; of several other turns, the nearest."""
    latest = {(c.newer, c.older, c.swapped): c for c in comparisons if c.older < c.newer}
    pairs = groupby((latest[key] for key in sorted(latest)), key=lambda c: (c.newer, c.older))
    # In order of the older turn, so that the nearest pair is the one that stays.
    return {newer: _settle(older, newer, tuple(readings)) for (newer, older), readings in pairs}


def _settle(older: int, newer: int, readings: tuple[TurnComparison, ...]) -> ComparedTurns:
    answers = {d: [getattr(reading, d) for reading in readings] for d in DIMENSIONS}
    split = tuple(d for d, given in answers.items() if len(set(given)) > 1)
    won: dict[str, Won] = {d: "draw" if d in split else given[0] for d, given in answers.items()}
    reason = " ".join(dict.fromkeys(r.reason for r in readings if r.reason))
    counts = {"readings": len(readings), "inconsistent": split}
    return ComparedTurns.model_validate({"older": older, "newer": newer, **won, **counts, "reason": reason})


def harmonise(
    turns: Sequence[AdjustedMarks], compared: Mapping[int, ComparedTurns], *, strict: bool = False
) -> tuple[AdjustedMarks, ...]:
    """The turns after floor calibration, earliest first; each is held against the older one as already harmonised.
    Marks stay within 0 and their maximum. Our own: docs/method.md."""
    done: dict[int, AdjustedMarks] = {}
    for turn in sorted(turns, key=lambda turn: turn.turn):
        pair = compared.get(turn.turn)
        done[turn.turn] = _harmonise_turn(turn, pair, done.get(pair.older), strict=strict) if pair else turn
    return tuple(done.values())


def _harmonise_turn(
    turn: AdjustedMarks, pair: ComparedTurns, older: AdjustedMarks | None, *, strict: bool
) -> AdjustedMarks:
    for dimension in DIMENSIONS:
        held = None if older is None else older.marks.on(dimension)
        flag: ScoreFlag | None = None
        if pair.won(dimension) == "newer":
            flag = _raise(turn, dimension, held, pair.older)
        elif pair.won(dimension) == "older":
            flag = _lower(turn, dimension, held, pair.older, strict=strict)
        turn = turn.now(flag, dimension) if flag else turn
    return turn


def floor(dimension: Dimension) -> float:
    """The least a winner has: 55% of the maximum.

    >>> floor("logic"), floor("rhetoric"), floor("tactics")
    (22.0, 16.5, 16.5)
    """
    return FLOOR_PERCENT * MAXIMA[dimension] / 100.0


def _raise(turn: AdjustedMarks, dimension: Dimension, held: float | None, older: int) -> ScoreFlag | None:
    mark, minimum = turn.marks.on(dimension), floor(dimension)
    target = minimum if held is None else max(minimum, held)
    if mark >= target - TOLERANCE:
        return None
    why = f"It won {dimension} against turn {older}, so it has at least {short_text(target)}"
    why += " (what that turn has)." if target > minimum else f" (55% of {short_text(MAXIMA[dimension])})."
    kind: FlagKind = "winner_raised"
    if dimension == "logic" and target > turn.cap + TOLERANCE:
        kind, target = "cannot_be_harmonised", max(mark, turn.cap)
        why += f" It cannot be harmonised: its links allow {short_text(turn.cap)} at most."
    return ScoreFlag(kind=kind, dimension=dimension, raw=mark, adjusted=target, reason=why, by=older)


def _lower(
    turn: AdjustedMarks, dimension: Dimension, held: float | None, older: int, *, strict: bool
) -> ScoreFlag | None:
    mark = turn.marks.on(dimension)
    ceilings = [] if held is None else [(held - UNDER, f"one point under that turn's {short_text(held)}")]
    if strict:
        minimum = floor(dimension)
        ceilings.append((minimum - UNDER, f"under the floor of {short_text(minimum)}"))
    ceiling, what = min(ceilings, default=(mark, ""))
    target = max(0.0, ceiling)
    if mark <= target + TOLERANCE:
        return None
    why = f"It lost {dimension} against turn {older}, so it has at most {short_text(target)}: {what}."
    return ScoreFlag(
        kind="loser_lowered", dimension=dimension, raw=mark, adjusted=target, reason=why, by=older
    )


def cap_marks(proposal: Proposal, *, opponent_before: bool = True) -> AdjustedMarks:
    """The proposal's marks under their caps, each 0 to its maximum. `opponent_before`: else there was no premise to
    address. Our own: docs/method.md."""
    links = tuple(_count(kind, proposal, opponent_before=opponent_before) for kind in LINKS)
    cap = link_cap(links)
    logic = min(proposal.logic, cap)
    delivery = proposal.delivery
    flags: list[ScoreFlag] = []
    if logic < proposal.logic:
        able = (f"{LINK_WORDS[one.kind]} {one.counted}" for one in links if one.counted != "not_applicable")
        why = f"Logic is at most {short_text(cap)} with {', '.join(able)}."
        flag = ScoreFlag(kind="link_cap", dimension="logic", raw=proposal.logic, adjusted=logic, reason=why)
        flags.append(flag)
    if proposal.framing < HALF_OF_FRAMING and delivery > proposal.framing:
        delivery = proposal.framing
        why = f"Delivery may not exceed framing ({short_text(delivery)}), which is under half of its maximum of 7.5."
        given = {"raw": proposal.delivery, "adjusted": delivery}
        flags.append(ScoreFlag(kind="delivery_cap", dimension="delivery", reason=why, **given))
    return AdjustedMarks(
        turn=proposal.turn,
        side=proposal.side,
        raw=_marks(proposal, proposal.logic, proposal.delivery),
        marks=_marks(proposal, logic, delivery),
        cap=cap,
        links=links,
        delivery=delivery,
        flags=tuple(flags),
    )


def link_cap(links: tuple[CountedLink, ...]) -> float:
    """The most logic may have, 8 to 40: 8 + 32 × the share of the links that can apply, a weak one counting half."""
    able = [CREDIT[link.counted] for link in links if link.counted != "not_applicable"]
    return BASE + RANGE * sum(able) / len(able) if able else BASE


def _marks(proposal: Proposal, logic: float, delivery: float) -> LiveScores:
    rhetoric = proposal.framing + proposal.clarity + proposal.resonance + delivery
    return LiveScores.of(logic=logic, rhetoric=rhetoric, tactics=proposal.tactics)


def _count(kind: LinkKind, proposal: Proposal, *, opponent_before: bool) -> CountedLink:
    """Of two of one kind the one worth less; a link the judge left out is missing."""
    can_apply = kind != "premise_addressed" or opponent_before
    every = [_read(link, can_apply=can_apply) for link in proposal.links if link.kind == kind]
    if every:
        return min(every, key=lambda link: CREDIT[link.counted])
    if not can_apply:
        return CountedLink(kind=kind, given=None, counted="not_applicable")
    return CountedLink(kind=kind, given=None, counted="missing", reason="The judge did not say.")


def _read(link: Link, *, can_apply: bool) -> CountedLink:
    counted: LinkState = link.state
    reason = ""
    if not can_apply:
        counted = "not_applicable"
        reason = "" if link.state == counted else "The speaker had heard no opponent yet."
    elif link.state == "not_applicable":
        counted, reason = "missing", "This link can always apply here, so it counts as missing."
    elif link.state in ("present", "weak") and not link.quote.strip():
        counted, reason = "missing", "No words were quoted for it, so it counts as missing."
    elif link.state in ("present", "weak") and link.found not in ("exact", "near"):
        counted, reason = "missing", "The quoted words were not found in the turn, so it counts as missing."
    return CountedLink(
        kind=link.kind, given=link.state, counted=counted, quote=link.quote, found=link.found, reason=reason
    )


class TraitsAt(FrozenModel):
    turn: int
    side: Side
    values: Mapping[Trait, float]
    personality: Archetype
    elasticity: float
    line: str


def last_heeded_turn(number: int, config: DebateConfig) -> int:
    """The last turn whose judging the speaker of turn `number` heeds; 0 or less for none.

    Lagged: its own turn before. Strict: every turn before it, but not one spoken at the same time.
    """
    if config.live is None:
        return 0
    together = config.format == "structured" and config.order == "simultaneous"
    if config.live.feedback == "lagged":
        return number - 2
    return number - (2 if together and number % 2 == 0 else 1)


def heed(proposals: Sequence[Proposal], number: int, config: DebateConfig) -> tuple[Proposal, ...]:
    last = last_heeded_turn(number, config)
    return tuple(sorted((p for p in proposals if p.turn <= last), key=lambda p: p.turn))


def traits_at(side: Side, number: int, proposals: Sequence[Proposal], config: DebateConfig) -> Traits | None:
    """None without a personality. A judging that found the side not the weaker puts no pressure on it."""
    felt = [p.pressure for p in heed(proposals, number, config) if p.weaker == side]
    manner = config.debater(side).manner
    return traits_after(manner, felt)[-1] if manner else None


def directive_at(side: Side, number: int, proposals: Sequence[Proposal], config: DebateConfig) -> str:
    manner, traits = config.debater(side).manner, traits_at(side, number, proposals, config)
    return directive(manner, traits) if manner and traits else ""


def traits_over(
    turns: Sequence[Turn], proposals: Sequence[Proposal], config: DebateConfig
) -> tuple[TraitsAt, ...]:
    return tuple(
        TraitsAt(
            turn=turn.number,
            side=turn.side,
            values=values,
            personality=debater.personality,
            elasticity=manner.elasticity,
            line=directive(manner, values),
        )
        for turn in turns
        if (debater := config.debater(turn.side)).personality
        and (manner := debater.manner)
        and (values := traits_at(turn.side, turn.number, proposals, config))
    )


TIE_WITHIN = 2.0
"""Marks of 100 within which a round is a tie. Our own."""
LEVEL = 0.90
_ORDERS = 4000


def marks_difference(pro: Sequence[float], con: Sequence[float]) -> Estimate:
    """PRO's mean mark minus CON's, in marks, with a 90% interval of Student's t, both sides' marks varying alike.

    Undefined without marks on both sides; no interval with fewer than 3 marks, or where no side's differ. Source:
    Student, Biometrika 6 (1908), 1-25. Of 70, 74 and 60, 64: 10 ± 2.92 · √8.

    >>> found = marks_difference([70.0, 74.0], [60.0, 64.0])
    >>> found.value, [round(end, 2) for end in found.interval]
    (10.0, [1.74, 18.26])
    >>> [marks_difference([70.0, 74.0][:n], [60.0]).known for n in (1, 2)]
    [False, True]
    """
    n = len(pro) + len(con)
    if not pro or not con:
        return Estimate(value=None, level=LEVEL, n=n, reason="a side has no marks yet")
    value, free = float(np.mean(pro) - np.mean(con)), n - 2
    squares = len(pro) * float(np.var(pro)) + len(con) * float(np.var(con))
    if free < 1 or squares <= TOLERANCE:
        why = "too few marks" if free < 1 else "each side's marks are all alike, so nothing is there"
        return Estimate(value=value, level=LEVEL, n=n, reason=f"{why} to tell chance from skill")
    error = (squares / free * (1 / len(pro) + 1 / len(con))) ** 0.5
    reach = float(special().stdtrit(free, 0.5 + LEVEL / 2)) * error
    return Estimate(value=value, interval=(value - reach, value + reach), level=LEVEL, n=n)


def rounds_by_chance(marks: Mapping[int, float], rounds: Sequence[tuple[int, ...]], by: int) -> float | None:
    """How often a side leads by ``by`` rounds or more, 0 to 1, if these marks by turn fell to the turns by chance.

    ``rounds``: the two turns of each; one within 2 marks is a tie. None without rounds. Source: a permutation test, of
    4,000 orders from one seed: B. Phipson & G. Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010), art. 39.

    One round, two marks far apart: somebody always wins it.

    >>> rounds_by_chance({2: 60.0, 3: 80.0}, [(2, 3)], 1)
    1.0
    """
    if not rounds:
        return None
    turns = sorted(marks)
    first, second = np.array([[turns.index(turn) for turn in pair] for pair in rounds], dtype=np.int64).T
    drawn = np.random.default_rng(len(turns)).permuted(
        np.tile([marks[turn] for turn in turns], (_ORDERS, 1)), axis=1
    )
    # By how many rounds one side leads in each order of the marks: sides take turns.
    ahead = (drawn[:, first] - drawn[:, second]) * (-1.0) ** np.array([turn for turn, _ in rounds])
    leads = np.where(np.abs(ahead) > TIE_WITHIN + TOLERANCE, np.sign(ahead), 0.0).sum(axis=1)
    return (1.0 + int((np.abs(leads) >= by).sum())) / (1.0 + _ORDERS)


def leading_side(won: Mapping[Side, int], difference: Estimate) -> Side | None:
    """The side that won more rounds, or else has the higher mean, where the marks' interval leaves out 0 for it."""
    if not difference.excludes_zero:
        return None
    ahead: Side = "pro" if difference.above(0.0) else "con"
    return ahead if won[ahead] >= won[opponent(ahead)] else None
