"""Suspect claims marked where they stand in a speech: each field's text with the stretches quoted from it.

Knows the register and the turn; shows nothing. Invariant: a claim is marked once, in the first field that holds its
words; one whose words are nowhere in the turn is marked nowhere.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from debate_core.answers.quotes import find_quote
from debate_core.scorecard.register import Entry
from debate_core.transcript import Turn
from pages.ui.widgets.words import Mark

Marks = Mapping[str, Sequence[Mark]]
NO_MARKS: Marks = {}


def marks_in(turn: Turn, entries: Sequence[Entry]) -> Marks:
    """The marks of each field of a speech, by the field's own text."""
    marks: dict[str, list[Mark]] = {}
    for entry in entries:
        for text in _fields(turn):
            mark = _mark(text, entry)
            if mark is not None:
                marks.setdefault(text, []).append(mark)
                break
    return marks


def status_words(entry: Entry) -> str:
    """A claim's status in words: `flagged`, `exposed by turn 5`, `overturned by a person`, `quote not found`."""
    if entry.status == "exposed":
        return f"exposed by turn {entry.exposed_by}"
    return {"flagged": "flagged", "overturned": "overturned by a person", "not_found": "quote not found"}[
        entry.status
    ]


def _mark(text: str, entry: Entry) -> Mark | None:
    if not entry.quote or entry.found in (None, "not_found"):
        return None
    label = f"{entry.id} {status_words(entry)}"
    words = re.findall(r"\w+", entry.quote)
    there = re.search(r"\W+".join(map(re.escape, words)), text, re.IGNORECASE) if words else None
    if there:
        return Mark(begin=there.start(), end=there.end(), label=label)
    if find_quote(entry.quote, text) != "not_found":
        return Mark(begin=len(text), end=len(text), label=f"{label}, near match")
    return None


def _fields(turn: Turn) -> Iterator[str]:
    for argument in turn.arguments:
        yield from (argument.claim, argument.reasoning, argument.evidence)
    for response in turn.responses:
        yield from (response.reasoning, response.question)
    if turn.closing:
        yield turn.closing.position
