"""What a table of ratings shows, item by item, the widest apart first; and how strict each judge is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from debate_core.domain.imported import RatingsConfig
from debate_core.domain.noun import FrozenModel
from debate_core.domain.numerals import number_text, pluralise
from debate_core.domain.transcript import SIDES, Side
from debate_core.library.report.agreeing import Size
from debate_core.library.report.pairs import PairReport, pair_report
from debate_core.library.report.people import TablePeople, table_people
from debate_core.library.report.ratings import RatingsReport, report_ratings
from debate_core.measuring.additive import fit
from debate_core.measuring.agreement import alpha_value
from debate_core.measuring.arrays import Floats, Ints, scalar
from debate_core.measuring.calibration import apart_note
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import RatingsTable, table_of
from debate_core.verdicts.verdict import Outcome, outcome


class CellMark(FrozenModel):
    """One score as it is `said`, and its distance from the item's mean, without severity where possible; of a label 1
    where it is not the commonest, else 0. None where missing."""

    said: str | None = None
    away: float | None = None


class ItemLine(FrozenModel):
    """One item. `spread`: the sample standard deviation over judges; of labels the share that is not the commonest."""

    item: str
    marks: tuple[CellMark, ...]
    spread: float | None


class SideCall(FrozenModel):
    """What the usual rules say of a table with sides. `likely`: the lead, if the judges share as much of their chance
    mistakes as `share`."""

    call: str
    ahead: Side | None
    lead: Estimate
    likely: Estimate
    share: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class TablePanel:
    """A table as it is shown. `away` (n_judges, n_items), `spread` (n_items,): see `CellMark`, `ItemLine`; `order`:
    items, widest apart first; `distances`: whether scores have any; `severity`: taken out where `adjusted`, in the
    scores' unit; `reach`: a large distance here; `sides`: None where items have none; `pairs`: None unless
    each item is two to choose from; `people`: None where no judge is named as one."""

    table: RatingsTable
    report: RatingsReport
    away: Floats
    spread: Floats
    order: Ints
    distances: bool
    adjusted: bool
    severity: Mapping[str, float | None]
    reach: float
    sides: SideCall | None
    pairs: PairReport | None
    people: TablePeople | None

    def lines(self, first: int = 0, count: int | None = None) -> tuple[ItemLine, ...]:
        places = self.order[first : None if count is None else first + count]
        return tuple(self._line(int(at)) for at in places)

    def _line(self, at: int) -> ItemLine:
        pairs = zip(self.table.ratings[:, at].tolist(), self.away[:, at].tolist(), strict=True)
        marks = (
            CellMark() if np.isnan(value) else CellMark(said=self._said(value), away=off)
            for value, off in pairs
        )
        return ItemLine(item=self.table.items[at], marks=tuple(marks), spread=scalar(self.spread[at]))

    def _said(self, value: float) -> str:
        labels = self.table.labels
        return number_text(value, 2).rstrip("0").rstrip(".") if labels is None else labels[int(value)]


def headline_of(config: RatingsConfig) -> tuple[str, float | None]:
    table = table_of(config)
    alpha = None if Size.of(table.ratings, config.level).alpha else alpha_value(table.ratings, config.level)
    sentence = f"{pluralise(len(table.judges), 'judge')}, {pluralise(table.subjects, 'item')}"
    return sentence, alpha


def table_panel(config: RatingsConfig, people: Sequence[str] | None = None) -> TablePanel:
    """``people``: None for those that were named when it was brought. Raises RatingsRefused, SetUpError."""
    return panel_of(table_of(config), config.level, config.people if people is None else people)


def panel_of(table: RatingsTable, level: Level, people: Sequence[str] = ()) -> TablePanel:
    """``people``: which of its judges are. Raises SetUpError for others."""
    distances = table.labels is None and level in ("interval", "ratio")
    adjusted = distances and not (Size.of(table.ratings, "interval").calibrated or apart_note(table.ratings))
    severe = -fit(table.ratings).judges if adjusted else np.zeros(len(table.judges))
    away, spread = (_distances if distances else _from_commonest)(table.ratings + severe[:, None])
    return TablePanel(
        table=table,
        report=report_ratings(table, level),
        away=away,
        spread=spread,
        order=np.argsort(-np.nan_to_num(spread, nan=-1.0), kind="stable").astype(np.int64),
        distances=distances,
        adjusted=adjusted,
        severity=dict(zip(table.judges, map(scalar, severe), strict=True)) if adjusted else {},
        reach=_reach(table.ratings) if distances else 1.0,
        sides=_sides(table) if distances else None,
        pairs=pair_report(table),
        people=table_people(table, people),
    )


def _distances(scores: Floats) -> tuple[Floats, Floats]:
    given = (~np.isnan(scores)).sum(axis=0)
    mean = np.nansum(scores, axis=0) / np.maximum(given, 1)
    away = scores - mean
    spread = np.sqrt(np.nansum(away**2, axis=0) / np.maximum(given - 1, 1))
    return away, np.where(given > 1, spread, np.nan)


def _from_commonest(scores: Floats) -> tuple[Floats, Floats]:
    away, spread = np.full(scores.shape, np.nan), np.full(scores.shape[1], np.nan)
    for at, column in enumerate(scores.T):
        present = ~np.isnan(column)
        if present.sum() < 2:
            away[present, at] = 0.0
            continue
        values, counts = np.unique(column[present], return_counts=True)
        away[present, at] = column[present] != values[counts.argmax()]
        spread[at] = 1 - counts.max() / present.sum()
    return away, spread


def _reach(ratings: Floats) -> float:
    """A third of the width of what was given, so that one extreme score doesn't set every tint."""
    present = ratings[~np.isnan(ratings)]
    low, high = np.quantile(present, [0.01, 0.99])
    return float(high - low) / 3 or 1.0


def _sides(table: RatingsTable) -> SideCall | None:
    sides = [_side(item) for item in table.items]
    if table.dimensions is not None or None in sides or set(sides) != set(SIDES):
        return None
    called: Outcome = outcome(table.ratings, [side for side in sides if side])
    weighed = called.weighed
    return SideCall(
        call=called.call,
        ahead=called.ahead,
        lead=weighed.gap.pooled,
        likely=weighed.widened,
        share=weighed.share,
        reasons=called.reasons,
    )


def _side(item: str) -> Side | None:
    word = item.partition("-")[0].strip().casefold()
    return next((side for side in SIDES if side == word), None)
