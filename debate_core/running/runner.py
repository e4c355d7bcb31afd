"""Keeps moderators going on one background event loop; and a runner within one person's limits."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from debate_core.calls import graph
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.bounds import check_lengths
from debate_core.domain.config import Budget, DebateConfig, Deliberation
from debate_core.domain.errors import DebateError, LeaseHeld, ModelNotFound, SetUpError, StoreFailed
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import TranscriptConfig
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.settings import Hosting, RetryPolicy
from debate_core.domain.transcript import Turn
from debate_core.domain.wording import group
from debate_core.llm.catalogue import Access, lack_text, refusal_text, row_named, row_of
from debate_core.llm.prices import Prices, prices_of
from debate_core.llm.provider_check import answers, nobody_text
from debate_core.running.calls import Connect
from debate_core.running.estimate import budget_with_room, estimate_deliberation, models_ahead, with_limits
from debate_core.running.moderator import Moderator, events_to_take_over
from debate_core.running.pace import Limit, RateLimiter
from debate_core.store import Store, events
from debate_core.store.access import disown, every_grant, forget_notes, list_expired, own
from debate_core.store.deliberation import who_takes_part
from debate_core.store.log import Lease
from debate_core.store.model_record import Config
from debate_core.store.personal import PersonalStore
from debate_core.store.record import AnyRecord, Record, ScoredRecord, load_any, load_judged

STOP_SECONDS = 2.0
IDLE = "nobody would be asked: choose more rounds of discussion, or a control round that was not run yet"
Conductible = DebateConfig | ArtifactConfig
"""What can be chosen for models to be asked."""


_OPENINGS: Mapping[type[Conductible], Callable[..., events.RecordOpened]] = {
    DebateConfig: events.DebateOpened,
    TranscriptConfig: events.TranscriptOpened,
    ArtifactConfig: events.ArtifactOpened,
}


class _Run(FrozenValue):
    task: concurrent.futures.Future[None]
    done: threading.Event
    moderator: Moderator


def check_batches(config: DebateConfig) -> None:
    """Raise SetUpError where calls are to go in batches whose provider takes none."""
    models = dict.fromkeys(step.model for step in graph(config) if step.batched)
    without = [name for name in models if not row_of(name, config.servers).batches]
    if without:
        raise SetUpError(
            f"batches need models of OpenAI or Anthropic, not {join_and(without)}: choose others for judges and "
            "briefing, or score at once"
        )


def _check_money(budget: Budget, prices: Prices) -> None:
    unknown = [model for model, pricing in prices.models.items() if pricing.unknown]
    if budget.dollars is not None and unknown:
        raise SetUpError(
            f"a budget in money needs a known price, and none is known for {join_and(unknown)}: set one in tokens"
        )


class Runner:
    """Conducts debates and reviews of one store. `reach`: how a run reaches models; `pace`: the limits over all."""

    def __init__(
        self, store: Store, *, reach: Callable[[Access], Connect], retry: RetryPolicy | None = None
    ) -> None:
        self.store = store
        self.pace = RateLimiter()
        self._reach = reach
        self._retry = retry
        self._runs: dict[str, _Run] = {}
        self._faults: dict[str, str] = {}
        self._lock = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="debates", daemon=True)
        self._thread.start()

    def limit(self, limits: Mapping[str, Limit]) -> None:
        """Keep to what providers take, by their names."""
        self.pace.limit(limits)

    def start(
        self,
        config: Conductible,
        access: Access,
        turns: Sequence[Turn] = (),
        *,
        name: str | None = None,
        spoken: Record | None = None,
        study: str | None = None,
    ) -> str:
        """Open a record, begin to conduct it, and return its id.

        turns: what was said in a transcript. name: its id. spoken: a debate whose speeches it takes over. study: the
        one it belongs to. Raises SetUpError before anything is stored, FactStored for a name that is taken.
        """
        self.check(config, access)
        prices = prices_of(config.models, config.servers)
        _check_money(config.budget, prices)
        config = with_limits(config)
        opening = _OPENINGS[type(config)](config=config, prices=prices)
        if isinstance(opening, events.DebateOpened):
            opening = opening.model_copy(update={"forked_from": spoken and spoken.id, "study": study})
        then: tuple[events.Event, ...] = tuple(events.TurnSpoken(turn=turn, calls=()) for turn in turns)
        if spoken:
            then = events_to_take_over(spoken)
        record = self.store.open_record(opening, name, then)
        self._conduct(record, config, self.store.acquire(record), access)
        return record

    def check(self, config: Config, access: Access) -> None:
        if isinstance(config, DebateConfig | ArtifactConfig):
            check_lengths(config)
            if config.deliberation and not (config.deliberation.rounds or config.deliberation.probes):
                raise SetUpError(IDLE)
        if isinstance(config, DebateConfig):
            check_batches(config)
        self._check(config.models, config, access)

    def resume(
        self,
        name: str,
        access: Access,
        *,
        retry_failed: bool = False,
        narrative: bool = False,
        budget: Budget | None = None,
    ) -> None:
        """Go on with what the log holds. Raises LeaseHeld, SetUpError.

        retry_failed: ask failed judges and a briefing anew, even in a finished debate. narrative: have a finished
        debate read as a whole. budget: one to have instead of its own.
        """
        self._check_free(name)
        record = load_any(self.store, name)
        if narrative:
            if not isinstance(record, Record) or record.progress != "finished" or not record.may_narrate:
                raise SetUpError(f"expected a finished debate without a narrative; {record.id!r} is none")
            self._check([record.config.narrative_by], record.config, access)
            self._go_on(record, access, budget, [events.DebateResumed(narrative=True)])
            return
        if record.progress == "finished" and not (retry_failed and record.has_failures):
            raise SetUpError(f"{name!r} is finished and nothing failed: there is nothing to resume")
        self._check(models_ahead(record), record.config, access)
        self._go_on(record, access, budget, [events.DebateResumed(retry_failed=retry_failed)])

    def deliberate(
        self, name: str, access: Access, settings: Deliberation | None = None, *, budget: Budget | None = None
    ) -> None:
        """Let the judges of a finished debate, or a text's reviewers, read each other and score again.

        settings: by default those it had. Judges whose model can't be reached keep their sheet; a budget that nobody
        set grows. Raises LeaseHeld; SetUpError where it has not finished, fewer than 2 can take part, or none is asked.
        """
        self._check_free(name)
        record = load_judged(self.store, name)
        if record.progress != "finished":
            raise SetUpError(f"{record.kind} {name!r} has not finished: resume it first")
        takes, keeps = self.who_deliberates(record, access)
        plan = settings or record.planned.deliberation or Deliberation()
        ahead = estimate_deliberation(record, plan, keeps)
        if not ahead.calls:
            raise SetUpError(IDLE)
        opening = events.DeliberationOpened(settings=plan, takes_part=takes, keeps=keeps)
        budget = budget or budget_with_room(record, ahead)
        self._go_on(record, access, budget, [events.DebateResumed(), opening])

    def who_deliberates(self, record: ScoredRecord, access: Access) -> tuple[tuple[str, ...], dict[str, str]]:
        """The judges that can deliberate, and why each other keeps its sheet. Raises SetUpError for fewer than 2."""
        lacks: dict[str, str] = {}
        for model in {seat.model for seat in record.judging.seats if seat.model}:
            try:
                url = row_of(model, access.servers or record.config.servers).base_url
                silent = not self.store.remote and answers(url) is False  # workers may reach what isn't here
                lacks[model] = nobody_text(url) if silent else self.lack_text(model, record.config, access)
            except ModelNotFound as error:
                lacks[model] = str(error)
        takes, keeps = who_takes_part(record, lacks)
        if len(takes) < 2:
            whose = group((reason.rstrip("."), name) for name, reason in keeps.items())
            why = " ".join(f"{join_and(names)}: {reason}." for reason, names in whose.items())
            raise SetUpError(
                f"a discussion needs 2 {record.judge}s who can take part; {len(takes) or 'none'} can. {why}"
            )
        return takes, keeps

    def _check_free(self, record: str) -> None:
        """Raise LeaseHeld where others were asked to conduct it: of whoever conducts it already, its lease tells."""

    def _go_on(
        self, record: AnyRecord, access: Access, budget: Budget | None, facts: list[events.Event]
    ) -> None:
        if budget and record.prices:
            _check_money(budget, record.prices)
        lease = self.store.acquire(record.id)
        raised: list[events.Event] = [events.BudgetRaised(budget=budget)] if budget else []
        try:
            self.store.append(record.id, [*raised, *facts], lease=lease)
        except StoreFailed:
            with contextlib.suppress(StoreFailed):
                self.store.release(lease)
            raise
        self._conduct(record.id, record.config, lease, access)

    def stop(self, record: str, *, wait: float = STOP_SECONDS) -> bool:
        """Stop a debate that runs here; true when it has ended within `wait` seconds."""
        with self._lock:
            run = self._runs.get(record)
        if run is None:
            return False
        run.task.cancel()
        return run.done.wait(wait)

    def wait(self, record: str, timeout: float | None = None) -> bool:
        with self._lock:
            run = self._runs.get(record)
        return run is None or run.done.wait(timeout)

    def conducts(self, record: str) -> bool:
        with self._lock:
            return record in self._runs

    def in_batch(self, record: str) -> bool:
        with self._lock:
            run = self._runs.get(record)
        return run is not None and run.moderator.waits

    def wait_text(self, record: str) -> str:
        """What a debate waits for before it is conducted, in words: here none has to."""
        return ""

    def fault_text(self, record: str) -> str | None:
        """Why the last run here ended without a word in the log (a full disk)."""
        return self._faults.get(record)

    def close(self) -> None:
        for record in list(self._runs):
            self.stop(record)
        # A stream that broke off may still have an end to come to: it would say so on its way out.
        ended = asyncio.run_coroutine_threadsafe(self._loop.shutdown_asyncgens(), self._loop)
        with contextlib.suppress(TimeoutError):
            ended.result(STOP_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STOP_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()

    def _check(self, models: Iterable[str], config: Config, access: Access) -> None:
        lacks = dict.fromkeys(self.lack_text(name, config, access) for name in models)
        if sentences := list(filter(None, lacks)):
            raise SetUpError(" ".join(sentences))

    def lack_text(self, model: str, config: Config, access: Access) -> str:
        """Why a model can't be reached now; empty where it can. Raises ModelNotFound."""
        return lack_text(row_of(model, access.servers or config.servers), access)

    def _conduct(self, record: str, config: Config, lease: Lease, access: Access) -> None:
        self._faults.pop(record, None)
        models = self._reach(replace(access, servers=access.servers or config.servers))
        began, done = threading.Event(), threading.Event()
        moderator = Moderator(self.store, lease, models, retry=self._retry, pace=self.pace)
        with self._lock:
            task = asyncio.run_coroutine_threadsafe(self._watch(record, moderator, began, done), self._loop)
            self._runs[record] = _Run(task=task, done=done, moderator=moderator)
        # A task cancelled before its first step would never note that it was stopped.
        began.wait(STOP_SECONDS)

    async def _watch(
        self, record: str, moderator: Moderator, began: threading.Event, done: threading.Event
    ) -> None:
        began.set()
        try:
            await moderator.conduct()
        except DebateError as error:
            self._faults[record] = str(error)
        except Exception as error:
            # A fault of ours: said on screen by its type; its text may hold anything.
            self._faults[record] = f"it broke off by a fault of the program ({type(error).__name__})"
        finally:
            with self._lock:
                self._runs.pop(record, None)
            done.set()


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
        self._whole.check(config, access)
        name = name or uuid.uuid4().hex[:12]
        with _BEGINS:  # Counted and begun as one act.
            self._take(name, _tokens_at_most(config))
            try:
                return self._whole.start(config, access, turns, name=name)
            except DebateError:
                if not self.store.whole.last_sequence(name):
                    disown(self.store.whole, name)
                raise

    def resume(self, name: str, access: Access, **more: Any) -> None:
        self._go_on(name, self._whole.resume, access, **more)

    def deliberate(
        self, name: str, access: Access, settings: Deliberation | None = None, **more: Any
    ) -> None:
        self._go_on(name, self._whole.deliberate, access, settings, **more)

    def _go_on(self, name: str, go_on: Any, *values: Any, **more: Any) -> None:
        self.store.check(name, "run")
        record = load_judged(self.store, name)
        self._check_models(record.config)
        with _BEGINS:
            self._take(name, _tokens_at_most(record.config, more.get("budget")))
            go_on(name, *values, **more)

    def stop(self, record: str, **more: Any) -> bool:
        self.store.check(record, "run")
        return self._whole.stop(record, **more)

    def lack_text(self, model: str, config: Config, access: Access) -> str:
        return self._whole.lack_text(model, config, access)

    def who_deliberates(self, record: ScoredRecord, access: Access) -> tuple[tuple[str, ...], dict[str, str]]:
        return self._whole.who_deliberates(record, access)

    def conducts(self, record: str) -> bool:
        return self.store.allows(record, "see") and self._whole.conducts(record)

    def wait_text(self, record: str) -> str:
        return self._whole.wait_text(record) if self.store.allows(record, "see") else ""

    def fault_text(self, record: str) -> str | None:
        return self._whole.fault_text(record) if self.store.allows(record, "see") else None

    def _check_models(self, config: Conductible) -> None:
        named = (row_named(one.name, config.servers) for one in config.servers)
        for row in (*(row_of(model, config.servers) for model in config.models), *named):
            if refusal := refusal_text(row, self._hosting.only):
                raise SetUpError(refusal)

    def _take(self, record: str, tokens: int) -> None:
        """Make a record theirs and take its tokens from their day. Raises LeaseHeld, SetUpError at a limit."""
        whole, me, limits = self.store.whole, self.store.visitor, self._hosting.limits
        going = [
            one for one in every_grant(whole).values() if one.record and self._whole.conducts(one.record)
        ]
        mine = [one.record for one in going if one.owner == me.key]
        if limits and len(mine) >= limits.at_once:
            limit = pluralise(limits.at_once, "debate")
            raise LeaseHeld(f"you may run {limit} at a time: wait until one of yours ends", mine[0])
        if limits and len(going) >= limits.at_once_in_all:
            limit = pluralise(limits.at_once_in_all, "debate")
            raise LeaseHeld(f"this server runs {limit} at a time: try again in a minute")
        own(whole, record, me, limits, tokens=tokens, expires=self.store.expires())


def _tokens_at_most(config: Conductible, budget: Budget | None = None) -> int:
    if all(is_simulated(model) for model in config.models):
        return 0
    return (budget or with_limits(config).budget).tokens or 0


def sweep(runner: Runner) -> None:
    """Remove for good what was kept for a day only."""
    for record in list_expired(runner.store):
        runner.stop(record)
        runner.store.drop(record)
    forget_notes(runner.store)
