"""One value of a session or of the address, a form of declared settings, and who the session is."""

import contextlib
import hashlib
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Generic, Self, TypeVar

import streamlit as st
from pydantic import BaseModel

from debate_core.domain.errors import DebateError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.options import OneOf, Words, options_of, part_of
from debate_core.domain.settings import hosting, store_address
from debate_core.store.access import OPERATOR, Signer, Visitor, browser_mark, browser_token, signer_beside

Value = TypeVar("Value")


@dataclass(frozen=True)
class SessionValue(Generic[Value]):
    """A value that lives in this session under a key, a widget's too; the usual one until another is kept."""

    key: str
    default: Value

    def __call__(self) -> Value:
        value: Value = st.session_state.get(self.key, self.default)
        return value

    @property
    def is_there(self) -> bool:
        return self.key in st.session_state

    def keep(self, value: Value) -> None:
        """Have another; for callbacks too, and of a widget before it is drawn."""
        st.session_state[self.key] = value

    def begin(self, value: Value) -> Value:
        """Have this one unless another was kept before; the value now."""
        if not self.is_there:
            self.keep(value)
        return self()

    def take(self) -> Value:
        """The value now, which is the usual one from here on."""
        value: Value = st.session_state.pop(self.key, self.default)
        return value

    def of(self, *names: object) -> Self:
        """The same of one thing among many, as of a record or an argument."""
        return replace(self, key="_".join([self.key, *map(str, names)]))


@dataclass(frozen=True)
class KeptFault(SessionValue[str]):
    """Why what was asked last could not be done, until that is shown."""

    default: str = ""

    @contextlib.contextmanager
    def keeping(self) -> Iterator[None]:
        try:
            yield
        except DebateError as error:
            self.keep(str(error))


def plain_values(word: str) -> dict[str, Any]:
    """What can be written down among what this session has under keys with that word."""
    named = {str(key): value for key, value in st.session_state.items() if word in str(key)}
    return {key: value for key, value in named.items() if isinstance(value, str | int | list | tuple)}


def widget_value(key: str) -> SessionValue[Any]:
    """What a widget holds whose key is made where it is drawn; None before that."""
    return SessionValue(key, None)


@dataclass(frozen=True)
class Named:
    """A word of the address, empty where it has none; in one step of its history."""

    key: str

    def __call__(self) -> str:
        return st.query_params.get(self.key, "")

    def keep(self, word: object) -> None:
        """Have the address name another, or none; for callbacks too."""
        if word is None or word == "":
            st.query_params.pop(self.key, None)
        else:
            st.query_params[self.key] = str(word)


@dataclass(frozen=True)
class SeenLast(SessionValue[Mapping[str, str]]):
    """The record that the address names under a word, and how it is read, or those that this session saw last."""

    default: Mapping[str, str] = field(default_factory=dict)
    word: str = field(kw_only=True)

    def along(self) -> Mapping[str, str]:
        named = st.query_params.to_dict()
        return named if named.get(self.word) else {**self(), **named}

    def show(self, words: dict[str, str]) -> None:
        """Let the address name what is shown, and the settings in use, so that a copied link shows the same."""
        self.keep(words)
        if st.query_params.get(self.word) != words[self.word]:
            st.query_params.from_dict(st.query_params.to_dict() | words)


NOTHING = "none"
"""What stands in the session where none of a few is chosen: a control with nothing chosen holds None."""
_BESIDE = ("topic", "budget", "temperatures", "simulation")
"""Parts whose settings stand under their own names, not after the part's."""
Chosen = TypeVar("Chosen", bound=BaseModel)


class SettingsForm(FrozenValue, Generic[Chosen]):
    """A noun of a `kind` whose session keys begin with `name`. `lasts`: what is chosen stays while other pages are
    looked at. `given`: what of the noun is not chosen here; `named`: fields whose keys have other names."""

    kind: type[Chosen]
    name: str
    lasts: bool = True
    given: Mapping[str, Any] = field(default_factory=dict)
    named: Mapping[str, str] = field(default_factory=dict)

    def key(self, setting: str) -> str:
        return f"{self.name}_{self.named.get(setting, setting)}"

    def widget(self, setting: str) -> dict[str, Any]:
        """What makes a widget show a setting and, where it lasts, keep it while other pages are looked at."""
        return {"key": self.key(setting)} | ({"persist_state": "session"} if self.lasts else {})

    def part(self, setting: str) -> "SettingsForm[Any]":
        kind = part_of(self.kind, setting)
        assert kind is not None, setting
        given = {"side": setting} if "side" in kind.model_fields else {}
        name = self.name if setting in _BESIDE else self.key(setting)
        return SettingsForm(kind=kind, name=name, lasts=self.lasts, given=given, named=self.named)

    def value(self, setting: str) -> SessionValue[Any]:
        return widget_value(self.key(setting))

    @property
    def begun(self) -> bool:
        return self.value(next(iter(options_of(self.kind)))).is_there

    def forget(self) -> None:
        for key in [key for key in st.session_state if str(key).startswith(self.key(""))]:
            del st.session_state[key]

    def begin(self, chosen: Chosen) -> None:
        if not self.begun:
            self.fill(chosen)

    def fill(self, chosen: Chosen) -> None:
        for setting, info in self.kind.model_fields.items():
            value, part = getattr(chosen, setting), part_of(self.kind, setting)
            if part is None:
                self.value(setting).keep(self._widget_value(setting, value))
                continue
            if info.default is None:
                self.value(f"{setting}_on").keep(value is not None)
            self.part(setting).fill(part() if value is None else value)

    def read(self) -> Chosen:
        """The noun as it is chosen now. Raises ValidationError."""
        values = {setting: self._value(setting) for setting in self.kind.model_fields} | {**self.given}
        for setting, option in options_of(self.kind).items():
            if option.needs and values[option.needs] is None:
                values[setting] = self.kind.model_fields[setting].default
        return self.kind.model_validate(values)

    def _value(self, setting: str) -> Any:
        info = self.kind.model_fields[setting]
        if part_of(self.kind, setting):
            on = info.default is not None or self.value(f"{setting}_on")()
            return self.part(setting).read() if on else None
        option, value = options_of(self.kind).get(setting), self.value(setting)()
        if isinstance(option, OneOf) and option.many:
            return tuple(one for one in option.options if one in (value or ()))
        if isinstance(option, OneOf) and value == NOTHING:
            return None
        value = value.strip() if isinstance(value, str) else value
        if value in (None, ""):  # an emptied setting
            return "" if info.annotation is str else info.default
        return value

    def _widget_value(self, setting: str, value: Any) -> Any:
        match options_of(self.kind).get(setting):
            case OneOf(many=True):
                return list(value)
            case OneOf(nothing=nothing) if nothing and value is None:
                return NOTHING
            case Words():
                return value or ""
        return float(value) if isinstance(value, Decimal) else value


_unmarked = SessionValue("browser_without_cookie", "")
PARKED_SECONDS = 600.0
"""How long where a browser was is kept while it signs in."""


def signer() -> Signer:
    return signer_beside(store_address())


def mark() -> str:
    """What this browser's cookie of ours says; empty at a desk, which gives none."""
    return browser_mark(store_address(), st.context.cookies, time.time())


def visitor() -> Visitor:
    """Who sits at the desk; in a demonstration, the browser; of a team, who signed in and is listed; else nobody."""
    here = hosting()
    if here.mode == "desk":
        return OPERATOR
    if here.mode == "demo":
        return Visitor(key=f"visitor {mark() or browser()}")
    address = email()
    if not here.admits(address):
        return Visitor()
    # The provider's own number for a person stays when an address is given to somebody else.
    person = hashlib.sha256(f"{st.user.get('iss', '')}|{st.user.get('sub', '')}".encode()).hexdigest()[:16]
    return Visitor(key=f"member {person}", role="admin" if here.administers(address) else "member")


def signed_in() -> bool:
    return bool(st.user.get("is_logged_in", False))


def is_member() -> bool:
    """Whether whoever sees a page is signed in, and goes by the name of that."""
    return hosting().mode == "team"


def email() -> str:
    """The address of who is signed in, where their provider vouches for it."""
    vouched = signed_in() and st.user.get("email_verified", True) in (True, "true")
    return str(st.user.get("email") or "") if vouched else ""


def may_enter() -> bool:
    """Whether the pages are for this session at all."""
    return hosting().mode != "team" or visitor().role != "guest"


def browser() -> str:
    return browser_token(st.context.cookies) or _unmarked.begin(secrets.token_hex(16))


@st.cache_resource(show_spinner=False)
def _parking_place() -> dict[str, tuple[float, str, dict[str, str]]]:
    return {}


def park_address(page: str) -> None:
    """Keep page and query while this browser signs in: on the way back they are lost."""
    parked, now = _parking_place(), time.time()
    for mark in [mark for mark, (at, _, _) in parked.items() if now - at > PARKED_SECONDS]:
        del parked[mark]
    parked[browser()] = (now, page, st.query_params.to_dict())


def awaits_sign_in() -> bool:
    """Whether this browser was sent to sign in lately and hasn't come back signed in."""
    at, _, _ = _parking_place().get(browser(), (0.0, "", {}))
    return time.time() - at < PARKED_SECONDS


def parked_address() -> tuple[str, dict[str, str]] | None:
    """Where this browser was before it signed in; once."""
    place = _parking_place().pop(browser(), None)
    return (place[1], place[2]) if place and time.time() - place[0] < PARKED_SECONDS else None
