"""Settles one step: ask, read, ask again with the faults, note the fact or the failure. What can't be read has failed;
a missing speech, a refused key or an empty quota pauses the debate."""

from collections.abc import Callable

from debate_core.asks import KINDS
from debate_core.asks.ask import Answer, Ask, Step
from debate_core.errors import Paused
from debate_core.events import AnswerFaulted, CallId, Event, Failure, StepFailed
from debate_core.llm import base
from debate_core.llm.base import Completion
from debate_core.llm.errors import NEEDS_A_PERSON, ModelError
from debate_core.llm.thinking import thinking_room
from debate_core.moderator.calls import Caller
from debate_core.moderator.log import Log
from debate_core.prompts.prompt import Prompt


class Desk:
    def __init__(self, log: Log, caller: Caller, nonce: Callable[[], str]) -> None:
        self._log, self._caller, self._nonce = log, caller, nonce
        self._rounds: dict[str, str] = {}

    async def settle(self, step: Step) -> None:
        record = self._log.record
        if step.name in record.results or step.name in record.failures:
            return
        ask = KINDS[step.kind].at(record, step)
        fact = await self._had(step, ask) if isinstance(ask, Ask) else ask
        if fact is not None:
            await self._log.note(fact)

    async def _had(self, step: Step, ask: Ask) -> Event:
        first = self._log.record.first_askings.get(step.name, 1)
        calls = [CallId(step=step.name, asking=n) for n in range(first, first + ask.askings)]
        faults: tuple[str, ...] = ()
        for place, call in enumerate(calls, start=1):
            try:
                completion, prompt = await self._ask(step, ask, call, faults)
            except ModelError as error:
                if ask.needed or error.put_off or error.kind in NEEDS_A_PERSON:
                    raise Paused(f"{ask.called(step)} could not be had: {error}") from error
                return StepFailed(step=step.name, failure=Failure(kind=error.kind, message=str(error)))
            answer = Answer(
                text=completion.text,
                finish=completion.finish,
                shown=prompt.shown,
                call=call,
                calls=tuple(calls[:place]),
                final=place == len(calls),
            )
            reading = ask.read(answer)
            if reading.fact is not None:
                return reading.fact
            faults, ask = reading.faults, reading.again or ask
            await self._log.note(AnswerFaulted(call=call, faults=faults))
        message = f"no readable answer in {len(calls)} askings: {in_short(faults)}"
        return StepFailed(step=step.name, failure=Failure(kind="unreadable", message=message))

    async def _ask(
        self, step: Step, ask: Ask, call: CallId, faults: tuple[str, ...]
    ) -> tuple[Completion, Prompt]:
        prompt, config = ask.prompt(self._mark(ask), faults), self._log.record.config
        request = base.Request(
            call=str(call),
            model=step.model,
            messages=prompt.messages,
            schema=prompt.schema,
            cap=step.cap,
            temperature=step.temperature,
            seed=config.seed,
            room=thinking_room(step.model, config.effort, config.servers),
            effort=config.effort,
        )
        return await self._caller.ask(call, request, ask, batched=step.batched), prompt

    def _mark(self, ask: Ask) -> str:
        """A mark of its own, or the round's, drawn when the first of the round asks."""
        if not ask.round:
            return self._nonce()
        if ask.round not in self._rounds:
            self._rounds[ask.round] = self._nonce()
        return self._rounds[ask.round]


def in_short(faults: tuple[str, ...]) -> str:
    """Faults for a person: what was wrong with several things alike is said once.

    >>> in_short(("PRO-1: expected a standing.", "PRO-2: expected a standing.", "Expected one object."))
    'PRO-1, PRO-2: expected a standing. Expected one object.'
    """
    alike: dict[tuple[str, bool], dict[str, None]] = {}
    for fault in faults:
        where, colon, sentence = fault.partition(": ")
        alike.setdefault((sentence if colon else fault, bool(colon)), {})[where] = None
    return " ".join(
        f"{', '.join(where)}: {sentence}" if told else sentence for (sentence, told), where in alike.items()
    )
