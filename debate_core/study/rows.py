"""One row a debate, as Parquet and CSV: its place in the design, what became of it, what it cost."""

import io
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import pyarrow as pa
import pyarrow.parquet as pq

from debate_core.domain.json_csv import in_csv
from debate_core.domain.noun import FrozenModel
from debate_core.library.history import History
from debate_core.library.report.agreeing import generalizability_of
from debate_core.library.report.reporting import usual_outcome
from debate_core.library.report.usage import cost_of
from debate_core.measuring.agreement import alpha
from debate_core.measuring.estimate import Estimate
from debate_core.store.deliberation import FirstAccord, first_accord
from debate_core.store.judging import scored_of
from debate_core.store.record import Record
from debate_core.study.cells import Cell
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


@dataclass(frozen=True, kw_only=True)
class RowFigures:
    """As much of a debate's report as a row says; the rest takes five times as long."""

    outcome: Outcome
    alpha: Estimate
    relative: Estimate
    accord: FirstAccord


def figures_of(record: Record) -> RowFigures:
    scored = scored_of(record.judging)
    return RowFigures(
        outcome=usual_outcome(record, History()),
        alpha=alpha(scored.common),
        relative=generalizability_of(scored.common, "interval").relative_mean,
        accord=first_accord(record),
    )


def row_of(cell: Cell, record: Record | None = None, figures: RowFigures | None = None) -> StudyRow:
    place = StudyRow(
        id=cell.id,
        topic_number=cell.topic,
        topic=cell.config.topic.text,
        format=cell.format,
        pro=cell.pro,
        con=cell.con,
        swapped=cell.swapped,
        repeat=cell.repeat,
        panel=cell.panel,
        reading=cell.reading,
        forked_from=cell.source,
        seed=cell.config.seed,
        status="not_begun",
        judges=len(cell.config.panel.judges),
        simulated=cell.config.simulated_said or "no",
    )
    if record is None or figures is None:
        return place
    cost = cost_of(record)
    failed = [f"{step}: {failure.in_words}" for step, failure in record.failures.items()]
    spent = {
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
    fields = _figures(figures) if record.progress == "finished" else {}
    return place.model_copy(update=spent | fields)


def _figures(figures: RowFigures) -> dict[str, Any]:
    outcome, gap = figures.outcome, figures.outcome.weighed.gap
    why = {
        "gap": gap.reason,
        "alpha": figures.alpha.reason,
        "relative": figures.relative.reason,
        "accord": figures.accord.reason,
    }
    return {
        "outcome": outcome.call,
        "outcome_reasons": " ".join(outcome.reasons) or None,
        "gap": outcome.gap,
        **_ends("gap", outcome.interval),
        **_ends("gap_by_judge", gap.by_judge.interval),
        "pro_points": gap.sides.pro,
        "con_points": gap.sides.con,
        "alpha": figures.alpha.value,
        **_ends("alpha", figures.alpha.interval),
        "relative": figures.relative.value,
        **_ends("relative", figures.relative.interval),
        "accord": figures.accord.value,
        "discussion_advised": figures.accord.advised,
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


def as_parquet(rows: Sequence[StudyRow]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist([row.model_dump() for row in rows], schema=_schema()), out)
    return out.getvalue()


def as_csv(rows: Sequence[StudyRow]) -> str:
    """The rows as CSV: an empty cell where missing; no cell begins a spreadsheet's formula."""
    return in_csv([StudyRow.model_fields, *(row.model_dump().values() for row in rows)])


def write(rows: Sequence[StudyRow], path: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """Write the rows as Parquet, and as CSV beside it; returns both paths."""
    table, beside = path.with_suffix(".parquet"), path.with_suffix(".csv")
    table.write_bytes(as_parquet(rows))
    beside.write_text(as_csv(rows), encoding="utf-8")
    return table, beside
