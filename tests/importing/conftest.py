"""Files read in this process, where what their readers do wrong can be told from what a process apart does."""

import pytest

from debate_core.importing import tables
from debate_core.importing.documents import artifact, formats


@pytest.fixture
def here(monkeypatch):
    """Readers run in this process; those of limits, keys and damage have tests of their own, apart."""

    def text_of(kind, *given):
        return formats.READERS[kind](*given)

    monkeypatch.setattr(artifact, "text_of", text_of)
    monkeypatch.setattr(tables, "text_of", text_of)
