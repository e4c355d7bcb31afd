"""What one more judge buys: the same panel with 2 to 8 judges, as a sentence, a figure and a table.

Knows what the lab found. Invariant: a difference that the simulation can't show is said to be none it can show.
"""

import streamlit as st

from debate_core.exports.lab import UNITS, size_rows, step_sentence
from debate_core.lab import LabFound
from pages.ui.charts.lab import sizes_plot
from pages.ui.widgets.chart import show_chart

_HELP = (
    "The same arguments and the same errors are judged by the first 2, 3 … 8 judges, so that sizes differ by their "
    "judges and not by luck. A new judge joins the families as chosen: on one model it brings the old errors along."
)


def show_sizes(found: LabFound) -> None:
    """The step from this size to the next, then all sizes."""
    st.subheader("What one more judge buys", help=_HELP, anchor=False)
    st.markdown(step_sentence(found))
    figure, table = st.columns([2, 3], gap="medium")
    with figure:
        show_chart(
            sizes_plot(found),
            key="chart_lab_sizes",
            alt="Share of panels by number of judges, the numbers as in the table beside it",
        )
    with table:
        st.dataframe(
            size_rows(found), hide_index=True, alt="Outcomes by number of judges; ◆ marks the size chosen"
        )
        st.caption(f"◆ the size chosen; in brackets the simulation's 95% intervals. {UNITS}")
