"""How soon a cold browser shows a page: Set up's heading and its start, Panel's first picture, and what was fetched for
them, beside an app of Streamlit's that has a title and nothing else. Needs Chromium.

Invariant: the three are opened in turn, each in a browser context of its own, so that other work on the machine meets
them alike; the bare app is the least that any page of Streamlit's can take on it.
"""

import pathlib
import statistics
import tempfile

from playwright.sync_api import Browser, sync_playwright

from debate_core.store import SQLiteStore
from tests.browser.conftest import ROOT, WIDE, find_chromium, served
from tests.building import simulated
from tests.building.facts import put

TIMES = 7
TARGETS = {"Set up, heading": 1.5, "Panel, first picture": 2.5}
"""Seconds on two quiet cores, at most."""
WATCHED = """wanted => {
  const within = root => root.querySelector(wanted)
    || [...root.querySelectorAll("[data-testid=stBidiComponentIsolated]")]
      .some(one => one.shadowRoot?.querySelector(wanted));
  const look = () => {
    if (!window.first && within(document)) window.first = performance.now();
    requestAnimationFrame(look);
  };
  look();
}"""
HEADING, START, PICTURE = "[data-testid=stMain] h1", ".st-key-start_debate button", "[role=grid]"


def main(times: int = TIMES) -> None:
    """Open each in turn, and print medians, ratios to the bare app, and megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        store = SQLiteStore(place / "debates.sqlite3")
        put(store, "finished", simulated.STATES["finished"]())
        store.close()
        bare = place / "bare.py"
        bare.write_text('import streamlit as st\n\nst.title("Bare")\n', encoding="utf-8")
        kept = {"DEBATE_STORE": str(place / "debates.sqlite3")}
        with (
            served(bare, place / "bare.log", {}, "streamlit", "run") as least,
            served(ROOT / "app.py", place / "app.log", kept, "streamlit", "run") as ours,
        ):
            asked = {
                "bare, title": (least, HEADING),
                "Set up, heading": (ours, HEADING),
                "Set up, start": (ours, START),
                "Panel, first picture": (f"{ours}/panel?debate=finished", PICTURE),
            }
            _measure(asked, times)


def _measure(asked: dict[str, tuple[str, str]], times: int) -> None:
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for turn in range(times + 1):
            for name, (url, seen) in asked.items():
                one = _open(browser, url, seen)
                if turn:  # before, the server has read nothing yet
                    found[name].append(one)
        browser.close()
    least = statistics.median(seconds for seconds, _ in found["bare, title"])
    for name, each in found.items():
        seconds, megabytes = (statistics.median(column) for column in zip(*each, strict=True))
        target = f"  target {TARGETS[name]} s" if name in TARGETS else ""
        print(f"{name:22} {seconds:.2f} s  {seconds / least:.2f} of the bare app  {megabytes:.1f} MB{target}")


def _open(browser: Browser, url: str, seen: str) -> tuple[float, float]:
    """Seconds until it is seen, and megabytes fetched until then."""
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.add_init_script(f"({WATCHED})({seen!r})")
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => window.first", timeout=60_000)
    seconds = float(page.evaluate("() => window.first")) / 1000
    fetched = float(
        page.evaluate(
            "() => performance.getEntriesByType('resource').reduce((all, one) => all + one.encodedBodySize, 0)"
        )
    )
    context.close()
    return seconds, fetched / 1e6
