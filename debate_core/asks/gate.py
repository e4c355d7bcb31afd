"""Between the rounds of a deliberation: it is opened, and closed when no further round is needed.

Knows the record, and what tells whether a round is needed; asks no model. Invariant: a round that has begun is not
called off.
"""

from dataclasses import dataclass
from types import UnionType
from typing import ClassVar

from debate_core.artifact import ArtifactConfig
from debate_core.artifact_record import review_step
from debate_core.asks.ask import Kind, Step
from debate_core.conducted import Conducted
from debate_core.config import DebateConfig
from debate_core.deliberation import FIRST, why_none
from debate_core.events import DeliberationClosed, DeliberationOpened, Event
from debate_core.judging.deliberating import OPENING, gate_step, round_step
from debate_core.record import judging_step


@dataclass(frozen=True, kw_only=True)
class Gate(Kind[DebateConfig | ArtifactConfig, Conducted]):
    """Between rounds: the deliberation is opened, and closed when no further round is needed. No model is asked."""

    kind: ClassVar[str] = OPENING
    belongs_to: ClassVar[type | UnionType] = DebateConfig | ArtifactConfig

    @classmethod
    def steps(cls, config: DebateConfig | ArtifactConfig) -> tuple[Step, ...]:
        """Once every judge has scored or failed; then before each round, and after the last."""
        if config.deliberation is None:
            return ()
        alone = _alone(config)
        last = FIRST + config.deliberation.rounds
        needs = {FIRST: (OPENING,)} | {
            n: tuple(round_step(judge, n - 1) for judge in alone) for n in range(FIRST + 1, last + 1)
        }
        opening = Step(name=OPENING, kind=cls.kind, needs=tuple(alone.values()))
        gates = (Step(name=gate_step(n), kind=cls.kind, needs=needs[n], round=n) for n in needs)
        return (opening, *gates)

    @classmethod
    def called(cls, step: Step) -> str:
        """What is settled there."""
        if step.name == OPENING:
            return "the opening of the deliberation"
        return f"whether round {step.round} of the judging is needed"

    @classmethod
    def at(cls, record: Conducted, step: Step) -> Event | None:
        """The opening, or why no further round is held; None where one is, or that is known already."""
        open_, plan = record.deliberating, record.planned.deliberation
        assert plan is not None
        if step.name == OPENING:
            return None if open_ else _opening(record)
        if open_ is None or open_.closed:
            return None
        held, end = record.judging.rounds, step.round == FIRST + plan.rounds
        if step.round <= held and not end:
            return None
        why = why_none(record, max(step.round, held + 1) if end else step.round)
        return DeliberationClosed(why=why) if why else None


def _alone(config: DebateConfig | ArtifactConfig) -> dict[str, str]:
    """By judge, the name of the step in which it scores alone."""
    if isinstance(config, ArtifactConfig):
        return {one.name: review_step(one.name) for one in config.reviewers}
    return {one.name: judging_step(one.name) for one in config.panel.judges}


def _opening(record: Conducted) -> DeliberationOpened:
    """Everybody that has scored takes part."""
    plan = record.planned.deliberation
    assert plan is not None
    seats = record.judging.seats
    return DeliberationOpened(
        settings=plan,
        takes_part=tuple(seat.name for seat in seats if seat.sheet),
        keeps={seat.name: seat.cause or "it has not scored" for seat in seats if not seat.sheet},
    )
