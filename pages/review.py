"""Review: what should a person look at? One argument at a time, blind."""

import streamlit as st

from pages.ui import router, state
from pages.ui.review.argument import show_argument
from pages.ui.review.desk import (
    place_in_sight,
    show_done,
    show_going_on,
    show_nothing_waits,
    show_progress,
    show_who,
)
from pages.ui.review.form import show_form
from pages.ui.review.revealed import show_revealed

router.enter()

# read
person = state.person()
only = st.query_params.get("debate")
places = state.waiting(only) if person else ()
place = place_in_sight(places)

# ask
st.title("What should a person look at?", anchor=False)
show_who(person)
if not person:
    st.stop()
if not places:
    show_nothing_waits(only)
    st.stop()
show_progress(places, place)
if place is None:
    show_done(places)
    st.stop()

# show
record = state.record(place.record)
scored = any((one.person, one.argument) == (person, place.argument) for one in record.reviews)
left, right = st.columns([11, 9], gap="large")
with left:
    show_argument(record, place.argument)
with right:
    if scored:
        show_revealed(record, place)
    else:
        show_form(record, place, state.position(places, place))
    show_going_on(record, places, place, scored=scored)
