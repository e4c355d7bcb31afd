"""One value of a session, or of the address, by its name."""

from dataclasses import dataclass
from typing import Generic, TypeVar

import streamlit as st

Value = TypeVar("Value")


@dataclass(frozen=True)
class SessionValue(Generic[Value]):
    """A value that lives in this session under a key; the usual one until another is kept."""

    key: str
    usual: Value

    def __call__(self) -> Value:
        value: Value = st.session_state.get(self.key, self.usual)
        return value

    def keep(self, value: Value) -> None:
        """Have another; for callbacks too."""
        st.session_state[self.key] = value

    def take(self) -> Value:
        """The value now, which is the usual one from here on."""
        value: Value = st.session_state.pop(self.key, self.usual)
        return value


@dataclass(frozen=True)
class Named:
    """A word of the address, empty where it has none; in one step of its history."""

    key: str

    def __call__(self) -> str:
        return st.query_params.get(self.key, "")

    def number(self) -> int | None:
        """The number that it is, if it is one of up to five digits."""
        word = self()
        return int(word) if word.isdecimal() and len(word) < 6 else None

    def keep(self, word: object) -> None:
        """Have the address name another, or none; for callbacks too."""
        if word is None or word == "":
            st.query_params.pop(self.key, None)
        else:
            st.query_params[self.key] = str(word)
