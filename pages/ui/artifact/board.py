"""The reviewers side by side: how far each has come, its verdict, confidence, weight and scores.

Knows record and review. Invariant: what a reviewer has not given has no number; a failed one shows its cause; words
reach the browser as text only.
"""

from pathlib import Path

import streamlit as st

from debate_core.answers.preview import readable
from debate_core.artifact_record import ArtifactRecord, review_step
from debate_core.deliberation import parts, under_way
from debate_core.findings.calling import CALL_WORDS
from debate_core.findings.reporting import ReviewerRow
from debate_core.judging.judging import INDEPENDENT
from debate_core.numerals import coefficient, counted, percent
from debate_core.record import Status
from debate_core.report import heard
from pages.ui import state
from pages.ui.shown.words import clip, clip_end, in_words

_HERE = Path(__file__).parent
_BOARD = st.components.v2.component(
    "artifact_board",
    css=(_HERE / "board.css").read_text(encoding="utf-8"),
    js=(_HERE / "board.js").read_text(encoding="utf-8"),
)
TICK = 0.5
GOING_ON = ("running", "interrupted")
"""Where a review may have come further than what is shown; a point of a replay never has."""
_HEARD = 160
"""Characters of the newest words of a review that is being written."""


def show_board(record: ArtifactRecord, now: Status) -> None:
    """The reviewers, kept up to date while they work."""
    every = TICK if now in GOING_ON else None
    st.fragment(_follow, run_every=every, key="board")(record, now)


@in_words
def _follow(record: ArtifactRecord, now: Status) -> None:
    latest = state.artifact_record(record.id) if now in GOING_ON else record
    found, talk = state.reviewed_of(latest), _talking(latest)
    words = state.store().words(record.id) if now == "running" else {}
    _BOARD(
        key=f"board_{record.id}",
        data={
            "alt": f"{found.outcome.usable} of {found.outcome.reviewers} reviewers have answered",
            "high": found.rubric.scale.high,
            "rows": [
                {**row, "said": f"{row['said']}{talk.get(str(row['name']), '')}"}
                for row in (_row(one, words, now, whole=not found.awaited) for one in found.reviewers)
            ],
        },
    )
    if now in GOING_ON and state.drain() and state.artifact_moved_on(record, now):
        st.rerun()


def _row(row: ReviewerRow, words: dict[str, str], now: Status, *, whole: bool) -> dict[str, object]:
    return {
        "name": row.name,
        "model": row.model,
        "state": row.status if row.status in ("done", "failed") or now == "running" else "waiting",
        "verdict": CALL_WORDS[row.verdict] if row.verdict else "",
        "said": _said(row, words, now, whole=whole),
        "scores": [[key, score] for key, score in (row.scores or {}).items()],
        "rationale": clip(row.rationale, 600),
    }


def _talking(record: ArtifactRecord) -> dict[str, str]:
    """By reviewer, what it does in the round that is being held; nothing outside of one."""
    number = under_way(record)
    if number is None:
        return {}
    held = ((one.judge, heard.part_said(one)) for one in parts(record, number))
    return {name: f" · round {number - INDEPENDENT}: {clip(said, 200)}" for name, said in held}


def _said(row: ReviewerRow, words: dict[str, str], now: Status, *, whole: bool) -> str:
    """What a card says; a share of the weight only once it is known who is counted."""
    if row.status == "done":
        weight = "" if row.weight is None or not whole else f" · {percent(row.weight)} of the weight"
        return f"confidence {coefficient(row.confidence)}{weight} · {counted(row.findings, 'finding')}"
    if row.status == "failed":
        return clip(f"failed: {row.cause or 'no cause given'}", 300)
    if now != "running":
        return "has not answered"
    begun = [text for call, text in words.items() if call.split("#")[0] == review_step(row.name)]
    heard = _heard(begun[-1]) if begun else ""
    again = "asked again: its answer could not be read. " if row.status == "asked_again" else ""
    return again + (heard or ("waiting" if row.status == "waiting" else "reading"))


def _heard(text: str) -> str:
    """The newest words of a review that is being written, without the counting between its findings."""
    lines = [line for line in readable(text).split("\n") if line and not line.startswith("Argument ")]
    return clip_end(" · ".join(lines), _HEARD)
