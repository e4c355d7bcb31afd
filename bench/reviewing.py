"""How many keys are lost when a person scores thirty arguments in one sitting, each as fast as keys come: of five a
piece, with a reason and Ctrl+Enter twice. Needs Chromium.

The product served on a store of thirty debates whose judges part on one argument each. Invariant: what was typed is
held against the facts in the store, score by score.
"""

import pathlib
import random
import statistics
import tempfile
import time

from playwright.sync_api import Page, expect, sync_playwright

from debate_core.store import SQLiteStore
from debate_core.store.events import ReviewGiven
from debate_core.store.record import load
from tests.browser.conftest import CHROMIUM, ROOT, WIDE, find_chromium, served
from tests.building import structured
from tests.building.facts import put

ITEMS, QUESTIONS = 30, 5
STANDINGS = ("UPHELD", "PARTIALLY_UPHELD", "REFUTED", "UNCERTAIN")
"""As the page asks for them, by the keys 1 to 4."""
PATIENCE = 60_000
Typed = tuple[str, str]
"""The keys and the reason typed for an argument."""


def main(items: int = ITEMS) -> None:
    """Score, and count what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "debates.sqlite3"
        store = SQLiteStore(path)
        events = structured.STATES["split"]
        for n in range(items):
            put(store, f"debate{n:02}", events)
        with served(ROOT / "app.py", path.with_suffix(".log"), {"DEBATE_STORE": str(path)}) as url:
            typed, seconds = _sitting(f"{url}/review", items)
        given = {one.reason: one for record in store.records() for one in load(store, record.id).reviews}
        store.close()
    lost = sum(
        key != kept
        for keys, reason in typed
        for key, kept in zip(keys, _kept(given.get(reason)), strict=True)
    )
    reasons = sum(reason not in given for _, reason in typed)
    print(f"{lost} of {QUESTIONS * items} keys lost, {reasons} of {items} reasons; {len(given)} facts")
    print(f"{statistics.median(seconds):.2f} s an argument (median), {max(seconds):.2f} at most")


def _kept(review: ReviewGiven | None) -> str:
    """The keys that would give these scores."""
    if review is None:
        return "-" * QUESTIONS
    standing = STANDINGS.index(review.standing) + 1
    return "".join(str(score % 10) for score in review.scores.values()) + str(standing)


def _sitting(url: str, items: int) -> tuple[list[Typed], list[float]]:
    rng, typed, seconds = random.Random(7), [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM)
        page = browser.new_page(viewport=WIDE)
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page.goto(url)
        page.get_by_label("Your name").fill("Ana")
        page.keyboard.press("Enter")
        for n in range(items):
            keys = "".join(rng.choices("1234567890", k=QUESTIONS - 1)) + rng.choice("1234")
            typed.append((keys, f"Reason {n}: {rng.random()}"))
            seconds.append(_score(page, *typed[-1]))
        browser.close()
    return typed, seconds


def _score(page: Page, keys: str, reason: str) -> float:
    """One argument, from its coming to the next one's: nothing waits between two keys."""
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    expect(page.get_by_role("radio", checked=True)).to_have_count(0)
    began = time.perf_counter()
    page.get_by_role("heading", level=2).first.click()
    page.keyboard.type(keys)
    page.get_by_label("Your reason").focus()
    page.keyboard.type(reason)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    expect(page.get_by_role("button", name="Next argument")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    return time.perf_counter() - began
