"""From a chart to the argument behind it, in a real browser: by cell, by row, by link; and axe on both result pages."""

import itertools
import pathlib
import time
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Locator, Page, expect

from debate_core.events import DebateOpened
from debate_core.store import Store
from tests.browser.conftest import ROOT, served
from tests.building.structured import IDS, JUDGES, STATES, fill

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# From Streamlit's own navigation.
FRAMEWORKS_OWN = {"list", "listitem"}
PATIENCE = 60_000


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A store with debates in every state."""
    path = tmp_path_factory.mktemp("results") / "debates.sqlite3"
    ticks = itertools.count()
    store = Store(path, clock=lambda: 1_700_000_000.0 + 600 * next(ticks))
    fill(store)
    store.close()
    return path


@pytest.fixture(scope="module")
def site(stored: pathlib.Path) -> Iterator[str]:
    """A fresh server on that store; its address."""
    with served(ROOT / "app.py", stored.with_suffix(".log"), {"DEBATE_STORE": str(stored)}) as url:
        yield url


@pytest.fixture(autouse=True)
def patient(context: BrowserContext) -> Iterator[None]:
    """Many charts come up at once, perhaps on a busy machine."""
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=5_000)


def drawer(page: Page) -> Locator:
    """The open argument."""
    return page.get_by_role("dialog")


def cell(page: Page, chart: str, argument: str, judge: str) -> dict[str, float]:
    """Where one cell of a heatmap is on the screen."""
    text = page.locator(f".st-key-{chart} g.textpoint text").nth(
        IDS.index(argument) * len(JUDGES) + JUDGES.index(judge)
    )
    text.scroll_into_view_if_needed()
    return dict(text.bounding_box())


def click_first_cell(page: Page, chart: str) -> None:
    """Click the first cell of a chart's squares."""
    text = page.locator(f".st-key-{chart} g.textpoint text").first
    text.scroll_into_view_if_needed()
    at = text.bounding_box()
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def test_a_deep_link_is_a_fresh_servers_first_request(site: str, page: Page) -> None:
    page.goto(f"{site}/panel?debate=split00&arg=PRO-2")
    expect(drawer(page)).to_be_visible()
    expect(drawer(page)).to_contain_text("A fault in one service no longer takes the whole product down")


def test_a_cell_opens_its_argument_closes_and_opens_again(site: str, page: Page) -> None:
    page.goto(f"{site}/panel?debate=split00")
    at = cell(page, "deviation_0", "CON-1", "Business")
    page.mouse.click(at["x"] - 20, at["y"] + at["height"] / 2)
    expect(drawer(page)).to_contain_text("Twelve people cannot run twenty services")
    for judge in JUDGES:
        expect(drawer(page)).to_contain_text(f"As the {judge.lower()} judge")
    assert "arg=CON-1" in page.url
    page.keyboard.press("Escape")
    expect(drawer(page)).to_have_count(0)
    page.wait_for_function("() => !location.search.includes('arg')")
    at = cell(page, "deviation_1", "CON-1", "Business")
    page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    expect(drawer(page)).to_contain_text("Twelve people cannot run twenty services")


def test_a_row_of_the_table_opens_its_argument(site: str, page: Page) -> None:
    page.goto(f"{site}/panel?debate=split00")
    table = page.locator(".st-key-arguments_0 canvas").first
    table.scroll_into_view_if_needed()
    at = table.bounding_box()
    page.mouse.click(at["x"] + 18, at["y"] + 35 + 35 + 17)
    expect(drawer(page)).to_contain_text("A fault in one service")
    assert "arg=PRO-2" in page.url


def test_a_cell_of_the_dimensions_opens_its_argument(site: str, page: Page) -> None:
    page.goto(f"{site}/panel?debate=split00")
    click_first_cell(page, "variance_0")
    expect(drawer(page)).to_contain_text("Separate services let each team release")


def test_two_judges_lead_to_the_argument_they_are_furthest_apart_on(site: str, page: Page) -> None:
    page.goto(f"{site}/panel?debate=split00")
    click_first_cell(page, "pairs_0")
    expect(drawer(page)).to_contain_text("The judges, side by side")
    assert "arg=" in page.url


def test_a_changed_threshold_survives_a_refresh(site: str, page: Page) -> None:
    page.goto(f"{site}/panel?debate=split00")
    page.get_by_text("Thresholds", exact=True).click()
    field = page.get_by_role("spinbutton", name="Level of the gap's interval")
    field.fill("0.95")
    field.press("Enter")
    changed = page.get_by_text("Changed from the usual: level of the gap's interval .95 instead of .90.")
    expect(changed).to_be_visible()
    page.wait_for_function("() => location.search.includes('gap_level=0.95')")
    page.reload()
    expect(changed).to_be_visible()


def test_a_refresh_after_the_menu_shows_the_same_debate_and_back_leads_back(site: str, page: Page) -> None:
    page.goto(f"{site}/panel?debate=split00")
    expect(page.get_by_role("heading", name="How far do the judges agree?")).to_be_visible()
    page.get_by_role("link", name="Verdict").click()
    expect(page.get_by_role("heading", name="What may I conclude?")).to_be_visible()
    page.wait_for_function(
        "() => location.pathname == '/verdict' && location.search.includes('debate=split00')"
    )
    page.reload()
    expect(page.get_by_role("heading", name="What may I conclude?")).to_be_visible()
    assert "debate=split00" in page.url
    # The address without the debate may have a place of its own in the browser's history, or none.
    page.go_back()
    page.wait_for_function("() => !location.search.includes('debate') || location.pathname == '/panel'")
    if "/panel" not in page.url:
        page.go_back()
    expect(page.get_by_role("heading", name="How far do the judges agree?")).to_be_visible()


def test_a_statement_of_the_briefing_leads_to_the_argument_it_rests_on(site: str, page: Page) -> None:
    page.goto(f"{site}/verdict?debate=agreed00")
    page.locator(".st-key-briefing").get_by_role("link", name="CON-2").first.click()
    expect(drawer(page)).to_contain_text("Most of the gain comes from modules")
    assert "/panel" in page.url


def test_a_result_page_follows_a_running_debate_and_names_nobody_too_early(
    site: str, stored: pathlib.Path, page: Page
) -> None:
    # A clock that runs ahead: a lease that outlasts the test.
    writer = Store(stored, clock=lambda: time.time() + 3600)
    opened, *spoken = STATES["speaking"]
    assert isinstance(opened, DebateOpened)
    debate = writer.open_record(opened)
    lease = writer.acquire(debate)
    writer.append(debate, spoken, lease=lease)
    page.goto(f"{site}/verdict?debate={debate}")
    expect(page.get_by_text("It is running: this page fills by itself.")).to_be_visible()
    scored = [event for event in STATES["agreed"] if event.kind == "sheet_read"]
    writer.append(debate, scored[:2], lease=lease)
    expect(page.get_by_role("heading", name="Not yet")).to_be_visible()
    writer.append(debate, scored[2:], lease=lease)
    expect(page.get_by_role("heading", name="by 2.3 points")).to_be_visible()
    writer.release(lease)
    writer.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", ["panel?debate=split00", "verdict?debate=no_call00"])
def test_axe_finds_nothing_of_ours(site: str, page: Page, address: str, theme: Any) -> None:
    page.emulate_media(color_scheme=theme)
    page.goto(f"{site}/{address}")
    page.locator(".js-plotly-plot").last.wait_for()
    expect(page.locator("[data-stale=true]")).to_have_count(0)
    found = Axe().run(page).response["violations"]
    ours = [
        (one["id"], [node["target"] for node in one["nodes"]])
        for one in found
        if one["id"] not in FRAMEWORKS_OWN
    ]
    assert not ours


def test_a_phone_shows_both_pages_without_sideways_scrolling(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for address in ("panel?debate=three_of_four00", "verdict?debate=no_call00"):
        page.goto(f"{site}/{address}")
        page.locator(".js-plotly-plot").first.wait_for()
        assert page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth") <= 390
