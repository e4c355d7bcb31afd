"""What panel the lab is asked about: each choice with its unit and what it is.

Knows the question's ranges and `state`. Invariant: the address says what is chosen, so it can be shared and survives a
refresh; a value it can't have is refused in words.
"""

import streamlit as st

from debate_core.exports.lab import panel_words
from debate_core.lab import AMOUNTS, MANY_PANELS, PANELS, Question, QuestionRead
from pages.ui import state
from pages.ui.shown.words import clip, plain

_RELATED = {
    "own": "Each its own errors",
    "pairs": "In pairs: two to a model",
    "all": "All of one model family",
}
_RULES = {"default": "Default", "classic": "Classic"}
_LABELS = {
    "judges": "Judges",
    "arguments": "Arguments a side",
    "gap": "True gap, points",
    "noise": "Noise (sd), points",
    "severity": "Severity (sd), points",
    "missing": "Scores missing, %",
    "shared": "Error variance that a family shares, %",
    "differ": "Arguments differ (sd), points",
    "spread": "Unequal use of the scale (sd of log)",
    "bias": "All lean to PRO by, points",
    "split": "One argument split by, points",
}
_HELP = {
    "judges": "How many models score the debate.",
    "arguments": "How many arguments each side makes. More of them average out more error.",
    "gap": "How much better PRO's arguments truly are: the mean of their true scores minus CON's. 0 is an exact tie: "
    "naming any side is then wrong.",
    "noise": "How far one score is off by chance: the standard deviation of its error. Nobody knows it "
    "from one score; try several.",
    "severity": "How much judges differ in strictness: the standard deviation of their levels. It is taken out before "
    "sides are compared, so it hurts agreement (alpha), not the gap.",
    "missing": "The share of scores that never came, at random: arguments that a judge left unscored.",
    "related": "Judges on one model misread the same things: part of their error is common. In pairs, judges 1 and 2 "
    "are one model, 3 and 4 the next; an added judge joins by that order.",
    "shared": "The part of a score's error variance that is common to all judges of a family. Nobody knows it from one "
    "debate; try several.",
    "rules": "Which rules of outcome decide whether a side is named. *Default*: by the gap's interval. *Classic*: as "
    "first written, on standardised scores.",
    "differ": "How unlike the arguments of one side are: the standard deviation of their true scores. It matters to "
    "alpha; the gap is of these arguments whatever they are.",
    "spread": "Some judges use the whole scale, some only its middle. 0: all alike.",
    "bias": "A leaning all judges have in common, to PRO when positive. No statistic can see it.",
    "split": "Every second judge sees one of PRO's arguments this much higher than the others do.",
    "whole": "Scores rounded to whole points and kept within 1 to 10, as most models answer.",
    "panels": "More panels make the simulation's own intervals narrower: half as wide with four times as many.",
}
_FOLDED = ("differ", "spread", "bias", "split")


def show_heading(read: QuestionRead) -> None:
    """That this is simulated, what is asked, and what of the address could not be taken."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.badge(
            "Simulated",
            color="violet",
            icon=":material/science:",
            help="No debate and no model: tables of scores are drawn by chance from what is declared here.",
        )
        st.caption(f"{panel_words(read.question)}.", width="content")
    for refused in read.refused:
        st.warning(
            f"The address asks for what can't be: {plain(clip(refused, 160))}. The usual value stands instead.",
            icon=":material/link_off:",
        )


def show_form(question: Question, panels: int) -> None:
    """The choices; a change counts at once."""
    with st.container(border=True, key="lab_form"):
        st.subheader("The panel", anchor=False)
        with st.grid(2, min_column_width=140, key="lab_choices"):
            for name in ("judges", "arguments", "gap", "noise", "severity", "missing"):
                _number(name, question)
        _choice("related", "How judges are related", _RELATED, question.related)
        _number("shared", question, disabled=question.related == "own")
        _choice("rules", "Rules of outcome", _RULES, question.rules)
        odd = not question.changed.keys().isdisjoint((*_FOLDED, "whole"))
        with st.expander("More about judges and arguments", expanded=odd, key="lab_more"):
            with st.grid(2, min_column_width=140, key="lab_more_choices"):
                for name in _FOLDED:
                    _number(name, question)
            _set("whole", question.whole == "yes")
            st.checkbox(
                "Whole scores, 1 to 10",
                key=state.lab_choice("whole"),
                on_change=state.ask_lab,
                args=("whole",),
                help=_HELP["whole"],
            )
        counts = {PANELS: f"{PANELS:,}", MANY_PANELS: f"{MANY_PANELS:,}: surer, slower"}
        _choice("panels", "Simulated panels of each size", counts, panels)
        st.button(
            "The usual panel",
            key="lab_reset",
            icon=":material/restart_alt:",
            on_click=state.reset_lab,
            disabled=not question.changed and not state.lab_thresholds().changed,
        )
        st.caption("The address of this page holds these choices: copy it to share them.")


def _set(name: str, value: object) -> None:
    """The address is the truth; the widget shows it."""
    st.session_state[state.lab_choice(name)] = value


def _number(name: str, question: Question, disabled: bool = False) -> None:
    """A number with its unit in the label; shares in whole percent."""
    amount, value = AMOUNTS[name], getattr(question, name)
    per = 100 if name in ("missing", "shared") else 1
    kind = int if per == 100 or name in ("judges", "arguments") else float
    least, most, step, shown = (
        kind(round(one * per, 6)) for one in (amount.least, amount.most, amount.step, value)
    )
    _set(name, shown)
    st.number_input(
        _LABELS[name],
        least,
        most,
        step=step,
        format="%d" if kind is int else "%.1f" if step * 10 == round(step * 10) else "%.2f",
        key=state.lab_choice(name),
        on_change=state.ask_lab,
        args=(name, per),
        help=_HELP[name],
        disabled=disabled,
    )


def _choice(name: str, label: str, options: dict[str, str] | dict[int, str], chosen: object) -> None:
    _set(name, chosen)
    st.selectbox(
        label,
        list(options),
        format_func=lambda one: options.get(one, str(one)),
        key=state.lab_choice(name),
        on_change=state.ask_lab,
        args=(name,),
        help=_HELP[name],
    )
