"""Where the debate is, phase by phase, how far each judge has come, and judging as it happens."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Literal

import streamlit as st

from debate_core.answers.json import readable
from debate_core.calls.judging import JudgeColumn, columns
from debate_core.domain.config import Deliberation
from debate_core.domain.model import is_simulated, provider_of
from debate_core.domain.numerals import number_text, number_word, pluralise
from debate_core.domain.steps import BRIEFING, NARRATIVE, scoring_steps
from debate_core.domain.transcript import PHASES, SIDES, Phase, Side
from debate_core.domain.wording import IN_BATCH, PHASE_NAMES, capital, humanise, name_text, plain_fault_text
from debate_core.store.call import ModelCall
from debate_core.store.deliberation import parts, under_way
from debate_core.store.judging import INDEPENDENT, Seat, SeatState
from debate_core.store.record import Record, Status
from pages.ui import state
from pages.ui.blocks.show import show_drawn
from pages.ui.shared.words import Colour, clip, escaped, failure_words, show_words, waits_words

NO_PART = "Not part of the debate."
Cell = dict[str, str | float | None]
Progress = Literal["waiting", "under_way", "done", "failed"]
SEAT_COLOURS: dict[SeatState, Colour] = {
    "waiting": "gray",
    "reading": "violet",
    "asked_again": "yellow",
    "done": "green",
    "failed": "red",
}


def show_steps(record: Record, now: Status) -> None:
    steps = []
    for name, at, words in _steps(record):
        if at == "under_way" and now not in ("running", "finished"):
            words = f"{words}; {now}".removeprefix("under way; ")
        steps.append((name, at, words))
    show_drawn("watch/phases", key=f"phases_{record.id}", height=29, steps=steps)


def show_seats(record: Record, now: Status) -> None:
    seats, models = record.judging.seats, {seat.model for seat in record.judging.seats}
    ahead = all(seat.state == "waiting" for seat in seats)
    with st.container(border=True, gap="xsmall", key="seats"):
        if ahead:
            score = "judge scores" if len(seats) == 1 else "judges score"
            st.caption(f"{capital(number_word(len(seats)))} {score} at the end")
        else:
            st.markdown(f"**Judges** · {record.judging.usable} of {len(seats)} done")
        for seat in seats:
            # Its model stands beside it where they have several.
            on = f" · {escaped(seat.model or 'a person')}" if len(models) > 1 else ""
            if ahead:
                st.markdown(f"**{escaped(seat.name)}**{on}")
            else:
                _show_seat(seat, on, record, now)
        if len(models) == 1 and record.example is None:
            model, one = seats[0].model or "people", len(seats) == 1
            made = "simulated" if is_simulated(model) else f"on {escaped(model)}"
            st.caption(f"{'The judge is' if one else 'All judges are'} {made}.")


def show_attempts(record: Record, now: Status, step: str) -> None:
    if now == "running" and (waits := waits_words(record, step)):
        st.caption(waits)
    for call in record.calls_of(step):
        if call.failures and call.state != "completed":
            with st.expander(escaped(attempt_words(call)), icon=":material/warning:"):
                show_words(clip(capital(call.failures[-1].message), 600), quiet=True)
                if call.partial:
                    st.caption(NO_PART)
                    show_words(readable(call.partial))


def _step(record: Record, judge: str) -> str:
    """The step in which a judge scores alone; of two readings the first that has not ended."""
    steps = scoring_steps(record.config)[judge]
    return next((one for one in steps if record.state_of(one) not in ("done", "failed")), steps[0])


def shows_scores(record: Record) -> bool:
    unread = (seat.name for seat in record.judging.seats if not seat.ended)
    return any(
        call.failures and call.partial for name in unread for call in record.calls_of(_step(record, name))
    )


def attempt_words(call: ModelCall) -> str:
    return f"Attempt {call.attempts} failed: {failure_words(call)}"


def _show_seat(seat: Seat, on: str, record: Record, now: Status) -> None:
    label, colour = name_text(seat.state), SEAT_COLOURS[seat.state]
    if seat.state in ("reading", "asked_again") and now != "running":
        label, colour = "Not finished", "gray"
    elif not seat.ended and waiting_words(record, seat.name):
        label, colour = "Waiting", "gray"
    if record.in_batch(_step(record, seat.name)):
        label, colour = "Waiting for a batch", "violet"
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.markdown(f"**{escaped(seat.name)}**{on}", width="content")
        st.badge(label, color=colour)
    if not seat.ended:
        show_attempts(record, now, _step(record, seat.name))


_STATES: Mapping[str, tuple[Progress, str]] = {
    "done": ("done", "written"),
    "failed": ("failed", "failed"),
    "waiting": ("waiting", "to come"),
}


def _steps(record: Record) -> list[tuple[str, Progress, str]]:
    if record.config.format == "exchange":
        turns = len(record.transcript.turns)
        reached = _progress_of(turns == record.turns_in_all, bool(turns or record.calls))
        steps = [("Exchange", reached, f"{turns} of {record.turns_in_all} turns spoken")]
    else:
        spoken = {(turn.phase, turn.side) for turn in record.transcript.turns}
        steps = [_speaking_step(phase, spoken, record) for phase in PHASES]
    if record.config.live:
        steps.append(_live_step(record))
    ended = all(seat.ended for seat in record.judging.seats)
    begun = any(seat.state != "waiting" for seat in record.judging.seats)
    scored = f"{record.scored_text} scored"
    few = ended and record.judging.usable < 2
    steps.append(("Judging", "failed" if few else _progress_of(ended, begun), scored if begun else "to come"))
    if record.in_batch() and not ended:
        steps[-1] = ("Judging", "under_way", f"{scored}, {IN_BATCH}")
    steps.append(_briefing_step(record, comes=ended and record.progress != "finished"))
    if (record.config.narrative or record.narrative_asked) and not record.config.live:
        reached, words = _STATES.get(record.state_of(NARRATIVE), ("under_way", "being written"))
        steps.append(("Narrative", reached, words))
    if record.planned.deliberation:
        steps.append(_deliberation_step(record, record.planned.deliberation))
    return steps


def _briefing_step(record: Record, *, comes: bool) -> tuple[str, Progress, str]:
    if record.briefing:
        return "Briefing", "done", "written"
    if record.briefing_cause_text is not None:
        return "Briefing", "failed", "failed"
    words = "being written" if comes else "to come"
    return "Briefing", _progress_of(False, comes), IN_BATCH if record.in_batch(BRIEFING) else words


def _deliberation_step(record: Record, plan: Deliberation) -> tuple[str, Progress, str]:
    if record.deliberating is None:
        return "Discussion", "waiting", "to come"
    if number := under_way(record):
        doing = [part.doing for part in parts(record, number)]
        asked = sum(one != "keeps" for one in doing)
        ended = sum(one in ("held", "moved", "failed") for one in doing)
        return "Discussion", "under_way", f"round {number - INDEPENDENT}, {ended} of {asked} done"
    rounds = pluralise(record.judging.rounds - INDEPENDENT, "round")
    if record.progress == "finished":
        return "Discussion", "done", rounds
    return "Discussion", "under_way", f"{rounds}, control rounds running" if plan.probes else rounds


def _progress_of(done: bool, begun: bool) -> Progress:
    return "done" if done else "under_way" if begun else "waiting"


def _live_step(record: Record) -> tuple[str, Progress, str]:
    judged, failed = len(record.proposals), len(record.live_failures)
    words = f"{judged} of {record.turns_in_all} turns judged"
    words += f", {pluralise(failed, 'call')} failed" if failed else ""
    words += "; summary written" if record.narrative else ""
    done = judged == record.turns_in_all and record.narrative is not None
    if failed and record.progress == "finished" and not done:
        return "Live judge", "failed", words
    return "Live judge", _progress_of(done, bool(judged or failed)), words


def _speaking_step(
    phase: Phase, speeches: set[tuple[Phase, Side]], record: Record
) -> tuple[str, Progress, str]:
    left = [side for side in SIDES if (phase, side) not in speeches]
    begun = len(left) < len(SIDES) or any(record.calls_of(f"{phase}:{side}") for side in SIDES)
    words = "under way" if begun else "to come"
    if len(left) == 1:
        words = f"{left[0].upper()} {'speaks' if record.calls_of(f'{phase}:{left[0]}') else 'has not spoken'}"
    return PHASE_NAMES[phase], _progress_of(not left, begun), words if left else "both have spoken"


def show_grid(record: Record) -> None:
    calls = ((name, call) for name in record.judging.names for call in record.calls_of(_step(record, name)))
    faults = {name: call.faults for name, call in calls if call.faults}
    judges = columns(record.judging, state.store().words(record.id), faults)
    arguments, most = len(record.transcript.arguments), record.judging.rubric.scale.high
    counted = sum(column.state == "counted" for column in judges)
    heads = [
        (column.judge, column.state, waiting_words(record, column.judge) or _head_text(column, arguments))
        for column in judges
    ]
    alt = f"Scores so far: {counted} of {len(judges)} judges counted"
    draw_grid(
        f"grid_{record.id}",
        record,
        {"follows": True, "note": "Light numbers are provisional.", "alt": alt},
        heads,
        lambda name: [_cell(column, name, most) for column in judges],
    )


def draw_grid(
    key: str,
    record: Record,
    words: Mapping[str, object],
    heads: Sequence[tuple[str, str, str]],
    cells: Callable[[str], list[Cell]],
) -> None:
    """A column a judge (its name, its state, what it does), a row an argument, whose ``cells`` are by its id."""
    scale = record.judging.rubric.scale
    show_drawn(
        "watch/grid",
        key=key,
        height=grid_height(record),
        title=f"{scale.high} is best, {scale.low} is worst",
        columns=heads,
        rows=[
            {"id": one.id, "side": one.side, "claim": clip(one.claim, 160), "cells": cells(one.id)}
            for one in record.transcript.arguments
        ],
        said=words,
    )


def grid_height(record: Record) -> int:
    head, row, line, letters, free = (108, 83, 18, 42, 1) if state.narrow() else (62, 57, 20, 30, 2)
    lines = (len(wrap(clip(one.claim, 160), letters)) for one in record.transcript.arguments)
    return head + sum(row + line * max(0, count - free) for count in lines)


def turn_words(record: Record, step: str, model: str | None) -> str:
    """That a call is not begun because the local model answers another; empty where it has no such reason to wait."""
    busy = {provider_of(call.model) for call in record.under_way} & {"local"}
    if model is None or provider_of(model) not in busy or record.calls_of(step):
        return ""
    return "Waits its turn: the local model answers one call at a time"


def waiting_words(record: Record, judge: str) -> str:
    step = _step(record, judge)
    models = {seat.name: seat.model for seat in record.judging.seats}
    return waits_words(record, step) or turn_words(record, step, models[judge])


def _head_text(column: JudgeColumn, arguments: int) -> str:
    if column.state == "counted":
        return f"{len(column.scores)} of {arguments}, counted"
    if column.state == "failed":
        return clip(f"failed: {column.cause or 'no cause given'}", 120)
    if column.state == "asked_again":
        return clip(f"asked again: {plain_fault_text(column.cause or '')}", 90)
    return "waiting" if column.state == "waiting" else f"reading {column.reads or 'as a whole'}"


def _cell(column: JudgeColumn, argument: str, most: int) -> Cell:
    seen = column.scores.get(argument)
    if seen is None:
        reads = column.reads == argument and column.state in ("reading", "asked_again")
        missing = "no score" if column.state in ("counted", "failed") else "·"
        return {"state": "reading" if reads else "none", "value": None, "said": missing, "share": None}
    return {
        "state": "counted" if column.state == "counted" else "preview",
        "value": number_text(seen.composite),
        "said": humanise(seen.standing),
        "share": seen.composite / most,
    }
