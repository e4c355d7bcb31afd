"""A judge's scores while its answer is still coming: a look, never a result.

Knows the rubric and the answer's form. Invariant: nothing here is stored or counted: what counts is read strictly from
the whole answer; an entry is shown once what stands behind its numbers has begun, so that no number is half of one.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import get_args

from debate_core.answers.preview import begun
from debate_core.rubric import Rubric
from debate_core.scoresheet import Standing


@dataclass(frozen=True, kw_only=True)
class Preview:
    """One argument as an answer under way has it: the common composite in points, and the standing."""

    composite: float
    standing: Standing


def preview(partial: str, ids: Collection[str], rubric: Rubric) -> dict[str, Preview]:
    """The arguments that an answer under way has scored so far; what is out of form or off the scale is left out.

    >>> from debate_core.rubric import STANDARD
    >>> scores = ", ".join(f'"{one.score_name}": 7' for one in STANDARD.dimensions)
    >>> entry = '{"argument_id": "PRO-1", ' + scores + ', "standing": "UPHELD"'
    >>> preview('{"scores": [' + entry, ["PRO-1"], STANDARD)
    {'PRO-1': Preview(composite=7.0, standing='UPHELD')}
    """
    whole = begun(partial)
    entries = whole.get("scores") if isinstance(whole, dict) else None
    found: dict[str, Preview] = {}
    for place, entry in enumerate(entries if isinstance(entries, list) else [], 1):
        if not isinstance(entry, dict) or not entry:
            continue
        # The last number that came may be half of one, until something stands behind it.
        if place == len(entries or []) and next(reversed(entry)) in rubric.score_names:
            continue
        name, seen = entry.get("argument_id"), _entry(entry, rubric)
        if seen and isinstance(name, str) and name in ids:
            found[name] = seen
    return found


def _entry(entry: dict[str, object], rubric: Rubric) -> Preview | None:
    scores: dict[str, int] = {}
    for dimension in rubric.dimensions:
        value = entry.get(dimension.score_name)
        if isinstance(value, int) and rubric.scale.low <= value <= rubric.scale.high:
            scores[dimension.key] = value
    standing = next((one for one in get_args(Standing) if one == entry.get("standing")), None)
    if standing is None or len(scores) < len(rubric.dimensions):
        return None
    return Preview(composite=rubric.composite(scores), standing=standing)
