"""A real server and a real Chromium for journeys through the product.

Skips with the reason where Chromium is missing; with CI=true that is a failure.
"""

import contextlib
import http.server
import os
import pathlib
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
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from debate_core.store import Store
from tests.building.facts import HOSTILE, put
from tests.building.simulated import STATES, State, fill, hostile

ROOT = pathlib.Path(__file__).parents[2]
BOOT_SECONDS = 30
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Probe:
    """A server on loopback that remembers who asked it for what."""

    port: int
    asked: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class App:
    """The product, served: its address, its store's file, and a debate of each state."""

    url: str
    store: pathlib.Path
    debates: dict[State, str]


# Playwright keeps an event loop running in this thread while it is open: closed with each module, so that tests which
# run loops of their own are not affected.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        reason = (
            "Chromium is not installed: apt-get install -y --no-install-recommends chromium fonts-dejavu-core"
        )
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, headless=True, args=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
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


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory, probe: Probe) -> Iterator[App]:
    """The product on a store that holds a debate of each state; one of them says hostile things."""
    folder = tmp_path_factory.mktemp("served")
    path = folder / "debates.sqlite3"
    store = Store(path)
    made = fill(store, [state for state in STATES if state != "hostile"])
    made["hostile"] = put(
        store, "hostile", hostile(HOSTILE.replace("http://127.0.0.1:9", f"http://127.0.0.1:{probe.port}"))
    )
    store.close()
    with served(ROOT / "app.py", folder / "server.log", {"DEBATE_STORE": str(path)}) as url:
        yield App(url=url, store=path, debates=made)


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A fresh session at 1280 px."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """One tab."""
    return context.new_page()


@contextlib.contextmanager
def served(script: pathlib.Path, log: pathlib.Path, environment: dict[str, str]) -> Iterator[str]:
    """A Streamlit server of `script` on a free port; its address."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    with log.open("w") as out:
        process = subprocess.Popen(
            [*command, "--server.headless", "true"],
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
            process.wait(10)


def until(condition: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait on a condition outside the browser."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.05)


def _healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
