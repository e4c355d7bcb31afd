"""Do the tests notice? A seeded sample of small faults, one at a time, each met by the tests that are about it.

`python -m tools.mutants` (also `make mutants`) changes a condition, a comparison, a returned value or a constant in
memory, runs that package's tests, whatever other tests import the module or bear its name, and its own examples, and
lists what survived. Nothing is written. They run once without a fault before, which tells through which lines
each goes and how long it takes: the quickest that go through the changed line are tried first.
"""

import argparse
import ast
import contextlib
import functools
import gc
import importlib
import importlib.machinery
import json
import os
import pathlib
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import coverage
import pytest

from tools.faults import Mutant, changed, code_of, put_in, sample, source_of

LEFT_OUT = "not browser and not pages and not local_model and not crash"
SECONDS, STILL, LONGEST = 60, 120, 350
"""A mutant doesn't end, and counts as noticed, after twice the work of its tests and so many seconds; or where they
stand still for so many, or have gone on for so many, on a machine that may have much else to do."""
OPTIONS = "-q", "-m", LEFT_OUT, "--assert=plain", "--capture=sys"
SURVIVED, NOTICED, ENDLESS, AT_IMPORT = 0, 1, 2, 77
WORDS = {SURVIVED: "survived", NOTICED: "noticed", ENDLESS: "endless", AT_IMPORT: "at import"}


def each(jobs: Sequence[Callable[[], int]]) -> Iterator[tuple[int, int]]:
    """Each in a process of its own, as many at once as there are processors: its place and exit status, as they end."""
    waiting, running = list(enumerate(jobs)), dict[int, int]()
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            place, job = waiting.pop(0)
            if not (child := os.fork()):
                os._exit(job())
            running[child] = place
        child, status = os.wait()
        yield running.pop(child), os.waitstatus_to_exitcode(status)


def _limit(items: Sequence[pytest.Item], runs: dict[str, Any]) -> None:
    """End this process where its tests don't."""
    work = sum(runs[item.nodeid]["seconds"] for item in items)
    signal.setitimer(signal.ITIMER_PROF, SECONDS + 2 * work)
    before, began = time.process_time(), time.monotonic()

    def look(*_: object) -> None:
        nonlocal before
        if time.process_time() < before + 1 or time.monotonic() > began + LONGEST:
            os._exit(ENDLESS)
        before = time.process_time()

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, STILL, STILL)


def _quiet() -> None:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1), os.dup2(sink, 2)


class Trial:
    """All tests, collected once: they run without a fault, and then for each fault that is in a function.

    `notes` becomes what each took and went through, and what each fault came to.
    """

    def __init__(self, mutants: list[Mutant], notes: pathlib.Path) -> None:
        self.mutants, self.notes = mutants, notes
        self.said = os.fdopen(os.dup(1), "w", buffering=1)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.unfreeze()
        _quiet()
        with contextlib.suppress(pytest.skip.Exception):
            # It ends with this process, not with its children.
            importlib.import_module("tests.postgres").server()
        by_file: dict[pathlib.Path, list[pytest.Item]] = {}
        for item in session.items:
            by_file.setdefault(item.path, []).append(item)
        halves = [[item for file in list(by_file)[at::2] for item in by_file[file]] for at in range(2)]
        parts = [self.notes.with_suffix(f".{at}") for at in range(2)]
        jobs = [functools.partial(self._try_all, *one) for one in zip(halves, parts, strict=True)]
        assert all(status == 0 for _, status in each(jobs)), "the tests can't be run one after the other"
        runs = {name: run for part in parts for name, run in json.loads(part.read_text("utf-8")).items()}
        for name, run in runs.items():
            if run["failed"]:
                print("fails without a fault, and isn't asked:", name, file=self.said)
        status = [AT_IMPORT] * len(self.mutants)
        tries = [functools.partial(self._try, one, by_file, runs) for one in self.mutants]
        for place, code in each(tries):
            status[place] = code if code in WORDS else ENDLESS  # by a signal
            if status[place] in (NOTICED, ENDLESS):
                print(WORDS[status[place]], self.mutants[place], file=self.said, sep="\t")
        self.notes.write_text(json.dumps([status, runs]), "utf-8")
        return True

    def _try_all(self, items: list[pytest.Item], part: pathlib.Path) -> int:
        """Run them without a fault, and write down what each took and through which lines of the files it went."""
        files = sorted({str(one.file) for one in self.mutants})
        runs: dict[str, Any] = {}
        cover = coverage.Coverage(data_file=None, include=files, config_file=False)
        cover.start()
        for item, after in _with_next(items):
            cover.switch_context(item.nodeid)
            began = time.process_time()
            failed, seconds = _fails(item, after), time.process_time() - began
            if failed:  # What must be quick isn't, while it is followed.
                cover.stop()
                failed = _fails(item, after)
                cover.start()
            runs[item.nodeid] = {"seconds": seconds, "failed": failed, "lines": []}
        cover.stop()
        for file in files:
            for line, contexts in cover.get_data().contexts_by_lineno(file).items():
                for name in filter(None, contexts):
                    runs[name]["lines"].append((file, line))
        part.write_text(json.dumps(runs), "utf-8")
        return 0

    def _try(
        self, mutant: Mutant, by_file: dict[pathlib.Path, list[pytest.Item]], runs: dict[str, Any]
    ) -> int:
        if not put_in(mutant):
            return AT_IMPORT
        own = [item for file in map(pathlib.Path, mutant.tests) for item in by_file.get(file, [])]
        items = in_order(own, mutant, runs, only_through=True)
        _limit(items, runs)
        return int(any(_fails(item, after) for item, after in _with_next(items)))


def _with_next(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _fails(item: pytest.Item, after: pytest.Item | None) -> bool:
    before = item.session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
    return item.session.testsfailed > before


def in_order(
    items: list[pytest.Item], mutant: Mutant, runs: dict[str, Any], *, only_through: bool = False
) -> list[pytest.Item]:
    """Those first that go through the changed line, then the function, then its module; the quickest of each first.

    One that goes through none of it may still notice: what was worked out before, at its import too, isn't anew.
    """
    node: Any = list(ast.walk(ast.parse(source_of(mutant.file))))[mutant.index]
    node = getattr(node, "test", node)
    spot = range(node.lineno, node.end_lineno + 1)
    *_, (innermost, _) = changed(mutant)
    whole = {line for *_, line in innermost.co_lines() if line}

    def place(item: pytest.Item) -> tuple[bool, bool, bool, float]:
        run = runs[item.nodeid]
        lines = {line for file, line in run["lines"] if file == str(mutant.file)}
        return not lines.intersection(spot), not lines & whole, not lines, run["seconds"]

    asked = [item for item in items if not runs[item.nodeid]["failed"]]
    return sorted((item for item in asked if not (only_through and place(item)[0])), key=place)


class Order:
    """Tests that are collected for one fault, those first that may notice."""

    def __init__(self, mutant: Mutant, runs: dict[str, Any]) -> None:
        self.mutant, self.runs = mutant, runs

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = in_order([item for item in items if item.nodeid in self.runs], self.mutant, self.runs)
        _limit(items, self.runs)


def _import_with(mutant: Mutant, runs: dict[str, Any]) -> int:
    """Import the module with the fault in it, and run the tests; ends this process."""
    usual, code = importlib.machinery.SourceFileLoader.get_code, code_of(mutant, fault=True)

    def get_code(loader: Any, name: str) -> Any:
        return code if pathlib.Path(loader.path) == mutant.file else usual(loader, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
    _limit([], runs)
    _quiet()
    status = pytest.main([*mutant.tests, *OPTIONS, "-x"], plugins=[Order(mutant, runs)])
    # Not left at once: a server that the tests have started ends with this process.
    sys.exit(int(status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)))


def _collect(mutants: list[Mutant], notes: pathlib.Path) -> int:
    where = sorted({path for one in mutants for path in one.tests})
    pytest.main([*where, *OPTIONS], plugins=[Trial(mutants, notes)])
    sys.exit(0)


def tried(mutants: list[Mutant]) -> list[int]:
    """What each comes to, which is told as soon as its tests have ended."""
    # All share one PostgreSQL server.
    os.environ["PYTEST_XDIST_TESTRUNUID"] = f"mutants-{os.getpid()}"
    notes = pathlib.Path(tempfile.mkdtemp()) / "notes"
    os.chdir(notes.parent)  # what a fault writes under a wrong name, `None` for one, ends there
    list(each([functools.partial(_collect, mutants, notes)]))
    status: list[int]
    status, runs = json.loads(notes.read_text("utf-8"))
    left = [place for place, code in enumerate(status) if code in (SURVIVED, AT_IMPORT)]
    for at, code in each([functools.partial(_import_with, mutants[place], runs) for place in left]):
        status[left[at]] = code if code in (SURVIVED, NOTICED) else ENDLESS
        print(WORDS[status[left[at]]], mutants[left[at]], flush=True, sep="\t")
    return status


def main() -> int:
    """Print what survived; 1 where under nine in ten were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("packages", nargs="*", help="packages of debate_core; all by default")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, chosen = time.monotonic(), sample(given.count, given.seed, given.packages)
    for heavy in ("numpy", "pydantic", "scipy.special", "scipy.stats"):
        importlib.import_module(heavy)  # once, for all children
    status = tried(chosen)
    noticed, seconds = len(chosen) - status.count(SURVIVED), time.monotonic() - began
    endless = status.count(ENDLESS)
    print(f"{noticed} of {len(chosen)} noticed ({endless} endless) in {seconds:.0f} s, seed {given.seed}")
    return int(noticed < 0.9 * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
