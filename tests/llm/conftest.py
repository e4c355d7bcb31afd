"""Each wire in turn, and an environment without keys."""

import socket

import pytest

from debate_core.llm import catalogue
from tests.llm.servers import WIRES, Wire


@pytest.fixture(params=WIRES, ids=lambda wire: wire.provider)
def wire(request: pytest.FixtureRequest) -> Wire:
    return request.param


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes out fails the test."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("it went out")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.fixture
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for row in catalogue.PROVIDERS:
        monkeypatch.delenv(row.key_variable or "NO_SUCH_VARIABLE", raising=False)
