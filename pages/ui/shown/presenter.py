"""A debate for a room: large, one thing at a time, over the whole window, driven by keys."""

import uuid
from typing import Any

import streamlit as st

from debate_core.reporting.html import draw, shape
from debate_core.reporting.room import Slide, SlideWords, origin, slides
from debate_core.store.record import Record
from pages.ui import state
from pages.ui.blocks.show import STYLE
from pages.ui.shown.figures import component
from pages.ui.shown.room import code_of, votes_of

_PRESENTER = component("debate_presenter", "blocks/drawn", "shown/presenter", css=STYLE)


def show_way_in(record: Record) -> None:
    """The button, and its key; nothing while a judge is awaited."""
    if record.judging.settled:
        st.button(
            "Present",
            key="present",
            icon=":material/co_present:",
            shortcut="P",
            on_click=state.presenting(record).keep,
            args=(uuid.uuid4().hex,),
        )


def show_presenter(record: Record) -> None:
    begun = state.presenting(record)()
    if begun is None or not record.judging.settled:
        return
    report = state.report_of(record)
    told = [*_room(record, ahead=True), *map(_told, slides(record, report)), *_room(record, ahead=False)]
    _PRESENTER(
        key=f"presenter_{record.id}",
        data={"begun": begun, "origin": origin(report), "slides": told},
        on_closed_change=lambda: state.presenting(record).keep(None),
    )
    state.saw(record, "the presenter")


def _room(record: Record, *, ahead: bool) -> list[dict[str, Any]]:
    """The slide with the room's address, or, once the host shows them, the one with its votes."""
    picture, over = (
        (code_of(record.id), "Watch and vote on your phone")
        if ahead
        else (votes_of(record.id), "What the room says")
    )
    if picture is None:
        return []
    words = _words(SlideWords(text=over))
    return [
        {"kind": "room", "over": over, "main": words, "under": [], "stage": str(draw(picture)), "shape": None}
    ]


def _told(slide: Slide) -> dict[str, Any]:
    return {
        "kind": slide.kind,
        "over": slide.over,
        "main": _words(slide.main),
        "under": [_words(one) for one in slide.under],
        "stage": str(draw(slide.found)) if slide.found else None,
        "shape": None if slide.seat is None else shape(slide.seat),
    }


def _words(one: SlideWords) -> dict[str, Any]:
    return {"label": one.label, "text": one.text, "side": one.side or ""}
