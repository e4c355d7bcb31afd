"""Every judge's score of every argument, drawn and in numbers, raw beside calibrated.

Knows the report and its chart. Invariant: raw and calibrated are never mixed in one column.
"""

import streamlit as st

from debate_core.numerals import number
from debate_core.report import Report
from debate_core.rubric import Rubric
from pages.ui.charts.scores import scores_plot
from pages.ui.widgets import terms
from pages.ui.widgets.argument_drawer import show_clickable


def show_scores(report: Report, rubric: Rubric) -> None:
    """One line of dots per argument, a shape per judge."""
    st.subheader("Every score", help=terms.CALIBRATED, anchor=False)
    st.caption(
        "A shape is a judge; hollow is the score as given, filled is calibrated. "
        "Click a mark to read the argument."
    )
    show_clickable(
        "scores",
        scores_plot(report, rubric.scale),
        "Each judge's raw and calibrated score of each argument; the numbers stand below",
    )
    with st.expander("Show the numbers: every score", icon=":material/table_rows:"):
        lines = []
        for kind in ("raw", "calibrated"):
            for row in report.arguments:
                scores = getattr(row, kind)
                cells = {
                    name: "missing" if value is None else number(value, 2) for name, value in scores.items()
                }
                lines.append({"Argument": row.id, "Scores": _kind(report, kind), **cells})
        st.dataframe(lines, hide_index=True, alt="Every judge's score of every argument, raw and calibrated")


def _kind(report: Report, kind: str) -> str:
    if kind == "raw":
        return "raw, points"
    return (
        "as given, points"
        if report.calibration.method == "none"
        else f"calibrated, {report.calibration.unit}"
    )
