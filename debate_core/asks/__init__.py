"""Every kind of step of a debate, one module each: adding a kind is one module, one event, and a line here.

Invariant: the conductor, the estimate and whoever names a step know kinds by `KINDS` alone.
"""

from debate_core.asks.ask import Ask as Ask
from debate_core.asks.ask import Kind, Step
from debate_core.asks.briefing import Brief
from debate_core.asks.closing import Closing
from debate_core.asks.conflict import ConflictResolution
from debate_core.asks.convergence import ConvergenceCheck
from debate_core.asks.cross_examination import CrossExamination
from debate_core.asks.deliberation import Deliberate
from debate_core.asks.deliberation import Peer as Peer
from debate_core.asks.exchange import Exchange
from debate_core.asks.gate import Gate
from debate_core.asks.judging import Scoring
from debate_core.asks.live_turn import LiveTurn
from debate_core.asks.narrative import NarrativeVerdict
from debate_core.asks.opening import Opening
from debate_core.asks.pairwise import Pairwise
from debate_core.asks.probing import Probing
from debate_core.config import DebateConfig

KINDS: dict[str, type[Kind]] = {
    kind.kind: kind
    for kind in (
        Opening,
        CrossExamination,
        Closing,
        Exchange,
        LiveTurn,
        Pairwise,
        NarrativeVerdict,
        ConflictResolution,
        ConvergenceCheck,
        Scoring,
        Gate,
        Deliberate,
        Probing,
        Brief,
    )
}
"""Every kind, by its name, in an order in which a debate can have them."""


def graph(config: DebateConfig) -> tuple[Step, ...]:
    """Every step of a debate, in an order in which each one's needs stand before it. The conductor and the estimate
    walk the same one."""
    waiting = [step for kind in KINDS.values() for step in kind.steps(config)]
    placed: dict[str, Step] = {}
    while waiting:
        ready = next(step for step in waiting if placed.keys() >= set(step.needs))
        waiting.remove(ready)
        placed[ready.name] = ready
    return tuple(placed.values())


def step_in_words(config: DebateConfig, name: str) -> str:
    """A step of a debate as a person would say it; its name, where the debate has none of that name."""
    step = next((step for step in graph(config) if step.name == name), None)
    return KINDS[step.kind].called(step) if step else name
