"""A real server and a real Chromium for journeys through the product.

A journey loads a page once and makes several claims on it, each a subtest with its own name. Skips with the reason
where Chromium is missing; with CI=true that is a failure.
"""

import contextlib
import http.server
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect, sync_playwright

from debate_core.store import SQLiteStore
from tests.building import exchanges, simulated, structured
from tests.building.facts import HOSTILE, put

ROOT = pathlib.Path(__file__).parents[2]
BOOT_SECONDS = 120
PATIENCE = 60_000  # many charts come up at once, perhaps on a busy machine
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Playwright asks for the stack of every error, for which V8 parses whole scripts again, unless it kept the places.
    # No page lives long enough to earn code of the slowest compiler; axe earns that of the one before it.
    "--js-flags=--no-enable-lazy-source-positions,--no-opt",
    # The address bar of a new window is web pages of its own, which cost as much as one of ours. Chromium takes
    # the last such list only: before these three it repeats what of Playwright's own keeps pages as they are.
    "--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,LensOverlay,"
    "MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "HttpsFirstBalancedModeAutoEnable,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI",
]
# The shell is the same engine without windows, a tenth less to compute.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
HOSTILE_DEBATE = "hostile_debate"
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
# From Streamlit's own navigation; the rest is ours.
# A container that scrolls takes no focus of its own in Streamlit; it holds the words of a running debate only.
# Where a file is dropped is labelled and called a presentation.
FRAMEWORKS_OWN = {"list", "listitem", "scrollable-region-focusable", "presentation-role-conflict"}
# Two looks in a row, a frame apart, at the same colours: a theme reaches the page before it reaches all of its words.
SAME_COLOURS = """() => {
    document.getAnimations().forEach(one => one instanceof CSSTransition && one.finish());
    const all = [...document.querySelectorAll("[data-testid=stApp] *")].map(one => getComputedStyle(one));
    const now = all.map(one => one.color + one.backgroundColor + one.opacity).join();
    const same = now === window.colours;
    window.colours = now;
    return same;
}"""
# How far what is in sight moves by itself (cumulative layout shift). How Streamlit widens its window, whose block then
# moves as a whole, is its own.
COUNT_MOVES = """
window.moved = 0;
const framework = ({node}) => node?.dataset?.testid === "stMainBlockContainer";
new PerformanceObserver(list => {
    for (const one of list.getEntries())
        if (!one.hadRecentInput && !one.sources.every(framework)) window.moved += one.value;
}).observe({type: "layout-shift", buffered: true});
"""
# Of the rules that axe follows by itself, those that a theme can break.
OF_COLOUR = ["color-contrast", "link-in-text-block"]
# Axe looks through what lies under each word, which takes it a second a page: here at two of each kind, those of one
# colour, size and ground, and in the second theme, where the same lies under each, at one; at none of a kind with which
# it found nothing wrong on a page before.
LOOK_AT = """([options, of_each, known]) => {
    const kinds = new Map(), grounds = new Map();
    const ground = at => {
        if (at && !grounds.has(at)) {
            const {backgroundColor, backgroundImage, opacity} = getComputedStyle(at);
            const opaque = /^rgb\\(/.test(backgroundColor), over = at.assignedSlot ?? at.parentElement;
            const under = opaque ? null : over ?? at.getRootNode().host;
            grounds.set(at, [opacity, backgroundImage, backgroundColor, ground(under)].join());
        }
        return grounds.get(at);
    };
    const kind = element => {
        const own = getComputedStyle(element), said = [own.color, own.fontSize, own.fontWeight, own.fill];
        if (element.matches("a")) said.push(own.textDecorationLine, getComputedStyle(element.parentElement).color);
        return [...said, ground(element)].join();
    };
    const walk = root => root.querySelectorAll("*").forEach(element => {
        if (element.shadowRoot) walk(element.shadowRoot);
        const says = [...element.childNodes].some(one => one.nodeType === 3 && one.data.trim());
        if (!(says || element.matches("input, textarea")) || !element.checkVisibility()) return;
        const name = kind(element), [first = element] = kinds.get(name) ?? [];
        kinds.set(name, [first, element]);
    });
    walk(document.body);
    const names = [...kinds.keys()];
    known.forEach(name => kinds.delete(name));
    const some = [...new Set([...kinds.values()].flatMap(two => two.slice(0, of_each)))];
    if (options.runOnly && !some.length) return [[], names];
    const run = more => axe.run(...more, options).then(({violations}) => [violations, names]);
    if (options.runOnly) return run([{include: some}]);
    // All rules in one run, for each run goes through the whole page first.
    some.forEach(element => element.setAttribute("data-kind", ""));
    axe.configure({rules: [{id: "color-contrast", selector: "[data-kind]"}]});
    return run([]).finally(() => {
        axe.reset();
        some.forEach(element => element.removeAttribute("data-kind"));
    });
}"""

ALL_IN_SIGHT = """group => [...group.querySelectorAll("button")].every(
    one => one.getBoundingClientRect().right <= group.getBoundingClientRect().right + 0.5)"""
LOOKED_AT: set[str] = set()
"""Kinds of words with whose colours axe found nothing wrong."""


@dataclass
class Probe:
    """A server on loopback that remembers who asked it for what."""

    port: int
    asked: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Words that would ask it, were they markup."""
        return HOSTILE.replace("http://127.0.0.1:9", f"http://127.0.0.1:{self.port}")


@dataclass(frozen=True, kw_only=True)
class App:
    """The product, served: its address and its store's file."""

    url: str
    store: pathlib.Path


def find_chromium() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


# Playwright keeps an event loop running in this thread while it is open: closed with the last test of this folder, so
# that tests which run loops of their own are not affected.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    found = find_chromium()
    if found is None:
        reason = (
            "Chromium is not installed: apt-get install -y --no-install-recommends "
            "chromium-headless-shell fonts-dejavu-core"
        )
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, headless=True, args=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """One person's browser: what it has loaded once it need not load again. Nothing moves that need not."""
    context = chromium.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture(scope="package")
def tab(context: BrowserContext) -> Page:
    """The one tab in which tests follow one another: what it has compiled once it need not compile again."""
    tab = context.new_page()
    tab.add_init_script(COUNT_MOVES)
    return tab


@pytest.fixture
def page(context: BrowserContext, tab: Page) -> Iterator[Page]:
    """An empty tab at 1280 px; what it opens begins a new session of the product. Whatever page a journey shows, in
    whatever tab, nobody but this machine is asked for anything."""
    foreign: list[str] = []
    own = ("http://127.0.0.1:", "data:", "blob:")

    def note(request: Request) -> None:
        if not request.url.startswith(own):
            foreign.append(request.url)

    context.on("request", note)
    tab.set_viewport_size(WIDE)
    tab.emulate_media(color_scheme="light")
    yield tab
    for one in context.pages:
        if one is not tab:
            one.close()
    tab.goto("about:blank")
    tab.mouse.move(0, 0)
    context.remove_listener("request", note)
    assert not foreign


@pytest.fixture(scope="package")
def probe() -> Iterator[Probe]:
    """What hostile words point at."""
    seen: list[str] = []

    class Remembering(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Remembering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Probe(port=server.server_address[1], asked=seen)
        server.shutdown()


@pytest.fixture(scope="package")
def app(tmp_path_factory: pytest.TempPathFactory, probe: Probe) -> Iterator[App]:
    """The product on a store that holds debates of each state; the oldest says hostile things."""
    path = tmp_path_factory.mktemp("served") / "debates.sqlite3"
    store = SQLiteStore(path)
    put(store, HOSTILE_DEBATE, simulated.hostile(probe.words))
    structured.fill(store, ("split", "agreed"))
    simulated.fill(store, ("running", "finished", "no_call", "marred"))
    exchanges.fill_verdicts(store, ("verdict_differ",))
    store.close()
    with served(ROOT / "app.py", path.with_suffix(".log"), {"DEBATE_STORE": str(path)}) as url:
        yield App(url=url, store=path)


def speak_at(app: App, characters: int | None) -> None:
    """From now on the product speaks so many characters a second; None: as people read."""
    pace = app.store.with_name("pace")
    if characters is None:
        pace.unlink()
    else:
        whole = pace.with_suffix(".new")
        whole.write_text(str(characters))
        whole.replace(pace)  # The server never reads half a number.


@contextlib.contextmanager
def served(
    script: pathlib.Path, log: pathlib.Path, environment: dict[str, str], *by: str, port: int | None = None
) -> Iterator[str]:
    """A Streamlit server of `script` on a free port; its address. `by`: what serves it where the bench measures, at a
    person's pace."""
    port = port or _free_port()
    command = [sys.executable, "-m", *(by or ("tests.browser.paced",)), str(script)]
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, "--server.port", str(port), "--server.headless", "true"],
            cwd=ROOT,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            until(lambda: _healthy(url) or process.poll() is not None, BOOT_SECONDS)
            assert process.poll() is None, log.read_text()
            yield url
        finally:
            process.terminate()
            process.wait(60)


def _free_port() -> int:
    """A free port below those that a system gives to whoever asks for any: the server takes seconds to bind it."""
    for port in random.sample(range(20_000, 30_000), 100):
        with contextlib.suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port
    raise OSError("of 100 ports none is free")


def _healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait on a condition outside the browser."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.05)


@contextlib.contextmanager
def leads_to(page: Page, address: str) -> Iterator[None]:
    """What is done inside leads there: before it no run is under way, which might lose it, and once this is left none
    is. A run may begin and end between two looks at the page, and its address stays."""
    at_rest = "[data-test-script-state=notRunning]"
    page.wait_for_selector(at_rest)
    yield
    page.wait_for_url(address)
    page.wait_for_selector(at_rest)


def go(page: Page, to: str) -> None:
    """Have another address, as by the browser's history: nothing is loaded anew."""
    page.evaluate("to => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')) }", to)


def key(name: str) -> str:
    """The selector of what the product calls `name`."""
    return f".st-key-{name}"


def tab_to(page: Page, wanted: Locator) -> None:
    """Go there as somebody without a mouse does."""
    wanted.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === element.getRootNode().activeElement"):
            return
    pytest.fail(f"40 tabs do not lead to {wanted}")


def violations(page: Page, *, whole: bool = True) -> list[tuple[str, list[str]]]:
    """What axe finds that is ours, by all its rules or by those of colour only."""
    expect(page.locator("[data-stale=true]:visible")).to_have_count(0)
    page.mouse.move(0, 0)  # what a pointer rests on has Streamlit's own colour
    if not page.evaluate("() => { delete window.colours; return 'axe' in window }"):
        page.evaluate(AXE_SCRIPT)
        # A colour that is on its way to another is neither, and what a running page is about to draw anew fades.
        page.add_style_tag(content="[data-stale=true] { opacity: 1 !important; transition: none !important }")
    page.wait_for_function(SAME_COLOURS)
    left_out = {rule: {"enabled": False} for rule in FRAMEWORKS_OWN}
    options: dict[str, object] = {"resultTypes": ["violations"], "preload": False, "rules": left_out}
    if not whole:
        options["runOnly"] = {"type": "rule", "values": OF_COLOUR}
    found, kinds = page.evaluate(LOOK_AT, [options, 2 if whole else 1, sorted(LOOKED_AT)])
    if not {rule["id"] for rule in found}.intersection(OF_COLOUR):
        LOOKED_AT.update(kinds)
    return [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in found]


def stands_still(page: Page, subtests: pytest.Subtests) -> None:
    """What was in sight while the page came has hardly moved."""
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    with subtests.test("nothing in sight moves while the page comes"):
        assert page.evaluate("moved") <= 0.1


def in_theme(page: Page, theme: str) -> None:
    """The page drawn in that theme, without loading it anew."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        "dark => { const [r] = getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
        ".match(/\\d+/g); return (r < 128) === dark }",
        arg=theme == "dark",
    )


def looks_right(page: Page, subtests: pytest.Subtests, find: Callable[..., list] = violations) -> None:
    """On the page as it is: axe finds nothing in either theme, and a phone shows it without sideways scrolling. The
    page stays in the other theme than it was in: to draw it anew costs half a look."""
    now = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    themes = ("dark", "light") if now else ("light", "dark")
    for theme, whole in zip(themes, (True, False), strict=True):
        with subtests.test(f"axe finds nothing of ours, {theme}"):
            in_theme(page, theme)
            assert find(page, whole=whole) == []
    with subtests.test("no choice is cut at its end"):
        choices = page.get_by_test_id("stButtonGroup").filter(visible=True).all()
        assert all(one.evaluate(ALL_IN_SIGHT) for one in choices)
    with subtests.test("a phone shows it without sideways scrolling"):
        page.set_viewport_size(PHONE)
        page.wait_for_function(
            "() => { const main = document.querySelector('[data-testid=stMain]');"
            " return innerWidth === 390 && main.scrollWidth <= main.clientWidth }"
        )
    page.set_viewport_size(WIDE)
