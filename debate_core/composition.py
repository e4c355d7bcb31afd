"""Which store, which models and which workers go together: used by the shell, the pages and the library's own calls."""

from __future__ import annotations

import functools
import os
import pathlib
import threading
from typing import TYPE_CHECKING

from debate_core.domain.errors import SetUpError
from debate_core.domain.model import Model, is_simulated
from debate_core.domain.settings import DAY, Hosting, on_server, without_password
from debate_core.examples import SAMPLES
from debate_core.store import SQLiteStore, Store
from debate_core.store.access import Visitor
from debate_core.store.personal import PersonalStore

if TYPE_CHECKING:
    from debate_core.calls.ask import ModelTask
    from debate_core.llm.catalogue import Access
    from debate_core.running.calls import Connect
    from debate_core.running.fleet.worker import Worker
    from debate_core.running.runner import PersonalRunner, Runner


def open_store(place: str) -> Store:
    """The store in a file, or at `postgresql://…`, opened when first used. Raises SetUpError."""
    if not on_server(place):
        scheme, address, _ = place.partition("://")
        if address:
            raise SetUpError(f"expected a file or postgresql://… as store; got {scheme}://…")
        return SQLiteStore(place)
    try:
        from debate_core.store.postgres import PostgresStore  # noqa: PLC0415  imports the driver
    except ImportError as error:
        raise SetUpError(
            f"the store {without_password(place)} needs a driver: pip install 'split-decision[fleet]', or "
            "pip install -r requirements-fleet.txt"
        ) from error
    return PostgresStore(place)


def model_factory(access: Access) -> Connect:
    """How a run reaches models: each real one once; a simulated one is given what is asked. It raises as `connect`."""
    from debate_core.llm.catalogue import connect  # noqa: PLC0415  a list of debates needs no model
    from debate_core.simulated import Simulated  # noqa: PLC0415

    real = functools.cache(lambda name: connect(name, access))

    def model(name: str, ask: ModelTask) -> Model:
        return Simulated(ask, pace=access.pace) if is_simulated(name) else real(name)

    return model


def _runner(store: Store, place: str) -> Runner:
    if not on_server(place):
        from debate_core.running.runner import Runner  # noqa: PLC0415

        return Runner(store, reach=model_factory)
    from debate_core.running.fleet.runner import FleetRunner  # noqa: PLC0415  imports the driver

    return FleetRunner(store, place, reach=model_factory)


def worker_of(place: str, name: str, slots: int, access: Access) -> Worker:
    """A worker of the store at `postgresql://…`, for so many debates at once."""
    from debate_core.running.fleet.worker import Worker, describe_worker  # noqa: PLC0415  imports the driver

    me = describe_worker(name, slots, access)
    return Worker(open_store(place), place, me, access=access, connects=model_factory)


def personal_runner(whole: Runner, visitor: Visitor, hosting: Hosting) -> PersonalRunner:
    """A runner and its store as one visitor may use them."""
    from debate_core.running.runner import PersonalRunner, sweep  # noqa: PLC0415  a list of debates runs nothing

    sweep(whole)
    return PersonalRunner(whole, personal_store(whole.store, visitor, hosting), hosting)


def personal_store(whole: Store, visitor: Visitor, hosting: Hosting | None = None) -> PersonalStore:
    """A store as one visitor may use it; in a demonstration what they make lasts a day, and what they bring counts."""
    limits = hosting.limits if hosting and hosting.mode == "demo" else None
    lasts = DAY if limits else None
    return PersonalStore(whole, visitor, samples=frozenset(SAMPLES), lasts=lasts, limits=limits)


_RUNNERS: dict[str, Runner] = {}
_REGISTRY = threading.Lock()
_resolve = functools.cache(os.path.realpath)  # it looks at each part of a path, and a page asks often


def runner_of(place: str | pathlib.Path) -> Runner:
    """The one runner of a store in this process, which nothing that a page forgets can orphan."""
    where = str(place)
    key = where if on_server(where) else _resolve(os.path.join(os.getcwd(), where))
    with _REGISTRY:
        if key not in _RUNNERS:
            _RUNNERS[key] = _runner(open_store(where), where)
        return _RUNNERS[key]
