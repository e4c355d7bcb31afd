"""Pictures along a line: leads from CON to PRO, scores from the lowest to the highest, and rounds."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.live_judge import Leader
from debate_core.domain.numerals import UNDEFINED, number_text, round_away, short_text
from debate_core.domain.transcript import Side
from debate_core.domain.wording import side_ahead
from debate_core.library.report.live import Stretch
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import lead_text, range_text, value_text
from debate_core.reporting.blocks import Figure

Ends = tuple[float, float]
ScoreKind = Literal["given", "adjusted", "both"]


class Lead(FrozenValue):
    """A lead in points, PRO above 0: a judge's, by its ``seat``, or what else has one. ``hollow``: who is left out, or
    how it was before. One that is undefined says why."""

    name: str
    found: Estimate
    seat: int | None
    hollow: bool = False

    @property
    def side(self) -> Side | None:
        """The side that is ahead; None at 0 or where it is undefined."""
        return side_ahead(self.found.value or 0.0)

    @property
    def words(self) -> str:
        if self.found.value is None:
            return self.found.reason or UNDEFINED
        return lead_text(self.found.value)


class NumberLine(Figure):
    """Leads on one line from CON over 0 to PRO, a lane each; what lies beyond 4 points is an arrow at the edge.
    ``likely``: where the lead likely is, the first as a bar, the others as thin lines; they take a side's colour only
    where it is ``named`` the winner. ``lead``: marked on the first."""

    title: str
    leads: tuple[Lead, ...] = ()
    likely: tuple[tuple[str, Estimate], ...] = ()
    lead: float | None = None
    named: Side | None = None
    scale: ClassVar[Ends] = (-4.0, 4.0)
    ticks: ClassVar[tuple[float, ...]] = (-2.0, 0.0, 2.0)

    @property
    def drawable(self) -> bool:
        return any(one.found.value is not None for one in self.leads) or any(
            one.known for _, one in self.likely
        )

    @property
    def words(self) -> str:
        texts = [f"{one.name} {one.words}" for one in self.leads]
        texts += [f"likely lead, {name}: {range_text(one, 'lead')}" for name, one in self.likely]
        return f"{self.alt}: {'; '.join(texts)}"

    def beyond(self, *values: float) -> tuple[str, ...]:
        """At which edges of the line an arrow shows that it goes on."""
        low, high = self.scale
        return tuple(edge for edge, out in (("low", min(values) < low), ("high", max(values) > high)) if out)


class JudgeMarker(FrozenValue):
    """A judge's shape on a lead line: how many shapes stand below it, and in which row its flag flies."""

    lead: Lead
    at: float
    level: int
    row: int


class LeadLine(NumberLine):
    """The same leads on one line, as each judge's shape, those too near each other stacked. ``flags``: with each lead
    in words above, the shapes' names below, and where the lead likely is."""

    flags: bool = False

    @property
    def marks(self) -> tuple[JudgeMarker, ...]:
        """What is known, from the left to the right. A flag flies away from 0, one nearer to 0 above one farther off,
        so that no pole crosses a flag."""
        low, high = self.scale
        known = [
            (min(high, max(low, one.found.value)), one) for one in self.leads if one.found.value is not None
        ]
        known.sort(key=lambda one: one[0])
        near = 0.4 if self.flags else 0.55
        marks: list[JudgeMarker] = []
        for at, lead in known:
            taken = {one.level for one in marks if at - one.at < near}
            farther = sum(other * at >= 0 and abs(other) > abs(at) for other, _ in known)
            alike = sum(one.at == at for one in marks)
            level = next(level for level in range(len(known)) if level not in taken)
            marks.append(JudgeMarker(lead=lead, at=at, level=level, row=farther + alike))
        return tuple(marks)

    @property
    def rises(self) -> int:
        """How high the marks and their flags stand above the line, in pixels."""
        stacked = 16 * max((one.level for one in self.marks), default=0) + 16
        return stacked + (20 * (1 + max((one.row for one in self.marks), default=0)) if self.flags else 0)


class Score(FrozenValue):
    """One judge's score of one argument as ``given``, and ``adjusted`` for how strict it is; None is missing."""

    given: float | None
    adjusted: float | None = None

    @property
    def moved(self) -> Ends | None:
        """From where to where the adjustment moves it; None where it doesn't."""
        if self.given is None or self.adjusted is None or self.given == self.adjusted:
            return None
        return min(self.given, self.adjusted), max(self.given, self.adjusted)

    @property
    def way(self) -> str:
        """Whether a strict judge's score is raised or a lenient judge's lowered."""
        return "raised" if self.moved and self.moved[0] == self.given else "lowered"


class ScoreRow(FrozenValue):
    """An argument or a quality: each judge's score in panel order, their average, and its rank in words."""

    argument: str
    side: Side | None
    claim: str
    scores: tuple[Score, ...]
    average: float | None
    rank: str = ""


class Scores(Figure):
    """Each judge's score of each argument on one line, in the unit and on the ``scale`` of the rubric: hollow as given,
    solid adjusted; ``kind``: which of them are drawn; ``own``: how many of the last are the reader's, as stars;
    ``averaged``: what the average is of. Raises ValueError where an argument has not a score a judge."""

    judges: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    scale: Ends
    kind: ScoreKind = "both"
    own: int = 0
    averaged: str = "average"

    def __post_init__(self) -> None:
        super().__post_init__()
        for row in self.rows:
            if len(row.scores) != len(self.judges):
                raise ValueError(f"{len(row.scores)} scores of {len(self.judges)} judges on {row.argument}")

    @property
    def drawable(self) -> bool:
        return any(score.given is not None for row in self.rows for score in row.scores)

    @property
    def adjusted(self) -> bool:
        return any(score.adjusted is not None for row in self.rows for score in row.scores)

    @property
    def ticks(self) -> range:
        """The whole points of the scale; of a long one about ten."""
        low, high = map(round, self.scale)
        return range(low, high + 1, max(1, (high - low) // 9))

    def words(self, row: ScoreRow) -> str:
        """An argument's scores, for those who can't see them."""
        words = []
        for judge, score in zip(self.judges, row.scores, strict=True):
            given = "no score" if score.given is None else number_text(score.given)
            adjusted = "" if score.moved is None else f", adjusted {value_text(score.adjusted, 'number')}"
            words.append(f"{judge} {given}{adjusted}")
        return f"{row.argument}: {'; '.join(words)}; average {value_text(row.average, 'number')}"


class RoundTurn(FrozenValue):
    """A turn, or a pair of arguments, by its number, and whose it is where that is known. ``judged``: whether it has
    its marks; ``lead``: PRO's mean minus CON's so far, None before both have one; ``name``: below the axis, where that
    isn't its number."""

    number: int
    side: Side | None
    judged: bool = True
    lead: float | None = None
    name: tuple[str, ...] = ()


class TurningPoint(FrozenValue):
    """What turned, and in which turns; ``at``: where on the axis, None where it has no place there."""

    words: str
    at: int | None


class SideReading(FrozenValue):
    """One of the two readings: who leads in it, and a line on that. ``rounds``: who won each, None for a tie."""

    title: str
    leader: Leader | None
    sentence: str
    rounds: tuple[Side | None, ...] = ()


class Rounds(Figure):
    """By how much each round was won, PRO up and CON down, the lead so far, the turning points, what each side argued,
    and both readings of it. ``won``: by a round's first turn, or argument where ``axis`` counts these, PRO's mark minus
    CON's; None where it doesn't count; ``tied``: those that nobody won. ``unit``: what the marks are; ``pixels``: how
    high one is drawn, alike in every picture; ``note``: on both readings; ``over``: no turn is still to come or to be
    judged."""

    turns: tuple[RoundTurn, ...]
    won: tuple[tuple[int, float | None], ...]
    axis: Literal["turn", "argument"] = "turn"
    unit: str = "marks of 100"
    pixels: float = 5.0
    tied: tuple[int, ...] = ()
    points: tuple[TurningPoint, ...] = ()
    held: tuple[Stretch, ...] = ()
    readings: tuple[SideReading, ...] = ()
    note: str = ""
    over: bool = True

    @property
    def drawable(self) -> bool:
        return any(one.lead is not None for one in self.turns) or any(one is not None for _, one in self.won)

    @property
    def across(self) -> Ends:
        """The turns from the left to the right, with room beside the first and the last."""
        return self.turns[0].number - 0.5, self.turns[-1].number + 0.5

    @property
    def down(self) -> Ends:
        """Marks from the top to the bottom, with room for the figures on both sides of 0."""
        drawn = (*(turn.lead for turn in self.turns), *(won for _, won in self.won))
        marks = [one for one in drawn if one is not None]
        half, line = 90 / self.pixels, 30 / self.pixels
        return max(half, max(marks) + line), min(-half, min(marks) - line)

    @property
    def height(self) -> int:
        """In pixels."""
        return int(round_away(self.pixels * (self.down[0] - self.down[1]), 0))

    @property
    def bars(self) -> Iterator[tuple[float, float, str]]:
        """The middle of each round, by how much it was won, and whose it is or whether it is a tie."""
        between = 0.5 if self.axis == "turn" else 0.0
        for turn, mark in self.won:
            if mark and round_away(mark, 1):
                side = side_ahead(mark)
                yield turn + between, mark, f"{side} tie" if turn in self.tied else f"{side}"

    def figure_at(self, middle: float, won: float) -> float:
        """Where a round's figure stands: at the end of its bar, or past the lead where that would cross it."""
        line, toward = 18 / self.pixels, math.copysign(1.0, won)
        known = [(one.number, one.lead) for one in self.turns if one.lead is not None]
        if not known:
            return won
        numbers, leads = np.array(known).T
        near = np.interp([middle - 0.2, middle, middle + 0.2], numbers, toward * leads, math.nan, math.nan)
        end, lead = abs(won), max((float(one) for one in near if one == one), default=0.0)
        crossed = any(end < one + line / 8 and one < end + line for one in near)
        return toward * (lead + line / 5 if crossed else end)

    @property
    def steps(self) -> Iterator[tuple[RoundTurn, RoundTurn]]:
        """Each two turns between which the lead is drawn."""
        return pairwise(one for one in self.turns if one.lead is not None)

    @property
    def pins(self) -> tuple[tuple[RoundTurn, str], ...]:
        """Each turn that is a turning point, and its numbers in the list of them."""
        numbers = {
            turn: [str(n) for n, one in enumerate(self.points, start=1) if one.at == turn.number]
            for turn in self.turns
        }
        return tuple((turn, ",".join(some)) for turn, some in numbers.items() if some)

    @property
    def halves(self) -> int:
        """The columns below the axis: two a turn, so that what begins with one can end in the middle of another."""
        return 2 * len(self.turns)

    @property
    def beside(self) -> tuple[tuple[TurningPoint, int, int], ...]:
        """The turning points with the columns that their words have beside their pins; none where one has no room."""
        start, placed = 1, []
        for one in self.points:
            end = 0 if one.at is None else 2 * (one.at - self.turns[0].number + 1)
            if self.halves > 40 or end - start < self.halves / 6 or len(one.words) > _WORDS_BESIDE:
                return ()
            placed.append((one, start, end))
            start = end + 1
        return tuple(placed)

    def columns(self, one: Stretch) -> tuple[int, int]:
        first = self.turns[0].number
        return 2 * (one.first - first) + 1, 2 * (one.last - first) + 3

    def list_place(self, one: Stretch) -> Literal["", "narrow", "wide"]:
        """Whether a list below holds what a side argued, for want of room: on a narrow screen only, or always."""
        start, end = self.columns(one)
        lines = (across * (end - start) / self.halves - 3 for across in _LETTERS_ACROSS)
        need = max([len(one.claim) / _CLAIM_LINES, *map(len, one.claim.split())])
        narrow, wide = (need > letters for letters in lines)
        return "wide" if wide else "narrow" if narrow or self.many else ""

    def place_text(self, one: Stretch) -> str:
        """Where a side argued so, in figures."""
        return one.argument or (f"{one.first}–{one.last}" if one.last > one.first else f"{one.first}")

    @property
    def many(self) -> bool:
        """Whether there are too many turns for words below them."""
        return len(self.turns) > _MAX_WITH_WORDS

    @property
    def words(self) -> str:
        named = "turns {0} and {1}" if self.axis == "turn" else "argument {0}"
        won = (
            f"{named.format(turn, turn + 1)} {UNDEFINED if mark is None else _mark_text(mark)}"
            f"{' (a tie)' if turn in self.tied else ''}"
            for turn, mark in self.won
        )
        last = next((one.lead for one in reversed(self.turns) if one.lead is not None), None)
        lead = "" if last is None else f"; lead at the end {_mark_text(last)}"
        points = (f"turning point {n}: {one.words}" for n, one in enumerate(self.points, start=1))
        return "; ".join((f"{self.alt}: {', '.join(won)}{lead}", *points, *map(self.held_text, self.held)))

    def held_text(self, one: Stretch) -> str:
        turns = f"turns {one.first} to {one.last}" if one.last > one.first else f"turn {one.first}"
        where = one.argument or f"{one.side.upper()}, {turns}"
        return f"{where}: {one.claim}{f' ({one.end_text})' if one.end_text else ''}"

    def tick(self, turn: RoundTurn) -> tuple[str, ...]:
        """The lines below a place of the axis."""
        if self.axis == "argument":
            return turn.name or (f"PRO-{turn.number}", f"CON-{turn.number}")
        return (f"{turn.number}" if turn.judged else f"{turn.number} ×",)

    def mark_text(self, value: float) -> str:
        """By how much a round was won, without its side."""
        return short_text(abs(value))


_WORDS_BESIDE = 130
"""Characters of a turning point that still have room beside its pin."""
_LETTERS_ACROSS, _CLAIM_LINES, _MAX_WITH_WORDS = (48, 115), 7, 12
"""Letters from the first turn to the last on a narrow and a wide screen; lines of a claim, and turns, with room."""


def _mark_text(value: float) -> str:
    return "level" if not round_away(value, 1) else lead_text(value)
