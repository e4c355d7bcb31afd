"""The turns of a transcript from elsewhere, in the graph of its judging: each was spoken before it was brought.

Invariant: no model is asked; what such a step came to is in the log from the beginning.
"""

from dataclasses import dataclass
from typing import ClassVar

from debate_core.asks.ask import Kind, Step
from debate_core.brought import TranscriptConfig
from debate_core.record import Record

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, kw_only=True)
class BroughtTurn(Kind[TranscriptConfig]):
    """A turn that was brought. Its `cap` is about what judges read of it, in tokens."""

    kind: ClassVar[str] = "brought"
    belongs_to: ClassVar[type] = TranscriptConfig
    words: ClassVar[str] = "turn {step.turn}, as it was brought"
    watched: ClassVar[bool] = True

    @classmethod
    def steps(cls, config: TranscriptConfig) -> tuple[Step, ...]:
        """One a turn; they wait for nothing."""
        return tuple(
            Step(
                name=one.step,
                kind=cls.kind,
                needs=(),
                cap=-(-one.characters // CHARACTERS_A_TOKEN),
                turn=one.number,
                side=one.side,
            )
            for one in config.brought.turns
        )

    @classmethod
    def at(cls, record: Record, step: Step) -> None:
        """Nothing is asked."""
