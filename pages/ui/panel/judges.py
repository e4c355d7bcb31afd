"""The judges: who agrees with whom, on whom the agreement hangs, how severe each is and what it counts for.

Knows the report and the judges' charts. Invariant: each figure says on how many arguments it rests, with its interval
or the reason there is none; a judge that failed keeps its line, with the cause.
"""

import streamlit as st

from debate_core.numerals import UNDEFINED, coefficient, number, percent, points
from debate_core.report import Report
from debate_core.report.shape import JudgeRow, PairFound
from debate_core.wording import worded
from pages.ui.charts.heatmaps import pairs_heatmap
from pages.ui.charts.judges import severity_plot
from pages.ui.shown import terms
from pages.ui.shown.figures import fold_numbers, show_clickable, show_rows, show_table
from pages.ui.shown.sentences import influence_sentence, interval_words


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


def _pair(pair: PairFound) -> dict[str, str]:
    apart = f"{pair.furthest}, by {points(pair.apart)}" if pair.furthest else "–"
    return {
        "Judges": " and ".join(pair.judges),
        "Alpha": coefficient(pair.value),
        "n": str(pair.n),
        "95% interval, or why not": _sure(pair),
        "Furthest apart on": apart,
    }


def _sure(pair: PairFound) -> str:
    if pair.value is None:
        return pair.reason or UNDEFINED
    return interval_words(pair).removeprefix("95% interval ")


def show_influence(report: Report) -> None:
    """Alpha with each judge, and each argument, left out."""
    st.subheader("What the agreement hangs on", help=terms.INFLUENCE, anchor=False)
    st.markdown(influence_sentence(report))
    with fold_numbers("alpha without each judge and each argument"):
        judges, arguments = st.columns(2)
        for place, left_out, found in (
            (judges, "judge", report.agreement.without_judge),
            (arguments, "argument", report.agreement.without_argument),
        ):
            rows = [
                {
                    f"Without the {left_out}": name,
                    "Alpha": coefficient(value),
                    "Change": _change(report, value),
                }
                for name, value in found.items()
            ]
            with place:
                show_table(rows, alt=f"Alpha with each {left_out} left out")


def _change(report: Report, value: float | None) -> str:
    whole = report.agreement.alpha.value
    if value is None or whole is None:
        return UNDEFINED
    moved = coefficient(value - whole)
    return f"+{moved}" if value - whole >= 0.005 else moved


def show_judges(report: Report) -> None:
    """Severity drawn, and a line of numbers for each judge."""
    st.subheader("How strict each judge is, and what it counts for", help=terms.SEVERITY, anchor=False)
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
        st.caption(f"Effective number of judges: {effective} ({report.judges_said}).", help=terms.EFFECTIVE)
        st.caption(
            "*Right before*: with the accuracy shrunken toward one half in brackets; severity with one standard error.",
            help=terms.HISTORY,
        )


def _judge(judge: JudgeRow) -> dict[str, str]:
    return {
        "Judge": judge.name,
        "Domain": judge.domain,
        "Weight": "–" if judge.weight is None else percent(judge.weight),
        "Severity, points": _severity(judge),
        "Right before": _right_before(judge),
        "Past debates": str(judge.past.debates),
        "Status": f"failed: {judge.cause or ''}" if judge.status == "failed" else worded(judge.status),
        "Model": judge.model,
    }


def _right_before(judge: JudgeRow) -> str:
    past = judge.past
    return f"{past.right} of {past.known} ({percent(past.shrunken_accuracy)})" if past.known else "not known"


def _severity(judge: JudgeRow) -> str:
    if judge.severity is None:
        return UNDEFINED
    error = "" if judge.severity_se is None else f" ± {number(judge.severity_se, 2)}"
    return f"{number(judge.severity, 2)}{error}"
