"""What is debated, at what cost, and the start; everything that can be set, by parts under tabs, folded."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from debate_core.domain.cast import BUILT_IN_JUDGES, Judge, Temperatures
from debate_core.domain.config import Budget, Caps, Choices, DebateConfig, Live
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import number_text
from debate_core.domain.options import options_of
from debate_core.domain.personalities import PERSONALITIES
from debate_core.domain.rubric import RUBRICS, STANDARD, Rubric
from debate_core.domain.transcript import ONE_CLAIM, SIDES, Side
from debate_core.domain.wording import humanise
from debate_core.llm.prices import prices_of
from debate_core.reporting import live as of_live
from debate_core.running.estimate import estimate, reading_text
from pages.ui import router, state
from pages.ui.draft import CUSTOM, IN_SHORT, SUGGESTIONS, Draft
from pages.ui.set_up.models import show_access
from pages.ui.shared.access import show_model, show_size, supports_temperature
from pages.ui.shared.deliberation import ask_deliberation
from pages.ui.shared.room import show_room_ahead
from pages.ui.shared.seats import Seats
from pages.ui.shared.speech import side_badge
from pages.ui.shared.widgets import ask, offer_action, show_tabs
from pages.ui.shared.words import escaped, show_fault, show_words
from pages.ui.state.session import SettingsForm

MODELS = "Models and keys"
SUMMED = ("briefing_model", "narrative_model")
"""The models of those who sum up."""
PLACED = ("format", "turns", "arguments_per_side", "order", "judging", "reading", "effort", *SUMMED)
"""Settings of a debate that have a place of their own."""
WHERE = {
    "debaters": "Format and debaters",
    "judges": "Judges",
    "rubric": "Rubric",
    "live": "Live judge",
    "summary": "Budget and seed",
}
"""Where each fault is mended."""


def show_topic(draft: Draft) -> None:
    ask(state.set_up.part("topic"), "text", height=80, label_visibility="collapsed")
    if "topic" in draft.faults:
        st.error(draft.faults["topic"], icon=":material/error:")
    elif draft.topic.names_two:
        st.caption(f":material/info: {ONE_CLAIM}")
    with st.container(horizontal=True, key="suggestions"):
        for number, (short, words) in enumerate(zip(IN_SHORT, SUGGESTIONS, strict=True)):
            offer_action(short, f"suggest_{number}", state.set_up.value("text").keep, words, help=words)


def show_prospect(config: DebateConfig) -> None:
    prices = prices_of(config.models, config.servers)
    ahead = estimate(config, prices=prices)
    turns = "" if config.format == "structured" else f"{config.turns} turns, "
    live = " and a live judge" if config.live else ""
    discusses = " that discuss" if config.deliberation else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        show_size(config, ahead, f"{turns}{len(config.panel.judges)} judges{discusses}{live}")
        if config.simulated and state.reaches() != "simulated":
            offer_action("Use real models", "use_real_models", _open_settings, True, MODELS, kind="tertiary")
    if twice := reading_text(config, ahead, prices):
        st.caption(escaped(twice))


def show_missing(draft: Draft, lacking: dict[str, str]) -> None:
    for section, words in draft.faults.items():
        if section in WHERE:
            st.warning(f"{escaped(words)} See *Settings*, *{WHERE[section]}*.", icon=":material/warning:")
    for words in lacking.values():
        icon = ":material/key:" if "key" in words else ":material/link_off:"
        st.warning(f"{escaped(words)} See *Settings*, *{MODELS}*.", icon=icon)


def show_start(topic: str) -> bool:
    """The start button; true when it was clicked. It stays enabled: a click right after typing counts."""
    with st.container(horizontal=True, vertical_alignment="center", key="start"):
        clicked = st.button(
            "Start the debate", type="primary", key="start_debate", icon=":material/play_arrow:"
        )
        is_open = state.settings_open()
        label = "Close settings" if is_open else "Settings"
        offer_action(label, "open_settings", _open_settings, not is_open)
        show_room_ahead(topic)
    return clicked


def _open_settings(is_open: bool, part: str | None = None) -> None:
    state.settings_open.keep(is_open)
    if part:
        state.settings_part.keep(part)


def show_rest(draft: Draft) -> None:
    """The most a debate may use, and every setting that has no place of its own, as the seed of simulated chance."""
    budget: SettingsForm[Any] = state.set_up.part("budget")
    asked = [(budget, name) for name in options_of(Budget)]
    asked += [(state.set_up, name) for name in _names(Choices, draft) if name not in PLACED]
    for (form, name), place in zip(asked, st.columns(len(asked)), strict=True):
        ask(form, name, place)
    for name, place in zip(SUMMED, st.columns(2), strict=True):
        with place:
            option, chosen = options_of(Choices)[name], getattr(draft, name) or ""
            show_model(option.title, state.set_up.key(name), draft, chosen, option.words)
    st.markdown("**Lengths**, in tokens a call at most")
    with st.grid(4, min_column_width=170, key="caps"):
        for name in _names(Caps, draft):
            if draft.live or name != "live":
                ask(state.set_up.part("caps"), name)


def _names(kind: type[FrozenModel], draft: Draft) -> list[str]:
    """The settings of a noun that this format of debates has, in their order."""
    return [name for name, one in options_of(kind).items() if one.format in ("", draft.format)]


_LIVE_LIMITS = f"{of_live.IN_SHORT} Debaters and a live judge on one model share blind spots. {of_live.PANEL}"


def show_format(draft: Draft) -> None:
    ask(state.set_up, "format")
    if draft.format == "exchange":
        ask(state.set_up, "turns", slides=True)
        st.caption("PRO starts. Each turn is one argument.")
    else:
        left, right = st.columns(2)
        ask(state.set_up, "arguments_per_side", left, slides=True)
        ask(state.set_up, "order", right)
    for side, column in zip(SIDES, st.columns(2), strict=True):
        with column.container(border=True):
            _show_debater(side, draft)
    models = dict.fromkeys((draft.pro.model, draft.con.model))
    for model in (one for one in models if not supports_temperature(one, draft)):
        show_words(f"{model or 'This model'} takes no temperature.", quiet=True)
    if "debaters" in draft.faults:
        show_fault(draft.faults["debaters"])
    ask(state.set_up.part("topic"), "background")
    ask(state.set_up.part("topic"), "burden")


def _show_debater(side: Side, draft: Draft) -> None:
    debater, form = draft.pro if side == "pro" else draft.con, state.set_up.part(side)
    side_badge(side)
    show_model(f"Model of {side.upper()}", form.key("model"), draft, debater.model)
    if supports_temperature(debater.model, draft):
        columns = st.columns(3, vertical_alignment="bottom")
        for name, column in zip(_names(Temperatures, draft), columns, strict=False):
            ask(form.part("temperatures"), name, column)
    ask(form, "personality", label=f"Personality of {side.upper()}")
    if chosen := debater.personality:
        archetype = PERSONALITIES[chosen]
        default = f"the {archetype.name}'s, {archetype.elasticity:g}"
        ask(form, "elasticity", label=f"Elasticity of {side.upper()}", placeholder=default)
        default = ", ".join(f"{humanise(trait)} {value:g}" for trait, value in archetype.traits.items())
        ask(form, "traits", label=f"Traits of {side.upper()}", placeholder=default)


def show_live_judge(draft: Draft) -> None:
    st.toggle(
        "Judge every turn live",
        **state.set_up.widget("live_on"),
        help="Scores each turn, lists suspect claims, and sums up the debate at the end.",
    )
    if draft.live is None:
        st.caption("Off: only the panel scores, at the end.")
        return
    form = state.set_up.part("live")
    left, right = st.columns(2)
    with left:
        show_model("Model of the live judge", form.key("model"), draft, draft.live.model)
    columns = {"temperature": left, "feedback": right}
    for name in _names(Live, draft):
        if name != "temperature" or supports_temperature(draft.live.model, draft):
            ask(form, name, columns.get(name))
    models = (draft.live.model, draft.pro.model, draft.con.model)
    several = len({model.partition(":")[0] for model in models if not is_simulated(model)}) > 1
    st.caption(f"{_LIVE_LIMITS} {of_live.WAITING}" if several else _LIVE_LIMITS)
    if "live" in draft.faults:
        show_fault(draft.faults["live"])


STAYS = "The independent scores count; those after the discussion stand beside them."
_NONE = (
    "It needs two families of models that are ready, the debaters' own models left out. Type a second provider's key, "
    "or check a model, under Models and keys."
)


def show_judges(draft: Draft) -> None:
    rubric = RUBRICS.get(draft.rubric) or (None if "rubric" in draft.faults else draft.custom())
    seats = Seats(
        kind=Judge,
        now=draft.panel,
        keep=state.set_up.value("panel").keep,
        ask_weight=partial(_ask_weights, rubric),
        draft=draft,
    )
    for place in range(len(seats.now)):
        with st.container(border=True, key=f"judge_{place}"):
            _show_judge(seats, place, rubric)
    with st.container(horizontal=True, key="panel_actions"):
        seats.offer_another()
        offer_action("Built-in judges", "built_in_judges", seats.keep, BUILT_IN_JUDGES)
        models = state.mixed_panel(draft)
        offer_action(
            "Mixed panel",
            "mixed_panel",
            state.seat_mixed,
            draft,
            icon="diversity_3",
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
    form.value("weights").keep(asked)
    total = sum(asked.values())
    if total <= 0:
        st.caption("Give at least one a weight.")
        return
    used = Judge(name="x", domain="x", weights=asked).own_weights(rubric)
    shares = ", ".join(f"{d.title.lower()} {number_text(used[d.key], 2)}" for d in rubric.dimensions)
    st.caption(f"Sum: {number_text(total, 2)}" + ("" if abs(total - 1) < 1e-6 else f". Used as {shares}."))


def show_rubric(draft: Draft) -> None:
    st.segmented_control("Rubric", [*RUBRICS, CUSTOM], required=True, **state.set_up.widget("rubric"))
    if draft.rubric == CUSTOM:
        _show_custom_rubric(draft)
        return
    rubric = RUBRICS.get(draft.rubric, STANDARD)
    for dimension in rubric.dimensions:
        weight = rubric.weights[dimension.key]
        st.progress(weight, text=f"**{dimension.title}** · weight {number_text(weight, 2)}")
        st.caption(f"{dimension.plain_question} 1: {dimension.low}. 10: {dimension.high}.")


def _show_custom_rubric(draft: Draft) -> None:
    if not state.set_up.rows:
        st.caption("No dimension yet.")
    for number, row in zip(state.set_up.rows, draft.dimensions, strict=True):
        with st.container(border=True, key=f"dimension_{number}"):
            _show_dimension(number, row.key)
    st.button("Add a dimension", key="add_dimension", on_click=state.set_up.add_row, icon=":material/add:")
    st.caption(f"Sum of weights: {number_text(draft.rubric_sum, 2)}")
    if "rubric" in draft.faults:
        show_fault(draft.faults["rubric"])


def _show_dimension(number: int, name: str) -> None:
    widget = state.set_up.row(number).widget
    first, second, third = st.columns([3, 2, 1], vertical_alignment="bottom")
    first.text_input("Name", placeholder="one lower-case word", **widget("key"))
    second.number_input("Weight", min_value=0.0, max_value=1.0, step=0.05, **widget("weight"))
    why = f"Remove the dimension {escaped(name) or 'without a name'}"
    with third:
        offer_action("Remove", f"drop_{number}", state.set_up.drop_row, number, help=why, width="stretch")
    st.text_input("The judge's question", **widget("question"))
    low, high = st.columns(2)
    low.text_input("1 means", **widget("low"))
    high.text_input("10 means", **widget("high"))


def show_one_model(draft: Draft) -> None:
    """What it costs that all judges, or a judge and a debater, are one model; nothing of what is simulated."""
    judges = {judge.model for judge in draft.panel if not is_simulated(judge.model)}
    if len(judges) == 1 and len(draft.panel) > 1 and all(judge.model in judges for judge in draft.panel):
        st.warning(
            f"All {len(draft.panel)} judges run on {escaped(next(iter(judges)))}. They make the same mistakes, which "
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
        **state.set_up.widget("deliberation_on"),
        help="After scoring alone, each judge reads the others' scores and reasons, without names, and scores again.",
    )
    if draft.deliberation is None:
        st.caption("Off. You can start one after the debate.")
        return
    st.caption(STAYS)
    ask_deliberation(state.set_up.part("deliberation"))


_PARTS: Mapping[str, Callable[[Draft], None]] = {
    "Format and debaters": show_format,
    "Judges": show_judges,
    "Discussion": show_deliberation,
    "Rubric": show_rubric,
    "Live judge": show_live_judge,
    "Budget and seed": show_rest,
    MODELS: show_access,
}
OF_DEBATERS = ("Format and debaters", "Live judge")


def open_at_fault(draft: Draft, lacking: Iterable[str] = ()) -> bool:
    """Open the settings at what keeps the debate from starting, once; whether they were closed. `lacking`: the
    providers that something is missing of."""
    at_fault = [WHERE[fault] for fault in draft.faults if fault in WHERE] + [MODELS for _ in lacking]
    opens = bool(at_fault and not state.was_at_fault() and not state.settings_open())
    if opens:
        _open_settings(True, at_fault[0])
    state.was_at_fault.keep(bool(at_fault))
    return opens


def show_parts(draft: Draft, without: tuple[str, ...] = ()) -> None:
    parts = {part: partial(show, draft) for part, show in _PARTS.items() if part not in without}
    show_tabs(state.settings_part.key, parts)
