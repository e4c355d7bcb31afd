"""A review of a text in a real browser: opened, read by mark and by keyboard, settled; another streams in."""

import pytest
from playwright.sync_api import Page, expect

from debate_core.examples import REVIEW, read_events
from debate_core.library.text_review import text_review
from debate_core.store.record import ArtifactRecord
from tests.browser.conftest import ROOT, App, key, looks_right, speak_at, violations
from tests.building.facts import stored

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FINDINGS = text_review(ArtifactRecord.fold(stored(read_events(REVIEW)))).findings


def test_a_review_is_opened_read_by_its_marks_and_settled_and_another_is_stopped_and_resumed(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    page.goto(f"{app.url}/artifact")
    page.get_by_role("heading", level=1, name="Review a text").wait_for()
    with subtests.test("bringing a text"):
        looks_right(page, subtests)
    page.get_by_role("button", name="Open the review").click()
    page.get_by_role("heading", name="No call").wait_for()
    mark = page.get_by_role("button", name="Finding 7.")
    mark.wait_for()
    with subtests.test("the review"):
        looks_right(page, subtests)
    with subtests.test("what came of the talk"):
        page.get_by_role("tab", name="Discussion").click()
        page.get_by_text("Held.").first.wait_for()
        assert violations(page) == []
    with subtests.test("by keyboard, a mark leads to its finding"):
        mark.focus()
        page.keyboard.press("Enter")
        page.get_by_text(FINDINGS[6].first.finding.what).wait_for()
        expect(mark).to_have_attribute("aria-pressed", "true")
        assert "finding=" in page.url
    with subtests.test("opening a finding moves the text to it"):
        page.locator(f"{key('finding_13')} summary").press("Enter")
        expect(page.get_by_role("button", name="Finding 13.")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".pane mark.now")).to_be_in_viewport()
    with subtests.test("a finding is settled by name, and a keyboard stays at it"):
        page.locator(key("finding_13")).get_by_label("Your name").fill("Ada")
        page.locator(key("finding_13")).get_by_role("button", name="Accept").press("Enter")
        page.get_by_text("14 open").wait_for()
        expect(page.locator(f"{key('finding_13')} :focus")).to_have_count(1)
    with subtests.test("a review streams in, is stopped and resumed"):
        page.get_by_role("button", name="Review a new text").click()
        policy = (ROOT / "debate_core" / "examples" / "retention-policy.md").read_text(encoding="utf-8")
        page.get_by_label("Text to review").fill(policy)
        page.get_by_label("Text to review").press("Control+Enter")
        page.get_by_text("5 reviewers, about").wait_for()
        page.get_by_role("button", name="Start the review").click()
        page.get_by_text("Quote:").first.wait_for()
        page.get_by_role("button", name="Stop the review").click()
        page.get_by_text("It was stopped.").wait_for()
        expect(page.get_by_text("have answered")).to_have_count(1)
        speak_at(app, 40_000)
        page.get_by_role("button", name="Resume").click()
        page.get_by_text("Finished").wait_for()
        page.get_by_role("button", name="Finding 1.").wait_for()
        speak_at(app, None)
