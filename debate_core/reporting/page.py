"""A report as one file to open anywhere: HTML without script, its charts drawn with their numbers beside them.

Knows the report, the record's own words and a template; computes no statistic. Invariant: the file asks nobody for
anything and runs nothing, whatever a model wrote, because every word is escaped and the policy in its head forbids the
rest; what a figure shows also stands in words; printed, nothing stays folded.
"""

import base64
import datetime
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from debate_core.artifact_record import ArtifactRecord
from debate_core.exports import numbers
from debate_core.exports.artifact import lede, made_of, sections
from debate_core.exports.live import live_sections
from debate_core.exports.ratings import ratings_head, ratings_sections
from debate_core.exports.talk import talk_sections
from debate_core.findings.calling import CALL_WORDS
from debate_core.findings.reporting import Reviewed
from debate_core.measuring.agreement import STANDING_BANDS
from debate_core.numerals import UNDEFINED, coefficient, number, points, points_beside_zero
from debate_core.ratings_record import RatingsRecord
from debate_core.record import Record
from debate_core.replay import Held
from debate_core.report.heard import beside_outcome
from debate_core.report.how_far import how_far
from debate_core.report.line import END, NARROW, clipped, layout, shape, within
from debate_core.report.outcome_words import change_words, lean_of, outcome_words
from debate_core.report.ratings import RatingsReport
from debate_core.report.shape import Report
from debate_core.reporting import pictures
from debate_core.reporting.debate_figures import Asked, gauges, scores_heatmap
from debate_core.transcript import burden_words
from debate_core.wording import CALLS, NO_RESPONSE, RESPONSES, capital, named, worded

_HERE = Path(__file__).parent / "templates"


def _environment() -> Environment:
    made = pictures.environment().overlay()
    made.filters = made.filters | {
        "draw": pictures.draw,
        "worded": worded,
        "changed": change_words,
        "named": named,
        "number": number,
        "points": points,
        "coefficient": coefficient,
        "severity": numbers.severity_words,
        "response": lambda kind: RESPONSES[kind][0] if kind else NO_RESPONSE,
        "capital": capital,
        "call": lambda call: CALLS[call],
        "beside": numbers.beside_outcome,
        "percent": lambda share: f"{100 * share:.2f}%",
    }
    return made


_PAGES = _environment()
_STYLE = " ".join((_HERE / "page.css").read_text(encoding="utf-8").split()) + pictures.style()
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()


def as_page(report: Report, record: Record) -> str:
    """The report of a record as a whole HTML file."""
    return _rendered(
        "page.html",
        title=report.topic,
        report=report,
        record=record,
        opened=_opened(record),
        burden=burden_words(report.burden) if report.burden else "",
        reading=numbers.reading_words(report),
        shared=numbers.shared_errors(report),
        settled=numbers.settled_lines(report),
        marks={row.id: numbers.marks(report, row) for row in report.arguments},
        said={one.id: one for one in record.transcript.arguments},
        statements=numbers.statements(report.briefing.value) if report.briefing.value else [],
        spent=" ".join(numbers.usage_sentences(report.usage)).rstrip("."),
        sections=[*live_sections(report, str), *talk_sections(report, str, beside_outcome(report))],
        answer=_answer(report, record),
        agreement=_agreement(report),
        heatmap=scores_heatmap(report, record.config.rubric) if record.judging.usable > 1 else None,
    )


def review_as_page(found: Reviewed, record: ArtifactRecord) -> str:
    """The review of an artifact as a whole HTML file."""
    alike = found.alike.agreement
    return _rendered(
        "parts.html",
        title=found.artifact.name,
        id=record.id,
        opened=_opened(record),
        badges=[f"Example: {found.example}" if found.example else found.simulated_said],
        about=made_of(found),
        word=CALL_WORDS[found.outcome.call],
        lede=list(lede(found, str)),
        gauges=gauges(Asked("Do their scores agree?", "Alpha", alike.alpha)),
        parts=list(sections(found, str)),
    )


def ratings_as_page(found: RatingsReport, record: RatingsRecord) -> str:
    """The agreement of a table of ratings as a whole HTML file."""
    word, *more = ratings_head(found)
    return _rendered(
        "parts.html",
        title=record.config.file,
        id=record.id,
        opened=_opened(record),
        badges=["Table of ratings"],
        about="",
        word=word,
        lede=more,
        gauges=gauges(Asked("Do their scores agree?", "Alpha", found.agreement.alpha)),
        parts=ratings_sections(found),
    )


def any_as_page(found: Any, record: Held) -> str:
    """A record of any kind, with what was reported of it, as a whole HTML file."""
    forms: dict[type, Callable[[Any, Any], str]] = {
        ArtifactRecord: review_as_page,
        RatingsRecord: ratings_as_page,
    }
    return forms.get(type(record), as_page)(found, record)


def _rendered(template: str, **values: Any) -> str:
    # Ours, to the byte that the policy names; nothing of a record is in it.
    return _PAGES.get_template(template).render(style=Markup(_STYLE), digest=_DIGEST, **values)  # noqa: S704


def _opened(record: Held) -> str:
    return datetime.datetime.fromtimestamp(record.opened_at, datetime.UTC).strftime("%d %B %Y, %H:%M UTC")


def _answer(report: Report, record: Record) -> dict[str, Any] | None:
    """The outcome, and the line from CON over 0 to PRO with who stands where; None while judges are awaited."""
    if record.judging.awaited:
        return None
    found = outcome_words(report, record.config.rubric.scale.high)
    at = {one.seat: one for one in layout(found.stands, NARROW).marks}
    return {
        "word": found.title,
        "side": report.outcome.call,
        "lede": found.lede,
        "parts": found.parts,
        "stands": [
            {
                "judge": judge.called,
                "shape": shape(seat),
                "at": _along(at[seat].at) if seat in at else None,
                "up": at[seat].up if seat in at else 0,
                "said": lean_of(judge),
            }
            for seat, judge in enumerate(report.judges)
        ],
        "estimate": None if found.estimate is None else _along(within(found.estimate)),
        "reaches": [(*map(_along, clipped(one.low, one.high)), one.said) for one in found.reaches],
        "ticks": [(_along(place), _tick(place)) for place in (-END, -2.0, 0.0, 2.0, END)],
        "said": f"Gap, PRO minus CON: {UNDEFINED if found.estimate is None else points_beside_zero(found.estimate)}. "
        + " ".join(f"{capital(one.said)}." for one in found.reaches),
    }


def _along(value: float) -> float:
    """Where on the line, from 0 to 1."""
    return (value / END + 1) / 2


def _tick(place: float) -> str:
    return "0" if not place else f"{'PRO' if place > 0 else 'CON'} by {abs(place):g}"


def _agreement(report: Report) -> dict[str, Any]:
    """How far the judges agree: the finding, and a gauge for each figure on one scale."""
    found = report.agreement
    those, mean = report.those, found.generalizability
    figure = gauges(
        Asked("Do their scores agree?", "Alpha", found.alpha, whose=those),
        Asked("Do their rulings agree?", "Kappa", found.kappa, STANDING_BANDS, whose=those),
        Asked("And in their order?", "Ordinal alpha", found.alpha_standings, whose=those),
        Asked("Is the average reliable?", "ICC(C,k)", mean.relative_mean, whose=those),
        # Its interval takes the judges, too, as drawn (McGraw & Wong 1996, table 7).
        Asked("Is it, strictness counted?", "ICC(A,k)", mean.absolute_mean, whose=report.like_those),
    )
    return {"finding": how_far(report), "gauges": figure, "study": numbers.study_lines(report)}
