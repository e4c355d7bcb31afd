"""How many such judges would do: the coefficients of the mean of one, two and more of them, as values of a small plot.

Reads the decision study; draws nothing, imports no streamlit. Invariant: what is drawn is also said in words and
numbers; a coefficient without meaning has no mark; nothing is drawn where there is no study.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from debate_core.measuring.generalizability import TARGET
from debate_core.numerals import coefficient
from debate_core.report.drawn import StudyPoint, decision_study
from debate_core.report.shape import Generalizability

ENOUGH = ".80 by the figure alone"
"""The interval may say otherwise, and stands beside the plot."""
LABELS = 7
"""Numbers below the plot, at most."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """The coefficients of the mean of so many judges, 0 to 1, in words beside them; `x`: from 0 to 1 of the width;
    `tick`: whether its number stands below; `mark`: what is there, the panel as it is, or the first that is enough."""

    judges: int
    x: float
    relative: float | None
    absolute: float | None
    said: str
    tick: bool
    mark: str = ""


@dataclass(frozen=True, kw_only=True)
class StudyPlot:
    """The places from one judge on; `target`: the coefficient to be reached; `alt`: the same in words."""

    places: tuple[Place, ...]
    target: float
    alt: str


def study_plot(found: Generalizability) -> StudyPlot | None:
    """What to draw; None where there is no study, or arguments that no number of judges could tell apart."""
    points = decision_study(found)
    if len(points) < 2 or found.judges_for_80 is None or found.scores_per_item is None:
        return None
    now, enough = round(found.scores_per_item), found.judges_for_80
    step = -(-len(points) // LABELS)
    marks = {enough: ENOUGH, now: "this panel"} if now != enough else {now: f"this panel, {ENOUGH}"}
    places = tuple(
        Place(
            judges=one.judges,
            x=(one.judges - 1) / (len(points) - 1),
            relative=_within(one.relative),
            absolute=_within(one.absolute),
            said=_said(one, marks.get(one.judges)),
            tick=one.judges % step == 0 or one.judges == 1,
            mark=marks.get(one.judges, ""),
        )
        for one in points
    )
    return StudyPlot(places=places, target=TARGET, alt=_alt(places))


def _within(value: float | None) -> float | None:
    return None if value is None else min(1.0, max(0.0, value))


def _said(one: StudyPoint, mark: str | None) -> str:
    judges = "1 judge" if one.judges == 1 else f"{one.judges} judges"
    marked = f" ({mark})" if mark else ""
    return f"{judges}: relative {coefficient(one.relative)}, absolute {coefficient(one.absolute)}{marked}"


def _alt(places: Sequence[Place]) -> str:
    """One judge, the panel as it is, and the first that is enough."""
    told = [one.said for one in places if one.judges == 1 or one.mark]
    return f"Coefficients of the mean of such judges. {'; '.join(told)}"
