"""Judging as it happens: a column a judge, filled argument by argument, first as a look, then as it counts.

Knows record and the columns of the judges at work. Invariant: what is only begun is light and said to be so; a judge
that failed shows its cause; words reach the browser as text only.
"""

from debate_core.judging.under_way import Column, columns
from debate_core.numerals import number
from debate_core.record import Record, judging_step
from debate_core.report.line import shape
from debate_core.wording import worded
from pages.ui import state
from pages.ui.shown.figures import component
from pages.ui.shown.words import clip

GRID = component("judging_grid", "watch/grid")
NOTE = "Light figures are being read. They count when a judge's whole answer is in and checked."
Cell = dict[str, str | float | None]


def show_grid(record: Record) -> None:
    """The judges at work, as the store has them now."""
    found = columns(record.judging, state.store().words(record.id), _faults(record))
    arguments, scale = record.transcript.arguments, record.judging.rubric.scale
    counted = sum(column.state == "counted" for column in found)
    GRID(
        key=f"grid_{record.id}",
        data={
            "title": f"{scale.high} is best, {scale.low} is worst",
            "note": NOTE,
            "alt": f"Scores as they come: {counted} of {len(found)} judges counted",
            "columns": [
                {
                    "name": column.judge,
                    "shape": shape(seat),
                    "state": column.state,
                    "said": _said(column, len(arguments)),
                }
                for seat, column in enumerate(found)
            ],
            "rows": [
                {
                    "id": argument.id,
                    "side": argument.side,
                    "claim": clip(argument.claim, 160),
                    "cells": [_cell(column, argument.id, scale.high) for column in found],
                }
                for argument in arguments
            ],
        },
    )


def _faults(record: Record) -> dict[str, tuple[str, ...]]:
    """What was wrong with each judge's last answer, where it is asked again."""
    found = {}
    for seat in record.judging.seats:
        faulted = [call for call in record.calls_of(judging_step(seat.name)) if call.faults]
        if faulted:
            found[seat.name] = faulted[-1].faults
    return found


def _said(column: Column, arguments: int) -> str:
    if column.state == "counted":
        return f"{len(column.scores)} of {arguments}, counted"
    if column.state == "failed":
        return clip(f"failed: {column.cause or 'no cause given'}", 120)
    if column.state == "asked_again":
        return clip(f"asked again: {column.cause}", 90)
    return "waiting" if column.state == "waiting" else f"reading {column.reads or 'as a whole'}"


def _cell(column: Column, argument: str, most: int) -> Cell:
    seen = column.scores.get(argument)
    if seen is None:
        reads = column.reads == argument and column.state in ("reading", "asked_again")
        missing = "no score" if column.state in ("counted", "failed") else "·"
        return {"state": "reading" if reads else "none", "value": None, "said": missing, "share": None}
    return {
        "state": "counted" if column.state == "counted" else "preview",
        "value": number(seen.composite),
        "said": worded(seen.standing),
        "share": seen.composite / most,
    }
