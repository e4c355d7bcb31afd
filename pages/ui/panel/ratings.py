"""A table of ratings on the page Panel: its report, block by block, its items a page at a time."""

import streamlit as st

from debate_core.library.report.table import TablePanel
from debate_core.reporting.blocks import Block
from debate_core.reporting.table import table_document
from debate_core.reporting.table_rows import items_block
from pages.ui import router, state
from pages.ui.blocks.show import offer_downloads, show_block, show_picture, show_sentence, show_tables
from pages.ui.shown import terms
from pages.ui.shown.words import escaped

PAGE = 12
"""Items at once."""
_HELP = {"pairs": terms.PAIRS, "reliability": terms.RELATIVE}


def show_ratings(name: str) -> None:
    record = state.ratings_record(name)
    panel = state.table_panel_of(record)
    document = table_document(panel, record.config.file, record)
    st.title("How far do the judges agree?", anchor=False)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{escaped(document.title)}**", width="content")
        st.badge(document.badges[0], color="gray", icon=":material/table:")
        st.page_link(router.page("bring"), label="Bring another", icon=":material/upload_file:")
    st.caption(escaped(document.about))
    first, *others = document.blocks
    show_block(first)
    for block in sorted(others, key=lambda one: one.key != "items"):
        if block.key == "items":
            _show_items(name, block, panel)
        else:
            show_block(block, 3, tip=_HELP.get(block.key))
    offer_downloads(document, name)


def _show_items(name: str, block: Block, panel: TablePanel) -> None:
    count = -(-len(panel.order) // PAGE)
    first = (st.session_state.get(f"items_{name}", 1) - 1) * PAGE
    shown = items_block(panel, first, PAGE)
    st.subheader(escaped(block.title), anchor=False)
    show_sentence(shown)
    if shown.figure:
        show_picture(shown.figure, key=f"table_{name}")
    if count > 1:
        st.pagination(count, key=f"items_{name}")
    show_tables(shown, folded=bool(shown.figure))
