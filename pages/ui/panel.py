"""What the page Panel shows: agreement, arguments, judges' history, people, or a table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from debate_core.domain.options import changes, read
from debate_core.library.library import read_history_entries
from debate_core.library.report import Report
from debate_core.library.report.rows import panel_words
from debate_core.library.report.table import TablePanel
from debate_core.library.track_record import PastReport, past_report
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.debate import blind_text
from debate_core.reporting.figures import Heatmap
from debate_core.reporting.history import history_document, judges_block, qualities_block, strictness_block
from debate_core.reporting.line_figures import ScoreKind, Scores
from debate_core.reporting.people import people_document
from debate_core.reporting.table import items_block, size_text, table_document
from debate_core.store.record import Record
from debate_core.verdicts.lab import Question
from pages.ui import router, state
from pages.ui.blocks.show import (
    READING_WIDTH,
    offer_downloads,
    show_block,
    show_blocks,
    show_notes,
    show_picture,
    show_sentence,
    show_tables,
)
from pages.ui.shared.drawer import show_disputed
from pages.ui.shared.heading import show_question
from pages.ui.shared.widgets import GAUGES_HELP, PAIRS_HELP, RELATIVE_HELP, fold, fold_numbers, show_tabs
from pages.ui.shared.words import escaped


def show_gauges(block: Block) -> None:
    if block.figure:
        show_picture(block.figure, key=block.key)
    # A joiner keeps an id such as PRO-1 on one line.
    words = escaped(block.sentence).replace("-", "-\u2060")
    st.markdown(words, width=READING_WIDTH, help=" ".join((GAUGES_HELP, *block.notes)))


def show_measures(report: Report, document: Document) -> None:
    show_tables(document["agreement"], folded=False)
    show_blocks(document, "reliability", "by_dimension", "influence", "readings", tips=_HELP)
    if report.outcome.nothing_argued:
        return
    asked = changes(read(Question, panel_words(report)).value) | changes(report.settings.thresholds)
    label = "How good is a panel like this? Try it in the lab"
    st.page_link(router.page("lab"), label=label, icon=":material/science:", query_params=asked)


HEAD_HEIGHT, ROW_HEIGHT = 104, 55
"""About what the tinted cells take at 1280 px; on a phone a row takes twice that."""
KINDS: Mapping[ScoreKind, str] = {"given": "As given", "adjusted": "Adjusted", "both": "Both"}


def show_heatmap(block: Block, key: str) -> None:
    if isinstance(block.figure, Heatmap):
        row = (2 if state.narrow() else 1) * ROW_HEIGHT
        show_picture(block.figure, key=key, height=HEAD_HEIGHT + row * len(block.figure.parts[0]))


def show_every_score(scores: Block, judges: Block, caution: str) -> None:
    """Each score on its line, as given, adjusted or both; beside it how strict each judge is, and a caution on them."""
    block = scores.children[0]
    figure = block.figure
    if not isinstance(figure, Scores):
        return
    lines, strictness = st.columns([71, 29], gap="large")
    with lines:
        st.header(escaped(block.title), anchor=False)
        if figure.adjusted:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.container(width="stretch").markdown(escaped(block.sentence))
                figure = replace(figure, kind=_ask_kind())
        show_picture(figure, key=f"{block.key}_{figure.kind}")
    with strictness:
        st.subheader(escaped(judges.title), anchor=False)
        if judges.figure:
            show_picture(judges.figure, key="strictness")
        if caution:
            st.warning(escaped(caution), icon=":material/content_copy:")


def _ask_kind() -> ScoreKind:
    chosen: ScoreKind | None = st.segmented_control(
        "Which scores",
        list(KINDS),
        format_func=lambda one: KINDS[one],
        default="both",
        key="which_scores",
        label_visibility="collapsed",
        required=True,
    )
    return chosen or "both"


def show_numbers(block: Block) -> None:
    st.caption(f"Choose {'one' if state.narrow() else 'a row (or press Shift+Space)'} to read the argument.")
    show_tables(block, folded=False)
    show_tables(block.children[0], folded=False)
    show_notes(block)


def show_divergences(block: Block) -> None:
    st.subheader(escaped(block.title), anchor=False)
    show_sentence(block)
    show_disputed(block)


QUESTION = "Do people score as the judges do?"


def show_judges(report: Report, record: Record, document: Document) -> None:
    show_block(replace(document["judges"], figure=None), 3, folded=False)
    show_blocks(document, "briefs", "pairs", tips=_HELP)
    fold(
        "How good were the judges before?",
        "judges_before",
        lambda: _show_past(report, past_report(read_history_entries(state.store(), record))),
        icon=":material/history:",
    )


def _show_past(report: Report, past: PastReport) -> None:
    document = history_document(past)
    if not past.judges:
        show_block(document.blocks[0], 3)
        return
    panel = [(judge.name, judge.model) for judge in report.judges if judge.model]
    show_block(judges_block(past, panel), 3)
    st.caption("A debate never counts toward its own judges' history.")
    if any(past.of(*who) for who in panel):
        show_block(strictness_block(past, panel), 3)
    show_block(qualities_block(past, {one.key: one.title for one in report.rubric.dimensions}), 3)
    with fold_numbers(" of all judges and models"):
        show_tables(judges_block(past), folded=False)
    offer_downloads(document, "history")


def show_people(report: Report) -> None:
    """People beside judges over all debates, or the way to the page where people score."""
    people = state.people_so_far()
    label = "Nobody has scored blind yet: go to Review"
    if people.debates:
        label, document = "Score some yourself on Review", people_document(people)
        st.subheader(QUESTION, anchor=False)
        st.caption(escaped(f"{document.about} {blind_text(report)}"))
        for block in document.blocks:
            show_block(block, 3)
        offer_downloads(document, "people")
    st.page_link(router.page("review"), label=label, icon=":material/rate_review:")


PAGE = 12
"""Items at once."""
_HELP = {"pairs": PAIRS_HELP, "reliability": RELATIVE_HELP}


_TABS: Mapping[str, Sequence[str]] = {
    "Who wins": ("strengths", "choices", "order", "length"),
    "Verdict": ("sides",),
    "Another table": ("against",),
    "Measures": ("agreement", "by_dimension", "by_segment", "reliability"),
    "Who moves alpha": ("influence",),
    "Judges": ("pairs", "judges"),
    "People": ("people", "stand_in", "human_mean"),
    "How it was read": ("reading",),
}
"""Which blocks of a table stand in which tab, by their keys."""


def show_ratings(name: str) -> None:
    record = state.ratings_record(name)
    people = state.table_people.of(name)
    # Set anew in each run: what is chosen outlasts the closing of its tab.
    people.keep(people.begin([*record.config.people]))
    panel = state.table_panel_of(record, tuple(people()))
    document = table_document(panel, record.config.file)
    first = document.blocks[0]
    show_question("How far do the judges agree?", first.title)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{escaped(document.title)}**", width="content")
        st.badge(document.badges[0], color="gray", icon=":material/table:")
    st.caption(f"{escaped(size_text(panel.report))}.")
    show_sentence(first)
    if first.figure:
        show_picture(first.figure, key=first.key)
    _show_items(name, document["items"], panel)

    _show_parts(document, panel.report.judges, people.key)
    offer_downloads(document, name)
    st.page_link(router.page("bring"), label="Bring another table", icon=":material/upload_file:")


def _show_parts(document: Document, judges: Sequence[str], people: str) -> None:
    """The rest of a table's blocks under tabs; `people`: the session key of the judges that are people."""

    def show(title: str) -> None:
        if title == "People":
            ask, most = "Which judges are people?", len(judges) - 1
            st.multiselect(ask, judges, key=people, max_selections=most, format_func=escaped)
        for block in filter(None, map(document.block, _TABS[title])):
            if block is document.blocks[0]:
                show_tables(block, folded=False)
                show_notes(block)
            else:
                show_block(block, 3, tips=_HELP)

    tabs = [
        title
        for title, keys in _TABS.items()
        if any(map(document.block, keys)) or (title == "People" and len(judges) > 1)
    ]
    show_tabs("table_parts", {title: partial(show, title) for title in tabs})


def _show_items(name: str, block: Block, panel: TablePanel) -> None:
    count = -(-len(panel.order) // PAGE)
    page = state.table_page.of(name)
    items = items_block(panel, (page() - 1) * PAGE, PAGE)
    st.header(escaped(block.title), anchor=False)
    show_sentence(items)
    show_heatmap(items, f"table_{name}")
    if count > 1:
        st.pagination(count, key=page.key)
    show_tables(items, folded=bool(items.figure))
