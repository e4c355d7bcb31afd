"""The debate being set up in this session: one session key a choice, and the draft they add up to.

Knows streamlit's session and the draft. Invariant: every choice is there before the first widget that shows it.
"""

from dataclasses import asdict, fields
from typing import Any, get_args

import streamlit as st

from debate_core.artifact import ArtifactConfig
from debate_core.config import Budget, DebateConfig, Debater, Deliberation, Live, Probe, Temperatures
from debate_core.errors import ModelNotFound, SetUpError
from debate_core.llm import checking
from debate_core.llm.catalogue import parse
from debate_core.transcript import PHASES, Phase, Side
from pages.ui.draft import DimensionDraft, Draft
from pages.ui.state.debates import access, runner, serves_visitors, store, typed_keys

_EDITING = "judge_being_edited"
DEGREES: tuple[Phase, ...] = (*PHASES, "exchange")
NO_PERSONALITY = NO_BURDEN = "none"
OWN_EFFORT = "own"
# What is kept under its own name; the rest is spread over several widgets.
_PLAIN = (
    *("topic", "background", "format", "turns", "arguments_per_side", "order"),
    *("judges", "judging", "rubric", "servers", "seed"),
)


def choice(name: str) -> str:
    """The session key of a choice on the set-up page, for the widget that shows it."""
    return f"set_up_{name}"


def kept(name: str) -> dict[str, Any]:
    """What makes a widget show a choice and keep it while other pages are looked at."""
    return {"key": choice(name), "persist_state": "session"}


def draft() -> Draft:
    """The debate being set up in this session."""
    kept = st.session_state
    if choice("topic") not in kept:
        fill(Draft())
    usual = Draft(topic="")
    plain = {name: kept[choice(name)] for name in _PLAIN}
    return Draft(
        # An emptied field of text, and a control with nothing chosen, hold None.
        **{name: getattr(usual, name) if value is None else value for name, value in plain.items()},
        burden=None if kept[choice("burden")] == NO_BURDEN else kept[choice("burden")],
        live=_live_judge() if kept[choice("live_on")] else None,
        deliberation=deliberation_of(choice("deliberation")) if kept[choice("deliberation_on")] else None,
        pro=_debater("pro"),
        con=_debater("con"),
        dimensions=tuple(_dimension(row) for row in dimension_rows()),
        effort=None if kept[choice("effort")] == OWN_EFFORT else kept[choice("effort")],
        budget=Budget(**{name: kept[choice(name)] for name in Budget.model_fields}),
    )


def fill(chosen: Draft) -> None:
    """Put a whole draft into the form: a preset, or the last debate's."""
    kept = st.session_state
    for name in _PLAIN:
        kept[choice(name)] = getattr(chosen, name)
    kept[choice("burden")] = chosen.burden or NO_BURDEN
    kept[choice("effort")] = chosen.effort or OWN_EFFORT
    limits = chosen.budget
    kept[choice("calls")], kept[choice("tokens")] = limits.calls, limits.tokens
    kept[choice("dollars")] = None if limits.dollars is None else float(limits.dollars)
    for debater in (chosen.pro, chosen.con):
        kept[choice(f"{debater.side}_model")] = debater.model
        kept[choice(f"{debater.side}_personality")] = debater.personality or NO_PERSONALITY
        kept[choice(f"{debater.side}_elasticity")] = debater.elasticity
        for phase in DEGREES:
            kept[choice(f"{debater.side}_{phase}")] = debater.temperatures.at(phase)
    kept[choice("live_on")] = chosen.live is not None
    for name, value in (chosen.live or Live()).model_dump().items():
        kept[choice(f"live_{name}")] = value
    kept[choice("deliberation_on")] = chosen.deliberation is not None
    keep_deliberation(choice("deliberation"), chosen.deliberation or Deliberation())
    kept[choice("dimensions")] = []
    for row in chosen.dimensions:
        add_dimension(row)


def presets() -> dict[str, Draft | str]:
    """The set-ups that are kept in the store, by name, the newest first; of one that can't be read, why."""
    return {name: _preset(body) for name, (body, _) in store().all_noted("presets").items()}


def _preset(body: str) -> Draft | str:
    try:
        return Draft.read(body)
    except SetUpError as error:
        return str(error)


def keep_preset(name: str, chosen: Draft | None) -> None:
    """Keep a set-up under a name, in place of one that has it; None: keep none. Raises SetUpError where it would hold a
    key, and StoreFailed."""
    store().note("presets", name, chosen.written(typed_keys().values()) if chosen else "")


def change(name: str, value: Any) -> None:
    """Set one choice; for callbacks, before the widget that shows it is drawn."""
    st.session_state[choice(name)] = value


def dimension_rows() -> tuple[int, ...]:
    """The numbers of a custom rubric's rows, in order; a row keeps its number while others come and go."""
    return tuple(st.session_state[choice("dimensions")])


def add_dimension(row: DimensionDraft | None = None) -> None:
    """One more row for a custom rubric."""
    rows = st.session_state[choice("dimensions")]
    number = st.session_state.get(choice("next_row"), 0)
    st.session_state[choice("next_row")] = number + 1
    st.session_state[choice("dimensions")] = [*rows, number]
    for name, value in asdict(row or DimensionDraft()).items():
        st.session_state[choice(f"row{number}_{name}")] = value


def drop_dimension(number: int) -> None:
    """Take a row out of a custom rubric."""
    change("dimensions", [row for row in dimension_rows() if row != number])


def editing() -> int | None:
    """The place of the judge being edited; one past the last is a new one; None while nobody is."""
    return st.session_state.get(_EDITING)


def edit(place: int | None) -> None:
    """Open a judge for editing, or close it."""
    st.session_state[_EDITING] = place


def answers(base_url: str) -> bool | None:
    """Whether something answers at an address of this machine; None where nobody knocked, as for visitors. Asked every
    10 seconds at most, and given a fifth of a second."""
    return None if serves_visitors() else _answers(base_url)


@st.cache_data(ttl=10, show_spinner=False, max_entries=50)
def _answers(base_url: str) -> bool | None:
    return checking.answers(base_url)


def lacking(config: DebateConfig | ArtifactConfig) -> dict[str, str]:
    """What each provider that a debate or a review needs lacks in this session, in words, by provider; of a model
    that nobody here provides, what was expected, by its name."""
    found: dict[str, str] = {}
    for name in config.models:
        try:
            provider = parse(name, config.servers).provider
            found[provider] = runner().lacks(name, config, access(config.servers))
        except ModelNotFound as error:
            found[name] = str(error)
    return {name: missing for name, missing in found.items() if missing}


def _debater(side: Side) -> Debater:
    kept = st.session_state
    degrees = {phase: kept[choice(f"{side}_{phase}")] for phase in DEGREES}
    chosen = kept[choice(f"{side}_personality")]
    return Debater(
        side=side,
        model=kept[choice(f"{side}_model")] or "",
        temperatures=Temperatures(**degrees),
        personality=None if chosen == NO_PERSONALITY else chosen,
        elasticity=None if chosen == NO_PERSONALITY else kept[choice(f"{side}_elasticity")],
    )


def _live_judge() -> Live:
    kept = {name: st.session_state[choice(f"live_{name}")] for name in Live.model_fields}
    return Live(**(kept | {"model": kept["model"] or ""}))


def keep_deliberation(form: str, settings: Deliberation) -> None:
    """Put settings of a deliberation into the form whose keys begin so."""
    for name, value in settings.model_dump().items():
        st.session_state[f"{form}_{name}"] = list(value) if name == "probes" else value


def deliberation_of(form: str) -> Deliberation:
    """The settings as that form has them; an emptied field has its usual value."""
    kept = {name: st.session_state[f"{form}_{name}"] for name in Deliberation.model_fields}
    asked = {name: value for name, value in kept.items() if value is not None}
    probes = sorted(asked.get("probes", ()), key=get_args(Probe).index)
    return Deliberation.model_validate(asked | {"probes": probes})


def _dimension(number: int) -> DimensionDraft:
    names = [field.name for field in fields(DimensionDraft)]
    found = {name: st.session_state[choice(f"row{number}_{name}")] for name in names}
    return DimensionDraft(**found)
