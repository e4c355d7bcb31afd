"""Every renderer says everything that a block holds, and no word of a model acts in any of them."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest

from debate_core.domain.wording import in_json, read_cell
from debate_core.library.summary import Summary
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.blocks import ArgumentCell, Block, Column, Document, RulingCell, Table
from debate_core.reporting.figures import Intervals
from debate_core.reporting.formats import draw, figures_csv, html, markdown, plain_text, values
from debate_core.reporting.records import library_document, shelf_table

RUDE = "<img src=x onerror=alert(1)> **bold** [a](http://evil.example) \x1b[31mred \u202e =1+1 | cell"
LEAN = Estimate(value=0.62, interval=(0.31, 0.88), n=12)
UNKNOWN = Estimate(value=None, reason="one judge")


def a_block(**changes):
    table = Table(
        columns=(
            Column("Argument"),
            Column("Lean, points", "difference"),
            Column("Ruling"),
            Column("n", "count"),
        ),
        rows=(
            (ArgumentCell("PRO-1", "pro", RUDE), LEAN, RulingCell("PARTIALLY_UPHELD"), 1234),
            ("CON-1", UNKNOWN, RulingCell(None), None),
        ),
        whose="this panel",
    )
    figure = Intervals(alt="Leans", axis="Lean", unit="difference", rows=((RUDE, LEAN), ("CON-1", UNKNOWN)))
    given = {
        "key": "leans",
        "title": "They lean",
        "sentence": RUDE,
        "items": (f"an item {RUDE}",),
        "notes": (f"a note {RUDE}",),
    }
    return Block(**{**given, "tables": (table,), "figure": figure, **changes})


@pytest.fixture
def document():
    bare = Block(key="bare", title="A title alone")
    child = Block(key="below", title="A child", sentence="Below the first.")
    return Document(
        title=RUDE, badges=("Simulated",), about="60 calls", blocks=(a_block(children=(child, bare)),)
    )


@pytest.mark.parametrize(
    "render", [plain_text, markdown, html, figures_csv, lambda one: in_json(values(one))]
)
def test_every_sentence_and_every_number_stands_in_every_format(document, render):
    text = render(document)
    said = (
        "They lean",
        "an item",
        "a note",
        "A child",
        "Below the first.",
        "A title alone",
        "one judge",
        "95%",
        "this panel",
    )
    assert [one for one in said if one not in text] == []
    # A format for programs has the numbers as they are; one for people has them in the column's unit.
    people = ("+0.6", "+0.3 to +0.9", "1,234", "partly upheld", "no ruling")
    programs = ("0.62", "0.31", "0.88", "1234")
    assert all(one in text for one in people) or all(one in text for one in programs)


def test_a_half_is_rounded_alike_in_every_format_and_picture_and_stays_exact_for_programs():
    rows = (("a", Estimate(value=6.25, interval=(5.75, 6.75))),)
    figure = Intervals(alt="Averages", axis="Average", unit="number", rows=rows)
    heads = Column("Argument"), Column("Average", "number")
    halves = Document(
        title="T",
        blocks=(Block(key="k", title="B", figure=figure, tables=(Table(columns=heads, rows=rows),)),),
    )
    for text in (plain_text(halves), markdown(halves), html(halves), figures_csv(halves)):
        assert "6.3 (5.8 to 6.8)" in text
    assert '<span class="value">6.3</span>' in draw(figure)
    assert "6.25" in figures_csv(halves) and "6.25" in in_json(values(halves))


def test_no_word_of_a_model_becomes_markup_in_html(document):
    text = html(document)
    assert "<img" not in text and "&lt;img src=x onerror=alert(1)&gt;" in text
    assert not re.search("<script|<style [^>]|style=|\x1b|\u202e", text)
    (policy,) = re.findall(r'content="(default-src[^"]*)"', text)
    assert policy.startswith("default-src 'none'") and "script" not in policy


def test_no_word_of_a_model_formats_or_links_in_markdown(document):
    text = markdown(document)
    # The document's title, a sentence, an item, a note, a claim: each as it was written, and none acts.
    assert text.count(r"\*\*bold\*\* \[a\](http\://evil.example)") == 5 and "\x1b" not in text
    assert re.findall("^#+ ", text, re.M) == ["# ", "## ", "### ", "### "]  # a child's title lies one below
    rows = [line for line in text.splitlines() if line.startswith("| PRO-1")]
    # Four cells, so five bars that are no words: the bar within the claim is escaped.
    assert len(rows) == 1 and len(re.findall(r"(?<!\\)\|", rows[0])) == 5


def test_no_control_character_reaches_a_terminal(document):
    judges = Table(columns=(Column("Item"), Column(RUDE)), rows=(("a", "7"),))
    document = replace(document, blocks=(*document.blocks, a_block(tables=(judges,), figure=None)))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", plain_text(document))
    table = Table(columns=(Column("Judge"),), rows=(("Ann",),))
    blocks = tuple(
        Block(key="k", title="B", tables=(one,)) for one in (table, replace(table, title="Who judged"))
    )
    told = plain_text(Document(title="T", blocks=blocks))
    assert "B\n  Who judged\n" in told and "B\n  \n" not in told and "B\n\n" not in told


def test_csv_begins_no_formula_and_reads_back_the_same_text(document):
    rows = list(csv.DictReader(io.StringIO(figures_csv(document))))
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values() if cell)
    (sentence,) = [row for row in rows if row["column"] == "sentence" and row["block"] == "leans"]
    assert read_cell(sentence["text"]) == RUDE
    (lean,) = [row for row in rows if row["column"] == "Lean, points" and row["value"]]
    assert [float(lean[name]) for name in ("value", "low", "high", "level", "n")] == [
        0.62,
        0.31,
        0.88,
        0.95,
        12,
    ]


@pytest.mark.parametrize(
    ("columns", "cell", "drawn"), [(2, 7.9, "ul"), (3, 7.9, "table"), (4, RUDE, "ul"), (14, 7.9, "ul")]
)
def test_on_a_phone_few_short_figures_stay_in_columns_and_words_become_cards(columns, cell, drawn):
    heads = tuple(Column(f"Judge {at}") for at in range(columns))
    row = ("PRO-1", *[cell] * (columns - 1))
    markup = draw(Table(columns=heads, rows=(row, row), opens=("PRO-1", None)))
    assert re.findall(r"<(table|ul) ", markup) == [drawn]
    assert markup.count('data-pick="PRO-1"') == 1 and RUDE not in markup
    many = draw(Table(columns=heads, rows=(row,) * 9))
    long = 9 if cell == RUDE else 0
    assert many.count("<details><summary>More") == long, "three long texts are folded together"
    assert many.count("<details>") - long == (9 if drawn == "ul" else 0), "many cards are folded"


@pytest.mark.parametrize("rows", [1, 9])
def test_a_card_is_named_by_the_beginning_of_a_long_argument(rows):
    row = (f"PRO-1: {'many words ' * 500}", *[RUDE] * 3)
    table = Table(columns=tuple(map(Column, "ABCD")), rows=(row,) * rows, opens=("PRO-1",) * rows)
    assert draw(table).count("many words") < 60 * rows


def test_a_part_of_a_cost_is_no_figure_without_a_range():
    known = Summary(
        id="a", opened_at=0.0, sequence=1, calls=3, cost=0.5, cost_reason="without x, which has no price"
    )
    said = plain_text(library_document([known]))
    assert "Cost: $0.50 without x, which has no price" in said and "range" not in said


def test_a_topic_of_which_nothing_can_be_seen_is_listed_by_its_id():
    unseen = Summary(id="a", opened_at=0.0, sequence=1, topic="\u200b")
    assert shelf_table([unseen], {"a": "finished"}, (), "newest").rows[0].topic == "a"


def test_json_holds_each_cell_as_it_is(document):
    (block,) = json.loads(in_json(values(document)))["blocks"]
    argument, lean, ruling, count = block["tables"][0]["rows"][0]
    assert (argument["id"], argument["claim"]) == ("PRO-1", RUDE)
    assert (lean["value"], lean["interval"], ruling["ruling"], count) == (
        0.62,
        [0.31, 0.88],
        "PARTIALLY_UPHELD",
        1234,
    )
    assert block["tables"][0]["rows"][1][3] is None and block["figure"]["kind"] == "Intervals"


@pytest.mark.parametrize(
    "make",
    [
        lambda: a_block(title=" "),
        lambda: a_block(tables=()),
        lambda: Intervals(alt="", axis="x", unit="points", rows=(("a", LEAN),)),
        lambda: Intervals(alt="x", axis="x", unit="points", rows=(("a", UNKNOWN),)),
        lambda: Table(columns=(Column("a"), Column("b")), rows=(("one",),)),
        lambda: Table(columns=(), rows=()),
        lambda: Table(columns=(Column("a"),), rows=(("one",),), opens=("x", "y")),
    ],
    ids=[
        "no title",
        "a figure without its numbers",
        "no words for a figure",
        "nothing to draw",
        "a ragged table",
        "a table without columns",
        "more places to open than rows",
    ],
)
def test_a_block_that_could_not_be_shown_is_an_error(make):
    with pytest.raises(ValueError):
        make()


def test_of_the_blocks_of_a_file_the_first_is_its_heading_and_all_others_stand_below_it():
    blocks = tuple(a_block(key=key, title=key) for key in ("one", "two", "three"))
    assert re.findall(r"<h(\d)>", html(Document(title="t", blocks=blocks))) == ["1", "2", "2"]


def test_what_is_to_be_done_has_boxes_and_what_is_listed_none():
    for to_do, begun in ((False, "- one"), (True, "[ ] one")):
        block = Block(key="k", title="T", items=("one",), **({"checklist": True} if to_do else {}))
        assert begun in plain_text(Document(title="D", blocks=(block,)))


def test_a_summary_keeps_small_tables_and_those_without_a_picture_and_no_picture():
    def brief(*sizes, drawn):
        tables = tuple(Table(columns=(Column("a"),), rows=(("x",),) * size) for size in sizes)
        picture = Intervals(alt="x", axis="x", unit="points", rows=(("a", LEAN),)) if drawn else None
        block = Block(key="k", title="T", tables=tables, figure=picture)
        (found,) = Document(title="D", blocks=(block,)).summary("none", "k").blocks
        assert found.figure is None
        return len(found.tables)

    assert (brief(3, drawn=True), brief(4, drawn=True), brief(1, 1, drawn=True)) == (1, 0, 0)
    assert (brief(3, drawn=False), brief(4, 4, drawn=False)) == (1, 2)


def test_a_block_is_found_by_its_key_at_any_depth(document):
    assert document.block("below").title == "A child" and document.block("none") is None
