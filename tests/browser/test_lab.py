"""The lab in a real browser: a shared address on a fresh server, a changed choice, both themes, a phone."""

import json
import pathlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, served
from tests.browser.test_journeys import FRAMEWORKS_OWN, key

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def answered(page: Page) -> None:
    expect(page.get_by_role("heading", name="What one more judge buys")).to_be_visible(timeout=60_000)
    page.locator(".js-plotly-plot").nth(1).wait_for()


def violations(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [
        (v["id"], [n["html"][:200] for n in v["nodes"][:4]]) for v in found if v["id"] not in FRAMEWORKS_OWN
    ]


def test_a_shared_address_opens_on_a_fresh_server_and_a_choice_changes_it(
    chromium: Browser, tmp_path: pathlib.Path
) -> None:
    store = {"DEBATE_STORE": str(tmp_path / "debates.sqlite3")}
    with served(ROOT / "app.py", tmp_path / "server.log", store) as url:
        page = chromium.new_page(viewport={"width": 1280, "height": 900}, color_scheme="light")
        page.set_default_timeout(20_000)
        page.goto(f"{url}/lab?judges=6&gap=0&related=all&shared=0.5")
        answered(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("How good is a panel like this?")
        expect(page.get_by_text("named a side although both were equal").first).to_be_visible()
        assert page.url.endswith("/lab?judges=6&gap=0&related=all&shared=0.5")

        sentence = page.locator(f"{key('lab_answer')} h2")
        six = sentence.inner_text()
        judges = page.locator(f"{key('lab_judges')} input")
        judges.focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"judges=7"))
        expect(page.get_by_text("7 judges, all on one model")).to_be_visible()
        expect(sentence).not_to_have_text(six, timeout=20_000)
        seven = sentence.inner_text()
        page.reload()
        answered(page)
        expect(sentence).to_have_text(seven)
        assert not violations(page), json.dumps(violations(page), indent=1)
        page.close()

        dark = chromium.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
        dark.goto(f"{url}/lab")
        answered(dark)
        main = dark.get_by_test_id("stMain")
        assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0
        assert not violations(dark), json.dumps(violations(dark), indent=1)
        dark.close()
