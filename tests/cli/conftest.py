"""The command line within this process: what it said, and a store of the test's own."""

import contextlib
import json
import shutil
import sqlite3
from dataclasses import dataclass
from typing import Any

import pytest

from debate_core.cli import main


@dataclass(frozen=True)
class Said:
    """What one command came to."""

    status: int
    text: str
    err: str

    @property
    def out(self) -> str:
        """Its result; the command must have done its work."""
        assert self.status == 0, self.err
        return self.text

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def call(capsys):

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


def copied(source, path):
    """A store at another path, with what still stands in its log."""
    with (
        contextlib.closing(sqlite3.connect(source)) as here,
        contextlib.closing(sqlite3.connect(path)) as there,
    ):
        here.backup(there)
    return path


CONDUCTED = {}
"""A store and what the command said, by the words that filled it: one debate serves all that begin with it."""


@pytest.fixture
def fill(call, store, tmp_path_factory):
    """Runs a command whose debate or review is the first of that store; the second time, the store is copied."""

    def fill(*words):
        if store.exists():
            return call(*words)
        if words not in CONDUCTED:
            said, kept = call(*words), tmp_path_factory.mktemp("conducted") / store.name
            CONDUCTED[words] = copied(store, kept), said
            return said
        kept, said = CONDUCTED[words]
        shutil.copy(kept, store)
        return said

    return fill


@pytest.fixture
def run(fill):
    """Conducts a simulated debate in that store and gives its report."""

    def run(*words):
        return fill("run", "--topic", "Should schools start later?", "--seed", "3", "--json", *words).json

    return run
