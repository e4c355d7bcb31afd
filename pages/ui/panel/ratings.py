"""A table of ratings on the page Panel: how far its judges agree, the items on which they are furthest apart, each two
judges, and how strict each is; without models, and without words to read.

Knows what the core makes of a table, and how it is drawn. Invariant: a large table is shown page by page, the widest
apart first; what is undefined is said with its reason; no outcome is named where items have no sides.
"""

import streamlit as st

from debate_core.numerals import UNDEFINED, coefficient, counted, interval_words, number, points, signed, span
from debate_core.report.ratings import ends_of
from debate_core.report.table import ItemLine, TablePanel
from debate_core.reporting.debate_figures import pairs_heatmap, table_gauges, table_heatmap
from debate_core.wording import CALLS
from pages.ui import router, state
from pages.ui.blocks import show_picture
from pages.ui.panel.agreement import READING_WIDTH
from pages.ui.shown import terms
from pages.ui.shown.figures import fold, show_table
from pages.ui.shown.words import clip, escaped

PAGE = 12
"""Items at once."""
MOST_DRAWN = 12
"""Judges with whom each score has a cell of its own."""


def show_ratings(name: str) -> None:
    """The whole page of one table."""
    record = state.ratings_record(name)
    panel = state.table_panel_of(record)
    st.title("How far do the judges agree?", anchor=False)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{escaped(record.config.file)}**", width="content")
        st.badge("Table of ratings", color="gray", icon=":material/table:")
        st.badge(_size(panel), color="gray", icon=":material/groups:")
        st.page_link(router.page("bring"), label="Bring another", icon=":material/upload_file:")
    _show_finding(panel)
    _show_items(name, panel)
    _show_parts(panel)
    _show_gauges(name, panel)
    _show_pairs(name, panel)
    _show_judges(panel)
    for note in panel.report.notes:
        st.caption(f":material/info: {escaped(note)}", width=READING_WIDTH)


def _size(panel: TablePanel) -> str:
    found = panel.report
    cells = found.scores + found.missing
    missing = f", {found.missing:,} of {cells:,} scores missing" if found.missing else ""
    return f"{counted(len(found.judges), 'judge')} · {counted(found.items, 'item')}{missing}"


def _show_finding(panel: TablePanel) -> None:
    found = panel.found
    st.header(escaped(found.finding), anchor=False)
    st.markdown(
        escaped(" ".join(filter(None, (found.fits, found.parting, found.would_tell)))), width=READING_WIDTH
    )
    if sides := panel.sides:
        reach = f" ({span(sides.interval)}, 90% interval)" if sides.interval else ""
        st.markdown(
            f"**{CALLS[sides.call]}** by the usual rules, which count in points of a scale from 1 to 10: PRO minus CON "
            f"{UNDEFINED if sides.gap is None else points(sides.gap)}{reach}."
        )


def _show_items(name: str, panel: TablePanel) -> None:
    """A page of items; of very many judges only the ends of each."""
    count = -(-len(panel.order) // PAGE)
    at = st.session_state.get(f"items_{name}", 1)
    first = (at - 1) * PAGE
    shown = panel.lines(first, PAGE)
    if len(panel.report.judges) > MOST_DRAWN:
        st.subheader("Item by item, the widest apart first", anchor=False)
        show_table(
            [_ends(line, panel) for line in shown],
            alt="Items with the ends of their scores, the widest first",
        )
    else:
        show_picture(table_heatmap(panel, first, PAGE), key=f"table_{name}")
    if count > 1:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.pagination(count, key=f"items_{name}")
            last = min(first + PAGE, len(panel.order))
            st.caption(f"{first + 1:,} to {last:,} of {len(panel.order):,}", width="content")


def _ends(line: ItemLine, panel: TablePanel) -> dict[str, str]:
    """An item's lowest and highest score, and who gave them."""
    given = [
        (mark.away, mark.said, judge)
        for mark, judge in zip(line.marks, panel.report.judges, strict=True)
        if mark.away is not None
    ]
    low, high = min(given, default=None), max(given, default=None)
    return {
        "Item": clip(line.item, 60),
        "Spread": UNDEFINED if line.spread is None else number(line.spread, 2),
        "Lowest": f"{low[1]} ({low[2]})" if low else UNDEFINED,
        "Highest": f"{high[1]} ({high[2]})" if high else UNDEFINED,
        "Scores": str(len(given)),
    }


def _show_gauges(name: str, panel: TablePanel) -> None:
    figure = table_gauges(panel.report)
    if figure is None:
        st.caption(
            "By segment, of each two judges and without each judge, alpha is over all dimensions at once, too.",
            width=READING_WIDTH,
        )
        return
    st.subheader("How far, in figures", help=terms.GAUGES, anchor=False)
    show_picture(figure, key=f"gauges_{name}")
    study = panel.report.agreement.generalizability
    st.caption(
        f"Ranges are 95% intervals, for these judges only. {study.said}",
        help=terms.RELATIVE,
        width=READING_WIDTH,
    )


def _show_parts(panel: TablePanel) -> None:
    """Alpha by dimension and by segment, where the table has some."""
    found = panel.report.agreement
    for noun, parts in (("dimension", found.by_dimension), ("segment", found.by_segment)):
        if parts:
            st.subheader(f"Alpha by {noun}", anchor=False)
            rows = [
                {
                    noun.capitalize(): name,
                    "Alpha": coefficient(one.value),
                    "95% interval, or why not": interval_words(one, "these judges"),
                }
                for name, one in parts.items()
            ]
            show_table(rows, alt=f"Alpha of each {noun} with its interval")


def _show_pairs(name: str, panel: TablePanel) -> None:
    found = panel.report.agreement
    st.subheader("Who agrees with whom", help=terms.PAIRS, anchor=False)
    if why := found.reasons.get("pairs"):
        st.caption(f"Left out: {escaped(why)}.")
    elif len(panel.report.judges) <= MOST_DRAWN:
        if figure := pairs_heatmap(found.pairs, panel.report.judges):
            show_picture(figure, key=f"table_pairs_{name}")
    else:
        st.caption(f"The least and the most alike of {len(found.pairs):,} pairs.")
        rows = [
            {"Judges": " – ".join(one.judges), "Alpha": coefficient(one.value), "n": str(one.n)}
            for one in ends_of(found.pairs, 2 * PAGE)
        ]
        show_table(rows, alt="Pairs of judges with alpha and the number of items both scored")


def _show_judges(panel: TablePanel) -> None:
    """Folded: how strict each judge is, how much it scored, and alpha without it."""
    found = panel.report

    def show() -> None:
        if not panel.adjusted:
            st.caption(
                "Strictness is not told here: these scores have no distances, or the judges share too few items."
            )
        severity, without = panel.severity, found.agreement.without_judge
        rows = [
            {
                "Judge": judge,
                "Strictness, in the scores' unit": _signed(severity.get(judge)),
                "Scores": f"{found.by_judge[judge]:,}",
                "Alpha without it": coefficient(without.get(judge)) if without else UNDEFINED,
            }
            for judge in found.judges
        ]
        show_table(rows, alt="Each judge's strictness, number of scores, and alpha without it")
        if why := found.agreement.reasons.get("without_judge"):
            st.caption(f"Alpha without each judge is left out: {escaped(why)}.")

    fold(
        "How strict each judge is, and alpha without it", "fold_table_judges", show, icon=":material/balance:"
    )


def _signed(value: float | None) -> str:
    return UNDEFINED if value is None else signed(value, 2)
