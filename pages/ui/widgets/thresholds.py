"""The thresholds of the rules in force, each a setting, with its way back.

Knows `state` and the rules' ranges. Invariant: a changed threshold is said wherever the outcome is; the other preset's
are not shown.
"""

from typing import Any

import streamlit as st

from debate_core.report import ReportSettings
from debate_core.rules import RANGES, SWITCH_TITLE, SWITCH_WORDS, USUAL, Thresholds, changed_words
from pages.ui import state

_STEPS = {"divergence_level": 0.01, "divergence_spread": 0.25, "z_variance": 0.25, "z_gap": 0.01}


def show_thresholds(settings: ReportSettings) -> None:
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
        st.button(
            "Back to the usual thresholds",
            key="usual_thresholds",
            on_click=_use,
            args=(USUAL,),
            icon=":material/undo:",
        )
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
        on_change=_choose,
        args=(name,),
        help=f"{allowed.words[0].upper()}{allowed.words[1:]}.",
    )


def _switch(chosen: Thresholds) -> None:
    st.toggle(
        SWITCH_TITLE,
        key=_shown("alpha_alone", chosen.alpha_alone),
        on_change=_choose,
        args=("alpha_alone",),
        help=f"{SWITCH_WORDS[0].upper()}{SWITCH_WORDS[1:]}; without it, both kinds of agreement must be "
        "too low. It counts under both presets; the classic rules look at alpha on z-scores.",
    )


def _key(name: str) -> str:
    return f"threshold_{name}"


def _shown(name: str, value: float) -> str:
    """The key of a threshold's widget, which shows what the settings say."""
    st.session_state[_key(name)] = value
    return _key(name)


def _choose(name: str) -> None:
    _use(state.settings().thresholds.at(**{name: st.session_state[_key(name)]}))


def _use(chosen: Thresholds) -> None:
    update: dict[str, Any] = {"thresholds": chosen}
    state.choose_settings(state.settings().model_copy(update=update))
