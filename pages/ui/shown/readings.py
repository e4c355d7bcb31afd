"""How the scores are read: calibration, weights, rules, thresholds, topic type; whether the outcome hangs on one; and
what the debate used, in tokens and money.

Knows the settings as the core declares them, and the report. Invariant: it changes no fact, only how the stored ones
are read; a changed threshold is said wherever the outcome is, and the other preset's are not shown; a cost that isn't
known is said to be so, with the reason, and never reads 0.
"""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from debate_core.exports.numbers import beside_outcome, cost_said, price_said, usage_sentences
from debate_core.numerals import listed
from debate_core.options import OneOf, Option
from debate_core.record import Record
from debate_core.report import Report, ReportSettings
from debate_core.report.outcome_words import change_words, flips_words
from debate_core.report.reporting import other_readings
from debate_core.report.settings import CHOICES, THRESHOLDS
from debate_core.report.shape import Change
from debate_core.report.usage import UsedRow
from debate_core.rules import changed_words
from debate_core.wording import CALLS, capital
from pages.ui import state
from pages.ui.shown import terms
from pages.ui.shown.figures import fold, show_table
from pages.ui.shown.options import show_option
from pages.ui.shown.words import escaped

PEOPLE = "people"
"""The setting that is offered only where somebody scored blind."""


def show_settings(report: Report) -> None:
    """The control row, and below it what the topic's words were taken for."""
    with st.grid(4, min_column_width=220, key="settings_row"):
        for name, option in CHOICES.items():
            if name != PEOPLE:
                show_option(name, option, getattr(report.settings, name), of="setting")
    if report.could_seat:
        show_option(PEOPLE, CHOICES[PEOPLE], report.settings.people, of="setting")
    _show_thresholds(report.settings)
    st.caption(_topic_words(report))
    if report.calibration.note:
        st.caption(f":material/info: {escaped(report.calibration.note)}")


def show_another_way(report: Report, record: Record) -> None:
    """Folded: how the scores are read, and what each other reading would say; outside of the fold, on no call, which of
    them end differently, and what is read otherwise than usual."""

    def show() -> None:
        show_settings(report)
        if report.robustness:
            others = other_readings(report, lambda read: state.report_of(record, read=read))
            _show_robustness(report, others)

    fold("Read it another way", "another_way", show, icon=":material/tune:")
    flips = [escaped(change_words(one.change)) for one in report.robustness or () if one.flips]
    if flips and report.outcome.call == "no_call":  # of a named side the cautions on Verdict say it
        said = f"These readings end differently: {listed(flips)}."
        st.caption(f":material/warning: The outcome hangs on one choice. {said}")
    if said := _chosen_words(report.settings):
        st.caption(f":material/info: Read otherwise than usual: {said}.")


def _chosen_words(settings: ReportSettings) -> str:
    """Each setting that is not the usual one, by its title, and the changed thresholds."""
    usual = ReportSettings()
    said = [
        _option_words(option, getattr(settings, name))
        for name, option in CHOICES.items()
        if getattr(settings, name) != getattr(usual, name)
    ]
    changed = changed_words(settings.ruling)
    return "; ".join([*said, changed] if changed else said)


def _option_words(option: Option, value: Any) -> str:
    """A setting as it is read: a switch by its title alone, for only one that is on is unusual."""
    title = option.title.lower()
    return f"{title}: {option.options.get(value, option.nothing)}" if isinstance(option, OneOf) else title


def _topic_words(report: Report) -> str:
    found = report.topic_type
    matched = ", ".join(f"*{word}*" for word in found.matched)
    if found.overridden:
        return f"Read as a topic of type {found.type}, as you chose{f'; its words: {matched}' if matched else ''}."
    if not matched:
        return "No keyword of the topic speaks for a domain: all domains weigh the same (type default)."
    return f"Read as a topic of type {found.type}, by its words {matched}."


def _show_thresholds(settings: ReportSettings) -> None:
    """The thresholds folded away, and outside of the fold what was changed."""
    with st.expander("Thresholds", icon=":material/tune:"):
        st.markdown(
            f"**Thresholds of the {settings.rules} rules.** They change how scores are read, never a score."
        )
        for name, option in THRESHOLDS.items():
            if option.under in ("", settings.rules):
                show_option(name, option, getattr(settings.thresholds, name), of="threshold", form="%.3g")
        st.button(
            "Back to the usual thresholds",
            key="usual_thresholds",
            on_click=state.reset_thresholds,
            icon=":material/undo:",
        )
    if changed := changed_words(settings.ruling):
        st.caption(f":material/info: Changed from the usual: {changed}.")


def _show_robustness(report: Report, others: Sequence[Change]) -> None:
    """Two sentences and a small table: what the report tries, and what other rules and weights would say."""
    st.subheader("Does the outcome hang on one choice?", help=terms.ROBUSTNESS, anchor=False)
    otherwise = flips_words(others)
    chosen = f"change it {otherwise}" if otherwise else "say the same"
    st.markdown(escaped(f"{report.robustness_sentence} The other rules and weights there are {chosen}."))
    show_table(
        [_reading(one) for one in [*(report.robustness or ()), *others]],
        alt="The outcome under other readings of the same scores",
        whole=True,
    )


def _reading(found: Change) -> dict[str, str]:
    outcome, beside = capital(CALLS[found.call]), beside_outcome(found)
    return {
        "Read with": change_words(found.change),
        "Outcome": outcome,
        "Beside the outcome above": beside,
    }


def show_used(report: Report) -> None:
    """Folded: all of it."""

    def show() -> None:
        used = report.usage
        st.markdown("  \n".join(map(escaped, usage_sentences(used))))
        if not used.by:
            return
        show_table(
            [{"Part": row.name, **_cells(row)} for row in used.by],
            alt="Calls, tokens and cost of each side, judge and other part",
            whole=True,
        )
        st.caption("Call by call")
        show_table(
            [{"Call": row.name, **_cells(row)} for row in used.by_call], alt="Tokens and cost of each call"
        )
        st.caption(escaped(f"Prices: {used.prices_of or 'none was looked up'}"))
        for row in used.prices:
            st.caption(escaped(f"{row.model}: {price_said(row)}"))

    fold("What it used", "fold_used", show, icon=":material/payments:")


def _cells(row: UsedRow) -> dict[str, str]:
    return {
        "Cost": cost_said(row.cost, row.reason) + (" (half price: in a batch)" if row.batched else ""),
        "Calls": f"{row.calls:,}",
        "Tokens": f"{row.tokens:,}",
        "Input": f"{row.input:,}",
        "From a cache": f"{row.cached:,}",
        "Output": f"{row.output:,}",
        "Thinking": f"{row.thinking:,}",
        "Model": ", ".join(row.models),
    }
