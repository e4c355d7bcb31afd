"""Finding records: a summary of each, newest first, and the history that what they teach adds up to.

Knows the store's table of summaries, the fold, and as much of the report as a summary says; shows nothing. Invariant: a
summary says what folding the record anew and reporting it under the default settings would. The table is a cache: a row
is taken only if it was made of all events by this code, and its outcome only if the same past lies before it; otherwise
the record is folded again. Where the table can't be written (a full or a locked disk) the reader reads all the same.
"""

import contextlib
import hashlib
import pathlib
from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from debate_core.artifact_record import ArtifactRecord
from debate_core.deliberation import closeness
from debate_core.errors import RecordNotFound, RecordUnreadable, StoreFailed
from debate_core.events import TEXT, Given, ReviewSkipped
from debate_core.evidence import Decision, evidence
from debate_core.findings.calling import Call
from debate_core.findings.reporting import reviewed as reviewed_of
from debate_core.history import History, Past, fold_history
from debate_core.judging.scored import scored_of
from debate_core.lesson import Lesson, lesson_from, lesson_of
from debate_core.measuring.weights import topic_type
from debate_core.ratings_record import RatingsRecord
from debate_core.record import Progress, Record, Status
from debate_core.replay import Held, load_any
from debate_core.report import ReportSettings
from debate_core.report.reporting import table_of, weights_of
from debate_core.report.table import headline_of
from debate_core.report.usage import cost_of
from debate_core.said import said_in
from debate_core.store import FOREVER, Kept, Listing, Store, Taught
from debate_core.verdict import Outcome, decide

USUAL = ReportSettings()
UNREVIEWED, UNTAGGED = '"reviewed":{}', '"tags":[]'
"""What a kept summary says where nobody scored, or gave a tag: thousands are passed over without being read."""
AT_ONCE = 100
"""Summaries written in one transaction."""


_ASKING = {"asks", "examples", "moderator", "runner", "simulated", "study"}
APART = frozenset(_ASKING | {"cli", "comparison", "exports", "lab", "past", "shelf"})
"""Rooms of which nothing is imported here, as a test sees to: no change there can change a summary."""


def _version() -> str:
    """The code that summaries are made by, told from any other by what its files hold."""
    home = pathlib.Path(__file__).parent
    found = hashlib.sha256()
    for path in sorted(home.rglob("*.py")):
        if path.relative_to(home).with_suffix("").parts[0] not in APART:
            found.update(path.read_bytes())
    return found.hexdigest()[:16]


VERSION = _version()


class Summary(BaseModel):
    """What a list says of one record. `topic`: of a review, the name of its text; `simulated_said`: in words, what of
    it is; `awaited`: judges still to score, without whom there is no outcome to name; `parting`: the arguments that
    judges part on, with their adjusted spread in points, `alike` those that were tested and don't; `unread`: how many
    of the parting ones nobody has scored by hand or settled; `reviewed`, `skipped`: each person's arguments; `verdict`:
    a review's, in place of an outcome; `fault`: why the record can't be read, and then little else is known. Read under
    the default settings; `tokens`, `calls` and `cost` (US dollars; None with a `cost_reason`) as spent; `opened_at`:
    seconds since 1970."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    opened_at: float
    sequence: int
    kind: Literal["debate", "transcript", "artifact", "ratings"] | None = None
    topic: str | None = None
    progress: Progress | None = None
    example: str | None = None
    simulated: bool | None = None
    simulated_said: str = ""
    models: tuple[str, ...] = ()
    judges: str | None = None
    awaited: int | None = None
    outcome: Decision | None = None
    verdict: Call | None = None
    alpha: float | None = None
    parting: Mapping[str, float] = {}
    alike: tuple[str, ...] = ()
    unread: int = 0
    reviewed: Mapping[str, tuple[str, ...]] = {}
    skipped: Mapping[str, tuple[str, ...]] = {}
    tags: tuple[str, ...] = ()
    calls: int | None = None
    tokens: int | None = None
    cost: float | None = None
    cost_reason: str | None = None
    fault: str | None = None

    def status(self, store: Store) -> Status | None:
        """Where the record stands now; None where it can't be read."""
        if self.progress != "open":
            return self.progress
        return "running" if store.conducted(self.id) else "interrupted"


def page(store: Store, *, most: int | None = None, skip: int = 0) -> list[Summary]:
    """Summaries of the store's records, newest first: `most` of them (None: all) after the first `skip`."""
    return _Reading(store).summaries(store.records(most, skip))


def newest(store: Store, kind: Literal["debate", "artifact", "ratings"], most: int) -> list[Summary]:
    """At most so many of one kind, newest first; with the debates come transcripts, and records that can't be read."""
    taken: list[Summary] = []
    read = 0
    while len(taken) < most and (found := page(store, most=most, skip=read)):
        taken += [
            one for one in found if {"transcript": "debate", None: "debate"}.get(one.kind, one.kind) == kind
        ]
        read += len(found)
    return taken[:most]


def summary(store: Store, record: str) -> Summary:
    """One record's summary. Raises RecordNotFound."""
    return _Reading(store).summaries([store.find(record)])[0]


def of(store: Store, records: Sequence[str]) -> list[Summary]:
    """The summaries of these records, in that order. Raises RecordNotFound."""
    return _Reading(store).summaries([store.find(record) for record in records])


def every(store: Store, *, but: str = "") -> list[Summary]:
    """The summaries of all records, newest first, thousands at once; of those only whose text doesn't hold `but`, where
    nobody has to be asked anew. An outcome may rest on a past since changed."""
    if behind(store):
        return page(store)
    return [_read(body) for body in store.bodies() if not but or but not in body]


@lru_cache(maxsize=20_000)
def _read(body: str) -> Summary:
    """A summary as it was kept."""
    return Summary.model_validate_json(body)


def reviewed(store: Store) -> dict[str, int]:
    """The debates that people have scored, with the number of each one's last event, newest first; examples, whose
    scores nobody's model gave, are left out."""
    found = every(store, but=UNREVIEWED)
    return {
        one.id: one.sequence
        for one in found
        if one.reviewed and one.example is None and one.kind in ("debate", "transcript")
    }


def lessons(store: Store, before: Record | None = None) -> list[Lesson]:
    """What each record teaches of its judges, oldest first; only those opened before a record, where one is given."""
    return [_lesson(one) for one in _Reading(store).taught(before.opened_at if before else FOREVER)]


def history_before(store: Store, record: Record) -> History:
    """The history of the judges over finished debates opened before `record`."""
    taught = _Reading(store).taught(record.opened_at)
    return fold_history(_lesson(one, whole=False) for one in taught)


def behind(store: Store) -> int:
    """How many records will be folded by whoever looks at all of them."""
    return len(store.stale(VERSION))


def keep(store: Store, record: Held) -> None:
    """Bring the record's row up to date with `record`, and its outcome too once it has finished.

    Cheap while it has not. What can't be done at once is left to the next reader: nothing is lost with a row.
    """
    with contextlib.suppress(Exception):  # A cache never stops a debate.
        past = None
        if record.progress == "finished" and not store.stale(VERSION, before=record.opened_at):
            past = _Before(store.lessons(before=record.opened_at))
            past.reach(record.opened_at)
        store.keep([_row(record, past, teaches=_teaches(store, record.id))])


def forget(store: Store, record: str) -> None:
    """Have the record folded anew by the next reader: what is kept of it no longer says what its events do."""
    with contextlib.suppress(StoreFailed, RecordNotFound):
        listing = store.find(record)
        store.keep([Kept(record=record, sequence=listing.last, version="", body="")])


class _Reading:
    """One look into the library: whatever is stale is folded on the way, and kept where the store can be written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._to_keep: list[Kept] = []
        self._writable = True

    def summaries(self, listings: Sequence[Listing]) -> list[Summary]:
        """A summary of each, made in one pass from the oldest on: what each outcome rests on lies behind it."""
        asked = {one.id: one for one in listings}
        newest = max((one.opened_at for one in listings), default=0.0)
        stale = {one.id: one for one in self._store.stale(VERSION, before=newest)}
        past = _Before(one for one in self._store.lessons(before=newest) if one.record not in stale)
        found: dict[str, Summary] = {}
        for listing in sorted((stale | asked).values(), key=lambda one: one.opened_at):
            past.reach(listing.opened_at)
            row = self._concluded(listing, past) if listing.id in asked else self._fold(listing)
            if listing.id in asked:
                found[listing.id] = Summary.model_validate_json(row.body)
            if listing.id in stale:
                past.add(_taught(listing, row))
        self._write()
        return [found[one.id] for one in listings]

    def taught(self, before: float) -> list[Taught]:
        """What each record opened before that time teaches, oldest first."""
        stale = {one.id: one for one in self._store.stale(VERSION, before=before)}
        anew = [_taught(listing, self._fold(listing)) for listing in stale.values()]
        self._write()
        kept = [one for one in self._store.lessons(before=before) if one.record not in stale]
        return sorted([*kept, *(one for one in anew if one)])

    def _concluded(self, listing: Listing, past: "_Before") -> Kept:
        """The record's row with an outcome that rests on `past`, if no judge is awaited."""
        if listing.kept is None or not listing.fresh(VERSION):
            return self._fold(listing, past)
        due = Summary.model_validate_json(listing.kept.body).awaited == 0
        return self._fold(listing, past) if due and listing.kept.rests_on != past.number else listing.kept

    def _fold(self, listing: Listing, past: "_Before | None" = None) -> Kept:
        try:
            held = load_any(self._store, listing.id)
            row = _row(held, past, teaches=_teaches(self._store, listing.id))
        except StoreFailed:
            raise
        except Exception as error:  # Whatever the facts of another version may raise: a list outlives it.
            row = _unreadable(listing, error)
        self._to_keep.append(row)
        if len(self._to_keep) >= AT_ONCE:
            self._write()
        return row

    def _write(self) -> None:
        rows, self._to_keep = self._to_keep, []
        if rows and self._writable:
            try:
                self._store.keep(rows)
            except StoreFailed:
                self._writable = False


class _Before:
    """What lies before a time that only goes on: the history of the judges, and the number that tells it from any
    other (see Lesson.digest)."""

    def __init__(self, taught: Iterable[Taught]) -> None:
        self._all = sorted(taught)
        self._reached = self._read = 0
        self._past = Past()
        self.number = 0

    def add(self, taught: Taught | None) -> None:
        """One lesson more, of the time reached or later."""
        if taught:
            insort(self._all, taught, lo=self._reached)

    def reach(self, opened_at: float) -> None:
        """Go on to that time."""
        while self._reached < len(self._all) and self._all[self._reached].opened_at < opened_at:
            self.number += self._all[self._reached].digest
            self._reached += 1

    @property
    def history(self) -> History:
        """The history of the judges up to here; lessons are read only where it is asked for."""
        for taught in self._all[self._read : self._reached]:
            self._past.take(_lesson(taught, whole=False))
        self._read = self._reached
        return self._past.history


def _taught(listing: Listing, row: Kept) -> Taught | None:
    return Taught(listing.opened_at, row.record, row.lesson, row.digest) if row.lesson else None


def _lesson(taught: Taught, *, whole: bool = True) -> Lesson:
    return lesson_from(taught.lesson, debate=taught.record, opened_at=taught.opened_at, whole=whole)


def _teaches(store: Store, record: str) -> bool:
    """Whether weights may learn of a record's judges: not from another store's, unless a person said so."""
    return store.noted("imported", "", record=record) is None


def _row(record: Held, past: _Before | None, *, teaches: bool) -> Kept:
    return _of_debate(record, past, teaches) if isinstance(record, Record) else _of_other(record)


def _of_other(record: ArtifactRecord | RatingsRecord) -> Kept:
    """What is kept of a review, or of a table of ratings; it teaches nothing of judges."""
    cost, more = cost_of(record), {}
    if isinstance(record, ArtifactRecord):
        more = _of_artifact(record)
        name, (judges, alpha) = record.config.artifact.name, (record.said, None)
    else:
        name, (judges, alpha) = record.config.file, headline_of(record.config)
    summary = Summary(
        id=record.id,
        opened_at=record.opened_at,
        sequence=record.sequence,
        kind=record.kind,
        topic=name,
        progress=record.progress,
        example=record.example,
        simulated=record.simulated,
        simulated_said=record.config.simulated_said,
        models=record.config.models,
        judges=judges,
        **{"alpha": alpha, **more},
        tags=record.tags,
        calls=record.spent.calls,
        tokens=record.spent.tokens,
        cost=cost.dollars,
        cost_reason=cost.reason,
    )
    return Kept(
        record=record.id,
        sequence=record.sequence,
        version=VERSION,
        body=summary.model_dump_json(),
        text=_text(record),
    )


def _of_artifact(record: ArtifactRecord) -> dict[str, Any]:
    """What a summary says of the review of a text alone."""
    found = reviewed_of(record) if record.concluded else None
    return {
        **_to_score(record),
        "reviewed": _by_person(record.reviews),
        "skipped": _by_person(record.skipped),
        "verdict": found.outcome.call if found else None,
        "alpha": found.alike.agreement.alpha.value if found else None,
    }


def _to_score(record: ArtifactRecord) -> dict[str, Any]:
    """The whole text for people to score, once no reviewer is awaited: one that reviewers part on, by the widest in
    points, or one that they don't."""
    if not record.judging.settled:
        return {}
    areas, width = closeness(record.judging).disagreements, record.config.rubric.scale.width
    return {"parting": {TEXT: areas[0].severity * width}} if areas else {"alike": (TEXT,)}


def _of_debate(record: Record, past: _Before | None, teaches: bool) -> Kept:
    """What is kept of a record; its outcome only where it is known what lies before it."""
    awaited = record.judging.awaited
    found = _outcome(record, past.history) if past and not awaited else None
    lesson, cost = lesson_of(record) if teaches else None, cost_of(record)
    parting = _parting(record, found) if found else {}
    summary = Summary(
        id=record.id,
        opened_at=record.opened_at,
        sequence=record.sequence,
        kind=record.kind,
        topic=record.config.topic.text,
        progress=record.progress,
        example=record.example,
        simulated=record.simulated,
        simulated_said=record.config.simulated_said,
        models=record.config.models,
        judges=record.judging.said,
        awaited=awaited,
        outcome=found.call if found else None,
        alpha=found.alpha.value if found else None,
        parting=parting,
        alike=_alike(record, found) if found else (),
        unread=len(parting.keys() - record.settled.keys() - {one.argument for one in record.reviews}),
        reviewed=_by_person(record.reviews),
        skipped=_by_person(record.skipped),
        tags=record.tags,
        calls=record.spent.calls,
        tokens=record.spent.tokens,
        cost=cost.dollars,
        cost_reason=cost.reason,
    )
    return Kept(
        record=record.id,
        sequence=record.sequence,
        version=VERSION,
        body=summary.model_dump_json(),
        lesson=lesson.text if lesson else None,
        digest=lesson.digest if lesson else 0,
        rests_on=past.number if past and found else None,
        text=_text(record),
    )


def _text(record: Held) -> str | None:
    """What was said, for searching; while more is still to be said, its conductor leaves that to who searches."""
    return said_in(record) if record.progress != "open" else None


def _parting(record: Record, found: Outcome) -> dict[str, float]:
    variance = found.weighed.evidence.agreed.parting.variance
    return {record.judging.ids[item]: float(variance[item]) ** 0.5 for item in found.divergent}


def _alike(record: Record, found: Outcome) -> tuple[str, ...]:
    tested = ~np.isnan(found.weighed.evidence.agreed.parting.test.p)
    return tuple(
        name for item, name in enumerate(record.judging.ids) if tested[item] and item not in found.divergent
    )


def _by_person(said: Sequence[Given | ReviewSkipped]) -> dict[str, tuple[str, ...]]:
    people = dict.fromkeys(one.person for one in said)
    return {name: tuple(dict.fromkeys(one.argument for one in said if one.person == name)) for name in people}


def _outcome(record: Record, history: History) -> Outcome:
    """The outcome and alpha of `report` under the default settings, without the rest of it."""
    weights = weights_of(record.judging, history, topic_type(record.config.topic.text), USUAL)
    return decide(evidence(table_of(scored_of(record.judging), weights)), USUAL.ruling)


def _unreadable(listing: Listing, error: Exception) -> Kept:
    cause = (
        error.cause
        if isinstance(error, RecordUnreadable)
        else f"its events don't add up ({type(error).__name__})"
    )
    said = f"this version can't read it: {cause}"
    summary = Summary(id=listing.id, opened_at=listing.opened_at, sequence=listing.last, fault=said)
    body = summary.model_dump_json()
    return Kept(record=listing.id, sequence=listing.last, version=VERSION, body=body, text=listing.id)
