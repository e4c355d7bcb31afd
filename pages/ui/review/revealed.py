"""After one's own scores: what the judges and other people made of the same argument, and what can be done about it.

Knows record and reviews. Invariant: shown only to who has scored the argument; whoever settles it says why and whom it
follows.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core import reviews
from debate_core.errors import SetUpError
from debate_core.events import ArgumentSettled, ReviewGiven
from debate_core.numerals import number
from debate_core.record import Record
from debate_core.reviews import Place, standing_said
from debate_core.rubric import Rubric
from debate_core.scoresheet import ArgumentScores, Standing
from debate_core.wording import worded
from pages.ui import state
from pages.ui.charts.reviews import reviews_plot
from pages.ui.review.form import STANDINGS
from pages.ui.shown.figures import show_chart
from pages.ui.shown.words import escaped, show_fault, show_words

YOU = "You"


def show_revealed(record: Record, place: Place) -> None:
    """Everybody's scores beside one's own; then settle, change one's mind, or go on."""
    given = [one for one in record.reviews if one.argument == place.argument]
    mine = [one for one in given if one.person == state.person()]
    views = views_of(record, place.argument, state.person())
    st.header(_headline(views), anchor=False)
    if not mine[0].blind:
        st.info(
            f"Not blind: {escaped(mine[0].cause or '')}. It is kept, and left out of what people say beside judges."
        )
    rubric = record.config.rubric
    figure = reviews_plot([(name, view.scores) for name, view in views], rubric)
    show_chart(figure, key=f"revealed_{place.record}_{place.argument}", alt=_in_words(views, rubric))
    for name, view in views:
        show_words(view.notes or "No reason given", lead=f"{escaped(name)} · {worded(view.standing)}.")
    _show_settled(record, place)


def views_of(record: Record, argument: str, person: str) -> list[tuple[str, ArgumentScores]]:
    """Who made what of an argument: the person first, then the judges, then other people, as far as they did."""
    latest: dict[str, ReviewGiven] = {one.person: one for one in record.reviews if one.argument == argument}
    people = [(YOU if name == person else name, _as_scores(one)) for name, one in latest.items()]
    judges = [
        (seat.name, entry)
        for seat in record.judging.seats
        if seat.sheet and (entry := seat.sheet.entry(argument))
    ]
    return [*(one for one in people if one[0] == YOU), *judges, *(one for one in people if one[0] != YOU)]


def _as_scores(review: ReviewGiven) -> ArgumentScores:
    return ArgumentScores(
        argument_id=review.argument, scores=review.scores, standing=review.standing, notes=review.reason
    )


def _headline(views: Sequence[tuple[str, ArgumentScores]]) -> str:
    own, others = views[0][1], views[1:]
    alike = [escaped(name) for name, view in others if view.standing == own.standing]
    if not others:
        return "Nobody else has scored it yet."
    if not alike:
        return f"Nobody else holds it {worded(own.standing)}."
    if len(alike) == len(others):
        return f"All hold it {worded(own.standing)}, as you do."
    return f"You stand with {' and '.join(alike) if len(alike) < 3 else f'{len(alike)} of {len(others)}'}."


def _in_words(views: Sequence[tuple[str, ArgumentScores]], rubric: Rubric) -> str:
    return "; ".join(
        f"{name}: "
        + ", ".join(f"{key} {number(view.scores[key], 0)}" for key in rubric.keys if key in view.scores)
        for name, view in views
    )


# ── settling ──


def _show_settled(record: Record, place: Place) -> None:
    settled = record.settled.get(place.argument)
    if settled is None:
        _show_settle(record, place)
        return
    follows = f", following {', '.join(map(escaped, settled.follows))}" if settled.follows else ""
    st.markdown(
        f":material/task_alt: **Settled as {standing_said(settled.standing)}** by {escaped(settled.person)}{follows}: "
        f"{escaped(settled.reason)}"
    )
    st.button(
        "Open it again", key=_name(place, "reopen"), on_click=_reopen, args=(record, place), type="tertiary"
    )


def _show_settle(record: Record, place: Place) -> None:
    with st.popover("Settle it", key=_name(place, "settle")):
        names = [*STANDINGS, "irresolvable"]
        st.segmented_control("It is", names, format_func=worded, key=_name(place, "settled_as"))
        others = [name for name, _ in views_of(record, place.argument, state.person())[1:]]
        st.multiselect("Following", others, key=_name(place, "follows"), format_func=escaped)
        st.text_area("Why", key=_name(place, "settled_why"), max_chars=reviews.REASON_MOST, height=80)
        st.button(
            "Settle", key=_name(place, "settle_now"), on_click=_settle, args=(record, place), type="primary"
        )
    if fault := st.session_state.pop(_name(place, "settle_fault"), None):
        show_fault(fault)


def _name(place: Place, what: str) -> str:
    return f"revealed_{place.record}_{place.argument}_{what}"


def _settle(record: Record, place: Place) -> None:
    chosen: Standing | str | None = st.session_state[_name(place, "settled_as")]
    try:
        if chosen is None:
            raise SetUpError("say first what it is settled as")
        settlement = ArgumentSettled(
            person=state.person(),
            argument=place.argument,
            standing=None if chosen == "irresolvable" else chosen,  # type: ignore[arg-type]
            follows=tuple(st.session_state[_name(place, "follows")]),
            reason=st.session_state[_name(place, "settled_why")],
        )
        reviews.settle(state.store(), record, settlement)
    except SetUpError as error:
        st.session_state[_name(place, "settle_fault")] = str(error)


def _reopen(record: Record, place: Place) -> None:
    reviews.reopen(state.store(), record, state.person(), place.argument)
