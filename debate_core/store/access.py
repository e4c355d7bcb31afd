"""Who may see and do what with a record, what of a day's limits is taken, and words that only this server signed."""

import base64
import hashlib
import hmac
import os
import pathlib
import secrets
import stat
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import platformdirs

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.settings import DAY, DayLimits, on_server, without_password
from debate_core.store.log import Store, Verb

Visibility = Literal["private", "team", "everyone"]


class Visitor(FrozenValue):
    """Who asks. key: who, without a name; empty for nobody in particular. link: a link's number, `key` its record."""

    key: str = ""
    role: Literal["operator", "admin", "member", "guest", "link"] = "guest"
    link: int = 0


OPERATOR = Visitor(role="operator")
"""Whoever sits at the desk."""


class Grant(NamedTuple):
    """Whose a record is, to whom it is open, until when (seconds since 1970), and which viewer link holds (0: none)."""

    record: str
    owner: str = ""
    visibility: Visibility = "private"
    expires: float | None = None
    link: int = 0


def may(person: Visitor, grant: Grant | None, verb: Verb, now: float) -> bool:
    """Whether a person may do that with a record; `grant`: what is known of it, None where nothing is."""
    if person.role in ("operator", "admin"):
        return True
    if grant is None or (grant.expires is not None and grant.expires <= now):
        return False
    if person.role == "link":
        return verb == "see" and grant.record == person.key and 0 < grant.link == person.link
    if grant.owner and grant.owner == person.key:
        return True
    if grant.visibility == "everyone":
        return verb == "see"
    return grant.visibility == "team" and person.role == "member" and verb in ("see", "review")


_ROWS = f"SELECT {', '.join(Grant._fields)} FROM access"  # noqa: S608


def grant_of(store: Store, record: str) -> Grant | None:
    rows = store._select(f"{_ROWS} WHERE record = ?", (record,))
    return Grant(*rows[0]) if rows else None


def every_grant(store: Store) -> dict[str, Grant]:
    return {row[0]: Grant(*row) for row in store._select(_ROWS)}


def own(
    store: Store,
    record: str,
    person: Visitor,
    limits: DayLimits | None = None,
    *,
    tokens: int = 0,
    expires: float | None = None,
) -> None:
    """Make a record a person's, before it is begun, and take its tokens from their day; again for an own record, only
    the tokens. Counted and taken in one transaction. Raises SetUpError where a limit is reached."""
    now = store._clock()
    with store._writing("facts") as db:
        if limits:
            _check_day(db, person, limits, tokens, now)
        db.execute(
            "INSERT INTO access (record, owner, visibility, at, expires, tokens) VALUES (?, ?, 'private', ?, ?, ?)"
            " ON CONFLICT (record) DO UPDATE SET tokens = access.tokens + excluded.tokens, at = excluded.at,"
            " owner = CASE access.owner WHEN '' THEN excluded.owner ELSE access.owner END",
            (record, person.key, now, expires, tokens),
        )


def _check_day(db: Any, person: Visitor, limits: DayLimits, tokens: int, now: float) -> None:
    # One row that every reservation writes: two at once in a database of many machines wait for each other here.
    db.execute(
        "INSERT INTO access (record, owner, visibility, at) VALUES ('', '', 'private', ?)"
        " ON CONFLICT (record) DO UPDATE SET at = excluded.at",
        (now,),
    )
    day = "SELECT count(*), coalesce(sum(tokens), 0) FROM access WHERE record <> '' AND at > ?"
    own, spent = db.execute(f"{day} AND owner = ?", (now - DAY, person.key)).fetchone()
    every, _ = db.execute(day, (now - DAY,)).fetchone()
    if own >= limits.a_day:
        raise SetUpError(f"you made {own} records in a day, the most that one person may: come back tomorrow")
    if every >= limits.a_day_in_all:
        raise SetUpError(f"{every} records were made here in a day, the most for all: come back tomorrow")
    if limits.tokens_a_day is not None and spent + tokens > limits.tokens_a_day:
        left = max(0, limits.tokens_a_day - int(spent))
        raise SetUpError(
            f"this may use {tokens:,} tokens and {left:,} are left of your day's {limits.tokens_a_day:,}: "
            "give it a smaller budget, or wait until tomorrow"
        )


def disown(store: Store, record: str) -> None:
    """Forget whose a record is, which was not begun after all."""
    with store._writing() as db:
        db.execute("DELETE FROM access WHERE record = ?", (record,))


def show_to(store: Store, record: str, visibility: Visibility) -> None:
    """Open a record to others, or close it."""
    with store._writing() as db:
        db.execute("UPDATE access SET visibility = ? WHERE record = ?", (visibility, record))


def renew_link(store: Store, record: str, *, revoke: bool = False) -> int:
    """The number of the viewer link that holds from now on; every earlier one holds no longer. `revoke`: none does."""
    with store._writing("facts") as db:
        db.execute(
            "INSERT INTO access (record, owner, visibility, at) VALUES (?, '', 'private', ?)"
            " ON CONFLICT (record) DO NOTHING",
            (record, store._clock()),
        )
        db.execute(
            "UPDATE access SET links = links + 1, link = (links + 1) * ? WHERE record = ?",
            (0 if revoke else 1, record),
        )
        return int(db.execute("SELECT link FROM access WHERE record = ?", (record,)).fetchone()[0])


def list_expired(store: Store) -> list[str]:
    """The records whose day is over."""
    rows = store._select("SELECT record FROM access WHERE expires <= ? AND record <> ''", (store._clock(),))
    return [record for (record,) in rows]


def forget_notes(store: Store) -> None:
    """Delete what visitors of a demonstration wrote down a day ago beside records: presets, reviewers, names."""
    old = "FROM notes WHERE record = '' AND substr(who, 1, 8) = 'visitor ' AND at <= ?"
    since = (store._clock() - DAY,)
    if store._select(f"SELECT 1 {old} LIMIT 1", since):
        with store._writing() as db:
            db.execute(f"DELETE {old}", since)


Purpose = Literal["visitor", "viewer", "listener", "phone"]
VISITOR_COOKIE, BROWSER_COOKIE = "split_decision_visitor", "_streamlit_xsrf"
"""Ours, and the one that Streamlit gives each browser."""
FOR_BROWSER = "; for="
"""In the type of a file, before the mark of the browser that it is made for."""
_LONGEST, _TOKEN = 512, 32


class Signer:
    """Signs and reads words, each for one purpose and until a time."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: Purpose, words: str, until: float) -> str:
        """A token of letters that an address can carry; the words in it can be read by whoever has it."""
        body = _base64_text(f"{int(until)}|{words}".encode())
        return f"{body}.{self._seal(purpose, body)}"

    def read(self, purpose: Purpose, token: str, now: float) -> str | None:
        """The words of a token; None where it was altered, is of another purpose, or is over."""
        body, dot, seal = token.partition(".")
        if not dot or len(token) > _LONGEST or not token.isascii():
            return None
        if not hmac.compare_digest(seal, self._seal(purpose, body)):
            return None
        until, _, words = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)).decode().partition("|")
        return words if now < int(until) else None

    def _seal(self, purpose: Purpose, body: str) -> str:
        return _base64_text(hmac.digest(self._key, f"{purpose}|{body}".encode(), "sha256")[:16])


def _base64_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


@lru_cache(maxsize=8)
def signer_beside(place: str) -> Signer:
    """The signer of a store; its key is made when first asked for. Raises SetUpError."""
    if not on_server(place):
        return Signer(_key_in(pathlib.Path(f"{place}.key")))
    name = hashlib.sha256(without_password(place).encode()).hexdigest()[:16]
    return Signer(_key_in(pathlib.Path(platformdirs.user_data_dir("split-decision")) / f"{name}.key"))


def browser_mark(place: str, cookies: Mapping[str, str], now: float) -> str:
    """What a store's server knows a browser by; empty where it has no cookie of ours. Raises SetUpError."""
    return signer_beside(place).read("visitor", cookies.get(VISITOR_COOKIE, ""), now) or ""


def browser_token(cookies: Mapping[str, str]) -> str:
    """What tells a browser from another: the token in its cookie `2|mask|masked|time`, whose mask is drawn anew at each
    request; empty without one. Of one that somebody made up, no more than Streamlit's has.

    >>> [browser_token({BROWSER_COOKIE: one}) for one in ("2|0102|0303|9", "2||03|9", "Ana")]
    ['0201', '', '']
    >>> len(browser_token({BROWSER_COOKIE: f"2|00|{'ab' * 40}|9"}))
    32
    """
    try:
        _, mask, masked, _ = cookies.get(BROWSER_COOKIE, "").split("|")
        over, under = bytes.fromhex(mask), bytes.fromhex(masked[:_TOKEN])
        return bytes(byte ^ over[n % len(over)] for n, byte in enumerate(under)).hex()
    except (ValueError, ZeroDivisionError):
        return ""


def _key_in(path: pathlib.Path) -> bytes:
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            own = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
            with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
            try:
                os.link(own, path)  # Whole at once, and whoever comes second takes the first one's.
            except FileExistsError:
                pass
            finally:
                own.unlink()
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise SetUpError(
                f"others can read the signing key {path}: chmod 600 it, or delete it to make a new one"
            )
        return path.read_bytes()
    except OSError as error:
        raise SetUpError(f"the signing key {path} can't be used: {error.strerror}") from error
