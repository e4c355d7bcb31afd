"""The pictures of a debate, and of a table of ratings: facts in, figures out."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from debate_core.measuring.agreement import BANDS, STANDING_BANDS
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import band_text
from debate_core.report.ratings import RatingsReport
from debate_core.report.shape import Report
from debate_core.reporting.agreement_words import (
    RULING_ADVICE,
    SCORE_ADVICE,
    TABLE_ADVICE,
    Bands,
    advice_text,
)
from debate_core.reporting.figures import Gauge, Gauges


@dataclass(frozen=True)
class Asked:
    """A coefficient of agreement: its question and its term, the bands it lies in, and what each of these
    advises, if anything."""

    title: str
    term: str
    found: Estimate
    bands: Bands = BANDS
    advice: Mapping[str, str] | None = None
    whose: str = ""


def consistency_name(report: Report) -> str:
    """What alpha of adjusted scores is called, which is never plain alpha."""
    adjusted = report.calibration.done and report.calibration.method == "additive"
    return "relative agreement" if adjusted else "consistency"


def agreement_gauges(report: Report) -> Gauges:
    """Agreement on scores, on rulings, and on scores once adjusted for strict and lenient judges."""
    found, adjusted = report.agreement, consistency_name(report).capitalize()
    return gauges(
        Asked("Do their scores agree?", "Alpha", found.alpha, advice=SCORE_ADVICE),
        Asked("Do their rulings agree?", "Kappa", found.kappa, STANDING_BANDS, RULING_ADVICE),
        Asked("And once adjusted?", adjusted, found.consistency),
    )


def table_gauges(found: RatingsReport) -> Gauges | None:
    """The same of a table of ratings, as far as its level allows; None where a coefficient would mix dimensions."""
    agreement, title = found.agreement, "Do their scores agree?"
    if found.mixed:
        return None
    asked = [Asked(title, "Alpha", agreement.alpha, advice=TABLE_ADVICE)]
    if found.labelled:
        title = f"Do their {'rulings' if found.labelled == 'standings' else 'labels'} agree?"
        asked.append(Asked(title, "Kappa", agreement.kappa, STANDING_BANDS))
    if agreement.consistency.value is not None:
        title = "And once adjusted?"
        asked.append(Asked(title, "Relative agreement", agreement.consistency))
    return gauges(*asked)


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
    looks = band_text(one.found, _cuts(one.bands))
    advice = advice_text(one.found, one.advice, one.bands) if one.advice else ""
    return f"{looks} {advice}".strip()
