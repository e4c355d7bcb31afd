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
from debate_core.exports.ratings import ratings_head, ratings_sections
from debate_core.exports.sections import visible
from debate_core.findings.calling import CALL_WORDS
from debate_core.findings.reporting import Reviewed
from debate_core.measuring.agreement import BANDS
from debate_core.ratings_record import RatingsRecord
from debate_core.replay import Held
from debate_core.report.drawn import gauges
from debate_core.report.ratings import RatingsReport
from debate_core.wording import named

_HERE = Path(__file__).parent
_ALPHA = "Do their scores agree? Alpha"


def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )
    made.filters |= {"named": named, "percent": lambda share: f"{100 * share:.2f}%"}
    return made


_PAGES = _environment()
_STYLE = " ".join((_HERE / "page.css").read_text(encoding="utf-8").split())
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()


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


def ratings_as_page(found: RatingsReport, record: RatingsRecord) -> str:
    """The agreement of a table of ratings as a whole HTML file."""
    word, *more = ratings_head(found)
    agreement = found.agreement
    return _rendered(
        "parts.html",
        title=record.config.file,
        id=record.id,
        opened=_opened(record),
        badges=["Table of ratings"],
        about="",
        word=word,
        lede=more,
        gauges=_gauges(((_ALPHA, agreement.alpha, BANDS),)),
        parts=ratings_sections(found),
    )


def any_as_page(found: Any, record: Held) -> str:
    """A text or a table, with what was reported of it, as a whole HTML file."""
    forms: dict[type, Callable[[Any, Any], str]] = {
        ArtifactRecord: review_as_page,
        RatingsRecord: ratings_as_page,
    }
    return forms[type(record)](found, record)


def _rendered(template: str, **values: Any) -> str:
    # Ours, to the byte that the policy names; nothing of a record is in it.
    return _PAGES.get_template(template).render(style=Markup(_STYLE), digest=_DIGEST, **values)  # noqa: S704


def _opened(record: Held) -> str:
    return datetime.datetime.fromtimestamp(record.opened_at, datetime.UTC).strftime("%d %B %Y, %H:%M UTC")


def _gauges(
    figures: Sequence[tuple[str, Any, Any]],
) -> list[tuple[str, Any, str]]:
    """A gauge for each figure, all on one scale, with its title and its figure in words."""
    scales = gauges([(one, bands) for _, one, bands in figures])
    return [
        (
            title,
            gauge,
            numbers.with_interval(one),
        )
        for (title, one, _), gauge in zip(figures, scales, strict=True)
    ]
