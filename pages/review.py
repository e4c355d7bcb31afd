"""Review: what should a person look at? One argument at a time, blind."""

import streamlit as st

from debate_core.examples import EXAMPLES
from debate_core.library import reviews
from debate_core.store.record import ArtifactRecord
from pages.ui import router, state
from pages.ui.review import desk
from pages.ui.review.form import show_argument, show_artifact, show_form
from pages.ui.review.revealed import show_revealed
from pages.ui.shared.heading import show_samples
from pages.ui.shared.words import show_fault_once

router.enter()

# read
person = state.person()
places = state.waiting()
place = desk.place_in_sight(places)
state.page_is_due.take()

# ask
head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
with head:
    st.title("What should a person look at?", anchor=False, width="content")
show_fault_once(state.fault_on_top)
if not places:
    desk.show_nothing_waits()
    if not state.newest() and state.may("review", EXAMPLES[0].id):
        show_samples("review")
    st.stop()
if not person:
    desk.ask_name()
    st.stop()
if state.choice().people:
    reviews.note_open(state.store(), person, place)
with head:
    desk.show_desk(places, place)
st.progress(sum(one.done for one in places) / len(places))
if place is None:
    desk.show_done(places)
    st.stop()

# show
record = state.in_place(place)
scored = bool(reviews.reviews_by(record, person, place.argument))
left, right = st.columns(2, gap="large")
with left:
    if isinstance(record, ArtifactRecord):
        show_artifact(record)
    else:
        show_argument(record, place.argument)
with right:
    if scored and not state.draft_of(place).get("revises"):
        show_revealed(record, places, place)
    elif state.form_beside(place)() == "skip" and not scored:
        desk.show_skip(record, place)
    else:
        desk.show_skipped(record, place)
        show_form(record, places, place)
