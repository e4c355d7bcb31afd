"""The live judge's part of the verdict: a flag overturned, a turn opened on Watch, axe, a phone."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import App, key, looks_right, stands_still, violations, watch_moves

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def found_beside_captions(page: Page, rules: Sequence[str]) -> list:
    """What axe finds that is ours; the contrast of captions and of what is stressed in them is Streamlit's."""

    def ours(rule: str, html: str) -> bool:
        return not (rule == "color-contrast" and ("stCaptionContainer" in html or html.startswith("<em")))

    return [(rule, html) for rule, nodes in violations(page, rules) for html in nodes if ours(rule, html)]


def test_a_flag_is_overturned_taken_back_and_its_turn_read_on_watch(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    """On a debate whose scorecard and narrative differ."""
    watch_moves(page)
    page.goto(f"{app.url}/verdict?debate=verdict_differ")
    card, claim = page.locator(key("round_scorecard")), page.locator(key("claim_T1-C1"))
    card.wait_for()
    stands_still(page, subtests)
    page.get_by_role("tab", name="Live judge").click()
    claim.locator("summary").click()
    expect(claim.get_by_role("textbox")).to_be_visible()
    looks_right(page, subtests, found_beside_captions)

    expect(card).to_contain_text("CON leads with 4 rounds to 0, marks 77.0 to 69.0")
    claim.get_by_role("textbox").fill("The survey exists.")
    claim.get_by_role("button", name="Overturn this flag").click()
    expect(page.get_by_test_id("stToast")).to_contain_text("T1-C1 overturned: 2 points of logic returned.")
    expect(claim.locator("summary")).to_contain_text("overturned by a person, costs nothing")
    expect(claim).to_contain_text("Overturned by a person, costs nothing. The survey exists.")

    claim.get_by_role("textbox").fill("It is another one.")
    claim.get_by_role("button", name="Take that back").click()
    expect(claim.locator("summary")).to_contain_text("−2 on logic")
    expect(claim).to_contain_text("Put back by a person, −2 on logic. It is another one.")

    with page.context.expect_page() as opened:
        claim.get_by_role("link", name="turn 4").first.click()
    there = opened.value
    expect(there.locator("#turn-4")).to_be_in_viewport()
    assert there.url.endswith("/watch?debate=verdict_differ#turn-4")
