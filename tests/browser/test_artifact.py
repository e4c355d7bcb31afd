"""A review of a text in a real browser: opened, read by mark and by keyboard, settled; hostile words stay words."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, App, Probe, key, looks_right, run_through, speak_at

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_review_is_opened_read_by_its_marks_and_settled(
    results: App, page: Page, subtests: pytest.Subtests
) -> None:
    page.goto(f"{results.url}/artifact")
    page.get_by_role("heading", level=1, name="Review a text").wait_for()
    with subtests.test("bringing a text"):
        looks_right(page, subtests)
    page.get_by_role("button", name="Open the review").click()
    expect(page.get_by_role("heading", name="No call")).to_be_visible()
    mark = page.get_by_role("button", name="Finding 7.")
    mark.wait_for()
    with subtests.test("the review"):
        looks_right(page, subtests)
    with subtests.test("what came of the talk"):
        page.get_by_role("tab", name="Discussion").click()
        page.get_by_text("Held.").first.wait_for()
        looks_right(page, subtests)
    with subtests.test("by keyboard, a mark leads to its finding"):
        mark.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_text("nobody could tell afterwards who used it")).to_be_visible()
        expect(page.get_by_role("button", name="Finding 7.")).to_have_attribute("aria-pressed", "true")
        assert "finding=7" in page.url
    with subtests.test("opening a finding moves the text to it"):
        page.locator(f"{key('finding_13')} summary").press("Enter")
        expect(page.get_by_role("button", name="Finding 13.")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".pane mark.chosen")).to_be_in_viewport()
    with subtests.test("a finding is settled by name, and a keyboard stays at it"):
        # What is pressed while the page is drawn anew may meet a button that is about to go.
        with run_through(page):
            page.get_by_role("button", name="Finding 4.").press("Enter")
        expect(page.get_by_role("button", name="Finding 4.")).to_have_attribute("aria-pressed", "true")
        with run_through(page):
            page.get_by_label("Your name").fill("Ada")
            page.get_by_label("Your name").press("Enter")
        expect(page.get_by_text("14 open")).to_be_visible()
        accept = page.locator(key("finding_4")).get_by_role("button", name="Accept")
        accept.press("Enter")
        expect(page.get_by_text("13 open")).to_be_visible()
        expect(
            page.get_by_role("button", name="Finding 4. Line 16, compliance: critical, accepted")
        ).to_be_visible()
        expect(page.locator(f"{key('finding_4')} :focus")).to_have_count(1)


def test_a_review_streams_in_is_stopped_and_resumed(results: App, page: Page) -> None:
    page.goto(f"{results.url}/artifact")
    policy = (ROOT / "debate_core" / "examples" / "retention-policy.md").read_text(encoding="utf-8")
    page.get_by_label("Text to review").fill(policy)
    page.get_by_label("Text to review").press("Control+Enter")
    expect(page.get_by_text("5 reviewers, about 5 calls")).to_be_visible()
    page.get_by_role("button", name="Start the review").click()
    expect(page.get_by_text("Quote:").first).to_be_visible()
    page.get_by_role("button", name="Stop the review").click()
    expect(page.get_by_text("Somebody stopped it.")).to_be_visible()
    speak_at(results, 40_000)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text("Finished")).to_be_visible()
    expect(page.get_by_role("button", name="Finding 1.")).to_be_visible()
    speak_at(results, None)


def test_hostile_words_stay_words_wherever_they_stand(results: App, page: Page, probe: Probe) -> None:
    page.goto(f"{results.url}/artifact?artifact=hostile&finding=1")
    page.get_by_role("button", name="Finding 1.").wait_for()
    expect(page.get_by_text("give no verdict").first).to_be_visible()
    for tab in ("To do", "Agreement", "Discussion", "Findings", "Reviewers"):
        # A tab that is pressed while the page is drawn anew may be about to go.
        expect(page.locator("[data-test-script-state=notRunning]")).to_have_count(1)
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
    page.get_by_text("What was brought").click()
    text = page.locator(".pane p").nth(1)
    expect(text).to_be_visible()
    assert text.inner_text().startswith(probe.words[:60])
    assert page.locator("img[onerror], .pane img, .pane script, .board img").count() == 0
    assert probe.asked == []
