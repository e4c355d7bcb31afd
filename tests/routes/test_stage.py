"""The stage, the vote and the viewer link: for whoever holds a token, and only what they are for."""

import asyncio
import dataclasses
import json
import logging
import re
import time
from http.cookiejar import DefaultCookiePolicy

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from debate_core.composition import runner_of
from debate_core.domain.settings import STORE_VARIABLE
from debate_core.library.reviews import seen_where
from debate_core.library.stage import StageView, phase_text, stage_view, viewer_token, voices
from debate_core.store import room
from debate_core.store.access import (
    BROWSER_COOKIE,
    FOR_BROWSER,
    browser_mark,
    browser_token,
    renew_link,
    signer_beside,
)
from debate_core.store.record import load
from debate_core.store.room import Stage, VoteClosed, cast_vote, set_stage, stage_of, tally_of
from pages.routes import FAULTS, MIDDLEWARE, stage
from pages.ui.watch.speaking import PhaseWords
from tests.building.simulated import fill

HERE = "http://here"
Client = httpx2.AsyncClient


@pytest.fixture
def store(tmp_path, monkeypatch):
    path = tmp_path / "debates.sqlite3"
    monkeypatch.setenv(STORE_VARIABLE, str(path))
    monkeypatch.setattr(stage, "turnstile", stage._Turnstile())
    monkeypatch.setattr(stage, "browsers", stage._Turnstile())
    runner = runner_of(path)
    yield runner.store
    runner.close()


@pytest.fixture
def debate(store):
    return fill(store, ["finished"])["finished"]


@pytest.fixture
def token(store, debate):
    return viewer_token(signer_beside(store.place), debate, renew_link(store, debate), time.time())


def visit(acts, peer="127.0.0.1", *more):
    app = Starlette(routes=[*stage.ROUTES, *more], middleware=MIDDLEWARE, exception_handlers=FAULTS)

    async def run():
        over = httpx2.ASGITransport(app=app, client=(peer, 5))
        async with Client(transport=over, base_url=HERE) as client:
            return await acts(client)  # type: ignore[misc]

    return asyncio.run(run())


async def vote(client, debate, token, choice="pro", moment="before", *, more="", **headers):
    data = {"moment": moment, "choice": choice, "more": more}
    return await client.post(f"/stage/{debate}?t={token}", data=data, headers={"Origin": HERE} | headers)


def test_a_phone_has_one_vote_that_it_may_change_while_the_vote_is_open(store, debate, token, monkeypatch):
    set_stage(store, debate, voting="before")
    monkeypatch.setattr(room, "MAX_PHONES", 1)

    async def acts(client):
        assert "✓" not in (await client.get(f"/stage/{debate}?t={token}")).text
        for choice in ("pro", "con"):
            assert (await vote(client, debate, token, choice)).status_code == 303
        page = (await client.get(f"/stage/{debate}?t={token}")).text
        assert re.search(r'value="con"[^>]*aria-pressed="true"', page)
        set_stage(store, debate, voting=None)
        assert (await vote(client, debate, token)).status_code == 409
        with pytest.raises(VoteClosed, match="has heard"):
            set_stage(store, debate, voting="before")
        set_stage(store, debate, voting="after")
        assert (await vote(client, debate, token)).status_code == 409, "it was taken before"
        assert (await vote(client, debate, token, "pro", "after")).status_code == 303
        client.cookies.clear()
        await client.get(f"/stage/{debate}?t={token}")
        assert (await vote(client, debate, token, "pro", "after")).status_code == 409, (
            "one phone more than may vote"
        )

    visit(acts)
    assert tally_of(store, debate).counts == {"before": {"con": 1}, "after": {"pro": 1}}


def test_a_vote_before_the_debate_opens_again_until_the_first_word_and_never_after(store):
    for voting in ("before", None, "before", None):
        set_stage(store, "stopped", voting=voting)
    fill(store, ["stopped", "paused"])
    with pytest.raises(VoteClosed):
        set_stage(store, "stopped", voting="before")
    for voting in ("before", "before", None):  # of a debate that this room has heard nothing of yet
        set_stage(store, "paused", voting=voting)
    with pytest.raises(VoteClosed):
        set_stage(store, "paused", voting="before")


def test_a_vote_counts_only_from_our_page_with_the_phones_own_cookie(store, debate, token, caplog):
    set_stage(store, debate, voting="before")

    async def acts(client):
        assert (await vote(client, debate, token)).status_code == 403  # no cookie yet
        await client.get(f"/stage/{debate}?t={token}")
        for origin in ("http://evil.example", "null", ""):
            assert (await vote(client, debate, token, Origin=origin)).status_code == 403
        refused = await vote(client, debate, token, "everything")
        assert refused.status_code == 400
        assert refused.url.path == f"/stage/{debate}", (
            "the page hears the words, and draws itself anew, there"
        )
        assert (await vote(client, debate, token, more="x" * stage._MAX_BODY)).status_code == 400
        assert (await vote(client, debate, "x" + token)).status_code == 404
        mark = client.cookies[stage.PHONE_COOKIE]
        client.cookies.clear()
        forged = mark[:-2] + ("AA" if mark[-2:] != "AA" else "BB")
        assert (await vote(client, debate, token, Cookie=f"{stage.PHONE_COOKIE}={forged}")).status_code == 403

    with caplog.at_level(logging.WARNING):
        visit(acts)
    assert not tally_of(store, debate).counts
    assert "from this page" in caplog.text
    assert "127.0.0.1" not in caplog.text and token not in caplog.text


def test_a_thousand_votes_from_one_address_are_as_many_as_a_hall_has_phones(monkeypatch):
    turnstile, now = stage._Turnstile(stage.VOTE_GAP), 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)

    def lets(one, address="10.0.0.9"):
        return turnstile.lets(Request({"type": "http", "client": (address, 5)}), one)

    let_in = sum(lets(f"phone {n}") for n in range(stage.PHONES_OF_ADDRESS + 200))
    assert let_in == stage.PHONES_OF_ADDRESS
    assert lets("another", "10.0.0.10") and not lets("phone 1") and not lets("later")
    now = stage.VOTE_GAP
    assert lets("phone 1")
    now += stage.WITHIN
    assert lets("later")


@pytest.mark.slow
@pytest.mark.parametrize("page", ["/r/{token}", "/stage/{debate}?t={token}"])
def test_a_link_shows_scores_only_to_browsers_that_are_noted_and_to_no_more_than_a_hall_has(
    store, debate, token, monkeypatch, page
):
    monkeypatch.setattr(stage, "PHONES_OF_ADDRESS", 2)
    set_stage(store, debate, revealed=True)
    path = page.format(token=token, debate=debate)

    def notes():
        return store._select("SELECT count(*) FROM notes WHERE kind = 'seen'")[0][0]

    async def acts(client):
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        for _each_time in range(2):
            bare = await client.get(path, follow_redirects=True)
            assert bare.status_code == 403 and "keeps no cookies" in bare.text and "Judge" not in bare.text
        assert f'href="{path}"' in bare.text.replace("&amp;", "&") and not notes()
        client.cookies.jar.set_policy(DefaultCookiePolicy())
        shows = await client.get(path, follow_redirects=True)
        assert shows.status_code == 200 and str(shows.url) == HERE + path, "the address may be handed on"
        for number, status in (("aa", 200), ("bb", 429), ("cc", 429), ("aa", 200)):
            client.cookies.clear()
            client.cookies.set(BROWSER_COOKIE, f"2|00|{number}|9")
            assert (await client.get(path)).status_code == status

    visit(acts, "127.0.0.1")
    assert notes() == 2


@pytest.mark.slow
def test_a_room_that_votes_sees_no_report_before_the_host_shows_it(store, debate, token):
    """Found by a stranger: phones hold the token of the report, too."""

    async def acts(client):
        for change, page in (
            ({"voting": "after"}, "stage"),
            ({"voting": None}, "stage"),
            ({"revealed": True}, "r"),
            ({"revealed": False}, "r"),
        ):
            set_stage(store, debate, **change)
            if stage_of(store, debate).voting:
                cast_vote(store, debate, "after", "phone", "pro")
            shown = await client.get(f"/r/{token}", follow_redirects=True)
            assert (shown.status_code, shown.url.path.split("/")[1]) == (200, page)
            assert ("argued better" in shown.text) == (page == "r")

    visit(acts)


def test_an_address_that_a_header_names_makes_no_second_hall(store, debate, token, monkeypatch):
    set_stage(store, debate, voting="before")
    monkeypatch.setenv("SPLIT_DECISION_STAGE", "1")
    monkeypatch.setattr(stage, "PHONES_OF_ADDRESS", 1)

    async def acts(client):
        for named, status in (("10.0.0.1", 303), ("10.0.0.2", 429), ("127.0.0.1", 429)):
            client.cookies.clear()
            await client.get(f"/stage/{debate}?t={token}")
            by_header = {"X-Forwarded-For": named, "Forwarded": f"for={named}"}
            assert (await vote(client, debate, token, **by_header)).status_code == status

    visit(acts, "203.0.113.5")
    assert tally_of(store, debate).cast("before") == 1


def test_without_a_token_that_holds_there_is_no_stage_no_stream_and_no_report(store, debate, token):
    other = viewer_token(signer_beside(store.place), "other", 1, time.time())

    async def acts(client):
        unknown = await client.get(f"/stage/nothing-there?t={token}")
        for wrong in ("", other, token[:-1] + ("A" if token[-1] != "A" else "B")):
            for path in (
                f"/stage/{debate}?t={wrong}",
                f"/stage/{debate}/words?t={wrong}",
                f"/r/{wrong or 'x'}",
            ):
                answer = await client.get(path)
                assert (answer.status_code, answer.text) == (404, unknown.text)
        assert browser_token(client.cookies) == "", "nothing was in sight yet"
        assert (await client.get(f"/r/{token}", follow_redirects=True)).status_code == 200
        who = browser_token(client.cookies)
        assert "behind a link" in seen_where(store, debate, [who])
        renew_link(store, debate, revoke=True)
        assert (await client.get(f"/r/{token}")).status_code == 404

    visit(acts)


def test_the_room_sees_verdict_and_votes_once_the_host_shows_them_and_not_before(store, debate, token):
    set_stage(store, debate, voting="before")

    async def acts(client):
        # The debate is over. Whoever is asked before they hear it is told nothing of it, not even that it was scored.
        asked = (await client.get(f"/stage/{debate}?t={token}")).text
        assert "you hear them" in asked and "have scored" not in asked
        view = stage_view(store, debate)
        assert view and not voices(view, {}) and phase_text(view, {"opening:pro": "Here"}) == view.phase
        await vote(client, debate, token)
        set_stage(store, debate, voting=None)
        assert "have scored" in (await client.get(f"/stage/{debate}?t={token}")).text
        before = (await client.get(f"/stage/{debate}?t={token}")).text
        assert "judges says" not in before and "roomvote" not in before.split("<body")[1]
        store.note("name", "0201", "Ana")
        client.cookies.clear()
        client.cookies.set(BROWSER_COOKIE, "2|0102|0303|9")
        assert seen_where(store, debate, ["0201", "Ana"]) is None
        set_stage(store, debate, revealed=True)
        after = (await client.get(f"/stage/{debate}?t={token}")).text
        assert "judges says" in after and 'class="roomvote"' in after
        assert {seen_where(store, debate, [who]) for who in ("0201", "Ana")} == {"the room's page"}

    visit(acts)
    set_stage(store, debate, revealed=False)
    for voting in ("before", "after"):
        with pytest.raises(VoteClosed, match="the room has seen"):
            set_stage(store, debate, voting=voting)


@pytest.mark.slow
def test_no_audience_sees_what_simulated_people_note_beside_their_words(store, debate):
    whole, steps = load(store, debate), set()
    for call in (one for one in whole.calls.values() if one.text):
        if '"tags"' not in call.text:
            continue
        phase, side = call.id.step.split(":")[:2]
        before = load(store, debate, upto=whole.sequences[call.id.step] - 1)
        view = StageView(topic="", progress="running", phase="", stage=Stage(), record=before)
        for end in range(1, len(call.text) + 1, 9):
            words = {str(call.id): call.text[:end]}
            there = " ".join(line.text for one in voices(view, words) for line in one.lines)
            speech = PhaseWords(record=before, phase=phase, sides=[side], words=words, now="running")
            there += speech.lists_json()
            assert not re.search(r"tags|\w+:\w+@", there, re.IGNORECASE), there
        steps.add(phase)
    assert steps == {"opening", "cross_examination", "closing"}


def test_a_room_sees_what_is_answered_before_the_answer(store, debate):
    whole = load(store, debate)
    at = {
        phase: load(store, debate, upto=whole.sequences[f"{phase}:con"])
        for phase in ("cross_examination", "closing")
    }
    view = StageView(topic="", progress="running", phase="", stage=Stage(), record=at["cross_examination"])
    con = voices(view, {})[1]
    claims = [one.claim for one in whole.transcript.arguments_of("pro")]
    assert [line.text for line in con.lines if line.name == "answered"] == claims
    asked = {name: words for name, words in whole.transcript.questions.items() if name.startswith("CON")}
    con = voices(dataclasses.replace(view, record=at["closing"]), {})[1]
    assert [line.text for line in con.lines if line.name == "question"] == list(asked.values()) != []


def test_a_debate_that_is_deleted_leaves_its_stage_as_no_debate_to_come(store):
    set_stage(store, "finished", topic="Trees", voting="before")
    debate = fill(store, ["finished"])["finished"]
    token = viewer_token(signer_beside(store.place), debate, renew_link(store, debate), time.time())

    async def acts(client):
        store.delete(debate)
        for path in ("", "/words"):
            assert (await client.get(f"/stage/{debate}{path}?t={token}")).status_code == 404
        store.restore(debate)
        assert "PRO" in (await client.get(f"/stage/{debate}?t={token}")).text

    visit(acts)


def test_a_stage_before_the_first_word_has_the_topic_as_text(store):
    set_stage(store, "stopped", topic="<script>alert(1)</script>", voting="before")
    token = viewer_token(signer_beside(store.place), "stopped", renew_link(store, "stopped"), time.time())

    async def acts(client):
        page = await client.get(f"/stage/stopped?t={token}")
        assert "<script>alert" not in page.text and "&lt;script&gt;alert" in page.text
        assert f'data-layout="{json.loads(stage._look(store, "stopped")()[0])["layout"]}"' in page.text
        fill(store, ["stopped"])
        assert json.loads(stage._look(store, "stopped")()[0])["layout"] not in page.text, "else it would stay"
        assert "script-src 'sha256-" in page.headers["content-security-policy"]

    visit(acts)


@pytest.mark.parametrize(
    ("peer", "forwarded"), [("192.168.1.7", "127.0.0.1"), ("10.0.0.2", "::1"), ("::ffff:10.0.0.2", "")]
)
def test_in_a_hall_strangers_get_the_stage_alone(store, debate, token, monkeypatch, peer, forwarded):
    monkeypatch.setenv("SPLIT_DECISION_STAGE", "1")

    async def acts(client):
        headers = {"X-Forwarded-For": forwarded, "Forwarded": f"for={forwarded}"}
        for path in ("/", "/library", "/_stcore/health", "/media/x.png", "/_stcore/host-config"):
            shut = await client.get(path, headers=headers)
            assert shut.status_code == 404 and 'href="/"' not in shut.text
        assert (await client.get(f"/stage/{debate}?t={token}", headers=headers)).status_code == 200

    visit(acts, peer)


def test_a_demonstration_gives_each_browser_a_signed_mark_and_takes_no_forged_one(store, monkeypatch):
    monkeypatch.setenv("SPLIT_DECISION_MODE", "demo")

    async def acts(client):
        first = await client.get("/library")
        assert "HttpOnly" in first.headers["set-cookie"]
        mark = browser_mark(store.place, client.cookies, time.time())
        await client.get("/library")
        assert browser_mark(store.place, client.cookies, time.time()) == mark
        client.cookies.clear()
        forged = await client.get("/library", headers={"Cookie": "split_decision_visitor=MHxtZQ.AAAA"})
        assert "set-cookie" in forged.headers
        assert (await client.get("/_stcore/metrics")).status_code == 404

    visit(acts, "203.0.113.5")


@pytest.mark.parametrize("mode", ["demo", "team"])
def test_a_files_address_that_is_passed_on_answers_as_an_unknown_one(store, monkeypatch, mode, caplog):
    monkeypatch.setenv("SPLIT_DECISION_MODE", mode)
    whose = ""

    def serve(request):
        """As Streamlit does, also where a part is asked for that there isn't."""
        if request.path_params["name"] != "known":
            return Response("File not found", 404, media_type="text/plain")
        if "range" in request.headers:
            return Response("Invalid range", 416, {"Content-Range": "bytes */6"}, "text/plain")
        return Response("secret", media_type=f"text/html{FOR_BROWSER}{whose}")

    async def acts(client):
        nonlocal whose
        assert (await client.get("/media/known")).status_code == 404  # nobody's, for nobody
        await client.get("/library")
        unknown = await client.get("/media/unknown")
        whose = browser_mark(store.place, client.cookies, time.time())
        for _second_tab in range(2):
            mine = await client.get("/media/known")
            assert (mine.text, mine.headers["cache-control"]) == ("secret", "no-store")
            assert mine.headers["content-type"] == "text/html; charset=utf-8"
        client.cookies.clear()
        await client.get("/library")
        for way in (client.get, client.head):
            for asked in ({}, {"Range": "bytes=99-"}):
                shut = await way("/media/known", headers=asked)
                assert shut.status_code == 404 and shut.text in (unknown.text, "")
                assert shut.headers == unknown.headers

    with caplog.at_level(logging.WARNING):
        visit(acts, "203.0.113.5", Route("/media/{name}", serve))
    assert "a file" in caplog.text and whose not in caplog.text and "203.0" not in caplog.text
