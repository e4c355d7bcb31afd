"""What the page says when its server is gone."""

import pathlib

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, served

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_lost_server_is_told_in_our_words(page: Page, tmp_path: pathlib.Path) -> None:
    environment = {"DEBATE_STORE": str(tmp_path / "debates.sqlite3")}
    with served(ROOT / "app.py", tmp_path / "log", environment, "streamlit", "run") as url:
        page.goto(f"{url}/library")
        page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
    dialog = page.locator("[data-testid=stDialog]")
    dialog.wait_for()
    assert dialog.inner_text().strip() == "Connection error"
    words = dialog.evaluate("e => getComputedStyle(e.querySelector('h2 + div'), '::before').content")
    assert "The connection is lost" in words
