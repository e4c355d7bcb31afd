"""How the scores are read, and whether the verdict depends on one choice."""

from typing import Any

import streamlit as st

from debate_core.domain.options import OneOf, Option
from debate_core.library.report import Report, ReportSettings
from debate_core.library.report.reporting import other_readings
from debate_core.library.report.settings import CHOICES, THRESHOLDS
from debate_core.reporting.debate import topic_type_text
from debate_core.reporting.lead import other_flips_text, robustness_block
from debate_core.store.record import Record
from debate_core.verdicts.rules import changed_words
from pages.ui import state
from pages.ui.blocks.show import show_block
from pages.ui.shown.options import show_option
from pages.ui.shown.words import escaped

PEOPLE = "people"
"""The setting that is offered only where somebody scored blind."""


def show_settings(report: Report) -> None:
    with st.grid(4, min_column_width=220, key="settings_row"):
        for name, option in CHOICES.items():
            if name != PEOPLE:
                show_option(name, option, getattr(report.settings, name), of="setting")
    if report.could_seat:
        show_option(PEOPLE, CHOICES[PEOPLE], report.settings.people, of="setting")
    _show_thresholds(report.settings)
    st.caption(escaped(topic_type_text(report)))
    if report.calibration.note:
        st.caption(f":material/info: {escaped(report.calibration.note)}")


def show_another_way(report: Report, record: Record) -> None:
    """How the scores are read, and what each other reading would say."""
    show_settings(report)
    others = other_readings(report, lambda read: state.report_of(record, read=read))
    show_block(robustness_block(report, others), 3, folded=False)


def show_settings_changed(report: Report) -> None:
    """Which readings would change a no call, and what is read otherwise than usual."""
    # Of a winner the cautions say it.
    if report.outcome.call == "no_call" and (flips := other_flips_text(report)):
        st.caption(f":material/warning: {escaped(flips)}")
    if words := _chosen_words(report.settings):
        st.caption(f":material/info: Read otherwise than usual: {words}.")


def _chosen_words(settings: ReportSettings) -> str:
    usual = ReportSettings()
    words = [
        _option_words(option, getattr(settings, name))
        for name, option in CHOICES.items()
        if getattr(settings, name) != getattr(usual, name)
    ]
    changed = changed_words(settings.ruling)
    return "; ".join([*words, changed] if changed else words)


def _option_words(option: Option, value: Any) -> str:
    title = option.title.lower()
    return f"{title}: {option.options.get(value, option.nothing)}" if isinstance(option, OneOf) else title


def _show_thresholds(settings: ReportSettings) -> None:
    with st.expander("Thresholds", icon=":material/tune:"):
        st.markdown(
            f"**Thresholds of the {settings.rules} rules.** They change how scores are read, never a score."
        )
        for name, option in THRESHOLDS.items():
            if option.applies(settings.rules):
                show_option(name, option, getattr(settings.thresholds, name), of="threshold", form="%.3g")
        st.button(
            "Back to the usual thresholds",
            key="usual_thresholds",
            on_click=state.reset_thresholds,
            icon=":material/undo:",
        )
    if changed := changed_words(settings.ruling):
        st.caption(f":material/info: Changed from the usual: {changed}.")
