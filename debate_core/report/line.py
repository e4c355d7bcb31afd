"""Where judges stand on the line from CON over 0 to PRO: places of shapes and flags, as values.

Knows a finding and sizes in pixels; draws nothing. Invariant: no shape covers another, no flag's leader crosses a
flag's words; whoever stands beyond the line's end stands at its edge, and its flag keeps the number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from debate_core.numerals import listed
from debate_core.phrases import leaning_text

END = 4.0
"""Points from 0 to either end of the line."""
SHAPES = (
    "M10 2.2a7.8 7.8 0 1 0 0 15.6a7.8 7.8 0 1 0 0-15.6z",
    "M3 3h14v14H3z",
    "M10 .8L19.2 10L10 19.2L.8 10z",
    "M10 1.6L19 17.6H1z",
    "M10 1L19 7.6L15.6 18.2H4.4L1 7.6z",
    "M7 1.5h6V7h5.5v6H13v5.5H7V13H1.5V7H7z",
    "M5.2 1.7h9.6L19.6 10l-4.8 8.3H5.2L.4 10z",
    "M7.2 1h5.6v18H7.2z",
)
"""A judge's shape by its seat, as an SVG path in a box of 20."""
_WORDS = 2.3
"""Points that an interval's words take on a wide screen."""
_SHORT_WORDS = 2.0
"""The same of an interval on one side of 0, whose words name the side once."""


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Of a width of screen, in pixels: a shape, the line's length, a flag's words by the letter, lines, and the room
    above the line, what is beside it."""

    shape: int
    line: int
    letter: float
    row: int
    room: int
    margin: int
    names: bool


WIDE = Sizes(shape=24, line=1000, letter=8.2, row=26, room=165, margin=50, names=True)
NARROW = Sizes(shape=20, line=310, letter=7.8, row=20, room=120, margin=18, names=False)


@dataclass(frozen=True, kw_only=True)
class Stand:
    """Where one judge stands: `seat` its place on the panel from 0, `value` its own lead in points, PRO above 0."""

    judge: str
    seat: int
    value: float


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One judge's shape: `at` points from 0 within the line, `up` pixels above it."""

    judge: str
    seat: int
    at: float
    up: int


@dataclass(frozen=True, kw_only=True)
class Flag:
    """Words above one place: names, what is said of them, `up` pixels above the line; `foot`: where its leader
    ends; `over`: pixels that the words are pushed back by, so that they end at the edge."""

    names: str
    said: str
    at: float
    foot: int
    up: int
    over: int


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Shapes and flags; no flags where they would not fit: then the names stand in the legend with their numbers."""

    marks: tuple[Mark, ...]
    flags: tuple[Flag, ...]


def shape(seat: int) -> str:
    """A judge's shape."""
    return SHAPES[seat % len(SHAPES)]


def layout(stands: Sequence[Stand], sizes: Sizes) -> Layout:
    """Shapes that would touch are stacked; the flags of each side fly away from 0, the innermost highest."""
    marks = _stacked(stands, sizes)
    flags = tuple(_flags(stands, marks, sizes))
    return Layout(marks=tuple(marks), flags=flags if _fits(flags, sizes) else ())


def within(value: float) -> float:
    """A place in points as far as the line reaches."""
    return min(END, max(-END, value))


def _stacked(stands: Sequence[Stand], sizes: Sizes) -> list[Mark]:
    """Each shape as low as it can stand without touching another."""
    touching = _points(sizes.shape, sizes)
    found: list[Mark] = []
    for stand in sorted(stands, key=lambda one: (one.value, one.seat)):
        at = within(stand.value)
        taken = {mark.up for mark in found if abs(mark.at - at) < touching}
        up = next(up for up in range(0, sizes.shape * len(stands), sizes.shape) if up not in taken)
        found.append(Mark(judge=stand.judge, seat=stand.seat, at=at, up=up))
    return sorted(found, key=lambda mark: mark.seat)


def _flags(stands: Sequence[Stand], marks: Sequence[Mark], sizes: Sizes) -> list[Flag]:
    by_seat = {mark.seat: mark for mark in marks}
    alike: dict[tuple[str, float], list[Stand]] = {}
    for stand in stands:
        alike.setdefault((leaning_text(stand.value), round(within(stand.value), 1)), []).append(stand)
    placed: list[Flag] = []
    # From the outermost in, so that an inner flag can be put above whatever stands under its words.
    for (said, _), group in sorted(alike.items(), key=lambda one: -abs(within(one[1][0].value))):
        top = max((by_seat[stand.seat] for stand in group), key=lambda mark: mark.up)
        names = listed([stand.judge for stand in group]) if sizes.names else ""
        pixels = sizes.letter * len(f"{names} {said}") + 12
        out = abs(top.at) * sizes.line / (2 * END) + pixels - sizes.line / 2
        over, foot = max(0, round(out - sizes.margin)), top.up + sizes.shape + 3
        # The words reach from `over` before the leader to their end, in points from 0.
        near, far = abs(top.at) - _points(over, sizes), abs(top.at) + _points(pixels - over, sizes)
        ours = [
            one
            for one in marks
            if (one.at < 0) == (top.at < 0) and near - _points(sizes.shape / 2, sizes) < abs(one.at) <= far
        ]
        under = [one.up + sizes.shape + 6 for one in ours]
        for one in placed:
            if (one.at < 0) == (top.at < 0) and abs(one.at) - _points(one.over, sizes) <= far:
                under.append(one.up + sizes.row)
        placed.append(
            Flag(names=names, said=said, at=top.at, foot=foot, up=max([foot + 8, *under]), over=over)
        )
    return placed


def _fits(flags: Sequence[Flag], sizes: Sizes) -> bool:
    """Whether all stand in the room above the line, and no leader meets words that were pushed back from the edge."""
    pushed = [(abs(flag.at), _points(flag.over, sizes), flag.at < 0) for flag in flags if flag.over]
    crossed = any(
        (flag.at < 0) == left and at - over < abs(flag.at) < at for at, over, left in pushed for flag in flags
    )
    return not crossed and all(flag.up + sizes.row <= sizes.room for flag in flags)


def _points(pixels: float, sizes: Sizes) -> float:
    return pixels * 2 * END / sizes.line


def words_beside(low: float, high: float) -> Literal["left", "right", "under left", "under right"]:
    """Where an interval's words stand: on the side with more room, and where the line at 0 doesn't cross them; where
    there is none below, on the interval's side of 0.

    >>> words_beside(-1.0, -0.3), words_beside(0.3, 1.0), words_beside(-2.1, -1.0), words_beside(-3.0, 3.0)
    ('left', 'right', 'under left', 'under right')
    """
    under: Literal["under left", "under right"] = "under left" if low + high < 0 else "under right"
    left, right = within(low) + END, END - within(high)
    if high < 0:
        return "left" if left >= _SHORT_WORDS else "right" if -within(high) >= _SHORT_WORDS else under
    if low > 0:
        return "right" if right >= _SHORT_WORDS else "left" if within(low) >= _SHORT_WORDS else under
    if max(left, right) < _WORDS:
        return under
    return "left" if left > right else "right"


def clipped(low: float, high: float) -> tuple[float, float]:
    """An interval as far as the line reaches."""
    return within(low), within(high)
