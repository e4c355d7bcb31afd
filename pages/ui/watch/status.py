"""Where a debate stands: its clock and what it has used, why it does not go on, and what one may do.

Knows record, estimate and `state`. Invariant: the status shown is the log's and the lease's, never the session's; a
budget is never raised unasked, nor below what stands.
"""

import streamlit as st

from debate_core.asks import step_in_words
from debate_core.config import Budget
from debate_core.moderator.estimate import estimate
from debate_core.numerals import counted
from debate_core.record import Record, Status
from pages.ui import router, state
from pages.ui.shown.access import resumed, show_keys
from pages.ui.shown.words import clip, plain, show_fault, show_words

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


def in_numbers(held: Record, now: Status, clock: float) -> str:
    """Elapsed time, calls and tokens against the budget. `clock`: seconds since 1970. What is reserved for calls that
    have not ended stands apart: it is set free again, and the count of tokens never falls."""
    waiting = max(0.0, clock - held.last_at) if now == "running" else 0.0
    minutes, seconds = divmod(int(held.spent.seconds + waiting), 60)
    budget, spent = held.budget, held.spent
    of_calls = f"of {budget.calls} budgeted" if budget.calls else f"of about {estimate(held.config).calls}"
    of_tokens = f" of {budget.tokens:,} budgeted" if budget.tokens else ""
    cached = f", {spent.cached:,} of them read from a cache" if spent.cached else ""
    waiting_for, reserved = len(held.under_way), sum(call.reserved for call in held.under_way)
    at_cap = _at_cap(spent.unknown - waiting_for)
    said = [
        f"{minutes}:{seconds:02d} elapsed",
        f"{spent.calls} calls {of_calls}",
        f"{spent.tokens - reserved:,} tokens{of_tokens}{at_cap}{cached}",
    ]
    if waiting_for:
        said.append(f"up to {reserved:,} more reserved for {counted(waiting_for, 'call')} not ended")
    return " · ".join(said)


def _at_cap(calls: int) -> str:
    """Calls that ended without anybody saying their tokens are counted at what they may have used at most."""
    return f" ({counted(calls, 'call')} counted at the cap)" if calls > 0 else ""


def show_actions(held: Record, now: Status) -> None:
    """Stop while it runs; else resume, or retry what failed; a finished one leads on to the results."""
    if now == "running":
        _show_stop(held)
    elif now == "finished":
        _show_results(held)
    else:
        _show_resume(held)
    if now == "finished" and held.has_failures:
        show_keys(held)
        if st.button(_retry_label(held), key="retry_failed"):
            _resume(held, retry_failed=True)


def _retry_label(held: Record) -> str:
    if held.failed:
        return "Retry failed judges"
    return "Retry the briefing" if held.briefing_cause else "Ask the live judge again"


def show_cause(held: Record, now: Status) -> None:
    """Why it does not go on, what is kept, and what to do."""
    if fault := state.runner().fault(held.id):
        show_fault(fault)
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


def _show_resume(held: Record) -> None:
    show_keys(held)
    if held.out_of_budget:
        if budget := _ask_raise(held):
            _resume(held, retry_failed=held.has_failures, budget=budget)
    elif st.button("Resume", type="primary", key="resume_debate", icon=":material/play_arrow:"):
        _resume(held, retry_failed=held.has_failures)


def _resume(held: Record, *, retry_failed: bool, budget: Budget | None = None) -> None:
    if resumed(held, retry_failed=retry_failed, budget=budget):
        st.rerun()


def _ask_raise(held: Record) -> Budget | None:
    """The new budget when it was asked for; offered is what was spent and what the whole debate may take at most."""
    now, most = held.budget, estimate(held.config)
    with st.container(horizontal=True, vertical_alignment="bottom", key="raise_budget"):
        raised = Budget(
            calls=_ask_limit("Most calls", "calls", now.calls, held.spent.calls + most.calls_most),
            tokens=_ask_limit("Most tokens", "tokens", now.tokens, held.spent.tokens + most.tokens_most),
        )
        clicked = st.button(
            "Raise the budget and resume",
            type="primary",
            key="raise_and_resume",
            icon=":material/play_arrow:",
            disabled=raised == now,
        )
    return raised if clicked else None


def _ask_limit(label: str, name: str, now: int | None, most: int) -> int | None:
    """A limit to raise; none where there was none."""
    if now is None:
        return None
    return st.number_input(
        label,
        min_value=now,
        value=max(now, most),
        step=1 if name == "calls" else 1000,
        key=f"raised_{name}",
        width=180,
        help=f"It was {now:,}. Offered is what was spent and the most the whole debate may take.",
    )
