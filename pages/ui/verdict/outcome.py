"""The briefing, the way of every claim to its ruling, the lead, and what turned out to be true."""

from dataclasses import replace

import streamlit as st

from debate_core.domain.score_sheet import STANDING_MEANINGS, STANDINGS
from debate_core.domain.transcript import Statement
from debate_core.domain.wording import RULINGS, capital
from debate_core.library.report import Report
from debate_core.reporting.blocks import Block, Document
from debate_core.store.record import Record
from pages.ui import router, state
from pages.ui.blocks.show import show_block, show_sentence, show_tables
from pages.ui.shown import terms
from pages.ui.shown.drawer import show_way
from pages.ui.shown.figures import fold
from pages.ui.shown.words import escaped, show_words

TO_VERIFY = "to-verify-yourself"
_RULINGS_HELP = "  \n".join(
    f"{capital(RULINGS[name])}: {STANDING_MEANINGS[name]}." for name in reversed(STANDINGS)
)


def show_briefing(report: Report, record: Record, block: Block) -> None:
    st.subheader(escaped(block.title), help=" ".join(block.notes) or None, anchor=False)
    found = report.briefing.value
    if found is None:
        _show_absent(record, block)
        return
    insight, recommendation = block.children[:2]
    with st.container(border=True, key="briefing"):
        _show_statement(report, insight, found.key_insight)
        _show_statement(report, recommendation, found.recommendation)


def show_to_verify(report: Report, block: Block) -> None:
    asked = report.briefing.value.unresolved if report.briefing.value else ()
    if asked:
        st.subheader(block.children[2].title, anchor=TO_VERIFY)
        with st.container(border=True, key="to_verify"):
            for child, statement in zip(block.children[2:], asked, strict=True):
                _show_statement(report, child, statement, titled=False)


def _show_statement(report: Report, block: Block, statement: Statement, *, titled: bool = True) -> None:
    """What is said, and beside it the arguments that it rests on."""
    with st.container(horizontal=True, gap="small"):
        with st.container(width="stretch"):
            show_words(block.sentence, lead=f"{block.title}." if titled else "")
        if statement.supported:
            with st.container(width="content", gap=None):
                for name in statement.rests_on:
                    show_way(name, block.key)
        else:
            st.badge(escaped(" ".join(block.notes)), color="yellow", icon=":material/link_off:")


def _show_absent(record: Record, block: Block) -> None:
    if state.status(record) == "running" and not record.briefing_cause:
        st.markdown("It is written when the judges are done.")
        return
    show_sentence(block)
    if record.briefing_cause:
        st.markdown("The scores are not affected. On Watch you can ask for it again.")
        if st.button("Go to the debate", key="briefing_to_watch", icon=":material/forum:"):
            router.go("watch", record.id)


def show_trace(document: Document) -> None:
    block = document["trace"]
    show_tables(block, folded=False)
    fold("Each argument in full", "fold_each_argument", lambda: _show_arguments(document["arguments"]))


def _show_arguments(block: Block) -> None:
    with st.container(horizontal=True):
        st.caption("What the rulings mean", help=_RULINGS_HELP, width="content")
        st.caption("What judges look for", help=terms.FALLACIES, width="content")
    for one in block.children:
        show_block(one, 4)


def show_lead(document: Document) -> None:
    if lead := document.block("lead"):
        show_block(lead, 3)
    show_block(replace(document["positions"], figure=None), 3)
