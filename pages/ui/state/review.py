"""Who is reviewing in this browser, what waits for that person, and what is in hand."""

import contextlib
import json
import time
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

import streamlit as st

from debate_core.domain.artifact import Verdict
from debate_core.domain.errors import StoreFailed
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.rubric import Standing
from debate_core.domain.wording import typed_name
from debate_core.library import reviews
from debate_core.library.reviews import Choice, Kind, ToReview
from debate_core.store.events import TEXT
from debate_core.store.record import ScoredRecord
from pages.ui.state.artifacts import artifact_record
from pages.ui.state.debates import person, record, store, whole_store
from pages.ui.state.session import KeptFault, Named, SessionValue, browser, is_member, visitor

KINDS: tuple[Kind, ...] = ("arguments", "texts")
MAX_PEOPLE = 20
"""Among whom an argument can be shared out."""
review_kind, people_each = Named("kind"), Named("people")
"""What the queue is limited to: to arguments or texts, and by how many people each is to be scored."""
help_hidden = SessionValue("review_help_hidden", False)
OpenForm = Literal["skip", "settle"]
typed_reason = SessionValue("reason", "")
"""Why a person says what they say of a finding or a flag."""
page_is_due = SessionValue("review_went", False)
"""Whether something was done in the form that the whole page must show."""
review_session, words_handled = SessionValue("review_session", ""), SessionValue("review_handled", 0)
"""What tells this session's forms from others', and how many words of one's browser were handled."""
fault_on_top, fault_beside = KeptFault("review_fault"), KeptFault("review_fault_beside")
"""What is wrong, whatever is in sight when the page is drawn, or beside what one did."""


class ReviewDraft(TypedDict, total=False):
    """What a person has put in: the reason, scores, standing or verdict; `revises`: it is a change of mind."""

    reason: str
    scores: dict[str, int]
    standing: Standing | None
    verdict: Verdict | None
    revises: bool


class Deed(FrozenValue):
    """What a person did last with an argument, and could undo."""

    what: Literal["scored", "skipped", "settled"]
    record: str
    argument: str


_deeds = SessionValue[tuple[Deed, ...]]("review_deeds", ())


def go_by(name: str) -> None:
    """Keep a name for this browser; an empty one is forgotten, and with it what could be undone."""
    _deeds.take()
    store().note("name", browser(), name)


def take_name(key: str) -> None:
    """Go by the name typed in a widget, if there is one that shows."""
    if name := typed_name(SessionValue(key, "")()):
        go_by(name)


def note_seen(record: ScoredRecord, where: str, argument: str = "") -> None:
    """Note that scores or an outcome of the record, or of one argument alone, are on the page."""
    if reviews.shows_scores(record):
        note_outcomes_seen([record.id], where, argument)


def note_outcomes_seen(records: Sequence[str], where: str, argument: str = "") -> None:
    """Note that outcomes of these records are on the page, whether they are in the store or not."""
    # A store that can't be written shows its debates all the same; no score can be given in it either.
    with contextlib.suppress(StoreFailed):
        whole, who = store(), (browser(), person())
        for record in records:
            reviews.note_seen(whole, record, who, where, argument)


def seen_where(place: ToReview) -> str | None:
    """Where this browser, or this person, saw what others made of the argument; None where it hasn't."""
    seen = reviews.seen_where(store(), place.record, (browser(), person()), place.argument)
    # What a plain route showed is noted for whoever has this browser.
    return seen or reviews.seen_where(whole_store(), place.record, (browser(),))


def choice() -> Choice:
    """What the address limits the queue to; what it can't mean limits nothing."""
    kind = next((one for one in KINDS if one == review_kind()), None)
    people = next((one for one in range(1, MAX_PEOPLE + 1) if str(one) == people_each()), None)
    return Choice(record=st.query_params.get("debate"), kind=kind, people=people)


def waiting() -> tuple[ToReview, ...]:
    """What waits for the person (or, without a name yet, for anybody), as far as the address chooses it; with what the
    address names, where that isn't in it."""
    named = (st.query_params.get("of", ""), st.query_params.get("item", ""))
    return reviews.queue(store(), person(), choice(), named if all(named) else None)


def _drafts_owner() -> str:
    """Whose draft is shown without asking: what this name began in this browser, or signed in."""
    return f"{person()} in {visitor().key if is_member() else browser()}"


def _draft(place: ToReview, whose: str) -> ReviewDraft | None:
    noted = store().read_note("draft", whose, record=place.record, argument=place.argument)
    return json.loads(noted[0]) if noted else None


def draft_of(place: ToReview) -> ReviewDraft:
    return _draft(place, _drafts_owner()) or {"reason": "", "scores": {}, "standing": None}


def draft_elsewhere(place: ToReview) -> ReviewDraft | None:
    """What this name began in another browser, and not in this one."""
    return _draft(place, person()) if _draft(place, _drafts_owner()) is None else None


def keep_draft(place: ToReview, change: Mapping[str, object] | None) -> None:
    text = "" if change is None else json.dumps({**draft_of(place), **change}, ensure_ascii=False)
    for whose in (_drafts_owner(), person()):
        store().note("draft", whose, text, record=place.record, argument=place.argument)


def saved_at(place: ToReview) -> float | None:
    """When the draft was last kept, in seconds since 1970."""
    noted = store().read_note("draft", _drafts_owner(), record=place.record, argument=place.argument)
    return noted[1] if noted else None


def review_reason(place: ToReview) -> SessionValue[str]:
    return SessionValue("review", "").of(place.record, place.argument, "reason")


def began(place: ToReview) -> float:
    """When the argument came before the person in this session, by a clock that only goes on."""
    return SessionValue("review_begun", 0.0).of(place.record, place.argument).begin(time.monotonic())


def in_place(place: ToReview) -> ScoredRecord:
    return artifact_record(place.record) if place.argument == TEXT else record(place.record)


def position(places: Sequence[ToReview], place: ToReview) -> int:
    """Where the argument stands in the queue, counted from 1."""
    return [(one.record, one.argument) for one in places].index((place.record, place.argument)) + 1


def form_beside(place: ToReview) -> SessionValue[OpenForm | None]:
    """What a person has opened beside the scores of an argument: it has Ctrl+Enter then."""
    return SessionValue[OpenForm | None]("review_open", None).of(place.record, place.argument)


def remember_deed(deed: Deed) -> None:
    _deeds.keep((*_deeds(), deed))


def last_deed() -> Deed | None:
    return next(reversed(_deeds()), None)


def forget(deed: Deed) -> None:
    """It was undone, in one step or where it stands."""
    deeds = list(reversed(_deeds()))
    if deed in deeds:
        deeds.remove(deed)
    _deeds.keep(tuple(reversed(deeds)))
