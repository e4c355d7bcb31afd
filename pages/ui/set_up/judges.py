"""The panel while it is being set up: a row per judge, a dialog to edit one, a panel of several families with one
click, the rubric they score by, and whether they read each other once they have scored alone."""

from functools import partial

import streamlit as st

from debate_core.domain.config import BUILT_IN_JUDGES, Judge
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import number_text
from debate_core.domain.rubric import RUBRICS, STANDARD, Rubric
from pages.ui import router, state
from pages.ui.draft import CUSTOM, Draft
from pages.ui.shown.deliberating import ask_deliberation
from pages.ui.shown.options import ask, marked
from pages.ui.shown.seats import Seats
from pages.ui.shown.words import escaped, show_fault
from pages.ui.state.form import SettingsForm

STAYS = "The independent scores count; those after the discussion stand beside them."
_NONE = (
    "It needs two families of models that are ready, the debaters' own models left out. Type a second provider's key, "
    "or check a model, under Models and keys."
)


def show_judges(draft: Draft) -> None:
    """A row each, with own weights as small bars; edit, add, remove; what is wrong is said here."""
    rubric = _rubric(draft)
    seats = Seats(
        kind=Judge,
        now=draft.judges,
        keep=partial(state.set_up.change, "panel"),
        ask_weight=partial(_ask_weights, rubric),
        draft=draft,
    )
    for place in range(len(seats.now)):
        with st.container(border=True, key=f"judge_{place}"):
            _show_judge(seats, place, rubric)
    with st.container(horizontal=True, key="panel_actions"):
        seats.offer_another()
        st.button("Built-in judges", key="built_in_judges", on_click=seats.keep, args=(BUILT_IN_JUDGES,))
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
    show_one_model(draft)
    ask(state.set_up, "judging")
    ask(state.set_up, "reading")
    if "judges" in draft.faults:
        show_fault(draft.faults["judges"])
    seats.show_edited()


def _show_judge(seats: Seats[Judge], place: int, rubric: Rubric | None) -> None:
    seats.show_row(place)
    judge = seats.now[place]
    st.caption(escaped(judge.brief) or "No brief: it is told the rubric and its domain.")
    if rubric is None:
        st.caption("Finish the rubric to see weights.")
        return
    weights = judge.own_weights(rubric)
    with st.grid(len(weights), min_column_width=130):
        for dimension in rubric.dimensions:
            weight = weights[dimension.key]
            st.progress(weight, text=f"{dimension.title} {number_text(weight, 2)}")
    if not rubric.fits(judge.weights):
        st.caption("The rubric's weights: this judge's own don't match its dimensions.")


def _ask_weights(rubric: Rubric | None, form: SettingsForm[Judge], judge: Judge) -> None:
    if rubric is None:
        return
    st.markdown("**Own weights**")
    own, asked = judge.own_weights(rubric), {}
    with st.grid(len(own), min_column_width=130):
        for dimension in rubric.dimensions:
            name, now = dimension.title, round(own[dimension.key], 4)
            asked[dimension.key] = st.number_input(name, 0.0, 1.0, now, 0.05, key=form.key(dimension.key))
    form.change("weights", asked)
    total = sum(asked.values())
    if total <= 0:
        st.caption("Give at least one a weight.")
        return
    used = Judge(name="x", domain="x", weights=asked).own_weights(rubric)
    shares = ", ".join(f"{d.title.lower()} {used[d.key]:.2f}" for d in rubric.dimensions)
    st.caption(f"Sum: {total:.2f}" + ("" if abs(total - 1) < 1e-6 else f". Used as {shares}."))


def _rubric(draft: Draft) -> Rubric | None:
    """The rubric as it stands, or None while a custom one is unfinished."""
    if draft.rubric in RUBRICS:
        return RUBRICS[draft.rubric]
    return None if "rubric" in draft.faults else draft.custom()


def show_rubric(draft: Draft) -> None:
    st.segmented_control(
        "Rubric",
        [*RUBRICS, CUSTOM],
        format_func=marked(state.set_up.key("rubric")),
        required=True,
        **state.set_up.kept("rubric"),
    )
    if draft.rubric == CUSTOM:
        _show_custom_rubric(draft)
        return
    rubric = RUBRICS.get(draft.rubric, STANDARD)
    for dimension in rubric.dimensions:
        weight = rubric.weights[dimension.key]
        st.progress(weight, text=f"**{dimension.title}** · weight {number_text(weight, 2)}")
        st.caption(f"{dimension.question} 1: {dimension.low}. 10: {dimension.high}.")


def _show_custom_rubric(draft: Draft) -> None:
    if not state.set_up.rows:
        st.caption("No dimension yet.")
    for number, row in zip(state.set_up.rows, draft.dimensions, strict=True):
        with st.container(border=True, key=f"dimension_{number}"):
            _show_dimension(number, row.key)
    st.button("Add a dimension", key="add_dimension", on_click=state.set_up.add_row, icon=":material/add:")
    st.caption(f"Sum of weights: {draft.rubric_sum:.2f}")
    if "rubric" in draft.faults:
        show_fault(draft.faults["rubric"])


def _show_dimension(number: int, name: str) -> None:
    kept = state.set_up.row(number).kept
    first, second, third = st.columns([3, 2, 1], vertical_alignment="bottom")
    first.text_input("Name", placeholder="one lower-case word", **kept("key"))
    second.number_input("Weight", min_value=0.0, max_value=1.0, step=0.05, **kept("weight"))
    third.button(
        "Remove",
        key=f"drop_{number}",
        on_click=state.set_up.drop_row,
        args=(number,),
        help=f"Remove the dimension {escaped(name) or 'without a name'}",
        width="stretch",
    )
    st.text_input("The judge's question", **kept("question"))
    low, high = st.columns(2)
    low.text_input("1 means", **kept("low"))
    high.text_input("10 means", **kept("high"))


def show_one_model(draft: Draft) -> None:
    """What it costs that all judges, or a judge and a debater, are one model; nothing of what is simulated."""
    judges = {judge.model for judge in draft.judges if not is_simulated(judge.model)}
    if len(judges) == 1 and len(draft.judges) > 1 and all(judge.model in judges for judge in draft.judges):
        st.warning(
            f"All {len(draft.judges)} judges run on {escaped(next(iter(judges)))}. They make the same mistakes, which "
            "looks like agreement. If four judges share half of their chance mistakes, 40% of exact ties get a winner, "
            "not 10%.",
            icon=":material/warning:",
        )
        st.page_link(
            router.page("lab"),
            label="See it in the Lab",
            icon=":material/science:",
            query_params={"related": "all", "shared": "0.5"},
        )
    if own := judges & {draft.pro.model, draft.con.model}:
        st.caption(f"{escaped(', '.join(sorted(own)))} debates and judges: it may favour its own words.")


def show_deliberation(draft: Draft) -> None:
    st.toggle(
        "Let the judges discuss",
        **state.set_up.kept("deliberation_on"),
        help="After scoring alone, each judge reads the others' scores and reasons, without names, and scores again.",
    )
    if draft.deliberation is None:
        st.caption("Off. You can start one after the debate.")
        return
    st.caption(STAYS)
    ask_deliberation(state.set_up.part("deliberation"))
