"""A talk and a table from elsewhere in a real browser: hostile words stay words, from the preview to the panel."""

import pytest
from playwright.sync_api import Page, expect

from debate_core.domain.imported import SIMULATED_OF_REAL
from tests.browser.conftest import App, Probe, looks_right

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_hostile_talk_is_mapped_and_a_table_is_shown(
    app: App, page: Page, probe: Probe, subtests: pytest.Subtests
) -> None:
    page.goto(f"{app.url}/bring")
    field = page.get_by_label("Paste it")
    field.fill(
        f"**Ann {probe.words[:30]}**: {probe.words}\n" * 2 + f"Bo: {probe.words}\nAnn: Rest.\nBo: Trade."
    )
    field.press("Control+Enter")
    page.get_by_label("Topic").fill(probe.words)
    page.get_by_label("Topic").press("Enter")
    for name, side in (("Bo", "CON"), ("Ann", "PRO")):
        page.get_by_role("radiogroup", name=name).get_by_text(side, exact=True).click()
    with subtests.test("who stands where is chosen, and what it comes to is said"):
        page.get_by_role("button", name="Have it judged").wait_for()
        page.get_by_text(SIMULATED_OF_REAL).first.wait_for()
    with subtests.test("a reload loses nothing of it, and a second tab begins afresh"):
        page.reload()
        page.get_by_role("button", name="Have it judged").wait_for()
        expect(page.get_by_label("Topic")).to_have_value(probe.words)
        second = page.context.new_page()
        second.goto(page.url)
        expect(second.get_by_label("Paste it")).to_have_value("")
    looks_right(page, subtests)
    with subtests.test("hostile words load nothing"):
        asked = [path for path in probe.asked if "probe" in path or "script" in path or "img" in path]
        assert asked == []
        assert page.locator("img[onerror]").count() == 0
    page.get_by_text("change it").click()
    # By key: a click may meet the fold while it still opens, and fall beside what moves.
    page.get_by_role("button", name="A table").press("Enter")
    page.get_by_role("button", name="Show their agreement").click()
    with subtests.test("a table opens on Panel, the widest apart first"):
        page.get_by_role("heading", level=1, name="by dimension").wait_for()
        assert "elsewhere" not in page.evaluate("sessionStorage.drafts"), "what was sent is forgotten"
        page.get_by_role("cell", name="answer-07 · correct, Ada: 5").wait_for()
    looks_right(page, subtests)
    with subtests.test("the next page has the next items"):
        page.get_by_role("button", name="Page 5", exact=True).click()
        page.get_by_text("49 to 60 of 60").wait_for()
