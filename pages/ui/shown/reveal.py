"""The reveal: each judge's lead falls into place on the line from CON over 0 to PRO, and the word lands."""

from typing import Any

import streamlit as st

from debate_core.library.report import Report
from debate_core.reporting.verdict import answer_of
from debate_core.store.record import Record
from pages.ui import state
from pages.ui.blocks.show import show_picture
from pages.ui.state import Stage


def show_reveal(record: Record, report: Report, on: Stage) -> None:
    answer = answer_of(report, record.config.rubric.scale.high)
    plays = state.reveal(record, on)()
    # What it takes with four judges at 390 and at 1280 px.
    show_picture(answer, key=f"stage_{record.id}", height=520 if state.narrow() else 467, plays=plays)
    state.saw(record, "the reveal")


def show_ways_out(record: Record, on: Stage) -> None:
    """To see the reveal again, and to close it; beside what else one may do."""
    again: dict[str, Any] = {"on_click": state.play_reveal, "args": (record, on)}
    st.button("Show it again", key="reveal_again", type="tertiary", icon=":material/replay:", **again)
    st.button("Close", key="reveal_close", type="tertiary", on_click=state.reveal(record, on).keep, args=(0,))
