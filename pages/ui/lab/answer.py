"""The lab's answer: right, wrong and no call; how well the intervals cover; what one more judge buys.

Knows what the lab found and its words. Invariant: no share stands without its interval; the truth an interval is held
against is said, or why there is none; a difference that the simulation can't show is said to be none it can show.
"""

import streamlit as st

from debate_core.exports.lab import (
    ALPHA_LEVEL,
    LIMITS,
    UNITS,
    alpha_words,
    apart_rows,
    cover_sentence,
    headline,
    interval_words,
    lean_sentence,
    percent_words,
    shared_sentence,
    size_rows,
    step_sentence,
    tie_sentence,
    width_sentence,
)
from debate_core.lab import LabReport, Question
from debate_core.measuring.shares import Share
from debate_core.numerals import share_words
from debate_core.rules import changed_words
from pages.ui import router, state
from pages.ui.charts.lab import cover_plot, sizes_plot
from pages.ui.shown.figures import show_chart, show_table

_HELP = {
    "right": "The side with the truly better arguments was named.",
    "wrong": "The other side was named.",
    "no_call": "The rules let no side be named. That is a result, not a failure.",
}
_GAP = (
    "The interval beside the gap on the Verdict page. In the simulation the true gap is known, so one can count how "
    "often the interval holds it. Held less often than promised, it is too narrow."
)
_ALPHA = (
    "The interval beside alpha on the Panel page. It is held against the alpha that the same judges would reach on "
    "unlimited arguments of this kind, worked out by formula for each simulated panel. For this the arguments are "
    "drawn freely, as the interval's promise has it, instead of to an exact gap."
)
_SIZES = (
    "The same arguments and the same errors are judged by the first 2, 3 … 8 judges, so that sizes differ by their "
    "judges and not by luck. A new judge joins the families as chosen: on one model it brings the old errors along."
)


def show_answer(found: LabReport) -> None:
    """The sentence and the three figures; two at an exact tie, where nobody can be right."""
    st.header(headline(found), anchor=False)
    asked = found.asked
    with st.grid(2 if found.question.tie else 3, min_column_width=104, key="lab_figures"):
        if found.question.tie:
            _figure(":material/close: Named a side at a tie", asked.wrong, _tie_help(found))
        else:
            _figure(":material/check: Right", asked.right, _HELP["right"])
            _figure(":material/close: Wrong", asked.wrong, _HELP["wrong"])
        _figure(":material/remove: No call", asked.no_call, _HELP["no_call"])
    if changed := changed_words(found.rules):
        st.caption(f":material/info: By these thresholds: {changed}.")
    if said := tie_sentence(found):
        st.markdown(said, help=_tie_help(found))


def _tie_help(found: LabReport) -> str:
    """What naming a side at a tie is, and how often the gap's interval must be wrong by its level."""
    said = "A side was named although both were exactly equal."
    if found.rules.kind == "classic":
        return f"{said} The classic rules look at the size of the gap on z-scores, not at its interval."
    return (
        f"{said} An interval at {share_words(found.level)} leaves out 0 in {share_words(1 - found.level)} of such "
        "panels even when everything it assumes is true."
    )


def _figure(label: str, share: Share, help_text: str) -> None:
    """A share, and below it the 95% interval that the number of panels leaves."""
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.markdown(f":small[{label}]", help=help_text)
        st.metric(
            label.partition(": ")[2],
            percent_words(share.value),
            delta=interval_words(share.interval),
            delta_color="off",
            delta_arrow="off",
            label_visibility="collapsed",
        )


def show_limits(found: LabReport) -> None:
    """What these figures are not."""
    st.caption(
        f":material/info: {LIMITS} Beside each share stands the 95% interval that {found.n:,} panels leave "
        "(Wilson's)."
    )


def show_studies_link() -> None:
    """The way to what real judges did, where there is a study."""
    if state.studies():
        label = "What judges did when sides were swapped and debates judged again: the studies"
        st.page_link(router.page("studies"), label=label, icon=":material/experiment:")


def show_cover(found: LabReport) -> None:
    """The figure, a sentence an interval, and the comparison where judges share errors."""
    st.subheader("How well the intervals cover", anchor=False)
    asked = found.asked
    gap = cover_sentence(asked.gap, found.level, "the true gap", found.n)
    alpha = cover_sentence(asked.alpha, ALPHA_LEVEL, "the alpha of unlimited arguments", found.n)
    show_chart(
        cover_plot(found),
        key="chart_lab_cover",
        alt=f"Share of panels whose interval held the truth. Gap: {gap} Alpha: {alpha}".replace("*", ""),
    )
    st.markdown(f"**The gap's interval.** {gap} {width_sentence(asked.gap.width, ' points')}", help=_GAP)
    st.markdown(
        f"**Alpha's interval.** {alpha} {width_sentence(asked.alpha.width, '')} {alpha_words(found)}",
        help=_ALPHA,
    )
    if leaning := lean_sentence(found.question):
        st.warning(leaning, icon=":material/balance:")
    said = shared_sentence(found)
    if said is None:
        _suggest(found.question)
    else:
        st.warning(said, icon=":material/device_hub:")
        show_table(apart_rows(found), alt="This panel beside the same one with errors of each judge's own")


def _suggest(question: Question) -> None:
    """The one thing a panel can get wrong that no interval tells: one click away."""
    if question.related == "own":
        said, offer, related = "All this is for judges who err apart.", "What if all ran on one model?", "all"
    else:
        said = "These judges run on one model or a few, and yet are taken to share no errors."
        offer, related = "What if they shared half of their error variance?", question.related
    st.markdown(f"{said} Judges on one model share errors, and then intervals are too narrow.")
    st.button(
        offer,
        key="lab_alike",
        icon=":material/device_hub:",
        on_click=state.choose,
        kwargs={"related": related, "shared": 0.5},
    )


def show_sizes(found: LabReport) -> None:
    """The step from this size to the next, then all sizes."""
    st.subheader("What one more judge buys", help=_SIZES, anchor=False)
    st.markdown(step_sentence(found))
    figure, table = st.columns([2, 3], gap="medium")
    with figure:
        show_chart(
            sizes_plot(found),
            key="chart_lab_sizes",
            alt="Share of panels by number of judges, the numbers as in the table beside it",
        )
    with table:
        show_table(size_rows(found), alt="Outcomes by number of judges; ◆ marks the size chosen")
        st.caption(f"◆ the size chosen; in brackets the simulation's 95% intervals. {UNITS}")
