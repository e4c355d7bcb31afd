"""The lines of an artifact, in pieces of which each is under the same findings: what a page needs to mark them.

Knows places and lines. Invariant: a line's pieces, one after another, are that line to the letter.
"""

import itertools
from collections.abc import Iterator, Sequence

from debate_core.artifact import Artifact
from debate_core.findings.merging import Merged
from debate_core.findings.placing import Place
from debate_core.noun import Noun


class Piece(Noun):
    """Words of one line. `findings`: the numbers, from 1, of those whose place they are in; `ends`: of those that end
    with them."""

    text: str
    findings: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


def marked(artifact: Artifact, findings: Sequence[Merged]) -> tuple[tuple[Piece, ...], ...]:
    """The text line by line. A finding's number is its position among `findings`; one without a place marks nothing."""
    places = [(number, one.place) for number, one in enumerate(findings, start=1) if one.place]
    lines, start = [], 0
    for line in artifact.lines:
        end = start + len(line)
        here = [(number, place) for number, place in places if place.start < end and place.end > start]
        lines.append(tuple(_pieces(artifact.text, start, end, here)))
        start = end + 1
    return tuple(lines)


def _pieces(text: str, start: int, end: int, here: Sequence[tuple[int, Place]]) -> Iterator[Piece]:
    """A line, cut where a finding begins or ends."""
    cuts = {start, end} | {edge for _, place in here for edge in (place.start, place.end)}
    for begin, stop in itertools.pairwise(sorted(cut for cut in cuts if start <= cut <= end)):
        over = [(number, place) for number, place in here if place.start <= begin and stop <= place.end]
        yield Piece(
            text=text[begin:stop],
            findings=tuple(number for number, _ in over),
            ends=tuple(
                number for number, place in over if place.end == stop or place.end == end + 1 == stop + 1
            ),
        )
