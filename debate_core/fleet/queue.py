"""The queue of records to be conducted: who is next, and who takes it. By pgqueuer, in PostgreSQL.

Knows records by id and who asked for them; never a key, nor a word of a debate. Invariant: a record waits at most once;
the more of one person's wait, the further behind stands the next.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta

import psycopg
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain.models import Job
from pgqueuer.domain.types import JOB_STATUS
from pgqueuer.ports import RepositoryPort

from debate_core.fleet.asked import Asked

FORMAT = 1
"""The form of the log that this version writes: one more with each kind of event, or field of one, that is new. A
worker takes jobs of its own form and of earlier ones."""
STALE = timedelta(seconds=6)
"""Without a sign of life for so long, a worker's jobs are anybody's."""
MOST = 5000
"""Jobs looked through; of those beyond nobody's place depends."""


def entrypoint(form: int = FORMAT) -> str:
    """What jobs of that form are called."""
    return f"debate.{form}"


@asynccontextmanager
async def queue_at(url: str) -> AsyncIterator[Queries]:
    """The queue over a connection of its own."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        yield Queries.from_psycopg_connection(connection)


async def put(queries: RepositoryPort, asked: Mapping[str, Asked]) -> tuple[str, ...]:
    """Let records wait, each behind those of the same person; returns those that did not wait, or run, already."""
    if not asked:
        return ()
    before = Counter(who_of(job) for job in await jobs(queries, "queued"))
    priorities = []
    for one in asked.values():
        priorities.append(-before[one.who])
        before[one.who] += 1
    ids = await queries.enqueue(
        [entrypoint()] * len(asked),
        [record.encode() for record in asked],
        priorities,
        dedupe_key=list(asked),
        headers=[{"who": one.who} for one in asked.values()],
        on_conflict="skip",
    )
    return tuple(record for record, job in zip(asked, ids, strict=True) if job is not None)


async def jobs(queries: RepositoryPort, *statuses: JOB_STATUS) -> list[Job]:
    """Those that wait, the next first, and those that somebody has; or of these statuses alone."""
    return await queries.browse_queue(limit=MOST, statuses=list(statuses or ("queued", "picked")))


async def take_out(queries: RepositoryPort, record: str) -> None:
    """Take a record's job from the queue; whoever has it is told to stop."""
    if ids := [job.id for job in await jobs(queries) if record_of(job) == record]:
        await queries.mark_job_as_cancelled(ids)


def record_of(job: Job) -> str:
    """The record that a job is about."""
    return (job.payload or b"").decode()


def who_of(job: Job) -> str:
    """Who asked for it."""
    return str((job.headers or {}).get("who", ""))
