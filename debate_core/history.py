"""What is known of each judge and model over the store's debates, before a given one.

Knows the additive fit and the ballots; not where lessons are kept, nor what a weight is. Invariant: a debate never
counts as its own history, nor does a later one, nor an example whose scores nobody's model gave; a judge is its name
*and* its model.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from debate_core.judging.scored import scored_of
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.gap import ballots
from debate_core.measuring.weights import JudgeHistory
from debate_core.record import Record

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

    @property
    def text(self) -> str:
        """The lesson as it is kept; `lesson_from` reads it."""
        return json.dumps([_rows(self.variances), _rows(self.right)], ensure_ascii=False)

    @property
    def digest(self) -> int:
        """40 bits of what outcomes under the default settings learn from it, which is the variances; 0 for none.

        Sums of them over debates, in any order, tell one past from another, and fit SQLite's integers.
        """
        rows = json.dumps(sorted(_rows(self.variances)), ensure_ascii=False).encode()
        return int.from_bytes(hashlib.sha256(rows).digest()[:5]) if self.variances else 0


@dataclass(frozen=True, kw_only=True)
class History:
    """Past debates by judge and model; a judge without any has an empty one."""

    judges: Mapping[JudgeAndModel, JudgeHistory] = field(default_factory=dict)

    def of(self, name: str, model: str | None) -> JudgeHistory:
        """What is known of one judge with one model; of a person nothing."""
        return self.judges.get((name, model or ""), JudgeHistory())


class Past:
    """What lessons add up to, taken in one by one, the oldest first."""

    def __init__(self) -> None:
        self._variances: dict[JudgeAndModel, list[float]] = {}
        self._right: dict[JudgeAndModel, list[bool]] = {}

    def take(self, lesson: Lesson) -> None:
        """Learn one more."""
        for who, variance in lesson.variances.items():
            self._variances.setdefault(who, []).append(variance)
        for who, right in lesson.right.items():
            self._right.setdefault(who, []).append(right)

    @property
    def history(self) -> History:
        """The history of the judges so far."""
        return History(judges={who: self._judge(who) for who in (*self._variances, *self._right)})

    def _judge(self, who: JudgeAndModel) -> JudgeHistory:
        right = self._right.get(who, [])
        return JudgeHistory(right=sum(right), known=len(right), variances=tuple(self._variances.get(who, ())))


def fold_history(lessons: Iterable[Lesson]) -> History:
    """All lessons by judge and model, the oldest first."""
    past = Past()
    for lesson in sorted(lessons, key=lambda one: one.opened_at):
        past.take(lesson)
    return past.history


def lesson_from(text: str, *, debate: str, opened_at: float) -> Lesson:
    """The lesson that was kept as `text`."""
    variances, right = json.loads(text)
    return Lesson(
        debate=debate,
        opened_at=opened_at,
        variances={(name, model): value for name, model, value in variances},
        right={(name, model): value for name, model, value in right},
    )


def _rows(by_judge: Mapping[JudgeAndModel, float | bool]) -> list[tuple[str, str, float | bool]]:
    return [(name, model, value) for (name, model), value in by_judge.items()]


def lesson_of(record: Record) -> Lesson | None:
    """What one debate teaches; None while it has never finished, and for an example."""
    if not record.concluded or record.example is not None:
        return None
    return Lesson(
        debate=record.id, opened_at=record.opened_at, variances=_variances(record), right=_right(record)
    )


def _right(record: Record) -> dict[JudgeAndModel, bool]:
    """Whether each judge's computed ballot was the true outcome; a judge that cast none is not in it."""
    if record.true_outcome is None:
        return {}
    scored = scored_of(record.judging)
    if scored.sides is None:
        return {}
    cast = ballots(scored.own, scored.sides)
    return {
        (seat.name, seat.model): ballot == record.true_outcome.outcome
        for seat, ballot in zip(record.judging.seats, cast, strict=True)
        if ballot is not None and seat.model
    }


def _variances(record: Record) -> dict[JudgeAndModel, float]:
    scored = scored_of(record.judging)
    if not scored.ids or record.judging.usable < TELLING:
        return {}
    found = calibrate(scored.common, "additive").judge_variance
    if found is None:
        return {}
    return {
        (seat.name, seat.model): float(variance)
        for seat, variance in zip(record.judging.seats, found, strict=True)
        if seat.model and np.isfinite(variance) and variance > 0
    }
