"""Where a debate stands: its clock, cost, what one may do; and the live judge's score and register."""

from dataclasses import replace
from textwrap import wrap

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.domain.numerals import dollars_text, pluralise
from debate_core.domain.steps import live_turn_step
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import capital
from debate_core.library.report.live import LiveReport
from debate_core.library.report.usage import cost_of
from debate_core.reporting.blocks import Block
from debate_core.reporting.line_figures import Rounds
from debate_core.reporting.live import IN_SHORT, ONE_MODEL, PANEL, live_document
from debate_core.reporting.live_turns import MARKS, REGISTER, failed_steps, turn_block
from debate_core.reporting.scorecard import ROUNDS
from debate_core.reporting.usage import budget_text, cost_text
from debate_core.reporting.verdict import answer_of
from debate_core.running.estimate import estimate, local_text
from debate_core.scorecard.live_scores import DIMENSIONS, MAXIMA
from debate_core.scorecard.tally import TurnScore
from debate_core.store.record import Record, Status
from pages.ui import router, state
from pages.ui.blocks.show import (
    show_block,
    show_drawn,
    show_metrics,
    show_picture,
    show_sentence,
    show_tables,
)
from pages.ui.draft import DEFAULT, Draft
from pages.ui.shared.access import resume, show_resume, show_still, show_stop
from pages.ui.shared.heading import show_badges, show_failures, show_picker
from pages.ui.shared.replay import show_door, show_ways_out
from pages.ui.shared.room import show_presenter, show_room, show_way_in
from pages.ui.shared.speech import linking, turn_link
from pages.ui.shared.widgets import offer_action
from pages.ui.shared.words import clip, escaped, show_words

_MAX_TITLE = 160
_NARROW_LINE, _WIDE_LINE, _BESIDE_LINE = 35, 110, 33
"""Characters of the topic on a line: on a phone, at 1280 px, and there beside the longest badge, so that none moves it.
A topic of more than two such lines has a row of its own."""


def _show_title(record: Record, line: int, *, beside: bool) -> None:
    topic = clip(record.config.topic.text, _MAX_TITLE)
    height = max(40, 26 * len(wrap(topic, line)))
    with st.container(key="topic_beside" if beside else "topic", width="stretch"):
        least = height if beside else 40
        show_drawn("watch/topic", key=f"topic_{record.id}", height=height, topic=topic, least=least)


def _show_background(record: Record) -> None:
    topic = record.config.topic
    if len(topic.text) > _MAX_TITLE:
        with st.expander("The whole topic"):
            show_words(topic.text)
    if topic.background:
        with st.expander("Background"):
            show_words(topic.background)


def show_standing(record: Record, status: Status, now: Status) -> DeltaGenerator:
    """The topic, badges, Stop, the clock and the way to another debate, in a row; the place of the clock."""
    topic, narrow = clip(record.config.topic.text, _MAX_TITLE), state.narrow()
    beside = not narrow and len(wrap(topic, _BESIDE_LINE)) <= 2
    if not beside:
        _show_title(record, _NARROW_LINE if narrow else _WIDE_LINE, beside=False)
    with st.container(horizontal=True, vertical_alignment="center", key="where_it_stands"):
        if beside:
            _show_title(record, _BESIDE_LINE, beside=True)
        show_badges(record, status)
        if now == "running":
            show_stop(record, "Stop", "stop_debate")
        else:
            st.empty()
        clock = st.empty()
        show_clock(clock, record, now)
        show_room(record.id, finished=record.judging.settled, over=record.all_spoken)
        if now != "running":
            show_picker(stay="watch")
    _show_background(record)
    return clock


def show_clock(place: DeltaGenerator, record: Record, now: Status) -> None:
    """How long it took, never less than it said, its calls and their cost; the budget behind a question mark."""
    if record.example is not None:
        place.caption(capital(cost_text(None, cost_of(record).reason)))
        return
    runs, passed = now == "running", record.spent.seconds
    if runs and not state.wait_text(record):
        passed += max(0.0, state.clock() - record.last_at)
    before = state.clock_seen.of(record.id)
    before.keep(whole := max(runs and before(), int(passed)))
    rest, numbers = state.memoise(record, _beside_clock, now)
    place.markdown(escaped(" · ".join([f"{whole // 60}:{whole % 60:02d}", *rest])), help=numbers)


def _beside_clock(record: Record, now: Status) -> tuple[list[str], str]:
    """What changes with an event only, and is looked at twice a second by everyone who watches."""
    whole, about = now == "finished", estimate(record.planned).calls
    calls = sum(whole or call.state == "completed" for call in record.calls.values())
    of_all = pluralise(calls, "call") if whole or calls > about else f"{calls} of about {about} calls"
    if record.under_way and now not in ("running", "finished"):
        of_all += f", {len(record.under_way)} broken off"
    cost = cost_of(record).dollars
    left = local_text(estimate(record.planned, done=record.results)) if now == "running" else ""
    parts = [of_all, *([] if cost is None else [dollars_text(cost)]), *([f"to go: {left}"] if left else [])]
    return parts, escaped(budget_text(record))


def show_actions(record: Record, now: Status) -> None:
    show_still(record, now)
    if now != "running":
        show_failures(record, now)
        if now == "finished":
            _show_results(record)
        else:
            show_resume(record)
            _offer_another(record)


def _offer_another(record: Record) -> None:
    label = "Run the sample again" if record.example else "Set up another like it"
    if not record.imported and st.button(label, key="set_up_anew", icon=":material/tune:"):
        state.set_up.fill(DEFAULT.on_sample(record.config) if record.example else Draft.of(record.config))
        router.go("set_up")


def _show_results(record: Record) -> None:
    if record.judging.settled and not state.reveal.of("watch", record.id)():
        answer = answer_of(state.report_of(record))
        st.header(f"{answer.title} :small[{escaped(answer.sentence)}]", anchor=False)
    # On a phone a place is kept for all of them.
    with st.container(horizontal=True, key="next_steps" if record.judging.usable > 1 else "next_step"):
        if record.judging.usable > 1:
            if st.button("Read the verdict", type="primary", key="to_verdict", icon=":material/gavel:"):
                router.go("verdict", record.id)
            if st.button("See how far the judges agree", key="to_panel", icon=":material/balance:"):
                router.go("panel", record.id)
        _offer_another(record)
        if state.reveal.of("watch", record.id)():
            show_ways_out(record, "watch")
        show_way_in(record)
        show_door(record)
    show_presenter(record)


_HERE = linking(turn_link, 400)


def show_live_card(number: int, record: Record, live: LiveReport, now: Status) -> None:
    score = next((one for one in live.live if one.turn == number), None)
    block = turn_block(live, number)
    failed = failed_steps(live, number)
    if not score and not failed and now == "running":
        st.caption(f"Live judge: {_reading_text(number, record)}")
        return
    uncalibrated = " :gray-badge[Not compared]" if score and not score.calibrated else ""
    name = f"Live judge: {escaped(block.title)}{uncalibrated}"
    with st.expander(name, expanded=bool(failed), key=f"live_card_{number}"):
        if score:
            _show_marks(block, score)
        else:
            show_sentence(block, _HERE)
        if failed and now == "finished" and state.may("run", record.id):
            label, key, again = "Retry the live judge", f"ask_again_{number}", {"retry_failed": True}
            offer_action(label, key, resume, record, icon="refresh", kwargs=again)


def _show_marks(block: Block, score: TurnScore) -> None:
    for dimension, column in zip(DIMENSIONS, st.columns(3), strict=True):
        column.progress(score.on(dimension) / MAXIMA[dimension], text=dimension.capitalize())
    show_sentence(block, _HERE)
    for note in block.notes:
        st.caption(escaped(note))


def _reading_text(number: int, record: Record) -> str:
    return "reads this turn" if record.calls_of(live_turn_step(number)) else "hasn't read this turn yet"


def turn_text(number: int, record: Record, live: LiveReport) -> tuple[str, tuple[str, ...]]:
    if not any(one.turn == number for one in live.live) and not failed_steps(live, number):
        return capital(_reading_text(number, record)), ()
    block = turn_block(live, number)
    return block.title, (block.sentence, *block.items)


def show_scorecard(live: LiveReport) -> None:
    document = live_document(live)
    card, turns, claims = (document.block(key) for key in ("scorecard", "turns", "claims"))
    title = "Live judge's score" if live.over else "Running score"
    st.subheader(title, anchor=False, help=f"{ROUNDS}\n\n{MARKS}")
    if not card or not turns or not claims:
        st.caption(escaped(document.blocks[0].sentence))
        return
    st.caption(PANEL)
    with st.container(key="running_means"):
        show_metrics(card.tables[0])
    if isinstance(card.figure, Rounds):
        show_picture(replace(card.figure, held=(), readings=()), key="running_score", height=380)
    st.caption(f"**{escaped(card.title)}**")
    show_sentence(card, _HERE)
    show_tables(turns, folded=True)
    st.subheader(escaped(claims.title), anchor=False, help=REGISTER)
    for claim in claims.children:
        st.markdown(f"**{_HERE(claim.title)}**  \n{_HERE(claim.sentence)}")
    st.caption(f"{IN_SHORT} {ONE_MODEL}" if live.one_model else IN_SHORT)


def show_traits(record: Record, live: LiveReport) -> None:
    if not any(record.config.debater(side).personality for side in SIDES):
        return
    st.header("Hidden directions", anchor=False)
    if not st.toggle("Reveal the hidden directions", key="reveal_traits", persist_state="session"):
        st.caption("Who the debaters were asked to be, and how the live judge moved them, stay hidden.")
        return
    traits = live_document(live).block("traits")
    if not traits:
        st.caption("Nobody with a personality has spoken yet.")
        return
    show_block(traits, 4, folded=True)
