"""Every number that a page shows of a result stands in each file that can be downloaded there, and every sentence in
those made to be read."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import unescape

import numpy as np
import pytest

from debate_core.examples import EXAMPLES, ensure, ensure_review
from debate_core.importing.tables import keep_table, table_config
from debate_core.reporting.blocks import Document
from debate_core.reporting.comparison import comparison_document
from debate_core.reporting.formats import figures_csv, html, markdown, values
from debate_core.reporting.lab import lab_document
from debate_core.reporting.people import people_document
from debate_core.reporting.records import FORMATS, library_document
from debate_core.reporting.study import study_document
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.reporting.worked_example import worked_document
from debate_core.study.report import study_report
from debate_core.study.rows import results
from pages.ui import state
from tests.building.discussed import NAME as DISCUSSED
from tests.building.discussed import put_discussed
from tests.building.studied import put_study, study_of
from tests.pages.conftest import ALL, ROOT, markdown_of, pictures_of

NUMBER = re.compile(r"(?<![\w.,−-])[+−-]?\d+\.\d+%?")
TICKS = ("−0.50", "0.00", "0.40", "0.50", "0.60", "0.67", "0.80", "1.00")
"""On the axes of pictures, which a file without them tells as words."""
FOLDS = ("each_argument", "helps")
"""Folds that are no block's own."""
OF_THE_PAGE = (
    "whoever has the link",
    "a room watches it live",
    "accept or dismiss several",
    "add a finding of your own",
    "it takes no part in the verdict",
    "address of this page",
    "choose a row",
    "compare models or design a study of your own",
    "debates about 72 calls",
    "free simulated on this machine",
    "as small run 2",
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
    said = [markdown_of(app), *pictures_of(app), *(one.value.to_csv(sep="\t") for one in app.dataframe)]
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
    said += [str(cell) for one in app.dataframe for row in one.value.to_numpy() for cell in row]
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


@pytest.mark.parametrize(("page", "argument"), [("panel", "PRO-2"), ("verdict", None)])
def test_a_debates_pages_say_nothing_that_their_files_lack(open_page, store, page, argument):
    """On a debate with a live judge, a discussion and people."""
    document = state.document_of(put_discussed(store))
    assert {"live", "discussion", "people"} <= {block.key for block in document}
    files = Files([document, *([people_document(state.people_so_far())] if page == "panel" else [])])
    app = open_page(page, DISCUSSED, argument, tab=ALL, unfolded=folds_of(document))
    # The check can fail: a file without one of the blocks lacks numbers and sentences.
    part = Files([replace(document, blocks=tuple(one for one in document.blocks if one.key != "agreement"))])
    files.hold(app)
    if page == "panel":
        assert lacks(numbers_on(app), part.texts[1])
        assert any(one not in part.words[1] for one in sentences_on(app))


def test_watch_offers_the_report_of_a_debate_that_was_scored(open_page, store):
    document = state.document_of(put_discussed(store))
    app = open_page("watch", DISCUSSED)
    assert {one.label for one in app.get("download_button")} >= {f"Download {one.title}" for one in FORMATS}
    numbers = numbers_on(app, TICKS)
    assert numbers and lacks(numbers, markdown(document).replace("\\", "")) == []


def test_a_tables_page_says_nothing_that_its_files_lack(open_page, store):
    file = ROOT / "examples" / "help-desk-ratings.csv"
    name = keep_table(store, table_config(file.read_bytes(), file.name))
    document = table_document(state.table_panel_of(state.ratings_record(name)), file.name)
    Files([document]).hold(open_page("panel", table=name))


def test_the_page_of_a_text_says_nothing_that_its_files_lack(open_page, store):
    name = ensure_review(store)
    app = open_page("artifact", artifact=name)
    record = state.artifact_record(name)
    Files([text_document(state.reviewed_of(record), record)]).hold(app)


def test_the_page_of_a_study_says_nothing_that_its_files_lack(open_page, store):
    put_study(store.path)
    document = study_document(study_report(results(store, study_of())))
    Files([document]).hold(open_page("studies", unfolded=folds_of(document)))


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
    held = markdown(library_document(state.shelf(state.library_address()).shown)).replace("\\", "")
    assert lacks(numbers_on(app), held) == []
    assert all(one.id in held for one in EXAMPLES)


def test_the_lab_says_nothing_that_its_files_lack(open_page):
    app = open_page("lab")
    Files([lab_document(state.simulated_lab(state.lab_query())), worked_document()]).hold(app, ticks=())
