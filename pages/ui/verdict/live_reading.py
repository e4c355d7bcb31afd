"""Who leads in the live judge's reading, counted in rounds and told as the whole arc; why they differ; what failed;
behind it turning points, the register where a person can overturn, convergence.

Reads the live part of a report; writes a person's word to the store. Invariant: leading in a reading is never called
the outcome, which is the panel's; a part that is absent is awaited, failed with its cause, or was never asked for, and
the page says which; a flag, its penalty and why it was overturned stay on record, and only the points change.
"""

import streamlit as st

from debate_core.asks import step_in_words
from debate_core.asks.arc import CONVERGENCE_FROM
from debate_core.numerals import bare, counted, listed
from debate_core.record import Record
from debate_core.report import Report, told
from debate_core.report.live import LiveReport, NarrativeReport, ScorecardReport
from debate_core.scorecard.live_scores import points
from debate_core.scorecard.nouns import Conflict, Convergence
from debate_core.scorecard.register import CONCERN_WORDS, Entry
from debate_core.scorecard.tally import Round
from debate_core.transcript import SIDES, burden_words
from debate_core.wording import capital
from pages.ui import router, state
from pages.ui.shown import terms
from pages.ui.shown.access import ask_again
from pages.ui.shown.figures import fold_numbers, show_table
from pages.ui.shown.persons_word import show_flags
from pages.ui.shown.score import show_running_score
from pages.ui.shown.speech import (
    LONGEST,
    form_of,
    one_model,
    show_statements,
    show_turns,
    watch_link,
)
from pages.ui.shown.words import clip, escaped, show_words

_POSITIONS = (
    f"In debates of {CONVERGENCE_FROM} turns or more, the live judge compares the positions of turns 1 and 2 with "
    "those of the last two."
)
HEIGHT = 280
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
_DIFFER = (
    "Leaders are compared by code. Where they differ, one call asks the live judge why, and for a pattern: coherence "
    "collapse, asymmetric depth, convergence failure, or none of these."
)
_STALE = "It was written when they differed; a person's word on the register has changed the scorecard since."
_CAUSE_MOST = 300


def _not_the_outcome(report: Report | None) -> str:
    if report is None:
        return "That is not the outcome, which is the panel's: fewer than two judges have scored, so there is none."
    if report.awaited:
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
    for lack in told.left_out(card, form_of(record)):
        st.caption(lack)


def _round(record: Record, one: Round) -> str:
    marks = ("–" if (mark := one.composites.get(side)) is None else points(mark) for side in SIDES)
    turns = ", ".join(watch_link(record, number, str(number)) for number in one.turns)
    won = one.winner.upper() if one.winner else "neither" if one.counted else "not counted"
    return f"| {one.number} | {turns} | {' | '.join(marks)} | {won} |"


def _show_narrative(record: Record, one: NarrativeReport) -> None:
    st.markdown(f"**{told.held(one)}**")
    show_statements(record, "", one.spine)
    show_statements(record, told.EVOLVED, one.evolved)
    show_statements(record, told.BROKE, one.broke)


def show_reading(record: Record, found: LiveReport, report: Report | None) -> None:
    """Who leads on rounds and who in the telling, and why they differ. `report`: None before two judges scored."""
    st.subheader("Who leads in the live judge's reading", help=_READING, anchor=False)
    st.markdown(f"**{told.leading(found)}** {_not_the_outcome(report)}")
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
                show_finding(record, told.PATTERNS[said.pattern], said)
            else:
                st.markdown(
                    absence(record, found, "conflict", "The live judge is asked when both are there.")
                )
    elif said:
        with st.expander("The explanation of an earlier difference"):
            st.caption(_STALE)
            show_finding(record, told.PATTERNS[said.pattern], said)


def show_finding(record: Record, kind: tuple[str, str], said: Conflict | Convergence) -> None:
    """What kind of thing it is and what that means, the judge's words, and the turns they cite."""
    st.markdown(f"**{kind[0]}.** {kind[1]}")
    show_words(said.text, most=LONGEST)
    form = form_of(record)
    st.markdown(f"It cites {told.turns_words(said.turns, form)}." if said.turns else form.unsupported)


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


def show_arc(record: Record, found: LiveReport) -> None:
    """Turning points, the register and convergence, and what none of it can tell."""
    if not found.live:
        return
    _show_turning_points(record, found)
    _show_register_history(record, found)
    _show_convergence(record, found)
    with st.expander("What the live judge can't tell", icon=":material/info:"):
        st.markdown("\n".join(f"- {line}" for line in (*told.LIMITS, *one_model(record))))


def _show_turning_points(record: Record, found: LiveReport) -> None:
    """The running score with the turns marked on it, and what turned there; only a turn cited has a mark."""
    st.subheader("Turning points", help=terms.RUNNING_SCORE, anchor=False)
    turned = found.narrative.turning_points if found.narrative else ()
    turning = sorted({turn for point in turned for turn in point.turns})
    show_running_score(found, key="turning_points", alt=_alt(found, turning), turning=turning, height=HEIGHT)
    st.caption(
        "Lines: each side's mean composite so far, PRO solid, CON dashed. Marks: single turns, PRO circles, CON "
        "squares. ◆ a turning point."
    )
    if turned:
        show_statements(record, "", turned)
    elif found.narrative:
        st.markdown("The narrative names none.")
    else:
        st.markdown(
            f"The narrative names them. {absence(record, found, 'narrative', 'It comes when every turn is judged.')}"
        )
    with fold_numbers("turn by turn"):
        show_turns(found)


def _alt(found: LiveReport, turning: list[int]) -> str:
    marked = f" Turning points at {listed([f'turn {n}' for n in turning])}." if turning else ""
    return f"Running score over {counted(len(found.scorecard.running), 'turn')}. {told.running_words(found)}{marked}"


def _show_convergence(record: Record, found: LiveReport) -> None:
    """The kind, what it means, the judge's words and the turns; or why it was not checked."""
    st.subheader("Convergence", help=_POSITIONS, anchor=False)
    said = found.convergence
    if said:
        show_finding(record, told.CONVERGENCES[said.kind], said)
    elif record.turns_in_all < CONVERGENCE_FROM:
        st.markdown(f"*Not checked:* fewer than {CONVERGENCE_FROM} turns.")
    else:
        st.markdown(absence(record, found, "convergence", "It is checked when every turn has been spoken."))


def _show_register_history(record: Record, found: LiveReport) -> None:
    """One line a claim; unfolded, its words, its history, and a person's say in it. Then the slips."""
    st.subheader("Suspect claims", help=terms.REGISTER, anchor=False)
    if found.claims:
        show_table(
            [_claim(entry) for entry in found.claims],
            key="register",
            alt="Each suspect claim with its turn, concern, status and points",
        )
    else:
        st.markdown("The live judge flagged none.")
    show_flags(record, found.claims)
    if found.slips:
        st.markdown("**Contradictions and dropped premises**")
        form = form_of(record)
        st.markdown("\n".join(f"- **{slip.id}** {told.slip_words(slip, form)}" for slip in found.slips))


def _claim(entry: Entry) -> dict[str, str]:
    return {
        "Claim": entry.id,
        "Turn": f"{entry.turn}, {entry.side.upper()}" if entry.side else str(entry.turn),
        "Words": clip(entry.quote or entry.text, 60),
        "Concern": CONCERN_WORDS[entry.concern],
        "Status": capital(told.status_words(entry)),
        "Logic": bare(entry.penalty, 0),
    }
