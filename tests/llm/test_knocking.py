"""Knocking: only at this machine, and nothing is said that was not tried."""

import socket

import pytest

from debate_core.llm import checking
from debate_core.llm.checking import answers


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_something_that_listens_on_this_machine_answers(listening) -> None:
    for host in ("127.0.0.1", "localhost", "LOCALHOST"):
        assert answers(f"http://{host}:{listening}/v1") is True


def test_nothing_there_does_not_answer(listening) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    assert answers(f"http://127.0.0.1:{free}/v1") is False


@pytest.mark.parametrize(
    "address",
    [
        "https://api.openai.com/v1",
        "http://10.0.0.1:8000",
        "http://localhost.example.com:80",
        "http://[::1",
        "http://127.0.0.1:99999",
        "ftp://127.0.0.1",
        "",
    ],
)
def test_no_other_machine_is_knocked_at(address, monkeypatch) -> None:
    def knocked(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("it knocked")

    monkeypatch.setattr(checking.socket, "create_connection", knocked)
    assert answers(address) is None
