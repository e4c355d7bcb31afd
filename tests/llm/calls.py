"""Making one call in a test, and what it ended in."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from debate_core.domain.errors import DebateError
from debate_core.domain.model import Completion, Message, Model, Request, Server
from debate_core.llm.catalogue import Access, connect, row_named
from debate_core.llm.errors import ModelError
from debate_core.llm.keys import Key

SECRET = "sk-test-4f9a8b7c6d5e4f3a2b1c"


def request(text: str = "Speak.", **changes: Any) -> Request:
    messages = changes.pop("messages", (Message(role="user", content=text),))
    defaults = {"call": "opening:pro", "model": "m", "cap": 50}
    return Request(messages=messages, **{**defaults, **changes})


def reached(provider: str, url: str, key: str | None = SECRET) -> Model:
    """The model `m` of `provider` at another address."""
    keys = {provider: Key(key)} if key else {}
    servers = (Server(name=provider, base_url=url),)
    kept = {row_named(name, servers).key_id: key for name, key in keys.items()}
    return connect(f"{provider}:m", Access(keys=kept, servers=servers))


def unwatched(_: str) -> None:
    """A watcher who does nothing: the answer streams all the same."""


def ask(
    model: Model, asked: Request | None = None, on_text: Callable[[str], None] | None = None
) -> Completion:
    return asyncio.run(model.complete(asked or request(), on_text))


def ask_badly(
    model: Model, asked: Request | None = None, on_text: Callable[[str], None] | None = None
) -> ModelError:
    """The failure a call ends in; what every failure must be is checked here."""
    with pytest.raises(ModelError) as caught:
        ask(model, asked, on_text)
    message = str(caught.value)
    assert SECRET not in message
    assert SECRET[3:15] not in message
    assert len(message) < 600
    assert "<" not in message
    context = caught.value.__context__
    assert context is None or isinstance(context, DebateError), (
        "an SDK's error holds the request with the key"
    )
    return caught.value
