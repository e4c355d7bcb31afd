"""How the workers of a store stand: who works, what waits, what they may ask for and what stands still."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from debate_core.domain.numerals import number_text, pluralise
from debate_core.domain.wording import clip
from debate_core.reporting.blocks import Block, Cell, Document, Table, columns

if TYPE_CHECKING:  # It imports the driver of a store that machines share.
    from debate_core.running.fleet.runner import FleetStatus, HeldRecord


def fleet_document(
    now: "FleetStatus", clock: datetime, topic_of: Callable[[str], str | None] = lambda _: None
) -> Document:
    """As seen at `clock`, without empty tables; each record by its topic, where that is known, and its id."""

    def record_text(record: str) -> str:
        topic = topic_of(record)
        return f"{clip(topic, 60)} · {record}" if topic else record

    def ago_text(at: float) -> str:
        return f"{number_text(max(0.0, clock.timestamp() - at), 0)} s ago"

    workers = [
        (
            one.name,
            f"{one.busy} of {one.slots}",
            ", ".join(one.ready),
            str(one.form),
            ago_text(one.seen.timestamp()) if one.seen else None,
        )
        for one in now.workers
    ]
    queue = [
        (
            record_text(one.record),
            one.who or None,
            one.worker or f"waits, place {place}",
            ago_text(one.since),
            now.ends.get(one.record),
        )
        for place, one in enumerate((*now.running, *now.waiting), start=1 - len(now.running))
    ]
    blocks = (
        _block("Workers", ("Worker", "Busy", "Providers", "Log format", "Seen"), workers),
        _block("Queue", ("Record", "For", "Where", "Asked for", "Earlier attempts"), queue),
        _block(
            "Limits of providers, over all workers",
            ("Provider", "Limit"),
            [(one.provider, _limit_text(one)) for one in now.providers],
        ),
        _block(
            "Stopped as workers died",
            ("Record", "Cause"),
            [(record_text(name), now.ends[name]) for name in now.still],
        ),
    )
    return Document(title=_standing_text(now), blocks=tuple(one for one in blocks if one.tables[0].rows))


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


def _block(title: str, heads: Sequence[str], rows: Iterable[tuple[Cell, ...]]) -> Block:
    return Block(
        key=f"fleet_{title}", title=title, tables=(Table(columns=columns(*heads), rows=tuple(rows)),)
    )


def _limit_text(limit: "HeldRecord") -> str:
    words = [
        pluralise(limit.calls, "call") + " at once" if limit.calls else "",
        pluralise(limit.requests, "request") + " a minute" if limit.requests else "",
        f"{limit.tokens:,} tokens a minute" if limit.tokens else "",
        f"left alone for {number_text(limit.seconds, 0)} s more" if limit.seconds else "",
    ]
    return ", ".join(one for one in words if one) or "no limit"
