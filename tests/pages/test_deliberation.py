"""Judges who deliberate, on every page: from the switch and the door to what came of it."""

import pytest

from debate_core.domain.config import Deliberation
from debate_core.domain.numerals import join_and
from debate_core.examples import ensure, record_of
from debate_core.library.report.deliberation import NOT_INDEPENDENT, closed_text, rounds_of
from debate_core.reporting.moves import moves_texts
from debate_core.running.estimate import ahead_text, discussion_text, estimate, estimate_deliberation
from debate_core.store.record import load
from pages.ui.draft import DEFAULT
from pages.ui.shared.deliberation import WRITTEN
from tests.building.deliberated import talked
from tests.building.facts import put
from tests.building.simulated import on_models
from tests.building.structured import JUDGES, STATES
from tests.pages.conftest import (
    about,
    conducted,
    document_of,
    enter,
    keys_of,
    lacking,
    part,
    plain,
    start,
    tables_of,
    trace_of,
    traced,
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
    config = DEFAULT.change(deliberation=Deliberation()).config()
    assert f"that discuss{about(config)}" in words_of(app)
    talk = discussion_text(config, estimate(config))
    assert "12" in talk and any(talk in plain(one.help or "") for one in app.markdown)
    enter(app, set_up_deliberation_rounds=2, set_up_deliberation_probes=["planted", "re_read"])
    assert start(app, store).deliberation == Deliberation(rounds=2, probes=("re_read", "planted"))


def test_the_door_says_what_it_takes_and_starts_nothing_by_itself(open_page, store, before):
    last, ahead = store.last_sequence(before), estimate_deliberation(load(store, before), Deliberation())
    app = open_page("panel", before, tab="Discussion")
    app.button(key="deliberate").click().run()
    said = words_of(app)
    assert f"Up to {ahead_text(ahead)}" in said and f"{join_and(JUDGES)} can take part" in said
    app.number_input(key="deliberation_door_threshold").set_value(0.4).run()
    assert f"{closed_text('accord_reached', 'judge')} (consensus 0.60)" in words_of(app)
    assert store.last_sequence(before) == last


def test_on_no_call_the_door_stands_first_then_a_probe(open_page, store, before, without_pauses):
    app = open_page("verdict", before)
    ways = [one.key for one in app.button if one.key in ("deliberate", "to_review", "reveal")]
    assert ways[0] == "deliberate"
    enter(app, "deliberate")
    enter(app, "start_deliberation", deliberation_door_rounds=1)
    assert load(store, conducted(store)).judging.rounds == 2
    assert "Discussion · 1 round" in words_of(open_page("watch", before))
    app = open_page("panel", before, tab="Discussion")
    probe = app.button(key="run_re_read")
    assert probe.label.endswith(", 4 calls")
    probe.click().run()
    record = load(store, conducted(store))
    assert (record.judging.rounds, all(record.judging.probe_sheets("re_read"))) == (2, True)
    app = open_page("panel", before, tab="Discussion")
    assert "run_re_read" not in keys_of(app)
    control = next(one for one in tables_of(app) if "Control round" in one.columns)
    assert list(control["Control round"]) == ["Reading again alone"]


def test_a_judge_whose_model_lacks_a_key_keeps_its_sheet(open_page, store):
    models = (*["simulated:standard"] * 3, "openai:gpt-4.1")
    name = put(store, "keyed", on_models(STATES["no_call"], *models))
    app = open_page("verdict", name)
    app.button(key="deliberate").click().run()
    said = words_of(app)
    assert f"{join_and(JUDGES[:3])} can take part" in said and "**General** keeps" in said
    assert "key_of_openai_door" in {one.key for one in app.text_input}


def test_there_is_no_door_where_nobody_can_be_asked_and_it_says_why(open_page, store):
    app = open_page("panel", ensure(store, "example-library-hours"), tab="Discussion")
    assert "deliberate" not in keys_of(app)
    assert WRITTEN in words_of(app)


def test_the_trace_says_whose_standing_changed_after_talk(open_page, store):
    app, record = (
        open_page("verdict", ensure(store, "example-second-check")),
        record_of("example-second-check"),
    )
    trace, changed = trace_of(app), traced(record, "Changed after the discussion")
    assert not [name for name, cell in changed.items() if cell not in trace[name]]
    unfold(part(app, "Arguments"), "fold_argument-PRO-1")
    assert lacking([document_of(record)["argument-PRO-1"]], words_of(app)) == []


def test_the_address_names_the_round_that_is_looked_at(open_page, store):
    name = ensure(store, "example-second-check")
    first = open_page("panel", name, tab="Discussion")
    app = open_page("panel", name, round="2", tab="Discussion")
    scores = document_of(record_of(name))["discussion-scores"]
    assert scores.sentence and all(scores.sentence in words_of(one) for one in (first, app))
    assert NOT_INDEPENDENT not in words_of(first).lower()
    app.radio(key=f"round_{name}").set_value(3).run()
    assert app.query_params["round"] == "3"
    assert "no discussion round 9" in words_of(open_page("panel", name, round="9"))


def test_panel_shows_the_scores_of_one_round_marked_and_concludes_from_the_first(open_page, store):
    name = ensure(store, "example-second-check")
    first, later = (open_page("panel", name, arg="PRO-1", **at) for at in ({}, {"round": "3"}))
    maps = [
        app.get("bidi_component")[1].proto.json for app in (first, later)
    ]  # behind the names of the pages
    assert maps[0] != maps[1]
    said = [words_of(app).lower() for app in (first, later)]
    # Above the tables, and in the drawer of the argument.
    assert [(one.count(NOT_INDEPENDENT), one.count("after round 2.")) for one in said] == [(0, 0), (2, 2)]
    assert first.title[0].value == later.title[0].value


@pytest.mark.parametrize("closed", [True, False])
def test_watch_shows_each_rounds_judges(open_page, store, closed):
    name = put(store, "watched", talked(closed=closed, threshold=0.61))
    if not closed:
        store.acquire(name)
    app = open_page("watch", name)
    said = words_of(app)
    (held,) = rounds_of(load(store, name))
    moves = [*moves_texts(held)]
    assert moves and not [one for one in moves if one not in said]
    assert ("<span>missing: " in said) == closed
    assert ("consensus 0.60 → 0.607" in said, "0.60 before it" in said) == (closed, not closed)
    assert ("Business answered; Risk" in said) == closed
    assert ("1 of 4 done" in said) == (not closed)
