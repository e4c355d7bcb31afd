"""Conducting the example of a review: the simulated reviewers read the policy, then each other, and a person settles
three findings.

Knows the moderator and the simulated reviewers. Invariant: the same code gives the same bytes: no clock, no chance.
"""

import asyncio
import pathlib
import tempfile

from debate_core.composition import model_factory
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import Deliberation
from debate_core.examples import FOLDER, REVIEW
from debate_core.importing.documents.artifact import read_file
from debate_core.library.text_review import text_review
from debate_core.llm.catalogue import Access
from debate_core.running.moderator import Moderator
from debate_core.store import SQLiteStore, Store
from debate_core.store.events import ArtifactOpened, Event, FindingSettled
from debate_core.store.record import ArtifactRecord
from tools.examples.conduct import lines_of, timeless

POLICY = FOLDER / "retention-policy.md"
CONTEXT = (
    "A medical practice with three sites and about forty staff. The policy is to be put into force next month; it is "
    "handed to every new member of staff."
)
SEED = 18
"""At this seed the reviewers part: three ask for corrections, two say it must not be used."""
PERSON = "Example reader"
TALK = Deliberation(probes=("re_read", "reasons"))


def review_events() -> list[Event]:
    """The events of the review, conducted in a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(pathlib.Path(folder) / "example.sqlite3", clock=lambda: 0.0)
        try:
            config = ArtifactConfig(artifact=read_file(POLICY, context=CONTEXT), deliberation=TALK, seed=SEED)
            opened = ArtifactOpened(config=config)
            record = store.open_record(opened, REVIEW)
            moderator = Moderator(
                store, store.acquire(record), model_factory(Access()), nonce=lambda: "0" * 32
            )
            asyncio.run(moderator.conduct())
            store.append(record, _settled(store))
            return [timeless(stored.event) for stored in store.read(record)]
        finally:
            store.close()


def _settled(store: Store) -> list[Event]:
    """Two findings accepted, one dismissed, by what they quote."""
    found = text_review(ArtifactRecord.load(store, REVIEW)).placed
    of = {part: next(one for one in found if one.place and part in one.place.quote) for part in _WORDS}
    return [
        FindingSettled(person=PERSON, findings=of[part].fingerprints, state=state, reason=reason)
        for part, (state, reason) in _WORDS.items()
    ]


_WORDS = {
    "Appointment data": ("accepted", ""),
    "shared account": ("accepted", "Each member of staff gets an account before March."),
    "best practice": (
        "dismissed",
        "The sentence only says why the policy exists; nothing is to be kept by it.",
    ),
}


def write_review(folder: pathlib.Path = FOLDER) -> None:
    """Conduct the review and write its event file."""
    (folder / f"{REVIEW}.jsonl").write_text(lines_of(review_events()), encoding="utf-8", newline="\n")
