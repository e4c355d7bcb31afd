"""The live judge on Watch: its card of each turn, the running score, the register, hidden directions."""

from dataclasses import replace

import streamlit as st

from debate_core.domain.steps import live_turn_step
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import capital
from debate_core.library.report.live import LiveReport
from debate_core.reporting.blocks import Block
from debate_core.reporting.line_figures import Rounds
from debate_core.reporting.live import IN_SHORT, ONE_MODEL, PANEL, live_document
from debate_core.reporting.live_turns import MARKS, REGISTER, failed_steps, step_text, turn_block
from debate_core.reporting.scorecard import ROUNDS
from debate_core.scorecard.live_scores import DIMENSIONS, MAXIMA
from debate_core.scorecard.tally import TurnScore
from debate_core.store.record import Record, Status
from pages.ui.blocks.show import show_block, show_metrics, show_picture, show_sentence, show_tables
from pages.ui.shared.access import ask_again
from pages.ui.shared.speech import linking, turn_link
from pages.ui.shared.widgets import offer_action
from pages.ui.shared.words import escaped

_HERE = linking(turn_link, 400)


def show_live_card(number: int, record: Record, live: LiveReport, now: Status) -> None:
    score = next((one for one in live.live if one.turn == number), None)
    block = turn_block(live, number)
    failed = failed_steps(live, number)
    if not score and not failed and now == "running":
        st.caption(f"Live judge: {_reads(number, record)}")
        return
    uncalibrated = " :gray-badge[Not compared]" if score and not score.calibrated else ""
    name = f"Live judge: {escaped(block.title)}{uncalibrated}"
    with st.expander(name, expanded=bool(failed), key=f"live_card_{number}"):
        if score:
            _show_marks(block, score)
        else:
            show_sentence(block, _HERE)
        for step in failed if now == "finished" else ():
            label = f"Ask again: {step_text(step).lower()}"
            offer_action(label, f"ask_again_{step}", ask_again, record, icon="refresh")


def _show_marks(block: Block, score: TurnScore) -> None:
    for dimension, column in zip(DIMENSIONS, st.columns(3), strict=True):
        column.progress(score.on(dimension) / MAXIMA[dimension], text=dimension.capitalize())
    show_sentence(block, _HERE)
    for note in block.notes:
        st.caption(escaped(note))


def _reads(number: int, record: Record) -> str:
    reads = record.calls_of(live_turn_step(number))
    return "reads this turn" if reads else "hasn't read this turn yet"


def turn_text(number: int, record: Record, live: LiveReport) -> tuple[str, tuple[str, ...]]:
    judged = any(one.turn == number for one in live.live)
    if not judged and not failed_steps(live, number):
        return capital(_reads(number, record)), ()
    block = turn_block(live, number)
    return block.title, (block.sentence, *block.items)


def show_scorecard(live: LiveReport, record: Record) -> None:
    document = live_document(live)
    card, turns, claims = (document.block(key) for key in ("scorecard", "turns", "claims"))
    title = "Live judge's score" if live.over else "Running score"
    st.subheader(title, anchor=False, help=f"{ROUNDS}\n\n{MARKS}")
    st.caption(PANEL)
    if not card or not turns or not claims:
        st.caption(escaped(document.blocks[0].sentence))
        return
    with st.container(key="running_means"):
        show_metrics(card.tables[0])
    if isinstance(card.figure, Rounds):
        show_picture(replace(card.figure, held=(), readings=()), key="running_score", height=380)
    st.caption(f"**{escaped(card.title)}**")
    show_sentence(card, _HERE)
    show_tables(turns, folded=True)
    st.subheader(escaped(claims.title), anchor=False, help=REGISTER)
    for claim in claims.children:
        st.markdown(f"**{_HERE(claim.title)}**  \n{_HERE(claim.sentence)}")
    st.caption(" ".join((IN_SHORT, *[ONE_MODEL] * live.one_model)))


def show_traits(record: Record, live: LiveReport) -> None:
    if not any(record.config.debater(side).personality for side in SIDES):
        return
    st.header("Hidden directions", anchor=False)
    if not st.toggle("Reveal the hidden directions", key="reveal_traits", persist_state="session"):
        st.caption(
            "Who the debaters were asked to be, and how the live judge's pressure moved them, stay hidden."
        )
        return
    traits = live_document(live).block("traits")
    if not traits:
        st.caption("Nobody with a personality has spoken yet.")
        return
    show_block(traits, 4, folded=True)
