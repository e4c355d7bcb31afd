"""The stage of a debate for a room, its vote, and the viewer link: for whoever holds a token, without a session."""

import asyncio
import json
import math
import secrets
import time
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from threading import Lock
from urllib.parse import parse_qs, urlsplit

from markupsafe import Markup
from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from debate_core.composition import personal_store
from debate_core.domain.errors import StoreFailed
from debate_core.domain.settings import DAY, store_address
from debate_core.library.library import read_history
from debate_core.library.report import ReportSettings, report
from debate_core.library.reviews import note_seen, shows_scores
from debate_core.library.stage import Look, origin_text, phase_text, stage_view, still_may, viewer_of, voices
from debate_core.reporting.formats import draw
from debate_core.reporting.records import report_file
from debate_core.reporting.room import room_vote
from debate_core.reporting.verdict import answer_of
from debate_core.store import Store
from debate_core.store.access import BROWSER_COOKIE, Visitor, browser_token, grant_of, signer_beside
from debate_core.store.record import load
from debate_core.store.room import CHOICES, MOMENTS, VoteClosed, cast_vote, tally_of, vote_of
from pages.routes import HEADERS, cookie, cookies, nowhere, page, refusal_log, refuse
from pages.routes.words import Room, Stream, hear_words, whole_store

PHONE_COOKIE = "split_decision_phone"
PHONES_OF_ADDRESS, WITHIN = 800, 600.0
"""New phones that may vote, or browsers that may see scores, from one address in so many seconds: a hall behind one
router fits."""
MAX_ADDRESSES = 20_000
VOTE_GAP = 0.3
"""Seconds between two votes of a phone."""
_MAX_BODY = 500
_MARKED = "marked"
"""In an address: a browser comes back to it with the mark that it was given, if it took it."""
_turn = Lock()
"""Of a hall that looks at once, one works out what all see."""
_CHOICES = (("pro", "For it (PRO)"), ("undecided", "Undecided"), ("con", "Against it (CON)"))


def _viewer(token: str) -> Visitor | None:
    return viewer_of(signer_beside(store_address()), whole_store(), token, time.time())


def _token_holder(request: Request) -> Visitor | None:
    """Who holds a token for the debate in the address."""
    viewer = _viewer(request.query_params.get("t", ""))
    return viewer if viewer and viewer.key == request.path_params["record"] else None


def show_report(request: Request) -> Response:
    """The viewer link: the one-file report, or the stage while the debate runs or a room votes on it: phones there hold
    the same token, and see what came of it only when the host shows it."""
    token, store = request.path_params["token"], whole_store()
    viewer = _viewer(token)
    view = stage_view(store, viewer.key) if viewer else None
    if not viewer or not view or not view.record:
        return refuse("a viewer link that doesn't hold")
    votes = view.stage.voting or tally_of(store, viewer.key).counts
    if store.goes_on(viewer.key) or (votes and not view.stage.over):
        return RedirectResponse(f"/stage/{viewer.key}?t={token}", 303, HEADERS)
    if shows_scores(view.record) and (shut := _shut_out(request, viewer.key, "the report behind a link")):
        return shut
    return HTMLResponse(_report_html(store.place, viewer.key, view.sequence), headers=HEADERS)


def _shut_out(request: Request, record: str, where: str) -> Response | None:
    """Note that this browser sees scores: it may score the debate later. Instead of them it gets what comes back here:
    one without a mark, so that it has one that lasts; or why not: where marks don't last, or too many new ones come."""
    store, browser = whole_store(), browser_token(cookies(dict(request.scope)))
    bare, again = request.url.remove_query_params(_MARKED), _MARKED in request.query_params
    if not browser and again:
        refusal_log.warning("refused: %s", "scores without cookies")
        return page("unmarked", status=403, address=_local_address(bare))
    if not browser:
        back = RedirectResponse(_local_address(bare.include_query_params(**{_MARKED: 1})), 303, HEADERS)
        _mark(request, back)
        return back
    if again:
        return RedirectResponse(_local_address(bare), 303, HEADERS)
    if not browsers.lets(request, browser):
        refusal_log.warning("refused: %s", "too many browsers")
        return page("full", status=429)
    name, _ = store.read_note("name", browser) or ("", 0.0)
    with suppress(StoreFailed):
        note_seen(store, record, (browser, name), where)
    return None


def _local_address(url: URL) -> str:
    return f"{url.path}?{url.query}".rstrip("?")


def _mark(request: Request, answer: Response) -> None:
    """Give a browser without a mark, by which it is told from others, one that lasts."""
    if not browser_token(cookies(dict(request.scope))):
        token = f"2|00000000|{secrets.token_hex(16)}|{int(time.time())}"
        answer.headers.append("Set-Cookie", cookie(dict(request.scope), BROWSER_COOKIE, token, "/"))


@lru_cache(maxsize=20)
def _report_html(place: str, record: str, sequence: int) -> str:
    return report_file(_owners(whole_store(), record), record)


def show_stage(request: Request) -> Response:
    """The stage as it stands; words under way follow by `follow_words`."""
    if not _token_holder(request):
        return refuse("a stage without a token that holds")
    return _stage(request, "", 200)


def _stage(request: Request, refusal: str, status: int) -> Response:
    store, name = whole_store(), request.path_params["record"]
    with _turn:
        view = stage_view(store, name)
        verdict = _verdict_at(store.place, name, view.sequence) if view and view.shows_outcome else ""
    if view is None:
        return nowhere()
    if verdict and (shut := _shut_out(request, name, "the room's page")):
        return shut
    phone, fresh = _phone(request)
    answer = page(
        "stage",
        status=status,
        script="words.js ../../ui/shared/fragment.js stage.js",
        view=view,
        origin=origin_text(view.record),
        phase=view.phase or "The debate hasn't begun",
        refusal=refusal,
        choices=_CHOICES,
        mine=vote_of(store, name, view.stage.voting, phone) if view.stage.voting else None,
        verdict=verdict,
        vote=draw(picture) if verdict and (picture := room_vote(tally_of(store, name))) else "",
    )
    _mark(request, answer)  # Before there is a verdict, so that no hall comes twice once there is.
    if fresh:
        token = signer_beside(store_address()).sign("phone", phone, time.time() + DAY)
        answer.headers.append("Set-Cookie", cookie(dict(request.scope), PHONE_COOKIE, token, "/stage"))
    return answer


@lru_cache(maxsize=20)
def _verdict_at(place: str, name: str, sequence: int) -> Markup:
    store = whole_store()
    record = load(store, name)
    result = report(record, read_history(_owners(store, name), record), ReportSettings())
    return draw(answer_of(result))


def _owners(store: Store, record: str) -> Store:
    """The store as the record's owner sees it: a report rests on no debate that they may not see."""
    grant = grant_of(store, record)
    return personal_store(store, Visitor(key=grant.owner, role="member")) if grant and grant.owner else store


def _phone(request: Request) -> tuple[str, bool]:
    """The phone's number, and whether it was made just now."""
    token = cookies(dict(request.scope)).get(PHONE_COOKIE, "")
    known = signer_beside(store_address()).read("phone", token, time.time())
    return (known, False) if known else (secrets.token_hex(8), True)


class _Turnstile:
    """How many new ones come from an address, and how fast each comes again; in memory, for a while only."""

    def __init__(self, gap: float = 0.0) -> None:
        self._gap = gap
        self._last: dict[str, dict[str, float]] = {}

    def lets(self, request: Request, one: str) -> bool:
        now, client = time.monotonic(), request.client
        if len(self._last) > MAX_ADDRESSES:
            self._last.clear()
        known = self._last.setdefault(client.host if client else "", {})
        if one not in known and len(known) >= PHONES_OF_ADDRESS:
            for other, at in list(known.items()):
                if now - at >= WITHIN:
                    known.pop(other, None)
            if len(known) >= PHONES_OF_ADDRESS:
                return False
        last = known.get(one, -self._gap)
        known[one] = now
        return now - last >= self._gap


turnstile, browsers = _Turnstile(VOTE_GAP), _Turnstile()


async def take_vote(request: Request) -> Response:
    """One changeable vote a phone; from a page of ours only, at its own address: there a refused one's page listens."""
    if not (viewer := await asyncio.to_thread(_token_holder, request)):
        return refuse("a vote without a token that holds")
    if urlsplit(request.headers.get("origin", "")).netloc != request.headers.get("host"):
        return await _refuse_vote(request, 403, "Votes come from this page only.")
    phone, fresh = _phone(request)
    if fresh:
        return await _refuse_vote(request, 403, "Open this page once more, then vote.")
    if not turnstile.lets(request, phone):
        return await _refuse_vote(request, 429, "Too many votes at once. Wait a moment.")
    fields = await _form(request)
    moment = next((one for one in MOMENTS if one == fields.get("moment")), None)
    choice = next((one for one in CHOICES if one == fields.get("choice")), None)
    if moment is None or choice is None:
        return await _refuse_vote(request, 400, "That is no vote.")
    try:
        await asyncio.to_thread(cast_vote, whole_store(), viewer.key, moment, phone, choice)
    except VoteClosed as closed:
        return await _refuse_vote(request, 409, f"Not counted: {closed}.")
    return RedirectResponse(_local_address(request.url), 303, HEADERS)


async def _refuse_vote(request: Request, status: int, sentence: str) -> Response:
    refusal_log.warning("refused: a vote. %s", sentence)
    return await asyncio.to_thread(_stage, request, sentence, status)


async def _form(request: Request) -> dict[str, str]:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MAX_BODY:
            return {}
    return {name: values[0] for name, values in parse_qs(body.decode("ascii", "replace")).items()}


async def follow_words(request: Request) -> Response:
    """The words as they come, as server-sent events."""
    viewer, store = await asyncio.to_thread(_token_holder, request), whole_store()
    look = _look(store, request.path_params["record"])
    if not viewer or await asyncio.to_thread(look) is None:
        return refuse("a stream without a token that holds")
    room = Room(store, viewer.key, look, lambda one: still_may(store, one, time.time()))
    return Stream("stage", viewer, math.inf, room)


def _look(store: Store, name: str) -> Look:

    def look() -> list[str] | None:
        if (view := stage_view(store, name)) is None:
            return None
        words = store.words(name)
        head = {"layout": view.layout, "phase": phase_text(view, words)}
        return [json.dumps(one) for one in (head, *map(asdict, voices(view, words)))]

    return look


ROUTES: list[BaseRoute] = [
    Route("/words/{record}", hear_words),
    Route("/r/{token}", show_report),
    Route("/stage/{record}", show_stage),
    Route("/stage/{record}/words", follow_words),
    Route("/stage/{record}", take_vote, methods=["POST"]),
]
