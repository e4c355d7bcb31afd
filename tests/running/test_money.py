"""Money: prices kept with the debate, reserved before calls, and said by side, judge and call."""

import re
from decimal import Decimal

import pytest

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.cast import Debater, Panel
from debate_core.domain.config import Budget, Deliberation
from debate_core.domain.errors import SetUpError
from debate_core.domain.model import Completion, Server, Usage
from debate_core.importing.documents.artifact import read_pasted
from debate_core.llm.catalogue import Access
from debate_core.llm.errors import ModelError
from debate_core.llm.keys import Key
from debate_core.llm.prices import Price, Pricing, prices_of
from debate_core.running.calls import BudgetReached, check_budget, check_cost
from debate_core.running.estimate import (
    ahead_text,
    cost_text,
    discussion_text,
    estimate,
    reading_text,
    seats_text,
    size_text,
    too_large,
)
from debate_core.store.call import Spending
from tests.approved import check_facts
from tests.running.conftest import EXCHANGE, config
from tests.voices import Scripted, answer, opening

KEYS = Access(keys={"openai": Key("sk-test-1234567")})
PRICED = Debater(side="pro", model="openai:gpt-4.1")  # $2 and $8 a million tokens
MINE = (Server(name="mine", base_url="http://127.0.0.1:9/v1"),)


def run(bench, model=None, **changes):
    record = bench.runner(model).start(config(**changes), KEYS)
    bench.end(record)
    return record


def test_what_a_debate_cost_is_said_by_side_judge_and_call_with_the_prices_of_its_day_for_good(
    bench, monkeypatch
):
    record = run(bench, pro=PRICED)
    used = bench.report(record).usage
    calls = [call for call in used.by_call if call.part == "side" and call.models == ("openai:gpt-4.1",)]
    expected = sum(call.input * 2 + call.output * 8 for call in calls) / 1_000_000
    rows = {row.name: row for row in used.by}
    assert rows["PRO"].cost == pytest.approx(expected) == pytest.approx(used.cost)
    assert (rows["CON"].cost, rows["Risk"].reason) == (None, "no price: simulated")
    assert used.reason == "without simulated:standard, which has no price"
    assert next((row.model, row.input, row.output) for row in used.prices) == ("openai:gpt-4.1", 2.0, 8.0)
    assert used.prices_of.startswith("genai-prices")
    monkeypatch.setattr("debate_core.llm.prices._list_price", None)
    assert bench.report(record).usage == used, "a price that changes later changes nothing"


def test_the_estimate_grows_with_what_each_call_is_told():
    plain = config()
    told = plain.model_copy(update={"topic": plain.topic.model_copy(update={"background": "x" * 4_000})})
    more = estimate(told).tokens_typical - estimate(plain).tokens_typical
    assert more == pytest.approx(estimate(plain).calls * 1_000, rel=0.02)


def test_of_a_budget_that_is_passed_nothing_is_left():
    for spent, left in ((3, 2), (9, 0)):
        with pytest.raises(BudgetReached, match=f"use 3 tokens, and {left} of the budget of 5 are left"):
            check_budget(Budget(tokens=5), Spending(tokens=spent), 3)
    check_budget(Budget(tokens=5), Spending(tokens=2), 3)
    cent = Pricing(price=Price(called="m", input=Decimal(1), output=Decimal(1)))
    check_cost(Budget(dollars=Decimal("0.03")), Decimal("0.01"), cent, 10_000, 10_000)
    with pytest.raises(BudgetReached, match="may cost"):
        check_cost(Budget(dollars=Decimal("0.03")), Decimal("0.01"), cent, 10_000, 10_001)


def test_one_model_without_a_price_makes_the_sum_unknown_and_the_known_part_is_said(bench):
    used = bench.report(run(bench, pro=PRICED, con=Debater(side="con", model="mine:m"), servers=MINE)).usage
    assert (used.cost, used.reason) == (None, "mine:m: no known price")
    assert used.cost_known == pytest.approx(next(row.cost for row in used.by if row.name == "PRO"))


def test_a_budget_in_money_is_reserved_before_a_call_and_stops_the_debate_before_it_is_passed(bench):
    talks = Completion(text="no", finish="stop", usage=Usage(input=1_000, output=1_500))
    model = Scripted({"opening:pro": talks, "opening:pro#2": talks}, otherwise=answer)
    record = run(bench, model, pro=PRICED, budget=Budget(dollars=Decimal("0.02")))
    held = bench.held(record)
    assert held.out_of_budget
    assert "$0.02" in held.cause.replace("$0.0200", "$0.02")
    assert re.search(r"and \$0\.0060? of the budget of", held.cause), held.cause
    assert model.asked["opening:pro"] == 1 and model.asked["opening:pro#2"] == 0
    assert held.cost <= Decimal("0.02")
    bench.runner(Scripted(otherwise=answer)).resume(record, KEYS, budget=Budget(dollars=Decimal(1)))
    bench.end(record)
    assert bench.held(record).progress == "finished"


def test_a_budget_in_money_needs_known_prices(bench):
    with pytest.raises(SetUpError, match="none is known for mine:m"):
        run(bench, pro=Debater(side="pro", model="mine:m"), servers=MINE, budget=Budget(dollars=Decimal(1)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cut_stream", "retryable"])
def test_what_nobody_said_is_counted_at_the_most_and_what_was_refused_at_nothing(bench, kind):
    busy = ModelError("busy", kind="retryable")
    cut = ModelError("cut", kind=kind, partial="Half of it")
    record = run(bench, Scripted({"opening:pro": [busy, cut, opening("pro")]}, otherwise=answer), pro=PRICED)
    row = next(row for row in bench.report(record).usage.by_call if row.name == "opening:pro")
    assert row.calls == 3
    # one answer of 1,500 tokens at $8 a million is reserved for the attempt that was cut
    assert row.cost > 0.012
    assert bench.report(record).usage.unknown == 1


@pytest.mark.parametrize("kind", ["all_thinking", "context_overflow"])
def test_an_answer_without_a_word_is_counted_and_priced_where_its_server_says_what_it_used(bench, kind):
    used = Usage(input=900, output=5_500, thinking=5_500)
    spent = ModelError("no word", kind=kind, usage=used)
    record = run(bench, Scripted({"opening:pro": spent}, otherwise=answer), pro=PRICED)
    used = bench.report(record).usage
    row = next(row for row in used.by_call if row.name == "opening:pro")
    assert (row.tokens, row.thinking, used.thinking) == (6_400, 5_500, 5_500)
    assert row.cost == pytest.approx((900 * 2 + 5_500 * 8) / 1e6)


def test_the_estimate_says_money_before_anything_starts_or_why_it_can_not():
    priced = config(pro=PRICED)
    ahead = estimate(priced, prices=prices_of(priced.models))
    assert 0 < ahead.cost_typical < ahead.cost_most
    assert cost_text(ahead).startswith("About $0.0")
    before_prices_were_kept = estimate(priced)
    assert cost_text(before_prices_were_kept) == "The price of openai:gpt-4.1 is unknown."
    mixed = config(pro=PRICED, con=Debater(side="con", model="mine:m"), servers=MINE)
    ahead = estimate(mixed, prices=prices_of(mixed.models, MINE))
    assert cost_text(ahead).endswith("The price of mine:m is unknown and not counted.")
    assert cost_text(estimate(config())) == "Free: simulated on this machine."
    local = config(pro=Debater(side="pro", model="local:smollm2"))
    assert cost_text(estimate(local)) == "Free: runs on this machine."


def test_a_call_that_the_model_has_no_room_for_is_said_with_its_size_and_not_sent(bench):
    model = Scripted(otherwise=answer)
    runner = bench.runner(model)
    small = config(pro=Debater(side="pro", model="openai:gpt-4"), caps={"opening": 8_000})  # 8,192 tokens
    ahead = estimate(small, prices=prices_of(small.models))
    said = next(one for one in ahead.too_large if one.startswith("PRO's opening may need 8,"))
    tokens = int(said.split("need ")[1].split()[0].replace(",", ""))
    room = {free: too_large(small, {"openai:gpt-4": free}) for free in (tokens, tokens - 1)}
    assert not any(one.startswith("PRO's opening") for one in room[tokens])
    assert any(one.startswith("PRO's opening") for one in room[tokens - 1])
    record = runner.start(small, KEYS)
    bench.end(record)
    assert "was not sent" in bench.held(record).cause and "8,192" in bench.held(record).cause
    assert model.asked["opening:pro"] == 0


def test_a_limit_that_ends_a_debate_early_is_said_before_it_begins():
    priced = config(pro=PRICED)
    need = estimate(priced, prices=prices_of(priced.models))
    for name, least in (
        ("calls", need.calls),
        ("tokens", need.tokens_typical),
        ("dollars", need.cost_typical),
    ):
        enough, short = (
            estimate(config(pro=PRICED, budget={name: limit}), prices=prices_of(priced.models)).too_large
            for limit in (least, least - 1 if name != "dollars" else least / 2)
        )
        assert not enough and len(short) == 1 and "It will pause before its end" in short[0]
    tight = estimate(config(budget={"calls": 1})).too_large
    assert tight[0].endswith("and its limit is 1 call.")


PRICED_JUDGES = Panel(judges=[{"name": name, "domain": "risk", "model": "openai:gpt-4.1"} for name in "AB"])
LOCAL = Panel(judges=[{"name": name, "domain": "risk", "model": "local:smollm2"} for name in "ABC"])
PLANNED = {
    "plain": config(),
    "priced": config(pro=PRICED, con=Debater(side="con", model="mine:m"), servers=MINE),
    "live": config(**EXCHANGE, narrative=True),
    "in batches": config(judging="batch", reading="both", panel=PRICED_JUDGES),
    "discussed": config(deliberation=Deliberation(rounds=2, probes=("re_read",)), panel=PRICED_JUDGES),
    "local": config(pro=Debater(side="pro", model="local:smollm2"), panel=LOCAL, caps={"judging": 3040}),
    "a text": ArtifactConfig(artifact=read_pasted("words " * 900)),
}


def test_the_estimate_of_each_kind_is_as_before():
    found = []
    for name, chosen in PLANNED.items():
        prices = prices_of(chosen.models, MINE)
        whole = estimate(chosen, prices=prices)
        more = discussion_text(chosen, whole), reading_text(chosen, whole, prices), seats_text(chosen)
        found.append((name, [vars(whole), [ahead_text(whole), size_text(whole), *more]]))
    check_facts("running/estimates", found)
