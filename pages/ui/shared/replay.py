"""The replay of a stored debate or review, and the reveal."""

from collections.abc import Sequence

import streamlit as st

from debate_core.library.report import Report
from debate_core.library.stage import END, PANEL, Stop, around, stops_of
from debate_core.reporting.verdict import answer_of
from debate_core.store.record import Record, ScoredRecord
from pages.ui import state
from pages.ui.blocks.show import show_picture
from pages.ui.shared.widgets import offer_action
from pages.ui.shared.words import escaped
from pages.ui.state import Stage

TICK = 0.5


def show_door(whole: ScoredRecord) -> None:
    if (stops := stops_of(whole)) and state.status(whole) != "running":
        offer_action("Replay", "replay", state.look_at, stops[0].name, icon="replay")


def show_replay(whole: ScoredRecord, here: Stop) -> None:
    stops = stops_of(whole)
    where, more = _place_words(whole, here)
    where = f"**Replay.** {where}"
    narrow = state.narrow()
    with st.container(border=not narrow, key="replay_bar", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            # On a phone what is always so stands behind a question mark.
            st.markdown(
                where if narrow else f"{where} {more}", help=more if narrow else None, width="content"
            )
            offer_action("Leave", "replay_leave", state.look_at, None, icon="close", kind="tertiary")
        _show_scrubber(stops, here)
        _show_buttons(stops, here)
    if state.playing() and here.name != END:
        state.replay_due.keep(state.clock() + (state.pace() or state.pace.default))
        st.fragment(_go_on, run_every=TICK, key="replay_clock")(stops, here)


def _place_words(whole: ScoredRecord, here: Stop) -> tuple[str, str]:
    if here.name == END:
        return f"The whole {'debate' if isinstance(whole, Record) else 'review'}.", ""
    if not isinstance(whole, Record):
        return f"{escaped(here.words)}.", "Later reviews are hidden."
    if here.name == PANEL:
        return "After judging.", ""
    return (
        f"After turn {here.name} of {whole.turns_in_all}, newest first.",
        "What was judged later is hidden.",
    )


def _show_scrubber(stops: Sequence[Stop], here: Stop) -> None:
    words = {stop.name: stop.words for stop in stops}
    state.scrubber.keep(here.name)
    st.select_slider(
        "Point in the replay",
        list(words),
        format_func=lambda name: words.get(name, name),
        key=state.scrubber.key,
        on_change=lambda: state.look_at(state.scrubber()),
        label_visibility="collapsed",
    )


def _show_buttons(stops: Sequence[Stop], here: Stop) -> None:
    before, after = around(stops, here)
    playing = state.playing() and after is not None
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="replay_buttons"):
        _step("Back", "replay_back", "skip_previous", before)
        offer_action(
            "Hold" if playing else "Play",
            "replay_play",
            state.playing.keep,
            not playing,
            icon="pause" if playing else "play_arrow",
            kind="primary",
            disabled=after is None,
        )
        _step("Forward", "replay_forward", "skip_next", after)
        st.segmented_control(
            "Seconds a step",
            (2, 5, 10),
            default=state.pace.default,
            format_func="{} s".format,
            required=True,
            key=state.pace.key,
            persist_state="session",
            label_visibility="collapsed",
        )


def _step(label: str, key: str, icon: str, to: Stop | None) -> None:
    offer_action(label, key, state.look_at, to.name if to else None, icon=icon, disabled=to is None)


def _go_on(stops: Sequence[Stop], here: Stop) -> None:
    _, after = around(stops, here)
    if after is not None and state.clock() >= state.replay_due():
        state.look_at(after.name)
        st.rerun()


def show_reveal(record: Record, report: Report, on: Stage) -> None:
    answer = answer_of(report)
    plays = state.reveal.of(on, record.id)()
    # What it takes with four judges at 390 and at 1280 px.
    show_picture(answer, key=f"stage_{record.id}", height=520 if state.narrow() else 467, plays=plays)
    state.note_seen(record, "the reveal")


def show_ways_out(record: Record, on: Stage) -> None:
    """To see the reveal again, and to close it; beside what else one may do."""
    offer_action(
        "Show it again", "reveal_again", state.play_reveal, record, on, icon="replay", kind="tertiary"
    )
    offer_action("Close", "reveal_close", state.reveal.of(on, record.id).keep, 0, kind="tertiary")
