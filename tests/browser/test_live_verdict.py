"""The live judge's part of the verdict in a real browser: a flag overturned, a turn opened on Watch, axe, a phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from debate_core.store import Store
from tests.browser.conftest import App
from tests.browser.test_drill_down import FRAMEWORKS_OWN
from tests.browser.test_journeys import key
from tests.building.exchanges import fill_verdicts

CAPTION = "stCaptionContainer"
pytestmark = [pytest.mark.browser, pytest.mark.slow]
CLAIM = key("claim_T1-C1")


@pytest.fixture
def verdict(app: App, page: Page) -> Page:
    """The verdict on a debate whose scorecard and narrative differ."""
    expect.set_options(timeout=30_000)
    store = Store(app.store)
    if not store.last_sequence("verdict_differ"):
        fill_verdicts(store, ("verdict_differ",))
    store.close()
    page.goto(f"{app.url}/verdict?debate=verdict_differ")
    expect(page.locator(CLAIM)).to_be_visible()
    return page


def test_a_flag_is_overturned_taken_back_and_its_turn_read_on_watch(verdict: Page) -> None:
    card, claim = verdict.locator(key("round_scorecard")), verdict.locator(CLAIM)
    expect(card).to_contain_text("mean composite 69 of 100")
    claim.locator("summary").click()
    claim.get_by_role("textbox").fill("The survey exists.")
    claim.get_by_role("button", name="Overturn this flag").click()
    expect(verdict.get_by_test_id("stToast")).to_contain_text("T1-C1 overturned: 2 points of logic returned.")
    expect(card).to_contain_text("mean composite 69.7 of 100")
    expect(claim).to_contain_text("Overturned by a person, costs nothing. The survey exists.")

    claim.get_by_role("textbox").fill("It is another one.")
    claim.get_by_role("button", name="Take that back").click()
    expect(card).to_contain_text("mean composite 69 of 100")
    expect(claim).to_contain_text("Put back by a person, −2 points. It is another one.")

    with verdict.context.expect_page() as opened:
        claim.get_by_role("link", name="turn 4").first.click()
    there = opened.value
    expect(there.locator("#turn-4")).to_be_in_viewport()
    assert there.url.endswith("/watch?debate=verdict_differ#turn-4")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_of_ours(verdict: Page, theme: str) -> None:
    verdict.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    verdict.reload()
    verdict.locator(f"{CLAIM} summary").click()
    expect(verdict.locator(CLAIM).get_by_role("textbox")).to_be_visible()
    found = Axe().run(verdict).response["violations"]
    ours = [
        (one["id"], node["target"])
        for one in found
        for node in one["nodes"]
        if one["id"] not in FRAMEWORKS_OWN
        and not (
            one["id"] == "color-contrast"
            and (CAPTION in str(node["target"]) or node["html"].startswith("<em"))
        )
    ]
    assert not ours


def test_a_phone_shows_it_without_sideways_scrolling(verdict: Page) -> None:
    verdict.set_viewport_size({"width": 390, "height": 844})
    verdict.reload()
    expect(verdict.locator(CLAIM)).to_be_visible()
    assert verdict.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth") <= 390
