"""A runner as one person may use it: within the mode's models, the limits of a day and how many go on at once."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Sequence
from typing import Any

from debate_core.domain.config import Budget, Deliberation
from debate_core.domain.errors import DebateError, LeaseHeld, SetUpError
from debate_core.domain.hosting import Hosting
from debate_core.domain.model import is_simulated
from debate_core.domain.transcript import Turn
from debate_core.llm.catalogue import Access
from debate_core.running.estimate import limited
from debate_core.running.runner import Conductible, Runner
from debate_core.store.access import disown, every_grant, expired, own
from debate_core.store.conducted import Config
from debate_core.store.personal import PersonalStore
from debate_core.store.replay import ScoredRecord, load_judged

_BEGINS = threading.Lock()


class PersonalRunner:
    """Another runner behind the rights of one person; `store` is their own."""

    def __init__(self, whole: Runner, store: PersonalStore, hosting: Hosting) -> None:
        self.store = store
        self._whole, self._hosting = whole, hosting

    def start(
        self, config: Conductible, access: Access, turns: Sequence[Turn] = (), *, name: str | None = None
    ) -> str:
        """As any runner does, as theirs. Raises SetUpError where the mode or a limit doesn't let them."""
        self._check_models(config)
        self.check(config, access)
        name = name or uuid.uuid4().hex[:12]
        with _BEGINS:  # Counted and begun as one act.
            self._take(name, _reserved(config))
            try:
                return self._whole.start(config, access, turns, name=name)
            except DebateError:
                disown(self.store.whole, name)
                raise

    def check(self, config: Config, access: Access) -> None:
        self._whole.check(config, access)

    def resume(self, record: str, access: Access, **more: Any) -> None:
        self._go_on(record, self._whole.resume, access, **more)

    def deliberate(
        self, record: str, access: Access, settings: Deliberation | None = None, **more: Any
    ) -> None:
        self._go_on(record, self._whole.deliberate, access, settings, **more)

    def _go_on(self, record: str, go_on: Any, *values: Any, **more: Any) -> None:
        self.store.check(record, "run")
        held = load_judged(self.store, record)
        self._check_models(held.config)
        with _BEGINS:
            self._take(record, _reserved(held.config, more.get("budget")))
            go_on(record, *values, **more)

    def stop(self, record: str, **more: Any) -> bool:
        self.store.check(record, "run")
        return self._whole.stop(record, **more)

    def lacks(self, model: str, config: Config, access: Access) -> str:
        return self._whole.lacks(model, config, access)

    def who_deliberates(self, held: ScoredRecord, access: Access) -> tuple[tuple[str, ...], dict[str, str]]:
        return self._whole.who_deliberates(held, access)

    def wait(self, record: str, timeout: float | None = None) -> bool:
        return not self.store.allows(record, "see") or self._whole.wait(record, timeout)

    def conducts(self, record: str) -> bool:
        return self.store.allows(record, "see") and self._whole.conducts(record)

    def in_batch(self, record: str) -> bool:
        return self.store.allows(record, "see") and self._whole.in_batch(record)

    def waits(self, record: str) -> str:
        return self._whole.waits(record) if self.store.allows(record, "see") else ""

    def fault(self, record: str) -> str | None:
        return self._whole.fault(record) if self.store.allows(record, "see") else None

    # ── inside ──

    def _check_models(self, config: Conductible) -> None:
        others = [model for model in config.models if not is_simulated(model)]
        if self._hosting.mode == "demo" and others:
            raise SetUpError("this is a demonstration: only simulated models debate and judge here")
        if config.servers:
            raise SetUpError("servers of one's own can't be named here: choose one of the providers")

    def _take(self, record: str, tokens: int) -> None:
        """Make a record theirs, and take its tokens from their day. Raises LeaseHeld where as many go on as may,
        SetUpError where the day is over."""
        whole, me, limits = self.store.whole, self.store.visitor, self._hosting.limits
        going = [
            one for one in every_grant(whole).values() if one.record and self._whole.conducts(one.record)
        ]
        mine = sum(one.owner == me.key for one in going)
        if limits and mine >= limits.at_once:
            raise LeaseHeld(f"you have {mine} going on, as many as may at once: wait for one to end")
        if limits and len(going) >= limits.at_once_in_all:
            raise LeaseHeld(f"{len(going)} go on here, as many as may at once: try again in a minute")
        own(whole, record, me, limits, tokens=tokens, expires=self.store.expires())


def _reserved(config: Conductible, budget: Budget | None = None) -> int:
    """The tokens a debate may use at most; those of simulated models cost nothing."""
    if all(is_simulated(model) for model in config.models):
        return 0
    return (budget or limited(config).budget).tokens or 0


def sweep(runner: Runner) -> None:
    """Remove for good what was kept for a day only."""
    for record in expired(runner.store):
        runner.stop(record)
        runner.store.drop(record)
