"""The list of pages, how a page is entered by a deep link, and links between pages.

Knows streamlit's navigation, and of debates their address. Invariant: each page's url_path is its file's stem, and the
first page lives at `/`.
"""

import pathlib

# Two first visitors at once would each begin to import it in their own thread, and one would meet it half made: every
# page comes through here first, so it is whole before either goes on.
import pandas  # noqa: F401
import streamlit as st
from streamlit.navigation.page import StreamlitPage
from streamlit.runtime.pages_manager import PagesManager

from pages.ui.state.address import link_to
from pages.ui.state.artifacts import names_artifact

_FOLDER = pathlib.Path(__file__).parent.parent
ICON = str(_FOLDER / "ui" / "icon.png")
_PAGES = (
    ("set_up", "Set up", ":material/tune:"),
    ("watch", "Watch", ":material/forum:"),
    ("panel", "Panel", ":material/balance:"),
    ("verdict", "Verdict", ":material/gavel:"),
    ("review", "Review", ":material/rate_review:"),
    ("artifact", "Artifact", ":material/description:"),
    ("lab", "Lab", ":material/science:"),
    ("studies", "Studies", ":material/experiment:"),
)


def pages() -> list[StreamlitPage]:
    """Every page, in the order of the work; the first is the default."""
    return [
        st.Page(
            _FOLDER / f"{stem}.py",
            title=title,
            icon=icon,
            url_path="" if stem == "set_up" else stem,
            default=stem == "set_up",
        )
        for stem, title, icon in _PAGES
    ]


def page(stem: str) -> StreamlitPage:
    """One page, for a link to it."""
    return pages()[[name for name, _, _ in _PAGES].index(stem)]


def run() -> None:
    """Show the page that was asked for."""
    st.navigation(pages(), position="top").run()


def enter() -> None:
    """Every page's first statement: a deep link that reaches a fresh server before `app.py` ran would show the page
    file alone; this hands over to the router, query kept. An address that
    names the review of a text as if it were a debate leads to the page of such reviews."""
    if PagesManager.uses_pages_directory:
        st.navigation(pages(), position="top")
        st.rerun()
    named = st.query_params.get("debate")
    if named and names_artifact(named):
        st.switch_page(_FOLDER / "artifact.py", query_params={"artifact": named})


def go(stem: str, debate: str | None = None, at: str | None = None) -> None:
    """Switch to a page; its address names the debate, the point of a replay, and the settings in use."""
    query = link_to(debate, at=at) if debate else {}
    st.switch_page(_FOLDER / f"{stem}.py", query_params=query)
