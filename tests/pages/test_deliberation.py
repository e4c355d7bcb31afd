"""Judges who deliberate, on every page: from the switch and the door to what came of it."""

import pytest

from debate_core.domain.config import Deliberation
from debate_core.examples import ensure
from debate_core.store.record import load
from tests.building.deliberated import talked
from tests.building.facts import put
from tests.building.simulated import on_models
from tests.building.structured import STATES
from tests.pages.conftest import (
    conducted,
    keys_of,
    part,
    start,
    trace_of,
    unfold,
    words_of,
)


@pytest.fixture
def before(store):
    return put(store, "alone", STATES["no_call"])


def test_it_is_off_until_turned_on_and_its_calls_are_said(open_page, store):
    app = open_page("set_up", tab="Discussion")
    assert "that discuss" not in words_of(app)
    app.toggle(key="set_up_deliberation_on").set_value(True).run()
    assert "4 judges that discuss, about 24 calls" in words_of(app)
    assert any("Up to 12 are for the discussion" in (one.help or "") for one in app.markdown)
    app.number_input(key="set_up_deliberation_rounds").set_value(2).run()
    app.button_group(key="set_up_deliberation_probes").set_value(["planted", "re_read"]).run()
    assert start(app, store).deliberation == Deliberation(rounds=2, probes=("re_read", "planted"))


def test_the_door_says_what_it_takes_and_starts_nothing_by_itself(open_page, store, before):
    last = store.last_sequence(before)
    app = open_page("panel", before, tab="Discussion")
    app.button(key="deliberate").click().run()
    said = words_of(app)
    assert "Up to 12 calls. Free: simulated on this machine." in said
    assert "Technical, Business, Risk and General can take part" in said
    app.number_input(key="deliberation_door_threshold").set_value(0.4).run()
    assert "No round would be held" in words_of(app) and "close enough (consensus 0.60)" in words_of(app)
    assert store.last_sequence(before) == last


def test_on_no_call_the_door_stands_first_then_a_probe(open_page, store, before, without_pauses):
    app = open_page("verdict", before)
    ways = [one.key for one in app.button if one.key in ("deliberate", "to_review", "reveal")]
    assert ways[0] == "deliberate"
    app.button(key="deliberate").click().run()
    app.number_input(key="deliberation_door_rounds").set_value(1).run()
    app.button(key="start_deliberation").click().run()
    assert load(store, conducted(store)).judging.rounds == 2
    assert "Discussion · 1 round, consensus" in words_of(open_page("watch", before))
    app = open_page("panel", before, tab="Discussion")
    probe = app.button(key="run_re_read")
    assert probe.label == "Have them read again alone, 4 calls"
    probe.click().run()
    record = load(store, conducted(store))
    assert (record.judging.rounds, all(record.judging.probed("re_read"))) == (2, True)
    app = open_page("panel", before, tab="Discussion")
    assert "run_re_read" not in keys_of(app)
    control = next(one.value for one in app.dataframe if "Control round" in one.value.columns)
    assert list(control["Control round"]) == ["Reading again alone"]


def test_a_judge_whose_model_lacks_a_key_keeps_its_sheet(open_page, store):
    models = (*["simulated:standard"] * 3, "openai:gpt-4.1")
    name = put(store, "keyed", on_models(STATES["no_call"], *models))
    app = open_page("verdict", name)
    app.button(key="deliberate").click().run()
    said = words_of(app)
    assert "Technical, Business and Risk can take part" in said
    assert "**General** keeps its scores: " in said
    assert "Key for openai, for this session" in {one.label for one in app.text_input}


def test_there_is_no_door_where_nobody_can_be_asked_and_it_says_why(open_page, store):
    app = open_page("panel", ensure(store, "example-library-hours"), tab="Discussion")
    assert "deliberate" not in keys_of(app)
    assert "This sample was written by hand: there is no model to ask." in words_of(app)


def test_the_trace_says_whose_standing_changed_after_talk(open_page, store):
    app = open_page("verdict", ensure(store, "example-second-check"))
    trace = trace_of(app)
    assert "Changed after the discussion Business and General" in trace["PRO-1"]
    assert "Changed after the discussion –" in trace["CON-2"]
    unfold(part(app, "Arguments"), "fold_argument-PRO-1")
    assert "After round 1 of the discussion Business rules: uncertain; “Ward 6 changed its rule" in words_of(
        app
    )


def test_the_address_names_the_round_that_is_looked_at(open_page, store):
    name = ensure(store, "example-second-check")
    first = open_page("panel", name, tab="Discussion")
    app = open_page("panel", name, round="2", tab="Discussion")
    assert all("Nothing changed on PRO-2 and CON-2" in words_of(one) for one in (first, app))
    assert "hold the scores after round" not in words_of(first)
    app.radio(key=f"round_{name}").set_value(3).run()
    assert app.query_params["round"] == "3"
    assert "Its judges held no discussion round 9." in words_of(open_page("panel", name, round="9"))


def test_panel_shows_the_scores_of_one_round_marked_and_concludes_from_the_first(open_page, store):
    name = ensure(store, "example-second-check")
    first, later = (open_page("panel", name, arg="PRO-1", **at) for at in ({}, {"round": "3"}))
    maps = [
        app.get("bidi_component")[1].proto.json for app in (first, later)
    ]  # behind the names of the pages
    assert maps[0] != maps[1]
    said = [words_of(app) for app in (first, later)]
    assert "hold the scores after round 2. Everything else here rests on the independent ones." in said[1]
    assert "After the discussion, not independent: scores and notes after round 2." in said[1]
    finding = "After the discussion their consensus"
    assert said[0].count(finding) == said[1].count(finding)


@pytest.mark.parametrize("closed", [True, False])
def test_watch_shows_each_rounds_judges(open_page, store, closed):
    name = put(store, "watched", talked(closed=closed))
    if not closed:
        store.acquire(name)
    app = open_page("watch", name)
    said = words_of(app)
    assert "Technical on PRO-2, 8.8 → 7.6, toward General and Risk, new evidence" in said
    assert ("<span>missing: the key was not accepted</span>" in said) == closed
    assert ("· consensus 0.60 → 0.61" in said, "· consensus 0.60 before it" in said) == (closed, not closed)
    assert ("Technical and Business answered; Risk and General not asked" in said) == closed
    assert ("round 1, 1 of 4 done" in said) == (not closed)
