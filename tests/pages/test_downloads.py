"""Every number that a page shows of a result stands in each file that can be downloaded there."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from debate_core.examples import EXAMPLES
from debate_core.examples.opening import ensure, ensure_review
from debate_core.reporting.blocks import Document
from debate_core.reporting.formats import figures_csv, values
from debate_core.reporting.html import html
from debate_core.reporting.lab import lab_document
from debate_core.reporting.markdown import markdown
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.store import Store
from pages.ui import state
from tests.building.discussed import NAME, put_discussed
from tests.pages.conftest import Open, pictures_of, unfold, words_of

NUMBER = re.compile(r"(?<![\w.,−-])[+−-]?\d+\.\d+%?")
TICKS = ("−0.50", "0.00", "0.40", "0.50", "0.60", "0.67", "0.80", "1.00")
"""On the axes of pictures, which a file without them tells as words."""
FOLDS = ("arguments", "enough", "judges", "measures", "pairs", "parted", "people", "scores", "cost")


def numbers_on(app: AppTest, ticks: Iterable[str] = ()) -> set[str]:
    """What stands on a page in figures with a decimal point: sentences, tables and pictures, all folds open."""
    said = [
        words_of(app, fragments=False),
        *pictures_of(app),
        *(one.value.to_csv(sep="\t") for one in app.dataframe),
    ]
    return set(NUMBER.findall(" ".join(said).replace("\\", ""))) - set(ticks)


def numbers_in(value: object) -> Iterator[float]:
    """Every number of a JSON value, at any depth."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from numbers_in(one)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield float(value)


def as_float(number: str) -> float:
    """A number as it is written."""
    return float(number.rstrip("%").replace("−", "-"))


def lacks(shown: set[str], text: str, numbers: Iterable[float] = ()) -> list[str]:
    """The numbers that are neither in the text nor, to their own digits, among the numbers."""
    held, words = list(numbers), set(NUMBER.findall(text))
    lacking = []
    for one in shown:
        digits = len(one.rstrip("%").partition(".")[2])
        value = as_float(one)
        near = 10.0**-digits * 0.5000001
        wholes = [100 * there for there in held] if one.endswith("%") else held
        if one not in words and not any(abs(abs(value) - abs(there)) <= near for there in wholes):
            lacking.append(one)
    return sorted(lacking)


def assert_all_hold(shown: set[str], document: Document) -> None:
    """Each file has them, in words or as a number."""
    assert shown
    assert lacks(shown, re.sub("<[^>]*>", " ", html(document))) == []
    plain = markdown(document).replace("\\", "")
    # A picture may round further than the table it is drawn from.
    assert lacks(shown, plain, [as_float(one) for one in NUMBER.findall(plain)]) == []
    found = values(document)
    assert (
        lacks(shown, json.dumps(found, ensure_ascii=False), numbers_in(json.loads(json.dumps(found)))) == []
    )
    rows = figures_csv(document)
    assert lacks(shown, rows, map(float, re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", rows))) == []


@pytest.mark.parametrize("page", ["panel", "verdict"])
@pytest.mark.parametrize("example", [one.id for one in EXAMPLES])
def test_a_debates_pages_show_no_number_that_its_files_lack(
    open_page: Open, store: Store, example: str, page: str
) -> None:
    app = unfold(open_page(page, ensure(store, example)), *(f"fold_{one}" for one in FOLDS))
    assert not app.exception
    assert_all_hold(numbers_on(app, TICKS), state.document_of(state.record(example)))


@pytest.mark.parametrize("page", ["panel", "verdict"])
def test_a_discussed_and_reviewed_debate_with_a_live_judge_leaves_nothing_out_of_its_files(
    open_page: Open, store: Store, page: str
) -> None:
    put_discussed(store)
    app = unfold(open_page(page, NAME), *(f"fold_{one}" for one in FOLDS))
    assert not app.exception
    assert_all_hold(numbers_on(app, TICKS), state.document_of(state.record(NAME)))


def test_a_tables_page_shows_no_number_that_its_files_lack(open_page: Open, store: Store) -> None:
    app = open_page("bring")
    app.button(key="example_table").click().run()
    app.button(key="keep_table").click().run()
    name = store.records()[0].id
    panel = state.table_panel_of(state.ratings_record(name))
    document = table_document(panel, "help-desk-ratings.csv", state.ratings_record(name))
    assert_all_hold(numbers_on(open_page("panel", table=name), TICKS), document)


def test_the_page_of_a_text_shows_no_number_that_its_files_lack(open_page: Open, store: Store) -> None:
    name = ensure_review(store)
    app = open_page("artifact", artifact=name)
    record = state.artifact_record(name)
    assert_all_hold(numbers_on(app, TICKS), text_document(state.reviewed_of(record), record))


def test_the_lab_shows_no_number_that_its_files_lack(open_page: Open) -> None:
    app = open_page("lab")
    assert_all_hold(numbers_on(app), lab_document(state.lab_found(state.lab_asked())))


def test_a_file_without_one_of_the_blocks_lacks_numbers(open_page: Open, store: Store) -> None:
    app = unfold(open_page("panel", ensure(store, EXAMPLES[0].id)), *(f"fold_{one}" for one in FOLDS))
    whole = state.document_of(state.record(EXAMPLES[0].id))
    part = replace(whole, blocks=tuple(one for one in whole.blocks if one.key != "agreement"))
    assert lacks(numbers_on(app), markdown(part).replace("\\", ""))
