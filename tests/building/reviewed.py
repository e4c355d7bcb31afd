"""A store that version 0.1.0 wrote, one of its debates, and people who score its arguments."""

import contextlib
import pathlib
import shutil
import tempfile
from collections.abc import Iterable
from functools import cache
from typing import Any

from debate_core.domain.rubric import STANDARD
from debate_core.library.library import list_summaries
from debate_core.store import SQLiteStore, Store
from debate_core.store.events import Event, ReviewGiven
from debate_core.store.record import Record, load
from tests.building.facts import put

OLD = pathlib.Path(__file__).parents[1] / "fixtures" / "stores" / "0.1.0.sqlite3"
DEBATE = "structured01"
"""A finished debate of that store: six arguments, scored by every judge on the standard rubric."""
KEYS = STANDARD.keys


@cache
def _summed_up() -> pathlib.Path:
    """The store as this version keeps it, with what a list says of its debates."""
    path = pathlib.Path(shutil.copy(OLD, pathlib.Path(tempfile.mkdtemp()) / "old.sqlite3"))
    store = SQLiteStore(path)
    list_summaries(store)
    store.close()
    return path


def old_store(folder: pathlib.Path, name: str = "debates.sqlite3") -> pathlib.Path:
    """A copy of the store in that folder, opened by this version before."""
    return pathlib.Path(shutil.copy(_summed_up(), folder / name))


@cache
def _events() -> tuple[Event, ...]:
    with contextlib.closing(SQLiteStore(_summed_up())) as store:
        return tuple(one.event for one in store.read(DEBATE))


def bring(store: Store, name: str = DEBATE) -> Record:
    """The debate, put into another store under that name."""
    put(store, name, _events())
    return load(store, name)


def review(person: str = "Ana", argument: str = "PRO-1", points: int = 5, **more: Any) -> ReviewGiven:
    """What a person made of one argument: the same points on every dimension, blind."""
    said = {"standing": "UPHELD", "reason": "The count was asked for and given.", "blind": True}
    return ReviewGiven(person=person, argument=argument, scores=dict.fromkeys(KEYS, points), **(said | more))


def reviews_of(record: Record, person: str, points: Iterable[int | None], **more: Any) -> list[ReviewGiven]:
    """A person's reviews of a record's arguments in their order, as they stood in a queue; None leaves one out."""
    said = {"sampled": "anchor", "probability": 0.5} | more
    return [
        review(person, argument, score, position=place, **said)
        for place, (argument, score) in enumerate(zip(record.judging.ids, points, strict=True), 1)
        if score is not None
    ]
