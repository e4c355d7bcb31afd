"""Where the judges part, and each judge's own line: in words, and folded, drawn and in numbers.

Knows the report and the charts. Invariant: raw and calibrated are never mixed in one column; whatever opens an argument
writes its id into the address, and only a person's click does; a judge that failed keeps its line, with the cause.
"""

from collections.abc import Mapping

import streamlit as st

from debate_core.numerals import UNDEFINED, number, percent
from debate_core.report import Report
from debate_core.report.drawn import spread_of, widest_first
from debate_core.report.shape import ArgumentRow, JudgeRow
from debate_core.reporting.debate_figures import scores_heatmap
from debate_core.rubric import Rubric
from debate_core.wording import named, worded
from pages.ui.blocks import show_picture
from pages.ui.charts.judges import scores_plot, severity_plot
from pages.ui.shown import terms
from pages.ui.shown.drawer import composite_words, show_parting
from pages.ui.shown.figures import fold, show_clickable, show_rows, show_table
from pages.ui.shown.persons_word import settled_cell

HEAD_HEIGHT, ROW_HEIGHT = 104, 55
"""About what the tinted cells take at 1280 px."""
MOST_SHOWN = 3
"""Arguments the judges part on whose reasons stand unfolded."""


def show_heatmap(report: Report, rubric: Rubric) -> None:
    """Each judge's score of each argument, and how far apart the judges are."""
    if figure := scores_heatmap(report, rubric):
        show_picture(
            figure, key=f"heatmap_{report.debate}", height=HEAD_HEIGHT + ROW_HEIGHT * len(figure.parts[0])
        )


def show_numbers(report: Report, rubric: Rubric) -> None:
    """Folded: what the tinted tables show, in numbers; a row opens its argument."""

    def show() -> None:
        rows = widest_first(report)
        st.caption(f"Choose a row (Shift+Space by keyboard) to read the argument. {terms.VARIANCE}")
        st.caption(terms.DIVERGENT[report.settings.rules])
        show_rows(
            "arguments",
            [_row(report, row) for row in rows],
            [row.id for row in rows],
            "Arguments with mean score, spread, majority standing, whether the judges part on them, as what settled",
        )
        show_table(
            [
                {
                    "Argument": row.id,
                    **{d.title: number(row.by_dimension[d.key].variance, 2) for d in rubric.dimensions},
                    "Composite": number(row.variance, 2),
                    "Composite, severity removed": number(row.adjusted_variance, 2),
                    **{
                        f"{d.title}, spread adjusted": number(row.by_dimension[d.key].adjusted_spread, 2)
                        for d in rubric.dimensions
                    },
                }
                for row in rows
            ],
            alt="Variance over judges by argument and dimension",
        )

    fold("The same in numbers", "fold_arguments", show)


def show_scores(report: Report, rubric: Rubric) -> None:
    """Folded: one line of dots per argument, a shape per judge, and the numbers."""

    def show() -> None:
        st.caption(
            f"A shape is a judge{' or a person' if report.seated else ''}; hollow is the score as given, filled is "
            f"calibrated. Click a mark to read the argument. {terms.CALIBRATED}"
        )
        show_clickable(
            "scores",
            scores_plot(report, rubric.scale),
            "Each judge's raw and calibrated score of each argument; the numbers stand below",
        )
        as_given = report.calibration.method == "none"
        shown = "as given, points" if as_given else f"calibrated, {report.calibration.unit}"
        raw = [_line(report, row, "raw, points", row.raw) for row in report.arguments]
        lines = [*raw, *(_line(report, row, shown, row.calibrated) for row in report.arguments)]
        show_table(lines, alt="Every judge's score of every argument, raw and calibrated")

    fold("Every score, raw and calibrated", "fold_scores", show, icon=":material/scatter_plot:")


def _line(report: Report, row: ArgumentRow, kind: str, scores: Mapping[str, float | None]) -> dict[str, str]:
    cells = {judge.called: composite_words(scores[judge.name]) for judge in report.judges}
    return {"Argument": row.id, "Scores": kind, **cells}


def show_divergences(report: Report) -> None:
    """Each argument the judges part on, the widest first, with the reason and a way to read it; more than a few are
    folded."""
    parted = [row for row in report.arguments if row.divergent]
    parted.sort(key=lambda row: -(row.adjusted_spread or 0.0))
    for row in parted[:MOST_SHOWN]:
        show_parting(report, row)

    def show() -> None:
        for row in parted[MOST_SHOWN:]:
            show_parting(report, row)

    if rest := parted[MOST_SHOWN:]:
        fold(f"Why they disagree on {len(rest)} more", "fold_parted", show, icon=":material/call_split:")


def _row(report: Report, row: ArgumentRow) -> dict[str, str]:
    return {
        "Argument": f"◆ {row.id}" if row.divergent else row.id,
        **settled_cell(report, row.id),
        "Mean, points": number(row.mean, 2),
        f"Spread, {report.calibration.unit}": number(spread_of(report, row), 2),
        "Majority": named(row.majority) if row.majority else UNDEFINED,
    }


def show_judges(report: Report) -> None:
    """Folded: severity drawn, and a line of numbers for each judge."""

    def show() -> None:
        st.caption(terms.SEVERITY)
        chart, table = st.columns([1, 2])
        with chart:
            show_clickable(
                "severity",
                severity_plot(report),
                "Severity of each judge in points with one standard error; the table beside it has the numbers",
            )
        with table:
            show_table(
                [_judge(judge) for judge in report.judges],
                alt="Each judge's model, weight, severity with standard error and status",
            )
            effective = number(report.effective_judges)
            st.caption(f"Effective number of judges: {effective} ({report.judges_said}). {terms.EFFECTIVE}")
            st.caption(f"Severity with one standard error. {terms.HISTORY}")

    label = "How strict each judge is, and what it counts for"
    fold(label, "fold_judges", show, icon=":material/balance:")


def _judge(judge: JudgeRow) -> dict[str, str]:
    past = judge.past
    right = f"{past.right} of {past.known}" if past.known else "not known"
    return {
        "Judge": judge.called,
        "Domain": judge.domain,
        "Weight": "–" if judge.weight is None else percent(judge.weight),
        "Severity, points": _severity(judge),
        "Right before": right,
        "Past debates": str(past.debates),
        "Status": f"failed: {judge.cause or ''}" if judge.status == "failed" else worded(judge.status),
        "Model": judge.model or "person",
    }


def _severity(judge: JudgeRow) -> str:
    if judge.severity is None:
        return UNDEFINED
    error = "" if judge.severity_se is None else f" ± {number(judge.severity_se, 2)}"
    return f"{number(judge.severity, 2)}{error}"
