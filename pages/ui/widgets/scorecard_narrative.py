"""Who leads in the live judge's reading, told twice: counted in rounds, and as the story of the whole arc (LV-7).

Reads the live part of a report. Invariant: leading in a reading is never called the outcome, which is the panel's; what
is missing is said with its cause.
"""

import streamlit as st

from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.live import LiveFound, NarrativeFound, ScorecardFound
from debate_core.scorecard.marks import points
from debate_core.scorecard.nouns import Leader
from debate_core.scorecard.tally import Round
from debate_core.transcript import SIDES, burden_words
from pages.ui.widgets.live_failures import absence
from pages.ui.widgets.sentences import waiting_judges
from pages.ui.widgets.turn_links import show_statements, turns_cited, watch_link

_WHAT = (
    "The live judge reads each turn as it is spoken, and the whole arc at the end. The scorecard counts rounds; the "
    "narrative asks who held the more coherent, evolving position on a stable causal spine. The two may differ."
)
_SCORECARD = (
    "A round is two consecutive turns, won on the composite of 100 after every adjustment. Who won more rounds leads; "
    "else the higher mean composite; else it is level. Computed, not said by a model."
)
_NARRATIVE = "One model's reading of the whole debate. Each statement names the turns it rests on."


def show_heading(found: LiveFound, report: Report | None) -> None:
    """Who leads, in words, and at once that this is not the outcome. `report`: None before two judges have scored."""
    st.subheader("Who leads in the live judge's reading", help=_WHAT, anchor=False)
    st.markdown(f"{leading_sentence(found)} {_not_the_outcome(report)}")


def leading_sentence(found: LiveFound) -> str:
    """Scorecard and narrative in a sentence."""
    card, told = found.scorecard.leader, found.narrative
    if card is None and told is None:
        return "**Nobody leads yet.**"
    if told is None:
        return f"**{_has(card)} on the scorecard.**"
    if card is None:
        return f"**{_has(told.leader)} in the narrative**; the scorecard has no leader."
    if found.differ:
        return f"**They differ:** {_has(card)} on the scorecard, {_has(told.leader)} in the narrative."
    return f"**{_has(card)} in both**, on the scorecard and in the narrative."


def _has(leader: Leader | None) -> str:
    return "it is level" if leader == "level" else f"{leader.upper()} leads" if leader else "nobody leads"


def _not_the_outcome(report: Report | None) -> str:
    if report is None:
        return "That is not the outcome, which is the panel's: fewer than two judges have scored, so there is none."
    if waiting_judges(report):
        return "That is not the outcome, which is the panel's and not given yet."
    if report.outcome.call == "no_call":
        return "That is not the outcome: the panel makes no call, so no side is named as the better one."
    return f"That is not the outcome: the outcome is the panel's, {report.outcome.call.upper()}."


def show_both(held: Record, found: LiveFound) -> None:
    """Scorecard and narrative, side by side."""
    left, right = st.columns(2)
    with left, st.container(border=True, key="round_scorecard", height="stretch"):
        _show_scorecard(held, found.scorecard)
    with right, st.container(border=True, key="narrative", height="stretch"):
        st.markdown("#### Narrative", help=_NARRATIVE)
        if side := held.config.topic.burden:
            st.markdown(f":material/scale: {burden_words(side)}")
        if found.narrative:
            _show_narrative(held, found.narrative)
        else:
            st.markdown(absence(held, found, "narrative", "It is told when every turn has been judged."))


def _show_scorecard(held: Record, card: ScorecardFound) -> None:
    st.markdown("#### Round scorecard", help=_SCORECARD)
    st.markdown(f"**{card.reason}**")
    for side, column in zip(SIDES, st.columns(2), strict=True):
        mean = (card.means or {}).get(side)
        column.metric(f"{side.upper()}, rounds won", (card.rounds_won or {}).get(side, 0), border=True)
        column.caption("no turn judged" if mean is None else f"mean composite {points(mean)} of 100")
    _show_rounds(held, card.rounds)
    if card.missing:
        st.markdown(
            f":material/error: Not judged: {turns_cited(held, card.missing)}. Missing from the score, not zero."
        )
    if card.asked_twice:
        st.caption(
            f"Each pair of turns was compared in both orders: {card.inconsistent} of {card.asked_twice} answers "
            "depended on the order and count as draws."
        )


def _show_rounds(held: Record, rounds: tuple[Round, ...]) -> None:
    lines = ["| Round | Turns | PRO | CON | Won by |", "|---|---|---|---|---|"]
    st.markdown("\n".join([*lines, *(_round(held, one) for one in rounds)]))
    for one in rounds:
        if one.reason:
            st.caption(f"Round {one.number}. {one.reason}")


def _round(held: Record, one: Round) -> str:
    marks = ("–" if (mark := one.composites.get(side)) is None else points(mark) for side in SIDES)
    turns = ", ".join(watch_link(held, number, str(number)) for number in one.turns)
    won = one.winner.upper() if one.winner else "neither" if one.counted else "not counted"
    return f"| {one.number} | {turns} | {' | '.join(marks)} | {won} |"


def _show_narrative(held: Record, told: NarrativeFound) -> None:
    leader, of = told.leader, "the more coherent, evolving position"
    st.markdown(
        f"**Level: neither held {of}.**"
        if leader == "level"
        else f"**{leader.upper()} leads: it held {of}.**"
    )
    show_statements(held, "", told.spine)
    show_statements(held, "How the arguments evolved", told.evolved)
    show_statements(held, "Where they broke", told.broke)
