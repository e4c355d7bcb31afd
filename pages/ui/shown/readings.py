"""How the scores are read: calibration, weights, rules, thresholds, topic type; and whether the outcome hangs on one.

Knows `state`, the rules' ranges and the report. Invariant: it changes no fact, only how the stored ones are read; a
changed threshold is said wherever the outcome is, and the other preset's are not shown.
"""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from debate_core.exports.numbers import beside_outcome
from debate_core.measuring.weights import DOMAIN_WEIGHTS
from debate_core.numerals import listed
from debate_core.report import Report, ReportSettings
from debate_core.report.shape import Change
from debate_core.rules import RANGES, SWITCH_TITLE, SWITCH_WORDS, USUAL, Thresholds, changed_words
from debate_core.wording import CALIBRATIONS, CALLS, capital
from pages.ui import state
from pages.ui.shown import terms
from pages.ui.shown.figures import show_table
from pages.ui.shown.words import plain

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
_STEPS = {"divergence_level": 0.01, "divergence_spread": 0.25, "z_variance": 0.25, "z_gap": 0.01}


def show_settings(report: Report) -> None:
    """The control row, and below it what the topic's words were taken for."""
    with st.grid(4, min_column_width=150, key="settings_row"):
        _choice("Calibration", "calibration", _CALIBRATIONS)
        _choice("Judge weights", "weights", _WEIGHTS)
        _choice("Rules of outcome", "rules", _RULES)
        types: dict[Any, str] = {None: _FROM_TOPIC, **{name: name.capitalize() for name in DOMAIN_WEIGHTS}}
        _choice("Topic type", "topic_type", types)
    _show_thresholds(report.settings)
    st.caption(_topic_words(report))
    if report.calibration.note:
        st.caption(f":material/info: {plain(report.calibration.note)}")


def _choice(label: str, field: str, options: dict[Any, str]) -> None:
    chosen, key = getattr(state.settings(), field), f"setting_{field}"
    names = list(options)
    st.selectbox(
        label,
        names,
        index=names.index(chosen) if chosen in names else 0,
        format_func=lambda name: options.get(name, str(name)),
        key=key,
        on_change=lambda: _change(**{field: st.session_state[key]}),
        help=_HELP[field],
    )


def _change(**chosen: Any) -> None:
    state.choose_settings(state.settings().model_copy(update=chosen))


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
        for name, allowed in RANGES.items():
            if settings.rules in allowed.applies:
                _number(settings.thresholds, name)
            if name == "kappa_least":
                _switch(settings.thresholds)
        back, usual = "Back to the usual thresholds", {"thresholds": USUAL}
        st.button(back, key="usual_thresholds", on_click=_change, kwargs=usual, icon=":material/undo:")
    if changed := changed_words(settings.ruling):
        st.caption(f":material/info: Changed from the usual: {changed}.")


def _number(chosen: Thresholds, name: str) -> None:
    allowed = RANGES[name]
    st.number_input(
        allowed.title,
        min_value=allowed.least,
        max_value=allowed.most,
        step=_STEPS.get(name, 0.05),
        format="%.4g" if name == "divergence_level" else "%.3g",
        key=_shown(name, getattr(chosen, name)),
        on_change=_choose_threshold,
        args=(name,),
        help=f"{capital(allowed.words)}.",
    )


def _switch(chosen: Thresholds) -> None:
    st.toggle(
        SWITCH_TITLE,
        key=_shown("alpha_alone", chosen.alpha_alone),
        on_change=_choose_threshold,
        args=("alpha_alone",),
        help=f"{capital(SWITCH_WORDS)}; without it, both kinds of agreement must be "
        "too low. It counts under both presets; the classic rules look at alpha on z-scores.",
    )


def _shown(name: str, value: float) -> str:
    """The key of a threshold's widget, which shows what the settings say."""
    st.session_state[f"threshold_{name}"] = value
    return f"threshold_{name}"


def _choose_threshold(name: str) -> None:
    _change(thresholds=state.settings().thresholds.at(**{name: st.session_state[f"threshold_{name}"]}))


def _change_words(change: str) -> str:
    """A change in a person's words: calibrations by the names the settings give them."""
    return CALIBRATIONS.get(change.removeprefix("calibration "), change)


def _tested(changes: Sequence[Change]) -> str:
    """How many readings were a test; one that can't alter the outcome is none."""
    idle = sum(change.same for change in changes)
    said = f"all {len(changes) - idle} readings that could alter the outcome end the same"
    return f"{said}; {idle} below can't alter it (*same by construction*)" if idle else said


def show_robustness(report: Report) -> None:
    """One sentence and a small table; nothing when the report has none."""
    if not report.robustness:
        return
    st.subheader("Does the outcome hang on one choice?", help=terms.ROBUSTNESS, anchor=False)
    flips = [_change_words(change.change) for change in report.robustness if change.flips]
    if flips:
        st.markdown(f"**It does.** These readings end differently: {listed(flips)}.")
    else:
        st.markdown(f"**It does not**: {_tested(report.robustness)}.")
    show_table(
        [_reading(one) for one in report.robustness],
        alt="The outcome under other readings of the same scores",
    )


def _reading(found: Change) -> dict[str, str]:
    outcome, beside = capital(CALLS[found.call]), beside_outcome(found)
    return {"Read with": _change_words(found.change), "Outcome": outcome, "Beside the outcome above": beside}
