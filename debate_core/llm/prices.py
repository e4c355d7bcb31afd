"""What models' tokens cost, from the list of `genai-prices`: dollars a million tokens, or why there is no price."""

import datetime
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Self

from debate_core.domain.errors import ModelNotFound
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.model import Dollars, Server, Usage, provider_of
from debate_core.llm.catalogue import parse

MILLION = 1_000_000
NONE = Decimal(0)
FREE = "no price: "
"""Begins each reason why a model costs nothing, as records keep it."""


class Rates(FrozenModel):
    """US dollars a million tokens. `cached`, `written`: of input read from or written into a cache; None: as input."""

    input: Dollars
    output: Dollars
    cached: Dollars | None = None
    written: Dollars | None = None


class Tier(Rates):
    """The rates of all tokens of a call whose input is larger than `above` tokens."""

    above: int


class Price(Rates):
    """A model's price; `called`: the model's name in the price list; `tiers` ascending."""

    called: str
    tiers: tuple[Tier, ...] = ()

    def of(self, usage: Usage) -> Decimal | None:
        """The dollars that a call cost; None where its tokens are not known.

        >>> price = Price(called="m", input=Decimal(2), output=Decimal(8), cached=Decimal("0.5"))
        >>> price.of(Usage(input=1_000_000, output=500_000, cached=400_000))
        Decimal('5.4')
        """
        if usage.input is None or usage.output is None:
            return None
        rates = self._tier_at(usage.input)
        cached, written = usage.cached or 0, usage.written or 0
        fresh = max(0, usage.input - cached - written)
        parts = (
            (fresh, rates.input),
            (cached, rates.input if rates.cached is None else rates.cached),
            (written, rates.input if rates.written is None else rates.written),
            (usage.output, rates.output),
        )
        return sum((tokens * rate for tokens, rate in parts), NONE) / MILLION

    def max_cost(self, prompt: int, answer: int) -> Decimal:
        """The most dollars that a call of so many tokens can cost."""
        rates = self._tier_at(prompt)
        return (prompt * max(rates.input, rates.written or NONE) + answer * rates.output) / MILLION

    @property
    def halved(self) -> Self:
        tiers = tuple(tier.model_copy(update=_halve(tier)) for tier in self.tiers)
        return self.model_copy(update={**_halve(self), "tiers": tiers})

    def _tier_at(self, prompt: int) -> Rates:
        return next((tier for tier in reversed(self.tiers) if prompt > tier.above), self)


def _halve(rates: Rates) -> dict[str, Decimal]:
    named = {name: getattr(rates, name) for name in Rates.model_fields}
    return {name: rate / 2 for name, rate in named.items() if rate is not None}


class Pricing(FrozenModel):
    """What is known of a model's price. `charged`: whether somebody charges; `context`: most tokens a call."""

    price: Price | None = None
    reason: str = ""
    charged: bool = True
    context: int | None = None

    @property
    def in_batch(self) -> Self:
        return self.model_copy(update={"price": self.price and self.price.halved})

    @property
    def unknown(self) -> bool:
        """Whether it costs something that nobody here can tell."""
        return self.price is None and self.charged


class Prices(FrozenModel):
    """Prices by model, as on the day the record was begun. `source`: the list and its version; empty without one."""

    day: str
    source: str = ""
    models: Mapping[str, Pricing]


def pricing_of(model: str, prices: Prices | None) -> Pricing:
    if prices is not None and model in prices.models:
        return prices.models[model]
    return made_here(model) or Pricing(reason="it was begun before prices were kept")


def made_here(model: str) -> Pricing | None:
    provider = provider_of(model)
    if provider == "simulated":
        return Pricing(reason=f"{FREE}simulated", charged=False)
    return HERE if provider == "local" else None


_KEYS = {
    "input": "input_mtok",
    "output": "output_mtok",
    "cached": "cache_read_mtok",
    "written": "cache_write_mtok",
}
UNKNOWN = Pricing(reason="no known price")
HERE = Pricing(reason=f"{FREE}it runs on this machine", charged=False)


def prices_of(
    models: Iterable[str], servers: tuple[Server, ...] = (), *, now: datetime.datetime | None = None
) -> Prices:
    now = now or datetime.datetime.now(datetime.UTC)
    pricings = {model: _pricing(model, servers, now) for model in models}
    looked_up = any(pricing.price for pricing in pricings.values())
    return Prices(
        day=now.date().isoformat(),
        source=f"genai-prices {version('genai-prices')}" if looked_up else "",
        models=pricings,
    )


def _pricing(model: str, servers: tuple[Server, ...], now: datetime.datetime) -> Pricing:
    try:
        row, name = parse(model, servers)
    except ModelNotFound:
        return UNKNOWN
    if not row.typed and (here := made_here(model)):
        return here
    if row.here and not model.endswith("cloud"):
        return HERE
    if row.typed or not row.priced_as:
        return UNKNOWN
    return _list_price(row.priced_as, name, now.date())


@lru_cache(maxsize=1_000)
def _list_price(provider: str, model: str, day: datetime.date) -> Pricing:
    from genai_prices.data_snapshot import get_snapshot  # noqa: PLC0415  .4 s of CPU, and an HTTP library

    try:
        listed = get_snapshot().find_provider_model(model, None, provider, None)[1]
    except LookupError:
        return UNKNOWN
    moment = datetime.datetime.combine(day, datetime.time(12), datetime.UTC)
    try:
        price = _price(listed.id, listed.get_prices(moment))
    except (LookupError, ValueError):
        price = None
    known = Pricing(price=price) if price else UNKNOWN
    return known.model_copy(update={"context": listed.context_window})


def _price(called: str, listed: Any) -> Price | None:
    """None unless both sides are known and nothing else is charged for."""
    if getattr(listed, "requests_kcount", None):
        return None
    starts = sorted({t.start for key in _KEYS.values() for t in getattr(getattr(listed, key), "tiers", ())})
    base = _rates(listed, 0)
    tiers = [(start, _rates(listed, start + 1)) for start in starts]
    if base is None or any(rates is None for _, rates in tiers):
        return None
    above = tuple(Tier(above=start, **rates.model_dump()) for start, rates in tiers if rates)
    return Price(called=called, tiers=above, **base.model_dump())


def _rates(listed: Any, tokens: int) -> Rates | None:
    rates = {name: _rate(getattr(listed, key), tokens) for name, key in _KEYS.items()}
    return Rates.model_validate(rates) if rates["input"] and rates["output"] else None


def _rate(listed: Any, tokens: int) -> Decimal | None:
    tiers = reversed(getattr(listed, "tiers", ()))
    rate = next((tier.price for tier in tiers if tokens > tier.start), getattr(listed, "base", listed))
    return rate if isinstance(rate, Decimal) else None
