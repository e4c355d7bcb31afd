"""Does the wheel work where nothing of ours is? `python -m tools.package DIST` tries the newest wheel of a folder.

It is installed into an empty environment; in an empty folder a debate is run and reported, the dashboard is served and
asked, on loopback only, and a user's own script is run and passes mypy --strict. It says how many seconds each took.
"""

import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).parents[1]
SCRIPT = ROOT / "examples" / "two_panels.py"
SECONDS = 120
TOPIC = "Should the wheel be round?"


def main(dist: str) -> int:
    wheel = max(pathlib.Path(dist).resolve().glob("*.whl"), key=lambda file: file.stat().st_mtime)
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"debate_core"}, tops
    with tempfile.TemporaryDirectory() as place:
        environment, empty = pathlib.Path(place, "env"), pathlib.Path(place, "empty")
        empty.mkdir()
        with _timed("installed"):
            venv.create(environment, with_pip=True)
            _install(environment, wheel)
        script = environment / "bin" / "split-decision"
        with _timed("debated and reported"):
            _shell(script, empty)
        with _timed("served on loopback only"):
            _page(script, empty)
        with _timed("a script of one's own, typed and run"):
            _script(environment, empty)
    print(f"{wheel.name}: good")
    return 0


@contextlib.contextmanager
def _timed(what: str) -> Iterator[None]:
    begun = time.monotonic()
    yield
    print(f"{time.monotonic() - begun:6.1f} s  {what}", flush=True)


def _install(environment: pathlib.Path, *what: str | pathlib.Path) -> None:
    subprocess.run([environment / "bin" / "pip", "install", "--quiet", *what], check=True)


def _script(environment: pathlib.Path, empty: pathlib.Path) -> None:
    _install(environment, "--constraint", ROOT / "constraints.txt", "mypy")
    shutil.copy(SCRIPT, empty)
    for words in (["-m", "mypy", "--strict"], []):
        subprocess.run([str(environment / "bin" / "python"), *words, SCRIPT.name], cwd=empty, check=True)
    (empty / "wrong.py").write_text("from debate_core import debate\n\ndebate(3).lead.valeu\n", "utf-8")
    wrong = [str(environment / "bin" / "python"), "-m", "mypy", "--strict", "wrong.py"]
    assert "2 errors" in subprocess.run(wrong, cwd=empty, capture_output=True, text=True, check=False).stdout
    assert (empty / "panels.html").stat().st_size > 500


def _shell(script: pathlib.Path, empty: pathlib.Path) -> None:
    def ask(*words: str) -> str:
        return subprocess.run([script, *words], cwd=empty, check=True, capture_output=True, text=True).stdout

    assert ask("--version").startswith("split-decision ")
    store = ("--store", str(empty / "debates.sqlite3"))
    assert TOPIC in ask("run", "--topic", TOPIC, "--seed", "1", *store)
    (one,) = json.loads(ask("list", "--json", *store))
    assert "<!doctype html>" in ask("report", one["id"], "--as", "html", *store)


def _page(script: pathlib.Path, empty: pathlib.Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    served = [str(script), f"--server.port={port}", "--server.headless=true"]
    process = subprocess.Popen(
        served, cwd=empty, env=os.environ | {"DEBATE_STORE": str(empty / "debates.sqlite3")}
    )
    try:
        end = time.monotonic() + SECONDS
        while not _answers(f"http://127.0.0.1:{port}/_stcore/health"):
            assert process.poll() is None and time.monotonic() < end, "the dashboard didn't come up"
            time.sleep(0.2)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
            assert page.status == 200
        assert _listens_at(port) == {"127.0.0.1"}, _listens_at(port)
    finally:
        process.terminate()
        process.wait(30)


def _answers(url: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=1) as answer:
        return bool(answer.status == 200)
    return False


def _listens_at(port: int) -> set[str]:
    """The addresses at which something listens on the port, as Linux tells them."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in pathlib.Path(table).read_text("utf-8").splitlines()[1:]:
            place, state = line.split()[1], line.split()[3]
            address, _, at = place.partition(":")
            if state == "0A" and int(at, 16) == port:
                number = bytes.fromhex(address)[::-1]
                found.add(socket.inet_ntop(socket.AF_INET, number) if len(number) == 4 else address)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
