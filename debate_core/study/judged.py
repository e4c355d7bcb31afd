"""What was judged in each debate of a study, as arrays, each read as if it were the store's first."""

from collections.abc import MutableMapping
from dataclasses import dataclass

import numpy as np

from debate_core.library.report.evidence_used import differences
from debate_core.measuring.arrays import Bools, Floats, as_sides
from debate_core.measuring.gap import side_means
from debate_core.store import Store
from debate_core.store.judging import scored_of
from debate_core.store.record import Record
from debate_core.store.replay import load
from debate_core.study.cells import Cell, cells
from debate_core.study.design import Study
from debate_core.study.rows import IMPORTED, StudyRow, figures_of, row_of
from debate_core.verdicts.evidence import Decision

JudgeAndModel = tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class StudyResult:
    """One finished debate: `ratings` (n_judges, n_arguments), common composites in points; `gaps` (n_judges,) PRO minus
    CON of each judge; `apart` (n_judges, n_arguments): `differences`; `pro` (n_arguments,): PRO's; `call`,
    `gap` the panel's."""

    cell: Cell
    judges: tuple[JudgeAndModel, ...]
    ratings: Floats
    gaps: Floats
    apart: Floats
    pro: Bools
    call: Decision
    gap: float | None


@dataclass(frozen=True, kw_only=True)
class Results:
    study: Study
    rows: tuple[StudyRow, ...]
    judged: tuple[StudyResult, ...]


Read = tuple[StudyRow, StudyResult | None]


def results(
    store: Store, study: Study, known: MutableMapping[tuple[str, int], Read] | None = None
) -> Results:
    """What became of each debate. `known`: readings kept from before, by id and length of the log."""
    known_readings = {} if known is None else known
    rows, judged = [], []
    for cell in cells(study):
        row, one = _read(store, cell, known_readings)
        rows.append(row)
        judged += [one] if one else []
    return Results(study=study, rows=tuple(rows), judged=tuple(judged))


def _read(store: Store, cell: Cell, known_readings: MutableMapping[tuple[str, int], Read]) -> Read:
    last = store.last_sequence(cell.id)
    if not last:
        return row_of(cell), None
    if store.noted("imported", "", record=cell.id):
        return row_of(cell).model_copy(update={"status": "imported", "cause": IMPORTED}), None
    reading = known_readings.get((cell.id, last))
    if reading is None:
        record = load(store, cell.id)
        figures = figures_of(record)
        over = record.progress == "finished"
        reading = (
            row_of(cell, record, figures),
            _judged(cell, record, figures.outcome.call, figures.outcome.gap) if over else None,
        )
        if over:
            known_readings[(cell.id, last)] = reading
    if reading[0].status == "open":
        status = "running" if store.goes_on(cell.id) else "interrupted"
        return reading[0].model_copy(update={"status": status}), reading[1]
    return reading


def _judged(cell: Cell, record: Record, call: Decision, gap: float | None) -> StudyResult:
    scored = scored_of(record.judging)
    pro = as_sides(scored.sides or (), scored.own.shape[1])
    means = side_means(scored.own, pro)
    return StudyResult(
        cell=cell,
        judges=tuple((seat.name, seat.model or "") for seat in record.judging.seats),
        ratings=np.asarray(scored.common),
        gaps=means[:, 0] - means[:, 1],
        apart=differences(record),
        pro=pro,
        call=call,
        gap=gap,
    )
