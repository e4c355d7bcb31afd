"""What is brought: pasted, as a file, or one of the two files written for this project.

Knows the session through `state`. Invariant: nothing is read of it here; what is pasted stays when another page is
looked at.
"""

import streamlit as st

from debate_core.bringing.exported import MOST_BYTES as MOST_EXPORTED
from debate_core.bringing.reading import MOST_BYTES
from pages.ui import state
from pages.ui.shown.words import escaped

WAYS = (
    ("A chat", "An export of ChatGPT or Claude; messages as JSON."),
    (
        "A transcript",
        "Text or Markdown with *Name:* before each turn; VTT or SRT subtitles; a CSV with speaker and text.",
    ),
    ("JSON that names its sides", "Arguments with answers and closings, or turns, each for PRO or CON."),
    ("A table of ratings", "A CSV: a row a score with judge, item and score, or a row or column a judge."),
    ("A debate of another store", "What *export* printed: it opens under the same id, and can be replayed."),
)


def ask_file() -> state.Brought | None:
    """The words or the file, folded away once they are there; None while there is neither."""
    brought = state.from_elsewhere()
    label = f"{escaped(brought.name)}: bring another" if brought else "What is brought"
    with st.expander(label, expanded=brought is None, icon=":material/upload_file:"):
        left, right = st.columns([11, 9], gap="large")
        with left:
            st.text_area(
                "Paste it",
                height=170,
                placeholder="Ann: Offices should close on Fridays, because …\nBo: Customers need Fridays. …",
                **state.written("text"),
            )
        with right:
            most, exported = MOST_BYTES // 1_000_000, MOST_EXPORTED // 1_000_000
            st.file_uploader(
                "Or bring a file",
                help=f"A talk or a table of at most {most} MB, as text; an exported record of at most {exported} MB.",
                key="elsewhere_file",
                max_upload_size=exported,
            )
            st.caption("Or try one written for this project:")
            with st.container(horizontal=True, gap="small"):
                take = state.choose_example
                st.button("A chat", key="example_chat", icon=":material/chat:", on_click=take, args=("chat",))
                st.button(
                    "A table", key="example_table", icon=":material/table:", on_click=take, args=("table",)
                )
    return brought


def show_ways() -> None:
    """What can be brought."""
    st.header("What can be brought", anchor=False)
    st.markdown("\n".join(f"- **{name}.** {what}" for name, what in WAYS))
    st.caption("It is read on this machine. No model is asked before you start.")
