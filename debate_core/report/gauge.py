"""Agreement figures on one scale up to 1: bands behind, the interval as a bar, the value as a mark; as values.

Reads Statistics; draws nothing. Invariant: the interval is there whenever there is one, and the
bands stand behind it, never in its place; gauges beside each other share their scale; nothing is drawn for an undefined
value.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from debate_core.measuring.agreement import Band
from debate_core.numerals import coefficient
from debate_core.report.shape import Statistic

LEAST = -0.5
"""Where the scale begins unless a value lies lower."""
Bands = Sequence[tuple[float, Band]]


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """A part of the scale: where it begins and ends, from 0 to 1 of the width; a band's `name`, and how much of it
    stands for agreement, from 0 to 1."""

    low: float
    high: float
    name: str = ""
    depth: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A number below the scale, and where."""

    at: float
    said: str


@dataclass(frozen=True, kw_only=True)
class Gauge:
    """One figure on its scale; None where there is none."""

    bands: tuple[Stretch, ...]
    ticks: tuple[Tick, ...]
    value: float | None
    interval: Stretch | None


def gauges(found: Sequence[tuple[Statistic, Bands]]) -> tuple[Gauge, ...]:
    """Each figure, with its own bands behind it, on the scale that all of them share."""
    low = _floor(
        [one for each, _ in found for one in (each.value, *(each.interval or ())) if one is not None]
    )
    return tuple(_gauge(one, bands, low) for one, bands in found)


def _floor(values: Sequence[float]) -> float:
    """Half below 0, or the tenth below the lowest value, no lower than −1."""
    lowest = min([LEAST, *values])
    return LEAST if lowest == LEAST else max(-1.0, math.floor(lowest * 10) / 10)


def _gauge(found: Statistic, limits: Bands, low: float) -> Gauge:
    def at(value: float) -> float:
        return min(1.0, max(0.0, (value - low) / (1 - low)))

    ends = [1.0, *(least for least, _ in limits)]
    bands = [
        Stretch(low=at(least), high=at(end), name=band.name, depth=1 - place / (len(limits) - 1))
        for place, ((least, band), end) in enumerate(zip(limits, ends, strict=False))
    ]
    marks = [low, 0.0, *sorted(least for least, _ in limits if least > low), 1.0]
    return Gauge(
        bands=tuple(reversed(bands)),
        ticks=tuple(Tick(at=at(mark), said=_short(mark)) for mark in marks),
        value=None if found.value is None else at(found.value),
        interval=found.interval and Stretch(low=at(found.interval[0]), high=at(found.interval[1])),
    )


def _short(mark: float) -> str:
    """A round number without its decimals."""
    return f"{mark:g}" if mark == round(mark) else coefficient(mark)
