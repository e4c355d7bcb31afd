"""The debates and the review that come with the product, and putting one into a store."""

import contextlib
import pathlib
from functools import cache

from debate_core.domain.errors import FactStored, RecordNotFound
from debate_core.domain.frozen import FrozenValue
from debate_core.store import Store
from debate_core.store.events import Event, RecordOpened, StoredEvent, read_event
from debate_core.store.record import Record, replay

FOLDER = pathlib.Path(__file__).parent
REVIEW = "example-retention-policy"


class Example(FrozenValue):
    """One example debate. `shows`: what its result is here to show, in a sentence."""

    id: str
    title: str
    shows: str


EXAMPLES: tuple[Example, ...] = (
    Example(id="example-library-hours", title="A library open until nine", shows="All four judges agree."),
    Example(
        id="example-second-check", title="The second nurse at the syringe", shows="Two judges against two."
    ),
    Example(id="example-school-phones", title="Phones in a locked pouch", shows="CON won more rounds."),
    Example(id="example-family-firm", title="The daughter or the stranger", shows="A claim fell later."),
    Example(
        id="example-microservices",
        title="Microservices or the monolith",
        shows="CON is ahead, by too little.",
    ),
)
SAMPLES = (*(example.id for example in EXAMPLES), REVIEW)
"""The id of every record that comes with the product."""


@cache
def events_of(example_id: str) -> tuple[Event, ...]:
    if example_id not in {example.id for example in EXAMPLES}:
        raise RecordNotFound(f"expected the id of an example debate; there is none called {example_id!r}")
    return read_events(example_id)


def read_events(example_id: str) -> tuple[Event, ...]:
    lines = (FOLDER / f"{example_id}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(read_event(line) for line in lines)


def record_of(example_id: str) -> Record:
    events = enumerate(events_of(example_id), 1)
    return replay([StoredEvent(record=example_id, sequence=n, at=0.0, event=event) for n, event in events])


def ensure(store: Store, example_id: str) -> str:
    """Have the example in the store, and return its record's id. Raises RecordNotFound, StoreFailed."""
    return put(store, example_id, events_of(example_id))


def put(store: Store, example_id: str, events: tuple[Event, ...]) -> str:
    first = events[0]
    assert isinstance(first, RecordOpened)
    # Somebody else may be putting it there at this moment: the store lets each event in once, whoever comes first.
    if not store.last_sequence(example_id):
        with contextlib.suppress(RecordNotFound):
            store.restore(example_id)
        with contextlib.suppress(FactStored):
            store.open_record(first, example_id)
    stored_events = tuple(stored.event for stored in store.read(example_id))
    if stored_events == events[: len(stored_events)] and len(stored_events) < len(events):
        with contextlib.suppress(FactStored):
            store.append(example_id, events[len(stored_events) :])
    return example_id


def ensure_review(store: Store) -> str:
    return put(store, REVIEW, read_events(REVIEW))
