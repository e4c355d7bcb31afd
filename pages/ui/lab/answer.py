"""The lab's answer in a sentence; how well the intervals cover; what one more judge buys.

Knows what the lab found and its words. Invariant: no share stands without its interval; the truth an interval is held
against is said, or why there is none; a difference that the simulation can't show is said to be none it can show.
"""

import streamlit as st

from debate_core.exports import lab
from debate_core.lab import LabReport
from debate_core.rules import changed_words
from pages.ui import router, state
from pages.ui.charts.lab import cover_plot, sizes_plot
from pages.ui.shown.figures import show_chart, show_table

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
    """The answer in a sentence; its figures stand in the picture, with their intervals."""
    st.header(lab.headline(found), anchor=False)
    if changed := changed_words(found.rules):
        st.caption(f":material/info: By these thresholds: {changed}.")


def show_limits(found: LabReport) -> None:
    """What these figures are not."""
    st.caption(
        f":material/info: {lab.limits_words(found)} Beside each share stands the 95% interval that {found.n:,} panels "
        "leave (Wilson's)."
    )


def show_studies_link() -> None:
    """The way to what real judges did, where there is a study."""
    if state.studies():
        label = "What judges did when sides were swapped and debates judged again: the studies"
        st.page_link(router.page("studies"), label=label, icon=":material/experiment:")


def show_cover(found: LabReport) -> None:
    """The figure, a sentence an interval, and what shared errors do to them."""
    st.subheader("How well the intervals cover", anchor=False)
    asked = found.asked
    gap = lab.cover_sentence(asked.gap, found.level, "the true gap", found.n)
    alpha = lab.cover_sentence(asked.alpha, lab.ALPHA_LEVEL, "the alpha of unlimited arguments", found.n)
    show_chart(
        cover_plot(found),
        key="chart_lab_cover",
        alt=f"Share of panels whose interval held the truth. Gap: {gap} Alpha: {alpha}".replace("*", ""),
    )
    st.markdown(f"**The gap's interval.** {gap} {lab.width_sentence(asked.gap.width, ' points')}", help=_GAP)
    st.markdown(
        f"**Alpha's interval.** {alpha} {lab.width_sentence(asked.alpha.width, '')} {lab.alpha_words(found)}",
        help=_ALPHA,
    )
    if leaning := lab.lean_sentence(found.question):
        st.warning(leaning, icon=":material/balance:")
    if said := lab.shared_sentence(found):
        st.warning(said, icon=":material/device_hub:")


def show_sizes(found: LabReport) -> None:
    """The step from this size to the next, then all sizes."""
    st.subheader("What one more judge buys", help=_SIZES, anchor=False)
    st.markdown(lab.step_sentence(found))
    show_chart(
        sizes_plot(found),
        key="chart_lab_sizes",
        alt="Share of panels by number of judges, the numbers as in the table below it",
    )
    show_table(lab.size_rows(found), alt="Outcomes by number of judges; ◆ marks the size chosen")
    st.caption(f"◆ the size chosen; in brackets the simulation's 95% intervals. {lab.UNITS}")
