"""What Watch and Verdict both show of the live judge: turns as links, statements with the turns they cite, the marks.

Knows turn numbers, claims and the debate's address. Invariant: a link is offered only to a turn that was spoken; a
statement that cites none is marked unsupported; a turn that was not judged is missing.
"""

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlencode

import streamlit as st

from debate_core.numerals import listed
from debate_core.record import Record
from debate_core.report.live import LiveFound
from debate_core.scorecard.marks import points
from debate_core.scorecard.nouns import Told
from debate_core.scorecard.register import Entry
from debate_core.scorecard.tally import Running, TurnScore
from debate_core.transcript import Side
from pages.ui import state
from pages.ui.shown.words import clip, plain

UNSUPPORTED = ":yellow-badge[Unsupported: cites no turn]"
LONGEST = 1500


def watch_link(held: Record, number: int, words: str = "") -> str:
    """A turn as a link to its place on Watch, where it has been spoken. A markdown link opens beside this page, so
    nothing chosen or typed here is lost."""
    label = words or f"turn {number}"
    if number not in {turn.number for turn in held.transcript.turns}:
        return label
    return f"[{label}](watch?{urlencode(state.link_to(held.id))}#turn-{number})"


def turns_cited(held: Record, numbers: Collection[int]) -> str:
    """`turn 4`, or `turns 2, 4 and 6`, each a link."""
    ordered = sorted(set(numbers))
    if len(ordered) == 1:
        return watch_link(held, ordered[0])
    return f"turns {listed([watch_link(held, number, str(number)) for number in ordered])}"


def show_statements(held: Record, title: str, told: Sequence[Told]) -> None:
    """Statements under a title; nothing where there are none."""
    if told:
        cited = [f"({turns_cited(held, one.turns)})" if one.turns else UNSUPPORTED for one in told]
        lines = [
            f"- {plain(clip(one.text, LONGEST))} {cites}" for one, cites in zip(told, cited, strict=True)
        ]
        st.markdown("\n".join([f"**{title}**", "", *lines] if title else lines))


def turn_link(number: int) -> str:
    """A turn, as a link to its place on the page."""
    return f"[turn {number}](#turn-{number})"


def status_words(entry: Entry) -> str:
    """A claim's status in words: `flagged`, `exposed by turn 5`, `overturned by a person`, `quote not found`."""
    if entry.status == "exposed":
        return f"exposed by turn {entry.exposed_by}"
    return {"flagged": "flagged", "overturned": "overturned by a person", "not_found": "quote not found"}[
        entry.status
    ]


def show_turns(found: LiveFound) -> None:
    """The numbers behind the chart."""
    judged = {score.turn: score for score in found.live}
    lines = [
        "| Turn | | Score | Logic | Rhet. | Tact. | PRO | CON |",
        "|---|---|---|---|---|---|---|---|",
        *(_turn_line(one, judged.get(one.turn)) for one in found.scorecard.running),
    ]
    st.markdown("\n".join(lines))
    st.caption("PRO and CON: each side's mean after that turn. Marks are as adjusted now.")


def _turn_line(one: Running, score: TurnScore | None) -> str:
    return f"| {one.turn} | {_marks(score)} | {mean_of(one.means, 'pro')} | {mean_of(one.means, 'con')} |"


def _marks(score: TurnScore | None) -> str:
    if score is None:
        return " | ".join(["", "not judged", "", "", ""])
    marks = (score.composite, score.logic, score.rhetoric, score.tactics)
    return " | ".join([score.side.upper(), *map(points, marks)])


def mean_of(means: Mapping[Side, float | None], side: Side, missing: str = "–") -> str:
    """A side's mean composite, in words where there is none."""
    mean = means.get(side)
    return missing if mean is None else points(mean)
