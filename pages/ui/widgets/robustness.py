"""Whether the outcome hangs on how the scores are read (AG-9).

Knows the report. Invariant: nothing is shown where it was not computed.
"""

import streamlit as st

from debate_core.numerals import listed
from debate_core.report import Report
from pages.ui.widgets import terms

_CALIBRATED = {
    "none": "scores as given, not calibrated",
    "zscore": "z-scores",
    "minmax": "scores rescaled to 0 to 1 (min–max)",
    "by_length": "calibration by length",
    "additive": "additive calibration, severity out",
}
_CALLS = {"pro": "PRO", "con": "CON", "no_call": "No call"}


def _words(change: str) -> str:
    """A change in a person's words: calibrations by the names the settings give them."""
    return _CALIBRATED.get(change.removeprefix("calibration "), change)


def show_robustness(report: Report) -> None:
    """One sentence and a small table; nothing when the report has none."""
    if not report.robustness:
        return
    st.subheader("Does the outcome hang on one choice?", help=terms.ROBUSTNESS, anchor=False)
    flips = [_words(change.change) for change in report.robustness if change.flips]
    if flips:
        st.markdown(f"**It does.** These readings end differently: {listed(flips)}.")
    else:
        st.markdown("**It does not**: every line below ends the same.")
    st.dataframe(
        [
            {
                "Read with": _words(c.change),
                "Outcome": _CALLS[c.call],
                "Beside the outcome above": "differs" if c.flips else "same",
            }
            for c in report.robustness
        ],
        hide_index=True,
        alt="The outcome under other readings of the same scores",
    )
