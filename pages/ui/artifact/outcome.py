"""What came of a review: the verdict above everything, then agreement, people and the discussion in tabs."""

from collections.abc import Mapping

import streamlit as st

from debate_core.findings.calling import Call
from debate_core.findings.reporting import Reviewed, ReviewSettings
from debate_core.options import options_of
from debate_core.record import ArtifactRecord
from debate_core.reporting.blocks import Document
from debate_core.reporting.text_values import text_formats
from pages.ui.blocks import offer_downloads, show_block, show_sentence
from pages.ui.shown.after_talk import show_after_talk
from pages.ui.shown.deliberating import WHAT
from pages.ui.shown.options import show_option
from pages.ui.shown.words import escaped

_COLOURS: Mapping[Call, str] = {"PASS": "green", "CONDITIONAL": "yellow", "FAIL": "red", "no_call": "gray"}


def show_verdict(found: Reviewed, document: Document) -> None:
    block = document.block("verdict")
    assert block is not None
    with st.container(border=True, key="verdict_banner", gap="small"):
        st.header(f":{_COLOURS[found.outcome.call]}[{escaped(block.title)}]", anchor=False)
        show_sentence(block)
    if flags := document.block("flags"):
        lines = (f"- {escaped(item)}" for item in flags.items)
        st.warning("\n".join([f"**{escaped(flags.title)}**", *lines]), icon=":material/flag:")


def show_key(document: Document, key: str, *, folded: bool | None = None) -> None:
    if block := document.block(key):
        show_block(block, 3, folded=folded)


def show_people(found: Reviewed, document: Document) -> None:
    """People's scores, and the switch that counts them; nothing where nobody scored it."""
    if found.otherwise:
        for name, option in options_of(ReviewSettings).items():
            show_option(name, option, bool(found.seated), of="setting")
    show_key(document, "people")


def show_files(found: Reviewed, document: Document) -> None:
    with st.container(horizontal=True, gap="small", key="downloads"):
        offer_downloads(document, f"review-{found.record}", text_formats(found))


def show_discussion(found: Reviewed, record: ArtifactRecord) -> None:
    if found.talk.after_talk is None:
        st.caption(WHAT["artifact"])
    show_after_talk(found, record)
