"""Every number that a page shows of a result stands in each file that can be downloaded there, and every sentence in
those made to be read."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import unescape

import numpy as np

from debate_core.examples import EXAMPLES, ensure
from debate_core.importing.tables import keep_table, table_config
from debate_core.library.report.table import table_panel
from debate_core.reporting.blocks import Document, walk
from debate_core.reporting.comparison import comparison_document
from debate_core.reporting.formats import figures_csv, html, markdown, values
from debate_core.reporting.people import people_document
from debate_core.reporting.records import FORMATS, library_document
from debate_core.reporting.table import table_document
from pages.ui import state
from pages.ui.shared.words import escaped
from tests.building.discussed import NAME as DISCUSSED
from tests.building.discussed import put_discussed
from tests.pages.conftest import (
    ALL,
    ROOT,
    all_parts,
    lacking,
    markdown_of,
    pictures_of,
    tables_of,
    unlinked,
    words_of,
)

NUMBER = re.compile(r"(?<![\w.,−-])[+−-]?\d+\.\d+%?")
TICKS = ("−0.50", "0.00", "0.40", "0.50", "0.60", "0.67", "0.80", "1.00")
"""On the axes of pictures, which a file without them tells as words."""
FOLDS = ("each_argument", "helps")
"""Folds that are no block's own."""
DRAWN = (
    "next",
    "accord",
    "scores",
    "trace",
    "turns",
    "new-words",
    "traits",
    "traits-pro",
    "traits-con",
    "people",
)
"""Blocks that pages draw, word as a way on, or show only when asked to: other tests are about them."""
OF_THE_PAGE = (
    "whoever has the link",
    "a room watches and votes",
    "accept or dismiss several",
    "add a finding of your own",
    "it takes no part in the verdict",
    "address of this page",
    "choose a row",
    "and their distance from the average",
    "compare models or design a study of your own",
    "debates about 72 calls",
    "free simulated on this machine",
    "the next run would be",
    "debates a row each",
    "do people score as the judges do",
    "how do they compare",
    "how far do the judges agree",
    "how conflict patterns are found",
    "how good were the judges before",
    "both sides of each topic",
    "listed are 1 to",
    "may it be used",
    "more about judges and arguments",
    "numbers are those of the findings",
    "no model is asked",
    "no specialist topic recognised",
    "notes in full",
    "they change how scores are read",
    "what judges look for",
    "what the rulings mean",
    "what does a panel do over many debates",
    "what may i conclude",
)
"""What pages say of themselves: their questions, their folds, and what one can do there."""


def numbers_on(app, ticks=()):
    """What stands on a page in figures with a decimal point: sentences, tables and pictures, all folds open."""
    said = [markdown_of(app), *pictures_of(app), *(one.to_csv(sep="\t") for one in tables_of(app))]
    return set(NUMBER.findall(" ".join(said).replace("\\", ""))) - set(ticks)


def numbers_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from numbers_in(one)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield float(value)


def as_float(number):
    return float(number.rstrip("%").replace("−", "-"))


def lacks(shown, text, numbers=()):
    """The numbers that are neither in the text nor, to their own digits, among the numbers."""
    held, words = np.sort(np.abs(list(numbers))), set(NUMBER.findall(text))
    lacking = []
    for one in shown - words:
        value, near = abs(as_float(one)), 10.0 ** -len(one.rstrip("%").partition(".")[2]) * 0.5000001
        wholes = 100 * held if one.endswith("%") else held
        first, last = np.searchsorted(wholes, (value - near, value + near))
        if first == last:
            lacking.append(one)
    return sorted(lacking)


def sentences_on(app):
    """What a page says in four words or more, as words alone; without what it says of itself."""
    kinds = ("title", "header", "subheader", "markdown", "caption", "warning", "info")
    said = [str(one.value) for kind in kinds for one in app.get(kind)]
    said += [one.label for one in app.expander]
    said += [str(cell) for one in tables_of(app) for row in one.to_numpy() for cell in row]
    said += [text for one in app.get("bidi_component") for text in texts_in(json.loads(one.proto.json))]
    parts = {words_in(part) for text in said for part in ENDS.split(plain(text))}
    own = {part for part in parts for words in OF_THE_PAGE if words in part}
    return {part for part in parts - own if len(part.split()) > 3}


def texts_in(value):
    """Every text that a component of our own is handed to show; pictures have tests of their own."""
    if isinstance(value, dict):
        value = [one for key, one in value.items() if key not in ("markup", "shape")]
    for one in value if isinstance(value, list) else ():
        yield from texts_in(one)
    if isinstance(value, str) and " " in value:
        yield value


ENDS = re.compile(r"(?<=[.?!])\s|\n| · |: (?=[A-Z])|…")


def plain(text):
    """Markdown as it is read: links and coloured words by their text, icons not at all."""
    text = re.sub(r"(?<!\\):material/\w+:|\u2060", "", text)
    return re.sub(r"(?<!\\)(?::[\w-]+)?\[((?:[^\[\]\\]|\\.)*)\](?:\([^)]*\))?", r"\1", text)


def words_in(text):
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


@dataclass(frozen=True)
class Files:
    """What the files of these documents hold, each made once."""

    documents: Sequence[Document]

    @cached_property
    def texts(self):
        """HTML and Markdown as they are read."""
        page = unescape(re.sub("<[^>]*>", " ", " ".join(map(html, self.documents))))
        return page, " ".join(map(markdown, self.documents)).replace("\\", "")

    @cached_property
    def words(self):
        return tuple(map(words_in, self.texts))

    @cached_property
    def found(self):
        return json.dumps([values(one) for one in self.documents], ensure_ascii=False)

    @cached_property
    def rows(self):
        return "".join(map(figures_csv, self.documents))

    def hold(self, app, ticks=TICKS):
        """Each has every number of the page, in words or as a number; HTML and Markdown have every sentence."""
        shown, said = numbers_on(app, ticks), sentences_on(app)
        assert shown and said
        page, text = self.texts
        assert lacks(shown, page) == []
        # A picture may round further than the table it is drawn from.
        assert lacks(shown, text, [as_float(one) for one in NUMBER.findall(text)]) == []
        for held in self.words:
            assert sorted(one for one in said if one not in held) == []
        assert lacks(shown, self.found, numbers_in(json.loads(self.found))) == []
        assert lacks(shown, self.rows, map(float, re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", self.rows))) == []


def folds_of(document):
    """What holds every fold of its page."""
    return [f"fold_{one}" for one in (*FOLDS, *(block.key for block in document))]


def test_a_debates_pages_show_every_block_of_its_report_and_say_nothing_that_its_files_lack(open_page, store):
    """On a debate with a live judge, a discussion, people and a settled argument."""
    document = state.document_of(put_discussed(store))
    assert {"live", "discussion", "people"} <= {block.key for block in document}
    people, folds = people_document(state.people_so_far()), folds_of(document)
    panel = open_page("panel", DISCUSSED, "PRO-2", tab=ALL, unfolded=folds)
    # The check can fail: a file without one of the blocks lacks numbers and sentences.
    part = Files([replace(document, blocks=tuple(one for one in document.blocks if one.key != "agreement"))])
    assert lacks(numbers_on(panel), part.texts[1])
    assert any(one not in part.words[1] for one in sentences_on(panel))
    Files([document, people]).hold(panel)
    verdict = open_page("verdict", DISCUSSED, tab=ALL, unfolded=folds)
    Files([document]).hold(verdict)
    assert {"audit_json", "audit_md"} <= {one.key for one in verdict.get("download_button")}
    watch = open_page("watch", DISCUSSED)
    assert {one.label for one in watch.get("download_button")} >= {f"Download {one.title}" for one in FORMATS}
    numbers = numbers_on(watch, TICKS)
    assert numbers and lacks(numbers, markdown(document).replace("\\", "")) == []
    shown = (one for one in walk((*document.blocks, *people.blocks)) if one.key not in DRAWN)
    assert lacking(shown, unlinked("\n".join(map(words_of, (panel, verdict, watch))))) == []


def test_a_tables_page_shows_every_block_and_says_nothing_that_its_files_lack(open_page, store):
    file = ROOT / "examples" / "help-desk-ratings.csv"
    config = table_config(file.read_bytes(), file.name).model_copy(update={"people": ("Ada", "Bo")})
    name, document = keep_table(store, config), table_document(table_panel(config), file.name)
    app = open_page("panel", table=name)
    Files([document]).hold(app)
    all_parts(app)
    first, *others = document.blocks
    assert app.title[0].value == escaped(first.title)
    held = {one.value for kind in ("header", "subheader") for one in app.get(kind)}
    assert held == {escaped(block.title) for block in walk(tuple(others))}
    assert len(app.get("download_button")) == len(FORMATS)


def test_a_comparison_says_nothing_that_its_files_lack(open_page, store):
    names = [ensure(store, one.id) for one in EXAMPLES]
    found, _ = state.comparison(names)
    assert found
    app = open_page("library", compare=",".join(names))
    Files([comparison_document(found)]).hold(app, ticks=(*TICKS, "+1.84", "−1.84"))


def test_the_library_offers_what_it_lists(open_page, store):
    for one in EXAMPLES:
        ensure(store, one.id)
    app = open_page("library")
    assert {one.label for one in app.get("download_button")} >= {f"Download {one.title}" for one in FORMATS}
    held = markdown(library_document(state.shelf(state.library_address()).records)).replace("\\", "")
    assert lacks(numbers_on(app), held) == []
    assert all(one.id in held for one in EXAMPLES)
