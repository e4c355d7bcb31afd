"""What is known of each judge and model over the store's debates, before a given one (CV-5, CV-6).

Knows the store, the fold, the additive fit and the ballots; not what a weight is. Invariant: a debate never counts as
its own history, nor does a later one, nor an example whose scores nobody's model gave; a judge is its name *and* its
model.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from debate_core.errors import DebateError
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.gap import ballots
from debate_core.measuring.weights import JudgeHistory
from debate_core.record import Record
from debate_core.replay import load
from debate_core.scoresheet import composites
from debate_core.store import Store

JudgeAndModel = tuple[str, str]
TELLING = 3
"""Judges a panel needs to tell them apart: of two, the residuals mirror one another."""


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """What one debate shows of its judges: residual variances (squared points) where its panel can tell them, and
    whether each computed ballot was the true outcome, where that is known."""

    debate: str
    opened_at: float
    variances: Mapping[JudgeAndModel, float]
    right: Mapping[JudgeAndModel, bool]


@dataclass(frozen=True, kw_only=True)
class History:
    """Past debates by judge and model; a judge without any has an empty one."""

    judges: Mapping[JudgeAndModel, JudgeHistory] = field(default_factory=dict)

    def of(self, name: str, model: str) -> JudgeHistory:
        """What is known of one judge with one model."""
        return self.judges.get((name, model), JudgeHistory())


def history_before(store: Store, record: Record) -> History:
    """The history of the judges over finished debates opened before `record`."""
    return history_from(lessons(store), record)


def lessons(store: Store) -> Iterator[Lesson]:
    """What each debate of the store teaches, newest first."""
    for listing in store.records():
        try:
            found = lesson_of(load(store, listing.id))
        except (DebateError, ValueError):
            continue  # A record that can't be read teaches nothing; the library says so of it.
        if found:
            yield found


def history_from(past: Iterable[Lesson], record: Record) -> History:
    """The history of the judges that these lessons give before `record`: neither it nor a later debate counts."""
    return fold_history(one for one in past if one.debate != record.id and one.opened_at < record.opened_at)


def lesson_of(held: Record) -> Lesson | None:
    """What one debate teaches; None while it isn't finished, and for an example."""
    if held.progress != "finished" or held.example is not None:
        return None
    return Lesson(debate=held.id, opened_at=held.opened_at, variances=_variances(held), right=_right(held))


def fold_history(past: Iterable[Lesson]) -> History:
    """All lessons by judge and model, the oldest first."""
    ordered = sorted(past, key=lambda one: one.opened_at)
    names = dict.fromkeys(who for one in ordered for who in (*one.variances, *one.right))
    return History(judges={who: _judge(ordered, who) for who in names})


def _judge(past: Iterable[Lesson], who: JudgeAndModel) -> JudgeHistory:
    past = tuple(past)
    right = [one.right[who] for one in past if who in one.right]
    variances = tuple(one.variances[who] for one in past if who in one.variances)
    return JudgeHistory(right=sum(right), known=len(right), variances=variances)


def _right(held: Record) -> dict[JudgeAndModel, bool]:
    """Whether each judge's computed ballot was the true outcome; a judge that cast none is not in it."""
    if held.true_outcome is None:
        return {}
    arguments, rubric = held.transcript.arguments, held.config.rubric
    weights = [judge.own_weights(rubric) for judge in held.config.panel.judges]
    own = composites(held.sheets, [argument.id for argument in arguments], weights)
    cast = ballots(own, [argument.side for argument in arguments])
    return {
        (seat.name, seat.model): ballot == held.true_outcome.outcome
        for seat, ballot in zip(held.seats, cast, strict=True)
        if ballot is not None
    }


def _variances(held: Record) -> dict[JudgeAndModel, float]:
    ids = [argument.id for argument in held.transcript.arguments]
    ratings = composites(held.sheets, ids, [held.config.rubric.weights] * len(held.seats))
    if not ids or held.usable < TELLING:
        return {}
    found = calibrate(ratings, "additive").judge_variance
    if found is None:
        return {}
    return {
        (seat.name, seat.model): float(variance)
        for seat, variance in zip(held.seats, found, strict=True)
        if np.isfinite(variance) and variance > 0
    }
