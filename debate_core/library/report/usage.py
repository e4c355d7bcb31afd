"""What a record has used, in tokens and money: in all, by side and judge, by call."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from debate_core.domain.config import DebateConfig
from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.model import is_refusal
from debate_core.domain.numerals import join_and
from debate_core.domain.steps import BRIEFING, CONFLICT, NARRATIVE
from debate_core.domain.transcript import PHASES
from debate_core.domain.wording import clip, group
from debate_core.llm.prices import NONE, Pricing, pricing_of
from debate_core.store.call import ModelCall, Spending
from debate_core.store.model_record import ModelRecord

UsedBy = Literal["side", "judge", "other"]
_SAYING = re.compile(r"saying “(.*)”", re.DOTALL)
"""What a provider said, inside of what is said about it."""
_QUOTED = 240
BY_HAND = "written by hand"
"""Why a sample cost nothing."""
_PARTS = ("input", "output", "cached", "thinking")
_SCORING = {"judging": 1, "swapped": 1, "review": 1, "deliberation": 2, "probe": 2}
"""The steps of judges, and how many words of their name come before the judge's."""


class UsedRow(FrozenModel):
    """What some calls have used: a side's (`PRO`), a judge's, another part's, or one call. `calls` counts attempts;
    `tokens` includes what is reserved, the others only what servers said; `batched`: some at half the price. `cost` in
    US dollars."""

    name: str
    batched: bool
    part: UsedBy
    models: tuple[str, ...]
    calls: int
    tokens: int
    input: int
    output: int
    cached: int
    thinking: int
    cost: float | None = None
    reason: str | None = None


class ModelRow(FrozenModel):
    """A model's price in US dollars a million tokens, as when the debate was begun; `cached`: of input from a cache."""

    model: str
    input: float | None = None
    output: float | None = None
    cached: Annotated[
        float | None, Null(lambda part: part.reason or "what is read from a cache costs what input costs")
    ] = None
    reason: str | None = None


class UsageReport(Spending):
    """`cost` in US dollars, at most; `cost_known`: the part whose price is known; `prices_of`: the price list."""

    cost: float | None = None
    cost_known: Annotated[
        float | None,
        Null(lambda part: "no call of a known price was made" if part.cost is None else "all of it is known"),
    ] = None
    reason: str | None = None
    by: tuple[UsedRow, ...] = ()
    by_call: tuple[UsedRow, ...] = ()
    prices: tuple[ModelRow, ...] = ()
    prices_of: Annotated[str | None, Null("no price was looked up")] = None


def usage_of(record: ModelRecord) -> UsageReport:
    calls, spent, listed = tuple(record.calls.values()), record.spent, record.prices
    cost = cost_of(record)
    known = sum((call.cost for call in calls if pricing_of(call.model, record.prices).price), NONE)
    parts = group((_part_of(call.id.step, record), call) for call in calls)
    ordered = sorted(parts.items(), key=lambda one: ("side", "judge", "other").index(one[0].kind))
    return UsageReport(
        **dict(spent),
        cost=cost.dollars,
        cost_known=float(known) if cost.dollars is None and known else None,
        reason=cost.reason,
        by=tuple(_row(record, part.name, part.kind, own) for part, own in ordered),
        by_call=tuple(
            _row(record, str(call.id), _part_of(call.id.step, record).kind, [call]) for call in calls
        ),
        prices=tuple(_price(model, pricing_of(model, record.prices)) for model in record.config.models),
        prices_of=f"{listed.source}, {listed.day}" if listed and listed.source else None,
    )


def refusals_of(record: ModelRecord) -> tuple[str, ...]:
    """Each refusal to answer, in a sentence; one that comes as an answer is known by its words."""
    refusals = []
    for call in record.calls.values():
        refused = [one for one in call.failures if one.kind == "content_filter"]
        filtered = [call.partial or "".join(_SAYING.findall(one.message)) for one in refused]
        declined = filter(is_refusal, [call.text or ""])
        part = _part_of(call.id.step, record)
        who = f"{f'The {part.name.lower()}' if part.kind == 'other' else part.name} refused to answer"
        quoted = (clip(words, _QUOTED) for words in (*filtered, *declined))
        refusals += [f"{who}: “{words}”" if words else f"{who}." for words in quoted]
    return tuple(dict.fromkeys(refusals))


class _Part(FrozenModel):
    kind: UsedBy
    name: str


class Cost(FrozenModel):
    """What calls have cost in US dollars; the pricing of each model says why something is not in it."""

    dollars: float | None = None
    pricings: Mapping[str, Pricing]

    @property
    def reason(self) -> str | None:
        pricings = self.pricings
        unknown = sorted(model for model, pricing in pricings.items() if pricing.unknown)
        if not unknown and any(pricing.price for pricing in pricings.values()):
            free = sorted(model for model, pricing in pricings.items() if not pricing.price)
            return (
                f"without {join_and(free)}, which {'have' if free[1:] else 'has'} no price" if free else None
            )
        why = join_and(sorted({pricings[model].reason for model in unknown or pricings}))
        return f"{join_and(unknown)}: {why}" if unknown else why


def _part_of(step: str, record: ModelRecord) -> _Part:
    kind, *rest = step.split(":")
    if kind in PHASES:
        return _Part(kind="side", name=rest[0].upper())
    if kind == "exchange":
        return _Part(kind="side", name="PRO" if int(rest[0]) % 2 else "CON")
    if kind in _SCORING:
        return _Part(kind="judge", name=":".join(rest[_SCORING[kind] - 1 :]))
    lone = isinstance(record.config, DebateConfig) and record.config.live is None
    names = {BRIEFING: "Briefing", NARRATIVE: "Narrative", CONFLICT: "Narrative" if lone else "Live judge"}
    return _Part(kind="other", name=names.get(kind, "Live judge"))


def _row(record: ModelRecord, name: str, kind: UsedBy, calls: Sequence[ModelCall]) -> UsedRow:
    usages = [call.usage for call in calls]
    cost = cost_of(record, calls)
    return UsedRow(
        name=name,
        batched=any(call.entry for call in calls),
        part=kind,
        models=tuple(dict.fromkeys(call.model for call in calls)),
        calls=sum(call.attempts for call in calls),
        tokens=sum(call.tokens for call in calls),
        **{part: sum(getattr(one, part) or 0 for one in usages) for part in _PARTS},
        cost=cost.dollars,
        reason=cost.reason,
    )


def cost_of(record: ModelRecord, calls: Iterable[ModelCall] | None = None) -> Cost:
    if record.example is not None:
        return Cost(pricings={"": Pricing(reason=BY_HAND, charged=False)})
    paid = list(record.calls.values() if calls is None else calls)
    models = tuple(dict.fromkeys(call.model for call in paid)) or record.config.models
    pricings = {model: pricing_of(model, record.prices) for model in models}
    each = pricings.values()
    known = any(pricing.price for pricing in each) and not any(pricing.unknown for pricing in each)
    return Cost(dollars=float(sum((call.cost for call in paid), NONE)) if known else None, pricings=pricings)


def _price(model: str, pricing: Pricing) -> ModelRow:
    price = pricing.price
    if price is None:
        return ModelRow(model=model, reason=pricing.reason)
    cached = None if price.cached is None else float(price.cached)
    return ModelRow(model=model, input=float(price.input), output=float(price.output), cached=cached)
