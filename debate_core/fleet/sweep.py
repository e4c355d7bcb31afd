"""What was asked for and nobody has: found again and put back into the queue.

Knows the notes of what was asked for, and the queue. Invariant: nothing is conducted twice for it: a record waits at
most once, and who takes it needs its lease. So the queue may be lost whole, and nothing is.
"""

import asyncio

from debate_core.fleet.asked import all_asked
from debate_core.fleet.queue import Queue, jobs, put, record_of
from debate_core.store import Store

OLD = 3.0
"""Seconds after which what was asked for has long been put into the queue."""


async def sweep(store: Store, queries: Queue, now: float) -> tuple[str, ...]:
    """Put what lies nowhere into the queue; returns the records it found. now: seconds since 1970."""
    asked = await asyncio.to_thread(all_asked, store)
    held = {record_of(job) for job in await jobs(queries)}
    lost = {
        record: one
        for record, one in asked.items()
        if record not in held
        and now - one.since > OLD
        and not await asyncio.to_thread(store.conducted, record)
    }
    return await put(queries, lost)
