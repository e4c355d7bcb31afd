"""Where the words that a finding quotes stand in a text, and findings on the same words and dimension as one."""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from debate_core.answers.prompt import PREFIX
from debate_core.answers.quotes import Closeness, Stretch, find_places, says_something
from debate_core.domain.artifact import Artifact, Finding, ReviewSheet, Severity, State
from debate_core.domain.frozen import FrozenModel
from debate_core.store.events import FindingAdded, FindingSettled

PERSON = " (a person)"
AROUND = 32
"""Characters of the text kept on either side of a place."""
Unplaced = Literal["no_quote", "no_letter", "many_places", "nowhere"]
"""Why a finding has no place."""
_FENCED = re.compile(rf"(?m)^{re.escape(PREFIX.rstrip())} ?")


class FindingPlace(FrozenModel):
    """A stretch of the artifact: characters `start` up to `end`, from 0; `line` to `last_line`, from 1; its words, with
    up to 32 characters around them."""

    closeness: Closeness
    start: int
    end: int
    line: int
    last_line: int
    quote: str
    before: str
    after: str


class PlacedFinding(FrozenModel):
    """One reviewer's finding, with its `number` from 1. `hits`: in how many places its words stand; `places`: these,
    where there are several and the words stand there as quoted."""

    reviewer: str
    number: int
    finding: Finding
    hits: int
    place: FindingPlace | None = None
    places: tuple[FindingPlace, ...] = ()

    @property
    def unplaced(self) -> Unplaced | None:
        if self.place:
            return None
        if not self.finding.quote.strip():
            return "no_quote"
        if not says_something(self.finding.quote):
            return "no_letter"
        return "many_places" if self.hits else "nowhere"


def place_findings(sheets: Sequence[ReviewSheet], artifact: Artifact) -> tuple[PlacedFinding, ...]:
    return tuple(
        _place(sheet.reviewer, number, finding, artifact)
        for sheet in sheets
        for number, finding in enumerate(sheet.findings, start=1)
    )


def place_people(added: Sequence[FindingAdded], artifact: Artifact) -> tuple[PlacedFinding, ...]:
    """What people found, each under their name and that they are a person."""
    named = enumerate(added, start=1)
    return tuple(_place(f"{one.person}{PERSON}", at, one.finding, artifact) for at, one in named)


def _place(reviewer: str, number: int, finding: Finding, artifact: Artifact) -> PlacedFinding:
    places_of_quote = find_places(finding.quote, artifact.text)
    bare = _FENCED.sub("", finding.quote)
    if bare != finding.quote and places_of_quote.closeness in (None, "near"):
        # Without the marks that each of its lines was shown with
        places_of_quote = find_places(bare, artifact.text)
    close = places_of_quote.closeness
    places = tuple(place_at(artifact, one, close) for one in places_of_quote.stretches) if close else ()
    return PlacedFinding(
        reviewer=reviewer,
        number=number,
        finding=finding,
        hits=len(places_of_quote.stretches),
        place=places[0] if len(places) == 1 else None,
        places=places if len(places) > 1 and close != "near" else (),
    )


def place_at(artifact: Artifact, stretch: Stretch, closeness: Closeness) -> FindingPlace:
    start, end = stretch
    text = artifact.text
    return FindingPlace(
        closeness=closeness,
        start=start,
        end=end,
        line=artifact.line_at(start),
        last_line=artifact.line_at(end - 1),
        quote=text[start:end],
        before=text[max(0, start - AROUND) : start],
        after=text[end : end + AROUND],
    )


class MergedFinding(FrozenModel):
    """One finding as `given`, in panel order. `place` reaches over all of theirs; `settled`: people's last word."""

    given: tuple[PlacedFinding, ...]
    place: FindingPlace | None
    settled: FindingSettled | None = None

    @property
    def first(self) -> PlacedFinding:
        return self.given[0]

    @property
    def places(self) -> tuple[FindingPlace, ...]:
        """Where its words stand: in one place, in several, or nowhere."""
        return (self.place,) if self.place else self.first.places

    @property
    def dimension(self) -> str:
        return self.first.finding.dimension

    @property
    def fingerprints(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.finding.fingerprint for one in self.given))

    @property
    def found_by(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.reviewer for one in self.given))

    @property
    def severities(self) -> tuple[Severity, ...]:
        return tuple(dict.fromkeys(one.finding.severity for one in self.given))

    @property
    def state(self) -> State:
        return self.settled.state if self.settled else "open"


def merge(
    placed: Sequence[PlacedFinding], artifact: Artifact, settled: Sequence[FindingSettled]
) -> tuple[MergedFinding, ...]:
    """Merge findings: those with a place, or several, in the order of the text, then the others.

    Two are one if they share a dimension and their places overlap, or if neither has a place and their fingerprints are
    equal. `settled`: people's words on findings, in order.
    """
    groups: list[list[PlacedFinding]] = []
    for one in placed:
        same = [group for group in groups if any(_are_one(one, other) for other in group)]
        joined = [*(member for group in same for member in group), one]
        groups = [group for group in groups if group not in same]
        groups.append(joined)
    order = {(one.reviewer, one.number): rank for rank, one in enumerate(placed)}
    merged = [
        _join(sorted(group, key=lambda one: order[one.reviewer, one.number]), artifact, settled)
        for group in groups
    ]

    def key(one: MergedFinding) -> tuple[bool, int, int, int]:
        start, end = next(((place.start, place.end) for place in one.places), (0, 0))
        return not one.places, start, end, order[one.first.reviewer, one.first.number]

    return tuple(sorted(merged, key=key))


def _are_one(one: PlacedFinding, other: PlacedFinding) -> bool:
    if one.finding.dimension != other.finding.dimension:
        return False
    if one.place and other.place:
        return one.place.start < other.place.end and other.place.start < one.place.end
    return not one.place and not other.place and one.finding.fingerprint == other.finding.fingerprint


def _join(
    given: Sequence[PlacedFinding], artifact: Artifact, settled: Sequence[FindingSettled]
) -> MergedFinding:
    places = [one.place for one in given if one.place]
    whole = (min(place.start for place in places), max(place.end for place in places)) if places else None
    names = {one.finding.fingerprint for one in given}
    return MergedFinding(
        given=tuple(given),
        place=place_at(artifact, whole, places[0].closeness) if whole else None,
        settled=next((word for word in reversed(settled) if names & set(word.findings)), None),
    )


class TextPiece(FrozenModel):
    """Words of one line. `findings`: the numbers whose place they are in; `ends`: those that end here."""

    text: str
    findings: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


def text_pieces(artifact: Artifact, findings: Sequence[MergedFinding]) -> tuple[tuple[TextPiece, ...], ...]:
    """The text line by line, cut at findings; a finding's number is its position among `findings`."""
    places = [(number, place) for number, one in enumerate(findings, start=1) for place in one.places]
    lines, start = [], 0
    for line in artifact.lines:
        end = start + len(line)
        here = [(number, place) for number, place in places if place.start < end and place.end > start]
        lines.append(tuple(_pieces(artifact.text, start, end, here)))
        start = end + 1
    return tuple(lines)


def _pieces(text: str, start: int, end: int, here: Sequence[tuple[int, FindingPlace]]) -> Iterator[TextPiece]:
    cuts = {start, end} | {edge for _, place in here for edge in (place.start, place.end)}
    for begin, stop in itertools.pairwise(sorted(cut for cut in cuts if start <= cut <= end)):
        over = [(number, place) for number, place in here if place.start <= begin and stop <= place.end]
        yield TextPiece(
            text=text[begin:stop],
            findings=tuple(number for number, _ in over),
            ends=tuple(
                number for number, place in over if place.end == stop or place.end == end + 1 == stop + 1
            ),
        )
