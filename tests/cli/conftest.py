"""The command line within this process: what it said, and a store of the test's own."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from debate_core.cli import main


@dataclass(frozen=True)
class Said:
    """What one command came to."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its result; the command must have done its work."""
        assert self.status == 0, self.err
        return json.loads(self.out)


@pytest.fixture
def call(capsys):
    """Runs one command."""

    def call(*words):
        capsys.readouterr()
        status = main([str(word) for word in words])
        return Said(status, *capsys.readouterr())

    return call


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store of the test's own, the one that commands use when none is named."""
    path = tmp_path / "debates.sqlite3"
    monkeypatch.setenv("DEBATE_STORE", str(path))
    return path


@pytest.fixture
def run(call, store):
    """Conducts a simulated debate in that store and gives its report."""

    def run(*words):
        return call("run", "--topic", "Should schools start later?", "--seed", "3", "--json", *words).json

    return run
