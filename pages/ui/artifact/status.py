"""Where a review stands, why it does not go on and what one may do; the reviewers side by side; the way to another."""

import streamlit as st

from debate_core.answers.preview import readable
from debate_core.domain.steps import review_step
from debate_core.library.findings.reporting import Reviewed, ReviewerRow
from debate_core.library.report.usage import usage_of
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.blocks import Cell, Table, cell_words, words_of
from debate_core.reporting.library import cost_block
from debate_core.reporting.moves import part_text
from debate_core.reporting.text import reviewers_block
from debate_core.store.deliberation import parts, under_way
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import ArtifactRecord, Status
from pages.ui import state
from pages.ui.shown.access import show_resume, show_retry, show_still, show_stop
from pages.ui.shown.figures import component
from pages.ui.shown.heading import badge_of, picked_of, show_question, show_status
from pages.ui.shown.options import show_refused
from pages.ui.shown.replay import show_door
from pages.ui.shown.words import clip, clip_end, escaped, held_words, in_words, retry_in_words

_BOARD = component("artifact_board", "artifact/board")
TICK = 0.5
GOING_ON = ("running", "interrupted")
"""Where a review may have come further than what is shown; a point of a replay never has."""
_HEARD = 160
"""Characters of the newest words of a review that is being written."""
_SIMULATED = (
    "Simulated reviewers match patterns, in English and in code. They find only what they know to look for."
)


def show_heading(record: ArtifactRecord, now: Status, answer: str, *, replayed: bool) -> None:
    show_refused(state.review_settings().refused)
    show_question("May it be used?", answer)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="review_heading"):
        st.markdown(f"**{escaped(clip(record.config.artifact.name, 120))}**", width="content")
        show_status(badge_of(record, now), state.waits(record))
        if made := record.config.simulated_said:
            st.badge(escaped(made.partition(":")[0].capitalize()), color="gray", help=_SIMULATED)
        st.caption(escaped(cost_block(usage_of(record)).title), width="content")
        show_picker("Another review", record.id)
        st.button(
            "Review another text",
            key="bring_another",
            type="tertiary",
            icon=":material/add:",
            on_click=state.leave_artifact,
        )
        # A place each, so that nothing below moves when the one gives way to the other.
        if now == "running":
            show_stop(record, "Stop the review", "stop_review")
        elif not replayed:
            show_door(record)
    with st.container():
        show_still(record, now)
        if now == "finished" and record.has_failures:
            show_retry(record, "Ask the failed reviewers again")
        elif now not in ("running", "finished"):
            show_resume(record, door=False)


def show_picker(label: str, here: str | None = None) -> None:
    others = [one for one in state.recent(kind="artifact") if one.id != here]
    if chosen := picked_of(others, label, "pick_review"):
        state.open_artifact(chosen)
        st.rerun()


def show_board(record: ArtifactRecord, now: Status) -> None:
    """The reviewers, kept up to date while they work."""
    every = TICK if now in GOING_ON else None
    st.fragment(_follow, run_every=every, key="board")(record, now)


@in_words
def _follow(record: ArtifactRecord, now: Status) -> None:
    latest = state.artifact_record(record.id) if now in GOING_ON else record
    found, talk = state.reviewed_of(latest), _talking(latest)
    words = state.store().words(record.id) if now == "running" else {}
    waits = _waiting(latest) if now == "running" else {}
    _BOARD(
        key=f"board_{record.id}",
        data={
            "alt": f"{found.outcome.usable} of {found.outcome.reviewers} reviewers have answered",
            "high": found.rubric.scale.high,
            "rows": [
                {
                    **row,
                    "said": waits.get(str(row["name"])) or f"{row['said']}{talk.get(str(row['name']), '')}",
                }
                for row in _rows(found, words, now)
            ],
        },
    )
    if now in GOING_ON and state.drain() and state.artifact_moved_on(record, now):
        st.rerun()


def _waiting(record: ArtifactRecord) -> dict[str, str]:
    last = {seat.name: record.calls_of(review_step(seat.name))[-1:] for seat in record.judging.seats}
    held = {seat.name: held_words(record, review_step(seat.name)) for seat in record.judging.seats}
    return {name: words for name, words in held.items() if words} | {
        name: retry_in_words(call)
        for name, calls in last.items()
        for call in calls
        if call.state == "failed" and call.retry_in is not None
    }


def _rows(found: Reviewed, words: dict[str, str], now: Status) -> list[dict[str, object]]:
    verdicts, scores = reviewers_block(found).tables
    keys = [column.title for column in scores.columns[1:]]
    return [
        {
            "name": row.name,
            "model": row.model,
            "state": row.status if row.status in ("done", "failed") or now == "running" else "waiting",
            "verdict": gave[2] if row.verdict else "",
            "said": _figures(verdicts, gave) if row.verdict else _doing(row, words, now),
            "scores": list(zip(keys, cell_words(scores, given)[1:], strict=True)) if row.verdict else [],
            "rationale": clip(row.rationale, 600),
        }
        for row, gave, given in zip(found.reviewers, verdicts.rows, scores.rows, strict=True)
    ]


def _figures(table: Table, cells: tuple[Cell, ...]) -> str:
    known = [
        f"{column.title.lower()} {words_of(cell, column)}"
        for column, cell in zip(table.columns[3:], cells[3:], strict=True)
        if not (isinstance(cell, Estimate) and cell.value is None)
    ]
    return " · ".join(known)


def _talking(record: ArtifactRecord) -> dict[str, str]:
    number = under_way(record)
    if number is None:
        return {}
    held = ((one.judge, part_text(one)) for one in parts(record, number))
    return {name: f" · round {number - INDEPENDENT}: {clip(said, 200)}" for name, said in held}


def _doing(row: ReviewerRow, words: dict[str, str], now: Status) -> str:
    if row.status == "failed":
        return clip(f"failed: {row.cause or 'no cause given'}", 300)
    if now != "running":
        return "has not answered"
    begun = [text for call, text in words.items() if call.split("#")[0] == review_step(row.name)]
    heard = _heard(begun[-1]) if begun else ""
    again = "asked again: its answer could not be read. " if row.status == "asked_again" else ""
    return again + (heard or ("waiting" if row.status == "waiting" else "reading"))


def _heard(text: str) -> str:
    lines = [line for line in readable(text).split("\n") if line and not line.startswith("Argument ")]
    return clip_end(" · ".join(lines), _HEARD)
