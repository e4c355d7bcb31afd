"""A model by name, a key for this session, the limits of what is to start, and going on with what stands still."""

import contextlib
import math
from collections.abc import Callable, Collection
from decimal import ROUND_UP, Decimal
from functools import partial
from typing import Any, Literal

import streamlit as st

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import Budget, DebateConfig
from debate_core.domain.errors import DebateError, ModelNotFound
from debate_core.domain.model import provider_of
from debate_core.domain.numerals import dollars_text
from debate_core.domain.options import Number, options_of
from debate_core.llm.catalogue import Provider, addresses_text, providers, row_named, takes_temperature
from debate_core.llm.prices import prices_of
from debate_core.running.estimate import (
    CostEstimate,
    ahead_text,
    discussion_text,
    estimate,
    size_text,
    with_limits,
)
from debate_core.store.record import Record, ScoredRecord, Status
from pages.ui import state
from pages.ui.draft import Draft
from pages.ui.shared.replay import show_door
from pages.ui.shared.widgets import offer_action, range_of
from pages.ui.shared.words import escaped, show_fault, show_refusal
from pages.ui.state.session import SessionValue

OWNERS = "Its owner can go on with it."
_OFFERED = "Enough for all of it, even if every answer is asked for again."


def show_key_field(row: Provider, at: str = "") -> None:
    provider = row.key_id
    field = state.key_field.of(f"{provider}{at}")
    st.text_input(
        f"Key for {escaped(row.label)}, for this session",
        type="password",
        key=field.key,
        autocomplete="off",
        on_change=_keep,
        args=(provider, field),
    )
    if refused := state.key_fault.of(provider)():
        show_fault(refused)


def _keep(provider: str, field: SessionValue[str]) -> None:
    state.key_fault.of(provider).take()
    with state.key_fault.of(provider).keeping():
        state.keep_key(provider, field() or "")
    field.keep("")


def show_prospect(config: DebateConfig | ArtifactConfig, who: str) -> None:
    """What it will take and `who` takes part, where it would pause, and what is missing for it."""
    show_size(config, estimate(config, prices=prices_of(config.models, config.servers)), who)
    show_keys(config, partial(st.warning, icon=":material/key:"))


def show_size(config: DebateConfig | ArtifactConfig, ahead: CostEstimate, who: str) -> None:
    most, size = with_limits(config).budget, f"{size_text(ahead)} {discussion_text(config, ahead)}"
    limits = [f"{most.calls:,} calls"]
    limits += [f"{most.tokens:,} tokens"] if config.budget.tokens else []
    limits += [dollars_text(most.dollars)] if most.dollars else []
    stops = f"Stops to ask you at {' or '.join(limits)}."
    # What costs nothing is said in one line.
    free = not (config.budget.calls or config.budget.tokens or config.budget.dollars) and config.simulated
    tip = f"{size} {stops}" if free else size
    st.markdown(escaped(f"{who}, about {ahead_text(ahead)}"), help=escaped(tip), width="content")
    if not free:
        st.caption(escaped(stops))
    if places := addresses_text(config.models, config.servers):
        st.caption(escaped(places))
    show_large(ahead.too_large)


def show_large(faults: tuple[str, ...]) -> None:
    if faults:
        st.warning("  \n".join(map(escaped, faults)), icon=":material/warning:")


def show_keys(
    config: DebateConfig | ArtifactConfig,
    say: Callable[[str], object] = st.caption,
    at: str = "",
    refused: Collection[str] = (),
) -> None:
    """What is missing. A resumed debate needs its keys anew: none is stored. `at`: one of several places on a page.
    `refused`: providers that took no key, or asked for one."""
    for provider, words in {**dict.fromkeys(refused, ""), **state.lacking(config)}.items():
        if words:
            say(escaped(words))
        with contextlib.suppress(ModelNotFound):  # Where the words are of a model that nobody provides.
            if (provider in refused or "key" in words) and not state.has_workers():
                show_key_field(row_named(provider, config.servers), at)


def resume(record: ScoredRecord, **more: Any) -> bool:
    """Go on with it, as a runner's `resume` does; whether that could be done."""
    try:
        state.runner().resume(record.id, state.access(record.config.servers), **more)
    except DebateError as error:
        show_refusal(error)
        return False
    return True


def show_stop(record: ScoredRecord, label: str, key: str) -> None:
    # A callback acts before anything is drawn: it must stop at once.
    here = state.runner().conducts(record.id)
    if state.may("run", record.id):
        offer_action(label, key, state.runner().stop, record.id, icon="stop", disabled=not here)
    else:
        st.empty()  # so that what stands beside it keeps its place


_STILL = {
    "paused": ":material/pause_circle:",
    "interrupted": ":material/link_off:",
    "stopped": ":material/stop_circle:",
}


def show_still(record: ScoredRecord, now: Status) -> None:
    if fault := state.runner().fault_text(record.id):
        show_fault(fault)
    if now == "running" and (waits := state.wait_text(record)):
        st.caption(waits)
    mine = state.may("run", record.id)
    if now == "running" and mine and not state.runner().conducts(record.id):
        st.caption("Another program runs it. Stop it there.")
    resume = "Raise the budget" if record.out_of_budget else "Resume"
    onward = f"{resume} to go on; what was under way is asked again." if mine else OWNERS
    where = f" ({record.where_text})" if isinstance(record, Record) else ""
    saved = f"Everything so far is kept{where}. {onward}"
    saved += " Answers in a batch are collected then." if record.in_batch() else ""
    if why := record.still_text(now):
        (st.info if now == "stopped" else st.warning)(f"{escaped(why)}  \n{saved}", icon=_STILL[now])


def show_resume(record: ScoredRecord, *, door: bool = True) -> None:
    """The way on, past its budget where that is used up; ``door``: and the way to its replay."""
    mine = state.may("run", record.id)
    if mine:
        failed = [call for call in record.calls.values() if call.state == "failed"]
        refused = [provider_of(call.model) for call in failed if call.failures[-1].kind == "auth"]
        show_keys(record.config, refused=refused)
    if mine and record.out_of_budget:
        if budget := _ask_raise(record, door=door):
            _resume(record, retry_failed=record.has_failures, budget=budget)
        return
    with st.container(horizontal=True, key="resume_row"):
        if mine and st.button("Resume", type="primary", key="resume_debate", icon=":material/play_arrow:"):
            _resume(record, retry_failed=record.has_failures)
        if door:
            show_door(record)


def show_retry(record: ScoredRecord, label: str) -> None:
    if not state.may("run", record.id):
        return
    show_keys(record.config)
    kind: Literal["primary", "secondary"] = "primary" if record.came_to == "failed" else "secondary"
    if st.button(label, key="retry_failed", type=kind, icon=":material/refresh:"):
        _resume(record, retry_failed=True)


def _resume(record: ScoredRecord, *, retry_failed: bool, budget: Budget | None = None) -> None:
    if resume(record, retry_failed=retry_failed, budget=budget):
        st.rerun()


def _ask_raise(record: ScoredRecord, *, door: bool) -> Budget | None:
    now, ahead = record.budget, estimate(record.planned, prices=record.prices)
    dollars = (record.cost + (ahead.cost_most or 0)).quantize(Decimal("0.01"), ROUND_UP)
    with st.container(horizontal=True, vertical_alignment="bottom", key="raise_budget"):
        limits = {
            "calls": _ask_limit("calls", now.calls, record.spent.calls + ahead.calls_most),
            "tokens": _ask_limit("tokens", now.tokens, record.spent.tokens + ahead.tokens_most),
            "dollars": _ask_limit("dollars", now.dollars, dollars),
        }
        raised = Budget.model_validate(limits)
        clicked = st.button(
            "Raise the budget and resume",
            type="primary",
            key="raise_and_resume",
            icon=":material/play_arrow:",
            disabled=raised == now,
        )
        if door:
            show_door(record)
    return raised if clicked else None


def _ask_limit(name: str, now: int | Decimal | None, most: int | Decimal) -> int | Decimal | None:
    if now is None:
        return None
    option = options_of(Budget)[name]
    assert isinstance(option, Number)
    ends = range_of(option)
    kind = type(ends["step"])
    raised = st.number_input(
        option.title,
        **ends | {"min_value": kind(now)},
        value=kind(min(ends.get("max_value", math.inf), max(now, most))),
        key=f"raised_{name}",
        width=180,
        help=escaped(f"It was {dollars_text(now) if isinstance(now, Decimal) else f'{now:,}'}. {_OFFERED}"),
    )
    return Decimal(str(raised)) if option.money else int(raised)


def show_model(label: str, key: str, draft: Draft, current: str, with_default: str = "") -> None:
    """A model by name: one of those at hand, or any `provider:model` typed. `with_default`: what stands for none."""
    rows = providers(draft.servers)
    examples = [f"{row.name}:{row.example}" for row in rows if row.example]
    known = [model for row in rows for model in state.listed_models(row.name, draft.servers)]
    st.selectbox(
        label,
        list(dict.fromkeys([*([""] if with_default else []), *reversed(examples), *known, current])),
        key=key,
        format_func=lambda name: name or with_default,
        accept_new_options=True,
        help="Choose one, or type provider:model, as in openai:gpt-4.1.",
        persist_state="session",
    )


def supports_temperature(model: str, draft: Draft) -> bool:
    """Whether the model takes a temperature; a model nobody knows is not said to."""
    try:
        return takes_temperature(model, draft.servers)
    except ModelNotFound:
        return False
