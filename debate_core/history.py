"""What is known of each judge and model over the store's earlier debates; a judge is its name *and* its model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.lesson import JudgeAndModel, Lesson
from debate_core.measuring.arrays import Floats
from debate_core.measuring.weights import JudgeHistory


@dataclass(frozen=True, kw_only=True)
class History:
    """Past debates by judge and model. `ballots`: whether each ballot was the true outcome, where known."""

    judges: Mapping[JudgeAndModel, JudgeHistory] = field(default_factory=dict)
    ballots: Sequence[Mapping[JudgeAndModel, bool]] = ()

    def of(self, name: str, model: str | None) -> JudgeHistory:
        return self.judges.get((name, model or ""), JudgeHistory())

    def wrong(self, judges: Sequence[JudgeAndModel]) -> Floats:
        """Where these judges erred (n_judges, n_debates): 1 wrong, 0 right, NaN without a ballot."""
        return np.array([[1.0 - one.get(who, np.nan) for one in self.ballots] for who in judges]).reshape(
            len(judges), len(self.ballots)
        )


class Past:
    def __init__(self) -> None:
        self._variances: dict[JudgeAndModel, list[float]] = {}
        self._right: dict[JudgeAndModel, list[bool]] = {}
        self._ballots: list[Mapping[JudgeAndModel, bool]] = []

    def take(self, lesson: Lesson) -> None:
        for who, variance in lesson.variances.items():
            self._variances.setdefault(who, []).append(variance)
        if lesson.right:
            self._ballots.append(lesson.right)
        for who, right in lesson.right.items():
            self._right.setdefault(who, []).append(right)

    @property
    def history(self) -> History:
        return History(
            judges={who: self._judge(who) for who in (*self._variances, *self._right)},
            ballots=tuple(self._ballots),
        )

    def _judge(self, who: JudgeAndModel) -> JudgeHistory:
        right = self._right.get(who, [])
        return JudgeHistory(right=sum(right), known=len(right), variances=tuple(self._variances.get(who, ())))


def fold_history(lessons: Iterable[Lesson]) -> History:
    past = Past()
    for lesson in sorted(lessons, key=lambda one: one.opened_at):
        past.take(lesson)
    return past.history
