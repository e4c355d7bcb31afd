"""Findings merged by place and dimension: each in one group, each as it was given, settled by people."""

import random

import pytest

from debate_core.library.findings import merge, place_findings
from debate_core.store.events import FindingSettled
from tests.library.findings.artifacts import (
    ANALYST,
    ARCHITECT,
    ARTIFACT,
    AUDITOR,
    NAMES,
    QA,
    TEXT,
    finding,
    sheet,
)


def _merged(*given, settled=()):
    return merge(place_findings(given, ARTIFACT), ARTIFACT, settled)


def test_findings_of_one_dimension_that_share_a_character_are_one():
    first = finding("kept as long as necessary", severity="major", confidence=0.4, what="No period.")
    second = finding("as necessary. Logs", severity="minor", confidence=0.9, what="Vague.")
    (one,) = _merged(sheet(ARCHITECT, "FAIL", first), sheet(ANALYST, "FAIL", second))
    assert one.found_by == (ARCHITECT, ANALYST)
    assert one.place.quote == "kept as long as necessary. Logs"
    assert [(given.finding.severity, given.finding.confidence) for given in one.given] == [
        ("major", 0.4),
        ("minor", 0.9),
    ]
    assert one.severities == ("major", "minor")
    assert one.first.finding == first


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (finding(dimension="security"), "another dimension"),
        (finding("Logs are kept in plain text"), "another place"),
        (finding("Logs"), "no place"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_other_findings_stay_apart(second, why):
    assert len(_merged(sheet(ARCHITECT, "FAIL", finding()), sheet(ANALYST, "FAIL", second))) == 2


def test_findings_of_the_same_words_without_one_place_are_one_and_those_with_none_come_last():
    found = _merged(
        sheet(ARCHITECT, "FAIL", finding("Logs are kept"), finding("", what="No owner.")),
        sheet(
            ANALYST, "FAIL", finding("logs  are kept"), finding("plain text"), finding("", what="No appeal.")
        ),
    )
    assert [(one.first.finding.quote, one.found_by) for one in found] == [
        ("Logs are kept", (ARCHITECT, ANALYST)),
        ("plain text", (ANALYST,)),
        ("", (ARCHITECT,)),
        ("", (ANALYST,)),
    ]


def test_placed_findings_stand_in_the_order_of_the_text():
    quotes = ["ten years", "as long as necessary", "regularly", "Retention"]
    found = _merged(sheet(QA, "FAIL", *map(finding, quotes)))
    assert [one.place.line for one in found] == [1, 3, 4, 5]


def test_every_finding_is_in_exactly_one_group_whatever_is_quoted():
    rng, words = random.Random(4), TEXT.split()
    for _ in range(100):
        given = []
        for name in NAMES:
            begins = [rng.randrange(len(words)) for _ in range(4)]
            quotes = [" ".join(words[at : at + rng.randint(1, 8)]) for at in begins]
            dimensions = rng.choices(("clarity", "security"), k=4)
            given.append(
                sheet(
                    name, "FAIL", *(finding(q, dimension=d) for q, d in zip(quotes, dimensions, strict=True))
                )
            )
        placed = place_findings(given, ARTIFACT)
        found = merge(placed, ARTIFACT, ())
        members = [(one.reviewer, one.number) for group in found for one in group.given]
        assert sorted(members) == sorted((one.reviewer, one.number) for one in placed)
        for at, one in enumerate(found):
            for other in found[at + 1 :]:
                apart = one.dimension != other.dimension or not one.place or not other.place
                assert apart or not (one.place.start < other.place.end and other.place.start < one.place.end)


# ── what people make of them ──


def _settled(one, state, reason="", person="Ada"):
    return FindingSettled(person=person, findings=one.fingerprints, state=state, reason=reason)


def test_the_last_word_on_a_finding_counts():
    given = (
        sheet(ARCHITECT, "FAIL", finding(), finding("regularly")),
        sheet(AUDITOR, "FAIL", finding("plain text")),
    )
    vague, plain, _ = _merged(*given)
    settled = [
        _settled(vague, "dismissed", "Meant so."),
        _settled(plain, "accepted"),
        _settled(vague, "accepted"),
        _settled(plain, "open"),
    ]
    found = _merged(*given, settled=settled)
    assert [one.state for one in found] == ["accepted", "open", "open"]


def test_a_settled_finding_stays_settled_when_another_reviewer_joins_it():
    given = sheet(ARCHITECT, "FAIL", finding())
    settled = [_settled(_merged(given)[0], "dismissed", "Meant so.")]
    found = _merged(given, sheet(QA, "FAIL", finding("long as necessary. Logs")), settled=settled)
    assert [(one.state, one.found_by) for one in found] == [("dismissed", (ARCHITECT, QA))]


def test_a_dismissal_without_a_reason_is_refused():
    with pytest.raises(ValueError, match="say why the finding is dismissed"):
        FindingSettled(person="Ada", findings=("a",), state="dismissed", reason="  ")


def test_a_fingerprint_keeps_to_the_words_and_the_dimension():
    assert finding("As  long").fingerprint == finding("as long", severity="minor", what="x").fingerprint
    assert finding("as long").fingerprint != finding("as long", dimension="security").fingerprint
    assert finding("", what="No owner.").fingerprint != finding("", what="No appeal.").fingerprint
    assert finding("No owner.").fingerprint != finding("", what="No owner.").fingerprint
