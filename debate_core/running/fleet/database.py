"""The fleet's own tables: living workers, and how much each provider is asked, counted under one row's lock."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from typing import Any, LiteralString, NamedTuple

import psycopg
from pgqueuer import Queries
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from debate_core.domain.errors import StoreFailed
from debate_core.domain.frozen import FrozenModel
from debate_core.running.fleet.queue import Connection, in_schema
from debate_core.running.pace import MINUTE, Limit
from debate_core.store.tables import MARK, SCHEMA

GONE = 10.0
"""Seconds without a sign of life after which a worker is gone."""
KEPT_DAYS = 7
_TABLES: tuple[LiteralString, ...] = (
    "CREATE UNLOGGED TABLE fleet_workers (id text PRIMARY KEY, name text NOT NULL, slots int NOT NULL,"
    " busy int NOT NULL, form int NOT NULL, ready text[] NOT NULL, since timestamptz NOT NULL DEFAULT now(),"
    " seen timestamptz NOT NULL)",
    "CREATE TABLE fleet_limits (provider text PRIMARY KEY, calls int, requests int, tokens bigint,"
    " held_until timestamptz)",
    "CREATE UNLOGGED TABLE fleet_calls (id bigserial PRIMARY KEY, provider text NOT NULL, worker text NOT NULL,"
    " at timestamptz NOT NULL, tokens bigint NOT NULL, ended bool NOT NULL DEFAULT false)",
    "CREATE INDEX fleet_calls_at ON fleet_calls (provider, at)",
)


class WorkerState(FrozenModel):
    """A worker as it describes itself: `busy` of its `slots`, its log `form`, the providers it is `ready` for."""

    id: str
    name: str
    slots: int
    busy: int = 0
    form: int
    ready: tuple[str, ...] = ()
    since: datetime | None = None
    seen: datetime | None = None


class Admission(NamedTuple):
    """Whether a call may begin: its `call` number, None if not counted, or `wait` seconds."""

    call: int | None = None
    wait: float = 0.0
    held: bool = False


class Database:
    """The tables, for one event loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._pool = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=4,
            open=False,
            kwargs={"autocommit": True},
            configure=in_schema,
            check=AsyncConnectionPool.check_connection,
            timeout=10.0,
        )

    async def open(self) -> None:
        """Connect, and make missing tables without touching those that are there."""
        with failures():
            await self._pool.open(wait=True)
            await self._make_missing()

    async def _make_missing(self) -> None:
        async with self._pool.connection() as db, db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock(%s)", (MARK,))
            if not await _exists(db, f"to_regnamespace('{SCHEMA}')"):
                await db.execute(f"CREATE SCHEMA {SCHEMA}".encode())
            queries = Queries.from_psycopg_connection(db)
            if not await queries.schema_is_installed():
                await queries.install()
            if not await _exists(db, "to_regclass('fleet_calls')"):
                for table in _TABLES:
                    await db.execute(table)

    async def close(self) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def queue(self) -> AsyncIterator[Queries]:
        """The queue, over one of the connections. Raises StoreFailed."""
        with failures():
            async with self._pool.connection() as db:
                yield Queries.from_psycopg_connection(db)

    async def beat(self, me: WorkerState) -> None:
        await self._do(
            "INSERT INTO fleet_workers (id, name, slots, busy, form, ready, seen) VALUES (%(id)s, %(name)s, %(slots)s,"
            " %(busy)s, %(form)s, %(ready)s, clock_timestamp())"
            " ON CONFLICT (id) DO UPDATE SET busy = excluded.busy, seen = excluded.seen",
            me.model_dump() | {"ready": list(me.ready)},
        )

    async def leave(self, worker: str) -> None:
        await self._do("DELETE FROM fleet_workers WHERE id = %s", (worker,))

    async def workers(self) -> tuple[WorkerState, ...]:
        rows = await self._rows(
            "SELECT * FROM fleet_workers WHERE seen > clock_timestamp() - make_interval(secs => %s) ORDER BY since",
            (GONE,),
        )
        return tuple(WorkerState.model_validate(row) for row in rows)

    async def tidy(self) -> None:
        """Delete calls that no limit counts any more, workers long gone, and the queue's old jobs."""
        await self._do(
            "DELETE FROM fleet_calls WHERE at < clock_timestamp() - make_interval(secs => %s) AND (ended OR NOT EXISTS"
            " (SELECT FROM fleet_workers w WHERE w.id = worker AND w.seen > clock_timestamp()"
            " - make_interval(secs => %s)))",
            (MINUTE, GONE),
        )
        await self._do("DELETE FROM fleet_workers WHERE seen < clock_timestamp() - interval '1 hour'")
        await self._do(
            "DELETE FROM pgqueuer_log WHERE created < now() - make_interval(days => %s)", (KEPT_DAYS,)
        )

    async def limit(self, limits: Mapping[str, Limit]) -> None:
        for provider, limit in limits.items():
            await self._do(
                "INSERT INTO fleet_limits (provider, calls, requests, tokens) VALUES (%s, %s, %s, %s) ON CONFLICT"
                " (provider) DO UPDATE SET calls = excluded.calls, requests = excluded.requests,"
                " tokens = excluded.tokens",
                (provider, limit.calls, limit.requests, limit.tokens),
            )

    async def back_off(self, place: str, seconds: float) -> None:
        """Begin no call to a provider, or `provider at host`, for so long."""
        await self._do(
            "INSERT INTO fleet_limits (provider, held_until) VALUES (%s, clock_timestamp() + make_interval(secs => %s))"
            " ON CONFLICT (provider) DO UPDATE SET held_until ="
            " greatest(fleet_limits.held_until, excluded.held_until)",
            (place, seconds),
        )

    async def limits(self) -> dict[str, dict[str, Any]]:
        """By provider, the limits that hold, and for how long it is still left alone."""
        return {row.pop("provider"): row for row in await self._rows(_LIMITS)}

    async def enter(self, provider: str, worker: str, tokens: int, place: str = "") -> Admission:
        """Count one more call of so many tokens, if the provider's limits allow it and nobody holds `place`."""
        with failures():
            async with self._pool.connection() as db, db.transaction():
                cursor = db.cursor(row_factory=dict_row)
                await cursor.execute("SET LOCAL synchronous_commit = off")
                await cursor.execute(
                    _LIMITS + " WHERE provider IN (%s, %s) ORDER BY provider FOR UPDATE",
                    (provider, place or provider),
                )
                rows = {row["provider"]: row for row in await cursor.fetchall()}
                if wait := rows.get(place or provider, {}).get("held"):
                    return Admission(wait=float(wait), held=True)
                if (limit := rows.get(provider)) is None:
                    return Admission()
                await cursor.execute(_COUNTED, {"provider": provider, "minute": MINUTE, "gone": GONE})
                counted = await cursor.fetchone()
                assert counted is not None
                if wait := wait_for(limit, counted, tokens):
                    return Admission(wait=wait)
                await cursor.execute(
                    "INSERT INTO fleet_calls (provider, worker, at, tokens) VALUES (%s, %s, clock_timestamp(), %s)"
                    " RETURNING id",
                    (provider, worker, tokens),
                )
                row = await cursor.fetchone()
                assert row is not None
                return Admission(call=int(row["id"]))

    async def note_end(self, call: int, tokens: int) -> None:
        """A call has ended; what it used, if known, replaces what was reserved."""
        await self._do("UPDATE fleet_calls SET ended = true, tokens = %s WHERE id = %s", (tokens, call))

    async def _do(self, sql: LiteralString, values: Any = ()) -> None:
        with failures():
            async with self._pool.connection() as db:
                await db.execute(sql, values)

    async def _rows(self, sql: LiteralString, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        with failures():
            async with self._pool.connection() as db:
                return await (await db.cursor(row_factory=dict_row).execute(sql, values)).fetchall()


_LIMITS: LiteralString = (
    "SELECT provider, calls, requests, tokens,"
    " greatest(0, coalesce(extract(epoch FROM held_until - clock_timestamp()), 0))::float AS held FROM fleet_limits"
)
_COUNTED: LiteralString = """
SELECT count(*) FILTER (WHERE fresh) AS requests, coalesce(sum(tokens) FILTER (WHERE fresh), 0) AS tokens,
    (%(minute)s - extract(epoch FROM clock_timestamp() - min(at) FILTER (WHERE fresh)))::float AS leaves,
    count(*) FILTER (WHERE NOT ended AND alive) AS calls
FROM (
    SELECT c.at, c.tokens, c.ended, c.at > clock_timestamp() - make_interval(secs => %(minute)s) AS fresh,
        w.seen > clock_timestamp() - make_interval(secs => %(gone)s) AS alive
    FROM fleet_calls c LEFT JOIN fleet_workers w ON w.id = c.worker WHERE c.provider = %(provider)s
) AS counted"""
LOOK_AGAIN = 0.2
"""Seconds until it is worth asking again whether a call elsewhere has ended."""


async def _exists(db: Connection, what: str) -> bool:
    return await (await db.execute(f"SELECT {what} IS NOT NULL".encode())).fetchone() == (True,)


def wait_for(limit: Mapping[str, Any], counted: Mapping[str, Any], tokens: int) -> float:
    """Seconds until one more call may begin; a call beyond a whole minute's tokens gets the minute to itself."""
    full = limit["requests"] and counted["requests"] >= limit["requests"]
    over = limit["tokens"] and counted["requests"] and counted["tokens"] + tokens > limit["tokens"]
    if full or over:
        return max(0.01, float(counted["leaves"]))
    return LOOK_AGAIN if limit["calls"] and counted["calls"] >= limit["calls"] else 0.0


@contextmanager
def failures() -> Iterator[None]:
    """PostgreSQL's errors as StoreFailed: by their kind alone, for their text may name what nobody should read."""
    try:
        yield
    except (psycopg.Error, PoolTimeout, OSError) as error:
        raise StoreFailed(
            f"the queue could not be reached ({type(error).__name__}). Nothing stored is lost; see that "
            "PostgreSQL runs, then go on"
        ) from None
