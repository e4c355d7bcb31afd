"""Who leads in the live judge's reading, counted in rounds and told as the whole arc; why they differ; what failed.

Reads the live part of a report. Invariant: leading in a reading is never called the outcome, which is the panel's; a
part that is absent is awaited, failed with its cause, or was never asked for, and the page says which.
"""

import streamlit as st

from debate_core.asks import step_in_words
from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.live import LiveReport, NarrativeReport, ScorecardReport
from debate_core.scorecard.live_scores import points
from debate_core.scorecard.nouns import Conflict, Convergence, Leader, Pattern
from debate_core.scorecard.tally import Round
from debate_core.transcript import SIDES, burden_words
from pages.ui import router, state
from pages.ui.shown.access import ask_again
from pages.ui.shown.sentences import waiting_judges
from pages.ui.shown.speech import LONGEST, UNSUPPORTED, show_statements, turns_cited, watch_link
from pages.ui.shown.words import clip, escaped, show_words

_READING = (
    "The live judge reads each turn as it is spoken, and the whole arc at the end. The scorecard counts rounds; the "
    "narrative asks who held the more coherent, evolving position on a stable causal spine. The two may differ."
)
_SCORECARD = (
    "A round is any two consecutive turns from turn 2 on, won on the composite of 100 after every adjustment, so that "
    "each side answers equally often. Who won more rounds leads; else the higher mean composite from turn 2 on; else "
    "it is level. Turn 1 answers nobody and is marked lower: with it, whoever answers first led too often. Computed, "
    "not said by a model."
)
_NARRATIVE = "One model's reading of the whole debate. Each statement names the turns it rests on."
PATTERNS: dict[Pattern, tuple[str, str]] = {
    "coherence_collapse": (
        "Coherence collapse",
        "The side ahead on rounds won them one at a time, but kept shifting its central claim.",
    ),
    "asymmetric_depth": ("Asymmetric depth", "One side won on style; the other held the stronger logic."),
    "convergence_failure": (
        "Convergence failure",
        "The sides argued past each other, so rounds were won that answered nothing.",
    ),
    "none_of_these": ("None of the known patterns", "The judge explains the difference in its own way."),
}
_DIFFER = (
    "Leaders are compared by code. Where they differ, one call asks the live judge why, and for a pattern: coherence "
    "collapse, asymmetric depth, convergence failure, or none of these."
)
_STALE = "It was written when they differed; a person's word on the register has changed the scorecard since."
_CAUSE_MOST = 300


def _leading_sentence(found: LiveReport) -> str:
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


def _show_both(record: Record, found: LiveReport) -> None:
    """Scorecard and narrative, side by side."""
    left, right = st.columns(2)
    with left, st.container(border=True, key="round_scorecard", height="stretch"):
        _show_scorecard(record, found.scorecard)
    with right, st.container(border=True, key="narrative", height="stretch"):
        st.markdown("#### Narrative", help=_NARRATIVE)
        if side := record.config.topic.burden:
            st.markdown(f":material/scale: {burden_words(side)}")
        if found.narrative:
            _show_narrative(record, found.narrative)
        else:
            st.markdown(absence(record, found, "narrative", "It is told when every turn has been judged."))


def _show_scorecard(record: Record, card: ScorecardReport) -> None:
    st.markdown("#### Round scorecard", help=_SCORECARD)
    st.markdown(f"**{card.reason}**")
    for side, column in zip(SIDES, st.columns(2), strict=True):
        mean = (card.means or {}).get(side)
        column.metric(f"{side.upper()}, rounds won", (card.rounds_won or {}).get(side, 0), border=True)
        column.caption(
            "no turn judged" if mean is None else f"mean composite {points(mean)} of 100 from turn 2 on"
        )
    lines = ["| Round | Turns | PRO | CON | Won by |", "|---|---|---|---|---|"]
    st.markdown("\n".join([*lines, *(_round(record, one) for one in card.rounds)]))
    for one in card.rounds:
        if one.reason:
            st.caption(f"Round {one.number}. {one.reason}")
    if card.missing:
        st.markdown(
            f":material/error: Not judged: {turns_cited(record, card.missing)}. Missing from the score, not zero."
        )
    if card.asked_twice:
        st.caption(
            f"Each pair of turns was compared in both orders: {card.inconsistent} of {card.asked_twice} answers "
            "depended on the order and count as draws."
        )


def _round(record: Record, one: Round) -> str:
    marks = ("–" if (mark := one.composites.get(side)) is None else points(mark) for side in SIDES)
    turns = ", ".join(watch_link(record, number, str(number)) for number in one.turns)
    won = one.winner.upper() if one.winner else "neither" if one.counted else "not counted"
    return f"| {one.number} | {turns} | {' | '.join(marks)} | {won} |"


def _show_narrative(record: Record, told: NarrativeReport) -> None:
    led = "Level: neither" if told.leader == "level" else f"{told.leader.upper()} leads: it"
    st.markdown(f"**{led} held the more coherent, evolving position.**")
    show_statements(record, "", told.spine)
    show_statements(record, "How the arguments evolved", told.evolved)
    show_statements(record, "Where they broke", told.broke)


def show_reading(record: Record, found: LiveReport, report: Report | None) -> None:
    """Who leads on rounds and who in the telling, and why they differ. `report`: None before two judges scored."""
    st.subheader("Who leads in the live judge's reading", help=_READING, anchor=False)
    st.markdown(f"{_leading_sentence(found)} {_not_the_outcome(report)}")
    _show_failures(record, found)
    if not found.live:
        st.markdown("No turn has been judged yet, so there is nothing to read.")
        return
    _show_both(record, found)
    _show_bridge(record, found)


def _show_bridge(record: Record, found: LiveReport) -> None:
    """Why they differ; nothing where they never did."""
    said = found.conflict
    if found.differ:
        with st.container(border=True, key="bridge"):
            st.markdown("#### Why they differ", help=_DIFFER)
            if said:
                show_finding(record, PATTERNS[said.pattern], said)
            else:
                st.markdown(
                    absence(record, found, "conflict", "The live judge is asked when both are there.")
                )
    elif said:
        with st.expander("The explanation of an earlier difference"):
            st.caption(_STALE)
            show_finding(record, PATTERNS[said.pattern], said)


def show_finding(record: Record, kind: tuple[str, str], said: Conflict | Convergence) -> None:
    """What kind of thing it is and what that means, the judge's words, and the turns they cite."""
    st.markdown(f"**{kind[0]}.** {kind[1]}")
    show_words(said.text, most=LONGEST)
    st.markdown(f"It cites {turns_cited(record, said.turns)}." if said.turns else UNSUPPORTED)


def _show_failures(record: Record, found: LiveReport) -> None:
    """Every call of the live judge that failed, and the way to ask again."""
    now = state.status(record)
    if not found.live_failures or now == "running":
        return
    lines = [
        f"- {escaped(step_in_words(record.config, step))}: {escaped(clip(cause, _CAUSE_MOST))}"
        for step, cause in found.live_failures.items()
    ]
    st.warning(
        "\n".join(["**The live judge failed on:**", "", *lines, "", "What failed is missing, not zero."]),
        icon=":material/warning:",
    )
    if now == "finished" and not state.lacking(record.config):
        again, icon = "Ask the live judge again", ":material/refresh:"
        st.button(again, key="ask_live_again", icon=icon, on_click=ask_again, args=(record,))
    elif st.button("Go to the debate to ask again", key="live_to_watch", icon=":material/forum:"):
        router.go("watch", record.id)


def absence(record: Record, found: LiveReport, step: str, awaited: str) -> str:
    """Why a part is not there. `awaited`: when it comes, while the debate goes on."""
    if step in found.live_failures:
        return f":material/error: **It failed:** {escaped(clip(found.live_failures[step], _CAUSE_MOST))}"
    now = state.status(record)
    if now == "finished":
        return "There is none: it was never asked for."
    return awaited if now == "running" else f"{awaited} Resuming the debate goes on with it."
