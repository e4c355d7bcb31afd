"""The rows of a report: one per argument, one per judge; NaN in an array is None in a row."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from debate_core.domain.score_sheet import ArgumentScores, Overall, Standing
from debate_core.domain.transcript import Transcript
from debate_core.library.history import History
from debate_core.library.report import shape
from debate_core.measuring.arrays import Floats, scalar
from debate_core.measuring.calibration import Calibration
from debate_core.measuring.divergence import ArgumentFigures, Divergence
from debate_core.measuring.gap import ballot_of
from debate_core.measuring.weights import JudgeHistory, JudgeWeights
from debate_core.store.judging import Judging
from debate_core.store.record import Record
from debate_core.store.scored import Scored
from debate_core.verdicts.rules import Rules
from debate_core.verdicts.verdict import Outcome


def argument_rows(
    transcript: Transcript,
    scored: Scored,
    calibration: Calibration,
    divergence: Divergence,
    concluded: Outcome,
) -> tuple[shape.ArgumentRow, ...]:
    return tuple(
        _argument_row(transcript, scored, calibration, figures, concluded) for figures in divergence.arguments
    )


def _argument_row(
    transcript: Transcript,
    scored: Scored,
    calibration: Calibration,
    figures: ArgumentFigures,
    concluded: Outcome,
) -> shape.ArgumentRow:
    item = figures.index
    argument = transcript.arguments[item]
    seats, names = scored.judging.seats, scored.judging.names
    entries = [seat.sheet.entry(argument.id) if seat.sheet else None for seat in seats]
    variances, spreads = figures.variance_by_dimension or {}, figures.spread_by_dimension or {}
    standings = {name: row[item] for name, row in zip(names, scored.standings, strict=True)}
    pair = figures.furthest
    return shape.ArgumentRow(
        id=argument.id,
        side=argument.side,
        claim=argument.claim,
        response=transcript.responses.get(argument.id),
        mean=figures.mean,
        variance=figures.variance,
        adjusted_variance=figures.adjusted_variance,
        adjusted_spread=figures.adjusted_spread,
        by_dimension={
            key: shape.DimensionScores(
                mean=_mean(ratings[:, item]), variance=variances.get(key), adjusted_spread=spreads.get(key)
            )
            for key, ratings in scored.dimensions.items()
        },
        tested=_tested(figures, concluded.weighed.rules),
        divergent=item in concluded.divergent,
        apart=(names[pair[0]], names[pair[1]]) if pair else None,
        apart_by=figures.apart,
        apart_on=figures.dimension,
        chance=figures.p,
        z_variance=figures.z_variance,
        standings=standings,
        reasons={name: entry and entry.notes for name, entry in zip(names, entries, strict=True)},
        majority=majority(list(standings.values())),
        split=dict(Counter(s for s in standings.values() if s)),
        fallacies=_fallacies(entries),
        raw=_by_judge(names, scored.common[:, item]),
        calibrated=_by_judge(names, calibration.ratings[:, item]),
    )


def _tested(figures: ArgumentFigures, rules: Rules) -> bool:
    """Whether there was enough to tell by these rules."""
    if rules.kind == "classic":
        return figures.z_variance is not None and figures.n_judges > 1
    return figures.p is not None


def majority(standings: Sequence[Standing | None]) -> shape.Majority | None:
    """The commonest standing; *tied* when two are equally common; None when there is none.

    >>> majority(["UPHELD", "UPHELD", "REFUTED", None])
    'UPHELD'
    >>> majority(["UPHELD", "REFUTED"])
    'tied'
    """
    counts = Counter(s for s in standings if s).most_common(2)
    if not counts:
        return None
    return "tied" if len(counts) == 2 and counts[0][1] == counts[1][1] else counts[0][0]


def judge_rows(
    judging: Judging, history: History, weights: JudgeWeights, additive: Calibration, concluded: Outcome
) -> tuple[shape.JudgeRow, ...]:
    rows = []
    for j, seat in enumerate(judging.seats):
        overall = seat.sheet.overall if seat.sheet else Overall()
        sides = concluded.weighed.gap.sides
        means, (pro, con) = sides.side_means[j], sides.parts[j].tolist()
        position = scalar(float(means[0] - means[1]))
        ballot, given = ballot_of(position), overall.ballot
        rows.append(
            shape.JudgeRow(
                name=seat.name,
                domain=seat.domain,
                model=seat.model,
                status=seat.state,
                cause=seat.cause,
                weight=_at(weights.weights, j) if seat.sheet else None,
                share=_at(sides.shares, j) if seat.sheet else None,
                contributions={"pro": scalar(pro), "con": scalar(con)},
                severity=_at(additive.severity, j),
                severity_se=_at(additive.severity_se, j),
                ballot=ballot,
                ballot_given=given,
                contradicts=ballot is not None and given is not None and ballot != given,
                position=position,
                confidence=overall.confidence,
                key_finding=overall.key_finding,
                past=_past(history.of(seat.name, seat.model), _at(weights.variances, j)),
                scores={e.argument_id: dict(e.scores) for e in seat.sheet.entries} if seat.sheet else {},
            )
        )
    return tuple(rows)


def person_rows(record: Record) -> tuple[shape.PersonRow, ...]:
    """With the first scores given of each argument."""
    first = {(one.person, one.argument): one for one in reversed(record.reviews)}
    given = {
        name: [one for one in first.values() if one.person == name]
        for name in (r.person for r in record.reviews)
    }
    return tuple(
        shape.PersonRow(
            name=name,
            scores={one.argument: dict(one.scores) for one in reversed(some)},
            standings={one.argument: one.standing for one in reversed(some)},
            blind={one.argument: one.blind for one in reversed(some)},
        )
        for name, some in given.items()
    )


def settled_rows(record: Record) -> tuple[shape.SettledRow, ...]:
    fields = set(shape.SettledRow.model_fields)
    return tuple(
        shape.SettledRow(by=one.person, **one.model_dump(include=fields)) for one in record.settled.values()
    )


def _past(judge_history: JudgeHistory, variance: float | None) -> shape.JudgePast:
    return shape.JudgePast(
        debates=len(judge_history.variances),
        right=judge_history.right,
        known=judge_history.known,
        shrunken_accuracy=judge_history.shrunken_accuracy,
        error_variance=variance,
    )


def _fallacies(entries: Sequence[ArgumentScores | None]) -> Mapping[str, int] | None:
    given = [entry.fallacies for entry in entries if entry and entry.fallacies is not None]
    return dict(Counter(name for names in given for name in dict.fromkeys(names))) if given else None


def _by_judge(names: Sequence[str], column: Floats) -> dict[str, float | None]:
    return {name: scalar(float(value)) for name, value in zip(names, column, strict=True)}


def _mean(column: Floats) -> float | None:
    present = column[~np.isnan(column)]
    return float(present.mean()) if present.size else None


def _at(values: Floats | None, j: int) -> float | None:
    return None if values is None else scalar(float(values[j]))
