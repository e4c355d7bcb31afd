"""Two or more debates beside each other, on one screen.

Knows the comparison and its words. Invariant: whoever sees outcomes here scores those debates not blind, and it is
noted; a debate that isn't there, or can't be read, is said, and the others are compared.
"""

from collections.abc import Mapping, Sequence

import streamlit as st

from debate_core.comparison import LEAST, ComparedDebate, Comparison
from debate_core.exports.compared import (
    SEVERITY,
    STANDARDISED,
    difference_said,
    gap_said,
    made_said,
    outcome_said,
    severity_said,
    standardised_said,
)
from debate_core.exports.numbers import with_interval
from debate_core.wording import capital
from pages.ui import router, state
from pages.ui.charts.comparison import alphas_plot, gaps_plot
from pages.ui.shown.figures import fold_numbers, show_chart, show_table
from pages.ui.shown.words import clip, escaped


def show_comparison(asked: Sequence[str]) -> None:
    """What they came to, how sure that is, and how far their judges are alike."""
    st.title("How do they compare?", anchor=False)
    st.button(
        "Back to the library",
        key="back",
        type="tertiary",
        icon=":material/arrow_back:",
        on_click=state.compare,
        args=((),),
    )
    found, missing = state.comparison(asked)
    for why in missing:
        st.warning(f"Not compared: {escaped(clip(why, 240))}.", icon=":material/search_off:")
    if found is None:
        st.markdown(f"It takes {LEAST} debates or more: choose them in the library.")
        return
    state.saw_outcomes([one.id for one in found.debates], "the comparison in the Library")
    with st.grid(min_column_width=300, key="compared"):
        for place, one in enumerate(found.debates, 1):
            with st.container(border=True, gap="small", key=f"compared_{one.id}", height="stretch"):
                _show_debate(place, one)
    names = {one.id: f"{place}. {clip(one.topic, 40)}" for place, one in enumerate(found.debates, 1)}
    _show_figures(found, names)
    _show_agreement(found, list(names))
    _show_judges(found, names)


def _show_debate(place: int, one: ComparedDebate) -> None:
    st.markdown(f"**{place}. {escaped(clip(one.topic, 160))}**")
    st.markdown(f"**{escaped(outcome_said(one))}**")
    st.markdown(f"Gap: {escaped(gap_said(one))}  \nAlpha: {escaped(with_interval(one.alpha))}")
    st.caption(f"{escaped(capital(made_said(one)))} · {escaped(one.id)}")
    st.page_link(router.page("verdict"), label="Verdict", query_params={"debate": one.id})


def _show_figures(found: Comparison, names: Mapping[str, str]) -> None:
    """The gaps and the alphas, each kind on one axis."""
    st.header("Gap, PRO minus CON, on z-scores", anchor=False)
    st.markdown(f"{STANDARDISED} The bars are 90% intervals, in standard deviations.")
    said = [f"{names[one.id]}: {standardised_said(one)}" for one in found.debates]
    show_chart(gaps_plot(found), key="compared_gaps", alt=". ".join(said))
    with fold_numbers("gaps"):
        show_table(
            [
                {"debate": names[one.id], "in points": gap_said(one), "on z-scores": standardised_said(one)}
                for one in found.debates
            ],
            alt="The gap of each debate in points and on z-scores, with its intervals",
            key="gap_numbers",
            whole=True,
        )
    st.header("Agreement", anchor=False)
    st.markdown(
        "Alpha of each panel on its scores: 0 is chance, 1 full agreement; the bars are 95% intervals."
    )
    said = [f"{names[one.id]}: {with_interval(one.alpha)}" for one in found.debates]
    show_chart(alphas_plot(found), key="compared_alphas", alt=". ".join(said))
    with fold_numbers("agreement"):
        show_table(
            [{"debate": names[one.id], "alpha": with_interval(one.alpha)} for one in found.debates],
            alt="Alpha of each debate with its interval",
            key="alpha_numbers",
            whole=True,
        )


def _show_agreement(found: Comparison, names: Sequence[str]) -> None:
    """Agreement beside agreement, where the arguments are the same; `names`: the debates in their order."""
    st.subheader("Do these panels agree differently?", anchor=False)
    places = {name: place for place, name in enumerate(names, 1)}
    lines = [
        f"- **{places[one.second]} less {places[one.first]}**: {escaped(difference_said(one))}."
        for one in found.agreement
    ]
    st.markdown("\n".join(lines))


def _show_judges(found: Comparison, names: Mapping[str, str]) -> None:
    """How severe each judge is that two of them share."""
    st.header("The judges they share", anchor=False)
    if not found.judges:
        st.markdown(f"{escaped(capital(found.no_judges or ''))}.")
        return
    st.markdown(SEVERITY)
    show_table(
        [
            {
                "judge": judge.name,
                "model": judge.model,
                **{name: severity_said(judge.severities.get(one)) for one, name in names.items()},
            }
            for judge in found.judges
        ],
        alt="The severity of each judge that two of the debates share, in each of them",
        key="shared_judges",
        whole=True,
    )
