"""A review of a text in a real browser: opened, read by mark and by keyboard, settled; hostile words stay words."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from debate_core.artifact import ArtifactConfig, Finding, ReviewSheet
from debate_core.artifact_record import review_step
from debate_core.config import Deliberation
from debate_core.documents.reading import read_pasted
from debate_core.events import (
    ArtifactOpened,
    ArtifactReviewed,
    CallId,
    DebateFinished,
    DeliberationClosed,
    DeliberationOpened,
    ScoreChange,
)
from debate_core.judging.deliberating import round_step
from debate_core.store import SQLiteStore, Store
from tests.browser.conftest import ROOT, Probe, looks_right, served

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, probe: Probe) -> Iterator[str]:
    """A server whose store holds one review, of a hostile text by hostile reviewers."""
    path = tmp_path_factory.mktemp("artifact") / "debates.sqlite3"
    ticks = itertools.count()
    store = SQLiteStore(path, clock=lambda: 1_700_000_000.0 + next(ticks))
    _put_hostile(store, probe.words)
    store.close()
    with served(ROOT / "app.py", path.with_suffix(".log"), {"DEBATE_STORE": str(path)}) as url:
        yield url


def _put_hostile(store: Store, words: str) -> None:
    config = ArtifactConfig(
        artifact=read_pasted(f"First line.\n{words}\nLast line.", name=words[:150], context=words)
    )
    record = store.open_record(ArtifactOpened(config=config), "hostile")
    finding = Finding(
        quote=words, dimension="security", severity="critical", confidence=0.9, what=words, remediation=words
    )

    def given(name: str, step: str, **more: Any) -> ArtifactReviewed:
        sheet = ReviewSheet(
            reviewer=name,
            verdict="FAIL",
            confidence=0.8,
            scores=dict.fromkeys(config.rubric.keys, 1 if more else 2),
            findings=(finding, finding.model_copy(update={"quote": f"{words} elsewhere"})),
            remediation=(words,),
            rationale=words,
        )
        return ArtifactReviewed(sheet=sheet, call=CallId(step=step), rung="strict", **more)

    moved = ScoreChange(dimension="security", because=words, found="exact", new=True)
    names = [one.name for one in config.reviewers]
    alone = [given(name, review_step(name)) for name in names]
    heard = [given(name, round_step(name, 2), round=2, changes=(moved,)) for name in names[:2]]
    opened = DeliberationOpened(settings=Deliberation(), takes_part=tuple(names[:2]), keeps={names[2]: words})
    closed = DeliberationClosed(why="round_limit")
    store.append(record, [*alone, DebateFinished(), opened, *heard, closed, DebateFinished()])


def test_a_review_is_opened_read_by_its_marks_and_settled(
    site: str, page: Page, subtests: pytest.Subtests
) -> None:
    page.goto(f"{site}/artifact")
    page.get_by_role("heading", level=1, name="Review a text").wait_for()
    with subtests.test("bringing a text"):
        looks_right(page, subtests)
    page.get_by_role("button", name="Open the review").click()
    expect(page.get_by_role("heading", name="Conditional")).to_be_visible()
    mark = page.get_by_role("button", name="Finding 7:")
    mark.wait_for()
    with subtests.test("the review"):
        looks_right(page, subtests)
    with subtests.test("what came of the talk"):
        page.get_by_role("tab", name="After talk").click()
        page.get_by_text("Held.").first.wait_for()
        looks_right(page, subtests)
    with subtests.test("by keyboard, a mark leads to its finding"):
        mark.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_text("nobody could tell afterwards who used it")).to_be_visible()
        expect(page.get_by_role("button", name="Finding 7:")).to_have_attribute("aria-pressed", "true")
        assert "finding=7" in page.url
    with subtests.test("a finding is settled by name"):
        page.get_by_role("button", name="Finding 4:").click()
        page.get_by_label("Your name").fill("Ada")
        page.get_by_label("Your name").press("Enter")
        expect(page.get_by_text("14 open")).to_be_visible()
        page.get_by_role("button", name="Accept").locator("visible=true").first.click()
        expect(page.get_by_text("13 open")).to_be_visible()
        expect(page.get_by_role("button", name="Finding 4: compliance, critical, accepted")).to_be_visible()


def test_a_review_streams_in_is_stopped_and_resumed(site: str, page: Page) -> None:
    page.goto(f"{site}/artifact")
    policy = (ROOT / "debate_core" / "examples" / "retention-policy.md").read_text(encoding="utf-8")
    page.get_by_label("Text to review").fill(policy)
    page.get_by_label("Text to review").press("Control+Enter")
    expect(page.get_by_text("5 calls", exact=True)).to_be_visible()
    page.get_by_role("button", name="Start the review").click()
    expect(page.get_by_text("Quote:").first).to_be_visible()
    page.get_by_role("button", name="Stop the review").click()
    expect(page.get_by_text("A person stopped it.")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Finished")).to_be_visible()
    expect(page.get_by_role("button", name="Finding 1:")).to_be_visible()


def test_hostile_words_stay_words_wherever_they_stand(site: str, page: Page, probe: Probe) -> None:
    page.goto(f"{site}/artifact?artifact=hostile&finding=1")
    page.get_by_role("button", name="Finding 1:").wait_for()
    expect(page.get_by_text("FAIL has 100% of the weight")).to_be_visible()
    for tab in ("To do", "Agreement", "After talk", "Findings", "Reviewers"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(300)
    page.get_by_text("What was brought").click()
    page.wait_for_timeout(500)
    assert probe.asked == []
    text = page.locator(".pane p").nth(1)
    assert text.inner_text().startswith(probe.words[:60])
    assert page.locator("img[onerror], .pane img, .pane script, .board img").count() == 0
