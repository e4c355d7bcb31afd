"""The pictures of a debate, and of a table of ratings: facts in, figures out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from debate_core.measuring.agreement import BANDS, STANDING_BANDS, Band
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import band_text, in_one_band
from debate_core.report.shape import Report
from debate_core.reporting.figures import Gauge, Gauges

Bands = Sequence[tuple[float, Band]]


@dataclass(frozen=True)
class Asked:
    """A coefficient of agreement: its question and its term, and the bands it lies in; ``advised``: whether these
    advise anything of it."""

    title: str
    term: str
    found: Estimate
    bands: Bands = BANDS
    advised: bool = False
    whose: str = ""


def consistency_name(report: Report) -> str:
    """What alpha of adjusted scores is called, which is never plain alpha."""
    adjusted = report.calibration.done and report.calibration.method == "additive"
    return "relative agreement" if adjusted else "consistency"


def agreement_gauges(report: Report) -> Gauges:
    """Agreement on scores, on rulings, and on scores once adjusted for strict and lenient judges."""
    found, adjusted = report.agreement, consistency_name(report).capitalize()
    return gauges(
        Asked("Do their scores agree?", "Alpha", found.alpha, advised=True),
        Asked("Do their rulings agree?", "Kappa", found.kappa, STANDING_BANDS, advised=True),
        Asked("And once adjusted?", adjusted, found.consistency),
    )


def gauges(*asked: Asked) -> Gauges:
    """A gauge for each, with what it looks like and, where its whole interval lies in one band, what that advises."""
    return Gauges(
        alt="How far the judges agree",
        gauges=tuple(
            Gauge(
                title=one.title,
                term=one.term,
                found=one.found,
                cuts=_cuts(one.bands),
                sentence=_sentence(one),
                whose=one.whose,
            )
            for one in asked
        ),
    )


def _cuts(bands: Bands) -> tuple[float, float, float]:
    """Where a coefficient stops being poor, low and fair."""
    high, fair, low = (least for least, _ in bands if math.isfinite(least))
    return low, fair, high


def _sentence(one: Asked) -> str:
    looks, cuts = band_text(one.found, _cuts(one.bands)), _cuts(one.bands)
    if not one.advised or one.found.value is None or not in_one_band(one.found, cuts):
        return looks
    return f"{looks} {next(band.advice for least, band in one.bands if one.found.value >= least)}"
