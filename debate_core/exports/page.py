"""A report as one file to open anywhere: HTML without script, its charts drawn with their numbers beside them.

Knows the report, the record's own words and a template; computes no statistic. Invariant: the file asks nobody for
anything and runs nothing, whatever a model wrote, because every word is escaped and the policy in its head forbids the
rest; what a figure shows also stands in words; printed, nothing stays folded.
"""

import base64
import datetime
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from debate_core.artifact_record import ArtifactRecord
from debate_core.exports import numbers
from debate_core.exports.artifact import lede, made_of, sections
from debate_core.exports.live import live_sections
from debate_core.exports.sections import visible
from debate_core.exports.talk import talk_sections
from debate_core.findings.calling import CALL_WORDS
from debate_core.findings.reporting import Reviewed
from debate_core.measuring.agreement import BANDS, STANDING_BANDS
from debate_core.numerals import UNDEFINED, coefficient, number, points, points_beside_zero, signed
from debate_core.record import Record
from debate_core.replay import Held
from debate_core.report.drawn import gauges
from debate_core.report.heard import beside_outcome
from debate_core.report.heatmap import Cell, lines
from debate_core.report.how_far import how_far
from debate_core.report.line import END, NARROW, clipped, layout, shape, within
from debate_core.report.outcome_words import change_words, lean_of, outcome_words
from debate_core.report.shape import Report
from debate_core.transcript import burden_words
from debate_core.wording import CALLS, NO_RESPONSE, RESPONSES, capital, named, worded

_HERE = Path(__file__).parent
_STEPS = 6
"""Tints of a heatmap's cell, to either side of none."""
_ALPHA = "Do their scores agree? Alpha"
_ABSOLUTE = "Is the mean reliable, severity counted? ICC(A,k)"
"""Its interval takes the judges, too, as drawn (McGraw & Wong 1996, table 7)."""


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    made.filters |= {
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
_STYLE = " ".join((_HERE / "page.css").read_text(encoding="utf-8").split())
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
        heatmap=_heatmap(report, record),
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
        gauges=_gauges(((_ALPHA, alike.alpha, BANDS),)),
        parts=list(sections(found, str)),
    )


def any_as_page(found: Any, record: Held) -> str:
    """A record of any kind, with what was reported of it, as a whole HTML file."""
    forms: dict[type, Callable[[Any, Any], str]] = {
        ArtifactRecord: review_as_page,
    }
    return forms.get(type(record), as_page)(found, record)


def _rendered(template: str, **values: Any) -> str:
    # Ours, to the byte that the policy names; nothing of a record is in it.
    return _PAGES.get_template(template).render(style=Markup(_STYLE), digest=_DIGEST, **values)  # noqa: S704


def _opened(record: Held) -> str:
    return datetime.datetime.fromtimestamp(record.opened_at, datetime.UTC).strftime("%d %B %Y, %H:%M UTC")


def _gauges(
    figures: Sequence[tuple[str, Any, Any]], those: str = numbers.THESE, like: str = numbers.LIKE_THESE
) -> list[tuple[str, Any, str]]:
    """A gauge for each figure, all on one scale, with its title and its figure in words."""
    scales = gauges([(one, bands) for _, one, bands in figures])
    return [
        (
            title,
            gauge,
            numbers.with_interval(one, like if title == _ABSOLUTE else those),
        )
        for (title, one, _), gauge in zip(figures, scales, strict=True)
    ]


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
    figures = (
        (_ALPHA, found.alpha, BANDS),
        ("Do they agree what stands? Kappa", found.kappa, STANDING_BANDS),
        ("Standings in their order: ordinal alpha", found.alpha_standings, BANDS),
        ("Is the mean reliable? ICC(C,k)", found.generalizability.relative_mean, BANDS),
        (_ABSOLUTE, found.generalizability.absolute_mean, BANDS),
    )
    return {
        "finding": how_far(report),
        "gauges": _gauges(figures, report.those, report.like_those),
        "study": numbers.study_lines(report),
    }


def _heatmap(report: Report, record: Record) -> list[dict[str, Any]]:
    """A row an argument, the widest apart first: each judge's calibrated score and how far it lies from the mean."""
    if record.judging.usable < 2:
        return []
    rubric = record.config.rubric
    return [
        {
            "row": line.row,
            "cells": [
                {
                    "tint": _tint(cell),
                    "score": "–" if cell.value is None else number(cell.value),
                    "off": "" if cell.beside is None else signed(cell.beside),
                }
                for cell in line.judges
            ],
            "spread": number(line.spread.value),
            "depth": _tint(line.spread, one_way=True),
        }
        for line in lines(report, rubric.keys, rubric.scale)
    ]


def _tint(cell: Cell, *, one_way: bool = False) -> str:
    """The class of a cell's colour: harsher or kinder than the panel, in so many steps."""
    if cell.value is None:
        return "none"
    step = round(abs(cell.depth) * _STEPS)
    return f"{'k' if cell.depth > 0 and step and not one_way else 'h'}{step}"
