"""What became of a study's debates: a row each, as Parquet and CSV, and what was judged, as arrays."""

import io
import pathlib
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any, Literal, get_args

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from debate_core.domain.config import Wording
from debate_core.domain.frozen import FrozenModel, FrozenValue
from debate_core.domain.wording import in_csv
from debate_core.library.history import History, JudgeAndModel
from debate_core.library.report.debate import outcome_alone
from debate_core.library.report.evidence_used import differences
from debate_core.library.report.settings import ReportSettings
from debate_core.library.report.usage import Cost, cost_of
from debate_core.llm.prices import Pricing
from debate_core.measuring.agreement import alpha
from debate_core.measuring.arrays import Bools, Floats, as_sides
from debate_core.measuring.gap import own_gaps
from debate_core.measuring.generalizability import generalizability
from debate_core.store import Store
from debate_core.store.deliberation import first_accord
from debate_core.store.judging import scored_of
from debate_core.store.record import Record, load
from debate_core.study.design import Cell, Study, cells
from debate_core.verdicts.evidence import Decision
from debate_core.verdicts.verdict import Outcome

Status = Literal["not_begun", "open", "running", "interrupted", "paused", "stopped", "finished", "imported"]


IMPORTED = "an imported record has this debate's id, so the study neither counts it nor conducts its own"


class StudyRow(FrozenModel):
    """One debate of a study. `cause`: why it went no further, or what failed.

    `gap` in points, PRO minus CON, with its 90% interval, and an 80% interval from the judges' own gaps; `alpha`,
    `relative` (the relative coefficient of the panel's mean) with 95% intervals; `accord`: before any discussion;
    `why_null`: why a figure is missing; `tokens_unknown`: calls counted at what was reserved; `cost` in US dollars.
    """

    id: str
    topic_number: int
    topic: str
    format: str
    pro: str
    con: str
    swapped: bool
    repeat: int
    panel: str
    reading: int
    forked_from: str | None
    seed: int
    status: Status
    cause: str | None = None
    outcome: Decision | None = None
    outcome_reasons: str | None = None
    gap: float | None = None
    gap_low: float | None = None
    gap_high: float | None = None
    gap_by_judge_low: float | None = None
    gap_by_judge_high: float | None = None
    pro_points: float | None = None
    con_points: float | None = None
    alpha: float | None = None
    alpha_low: float | None = None
    alpha_high: float | None = None
    relative: float | None = None
    relative_low: float | None = None
    relative_high: float | None = None
    accord: float | None = None
    discussion_advised: bool | None = None
    why_null: str | None = None
    judges: int
    judges_usable: int | None = None
    calls: int = 0
    tokens: int = 0
    tokens_unknown: int = 0
    seconds: float | None = None
    cost: float | None = None
    cost_reason: str | None = None
    simulated: str


_OF_CELL = StudyRow.model_fields.keys() - {"topic"}


def _place(cell: Cell) -> StudyRow:
    return StudyRow(
        **{name: value for name, value in vars(cell).items() if name in _OF_CELL},
        topic_number=cell.topic,
        topic=cell.config.topic.text,
        forked_from=cell.source,
        seed=cell.config.seed,
        status="not_begun",
        judges=len(cell.config.panel.judges),
        simulated=cell.config.simulation_note or "no",
    )


def _spent(record: Record, cost: Cost) -> dict[str, Any]:
    failed = [f"{step}: {failure.in_words}" for step, failure in record.failures.items()]
    return {
        "status": record.progress,
        "cause": record.cause or "; ".join(failed) or None,
        "judges_usable": record.judging.usable,
        "calls": record.spent.calls,
        "tokens": record.spent.tokens,
        "tokens_unknown": record.spent.unknown,
        "seconds": record.spent.seconds,
        "cost": cost.dollars,
        "cost_reason": cost.reason,
    }


def _figures(record: Record, outcome: Outcome) -> dict[str, Any]:
    """As much of a debate's report as a row says; the rest takes five times as long."""
    gap, scores, accord = outcome.basis.gap, scored_of(record.judging).common, first_accord(record)
    agreement, relative = alpha(scores), generalizability(scores).family["ICC(C,k)"]
    why = {"gap": gap.reason, "alpha": agreement.reason, "relative": relative.reason, "accord": accord.reason}
    return {
        "outcome": outcome.call,
        "outcome_reasons": " ".join(outcome.reasons) or None,
        "gap": outcome.gap,
        **_ends("gap", outcome.interval),
        **_ends("gap_by_judge", gap.by_judge.interval),
        "pro_points": gap.sides.pro,
        "con_points": gap.sides.con,
        "alpha": agreement.value,
        **_ends("alpha", agreement.interval),
        "relative": relative.value,
        **_ends("relative", relative.interval),
        "accord": accord.value,
        "discussion_advised": accord.advised,
        "why_null": "; ".join(f"{name}: {reason}" for name, reason in why.items() if reason) or None,
    }


def _ends(name: str, interval: tuple[float, float] | None) -> dict[str, float | None]:
    low, high = interval or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}


_ARROW = {bool: pa.bool_(), int: pa.int64(), float: pa.float64()}


def _schema() -> pa.Schema:
    def kind(annotation: Any) -> pa.DataType:
        given = [one for one in (annotation, *get_args(annotation)) if one in _ARROW]
        return _ARROW[given[0]] if given else pa.string()

    return pa.schema([(name, kind(field.annotation)) for name, field in StudyRow.model_fields.items()])


def rows_parquet(rows: Sequence[StudyRow]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist([row.model_dump() for row in rows], schema=_schema()), out)
    return out.getvalue()


def rows_csv(rows: Sequence[StudyRow]) -> str:
    """The rows as CSV: an empty cell where missing; no cell begins a spreadsheet's formula."""
    return in_csv([StudyRow.model_fields, *(row.model_dump().values() for row in rows)])


def write_rows(rows: Sequence[StudyRow], path: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Write the rows as Parquet, and as CSV beside it; returns both paths."""
    table, csv_path = path.with_suffix(".parquet"), path.with_suffix(".csv")
    table.write_bytes(rows_parquet(rows))
    csv_path.write_text(rows_csv(rows), encoding="utf-8")
    return table, csv_path


class StudyResult(FrozenValue):
    """One finished debate: `ratings` (n_judges, n_arguments), common composites in points; `gaps` (n_judges,) PRO minus
    CON of each judge; `apart` (n_judges, n_arguments): `differences`; `pro` (n_arguments,): PRO's; `call`,
    `gap` the panel's."""

    cell: Cell
    judges: tuple[JudgeAndModel, ...]
    ratings: Floats
    gaps: Floats
    differences: Floats
    pro: Bools
    call: Decision
    gap: float | None


class Results(FrozenValue):
    study: Study
    rows: tuple[StudyRow, ...]
    judged: tuple[StudyResult, ...]
    pricings: Mapping[str, Pricing]


CellReading = tuple[StudyRow, StudyResult | None, Mapping[str, Pricing]]
Readings = MutableMapping[tuple[str, int], CellReading]
"""What became of debates, by id and length of the log."""


def worded_cells(store: Store, study: Study) -> tuple[Cell, ...]:
    """A study's debates, in the wording of those that the store holds; in today's where it holds none."""
    for wording in () if "wording" in study.base else reversed(get_args(Wording)):
        worded = cells(study.model_copy(update={"base": {**study.base, "wording": wording}}))
        if any(store.last_sequence(cell.id) for cell in worded):
            return worded
    return cells(study)


def results(
    store: Store, study: Study, known: Readings | None = None, begun: Callable[[str], bool] = lambda _: False
) -> Results:
    """What became of each debate. `known`: readings kept from before; `begun`: which debates are being taken up, or
    have just ended, though nobody conducts them at this moment."""
    readings = {} if known is None else known
    rows, judged = [], []
    pricings: dict[str, Pricing] = {}
    for cell in worded_cells(store, study):
        row, one, priced = _read(store, cell, readings)
        taken = row.status == "interrupted" and begun(row.id)
        rows.append(row.model_copy(update={"status": "running"}) if taken else row)
        judged += [one] if one else []
        pricings |= priced
    return Results(study=study, rows=tuple(rows), judged=tuple(judged), pricings=pricings)


def _read(store: Store, cell: Cell, readings: Readings) -> CellReading:
    last, row = store.last_sequence(cell.id), _place(cell)
    if not last:
        return row, None, {}
    if store.read_note("imported", "", record=cell.id):
        return row.model_copy(update={"status": "imported", "cause": IMPORTED}), None, {}
    if (known := readings.get((cell.id, last))) is not None:
        return known
    record = load(store, cell.id)
    cost = cost_of(record)
    spent = _spent(record, cost)
    if record.progress != "finished":
        if record.progress == "open":
            spent["status"] = "running" if store.goes_on(cell.id) else "interrupted"
        return row.model_copy(update=spent), None, cost.pricings
    outcome = outcome_alone(record, History(), ReportSettings())
    finished = row.model_copy(update=spent | _figures(record, outcome))
    readings[(cell.id, last)] = finished, _result_of(cell, record, outcome), cost.pricings
    return readings[(cell.id, last)]


def _result_of(cell: Cell, record: Record, outcome: Outcome) -> StudyResult:
    scored = scored_of(record.judging)
    sides = scored.sides or ()
    return StudyResult(
        cell=cell,
        judges=tuple((seat.name, seat.model or "") for seat in record.judging.seats),
        ratings=np.asarray(scored.common),
        gaps=own_gaps(scored.own, sides),
        differences=differences(record),
        pro=as_sides(sides, scored.own.shape[1]),
        call=outcome.call,
        gap=outcome.gap,
    )
