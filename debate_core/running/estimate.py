"""What a debate or a review will take, by the graph it will walk: calls, tokens, money, calls in turn."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypeVar, cast

from debate_core.calls import KINDS, graph
from debate_core.calls.ask import Step
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import Budget, DebateConfig, Deliberation
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import RatingsConfig
from debate_core.domain.model import Usage, is_simulated, provider_of
from debate_core.domain.numerals import dollars_text, join_and, pluralise
from debate_core.domain.steps import CONFLICT, NARRATIVE, is_deliberation
from debate_core.domain.wording import capital
from debate_core.llm.catalogue import reasoning_tokens
from debate_core.llm.prices import NONE, Prices, pricing_of
from debate_core.store.judging import INDEPENDENT
from debate_core.store.model_record import Config
from debate_core.store.record import AnyRecord, Record, ScoredRecord

TYPICAL_SHARE = 0.6
LOCAL_SPEED = 100
"""Tokens a second that the local model reads or writes: 38,846 of SmolLM2-135M took 396 s on two cores."""
Limited = TypeVar("Limited", bound=DebateConfig | ArtifactConfig)
DEFAULT_TIMES = 3
"""How many times its estimate a debate may use, where nobody sets a limit."""


class CostEstimate(FrozenValue):
    """calls, calls_most: when every answer reads at once, and when each is asked again as often as may be.
    tokens_typical, tokens_most: input and output together. deep: calls on the critical path. batched: calls at half
    price.

    cost_typical, cost_most: US dollars of the models whose price is known; None without one. unpriced: models charged
    at a price nobody here knows. too_large: calls their model may have no room for, and limits it will reach, in a
    sentence each. local_tokens: those of `tokens_typical` that the local model takes. simulated: whether every call is.
    """

    calls: int
    calls_most: int
    tokens_typical: int
    tokens_most: int
    deep: int
    batched: int = 0
    cost_typical: Decimal | None = None
    cost_most: Decimal | None = None
    unpriced: tuple[str, ...] = ()
    too_large: tuple[str, ...] = ()
    local_tokens: int = 0
    simulated: bool = False

    @property
    def local_minutes(self) -> int | None:
        """How long the local model alone will take at `LOCAL_SPEED`; None where it has nothing to do."""
        return math.ceil(self.local_tokens / LOCAL_SPEED / 60) or None


class _Ahead(FrozenValue):
    """A step still to be paid for: tokens of its prompt, of what it hears, and of its answer, at most."""

    step: Step
    prompt: float
    context: float
    answer: int

    @property
    def askings(self) -> int:
        return KINDS[self.step.kind].askings

    @property
    def typical(self) -> Usage:
        return Usage(
            input=round(self.prompt + TYPICAL_SHARE * self.context), output=round(TYPICAL_SHARE * self.answer)
        )

    @property
    def worst(self) -> Usage:
        return Usage(input=round(self.prompt + self.context), output=self.answer)


def estimate(config: Config, done: Container[str] = (), prices: Prices | None = None) -> CostEstimate:
    """Walk the graph: each answer at 60% of its cap, or all of it, is read again by each later step. `done`: steps that
    cost nothing more but are still read; `prices`: None where none are known."""
    steps = graph(config)
    ahead = _steps_ahead(config, steps, done)
    named = {one.step.name for one in ahead}
    depth: dict[str, int] = {}
    for step in steps:
        depth[step.name] = (step.name in named) + max((depth[name] for name in step.needs), default=0)
    whole = CostEstimate(
        calls=len(ahead),
        calls_most=sum(one.askings for one in ahead),
        tokens_typical=int(round(sum(one.typical.total or 0 for one in ahead), -2)),
        tokens_most=int(round(sum(one.askings * (one.worst.total or 0) for one in ahead), -2)),
        deep=max(depth.values(), default=0),
        batched=sum(one.step.batched for one in ahead),
        local_tokens=sum(one.typical.total or 0 for one in ahead if provider_of(one.step.model) == "local"),
        simulated=all(is_simulated(one.step.model) for one in ahead),
    )
    whole = _add_prices(whole, ahead, prices)
    return replace(whole, too_large=(*whole.too_large, *_shortfalls(config.budget, whole)))


def _steps_ahead(config: Config, steps: Sequence[Step], done: Container[str]) -> list[_Ahead]:
    prompt, spoken = _prompt(config), 0.0
    ahead = []
    for step in steps:
        read = spoken * (step.kind not in ("opening", "artifact_review"))
        read += step.cap * (bool(step.probe) or step.round > INDEPENDENT)  # the sheets of the panel, in short
        if KINDS[step.kind].askings and step.name not in done:
            answer = step.cap + reasoning_tokens(step.model, config.effort, config.servers)
            ahead.append(_Ahead(step=step, prompt=prompt, context=read, answer=answer))
        spoken += step.cap * KINDS[step.kind].watched
    return ahead


def _add_prices(whole: CostEstimate, ahead: Sequence[_Ahead], prices: Prices | None) -> CostEstimate:
    pricings = {model: pricing_of(model, prices) for model in dict.fromkeys(one.step.model for one in ahead)}
    contexts = {model: one.context for model, one in pricings.items() if one.context is not None}
    known = [(one, price) for one in ahead if (price := pricings[one.step.model].price)]
    known = [(one, price.halved if one.step.batched else price) for one, price in known]
    typical = sum((price.of(one.typical) or NONE for one, price in known), NONE)
    upper = sum(
        (one.askings * price.max_cost(one.worst.input or 0, one.answer) for one, price in known), NONE
    )
    return replace(
        whole,
        cost_typical=typical if known else None,
        cost_most=upper if known else None,
        unpriced=tuple(model for model, one in pricings.items() if one.unknown),
        too_large=_too_large(ahead, contexts),
    )


def too_large(config: DebateConfig | ArtifactConfig, contexts: Mapping[str, int]) -> tuple[str, ...]:
    """The calls that may be larger than their model's context, as far as `contexts` has it, in a sentence each."""
    return _too_large(_steps_ahead(config, graph(config), ()), contexts)


def _too_large(ahead: Sequence[_Ahead], contexts: Mapping[str, int]) -> tuple[str, ...]:
    large = (one for one in ahead if (one.worst.total or 0) > contexts.get(one.step.model, math.inf))
    sentences = (
        f"{capital(KINDS[one.step.kind].title(one.step))} may need {one.worst.total:,} tokens; {one.step.model} "
        f"has room for {contexts[one.step.model]:,}."
        for one in large
    )
    return tuple(dict.fromkeys(sentences))


def _shortfalls(budget: Budget, whole: CostEstimate) -> Iterator[str]:
    needs = (
        (budget.calls, whole.calls, lambda calls: pluralise(calls, "call")),
        (budget.tokens, whole.tokens_typical, "{:,} tokens".format),
        (budget.dollars, whole.cost_typical, dollars_text),
    )
    for limit, need, amount in needs:
        if limit is not None and need is not None and limit < need:
            yield f"It will pause before its end: it takes about {amount(need)}, and its limit is {amount(limit)}."


def _prompt(config: Config) -> float:
    if isinstance(config, ArtifactConfig):
        return 1600 + len(config.artifact.text + config.artifact.context) / 4
    if isinstance(config, RatingsConfig):
        return 0
    return 700 + len(config.topic.text + config.topic.background) / 4


def seats_text(config: DebateConfig | ArtifactConfig) -> str:
    together = {model: [who for who, one in config.seats if one == model] for model in config.models}
    return capital("; ".join(f"{join_and(who)} on {model}" for model, who in together.items()))


def ahead_text(ahead: CostEstimate) -> str:
    time = f" {capital(local_text(ahead))}." if ahead.local_minutes else ""
    return f"{pluralise(ahead.calls, 'call')}. {cost_text(ahead)}{time}"


def size_text(ahead: CostEstimate) -> str:
    return f"About {ahead.tokens_typical:,} tokens. {ahead.calls_most:,} calls if every answer is asked for again."


def local_text(ahead: CostEstimate) -> str:
    minutes = ahead.local_minutes
    return f"about {pluralise(minutes, 'minute')} on two free cores" if minutes else ""


def discussion_text(config: Limited, whole: CostEstimate) -> str:
    if config.deliberation is None:
        return ""
    alone = estimate(config.model_copy(update={"deliberation": None}))
    return f"Up to {whole.calls - alone.calls} are for the discussion."


def reading_text(config: Config, whole: CostEstimate, prices: Prices | None) -> str:
    """What of it the second readings take, and cost as far as that is known; empty where each judge reads once."""
    if not isinstance(config, DebateConfig) or config.reading == "one":
        return ""
    once = estimate(config.model_copy(update={"reading": "one"}), prices=prices)
    more = (whole.cost_typical or NONE) - (once.cost_typical or NONE)
    cost = f", about {dollars_text(more)}," if more else ""
    return f"{whole.calls - once.calls} of them{cost} are for reading again with CON first."


def cost_text(ahead: CostEstimate) -> str:
    """What it costs, as far as that is known, and what waits in batches."""
    parts = []
    if ahead.cost_typical is not None and ahead.cost_most is not None:
        parts.append(f"About {dollars_text(ahead.cost_typical)}, at most {dollars_text(ahead.cost_most)}.")
    if ahead.unpriced:
        left_out = " and not counted" if parts else ""
        parts.append(f"The price of {join_and(ahead.unpriced)} is unknown{left_out}.")
    if ahead.batched:
        parts.append(f"{ahead.batched} wait up to 24 hours in batches, at half price.")
    free = "Free: simulated on this machine." if ahead.simulated else "Free: runs on this machine."
    return " ".join(parts) or free


def estimate_deliberation(
    record: ScoredRecord, settings: Deliberation, keeps: Container[str] = ()
) -> CostEstimate:
    """What a discussion takes that is opened now, without the judges that keep their sheet."""
    config, held = record.config.model_copy(update={"deliberation": settings}), record.judging.rounds
    past = (step for step in graph(config) if INDEPENDENT < step.round <= held or step.judge in keeps)
    done = {step.name for step in graph(config) if not is_deliberation(step.name)}
    return estimate(config, {*record.results, *done, *(step.name for step in past)}, record.prices)


def estimate_narrative(record: Record) -> CostEstimate:
    """What reading the whole debate takes, and explaining where that differs, in one that has not been read."""
    config = record.config.model_copy(update={"narrative": True})
    done = [step.name for step in graph(config) if step.name not in (NARRATIVE, CONFLICT)]
    return estimate(config, done, record.prices)


def with_limits(config: Limited) -> Limited:
    """The config with three times its own estimate in place of each limit that nobody set."""
    return cast(Limited, config.model_copy(update={"budget": _limits(config, config.budget)}))


def _limits(config: Config, set_by_hand: Budget) -> Budget:
    default = estimate(config)
    return Budget(
        calls=set_by_hand.calls or DEFAULT_TIMES * default.calls,
        tokens=set_by_hand.tokens or DEFAULT_TIMES * default.tokens_typical,
        dollars=set_by_hand.dollars,
    )


def budget_with_room(record: ScoredRecord, ahead: CostEstimate) -> Budget | None:
    """The usual budget with room for what is ahead; None where somebody set one, or it was raised."""
    if record.budget != _limits(record.config, Budget()):
        return None
    return Budget(
        calls=record.spent.calls + DEFAULT_TIMES * ahead.calls,
        tokens=record.spent.tokens + DEFAULT_TIMES * ahead.tokens_typical,
    )


def models_ahead(record: AnyRecord) -> set[str]:
    """The models of the steps still to be taken; of a deliberation, those of its judges."""
    open_ = record.deliberating
    if open_ is None:
        return set(record.config.models)
    keeping = open_.opened.keeps
    ahead = (step for step in graph(record.planned) if step.name not in record.results and step.model)
    return {step.model for step in ahead if not (is_deliberation(step.name) and step.judge in keeping)}
