"""What every page takes of a reader, at 1280 and 390 px: words on its first screen, height, help bubbles, how far what
is in sight moves by itself, what axe finds in light and dark, and words of the old dialect.

Words are those of the page itself: not the arguments' own, nor the labels of pictures, buttons and folds. Moves are the
largest session window of layout shift (web.dev/cls): at most 5 s, with gaps below 1 s.
"""

import pathlib
import re
import tempfile
from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from debate_core.examples import EXAMPLES, ensure
from debate_core.store import SQLiteStore
from tests.browser.conftest import CHROMIUM, ROOT, find_chromium, in_theme, served, violations
from tests.building import artifacts, exchanges, structured

SIZES = {1280: 800, 390: 844}
MAX_WORDS, MAX_BUBBLES, MAX_MOVED = 150, 8, 0.1
JARGON = re.compile(
    r"\b(?:composite|severity|severities|accord|artifacts?|made comparable|parted|what stands|errors? in common|"
    r"planted|margin|lean(?:s|ing)? by|after talk|likeness|ICC|p-value|strictness taken out|judges like these|"
    r"these judges|seated|told|--[a-z]+)\b"
)
MOVES = """window.moved = 0; let begun = 0, last = 0, sum = 0;
new PerformanceObserver(list => { for (const one of list.getEntries()) {
  if (one.hadRecentInput) continue;
  if (one.startTime - last > 1000 || one.startTime - begun > 5000) { begun = one.startTime; sum = 0; }
  last = one.startTime; sum += one.value; window.moved = Math.max(window.moved, sum);
}}).observe({type: 'layout-shift', buffered: true})"""
SETTLED = """() => {
  const busy = !document.querySelector("[data-test-script-state=notRunning]") || document.querySelector(
    "[data-testid=stSkeleton], [data-testid=stStatusWidget], [data-testid=stSpinner], [data-stale=true]");
  if (busy) window.settled = undefined;
  else window.settled ??= performance.now();
  return performance.now() - window.settled > 1500;
}"""
WORDS = """() => {
  const own = "svg,button,summary,[role=img],[role=grid],[role=gridcell],[role=tab],nav,header,.claim,.what,.place .id,"
    + "input,textarea,select,[data-testid=stDataFrame]";
  const said = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const range = document.createRange(); range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (node.data.trim() && box.height && box.bottom > 0 && box.top < innerHeight) said.push(node.data.trim());
      return;
    }
    if (node.nodeType === Node.ELEMENT_NODE && (node.matches(own) || !node.checkVisibility())) return;
    const children = (node.shadowRoot ?? node).childNodes;
    for (const child of children) if (!["STYLE", "SCRIPT"].includes(child.nodeName)) walk(child);
  };
  walk(document.querySelector("[data-testid=stMain]"));
  return said.join(" ");
}"""


def places(store: SQLiteStore) -> Iterator[tuple[str, str]]:
    """Each page's name and address, its records put into the store."""
    named, undecided = structured.fill(store, ("agreed", "split")).values()
    exchanges.fill_verdicts(store, ("verdict_long",))
    for one in EXAMPLES:
        ensure(store, one.id)
    artifacts.put_hostile(store, "plain words")
    yield from (
        ("Set up", ""),
        ("Review", "review"),
        ("Library", "library"),
        ("Lab", "lab"),
        ("Studies", "studies"),
    )
    for title, debate in (("", named), (" (no call)", undecided), (" (live)", "verdict_long")):
        yield from (
            (f"{page.capitalize()}{title}", f"{page}?debate={debate}")
            for page in ("watch", "panel", "verdict")
        )
    yield "Texts", "artifact?artifact=hostile"
    yield "Compare", f"library?compare={EXAMPLES[0].id},{EXAMPLES[1].id}"


def look(page: Page, url: str, width: int) -> str:
    """One line on a page at one width."""
    page.set_viewport_size({"width": width, "height": SIZES[width]})
    page.goto(url)
    page.get_by_role("heading", level=1).first.wait_for()
    # A spinner stands in the page while the Lab simulates, and a run may follow upon a run: so for a while.
    page.wait_for_function(SETTLED)
    moved = page.evaluate("moved")
    words = page.evaluate(WORDS)
    height = page.get_by_test_id("stMain").evaluate("main => main.scrollHeight")
    bubbles = page.locator("[data-testid=stTooltipIcon]:visible").count()
    wrong = len(violations(page))
    in_theme(page, "dark")
    wrong += len(violations(page, whole=False))
    in_theme(page, "light")
    jargon = sorted(set(JARGON.findall(page.get_by_test_id("stMain").inner_text())))
    over = "".join(
        mark
        for mark, found in zip(
            "wbsaj",
            (len(words.split()) > MAX_WORDS, bubbles > MAX_BUBBLES, moved > MAX_MOVED, wrong, jargon),
            strict=True,
        )
        if found
    )
    figures = f"{width:>5} {len(words.split()):>6} {height:>7} {bubbles:>8} {moved:>7.3f} {wrong:>4}"
    return f"{figures}  {over:<5} {', '.join(jargon)}"


def main() -> None:
    """Print a line a page and width; a letter where it is over: w(ords), b(ubbles), s(hift), a(xe), j(argon)."""
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        path = pathlib.Path(made) / "debates.sqlite3"
        store = SQLiteStore(path)
        addresses = list(places(store))
        store.close()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM)
        with served(
            ROOT / "app.py", path.with_suffix(".log"), {"DEBATE_STORE": str(path)}, "streamlit", "run"
        ) as url:
            print(
                f"{'page':<18} {'width':>5} {'words':>6} {'height':>7} {'bubbles':>8} {'shift':>7} {'axe':>4}  over"
            )
            for name, address in addresses:
                for width in SIZES:
                    page = browser.new_page()
                    page.set_default_timeout(120_000)
                    page.add_init_script(MOVES)
                    print(f"{name:<18}{look(page, f'{url}/{address}', width)}", flush=True)
                    page.close()
        browser.close()
