"""The kinds of pictures that a block can hold. Each is drawn from one template, in pages and files alike."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import round_away, share_words
from debate_core.domain.transcript import Side
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.shared_errors import ASSUMED
from debate_core.phrases import BANDS, Unit, cell_text, share_beside_text, tick_text
from debate_core.reporting.blocks import Figure
from debate_core.reporting.line_figures import Ends


def known_ends(estimates: Iterable[Estimate]) -> list[float]:
    """What has to be in sight: every value and both ends of every interval."""
    return [end for one in estimates for end in (*(one.interval or ()), one.value) if end is not None]


class Intervals(Figure):
    """One line a figure, a dot with its interval, on one axis. ``reference``: the value that says nothing; ``axis``:
    what the values are; ``judges``: the panel, whose shapes stand beside their names; ``references``: a row's own
    reference. Rows without a value stay, and say so."""

    axis: str
    unit: Unit
    rows: tuple[tuple[str, Estimate], ...]
    reference: float = 0.0
    judges: tuple[str, ...] = ()
    references: tuple[float, ...] = ()

    @property
    def drawable(self) -> bool:
        """Whether a figure has an interval: without one a picture would show more than is known."""
        return any(one.known for _, one in self.rows)

    @property
    def scale(self) -> tuple[float, float]:
        """From where to where it is drawn: shares from 0 to 1, coefficients from 0 or below to 1, else as far as the
        values reach, alike on both sides of the reference, a strict judge left."""
        known = known_ends(one for _, one in self.rows)
        if self.unit in ("share", "rate", "probability"):
            return 0.0, 1.0
        if self.unit == "coefficient":
            return min(0.0, *known), 1.0
        reach = 1.05 * max(abs(end - self.reference) for end in known) or 1.0
        reach = -reach if self.unit == "strictness" else reach
        return self.reference - reach, self.reference + reach

    @property
    def ends(self) -> tuple[str, str]:
        """What stands below both ends of the axis; of strictness, whose figures say how much, which way it is."""
        if self.unit == "strictness":
            return "strict", "lenient"
        low, high = self.scale
        return tick_text(low, self.unit), tick_text(high, self.unit)

    def side(self, estimate: Estimate) -> str:
        """Whose colour a range takes: of leads, that of the side it lies on; else none."""
        if self.unit != "lead":
            return ""
        return "pro" if estimate.above(0.0) else "con" if estimate.below(0.0) else ""


TileKind = Literal["pro", "con", "open", "filled", "running", "stopped", "failed", "waiting"]


@dataclass(frozen=True)
class TileGroup:
    """Cases of one kind: how they look, what they are, how many."""

    kind: TileKind
    label: str
    count: int


class Tiles(Figure):
    """A tile for each case, and how many there are of each kind. ``tall``: few that count for themselves."""

    groups: tuple[TileGroup, ...]
    tall: bool = False
    most: ClassVar[int] = 600

    @property
    def drawable(self) -> bool:
        """Whether there is a case, and not more than can be told apart."""
        return 0 < sum(one.count for one in self.groups) <= self.most


class DotSquare(FrozenValue):
    """A hundred panels as dots: ``counts`` name PRO, CON and none; ``share`` is how many name a side."""

    label: str
    note: str
    share: Estimate
    counts: tuple[int, int, int]


class DotSquares(Figure):
    """Squares of a hundred dots beside each other, from before to after."""

    squares: tuple[DotSquare, ...]
    key: tuple[str, str, str] = ("names PRO", "names CON", "no call, the right answer to a tie")

    @property
    def drawable(self) -> bool:
        """Whether there is a square, each of a hundred dots."""
        return bool(self.squares) and all(sum(one.counts) == 100 for one in self.squares)


class Gauge(FrozenValue):
    """A coefficient up to 1 that answers ``title``. ``cuts``: where poor, low and fair end; ``sentence``: its sense."""

    title: str
    term: str
    found: Estimate
    cuts: tuple[float, float, float]
    sentence: str = ""


class Gauges(Figure):
    """Coefficients beside each other on one scale, each with its bands, its interval as a bar, its value as a mark;
    what lies beyond the scale is an arrow at its edge. One that is undefined says so."""

    gauges: tuple[Gauge, ...]
    scale: ClassVar[tuple[float, float]] = (-0.5, 1.0)

    @property
    def drawable(self) -> bool:
        """Whether there is a coefficient; one that is undefined is drawn as words."""
        return bool(self.gauges)

    def bands(self, gauge: Gauge) -> Iterator[tuple[str, tuple[float, float]]]:
        """Each band's name, and from where to where it reaches."""
        low, high = self.scale
        yield from zip(BANDS, pairwise((low, *gauge.cuts, high)), strict=True)


class HeatCell(FrozenValue):
    """A figure as ``text`` with another, ``small``, beside it; ``value`` None is missing. ``depth``: how deep its tint
    is, from −1 (harsher) over 0 to 1. ``label`` says it all in words; ``opens``: an argument's id, perhaps with "/" and
    a judge's name."""

    value: float | None
    text: str
    small: str = ""
    depth: float = 0.0
    label: str
    opens: str = ""

    @property
    def step(self) -> str:
        """The classes of its tint, in twelve steps."""
        return f"{'kinder ' if self.depth > 0 else ''}s{int(round_away(12 * min(1.0, abs(self.depth)), 0))}"


@dataclass(frozen=True)
class HeatColumn:
    """A judge, by its ``seat``, or what else stands above a column."""

    name: str
    seat: int | None = None
    note: str = ""


class HeatGroup(FrozenValue):
    """Columns on one scale. ``away``: harsher or kinder than the average; ``apart``: from 0. ``ends``: words below."""

    title: str = ""
    caption: str = ""
    columns: tuple[HeatColumn, ...]
    ramp: Literal["away", "apart"]
    ends: tuple[str, ...]


class HeatRow(FrozenValue):
    """What a row is of, with its cells by group; ``None`` leaves a place empty."""

    name: str
    side: Side | None = None
    claim: str = ""
    seat: int | None = None
    note: str = ""
    disputed: bool = False
    cells: tuple[tuple[HeatCell | None, ...], ...]


class Heatmap(Figure):
    """Tinted cells: rows, of arguments or judges, under one or more groups of columns. Of many rows the first ten are
    in sight. Raises ValueError where cells and columns differ in number."""

    noun: str
    groups: tuple[HeatGroup, ...]
    rows: tuple[HeatRow, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        for row in self.rows:
            if [len(one) for one in row.cells] != [len(one.columns) for one in self.groups]:
                raise ValueError(f"the cells of {row.name!r} don't stand under the columns of {self.alt!r}")

    @property
    def drawable(self) -> bool:
        return any(
            cell and cell.value is not None for row in self.rows for part in row.cells for cell in part
        )

    def ends(self, group: HeatGroup) -> tuple[str, ...]:
        """The words below a group's scale, which say where a cell lies beyond its ends."""
        at = self.groups.index(group)
        if all(abs(cell.depth) <= 1.0 for row in self.rows for cell in row.cells[at] if cell):
            return group.ends
        if group.ramp == "apart":
            return (*group.ends[:-1], f"≥ {group.ends[-1]}")
        return tuple(one.replace("−", "≤ −").replace("+", "≥ +") for one in group.ends)

    @property
    def parts(self) -> tuple[tuple[HeatRow, ...], ...]:
        """What is in sight, and what is folded away below it."""
        first = 10 if len(self.rows) > 12 else len(self.rows)
        return tuple(filter(None, (self.rows[:first], self.rows[first:])))


class Trend(FrozenValue):
    """Figures of one thing, each at its place along the axis. ``seat``: its shape; ``side``: its colour. All are
    ``hollow``, or those that have a reason why they have no interval; one without a value leaves a gap."""

    name: str
    seat: int = 0
    side: Side | None = None
    hollow: bool = False
    points: tuple[tuple[int, Estimate], ...]


class Trends(Figure):
    """Small charts with one scale and one axis. ``charts``: each a title with its trends; ``places``: what each place
    along the axis is; ``ticks``: what stands below it, by place; ``levels``: what stands beside it; ``key``: what to
    know of it; ``chosen``: the place that is meant. ``joined``: by lines."""

    charts: tuple[tuple[str, tuple[Trend, ...]], ...]
    places: tuple[str, ...]
    ticks: tuple[tuple[int, str], ...]
    scale: tuple[float, float]
    levels: tuple[float, ...]
    unit: Unit
    key: str
    chosen: int | None = None
    joined: bool = True

    @property
    def drawable(self) -> bool:
        return any(
            one.value is not None for _, trends in self.charts for trend in trends for _, one in trend.points
        )

    @property
    def across(self) -> tuple[float, float]:
        """Half a place more than there are, on either side."""
        return -0.5, len(self.places) - 0.5

    @property
    def down(self) -> tuple[float, float]:
        return self.scale[1], self.scale[0]

    def path(self, trend: Trend) -> str:
        """Through its values, as a path in a box of the scale's height, a unit wide for each place."""
        known = ((at, one.value) for at, one in trend.points if one.value is not None)
        steps = (f"{at + 0.5:g} {self.scale[1] - value:.3g}" for at, value in known)
        return f"M{'L'.join(steps)}"

    def words(self, trend: Trend, at: int, one: Estimate) -> str:
        """A figure with where it is, and of what where lines cross."""
        name = f"{trend.name}, " if self.joined else ""
        return f"{name}{self.places[at]}: {cell_text(one, self.unit)}"

    @property
    def legend(self) -> tuple[Trend, ...]:
        """The trends that every chart has, where a chart has several."""
        first = self.charts[0][1]
        return first if len(first) > 1 else ()


class LuckBar(Figure):
    """From none to all of their mistakes shared: how far a lead holds, to ``gone``, beside what real models share. It
    takes a side's colour only where that is ``named`` the winner. Shares are from 0 to 1."""

    gone: float
    real: float
    named: Side | None = None
    scale: ClassVar[Ends] = (0.0, 1.0)

    @property
    def drawable(self) -> bool:
        return 0.0 <= self.gone <= 1.0

    @property
    def words(self) -> str:
        return f"{self.alt}: {self.real_text}; {self.gone_text}"

    @property
    def real_text(self) -> str:
        return f"real models share about {share_words(self.real)}"

    @property
    def gone_text(self) -> str:
        return f"lead gone at {self.gone_share}"

    @property
    def gone_share(self) -> str:
        return share_beside_text(self.gone, *ASSUMED)

    @property
    def anchor(self) -> str:
        """Where the end's label begins, so that it stays on the picture."""
        return "start" if self.gone < 0.25 else "end" if self.gone > 0.6 else "middle"
