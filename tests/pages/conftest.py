"""What tests of pages share: a store of their own, debates in every state, and a page opened on one of them."""

import functools
import html
import json
import pathlib
import pickle
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import pandas as pd
import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.elements.lib.mutable_tab_container import TabContainer
from streamlit.runtime import context
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.runtime.state.session_state import SessionState
from streamlit.testing.v1 import AppTest, app_test, local_script_runner

from debate_core.composition import runner_of
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import DebateConfig
from debate_core.domain.settings import STORE_VARIABLE
from debate_core.library.report import debate as debate_report
from debate_core.library.report.live import live_of
from debate_core.llm.catalogue import Access, lack_text, row_named
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.debate import debate_document
from debate_core.reporting.live import live_document
from debate_core.running.estimate import ahead_text, estimate
from debate_core.store import Store
from debate_core.store.events import Event
from debate_core.store.record import Record, load
from pages.ui.set_up import presets
from pages.ui.state import address
from pages.ui.state import debates as kept
from pages.ui.state.setup_form import settings_open, settings_part
from tests.building import structured
from tests.building.facts import AsAsked, few_panels
from tests.building.simulated import fill, simulated_events
from tests.building.structured import report_for

ROOT = pathlib.Path(__file__).parents[2]
TIMEOUT = 60
ALL = "all tabs"
Open = Callable[..., AppTest]


@pytest.fixture(scope="session")
def events() -> tuple[Event, ...]:
    """The events of one simulated debate, run once."""
    return simulated_events()


@pytest.fixture
def store(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """An empty store, the one the pages will use."""
    path = tmp_path / "debates.sqlite3"
    monkeypatch.setenv(STORE_VARIABLE, str(path))
    for provider in ("OPENAI", "ANTHROPIC", "GEMINI", "OPENROUTER", "OLLAMA"):
        monkeypatch.delenv(f"{provider}_API_KEY", raising=False)
    st.cache_data.clear()
    st.cache_resource.clear()
    runner = runner_of(path)
    yield runner.store
    runner.close()


@pytest.fixture
def debates(store: Store) -> dict[str, str]:
    """Debates by their state, in the store once they are asked for."""
    return AsAsked(fill, store)


@pytest.fixture
def ids(store: Store) -> dict[str, str]:
    """Debates on the result pages' tables by their state, in the store once they are asked for."""
    return AsAsked(structured.fill, store)


@pytest.fixture(autouse=True)
def _navigation_has_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a server after its first run: `st.navigation` rules, not the folder `pages`.

    AppTest forgets that before every run, takes the click for a change of page, and drops it.
    """
    begin = PagesManager.__init__

    def begun(self: PagesManager, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", begun)


class Filtered(Mapping[str, Any]):
    """What a session keeps, by its keys: each field asks for one of them, for which Streamlit writes all into a new
    dict, a fifth of a run."""

    whole = SessionState.filtered_state.fget

    def __init__(self, state: SessionState) -> None:
        self.state = state

    def __getitem__(self, key: str) -> Any:
        return self.state[key]

    def __iter__(self) -> Iterator[str]:
        return iter(Filtered.whole(self.state))

    def __len__(self) -> int:
        return len(Filtered.whole(self.state))


def by_content(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which works out once what it gives for equal values."""
    found: dict[bytes, Any] = {}

    def once(*values: Any) -> Any:
        content = pickle.dumps(values)
        if content not in found:
            found[content] = function(*values)
        return found[content]

    return once


@pytest.fixture(scope="session", autouse=True)
def _what_no_run_changes_is_done_once() -> Iterator[None]:
    """Each new AppTest reads the metadata of every installed package, for components the product has none of; each run
    compiles the scripts, and is waited for by a look every millisecond, for which it has to pause. What the examples
    say, what the lab answers and what the same scores come to is the same in every store; a store begins with an empty
    cache. No run of any page may end in an exception."""
    scripts, look, run = ScriptCache(), local_script_runner.require_widgets_deltas, AppTest._run

    def whole_run(app: AppTest, *values: Any, **more: Any) -> AppTest:
        assert not run(app, *values, **more).exception
        return app

    def ended(runner: local_script_runner.LocalScriptRunner, timeout: float) -> None:
        assert runner._script_thread is not None
        runner._script_thread.join(timeout)
        look(runner, 1.0)

    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        patch.setattr(local_script_runner, "require_widgets_deltas", ended)
        patch.setattr(AppTest, "_run", whole_run)
        patch.setattr(SessionState, "filtered_state", property(Filtered))
        # By its hash a browser keeps a message; here nobody asks for one twice.
        patch.setattr(script_run_context, "populate_hash_if_needed", lambda message: None)
        patch.setattr(app_test, "MagicMock", functools.cache(app_test.MagicMock))
        patch.setattr(context, "_get_client_context", lambda: None)  # no cookies, and no mock of them
        patch.setattr(presets, "_finding", functools.cache(presets._finding))
        patch.setattr(address, "lab", functools.cache(few_panels))
        for name in ("agreement_of", "decide_variants", "evidence"):
            patch.setattr(debate_report, name, by_content(getattr(debate_report, name)))
        for module in (app_test, local_script_runner):
            patch.setattr(module, "ScriptCache", lambda: scripts)
        yield


@pytest.fixture
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated speech as fast as it comes, for a test that waits for a debate's end."""
    monkeypatch.setattr(kept, "SCREEN_PACE", 0.0)


@pytest.fixture
def open_page(store: Store) -> Open:
    """Open a page by its stem, on a debate and an argument when given, and whatever else the address has; one of its
    tabs (or `ALL`), or a part of what can be set, and some folds open from the start; in a browser of its own, which
    goes by a person's name."""

    def opened(
        stem: str,
        debate: str | None = None,
        arg: str | None = None,
        *,
        tab: str = "",
        unfolded: Iterable[str] = (),
        person: str = "",
        **query: str,
    ) -> AppTest:
        app = AppTest.from_file(str(ROOT / "pages/ui/main.py"), default_timeout=TIMEOUT)
        app.session_state["drain_seconds"] = 0.0
        if person:
            app.session_state["browser_without_cookie"] = browser = secrets.token_hex(16)
            store.note("name", browser, person)
        if tab and stem == "set_up":
            app.session_state[settings_part.key], app.session_state[settings_open.key] = tab, True
        elif tab and tab != ALL:
            app.session_state[f"{stem}_parts"] = tab
        for fold in unfolded:
            app.session_state[fold] = True
        for key, value in {"debate": debate, "arg": arg, **query}.items():
            if value is not None:
                app.query_params[key] = value
        # A page's address is its file's stem, so even an app that has not run finds it by its file.
        if stem != "set_up":
            app.switch_page(f"../{stem}.py")
        if tab == ALL:
            return all_parts(app)
        app.run()
        assert not tab or tab in [one.label for one in app.tabs]
        return app

    return opened


def choose(app: AppTest, **values: object) -> AppTest:
    """Put values into the session: of what AppTest has no widgets for."""
    for key, value in values.items():
        app.session_state[key] = value
    return app.run()


FIELDS = (
    *("text_input", "text_area", "number_input", "selectbox", "multiselect", "checkbox", "toggle", "radio"),
    *("button_group", "slider"),
)


def enter(app: AppTest, *pressed: str, **values: object) -> AppTest:
    """Put these values into fields by their keys; then press buttons by theirs, one after another."""
    fields = {one.key: one for kind in FIELDS for one in app.get(kind)}
    for key, value in values.items():
        fields[key].set_value(value)
    if not pressed:
        app.run()
    for key in pressed:
        app.button(key=key).click().run()
    return app


def unfold(app: AppTest, *keys: str) -> AppTest:
    """Open sections that are computed only while they are open."""
    return choose(app, **dict.fromkeys(keys, True))


TABS = ("panel_parts", "table_parts", "verdict_parts")
"""Tabs of which only the open one is computed."""


def part(app: AppTest, title: str) -> AppTest:
    """One tab of Panel or Verdict, open."""
    assert title in [one.label for one in app.tabs]
    return choose(app, **{tabs_of(app): title})


def tabs_of(app: AppTest) -> str:
    return next(key for key in TABS if key in app.session_state)


def all_parts(app: AppTest) -> AppTest:
    """The page with all of its tabs open at once, of which a person has one open."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TabContainer, "open", property(lambda tab: True, lambda tab, value: None))
        return app.run()


def settings(app: AppTest, part: str) -> AppTest:
    """One part of what can be set, open."""
    return choose(app, **{settings_part.key: part, settings_open.key: True})


def plain(text: str) -> str:
    """Markdown as it is read: without what keeps words from being formatted or broken."""
    return text.replace("\\", "").replace("\u2060", "")


def words_of(app: AppTest) -> str:
    """All text on a page as it is read, for a test that asks whether something is said at all; with what our own
    components are handed, which they set as text."""
    own = (html.unescape(element.proto.json) for element in app.get("bidi_component"))
    bars = (one.text for one in app.get("progress") if hasattr(one, "text"))
    return plain("\n".join([*_sentences(app), *own, *bars, *(letter.value for letter in app.text)]))


def markdown_of(app: AppTest) -> str:
    """What Streamlit is handed as Markdown, every mark as it stands."""
    cells = (
        cell for table in app.table for column in table.value.items() for cell in (column[0], *column[1])
    )
    return "\n".join([*_sentences(app), *cells])


def _sentences(app: AppTest) -> Iterator[str]:
    kinds = ("title", "header", "subheader", "markdown", "caption", "warning", "error", "info", "success")
    yield from (str(element.value) for kind in kinds for element in app.get(kind))
    yield from (fold.label for fold in app.expander)


def tables_of(app: AppTest) -> list[pd.DataFrame]:
    """Every table of a page as it is read."""
    few = (one.value.map(plain).rename(columns=plain) for one in app.table)
    return [*few, *(one.value for one in app.dataframe)]


def unlinked(words: str) -> str:
    """Words without the places that links to turns lead to."""
    return re.sub(r"\[([^\]\[]*)\]\((?:watch[^)]*)?#turn-\d+\)", r"\1", words)


def lacking(blocks: Iterable[Block], words: str) -> list[tuple[str, str]]:
    """What these blocks say that does not stand there."""
    said = ((one.key, text) for one in blocks for text in (one.title, one.sentence, *one.items))
    return [(key, text) for key, text in said if text not in words]


def about(config: DebateConfig | ArtifactConfig | None) -> str:
    """What a page says that it will take, behind who takes part."""
    assert config
    return f", about {ahead_text(estimate(config))}"


def lack_of(provider: str) -> str:
    """What is missing of a provider in a fresh session."""
    return lack_text(row_named(provider, ()), Access())


def keys_of(app: AppTest) -> set[str]:
    return {one.key for one in app.button}


def start(app: AppTest, store: Store) -> DebateConfig:
    """What the debate is that the page starts; it is stopped."""
    app.button(key="start_debate").click().run()
    debate = store.records()[0].id
    runner_of(store.path).stop(debate)
    return load(store, debate).config


def conducted(store: Store) -> str:
    """The newest record, once it has been conducted to its end."""
    name = store.records()[0].id
    assert runner_of(store.path).wait(name, 60)
    return name


def pictures_of(app: AppTest) -> list[str]:
    own = [json.loads(one.proto.json) for one in app.get("bidi_component")]
    said = (re.sub("<[^>]*>", " ", one["markup"]) for one in own if "closed" in one)
    return [" ".join(html.unescape(one).split()) for one in said]


def document_of(record: Record, **settings: Any) -> Document:
    """What is reported of a debate, whose blocks the pages show."""
    return debate_document(report_for(record, **settings), record)


def live_document_of(store: Store, name: str) -> Document:
    """What is reported of a debate's live judge."""
    return live_document(live_of(load(store, name), None, {}, {}))


def traced(record: Record, title: str, **settings: Any) -> dict[str, str]:
    """A column of the way from claim to ruling as the page sets it, by argument."""
    table = document_of(record, **settings)["trace"].tables[0]
    at = [one.title for one in table.columns].index(title)
    return {name: f"{title} {row[at] or '–'}" for name, row in zip(table.opens, table.rows, strict=True)}


def trace_of(app: AppTest) -> dict[str, str]:
    """What the way from claim to ruling says of each argument."""
    trace = next(one for one in pictures_of(app) if "Whose view counts" in one)
    return {one[:5]: one for one in re.split("(?=(?:PRO|CON)-[0-9]: )", trace)}
