"""The review of a text in blocks: verdict, reviewers, people, agreement, findings, to-do list; and in every format."""

import io
import json

import pytest

from debate_core.domain.artifact import ARTIFACT_RUBRIC, BUILT_IN_REVIEWERS, SIMULATED_REVIEWERS, TextPart
from debate_core.domain.steps import review_step
from debate_core.library.text_review import ReviewSettings, text_review
from debate_core.reporting.formats import markdown, values
from debate_core.reporting.text import gravest, number_of, text_document
from debate_core.reporting.text_values import text_as_docx, text_formats, text_values
from debate_core.store.events import FindingSettled
from tests.building.facts import but
from tests.each import each
from tests.library.findings.artifacts import (
    ANALYST,
    ARCHITECT,
    ARTIFACT,
    AUDITOR,
    EXPERT,
    FAILED,
    GIVEN,
    NAMES,
    PERIOD,
    QA,
    REAL,
    TEXT,
    by_hand,
    finding,
    record,
    sheet,
)
from tests.library.test_nulls import unexplained

HELD = record(*GIVEN)
FOUND = text_review(HELD)
P, C, F = "PASS", "CONDITIONAL", "FAIL"
NOT_USABLE, NO_CALL = "Fail: not usable as it stands", "No call: read the reviews and decide yourself"


def of(*verdicts, **more):
    """The review by the built-in reviewers, in their order: what each says, None for one that failed."""
    given = zip(NAMES, verdicts, strict=False)
    lost = {name: but(FAILED, step=review_step(name)) for name in NAMES}
    return text_review(record(*(sheet(n, said, finding()) if said else lost[n] for n, said in given), **more))


def block(found, key):
    return text_document(found).block(key)


def rows(found, key, table=0):
    return block(found, key).tables[table].rows


# ── the verdict ──


@each(
    ("verdicts", "title", "reason"),
    [
        # weights: architect 0.25, auditor 0.25, analyst 0.20, expert 0.15, QA 0.15
        ((P, P, P, P, P), "Pass: usable as it stands", "Pass has 100% of the weight, more than half."),
        ((F, F, P, F, P), NOT_USABLE, "Fail has 65% of the weight, more than half; Pass has 35%."),
        (
            (P, P, F, F, F),
            NO_CALL,
            "No verdict has more than half of the weight: Pass has 50% and Fail has 50%.",
        ),
        (
            (P, C, F, F, C),
            "Conditional: usable once the to-do list is done",
            "No verdict has more than half of the weight: Pass has 25%, Conditional has 40% and Fail has 35%. "
            "Pass and Conditional together have 65%.",
        ),
        # of 0.35 usable weight: analyst 57%, expert 43%
        ((None, None, F, P, None), NOT_USABLE, "Fail has 57% of the weight, more than half; Pass has 43%."),
    ],
)
def test_the_verdict_says_what_it_means_and_what_carries_it(verdicts, title, reason):
    found = block(of(*verdicts), "verdict")
    assert (found.title, found.items[0]) == (title, reason)


def test_too_few_reviews_give_no_verdict_and_name_each_cause():
    found = block(of(None, P, None, None, None), "verdict")
    assert found.title == NO_CALL and "failed: " in found.items[0]
    assert found.items[1] == "Only one of 5 reviewers gave a readable review. A verdict needs two."
    assert [one for one in found.items if one.startswith("Technical architect gave no readable review.")]
    none = of(None, None, None, None, None)
    assert block(none, "agreement") is None
    assert block(none, "findings").title == "No findings: there is no readable review"


def test_while_a_reviewer_may_still_answer_no_verdict_and_no_weight_is_shown():
    found = of(F, F, None)
    assert block(found, "verdict").title == "No verdict yet: 2 of 5 reviewers have answered"
    assert block(found, "verdict").items == ("Domain expert and QA evaluator have not answered yet.",)
    known = [row for row in rows(found, "reviewers") if row[2] == "Fail"]
    assert [(row[3].value, row[3].reason) for row in known] == [(None, "not all have answered")] * 2
    one = block(of(P, P, P, P), "verdict").items
    assert one == ("QA evaluator has not answered yet.",)
    titles = [block(of(*answered), "reviewers").title for answered in ((P, P, P, P), (P, P, P))]
    assert [title.partition(" and ")[2] for title in titles] == [
        "1 has yet to answer",
        "2 have yet to answer",
    ]
    assert block(of(None), "findings").title == "No finding yet"


def test_what_is_simulated_says_so_and_carries_no_verdict():
    made = of(P, P, P, P, P, reviewers=BUILT_IN_REVIEWERS)
    found = text_document(made)
    assert found.badges == ("Simulated",)
    assert found.block("verdict").title == NO_CALL
    assert "give no verdict" in found.block("verdict").items[0]
    given, outcome = found.block("reviewers"), made.outcome
    assert given.title == "All five reviewers are simulated and give no verdict"
    two = of(P, P, reviewers=BUILT_IN_REVIEWERS[:2])
    assert block(two, "reviewers").title == "Both reviewers are simulated and give no verdict"
    assert {row[2] for row in given.tables[0].rows} == {"none: simulated"}
    assert not outcome.shares and not made.flags and outcome.weights
    assert {row["reason"] for row in text_values(made)["reviewers"]} == {SIMULATED_REVIEWERS}
    # by hidden verdicts
    assert (made.accord.value, made.accord.reason) == (None, SIMULATED_REVIEWERS)
    partly = of(P, P, P, P, P, reviewers=(*REAL[:4], BUILT_IN_REVIEWERS[4]))
    assert text_document(partly).badges == ("Partly simulated: QA evaluator",)
    expected = "Of 5 reviewers, 4 say pass and 1 is simulated and gives no verdict"
    assert block(partly, "reviewers").title == expected
    assert (partly.outcome.call, text_document(of(P, P, P, P, P)).badges) == ("no_call", ())


# ── reviewers, people, agreement ──


def test_reviewers_are_counted_by_verdict_and_whose_is_missing_says_why():
    found = block(FOUND, "reviewers")
    assert found.title == "Of 5 reviewers, 2 say fail, 1 says pass, 1 says conditional and 1 failed"
    assert [row[2] for row in found.tables[0].rows if row[0].name == EXPERT] == ["failed: no answer"]
    assert found.tables[1].title == "Scores, 1 is worst and 3 is best"
    assert f"{QA}: It says what is kept, not for how long." in found.items


def test_people_stand_beside_the_reviewers_with_the_verdict_with_and_without_them():
    panel = [sheet(name, "PASS" if name in (ARCHITECT, AUDITOR) else "FAIL") for name in NAMES]
    held = record(*panel, by_hand("Ana", "FAIL"), by_hand("Ben", "PASS", blind=False))
    alone, counted = text_review(held), text_review(held, ReviewSettings(people=True))
    assert block(text_review(record(*panel)), "people") is None
    assert not block(text_review(record(*panel[1:], by_hand("Ana", "FAIL"))), "people").sentence
    assert block(alone, "people").title == "Of 2 people who scored it, 1 says fail and 1 says pass"
    assert block(alone, "people").sentence == "With those who scored it blind, the verdict would be fail."
    assert block(counted, "people").sentence.endswith("Without them the verdict would be no call.")
    assert block(counted, "verdict").items[1] == "Ana counts as a person, with 17% of the weight."
    assert [row[2] for row in rows(counted, "people")] == ["yes", "no: the Texts page"]
    assert text_values(alone)["with_people"] == "FAIL"
    assert not {"seated", "without_people"} & text_values(alone).keys()
    assert block(counted, "agreement").title.endswith("the five reviewers and Ana agree")


def test_agreement_explains_no_measure_that_it_does_not_have():
    notes = " ".join(block(of(P, P, F), "agreement").notes)
    assert "Alpha counts agreement beyond chance" in notes and "Kappa" not in notes and "AC1" not in notes


def test_agreement_has_its_interval_or_why_not_and_names_what_they_disagree_on():
    scores = [
        dict(zip(ARTIFACT_RUBRIC.keys, one, strict=True)) for one in ((3, 2, 1, 2, 3, 1), (3, 1, 1, 1, 3, 3))
    ]
    both = sheet(ARCHITECT, P, scores=scores[0]), sheet(ANALYST, F, scores=scores[1])
    found = text_review(record(*both, reviewers=[one for one in REAL if one.name in (ARCHITECT, ANALYST)]))
    alpha, kappa, _ = (row[1] for row in rows(found, "agreement"))
    assert alpha.interval and alpha.value == found.agreement.alpha.value
    assert (kappa.value, kappa.reason) == (None, "kappa needs two texts")
    heads = [one.title for one in block(found, "agreement").tables[0].columns]
    assert heads == ["Measure", "Value"], "in half a page more would be cut off"
    assert block(found, "accord").title.startswith("A discussion is advised: ")
    assert dict(rows(found, "agreement", 1))["verifiability"] == 2.0
    assert block(found, "disagreements").title == "They disagree on verifiability and the verdict"
    assert rows(found, "disagreements") == (("verifiability", 2.0, 1.0), ("the verdict", None, 0.5))
    # Severity is a finding's word.
    heads = [one.title for one in block(found, "disagreements").tables[0].columns]
    assert heads == ["On", "Points apart", "How far, at most 100%"]
    alike = of(P, P, P, P, P)
    assert block(alike, "disagreements").title == (
        "They give the same verdict, and differ by less than 1.5 points on each dimension"
    )


# ── findings ──


def test_each_finding_is_told_once_at_its_place_by_all_who_found_it():
    found = text_document(FOUND)
    first, _, lines = found.block("findings").children
    assert found.block("findings").title == "4 findings: 1 dismissed and 3 open"
    assert [number_of(one) for one in found.block("findings").children] == [1, 2, 3]
    assert [gravest(one) for one in FOUND.findings][:1] == ["critical"]
    assert found.block("text").title == "The whole text was reviewed"
    assert first.title == "1. Line 3, clarity: critical and minor, 2 reviewers"
    assert first.sentence == "“kept as long as necessary”"
    assert first.items == (
        f"{ARCHITECT}: No period is named. To do: Name a period.",
        f"{ANALYST}: Too vague. To do: Name a period.",
    )
    assert lines.title.endswith("minor, dismissed")
    assert lines.items[-1] == "Dismissed by Ada: Monthly, as everybody knows."
    assert found.block("unplaced").title == "1 finding has no place in the text"
    assert found.block("unplaced").sentence == "It counts like the others."
    (apart,) = found.block("unplaced").children
    assert (apart.key, apart.sentence) == (
        "finding-4",
        "“the board decides” The words it quotes stand nowhere in the text.",
    )


@each(
    ("quote", "why"),
    [("", "It quotes nothing: something is missing."), ("…", "Its quote holds no letter or digit.")],
)
def test_a_finding_without_a_place_says_why(quote, why):
    (one,) = block(text_review(record(sheet(QA, "FAIL", finding(quote)))), "unplaced").children
    assert one.sentence.endswith(why)


def test_words_that_stand_twice_have_both_places():
    found = text_review(record(sheet(QA, "FAIL", finding("Logs are kept"))))
    (one,) = block(found, "findings").children
    assert one.title.startswith("1. Line 3, ")
    assert one.sentence == "“Logs are kept” The words it quotes stand in two places: line 3."
    (values,) = text_values(found)["findings"]
    assert [place["start"] for place in values["places"]] == [TEXT.index("Logs"), TEXT.rindex("Logs")]


def test_the_page_of_a_finding_stands_before_its_line():
    pages = (TextPart(line=1, name="page 1"), TextPart(line=3, name="page 2"))
    artifact = but(ARTIFACT, parts=pages)
    given = sheet(QA, "FAIL", finding(), finding("regularly.\nBackups"))
    found = text_review(record(given, artifact=artifact))
    assert block(found, "findings").children[0].title.startswith("1. Page 2, line 3, clarity")
    assert text_values(found)["findings"][0]["part"] == "page 2"


def test_each_of_several_places_is_named_by_its_page_and_line():
    text = "Keep it.\nKeep it.\nNo.\nKeep it.\nKeep it."
    pages = (TextPart(line=1, name="page 1"), TextPart(line=4, name="page 2"))
    artifact = but(ARTIFACT, text=text, parts=pages)
    found = text_review(record(sheet(QA, "FAIL", finding("Keep it.")), artifact=artifact))
    (one,) = block(found, "findings").children
    assert one.title.startswith("1. 4 lines from page 1, line 1 on, ")
    assert one.sentence.endswith("in four places: page 1, lines 1 and 2; page 2, lines 4 and 5.")
    three = text_review(
        record(sheet(QA, "FAIL", finding("Keep it.")), artifact=but(artifact, text=text[: text.rindex("\n")]))
    )
    assert block(three, "findings").children[0].title.startswith("1. Page 1, lines 1 and 2; page 2, line 4, ")


def test_a_word_document_holds_the_text_and_each_finding_as_a_comment():
    found = text_review(record(*GIVEN, sheet(EXPERT, "FAIL", finding("Logs are kept", what="a\x01b"))))
    from docx import Document

    word = Document(io.BytesIO(text_as_docx(found)))
    lines = [one.text for one in word.paragraphs]
    assert lines[2 : 2 + len(found.artifact.lines)] == list(found.artifact.lines)
    assert "See [here](1) {0}." in lines[-1]
    comments = [(one.initials, one.author, one.text.split("\n")[1]) for one in word.comments]
    given = f"{ARCHITECT}: No period is named. To do: Name a period."
    assert ("2", f"{ARCHITECT}, {ANALYST}", given) in comments
    assert sorted(initials for initials, _, _ in comments) == ["1", "1", "2", "3", "4"]


def test_the_to_do_list_can_be_ticked_off_and_leaves_out_what_is_dismissed():
    accepted = FindingSettled(person="Ada", findings=(PERIOD.fingerprint,), state="accepted")
    found = text_review(record(*GIVEN, accepted))
    todo = block(found, "todo")
    assert todo.title == "3 things to do, 1 of them from accepted findings"
    assert todo.items == (
        f"Line 3, accepted: Name a period. ({ARCHITECT} and {ANALYST})",
        f"Line 3: Name a period. ({AUDITOR})",
        f"Name an owner. ({QA})",
    )
    assert f"- [ ] Name an owner. ({QA})" in markdown(text_document(found))
    assert (
        block(text_review(record(sheet(QA, "PASS"), sheet(ANALYST, "PASS"))), "todo").title == "Nothing to do"
    )


# ── every format ──


def test_a_review_is_had_in_every_format_and_its_json_has_the_public_keys_beside_the_blocks():
    document = text_document(FOUND, HELD)
    made = {one.title: one.of(document) for one in text_formats(FOUND)}
    assert set(made) == {"HTML", "Markdown", "JSON", "CSV", "SARIF"}
    found = json.loads(made["JSON"])
    assert (
        found["verdict"] == "FAIL" and found["blocks"] == json.loads(json.dumps(values(document)))["blocks"]
    )
    for title in ("HTML", "Markdown", "CSV"):
        assert "Of 5 reviewers, 2 say fail" in made[title] and "calls, " in made[title]


def test_json_has_the_keys_that_programs_rely_on():
    said = json.loads(json.dumps(text_values(FOUND)))
    assert said["verdict"] == "FAIL"
    assert {"name", "verdict", "confidence", "scores", "status"} <= said["reviewers"][0].keys()
    for one in said["findings"]:
        assert {"quote", "line", "dimension", "severity", "found_by", "state"} <= one.keys()
    assert said["findings"][0]["found_by"] == [ARCHITECT, ANALYST]
    assert said["flags"][0].keys() == {"kind", "reviewer", "words"}
    assert said["agreement"]["kappa"]["value"] is None and said["agreement"]["kappa"]["reason"]


@pytest.mark.parametrize(
    "held",
    [
        *(HELD, record(), record(sheet(QA, "PASS")), record(sheet(QA, "PASS"), FAILED)),
        record(sheet(QA, confidence=None), sheet(ARCHITECT, "PASS")),
    ],
)
def test_beside_every_null_of_the_json_stands_its_reason(held):
    found = text_values(text_review(held))
    told = {f".findings[{n}].line" for n, one in enumerate(found["findings"]) if one.get("unplaced")}
    told |= {f".means.{key}" for key in found["means"] if found.get("means_reason")}
    assert {*unexplained(json.loads(json.dumps(found)))} <= told
