"""What all tests share: which of them keep to one worker when several run at once, and that the longest begin first."""

import contextlib
import functools
import gc
import os
import pathlib
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from xdist.scheduler import LoadScopeScheduling

if TYPE_CHECKING:
    from debate_core.store import Store

HERE = pathlib.Path(__file__).parent
# The files whose tests share one local model and the providers' SDKs, which take seconds to import, or one browser and
# its server; a group is named for its marker. The first file of a group comes first.
GROUPS = {
    "local_model": (
        "tests/llm/test_local.py",
        "tests/llm/",
        "tests/cli/test_in_ci.py",
        *(f"tests/running/test_{name}.py" for name in ("local_debate", "batches", "faults")),
    ),
    "browser": ("tests/browser/test_drill_down.py", "tests/browser/"),
    "crash": ("tests/running/test_kill.py", "tests/running/fleet/test_server.py"),
}


def prepare() -> None:
    """What every test rests on. Who only hands tests out to others need not import it, for a second."""
    from hypothesis import HealthCheck, settings

    from debate_core.store import SQLiteStore

    # The same examples in every run, and no test that fails because the machine was busy.
    settings.register_profile(
        "steady",
        deadline=None,
        derandomize=True,
        max_examples=25,
        suppress_health_check=[HealthCheck.too_slow],
    )
    # HYPOTHESIS_PROFILE=deep draws other examples each time, and many more.
    settings.register_profile("deep", deadline=None, max_examples=1000)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
    # No test cuts the power, and waiting for the disk is most of what a stored debate takes.
    SQLiteStore.facts_reach = "OFF"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def opens(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> Iterator[Callable[..., "Store"]]:
    """Opens one empty store, again and again, with what settings one likes: in a file, and on a server."""
    from debate_core.store import SQLiteStore

    opening: Callable[..., Store] = functools.partial(SQLiteStore, tmp_path / "log.sqlite3")
    if request.param == "postgres":
        from tests.postgres import PostgresStore, empty_place

        opening = functools.partial(PostgresStore, empty_place())
    with contextlib.ExitStack() as opened:
        yield lambda **settings: opened.enter_context(contextlib.closing(opening(**settings)))


@pytest.fixture
def store(tmp_path: pathlib.Path) -> Iterator["Store"]:
    """An empty store in a file."""
    from debate_core.store import SQLiteStore

    with contextlib.closing(SQLiteStore(tmp_path / "log.sqlite3")) as opened:
        yield opened


def group_of(nodeid: str) -> str | None:
    """The group a test belongs to, by the file it stands in."""
    return next((name for name, files in GROUPS.items() if nodeid.startswith(files)), None)


class Groups(LoadScopeScheduling):
    """A group goes to one worker, and so does a file, so that what its tests share is made once; in their order.

    xdist's own `loadgroup` writes the group into a test's id, which pytest 9.2 no longer lets it do: it held none.
    """

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid) or nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Groups | None:
    """With `--dist loadgroup`, by the groups above."""
    if config.getvalue("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False
    return Groups(config, log)


# A file whose tests all have one mark.
WHOLLY = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.(\w+)", re.MULTILINE)


class Unasked:
    """What holds nothing that is asked for is not imported: folders and files marked as a whole, for Streamlit,
    Playwright and the providers' SDKs take seconds; and modules without an example, two in three."""

    def __init__(self, config: pytest.Config) -> None:
        asked = config.getoption("markexpr")
        self.out = set() if " or " in asked else set(re.findall(r"\bnot (\w+)", asked))

    def pytest_ignore_collect(self, collection_path: pathlib.Path) -> bool | None:
        if collection_path.suffix != ".py":
            return (collection_path.parent == HERE and collection_path.name in self.out) or None
        text = collection_path.read_text("utf-8")
        if HERE in collection_path.parents:
            return bool(self.out.intersection(WHOLLY.findall(text))) or None
        return None if ">>>" in text else True


def pytest_configure(config: pytest.Config) -> None:
    """A plugin of its own, since this file's hooks are asked about its own folder alone."""
    config.pluginmanager.register(Unasked(config))
    if config.getvalue("dist") == "no":
        prepare()


# What is collected stays to the end: looking through it for garbage, again and again, takes seconds of every worker.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on only what the tests make is looked through, and seldom: they make much, and keep little."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the pages; bring the groups to the front, then what is slow, for they take longest."""
    for item in items:
        if "pages" in item.path.parts:
            item.add_marker(pytest.mark.pages)
        for name in GROUPS:
            if item.get_closest_marker(name) and not (group_of(item.nodeid) or "").startswith(name):
                raise pytest.UsageError(f"{item.nodeid} is marked {name}: add its file to GROUPS")
    slow = {i.path for i in items if i.get_closest_marker("slow") or i.get_closest_marker("simulation")}

    def place(item: pytest.Item) -> tuple[bool, bool, bool]:
        group = group_of(item.nodeid)
        first = GROUPS[group][0] if group else ""
        return group is None, item.path not in slow, not item.nodeid.startswith(first)

    items.sort(key=place)
