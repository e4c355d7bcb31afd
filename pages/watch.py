"""Watch: what is being said, and is it holding up?"""

import streamlit as st

from pages.ui import router, state
from pages.ui.widgets.judge_columns import show_seats, show_steps
from pages.ui.widgets.live import show_live
from pages.ui.widgets.missing import show_nothing
from pages.ui.widgets.picker import show_picker
from pages.ui.widgets.status import in_numbers, show_actions, show_badges, show_cause, show_title
from pages.ui.widgets.transcript import show_transcript, transcript_pane

router.enter()

# read
debate = state.debate()
if debate is None:
    show_nothing("What is being said appears here, side by side, as it is written.")
    st.stop()
held = state.record(debate)
now = state.status(held)

# ask
show_title(held)
with st.container(horizontal=True, vertical_alignment="center", key="where_it_stands"):
    show_badges(held, now)
    clock = st.empty()
    clock.markdown(in_numbers(held, now, state.clock()))
    show_picker(stay="watch")
show_cause(held, now)
show_actions(held, now)
if state.just_finished(held, now):
    st.toast("The debate has finished.", icon=":material/check_circle:")

# show
left, right = st.columns([2, 1], gap="medium")
with right:
    show_steps(held, now)
    show_seats(held, now)
with left, transcript_pane(now):
    with st.container(key="history"):
        show_transcript(held)
    show_live(held, now, clock)
