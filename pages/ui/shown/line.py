"""The reveal: each judge's position falls into place on the line from CON over 0 to PRO, and the word lands.

Knows a finding and its layout. Invariant: words reach it as text only; what it says to the eye it says in its label
too; it moves when it is told to and nobody asked for less motion, and it ends as it would stand without.
"""

from dataclasses import asdict
from typing import Any

import streamlit as st

from debate_core.phrases import leaning_text
from debate_core.record import Record
from debate_core.report import Report
from debate_core.report.line import END, NARROW, WIDE, clipped, layout, shape, within, words_beside
from debate_core.reporting.verdict import Answer, answer_of
from pages.ui import state
from pages.ui.shown.figures import component
from pages.ui.state import Stage

ASK = "How far each judge’s own scores put one side ahead, in points"
_STAGE = component("verdict_stage", "shown/line", "shown/reveal")


def show_stage(found: Answer, *, seats: int, key: str, plays: int = 0, small: bool = False) -> None:
    """The outcome on its stage. `seats`: judges on the panel; `plays`: which start it is; each moves
    once, and 0 stands still; `small`: as a miniature, whatever the screen's width."""
    _STAGE(key=key, data={**drawn(found, seats), "small": small, "plays": plays})


def drawn(found: Answer, seats: int) -> dict[str, Any]:
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
                *found.range_texts,
            ]
        ),
        "ask": ASK,
        "seats": seats,
        "shapes": [shape(seat) for seat in range(seats)],
        "estimate": None if found.lead is None else within(found.lead),
        "reaches": [
            _reach(one.interval, said)
            for (_, one), said in zip(found.ranges, found.range_texts, strict=True)
            if one.interval
        ],
        "wide": asdict(layout(found.stands, WIDE)),
        "narrow": asdict(layout(found.stands, NARROW)),
        "legend": [
            {"judge": one.judge, "seat": one.seat, "said": leaning_text(one.value)} for one in found.stands
        ],
    }


def _reach(ends: tuple[float, float], said: str) -> dict[str, Any]:
    low, high = clipped(*ends)
    beyond = [side for side, out in (("low", ends[0] < -END), ("high", ends[1] > END)) if out]
    return {"low": low, "high": high, "said": said, "words": words_beside(*ends), "beyond": beyond}


def show_reveal(record: Record, report: Report, on: Stage) -> None:
    """The outcome on its stage."""
    found = answer_of(report, record.config.rubric.scale.high)
    plays = state.reveal_plays(record, on)
    show_stage(found, seats=len(report.judges), key=f"stage_{record.id}", plays=plays)
    state.saw(record, "the reveal")


def show_ways_out(record: Record, on: Stage) -> None:
    """To see the reveal again, and to close it; beside what else one may do."""
    again: dict[str, Any] = {"on_click": state.play_reveal, "args": (record, on)}
    st.button("Show it again", key="reveal_again", type="tertiary", icon=":material/replay:", **again)
    st.button("Close", key="reveal_close", type="tertiary", on_click=state.close_reveal, args=(record, on))
