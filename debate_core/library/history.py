"""What each finished debate shows of its judges, and what is known of a judge and its model from all."""

import hashlib
import json
from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Annotated, NamedTuple, TypeVar

import numpy as np
from pydantic import BeforeValidator, PlainSerializer, TypeAdapter

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.rubric import Ballot
from debate_core.domain.transcript import Side
from debate_core.measuring.additive import fit
from debate_core.measuring.arrays import Floats, scalar
from debate_core.measuring.calibration import Calibration, Severity, calibrate
from debate_core.measuring.gap import ballot_of, ballots, gaps, own_gaps
from debate_core.measuring.table import panel_table
from debate_core.measuring.weights import ENOUGH, JudgeHistory, LearnedNoise, learn
from debate_core.store import JudgeHistoryRow
from debate_core.store.events import Sampled
from debate_core.store.judging import Scored, blind_of, kinds_of, scored_of, with_people
from debate_core.store.record import Record

JudgeAndModel = tuple[str, str]
T = TypeVar("T")
ByJudge = Annotated[
    Mapping[JudgeAndModel, T],
    BeforeValidator(lambda rows: {tuple(who): value for who, value in rows}),
    PlainSerializer(lambda by_judge: [*by_judge.items()]),
]
"""In JSON a list, where no key is a pair."""
DRAWN: tuple[Sampled, ...] = ("anchor", "divergent")
TELLING = 3
"""Judges a panel needs to tell them apart: of two, the residuals mirror one another."""


class Blind(FrozenValue):
    """Common composites, in points, of arguments that people scored blind: by person and by judge; None where one
    didn't. `drawn`: why each argument stood in a queue."""

    drawn: Sequence[Sampled]
    people: Mapping[str, Sequence[float | None]]
    judges: ByJudge[Sequence[float | None]]


class Noise(NamedTuple):
    """How far scores, and judges' own gaps, varied in one debate: variances in squared points with their degrees of
    freedom; `models` of the judges that scored, sorted; when it finished."""

    models: tuple[str, ...]
    score: float
    score_df: int
    own_gaps: float
    own_gaps_df: int
    finished_at: float


class Verdict(NamedTuple):
    """What the usual rules say of a debate by itself, and what turned out to be true: the side `named`, None on no
    call; the side `favoured` in points, None where they are level; when it finished."""

    named: Side | None
    favoured: Side | None
    truth: Ballot
    finished_at: float


class HistoryEntry(FrozenValue):
    """What one debate shows of its judges: residual variances (squared points) where its panel can tell them; whether
    each ballot was the true outcome, and when that was recorded; severity; the side each dimension's scores preferred;
    and people's scores. `origin`: the record's case, and the debate its speeches were made in."""

    debate: str
    opened_at: float
    origin: tuple[str, str]
    variances: ByJudge[float] = field(default_factory=dict)
    noise: Noise | None = None
    verdict: Verdict | None = None
    right: ByJudge[bool] = field(default_factory=dict)
    known_at: float = 0.0
    severities: ByJudge[Severity] = field(default_factory=dict)
    truth: Ballot | None = None
    preferred: Mapping[str, Ballot] = field(default_factory=dict)
    blind: Blind | None = None

    @property
    def text(self) -> str:
        return _AS_JSON.dump_json(self, exclude_defaults=True).decode()

    @property
    def digest(self) -> int:
        """40 bits of the variances; 0 for none.

        Sums over debates, in any order, tell one past from another, and fit SQLite's integers.
        """
        variances = sorted((*who, variance) for who, variance in self.variances.items())
        rows = json.dumps([variances, self.noise], ensure_ascii=False).encode()
        return int.from_bytes(hashlib.sha256(rows).digest()[:5]) if self.variances else 0


_AS_JSON = TypeAdapter(HistoryEntry)


def entry_from_row(taught: JudgeHistoryRow) -> HistoryEntry:
    return _AS_JSON.validate_json(taught.lesson)


def history_entry(record: Record, verdict: Verdict | None = None) -> HistoryEntry | None:
    """What one debate teaches, and its `verdict` where its true outcome is known; None while it has never finished, for
    an example, and where its scores mean nothing."""
    if not record.concluded or record.example is not None or record.judging.defect:
        return None
    scored = scored_of(record.judging)
    fitted = calibrate(record.judging.rubric.scale.unit * scored.common, "additive") if scored.ids else None
    return HistoryEntry(
        debate=record.id,
        opened_at=record.opened_at,
        origin=(record.case, record.forked_from or record.id),
        variances=_variances(record, fitted),
        noise=_noise(record, scored),
        verdict=verdict,
        right=_right(record, scored),
        known_at=record.known_at,
        severities={
            (seat.name, seat.model): fitted.severity_of(place) if fitted else Severity()
            for place, seat in enumerate(record.judging.seats)
            if seat.model and seat.sheet
        },
        truth=record.true_outcome.outcome if record.true_outcome else None,
        preferred=_preferences(record, scored),
        blind=_blind(record),
    )


def _right(record: Record, scored: Scored) -> dict[JudgeAndModel, bool]:
    if record.true_outcome is None or scored.sides is None:
        return {}
    cast = ballots(scored.own, scored.sides)
    return {
        (seat.name, seat.model): ballot == record.true_outcome.outcome
        for seat, ballot in zip(record.judging.seats, cast, strict=True)
        if ballot is not None and seat.model
    }


def _variances(record: Record, fitted: Calibration | None) -> dict[JudgeAndModel, float]:
    if fitted is None or fitted.judge_variance is None or record.judging.usable < TELLING:
        return {}
    return {
        (seat.name, seat.model): float(variance)
        for seat, variance in zip(record.judging.seats, fitted.judge_variance, strict=True)
        if seat.model and np.isfinite(variance) and variance > 0
    }


def _noise(record: Record, scored: Scored) -> Noise | None:
    """None where the panel can't tell its judges apart, or who they are."""
    judges = [seat for seat in record.judging.seats if seat.sheet]
    if scored.sides is None or len(judges) < TELLING or record.concluded_at is None:
        return None
    fitted = fit(scored.own)
    gaps_of = own_gaps(scored.own, scored.sides)
    gaps_of = gaps_of[np.isfinite(gaps_of)]
    if int(fitted.df) < 1 or gaps_of.size < TELLING:
        return None
    unit = record.judging.rubric.scale.unit**2
    return Noise(
        models=tuple(sorted(seat.kin for seat in judges)),
        score=float(fitted.variance) * unit,
        score_df=int(fitted.df),
        own_gaps=float(gaps_of.var(ddof=1)) * unit,
        own_gaps_df=gaps_of.size - 1,
        finished_at=record.concluded_at,
    )


def _preferences(record: Record, scored: Scored) -> dict[str, Ballot]:
    """The side that all judges' scores of a dimension prefer; a tie within the points that make a ballot one."""
    if record.true_outcome is None or record.true_outcome.outcome == "TIE" or scored.sides is None:
        return {}
    tables = [panel_table(one, scored.sides) for one in scored.dimensions.values()]
    sides = (ballot_of(gap.value) for gap in gaps(tables))
    return {key: side for key, side in zip(scored.dimensions, sides, strict=True) if side}


def _blind(record: Record) -> Blind | None:
    given = blind_of(record.reviews)
    kinds = kinds_of(given)
    drawn: dict[str, Sampled] = {
        name: why for name in record.judging.ids for why in DRAWN if why in kinds.get(name, {}).values()
    }
    items = list(drawn)
    if not items:
        return None
    seated = with_people(record.judging, record.reviews)
    scale = record.judging.rubric.scale
    scores = scored_of(seated).common[:, [record.judging.ids.index(name) for name in items]]
    scores = scale.unit * (scores - scale.low) + 1
    judges = len(record.judging.seats)
    return Blind(
        drawn=list(drawn.values()),
        people={
            person: [
                scalar(score) if kinds[name].get(person) == drawn[name] else None
                for name, score in zip(items, row, strict=True)
            ]
            for person, row in zip(given, scores[judges:], strict=True)
        },
        judges={
            (seat.name, seat.model): list(map(scalar, row))
            for seat, row in zip(record.judging.seats, scores[:judges], strict=True)
            if seat.model and seat.sheet
        },
    )


class History(FrozenValue):
    """Past debates by judge and model. `ballots`: when a case's true outcome was recorded, and whether each ballot was
    that; `noise`: by debate, `verdicts`: by case."""

    judges: Mapping[JudgeAndModel, JudgeHistory] = field(default_factory=dict)
    ballots: Sequence[tuple[float, str, Mapping[JudgeAndModel, bool]]] = ()
    noise: Mapping[str, Noise] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)

    def of(self, name: str, model: str | None) -> JudgeHistory:
        return self.judges.get((name, model or ""), JudgeHistory())

    def wrong(self, judges: Sequence[JudgeAndModel], before: float) -> Floats:
        """Where these judges erred (n_judges, n_debates) by what was known before a time: 1 wrong, 0 right, NaN without
        a ballot; of a case each one's that was known first. What is recorded later moves no verdict."""
        wrong = np.full((len(judges), len(self.ballots)), np.nan)
        counted = set[tuple[JudgeAndModel, str]]()
        for debate in sorted(range(len(self.ballots)), key=lambda one: self.ballots[one][0]):
            at, case, right = self.ballots[debate]
            for judge, who in enumerate(judges):
                if at < before and who in right and (who, case) not in counted:
                    counted.add((who, case))
                    wrong[judge, debate] = not right[who]
        return wrong

    def learned_noise(self, models: Sequence[str], before: float) -> LearnedNoise | None:
        """The noise of judges on these models, in points, from debates that finished before a time; None where there
        are fewer than 10, or they tell nothing."""
        kin = tuple(sorted(models))
        debates = [one for one in self.noise.items() if one[1].finished_at < before and one[1].models == kin]
        if len(debates) < ENOUGH:
            return None
        score = learn([one.score for _, one in debates], [one.score_df for _, one in debates])
        gaps = learn([one.own_gaps for _, one in debates], [one.own_gaps_df for _, one in debates])
        fingerprint = hashlib.sha256("\n".join(sorted(name for name, _ in debates)).encode()).hexdigest()[:8]
        if score is None or gaps is None:
            return None
        return LearnedNoise(score=score, own_gaps=gaps, debates=len(debates), fingerprint=fingerprint)


class _Past:
    def __init__(self) -> None:
        self._variances: dict[JudgeAndModel, dict[str, float]] = {}
        self._right: dict[JudgeAndModel, dict[str, bool]] = {}
        self._ballots: list[tuple[float, str, Mapping[JudgeAndModel, bool]]] = []
        self._noise: dict[tuple[str, ...], tuple[str, Noise]] = {}
        self._verdicts: dict[str, Verdict] = {}

    def take(self, entry: HistoryEntry) -> None:
        """Of several readings of the same speeches the first counts, of a case's verdicts and rights the first."""
        case, speeches = entry.origin
        for who, variance in entry.variances.items():
            self._variances.setdefault(who, {}).setdefault(speeches, variance)
        if entry.noise:
            self._noise.setdefault((speeches, *entry.noise.models), (entry.debate, entry.noise))
        if entry.verdict:
            self._verdicts.setdefault(case, entry.verdict)
        if entry.right:
            self._ballots.append((entry.known_at, case, entry.right))
        for who, right in entry.right.items():
            self._right.setdefault(who, {}).setdefault(case, right)

    @property
    def history(self) -> History:
        return History(
            judges={who: self._judge(who) for who in (*self._variances, *self._right)},
            ballots=tuple(self._ballots),
            noise=dict(self._noise.values()),
            verdicts=dict(self._verdicts),
        )

    def _judge(self, who: JudgeAndModel) -> JudgeHistory:
        right, variances = self._right.get(who, {}), self._variances.get(who, {})
        return JudgeHistory(right=sum(right.values()), known=len(right), variances=tuple(variances.values()))


def fold_history(entries: Iterable[HistoryEntry]) -> History:
    past = _Past()
    for entry in sorted(entries, key=lambda one: one.opened_at):
        past.take(entry)
    return past.history


class Behind:
    """What lies before a time that only goes on: the judges' history, and its digest (see HistoryEntry.digest)."""

    def __init__(self, taught: Iterable[JudgeHistoryRow]) -> None:
        self._all = sorted(taught)
        self._reached = self._read = 0
        self._past = _Past()
        self.number = 0

    def add(self, taught: JudgeHistoryRow | None) -> None:
        if taught:
            insort(self._all, taught, lo=self._reached)

    def reach(self, opened_at: float) -> None:
        while self._reached < len(self._all) and self._all[self._reached].opened_at < opened_at:
            self.number += self._all[self._reached].digest
            self._reached += 1

    @property
    def history(self) -> History:
        """Lessons are read only where it is asked for."""
        for taught in self._all[self._read : self._reached]:
            self._past.take(entry_from_row(taught))
        self._read = self._reached
        return self._past.history
