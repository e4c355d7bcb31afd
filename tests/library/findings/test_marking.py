"""The lines of a text in pieces: nothing lost, each under the findings whose place it is in."""

from hypothesis import given
from hypothesis import strategies as st

from debate_core.importing.documents.artifact import read_pasted
from debate_core.library.findings import merge, place_findings, text_pieces
from tests.library.findings.artifacts import ARCHITECT, ARTIFACT, AUDITOR, finding, sheet


def marked_by(*findings, artifact=ARTIFACT):
    one = sheet(ARCHITECT, "CONDITIONAL", *findings)
    return text_pieces(artifact, merge(place_findings([one], artifact), artifact, ()))


def test_a_finding_marks_its_words_and_ends_with_them():
    line = marked_by(finding("as long as necessary"))[2]
    assert [(one.text, one.findings, one.ends) for one in line] == [
        ("Logs are kept ", (), ()),
        ("as long as necessary", (1,), (1,)),
        (". Logs are kept in plain text.", (), ()),
    ]


def test_words_under_two_findings_are_under_both():
    line = marked_by(finding("kept as long as necessary"), finding("as long as", dimension="security"))[2]
    assert [one.findings for one in line] == [(), (1,), (1, 2), (1,), ()]
    assert [one.ends for one in line] == [(), (), (2,), (1,), ()]


def test_a_finding_over_two_lines_marks_both_and_ends_once():
    lines = marked_by(finding("Access is reviewed regularly.\nBackups are kept"))
    assert [[one.text for one in line if one.findings] for line in lines[3:5]] == [
        ["Access is reviewed regularly."],
        ["Backups are kept"],
    ]
    assert [one.ends for line in lines for one in line if one.ends] == [(1,)]


def test_words_that_stand_twice_are_marked_in_both_places():
    line = marked_by(finding("Logs are kept"))[2]
    assert [(one.text, one.ends) for one in line if one.findings] == [("Logs are kept", (1,))] * 2


def test_a_finding_without_a_place_marks_nothing_and_keeps_its_number():
    given = [
        sheet(ARCHITECT, "FAIL", finding("nowhere at all")),
        sheet(AUDITOR, "FAIL", finding("Backups are kept")),
    ]
    found = merge(place_findings(given, ARTIFACT), ARTIFACT, ())
    assert [one.place is None for one in found] == [False, True]
    assert {number for line in text_pieces(ARTIFACT, found) for one in line for number in one.findings} == {1}


@given(
    st.text(st.characters(categories=("L", "P", "Zs")) | st.just("\n"), min_size=1, max_size=80).filter(
        str.strip
    ),
    st.lists(st.tuples(st.integers(0, 80), st.integers(1, 30)), max_size=4),
)
def test_the_pieces_of_every_line_are_that_line(text, stretches):
    artifact = read_pasted(text)
    quotes = [finding(artifact.text[at : at + length]) for at, length in stretches]
    lines = marked_by(*quotes, artifact=artifact)
    assert tuple("".join(one.text for one in line) for line in lines) == artifact.lines
