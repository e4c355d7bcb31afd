"""Writes people's scores of debates as CSV, with the words to be judged, and reads them in again: all or nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from debate_core.domain.json_csv import in_csv, read_cell
from debate_core.domain.score_sheet import STANDINGS
from debate_core.library.report.rows import settled_rows
from debate_core.library.reviews import SETTLED, checked, settled_cells
from debate_core.ratings.sheet import Faults, cell_text, rows_of
from debate_core.store.events import ReviewGiven
from debate_core.store.record import Record


class ReviewColumns(NamedTuple):
    debate: str
    topic: str
    argument: str
    side: str
    claim: str
    reasoning: str
    evidence: str
    answer: str


WORDS = ReviewColumns._fields
SAID = ("standing", "reason", "blind", "cause", "version")


def as_csv(records: Sequence[Record]) -> str:
    """One line for each person's scores of an argument, and one without a person for an argument nobody has scored."""
    keys = dict.fromkeys(key for record in records for key in record.config.rubric.keys)
    rows = [[*WORDS, "person", *keys, *SAID, *SETTLED]]
    for record in records:
        settled = {row.argument: row for row in settled_rows(record)}
        for words, review in _rows(record):
            closed = settled_cells(settled.get(words.argument))
            rows.append([*words, *_cells(review, list(keys)), *closed])
    return in_csv(rows)


def _rows(record: Record) -> Iterator[tuple[ReviewColumns, ReviewGiven | None]]:
    topic = record.config.topic.text
    for one in record.transcript.arguments:
        answer = record.transcript.responses.get(one.id)
        said = f"{answer.reasoning} {answer.question}".strip() if answer else ""
        words = ReviewColumns(
            record.id, topic, one.id, one.side, one.claim, one.reasoning, one.evidence, said
        )
        given: list[ReviewGiven | None] = [review for review in record.reviews if review.argument == one.id]
        yield from ((words, review) for review in given or [None])


def _cells(review: ReviewGiven | None, keys: Sequence[str]) -> list[str]:
    if review is None:
        return [""] * (1 + len(keys) + len(SAID))
    scores = [str(review.scores.get(key, "")) for key in keys]
    said = [
        review.standing,
        review.reason,
        "yes" if review.blind else "no",
        review.cause or "",
        str(review.version),
    ]
    return [review.person, *scores, *said]


def read_csv(text: str, records: Mapping[str, Record]) -> list[tuple[Record, ReviewGiven]]:
    """The scores in such a file; other columns are not read.

    `blind` is believed where it says `yes`. Raises RatingsRefused with every fault and its line.
    """
    faults, found = Faults(), []
    rows = rows_of(text, faults)
    head, heads = next(rows, (1, []))
    names = [cell.casefold() for cell in heads]
    for wanted in ("debate", "argument", "person", "standing", "reason"):
        if wanted not in names:
            faults.refuse(head, f"a column {wanted}", "none")
    for line, row in rows:
        cells = dict(zip(names, map(read_cell, row), strict=False))
        if not cells.get("person"):
            continue
        record = records.get(cells["debate"])
        if record is None:
            faults.add(line, "the id of a stored debate", cell_text(cells["debate"]))
        elif review := _review(cells, record, line, faults):
            found.append((record, review))
    faults.close()
    return found


def _review(cells: Mapping[str, str], record: Record, line: int, faults: Faults) -> ReviewGiven | None:
    given = {key: cells[key] for key in record.config.rubric.keys if cells.get(key)}
    strange = [key for key, text in given.items() if not (text.isascii() and text.isdigit())]
    standing = next((one for one in STANDINGS if one == cells["standing"].upper().replace(" ", "_")), None)
    for key in strange:
        faults.add(line, f"a whole number for {key}", cell_text(given[key]))
    if standing is None:
        faults.add(line, f"a standing out of {', '.join(STANDINGS)}", cell_text(cells["standing"]))
    if strange or standing is None:
        return None
    scores = {key: int(text) for key, text in given.items()}
    if wanting := checked(record, cells["argument"], scores, cells["reason"]):
        faults.add(line, "scores that can be given", "; ".join(wanting))
        return None
    blind = cells.get("blind", "").casefold() in ("yes", "true", "1")
    try:
        return ReviewGiven(
            person=cells["person"],
            argument=cells["argument"],
            scores=scores,
            standing=standing,
            reason=cells["reason"],
            blind=blind,
            cause=None if blind else cells.get("cause") or "imported, and not said to be blind",
        )
    except ValueError:
        faults.add(line, "a name of 1 to 60 characters that can be shown", cell_text(cells["person"]))
        return None
