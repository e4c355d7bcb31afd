"""What each kind of report shows, figure by figure, as a person approved it; its sentences may be put better."""

import re

import pytest

from debate_core.examples import REVIEW
from debate_core.library.library import list_summaries
from debate_core.library.text_review import text_review
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.audit import audit_block, audit_of
from debate_core.reporting.blocks import Document, cell_words, walk
from debate_core.reporting.comparison import comparison_document
from debate_core.reporting.debate import debate_document
from debate_core.reporting.formats import draw
from debate_core.reporting.history import history_document
from debate_core.reporting.lab import lab_document
from debate_core.reporting.people import people_document
from debate_core.reporting.records import library_document, record_document, shelf_table
from debate_core.reporting.study import study_document
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.reporting.text_values import as_sarif, text_values
from debate_core.store import SQLiteStore
from debate_core.store.record import ArtifactRecord, load_any
from debate_core.study.report import study_report
from debate_core.study.rows import results
from debate_core.verdicts.lab import Question, lab
from tests.approved import check_facts, facts_of
from tests.building import cases
from tests.building.artifacts import put_hostile
from tests.building.deliberated import talked
from tests.building.facts import but
from tests.building.structured import report_on
from tests.building.studied import by_hand, put_study

pytestmark = pytest.mark.slow

QUESTIONS = (
    Question(whole="yes"),
    Question(judges=3, related="all", shared=0.8, gap=2.0),
    Question(judges=2, related="pairs", shared=0.0, gap=0.0, noise=0.5),
    Question(rules="classic", standings="no", related="all", shared=0.3, gap=0.0),
)


def facts_in(*texts):
    """Which figures, sides and turning words are told, wherever the words put them; and in how many texts."""
    there = [text for text in texts if text]
    return [len(there), sorted(set(facts_of(" ".join(there))))]


def parts_of(document):
    yield "document", [facts_in(document.title, *document.badges, document.about)]
    for block in walk(document.blocks):
        yield block.key, [facts_in(block.title, block.sentence, *block.items, *block.all_notes)]
        for table in block.tables:
            yield f"{block.key} table", [cell_words(table, row) for row in table.rows]
        if block.figure:
            yield f"{block.key} figure", f" {draw(block.figure)}"


def check(name, document):
    tables = [table for block in walk(document.blocks) for table in block.tables]
    cells = [cell for table in tables for row in table.rows for cell in row]
    assert all(one.reason for one in cells if isinstance(one, Estimate) and one.value is None), name
    texts = [
        one for block in walk(document.blocks) for one in (block.title, block.sentence, *block.all_notes)
    ]
    texts += [one for table in tables for row in table.rows for one in cell_words(table, row)]
    assert not [one for one in texts if one and re.search(r"\bnan\b|[^.?!] None\b|^None$", one)], name
    check_facts(f"reporting/{name}", parts_of(document))


ALIKE = {
    *("verdict_named", "verdict_one_judge", "verdict_long", "split", "no_call", "three_of_four", "scoring"),
    *("live_missing", "conformed", "undefined", "example_3"),
}
"""What goes through no line of this package that another of these debates, or a test by its name, doesn't go through;
`tests/cli/test_cases.py` has the text and the JSON of four of them."""


@pytest.mark.parametrize("name", [one for one in cases.NAMES if one not in ALIKE])
def test_a_debate_shows_the_same_as_before(name):
    check(name, debate_document(cases.report_of(name), cases.debates()[name]))


def test_so_do_reviews_tables_and_what_is_said_over_many(tmp_path):
    store = SQLiteStore(tmp_path / "text.sqlite3", clock=lambda: 1000.0)
    put_hostile(store, "Logs are kept.")
    for name, record in (cases.texts() | {"text_talked": ArtifactRecord.load(store, "hostile")}).items():
        found = text_review(record) if name == "text_talked" else cases.text_of(name)
        check(name, text_document(found, record))
        check_facts(f"reporting/values_{name}", text_values(found).items())
        check_facts(f"reporting/sarif_{name}", as_sarif(found)["runs"][0].items())
    for name, panel in cases.tables().items():
        check(f"table_{name}", table_document(panel, "t.csv"))
    check("people", people_document(cases.people()))
    check("past", history_document(cases.past()))
    check("comparison", comparison_document(cases.comparison()))
    for number, asked in enumerate(QUESTIONS):
        check(f"lab_{number}", lab_document(lab(asked, 20)))
    study = put_study(tmp_path / "study.sqlite3")
    check("study", study_document(study_report(results(SQLiteStore(tmp_path / "study.sqlite3"), study))))


def test_so_do_studies_in_which_much_is_clear_or_little():
    for name, study in by_hand().items():
        check(f"study_{name}", study_document(study))


def test_so_does_the_audit_of_a_discussion_of_two_rounds_and_of_one_that_goes_on():
    for name, told in (("two", cases.report_of("example_1")), ("open", report_on(talked(closed=False)))):
        check_facts(f"reporting/audit_values_{name}", audit_of(told).items())
        check(f"audit_{name}", Document(title=name, blocks=(audit_block(told),)))
    unknown = but(told, after_talk=but(told.talk, accord_last=None, accord_reason="one judge"))
    assert audit_of(unknown)["why_null"]["final_accord"] == "one judge"


def test_so_do_the_lists_of_a_store_and_its_records_of_any_kind(tmp_path):
    store = SQLiteStore(cases.fill(tmp_path / "all.sqlite3"), clock=lambda: 10_000.0)
    summaries = list_summaries(store)
    check("library", library_document(summaries))
    shelf = shelf_table(summaries, {one.id: "finished" for one in summaries[1:]}, (), "most")
    check_facts("reporting/shelf", [("shelf", shelf.rows)])
    check("record_table", record_document(load_any(store, "table"), lambda one: one.id))
    review = ArtifactRecord.load(store, REVIEW)
    assert record_document(review, lambda one: one.id) == text_document(text_review(review), review)
    assert record_document(load_any(store, "split"), lambda one: one.id) == "split"
    store.close()


FOLDED = {"argument", "cost", "closing", "lines", "people", "reliability"}


def test_what_few_look_up_is_folded_and_what_is_to_be_done_is_a_checklist():
    debates = [debate_document(cases.report_of(name), cases.debates()[name]) for name in ("split", "no_call")]
    text = text_document(cases.text_of("text"), cases.texts()["text"])
    blocks = [block for one in (*debates, text) for block in walk(one.blocks)]
    assert {one.key.partition("-")[0] for one in blocks if one.folded} == FOLDED
    assert {one.key for one in blocks if one.checklist} == {"todo"}
