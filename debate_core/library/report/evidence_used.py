"""What a verdict rests on beside this debate's scores: noise of earlier debates, how often such verdicts were right;
and the score that stands furthest from what its judge and its argument predict."""

from collections.abc import Sequence

from debate_core.domain.noun import FrozenModel
from debate_core.domain.rubric import Scale
from debate_core.library.history import History
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.rater_variance import furthest_score
from debate_core.measuring.shares import Share
from debate_core.verdicts.verdict import Outcome

ENOUGH_KNOWN = 20
"""Earlier debates of known outcome from which on it is said how often verdicts were right. Our own."""


class NoiseReport(FrozenModel):
    """Noise learnt from so many `debates` of the same judges, which `fingerprint` tells from any others; `larger`: this
    debate's own noise is larger than they allow, and counts alone."""

    debates: int
    fingerprint: str
    larger: bool


class TrackRecord(FrozenModel):
    """How often earlier verdicts were right where they `named` a side, and where they named none the side ahead in
    points was (`not_named`): over `debates` whose outcome is known. One that proved a tie makes neither right."""

    debates: int
    named: Estimate
    not_named: Estimate


class OddScore(FrozenModel):
    """The score furthest from what its judge and its argument predict, in points: a place to look first."""

    judge: str
    argument: str
    score: float
    predicted: float


def noise_of(concluded: Outcome) -> NoiseReport | None:
    """What was learnt of the noise, where the rules look at it."""
    learned = concluded.weighed.learned
    if learned is None:
        return None
    larger = concluded.weighed.evidence.gap.larger_than(learned)
    return NoiseReport(debates=learned.debates, fingerprint=learned.fingerprint, larger=larger)


def track_record(history: History, before: float) -> TrackRecord | None:
    """None with fewer than 20 debates of known outcome that finished before a time."""
    known = [one for one in history.verdicts.values() if one.finished_at < before]
    if len(known) < ENOUGH_KNOWN:
        return None
    named = [one.named.upper() == one.truth for one in known if one.named]
    others = [one.favoured.upper() == one.truth for one in known if not one.named and one.favoured]
    return TrackRecord(debates=len(known), named=_share(named), not_named=_share(others))


def _share(right: Sequence[bool]) -> Estimate:
    if not right:
        return Estimate(value=None, reason="there was none")
    return Share(count=sum(right), of=len(right)).estimate


def odd_score(concluded: Outcome, arguments: Sequence[str], scale: Scale) -> OddScore | None:
    """None where no score stands out, or nothing tells. No prediction leaves the scale."""
    table = concluded.weighed.evidence.table
    score = None if table.void else furthest_score(table.ratings, table.floor)
    if score is None:
        return None
    judge, argument, predicted = score
    return OddScore(
        judge=table.named([judge]),
        argument=arguments[argument],
        score=float(table.ratings[judge, argument]),
        predicted=min(max(predicted, float(scale.low)), float(scale.high)),
    )
