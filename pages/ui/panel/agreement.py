"""How far the judges agree, in figures: three gauges on one scale, the measures beside them, each two judges, and on
whom or what it hangs.

Knows the report and how it is drawn. Invariant: an undefined figure is said with its reason where it would stand; alpha
is never computed on calibrated scores, and what is, is called relative agreement or consistency; a band is the
finding's only where the whole interval lies in it. The lab is asked only about what is known of the panel; noise and
the gap stay the usual ones.
"""

from dataclasses import asdict

import streamlit as st

from debate_core.exports.numbers import measure_rows, shared_errors
from debate_core.lab import Question
from debate_core.numerals import (
    UNDEFINED,
    coefficient,
    counted,
    ends_words,
    points,
    signed,
)
from debate_core.options import read
from debate_core.report import Report
from debate_core.report.drawn import alpha_moves, panel_words
from debate_core.report.how_far import STRICTNESS, despite_alpha, how_far
from debate_core.report.shape import PairAgreement, Statistic
from debate_core.reporting.debate_figures import agreement_gauges, pairs_heatmap
from debate_core.rubric import Rubric
from pages.ui import router
from pages.ui.blocks import show_picture
from pages.ui.charts.history import study_plot
from pages.ui.shown import terms
from pages.ui.shown.figures import component, fold, show_rows, show_table
from pages.ui.shown.sentences import influence_sentence
from pages.ui.shown.words import escaped

_STUDY = component("panel_study", "panel/study")
READING_WIDTH = 640
"""About 75 characters of a caption."""
_BANDS_MEAN = "From 0.67 scores may be averaged with care, from 0.80 relied on."


def show_finding(report: Report) -> None:
    """How far they agree, as the interval allows it to be said, and where they part."""
    if report.outcome.nothing_argued:
        st.warning(escaped(report.outcome.reasons[0]), icon=":material/speaker_notes_off:")
    found = how_far(report)
    st.header(escaped(found.finding), anchor=False)
    beside = escaped(" ".join(filter(None, (found.fits, found.parting, found.would_tell))))
    # A joiner keeps an id such as PRO-1 on one line.
    st.markdown(beside.replace("\\-", "\\-\u2060"), width=READING_WIDTH)


def show_gauges(report: Report) -> None:
    """Agreement on scores, on rulings, and on scores once adjusted, on one scale."""
    st.subheader("How far, in figures", help=terms.GAUGES, anchor=False)
    show_picture(agreement_gauges(report), key=f"gauges_{report.debate}")
    st.caption(
        f"{_BANDS_MEAN} Ranges are 95% intervals, for {report.those} only; {report.judges_said}. {_shared(report)}",
        help=terms.INTERVAL,
        width=READING_WIDTH,
    )
    for note in _notes(report):
        st.caption(f":material/info: {note}", width=READING_WIDTH)
    show_study(report)


def _shared(report: Report) -> str:
    """What these judges may share, and what they shared before where that is known."""
    before = report.shared_errors
    known = f" {before.before_said}" if before.before.value is not None else ""
    return f"{shared_errors(report, escaped)}{known}"


def _notes(report: Report) -> list[str]:
    """What has to be known of one of the figures."""
    found = report.agreement
    said = [STRICTNESS] if found.alpha.value is not None and found.alpha.value < 0 else []
    said += filter(None, [despite_alpha(report)])
    return [*said, escaped(found.note)] if found.note else said


def show_study(report: Report) -> None:
    """What the panel's mean can be relied on for, and how many judges or arguments would make it enough, drawn too."""
    found = report.agreement.generalizability
    st.subheader("What would make it enough?", help=terms.RELATIVE, anchor=False)
    if found.sentence is None:
        st.markdown(found.said)
        return
    st.markdown(report.sides_study.sentence, width=READING_WIDTH)
    said = f"For telling arguments apart: {found.sentence[:1].lower()}{found.sentence[1:]}"
    st.markdown(f"{said} {found.note}" if found.note else said, width=READING_WIDTH)
    if plot := study_plot(found):
        legend = [("", "relative: strictness taken out"), ("absolute", "absolute: strictness counted")]
        legend += [
            (one.kind, f"{counted(one.judges, 'judge')}: {one.mark}") for one in plot.places if one.mark
        ]
        _STUDY(key=f"study_{report.debate}", data={**asdict(plot), "legend": legend})


def show_measures(report: Report, rubric: Rubric) -> None:
    """Folded: what stands beside the gauges, agreement on each dimension, and on whom or what alpha hangs."""

    def show() -> None:
        _show_beside(report)
        st.markdown("**Agreement on each dimension**")
        by_dimension = {one.title: report.agreement.by_dimension[one.key] for one in rubric.dimensions}
        rows = {"All dimensions (composite)": report.agreement.alpha, **by_dimension}
        show_table(
            [_on_dimension(name, one) for name, one in rows.items()],
            alt="Agreement on scores by dimension",
        )
        _show_influence(report)
        _show_lab_link(report)

    fold("More measures, and what the agreement hangs on", "fold_measures", show)


def _show_beside(report: Report) -> None:
    show_table(measure_rows(report), alt="Measures of agreement with their intervals", whole=True)
    meant = (
        terms.PERCENT,
        terms.AC1,
        terms.ORDINAL,
        terms.CONSISTENCY,
        terms.RELATIVE,
        terms.STANDINGS_INTERVAL,
    )
    for words in meant:
        st.caption(words, width=READING_WIDTH)


def _on_dimension(name: str, found: Statistic) -> dict[str, str]:
    sure = ends_words(found)
    return {"Scores on": name, "Alpha": coefficient(found.value), "95%, this panel, or why not": sure}


def _show_lab_link(report: Report) -> None:
    """A link to the lab."""
    label = "How good is a panel like this? Try it in the lab"
    asked = panel_like(report).changed | report.settings.thresholds.changed
    st.page_link(router.page("lab"), label=label, icon=":material/science:", query_params=asked)


def panel_like(report: Report) -> Question:
    """The question about a panel like this one."""
    return read(Question, panel_words(report)).found


def show_pairs(report: Report) -> None:
    """Judge × judge, drawn, and folded in numbers."""
    st.subheader("Who agrees with whom", help=terms.PAIRS, anchor=False)
    st.caption(
        "Alpha of each two judges on the scores as given, and the number n of arguments both scored: the stronger "
        "the colour, the less alike. Few arguments "
        "make these figures very unsure. Choose two to read the argument they are furthest apart on once their usual "
        "difference (one stricter throughout) is taken out.",
        width=READING_WIDTH,
    )
    names = [judge.name for judge in report.judges]
    if figure := pairs_heatmap(report.agreement.pairs, names, "argument"):
        show_picture(figure, key=f"pairs_{report.debate}")

    def show() -> None:
        show_rows(
            "pair_rows",
            [_pair(pair) for pair in report.agreement.pairs],
            [pair.furthest for pair in report.agreement.pairs],
            "Each two judges with alpha, interval, number of arguments and the argument they are furthest apart on",
        )

    fold("Each two judges in numbers, with intervals", "fold_pairs", show)


def _pair(pair: PairAgreement) -> dict[str, str]:
    undefined = pair.value is None
    sure = pair.reason or UNDEFINED if undefined else ends_words(pair)
    return {
        "Judges": " and ".join(pair.judges),
        "Alpha": coefficient(pair.value),
        "n": str(pair.n),
        "95%, these two, or why not": sure,
        "Furthest apart on": f"{pair.furthest}, by {points(pair.apart)}" if pair.furthest else "–",
    }


def _show_influence(report: Report) -> None:
    """Alpha with each judge, and each argument, left out."""
    found = report.agreement
    st.markdown(f"**What the agreement hangs on.** {influence_sentence(report)}")
    st.caption(terms.INFLUENCE)
    parts = (("judge", found.without_judge), ("argument", found.without_argument))
    for place, (left_out, without) in zip(st.columns(2), parts, strict=True):
        rows = []
        for name, move in alpha_moves(report, without).items():
            change = UNDEFINED if move is None else signed(move, 2)
            alpha = coefficient(without[name])
            rows.append({f"Without the {left_out}": name, "Alpha": alpha, "Change": change})
        with place:
            show_table(rows, alt=f"Alpha with each {left_out} left out")
