"""The replay in a real browser: deep link, scrub with the keyboard, step, play, leave."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import App, key

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_debate_is_replayed_by_link_keyboard_step_and_play(app: App, page: Page) -> None:
    page.goto(f"{app.url}/watch?debate=live_whole&at=3")
    bar, history = page.locator(key("replay_bar")), page.locator(key("history"))
    expect(bar).to_contain_text("After turn 3 of 6")
    expect(history).to_contain_text("T1-C1 flagged")
    expect(history).not_to_contain_text("Turn 4")

    bar.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(bar).to_contain_text("After turn 4 of 6")
    expect(history).to_contain_text("T1-C1 exposed by turn 4")
    expect(page).to_have_url(f"{app.url}/watch?debate=live_whole&at=4")

    page.locator(f"{key('replay_back')} button").click()
    expect(bar).to_contain_text("After turn 3 of 6")
    expect(history).to_contain_text("T1-C1 flagged")

    page.get_by_role("radio", name="2 s", exact=True).click()
    page.locator(f"{key('replay_play')} button").click()
    expect(bar).to_contain_text("After turn 5 of 6")
    page.locator(f"{key('replay_play')} button").click()
    expect(page.locator(key("replay_play"))).to_contain_text("Play")

    page.locator(f"{key('replay_leave')} button").click()
    expect(history).to_contain_text("Turn 6")
    expect(page).to_have_url(f"{app.url}/watch?debate=live_whole")
