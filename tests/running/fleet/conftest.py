"""A store in a file with a record that was asked for, a queue in memory, and takers whose models are scripted."""

import asyncio
from datetime import timedelta

import anyio
import pytest
from pgqueuer.adapters.inmemory import InMemoryDriver, InMemoryQueries
from pgqueuer.domain.models import Context
from pgqueuer.domain.types import QueueExecutionMode

from debate_core.llm.catalogue import Access
from debate_core.running.fleet.claimer import Claimer
from debate_core.running.fleet.queue import QueueRequest, add_request, jobs, put, request_of
from debate_core.running.fleet.worker import describe_worker, queue_manager
from debate_core.running.pace import RateLimiter
from debate_core.store import SQLiteStore
from debate_core.store.events import DebateOpened
from debate_core.store.record import load
from tests.running.conftest import config
from tests.voices import Scripted, answer, reaching


class Hall:
    """One store and one queue, both without a server. `elsewhere`: whether another worker can what this one can't."""

    def __init__(self, path):
        self.store = SQLiteStore(path, busy=0.2)
        self.elsewhere = False

    def opened(self, name, who="ann", asked=True, **changes):
        self.store.open_record(DebateOpened(config=config(**changes)), name)
        if asked:
            add_request(self.store, name, QueueRequest(who=who))
        return name

    def taker(self, model=None):
        async def elsewhere(needed):
            return self.elsewhere

        model = model or Scripted(otherwise=answer)
        return Claimer(self.store, RateLimiter(), elsewhere, connects=reaching(model))

    def take(self, record, taker, meanwhile=None, attempt=0):
        """Have a taker take a record from the queue; `meanwhile` is told what can be cancelled."""

        async def run():
            queries = InMemoryQueries(driver=InMemoryDriver())
            await put(queries, {record: request_of(self.store, record) or QueueRequest()})
            job = (await jobs(queries))[0].model_copy(update={"attempts": attempt})
            context = Context(cancellation=anyio.CancelScope())
            beside = asyncio.create_task(meanwhile(context)) if meanwhile else None
            await taker.take(job, context)
            if beside:
                await beside

        asyncio.run(run())

    def drain(self, queries, taker):
        """Have a worker work until its queue is empty."""
        manager = queue_manager(queries, taker, describe_worker("here", 2, Access()).id)
        return manager.run(
            timedelta(seconds=0.05), batch_size=1, mode=QueueExecutionMode.drain, max_concurrent_tasks=2
        )

    def waits(self, record):
        return request_of(self.store, record) is not None

    def held(self, record):
        return load(self.store, record)

    def kinds(self, record):
        return [stored.event.kind for stored in self.store.read(record)]


@pytest.fixture
def hall(tmp_path):
    hall = Hall(tmp_path / "log.sqlite3")
    yield hall
    hall.store.close()
