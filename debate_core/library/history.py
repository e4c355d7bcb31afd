"""What is known of each judge and model over the store's earlier debates; a judge is its name *and* its model."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from debate_core.library.lesson import JudgeAndModel, Lesson, Noise, Verdict
from debate_core.measuring.arrays import Floats
from debate_core.measuring.learned_noise import ENOUGH, LearnedNoise, learn
from debate_core.measuring.weights import JudgeHistory


@dataclass(frozen=True, kw_only=True)
class History:
    """Past debates by judge and model. `ballots`: when a true outcome was recorded, and whether each ballot was that;
    `noise` and `verdicts`: by debate."""

    judges: Mapping[JudgeAndModel, JudgeHistory] = field(default_factory=dict)
    ballots: Sequence[tuple[float, Mapping[JudgeAndModel, bool]]] = ()
    noise: Mapping[str, Noise] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)

    def of(self, name: str, model: str | None) -> JudgeHistory:
        return self.judges.get((name, model or ""), JudgeHistory())

    def wrong(self, judges: Sequence[JudgeAndModel], before: float) -> Floats:
        """Where these judges erred (n_judges, n_debates) by what was known before a time: 1 wrong, 0 right, NaN without
        a ballot. What is recorded later moves no verdict."""
        known = [one for at, one in self.ballots if at < before]
        return np.array([[1.0 - one.get(who, np.nan) for one in known] for who in judges]).reshape(
            len(judges), len(known)
        )

    def learned(self, models: Sequence[str], before: float) -> LearnedNoise | None:
        """The noise of judges on these models, in points, from debates that finished before a time; None where there
        are fewer than 10, or they tell nothing."""
        kin = tuple(sorted(models))
        learned_of = {
            name: one for name, one in self.noise.items() if one.models == kin and one.finished_at < before
        }
        if len(learned_of) < ENOUGH:
            return None
        score = learn(
            [one.score for one in learned_of.values()], [one.score_df for one in learned_of.values()]
        )
        gaps = learn(
            [one.own_gaps for one in learned_of.values()], [one.own_gaps_df for one in learned_of.values()]
        )
        fingerprint = hashlib.sha256("\n".join(sorted(learned_of)).encode()).hexdigest()[:8]
        if score is None or gaps is None:
            return None
        return LearnedNoise(score=score, own_gaps=gaps, debates=len(learned_of), fingerprint=fingerprint)


class Past:
    def __init__(self) -> None:
        self._variances: dict[JudgeAndModel, list[float]] = {}
        self._right: dict[JudgeAndModel, list[bool]] = {}
        self._ballots: list[tuple[float, Mapping[JudgeAndModel, bool]]] = []
        self._noise: dict[str, Noise] = {}
        self._verdicts: dict[str, Verdict] = {}

    def take(self, lesson: Lesson) -> None:
        for who, variance in lesson.variances.items():
            self._variances.setdefault(who, []).append(variance)
        if lesson.noise:
            self._noise[lesson.debate] = lesson.noise
        if lesson.verdict:
            self._verdicts[lesson.debate] = lesson.verdict
        if lesson.right:
            self._ballots.append((lesson.known_at, lesson.right))
        for who, right in lesson.right.items():
            self._right.setdefault(who, []).append(right)

    @property
    def history(self) -> History:
        return History(
            judges={who: self._judge(who) for who in (*self._variances, *self._right)},
            ballots=tuple(self._ballots),
            noise=dict(self._noise),
            verdicts=dict(self._verdicts),
        )

    def _judge(self, who: JudgeAndModel) -> JudgeHistory:
        right = self._right.get(who, [])
        return JudgeHistory(right=sum(right), known=len(right), variances=tuple(self._variances.get(who, ())))


def fold_history(lessons: Iterable[Lesson]) -> History:
    past = Past()
    for lesson in sorted(lessons, key=lambda one: one.opened_at):
        past.take(lesson)
    return past.history
