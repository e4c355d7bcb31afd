"""The judges at work: what each has scored so far, counted or only begun.

Knows the judging and the words under way. Invariant: a score counts when its whole sheet was read; whatever comes from
an answer under way is marked as a preview, and the last asking alone is looked at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from debate_core.events import newest_words
from debate_core.judging.judging import Judging, Seat
from debate_core.judging.preview import Preview, preview

ColumnState = Literal["waiting", "reading", "asked_again", "counted", "failed"]


@dataclass(frozen=True, kw_only=True)
class Column:
    """One judge: `scores` by argument; `reads`: the argument it is on; `cause`: why it failed, or is asked again."""

    judge: str
    state: ColumnState
    scores: Mapping[str, Preview]
    reads: str | None = None
    cause: str | None = None


def columns(
    judging: Judging, words: Mapping[str, str], faults: Mapping[str, Sequence[str]]
) -> tuple[Column, ...]:
    """A column a seat. `words`: of calls under way, by call; `faults`: what was wrong with a judge's last answer."""
    return tuple(_column(seat, judging, words, faults.get(seat.name, ())) for seat in judging.seats)


def _column(seat: Seat, judging: Judging, words: Mapping[str, str], faults: Sequence[str]) -> Column:
    if seat.sheet:
        scores = {
            entry.argument_id: Preview(
                composite=judging.rubric.composite(entry.scores), standing=entry.standing
            )
            for entry in seat.sheet.entries
        }
        return Column(judge=seat.name, state="counted", scores=scores)
    if seat.state == "failed":
        return Column(judge=seat.name, state="failed", scores={}, cause=seat.cause)
    seen = preview(newest_words(words, f"judging:{seat.name}"), judging.ids, judging.rubric)
    on = next((name for name in judging.ids if name not in seen), None) if seat.state != "waiting" else None
    state: ColumnState = "waiting" if seat.state == "waiting" else "asked_again" if faults else "reading"
    return Column(judge=seat.name, state=state, scores=seen, reads=on, cause=faults[0] if faults else None)
