"""Conducting one debate: walks the graph, asks in each step, and from any log gives just the missing events."""

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterable

from debate_core.answers import retraction
from debate_core.answers.json import NOT_FOUND, UNREADABLE
from debate_core.answers.prompt import Prompt, new_mark
from debate_core.answers.score_tables import NO_TABLE
from debate_core.calls import KINDS, graph
from debate_core.calls.ask import CUT_FAULT, ModelTask, Step, TaskAnswer
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import BudgetReached, LeaseLost, Paused, StoreFailed
from debate_core.domain.model import Completion, Request
from debate_core.domain.numerals import number_word
from debate_core.domain.settings import RetryPolicy
from debate_core.llm.catalogue import reasoning_tokens
from debate_core.llm.errors import NEEDS_A_PERSON, ModelError
from debate_core.running.calls import Caller, Connect
from debate_core.running.log import Halted, Log
from debate_core.running.pace import RateLimiter
from debate_core.store import Store, events
from debate_core.store.log import LEASE_SECONDS, Lease
from debate_core.store.record import AnyRecord, Record


class StepRunner:
    def __init__(self, log: Log, caller: Caller, nonce: Callable[[], str]) -> None:
        self._log, self._caller, self._nonce = log, caller, nonce
        self._rounds: dict[str, str] = {}

    async def run(self, step: Step) -> None:
        record = self._log.record
        if step.name in record.results or step.name in record.failures:
            return
        ask = KINDS[step.kind].at(record, step)
        fact = await self._had(step, ask) if isinstance(ask, ModelTask) else ask
        if fact is not None:
            await self._log.note(fact)

    async def _had(self, step: Step, ask: ModelTask) -> events.Event:
        first = self._log.record.first_askings.get(step.name, 1)
        calls = [events.CallId(step=step.name, asking=n) for n in range(first, first + ask.askings)]
        faults: tuple[str, ...] = ()
        for place, call in enumerate(calls, start=1):
            try:
                completion, prompt = await self._ask(step, ask, call, faults)
            except ModelError as error:
                if ask.needed or error.put_off or error.kind in NEEDS_A_PERSON:
                    raise Paused(f"{ask.title(step)} could not be had: {error}") from error
                return events.StepFailed(
                    step=step.name, failure=events.Failure(kind=error.kind, message=str(error))
                )
            answer = TaskAnswer(
                text=completion.text,
                finish=completion.finish,
                plain=prompt.plain,
                call=call,
                calls=tuple(calls[:place]),
                final=place == len(calls),
            )
            reading = ask.read(answer)
            if reading.fact is not None:
                return reading.fact
            cut = (CUT_FAULT,) if completion.finish == "length" else ()
            faults, ask = tuple(dict.fromkeys((*reading.faults, *cut))), reading.again or ask
            await self._log.note(events.AnswerFaulted(call=call, faults=faults))
        message = f"{number_word(len(calls))} answers couldn't be read. The last: {faults_text(faults)}"
        return events.StepFailed(step=step.name, failure=events.Failure(kind="unreadable", message=message))

    async def _ask(
        self, step: Step, ask: ModelTask, call: events.CallId, faults: tuple[str, ...]
    ) -> tuple[Completion, Prompt]:
        prompt, config = ask.prompt(self._mark(ask), faults), self._log.record.config
        request = Request(
            call=str(call),
            model=step.model,
            messages=prompt.messages,
            schema=prompt.schema,
            cap=step.cap,
            temperature=step.temperature,
            seed=config.seed,
            reasoning_budget=reasoning_tokens(step.model, config.effort, config.servers),
            effort=config.effort,
        )
        return await self._caller.ask(call, request, ask, batched=step.batched), prompt

    def _mark(self, ask: ModelTask) -> str:
        """A mark of its own, or the round's, drawn when the first of the round asks."""
        if not ask.round:
            return self._nonce()
        if ask.round not in self._rounds:
            self._rounds[ask.round] = self._nonce()
        return self._rounds[ask.round]


_PLAIN = {
    r'"[a-z_]+_score" must be (.*) and nothing else\.': r"had a score that is missing or not \1.",
    'expected "standing" .*': "had no clear ruling.",
    "expected once; .*": "came twice.",
    r"\w+ still holds the placeholder of the form\.": "was left as in the empty form.",
}


_PLAIN_AS_A_WHOLE = {
    retraction.ASIDES: "Its reasons speak of its own scores.",
    retraction.WITHDRAWN: "Words beside its scores may take them back.",
    retraction.DISOWNED: "It doesn't stand by its scores.",
    UNREADABLE: "It came in no form that could be read.",
    NOT_FOUND: "Only words came.",
    NO_TABLE: "No list of scores came.",
    CUT_FAULT: "It was cut off by its length cap.",
}


def faults_text(faults: Iterable[str]) -> str:
    """Faults for a person: plain where we have the words, and what was wrong with several things alike said once.

    >>> faults_text(("PRO-1: expected a standing.", "PRO-2: expected a standing.", "Expected one object."))
    'PRO-1, PRO-2: expected a standing. Expected one object.'
    >>> faults_text(f'PRO-1: "{name}_score" must be a 1 or a 2 and nothing else.' for name in ("logic", "honesty"))
    'PRO-1 had a score that is missing or not a 1 or a 2.'
    """
    places: dict[tuple[str, str], dict[str, None]] = {}
    for fault in (_PLAIN_AS_A_WHOLE.get(one, one) for one in faults):
        where, colon, sentence = fault.partition(": ")
        kinds = ((re.fullmatch(pattern, sentence), words) for pattern, words in _PLAIN.items())
        plain = next((one.expand(words) for one, words in kinds if one), "")
        places.setdefault((plain or sentence or fault, " " if plain else colon), {})[where] = None
    sentences = []
    for (words, mark), alike in places.items():
        named = ", ".join(alike).replace("_", " ")
        sentences.append(f"{named}{mark}{words}" if mark else words)
    return " ".join(sentences)


class Moderator:
    """Conducts one debate under a lease.

    connect: model name and what is asked -> Model. pace: the limits it keeps to together with others. nonce: the
    fence's random mark.
    """

    def __init__(
        self,
        store: Store,
        lease: Lease,
        connect: Connect,
        *,
        retry: RetryPolicy | None = None,
        pace: RateLimiter | None = None,
        nonce: Callable[[], str] = new_mark,
    ) -> None:
        self._log = Log(store, lease)
        self._caller = Caller(self._log, connect, retry=retry, pace=pace)
        self._steps = StepRunner(self._log, self._caller, nonce)
        self.handed_over = False

    @property
    def record(self) -> AnyRecord:
        return self._log.record

    def hand_over(self) -> None:
        """Begin no call any more; `conduct` ends with those under way, for another to go on."""
        self._caller.halted = True

    @property
    def waits(self) -> bool:
        return self._caller.batches.waits

    async def conduct(self) -> None:
        """Walk the graph to its end, or to a pause. Raises LeaseLost and StoreFailed; a cancelled task is a stop."""
        log = self._log
        heart = asyncio.create_task(self._hold(asyncio.current_task()))
        # A lease that was lost is said by the fact that could not be noted.
        heart.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        try:
            await log.ask(log.store.clear_words, log.lease.record)
            await self._walk()
        except asyncio.CancelledError:
            if heart.done() and not heart.cancelled() and (error := heart.exception()):
                raise error from None
            await log.note(events.DebateStopped())
            raise
        except Halted:  # No pause is before it: nothing but `hand_over` has ended the calls.
            self.handed_over = True
        except Paused as pause:
            await log.note(events.DebatePaused(cause=str(pause), by_budget=isinstance(pause, BudgetReached)))
        else:
            await log.note(events.DebateFinished())
        finally:
            heart.cancel()
            with contextlib.suppress(StoreFailed):
                await log.ask(self._let_go)

    def _let_go(self) -> None:
        store, lease = self._log.store, self._log.lease
        store.clear_words(lease.record)
        store.release(lease)

    async def _hold(self, conducting: "asyncio.Task[None] | None") -> None:
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            try:
                await self._log.ask(self._log.store.renew, self._log.lease)
            except LeaseLost:
                if conducting is not None:
                    conducting.cancel()
                raise
            except StoreFailed:
                continue  # The next fact will say so, or the store will be well again.

    async def _walk(self) -> None:
        """Every step as a task that waits for its needs; the first pause starts no further call."""
        tasks: dict[str, asyncio.Task[None]] = {}
        for step in graph(self._log.record.planned):
            tasks[step.name] = asyncio.create_task(self._take(step, [tasks[name] for name in step.needs]))
        try:
            results = await asyncio.gather(*tasks.values(), return_exceptions=True)
        except asyncio.CancelledError:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
            raise
        errors = [result for result in results if isinstance(result, BaseException)]
        for error in sorted(errors, key=lambda one: (isinstance(one, Paused), isinstance(one, Halted))):
            raise error

    async def _take(self, step: Step, needs: list["asyncio.Task[None]"]) -> None:
        await asyncio.gather(*needs)
        try:
            await self._steps.run(step)
        except BaseException:
            self._caller.halted = True
            raise


def apart_from_panel(config: DebateConfig) -> tuple[str, ...]:
    """The speeches and the live judge's work: steps that no judge of the panel has a part in."""
    names: dict[str, None] = {}
    for step in graph(config):
        if not step.judge and names.keys() >= set(step.needs):
            names[step.name] = None
    return tuple(names)


def events_to_take_over(record: Record) -> tuple[events.Event, ...]:
    steps = set(apart_from_panel(record.config))
    results: list[events.Event] = [result for step, result in record.results.items() if step in steps]
    failures = {step: failure for step, failure in record.failures.items() if step in steps}
    return (*results, *(events.StepFailed(step=step, failure=failure) for step, failure in failures.items()))
