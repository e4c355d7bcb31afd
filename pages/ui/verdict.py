"""What the Verdict page shows: the answer, what could overturn it, briefing, claims to rulings, the live reading."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from debate_core.domain.model import provider_of
from debate_core.domain.numerals import join_and
from debate_core.domain.transcript import Statement
from debate_core.library.report import Report
from debate_core.library.report.live import LiveReport
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.line_figures import NumberLine, Rounds
from debate_core.reporting.live import live_document
from debate_core.reporting.live_turns import REGISTER
from debate_core.reporting.scorecard import PAIRS, ROUNDS
from debate_core.reporting.verdict import HELPS, READ, SETTLE
from debate_core.running.estimate import ahead_text, estimate_narrative
from debate_core.store.record import Record
from pages.ui import router, state
from pages.ui.blocks.show import (
    offer_report,
    show_block,
    show_blocks,
    show_drawn,
    show_notes,
    show_parts,
    show_picture,
    show_sentence,
    show_tables,
)
from pages.ui.shared.access import resume, show_keys
from pages.ui.shared.deliberation import can_deliberate, show_door
from pages.ui.shared.drawer import show_way, show_ways
from pages.ui.shared.person_input import ask_truth, show_flags
from pages.ui.shared.replay import show_reveal, show_ways_out
from pages.ui.shared.room import show_presenter, show_room, show_way_in
from pages.ui.shared.speech import linking, watch_link
from pages.ui.shared.widgets import FALLACIES_HELP, PATTERNS_HELP, RULINGS_HELP, fold_numbers, offer_action
from pages.ui.shared.words import clip, escaped, show_words

_LEDE_LINE, _LINE = 56, 80
"""Characters on a line of the answer at 1280 px: of what goes on from its title, and of the rest."""


def show_top(report: Report, record: Record, document: Document) -> None:
    """The answer, or its reveal while that is shown."""
    if report.awaited or not state.reveal.of("verdict", record.id)():
        show_answer(report, record, document)
        return
    show_reveal(record, report, "verdict")
    with st.container(horizontal=True, gap="small", key="reveal_row"):
        show_ways_out(record, "verdict")


def show_answer(report: Report, record: Record, document: Document) -> None:
    block = document["verdict"]
    if report.awaited:
        with st.container(border=True, key="outcome_banner"):
            show_block(block)
        return
    positions, not_meant = document.block("positions"), document.block("not_meant")
    figure = positions.figure if positions else None
    parts = [one for one in block.children if one.key in ("reliance", "luck", "why", "cautions")]
    # What it doesn't mean stands where there is room: below the drawing, or else below the words.
    parts += [not_meant] if not_meant and not figure else []
    with st.container(border=True, key="answer_card"):
        words, line = st.columns([57, 43], gap="medium") if figure else (st.container(), st.container())
        with words:
            show_drawn(
                "blocks/answer",
                key=f"answer_{record.id}",
                height=_height(block.sentence, parts),
                call=report.outcome.call,
                block=block,
                parts=parts,
            )
        with line:
            if isinstance(figure, NumberLine):
                # What it takes with a lane a judge: what stands below it doesn't move when it comes.
                height = 131 + 28 * len(report.judges) + 24 * (len(figure.likely) > 2)
                show_picture(figure, key=f"leads_{record.id}", height=height)
                if not_meant:
                    st.markdown(f"**{escaped(not_meant.title)}.** {escaped(not_meant.sentence)}")
            scored, *method = (*block.notes, *(note for one in block.children[:1] for note in one.notes))
            st.caption(escaped(scored), help=escaped(" ".join(method)) or None)
    if settled := document.block("if_settled"):
        st.markdown(f":material/task_alt: {escaped(settled.sentence)}")


def _height(lede: str, parts: Sequence[Block]) -> int:
    """About what the answer takes at 1280 px, kept free until it is drawn; then its content says it."""
    lines = sum(-(-len(text) // _LINE) for one in parts for text in (one.sentence, *one.items))
    taller = 100 * any(one.figure for one in parts)
    return 50 + 30 * -(-len(lede) // _LEDE_LINE) + 40 * len(parts) + 23 * lines + taller


def show_row(report: Report, record: Record) -> None:
    if report.awaited:
        return
    if report.outcome.nothing_argued:
        label = "Bring another transcript" if report.brought else "Debate it with another model"
        if st.button(label, type="primary", key="another_model", icon=":material/arrow_forward:"):
            router.go("bring" if report.brought else "set_up")
        return
    open_ = report.outcome.call == "no_call"
    may_discuss = report.may_deliberate and can_deliberate(record)
    discuss_first = open_ and may_discuss and report.accord.advised is not False
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="ways_row"):
        if discuss_first:
            show_door(record, primary=True)
        if state.may("review", record.id) and st.button(
            f"Score {'it' if open_ else join_and(report.review[:2]) or 'it'} yourself",
            key="to_review",
            type="secondary" if discuss_first else "primary",
            icon=":material/rate_review:",
            help="You have seen the judges' scores, so yours count as *not blind*. A colleague's are blind.",
        ):
            router.go("review", report.debate)
        if may_discuss and not discuss_first:
            show_door(record)
        if not state.reveal.of("verdict", record.id)():
            offer_action("Show the reveal", "reveal", state.play_reveal, record, "verdict", icon="animation")
        show_way_in(record)
        show_room(record.id, finished=record.judging.settled, over=record.all_spoken)
        with st.popover("Download", icon=":material/download:", key="download"):
            offer_report(record)
        ask_truth(record)
    show_presenter(record)


def show_overturns(report: Report, record: Record, document: Document) -> None:
    """Who carries the lead, and what to do next; below them the briefing, and what to find out. Where a side is named
    the second stands higher, as there is less to do next."""
    left_out, after = document.block("left_out"), document.block("next")
    drawn, words = st.columns(2, gap="large") if left_out else (st.container(), st.container())
    if left_out and left_out.figure:
        with drawn:
            st.subheader(escaped(left_out.title), anchor=False)
            show_picture(left_out.figure, key=f"left_out_{report.debate}")
            if left_out.sentence:
                st.caption(escaped(left_out.sentence))
    if after:
        with words:
            st.subheader(escaped(after.title), anchor=False)
            listed = (one for one in after.items if not one.startswith((READ, SETTLE)))
            show_sentence(replace(after, items=tuple(listed)))
            if any(one.startswith(SETTLE) for one in after.items):
                offer_action(
                    SETTLE, "to_helps", state.verdict_part.keep, HELPS, icon="arrow_downward", kind="tertiary"
                )
            if report.review:
                show_ways(report, report.review, "next", f"{READ}:")
    if report.outcome.nothing_argued:
        return
    if not left_out or report.outcome.call == "no_call":
        drawn, words = st.columns(2, gap="large")
    with drawn:
        show_briefing(report, record, document["briefing"])
    with words:
        show_to_verify(report, document["briefing"])


def show_helps(block: Block) -> None:
    st.subheader(escaped(block.title), anchor=False)
    for place, (what, argument) in enumerate(block.tables[0].rows):
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.container(width="stretch").markdown(f"- {escaped(clip(str(what), 400))}")
            if argument:
                show_way(str(argument), f"help_{place}")


def show_briefing(report: Report, record: Record, block: Block) -> None:
    st.subheader(escaped(block.title), help=" ".join(block.notes) or None, anchor=False)
    briefing = report.briefing.value
    if briefing is None:
        if state.status(record) == "running" and not record.briefing_cause_text:
            block = replace(block, sentence="It is written when the judges are done.")
        show_sentence(block)
        return
    insight, recommendation = block.children[:2]
    with st.container(border=True, key="briefing"):
        _show_statement(report, insight, briefing.key_insight)
        _show_statement(report, recommendation, briefing.recommendation)


def show_to_verify(report: Report, block: Block) -> None:
    asked = report.briefing.value.unresolved if report.briefing.value else ()
    if asked:
        st.subheader(block.children[2].title, anchor="to-verify-yourself")
        with st.container(border=True, key="to_verify"):
            for child, statement in zip(block.children[2:], asked, strict=True):
                _show_statement(report, child, statement, titled=False)


def _show_statement(report: Report, block: Block, statement: Statement, *, titled: bool = True) -> None:
    with st.container(gap="xsmall"):
        show_words(block.sentence, lead=f"{block.title}." if titled else "")
        if statement.rests_on:
            show_ways(report, statement.rests_on, block.key)
        else:
            st.badge(escaped(" ".join(block.notes)), color="yellow", icon=":material/link_off:")


def show_arguments(block: Block) -> None:
    with st.container(horizontal=True):
        st.caption("What the rulings mean", help=RULINGS_HELP, width="content")
        st.caption("What judges look for", help=FALLACIES_HELP, width="content")
    for one in block.children:
        show_block(one, 4)


def show_lead(document: Document) -> None:
    show_blocks(document, "lead")
    show_block(replace(document["positions"], figure=None), 3)


_READING = (
    "The live judge reads each turn as it is spoken, and the whole debate at the end. The scorecard counts rounds. "
    "The narrative asks who held the steadier case. The two may differ."
)


def show_reading(record: Record, live: LiveReport) -> None:
    """Scorecard and narrative in one picture, why they differ, and all that the narrative says."""
    document = live_document(live)
    card, story, why = (document.block(key) for key in ("scorecard", "narrative", "conflict"))
    if not (card or live.live_model):
        return
    reading = document.blocks[0]
    st.subheader(escaped(reading.title), help=_READING if live.live_model else PAIRS, anchor=False)
    drawn = card.figure if card and story and isinstance(card.figure, Rounds) else None
    if not drawn:
        show_sentence(reading)
    if (failures := document.block("live-failures")) and state.status(record) != "running":
        with st.container(border=True, key="live_failures"):
            show_block(failures, 4)
    if not card or not story:
        return
    say, note = linking(partial(watch_link, record)), reading.sentence
    if why and drawn and not live.explains_gap:
        # Nobody explains this debate's gap: what makes one stands beside the readings.
        note, why = f"{note} {why.sentence}", None
    with st.container(key="round_scorecard"):
        if drawn:
            show_picture(replace(drawn, note=note), key="scorecard", height=800 if state.narrow() else 440)
        numbers, words = st.columns(2)
        with numbers, fold_numbers():
            show_sentence(replace(card, sentence=f"{card.title}. {card.sentence}".rstrip()), say)
            show_tables(card, folded=False)
            show_notes(card)
        with words:
            _show_narrative(record, story, say)
    if why:
        with st.container(border=True, key="bridge"):
            left, right = st.columns(2, gap="large")
            with left:
                show_block(replace(why, items=why.items[:1]), 4, say=say)
            with right:
                show_sentence(replace(why, sentence="", items=why.items[1:]), say)
            if live.conflict:
                st.caption("How conflict patterns are found", help=PATTERNS_HELP)


def _show_narrative(record: Record, story: Block, say: Callable[[str], str]) -> None:
    if story.items:
        with st.expander(
            f"The narrative: {escaped(story.title)}", icon=":material/menu_book:", key="narrative"
        ):
            show_parts(story, 3, say=say)
        return
    if not record.may_narrate:
        show_block(story, 4, say=say)
    elif record.progress == "finished" and state.may("run", record.id):
        # That nobody was asked for it stands in the picture.
        with st.container(horizontal=True, vertical_alignment="center"):
            _offer_narrative(record)


def _offer_narrative(record: Record) -> None:
    if provider_of(record.config.narrative_by) in state.lacking(record.config):
        show_keys(record.config, at="_narrative")
        return
    more = {"narrative": True}
    offer_action("Have the narrative written", "narrate", resume, record, icon="menu_book", kwargs=more)
    st.caption(escaped(ahead_text(estimate_narrative(record))), width="content")


def show_arc(record: Record, live: LiveReport) -> None:
    document, say = live_document(live), linking(partial(watch_link, record))
    claims = document.block("claims")
    if not claims:
        return
    st.subheader("The running score", help=ROUNDS, anchor=False)
    show_tables(document["turns"], folded=True)
    st.subheader(escaped(claims.title), help=REGISTER, anchor=False)
    show_flags(record, live.claims)
    show_blocks(document, "slips", "convergence", say=say)
    with st.expander(document["live-limits"].title, icon=":material/info:"):
        show_sentence(document["live-limits"])
