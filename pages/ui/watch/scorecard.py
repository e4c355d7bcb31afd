"""Beside the transcript: the running score, the register of suspect claims, and the debaters' hidden directions.

Reads the live part of a report. Invariant: it never names an outcome; a claim's status is a word; nothing of a
personality is shown before a person asks.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.numerals import MINUS, counted
from debate_core.personalities import PERSONALITIES, TRAITS, elasticity_of
from debate_core.record import Record
from debate_core.report.live import LiveReport
from debate_core.scorecard.drift import TraitsAt, directive_at
from debate_core.scorecard.live_scores import points
from debate_core.scorecard.register import CONCERN_WORDS, Entry
from debate_core.transcript import SIDES, Side
from pages.ui.charts.turns import trait_drift_plot, trait_name
from pages.ui.shown import terms
from pages.ui.shown.figures import show_chart
from pages.ui.shown.score import show_running_score
from pages.ui.shown.speech import mean_of, show_turns, status_words, turn_link
from pages.ui.shown.words import clip, escaped

_EXPLAINED = (
    "This shows what the debaters weren't told in words. The live judge puts pressure on the weaker side; it moves "
    "that speaker's traits, which reach it only as one hidden line about its manner. The opponent and the panel "
    "saw none of it. An archetype bends a model's manner, not its nature."
)


def show_scorecard(found: LiveReport, record: Record) -> None:
    """The score as it stands after the last turn shown, then the register."""
    card = found.scorecard
    st.subheader("Running score", anchor=False, help=terms.RUNNING_SCORE)
    if not found.live:
        st.caption("No turn has been judged yet.")
        return
    _show_standing(found)
    alt = f"Running score over turns. {_in_words(found)}"
    show_running_score(found, key="running_score", alt=alt)
    st.caption(card.reason)
    with st.expander("Turn by turn"):
        show_turns(found)
    if card.asked_twice:
        st.caption(f"Asked in both orders, {card.inconsistent} of {card.asked_twice} comparisons differed.")
    _show_register(found.claims)
    st.caption(_limits(record))


def _show_standing(found: LiveReport) -> None:
    means, won = found.scorecard.means or {}, found.scorecard.rounds_won or {}
    columns = st.container(key="running_means").columns(2)
    for side, column in zip(SIDES, columns, strict=True):
        column.metric(f"{side.upper()}, mean of 100", mean_of(means, side), border=True)
        column.caption(f"{counted(won.get(side, 0), 'round')} won")


def _in_words(found: LiveReport) -> str:
    last = found.scorecard.running[-1]
    return (
        f"After turn {last.turn} PRO's mean is {mean_of(last.means, 'pro')}, CON's {mean_of(last.means, 'con')}; "
        f"rounds won {last.rounds['pro']} to {last.rounds['con']}."
    )


def _limits(record: Record) -> str:
    """What these scores can't tell, where it bears."""
    one_model = record.config.pro.model == record.config.con.model and not record.example
    shared = " Both debaters are on one model and share its blind spots." if one_model else ""
    return (
        "Scores are estimates and change between runs; a judge can prefer a style. Neither judge nor register can "
        f"check a source outside the debate. The outcome is the panel's.{shared}"
    )


def _show_register(entries: Sequence[Entry]) -> None:
    """The register as it stands, beside the running score."""
    st.subheader("Suspect claims", anchor=False, help=terms.REGISTER)
    if not entries:
        st.caption("None so far.")
        return
    for entry in entries:
        side = f"{entry.side.upper()}, " if entry.side else ""
        cost = f"{MINUS}{-entry.penalty}" if entry.penalty else "no points"
        st.markdown(
            f"**{entry.id}** {side}{turn_link(entry.turn)} · {CONCERN_WORDS[entry.concern]} · "
            f"{status_words(entry)} · {cost}  \n{escaped(clip(entry.text, 120))}"
        )


def show_traits(record: Record, found: LiveReport) -> None:
    """The switch, and what it reveals; nothing where no debater has a personality."""
    with_one = [side for side in SIDES if record.config.debater(side).personality]
    if not with_one:
        return
    st.header("Hidden directions", anchor=False)
    if not st.toggle("Reveal the hidden directions", key="reveal_traits", persist_state="session"):
        st.caption(
            "Who the debaters were asked to be, and how the live judge's pressure moved them, stay hidden."
        )
        return
    st.markdown(_EXPLAINED)
    st.markdown("\n".join(_who(record, side) for side in with_one))
    if not found.traits:
        st.caption("Nobody with a personality has spoken yet.")
        return
    moved = [_drifted([at for at in found.traits if at.side == side], side) for side in with_one]
    show_chart(
        trait_drift_plot(found.traits),
        key="trait_drift",
        alt=f"Twelve traits, 1 to 10, over turns. {' '.join(moved)}",
    )
    st.caption("PRO: solid line, circles. CON: dashed line, squares. From 1 to 10.")
    st.markdown("\n".join(f"- {line}" for line in moved))
    with st.expander("The hidden line of each turn"):
        for at in found.traits:
            line = directive_at(at.side, at.turn, record.proposals, record.config)
            st.markdown(f"**Turn {at.turn}, {at.side.upper()}.** {escaped(line)}")


def _who(record: Record, side: Side) -> str:
    debater = record.config.debater(side)
    assert debater.personality is not None
    who, elasticity = (
        PERSONALITIES[debater.personality],
        elasticity_of(debater.personality, debater.elasticity),
    )
    return f"- **{side.upper()}** {who.name}, elasticity {elasticity}: {who.described}"


def _drifted(ats: list[TraitsAt], side: Side) -> str:
    """What has moved between a side's first and its latest turn."""
    if not ats:
        return f"{side.upper()} has not spoken yet."
    first, last = ats[0].values, ats[-1].values
    moves = [
        f"{trait_name(trait).lower()} {points(first[trait])} → {points(last[trait])}"
        for trait in TRAITS
        if points(first[trait]) != points(last[trait])
    ]
    return f"{side.upper()}: {', '.join(moves) if moves else 'nothing has moved'}."
