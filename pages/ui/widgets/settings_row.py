"""How the scores are read: calibration, weights of judges, rules, topic type; a change counts on every page at once.

Knows `state` and the report's settings. Invariant: it changes no fact, only how the stored ones are read.
"""

from typing import Any

import streamlit as st

from debate_core.measuring.weights import DOMAIN_WEIGHTS
from debate_core.report import Report
from pages.ui import state
from pages.ui.widgets.thresholds import show_thresholds
from pages.ui.widgets.words import plain

_CALIBRATIONS = {
    "additive": "Additive: severity out",
    "none": "None: as given",
    "zscore": "z-scores",
    "minmax": "0 to 1 (min–max)",
    "by_length": "By length",
}
_WEIGHTS = {"classic": "Classic: domain, record", "equal": "Equal", "evidence": "Evidence: precision"}
_RULES = {"default": "Default", "classic": "Classic"}
_FROM_TOPIC = "From the topic"
_HELP = {
    "calibration": "How scores of strict and lenient judges are made comparable. *Additive* takes each judge's "
    "severity out and stays in points; *z-scores* and *0 to 1* rescale each judge by itself; *by length* takes the "
    "latter for 3 arguments a side or fewer. It changes the charts of scores and the consistency only. Alpha is "
    "computed on scores as given, and the gap always comes from the additive fit, so the outcome stays too; the table "
    "of other readings shows the outcome under each.",
    "weights": "How much each judge counts in the side results. *Classic*: how its domain fits the topic, and how "
    "often it was right before. *Evidence*: domain, and how precise it was in past debates of this store.",
    "rules": "When no side may be named. *Default*: too little agreement, an interval of the gap that includes 0, or "
    "too many arguments the judges part on. *Classic*: the rules as first written, on standardised scores.",
    "topic_type": "Which domain weighs most. Keywords of the topic decide; you can overrule them.",
}


def show_settings(report: Report) -> None:
    """The control row, and below it what the topic's words were taken for."""
    with st.grid(4, min_column_width=150, key="settings_row"):
        _choice("Calibration", "calibration", _CALIBRATIONS)
        _choice("Judge weights", "weights", _WEIGHTS)
        _choice("Rules of outcome", "rules", _RULES)
        types: dict[Any, str] = {None: _FROM_TOPIC, **{name: name.capitalize() for name in DOMAIN_WEIGHTS}}
        _choice("Topic type", "topic_type", types)
    show_thresholds(report.settings)
    st.caption(_topic_words(report))
    if report.calibration.note:
        st.caption(f":material/info: {plain(report.calibration.note)}")


def _choice(label: str, field: str, options: dict[Any, str]) -> None:
    chosen = getattr(state.settings(), field)
    names = list(options)
    st.selectbox(
        label,
        names,
        index=names.index(chosen) if chosen in names else 0,
        format_func=lambda name: options.get(name, str(name)),
        key=f"setting_{field}",
        on_change=_choose,
        args=(field,),
        help=_HELP[field],
    )


def _choose(field: str) -> None:
    chosen = st.session_state[f"setting_{field}"]
    state.choose_settings(state.settings().model_copy(update={field: chosen}))


def _topic_words(report: Report) -> str:
    found = report.topic_type
    matched = ", ".join(f"*{word}*" for word in found.matched)
    if found.overridden:
        return f"Read as a topic of type {found.type}, as you chose{f'; its words: {matched}' if matched else ''}."
    if not matched:
        return "No keyword of the topic speaks for a domain: all domains weigh the same (type default)."
    return f"Read as a topic of type {found.type}, by its words {matched}."
