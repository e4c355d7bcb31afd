"""How well the intervals cover: what they promise beside what they do, and what shared errors do to them.

Knows what the lab found. Invariant: the truth an interval is held against is said, or why there is none.
"""

import streamlit as st

from debate_core.exports.lab import (
    ALPHA_LEVEL,
    alpha_words,
    apart_rows,
    cover_sentence,
    lean_sentence,
    shared_sentence,
    width_sentence,
)
from debate_core.lab import LabFound, Question
from pages.ui import state
from pages.ui.charts.lab import cover_plot
from pages.ui.widgets.chart import show_chart

_GAP = (
    "The interval beside the gap on the Verdict page. In the simulation the true gap is known, so one can count how "
    "often the interval holds it. Held less often than promised, it is too narrow."
)
_ALPHA = (
    "The interval beside alpha on the Panel page. It is held against the alpha that the same judges would reach on "
    "unlimited arguments of this kind, worked out by formula for each simulated panel. For this the arguments are "
    "drawn freely, as the interval's promise has it, instead of to an exact gap."
)


def show_cover(found: LabFound) -> None:
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
        st.dataframe(
            apart_rows(found),
            hide_index=True,
            alt="This panel beside the same one with errors of each judge's own",
        )


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
        on_click=state.change_lab,
        kwargs={"related": related, "shared": "0.5"},
    )
