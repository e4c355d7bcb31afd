"""The questions of one argument as rows of choices, and the page's keys: a fragment of our own in the browser.

Knows streamlit's components; not what an answer or a key does. Invariant: what arrives is every answer and key since
the argument came before the person, in order; what was handled is not handled again; keys pressed while one writes
belong to the writing; nothing is chosen until the person chooses it.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import streamlit as st

from pages.ui.shown.figures import component

_COMPONENT = component("review_questions", "review/questions")
_HANDLED, _SESSION = "review_said_handled", "review_session"
Handle = Callable[[str, str], None]
"""Takes a question's key and the number of the option that answers it; or an empty key and the key pressed."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """One thing to be answered: the words of its options in order, the key that each is chosen with (empty: none),
    what its ends mean, and the number of the option chosen, from 0."""

    key: str
    title: str
    options: tuple[str, ...]
    keys: tuple[str, ...]
    ends: str = ""
    answer: int | None = None


def ask(name: str, asked: Sequence[Question], handle: Handle) -> None:
    """Show the questions, if any, and hand each answer and each of the page's keys to `handle`. `name`: of what is
    answered."""
    session = st.session_state.setdefault(_SESSION, secrets.token_hex(4))
    _COMPONENT(
        key=name,
        data={"item": f"{session} {name}", "asked": [asdict(one) for one in asked]},
        default={"said": []},
        on_said_change=lambda: take(name, handle),
    )


def take(name: str, handle: Handle) -> None:
    """Handle what has come and was not handled yet."""
    said: list[str] = list((st.session_state.get(name) or {}).get("said") or ())
    handled: dict[str, int] = st.session_state.setdefault(_HANDLED, {})
    new, handled[name] = said[handled.get(name, 0) :], max(len(said), handled.get(name, 0))
    for word in new:
        key, _, answer = word.partition("=")
        handle(key, answer)
