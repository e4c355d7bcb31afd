"""The judges at work: each one's counted scores, and a preview of an answer under way, which is stored nowhere."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from debate_core.answers.preview import begun
from debate_core.domain.rubric import Rubric
from debate_core.domain.score_sheet import Standing
from debate_core.domain.steps import judging_step, swapped_step
from debate_core.store.events import newest_words
from debate_core.store.judging import Judging, Seat

ColumnState = Literal["waiting", "reading", "asked_again", "counted", "failed"]


@dataclass(frozen=True, kw_only=True)
class Preview:
    """One argument as an answer under way has it: the judge's own composite in points, and the standing."""

    composite: float
    standing: Standing


@dataclass(frozen=True, kw_only=True)
class JudgeColumn:
    """One judge. `reads`: the argument it is on; `cause`: why it failed, or is asked again."""

    judge: str
    state: ColumnState
    scores: Mapping[str, Preview]
    reads: str | None = None
    cause: str | None = None


def columns(
    judging: Judging, words: Mapping[str, str], faults: Mapping[str, Sequence[str]]
) -> tuple[JudgeColumn, ...]:
    """A column a seat. `words`: under way, by call; `faults`: of a judge's last answer."""
    return tuple(_column(seat, judging, words, faults.get(seat.name, ())) for seat in judging.seats)


def _column(seat: Seat, judging: Judging, words: Mapping[str, str], faults: Sequence[str]) -> JudgeColumn:
    if seat.sheet:
        scores = {
            entry.argument_id: Preview(
                composite=_weighted(seat.weights, entry.scores), standing=entry.standing
            )
            for entry in seat.sheet.entries
        }
        return JudgeColumn(judge=seat.name, state="counted", scores=scores)
    if seat.state == "failed":
        return JudgeColumn(judge=seat.name, state="failed", scores={}, cause=seat.cause)
    under_way = (newest_words(words, step(seat.name)) for step in (judging_step, swapped_step))
    seen = preview(next(filter(None, under_way), ""), judging.ids, judging.rubric, seat.weights)
    on = next((name for name in judging.ids if name not in seen), None) if seat.state != "waiting" else None
    state: ColumnState = "waiting" if seat.state == "waiting" else "asked_again" if faults else "reading"
    return JudgeColumn(
        judge=seat.name, state=state, scores=seen, reads=on, cause=faults[0] if faults else None
    )


def preview(
    partial: str, ids: Collection[str], rubric: Rubric, weights: Mapping[str, float]
) -> dict[str, Preview]:
    """The arguments an unfinished answer has scored so far, without what is out of form or off the scale. `weights`:
    the judge's own, by dimension, summing to 1.

    >>> from debate_core.domain.rubric import STANDARD
    >>> scores = ", ".join(f'"{one.score_name}": 7' for one in STANDARD.dimensions)
    >>> entry = '{"argument_id": "PRO-1", ' + scores + ', "standing": "UPHELD"'
    >>> preview('{"scores": [' + entry, ["PRO-1"], STANDARD, STANDARD.weights)
    {'PRO-1': Preview(composite=7.0, standing='UPHELD')}
    """
    whole = begun(partial)
    entries = whole.get("scores") if isinstance(whole, dict) else None
    previews: dict[str, Preview] = {}
    for place, entry in enumerate(entries if isinstance(entries, list) else [], 1):
        if not isinstance(entry, dict) or not entry:
            continue
        # The last number that came may be half of one, until something stands behind it.
        if place == len(entries or []) and next(reversed(entry)) in rubric.score_names:
            continue
        name, seen = entry.get("argument_id"), _entry(entry, rubric, weights)
        if seen and isinstance(name, str) and name in ids:
            previews[name] = seen
    return previews


def _entry(entry: dict[str, object], rubric: Rubric, weights: Mapping[str, float]) -> Preview | None:
    scores: dict[str, int] = {}
    for dimension in rubric.dimensions:
        value = entry.get(dimension.score_name)
        if isinstance(value, int) and rubric.scale.low <= value <= rubric.scale.high:
            scores[dimension.key] = value
    standing = next((one for one in get_args(Standing) if one == entry.get("standing")), None)
    if standing is None or len(scores) < len(rubric.dimensions):
        return None
    return Preview(composite=_weighted(weights, scores), standing=standing)


def _weighted(weights: Mapping[str, float], scores: Mapping[str, float]) -> float:
    return sum(weight * scores[key] for key, weight in weights.items())
