"""A debate for a room: what is told, in which order, and what is not told yet."""

from dataclasses import replace

from debate_core.library.stage import origin_text
from debate_core.reporting.room import _argument, sentences_text, slides
from tests.approved import check_facts
from tests.building import cases
from tests.each import each
from tests.library.test_report import read, record


def told(debate):
    return slides(debate, read(debate))


def test_an_argument_stands_with_its_answer_and_a_missing_answer_is_said():
    debate = record()
    answered, unanswered = told(debate)[1:3]
    assert (answered.main.label, answered.main.text) == ("PRO-1", debate.transcript.arguments[0].claim)
    assert (answered.under[-1].label, answered.under[-1].text) == ("CON accepts in part", "only in part")
    assert unanswered.under[-1].label == "CON gave no answer that could be read"


@each("name", ["example_1", "live_off", "failed_judge"])
def test_each_slide_shows_the_same_as_before(name):
    """Of a debate in phases, of one in turns, and of one with a judge that failed."""
    found = slides(cases.debates()[name], cases.report_of(name))
    check_facts(f"reporting/slides_{name}", [(one.kind, replace(one, picture=None)) for one in found])


def test_no_lean_and_no_outcome_is_told_while_a_judge_is_awaited():
    assert {one.kind for one in told(record(upto=7))} == {"topic", "argument"}


def test_what_no_model_said_is_told_on_every_slide():
    assert origin_text(record()) == "Simulated"
    assert origin_text(replace(record(), example="Ward 7")) == "Sample: no model said these words"


def test_texts_stand_whole_or_end_with_a_sentence():
    long = "The first sentence holds. " + "Another says more of it. " * 30
    assert sentences_text(long).endswith("of it.") and len(sentences_text(long)) <= 240
    one = "A single sentence without an end " * 20
    assert sentences_text(one) == one.strip()
    assert all(not words.text.endswith("…") for slide in told(record()) for words in slide.under)


def test_a_slide_says_the_reason_and_marks_what_it_leaves_out():
    debate = record()
    first = debate.transcript.turns[0]
    reason = (
        "We are in favour. It saves more than it costs, as was counted in two winters. " + "More of it. " * 60
    )
    argument = first.arguments[0].model_copy(update={"reasoning": reason})
    shown = _argument(argument, first, None, debate).under[0].text
    assert "two winters. More of it." in shown and shown.endswith("More of it. …") and len(shown) < 640
    short = argument.model_copy(update={"reasoning": "We are in favour. It saves more than it costs."})
    assert _argument(short, first, None, debate).under[0].text.endswith("costs.")
