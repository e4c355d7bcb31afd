"""How the fleet stands: who works, what waits, what is held back; as values and in lines."""

from datetime import UTC, datetime

from pydantic import Field

from debate_core.domain.noun import FrozenModel
from debate_core.domain.numerals import pluralise
from debate_core.running.fleet.attempts import all_asked, attempts, cost_text, ends_text
from debate_core.running.fleet.database import Database, Working
from debate_core.running.fleet.queue import jobs, record_of
from debate_core.store import Store


class QueuePlace(FrozenModel):
    """A record in the queue: for `who`, since when, its `worker` (None while it waits), and `attempts`."""

    record: str
    who: str
    since: float
    worker: str | None = None
    attempts: int = 0


class HeldRecord(FrozenModel):
    """A provider's limits over the whole fleet; `seconds` it is still left alone for."""

    provider: str
    calls: int | None = None
    requests: int | None = None
    tokens: int | None = None
    seconds: float = Field(default=0.0, alias="held")


class Standing(FrozenModel):
    """The living workers, what is conducted, and what waits in order. `lost`: asked for but in neither; `still`: what
    cost too many workers; `ends`: how earlier attempts at a record ended, in words."""

    workers: tuple[Working, ...]
    running: tuple[QueuePlace, ...]
    waiting: tuple[QueuePlace, ...]
    providers: tuple[HeldRecord, ...]
    lost: tuple[str, ...]
    still: tuple[str, ...] = ()
    ends: dict[str, str] = Field(default_factory=dict)

    @property
    def slots(self) -> int:
        return sum(one.slots for one in self.workers)


async def standing(store: Store, database: Database) -> Standing:
    asked, workers = all_asked(store), await database.workers()
    names, tried = {one.id: one.name for one in workers}, attempts(store)
    async with database.queue() as queries:
        places = {
            record_of(job): QueuePlace(
                record=record_of(job),
                who=asked[record_of(job)].who,
                since=asked[record_of(job)].since,
                worker=names.get(str(job.queue_manager_id), "a worker that has gone")
                if job.status == "picked"
                else None,
                attempts=job.attempts,
            )
            for job in await jobs(queries)
            if record_of(job) in asked
        }
    return Standing(
        workers=workers,
        running=tuple(one for one in places.values() if one.worker),
        waiting=tuple(one for one in places.values() if not one.worker),
        providers=tuple(
            HeldRecord.model_validate({"provider": name, **limit})
            for name, limit in (await database.limits()).items()
        ),
        lost=tuple(asked.keys() - places.keys()),
        still=tuple(name for name, of in tried.items() if cost_text(of) and name not in asked),
        ends={name: words for name, of in tried.items() if (words := ends_text(of))},
    )


def headline(now: Standing) -> str:
    works = (
        f"{pluralise(len(now.workers), 'worker')} with {pluralise(now.slots, 'slot')}"
        if now.workers
        else "No worker"
    )
    lost = f", {len(now.lost)} to be found by the next sweep" if now.lost else ""
    still = f", {len(now.still)} standing still" if now.still else ""
    return f"{works}: {len(now.running)} conducted, {len(now.waiting)} waiting{lost}{still}"


def waiting_words(now: Standing, record: str) -> str:
    if any(one.record == record for one in now.running):
        return ""
    before = [one.record for one in now.waiting]
    place = before.index(record) if record in before else len(before)
    ahead = f"{pluralise(place, 'other')} before it" if place else "it is the next"
    return (
        f"It waits for a worker: {ahead}."
        if now.workers
        else "It waits for a worker, and none works at present: python -m debate_core work starts one."
    )


def tables(now: Standing, clock: datetime) -> dict[str, list[dict[str, str]]]:
    """The same as tables by title, without empty ones."""
    workers = [
        {
            "Worker": one.name,
            "Busy": f"{one.busy} of {one.slots}",
            "Reaches": ", ".join(one.ready),
            "Log form": str(one.form),
            "Seen": _ago(one.seen.timestamp() if one.seen else 0.0, clock),
        }
        for one in now.workers
    ]
    queue = [
        {
            "Record": one.record,
            "For": one.who or "–",
            "Where": one.worker or f"waits, place {place}",
            "Asked for": _ago(one.since, clock),
            "Attempt": str(one.attempts + 1),
            "Earlier attempts": now.ends.get(one.record, "–"),
        }
        for place, one in enumerate((*now.running, *now.waiting), start=1 - len(now.running))
    ]
    providers = [{"Provider": one.provider, "Limit": limit_words(one)} for one in now.providers]
    tables_of = {"Workers": workers, "Queue": queue, "Limits of providers, over all workers": providers}
    tables_of["Standing still"] = [{"Record": name, "Cause": now.ends[name]} for name in now.still]
    return {title: rows for title, rows in tables_of.items() if rows}


def in_lines(now: Standing, clock: datetime) -> list[str]:
    lines = [headline(now)]
    for title, rows in tables(now, clock).items():
        table = [list(rows[0]), *(list(row.values()) for row in rows)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines += ["", title]
        lines += ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
    return lines


def limit_words(held: HeldRecord) -> str:
    words = [
        pluralise(held.calls, "call") + " at once" if held.calls else "",
        pluralise(held.requests, "request") + " a minute" if held.requests else "",
        f"{held.tokens:,} tokens a minute" if held.tokens else "",
        f"left alone for {held.seconds:.0f} s more" if held.seconds else "",
    ]
    return ", ".join(one for one in words if one) or "no limit"


def _ago(at: float, clock: datetime) -> str:
    return f"{max(0.0, clock.timestamp() - at):.0f} s ago"


def now_there() -> datetime:
    return datetime.now(UTC)
