"""The lab's answer: one sentence, then right, wrong and no call, each with how sure the simulation is of it.

Knows what the lab found and its words. Invariant: no share stands without its interval.
"""

import streamlit as st

from debate_core.exports.lab import LIMITS, headline, interval_words, percent_words, tie_sentence
from debate_core.lab import LabFound
from debate_core.measuring.shares import Share
from debate_core.numerals import share_words
from debate_core.rules import changed_words

_HELP = {
    "right": "The side with the truly better arguments was named.",
    "wrong": "The other side was named.",
    "no_call": "The rules let no side be named. That is a result, not a failure.",
}


def show_answer(found: LabFound) -> None:
    """The sentence and the three figures; two at an exact tie, where nobody can be right."""
    st.header(headline(found), anchor=False)
    asked = found.asked
    with st.grid(2 if found.question.tie else 3, min_column_width=104, key="lab_figures"):
        if found.question.tie:
            _figure(":material/close: Named a side at a tie", asked.wrong, _tie_help(found))
        else:
            _figure(":material/check: Right", asked.right, _HELP["right"])
            _figure(":material/close: Wrong", asked.wrong, _HELP["wrong"])
        _figure(":material/remove: No call", asked.no_call, _HELP["no_call"])
    if changed := changed_words(found.rules):
        st.caption(f":material/info: By these thresholds: {changed}.")
    if said := tie_sentence(found):
        st.markdown(said, help=_tie_help(found))


def _tie_help(found: LabFound) -> str:
    """What naming a side at a tie is, and how often the gap's interval must be wrong by its level."""
    said = "A side was named although both were exactly equal."
    if found.rules.kind == "classic":
        return f"{said} The classic rules look at the size of the gap on z-scores, not at its interval."
    return (
        f"{said} An interval at {share_words(found.level)} leaves out 0 in {share_words(1 - found.level)} of such "
        "panels even when everything it assumes is true."
    )


def _figure(label: str, share: Share, help_text: str) -> None:
    """A share, and below it the 95% interval that the number of panels leaves."""
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.markdown(f":small[{label}]", help=help_text)
        st.metric(
            label.partition(": ")[2],
            percent_words(share.value),
            delta=interval_words(share.interval),
            delta_color="off",
            delta_arrow="off",
            label_visibility="collapsed",
        )


def show_limits(found: LabFound) -> None:
    """What these figures are not."""
    st.caption(
        f":material/info: {LIMITS} Beside each share stands the 95% interval that {found.n:,} panels leave "
        "(Wilson's)."
    )
