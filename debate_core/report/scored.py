"""A record's scores as arrays: the bridge from what judges said to what can be measured.

Knows records and arrays; computes no statistic. Invariant: a judge that failed is a row of NaN, in panel order.
"""

from dataclasses import dataclass

from debate_core.measuring.arrays import Floats
from debate_core.record import Record
from debate_core.scoresheet import Standing, composites, dimension_ratings, standing_lists


@dataclass(frozen=True, kw_only=True)
class Scored:
    """What was scored, as arrays (n_judges, n_items): common and own composites, each dimension, standings."""

    ids: tuple[str, ...]
    sides: tuple[str, ...]
    common: Floats
    own: Floats
    dimensions: dict[str, Floats]
    standings: list[list[Standing | None]]


def scored_of(record: Record) -> Scored:
    """The record's scores as arrays, a failed judge as a row of NaN."""
    arguments = record.transcript.arguments
    ids = tuple(argument.id for argument in arguments)
    rubric, judges = record.config.rubric, record.config.panel.judges
    return Scored(
        ids=ids,
        sides=tuple(argument.side for argument in arguments),
        common=composites(record.sheets, ids, [rubric.weights] * len(judges)),
        own=composites(record.sheets, ids, [judge.own_weights(rubric) for judge in judges]),
        dimensions={key: dimension_ratings(record.sheets, ids, key) for key in rubric.keys},
        standings=standing_lists(record.sheets, ids),
    )
