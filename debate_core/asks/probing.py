"""The probes of a deliberation: the same judges asked once more without the others, or with a part of them.

Knows what a round asks; nothing of what is made of the answers. Invariant: a probe starts from the independent sheets
and is never a result.
"""

from dataclasses import dataclass
from typing import ClassVar

from debate_core.asks.ask import Step
from debate_core.asks.deliberation import Deliberate, asked
from debate_core.config import DebateConfig
from debate_core.deliberation import FIRST
from debate_core.events import StepFailed
from debate_core.judging.deliberating import gate_step, probe_step
from debate_core.record import Record
from debate_core.wording import PROBES


@dataclass(frozen=True, kw_only=True)
class Probing(Deliberate):
    """A judge is to score every argument again for a probe, from its independent sheet. Never a result."""

    kind: ClassVar[str] = "probe"

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        """All judges at once, beside the first round."""
        probes = config.deliberation.probes if config.deliberation else ()
        return tuple(
            cls.of(config, judge, name=probe_step(judge.name, probe), needs=(gate_step(FIRST),), probe=probe)
            for probe in probes
            for judge in config.panel.judges
        )

    @classmethod
    def called(cls, step: Step) -> str:
        """Whose scores, for which probe."""
        return f"the scores of {step.judge} for the probe {PROBES[step.probe]}" if step.probe else ""

    @classmethod
    def at(cls, record: Record, step: Step) -> "Deliberate | StepFailed | None":
        """What the judge reads; None without it, or where a round was to be had and none was needed."""
        open_ = record.deliberating
        if open_ is None or step.judge not in open_.opened.takes_part:
            return None
        idle = open_.closed and record.judging.rounds < FIRST and open_.settings.rounds
        return None if idle else asked(cls, record, step)
