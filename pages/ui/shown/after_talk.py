"""The discussion on Panel, Verdict and Artifact: what it changed, who moved, each round, and the audit's files."""

from dataclasses import replace

import streamlit as st

from debate_core.domain.json_csv import in_json
from debate_core.domain.wording import capital
from debate_core.library.findings.reporting import AnyReport
from debate_core.library.report import Report
from debate_core.library.report.deliberated import NOT_INDEPENDENT
from debate_core.reporting.audit import COUNTED, audit_as_markdown, audit_of
from debate_core.reporting.blocks import Document
from debate_core.reporting.discussion import CONSENSUS, accord_text, discussion_blocks, verdict_text
from debate_core.store.deliberation import FIRST
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import Record
from debate_core.store.replay import ScoredRecord
from pages.ui import state
from pages.ui.blocks.show import show_block, show_sentence
from pages.ui.shown.deliberating import WHAT, show_door, show_more
from pages.ui.shown.figures import offer_file
from pages.ui.shown.words import escaped


def show_after_talk(found: AnyReport, record: ScoredRecord, *, switch: bool = True) -> None:
    """The whole section, or the door to a discussion. ``switch``: the round is asked here."""
    blocks = discussion_blocks(found)
    if not blocks:
        if isinstance(found, Report):
            st.markdown(escaped(accord_text(found.accord)), help=CONSENSUS)
        st.caption(WHAT[record.kind])
        show_door(record)
        return
    document = Document(title="Discussion", blocks=blocks)
    st.header(escaped(blocks[0].title), anchor="after-talk", help=CONSENSUS)
    show_sentence(blocks[0])
    if switch and record.judging.rounds > FIRST:
        pick_round(record)
    number = state.round_shown(record)
    scores = document.block(f"round-{number - INDEPENDENT}-scores") if number else None
    for block in blocks[0].children:
        part = scores if scores and block.key == "discussion-scores" else replace(block, children=())
        # What a round changed stands in the picture of all of them.
        show_block(replace(part, folded=part.key.startswith("round-") and not number), 3, folded=True)
    show_more(record)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption("Audit summary", width="content")
        _offer_audit(found, record)


def _offer_audit(found: AnyReport, record: ScoredRecord) -> None:
    name, mime = f"{record.id}-deliberation", "application/json"
    for label, text, ending, kind in (
        ("JSON", in_json(audit_of(found)), ".json", mime),
        ("Markdown", audit_as_markdown(found), ".md", "text/markdown"),
        ("JSON with all answers", lambda: in_json(audit_of(found, record)), "-answers.json", mime),
    ):
        key = f"audit_{ending.strip('.').replace('.', '_')}"
        offer_file(label, text, name + ending, kind, key=key, type="tertiary")


def show_beside(found: AnyReport) -> None:
    for block in discussion_blocks(found):
        held = any(child.key == "discussion-scores" for child in block.children)
        texts = (f"{block.title}.", *((verdict_text(found), COUNTED) if held else (block.sentence,)))
        with st.container(key="beside_outcome"):
            st.markdown(f":material/forum: {escaped(' '.join(texts))}")


def ask_round(record: Record) -> int | None:
    """The round whose scores are shown; None: the first, given alone, which are the result."""
    if record.judging.rounds < FIRST:
        return None
    pick_round(record, "Before the discussion: what counts", "After round")
    here = state.round_shown(record)
    if here:
        st.warning(
            f"{capital(NOT_INDEPENDENT)}: the tables and numbers below, and the argument they open, hold the scores "
            f"after round {here - INDEPENDENT}. Everything else here rests on the independent ones.",
            icon=":material/forum:",
        )
    return here


def pick_round(record: ScoredRecord, first: str = "The whole discussion", each: str = "Round") -> None:
    """Which round is looked at; the address names it."""
    held = range(FIRST, record.judging.rounds + 1)
    names = {0: first} | {number: f"{each} {number - INDEPENDENT}" for number in held}
    key = f"round_{record.id}"
    st.session_state[key] = state.round_shown(record) or 0
    st.radio(
        "What to look at",
        list(names),
        format_func=lambda one: names[one],
        key=key,
        horizontal=True,
        on_change=lambda: state.round_named.keep(st.session_state[key] or None),
        label_visibility="collapsed",
    )
