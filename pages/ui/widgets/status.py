"""Where a debate stands: its badge, its clock and what it has used, why it does not go on, and what one may do.

Knows record, estimate and `state`. Invariant: the status shown is the log's and the lease's, never the session's.
"""

from typing import Literal

import streamlit as st

from debate_core.asks import step_in_words
from debate_core.config import Budget
from debate_core.errors import DebateError
from debate_core.llm.catalogue import key_id
from debate_core.moderator.estimate import estimate
from debate_core.record import Record, Status
from debate_core.transcript import burden_words
from pages.ui import router, state
from pages.ui.widgets.access_forms import show_key_field
from pages.ui.widgets.raising import ask_raise
from pages.ui.widgets.words import clip, plain, show_words

BADGES: dict[Status, tuple[str, Literal["violet", "gray", "yellow", "green"], str]] = {
    "running": ("Running", "violet", ":material/play_circle:"),
    "interrupted": ("Interrupted", "yellow", ":material/link_off:"),
    "paused": ("Paused", "yellow", ":material/pause_circle:"),
    "stopped": ("Stopped", "gray", ":material/stop_circle:"),
    "finished": ("Finished", "green", ":material/check_circle:"),
}
_TITLE_MOST = 160


def show_title(held: Record) -> None:
    """The topic, and its background folded away."""
    topic = held.config.topic
    st.title(plain(clip(topic.text, _TITLE_MOST)), anchor=False)
    if len(topic.text) > _TITLE_MOST:
        show_words(topic.text)
    if topic.background:
        with st.expander("Background given to both sides"):
            show_words(topic.background)


def show_badges(held: Record, now: Status) -> None:
    """The status, what of it is simulated, who has to prove the topic, and how many judges when not all."""
    label, colour, icon = BADGES[now]
    st.badge(label, color=colour, icon=icon)
    if held.example:
        st.badge(
            "Example",
            color="gray",
            icon=":material/menu_book:",
            help=f"Written for this project ({plain(held.example)}): no model said these words.",
        )
    elif said := held.config.simulated_said:
        _show_simulated(said)
    if side := held.config.topic.burden:
        st.badge(
            f"Burden of proof: {side.upper()}", color="gray", icon=":material/scale:", help=burden_words(side)
        )
    if held.failed:
        st.badge(f"{held.usable} of {len(held.seats)} judges", color="red", icon=":material/person_off:")


def _show_simulated(said: str) -> None:
    """All of it, or in words which part: a debate with real models is never headed as if it were simulated."""
    made, _, parts = said.partition(": ")
    st.badge(
        made.capitalize(),
        color="gray",
        help="What is simulated was made by the simulated provider, not by a model. It writes English, whatever the "
        "language of the topic.",
    )
    if parts:
        st.caption(f"Simulated are {plain(parts)}", width="content")


def in_numbers(held: Record, now: Status, clock: float) -> str:
    """Elapsed time, calls and tokens against the budget. `clock`: seconds since 1970. What is reserved for calls that
    have not ended stands apart: it is set free again, and the count of tokens never falls."""
    waiting = max(0.0, clock - held.last_at) if now == "running" else 0.0
    minutes, seconds = divmod(int(held.spent.seconds + waiting), 60)
    budget, spent = held.budget, held.spent
    of_calls = f"of {budget.calls} budgeted" if budget.calls else f"of about {estimate(held.config).calls}"
    of_tokens = f" of {budget.tokens:,} budgeted" if budget.tokens else ""
    waiting_for, reserved = len(held.under_way), sum(call.reserved for call in held.under_way)
    at_cap = _at_cap(spent.unknown - waiting_for)
    said = [
        f"{minutes}:{seconds:02d} elapsed",
        f"{spent.calls} calls {of_calls}",
        f"{spent.tokens - reserved:,} tokens{of_tokens}{at_cap}{_from_cache(spent.cached)}",
    ]
    if waiting_for:
        said.append(f"up to {reserved:,} more reserved for {_calls(waiting_for)} not ended")
    return " · ".join(said)


def _from_cache(tokens: int) -> str:
    return f", {tokens:,} of them read from a cache" if tokens else ""


def _at_cap(calls: int) -> str:
    """Calls that ended without anybody saying their tokens are counted at what they may have used at most."""
    return f" ({_calls(calls)} counted at the cap)" if calls > 0 else ""


def _calls(number: int) -> str:
    return f"{number} call{'s' if number > 1 else ''}"


def show_actions(held: Record, now: Status) -> None:
    """Stop while it runs; else resume, or retry what failed; a finished one leads on to the results."""
    if now == "running":
        _show_stop(held)
    elif now == "finished":
        _show_results(held)
    else:
        _show_resume(held, now)
    if now == "finished" and held.has_failures:
        _show_keys(held)
        if st.button(_retry_label(held), key="retry_failed"):
            _resume(held, retry_failed=True)


def _retry_label(held: Record) -> str:
    if held.failed:
        return "Retry failed judges"
    return "Retry the briefing" if held.briefing_cause else "Ask the live judge again"


def ask_again(held: Record) -> None:
    """Ask everything that failed anew; a callback, so the page is drawn with the debate going on."""
    _resumed(held, retry_failed=True)


def show_cause(held: Record, now: Status) -> None:
    """Why it does not go on, what is kept, and what to do."""
    if fault := state.runner().fault(held.id):
        st.error(plain(fault), icon=":material/error:")
    on = "with a higher budget it goes on" if held.out_of_budget else "resuming goes on"
    kept = f"What was said so far ({held.where}) is kept; {on} from there and buys no finished call again."
    if now == "paused":
        st.warning(
            f"It paused: {plain(held.cause or 'no cause was given')}  \n{kept}",
            icon=":material/pause_circle:",
        )
    elif now == "interrupted":
        st.warning(f"The program that conducted it has gone.  \n{kept}", icon=":material/link_off:")
    elif now == "stopped":
        st.info(f"A person stopped it.  \n{kept}", icon=":material/stop_circle:")
    if held.failed and now != "running":
        _show_failed(held)
    if held.briefing_cause and now != "running":
        st.warning(
            f"No briefing: {plain(clip(held.briefing_cause, 400))}. The scores stand.",
            icon=":material/warning:",
        )
    if held.live_failures and now != "running":
        _show_live_failed(held)


def _show_live_failed(held: Record) -> None:
    """What the live judge could not do, all of it in one place; each turn's card says its own cause."""
    names = ", ".join(plain(step_in_words(held.config, step)) for step in held.live_failures)
    st.warning(
        f"The live judge failed on: {names}. What failed is missing; the panel's scores stand.",
        icon=":material/warning:",
    )


def _show_failed(held: Record) -> None:
    causes = [(plain(seat.name), seat.cause or "no cause given") for seat in held.failed]
    said = f"**{held.usable} of {len(held.seats)} judges** have scored. What failed is missing; nothing is filled in."
    lines = [f"**{name}** failed: {plain(clip(cause, 400))}" for name, cause in causes]
    st.warning("  \n".join([said, *lines]), icon=":material/person_off:")


def _show_stop(held: Record) -> None:
    here = state.runner().conducts(held.id)
    # A callback acts before anything is drawn: a debate must stop at once.
    st.button(
        "Stop debate",
        key="stop_debate",
        icon=":material/stop:",
        disabled=not here,
        on_click=state.runner().stop,
        args=(held.id,),
    )
    if not here:
        st.caption("Another program conducts this debate: stop it there. You are watching.")


def _show_results(held: Record) -> None:
    with st.container(horizontal=True, key="next_steps"):
        if st.button("Read the verdict", type="primary", key="to_verdict", icon=":material/gavel:"):
            router.go("verdict", held.id)
        if st.button("See how far the judges agree", key="to_panel", icon=":material/balance:"):
            router.go("panel", held.id)


def _show_resume(held: Record, now: Status) -> None:
    _show_keys(held)
    if held.out_of_budget:
        if budget := ask_raise(held):
            _resume(held, retry_failed=held.has_failures, budget=budget)
    elif st.button("Resume", type="primary", key="resume_debate", icon=":material/play_arrow:"):
        _resume(held, retry_failed=held.has_failures)


def _show_keys(held: Record) -> None:
    """A resumed debate needs its keys anew: they are never stored."""
    for provider, words in state.lacking(held.config).items():
        st.caption(plain(words))
        if "key" in words:
            show_key_field(key_id(provider, held.config.servers))


def _resume(held: Record, *, retry_failed: bool, budget: Budget | None = None) -> None:
    if _resumed(held, retry_failed=retry_failed, budget=budget):
        st.rerun()


def _resumed(held: Record, *, retry_failed: bool, budget: Budget | None = None) -> bool:
    try:
        access = state.access(held.config.servers)
        state.runner().resume(held.id, access, retry_failed=retry_failed, budget=budget)
    except DebateError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return False
    return True
