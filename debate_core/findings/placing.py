"""Where the words that a finding quotes stand in the artifact: code looks, no model counts lines.

Knows quotes and texts. Invariant: a finding has a place only where its words can mean one stretch of the text; one
whose words stand nowhere, or in several places, keeps all it says and is unplaced.
"""

import re
from collections.abc import Sequence

from debate_core.answers.quotes import Closeness, Places, Stretch, find_places, says_something
from debate_core.artifact import Artifact, Finding, ReviewSheet
from debate_core.noun import Noun
from debate_core.numerals import spelled
from debate_core.prompts.fence import PREFIX

AROUND = 32
"""Characters of the text kept on either side of a place."""
_FENCED = re.compile(rf"(?m)^{re.escape(PREFIX.rstrip())} ?")


class Place(Noun):
    """A stretch of the artifact: characters `start` up to, not including, `end`, counted from 0; lines `line` to
    `last_line`, counted from 1; the words themselves, with up to 32 characters before and after them."""

    closeness: Closeness
    start: int
    end: int
    line: int
    last_line: int
    quote: str
    before: str
    after: str

    def overlaps(self, other: "Place") -> bool:
        """Whether the two have a character in common."""
        return self.start < other.end and other.start < self.end


class Placed(Noun):
    """One reviewer's finding. `number` counts that reviewer's, from 1. `place` is None where its words stand in no one
    place; `hits`: in how many they do."""

    reviewer: str
    number: int
    finding: Finding
    hits: int
    place: Place | None = None

    @property
    def id(self) -> str:
        """Its name within the record: `Security analyst 2`."""
        return f"{self.reviewer} {self.number}"

    @property
    def unplaced(self) -> str | None:
        """Why it has no place, in words; None for one that has."""
        if self.place:
            return None
        if not self.finding.quote.strip():
            return "it quotes no words: it is about something missing"
        if not says_something(self.finding.quote):
            return "what it quotes holds no letter or digit"
        if self.hits:
            return f"the words it quotes stand in {_count(self.hits)} places"
        return "the words it quotes stand nowhere in the text"


def _count(hits: int) -> str:
    return spelled(hits) if hits <= 8 else str(hits)


def place_findings(sheets: Sequence[ReviewSheet], artifact: Artifact) -> tuple[Placed, ...]:
    """Every finding of every sheet, in their order."""
    return tuple(
        _placed(sheet.reviewer, number, finding, artifact)
        for sheet in sheets
        for number, finding in enumerate(sheet.findings, start=1)
    )


def _placed(reviewer: str, number: int, finding: Finding, artifact: Artifact) -> Placed:
    found = _find(finding.quote, artifact.text)
    only = found.stretches[0] if found.closeness and len(found.stretches) == 1 else None
    return Placed(
        reviewer=reviewer,
        number=number,
        finding=finding,
        hits=len(found.stretches),
        place=place_at(artifact, only, found.closeness) if only and found.closeness else None,
    )


def _find(quote: str, text: str) -> Places:
    """As it was quoted; else without the marks that each of its lines was shown with."""
    found = find_places(quote, text)
    bare = _FENCED.sub("", quote)
    return find_places(bare, text) if bare != quote and found.closeness in (None, "near") else found


def place_at(artifact: Artifact, stretch: Stretch, closeness: Closeness) -> Place:
    """The place that a stretch of the artifact is."""
    start, end = stretch
    text = artifact.text
    return Place(
        closeness=closeness,
        start=start,
        end=end,
        line=artifact.line_at(start),
        last_line=artifact.line_at(end - 1),
        quote=text[start:end],
        before=text[max(0, start - AROUND) : start],
        after=text[end : end + AROUND],
    )
