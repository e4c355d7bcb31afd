"""What is known of each judge and model over the store's debates, before a given one (CV-5, CV-6).

Knows the store, the fold and the additive fit; not what a weight is. Invariant: a debate never counts as its own
history, nor does a later one, nor an example whose scores nobody's model gave; a judge is its name *and* its model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.errors import DebateError
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.weights import JudgeHistory
from debate_core.record import Record
from debate_core.replay import load
from debate_core.scoresheet import composites
from debate_core.store import Store

JudgeAndModel = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class History:
    """Past debates by judge and model; a judge without any has an empty one."""

    judges: Mapping[JudgeAndModel, JudgeHistory] = field(default_factory=dict)

    def of(self, name: str, model: str) -> JudgeHistory:
        """What is known of one judge with one model."""
        return self.judges.get((name, model), JudgeHistory())


def history_before(store: Store, record: Record) -> History:
    """The history of the judges over finished debates opened before `record`."""
    past: list[Record] = []
    for listing in store.records():
        if listing.opened_at < record.opened_at and listing.id != record.id:
            try:
                held = load(store, listing.id)
            except (DebateError, ValueError):
                continue  # A record that can't be read teaches nothing; the library says so of it.
            if held.progress == "finished" and held.example is None:
                past.append(held)
    return fold_history(past)


def fold_history(records: Sequence[Record]) -> History:
    """Each judge's residual variance (squared points) in each debate whose panel can tell it."""
    variances: dict[JudgeAndModel, list[float]] = {}
    for held in records:
        for who, variance in _variances(held).items():
            variances.setdefault(who, []).append(variance)
    return History(judges={who: JudgeHistory(variances=tuple(found)) for who, found in variances.items()})


def _variances(held: Record) -> dict[JudgeAndModel, float]:
    ids = [argument.id for argument in held.transcript.arguments]
    ratings = composites(held.sheets, ids, [held.config.rubric.weights] * len(held.seats))
    if not ids or held.usable < 2:
        return {}
    found = calibrate(ratings, "additive").judge_variance
    if found is None:
        return {}
    return {
        (seat.name, seat.model): float(variance)
        for seat, variance in zip(held.seats, found, strict=True)
        if np.isfinite(variance) and variance > 0
    }
