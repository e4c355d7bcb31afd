"""The reveal: each judge's position falls into place on the line from CON over 0 to PRO, and the word lands.

Knows a finding and its layout. Invariant: words reach it as text only; what it says to the eye it says in its label
too; it moves when it is told to and nobody asked for less motion, and it ends as it would stand without.
"""

from dataclasses import asdict
from typing import Any

import streamlit as st

from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.line import END, NARROW, WIDE, clipped, layout, shape, within, words_beside
from debate_core.report.outcome_words import OutcomeWords, lean_said, outcome_words
from pages.ui import state
from pages.ui.shown.figures import component
from pages.ui.state import Stage

ASK = "How far each judge’s own scores put one side ahead, in points"
_STAGE = component("verdict_stage", "shown/line", "shown/reveal")


def show_stage(found: OutcomeWords, *, seats: int, key: str, plays: int = 0, small: bool = False) -> None:
    """The outcome on its stage. `seats`: judges on the panel; `plays`: which start it is; each moves
    once, and 0 stands still; `small`: as a miniature, whatever the screen's width."""
    _STAGE(key=key, data={**drawn(found, seats), "small": small, "plays": plays})


def drawn(found: OutcomeWords, seats: int) -> dict[str, Any]:
    """A finding as values for the browser. `seats`: judges on the panel."""
    return {
        "word": found.word,
        "halves": found.word.partition(" ")[::2],
        "sentence": found.sentence,
        "beside": found.beside,
        "scope": found.scope,
        "alt": " ".join(
            [
                found.word + ".",
                found.sentence,
                found.beside,
                found.scope,
                *(one.said for one in found.reaches),
            ]
        ),
        "ask": ASK,
        "seats": seats,
        "shapes": [shape(seat) for seat in range(seats)],
        "estimate": None if found.estimate is None else within(found.estimate),
        "reaches": [
            {
                "low": clipped(one.low, one.high)[0],
                "high": clipped(one.low, one.high)[1],
                "said": one.said,
                "words": words_beside(one.low, one.high),
                "beyond": [side for side, out in (("low", one.low < -END), ("high", one.high > END)) if out],
            }
            for one in found.reaches
        ],
        "wide": asdict(layout(found.stands, WIDE)),
        "narrow": asdict(layout(found.stands, NARROW)),
        "legend": [
            {"judge": one.judge, "seat": one.seat, "said": lean_said(one.value)} for one in found.stands
        ],
    }


def show_reveal(record: Record, report: Report, on: Stage) -> None:
    """The outcome on its stage."""
    found = outcome_words(report, record.config.rubric.scale.high)
    plays = state.reveal_plays(record, on)
    show_stage(found, seats=len(report.judges), key=f"stage_{record.id}", plays=plays)
    state.saw(record, "the reveal")


def show_ways_out(record: Record, on: Stage) -> None:
    """To see the reveal again, and to close it; beside what else one may do."""
    again: dict[str, Any] = {"on_click": state.play_reveal, "args": (record, on)}
    st.button("Show it again", key="reveal_again", type="tertiary", icon=":material/replay:", **again)
    st.button("Close", key="reveal_close", type="tertiary", on_click=state.close_reveal, args=(record, on))
