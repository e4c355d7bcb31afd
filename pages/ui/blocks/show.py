"""Shows a block with Streamlit: its finding as heading, then sentence, picture, tables and notes; and its downloads."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import streamlit as st

from debate_core.reporting.blocks import Block, Document, Figure, Table, cell_words
from debate_core.reporting.formats import draw, environment, style
from debate_core.reporting.records import FORMATS, Format
from debate_core.store.record import Record
from pages.ui import state
from pages.ui.shared.widgets import component, fold, fold_numbers, offer_file, open_argument
from pages.ui.shared.words import escaped
from pages.ui.state.session import widget_value


def offer_downloads(
    document: Document | Callable[[], Document], name: str, formats: Sequence[Format] = FORMATS
) -> None:
    """A button a format; the file is made when it is asked for."""
    with st.container(horizontal=True, gap="small"):
        for one in formats:
            offer_file(
                f"Download {one.title}",
                partial(one.of, document),
                f"{name}.{one.extension}",
                one.mime,
                key=f"download_{name}_{one.extension}",
                type="tertiary",
            )


def offer_report(record: Record) -> None:
    """A debate's report as the address reads it, as far as it has come."""
    offer_downloads(partial(state.document_of, record), record.id)


READING_WIDTH = 640
"""About 75 characters."""
FEW = 30
"""Rows that stand on the page as they are. More are scrolled, sorted and searched in a frame of their own."""
LETTER, WIDEST = 7, 240
"""Pixels for each character of such a frame, and of a column at most, unless its title is longer."""
_VARIABLES = """:host{--ink:var(--st-text-color);--ink2:var(--st-gray-text-color);--line:var(--st-border-color);
--bg:var(--st-background-color);--card:var(--st-secondary-background-color);--pro:var(--st-blue-color);
--con:var(--st-orange-color);--prot:var(--st-blue-text-color);--cont:var(--st-orange-text-color);
--prow:var(--st-blue-background-color);--conw:var(--st-orange-background-color);--mark:var(--st-violet-color)}
.place{font:15px/20px var(--st-font);color:var(--ink);font-variant-numeric:tabular-nums}"""
STYLE = _VARIABLES + style("answer", "shelf")
_UI = Path(__file__).parents[1]
_DRAWN = sorted(
    str(one.relative_to(_UI).with_suffix(""))
    for one in _UI.glob("*/*.css")
    if one.with_suffix(".html").exists() and not one.with_suffix(".js").exists()
)
"""What else is drawn as pictures are: whatever template with a style and no script a page has of its own."""
_PICTURE = component("picture", "blocks/drawn", "blocks/picture", *_DRAWN, css=STYLE)
_TEMPLATES = environment(_UI)
NO_TIPS: Mapping[str, str] = {}
_LEVELS: dict[int, Callable[..., object]] = {1: st.title, 2: st.header, 3: st.subheader}


def show_block(
    block: Block,
    level: int = 2,
    *,
    folded: bool | None = None,
    say: Callable[[str], str] = escaped,
    tips: Mapping[str, str] = NO_TIPS,
) -> None:
    """Everything a block holds. ``folded``: its tables are, by default beside a picture. ``say``: makes its sentences
    harmless. ``tips``: help beside the title, by the block's key."""
    if block.folded:
        fold(escaped(block.title), f"fold_{block.key}", partial(show_parts, block, level, False, say))
        return
    show_heading(block, level, tips.get(block.key))
    show_parts(block, level, folded, say)


def show_blocks(document: Document, *keys: str, level: int = 3, **more: Any) -> None:
    """Those of a document's blocks that there are, each as `show_block` does."""
    for block in filter(None, map(document.block, keys)):
        show_block(block, level, **more)


def show_parts(
    block: Block, level: int = 2, folded: bool | None = None, say: Callable[[str], str] = escaped
) -> None:
    """The same without its heading."""
    show_sentence(block, say)
    _show_numbers(block, folded)
    for child in block.children:
        show_block(child, level + 1, folded=folded, say=say)


def show_beside(block: Block, below: Callable[[], None]) -> None:
    """The same with its sentence and children beside its picture; `below` shows what stands below that."""
    show_heading(block)
    picture, children = st.columns([2, 1], gap="large")
    with picture:
        _show_numbers(block, None)
        below()
    with children:
        show_sentence(block)
        for child in block.children:
            show_block(child, 3)


def _show_numbers(block: Block, folded: bool | None) -> None:
    if block.figure:
        show_picture(block.figure, key=block.key)
    show_tables(block, folded=bool(block.figure) if folded is None else folded)
    show_notes(block)


def show_heading(block: Block, level: int = 2, tip: str | None = None) -> None:
    if heading := _LEVELS.get(level):
        heading(escaped(block.title), help=tip, anchor=False)
    else:
        st.markdown(f"**{escaped(block.title)}**", help=tip)


def show_sentence(block: Block, say: Callable[[str], str] = escaped) -> None:
    """What goes on from the title, and the items below it."""
    if block.sentence:
        st.markdown(say(block.sentence), width=READING_WIDTH)
    if block.items:
        mark = "- " if len(block.items) > 1 else ""
        st.markdown("\n".join(f"{mark}{say(item)}" for item in block.items), width=READING_WIDTH)


def show_metrics(table: Table) -> None:
    with st.grid(len(table.rows), min_column_width=140):
        for row in table.rows:
            name, first, *others = cell_words(table, row)
            with st.container():
                st.metric(escaped(f"{name}: {table.columns[1].title}"), first, border=True)
                for column, text in zip(table.columns[2:], others, strict=True):
                    st.caption(escaped(f"{column.title}: {text}"))


def show_picture(
    figure: Figure | Table,
    *,
    key: str,
    height: int | None = None,
    chosen: Callable[[str], None] | None = None,
    plays: int = 0,
) -> None:
    """A picture; ``chosen`` is called with what a person picks in it, which by default opens that argument.
    ``height``: kept free for it until it is there, so that nothing moves. ``plays``: which start of its motion it is;
    each moves once, and 0 stands still."""
    name = f"picture_{key}"

    def open_place(what: str) -> None:
        argument, _, judge = what.partition("/")
        open_argument(argument, by=name, judge=judge)

    _put(str(draw(figure)), name, height, chosen or open_place, plays)


def show_drawn(
    template: str,
    *,
    key: str,
    height: int | None = None,
    picked: Callable[[str], object] | None = None,
    **values: object,
) -> None:
    """Words in a template of ours, each escaped. ``height``, ``picked``: as a picture's height and ``chosen``."""
    _put(template_html(template, **values), key, height, picked)


def template_html(template: str, **values: object) -> str:
    """A template of ours, filled with words, each escaped."""
    return _TEMPLATES.get_template(f"{template}.html").render(values)


def _put(
    markup: str, key: str, height: int | None, chosen: Callable[[str], object] | None, plays: int = 0
) -> None:
    def picked() -> None:
        if chosen and (what := str(widget_value(key)().get("picked") or "")):
            chosen(what)

    _PICTURE(
        key=key,
        data={"markup": markup, "closed": state.drawers_closed.of(key)(), "plays": plays},
        height=height or "content",
        on_picked_change=picked,
    )


def show_tables(block: Block, *, folded: bool) -> None:
    tables = [one for one in block.tables if one.rows]
    if not tables:
        return
    with fold_numbers() if folded else nullcontext():
        for place, table in enumerate(tables):
            if table.title:
                st.markdown(f"**{escaped(table.title)}**")
            show_table(table, f"table_{block.key}_{place}", of=block.title)
        _show_caption(table.note for table in tables)


def show_table(
    table: Table, key: str, *, of: str = "", chosen: Callable[[str], None] = open_argument
) -> None:
    """A table, on a phone a card a row; choosing one may open something. ``of``: what it belongs to, for screen
    readers. ``chosen``: called with what a row opens, by default an argument."""
    if state.narrow():
        show_picture(table, key=key, chosen=None if chosen is open_argument else chosen)
        return
    in_full = len(table.rows) <= FEW and not table.opens
    say = escaped if in_full else str
    titles = [say(one.title) for one in table.columns]
    # A judge of a table may be called as another column is, and a table on a page can't have two of one name.
    titles = [f"{title} ({at})" if title in titles[:at] else title for at, title in enumerate(titles)]
    words = [cell_words(table, row) for row in table.rows]
    cells = {title: [say(row[at]) for row in words] for at, title in enumerate(titles)}
    alt = ": ".join(filter(None, [of, table.title or ", ".join(one.title for one in table.columns)]))
    if in_full:
        st.table(pa.table(cells), border="horizontal", hide_index=True, alt=alt)
    else:
        _show_frame(cells, table.opens, chosen, key=key, alt=alt)


def _show_frame(
    cells: Mapping[str, Sequence[str]],
    opens: Sequence[str | None],
    chosen: Callable[[str], None],
    **look: Any,
) -> None:
    # By itself a column is as wide as the others, and cuts what is longer.
    longest = {title: max(map(len, column), default=0) for title, column in cells.items()}
    widths = {
        title: st.column_config.Column(width=16 + max(LETTER * len(title), min(LETTER * letters, WIDEST)))
        for title, letters in longest.items()
    }
    more = max(((LETTER - 1) * letters // WIDEST for letters in longest.values()), default=0)
    look |= {"hide_index": True, "column_config": widths}
    look |= {"row_height": 46 + 20 * more if more else 35}  # Words go on in a second line from 65 pixels on.
    if not opens:
        st.dataframe(pa.table(cells), height="content", **look)
        return

    def choose() -> None:
        selected = widget_value(look["key"])
        if rows := selected()["selection"]["rows"]:
            selected.keep({"selection": {"rows": []}})
            if place := opens[rows[0]]:
                chosen(place)

    st.dataframe(pa.table(cells), on_select=choose, selection_mode="single-row", **look)


def show_notes(block: Block) -> None:
    """What to know of the method; what ranges are stands with the numbers."""
    _show_caption(block.notes)


def _show_caption(notes: Iterable[str]) -> None:
    if text := " ".join(dict.fromkeys(filter(None, notes))):
        st.caption(escaped(text), width=READING_WIDTH)
