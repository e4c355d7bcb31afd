"""What a debate or a review will take, before it starts: calls, tokens, the calls one has to wait for in turn.

Knows the graph; asks no model. Invariant: it walks the very graph that the conductor walks.
"""

from collections.abc import Container
from dataclasses import dataclass
from typing import TypeVar, cast

from debate_core.artifact import ArtifactConfig
from debate_core.asks import KINDS, graph
from debate_core.brought import RatingsConfig
from debate_core.conducted import Config
from debate_core.config import Budget, DebateConfig, Deliberation
from debate_core.judging.deliberating import of_deliberation
from debate_core.judging.judging import INDEPENDENT
from debate_core.record import Record

TYPICAL_SHARE = 0.6
Limited = TypeVar("Limited", bound=DebateConfig | ArtifactConfig)
USUAL_TIMES = 3
"""How many times its estimate a debate may use, where nobody sets a limit."""
_UNHEARING = ("opening", "artifact_review")
"""What is asked before anybody else is heard."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """calls: when every answer reads at once. calls_most: when each is asked again as often as may be. `tokens_typical`
    and `tokens_most`: input and output together, to an order of magnitude. deep: calls on the critical path."""

    calls: int
    calls_most: int
    tokens_typical: int
    tokens_most: int
    deep: int


def estimate(config: Config, done: Container[str] = ()) -> Estimate:
    """Walk the graph. Tokens: each answer at 60% of its cap (or all of it), read again by each step after it. `done`:
    steps that cost nothing more, though what they said is still read."""
    steps = graph(config)
    due = [step for step in steps if KINDS[step.kind].askings and step.name not in done]
    named = {step.name for step in due}
    depth: dict[str, int] = {}
    for step in steps:
        depth[step.name] = (step.name in named) + max((depth[name] for name in step.needs), default=0)
    prompt = _prompt(config)
    typical, most, said = 0.0, 0.0, 0.0
    for step in steps:
        heard = said if step.kind not in _UNHEARING else 0.0
        heard += (
            step.cap if step.probe or step.round > INDEPENDENT else 0
        )  # the sheets of the panel, in short
        if step.name in named:
            typical += prompt + TYPICAL_SHARE * (heard + step.cap)
            most += KINDS[step.kind].askings * (prompt + heard + step.cap)
        said += step.cap if KINDS[step.kind].watched else 0
    return Estimate(
        calls=len(due),
        calls_most=sum(KINDS[step.kind].askings for step in due),
        tokens_typical=int(round(typical, -2)),
        tokens_most=int(round(most, -2)),
        deep=max(depth.values(), default=0),
    )


def _prompt(config: Config) -> float:
    """Tokens of a prompt without what was said before: the task, and what it is about."""
    if isinstance(config, ArtifactConfig):
        return 1600 + len(config.artifact.text + config.artifact.context) / 4
    if isinstance(config, RatingsConfig):
        return 0
    return 700 + len(config.topic.text + config.topic.background) / 4


def estimate_deliberation(record: Record, settings: Deliberation) -> Estimate:
    """What a deliberation of a finished debate will take more, if every round of it is held."""
    config = record.config.model_copy(update={"deliberation": settings})
    steps = (step.name for step in graph(config))
    return estimate(config, [name for name in steps if name in record.results or not of_deliberation(name)])


def limited(config: Limited) -> Limited:
    """The config with the usual limit in place of each that nobody set: three times its own estimate."""
    usual, set_by_hand = estimate(config), config.budget
    budget = Budget(
        calls=set_by_hand.calls or USUAL_TIMES * usual.calls,
        tokens=set_by_hand.tokens or USUAL_TIMES * usual.tokens_typical,
    )
    return cast(Limited, config.model_copy(update={"budget": budget}))


def with_room(record: Record, talk: Deliberation) -> Budget | None:
    """The usual budget of a debate with room for a deliberation; None where somebody set one, or it was raised."""
    usual = limited(record.config.model_copy(update={"budget": Budget()})).budget
    if record.budget != usual:
        return None
    ahead = estimate_deliberation(record, talk)
    return Budget(
        calls=record.spent.calls + USUAL_TIMES * ahead.calls,
        tokens=record.spent.tokens + USUAL_TIMES * ahead.tokens_typical,
    )
