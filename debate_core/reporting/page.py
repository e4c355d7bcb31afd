"""A report as one file to open anywhere: HTML without script, its charts drawn with their numbers beside them.

Knows the report, the record's own words and a template; computes no statistic. Invariant: the file asks nobody for
anything and runs nothing, whatever a model wrote, because every word is escaped and the policy in its head forbids the
rest; what a figure shows also stands in words; printed, nothing stays folded.
"""

import base64
import datetime
import hashlib
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from debate_core.exports.ratings import ratings_head, ratings_sections
from debate_core.ratings_record import RatingsRecord
from debate_core.replay import Held
from debate_core.report.ratings import RatingsReport
from debate_core.reporting import pictures
from debate_core.reporting.debate_figures import Asked, gauges
from debate_core.wording import named

_HERE = Path(__file__).parent / "templates"


def _environment() -> Environment:
    made = pictures.environment().overlay()
    made.filters = made.filters | {"draw": pictures.draw, "named": named}
    return made


_PAGES = _environment()
_STYLE = " ".join((_HERE / "page.css").read_text(encoding="utf-8").split()) + pictures.style()
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()


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


def _rendered(template: str, **values: Any) -> str:
    # Ours, to the byte that the policy names; nothing of a record is in it.
    return _PAGES.get_template(template).render(style=Markup(_STYLE), digest=_DIGEST, **values)  # noqa: S704


def _opened(record: Held) -> str:
    return datetime.datetime.fromtimestamp(record.opened_at, datetime.UTC).strftime("%d %B %Y, %H:%M UTC")
