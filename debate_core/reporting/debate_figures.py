"""The pictures of a debate, and of a table of ratings: facts in, figures out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from debate_core.domain.numerals import (
    decimals_of,
    number_text,
    percent_text,
    pluralise,
    short_text,
    signed_text,
)
from debate_core.domain.wording import CALIBRATIONS, capital
from debate_core.library.report.agreement import PairAgreement
from debate_core.library.report.rows import from_mean, widest_first
from debate_core.library.report.shape import ArgumentRow, JudgeRow, Report
from debate_core.library.report.table import CellMark, TablePanel
from debate_core.library.reviews import ruling_text
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import Unit, estimate_text, value_text
from debate_core.reporting.figures import HeatCell, HeatColumn, HeatGroup, Heatmap, HeatRow, Intervals

MISSING = "–"
ADJUSTED = "Adjusted for strict and lenient judges"


def reach(report: Report) -> float:
    """The deepest tint's distance, in the calibrated unit: a third of the scale, or 2 SD of z-scores."""
    return {"z": 2.0, "0 to 1": 1 / 3}.get(report.calibration.unit, report.rubric.scale.width / 3)


def scores_heatmap(report: Report) -> Heatmap | None:
    """Each judge's score and its distance from the average, and how far apart they are, widest first."""
    if not any(judge.scores for judge in report.judges):
        return None
    rubric, calibration = report.rubric, report.calibration
    titles = ("Overall", *(one.title for one in rubric.dimensions))
    far, tint = rubric.scale.width * 4 / 9, reach(report)
    basis = capital(CALIBRATIONS[calibration.method if calibration.done else "none"])
    if calibration.done and calibration.method == "additive":
        basis = ADJUSTED
    judges = [
        (one.name, "failed" if one.status == "failed" else "person" if one.person else "")
        for one in report.judges
    ]
    rows = []
    for row in widest_first(report):
        spreads = (row.adjusted_spread, *(row.by_dimension[key].adjusted_spread for key in rubric.keys))
        apart = (
            _apart_cell(spread, far, f"{row.id}, {title}", row.id)
            for title, spread in zip(titles, spreads, strict=True)
        )
        settled = report.settlement(row.id)
        heat_row = HeatRow(
            name=row.id,
            side=row.side,
            claim=row.claim,
            note=f"Settled as {ruling_text(settled.standing)}" if settled else "",
            disputed=row.divergent,
            cells=(tuple(_score_cell(report, row, judge, tint) for judge in report.judges), tuple(apart)),
        )
        rows.append(heat_row)
    return Heatmap(
        alt="Each judge’s score of each argument, and how far apart the judges are on it, most disputed first",
        noun="Argument",
        groups=(_score_group(basis, judges, tint), _spread_group(titles, far, "Spread in points, adjusted")),
        rows=tuple(rows),
    )


def _score_group(caption: str, judges: Iterable[tuple[str, str]], far: float) -> HeatGroup:
    end = short_text(far, decimals_of(far))
    return HeatGroup(
        title="Each judge’s score, and its distance from the average",
        caption=caption,
        columns=tuple(HeatColumn(name, seat, note) for seat, (name, note) in enumerate(judges)),
        ramp="away",
        ends=(f"−{end} harsher", "average", f"kinder +{end}"),
    )


def _spread_group(titles: Sequence[str], far: float, caption: str = "") -> HeatGroup:
    columns = tuple(map(HeatColumn, titles))
    ends = ("0", *(short_text(end, decimals_of(end)) for end in (far / 2, far)))
    return HeatGroup(title="How far apart", caption=caption, columns=columns, ramp="apart", ends=ends)


def _score_cell(report: Report, row: ArgumentRow, judge: JudgeRow, far: float) -> HeatCell:
    value, off = row.calibrated[judge.name], from_mean(row)[judge.name]
    whose, opens = f"{row.id}, {judge.called}", f"{row.id}/{judge.name}"
    if value is None or off is None:
        return HeatCell(value=None, text=MISSING, label=f"{whose}: no score", opens=opens)
    decimals = 1 if report.calibration.unit == "points" else 2
    return _away_cell(number_text(value, decimals), off, far, f"{whose}: ", opens)


def _away_cell(text: str, off: float, far: float, whose: str, opens: str = "") -> HeatCell:
    away = signed_text(off, decimals_of(far))
    place = "at the average" if away == "0" else f"{away} from the average"
    label = f"{whose}{text}, {place}"
    return HeatCell(value=off, text=text, small=away, depth=off / far, label=label, opens=opens)


def _apart_cell(
    spread: float | None, far: float, whose: str, opens: str = "", *, share: bool = False
) -> HeatCell:
    if spread is None:
        return HeatCell(value=None, text=MISSING, label=f"{whose}: no spread", opens=opens)
    text = percent_text(spread) if share else number_text(spread, decimals_of(far))
    return HeatCell(value=spread, text=text, depth=spread / far, label=f"{whose}: spread {text}", opens=opens)


def table_heatmap(panel: TablePanel, first: int, count: int) -> Heatmap:
    """So many items of a table after the ``first`` widest apart. Nothing opens: there is nothing behind it to read."""
    judges = [(name, "") for name in panel.report.judges]
    away = _score_group(ADJUSTED if panel.adjusted else "As given", judges, panel.reach)
    apart = _spread_group(["Spread" if panel.distances else "Differ"], panel.reach)
    if not panel.distances:
        ends, shares = ("as most judges", "differs"), tuple(map(percent_text, (0.0, 0.5, 1.0)))
        away = replace(away, title="Each judge’s answer", caption="", ramp="apart", ends=ends)
        apart = replace(apart, title="How many differ from most", ends=shares)
    rows = []
    for rank, line in enumerate(panel.lines(first, count), first + 1):
        marks = zip(line.marks, panel.report.judges, strict=True)
        scores = tuple(_mark_cell(mark, panel, f"{line.item}, {judge}: ") for mark, judge in marks)
        spread = _apart_cell(line.spread, panel.reach, line.item, share=not panel.distances)
        rows.append(HeatRow(name=f"{rank:,}", claim=line.item, cells=(scores, (spread,))))
    return Heatmap(
        alt="Each score of each item, and how far apart the judges are on it, widest apart first",
        noun="Item",
        groups=(away, apart),
        rows=tuple(rows),
    )


def _mark_cell(mark: CellMark, panel: TablePanel, whose: str) -> HeatCell:
    if mark.text is None or mark.away is None:
        return HeatCell(value=None, text=MISSING, label=f"{whose}no score")
    if panel.distances:
        return _away_cell(mark.text, mark.away, panel.reach, whose)
    text = "unlike most judges" if mark.away else "as most judges"
    return HeatCell(value=mark.away, text=mark.text, depth=mark.away, label=f"{whose}{mark.text}, {text}")


def interval_lines(
    axis: str, unit: Unit, rows: Sequence[tuple[str, Estimate]], *, alt: str = "", **more: Any
) -> Intervals | None:
    """A line a figure; None where no figure has an interval. ``alt``: by default every figure with its interval."""
    if not any(one.known for _, one in rows):
        return None
    text = f"{axis}. {'; '.join(f'{name}: {estimate_text(one, unit)}' for name, one in rows)}"
    return Intervals(alt=alt or text, axis=axis, unit=unit, rows=tuple(rows), **more)


def pairs_heatmap(pairs: Sequence[PairAgreement], judges: Sequence[str], item: str) -> Heatmap | None:
    """Judge by judge: alpha and how many both scored. ``item``: what they scored; an argument opens."""
    if not any(pair.alpha.value is not None for pair in pairs):
        return None
    by_judges = {frozenset(pair.judges): _pair_cell(pair, item) for pair in pairs}
    rows = []
    for seat, name in enumerate(judges):
        cells = tuple(by_judges.get(frozenset((name, other))) for other in judges)
        rows.append(HeatRow(name=name, seat=seat, cells=(cells,)))
    columns = tuple(HeatColumn(name, seat) for seat, name in enumerate(judges))
    ends = ("1: full agreement", "0 or less: chance alone")
    group = HeatGroup(columns=columns, ramp="apart", ends=ends)
    return Heatmap(alt="How far each two judges agree", noun="Judge", groups=(group,), rows=tuple(rows))


def _pair_cell(pair: PairAgreement, item: str) -> HeatCell:
    both = pluralise(pair.alpha.n, item)
    apart = f"; furthest apart on {pair.furthest}" if pair.furthest else ""
    sure = estimate_text(pair.alpha, "coefficient", "these two")
    return HeatCell(
        value=pair.alpha.value,
        text=MISSING if pair.alpha.value is None else value_text(pair.alpha.value),
        small=both,
        depth=0.0 if pair.alpha.value is None else min(1.0, 1.0 - pair.alpha.value),
        label=f"{' and '.join(pair.judges)}: alpha {sure}, {both} scored by both{apart}",
        opens=pair.furthest or "" if item == "argument" else "",
    )
