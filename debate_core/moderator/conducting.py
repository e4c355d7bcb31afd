"""Conducting one debate: walk the graph, let each step ask, read and note, and end in a state one can resume from.

Knows prompts, readers, the log and the seam to models; never the screen. Invariant: conducting again from any log gives
the events that are missing and no others.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace

from debate_core.debating.reading import read_closing, read_opening, read_responses
from debate_core.debating.speech import Speech, settled
from debate_core.debating.structured import purpose_of, turn_number, turn_of
from debate_core.errors import LeaseLost, Paused, StoreFailed
from debate_core.events import (
    AnswerFaulted,
    BriefingFailed,
    BriefingWritten,
    DebateFinished,
    DebatePaused,
    DebateResumed,
    DebateStopped,
    JudgeFailed,
    SheetRead,
    TurnSpoken,
)
from debate_core.judging.briefing import read_briefing
from debate_core.judging.reading import read_answer, to_sheet
from debate_core.lease import LEASE_SECONDS, Lease
from debate_core.llm import base
from debate_core.llm.errors import ModelError
from debate_core.moderator.budget import Ledger
from debate_core.moderator.calls import Caller, Halted, Log
from debate_core.moderator.graph import Step, graph
from debate_core.prompts.fence import new_mark
from debate_core.prompts.prompt import Prompt
from debate_core.prompts.rendering import render
from debate_core.replay import replay
from debate_core.settings import Patience
from debate_core.store import Store
from debate_core.transcript import Transcript

JUDGE_ASKINGS = 3
BRIEFING_ASKINGS = 2
NOT_CONFIRMED = "Completion not confirmed: the server did not say that the answer was whole."


class Moderator:
    """Conducts one debate under a lease.

    connect: model name -> Model. mark: the fence's random mark, new for each call. sleep: waits between attempts.
    """

    def __init__(
        self,
        store: Store,
        lease: Lease,
        connect: Callable[[str], base.Model],
        *,
        patience: Patience | None = None,
        mark: Callable[[], str] = new_mark,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        events = store.read(lease.record)
        self._record = replay(events)
        self._config = self._record.config
        self._log = Log(store=store, lease=lease)
        self._log.take(events)
        ledger = Ledger(self._config.budget, self._record.spent)
        self._caller = Caller(self._log, ledger, connect, patience=patience, sleep=sleep)
        self._mark = mark
        self._turns = {turn.number: turn for turn in self._record.transcript.turns}
        self._sheets = {seat.name: seat.sheet for seat in self._record.seats if seat.sheet}
        self._ended = {seat.name for seat in self._record.failed}
        self._first_asking = _askings_before_retry([stored.event for stored in events])

    async def conduct(self) -> None:
        """Walk the graph to its end, or to a pause. Raises LeaseLost and StoreFailed; a cancelled task is a stop."""
        store, lease = self._log.store, self._log.lease
        store.clear_words(lease.record)
        heart = asyncio.create_task(self._hold(asyncio.current_task()))
        try:
            await self._walk()
        except asyncio.CancelledError:
            if heart.done() and not heart.cancelled() and (error := heart.exception()):
                raise error from None
            self._log.note(DebateStopped())
            raise
        except Paused as pause:
            self._log.note(DebatePaused(cause=str(pause)))
        else:
            self._log.note(DebateFinished())
        finally:
            heart.cancel()
            with contextlib.suppress(StoreFailed):
                store.clear_words(lease.record)
                store.release(lease)

    async def _hold(self, conducting: "asyncio.Task[None] | None") -> None:
        """Renew the lease while conducting; when it is lost, stop conducting at once."""
        while True:
            await asyncio.sleep(LEASE_SECONDS / 3)
            try:
                self._log.store.renew(self._log.lease)
            except LeaseLost:
                if conducting is not None:
                    conducting.cancel()
                raise
            except StoreFailed:
                continue  # The next fact will say so, or the store will be well again.

    async def _walk(self) -> None:
        """Every step as a task that waits for its needs; the first pause lets calls under way end, and starts none."""
        tasks: dict[str, asyncio.Task[None]] = {}
        for step in graph(self._config):
            needs = [tasks[name] for name in step.needs]
            tasks[step.name] = asyncio.create_task(self._take(step, needs))
        try:
            results = await asyncio.gather(*tasks.values(), return_exceptions=True)
        except asyncio.CancelledError:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
            raise
        errors = [result for result in results if isinstance(result, BaseException)]
        for error in sorted(errors, key=lambda e: (isinstance(e, Paused), isinstance(e, Halted))):
            raise error

    async def _take(self, step: Step, needs: list["asyncio.Task[None]"]) -> None:
        await asyncio.gather(*needs)
        try:
            match step.kind:
                case "speech":
                    await self._speak(step)
                case "judging":
                    await self._judge(step)
                case "briefing":
                    await self._brief(step)
        except BaseException:
            self._caller.halted = True
            raise

    @property
    def _transcript(self) -> Transcript:
        turns = tuple(self._turns[number] for number in sorted(self._turns))
        return Transcript(topic=self._config.topic, turns=turns)

    # ── one speech ──

    async def _speak(self, step: Step) -> None:
        assert step.phase is not None and step.side is not None
        number = turn_number(step.phase, step.side)
        if number in self._turns:
            return
        purpose = purpose_of(self._config, self._transcript, step.phase, step.side)
        try:
            speech, calls = await self._speech(step, purpose)
        except ModelError as error:
            raise Paused(
                f"{step.side.upper()}'s {step.phase.replace('_', '-')} could not be had: {error}"
            ) from error
        turn = turn_of(step.phase, step.side, speech)
        self._log.note(TurnSpoken(turn=turn, calls=calls))
        self._turns[number] = turn

    async def _speech(self, step: Step, purpose: base.Purpose) -> tuple[Speech, tuple[str, ...]]:
        """The speech as read, and the calls it was read from: once more with the faults when it did not read."""
        if isinstance(purpose, base.CrossExamination) and not purpose.targets:
            return Speech(warnings=("There was no argument to answer.",)), ()
        completion, prompt = await self._ask(step, step.name, purpose, ())
        first = _read_speech(purpose, completion, prompt, final=False)
        if not first.faults:
            return first, (step.name,)
        self._log.note(AnswerFaulted(call=step.name, faults=first.faults))
        again = f"{step.name}#2"
        narrowed = _still_missing(purpose, first)
        completion, prompt = await self._ask(step, again, narrowed, first.faults)
        return settled(first, _read_speech(narrowed, completion, prompt, final=True)), (step.name, again)

    # ── one judge ──

    async def _judge(self, step: Step) -> None:
        assert step.judge is not None
        if step.judge in self._sheets or step.judge in self._ended:
            return
        judge = next(j for j in self._config.panel.judges if j.name == step.judge)
        purpose = base.Judging(judge=judge, rubric=self._config.rubric, transcript=self._transcript)
        ids = tuple(a.id for a in self._transcript.arguments)
        if not ids:
            return self._fail(step.judge, "neither side gave an argument that could be scored")
        faults: tuple[str, ...] = ()
        first = self._first_asking.get(step.name, 1)
        for asking in range(first, first + JUDGE_ASKINGS):
            call = step.name if asking == 1 else f"{step.name}#{asking}"
            try:
                completion, prompt = await self._ask(step, call, purpose, faults)
            except ModelError as error:
                return self._fail(step.judge, f"{error.kind}: {error}")
            answer = read_answer(
                completion.text, argument_ids=ids, rubric=self._config.rubric, transcript=prompt.shown
            )
            if answer.scores:
                sheet = to_sheet(answer, step.judge)
                self._log.note(SheetRead(sheet=sheet, call=call, rung=answer.rung))
                self._sheets[step.judge] = sheet
                return None
            faults = answer.faults
            self._log.note(AnswerFaulted(call=call, faults=faults))
        return self._fail(step.judge, f"no readable answer in {JUDGE_ASKINGS} askings: {' '.join(faults)}")

    def _fail(self, judge: str, cause: str) -> None:
        self._log.note(JudgeFailed(judge=judge, cause=cause))

    # ── the briefing ──

    async def _brief(self, step: Step) -> None:
        if self._record.briefing is not None or self._record.briefing_cause is not None:
            return
        transcript = self._transcript
        sheets = [self._sheets.get(judge.name) for judge in self._config.panel.judges]
        purpose = base.Briefing(transcript=transcript, sheets=tuple(s for s in sheets if s))
        faults: tuple[str, ...] = ()
        first = self._first_asking.get(step.name, 1)
        for asking in range(first, first + BRIEFING_ASKINGS):
            call = step.name if asking == 1 else f"{step.name}#{asking}"
            try:
                completion, prompt = await self._ask(step, call, purpose, faults)
            except ModelError as error:
                return self._log.note(BriefingFailed(cause=f"{error.kind}: {error}"))
            ids = tuple(a.id for a in transcript.arguments)
            reading = read_briefing(completion.text, argument_ids=ids, shown=prompt.shown)
            if reading.briefing is not None:
                return self._log.note(BriefingWritten(briefing=reading.briefing, call=call))
            faults = reading.faults
            self._log.note(AnswerFaulted(call=call, faults=faults))
        return self._log.note(BriefingFailed(cause=f"no readable answer in {BRIEFING_ASKINGS} askings"))

    async def _ask(
        self, step: Step, call: str, purpose: base.Purpose, faults: tuple[str, ...]
    ) -> tuple[base.Completion, Prompt]:
        prompt = render(purpose, mark=self._mark(), faults=faults)
        request = base.Request(
            call=call,
            model=step.model,
            purpose=purpose,
            messages=prompt.messages,
            schema=prompt.schema,
            max_tokens=step.cap,
            temperature=self._temperature(step),
            faults=faults,
            seed=self._config.seed,
        )
        return await self._caller.ask(request, watched=step.kind == "speech"), prompt

    def _temperature(self, step: Step) -> float:
        if step.phase is not None and step.side is not None:
            return self._config.debater(step.side).temperatures.at(step.phase)
        return next((j.temperature for j in self._config.panel.judges if j.name == step.judge), 0.2)


def _read_speech(
    purpose: base.Purpose, completion: base.Completion, prompt: Prompt, *, final: bool
) -> Speech:
    text, shown = completion.text, prompt.shown
    match purpose:
        case base.Opening(side=side, count=count):
            speech = read_opening(text, side=side, count=count, shown=shown, final=final)
        case base.CrossExamination(side=side, targets=targets):
            speech = read_responses(text, side=side, targets=targets, shown=shown, final=final)
        case base.Closing(side=side):
            speech = read_closing(text, side=side, shown=shown, final=final)
        case _:
            raise TypeError(f"expected a speech; got {purpose!r}")
    if completion.finish == "length":
        return speech.cut_short()
    if completion.finish == "unconfirmed":
        return replace(speech, warnings=(*speech.warnings, NOT_CONFIRMED))
    return speech


def _still_missing(purpose: base.Purpose, speech: Speech) -> base.Purpose:
    """The same purpose, narrowed to the arguments that are still unanswered."""
    if not isinstance(purpose, base.CrossExamination) or not speech.missing:
        return purpose
    return replace(purpose, targets=tuple(a for a in purpose.targets if a.id in speech.missing))


def _askings_before_retry(events: list[object]) -> dict[str, int]:
    """For each step the number its next asking has after the last retry: answers that were faulted are not re-read."""
    retries = [n for n, e in enumerate(events) if isinstance(e, DebateResumed) and e.retry_failed]
    counts: dict[str, int] = {}
    for event in events[: retries[-1]] if retries else []:
        if isinstance(event, AnswerFaulted):
            name = event.call.partition("#")[0]
            counts[name] = counts.get(name, 1) + 1
    return counts
