"""The panel while it is being set up: a row per judge, a dialog to edit one, a panel of several families with one
click, the rubric they score by, and whether they read each other once they have scored alone."""

import streamlit as st
from pydantic import ValidationError

from debate_core.domain.config import BUILT_IN_JUDGES, MAX_JUDGES, Judge, Simulation
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import number_text
from debate_core.domain.options import options_of
from debate_core.domain.rubric import RUBRICS, STANDARD, Rubric
from pages.ui import router, state
from pages.ui.draft import CUSTOM, Draft, plain_fault
from pages.ui.set_up.models import show_model, supports_temperature
from pages.ui.shown.deliberating import ask_deliberation
from pages.ui.shown.options import ask, marked
from pages.ui.shown.words import escaped, show_fault
from pages.ui.state.session import SettingsForm

STAYS = "The independent scores count; those after the discussion stand beside them."
_NONE = (
    "It needs two families of models that are ready, the debaters' own models left out. Type a second provider's key, "
    "or check a model, under Models and keys."
)
DOMAINS = ("technical", "business", "risk", "general")


def show_judges(draft: Draft) -> None:
    """A row each, with own weights as small bars; edit, add, remove; what is wrong is said here."""
    for place, judge in enumerate(draft.judges):
        with st.container(border=True, key=f"judge_{place}"):
            _show_judge(place, judge, draft)
    with st.container(horizontal=True, key="panel_actions"):
        full = len(draft.judges) >= MAX_JUDGES
        st.button(
            "Add a judge",
            key="add_judge",
            on_click=state.editing.keep,
            args=(len(draft.judges),),
            icon=":material/add:",
            disabled=full,
            help=f"{MAX_JUDGES} judges at most." if full else None,
        )
        st.button(
            "Built-in judges",
            key="built_in_judges",
            on_click=state.set_up.change,
            args=("panel", BUILT_IN_JUDGES),
        )
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
    if (edited := state.editing()) is not None:
        _edit_judge(edited, draft)


def _show_judge(place: int, judge: Judge, draft: Draft) -> None:
    name, buttons = st.columns([3, 1], vertical_alignment="center")
    with name.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{escaped(judge.name)}**", width="content")
        of = "" if judge.domain == judge.name.lower() else f"{escaped(judge.domain)} · "
        warm = f"{judge.temperature:.1f}" if supports_temperature(judge.model, draft) else "not supported"
        st.caption(f"{of}{escaped(judge.model)} · temperature {warm}", width="content")
        if is_simulated(judge.model):
            st.badge("Simulated", color="gray")
    buttons = buttons.container(horizontal=True, gap="small")
    buttons.button(
        "Edit",
        key=f"edit_{place}",
        on_click=state.editing.keep,
        args=(place,),
        width="stretch",
        help=f"Edit {escaped(judge.name)}",
    )
    buttons.button(
        "Remove",
        key=f"remove_{place}",
        on_click=state.set_up.change,
        args=("panel", draft.judges[:place] + draft.judges[place + 1 :]),
        width="stretch",
        help=f"Remove {escaped(judge.name)}",
    )
    st.caption(escaped(judge.brief) or "No brief: it is told the rubric and its domain.")
    rubric = _rubric(draft)
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


@st.dialog("Judge", width="medium", on_dismiss=lambda: state.editing.keep(None))
def _edit_judge(place: int, draft: Draft) -> None:
    new = place >= len(draft.judges)
    judge = Judge(name="New judge", domain="general") if new else draft.judges[place]
    form = SettingsForm(kind=Judge, name=f"judge{place}", lasts=False)
    form.begin(judge)
    left, right = st.columns(2)
    left.text_input("Name", **form.kept("name"))
    right.selectbox(
        "Domain",
        list(dict.fromkeys([*DOMAINS, judge.domain])),
        accept_new_options=True,
        help="How much its domain counts depends on the topic.",
        **form.kept("domain"),
    )
    show_model("Model", form.key("model"), draft, judge.model)
    model = st.session_state[form.key("model")] or ""
    takes = supports_temperature(model, draft)
    label = "Temperature" if takes else "Temperature (not supported)"
    ask(form, "temperature", label=label, disabled=not takes)
    ask(form, "brief")
    form.change("weights", _ask_weights(place, judge, draft))
    if is_simulated(model):
        _ask_simulation(form.part("simulation"))
    else:
        form.part("simulation").fill(judge.simulation)
    save, cancel, _ = st.columns([1, 1, 2])
    if save.button("Save", type="primary", key="save_judge", width="stretch"):
        _save(place, form, draft)
    if cancel.button("Cancel", key="cancel_judge", width="stretch"):
        _close(place)


def _ask_weights(place: int, judge: Judge, draft: Draft) -> dict[str, float] | None:
    rubric = _rubric(draft)
    if rubric is None:
        return dict(judge.weights) if judge.weights else None
    st.markdown("**Own weights**")
    own, asked = judge.own_weights(rubric), {}
    with st.grid(len(own), min_column_width=130):
        for dimension in rubric.dimensions:
            asked[dimension.key] = st.number_input(
                dimension.title,
                0.0,
                1.0,
                round(own[dimension.key], 4),
                0.05,
                key=f"judge{place}_{dimension.key}",
            )
    total = sum(asked.values())
    if total <= 0:
        st.caption("Give at least one a weight.")
        return asked
    used = Judge(name="x", domain="x", weights=asked).own_weights(rubric)
    shares = ", ".join(f"{d.title.lower()} {used[d.key]:.2f}" for d in rubric.dimensions)
    st.caption(f"Sum: {total:.2f}" + ("" if abs(total - 1) < 1e-6 else f". Used as {shares}."))
    return asked


def _ask_simulation(form: SettingsForm[Simulation]) -> None:
    st.markdown("**How this simulated judge errs**")
    st.caption("Kept with the debate, to check the statistics against.")
    with st.grid(3, min_column_width=150):
        for field in options_of(Simulation):
            ask(form, field)


def _save(place: int, form: SettingsForm[Judge], draft: Draft) -> None:
    try:
        judge = form.read()
    except ValidationError as error:
        show_fault(plain_fault(error))
        return
    judges = (*draft.judges[:place], judge, *draft.judges[place + 1 :])
    faults = draft.changed(panel=judges).faults
    if len(judges) > 1 and "judges" in faults and "judges" not in draft.faults:
        show_fault(faults["judges"])
        return
    state.set_up.change("panel", judges)
    _close(place)


def _close(place: int) -> None:
    state.editing.keep(None)
    for key in [key for key in st.session_state if str(key).startswith(f"judge{place}_")]:
        del st.session_state[key]
    st.rerun()


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
