"""What each judge's two readings of a debate differ by, where it reads in both orders."""

from collections.abc import Mapping, Sequence

import numpy as np

from debate_core.domain.noun import FrozenModel
from debate_core.domain.score_sheet import Scoresheet, composites, standing_lists
from debate_core.domain.steps import scoring_steps
from debate_core.measuring.arrays import Floats
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.reading_orders import reading_orders
from debate_core.store.record import Record


class ReadingRow(FrozenModel):
    """A judge's two readings, or all judges'. `noise`: the chance error of one reading of one argument, `preference`:
    what being read first adds to a side's lead, both in points by own weights; `rulings_differ`: of `rulings` given in
    both readings, the first of which counts."""

    name: str
    noise: Estimate
    preference: Estimate
    rulings: int
    rulings_differ: int


class ReadingsReport(FrozenModel):
    """Of the `panel`, and of each judge that scored in both orders. `once`: why another is counted by one reading."""

    panel: ReadingRow
    judges: tuple[ReadingRow, ...]
    once: Mapping[str, str]


def readings_of(record: Record) -> ReadingsReport | None:
    """None where each judge read the debate once."""
    if record.config.reading == "one":
        return None
    once, names, two = {}, record.judging.names, _sheets(record)
    for name, steps in scoring_steps(record.config).items():
        failed = [record.failures[step] for step in steps if step in record.failures]
        if failed and any(map(record.sheet_of, steps)):
            once[name] = failed[0].in_words
    both = [place for place in range(len(names)) if two[0][place] and two[1][place]]
    return ReadingsReport(
        panel=_row(record, "All judges", both),
        judges=tuple(_row(record, names[place], [place]) for place in both),
        once=once,
    )


def differences(record: Record) -> Floats:
    """Each judge's points (n_judges, n_items), by its own weights, when PRO was read first less those when CON was; NaN
    where either is missing."""
    ids, weights = record.judging.ids, [seat.weights for seat in record.judging.seats]
    first, second = (composites(sheets, ids, weights) for sheets in _sheets(record))
    return np.asarray(first - second)


def _sheets(record: Record) -> tuple[Sequence[Scoresheet | None], Sequence[Scoresheet | None]]:
    steps = scoring_steps(record.config).values()
    return [record.sheet_of(one[0]) for one in steps], [record.sheet_of("".join(one[1:])) for one in steps]


def _row(record: Record, name: str, places: Sequence[int]) -> ReadingRow:
    judging, both = record.judging, _sheets(record)
    pro = np.array([one.side == "pro" for one in judging.items], dtype=np.bool_)
    orders = reading_orders(differences(record)[places], pro)
    rulings = ([r for p in places for r in standing_lists(sheets, judging.ids)[p]] for sheets in both)
    differ = [one != other for one, other in zip(*rulings, strict=True) if one and other]
    counts = {"rulings": len(differ), "rulings_differ": sum(differ)}
    return ReadingRow(name=name, noise=orders.noise, preference=orders.preference, **counts)
