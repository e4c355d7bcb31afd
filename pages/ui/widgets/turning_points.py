"""Turning points on the running score: where the narrative says the debate turned, against each side's score then.

Reads the live part of a report. Invariant: the numbers behind the chart stand under it; a turning point that cites no
turn is marked unsupported and stands in no place of the chart.
"""

import streamlit as st

from debate_core.numerals import listed
from debate_core.record import Record
from debate_core.report.live import LiveFound
from debate_core.scorecard.marks import points
from debate_core.scorecard.tally import Running
from debate_core.transcript import Side
from pages.ui.charts.running_score import running_score_plot
from pages.ui.widgets import terms
from pages.ui.widgets.chart import show_chart
from pages.ui.widgets.live_failures import absence
from pages.ui.widgets.scorecard_line import show_turns
from pages.ui.widgets.turn_links import show_statements

HEIGHT = 280


def show_turning_points(held: Record, found: LiveFound) -> None:
    """The line, the turns marked on it, and what turned there."""
    st.subheader("Turning points", help=terms.RUNNING_SCORE, anchor=False)
    told = found.narrative.turning_points if found.narrative else ()
    turning = sorted({turn for point in told for turn in point.turns})
    show_chart(
        running_score_plot(found.scorecard.running, found.live, turning, HEIGHT),
        key="turning_points",
        alt=_alt(found.scorecard.running, turning),
    )
    st.caption(
        "Lines: each side's mean composite so far, PRO solid, CON dashed. Marks: single turns, PRO circles, CON "
        "squares. ◆ a turning point."
    )
    if told:
        show_statements(held, "", told)
    elif found.narrative:
        st.markdown("The narrative names none.")
    else:
        st.markdown(
            f"The narrative names them. {absence(held, found, 'narrative', 'It comes when every turn is judged.')}"
        )
    with st.expander("Show the numbers: turn by turn", icon=":material/table_rows:"):
        show_turns(found)


def _alt(running: tuple[Running, ...], turning: list[int]) -> str:
    if not running:
        return "No turn has been spoken yet."
    last = running[-1]
    marked = f" Turning points at {listed([f'turn {n}' for n in turning])}." if turning else ""
    return (
        f"Running score over {len(running)} turns. After turn {last.turn} PRO's mean is {_mean(last, 'pro')} of 100, "
        f"CON's {_mean(last, 'con')}.{marked}"
    )


def _mean(after: Running, side: Side) -> str:
    mean = after.means.get(side)
    return "missing" if mean is None else points(mean)
