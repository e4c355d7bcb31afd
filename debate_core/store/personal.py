"""A store as one person may use it: what they may not see isn't there. Every list, read and write asks `may` first."""

import hashlib
import uuid
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from debate_core.domain.errors import SetUpError, unknown_record
from debate_core.domain.settings import DayLimits
from debate_core.store.access import Grant, Visitor, every_grant, grant_of, may, own
from debate_core.store.events import Event, RecordOpened, StoredEvent
from debate_core.store.log import Lease, NoteKind, Store, Verb
from debate_core.store.record_index import FOREVER, JudgeHistoryRow, Listing, Reach, SearchText, Transaction


class PersonalStore(Store):
    """Another store behind the rights of one person. `samples`: records that everyone may see and nobody owns.
    `lasts`: seconds that what the person makes is kept, None for good; `limits`: what they bring counts against.
    `place`: of its own for each person, so that nothing that is cached by it is shared."""

    def __init__(
        self,
        whole: Store,
        visitor: Visitor,
        *,
        samples: frozenset[str] = frozenset(),
        lasts: float | None = None,
        limits: DayLimits | None = None,
    ) -> None:
        self.whole, self.visitor = whole, visitor
        self.place = f"{whole.place} for {visitor.role} {visitor.key}"
        self.remote = whole.remote
        self._samples, self._lasts, self._limits = samples, lasts, limits

    def allows(self, record: str, verb: Verb) -> bool:
        return may(self.visitor, self._grant_on(record, grant_of(self.whole, record)), verb, self._clock())

    def check(self, record: str, verb: Verb) -> None:
        """Raise what is raised for an unknown record; SetUpError to whoever may see it."""
        if not self.allows(record, verb):
            others = "this isn't yours: you may read it, not change it"
            raise SetUpError(others) if self.allows(record, "see") else unknown_record(record)

    def expires(self) -> float | None:
        return None if self._lasts is None else self._clock() + self._lasts

    def _grant_on(self, record: str, grant: Grant | None) -> Grant | None:
        return Grant(record=record, visibility="everyone") if record in self._samples else grant

    def _visible(self, records: Sequence[str]) -> set[str]:
        rows, now = every_grant(self.whole), self._clock()
        return {one for one in records if may(self.visitor, self._grant_on(one, rows.get(one)), "see", now)}

    def open_record(self, event: RecordOpened, record: str | None = None, then: Sequence[Event] = ()) -> str:
        name = self._free_name(record)
        own(self.whole, name, self.visitor, self._limits, expires=self.expires())
        return self.whole.open_record(event, name, then)

    def take_in(self, events: Sequence[StoredEvent]) -> None:
        name = self._free_name(events[0].record)
        own(self.whole, name, self.visitor, self._limits, expires=self.expires())
        self.whole.take_in([one.model_copy(update={"record": name}) for one in events])

    def name_for(self, record: str) -> str:
        """The id that a record from elsewhere gets here: one's own, so that nobody learns whether another has it."""
        return hashlib.sha256(f"{self.visitor.key}|{record}".encode()).hexdigest()[:12]

    def _free_name(self, record: str | None) -> str:
        if record is None:
            return uuid.uuid4().hex[:12]
        return record if self.visitor.role in ("operator", "admin") else self.name_for(record)

    def append(
        self, record: str, events: Sequence[Event], *, lease: Lease | None = None
    ) -> list[StoredEvent]:
        self.check(record, "run" if lease else "review")
        return self.whole.append(record, events, lease=lease)

    def add_words(self, record: str, call: str, text: str) -> None:
        self.check(record, "run")
        self.whole.add_words(record, call, text)

    def clear_words(self, record: str) -> None:
        self.check(record, "run")
        self.whole.clear_words(record)

    def acquire(self, record: str) -> Lease:
        self.check(record, "run")
        return self.whole.acquire(record)

    def delete(self, record: str) -> None:
        self.check(record, "delete")
        self.whole.delete(record)

    def restore(self, record: str) -> None:
        self.check(record, "delete")
        self.whole.restore(record)

    def last_sequence(self, record: str) -> int:
        return self.whole.last_sequence(record) if self.allows(record, "see") else 0

    def words(self, record: str) -> dict[str, str]:
        return self.whole.words(record) if self.allows(record, "see") else {}

    def wait_for(self, record: str, after: int, seconds: float) -> bool:
        return self.allows(record, "see") and self.whole.wait_for(record, after, seconds)

    def is_conducted(self, record: str) -> bool:
        return self.allows(record, "see") and self.whole.is_conducted(record)

    def _listings(self, which: str, values: tuple[Any, ...], *, hidden: bool = False) -> list[Listing]:
        listings = super()._listings(which, values, hidden=hidden)
        visible = self._visible([one.id for one in listings])
        return [one for one in listings if one.id in visible]

    def records(self, limit: int | None = None) -> list[Listing]:
        return super().records()[:limit]

    def bodies(self) -> list[str]:
        return [one.summary.body for one in self.records() if one.summary]

    def ids(self) -> list[str]:
        return [one.id for one in self.records()]

    def history_rows(self, *, before: float = FOREVER) -> list[JudgeHistoryRow]:
        rows = self.whole.history_rows(before=before)
        visible = self._visible([row.record for row in rows])
        return [row for row in rows if row.record in visible]

    def matching(self, words: str) -> set[str]:
        return self._visible(list(self.whole.matching(words)))

    def note(
        self,
        kind: NoteKind,
        who: str,
        body: str,
        *,
        record: str = "",
        argument: str = "",
        patient: bool = True,
    ) -> None:
        # What is said of an import is noted before it is stored, under an id that nobody else can take.
        if record and not (kind == "imported" and not self.whole.last_sequence(record)):
            self.check(record, "see")
        whose = self._whose(kind, who)
        if self._limits and body and kind in _BY_NAME:
            every = self.whole.read_notes(kind).keys() - {whose}
            mine = sum(one.startswith(self._whose(kind, "")) for one in every)
            if mine >= self._limits.a_day or len(every) >= self._limits.a_day_in_all:
                raise SetUpError("no more can be saved here in a day: delete one, or come back tomorrow")
        self.whole.note(kind, whose, body, record=record, argument=argument, patient=patient)

    def read_note(
        self, kind: NoteKind, who: str, *, record: str = "", argument: str = ""
    ) -> tuple[str, float] | None:
        if record and not self.allows(record, "see"):
            return None
        return self.whole.read_note(kind, self._whose(kind, who), record=record, argument=argument)

    def read_notes(self, kind: NoteKind) -> dict[str, tuple[str, float]]:
        mine = self._whose(kind, "")
        own = self.whole.read_notes(kind).items()
        return {who.removeprefix(mine): noted for who, noted in own if who.startswith(mine)}

    def look(self, record: str) -> None:
        if self.allows(record, "see"):
            self.whole.look(record)

    def _whose(self, kind: NoteKind, who: str) -> str:
        return who if kind in _OF_ENGINE else f"{self.visitor.key}/{who}"

    def close(self) -> None:
        """Others use the whole store."""

    def up_since(self) -> float:
        return self.whole.up_since()

    def _clock(self) -> float:
        return self.whole._clock()

    def _select(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self.whole._select(sql, values)

    def _writing(self, reach: Reach = "live", *, patient: bool = True) -> AbstractContextManager[Transaction]:
        return self.whole._writing(reach, patient=patient)

    def _rows(self, record: str, after: int, upto: int | None) -> list[tuple[int, float, str, bytes]]:
        return self.whole._rows(record, after, upto) if self.allows(record, "see") else []

    def _insert(self, db: Transaction, record: str, events: Sequence[tuple[Event, float]]) -> None:
        self.whole._insert(db, record, events)

    def _tell(self, db: Transaction, search_texts: Sequence[SearchText]) -> None:
        self.whole._tell(db, search_texts)

    def _untell(self, db: Transaction, record: str) -> None:
        self.whole._untell(db, record)


_BY_NAME = ("presets", "reviewers")
"""Notes of which a person saves as many as they give names to."""
_OF_ENGINE = ("imported", "asked", "taking", "looked_at", "stage", "open")
"""Notes of whoever conducts a record, or reviews it with others, for all who may see it."""
