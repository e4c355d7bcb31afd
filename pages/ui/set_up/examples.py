"""What comes of a debate: the verdict of an example in miniature, and a card for each example.

Knows the examples and their reports. Invariant: an example is marked as written for this project before it is opened;
whoever has seen its outcome here scores it not blind.
"""

import streamlit as st

from debate_core.errors import DebateError
from debate_core.examples import EXAMPLES, Example, ensure, record_of
from debate_core.history import History
from debate_core.report import ReportSettings, report
from debate_core.report.finding import Finding, finding
from pages.ui import router, state
from pages.ui.shown.line import show_stage
from pages.ui.shown.words import escaped

SHOWN = "example-second-check"
_COLOURS = {"PRO": "blue", "CON": "orange"}


@st.cache_data(show_spinner=False)
def _finding(example_id: str) -> Finding:
    record = record_of(example_id)
    return finding(report(record, History(), ReportSettings()), record.config.rubric.scale.high)


def show_miniature() -> None:
    """The outcome of one example on a small stage, and the way to its verdict."""
    example = next(one for one in EXAMPLES if one.id == SHOWN)
    st.caption(f"A finished debate, written for this project: *{escaped(example.title)}*")
    found = _finding(SHOWN)
    show_stage(found, seats=len(found.stands), key="miniature", small=True)
    label = "Read why no winner is named" if found.word == "NO CALL" else "Read its verdict"
    if st.button(label, key="open_miniature", width="stretch"):
        _open(example, "verdict")


def show_example_cards() -> None:
    """A card for each."""
    st.header("Or read an example", anchor=False)
    st.caption("Debates written for this project: no model said these words. They need no key.")
    for example, column in zip(EXAMPLES, st.columns(len(EXAMPLES)), strict=True):
        with column.container(border=True, gap="small", height="stretch"):
            _show_card(example)
    state.saw_outcomes([example.id for example in EXAMPLES], "the Set up page")


def _show_card(example: Example) -> None:
    found = _finding(example.id)
    word = f":{_COLOURS[found.word]}[**{found.word}**]" if found.word in _COLOURS else "**No call**"
    st.markdown(f"**{escaped(example.title)}**")
    also = "" if example.shows == "No call" else f" · {escaped(example.shows)}"
    st.markdown(f"{word}{also}")
    st.caption(escaped(example.lure))
    with st.container(horizontal=True):
        if st.button("Verdict", key=f"read_{example.id}", help=f"The verdict of “{escaped(example.title)}”"):
            _open(example, "verdict")
        if st.button(
            "Replay",
            key=f"replay_{example.id}",
            icon=":material/replay:",
            help=f"Replay “{escaped(example.title)}” turn by turn",
        ):
            _open(example, "watch", at="1")


def _open(example: Example, page: str, at: str | None = None) -> None:
    try:
        name = ensure(state.store(), example.id)
    except DebateError as error:
        st.error(escaped(str(error)), icon=":material/error:")
    else:
        router.go(page, name, at=at)
