"""What was said beside who judges it; what is waited for is drawn last."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.record import Record, Status
from debate_core.report.live import LiveReport
from pages.ui.watch.live_card import show_scorecard, show_traits
from pages.ui.watch.progress import show_seats
from pages.ui.watch.talk import show_talk
from pages.ui.watch.transcript import show_said, transcript_pane


def show_columns(record: Record, now: Status, found: LiveReport | None, clock: DeltaGenerator | None) -> None:
    """The transcript, the judges and, where there is one, the live judge's scorecard; no clock in a replay."""
    if record.deliberating:
        show_talk(record)
    left, right = st.columns([2, 1], gap="medium")
    with left:
        pane = transcript_pane(now, replaying=clock is None)
    # On a phone the one stands above the other and must not push it down later.
    waits = clock is not None and now == "running"
    if not waits:
        show_said(pane, record, now, clock)
    with right:
        if found:
            show_scorecard(found, record)
        show_seats(record, now)
    if waits:
        show_said(pane, record, now, clock)
    if found:
        show_traits(record, found)
