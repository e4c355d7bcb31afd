"""What a debate being conducted has come to, and asking on its behalf: the desk that every step works at.

Knows the log, the caller and the prompts; not what a step does with an answer. Invariant: what stands here is in the
log.
"""

from collections.abc import Callable, Sequence

from debate_core.config import DebateConfig
from debate_core.events import (
    AnswerFaulted,
    DebateResumed,
    Event,
    LiveFailed,
    NarrativeTold,
    SheetRead,
    StoredEvent,
    TurnJudged,
    TurnsCompared,
    TurnSpoken,
)
from debate_core.llm import base
from debate_core.moderator.calls import Caller, Log
from debate_core.moderator.graph import Step
from debate_core.prompts.prompt import Prompt
from debate_core.prompts.rendering import render
from debate_core.record import Record
from debate_core.scorecard.nouns import Comparison, Narrative, Overturn, Proposal
from debate_core.scoresheet import Scoresheet
from debate_core.transcript import Transcript, Turn


class Proceedings:
    """One debate under way: its config, what the log holds of it by kind, and `ask`."""

    def __init__(
        self, record: Record, events: Sequence[StoredEvent], log: Log, caller: Caller, mark: Callable[[], str]
    ) -> None:
        self.config: DebateConfig = record.config
        self.turns: dict[int, Turn] = {turn.number: turn for turn in record.transcript.turns}
        self.sheets: dict[str, Scoresheet] = {seat.name: seat.sheet for seat in record.seats if seat.sheet}
        self.proposals: dict[int, Proposal] = {p.turn: p for p in record.proposals}
        self.comparisons: list[Comparison] = list(record.comparisons)
        self.overturned: tuple[Overturn, ...] = record.overturned
        self.narrative: Narrative | None = record.narrative
        self.ended: set[str] = {f"judging:{seat.name}" for seat in record.failed} | set(record.live_failures)
        if record.briefing or record.briefing_cause:
            self.ended.add("briefing")
        self.ended |= {name for name, fact in _once(record).items() if fact is not None}
        self._log, self._caller, self._mark = log, caller, mark
        self._first_asking = _askings_before_retry([stored.event for stored in events])

    @property
    def transcript(self) -> Transcript:
        """The turns spoken so far, in order."""
        turns = tuple(self.turns[number] for number in sorted(self.turns))
        return Transcript(topic=self.config.topic, turns=turns)

    def note(self, event: Event) -> None:
        """Commit a fact, then know it."""
        self._log.note(event)
        match event:
            case TurnSpoken(turn=turn):
                self.turns[turn.number] = turn
            case SheetRead(sheet=sheet):
                self.sheets[sheet.judge] = sheet
            case TurnJudged(proposal=proposal):
                self.proposals[proposal.turn] = proposal
            case TurnsCompared(comparison=comparison):
                self.comparisons.append(comparison)
            case NarrativeTold(narrative=narrative):
                self.narrative = narrative
            case LiveFailed(step=step):
                self.ended.add(step)

    def askings(self, step: Step, most: int) -> list[tuple[str, bool]]:
        """The names of the calls a step may make, and whether each is the last; after a retry they count on."""
        first = self._first_asking.get(step.name, 1)
        numbers = range(first, first + most)
        return [(step.name if n == 1 else f"{step.name}#{n}", n == numbers[-1]) for n in numbers]

    async def ask(
        self, step: Step, call: str, purpose: base.Purpose, faults: tuple[str, ...] = ()
    ) -> tuple[base.Completion, Prompt]:
        """Put `purpose` to the step's model, or find its answer in the log."""
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
            seed=self.config.seed,
        )
        return await self._caller.ask(request, watched=step.kind == "speech"), prompt

    def _temperature(self, step: Step) -> float:
        if step.phase is not None and step.side is not None:
            return self.config.debater(step.side).temperatures.at(step.phase)
        if self.config.live is not None and step.kind not in ("judging", "briefing"):
            return self.config.live.temperature
        return next((j.temperature for j in self.config.panel.judges if j.name == step.judge), 0.2)


def _once(record: Record) -> dict[str, object]:
    return {"narrative": record.narrative, "conflict": record.conflict, "convergence": record.convergence}


def _askings_before_retry(events: list[Event]) -> dict[str, int]:
    """For each step the number its next asking has after the last retry: faulted answers are not read again."""
    retries = [n for n, e in enumerate(events) if isinstance(e, DebateResumed) and e.retry_failed]
    counts: dict[str, int] = {}
    for event in events[: retries[-1]] if retries else []:
        if isinstance(event, AnswerFaulted):
            name = event.call.partition("#")[0]
            counts[name] = counts.get(name, 1) + 1
    return counts
