"""What a debate will take, before it starts: calls, tokens, and the calls one has to wait for one after another.

Knows the graph; asks no model. Invariant: it walks the very graph that the conductor walks.
"""

from dataclasses import dataclass

from debate_core.config import DebateConfig
from debate_core.moderator.graph import graph

ASKINGS = {"judging": 3}
ASKINGS_ELSE = 2
TYPICAL_SHARE = 0.6


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """calls: when every answer reads at once. calls_most: when each is asked again as often as may be. `tokens_typical`
    and `tokens_most`: input and output together, to an order of magnitude. deep: calls on the critical path."""

    calls: int
    calls_most: int
    tokens_typical: int
    tokens_most: int
    deep: int


def estimate(config: DebateConfig) -> Estimate:
    """Walk the graph. Tokens: each answer at 60% of its cap (or all of it), read again by each step after it."""
    steps = graph(config)
    depth: dict[str, int] = {}
    for step in steps:
        depth[step.name] = 1 + max((depth[name] for name in step.needs), default=0)
    typical, most, said = 0.0, 0.0, 0.0
    for step in steps:
        prompt = 700 + len(config.topic.text + config.topic.background) / 4
        heard = said if step.kind != "speech" or step.phase != "opening" else 0.0
        typical += prompt + TYPICAL_SHARE * (heard + step.cap)
        most += ASKINGS.get(step.kind, ASKINGS_ELSE) * (prompt + heard + step.cap)
        said += step.cap if step.kind == "speech" else 0
    return Estimate(
        calls=len(steps),
        calls_most=sum(ASKINGS.get(step.kind, ASKINGS_ELSE) for step in steps),
        tokens_typical=round(typical, -2).__int__(),
        tokens_most=round(most, -2).__int__(),
        deep=max(depth.values()),
    )
