"""What panel the lab is asked about; the address says what is chosen, so that it can be shared."""

import streamlit as st

from debate_core.domain.options import options_of
from debate_core.reporting.lab_panel import about_text
from debate_core.verdicts.lab import Question
from debate_core.verdicts.rules import rules_of
from pages.ui import state
from pages.ui.shown.options import show_option, show_refused
from pages.ui.shown.words import escaped
from pages.ui.state import LabAsked

_FOLDED = ("differ", "spread", "bias", "leanings", "split", "errors", "gone", "standings")
_OPTIONS = options_of(Question)


def show_heading(asked: LabAsked) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.badge("Simulated", color="violet", icon=":material/science:")
        st.caption(
            escaped(about_text(asked.question, rules_of(asked.question.rules, asked.thresholds))),
            width="content",
        )
    st.caption("No debate and no model: tables of scores are drawn by chance from what is declared here.")
    show_refused(asked.refused)


def show_form(asked: LabAsked) -> None:
    question = asked.question
    with st.container(border=True, key="lab_form"):
        st.subheader("The panel", anchor=False)
        with st.grid(2, min_column_width=140, key="lab_choices"):
            for name in ("judges", "arguments", "gap", "noise", "severity", "missing"):
                _show(name, question)
        _show("related", question)
        _show("shared", question)
        _show("rules", question)
        odd = not question.changed.keys().isdisjoint((*_FOLDED, "whole"))
        with st.expander("More about judges and arguments", expanded=odd, key="lab_more"):
            with st.grid(2, min_column_width=140, key="lab_more_choices"):
                for name in _FOLDED:
                    _show(name, question)
            _show_whole(question)
        effort = options_of(state.Effort)["panels"]
        show_option("panels", effort, str(asked.panels), of="lab")
        st.button(
            "The usual panel",
            key="lab_reset",
            icon=":material/restart_alt:",
            on_click=state.reset_lab,
            disabled=asked.usual,
        )
        st.caption("The address of this page holds these choices: copy it to share them.")


def _show(name: str, question: Question) -> None:
    show_option(name, _OPTIONS[name], getattr(question, name), of="lab")


def _show_whole(question: Question) -> None:
    st.session_state["lab_whole"] = question.whole == "yes"
    st.checkbox(
        _OPTIONS["whole"].title,
        key="lab_whole",
        on_change=lambda: state.choose(whole="yes" if st.session_state["lab_whole"] else "no"),
        help=_OPTIONS["whole"].words,
    )
