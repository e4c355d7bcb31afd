"""The list of pages, deep links, and links between pages, which keep the session and its typed keys."""

import pathlib
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Literal
from urllib.parse import urlencode

# Two first visitors at once would each begin to import it in their own thread, and one would meet it half made: every
# page comes through here first, so it is whole before either goes on.
import pandas  # noqa: F401
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from debate_core.domain.errors import RecordNotFound
from debate_core.domain.wording import clip
from debate_core.library.library import watcher
from pages.ui.blocks.show import template_html
from pages.ui.shared.widgets import component
from pages.ui.state.address import link_to, named_debate
from pages.ui.state.artifacts import TABLE, opened_by
from pages.ui.state.debates import open_samples, store
from pages.ui.state.session import email, may_enter, parked_address, widget_value
from pages.ui.state.setup_form import drafts_json, take_drafts
from pages.ui.state.watch import begins, wait_for_browser, window

_FOLDER = pathlib.Path(__file__).parent.parent
_ICON = str(_FOLDER / "ui" / "icon.png")
_PAGES = {
    "set_up": "Set up",
    "watch": "Watch",
    "panel": "Panel",
    "verdict": "Verdict",
    "review": "Review",
    "library": "Library",
    "lab": "Lab",
    "artifact": "Texts",
    "studies": "Studies",
    "bring": "Bring",
}
"""In the order of the work; the first is the default."""
_MORE = ("artifact", "studies")
"""Pages that stand behind the last name of the bar."""
_BEHIND_A_DOOR = ("bring",)
"""Pages that stand in no menu: a link on another page leads there."""
_OF_A_DEBATE = ("watch", "panel", "verdict", "review")
_NAMED = {
    "debate": ("debate", ""),
    "artifact": ("text", "artifact_opened"),
    TABLE: ("table", "ratings_opened"),
}
"""What an address can name: its word, and the kind of fact that opens it, if it is but one."""
_ROUTED: ContextVar[Callable[[], object] | None] = ContextVar("routed", default=None)
"""Set where this thread's script came through the router; called, it ends this run once another is asked for."""
_NAMES = component("page_names", "focus", "names", "places", isolate_styles=False)


def page(stem: str) -> StreamlitPage:
    return st.Page(
        _FOLDER / f"{stem}.py",
        title=_PAGES[stem],
        url_path="" if stem == "set_up" else stem,
        default=stem == "set_up",
        visibility="hidden" if stem in _BEHIND_A_DOOR else "visible",
    )


def _current_page(every: list[StreamlitPage], position: Literal["top", "hidden"]) -> StreamlitPage:
    """The page the address names. `/set_up`, as one would type it after the others, leads to `/`, where it lives."""
    typed = st.Page(lambda: go("set_up"), title="Set up", url_path="set_up", visibility="hidden")
    more = [one for stem, one in zip(_PAGES, every, strict=True) if stem in _MORE]
    first = [one for one in every if one not in more]
    return st.navigation({"": [*first, typed], "More": more}, position=position)


def frame() -> None:
    """Set up the window, first of all: without an icon of our own a page's is fetched from a font host."""
    st.set_page_config(page_title="Split Decision", page_icon=_ICON, layout="wide")


def run(show_sign_in: Callable[[str], None]) -> None:
    """The page that the address names, or, for whom the pages aren't, the way to sign in."""
    every, enters = [page(stem) for stem in _PAGES], may_enter()
    asked = _current_page(every, "top" if enters else "hidden")
    if not enters:
        return show_sign_in(asked.url_path)
    if (parked := parked_address()) and parked[0] != asked.url_path:
        st.switch_page(_FOLDER / f"{parked[0] or 'set_up'}.py", query_params=parked[1])
    _show_names(asked, every)
    watcher.set(progress_in(st.empty()))
    return asked.run()


def progress_in(place: DeltaGenerator) -> Callable[[int, int], None]:
    """Says there how far the store has been read, once that takes longer than a second."""
    begun = 0.0

    def tell(number: int, every: int) -> None:
        nonlocal begun
        begun = time.monotonic() if number == 1 else begun
        if number == every:
            place.empty()
        elif number % 10 == 0 and time.monotonic() > begun + 1.0:
            place.progress(number / every, f"Reading debate {number:,} of {every:,}…")

    return tell


def _show_names(asked: StreamlitPage, every: list[StreamlitPage]) -> None:
    """The product's name in Streamlit's own bar; the pages' names as links on a phone, where Streamlit folds its bar
    away. All is drawn in its header, so that nothing below moves when it comes."""
    named = named_debate()
    of_a_debate = urlencode(link_to(named)) if named and opened_by(named) else ""
    names = [
        {
            "stem": stem,
            "name": one.title,
            "href": f"./{one.url_path}" + (f"?{of_a_debate}" if of_a_debate and stem in _OF_A_DEBATE else ""),
            "here": one.url_path == asked.url_path,
            "more": stem in _MORE,
        }
        for one, stem in zip(every, _PAGES, strict=True)
        if stem not in _BEHIND_A_DOOR
    ]
    with st.container(key="page_names", height=1, border=False):
        names_shown = _NAMES(
            key="names_of_pages",
            data={
                "begins": begins(),
                "markup": template_html("names", pages=names, who=email()),
                "drafts": drafts_json(),
            },
            on_went_change=lambda: None,
            on_drawn_change=lambda: _begin(*widget_value("names_of_pages")().drawn),
        )
        _ROUTED.set(st.empty().empty)
    if (went := names_shown.went) in _PAGES:
        go(went, named if of_a_debate and went in _OF_A_DEBATE else None)


def _begin(width: str, drafts: str) -> None:
    """What the browser says first in a session: how wide its window is, and what its tab has kept."""
    window.keep(width)
    take_drafts(drafts)


def enter(*, waits: bool = True) -> None:
    """Every page's first statement. A sample's address opens it; a text's or table's leads to its own page. `waits`:
    for the browser, else the page calls `wait` itself. Raises RecordNotFound for what the store doesn't have."""
    if waits:
        wait()
    open_samples()
    named = st.query_params.get("debate", "")
    kind_opened = opened_by(named) if named else ""
    if kind_opened == "artifact_opened":
        st.switch_page(_FOLDER / "artifact.py", query_params={"artifact": named})
    if kind_opened == "ratings_opened":
        st.switch_page(_FOLDER / "panel.py", query_params={TABLE: named})
    for parameter, (noun, kind) in _NAMED.items():
        for name in filter(None, st.query_params.get(parameter, "").split(",")):
            if not (store().last_sequence(name) and (not kind or opened_by(name) in ("", kind))):
                raise RecordNotFound(f"there is no {noun} {clip(name, 40)!r} in this store")


def wait() -> None:
    """In a session's first run: until the browser has laid out its window."""
    if ends := _ROUTED.get():
        wait_for_browser(ends)


def go(stem: str, debate: str | None = None, **more: str | None) -> None:
    """Switch to a page; its address names the debate, the settings in use, and more, as the point of a replay."""
    st.switch_page(_FOLDER / f"{stem}.py", query_params=link_to(debate, **more) if debate else {})


def go_to_table(name: str) -> None:
    st.switch_page(_FOLDER / "panel.py", query_params={TABLE: name})
