"""What each judge's two readings of a debate differ by, where it reads in both orders."""

from collections.abc import Mapping, Sequence

import numpy as np

from debate_core.measuring.arrays import Floats, as_sides
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.reading_orders import reading_orders
from debate_core.noun import Noun
from debate_core.record import NOTHING_ARGUED, Record
from debate_core.scoresheet import Scoresheet, composites
from debate_core.steps import scoring_steps

Two = tuple[Scoresheet | None, Scoresheet | None]


class ReadingRow(Noun):
    """A judge's two readings, or all judges'. `noise`: the chance error of one reading of one argument, `preference`:
    what being read first adds to a side's lead, both in points of own composites; `rulings_differ`: of `rulings` given
    in both readings, the first of which counts."""

    name: str
    noise: Estimate
    preference: Estimate
    rulings: int
    rulings_differ: int


class ReadingsReport(Noun):
    """Both readings: of the `panel`, and by judge. `once`: why each judge that is counted by one reading has no
    other."""

    panel: ReadingRow
    judges: tuple[ReadingRow, ...]
    once: Mapping[str, str]


def readings_of(record: Record) -> ReadingsReport | None:
    """None where each judge read the debate once."""
    if record.config.reading == "one":
        return None
    names, two = record.judging.names, _sheets(record)
    apart = differences(record)
    return ReadingsReport(
        panel=_row(record, "All judges", apart, two),
        judges=tuple(
            _row(record, name, apart[[place]], [two[place]])
            for place, name in enumerate(names)
            if all(two[place])
        ),
        once=_once(record),
    )


def differences(record: Record) -> Floats:
    """Each judge's points (n_judges, n_items), on its own weights, when PRO was read first less those when CON was; NaN
    where either is missing."""
    ids, weights = record.judging.ids, [seat.weights for seat in record.judging.seats]
    first, second = (
        composites([sheets[place] for sheets in _sheets(record)], ids, weights) for place in (0, 1)
    )
    return np.asarray(first - second)


def _sheets(record: Record) -> list[Two]:
    found = (tuple(map(record.sheet_of, steps)) for steps in scoring_steps(record.config).values())
    return [(sheets[0], sheets[1] if len(sheets) > 1 else None) for sheets in found]


def _row(record: Record, name: str, apart: Floats, two: Sequence[Two]) -> ReadingRow:
    pairs = [
        (one.standing, other.standing)
        for first, second in two
        for one in (first.entries if first and second else ())
        if (other := second and second.entry(one.argument_id))
    ]
    rulings = {"rulings": len(pairs), "rulings_differ": sum(one != other for one, other in pairs)}
    sides = record.judging.sides
    if sides is None:
        none = Estimate(value=None, reason=NOTHING_ARGUED.lower())
        return ReadingRow(name=name, noise=none, preference=none, **rulings)
    found = reading_orders(apart, as_sides(sides, len(sides)))
    return ReadingRow(name=name, noise=found.noise, preference=found.preference, **rulings)


def _once(record: Record) -> Mapping[str, str]:
    found = {}
    for name, steps in scoring_steps(record.config).items():
        failed = [record.failures[step] for step in steps if step in record.failures]
        if failed and any(map(record.sheet_of, steps)):
            found[name] = failed[0].in_words
    return found
