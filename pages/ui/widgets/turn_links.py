"""Turns as links to where they were spoken, on Watch; and statements of the live judge with the turns they cite.

Knows turn numbers and the debate's id. Invariant: a link is offered only to a turn that was spoken; a statement that
cites none is marked unsupported; no word of the judge is shown but through `words`.
"""

from collections.abc import Collection, Sequence
from urllib.parse import quote

import streamlit as st

from debate_core.numerals import listed
from debate_core.record import Record
from debate_core.scorecard.nouns import Told
from pages.ui.widgets.words import clip, plain

UNSUPPORTED = ":yellow-badge[Unsupported: cites no turn]"
LONGEST = 1500


def watch_link(held: Record, number: int, words: str = "") -> str:
    """A turn as a link to its place on Watch, where it has been spoken. A markdown link opens beside this page, so
    nothing chosen or typed here is lost."""
    label = words or f"turn {number}"
    if number not in {turn.number for turn in held.transcript.turns}:
        return label
    return f"[{label}](watch?debate={quote(held.id, safe='')}#turn-{number})"


def turns_cited(held: Record, numbers: Collection[int]) -> str:
    """`turn 4`, or `turns 2, 4 and 6`, each a link."""
    ordered = sorted(set(numbers))
    if len(ordered) == 1:
        return watch_link(held, ordered[0])
    return f"turns {listed([watch_link(held, number, str(number)) for number in ordered])}"


def statement_line(held: Record, told: Told) -> str:
    """One statement as a line of a list, with its turns."""
    cites = f"({turns_cited(held, told.turns)})" if told.turns else UNSUPPORTED
    return f"- {plain(clip(told.text, LONGEST))} {cites}"


def show_statements(held: Record, title: str, told: Sequence[Told]) -> None:
    """Statements under a title; nothing where there are none."""
    if told:
        lines = [statement_line(held, one) for one in told]
        st.markdown("\n".join([f"**{title}**", "", *lines] if title else lines))
