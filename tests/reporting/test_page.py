"""A report as one file runs nothing, asks for nothing, and says in words what it draws."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from debate_core.bringing.tables import as_brought, table_of
from debate_core.events import RatingsOpened, StoredEvent
from debate_core.examples import EXAMPLES, record_of
from debate_core.findings.reporting import reviewed
from debate_core.history import History
from debate_core.ratings_record import RatingsRecord
from debate_core.record import replay
from debate_core.report import ReportSettings, report
from debate_core.report.ratings import report_ratings
from debate_core.reporting.page import any_as_page, as_page
from tests.building import structured
from tests.building.facts import poisoned, stored
from tests.each import each
from tests.findings import artifacts

USUAL_MOST = 75_000
"""Bytes of a usual debate's page, at most."""


class Seen(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))


def page_of(record):
    return as_page(report(record, History(), ReportSettings()), record)


@pytest.mark.parametrize("example", [one.id for one in EXAMPLES])
def test_a_usual_debate_is_small(example):
    assert len(page_of(record_of(example)).encode()) < USUAL_MOST


HOSTILE = (
    '"><script>alert(1)</script></style><img src=http://127.0.0.1:9/i onerror=alert(1)> {{ 7*7 }}\x1b\u202e'
)
TABLE = "judge,item,score\nAda,a,3\nAda,b,5\nBo,a,4\nBo,b,5\n<script>,a,1\n<script>,b,2\n"


def review_page():
    said = artifacts.finding(what=HOSTILE)
    given = [artifacts.sheet(name, "CONDITIONAL", said, rationale=HOSTILE) for name in artifacts.NAMES]
    record = artifacts.record(*given)
    return any_as_page(reviewed(record), record)


def ratings_page():
    config = as_brought(TABLE.encode(), "<script>.csv")
    opened = StoredEvent(record="r", sequence=1, at=1.0, event=RatingsOpened(config=config))
    record = RatingsRecord.folded([opened])
    return any_as_page(report_ratings(table_of(config), config.level), record)


PAGES = {
    **{name: lambda name=name: page_of(structured.record_of(name)) for name in structured.STATES},
    "a review": review_page,
    "a table": ratings_page,
}


@each("state", PAGES)
def test_every_state_has_a_page_without_script_link_or_picture(state):
    page = PAGES[state]()
    seen = Seen(page)
    forbidden = {"script", "img", "link", "a", "iframe", "object", "form", "image", "use"}
    assert not forbidden & {tag for tag, _ in seen.tags}
    assert not {name for _, attrs in seen.tags for name in attrs} & {
        "href",
        "src",
        "style",
        "srcset",
        "xlink:href",
    }
    assert not [name for _, attrs in seen.tags for name in attrs if name.startswith("on")]


def test_the_policy_allows_its_own_style_and_nothing_else():
    page = page_of(structured.record_of("agreed"))
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL).group(1)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = [
        attrs["content"]
        for tag, attrs in Seen(page).tags
        if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'none'; base-uri 'none'"


def test_hostile_words_stay_words():
    events = [poisoned(event, HOSTILE) for event in structured.STATES["no_call"]]
    page = page_of(replay(stored(events)))
    tags = {tag for tag, _ in Seen(page).tags}
    assert "script" not in tags
    assert "img" not in tags
    assert "&lt;script&gt;" in page
    assert "{{ 7*7 }}" in page
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_what_is_drawn_stands_in_words_too():
    record = structured.record_of("agreed")
    found, page = report(record, History(), ReportSettings()), page_of(record)
    labels = [
        attrs["aria-label"] for tag, attrs in Seen(page).tags if tag == "svg" and attrs.get("role") == "img"
    ]
    assert len(labels) == 6  # the gap's line and five gauges
    assert all(re.search(r"\d", label) for label in labels)
    for row in found.arguments:
        assert row.claim in page or row.claim.replace("'", "&#39;") in page
    assert "PRO argued better" in page
    early = page_of(structured.record_of("scoring"))
    assert "Not yet" in early
    assert "argued better" not in early
