"""Agreement as figures: two gauges with bands and intervals, the measures beside them, and the way to the lab.

Knows the report and the gauge chart. Invariant: an undefined figure is said with its reason where its gauge would
stand; alpha is never computed on calibrated scores, and what is, is called consistency. The lab is asked only about
what is known of the panel; noise and the gap stay the usual ones.
"""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.exports.numbers import shared_errors
from debate_core.lab import Question
from debate_core.measuring.agreement import Band, band, banded
from debate_core.numerals import UNDEFINED, Span, coefficient, odds, percent
from debate_core.options import read
from debate_core.report import Report
from debate_core.report.shape import AlphaFound, Statistic
from debate_core.rubric import Rubric
from pages.ui import router
from pages.ui.charts.gauge import gauge
from pages.ui.shown import terms
from pages.ui.shown.figures import fold_numbers, show_chart, show_table
from pages.ui.shown.sentences import consistency_words, interval_words
from pages.ui.shown.words import plain


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
        f"For these judges only; {report.judges_said}. {shared_errors(report, plain)}", help=terms.INTERVAL
    )
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


def _show_odds(found: AlphaFound) -> None:
    """The chance that the true figure is good enough, and how far the panel's mean can be relied on."""
    said = []
    if found.p_667 is not None and found.p_80 is not None:
        said.append(f"Probability that it reaches .667: {odds(found.p_667)}; .80: {odds(found.p_80)}.")
    if found.panel_mean is not None:
        said.append(f"Reliability of the panel's mean: {coefficient(found.panel_mean)}.")
    if said:
        st.caption(" ".join(said), help=terms.PANEL_MEAN)


def show_measures(report: Report, rubric: Rubric) -> None:
    """What stands beside alpha and kappa, and alpha on each dimension."""
    found = report.agreement
    same, ordinal, calibrated = found.percent, found.alpha_standings, found.consistency
    with st.grid(4, min_column_width=150, key="measures"):
        with _measure(
            "The same standing, of all pairs",
            "percent agreement",
            f"{terms.PERCENT} {terms.STANDINGS_INTERVAL}",
        ):
            _figure("percent agreement", percent(same), found.percent_interval, percent)
        with _measure("The same standing, beyond chance", "AC1", f"{terms.AC1} {terms.STANDINGS_INTERVAL}"):
            _figure("AC1", coefficient(found.ac1), found.ac1_interval)
        with _measure("Standings, near misses counted", "ordinal alpha", terms.ORDINAL):
            _figure("ordinal alpha", coefficient(ordinal.value), ordinal.interval)
        with _measure(consistency_words(report), "consistency", terms.CONSISTENCY):
            _figure("consistency", coefficient(calibrated.value), calibrated.interval)
    for term, one in (("Ordinal alpha", ordinal), ("Consistency", calibrated)):
        if one.value is None and one.reason:
            st.caption(f"{term} is undefined: {one.reason}.")
    with fold_numbers("agreement by dimension"):
        by_dimension = {one.title: found.by_dimension[one.key] for one in rubric.dimensions}
        rows = {"All dimensions (composite)": found.alpha, **by_dimension}
        show_table(
            [
                {
                    "Scores on": name,
                    "Alpha": coefficient(one.value),
                    "95% interval, or why not": interval_words(one),
                }
                for name, one in rows.items()
            ],
            alt="Agreement on scores by dimension",
        )


def _measure(label: str, term: str, help_text: str) -> DeltaGenerator:
    """A box with a label that may wrap and its term."""
    box = st.container(border=True, height="stretch", gap="xsmall")
    box.markdown(f":small[{label} ({term})]", help=help_text)
    return box


def _figure(
    term: str, value: str, interval: Span | None, shown: Callable[[float], str] = coefficient
) -> None:
    """A figure and its 95% interval."""
    st.metric(term, value, label_visibility="collapsed")
    ends = f"95% interval {shown(interval[0])} to {shown(interval[1])}" if interval else "no interval"
    st.caption(ends)


def _show_lab_link(report: Report) -> None:
    """A link to the lab."""
    st.page_link(
        router.page("lab"),
        label="How good is a panel like this? Try it in the lab",
        icon=":material/science:",
        query_params=panel_like(report).changed | report.settings.thresholds.changed,
    )


def panel_like(report: Report) -> Question:
    """The question about a panel like this one."""
    judges = [judge for judge in report.judges if judge.scores]
    sides = [sum(row.side == side for row in report.arguments) for side in ("pro", "con")]
    cells = [score for row in report.arguments for score in (row.raw[judge.name] for judge in judges)]
    missing = sum(score is None for score in cells) / max(1, len(cells))
    models = {judge.model for judge in judges}
    alike = len(judges) > 1 and len(models) == 1 and not models.pop().startswith("simulated:")
    words = {
        "judges": str(len(judges)),
        "arguments": str(min(sides)),
        "missing": f"{round(missing * 20) / 20:g}",
        "related": "all" if alike else "own",
        "rules": report.settings.rules,
    }
    return read(Question, words).found
