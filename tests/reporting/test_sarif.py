"""The review of a text as SARIF, by the published schema."""

import json
import pathlib

import jsonschema
import pytest

from debate_core.domain.wording import in_json
from debate_core.importing.documents.artifact import read_document, read_pasted
from debate_core.library.text_review import text_review
from debate_core.reporting.text_values import as_sarif
from tests.importing.documents.files import word
from tests.library.findings.artifacts import (
    ANALYST,
    ARCHITECT,
    GIVEN,
    PERIOD,
    QA,
    TEXT,
    finding,
    record,
    sheet,
)

# The schema of SARIF 2.1.0-rtm.5 as published by OASIS and SchemaStore, without its descriptions.
SCHEMA = json.loads(
    (pathlib.Path(__file__).parents[1] / "fixtures" / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8")
)
HELD = record(*GIVEN)
FOUND = text_review(HELD)
RUN = as_sarif(FOUND)["runs"][0]


def _of(reviewer):
    return [one for one in RUN["results"] if one.get("properties", {}).get("reviewer") == reviewer]


def _valid(log):
    jsonschema.Draft4Validator(SCHEMA).validate(json.loads(json.dumps(log)))


@pytest.mark.parametrize("held", [HELD, record(), record(sheet(QA, "PASS"), sheet(ANALYST, "PASS"))])
def test_a_review_is_sarif_by_the_published_schema(held):
    _valid(as_sarif(text_review(held)))


def test_the_schema_does_refuse():
    with pytest.raises(jsonschema.ValidationError):
        _valid({**as_sarif(FOUND), "version": "2.0.0"})


def test_findings_that_are_one_share_a_correlation_and_keep_their_fingerprints():
    first, second = _of(ARCHITECT)[0], _of(ANALYST)[0]
    assert first["correlationGuid"] == second["correlationGuid"]
    assert first["partialFingerprints"] == {"quote/v1": PERIOD.fingerprint} != second["partialFingerprints"]


def test_a_region_counts_lines_and_columns_from_one_and_offsets_from_zero():
    region = _of(ARCHITECT)[1]["locations"][0]["physicalLocation"]["region"]
    lines = TEXT.split("\n")
    assert (region["startLine"], region["endLine"]) == (4, 5)
    assert lines[3][region["startColumn"] - 1 :] == "regularly."
    assert lines[4][: region["endColumn"] - 1] == "Backups"
    assert (
        TEXT[region["charOffset"] :][: region["charLength"]]
        == region["snippet"]["text"]
        == "regularly.\nBackups"
    )
    assert RUN["columnKind"] == "unicodeCodePoints"


def test_offsets_are_given_only_where_they_are_those_of_the_file():
    crlf = read_document(TEXT.replace("\n", "\r\n").encode(), "a.md")
    held = text_review(record(sheet(ARCHITECT, "FAIL", PERIOD), artifact=crlf))
    region = as_sarif(held)["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]
    assert "charOffset" not in region and region["startLine"] == 3


def test_columns_count_code_points():
    held = text_review(record(sheet(QA, "FAIL", finding("lösche")), artifact=read_pasted("🗑️🗑 lösche")))
    region = as_sarif(held)["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]
    assert (region["startColumn"], region["charOffset"]) == (5, 4)


@pytest.mark.slow
def test_of_a_word_document_places_are_in_the_text_that_was_read():
    document = read_document(word("First.", "Kept as long as necessary."), "a policy.docx")
    held = text_review(record(sheet(QA, "FAIL", PERIOD), artifact=document))
    log = as_sarif(held)
    _valid(log)
    brought, text = log["runs"][0]["artifacts"]
    assert brought["location"]["uri"] == "a%20policy.docx"
    assert text["parentIndex"] == 0 and text["contents"]["text"] == document.text
    place = log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["index"] == 1
    assert document.text[place["region"]["charOffset"] :].startswith("as long as necessary")


def test_a_dismissed_finding_is_suppressed_with_its_reason_and_no_other_is():
    assert _of(ARCHITECT)[1]["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "Monthly, as everybody knows."}
    ]
    assert [one["suppressions"] for one in RUN["results"] if one is not _of(ARCHITECT)[1]].count([]) == 5


def test_an_unplaced_finding_names_the_file_and_why_and_its_words_neither_link_nor_fill_in():
    one = _of(ANALYST)[1]
    assert "region" not in one["locations"][0]["physicalLocation"]
    assert one["properties"]["unplaced"] == "the words it quotes stand nowhere in the text"
    assert one["message"]["text"] == r"See \[here\](1) {{0}}."


def test_who_gave_no_review_is_a_notification_and_too_few_are_no_success():
    note = RUN["invocations"][0]["toolExecutionNotifications"]
    assert [one["message"]["text"] for one in note] == ["Domain expert gave no review: no answer"]
    assert RUN["invocations"][0]["executionSuccessful"]
    undecided = text_review(record(sheet(QA, "PASS"), sheet(ANALYST, "FAIL")))
    assert undecided.outcome.call == "no_call" and undecided.outcome.weights
    assert as_sarif(undecided)["runs"][0]["invocations"][0]["executionSuccessful"]
    assert not as_sarif(text_review(record()))["runs"][0]["invocations"][0]["executionSuccessful"]


def test_hidden_characters_of_a_reviewer_are_written_out():
    rude = finding("regularly.\nBackups", what="pay\u202eyap")
    found = text_review(record(sheet(ARCHITECT, "FAIL", rude), sheet(ANALYST, "PASS"), sheet(QA, "PASS")))
    said = json.dumps(as_sarif(found), ensure_ascii=False)
    assert "\u202e" not in said
    assert (
        r"pay\\u202eyap" in json.loads(in_json(as_sarif(found)))["runs"][0]["results"][1]["message"]["text"]
    )


def test_words_that_stand_in_several_places_name_each_of_them():
    log = as_sarif(text_review(record(sheet(ARCHITECT, "FAIL", finding("Logs are kept")))))
    _valid(log)
    found = next(one for one in log["runs"][0]["results"] if "relatedLocations" in one)
    regions = [one["physicalLocation"]["region"] for one in found["relatedLocations"]]
    assert [(one["startLine"], one["snippet"]["text"]) for one in regions] == [(3, "Logs are kept")] * 2
    assert [one["charOffset"] for one in regions] == [TEXT.index("Logs"), TEXT.rindex("Logs")]
    assert found["properties"]["unplaced"]
