"""A panel of several families of models with one click, and what a panel of one model costs.

Knows the draft through `state`. Invariant: a model that debates is never seated on a mixed panel.
"""

import streamlit as st

from pages.ui import router, state
from pages.ui.draft import Draft
from pages.ui.shown.words import escaped

_NONE = (
    "It needs two families of models that are ready, the debaters' own models left out. Type a second provider's key, "
    "or check a model, under Models and keys."
)


def show_mixed(draft: Draft) -> None:
    """The button; it says which models it would seat, or what it lacks."""
    models = state.mixed_panel(draft)
    st.button(
        "Mixed panel",
        key="mixed_panel",
        icon=":material/diversity_3:",
        on_click=state.seat_mixed,
        args=(draft,),
        disabled=models is None,
        help=_NONE if models is None else "Seats " + escaped(", ".join(dict.fromkeys(models))),
    )


def show_one_model(draft: Draft) -> None:
    """What it costs that all judges, or a judge and a debater, are one model; nothing of what is simulated."""
    judges = {judge.model for judge in draft.judges if not judge.model.startswith("simulated:")}
    if len(judges) == 1 and len(draft.judges) > 1 and all(judge.model in judges for judge in draft.judges):
        st.warning(
            f"All {len(draft.judges)} judges are {escaped(next(iter(judges)))}: they share errors, which looks like "
            "agreement. Where four judges share half of their error, the rules name a side in 40% of exact ties "
            "instead of 10%, and the interval of the gap holds the truth in 60% of panels instead of 90%.",
            icon=":material/warning:",
        )
        st.page_link(
            router.page("lab"),
            label="See it in the Lab",
            icon=":material/science:",
            query_params={"related": "all", "shared": "0.5"},
        )
    if own := judges & {draft.pro.model, draft.con.model}:
        st.caption(
            f"{escaped(', '.join(sorted(own)))} debates and judges: it may know its own words for good ones."
        )
