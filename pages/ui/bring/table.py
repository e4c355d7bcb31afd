"""A table of ratings before it is kept: what was read of it, what it can't tell and is asked, or every bad line.

Knows the reader of tables. Invariant: a table is kept only once all of it could be read.
"""

import streamlit as st

from debate_core.bringing.tables import as_brought, keep_table, table_of
from debate_core.brought import RatingsConfig
from debate_core.errors import DebateError, RatingsRefused
from debate_core.numerals import counted, listed
from debate_core.ratings import RatingsTable, Told
from pages.ui import router, state
from pages.ui.shown.words import clip, escaped, show_fault

LEVELS = {
    "interval": "Numbers with even steps",
    "ordinal": "Labels or grades in an order",
    "nominal": "Labels without an order",
    "ratio": "Numbers with a true zero",
}
ROWS = {None: "As the header tells", "judges": "A row a judge", "items": "A row an item"}
DECIMALS = {False: "7.5", True: "7,5"}
_FAULTS = 8
_NAMED = 6


def ask_table(brought: state.Brought) -> None:
    """What the scores are, what was read, and the button."""
    st.header("A table of ratings", anchor=False)
    with st.container(horizontal=True, gap="medium", key="table_told"):
        level = st.selectbox(
            "The scores are", list(LEVELS), format_func=LEVELS.__getitem__, key=f"level_{brought.key}"
        )
        rows = st.selectbox("Rows", list(ROWS), format_func=ROWS.__getitem__, key=f"rows_{brought.key}")
        comma = st.selectbox(
            "Decimals", list(DECIMALS), format_func=DECIMALS.__getitem__, key=f"comma_{brought.key}"
        )
        missing = st.text_input("Also missing", key=f"missing_{brought.key}", placeholder="none, skipped")
    marks = tuple(mark.strip() for mark in (missing or "").split(",") if mark.strip())
    try:
        config = as_brought(
            brought.data,
            brought.name,
            level=level,
            told=Told(rows=rows, decimal_comma=bool(comma), missing=marks),
        )
        read = table_of(config)
    except RatingsRefused as error:
        _show_refused(error)
        return
    except DebateError as error:
        show_fault(str(error))
        return
    _show_read(read)
    _keep(config)


def _show_read(read: RatingsTable) -> None:
    judges = listed([escaped(clip(name, 30)) for name in read.judges[:_NAMED]])
    more = f" and {len(read.judges) - _NAMED} more" if len(read.judges) > _NAMED else ""
    st.markdown(
        f"**{counted(len(read.judges), 'judge')}** ({judges}{more}), **{counted(read.subjects, 'item')}**"
        + (f", {counted(len(set(read.dimensions)), 'dimension')}" if read.dimensions else "")
        + "."
    )
    for note in read.notes:
        st.caption(f":material/info: {escaped(note)}")


def _show_refused(error: RatingsRefused) -> None:
    """Every fault, the first ones at length."""
    faults = error.faults or (str(error),)
    st.error("Nothing of it was taken: some lines are not as expected.", icon=":material/error:")
    more = f"\n- … and {len(faults) - _FAULTS:,} more" if len(faults) > _FAULTS else ""
    st.markdown("\n".join(f"- {escaped(clip(fault, 240))}" for fault in faults[:_FAULTS]) + more)


def _keep(config: RatingsConfig) -> None:
    if st.button("Show how far they agree", type="primary", key="keep_table", icon=":material/balance:"):
        try:
            name = keep_table(state.store(), config)
        except DebateError as error:
            show_fault(str(error))
        else:
            router.go_to_table(name)
