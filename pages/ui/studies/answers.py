"""What a study says, question by question, and its debates, a row each.

Knows what the core says and draws. Invariant: a figure's interval, or why it has none, stands on the page wherever the
figure does.
"""

import io
from collections.abc import Sequence

import pyarrow.parquet as pq
import streamlit as st

from debate_core.numerals import signed
from debate_core.study.rows import Row, as_csv, as_table
from debate_core.study.telling import Section
from debate_core.wording import worded
from pages.ui import router, state
from pages.ui.charts.studies import intervals_plot
from pages.ui.shown.figures import fold, fold_numbers, show_chart, show_table
from pages.ui.shown.words import clip, escaped

READING_WIDTH = 720
MOST_SHOWN = 500
"""Debates listed on the page; the files have all."""


def show_sections(sections: Sequence[Section]) -> None:
    """Each question with its answer, a figure where there is one, and the numbers."""
    for place, section in enumerate(sections):
        st.header(section.title, anchor=False)
        st.markdown(escaped(section.said), width=READING_WIDTH)
        if section.drawn:
            show_chart(
                intervals_plot(section.drawn),
                key=f"chart_study_{place}",
                alt=f"{section.drawn.axis}: {section.said}",
            )
        tables = [(title, rows) for title, rows in section.tables if rows]
        if section.drawn and tables:
            with fold_numbers(section.drawn.axis):
                _show_tables(tables)
        else:
            _show_tables(tables)
        for note in section.notes:
            st.caption(note, width=READING_WIDTH)


def _show_tables(tables: Sequence[tuple[str, Sequence]]) -> None:  # type: ignore[type-arg]
    for title, rows in tables:
        st.markdown(f"**{escaped(title)}**")
        show_table(rows, alt=title, whole=True)


def show_debates(rows: Sequence[Row]) -> None:
    """Folded: a row a debate, which opens it; and all of them as files."""

    def show() -> None:
        shown = rows[:MOST_SHOWN]
        state.saw_rows(shown)
        left = f"; the first {MOST_SHOWN} of {len(rows):,}" if len(shown) < len(rows) else ""
        st.caption(f"Choose a row to read its debate{left}.")
        st.dataframe(
            [_line(row) for row in shown],
            hide_index=True,
            key="study_rows",
            on_select=lambda: _open(shown),
            selection_mode="single-row",
            alt="The debates of the study, a row each",
        )
        _show_files(rows)
        if chosen := st.session_state.pop("study_row_chosen", None):
            router.go("verdict", chosen)

    fold("The debates, a row each", "fold_study_rows", show)


def _open(rows: Sequence[Row]) -> None:
    chosen = st.session_state["study_rows"]["selection"]["rows"]
    if chosen and rows[chosen[0]].status != "not_begun":
        st.session_state["study_row_chosen"] = rows[chosen[0]].id


def _line(row: Row) -> dict[str, str]:
    return {
        "Topic": clip(row.topic, 60),
        "PRO": row.pro,
        "CON": row.con,
        "Panel": row.panel,
        "Reading": str(row.reading),
        "Repeat": str(row.repeat),
        "Status": worded(row.status),
        "Outcome": {"pro": "PRO", "con": "CON", "no_call": "no call", None: "–"}[row.outcome],
        "Gap, points": "–" if row.gap is None else signed(row.gap),
        "Cause": row.cause or "",
    }


def _show_files(rows: Sequence[Row]) -> None:
    with st.container(horizontal=True, gap="small"):
        for label, name, data, kind in (
            ("CSV", "study.csv", as_csv(rows).encode("utf-8"), "text/csv"),
            ("Parquet", "study.parquet", _parquet(rows), "application/vnd.apache.parquet"),
        ):
            st.download_button(
                label,
                data,
                name,
                kind,
                key=f"study_{label}",
                icon=":material/download:",
                type="tertiary",
                on_click="ignore",
            )


def _parquet(rows: Sequence[Row]) -> bytes:
    out = io.BytesIO()
    pq.write_table(as_table(rows), out)
    return out.getvalue()
