"""Where the judges part, as tables of tinted cells: arguments by judge beside arguments by dimension, widest apart
first; and judge by judge. A fragment of our own: each cell is a button that opens an argument here.

Knows the report's lines and streamlit's components. Invariant: every number comes from the core; models' words reach
the browser as text only; what a mouse can do, the arrow keys and Enter can; the focus comes back to the cell when its
argument is closed.
"""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from debate_core.numerals import bare, coefficient, number, signed
from debate_core.phrases import cell_text
from debate_core.report import Report
from debate_core.report.heatmap import (
    Cell,
    Line,
    Pairs,
    cells_of_pairs,
    lines,
    pair_cells,
    reach,
    variance_ticks,
)
from debate_core.report.line import shape
from debate_core.report.shape import JudgeRow, PairAgreement
from debate_core.report.table import TablePanel
from debate_core.reporting.scores import scores_text
from debate_core.reviews import standing_said
from debate_core.rubric import Rubric
from pages.ui.shown.figures import component, open_argument, times_closed
from pages.ui.shown.words import clip

_HEATMAPS = component("panel_heatmaps", "panel/heatmaps")
MISSING = "–"
SIDE_BY_SIDE = 5
"""The most judges with whom both tables stand beside each other at 1280 px."""
_LONGEST = 160
HEAD_HEIGHT, ROW_HEIGHT, FIRST_SHOWN = 143, 60, 12
"""About what a table takes at 1280 px, kept free for it so that nothing moves when it comes; then it takes what it
needs."""
Data = dict[str, Any]


def show_heatmaps(report: Report, rubric: Rubric) -> None:
    """Arguments by judge and arguments by dimension, on the same lines."""
    found = lines(report, rubric.keys, rubric.scale)
    maps = [_by_judge(report, found, reach(report, rubric.scale)), _by_dimension(report, found, rubric)]
    _show("heatmaps", report, maps, beside=len(report.judges) <= SIDE_BY_SIDE)


def show_pairs_heatmap(report: Report) -> None:
    """Judge by judge: how alike each two score."""
    _show("pairs", report, [_by_pair(report)], beside=False)


def show_table_map(name: str, rows: Sequence[Data], panel: TablePanel) -> None:
    """A page of a table's items by judge: no cell opens anything, for there is nothing behind it to read."""
    end = bare(panel.reach, 0 if panel.reach == round(panel.reach) else 1)
    if panel.distances:
        told = {
            "kind": "away",
            "ticks": [f"−{end} harsher", "average", f"kinder +{end}"],
            "spread": "spread",
        }
    else:
        told = {"kind": "depths", "ticks": ["as most", "", "another"], "spread": "share apart"}
    title = "Each judge’s score" + (", and its distance from the average" if panel.distances else "")
    _draw(
        name,
        [
            {
                "noun": "Item",
                "title": title,
                "caption": "",
                "columns": _heads(panel.report.judges),
                "rows": list(rows),
                **told,
            }
        ],
    )


def show_table_pairs(name: str, panel: TablePanel) -> None:
    """Judge by judge, of a table: how alike each two score; nothing opens."""
    judges = panel.report.judges
    cells = cells_of_pairs(panel.report.agreement.pairs, judges)
    _draw(name, [_pair_map(_heads(judges), cells, opens=False)])


def _heads(judges: Sequence[str]) -> list[Data]:
    return [{"name": name, "shape": shape(seat), "note": ""} for seat, name in enumerate(judges)]


def _draw(name: str, maps: Sequence[Data]) -> None:
    height = HEAD_HEIGHT + ROW_HEIGHT * min(len(maps[0]["rows"]), FIRST_SHOWN)
    _HEATMAPS(key=name, data={"beside": False, "maps": maps, "closed": 0}, height=height)


def _show(name: str, report: Report, maps: Sequence[Data], *, beside: bool) -> None:
    key = f"{name}_{report.debate}"

    def choose() -> None:
        chosen = st.session_state[key]["chosen"] or {}
        if chosen.get("argument") in {row.id for row in report.arguments}:
            open_argument(chosen["argument"], by=name, judge=str(chosen.get("judge") or ""))

    _HEATMAPS(
        key=key,
        data={"beside": beside, "maps": maps, "closed": times_closed(name)},
        on_chosen_change=choose,
        height=HEAD_HEIGHT + ROW_HEIGHT * min(len(maps[0]["rows"]), FIRST_SHOWN),
    )


def _by_judge(report: Report, found: Sequence[Line], far: float) -> Data:
    decimals = 1 if report.calibration.unit == "points" else 2
    end = bare(far, 0 if far == round(far) else decimals)
    parted = " ◆ marks disputed arguments." if any(line.row.divergent for line in found) else ""
    return {
        "title": "Each judge’s score, and its distance from the average",
        "caption": f"{scores_text(report)}. Small: distance from the average. Most disputed first.{parted}",
        "kind": "away",
        "ticks": [f"−{end} harsher", "average", f"kinder +{end}"],
        "columns": [_column(judge, seat) for seat, judge in enumerate(report.judges)],
        "spread": f"spread, {report.calibration.unit}",
        "rows": [_judged(line, report, decimals) for line in found],
    }


def _column(judge: JudgeRow, seat: int) -> Data:
    failed = "failed" if judge.status == "failed" else "person" if judge.person else ""
    return {"name": judge.name, "shape": shape(seat), "note": failed}


def _judged(line: Line, report: Report, decimals: int) -> Data:
    spread = line.spread
    cells = [
        _cell(one, decimals, f"{line.row.id}, {judge.called}", line.row.id, judge.name)
        for one, judge in zip(line.judges, report.judges, strict=True)
    ]
    words = MISSING if spread.value is None else number(spread.value, decimals)
    return {**_head(line, report), "cells": cells, "spread": {"said": words, "depth": spread.depth}}


def _head(line: Line, report: Report) -> Data:
    row, settled = line.row, report.settlement(line.row.id)
    return {
        "id": row.id,
        "side": row.side,
        "claim": clip(row.claim, _LONGEST),
        "mark": row.divergent,
        "settled": f"Settled as {standing_said(settled.standing)}" if settled else "",
    }


def _cell(one: Cell, decimals: int, whose: str, argument: str, judge: str) -> Data:
    if one.value is None or one.beside is None:
        shown: Data = {"big": MISSING, "small": "", "depth": None, "said": f"{whose}: no score"}
    else:
        away = signed(one.beside, decimals)
        way = "at the average" if away == "0" else f"{away} from the average"
        big = number(one.value, decimals)
        shown = {"big": big, "small": away, "depth": one.depth, "said": f"{whose}: {big}, {way}"}
    return {**shown, "opens": argument, "judge": judge}


def _by_dimension(report: Report, found: Sequence[Line], rubric: Rubric) -> Data:
    titles = [*(one.title for one in rubric.dimensions), "Composite"]
    *ticks, last = [bare(one, 0 if one == round(one) else 1) for one in variance_ticks(rubric.scale)]
    return {
        "title": "How far apart, on each quality",
        "caption": "Variance of the scores as given, in points squared: at 1 they lie about 1 point from their "
        "mean, at 4 about 2, at 9 about 3.",
        "kind": "depths",
        "ticks": [*ticks, f"{last} or more"],
        "columns": [{"name": title, "shape": None, "note": ""} for title in titles],
        "spread": None,
        "rows": [
            {
                **_head(line, report),
                "cells": [
                    _quality(one, title, line) for one, title in zip(line.dimensions, titles, strict=True)
                ],
                "spread": None,
            }
            for line in found
        ],
    }


def _quality(one: Cell, title: str, line: Line) -> Data:
    big = MISSING if one.value is None else number(one.value)
    said = f"{line.row.id}, {title}: {'no variance' if one.value is None else f'variance {big}'}"
    depth = None if one.value is None else one.depth
    return {"big": big, "small": "", "depth": depth, "said": said, "opens": line.row.id, "judge": ""}


def _by_pair(report: Report) -> Data:
    return _pair_map([_column(judge, seat) for seat, judge in enumerate(report.judges)], pair_cells(report))


def _pair_map(heads: Sequence[Data], cells: Pairs, *, opens: bool = True) -> Data:
    """Each two judges, twice: a judge beside itself is an empty place."""
    return {
        "title": "",
        "caption": "",
        "kind": "depths",
        "ticks": ["1: fully alike", "", "0 or below: no more than by chance"],
        "columns": heads,
        "spread": None,
        "rows": [
            {
                **head,
                "id": None,
                "cells": [None if one is None else _alike(*one, opens=opens) for one in row],
                "spread": None,
            }
            for head, row in zip(heads, cells, strict=True)
        ],
    }


def _alike(one: Cell, pair: PairAgreement, *, opens: bool = True) -> Data:
    alpha = pair.alpha
    value = MISSING if alpha.value is None else coefficient(alpha.value)
    sure = f"{cell_text(alpha)}, these two"
    apart = f"; furthest apart on {pair.furthest}" if pair.furthest else ""
    scored = "arguments" if opens else "items"
    return {
        "big": value,
        "small": f"n {alpha.n}",
        "depth": None if alpha.value is None else one.depth,
        "said": f"{' and '.join(pair.judges)}: alpha {value}, {sure}, {alpha.n} {scored} scored by both{apart}",
        "opens": pair.furthest if opens else None,
        "judge": "",
    }
