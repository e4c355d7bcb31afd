"""The library in a real browser: found, compared, and taken along as one file that asks nobody for anything."""

import pathlib

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import (
    HOSTILE_DEBATE,
    PHONE,
    App,
    Probe,
    key,
    leads_to,
    looks_right,
    violations,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HIDDEN = "[...document.querySelectorAll('details p, details li')].filter(e => !e.checkVisibility()).length"
WIDE_TABLES = """() => {
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
    return [...document.querySelectorAll(".scroll")].filter((one) => one.scrollWidth > one.clientWidth + 1).length;
}"""
FAR_VALUES = """() => [...document.querySelectorAll(".numberline .value")].filter((one) => {
    const box = (what) => what.getBoundingClientRect(), lane = one.closest(".way");
    const value = box(one), zero = box(lane.querySelector(".zero")).x, name = box(lane.querySelector(".who > span"));
    const crosses = one.textContent.startsWith("CON") ? value.right > zero + 1 : value.left < zero - 1;
    return crosses || value.left < name.right && value.top < name.bottom || value.right > innerWidth;
}).length"""
"""How many values cross 0, lie on a name, or stand off the page."""


def test_records_are_found_compared_and_taken_along(
    app: App,
    page: Page,
    subtests: pytest.Subtests,
    chromium: Browser,
    probe: Probe,
    tmp_path: pathlib.Path,
) -> None:
    page.goto(f"{app.url}/library")
    page.locator(".shelf .box").first.wait_for()
    with subtests.test("the library"):
        looks_right(page, subtests)
    with subtests.test("words find a record, and the address holds them"):
        page.get_by_label("Search", exact=True).fill("onerror")
        page.keyboard.press("Enter")
        expect(page.locator("[data-pick='open/finished']")).to_have_count(0)
        page.locator(f"[data-pick='open/{HOSTILE_DEBATE}']").wait_for()
        assert "q=onerror" in page.url
    with subtests.test("a keyboard chooses it and stays there, and sorts"):
        box = page.locator(f"[data-pick='choose/{HOSTILE_DEBATE}']")
        box.press("Enter")
        expect(box).to_have_attribute("aria-pressed", "true")
        expect(box).to_be_focused()
        with leads_to(page, "**sort=least**"):
            page.locator(".shelf thead button", has_text="Agreement").press("Enter")
    with subtests.test("its report is one file, and hostile words in it stay words"):
        with page.expect_download() as down:
            page.locator(f"{key('report_of_chosen')} button").click()
        path = tmp_path / "report.html"
        down.value.save_as(path)
        _opens_anywhere(chromium, path)
    with subtests.test("two are compared, and a keyboard goes on at the heading"):
        page.get_by_label("Search", exact=True).fill("")
        page.keyboard.press("Enter")
        page.locator("[data-pick='choose/finished']").press("Enter")
        page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 400")
        page.locator(f"{key('compare_now')} button").press("Enter")
        page.get_by_role("heading", name="strictest in both").wait_for()
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0, (
            "it opens at its top"
        )
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        page.get_by_role("img", name="in standard deviations").wait_for()
        looks_right(page, subtests)
    assert probe.asked == []


def _opens_anywhere(chromium: Browser, path: pathlib.Path) -> None:
    """Offline, by axe in both themes, on a phone with nothing beyond its edge, and printed with nothing folded."""
    # Axe is a script, which the file's own policy would not let run; escaping has to do without it here.
    context = chromium.new_context(bypass_csp=True, offline=True, viewport=PHONE)
    page = context.new_page()
    page.goto(path.as_uri())
    for theme, whole in (("light", True), ("dark", False)):
        page.emulate_media(color_scheme=theme)
        assert violations(page, whole=whole) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert (
        page.locator(":not(li) > details > summary").evaluate_all(
            "all => Math.min(...all.map(one => one.offsetHeight))"
        )
        >= 40
    )
    assert page.evaluate(HIDDEN) > 0
    page.emulate_media(media="print")
    assert page.evaluate(HIDDEN) == 0
    page.emulate_media(media="screen")
    assert (page.evaluate(WIDE_TABLES), page.evaluate(FAR_VALUES)) == (0, 0)
    context.close()
