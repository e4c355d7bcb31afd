"""Watch: what is being said, and is it holding up? A replay is the same page, as it stood at one point."""

import streamlit as st

from pages.ui import router, state
from pages.ui.blocks.show import offer_report
from pages.ui.shared.drawer import show_drawer
from pages.ui.shared.heading import show_nothing
from pages.ui.shared.replay import show_replay, show_reveal, show_ways_out
from pages.ui.shared.widgets import show_refused
from pages.ui.watch.progress import show_steps, shows_scores
from pages.ui.watch.status import show_actions, show_standing
from pages.ui.watch.transcript import is_judging, show_columns, show_judges

router.enter()

# read
debate = state.debate()
if debate is None:
    show_nothing("The debate appears here as it is written.", "watch")
    st.stop()
whole = state.record(debate)
stop = state.stop(whole)
record = state.record(debate, upto=stop.sequence) if stop else whole
# At a point of a replay the debate is as if it were running; what is shown of it waits for nothing.
now = state.status(whole) if stop is None else "running"
live = state.live(record)
judged_now = stop is None and is_judging(record, now)
discussing = stop is None and now == "running" and record.judging.settled and record.deliberating is not None
judges_alone = judged_now or discussing

# ask
state.keep_address(whole)
show_refused(state.settings().refused, state.missing_texts(whole))
clock = show_standing(record, state.status(whole), "finished" if stop else now)
show_steps(record, now)
# Its place is the same before and after the debate ends, so that a reveal under way is not begun anew.
stage, asked = st.container(key="stage"), st.container(key="asked")
# What comes below has a place each, and what is over goes before anything is drawn above it: nothing pushes it down.
columns, grid = (st.empty(), st.container()) if judges_alone else (st.container(), st.empty())
if stop is None:
    with stage:
        if revealed := state.reveals(whole):
            show_reveal(whole, state.report_of(whole), "watch")
with asked:
    if stop is None:
        if revealed and now != "finished":
            with st.container(horizontal=True, key="next_steps"):
                show_ways_out(whole, "watch")
        show_actions(record, now)
    else:
        show_replay(whole, stop)
if state.just_finished(whole, state.status(whole)) and not state.reveal.of("watch", whole.id)():
    st.toast("Debate finished.", icon=":material/check_circle:")

# show
if stop is None and whole.judging.usable > 1 and state.argument(whole):
    show_drawer(state.report_of(whole), whole)
    state.note_seen(whole, "the Watch page")
if live:
    state.note_seen(whole, "the Watch page")
if judged_now or record.deliberating or shows_scores(record):
    state.note_outcomes_seen([whole.id], "the Watch page")
# A run that st.stop ends leaves the fragments of the run before alive, with places to write to that are gone.
with grid if judges_alone else columns:
    if judges_alone:
        show_judges(record, now, clock, discussing=discussing)
    else:
        show_columns(record, now, live, clock if stop is None else None)
if now != "running" and (record.judging.usable or record.proposals):
    offer_report(record)
