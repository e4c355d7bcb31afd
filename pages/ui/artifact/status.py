"""Where a review stands, why it does not go on, and what one may do; the way to another review.

Knows record and `state`. Invariant: the status shown is the log's and the lease's; a budget is never raised unasked.
"""

import streamlit as st

from debate_core.artifact_record import ArtifactRecord
from debate_core.config import Budget
from debate_core.exports.usage import cost_said
from debate_core.findings.reporting import Reviewed
from debate_core.moderator.estimate import estimate
from debate_core.numerals import counted
from debate_core.record import Status
from debate_core.report.usage import cost_of
from debate_core.wording import named
from pages.ui import state
from pages.ui.shown.access import resumed, show_keys
from pages.ui.shown.heading import BADGES, in_lines
from pages.ui.shown.options import show_refused
from pages.ui.shown.words import clip, escaped, show_fault

_SIMULATED = (
    "Reviewers of this program read the text by patterns: they find what they know to look for, in English and in "
    "code."
)


def show_heading(record: ArtifactRecord, now: Status) -> None:
    """The name of the text, where its review stands, what of it is simulated, and the way to another."""
    show_refused(state.review_settings().refused)
    st.title(escaped(clip(record.config.artifact.name, 120)), anchor=False)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        colour, icon = BADGES[now]
        st.badge(named(now), color=colour, icon=icon)
        if made := record.config.simulated_said:
            st.badge(escaped(made.partition(":")[0].capitalize()), color="gray", help=_SIMULATED)
        spent = record.spent
        cost = cost_of(record)
        said = escaped(cost_said(cost.dollars, cost.reason))
        st.caption(f"{counted(spent.calls, 'call')} · {spent.tokens:,} tokens · {said}", width="content")
        show_picker("Another review", record.id)
        st.button(
            "Review another text",
            key="bring_another",
            type="tertiary",
            icon=":material/add:",
            on_click=state.leave_artifact,
        )
    _show_action(record, now)


def show_picker(label: str, here: str | None = None) -> None:
    """The newest reviews behind one button."""
    lines = in_lines([one for one in state.recent(kind="artifact") if one.id != here])
    if not lines:
        return
    chosen = st.menu_button(
        label,
        list(lines),
        format_func=lambda name: escaped(lines.get(name, name)),
        key="pick_review",
        icon=":material/history:",
        type="tertiary",
    )
    if chosen in lines:
        state.open_artifact(chosen)
        st.rerun()


def _show_action(record: ArtifactRecord, now: Status) -> None:
    """Stop while it runs; else why it stands still, and going on."""
    if fault := state.runner().fault(record.id):
        show_fault(fault)
    if now == "running":
        if waits := state.waits(record):
            st.caption(waits)
        here = state.runner().conducts(record.id)
        stop = {"on_click": state.runner().stop, "args": (record.id,)}
        st.button("Stop the review", key="stop_review", icon=":material/stop:", disabled=not here, **stop)
        if not here:
            st.caption("Another program conducts this review: stop it there.")
        return
    if now == "finished" and not record.has_failures:
        return
    why = {
        "paused": f"It paused: {record.cause or 'no cause was given'}.",
        "stopped": "A person stopped it.",
        "interrupted": "The program that conducted it has gone.",
    }.get(now)
    if why:
        st.warning(
            f"{escaped(why)} {record.where.capitalize()}; what they said is kept, and nothing is bought twice.",
            icon=":material/pause_circle:",
        )
    show_keys(record)
    label = "Ask the failed reviewers again" if now == "finished" else "Resume"
    if record.out_of_budget:
        label = "Resume with a higher budget"
    clicked = st.button(label, key="resume_review", type="primary", icon=":material/play_arrow:")
    if clicked and resumed(record, retry_failed=record.has_failures, budget=_raised(record)):
        st.rerun()


def _raised(record: ArtifactRecord) -> Budget | None:
    """What was spent and the most that the whole review may take, where the budget is what stands in the way."""
    if not record.out_of_budget:
        return None
    most, now, spent = estimate(record.planned, prices=record.prices), record.budget, record.spent
    return Budget(
        calls=now.calls and max(now.calls, spent.calls + most.calls_most),
        tokens=now.tokens and max(now.tokens, spent.tokens + most.tokens_most),
        dollars=now.dollars and max(now.dollars, record.cost + (most.cost_most or 0)),
    )


def show_failed(found: Reviewed) -> None:
    """Each reviewer that gave no review, with the cause."""
    failed = [row for row in found.reviewers if row.status == "failed"]
    if failed:
        lines = [f"- **{escaped(row.name)}**: {escaped(clip(row.cause or '', 400))}" for row in failed]
        said = f"{counted(len(failed), 'reviewer')} gave no review that could be read; nothing is filled in"
        st.warning("\n".join([said, *lines]), icon=":material/person_off:")
