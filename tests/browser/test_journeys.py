"""Journeys through the product: set-up, a debate from one click to its verdict, the lab, hostile words. The first test
must be the server's first visit."""

import contextlib
import http.client
import json
import pathlib
import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from debate_core.store import SQLiteStore
from tests.browser.conftest import (
    App,
    Probe,
    in_theme,
    key,
    looks_right,
    served,
    speak_at,
    stands_still,
    until,
    violations,
    watch_moves,
)
from tests.building.simulated import TOPIC

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Where the last character of the words that come stands, these words are what one sees: of eight looks, once the
# window has its size, those at which they were not.
LOOKS = """width => new Promise(done => {
  const out = [];
  const gives = performance.now() + 60_000;
  let settled = 0, looks = 0;
  const seen = (root, words) => {
    const text = words.lastChild.firstChild, end = text ? text.data.trimEnd().length : 0;
    if (!end) return true;
    const last = document.createRange();
    last.setStart(text, end - 1);
    last.setEnd(text, end);
    const at = [...last.getClientRects()].pop();
    return words.contains(root.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2));
  };
  const look = () => {
    const roots = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].map(host => host.shadowRoot);
    const found = roots.flatMap(root => [...(root?.querySelectorAll(".newest") ?? [])].map(words => seen(root, words)));
    if (found.length && settled < 3) settled = innerWidth === width && found.every(Boolean) ? settled + 1 : 0;
    else if (found.length) { looks += 1; if (!found.every(Boolean)) out.push(looks); }
    // Words that are never in sight, or never come, are a failure and not a wait.
    if (looks === 8) done(out); else if (performance.now() > gives) done(["gave up"]); else again();
  };
  const again = () => requestAnimationFrame(() => setTimeout(look, 15));
  again();
})"""


def status(page: Page, words: str) -> None:
    expect(page.locator(key("where_it_stands"))).to_contain_text(words)


def answered(page: Page) -> None:
    expect(page.get_by_role("heading", name=re.compile("judges name a side of a tie"))).to_be_visible()
    page.locator(".trends").first.wait_for()


def test_a_shared_address_of_the_lab_opens_on_a_fresh_server_and_a_choice_changes_it(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    page.add_init_script(
        "window.besides = []; if (location.pathname === '/lab') new MutationObserver(() => window.besides.push("
        "...document.querySelectorAll('[data-testid=stSidebarNav]')))"
        ".observe(document, {childList: true, subtree: true})"
    )
    page.goto(f"{app.url}/lab?judges=6&gap=0&related=all&shared=0.5")
    answered(page)
    with subtests.test("no list of file names was ever beside it"):
        assert page.evaluate("besides.length") == 0
    expect(page.get_by_role("heading", level=1)).to_have_text("How good is a panel like this?")
    expect(page.get_by_text("name a side although both are equal").first).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Of 100 panels at an exact tie"))).to_have_count(1)
    assert page.url.endswith("/lab?judges=6&gap=0&related=all&shared=0.5")

    sentence = page.locator(f"{key('lab_answer')} h2")
    six = sentence.inner_text()
    judges = page.locator(f"{key('lab_judges')} input")
    judges.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"judges=7"))
    expect(page.get_by_text("7 judges, all on one model")).to_be_visible()
    expect(sentence).not_to_have_text(six)
    seven = sentence.inner_text()
    page.reload()
    answered(page)
    expect(sentence).to_have_text(seven)
    looks_right(page, subtests)


def test_a_page_elsewhere_whose_name_leads_here_gets_no_connection(app: App) -> None:
    port = app.url.rpartition(":")[2]

    def status(host: str, origin: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", int(port))
        asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        named = {"Host": f"{host}:{port}", "Origin": f"http://{origin}:{port}"}
        with contextlib.closing(connection):
            connection.request("GET", "/_stcore/stream", headers={**asked, **key, **named})
            return connection.getresponse().status

    own, foreign = ("127.0.0.1", "localhost", "[::1]"), ("evil.example", "127.0.0.1.evil.example")
    assert [status(host, host) for host in own] == [101] * 3
    assert [status(host, host) for host in foreign] == [403] * 2
    assert status("127.0.0.1", "evil.example") == 403


def test_from_one_click_to_the_verdict(
    app: App, context: BrowserContext, page: Page, subtests: pytest.Subtests
) -> None:
    """Start, stream, click, refresh, second tab, stop, resume, verdict; nothing restarts and nothing is lost."""
    store = SQLiteStore(app.store)
    speak_at(app, 30)  # so that it still streams on a machine that is busy
    page.goto(app.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Full panel", exact=True).click()
    expect(page.get_by_text("4 judges, about")).to_be_visible()
    with page.expect_response(re.compile(r"/words/\w+")) as stream:
        page.locator(f"{key('start_debate')} button").click()
    assert stream.value.status == 200
    page.wait_for_url(re.compile(r"/watch\?debate=\w+"))
    debate = page.url.rpartition("=")[2]
    newest = page.locator(f"{key('transcript')} .newest").last
    expect(page.locator(".reasoning.newest").first).to_be_visible()

    # A click while it streams: the debate goes on, and the click is answered.
    heard = newest.inner_text()
    page.get_by_text("Cross-examination", exact=True).first.click()
    expect(newest).not_to_have_text(heard)
    for width, height in ((390, 844), (1280, 720), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        with subtests.test(f"the newest words are in sight at {width} by {height}"):
            assert page.evaluate(LOOKS, width) == []
    began = [e.event for e in store.read(debate)]

    second = context.new_page()  # what is looked at no longer stands in front, and draws a frame a second
    second.route("**/words/*", lambda route: route.fulfill(status=404))
    second.goto(page.url)
    status(second, "Running")
    expect(second.locator(f"{key('transcript')} .list").first).to_have_attribute("aria-label", "PRO, Opening")
    # Where no stream is to be had words come with the page.
    for one in (page, second):
        words = one.locator(f"{key('transcript')} .newest").last
        for _ in range(2):
            expect(words).not_to_have_text(words.inner_text())

    page.locator(f"{key('stop_debate')} button").click()
    status(page, "Stopped")
    kinds = [e.event.kind for e in store.read(debate)]
    assert kinds.count("call_completed") < kinds.count("call_started")  # those under way were not waited for
    status(second, "Stopped")  # the viewer is told, too
    assert [e.event for e in store.read(debate)][: len(began)] == began

    page.reload()
    status(page, "Stopped")
    speak_at(app, 40_000)
    page.locator(f"{key('resume_debate')} button").click()
    page.locator(f"{key('to_verdict')} button").click()
    status(second, "Finished")
    page.wait_for_url(f"{app.url}/verdict?debate={debate}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    kinds = [e.event.kind for e in store.read(debate)]
    assert kinds.count("debate_opened") == kinds.count("debate_finished") == 1
    assert kinds.count("turn_spoken") == 6
    bought = [e.event.call for e in store.read(debate) if e.event.kind == "call_completed"]
    assert len(bought) == len(set(bought)) == 12
    speak_at(app, None)
    store.close()


def present_by_keys(page: Page) -> None:
    """From the topic to the outcome and out again, on a verdict whose every word is hostile."""
    page.locator(f"{key('present')} button").wait_for()  # before it stands, nothing listens
    dialog, slide = page.get_by_role("dialog"), page.locator("dialog .slide")
    page.keyboard.press("p")
    expect(dialog).to_contain_text("1 of 14")
    assert "![x](" in slide.inner_text()
    page.keyboard.press("ArrowRight")
    expect(slide).to_contain_text("PRO-1")
    for fills in (True, False):
        page.keyboard.press("f")
        page.wait_for_function("fills => Boolean(document.fullscreenElement) === fills", arg=fills)
    assert violations(page) == []
    for _ in range(20):
        page.keyboard.press("Space")
        assert slide.locator("img, a").count() == 0
    expect(dialog).to_contain_text("14 of 14")
    expect(slide.locator(".stage")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_what_people_and_models_wrote_is_never_markup(
    app: App, page: Page, probe: Probe, tmp_path: pathlib.Path, subtests: pytest.Subtests
) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda d: (dialogs.append(d.message), d.dismiss()))
    for stem in ("watch", "panel", "verdict"):
        page.goto(f"{app.url}/{stem}?debate=hostile")
        main = page.get_by_test_id("stMain")
        for raw in ("<img src=", "![x](", "**bold**"):
            until(lambda raw=raw, main=main: raw in main.inner_text().replace("\u2060", ""))
        assert (
            page.locator(
                f".katex, [data-testid=stMain] img, [data-testid=stMain] a[href*='127.0.0.1:{probe.port}']"
            ).count()
            == 0
        )
    with subtests.test("a debate is shown to a room by keys alone"):
        present_by_keys(page)
    page.goto(f"{app.url}/set_up")  # the topic comes back by "My last" and in the list of debates
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("My last", exact=True).wait_for()
    with subtests.test("an address typed as the other pages' are leads to where Set up lives"):
        expect(page).to_have_url(f"{app.url}/")
    page.goto(f"{app.url}/watch?debate=finished")
    page.locator(f"{key('pick_on_watch')} button").click()
    expect(page.get_by_text("![x](").first).to_be_visible()
    assert not dialogs
    assert not probe.asked, probe.asked

    # The positive control: the same words, shown the way nothing in the product shows them.
    control = tmp_path / "control.py"
    control.write_text(f"import streamlit as st\nst.markdown({json.dumps(probe.words)})\n")
    with served(control, tmp_path / "control.log", {}, "streamlit", "run") as url:
        page.goto(url)
        until(lambda: "/probe.png" in probe.asked)
    probe.asked.clear()


@pytest.mark.parametrize("state", ["running", "marred"])
def test_watch_is_accessible_and_fits_a_phone(
    app: App, page: Page, subtests: pytest.Subtests, state: str
) -> None:
    page.goto(f"{app.url}/watch?debate={state}")
    page.locator(key("where_it_stands")).wait_for()
    page.locator(key("seats")).wait_for()  # the last thing drawn beside the transcript
    looks_right(page, subtests)


def test_an_unknown_debate_says_so_and_offers_a_way_on(app: App, page: Page) -> None:
    page.goto(f"{app.url}/watch?debate=nothere")
    expect(page.get_by_role("heading", level=1)).to_have_text("No such debate")
    page.locator(f"{key('pick_on_watch')} button").click()
    page.get_by_text(TOPIC).first.click()
    page.wait_for_url(re.compile(r"debate=(?!nothere)"))
    status(page, "Simulated")


def test_set_up_is_accessible_and_a_section_stays_open_while_it_is_worked_in(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    watch_moves(page)
    page.goto(app.url)
    page.locator(key("start_debate")).wait_for()
    stands_still(page, subtests)
    looks_right(page, subtests)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("tab", name="Rubric").click()
    page.get_by_text("Custom", exact=True).click()
    expect(page.get_by_text("Sum of weights: 1.00")).to_be_visible()
    page.get_by_role("tab", name="Judges").click()
    page.get_by_role("button", name="Remove").first.click()
    expect(page.get_by_text("3 judges, about")).to_be_visible()
    expect(page.get_by_role("button", name="Add a judge")).to_be_visible()
    page.get_by_role("tab", name="Models and keys").click()
    expect(page.get_by_role("button", name="Look for local servers")).to_be_visible()
    with subtests.test("axe finds nothing of ours among the models"):
        in_theme(page, "light")
        assert violations(page, ()) == []


def test_the_keyboard_alone_starts_and_stops_a_debate(app: App, page: Page) -> None:
    speak_at(app, 120)
    page.goto(app.url)
    start = page.locator(f"{key('start_debate')} button")
    start.wait_for()
    page.get_by_role("textbox", name="Topic").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if start.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    stop = page.locator(f"{key('stop_debate')} button")
    stop.wait_for()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    stop.focus()
    page.keyboard.press("Enter")
    status(page, "Stopped")
    speak_at(app, None)
