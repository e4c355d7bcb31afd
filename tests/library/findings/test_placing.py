"""Findings at their place: one stretch of the text, or none, and always kept."""

from debate_core.library.findings import place_findings, place_people
from debate_core.store.events import FindingAdded
from tests.each import each
from tests.library.findings.artifacts import ANALYST, ARTIFACT, TEXT, finding, sheet


def _placed(quote):
    return place_findings([sheet(ANALYST, "FAIL", finding(quote))], ARTIFACT)[0]


def test_a_place_has_offsets_lines_and_the_words_around_it():
    place = _placed("reviewed regularly.\nBackups").place
    assert place.closeness == "exact"
    assert TEXT[place.start : place.end] == place.quote == "reviewed regularly.\nBackups"
    assert (place.line, place.last_line) == (4, 5)
    assert place.before == "e kept in plain text.\nAccess is "
    assert len(place.before) == 32
    assert place.after == " are kept for ten years.\nWhoever"


@each(
    ("quote", "closeness", "line"),
    [
        ("as long as necessary", "exact", 3),
        ("AS LONG AS NECESSARY", "normalised", 3),
        ("“Access is  reviewed regularly”", "normalised", 4),
        ("Backups are keept for ten years", "near", 5),
        ("| Access is reviewed regularly.\n| Backups are kept", "exact", 4),
    ],
)
def test_words_that_can_mean_one_stretch_have_a_place(quote, closeness, line):
    found = _placed(quote)
    assert (found.place.closeness, found.place.line, found.hits) == (closeness, line, 1)
    assert found.unplaced is None


@each(
    ("quote", "hits", "why"),
    [
        ("Logs are kept", 2, "many_places"),
        ("Backups are kept for two years", 0, "nowhere"),
        ("the board decides", 0, "nowhere"),
        ("", 0, "no_quote"),
        ("…", 0, "no_letter"),
    ],
)
def test_words_that_stand_nowhere_or_in_several_places_leave_a_finding_unplaced_and_kept(quote, hits, why):
    found = _placed(quote)
    assert (found.place, found.hits, found.unplaced) == (None, hits, why)
    assert found.finding == finding(quote)


def test_lines_count_from_one_and_the_last_line_is_that_of_the_last_character():
    assert _placed("# Retention").place.line == 1
    assert _placed("asks the team.").place.last_line == 6


def test_what_people_found_is_numbered_from_one_under_their_name():
    added = [FindingAdded(person="Ada", finding=finding(quote)) for quote in ("Backups", "Access")]
    placed = [(one.reviewer, one.number, one.place.line) for one in place_people(added, ARTIFACT)]
    assert placed == [("Ada (a person)", 1, 5), ("Ada (a person)", 2, 4)]
