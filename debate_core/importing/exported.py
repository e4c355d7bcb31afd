"""A record as one file, and from such a file into another store, under the same id."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from debate_core.domain.imported import MAX_TABLE
from debate_core.domain.wording import escaped_hidden
from debate_core.importing.dialogues import NotBrought
from debate_core.importing.documents.text import decode, read_strict
from debate_core.store import Store
from debate_core.store.events import RecordOpened, StoredEvent, fault_text
from debate_core.store.record import UNSOUND, AnyRecord, RatingsRecord, replay_any
from debate_core.store.room import tally_of

FORMAT = "split-decision record"
MAX_EVENTS = 50_000
MAX_BYTES = 3 * MAX_TABLE
"""A record that holds a table, each of its characters escaped, and what surrounds it."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_ARGUMENT = re.compile(r"(?:PRO|CON)-[0-9]{1,4}|text")
_EXPECTED = f'an exported record: {{"format": "{FORMAT}", "events": […]}}, or its events as lines of JSON'


def export_json(store: Store, record: str, *, votes: bool = False) -> str:
    """A record as JSON: its id and events, and with `votes`, which an import leaves out, how many phones of a room
    voted how. Raises RecordNotFound and RecordUnreadable."""
    store.find(record)
    events = [stored.model_dump(mode="json") for stored in store.read(record)]
    whole: dict[str, Any] = {"format": FORMAT, "version": 1, "id": record, "events": events}
    if votes:
        tally = tally_of(store, record)
        moved = [{"before": one, "after": two, "phones": n} for (one, two), n in sorted(tally.moved.items())]
        whole["votes"] = {**tally.counts, "moved": moved}
    return escaped_hidden(json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False))


def read_exported(data: bytes, name: str) -> tuple[StoredEvent, ...]:
    """The events in an exported file, checked, without addresses. Raises NotBrought."""
    if len(data) > MAX_BYTES:
        raise NotBrought(f"{name} is over {MAX_BYTES // 1_000_000} MB, the limit")
    given = _events(decode(data, name), name)
    if not 0 < len(given) <= MAX_EVENTS:
        raise NotBrought(f"{name}: expected 1 to {MAX_EVENTS:,} events; got {len(given):,}")
    events = []
    for place, one in enumerate(given, 1):
        try:
            events.append(_without_servers(StoredEvent.model_validate(one)))
        except Exception as error:  # whatever a body of another version makes the nouns raise
            raise NotBrought(f"{name}: event {place} can't be read: {fault_text(error)}") from None
    _check(events, name)
    return tuple(events)


def is_exported(text: str) -> bool:
    head = text.lstrip()[:400]
    return f'"{FORMAT}"' in head or head.startswith('{"record":')


def take_in(store: Store, events: Sequence[StoredEvent], *, in_history: bool) -> str:
    """Store the record unless it is there; its id. Raises NotBrought. `in_history`: weights may learn of its judges."""
    record = store.name_for(events[0].record)
    if store.last_sequence(record):
        own = [_without_servers(one) for one in store.read(record)]
        if [one.event for one in own] != [one.event for one in events]:
            raise NotBrought(f"the store holds other events under {record!r}: nothing was taken in")
        return record
    # Noted first: if the record then can't be stored, nothing has been learnt of it.
    store.note("imported", "", "teaches" if in_history else "teaches nothing", record=record)
    store.take_in(events)
    return record


def _events(text: str, name: str) -> list[Any]:
    if text.lstrip().startswith('{"record":'):
        return [read_strict(line, f"{name}, line {n}") for n, line in enumerate(text.splitlines(), 1) if line]
    content = read_strict(text, name)
    events = content.get("events") if isinstance(content, dict) and content.get("format") == FORMAT else None
    if not isinstance(events, list):
        raise NotBrought(f"{name}: expected {_EXPECTED}")
    return events


def _without_servers(stored: StoredEvent) -> StoredEvent:
    config = getattr(stored.event, "config", None)
    if config is None or not config.servers:
        return stored
    event = stored.event.model_copy(update={"config": config.model_copy(update={"servers": ()})})
    return stored.model_copy(update={"event": event})


def _check(events: Sequence[StoredEvent], name: str) -> None:
    """Raises NotBrought for events that are no one record's, in order, from its opening on."""
    record, first = events[0].record, events[0].event
    ids = (text for one in events for text in _names_in(one.event.model_dump(mode="python")))
    names = [one.event.identity for one in events if one.event.identity]
    faults = [
        (not isinstance(first, RecordOpened), "its first event opens no record"),
        (not _ID.fullmatch(record), "its id is no id of ours"),
        ({one.record for one in events} != {record}, "it holds events of more than one record"),
        ([one.sequence for one in events] != list(range(1, len(events) + 1)), "its events are not 1, 2, 3 …"),
        (len(set(names)) < len(names), "an event stands in it twice"),
        (not all(0 < one.at < 1e11 for one in events), "its times are invalid"),
        (not all(map(_ARGUMENT.fullmatch, ids)), "its argument ids are not like PRO-1"),
    ]
    if fault := next((words for wrong, words in faults if wrong), None):
        raise NotBrought(f"{name}: expected {_EXPECTED}; {fault}")
    try:
        strange = _strange_score_text(replay_any(events))
    except Exception:  # facts that are none of one record's, however the fold takes it
        raise NotBrought(f"{name}: {UNSOUND}") from None
    if strange:
        raise NotBrought(f"{name}: {strange}")


def _strange_score_text(record: AnyRecord) -> str:
    """A score that nobody can have given: by no judge of it, of nothing in it, or off its scale; empty without one."""
    if isinstance(record, RatingsRecord):
        return ""
    judging, people = record.judging, {one.person for one in record.reviews}
    scale, items = judging.rubric.scale, {*judging.ids, "text"}
    sheets = judging.read.items()
    given = [(at.judge, *place, score) for at, sheet in sheets for place, score in sheet.given.items()]
    given += [
        (one.person, one.argument, key, score) for one in record.reviews for key, score in one.scores.items()
    ]
    for who, item, key, score in given:
        if isinstance(score, str):  # a ruling or a verdict
            continue
        if who not in people | {*judging.names}:
            return f"it has scores by {who}, who is no judge of it"
        if item not in items or key not in judging.rubric.keys:
            return f"{who} scores {key} of {item}, which it doesn't have"
        if score not in range(scale.low, scale.high + 1):
            return f"{who} gives {item} {score} for {key}; expected {scale.instruction()}"
    return ""


def _names_in(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _names_in(part, "argument_id" if key == "arguments" and name == "id" else str(name))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _names_in(part, key)
    elif isinstance(value, str) and value and key in ("argument_id", "argument", "rests_on"):
        yield value
