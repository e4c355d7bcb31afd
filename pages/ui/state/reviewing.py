"""Who is reviewing in this browser, what waits for that person, and what is in hand.

Knows streamlit's session and the core's reviews. Invariant: scores in hand are in the store's drafts at every moment,
so that a refresh loses none; a page that showed a record's scores or outcome is noted under this browser and this name.
"""

import contextlib
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import TypedDict

import streamlit as st

from debate_core import reviews
from debate_core.errors import StoreFailed
from debate_core.record import Record
from debate_core.reviews import Place
from pages.ui.state.debates import store

_BROWSER = "browser_without_cookie"
_SINCE = "review_begun"


class Draft(TypedDict, total=False):
    """What a person has put in of one argument: the reason, the scores by dimension, the standing."""

    reason: str
    scores: dict[str, int]
    standing: str | None


def browser() -> str:
    """What tells this browser from another: the token in the cookie that Streamlit gives each one."""
    cookie = st.context.cookies.get("_streamlit_xsrf")
    token = _token(cookie) if isinstance(cookie, str) else ""
    return token or st.session_state.setdefault(_BROWSER, secrets.token_hex(16))


def _token(cookie: str) -> str:
    """The token in a cookie `2|mask|masked|time`: the mask is drawn anew at each request, the token stays."""
    try:
        _, mask, masked, _ = cookie.split("|")
        over, under = bytes.fromhex(mask), bytes.fromhex(masked)
    except ValueError:
        return cookie
    return bytes(byte ^ over[n % len(over)] for n, byte in enumerate(under)).hex()


def person() -> str:
    """The name that this browser goes by; empty without."""
    noted = store().noted("name", browser())
    return noted[0] if noted else ""


def go_by(name: str) -> None:
    """Keep a name for this browser; an empty one is forgotten."""
    store().note("name", browser(), name)


def saw(record: Record, where: str) -> None:
    """Note that scores or an outcome of the record are on the page."""
    if record.judging.usable or record.proposals:
        # A store that can't be written shows its debates all the same; no score can be given in it either.
        with contextlib.suppress(StoreFailed):
            reviews.saw(store(), record.id, (browser(), person()), where)


def saw_outcomes(records: Sequence[str], where: str) -> None:
    """Note that outcomes of these records are on the page, whether they are in the store or not."""
    with contextlib.suppress(StoreFailed):
        for record in records:
            reviews.saw(store(), record, (browser(), person()), where)


def seen_where(record: str) -> str | None:
    """Where this browser, or this person, saw what others made of the record; None where it hasn't."""
    return reviews.seen_where(store(), record, (browser(), person()))


def waiting(only: str | None) -> tuple[Place, ...]:
    """What waits for the person, of one record or of all."""
    return tuple(one for one in reviews.queue(store(), person()) if only in (None, one.record))


def draft_of(place: Place) -> Draft:
    """What the person has in hand of an argument."""
    noted = store().noted("draft", person(), record=place.record, argument=place.argument)
    return Draft(**json.loads(noted[0])) if noted else Draft(reason="", scores={}, standing=None)


def keep_draft(place: Place, change: Mapping[str, object]) -> None:
    """Put something more in hand."""
    text = json.dumps({**draft_of(place), **change}, ensure_ascii=False)
    store().note("draft", person(), text, record=place.record, argument=place.argument)


def drop_draft(place: Place) -> None:
    """Let go of what was in hand."""
    store().note("draft", person(), "", record=place.record, argument=place.argument)


def saved_at(place: Place) -> float | None:
    """When the draft was last kept, in seconds since 1970."""
    noted = store().noted("draft", person(), record=place.record, argument=place.argument)
    return noted[1] if noted else None


def began(place: Place) -> float:
    """When the argument came before the person in this session, by a clock that only goes on."""
    since: dict[tuple[str, str], float] = st.session_state.setdefault(_SINCE, {})
    return since.setdefault((place.record, place.argument), time.monotonic())


def position(places: Sequence[Place], place: Place) -> int:
    """Where the argument stands in the queue, counted from 1."""
    return [(one.record, one.argument) for one in places].index((place.record, place.argument)) + 1
