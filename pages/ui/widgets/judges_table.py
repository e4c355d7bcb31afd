"""The judges: how severe each is, what it counts for, and which side its own scores prefer.

Knows the report and the judges' charts. Invariant: a judge that failed keeps its line, with the cause.
"""

import streamlit as st

from debate_core.numerals import UNDEFINED, number, percent, points
from debate_core.report import Report
from debate_core.report.shape import JudgeRow
from pages.ui.charts.judges import positions_plot, severity_plot
from pages.ui.widgets import terms
from pages.ui.widgets.argument_drawer import show_clickable
from pages.ui.widgets.chart import show_chart
from pages.ui.widgets.words import plain


def show_judges(report: Report) -> None:
    """Severity drawn, and a line of numbers for each judge."""
    st.subheader("How strict each judge is, and what it counts for", help=terms.SEVERITY, anchor=False)
    chart, table = st.columns([1, 2])
    with chart:
        show_clickable(
            "severity",
            severity_plot(report),
            "Severity of each judge in points with one standard error; the table beside it has the numbers",
        )
    with table:
        st.dataframe(
            [_line(judge) for judge in report.judges],
            hide_index=True,
            alt="Each judge's model, weight, severity with standard error and status",
        )
        effective = number(report.effective_judges)
        st.caption(f"Effective number of judges: {effective} ({report.judges_said}).", help=terms.EFFECTIVE)
        st.caption(
            "*Right before*: with the accuracy shrunken toward one half in brackets; severity with one standard error.",
            help=terms.HISTORY,
        )


def show_positions(report: Report) -> None:
    """Each judge's own side gap and ballot; a ballot given against its own scores is said."""
    st.subheader("Each judge's position", help=terms.BALLOT, anchor=False)
    chart, table = st.columns([3, 2])
    with chart:
        show_chart(
            positions_plot(report),
            key="positions",
            alt="Each judge's own gap between the sides in points; the table beside it has the numbers",
        )
    with table:
        st.dataframe(
            [_position(judge) for judge in report.judges],
            hide_index=True,
            alt="Each judge's own gap, the side its scores prefer, the side it said, and its share",
        )
    st.markdown("\n".join(_contradiction(judge) for judge in report.judges if judge.contradicts))


def _contradiction(judge: JudgeRow) -> str:
    return (
        f"- **{plain(judge.name)}** said {judge.ballot_given}, but its own scores prefer {judge.ballot}: "
        "the scores count."
    )


def _line(judge: JudgeRow) -> dict[str, str]:
    return {
        "Judge": judge.name,
        "Domain": judge.domain,
        "Weight": "–" if judge.weight is None else percent(judge.weight),
        "Severity, points": _severity(judge),
        "Right before": _right_before(judge),
        "Past debates": str(judge.past.debates),
        "Status": f"failed: {judge.cause or ''}"
        if judge.status == "failed"
        else judge.status.replace("_", " "),
        "Model": judge.model,
    }


def _right_before(judge: JudgeRow) -> str:
    past = judge.past
    return f"{past.right} of {past.known} ({percent(past.shrunken_accuracy)})" if past.known else "not known"


def _severity(judge: JudgeRow) -> str:
    if judge.severity is None:
        return UNDEFINED
    error = "" if judge.severity_se is None else f" ± {number(judge.severity_se, 2)}"
    return f"{number(judge.severity, 2)}{error}"


def _position(judge: JudgeRow) -> dict[str, str]:
    return {
        "Judge": judge.name,
        "PRO minus CON": points(judge.position),
        "Its scores prefer": judge.ballot or UNDEFINED,
        "It said": judge.ballot_given or "not given",
        "Share": "–" if judge.share is None else percent(judge.share),
    }
