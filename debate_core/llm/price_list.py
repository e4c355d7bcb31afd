"""Looks prices up in the list of `genai-prices`, without fetching it. A model at a typed address has no known price."""

import datetime
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Any

from debate_core.errors import ModelNotFound
from debate_core.llm.base import Server
from debate_core.llm.catalogue import parse, row_of
from debate_core.llm.prices import Price, Prices, Pricing, Rates, Tier, made_here

_KEYS = {
    "input": "input_mtok",
    "output": "output_mtok",
    "cached": "cache_read_mtok",
    "written": "cache_write_mtok",
}
UNKNOWN = Pricing(reason="no price is known for it")


def prices_of(
    models: Iterable[str], servers: tuple[Server, ...] = (), *, now: datetime.datetime | None = None
) -> Prices:
    now = now or datetime.datetime.now(datetime.UTC)
    found = {model: _pricing(model, servers, now) for model in models}
    looked_up = any(pricing.price for pricing in found.values())
    return Prices(day=now.date().isoformat(), source=_source() if looked_up else "", models=found)


def _pricing(model: str, servers: tuple[Server, ...], now: datetime.datetime) -> Pricing:
    try:
        row = row_of(model, servers)
    except ModelNotFound:
        return UNKNOWN
    if not row.typed and (here := made_here(model)):
        return here
    if row.here and not model.endswith("cloud"):
        return Pricing(reason="no price: it runs on this machine", charged=False)
    if row.typed or not row.priced_as:
        return UNKNOWN
    return _listed(row.priced_as, parse(model, servers).model, now.date())


@cache
def _listed(provider: str, model: str, day: datetime.date) -> Pricing:
    from genai_prices.data_snapshot import get_snapshot  # noqa: PLC0415  .4 s of CPU, and an HTTP library

    try:
        found = get_snapshot().find_provider_model(model, None, provider, None)[1]
    except LookupError:
        return UNKNOWN
    moment = datetime.datetime.combine(day, datetime.time(12), datetime.UTC)
    try:
        price = _price(found.id, found.get_prices(moment))
    except (LookupError, ValueError):
        price = None
    known = Pricing(price=price) if price else UNKNOWN
    return known.model_copy(update={"context": found.context_window})


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
    if not rates["input"] or not rates["output"]:
        return None
    return Rates.model_validate(rates)


def _rate(listed: Any, tokens: int) -> Decimal | None:
    tiers = reversed(getattr(listed, "tiers", ()))
    rate = next((tier.price for tier in tiers if tokens > tier.start), getattr(listed, "base", listed))
    return rate if isinstance(rate, Decimal) else None


def _source() -> str:
    import genai_prices  # noqa: PLC0415  loaded by now

    return f"genai-prices {genai_prices.__version__}"
