"""The stage of a debate for a room, its vote, and the viewer link: for whoever holds a token, without a session."""

import asyncio
import json
import math
import secrets
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from threading import Lock
from urllib.parse import parse_qs, urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from debate_core.domain.errors import StoreFailed
from debate_core.domain.settings import DAY, store_place
from debate_core.library.library import read_history
from debate_core.library.report import ReportSettings, report
from debate_core.library.reviews import note_seen, shows_scores
from debate_core.library.stage import Look, phase_text, spoken, stage_view, still_may, viewer_of
from debate_core.reporting.formats import draw
from debate_core.reporting.records import report_file
from debate_core.reporting.room import room_vote
from debate_core.reporting.verdict import answer_of
from debate_core.store import Store
from debate_core.store.access import BROWSER_COOKIE, Visitor, browser_token, grant_of, signer_beside
from debate_core.store.personal import PersonalStore
from debate_core.store.record import load
from debate_core.store.room import CHOICES, MOMENTS, VoteClosed, cast_vote, tally_of, vote_of
from pages.routes import HEADERS, cookie, cookies, nowhere, page, refusal_log, refuse
from pages.routes.words import Room, Stream, hear_words, whole_store

PHONE_COOKIE = "split_decision_phone"
PHONES_OF_ADDRESS, WITHIN = 800, 600.0
"""New phones that may vote from one address in so many seconds: a hall behind one router fits."""
VOTE_GAP = 0.3
"""Seconds between two votes of a phone."""
_BODY_MOST = 500
_turn = Lock()
"""Of a hall that looks at once, one works out what all see."""
_CHOICES = (("pro", "For it (PRO)"), ("undecided", "Undecided"), ("con", "Against it (CON)"))


def _viewer(token: str) -> Visitor | None:
    return viewer_of(signer_beside(store_place()), whole_store(), token, time.time())


def _admitted(request: Request) -> Visitor | None:
    """Who holds a token for the debate in the address."""
    viewer = _viewer(request.query_params.get("t", ""))
    return viewer if viewer and viewer.key == request.path_params["record"] else None


def show_report(request: Request) -> Response:
    """The viewer link: the one-file report, or the stage while the debate runs."""
    token, store = request.path_params["token"], whole_store()
    viewer = _viewer(token)
    view = stage_view(store, viewer.key) if viewer else None
    if not viewer or not view or not view.record:
        return refuse("a viewer link that doesn't hold")
    if store.goes_on(viewer.key):
        return RedirectResponse(f"/stage/{viewer.key}?t={token}", 303, HEADERS)
    answer = HTMLResponse(_report_at(store.place, viewer.key, view.sequence), headers=HEADERS)
    if shows_scores(view.record):
        _note_seen(request, viewer.key, "the report behind a link", answer)
    return answer


def _note_seen(request: Request, record: str, where: str, answer: Response) -> None:
    """Note what this browser has on a page: it may score the debate later. One without a mark gets one that lasts."""
    scope, store = dict(request.scope), whole_store()
    browser = browser_token(cookies(scope))
    if not browser:
        browser = secrets.token_hex(16)
        token = f"2|00000000|{browser}|{int(time.time())}"
        answer.headers.append("Set-Cookie", cookie(scope, BROWSER_COOKIE, token, "/"))
    name, _ = store.noted("name", browser) or ("", 0.0)
    with suppress(StoreFailed):
        note_seen(store, record, (browser, name), where)


@lru_cache(maxsize=20)
def _report_at(place: str, record: str, sequence: int) -> str:
    return report_file(_owners(whole_store(), record), record)


def show_stage(request: Request) -> Response:
    """The stage as it stands; words under way follow by `follow_words`."""
    if not _admitted(request):
        return refuse("a stage without a token that holds")
    return _stage(request, "", 200)


def _stage(request: Request, refusal: str, status: int) -> Response:
    store, name = whole_store(), request.path_params["record"]
    with _turn:
        view = stage_view(store, name)
        verdict = _verdict_at(store.place, name, view.sequence) if view and view.shows_outcome else ""
    if view is None:
        return nowhere()
    phone, fresh = _phone(request)
    voting = view.stage.voting
    answer = page(
        "stage",
        status=status,
        script="words.js ../../ui/shared/fragment.js stage.js",
        view=view,
        phase=view.phase or "The debate hasn't begun",
        name=name,
        token=request.query_params.get("t", ""),
        refusal=refusal,
        choices=_CHOICES,
        mine=vote_of(store, name, voting, phone) if voting else None,
        verdict=verdict,
        vote=draw(picture) if verdict and (picture := room_vote(tally_of(store, name))) else "",
    )
    if verdict:
        _note_seen(request, name, "the room's page", answer)
    if fresh:
        token = signer_beside(store_place()).sign("phone", phone, time.time() + DAY)
        answer.headers.append("Set-Cookie", cookie(dict(request.scope), PHONE_COOKIE, token, "/stage"))
    return answer


@lru_cache(maxsize=20)
def _verdict_at(place: str, name: str, sequence: int) -> Markup:
    store = whole_store()
    record = load(store, name)
    result = report(record, read_history(_owners(store, name), record), ReportSettings())
    return draw(answer_of(result, record.config.rubric.scale.high))


def _owners(store: Store, record: str) -> Store:
    """The store as the record's owner sees it: a report rests on no debate that they may not see."""
    grant = grant_of(store, record)
    return PersonalStore(store, Visitor(key=grant.owner, role="member")) if grant and grant.owner else store


def _phone(request: Request) -> tuple[str, bool]:
    """The phone's number, and whether it was made just now."""
    token = cookies(dict(request.scope)).get(PHONE_COOKIE, "")
    known = signer_beside(store_place()).read("phone", token, time.time())
    return (known, False) if known else (secrets.token_hex(8), True)


class _Turnstile:
    """How many new phones come from an address, and how fast each votes; in memory, for a while only."""

    def __init__(self) -> None:
        self._phones: dict[str, dict[str, float]] = defaultdict(dict)
        self._last: dict[str, float] = {}

    def lets(self, address: str, phone: str) -> bool:
        now, phones = time.monotonic(), self._phones[address]
        if phone not in phones and len(phones) >= PHONES_OF_ADDRESS:
            self._phones[address] = phones = {one: at for one, at in phones.items() if now - at < WITHIN}
            if len(phones) >= PHONES_OF_ADDRESS:
                return False
        phones[phone] = now
        if now - self._last.get(phone, -VOTE_GAP) < VOTE_GAP:
            return False
        if len(self._last) > 20_000:
            self._last.clear()
        self._last[phone] = now
        return True


turnstile = _Turnstile()


async def take_vote(request: Request) -> Response:
    """One changeable vote a phone; from a page of ours only."""
    if not await asyncio.to_thread(_admitted, request):
        return refuse("a vote without a token that holds")
    if urlsplit(request.headers.get("origin", "")).netloc != request.headers.get("host"):
        return await _not_counted(request, 403, "Votes come from this page only.")
    phone, fresh = _phone(request)
    if fresh:
        return await _not_counted(request, 403, "Open this page once more, then vote.")
    client = request.client
    if not turnstile.lets(client.host if client else "", phone):
        return await _not_counted(request, 429, "Too many votes at once. Wait a moment.")
    fields = await _form(request)
    moment = next((one for one in MOMENTS if one == fields.get("moment")), None)
    choice = next((one for one in CHOICES if one == fields.get("choice")), None)
    if moment is None or choice is None:
        return await _not_counted(request, 400, "That is no vote.")
    name = request.path_params["record"]
    try:
        await asyncio.to_thread(cast_vote, whole_store(), name, moment, phone, choice)
    except VoteClosed as closed:
        return await _not_counted(request, 409, f"Not counted: {closed}.")
    return RedirectResponse(f"/stage/{name}?t={request.query_params['t']}", 303, HEADERS)


async def _not_counted(request: Request, status: int, sentence: str) -> Response:
    refusal_log.warning("refused: a vote. %s", sentence)
    return await asyncio.to_thread(_stage, request, sentence, status)


async def _form(request: Request) -> dict[str, str]:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _BODY_MOST:
            return {}
    return {name: values[0] for name, values in parse_qs(body.decode("ascii", "replace")).items()}


async def follow_words(request: Request) -> Response:
    """The words as they come, as server-sent events."""
    viewer = await asyncio.to_thread(_admitted, request)
    if not viewer:
        return refuse("a stream without a token that holds")
    store = whole_store()
    room = Room(store, viewer.key, _look(store, viewer.key), lambda one: still_may(store, one, time.time()))
    return Stream("stage", viewer, math.inf, room)


def _look(store: Store, name: str) -> Look:

    def look() -> list[str] | None:
        if (view := stage_view(store, name)) is None:
            return None
        words = store.words(name)
        page = f"{view.progress} {view.stage.voting} {view.shows_outcome} {view.sequence > 0}"
        head = {"page": page, "phase": phase_text(view, words)}
        return [json.dumps(one) for one in (head, *map(asdict, spoken(view, words)))]

    return look


ROUTES: list[BaseRoute] = [
    Route("/words/{record}", hear_words),
    Route("/r/{token}", show_report),
    Route("/stage/{record}", show_stage),
    Route("/stage/{record}/words", follow_words),
    Route("/stage/{record}/vote", take_vote, methods=["POST"]),
]
