"""How far the judges agree: two gauges, the measures beside them, each two judges, and on whom or what it hangs.

Knows the report and the charts. Invariant: an undefined figure is said with its reason where it would stand; alpha is
never computed on calibrated scores, and what is, is called consistency. The lab is asked only about what is known of
the panel; noise and the gap stay the usual ones.
"""

from collections.abc import Callable

import streamlit as st

from debate_core.exports.numbers import shared_errors
from debate_core.lab import Question
from debate_core.measuring.agreement import Band, band, banded
from debate_core.numerals import UNDEFINED, Span, coefficient, odds, percent, points, signed
from debate_core.options import read
from debate_core.report import Report
from debate_core.report.drawn import alpha_moves, panel_words
from debate_core.report.shape import PairAgreement, PanelAlpha, Statistic
from debate_core.rubric import Rubric
from pages.ui import router
from pages.ui.charts.gauge import gauge
from pages.ui.charts.heatmaps import pairs_heatmap
from pages.ui.shown import terms
from pages.ui.shown.figures import fold_numbers, show_chart, show_clickable, show_rows, show_table
from pages.ui.shown.sentences import consistency_words, influence_sentence, interval_words
from pages.ui.shown.words import escaped


def show_gauges(report: Report) -> None:
    """Agreement on scores and on standings, side by side."""
    found = report.agreement
    scores, standings = st.columns(2)
    with scores.container(border=True, key="gauge_alpha", height="stretch"):
        if level := _show_gauge("Agreement on scores", "alpha", found.alpha, terms.ALPHA):
            st.markdown(level.advice)
        _show_odds(found.alpha)
    with standings.container(border=True, key="gauge_kappa", height="stretch"):
        if level := _show_gauge("Agreement on standings", "kappa", found.kappa, terms.KAPPA):
            st.markdown(terms.STANDINGS_ADVICE[level.name])
        if found.kappa.interval:
            st.caption(
                "Where nearly all standings are of one kind, this interval holds far less often than it promises.",
                help=terms.STANDINGS_INTERVAL,
            )
        if found.note:
            st.caption(f":material/info: {found.note}")
    st.caption(
        f"For these judges only; {report.judges_said}. {shared_errors(report, escaped)}", help=terms.INTERVAL
    )
    show_study(report)
    _show_lab_link(report)


def _show_gauge(words: str, term: str, found: Statistic, help_text: str) -> Band | None:
    """The figure, its band and its gauge; the band, or None for an undefined figure."""
    st.subheader(f"{words} ({term})", help=help_text, anchor=False)
    if found.value is None:
        st.markdown(f"**{UNDEFINED.capitalize()}**: {found.reason or 'not computed'}.")
        st.caption("Nothing is drawn, and no rule rests on it.")
        return None
    level = band(found.value)
    assert level is not None
    st.markdown(f"**{banded(found.value)}, {level.name}** ({level.range}) · {interval_words(found)}")
    show_chart(
        gauge(found, term),
        key=f"chart_{term}",
        alt=f"{words}: {term} {banded(found.value)}, {interval_words(found)}, band {level.name}",
    )
    return level


def _show_odds(found: PanelAlpha) -> None:
    """The chance that the true figure is good enough."""
    if found.p_667 is not None and found.p_80 is not None:
        said = f"Probability that it reaches .667: {odds(found.p_667)}; .80: {odds(found.p_80)}."
        st.caption(said, help=terms.INTERVAL)


def show_study(report: Report) -> None:
    """What the panel's mean can be relied on for, and how many judges or arguments would make it enough."""
    found = report.agreement.generalizability
    if found.sentence is None:
        st.caption(
            f"What the panel's mean can be relied on for is undefined: {found.reason}.", help=terms.RELATIVE
        )
        return
    said = f"{found.sentence} {report.sides_study.sentence}"
    st.caption(f"{said} {found.note}" if found.note else said, help=terms.RELATIVE)


def show_measures(report: Report, rubric: Rubric) -> None:
    """What stands beside alpha and kappa, and alpha on each dimension."""
    found = report.agreement
    ordinal, calibrated = found.alpha_standings, found.consistency
    same = percent(found.percent), _ends(found.percent_interval, percent)
    with st.grid(4, min_column_width=150, key="measures"):
        beside = f"{terms.PERCENT} {terms.STANDINGS_INTERVAL}"
        _show_measure("The same standing, of all pairs", "percent agreement", beside, same)
        gwet = coefficient(found.ac1), _ends(found.ac1_interval)
        beside = f"{terms.AC1} {terms.STANDINGS_INTERVAL}"
        _show_measure("The same standing, beyond chance", "AC1", beside, gwet)
        near = coefficient(ordinal.value), _ends(ordinal.interval)
        _show_measure("Standings, near misses counted", "ordinal alpha", terms.ORDINAL, near)
        alike = coefficient(calibrated.value), _ends(calibrated.interval)
        _show_measure(consistency_words(report), "consistency", terms.CONSISTENCY, alike)
    for term, one in (("Ordinal alpha", ordinal), ("Consistency", calibrated)):
        if one.value is None and one.reason:
            st.caption(f"{term} is undefined: {one.reason}.")
    with fold_numbers("agreement by dimension"):
        by_dimension = {one.title: found.by_dimension[one.key] for one in rubric.dimensions}
        rows = {"All dimensions (composite)": found.alpha, **by_dimension}
        show_table(
            [_on_dimension(name, one) for name, one in rows.items()],
            alt="Agreement on scores by dimension",
        )


def _show_measure(label: str, term: str, help_text: str, figure: tuple[str, str]) -> None:
    """A box with a label that may wrap, a figure and its interval."""
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.markdown(f":small[{label} ({term})]", help=help_text)
        st.metric(term, figure[0], label_visibility="collapsed")
        st.caption(figure[1])


def _ends(interval: Span | None, shown: Callable[[float], str] = coefficient) -> str:
    return f"95% interval {shown(interval[0])} to {shown(interval[1])}" if interval else "no interval"


def _on_dimension(name: str, found: Statistic) -> dict[str, str]:
    sure = interval_words(found)
    return {"Scores on": name, "Alpha": coefficient(found.value), "95% interval, or why not": sure}


def _show_lab_link(report: Report) -> None:
    """A link to the lab."""
    label = "How good is a panel like this? Try it in the lab"
    asked = panel_like(report).changed | report.settings.thresholds.changed
    st.page_link(router.page("lab"), label=label, icon=":material/science:", query_params=asked)


def panel_like(report: Report) -> Question:
    """The question about a panel like this one."""
    return read(Question, panel_words(report)).found


def show_pairs(report: Report) -> None:
    """Judge × judge, drawn and in numbers."""
    st.subheader("Who agrees with whom", help=terms.PAIRS, anchor=False)
    st.caption(
        "Alpha of each two judges on the scores as given, and the number n of arguments both scored; the deeper the "
        "purple, the less alike. Few arguments make these figures very unsure: the intervals say how unsure."
    )
    chart, table = st.columns([2, 3])
    with chart:
        alt = "Alpha of each two judges with the number of arguments both scored; the table beside it has the numbers"
        show_clickable("pairs", pairs_heatmap(report), alt)
    with table:
        st.caption(
            "The same in numbers. Choose a row to read the argument on which the two are furthest apart once their "
            "usual difference (one stricter throughout) is taken out."
        )
        show_rows(
            "pair_rows",
            [_pair(pair) for pair in report.agreement.pairs],
            [pair.furthest for pair in report.agreement.pairs],
            "Each two judges with alpha, interval, number of arguments and the argument they are furthest apart on",
        )


def _pair(pair: PairAgreement) -> dict[str, str]:
    undefined = pair.value is None
    sure = pair.reason or UNDEFINED if undefined else interval_words(pair).removeprefix("95% interval ")
    return {
        "Judges": " and ".join(pair.judges),
        "Alpha": coefficient(pair.value),
        "n": str(pair.n),
        "95% interval, or why not": sure,
        "Furthest apart on": f"{pair.furthest}, by {points(pair.apart)}" if pair.furthest else "–",
    }


def show_influence(report: Report) -> None:
    """Alpha with each judge, and each argument, left out."""
    found = report.agreement
    st.subheader("What the agreement hangs on", help=terms.INFLUENCE, anchor=False)
    st.markdown(influence_sentence(report))
    with fold_numbers("alpha without each judge and each argument"):
        parts = (("judge", found.without_judge), ("argument", found.without_argument))
        for place, (left_out, without) in zip(st.columns(2), parts, strict=True):
            rows = []
            for name, move in alpha_moves(report, without).items():
                change = UNDEFINED if move is None else signed(move, 2)
                alpha = coefficient(without[name])
                rows.append({f"Without the {left_out}": name, "Alpha": alpha, "Change": change})
            with place:
                show_table(rows, alt=f"Alpha with each {left_out} left out")
