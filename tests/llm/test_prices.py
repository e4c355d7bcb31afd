"""Prices: both sides known or unknown, never 0; kept with a record; what is cached, tiered and reserved."""

import datetime
from decimal import Decimal

import pytest
from genai_prices import data_snapshot
from genai_prices.types import ModelPrice, TieredPrices
from genai_prices.types import Tier as Step

from debate_core.domain.model import Server, Usage
from debate_core.llm.prices import Price, Pricing, Tier, _price, prices_of, pricing_of
from tests.each import each

NOW = datetime.datetime(2026, 11, 1, tzinfo=datetime.UTC)
ABOVE = Tier(above=200_000, input=Decimal(2), output=Decimal(15))
TIERED = Price(called="m", input=Decimal(1), output=Decimal(10), tiers=(ABOVE,))
CACHING = Price(called="m", input=Decimal(4), output=Decimal(16), cached=Decimal("0.4"), written=Decimal(5))


def pricing(model, servers=()):
    return prices_of([model], servers, now=NOW).models[model]


LISTED = "openai:gpt-4.1-mini anthropic:claude-sonnet-4-5 gemini:gemini-2.5-flash openrouter:openai/gpt-5"


@pytest.mark.parametrize("model", LISTED.split())
def test_a_models_price_is_known_on_both_sides_with_its_list(model):
    found = prices_of([model], now=NOW)
    price = found.models[model].price
    assert price is not None and price.input > 0 and price.output > price.input
    assert found.source.startswith("genai-prices ") and found.day == "2026-11-01"
    assert (found.models[model].context or 0) > 100_000
    assert pricing_of(model, found) == found.models[model]


UNKNOWN = """
openai:gpt-of-tomorrow openrouter:meta-llama/llama-3.3-70b-instruct:free mine:gpt-4.1-mini ollama-cloud:gpt-oss:120b
ollama:gpt-oss:120b-cloud
"""
PRICELESS = {
    ("no known price", True): UNKNOWN,
    ("no price: it runs on this machine", False): "ollama:llama3.2 local:smollm2",
    ("no price: simulated", False): "simulated:standard",
}


@each(("reason", "charged"), PRICELESS)
def test_what_has_no_known_price_says_why_and_is_never_free(reason, charged):
    for model in PRICELESS[reason, charged].split():
        found = pricing(model, (Server(name="mine", base_url="http://127.0.0.1:1/v1"),))
        assert (found.price, found.reason, found.charged) == (None, reason, charged), model
    assert prices_of([model], now=NOW).source == ""


def test_a_provider_at_an_address_that_somebody_typed_has_no_known_price():
    moved = (Server(name="openai", base_url="http://127.0.0.1:1/v1"),)
    assert pricing("openai:gpt-4.1-mini", moved).unknown


@each(
    "listed",
    [
        {"input_mtok": Decimal(1)},
        {"output_mtok": Decimal(1)},
        {"input_mtok": Decimal(0), "output_mtok": Decimal(0)},
        {"input_mtok": Decimal(1), "output_mtok": Decimal(2), "requests_kcount": Decimal(5)},
        {},
    ],
)
def test_one_side_a_zero_or_a_charge_by_request_is_no_known_price(listed):
    assert _price("m", ModelPrice(**listed)) is None


def test_no_price_in_the_whole_list_is_0_on_either_side():
    for provider in data_snapshot.get_snapshot().providers:
        for model in provider.models:
            price = _price(model.id, model.get_prices(NOW))
            assert price is None or all(
                rates.input > 0 and rates.output > 0 for rates in (price, *price.tiers)
            )


@pytest.mark.usefixtures("offline")
def test_looking_prices_up_opens_no_connection():
    assert pricing("openai:gpt-4.1").price


@each(
    ("usage", "cost"),
    [
        (Usage(input=1_000_000, output=0), "4"),
        (Usage(input=1_000_000, output=1_000_000), "20"),
        (Usage(input=1_000_000, output=0, cached=500_000), "2.2"),
        (Usage(input=1_000_000, output=0, cached=500_000, written=500_000), "2.7"),
        (Usage(input=0, output=1_000_000, thinking=900_000), "16"),
    ],
)
def test_cached_and_thought_tokens_are_priced_as_what_they_are(usage, cost):
    assert CACHING.of(usage) == Decimal(cost)


@pytest.mark.parametrize("said", [-5, "12", 1.5, 10**30, None])
def test_what_no_count_can_be_is_not_counted(said):
    assert Usage(input=said, output=1).total is None


def test_tokens_that_nobody_said_have_no_cost():
    assert CACHING.of(Usage(input=5)) is None


def test_a_tier_prices_all_tokens_of_a_call_beyond_it():
    assert TIERED.of(Usage(input=200_000, output=0)) == Decimal("0.2")
    assert TIERED.of(Usage(input=200_001, output=0)) == Decimal("0.400002")


def test_what_is_reserved_is_never_less_than_what_it_can_cost():
    assert CACHING.max_cost(1_000_000, 0) == Decimal(5)
    for prompt, dollars in ((200_000, "10.2"), (200_001, "15.400002")):
        assert TIERED.max_cost(prompt, 1_000_000) == Decimal(dollars)


def test_a_batch_costs_half_at_every_rate_and_in_every_tier():
    half = {"input": Decimal(2), "output": Decimal(8), "cached": Decimal("0.2"), "written": Decimal("2.5")}
    assert CACHING.halved == Price(called="m", **half)
    (tier,) = TIERED.halved.tiers
    assert tier == Tier(above=200_000, input=Decimal(1), output=Decimal("7.5"))
    assert Pricing(price=CACHING, context=8).in_batch == Pricing(price=CACHING.halved, context=8)
    assert Pricing(reason="none").in_batch == Pricing(reason="none")


def test_a_listed_price_has_a_tier_wherever_one_of_its_rates_begins_another():
    steps = TieredPrices(
        base=Decimal(1), tiers=[Step(start=9, price=Decimal(3)), Step(start=200_000, price=Decimal(2))]
    )
    tiers = Tier(above=9, input=Decimal(3), output=Decimal(15)), ABOVE
    listed = ModelPrice(input_mtok=steps, output_mtok=Decimal(15))
    assert _price("m", listed) == Price(called="m", input=Decimal(1), output=Decimal(15), tiers=tiers)


def test_a_record_begun_before_prices_were_kept_has_none_but_what_is_made_here_is_said():
    assert pricing_of("openai:gpt-4.1", None).reason == "it was begun before prices were kept"
    assert not pricing_of("simulated:standard", None).charged
