"""Which study it is, its findings, and its debates, a row each."""

import io
from collections.abc import Sequence

import pyarrow.parquet as pq
import streamlit as st

from debate_core.domain.numerals import signed
from debate_core.domain.wording import humanise
from debate_core.reporting.blocks import Block, Document
from debate_core.study.rows import StudyRow, as_csv, as_table
from debate_core.study.shape import StudyReport
from pages.ui import router, state
from pages.ui.blocks.show import READING_WIDTH, offer_downloads, show_block, show_parts
from pages.ui.shown.figures import fold, offer_file
from pages.ui.shown.words import clip, escaped

MOST_SHOWN = 500
"""Debates listed on the page; the files have all."""


def show_debates(rows: Sequence[StudyRow]) -> None:
    def show() -> None:
        shown = rows[:MOST_SHOWN]
        state.saw_rows(shown)
        left = f"; the first {MOST_SHOWN} of {len(rows):,}" if len(shown) < len(rows) else ""
        st.caption(f"Choose a row (Shift+Space by keyboard) to read its debate{left}.")
        st.dataframe(
            [_line(row) for row in shown],
            hide_index=True,
            key="study_rows",
            on_select=lambda: _open(shown),
            selection_mode="single-row",
            alt="The debates of the study, a row each",
        )
        if chosen := st.session_state.pop("study_row_chosen", None):
            router.go("verdict", chosen)

    fold("The debates, a row each", "fold_study_rows", show)


def _open(rows: Sequence[StudyRow]) -> None:
    chosen = st.session_state["study_rows"]["selection"]["rows"]
    if chosen and rows[chosen[0]].status != "not_begun":
        st.session_state["study_row_chosen"] = rows[chosen[0]].id


def _line(row: StudyRow) -> dict[str, str]:
    return {
        "Topic": clip(row.topic, 60),
        "PRO": row.pro,
        "CON": row.con,
        "Panel": row.panel,
        "Reading": str(row.reading),
        "Repeat": str(row.repeat),
        "Status": humanise(row.status),
        "Outcome": {"pro": "PRO", "con": "CON", "no_call": "no call", None: "–"}[row.outcome],
        "Gap, points": "–" if row.gap is None else signed(row.gap),
        "Cause": row.cause or "",
    }


def show_downloads(document: Document, rows: Sequence[StudyRow]) -> None:
    with st.container(horizontal=True, gap="small"):
        offer_downloads(document, "study")
        for label, name, data, kind in (
            ("Debates (CSV)", "debates.csv", as_csv(rows).encode("utf-8"), "text/csv"),
            ("Debates (Parquet)", "debates.parquet", _parquet(rows), "application/vnd.apache.parquet"),
        ):
            offer_file(label, data, name, kind, key=f"study_{name}", type="tertiary")


def _parquet(rows: Sequence[StudyRow]) -> bytes:
    out = io.BytesIO()
    pq.write_table(as_table(rows), out)
    return out.getvalue()


def show_none(others: Sequence[str]) -> None:
    if named := state.study():
        st.markdown(f"There is no study called {escaped(repr(clip(named, 80)))} in this store.")
    ask_other("Studies that are there", others)
    st.markdown(
        "A study runs many debates to one plan. It shows whether the verdict follows the side, and whether a panel "
        "repeats it. It shows which model argues best, and how far the judges agree.",
        width=READING_WIDTH,
    )


def show_name(found: StudyReport, others: Sequence[str]) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{escaped(found.name)}**", width="content")
        if found.simulated != "no":
            st.badge(escaped(found.simulated.partition(":")[0].capitalize()), color="gray")
        ask_other("Another study", others)


def show_findings(blocks: Sequence[Block]) -> None:
    """Two beside each other; the first one's title stands as the page's."""
    for at in range(0, len(blocks), 2):
        for place, block in zip(st.columns(2, gap="large"), blocks[at : at + 2], strict=False):
            with place:
                if block is blocks[0]:
                    show_parts(block)
                else:
                    show_block(block)


def ask_other(label: str, others: Sequence[str]) -> None:
    if others:
        st.menu_button(
            label,
            list(others),
            format_func=lambda name: escaped(clip(name, 70)),
            key="pick_study",
            on_click=_open_other,
            icon=":material/history:",
            type="tertiary",
        )


def _open_other() -> None:
    state.study.keep(str(st.session_state["pick_study"]))
