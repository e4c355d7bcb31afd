"""Puts a figure and its uncertainty into words: the one place that does."""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from debate_core.measuring.estimate import Estimate
from debate_core.numerals import (
    MINUS,
    UNDEFINED,
    ZERO,
    bare,
    beside,
    dollars,
    listed,
    odds,
    percent,
    share_words,
    signed,
)

Unit = Literal[
    "coefficient",
    "points",
    "difference",
    "lead",
    "share",
    "probability",
    "log_odds",
    "number",
    "count",
    "money",
]
"""How a figure is written. ``coefficient``: alpha and its like; ``points``: score points; ``difference``: points with
their sign; ``lead``: PRO minus CON, in points; ``share``: 0 to 1, as percent; ``probability``: a share that is never
certain; ``log_odds``; ``number``: one decimal, the unit stands nearby; ``count``; ``money``: US dollars."""
THIS_PANEL = "this panel"
"""For whom an interval holds that takes the judges as given."""
SIMILAR_PANELS = "similar panels"
"""For whom an interval holds that takes the judges as a sample."""
BANDS = ("poor", "low", "fair", "high")
"""How far judges agree by a coefficient, between the cuts of its kind."""


def lead_text(value: float) -> str:
    """A lead, PRO minus CON in points, with as many decimals as show who leads.

    >>> lead_text(1.24), lead_text(-0.3), lead_text(-0.003), lead_text(0.0)
    ('PRO +1.2', 'CON +0.3', 'CON +0.003', '0')
    """
    if abs(value) < ZERO:
        return "0"
    decimals = next(places for places in range(1, 8) if round(value, places))
    return f"{'PRO' if value > 0 else 'CON'} +{abs(value):.{decimals}f}"


def difference_text(value: float) -> str:
    """Points with their sign; near 0 with a second decimal, so that an end of a range shows on which side it lies.

    >>> difference_text(1.24), difference_text(-0.035), difference_text(0.001), difference_text(0.0)
    ('+1.2', '−0.04', 'just over 0', '0')
    """
    if round(value, 1) or abs(value) < ZERO:
        return signed(value)
    return signed(value, 2) if round(value, 2) else f"just {'over' if value > 0 else 'under'} 0"


_WRITE: Mapping[Unit, Callable[[float], str]] = {
    "coefficient": lambda value: bare(value, 2),
    "points": lambda value: bare(value, 1),
    "difference": difference_text,
    "lead": lead_text,
    "share": lambda value: percent(value).replace("-", MINUS),
    "probability": odds,
    "log_odds": lambda value: signed(value, 2),
    "number": lambda value: bare(value, 1),
    "count": lambda value: f"{value:,.0f}",
    "money": dollars,
}
_SUFFIX: Mapping[Unit, str] = {"points": " points", "difference": " points"}


def value_text(value: float | None, unit: Unit = "coefficient", *limits: float) -> str:
    """A value with its unit, as a sentence says it; a coefficient shows on which side of each of ``limits`` it lies.

    >>> value_text(0.714), value_text(1.42, "points"), value_text(0.284, "share"), value_text(None)
    ('0.71', '1.4 points', '28%', 'undefined')
    >>> value_text(0.4996, "coefficient", 0.5)
    '0.4996'
    """
    if value is None:
        return UNDEFINED
    return (beside(value, *limits) if limits else _WRITE[unit](value)) + _SUFFIX.get(unit, "")


def cell_value_text(value: float | None, unit: Unit = "number") -> str:
    """A value in a cell whose column names the unit; a dash where there is none.

    >>> cell_value_text(1.42, "points"), cell_value_text(None, "points")
    ('1.4', '–')
    """
    return "–" if value is None else _WRITE[unit](value)


def range_text(found: Estimate, unit: Unit = "coefficient") -> str:
    """The interval alone, or why there is none.

    >>> range_text(Estimate(value=0.7, interval=(0.18, 0.93)))
    '0.18 to 0.93'
    >>> range_text(Estimate(value=0.7, reason="too few arguments"))
    'unknown: too few arguments'
    """
    if found.interval is None:
        return f"unknown: {found.reason or 'not computed'}"
    return " to ".join(map(_WRITE[unit], found.interval)) + _missed_text(found)


def estimate_text(found: Estimate, unit: Unit = "coefficient", whose: str = "", *limits: float) -> str:
    """A figure with its interval and for whom that holds, or with the reason why one of them is missing.

    >>> estimate_text(Estimate(value=0.7, interval=(0.18, 0.93)), "coefficient", THIS_PANEL)
    '0.70 (likely 0.18 to 0.93, this panel)'
    >>> estimate_text(Estimate(value=-1.2, interval=(-2.0, 0.3)), "lead")
    'CON +1.2 (likely CON +2.0 to PRO +0.3)'
    >>> estimate_text(Estimate(value=None, reason="one judge")), estimate_text(Estimate(value=1.0, reason="no spread"))
    ('undefined (one judge)', '1.00 (range unknown: no spread)')
    """
    if found.value is None:
        return f"{UNDEFINED} ({found.reason or 'not computed'})"
    value = value_text(found.value, unit, *limits)
    if found.interval is None:
        return f"{value} (range {range_text(found, unit)})" if found.reason else value
    return f"{value} (likely {range_text(found, unit)}{f', {whose}' if whose else ''})"


def cell_text(found: Estimate, unit: Unit = "coefficient") -> str:
    """A figure in a cell whose column names the unit, and whose table names the level of its intervals.

    >>> cell_text(Estimate(value=0.6, interval=(0.3, 0.9)), "difference")
    '+0.6 (+0.3 to +0.9)'
    >>> cell_text(Estimate(value=None, reason="one judge"))
    'undefined: one judge'
    """
    if found.value is None:
        return f"{UNDEFINED}: {found.reason or 'not computed'}"
    value = _WRITE[unit](found.value)
    if found.interval is None and found.reason is None:
        return value
    return f"{value} ({'range ' if found.interval is None else ''}{range_text(found, unit)})"


def between_text(found: Estimate, unit: Unit = "coefficient") -> str:
    """Where a figure likely lies, as a part of a sentence.

    >>> between_text(Estimate(value=0.8, interval=(-0.5, 2.1)), "lead")
    'likely between CON +0.5 and PRO +2.1'
    """
    if found.interval is None:
        return f"with an unknown range ({found.reason or 'not computed'})"
    low, high = map(_WRITE[unit], found.interval)
    return f"likely between {low} and {high}{_SUFFIX.get(unit, '')}"


def band_text(found: Estimate, cuts: tuple[float, ...]) -> str:
    """What a coefficient looks like beside its cuts, and what else it could be by its interval.

    >>> band_text(Estimate(value=0.1, interval=(-0.3, 0.9)), (0.5, 0.67, 0.8))
    'Looks poor, but could be anything up to high.'
    >>> band_text(Estimate(value=0.7, interval=(0.2, 0.9)), (0.5, 0.67, 0.8))
    'Looks fair, but could be anything from poor to high.'
    >>> band_text(Estimate(value=0.9, interval=(0.7, 1.0)), (0.5, 0.67, 0.8))
    'Looks high, but could be as low as fair.'
    >>> band_text(Estimate(value=0.9, interval=(0.85, 1.0)), (0.5, 0.67, 0.8))
    'High.'
    """
    if found.value is None:
        return ""
    looks, *ends = (BANDS[sum(one >= cut for cut in cuts)] for one in (found.value, *(found.interval or ())))
    if not ends:
        return f"Looks {looks}; nothing shows how sure that is."
    low, high = ends
    if low == high == looks:
        return f"{looks.capitalize()}."
    could = f"anything from {low} to {high}"
    if looks == low:
        could = f"anything up to {high}"
    elif looks == high:
        could = f"as low as {low}"
    return f"Looks {looks}, but could be {could}."


def _missed_text(found: Estimate) -> str:
    """Says where an interval leaves out the figure it is of, as one from an analysis of variance may; else empty."""
    if found.value is None or found.interval is None:
        return ""
    low, value, high = (round(one, 2) for one in (found.interval[0], found.value, found.interval[1]))
    return "" if low <= value <= high else "; it misses the figure: too few scores"


def ranges_text(found: Iterable[Estimate], whose: str = "") -> str:
    """What the ranges of a table are, for its note; empty where no figure has one.

    >>> ranges_text([Estimate(value=0.7, interval=(0.18, 0.93)), Estimate(value=None, reason="one judge")], THIS_PANEL)
    'Ranges are 95% intervals, for this panel.'
    """
    levels = sorted({one.level for one in found if one.interval is not None}, reverse=True)
    if not levels:
        return ""
    return f"Ranges are {listed([share_words(one) for one in levels])} intervals{f', for {whose}' if whose else ''}."


def reasons_text(found: Iterable[Estimate], otherwise: str) -> str:
    """Each reason why figures are missing, once; ``otherwise`` where none is given."""
    return "; ".join(dict.fromkeys(one.reason for one in found if one.reason)) or otherwise
