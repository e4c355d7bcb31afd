"""Journeys through the product: the lab, hostile words, a debate from Set up to its verdict."""

import contextlib
import http.client
import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from debate_core.store import SQLiteStore
from tests.browser.conftest import (
    HOSTILE_DEBATE,
    App,
    Probe,
    go,
    key,
    leads_to,
    looks_right,
    speak_at,
    stands_still,
    tab_to,
    until,
    violations,
)
from tests.building import artifacts

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


def test_a_choice_by_keyboard_changes_the_labs_answer_and_address(
    app: App, page: Page, subtests: pytest.Subtests
) -> None:
    page.goto(f"{app.url}/lab")
    sentence = page.locator(f"{key('lab_answer')} h2")
    four = sentence.inner_text()
    page.locator(".trends").first.wait_for()
    looks_right(page, subtests)
    page.locator(f"{key('lab_judges')} input").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{app.url}/lab?judges=5")
    expect(sentence).not_to_have_text(four)


def test_the_whole_address_of_a_room_is_in_sight_once_it_is_opened(app: App, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(app.url)
    page.get_by_role("button", name="Invite a room").click()
    page.get_by_role("button", name="Open a room").click()
    expect(page.locator(".roomcode p")).to_be_in_viewport(ratio=1)


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


def present_by_keys(page: Page) -> None:
    """From the topic to the outcome and out again, on a verdict whose every word is hostile."""
    page.locator(f"{key('present')} button").wait_for()  # before it stands, nothing listens
    dialog, slide = page.get_by_role("dialog"), page.locator("dialog .slide")
    page.keyboard.press("p")
    expect(dialog).to_contain_text("1 of 15")
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
    expect(dialog).to_contain_text("15 of 15")
    expect(slide).to_contain_text("rely on it?")
    page.keyboard.press("ArrowLeft")
    slide.locator(".stage").wait_for()
    # A browser without windows prints at once and is done with the pages before they are looked at.
    page.add_init_script("window.print = () => undefined")
    page.keyboard.press("Control+p")
    printed = page.frame_locator("iframe.printed").locator(".slide")
    expect(printed.locator(".origin")).to_have_text([dialog.locator(".origin").inner_text()] * 15)
    expect(printed.first).to_contain_text("Simulated")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_what_people_and_models_wrote_is_never_markup(
    app: App, page: Page, probe: Probe, subtests: pytest.Subtests
) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda d: (dialogs.append(d.message), d.dismiss()))
    page.goto(f"{app.url}/set_up")
    with subtests.test("an address typed as the other pages' are leads to where Set up lives"):
        expect(page).to_have_url(f"{app.url}/")
    page.locator(key("start_debate")).wait_for()
    with leads_to(page, "**/watch?debate=*"):
        page.get_by_role("link", name="Watch", exact=True).click()
    page.locator(f"{key('pick_on_watch')} button").click()
    page.get_by_text("![x](").first.click()
    page.wait_for_url(f"**/watch?debate={HOSTILE_DEBATE}")
    main = page.get_by_test_id("stMain")
    for name, stands in (("Watch", ""), ("Panel", "do the judges agree?"), ("Verdict", "Briefing")):
        if stands:
            with leads_to(page, f"**/{name.lower()}?debate={HOSTILE_DEBATE}"):
                page.get_by_role("link", name=name, exact=True).click()
            page.get_by_text(stands).first.wait_for()
        for raw in ("<img src=", "![x](", "**bold**"):
            until(lambda raw=raw: raw in main.inner_text().replace("\u2060", ""))
        assert main.locator(f".katex, img, a[href*='127.0.0.1:{probe.port}']").count() == 0
    with subtests.test("a debate is shown to a room by keys alone"):
        present_by_keys(page)

    with subtests.test("nor in a review of a text"):
        store = SQLiteStore(app.store)
        artifacts.put_hostile(store, probe.words)
        store.close()
        go(page, "/artifact?artifact=hostile&finding=1")
        page.get_by_role("button", name="Finding 1.").wait_for()
        page.get_by_text("give no verdict").first.wait_for()
        for tab in ("To do", "Agreement", "Discussion", "Findings", "Reviewers"):
            # A tab that is pressed while the page is drawn anew may be about to go.
            expect(page.locator("[data-test-script-state=notRunning]")).to_have_count(1)
            page.get_by_role("tab", name=tab).click()
            expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        page.get_by_text("What was brought").click()
        text = page.locator(".pane p").nth(1)
        text.wait_for()
        assert text.inner_text().startswith(probe.words[:60])
        assert page.locator("img[onerror], .pane img, .pane script, .board img").count() == 0
    assert not dialogs
    assert not probe.asked, probe.asked
    # The positive control: the same words as markup.
    page.set_content(probe.words)
    until(lambda: dialogs)
    assert "/img" in probe.asked
    probe.asked.clear()


def test_from_set_up_by_keyboard_to_the_verdict(
    app: App, context: BrowserContext, page: Page, subtests: pytest.Subtests
) -> None:
    """Set up, start, click, second tab, stop, refresh, resume, verdict; nothing restarts and nothing is lost."""
    store = SQLiteStore(app.store)
    speak_at(app, 30)  # so that it still streams on a machine that is busy
    page.goto(app.url)
    start = page.locator(f"{key('start_debate')} button")
    start.wait_for()
    stands_still(page, subtests)
    looks_right(page, subtests)
    page.get_by_role("button", name="Settings").click()
    with subtests.test("a section stays open while it is worked in"):
        page.get_by_role("tab", name="Judges").click()
        page.get_by_role("button", name="Remove").first.click()
        page.get_by_text("3 judges, about").wait_for()
        page.get_by_role("button", name="Add a judge").wait_for()
    with subtests.test("axe finds nothing of ours among the models"):
        page.get_by_role("tab", name="Models and keys").click()
        page.get_by_role("button", name="Look for local servers").wait_for()
        assert violations(page) == []
    page.get_by_role("radio", name="Full panel", exact=True).click()
    page.get_by_text("4 judges, about").wait_for()
    page.get_by_role("textbox", name="Topic").focus()
    tab_to(page, start)
    with page.expect_response(re.compile(r"/words/\w+")) as stream:
        page.keyboard.press("Enter")
    assert stream.value.status == 200
    page.wait_for_url(re.compile(r"/watch\?debate=\w+"))
    debate = page.url.rpartition("=")[2]
    newest = page.locator(f"{key('transcript')} .newest").last
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.locator(".reasoning.newest").first.wait_for()

    # A click while it streams: the debate goes on, and the click is answered.
    heard = newest.inner_text()
    page.get_by_text("Cross-examination", exact=True).first.click()
    expect(newest).not_to_have_text(heard)
    for width, height in ((390, 844), (1280, 720)):
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

    page.locator(f"{key('stop_debate')} button").press("Enter")
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
    page.get_by_role("heading", level=1).wait_for()
    kinds = [e.event.kind for e in store.read(debate)]
    assert kinds.count("debate_opened") == kinds.count("debate_finished") == 1
    assert kinds.count("turn_spoken") == 6
    bought = [e.event.call for e in store.read(debate) if e.event.kind == "call_completed"]
    assert len(bought) == len(set(bought)) == 12
    speak_at(app, None)
    store.close()
