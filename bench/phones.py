"""Five hundred phones in a hall: how late the words of a running debate come to each, over server-sent events, and how
soon five hundred votes within ten seconds are answered, none lost.

The debate is conducted in this process, the product serves it from another; a phone here draws nothing. `--viewers`:
so many sessions of the dashboard look at the same time.
"""

import asyncio
import pathlib
import re
import statistics
import tempfile
import time
import urllib.parse

from bench.viewers import A_SECOND, Ear, _look, _spoken, elsewhere
from debate_core.library.stage import viewer_token
from debate_core.store import SQLiteStore
from debate_core.store.access import renew_link, signer_beside
from debate_core.store.room import set_stage, tally_of
from tests.browser.conftest import ROOT, served

PHONES, SECONDS, VOTES_WITHIN, WATCHING = 500, 15, 10.0, 20
GOAL, ANSWERED = 0.100, 1.0
_COOKIE = re.compile(rb"set-cookie: (split_decision_phone=[^;]+)", re.IGNORECASE)


async def _ask(url: str, request: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    where = urllib.parse.urlsplit(url)
    read, write = await asyncio.open_connection(where.hostname, where.port)
    write.write(request.encode())
    await write.drain()
    return read, write


async def _vote(url: str, debate: str, token: str, after: float) -> float:
    """Seconds until a vote was answered."""
    await asyncio.sleep(after)
    path = f"/stage/{debate}"
    read, write = await _ask(url, f"GET {path}?t={token} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n")
    page = await read.read()
    write.close()
    cookie = _COOKIE.search(page)
    assert cookie, page[:300]
    body = "moment=after&choice=pro"
    began = time.monotonic()
    read, write = await _ask(
        url,
        f"POST {path}?t={token} HTTP/1.1\r\nHost: hall\r\nOrigin: http://hall\r\n"
        f"Cookie: {cookie[1].decode()}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        f"Connection: close\r\n\r\n{body}",
    )
    status = await read.readline()
    assert b" 303 " in status, status
    await read.read()
    write.close()
    return time.monotonic() - began


async def _hall(
    url: str, debate: str, token: str, watching: int, path_of_store: pathlib.Path
) -> tuple[list[float], list[float]]:
    where = urllib.parse.urlsplit(url)
    path = f"/stage/{debate}/words?t={token}"
    phones = [Ear(path, set()) for _ in range(PHONES)]
    for one in phones:
        await asyncio.get_running_loop().create_connection(lambda one=one: one, where.hostname, where.port)
    others = asyncio.create_task(_look(url, debate, watching)) if watching else None
    await asyncio.sleep(25)
    for one in phones:
        one.counts = True
    await asyncio.sleep(SECONDS)
    for one in phones:
        one.counts = False
    # A room that votes before a debate hears no word of it: here it votes after.
    store = SQLiteStore(path_of_store)
    set_stage(store, debate, voting="after")
    store.close()
    votes = await asyncio.gather(
        *(_vote(url, debate, token, n * VOTES_WITHIN / PHONES) for n in range(PHONES))
    )
    if others:
        others.cancel()
    if any(one.ended for one in phones):
        raise ConnectionError("a stream ended early")
    for one in phones:
        one.leave()
    await asyncio.sleep(0.1)
    return [seconds for one in phones for seconds in one.late], list(votes)


def main(watching: int = WATCHING) -> None:
    """Fill a hall, and print how late words came and how soon votes were answered."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "debates.sqlite3"
        environment = {"DEBATE_STORE": str(path)}
        with _spoken(path) as debate:
            store = SQLiteStore(path)
            set_stage(store, debate, topic="Should schools start later?")
            token = viewer_token(signer_beside(str(path)), debate, renew_link(store, debate), time.time())
            with served(ROOT / "app.py", path.with_suffix(".log"), environment, "streamlit", "run") as url:
                late, votes = elsewhere(_hall, url, debate, token, watching, path)
            counted = tally_of(store, debate).cast("after")
            store.close()
    if not late:
        raise RuntimeError("no phone heard a word")
    late.sort()
    votes.sort()
    most, answered = late[int(0.95 * len(late))], votes[int(0.95 * len(votes))]
    print(
        f"{PHONES} phones and {watching} viewers: words {1000 * statistics.median(late):.0f} ms late, 95% within "
        f"{1000 * most:.0f} ms (goal {1000 * GOAL:.0f}: {'reached' if most <= GOAL else 'MISSED'}); "
        f"{len(late) / PHONES / SECONDS:.0f} of {2 * A_SECOND} stamps a second each"
    )
    print(
        f"{PHONES} votes within {VOTES_WITHIN:.0f} s: {counted} counted, 95% answered within {1000 * answered:.0f} ms "
        f"(goal {1000 * ANSWERED:.0f}: {'reached' if answered <= ANSWERED and counted == PHONES else 'MISSED'})"
    )
