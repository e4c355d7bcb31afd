"""A table of ratings on the page Panel: its report, block by block, its items a page at a time."""

from typing import Any

import streamlit as st

from debate_core.numerals import bare, signed
from debate_core.report.table import ItemLine, Mark, TablePanel
from debate_core.reporting.blocks import Block
from debate_core.reporting.table import table_document
from debate_core.reporting.table_rows import MOST_JUDGES, items_block
from pages.ui import router, state
from pages.ui.blocks import offer_downloads, show_block, show_notes, show_picture, show_sentence, show_tables
from pages.ui.panel.heatmaps import MISSING, show_table_map, show_table_pairs
from pages.ui.shown import terms
from pages.ui.shown.words import clip, escaped

PAGE = 12
"""Items at once."""
_HELP = {"pairs": terms.PAIRS, "reliability": terms.RELATIVE}


def show_ratings(name: str) -> None:
    """The whole page of one table."""
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
            _show_part(name, block, panel)
    with st.container(horizontal=True, gap="small"):
        offer_downloads(document, name)


def _show_part(name: str, block: Block, panel: TablePanel) -> None:
    """A block; each two judges are drawn where they are few, for want of a figure of their own."""
    st.subheader(escaped(block.title), help=_HELP.get(block.key), anchor=False)
    show_sentence(block)
    if block.figure:
        show_picture(block.figure, key=block.key)
    pairs = block.key == "pairs" and bool(block.tables) and len(panel.report.judges) <= MOST_JUDGES
    if pairs:
        show_table_pairs(f"table_pairs_{name}", panel)
    show_tables(block, folded=pairs or bool(block.figure))
    show_notes(block)
    for child in block.children:
        show_block(child, 4)


def _show_items(name: str, block: Block, panel: TablePanel) -> None:
    """A page of items, drawn where each judge has a column."""
    count = -(-len(panel.order) // PAGE)
    first = (st.session_state.get(f"items_{name}", 1) - 1) * PAGE
    shown = items_block(panel, first, PAGE)
    st.subheader(escaped(block.title), anchor=False)
    show_sentence(shown)
    drawn = len(panel.report.judges) <= MOST_JUDGES
    if drawn:
        rows = [_row(first + n, line, panel) for n, line in enumerate(panel.lines(first, PAGE), 1)]
        show_table_map(f"table_{name}", rows, panel)
    if count > 1:
        st.pagination(count, key=f"items_{name}")
    show_tables(shown, folded=drawn)


def _row(rank: int, line: ItemLine, panel: TablePanel) -> dict[str, Any]:
    spread = MISSING if line.spread is None else bare(line.spread, 2)
    cells = [
        _cell(mark, f"{line.item}, {judge}", panel)
        for mark, judge in zip(line.marks, panel.report.judges, strict=True)
    ]
    return {
        "id": f"{rank:,}",
        "side": "",
        "claim": clip(line.item, 80),
        "mark": False,
        "settled": "",
        "cells": cells,
        "spread": {"said": spread, "depth": min(1.0, (line.spread or 0.0) / panel.reach)},
    }


def _cell(mark: Mark, whose: str, panel: TablePanel) -> dict[str, Any]:
    shut = {"opens": None, "judge": ""}
    if mark.said is None or mark.away is None:
        return {"big": MISSING, "small": "", "depth": None, "said": f"{whose}: no score", **shut}
    away = signed(mark.away, 1) if panel.distances else ""
    far = "as most" if not mark.away else "another than most"
    told = f"{away} from the item's average" if panel.distances else far
    depth = max(-1.0, min(1.0, mark.away / panel.reach))
    return {
        "big": clip(mark.said, 14),
        "small": away,
        "depth": depth,
        "said": f"{whose}: {mark.said}, {told}",
        **shut,
    }
