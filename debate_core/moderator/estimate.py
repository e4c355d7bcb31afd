"""What a debate will take, before it starts: calls, tokens, and the calls one has to wait for one after another.

Knows the graph; asks no model. Invariant: it walks the very graph that the conductor walks.
"""

from dataclasses import dataclass

from debate_core.asks import KINDS, graph
from debate_core.config import Budget, DebateConfig

TYPICAL_SHARE = 0.6
USUAL_TIMES = 3
"""How many times its estimate a debate may use, where nobody sets a limit."""


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
        heard = said if step.kind != "opening" else 0.0
        typical += prompt + TYPICAL_SHARE * (heard + step.cap)
        most += KINDS[step.kind].askings * (prompt + heard + step.cap)
        said += step.cap if KINDS[step.kind].watched else 0
    return Estimate(
        calls=len(steps),
        calls_most=sum(KINDS[step.kind].askings for step in steps),
        tokens_typical=int(round(typical, -2)),
        tokens_most=int(round(most, -2)),
        deep=max(depth.values()),
    )


def limited(config: DebateConfig) -> DebateConfig:
    """The config with the usual limit in place of each that nobody set: three times its own estimate."""
    usual, set_by_hand = estimate(config), config.budget
    budget = Budget(
        calls=set_by_hand.calls or USUAL_TIMES * usual.calls,
        tokens=set_by_hand.tokens or USUAL_TIMES * usual.tokens_typical,
    )
    return config.model_copy(update={"budget": budget})
