"""Where the judges part: clickable heatmaps and scores, tables beside them, and the keyboard's way to each argument.

Knows the report and the charts. Invariant: raw and calibrated are never mixed in one column; whatever opens an argument
writes its id into the address, and only a person's click does; the page opens what the address names.
"""

import streamlit as st

from debate_core.numerals import UNDEFINED, number
from debate_core.report import Report
from debate_core.report.drawn import calibrated_variance
from debate_core.report.shape import ArgumentRow
from debate_core.rubric import Rubric
from debate_core.wording import named
from pages.ui.charts.heatmaps import deviation_heatmap, variance_heatmap
from pages.ui.charts.judges import scores_plot
from pages.ui.shown import terms
from pages.ui.shown.drawer import composite_words
from pages.ui.shown.figures import (
    fold_numbers,
    open_argument,
    opened_before,
    show_clickable,
    show_rows,
    show_table,
)
from pages.ui.shown.sentences import scores_words
from pages.ui.shown.words import clip, plain


def show_by_judge(report: Report) -> None:
    """Arguments × judges beside the table of arguments."""
    st.subheader("Where they part", help=terms.DIVERGENT[report.settings.rules], anchor=False)
    chart, table = st.columns([3, 2])
    with chart:
        st.caption(
            f"{scores_words(report)} and their distance from the argument's mean; the deeper "
            "the purple, the further away. ◆ marks arguments they part on. Click a cell to read the argument.",
            help=terms.CALIBRATED,
        )
        show_clickable("deviation", deviation_heatmap(report), _deviation_alt(report))
    with table:
        st.caption("The same arguments in numbers; choose a row to read one.", help=terms.VARIANCE)
        show_rows(
            "arguments",
            [_row(row, report.calibration.unit) for row in report.arguments],
            [row.id for row in report.arguments],
            "Arguments with their mean score, variance, majority standing and whether the judges part on them",
        )
        _show_list(report)


def show_by_dimension(report: Report, rubric: Rubric) -> None:
    """Arguments × dimensions: on which quality they part."""
    st.subheader("On which quality they part", help=terms.VARIANCE, anchor=False)
    st.caption(
        "Variance over judges of the scores as given, in points squared; composite under the common weights."
    )
    show_clickable(
        "variance",
        variance_heatmap(report, rubric),
        "Variance over judges for each argument and dimension; the numbers stand below",
    )
    with fold_numbers("variance by dimension"):
        show_table(
            [
                {
                    "Argument": row.id,
                    **{d.title: _two(row.by_dimension[d.key].variance) for d in rubric.dimensions},
                    "Composite": _two(row.variance),
                    "Composite, severity removed": _two(row.adjusted_variance),
                }
                for row in report.arguments
            ],
            alt="Variance over judges by argument and dimension",
        )


def show_scores(report: Report, rubric: Rubric) -> None:
    """One line of dots per argument, a shape per judge."""
    st.subheader("Every score", help=terms.CALIBRATED, anchor=False)
    st.caption(
        "A shape is a judge; hollow is the score as given, filled is calibrated. "
        "Click a mark to read the argument."
    )
    show_clickable(
        "scores",
        scores_plot(report, rubric.scale),
        "Each judge's raw and calibrated score of each argument; the numbers stand below",
    )
    with fold_numbers("every score"):
        lines = []
        for kind in ("raw", "calibrated"):
            for row in report.arguments:
                scores = getattr(row, kind)
                cells = {name: composite_words(value) for name, value in scores.items()}
                lines.append({"Argument": row.id, "Scores": _kind(report, kind), **cells})
        show_table(lines, alt="Every judge's score of every argument, raw and calibrated")


def _kind(report: Report, kind: str) -> str:
    if kind == "raw":
        return "raw, points"
    return (
        "as given, points"
        if report.calibration.method == "none"
        else f"calibrated, {report.calibration.unit}"
    )


def show_divergences(report: Report) -> None:
    """Each argument the judges part on, with the reason and a way to read it."""
    for row in (row for row in report.arguments if row.divergent):
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"parting_{row.id}"):
            words = f"◆ **{row.id}** {plain(clip(row.claim, 120))}  \n{plain(row.why or 'their scores spread widely')}."
            st.markdown(words, width="stretch")
            st.button(
                "Read it", key=f"read_{row.id}", on_click=open_argument, args=(row.id,), help=f"Read {row.id}"
            )


def _row(row: ArgumentRow, unit: str) -> dict[str, str]:
    return {
        "Argument": f"◆ {row.id}" if row.divergent else row.id,
        "Mean, points": number(row.mean, 2),
        f"Variance, {unit}²": _two(calibrated_variance(row)),
        "Majority": named(row.majority) if row.majority else UNDEFINED,
    }


def _show_list(report: Report) -> None:
    key = f"open_{opened_before()}"
    claims = {row.id: row.claim for row in report.arguments}
    st.selectbox(
        "Read an argument",
        list(claims),
        index=None,
        format_func=lambda name: f"{name}: {clip(claims.get(name, ''), 60)}",
        placeholder="Choose one",
        key=key,
        on_change=lambda: open_argument(st.session_state[key]),
    )


def _deviation_alt(report: Report) -> str:
    parted = ", ".join(row.id for row in report.arguments if row.divergent) or "none"
    return (
        f"{scores_words(report)} of {len(report.arguments)} arguments by {len(report.judges)} judges. "
        f"Divergent: {parted}. The table beside it opens the same arguments"
    )


def _two(value: float | None) -> str:
    return number(value, 2)
