"""`work`: conduct what waits in the queue of a store that machines share, or say how that stands."""

import argparse
import asyncio
import os
import socket
from contextlib import nullcontext
from datetime import UTC, datetime

from debate_core.cli.options import declare_count, declare_list, print_as
from debate_core.cli.run import all_servers, declare_keys, declare_servers, keys_of
from debate_core.composition import open_store, worker_of
from debate_core.domain.errors import SetUpError
from debate_core.domain.model import Server
from debate_core.domain.options import Whole
from debate_core.domain.settings import on_server, store_address
from debate_core.llm.catalogue import Access, providers
from debate_core.reporting.fleet import fleet_document
from debate_core.running.pace import Limit


def declare_work(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--status", action="store_true", help="only print workers and queue")
    # With more, one process' loop falls behind.
    declare_count(command, "--slots", Whole("Slots", low=2, high=60), 20, "debates at once, 2 to 60 (20)")
    add("--name", help="its name (default: machine and process)")
    text = "a provider's limit for all workers, as openai:calls=8,requests=500,tokens=200000: calls at once, the rest "
    declare_list(command, "--limit", f"{text}a minute (repeatable)", metavar="PROVIDER:LIMITS")
    text = "answer GET /health there: 200 or 503 (default host: this machine)"
    add("--health", metavar="[HOST:]PORT", help=text)
    declare_servers(command, ", for its key")
    declare_keys(command)


def act_work(options: argparse.Namespace) -> int:
    place = store_address(options.store)
    if not on_server(place):
        raise SetUpError(
            "workers need a store on PostgreSQL: give --store postgresql://user@host/database; debates of a store in a "
            "file are conducted where they are started, without workers"
        )
    asyncio.run(_print_standing(options, place) if options.status else _work(options, place))
    return 0


async def _print_standing(options: argparse.Namespace, place: str) -> None:
    from debate_core.running.fleet.database import Database  # noqa: PLC0415  imports the driver
    from debate_core.running.fleet.runner import fleet_status  # noqa: PLC0415

    database = Database(place)
    await database.open()
    try:
        now = await fleet_status(open_store(place), database)
    finally:
        await database.close()
    print_as(options, lambda: now.model_dump(mode="json"), lambda: fleet_document(now, datetime.now(UTC)))


async def _work(options: argparse.Namespace, place: str) -> None:
    from debate_core.running.fleet.claimer import to_standard_error  # noqa: PLC0415  imports the driver
    from debate_core.running.fleet.worker import health_at  # noqa: PLC0415

    servers = all_servers(options)
    limits = dict(_limit(one, servers) for one in options.limit)
    access = Access(keys=keys_of(options, servers), servers=servers)
    name = options.name or f"{socket.gethostname()}-{os.getpid()}"
    to_standard_error(name)
    worker = worker_of(place, name, options.slots, access)
    with health_at(options.health, worker) if options.health else nullcontext():
        await worker.run(limits)


def _limit(text: str, servers: tuple[Server, ...]) -> tuple[str, Limit]:
    """`openai:calls=8,requests=500,tokens=200000`; nothing behind the colon lifts the limit."""
    provider, colon, given = text.partition(":")
    pairs = dict(one.partition("=")[::2] for one in given.split(",") if one)
    try:
        if not colon or provider not in {row.name for row in providers(servers)}:
            raise ValueError(provider)
        return provider, Limit.model_validate(pairs)
    except ValueError as error:
        raise SetUpError(
            f"--limit: expected PROVIDER:calls=N,requests=N,tokens=N, as far as there are limits; got {text!r}"
        ) from error
