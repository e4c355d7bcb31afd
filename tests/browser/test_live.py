"""A debate with a live judge: its part of Verdict, each turn on Watch, and the replay; Watch while a debate runs."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import App, go, key, looks_right, stands_still, violations

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def found_beside_captions(page: Page, *, whole: bool) -> list:
    """What axe finds that is ours; the contrast of captions and of what is stressed in them is Streamlit's."""

    def ours(rule: str, html: str) -> bool:
        return not (rule == "color-contrast" and ("stCaptionContainer" in html or html.startswith("<em")))

    return [
        (rule, html) for rule, nodes in violations(page, whole=whole) for html in nodes if ours(rule, html)
    ]


def test_a_flags_form_and_its_turn_on_watch_which_is_replayed(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    page.goto(f"{app.url}/verdict?debate=verdict_differ")
    claim = page.locator(key("claim_T1-C1"))
    page.locator(key("round_scorecard")).wait_for()
    stands_still(page, subtests)
    page.get_by_role("tab", name="Live judge").click()
    claim.locator("summary").click()
    claim.get_by_role("textbox").wait_for()
    looks_right(page, subtests, found_beside_captions)
    with page.context.expect_page() as opened:
        claim.get_by_role("link", name="turn 4").first.click()
    there = opened.value
    with subtests.test("a link to a turn shows it"):
        expect(there.locator("#turn-4")).to_be_in_viewport()
        assert there.url.endswith("/watch?debate=verdict_differ#turn-4")
    replay(there)


def replay(page: Page) -> None:
    """By keyboard, and played; left where it began."""
    bar, history = page.locator(key("replay_bar")), page.locator(key("history"))
    page.locator(f"{key('replay')} button").press("Enter")
    expect(bar).to_contain_text("After turn 1 of 6")
    bar.get_by_role("slider").press("ArrowRight")
    expect(bar).to_contain_text("After turn 2 of 6")
    page.wait_for_url("**/watch?debate=verdict_differ&at=2")
    page.get_by_role("radio", name="2 s", exact=True).click()
    page.locator(f"{key('replay_play')} button").click()
    expect(bar).to_contain_text("After turn 3 of 6")
    page.locator(f"{key('replay_play')} button").click()
    expect(page.locator(key("replay_play"))).to_contain_text("Play")
    page.locator(f"{key('replay_leave')} button").click()
    expect(history).to_contain_text("Turn 6")


def test_watch_is_accessible_and_fits_a_phone_while_it_runs_and_with_what_went_amiss(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    page.goto(f"{app.url}/watch?debate=running")
    page.locator(key("seats")).wait_for()  # the last thing drawn beside the transcript
    looks_right(page, subtests)
    go(page, "/watch?debate=marred")
    expect(page.locator(key("where_it_stands"))).to_contain_text("Finished")
    looks_right(page, subtests)
