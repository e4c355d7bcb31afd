"""How the workers of a store stand: who works, what waits, what they may ask for and what stands still."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from debate_core.domain.numerals import number_text, pluralise
from debate_core.domain.wording import clip
from debate_core.reporting.blocks import Block, Document, table_of

if TYPE_CHECKING:  # It imports the driver of a store that machines share.
    from debate_core.running.fleet.runner import FleetStatus, ProviderLimit


def fleet_document(
    now: "FleetStatus", clock: datetime, topic_of: Callable[[str], str | None] = lambda _: None
) -> Document:
    """As seen at `clock`, without empty tables; each record by its topic, where that is known, and its id."""
    places = {one.record: f"waits, place {place}" for place, one in enumerate(now.waiting, start=1)}
    workers = table_of(
        now.workers,
        {
            "Worker": lambda one: one.name,
            "Busy": lambda one: f"{one.busy} of {one.slots}",
            "Providers": lambda one: ", ".join(one.ready),
            "Log format": lambda one: str(one.form),
            "Seen": lambda one: _ago_text(clock, one.seen.timestamp()) if one.seen else None,
        },
    )
    queue = table_of(
        (*now.running, *now.waiting),
        {
            "Record": lambda one: _record_text(one.record, topic_of),
            "For": lambda one: one.who or None,
            "Where": lambda one: one.worker or places[one.record],
            "Asked for": lambda one: _ago_text(clock, one.since),
            "Earlier attempts": lambda one: now.ends.get(one.record),
        },
    )
    tables = {
        "Workers": workers,
        "Queue": queue,
        "Limits of providers, over all workers": table_of(
            now.providers, {"Provider": lambda one: one.provider, "Limit": _limit_text}
        ),
        "Stopped as workers died": table_of(
            now.still, {"Record": lambda record: _record_text(record, topic_of), "Cause": now.ends.get}
        ),
    }
    named = ((title, table) for title, table in tables.items() if table.rows)
    blocks = tuple(Block(key=f"fleet_{title}", title=title, tables=(table,)) for title, table in named)
    return Document(title=_standing_text(now), blocks=blocks)


def _record_text(record: str, topic_of: Callable[[str], str | None]) -> str:
    topic = topic_of(record)
    return f"{clip(topic, 60)} · {record}" if topic else record


def _ago_text(clock: datetime, at: float) -> str:
    return f"{number_text(max(0.0, clock.timestamp() - at), 0)} s ago"


def _standing_text(now: "FleetStatus") -> str:
    works = "No worker"
    if now.workers:
        works = f"{pluralise(len(now.workers), 'worker')} with {pluralise(now.slots, 'slot')}"
    names = {one.name for one in now.workers}
    left = sum(one.worker not in names for one in now.running)
    gone = f", {left} left by a worker that has gone" if left else ""
    lost = f", {len(now.lost)} lost and soon queued again" if now.lost else ""
    still = f", {len(now.still)} stopped as its workers died" if now.still else ""
    return f"{works}: {len(now.running) - left} running, {len(now.waiting)} waiting{gone}{lost}{still}"


def _limit_text(limit: "ProviderLimit") -> str:
    words = [
        pluralise(limit.calls, "call") + " at once" if limit.calls else "",
        pluralise(limit.requests, "request") + " a minute" if limit.requests else "",
        f"{limit.tokens:,} tokens a minute" if limit.tokens else "",
        f"left alone for {number_text(limit.seconds, 0)} s more" if limit.seconds else "",
    ]
    return ", ".join(one for one in words if one) or "no limit"
