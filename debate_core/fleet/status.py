"""How the fleet stands: who works, what waits, what is held back; as values and in lines.

Knows the queue and the fleet's tables; conducts nothing. Invariant: what can't be known is not said, and no word of a
debate, nor a key, is in it.
"""

from datetime import UTC, datetime

from pydantic import Field

from debate_core.fleet.asked import all_asked
from debate_core.fleet.database import Database, Working
from debate_core.fleet.queue import jobs, record_of
from debate_core.noun import Noun
from debate_core.numerals import counted
from debate_core.store import Store


class Place(Noun):
    """A record in the queue: for `who` and `since` when (seconds since 1970); the name of the `worker` that has it,
    None while it waits; `later`: it was put back after `attempts`, for a moment or for another worker."""

    record: str
    who: str
    since: float
    worker: str | None = None
    attempts: int = 0


class Held(Noun):
    """What a provider takes, over the whole fleet; `seconds` it is left alone for, having said it is asked too much."""

    provider: str
    calls: int | None = None
    requests: int | None = None
    tokens: int | None = None
    seconds: float = Field(default=0.0, alias="held")


class Standing(Noun):
    """The workers that live; what is conducted, and what waits, the next first; what is known of providers; `lost`:
    asked for, and neither waits nor is conducted: the next sweep finds it."""

    workers: tuple[Working, ...]
    running: tuple[Place, ...]
    waiting: tuple[Place, ...]
    providers: tuple[Held, ...]
    lost: tuple[str, ...]

    @property
    def slots(self) -> int:
        """Debates that can be conducted at once."""
        return sum(one.slots for one in self.workers)


async def standing(store: Store, database: Database) -> Standing:
    """How it stands now. Raises StoreFailed."""
    asked, workers = all_asked(store), await database.workers()
    names = {one.id: one.name for one in workers}
    async with database.queue() as queries:
        places = {
            record_of(job): Place(
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
            Held.model_validate({"provider": name, **limit})
            for name, limit in (await database.limits()).items()
        ),
        lost=tuple(asked.keys() - places.keys()),
    )


def in_lines(now: Standing, clock: datetime) -> list[str]:
    """The same for a shell. clock: the time it is."""
    busy = f"{len(now.running)} conducted, {len(now.waiting)} waiting"
    lines = [f"{counted(len(now.workers), 'worker')}, {counted(now.slots, 'slot')}; {busy}"]
    if now.waiting and not now.workers:
        lines.append("Nobody works: start a worker with `work`")
    for one in now.workers:
        lines.append(f"  {one.name}: {one.busy} of {one.slots}, log form {one.form}, {_ago(one.seen, clock)}")
    lines += [f"  {one.record} at {one.worker}{_for(one)}" for one in now.running]
    lines += [f"  {place}. {one.record}{_for(one)}" for place, one in enumerate(now.waiting, start=1)]
    lines += [f"  {record}: in nobody's hands, to be found by the next sweep" for record in now.lost]
    return lines + [f"  {one.provider}: {limit_words(one)}" for one in now.providers]


def limit_words(held: Held) -> str:
    """A provider's limits in words."""
    said = [
        counted(held.calls, "call") + " at once" if held.calls else "",
        counted(held.requests, "request") + " a minute" if held.requests else "",
        f"{held.tokens:,} tokens a minute" if held.tokens else "",
        f"left alone for {held.seconds:.0f} s more" if held.seconds else "",
    ]
    return ", ".join(one for one in said if one) or "no limit"


def _for(place: Place) -> str:
    again = f", attempt {place.attempts + 1}" if place.attempts else ""
    return f" for {place.who}{again}" if place.who else again


def _ago(seen: datetime | None, clock: datetime) -> str:
    return "never seen" if seen is None else f"seen {max(0.0, (clock - seen).total_seconds()):.0f} s ago"


def now_there() -> datetime:
    """The time, for people only."""
    return datetime.now(UTC)
