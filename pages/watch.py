"""Watch: what is being said, and is it holding up? A replay is the same page, as it stood at one point."""

import streamlit as st

from pages.ui import router, state
from pages.ui.shown.heading import show_badges, show_nothing, show_picker
from pages.ui.shown.line import show_reveal
from pages.ui.shown.options import show_refused
from pages.ui.shown.replay import show_replay
from pages.ui.watch.progress import show_seats, show_steps, shows_scores
from pages.ui.watch.scorecard import show_scorecard, show_traits
from pages.ui.watch.status import in_numbers, show_actions, show_cause, show_title
from pages.ui.watch.talk import show_talk
from pages.ui.watch.transcript import (
    being_judged,
    show_judging,
    show_live,
    show_stood,
    show_talking,
    show_transcript,
    transcript_pane,
)

router.enter()

# read
debate = state.debate()
if debate is None:
    show_nothing("What is being said appears here, side by side, as it is written.")
    st.stop()
whole = state.record(debate)
stop = state.stop(whole)
record = state.record(debate, upto=stop.sequence) if stop else whole
# At a point of a replay the debate is as if it were running; what is shown of it waits for nothing.
now = state.status(whole) if stop is None else "running"
found = state.live(record)

# ask
state.keep_address(whole)
show_refused(state.refused(whole))
with st.container(horizontal=True, vertical_alignment="center", key="what_is_debated"):
    show_title(record)
    if stop is None and now == "running":
        show_actions(record, now)
with st.container(horizontal=True, vertical_alignment="center", key="where_it_stands"):
    show_badges(record, state.status(whole))
    clock = st.empty()
    clock.markdown(in_numbers(record, now if stop is None else "finished", state.clock()))
    show_picker(stay="watch")
show_steps(record, now)
if stop is None:
    show_cause(record, now)
    if now != "running":
        show_actions(record, now)
show_replay(whole, stop)
if stop is None and state.reveals(whole):
    show_reveal(whole, state.report_of(whole))
if state.just_finished(whole, state.status(whole)):
    st.toast("The debate has finished.", icon=":material/check_circle:")

# show
judged_now = stop is None and being_judged(record, now)
talking = stop is None and state.deliberates(record, now)
if found:
    state.saw(whole, "the Watch page")
if judged_now or record.deliberating or shows_scores(record):
    state.saw_outcomes([whole.id], "the Watch page")
if judged_now:
    show_judging(record, now, clock)
    st.stop()
if talking:
    show_talking(record, now, clock)
    st.stop()
if record.deliberating:
    show_talk(record)
left, right = st.columns([2, 1], gap="medium")
with right:
    if found:
        show_scorecard(found, record)
    show_seats(record, now)
with left, transcript_pane(record, now, replaying=stop is not None):
    with st.container(key="history"):
        show_transcript(record, now, replaying=stop is not None)
    if stop is None:
        show_live(record, now, clock)
    else:
        show_stood(record)
if found:
    show_traits(record, found)
