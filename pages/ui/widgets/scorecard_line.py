"""The running score beside the transcript: the chart, the numbers behind it, rounds won, and what it can't tell.

Reads the live part of a report. Invariant: it never names an outcome; a turn that was not judged is missing.
"""

from collections.abc import Mapping

import streamlit as st

from debate_core.record import Record
from debate_core.report.live import LiveFound
from debate_core.scorecard.marks import points
from debate_core.scorecard.tally import Running, TurnScore
from debate_core.transcript import SIDES, Side
from pages.ui.charts.running_score import running_score_plot
from pages.ui.widgets import terms
from pages.ui.widgets.chart import show_chart
from pages.ui.widgets.register import show_register


def show_scorecard(found: LiveFound, held: Record) -> None:
    """The score as it stands after the last turn shown, then the register."""
    card = found.scorecard
    st.subheader("Running score", anchor=False, help=terms.RUNNING_SCORE)
    if not found.live:
        st.caption("No turn has been judged yet.")
        return
    _show_standing(found)
    alt = f"Running score over turns. {_in_words(found)}"
    show_chart(running_score_plot(card.running, found.live), key="running_score", alt=alt)
    st.caption(card.reason)
    with st.expander("Turn by turn"):
        show_turns(found)
    if card.asked_twice:
        st.caption(f"Asked in both orders, {card.inconsistent} of {card.asked_twice} comparisons differed.")
    show_register(found.claims)
    st.caption(_limits(held))


def _show_standing(found: LiveFound) -> None:
    means, won = found.scorecard.means or {}, found.scorecard.rounds_won or {}
    for side, column in zip(SIDES, st.columns(2), strict=True):
        column.metric(f"{side.upper()}, mean of 100", mean_of(means, side), border=True)
        column.caption(f"{won.get(side, 0)} round{'s' if won.get(side, 0) != 1 else ''} won")


def _in_words(found: LiveFound) -> str:
    last = found.scorecard.running[-1]
    return (
        f"After turn {last.turn} PRO's mean is {mean_of(last.means, 'pro')}, CON's {mean_of(last.means, 'con')}; "
        f"rounds won {last.rounds['pro']} to {last.rounds['con']}."
    )


def show_turns(found: LiveFound) -> None:
    """The numbers behind the chart."""
    judged = {score.turn: score for score in found.live}
    lines = [
        "| Turn | | Score | Logic | Rhet. | Tact. | PRO | CON |",
        "|---|---|---|---|---|---|---|---|",
        *(_line(one, judged.get(one.turn)) for one in found.scorecard.running),
    ]
    st.markdown("\n".join(lines))
    st.caption("PRO and CON: each side's mean after that turn. Marks are as adjusted now.")


def _line(one: Running, score: TurnScore | None) -> str:
    return f"| {one.turn} | {_marks(score)} | {mean_of(one.means, 'pro')} | {mean_of(one.means, 'con')} |"


def _marks(score: TurnScore | None) -> str:
    if score is None:
        return " | ".join(["", "not judged", "", "", ""])
    marks = (score.composite, score.logic, score.rhetoric, score.tactics)
    return " | ".join([score.side.upper(), *map(points, marks)])


def mean_of(means: Mapping[Side, float | None], side: Side, missing: str = "–") -> str:
    """A side's mean composite, in words where there is none."""
    mean = means.get(side)
    return missing if mean is None else points(mean)


def _limits(held: Record) -> str:
    """What these scores can't tell, where it bears (LV-11)."""
    one_model = held.config.pro.model == held.config.con.model and not held.example
    shared = " Both debaters are on one model and share its blind spots." if one_model else ""
    return (
        "Scores are estimates and change between runs; a judge can prefer a style. Neither judge nor register can "
        f"check a source outside the debate. The outcome is the panel's.{shared}"
    )
