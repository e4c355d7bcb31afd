"""The debate as a graph of steps: what each waits for. The conductor and the estimate walk the same one.

Knows the config only. Invariant: steps come in an order in which each step's needs stand before it.
"""

from dataclasses import dataclass
from typing import Literal

from debate_core.config import DebateConfig
from debate_core.debating.structured import PHASES
from debate_core.transcript import SIDES, Phase, Side


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step: its name is the name of its first call. `phase` and `side` are set for speeches, `judge` for judging;
    `cap` is the most tokens its answer may have."""

    name: str
    kind: Literal["speech", "judging", "briefing"]
    needs: tuple[str, ...]
    model: str
    cap: int
    phase: Phase | None = None
    side: Side | None = None
    judge: str | None = None


def graph(config: DebateConfig) -> tuple[Step, ...]:
    """The steps of a structured debate (SD-12), its panel and its briefing."""
    steps: list[Step] = []
    before: tuple[str, ...] = ()
    for phase in PHASES:
        speeches = [_speech(config, phase, side, before) for side in SIDES]
        if config.order == "alternating":
            speeches[1] = _speech(config, phase, "con", (*before, speeches[0].name))
        steps += speeches
        before = tuple(step.name for step in speeches)
    judging = [
        Step(
            name=f"judging:{judge.name}",
            kind="judging",
            needs=before,
            model=judge.model,
            cap=config.caps.judging,
            judge=judge.name,
        )
        for judge in config.panel.judges
    ]
    briefing = Step(
        name="briefing",
        kind="briefing",
        needs=tuple(step.name for step in judging),
        model=config.brief_by,
        cap=config.caps.briefing,
    )
    return (*steps, *judging, briefing)


def _speech(config: DebateConfig, phase: Phase, side: Side, needs: tuple[str, ...]) -> Step:
    return Step(
        name=f"{phase}:{side}",
        kind="speech",
        needs=needs,
        model=config.debater(side).model,
        cap=getattr(config.caps, phase),
        phase=phase,
        side=side,
    )
