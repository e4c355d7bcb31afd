"""From a chart to the argument behind it: by cell, by row, by link; and both result pages as a reader has them. The
first test must be the server's first visit."""

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from debate_core.store import SQLiteStore
from debate_core.store.events import DebateOpened
from debate_core.verdicts.rules import Rules, changed_words
from tests.browser.conftest import PHONE, WIDE, App, key, looks_right, until, violations
from tests.building.structured import JUDGES, STATES, record_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NOTE_MENUS = """
window.besides = [];
new MutationObserver(() => besides.push(...document.querySelectorAll("[data-testid=stSidebarNav]")))
    .observe(document, {childList: true, subtree: true});
"""


CLAIMS = {one.id: one.claim for one in record_of("split").transcript.arguments}
ANOTHER = "Read it another way"


def drawer(page: Page) -> Locator:
    """The open argument."""
    return page.get_by_role("dialog")


def shut(page: Page) -> None:
    """Close the open argument: the address forgets it, and the number in the key of what opened it goes up."""
    page.keyboard.press("Escape")
    expect(drawer(page)).to_have_count(0)
    page.wait_for_function("() => !location.search.includes('arg')")


def cell(page: Page, name: str) -> Locator:
    """A tinted cell, by how its name begins."""
    return page.locator(f"[data-pick][aria-label^='{name}: ']")


def focused(page: Page) -> str:
    """The name of what has the focus, through shadow roots."""
    return str(
        page.evaluate(
            "() => { let at = document.activeElement; while (at?.shadowRoot?.activeElement)"
            " at = at.shadowRoot.activeElement; return at?.getAttribute('aria-label') ?? at?.tagName }"
        )
    )


def test_from_panels_tables_to_the_arguments_on_to_verdict_and_back(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    """One visit: everything on Panel that opens an argument, what both pages look like, and the address throughout."""
    conclude = page.get_by_role("heading", name="may I conclude?")
    page.add_init_script(NOTE_MENUS)
    with subtests.test("a deep link is a fresh server's first request"):
        page.goto(f"{app.url}/panel?debate=split00&arg=PRO-2")
        expect(drawer(page)).to_contain_text(CLAIMS["PRO-2"])
        expect(page.get_by_role("heading", level=1)).to_contain_text("CON-\u20601")
        assert page.url.endswith("/panel?debate=split00&arg=PRO-2")
        assert page.evaluate("besides.length") == 0, "no list of file names was ever beside it"
    shut(page)
    page.get_by_text("Do their scores").wait_for()
    looks_right(page, subtests)

    with subtests.test("a cell opens its argument here, with its judge marked"):
        cell(page, "CON-1, Business").click()
        expect(drawer(page)).to_contain_text(CLAIMS["CON-1"])
        for judge in JUDGES:
            expect(drawer(page)).to_contain_text(f"As the {judge.lower()} judge")
        expect(drawer(page).locator(".clicked")).to_contain_text("Business")
        assert "/panel?" in page.url and "arg=CON-1" in page.url
        assert violations(page) == []
    with subtests.test("arrow keys lead to the next argument and back"):
        for key_, name in (("ArrowRight", "PRO-2"), ("ArrowLeft", "CON-1")):
            page.keyboard.press(key_)
            expect(drawer(page).locator(".drawer h3")).to_contain_text(name)
            page.wait_for_selector("[data-test-script-state=notRunning]")
    with subtests.test("the focus comes back to the cell, and the keyboard goes on from there"):
        shut(page)
        until(lambda: focused(page).startswith("CON-1, Business: "))
        page.keyboard.press("ArrowRight")
        assert focused(page).startswith("CON-1, Risk: ")
        page.keyboard.press("Enter")
        expect(drawer(page).locator(".clicked")).to_contain_text("Risk")
        shut(page)
    with subtests.test("two judges lead to the argument they are furthest apart on"):
        page.get_by_role("tab", name="Judges").click()
        cell(page, "Technical and Business").first.click()
        expect(drawer(page)).to_contain_text("The judges' notes")
        shut(page)
    page.get_by_role("tab", name="Scores in numbers").click()
    with subtests.test("a frame's buttons are in sight when a keyboard comes to one"):
        bar = page.get_by_test_id("stElementToolbar").filter(visible=True).first
        expect(bar).to_have_css("opacity", "0")
        bar.get_by_role("button", name=re.compile("^Download")).press("Tab")
        expect(bar).to_have_css("opacity", "1")
    with subtests.test("a row of the table opens its argument"):
        table = page.locator(f"{key('table_scores_0')} canvas").first
        table.scroll_into_view_if_needed()
        at = table.bounding_box()
        page.mouse.click(at["x"] + 18, at["y"] + 35 + 35 + 17)
        expect(drawer(page)).to_contain_text(CLAIMS["PRO-2"])
        assert "arg=PRO-2" in page.url
        shut(page)

    with subtests.test("a changed threshold is in the address and goes along to Verdict"):
        page.get_by_role("tab", name=ANOTHER).click()
        page.get_by_text("Thresholds", exact=True).click()
        field = page.get_by_role("spinbutton", name="Level of the lead's interval", exact=True)
        field.fill("0.95")
        field.press("Enter")
        page.get_by_text(f"than usual: {changed_words(Rules(gap_level=0.95))}").wait_for()
        page.wait_for_function("() => location.search.includes('gap_level=0.95')")
        page.get_by_role("link", name="Verdict", exact=True).click()
        conclude.wait_for()
        page.wait_for_url("**/verdict?debate=split00&gap_level=0.95")
    page.get_by_text("Why there is").wait_for()
    looks_right(page, subtests)
    with subtests.test("back leads back at the first press"):
        page.go_back()
        page.get_by_text("do the judges agree?").wait_for()
    with subtests.test("and a page of all debates gets no debate into its address by the way"):
        page.get_by_role("link", name="Review", exact=True).click()
        page.get_by_role("heading", name="person look at?").wait_for()
        page.get_by_role("link", name="Verdict", exact=True).click()
        conclude.wait_for()
        page.wait_for_function("() => location.search.includes('debate=split00')")
        page.go_back()
        page.wait_for_function("() => location.pathname == '/review' && !location.search")
    with subtests.test("on a phone a name leads on with the same debate, in the same session"):
        page.set_viewport_size(PHONE)
        names = page.get_by_role("navigation", name="Split Decision")
        expect(names.locator("[aria-current=page]")).to_have_text("Review")
        page.evaluate("window.same = true")
        names.get_by_role("link", name="Panel").click()
        page.wait_for_url("**/panel?debate=split00*")
        expect(names.locator("[aria-current=page]")).to_have_text("Panel")
        assert page.evaluate("window.same")
        page.set_viewport_size(WIDE)
        expect(names).to_be_hidden()  # beside Streamlit's own bar


def test_the_verdict_follows_a_running_debate_and_its_briefing_opens_arguments_in_place(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    # A clock that runs ahead: a lease that outlasts the test.
    writer = SQLiteStore(app.store, clock=lambda: time.time() + 3600)
    opened, *spoken = STATES["speaking"]
    assert isinstance(opened, DebateOpened)
    debate = writer.open_record(opened)
    lease = writer.acquire(debate)
    writer.append(debate, spoken, lease=lease)
    rest = [event for event in STATES["agreed"][1:] if event not in spoken]
    third_sheet = [event.kind for event in rest].index("sheet_read") + 2
    page.goto(f"{app.url}/verdict?debate={debate}")
    page.get_by_text("updates by itself").wait_for()
    with subtests.test("nobody is named too early"):
        writer.append(debate, rest[:third_sheet], lease=lease)
        page.get_by_role("heading", name="Not yet").wait_for()
    with subtests.test("it fills by itself"):
        writer.append(debate, rest[third_sheet:], lease=lease)
        writer.release(lease)
        writer.close()
        page.get_by_role("heading", name="PRO argued better").wait_for()
    with subtests.test("a statement of the briefing leads to the argument it rests on"):
        page.locator(key("briefing")).get_by_role("button", name="CON-2").first.click()
        expect(drawer(page)).to_contain_text(CLAIMS["CON-2"])
        assert "/verdict" in page.url
        shut(page)
        until(lambda: page.evaluate("document.activeElement.innerText").endswith("CON-2"))
