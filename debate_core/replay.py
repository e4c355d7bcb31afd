"""Folding events into a Record, up to any one of them: live and replay are the same fold.

Knows events and nouns; not the store's file, nor what anything means. Invariant: folding a prefix of the log gives the
record as it stood then, and the same events always give the same record.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from debate_core.errors import RecordNotFound
from debate_core.events import (
    AnswerFaulted,
    BriefingFailed,
    BriefingWritten,
    CallCompleted,
    CallFailed,
    CallStarted,
    ConflictExplained,
    ConvergenceFound,
    DebateFinished,
    DebateOpened,
    DebatePaused,
    DebateResumed,
    DebateStopped,
    FlagOverturned,
    JudgeFailed,
    LiveFailed,
    NarrativeTold,
    OutcomeKnown,
    SheetRead,
    StoredEvent,
    TurnJudged,
    TurnsCompared,
    TurnSpoken,
)
from debate_core.llm.errors import UNBILLED
from debate_core.record import Call, JudgeSeat, JudgeState, Record, Spent, TrueOutcome
from debate_core.scorecard.nouns import Comparison, Overturn, Proposal
from debate_core.store import Store
from debate_core.transcript import Transcript, Turn


def replay(events: Sequence[StoredEvent]) -> Record:
    """The record that `events` add up to. Raises RecordNotFound when they don't begin one."""
    if not events or not isinstance(events[0].event, DebateOpened):
        raise RecordNotFound("expected a debate's events from its opening on; got none")
    fold = _Fold(events[0].event)
    for stored in events:
        fold.take(stored)
    return fold.record(events)


def load(store: Store, record: str, *, upto: int | None = None) -> Record:
    """The record of that id as the store holds it, up to a sequence number."""
    store.find(record)
    return replay(store.read(record, upto=upto))


class _Fold:
    """What has been taken in so far, by kind of fact."""

    def __init__(self, opened: DebateOpened) -> None:
        self.opened = opened
        self.config = opened.config
        self.turns: list[Turn] = []
        self.calls: dict[str, Call] = {}
        self.read: dict[str, SheetRead] = {}
        self.failed: dict[str, str] = {}
        self.faulted: set[str] = set()
        self.proposals: dict[int, Proposal] = {}
        self.comparisons: dict[tuple[int, bool], Comparison] = {}
        self.live_failed: dict[str, str] = {}
        self.overturned: list[Overturn] = []
        self.rest: dict[str, Any] = {}

    def take(self, stored: StoredEvent) -> None:
        match stored.event:
            case TurnSpoken(turn=turn):
                self.turns.append(turn)
            case SheetRead(sheet=sheet) as read:
                self.read[sheet.judge] = read
                self.failed.pop(sheet.judge, None)
            case JudgeFailed(judge=judge, cause=cause):
                self.failed[judge] = cause
            case AnswerFaulted(call=call):
                self.faulted.add(call)
            case TurnJudged(proposal=proposal):
                self.proposals[proposal.turn] = proposal
                self.live_failed.pop(f"live:{proposal.turn}", None)
            case TurnsCompared(comparison=found):
                self.comparisons[found.newer, found.swapped] = found
            case LiveFailed(step=step, cause=cause):
                self.live_failed[step] = cause
            case FlagOverturned(claim=claim, overturned=so, reason=reason):
                after = len(self.proposals)
                self.overturned.append(Overturn(claim=claim, overturned=so, reason=reason, after=after))
            case OutcomeKnown(outcome=outcome, reason=reason):
                known = None if outcome is None else TrueOutcome(outcome=outcome, reason=reason)
                self.rest["true_outcome"] = known
            case NarrativeTold(narrative=narrative):
                self.rest["narrative"] = narrative
            case ConflictExplained(conflict=conflict):
                self.rest["conflict"] = conflict
            case ConvergenceFound(convergence=convergence):
                self.rest["convergence"] = convergence
            case BriefingWritten(briefing=briefing):
                self.rest |= {"briefing": briefing, "briefing_cause": None}
            case BriefingFailed(cause=cause):
                self.rest["briefing_cause"] = cause
            case CallStarted() | CallCompleted() | CallFailed():
                self._take_call(stored.event)
            case _:
                self._take_progress(stored)

    def _take_progress(self, stored: StoredEvent) -> None:
        match stored.event:
            case DebatePaused(cause=cause):
                self.rest |= {"progress": "paused", "cause": cause}
            case DebateStopped():
                self.rest |= {"progress": "stopped", "cause": None}
            case DebateFinished():
                self.rest |= {"progress": "finished", "cause": None}
            case DebateResumed(retry_failed=again):
                self.rest |= {"progress": "open", "cause": None}
                if again:
                    self.failed.clear()
                    self.live_failed.clear()
                    self.rest["briefing_cause"] = None

    def _take_call(self, event: CallStarted | CallCompleted | CallFailed) -> None:
        old = self.calls.get(event.call)
        match event:
            case CallStarted():
                changes: dict[str, Any] = {
                    "model": event.model,
                    "attempts": event.attempt,
                    "state": "under_way",
                    "reserved": event.reserved + (old.reserved if old and old.state == "under_way" else 0),
                    "retry_in": None,
                }
                base = old or Call(call=event.call, model=event.model, attempts=0, state="under_way")
            case CallCompleted():
                changes = {
                    "state": "completed",
                    "usage": event.usage,
                    "seconds": event.seconds,
                    "finish": event.finish,
                    "retry_in": None,
                }
                base = _known(old, event.call)
            case CallFailed():
                base = _known(old, event.call)
                changes = {
                    "state": "failed",
                    "failures": (*base.failures, f"{event.failure}: {event.message}"),
                    "partial": event.partial,
                    "retry_in": event.retry_in,
                    "seconds": base.seconds + event.seconds,
                }
        self.calls[event.call] = base.model_copy(update=changes)

    def record(self, events: Sequence[StoredEvent]) -> Record:
        turns = tuple(sorted(self.turns, key=lambda turn: turn.number))
        return Record(
            id=events[0].record,
            example=self.opened.example,
            config=self.config,
            transcript=Transcript(topic=self.config.topic, turns=turns),
            seats=tuple(self._seat(j.name, j.model) for j in self.config.panel.judges),
            calls=tuple(self.calls.values()),
            proposals=tuple(self.proposals.values()),
            comparisons=tuple(self.comparisons[key] for key in sorted(self.comparisons)),
            live_failures=dict(self.live_failed),
            overturned=tuple(self.overturned),
            opened_at=events[0].at,
            last_at=events[-1].at,
            sequence=events[-1].sequence,
            spent=_spent(events),
            **self.rest,
        )

    def _seat(self, name: str, model: str) -> JudgeSeat:
        calls = [
            c
            for c in self.calls
            if c.partition(":")[2].partition("#")[0] == name and c.startswith("judging:")
        ]
        read = self.read.get(name)
        return JudgeSeat(
            name=name,
            model=model,
            state=self._state(name, calls),
            sheet=read.sheet if read else None,
            cause=self.failed.get(name),
            askings=len(calls),
            rung=read.rung if read else None,
        )

    def _state(self, name: str, calls: Sequence[str]) -> JudgeState:
        if name in self.read:
            return "done"
        if name in self.failed:
            return "failed"
        if not calls:
            return "waiting"
        return "asked_again" if any(call in self.faulted for call in calls) else "reading"


def _known(call: Call | None, name: str) -> Call:
    if call is None:
        raise ValueError(f"expected the start of call {name!r} before its end")
    return call


def _spent(events: Sequence[StoredEvent]) -> Spent:
    """What the server said of each attempt; what was reserved where it may have cost something and nobody said."""
    starts = {(e.call, e.attempt): e for e in (s.event for s in events) if isinstance(e, CallStarted)}
    tokens: dict[tuple[str, int], int | None] = dict.fromkeys(starts)
    for event in (stored.event for stored in events):
        if isinstance(event, CallCompleted):
            tokens[event.call, event.attempt] = event.usage.total
        elif isinstance(event, CallFailed) and event.failure in UNBILLED:
            tokens[event.call, event.attempt] = 0
    return Spent(
        calls=len(starts),
        tokens=sum(starts[key].reserved if total is None else total for key, total in tokens.items()),
        unknown=sum(total is None for total in tokens.values()),
        cached=sum(e.usage.cached or 0 for e in (s.event for s in events) if isinstance(e, CallCompleted)),
        seconds=sum(
            max(0.0, late.at - early.at)
            for early, late in pairwise(events)
            if not isinstance(late.event, DebateResumed)
        ),
    )
