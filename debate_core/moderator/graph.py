"""The debate as a graph of steps: what each waits for. The conductor and the estimate walk the same one.

Knows the config only. Invariant: steps come in an order in which each step's needs stand before it.
"""

from dataclasses import dataclass, replace
from typing import Literal

from debate_core.config import DebateConfig, Live
from debate_core.debating.exchange import side_of_turn
from debate_core.debating.structured import PHASES, turn_number
from debate_core.scorecard.drift import last_heeded
from debate_core.transcript import SIDES, Phase, Side

Kind = Literal["speech", "judging", "briefing", "live", "pairwise", "narrative", "conflict", "convergence"]
CONVERGENCE_FROM = 10


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step: its name is the name of its first call. `phase`, `side` and `turn` are set for speeches, `judge` for
    judging, `turn` for the live judge's; `cap` is the most tokens its answer may have."""

    name: str
    kind: Kind
    needs: tuple[str, ...]
    model: str
    cap: int
    phase: Phase | None = None
    side: Side | None = None
    turn: int | None = None
    judge: str | None = None
    swapped: bool = False


def graph(config: DebateConfig) -> tuple[Step, ...]:
    """Every step of a debate: its speeches, the live judge beside them, the panel, the arc, the briefing."""
    speeches = _exchange(config) if config.format == "exchange" else _structured(config)
    last = tuple(step.name for step in speeches[-2:])
    live = _live(config, config.live, speeches) if config.live else ()
    judging = tuple(
        Step(
            name=f"judging:{judge.name}",
            kind="judging",
            needs=last,
            model=judge.model,
            cap=config.caps.judging,
            judge=judge.name,
        )
        for judge in config.panel.judges
    )
    briefing = Step(
        name="briefing",
        kind="briefing",
        needs=tuple(step.name for step in judging),
        model=config.brief_by,
        cap=config.caps.briefing,
    )
    return (*_woven(speeches, live), *judging, briefing)


def _structured(config: DebateConfig) -> tuple[Step, ...]:
    """The three phases; in a phase both sides speak at once, or CON after PRO (SD-12)."""
    steps: list[Step] = []
    before: tuple[str, ...] = ()
    for phase in PHASES:
        for side in SIDES:
            waits = (*before, f"{phase}:pro") if config.order == "alternating" and side == "con" else before
            steps.append(_speech(config, f"{phase}:{side}", turn_number(phase, side), phase, waits))
        before = (f"{phase}:pro", f"{phase}:con")
    return tuple(steps)


def _exchange(config: DebateConfig) -> tuple[Step, ...]:
    """Alternating turns, each waiting for the one before (SD-11)."""
    return tuple(
        _speech(config, f"exchange:{n}", n, "exchange", (f"exchange:{n - 1}",) if n > 1 else ())
        for n in range(1, config.turns + 1)
    )


def _speech(config: DebateConfig, name: str, turn: int, phase: Phase, needs: tuple[str, ...]) -> Step:
    side = side_of_turn(turn)
    step = Step(
        name=name,
        kind="speech",
        needs=needs,
        model=config.debater(side).model,
        cap=getattr(config.caps, phase),
        phase=phase,
        side=side,
        turn=turn,
    )
    heeded = last_heeded(turn, config)
    return replace(step, needs=(*needs, f"live:{heeded}")) if heeded >= 1 else step


def _live(config: DebateConfig, live: Live, speeches: tuple[Step, ...]) -> tuple[Step, ...]:
    """Each turn judged after the one before it; each pair compared; then the arc."""
    names = {step.turn: step.name for step in speeches if step.turn is not None}
    steps: list[Step] = []
    for n, name in names.items():
        before = (f"live:{n - 1}",) if n > 1 else ()
        steps.append(_of_live(config, live, f"live:{n}", "live", (name, *before), n))
        orders = ((False, True) if live.both_orders else (False,)) if n > 1 else ()
        for swapped in orders:
            called = f"pairwise:{n}:swapped" if swapped else f"pairwise:{n}"
            needs = (names[n - 1], name)
            steps.append(_of_live(config, live, called, "pairwise", needs, n, swapped))
    judged = tuple(step.name for step in steps)
    spoken = tuple(names.values())
    steps.append(_of_live(config, live, "narrative", "narrative", spoken))
    steps.append(_of_live(config, live, "conflict", "conflict", ("narrative", *judged)))
    if len(names) >= CONVERGENCE_FROM:
        steps.append(_of_live(config, live, "convergence", "convergence", spoken))
    return tuple(steps)


def _of_live(  # noqa: PLR0913  one row of the graph, all of it plain
    config: DebateConfig,
    live: Live,
    name: str,
    kind: Kind,
    needs: tuple[str, ...],
    turn: int | None = None,
    swapped: bool = False,
) -> Step:
    cap = config.caps.live if kind in ("live", "pairwise") else config.caps.narrative
    return Step(name=name, kind=kind, needs=needs, model=live.model, cap=cap, turn=turn, swapped=swapped)


def _woven(speeches: tuple[Step, ...], live: tuple[Step, ...]) -> tuple[Step, ...]:
    """Speeches and live steps in an order in which needs come first."""
    waiting, placed, order = [*speeches, *live], set[str](), list[Step]()
    while waiting:
        ready = next(step for step in waiting if placed.issuperset(step.needs))
        waiting.remove(ready)
        placed.add(ready.name)
        order.append(ready)
    return tuple(order)
