"""Puts a figure and its uncertainty into words: the one place that does."""

import datetime
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from debate_core.domain.numerals import (
    MINUS,
    NEGLIGIBLE,
    TOLERANCE,
    UNDEFINED,
    dollars_text,
    join_and,
    near_percent_text,
    near_text,
    number_text,
    odds_text,
    percent_text,
    pluralise,
    round_away,
    share_words,
    short_text,
    signed_text,
)
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.gap import TIE_WITHIN

Unit = Literal[
    "coefficient",
    "points",
    "difference",
    "strictness",
    "lead",
    "marks",
    "share",
    "rate",
    "probability",
    "chance",
    "log_odds",
    "change",
    "number",
    "hundredths",
    "exact",
    "count",
    "money",
]
"""How a figure is written. ``coefficient``: alpha and its like; ``points``: score points; ``difference``: points with
their sign; ``strictness``: the same in words, above 0 strict; ``lead``: PRO minus CON, in points; ``marks``: the same
in marks of 100; ``share``: 0 to 1, as percent; ``rate``: a share that was counted in a simulation, with a decimal near
its ends; ``probability``: a share that is never certain; ``chance``: of one side being the better, never over 95%;
``log_odds``; ``change``: a difference with its sign and two decimals; ``number``, ``hundredths`` and ``exact``: one,
two and four decimals, the unit stands nearby; ``count``; ``money``: US dollars."""
THIS_PANEL = "this panel"
"""For whom an interval holds that takes the judges as given."""
SIMILAR_PANELS = "similar panels"
"""For whom an interval holds that takes the judges as a sample."""
SURE = 0.95
"""The chance from which on luck is hardly an explanation, and more of which is never claimed."""
BANDS = ("poor", "low", "fair", "high")
"""How far judges agree by a coefficient, between the cuts of its kind."""


def lead_text(value: float) -> str:
    """A lead, PRO minus CON in points; near 0 with a second decimal, so that it shows who leads.

    >>> lead_text(1.24), lead_text(-0.3), lead_text(-0.03), lead_text(-0.003), lead_text(0.0)
    ('PRO +1.2', 'CON +0.3', 'CON +0.03', 'just over 0 (CON)', '0')
    """
    side = "PRO" if value > 0 else "CON"
    if not round_away(value, 2):
        return "0" if abs(value) < NEGLIGIBLE else f"just over 0 ({side})"
    return f"{side} +{number_text(abs(value), 1 if round_away(value, 1) else 2)}"


def marks_text(value: float) -> str:
    """A lead in marks of 100, whole where that shows who leads.

    >>> marks_text(12.4), marks_text(-0.5), marks_text(0.0)
    ('PRO +12', 'CON +0.5', '0')
    """
    return lead_text(value) if abs(value) <= 0.5 else f"{lead_text(value)[:3]} +{number_text(abs(value), 0)}"


def difference_text(value: float) -> str:
    """Points with their sign; near 0 with a second decimal, so that an end of a range shows on which side it lies.

    >>> difference_text(1.24), difference_text(-0.035), difference_text(0.001), difference_text(0.0)
    ('+1.2', '−0.04', 'just over 0', '0')
    """
    if round_away(value, 1) or abs(value) < NEGLIGIBLE:
        return signed_text(value)
    return signed_text(value, 2) if round_away(value, 2) else f"just {'over' if value > 0 else 'under'} 0"


def strict_or_lenient_text(value: float) -> str:
    """How far a judge scores below the panel's average, or above it, in points.

    >>> strict_or_lenient_text(0.52), strict_or_lenient_text(-0.04), strict_or_lenient_text(0.0)
    ('strict 0.5', 'lenient 0.04', '0')
    """
    text = difference_text(value)
    return text if text[0] not in f"+{MINUS}" else f"{'strict' if value > 0 else 'lenient'} {text[1:]}"


def rate_text(share: float) -> str:
    """A share counted in a simulation, with a decimal near its ends: few is not none, and most is not all.

    >>> rate_text(0.704), rate_text(0.0002), rate_text(0.0), rate_text(0.9996)
    ('70%', '0.1%', '0%', '99.9%')
    """
    near = min(max(share, 0.001), 0.999) if 0.0 < share < 1.0 else share
    return share_words(near) if near < 0.0945 or near >= 0.9905 else percent_text(near)


def leaning_text(value: float) -> str:
    """Whom a judge's own lead favours; one too small to favour a side is called even.

    >>> leaning_text(2.04), leaning_text(-0.62), leaning_text(4.15 - 3.9), leaning_text(0.0)
    ('PRO +2.0', 'CON +0.6', 'even (PRO +0.3)', 'even')
    """
    lead = lead_text(value)
    if abs(value) > TIE_WITHIN + TOLERANCE:
        return lead
    return "even" if lead == "0" else f"even ({lead})"


def chance_text(probability: float) -> str:
    """How likely one side is the better; never more than over 95%, for that rests on what judges are taken to share.

    >>> chance_text(0.995), chance_text(0.94), chance_text(0.003)
    ('over 95%', '94%', 'under 5%')
    """
    if probability >= SURE:
        return f"over {share_words(SURE)}"
    return f"under {share_words(1.0 - SURE)}" if probability <= 1.0 - SURE else percent_text(probability)


def share_beside_text(share: float, *limits: float) -> str:
    """A share below 1 with as many decimals as show on which side of the nearest limit it lies; none reads 0%.

    >>> share_beside_text(0.22, 0.2, 0.35), share_beside_text(0.3399, 0.34), share_beside_text(0.997, 0.2)
    ('22%', '33.99%', 'over 99%')
    """
    text = near_percent_text(share, min(limits, key=lambda one: abs(one - share)))
    return {"0%": "under 1%", "100%": "over 99%"}.get(text, text)


_WRITE: Mapping[Unit, Callable[[float], str]] = {
    "coefficient": lambda value: number_text(value, 2),
    "points": lambda value: number_text(value, 1),
    "difference": difference_text,
    "strictness": strict_or_lenient_text,
    "lead": lead_text,
    "marks": marks_text,
    "share": percent_text,
    "rate": rate_text,
    "probability": odds_text,
    "chance": chance_text,
    "log_odds": lambda value: signed_text(value, 2),
    "change": lambda value: signed_text(value, 2),
    "number": lambda value: number_text(value, 1),
    "hundredths": lambda value: number_text(value, 2),
    "exact": lambda value: number_text(value, 4),
    "count": lambda value: number_text(value, 0),
    "money": dollars_text,
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
    return (near_text(value, *limits) if limits else _WRITE[unit](value)) + _SUFFIX.get(unit, "")


def cell_value_text(value: float | None, unit: Unit = "number") -> str:
    """A value in a cell whose column names the unit; a dash where there is none.

    >>> cell_value_text(1.42, "points"), cell_value_text(None, "points")
    ('1.4', '–')
    """
    return "–" if value is None else _WRITE[unit](value)


def tick_text(value: float, unit: Unit) -> str:
    """A value below an axis; of leads it names the side that is ahead.

    >>> tick_text(-2.0, "lead"), tick_text(0.0, "lead"), tick_text(0.84, "lead"), tick_text(0.5, "coefficient")
    ('CON by 2', '0', 'PRO by 0.8', '0.50')
    """
    if unit != "lead" or not value:
        return cell_value_text(value, unit)
    return f"{'PRO' if value > 0 else 'CON'} by {number_text(abs(value), int(value % 1 > 0))}"


def range_text(estimate: Estimate, unit: Unit = "coefficient") -> str:
    """The interval alone, ends that read alike once, or why there is none.

    >>> range_text(Estimate(value=0.7, interval=(0.18, 0.93))), range_text(Estimate(value=0.7, interval=(0.698, 0.702)))
    ('0.18 to 0.93', '0.70')
    >>> range_text(Estimate(value=0.7, reason="too few arguments"))
    'unknown: too few arguments'
    """
    if estimate.interval is None:
        return f"unknown: {estimate.reason or 'not computed'}"
    return " to ".join(dict.fromkeys(map(_WRITE[unit], estimate.interval)))


def estimate_text(estimate: Estimate, unit: Unit = "coefficient", whose: str = "", *limits: float) -> str:
    """A figure with its interval and for whom that holds, or with the reason why one of them is missing.

    >>> estimate_text(Estimate(value=0.7, interval=(0.18, 0.93)), "coefficient", THIS_PANEL)
    '0.70 (likely 0.18 to 0.93, this panel)'
    >>> estimate_text(Estimate(value=-1.2, interval=(-2.0, 0.3)), "lead")
    'CON +1.2 (likely CON +2.0 to PRO +0.3)'
    >>> estimate_text(Estimate(value=None, reason="one judge")), estimate_text(Estimate(value=1.0, reason="no spread"))
    ('undefined (one judge)', '1.00 (range unknown: no spread)')
    """
    if estimate.value is None:
        return f"{UNDEFINED} ({estimate.reason or 'not computed'})"
    value = value_text(estimate.value, unit, *limits)
    if estimate.interval is None:
        return f"{value} (range {range_text(estimate, unit)})" if estimate.reason else value
    return f"{value} (likely {range_text(estimate, unit)}{f', {whose}' if whose else ''})"


def cell_text(estimate: Estimate, unit: Unit = "coefficient") -> str:
    """A figure in a cell whose column names the unit, and whose table names the level of its intervals.

    >>> cell_text(Estimate(value=0.6, interval=(0.3, 0.9)), "difference")
    '+0.6 (+0.3 to +0.9)'
    >>> cell_text(Estimate(value=None, reason="one judge"))
    'undefined (one judge)'
    """
    if estimate.value is None:
        return f"{UNDEFINED} ({estimate.reason or 'not computed'})"
    value = _WRITE[unit](estimate.value)
    if estimate.interval is None and estimate.reason is None:
        return value
    return f"{value} ({'range ' if estimate.interval is None else ''}{range_text(estimate, unit)})"


def between_text(estimate: Estimate, unit: Unit = "coefficient") -> str:
    """Where a figure likely lies, as a part of a sentence.

    >>> between_text(Estimate(value=0.8, interval=(-0.5, 2.1)), "lead")
    'likely between CON +0.5 and PRO +2.1'
    """
    if estimate.interval is None:
        return f"with an unknown range ({estimate.reason or 'not computed'})"
    low, high = map(_WRITE[unit], estimate.interval)
    ends = low if low == high else f"between {low} and {high}"
    return f"likely {ends}{_SUFFIX.get(unit, '')}"


MANY = 1_000
"""More judges than these are no advice."""


def enough_text(average: Estimate, of: float, needed: Estimate, noun: str, judges: str = "judges") -> str:
    """How reliably an average ``of`` so many judges tells items apart, and how many judges are ``needed`` for 0.80: no
    value where no number is enough, an infinite end where its range has none. ``noun``: what an item is called.

    >>> average = Estimate(value=0.91, interval=(0.68, 0.99))
    >>> for said in enough_text(average, 4, Estimate(value=2, interval=(1, 8)), "argument").split(". "):
    ...     print(said)
    The average of 4 judges tells arguments apart with a reliability of 0.91 (likely 0.68 to 0.99, this panel)
    For 0.80 you need about 2 judges (likely 1 to 8).
    >>> enough_text(Estimate(value=-0.2), 4, Estimate(value=None, interval=(3, float("inf"))), "item")
    "The items don't differ beyond chance, so no number of judges tells them apart. At best 3 would."
    """
    ends = "" if needed.interval is None else _counts_text(*needed.interval)
    if needed.value is None or average.value is None:
        best = f" At best {ends.removesuffix(' or more')} would." if ends else ""
        return f"The {noun}s don't differ beyond chance, so no number of {judges} tells them apart.{best}"
    sure = estimate_text(average, "coefficient", THIS_PANEL, 0.80)
    reached = f"The average of {short_text(of)} {judges} tells {noun}s apart with a reliability of {sure}."
    if needed.value == of:
        return reached
    count = f"over {MANY:,}" if needed.value > MANY else f"about {number_text(needed.value, 0)}"
    one = needed.value == 1 and judges.endswith("judges")
    takes = f"For 0.80 you need {count} {'judge' if one else judges}{f' (likely {ends})' if ends else ''}."
    surer = f" More {noun}s would only make that surer." if needed.value > of else ""
    return f"{reached} {takes}{surer}"


def _counts_text(low: float, high: float) -> str:
    """A range of counts; an end beyond `MANY` is no more than that."""
    text = number_text(low, 0)
    if math.isinf(high):
        return f"{text} or more"
    if low == high:
        return text
    return f"{text} to {f'over {MANY:,}' if high > MANY else number_text(high, 0)}"


def missing_text(of: float, complete: int | None, noun: str, judges: str = "judges") -> str:
    """What missing scores do to reliability: an average is ``of`` fewer judges, and ranges rest on the items that all
    scored, ``complete``; None where that gives no ranges.

    >>> missing_text(3.67, 6, "argument")
    'As scores are missing, an average is of 3.7 judges, and ranges rest on the 6 arguments that all judges scored.'
    """
    text = f"As scores are missing, an average is of {short_text(of)} {judges}"
    if complete is None:
        return f"{text}."
    return f"{text}, and ranges rest on the {pluralise(complete, noun)} that all {judges} scored."


def band_text(estimate: Estimate, cuts: tuple[float, ...]) -> str:
    """What a coefficient looks like beside its cuts, and what else it could be by its interval.

    >>> band_text(Estimate(value=0.1, interval=(-0.3, 0.9)), (0.5, 0.67, 0.8))
    'Looks poor, but could be anything up to high.'
    >>> band_text(Estimate(value=0.7, interval=(0.2, 0.9)), (0.5, 0.67, 0.8))
    'Looks fair, but could be anything from poor to high.'
    >>> band_text(Estimate(value=0.9, interval=(0.7, 1.0)), (0.5, 0.67, 0.8))
    'Looks high, but could be anything down to fair.'
    >>> band_text(Estimate(value=0.9, interval=(0.85, 1.0)), (0.5, 0.67, 0.8))
    'High.'
    """
    if estimate.value is None:
        return ""
    looks, *ends = (
        BANDS[sum(one >= cut for cut in cuts)] for one in (estimate.value, *(estimate.interval or ()))
    )
    if not ends:
        return f"Looks {looks}; nothing shows how sure that is."
    low, high = ends
    if low == high == looks:
        return f"{looks.capitalize()}."
    could = f"anything from {low} to {high}"
    if looks == low:
        could = f"anything up to {high}"
    elif looks == high:
        could = f"anything down to {low}"
    return f"Looks {looks}, but could be {could}."


def ranges_text(estimates: Iterable[Estimate], whose: str) -> str:
    """What the ranges of a table are, for its note; empty where no figure has one.

    >>> ranges_text([Estimate(value=0.7, interval=(0.18, 0.93)), Estimate(value=None, reason="one judge")], THIS_PANEL)
    'Ranges are 95% intervals, for this panel.'
    """
    levels = sorted({one.level for one in estimates if one.interval is not None}, reverse=True)
    if not levels:
        return ""
    return f"Ranges are {join_and([share_words(one) for one in levels])} intervals{f', for {whose}' if whose else ''}."


def moment_text(seconds: float) -> str:
    """A moment, in seconds since 1970, to the minute.

    >>> moment_text(86_400.0)
    '2 January 1970, 00:00 UTC'
    """
    moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"


def required_text(value: float, minimum: float, how: str = "need") -> str:
    """A coefficient that misses what the rules look for, so that it shows on which side it lies.

    >>> required_text(0.4996, 0.5), required_text(0.27, 0.4, "we warn under")
    ('0.4996 (need 0.50)', '0.27 (we warn under 0.40)')
    """
    return f"{near_text(value, minimum)} ({how} {number_text(minimum, 2)})"


def unreliable_text(reliability: float, minimum: float, average: str = "The panel's average") -> str:
    """That an average of judges is less reliable than is asked for, without a full stop.

    >>> unreliable_text(0.24, 0.5)
    "The panel's average is too unreliable: 0.24, and we require 0.50"
    >>> unreliable_text(-3.0, 0.5)
    "The panel's average is too unreliable: no better than chance, and we require 0.50"
    """
    level_text = "no better than chance" if reliability <= 0 < minimum else near_text(reliability, minimum)
    return f"{average} is too unreliable: {level_text}, and we require {number_text(minimum, 2)}"
