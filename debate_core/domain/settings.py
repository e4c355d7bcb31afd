"""What the environment says, read in one place, never keys: the store, the mode, its limits."""

import ipaddress
import os
import pathlib
from collections.abc import Iterable, Mapping
from typing import Literal, cast, get_args
from urllib.parse import parse_qsl, urlencode, urlsplit

import platformdirs

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue

STORE_VARIABLE = "DEBATE_STORE"
SERVERS = ("postgresql://", "postgres://")
"""How the address of a store on a server begins."""


def store_address(given: str | None = None) -> str:
    """The file or PostgreSQL address that is given, else `DEBATE_STORE`, else a file in the user's data folder."""
    chosen = given or os.environ.get(STORE_VARIABLE)
    if not chosen:
        return str(pathlib.Path(platformdirs.user_data_dir("split-decision")) / "debates.sqlite3")
    return chosen if on_server(chosen) else os.path.expanduser(chosen)


def on_server(place: str) -> bool:
    return place.startswith(SERVERS)


def without_password(place: str) -> str:
    """A store's place as it may be said. Of an address in which a password may stand anywhere, only how it begins.

    >>> without_password("postgresql://ann:secret@db.example:5432/debates?password=x&sslmode=require")
    'postgresql://ann@db.example:5432/debates?sslmode=require'
    >>> without_password("postgresql://ann:sec/ret@db.example/debates")
    'postgresql://…'
    >>> without_password("debates.sqlite")
    'debates.sqlite'
    """
    if not on_server(place):
        return place
    scheme, _, _ = place.partition("://")
    try:
        parts = urlsplit(place)
        query = [(key, value) for key, value in parse_qsl(parts.query) if not key.endswith("password")]
        _ = parts.port
    except ValueError:
        return f"{scheme}://…"
    if "@" in parts.path + parts.query + parts.fragment:
        return f"{scheme}://…"
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(
        netloc=user.partition(":")[0] + at + host, query=urlencode(query, safe="/")
    ).geturl()


class RetryPolicy(FrozenValue):
    """How long the engine waits, in seconds, and how often it tries. `deadline`: one call in all, save in a batch.
    `read_timeout`: a stream without a word. `tries`: attempts of one asking. `first_wait`: before the second, then
    doubled. `longest_wait`: the cap on any wait. `first_look`: between looks for a batch's end, growing by half to
    `longest_look`; `day`: after so long it has none."""

    deadline: float = 300.0
    read_timeout: float = 120.0
    tries: int = 4
    first_wait: float = 1.0
    longest_wait: float = 30.0
    first_look: float = 5.0
    longest_look: float = 300.0
    day: float = 26 * 3600.0


Mode = Literal["desk", "demo", "team"]
Only = Literal["", "simulated", "providers"]
MODE, TRUST, STAGE = "SPLIT_DECISION_MODE", "SPLIT_DECISION_TRUST_VISITORS", "SPLIT_DECISION_STAGE"
PEOPLE, ADMINS, DAILY = "SPLIT_DECISION_PEOPLE", "SPLIT_DECISION_ADMINS", "SPLIT_DECISION_DAILY_TOKENS"
ADDRESS = "SPLIT_DECISION_ADDRESS"
DEFAULT_DAILY_TOKENS = 2_000_000
DAY = 24 * 3600.0


class DayLimits(FrozenValue):
    """How much may go on: debates at once and begun in a day, of one person and of all; tokens a person may reserve in
    a day (None: no limit)."""

    at_once: int
    at_once_in_all: int
    a_day: int
    a_day_in_all: int
    tokens_a_day: int | None = None


DEMO = DayLimits(at_once=1, at_once_in_all=8, a_day=10, a_day_in_all=300)


class Hosting(FrozenValue):
    """What the operator chose.

    trusts: every visitor of a desk is as good as its owner. stage: whoever isn't on this machine gets stage, vote and
    viewer link alone. people, admins: addresses (`ann@example.org`) or domains (`@example.org`). address: by which
    others reach this server, where it can't be guessed.
    """

    mode: Mode = "desk"
    trusts: bool = False
    stage: bool = False
    people: tuple[str, ...] = ()
    admins: tuple[str, ...] = ()
    daily_tokens: int = DEFAULT_DAILY_TOKENS
    address: str = ""

    @property
    def only(self) -> Only:
        """Which models others may use here; empty: any, and servers of one's own, which is for a desk."""
        shut: dict[Mode, Only] = {"desk": "", "demo": "simulated", "team": "providers"}
        return shut[self.mode]

    @property
    def limits(self) -> DayLimits | None:
        """None at a desk."""
        if self.mode == "team":
            return DayLimits(
                at_once=3, at_once_in_all=20, a_day=100, a_day_in_all=2000, tokens_a_day=self.daily_tokens
            )
        return DEMO if self.mode == "demo" else None

    def admits(self, email: str) -> bool:
        """Whether the allow-list has a person, by address or by domain.

        >>> Hosting(people=("@example.org",)).admits("Ann@Example.org")
        True
        >>> Hosting(people=("@example.org",)).admits("ann@example.org.evil.net")
        False
        """
        return _is_listed(email, self.people) or _is_listed(email, self.admins)

    def administers(self, email: str) -> bool:
        return _is_listed(email, self.admins)


def _is_listed(email: str, entries: tuple[str, ...]) -> bool:
    name, at, domain = email.strip().casefold().rpartition("@")
    return bool(name and at) and any(one in (f"{name}@{domain}", f"@{domain}") for one in entries)


def hosting(environment: Mapping[str, str] = os.environ) -> Hosting:
    """What the environment says. Raises SetUpError for an unknown mode or an unreadable limit."""
    mode = environment.get(MODE, "").strip() or "desk"
    if mode not in get_args(Mode):
        raise SetUpError(f"{MODE}: expected one of {', '.join(get_args(Mode))}, got {mode[:40]!r}")
    tokens = environment.get(DAILY, "").strip() or str(DEFAULT_DAILY_TOKENS)
    if not tokens.isdecimal() or not int(tokens):
        raise SetUpError(f"{DAILY}: expected a whole number of tokens, got {tokens[:40]!r}")
    return Hosting(
        mode=cast(Mode, mode),
        trusts=environment.get(TRUST, "").strip() == "1",
        stage=environment.get(STAGE, "").strip() == "1",
        people=_entries(environment.get(PEOPLE, "")),
        admins=_entries(environment.get(ADMINS, "")),
        daily_tokens=int(tokens),
        address=environment.get(ADDRESS, "").strip().rstrip("/"),
    )


def _entries(text: str) -> tuple[str, ...]:
    return tuple(one.strip().casefold() for one in text.split(",") if one.strip())


def check_start(
    chosen: Hosting, bound: str, *, secret: str | None = None, files: Iterable[str] = (), forwards: str = ""
) -> None:
    """Raise SetUpError where the server would be open to more people than its mode is meant for. `bound`: the address
    it listens on, empty for all. `secret`: what signs the cookies of who is signed in, None without sign-in; `files`:
    where it may stand. `forwards`: the peers whose forwarded addresses are believed (`FORWARDED_ALLOW_IPS`)."""
    if chosen.mode == "team":
        _check_secret(secret, [pathlib.Path(file).expanduser() for file in files])
    if chosen.mode == "team" and not chosen.people + chosen.admins:
        raise SetUpError(
            f"team mode needs an allow-list: set {PEOPLE} to addresses or domains (@example.org)"
        )
    if chosen.stage and (chosen.mode != "desk" or chosen.trusts):
        raise SetUpError(f"{STAGE} is for a desk that trusts nobody else: leave {MODE} and {TRUST} out")
    if chosen.stage and forwards and not all(is_this_machine(one.strip()) for one in forwards.split(",")):
        raise SetUpError(f"{STAGE} goes by who connects: FORWARDED_ALLOW_IPS must not name another machine")
    if chosen.mode == "desk" and not (chosen.trusts or chosen.stage or is_this_machine(bound)):
        raise SetUpError(
            f"others can reach {bound or 'every address of this machine'}, and desk mode is for you alone. Set "
            f"{MODE}=demo to show simulated debates to anyone, or {MODE}=team for people who sign in; {STAGE}=1 lets a "
            f"room watch and vote; {TRUST}=1 is for a container published on 127.0.0.1"
        )


def _check_secret(secret: str | None, files: Iterable[pathlib.Path]) -> None:
    if secret is None:
        raise SetUpError("team mode needs sign-in: fill [auth] in .streamlit/secrets.toml (docs/hosting.md)")
    if len(secret) < 32:
        raise SetUpError(
            f"with a cookie_secret of {len(secret)} characters, not 32 or more, anyone may sign in as anyone: "
            "docs/hosting.md has the command that makes one"
        )
    if readable := [file for file in files if file.is_file() and file.stat().st_mode & 0o077]:
        raise SetUpError(f"others can read {readable[0]}, where the cookie_secret stands: chmod 600 it")


def is_this_machine(host: str) -> bool:
    """Whether an address is this machine's own, reached from nowhere else."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return host == "localhost"
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
