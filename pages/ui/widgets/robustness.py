"""Whether the outcome hangs on how the scores are read (AG-9).

Knows the report. Invariant: nothing is shown where it was not computed.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.exports.numbers import CALIBRATED, beside_outcome
from debate_core.numerals import listed
from debate_core.report import Report
from debate_core.report.shape import Change
from pages.ui.widgets import terms

_CALLS = {"pro": "PRO", "con": "CON", "no_call": "No call"}


def _words(change: str) -> str:
    """A change in a person's words: calibrations by the names the settings give them."""
    return CALIBRATED.get(change.removeprefix("calibration "), change)


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
    flips = [_words(change.change) for change in report.robustness if change.flips]
    if flips:
        st.markdown(f"**It does.** These readings end differently: {listed(flips)}.")
    else:
        st.markdown(f"**It does not**: {_tested(report.robustness)}.")
    st.dataframe(
        [
            {
                "Read with": _words(c.change),
                "Outcome": _CALLS[c.call],
                "Beside the outcome above": beside_outcome(c),
            }
            for c in report.robustness
        ],
        hide_index=True,
        alt="The outcome under other readings of the same scores",
    )
