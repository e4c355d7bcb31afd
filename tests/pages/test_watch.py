"""Watch in every state a debate can be in."""

import json
import re
from itertools import product
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from debate_core.composition import runner_of
from debate_core.domain.cast import Debater
from debate_core.domain.config import Budget
from debate_core.domain.errors import ModelNotFound
from debate_core.domain.model import Server
from debate_core.domain.steps import judging_step
from debate_core.domain.transcript import SIDES, opponent
from debate_core.domain.wording import IN_BATCH, NO_RESPONSE, capital
from debate_core.examples import EXAMPLES, record_of
from debate_core.llm.catalogue import parse
from debate_core.llm.errors import FAILURE_WORDS
from debate_core.reporting.verdict import answer_of
from debate_core.running.runner import Runner
from debate_core.store.events import (
    BriefingWritten,
    CallBatched,
    CallCompleted,
    CallHeld,
    DebatePaused,
    DebateStopped,
    TurnSpoken,
)
from debate_core.store.record import load, replay
from debate_core.store.room import stage_of
from pages.ui import state as session
from pages.ui.watch.progress import _steps, waiting_words
from pages.ui.watch.speaking import PhaseWords
from pages.ui.watch.status import show_clock
from tests.building.facts import HOSTILE, put, refused, started, stored
from tests.building.simulated import (
    NEEDS_A_KEY,
    STATES,
    TOPIC,
    after_openings,
    fill,
    on_models,
    simulated_events,
    with_config,
)
from tests.building.structured import report_for
from tests.each import each
from tests.pages.conftest import (
    choose,
    conducted,
    enter,
    keys_of,
    lack_of,
    markdown_of,
    pictures_of,
    plain,
    words_of,
)

# What Watch says of a debate in each state, the buttons it has, and what it must not hold.
SAID: dict[str, tuple[str, ...]] = {
    # The other side has still to answer, and nothing here can stop it.
    "running": ("PRO challenges", "rests on a sin", "to be answered", "Another program"),
    "retrying": ("retry 2 of 4 in 8 s", "The figu"),
    "interrupted": ("It was interrupted", "(turn 2 of 6)"),
    "paused": ("budget of 2 calls", "is kept"),
    "stopped": ("It was stopped", "is kept"),
    "failed_judge": ("3 of 4 judges",),
    "marred": ("Unstructured", capital(NO_RESPONSE), "I refuse to", "Shift not given"),
}
BUTTONS: dict[str, set[str]] = {
    "running": {"stop_debate"},
    "interrupted": {"resume_debate"},
    "paused": {"raise_and_resume"},
    "stopped": {"resume_debate"},
    "failed_judge": {"retry_failed", "to_verdict"},
    "one_judge_left": {"retry_failed"},
    "finished": {"to_verdict", "to_panel"},
}
DECIDING = {"stop_debate", "resume_debate", "raise_and_resume", "retry_failed"}
MARKUP = (HOSTILE.split()[0], "<script>", ":red[", ":material/home")


@pytest.mark.parametrize("state", STATES)
def test_each_state_says_where_the_debate_stands_and_what_one_may_do(
    open_page, debates, store, state, monkeypatch
):
    # A run that ends early leaves the fragments of the one before alive, with places to write to that are gone.
    monkeypatch.setattr("streamlit.stop", lambda: pytest.fail("the page ended early"))
    app = open_page("watch", debates[state])
    assert pictures_of(app)[0].startswith("![x]" if state == "hostile" else TOPIC)
    said = words_of(app)
    for words in SAID.get(state, ()):
        assert words in said, words
    if state in BUTTONS:
        assert keys_of(app) >= BUTTONS[state]
        assert keys_of(app) & DECIDING == BUTTONS[state] & DECIDING
    if state == "running":
        assert app.button(key="stop_debate").disabled
    if state == "one_judge_left":
        assert "to_verdict" not in keys_of(app), "two scores at least make a verdict"
    if state in ("finished", "no_call", "failed_judge"):
        record = load(store, debates[state])
        answer = answer_of(report_for(record))
        assert plain(app.header[0].value) == f"{answer.title} :small[{answer.sentence}]", (
            "the verdict comes first"
        )
    if state == "marred":
        folded = "".join(one.value for fold in app.expander for one in fold.markdown)
        turns = load(store, debates[state]).transcript.turns
        parts = [part for one in turns for part in (*one.arguments, one.closing, one) if part]
        amiss = [words.rstrip(".") for part in parts for words in part.warnings]
        shown = [words for words in amiss if words in said]
        assert len(shown) > 2 and not [words for words in shown if words in folded], (
            "it stands outside its fold"
        )
    if state == "hostile":
        said = markdown_of(app)
        assert not [words for words in MARKUP if words in said]
        assert "$x" not in said.replace("\\$x", "")


def test_the_steps_name_who_still_speaks_and_nothing_is_being_written_when_all_is_over():
    events = simulated_events()
    first, second = (n for n, one in enumerate(events) if isinstance(one, TurnSpoken) and one.turn.number < 3)
    left = opponent(events[first].turn.side).upper()
    assert _words_of_steps(events[: first + 1])["Opening"] == f"{left} speaks"
    assert _words_of_steps(events[: second + 1])["Opening"] == "both have spoken"
    unwritten = [one for one in events if not isinstance(one, BriefingWritten)]
    assert _words_of_steps(unwritten)["Briefing"] == "to come"
    assert _words_of_steps(unwritten[:-1])["Briefing"] == "being written"


def test_a_sides_last_answer_keeps_its_place_while_the_other_side_still_speaks():
    events = simulated_events()
    first = next(n for n, one in enumerate(events) if isinstance(one, TurnSpoken) and one.turn.number > 2)
    record = replay(stored(events[: first + 1]))
    said = PhaseWords(record=record, phase="cross_examination", sides=SIDES, words={}, now="running")
    cards = json.loads(said.lists_json())["lists"][0]["cards"]
    answers = events[first].turn.responses
    assert {card["id"] for card in cards if card["open"]} == {answers[-1].argument_id}
    assert {card["id"] for card in cards if card["state"] == "spoken"} == {
        one.argument_id for one in answers[:-1]
    }


def test_a_room_votes_before_it_hears_a_debate_and_never_again(open_page, debates, store):
    name = debates["finished"]
    app = open_page("watch", name)
    app.button(key="room_first").click().run()
    assert stage_of(store, name).voting == "before"
    app.button(key="room_close_vote").click().run()
    assert "room_before" not in keys_of(app) and "closed for good" in words_of(app)
    app.button(key="room_end").click().run()
    assert "room_open" in keys_of(app) and "room_first" not in keys_of(app)


def test_the_vote_after_a_debate_opens_once_both_sides_have_spoken(open_page, debates, store):
    put(store, "unheard", [store.read(debates["stopped"])[0].event, DebateStopped()])
    for name, opens in (("unheard", False), (debates["paused"], False), (debates["finished"], True)):
        app = open_page("watch", name)
        app.button(key="room_open").click().run()
        assert ("room_after" in keys_of(app)) == opens != ("once both sides" in words_of(app))
    for key in ("room_reveal", "room_hide"):
        app.button(key=key).click().run()
        assert "room_after" not in keys_of(app) and "closed for good" in words_of(app)


def _words_of_steps(events):
    return {name: words for name, _, words in _steps(replay(stored(events)))}


def before_call(events, call="judging"):
    """What had come before the first call of that name."""
    return events[: next(place for place, e in enumerate(events) if call in str(getattr(e, "call", "")))]


@each(
    ("page", "state"),
    [*product(["watch", "panel", "verdict"], ["failed_judge"]), ("verdict", "one_judge_left")],
)
def test_a_failed_judge_is_asked_again_where_it_is_told(open_page, store, debates, page, state, monkeypatch):
    asked = []
    monkeypatch.setattr(Runner, "resume", lambda self, name, access, **more: asked.append((name, more)))
    app = open_page(page, debates[state])
    causes = load(store, debates[state]).judging.causes
    assert causes and not [one for one in causes if one.rstrip(".") not in words_of(app)]
    app.button(key="retry_failed").click().run()
    assert asked == [(debates[state], {"retry_failed": True, "budget": None})]


SAMPLES = [f"sample_{one.id}" for one in EXAMPLES]


@each(("page", "named", "noun"), [
    ("review", {"artifact": "nothing"}, "text"),
    ("review", {"debate": "nothing"}, "debate"),
    ("artifact", {"artifact": "nothing"}, "text"),
    ("verdict", {"debate": "nothing"}, "debate"),
    ("panel", {"table": "nothing"}, "table"),
    ("lab", {"debate": "nothing"}, "debate"),
])  # fmt: skip
def test_whatever_an_address_names_and_the_store_has_not_is_named_with_ways_on(open_page, page, named, noun):
    app = open_page(page, **named)
    assert f"no {noun} 'nothing'" in plain(app.title[0].value)
    assert {*SAMPLES} <= keys_of(app)


def test_an_empty_store_says_what_would_appear_and_offers_the_one_next_step(open_page):
    app = open_page("watch")
    assert app.title[0].value == "No debate yet" and "appears here as" in words_of(app)
    assert keys_of(app) == {"to_set_up", *SAMPLES}
    app.button(key="sample_example-second-check").click().run()
    assert app.query_params["debate"] == "example-second-check"
    assert "Sample" in words_of(app)


def test_a_debate_that_went_or_an_empty_name_gives_way_to_the_newest(open_page, store):
    stays, goes = (fill(store, (state,))[state] for state in ("paused", "stopped"))
    app = open_page("watch", goes)
    store.delete(goes)
    del app.query_params["debate"]
    app.run()
    assert app.query_params["debate"] == stays
    assert open_page("watch", "").query_params["debate"] == stays


def test_an_unknown_debate_is_named_and_never_replaced_by_another(open_page, debates):
    assert debates["finished"]
    app = open_page("watch", "![x](http://127.0.0.1:9/x)")
    assert "no debate" in app.title[0].value and {*SAMPLES} <= keys_of(app)
    assert "![x]" not in markdown_of(app) and TOPIC not in words_of(app)


def test_a_sample_is_run_again_on_its_topic_and_in_its_form_by_models_that_answer(open_page):
    app = open_page("watch", "example-school-phones")
    app.button(key="set_up_anew").click().run()
    assert any(record_of("example-school-phones").config.topic.text == area.value for area in app.text_area)
    assert not app.button(key="start_debate").disabled


@pytest.mark.parametrize("finished", [False, True])
def test_another_like_a_debate_that_stands_still_is_set_up_from_it(open_page, store, events, finished):
    wrong = with_config(
        events if finished else after_openings(events), pro=Debater(side="pro", model="simulated:hasty")
    )
    app = open_page("watch", put(store, "wrong", wrong))
    app.button(key="set_up_anew").click().run()
    assert app.session_state["set_up_pro_model"] == "simulated:hasty"
    assert any(area.value == wrong[0].config.topic.text for area in app.text_area)


def test_a_budget_that_is_used_up_is_raised_and_not_resumed_into_nothing(open_page, debates, monkeypatch):
    app = open_page("watch", debates["paused"])
    assert "resume_debate" not in keys_of(app)
    assert [field.key for field in app.number_input] == ["raised_calls"]  # there was no limit of tokens
    assert app.number_input(key="raised_calls").value > 2
    asked = []
    monkeypatch.setattr(Runner, "resume", lambda self, record, access, **how: asked.append((record, how)))
    app.number_input(key="raised_calls").set_value(2).run()
    assert app.button(key="raise_and_resume").disabled
    enter(enter(app, raised_calls=30), "raise_and_resume")
    assert asked == [(debates["paused"], {"retry_failed": False, "budget": Budget(calls=30)})]


def test_resuming_finishes_the_debate_without_losing_a_turn(open_page, debates, store, without_pauses):
    spoken = load(store, debates["interrupted"]).transcript.turns
    app = open_page("watch", debates["interrupted"])
    app.button(key="resume_debate").click().run()
    assert load(store, conducted(store)).transcript.turns[: len(spoken)] == spoken
    assert {"to_verdict", "to_panel"} <= keys_of(app.run())


def test_stopping_has_ended_when_the_page_is_drawn_again_and_it_offers_to_resume(open_page, store):
    open_page("set_up").button(key="start_debate").click().run()
    name = store.records()[0].id
    app = open_page("watch", name)
    app.button(key="stop_debate").click().run()
    assert not runner_of(store.path).conducts(name)
    assert "resume_debate" in keys_of(app)


def test_a_key_is_asked_for_anew_before_resuming(open_page, store, events):
    app = open_page("watch", put(store, "needskey", with_config(after_openings(events), **NEEDS_A_KEY)))
    assert [field.key for field in app.text_input] == ["key_of_openai"]
    app.button(key="resume_debate").click().run()
    assert lack_of("openai") in words_of(app)
    assert not store.is_conducted("needskey")


def test_a_server_of_ones_own_that_refused_its_key_is_given_another_where_it_is_resumed(
    open_page, store, events
):
    servers = (Server(name="mine", base_url="http://127.0.0.1:9/v1"),)
    begun = with_config(events[:1], pro=Debater(side="pro", model="mine:m"), servers=servers)
    call, cause = "opening:pro", "mine refused the key (401)"
    tried = [*begun, started(call, model="mine:m"), refused(call, "auth", cause), DebatePaused(cause=cause)]
    app = open_page("watch", put(store, "refusedkey", tried))
    label = "Key for mine, for this session"
    assert [field.label for field in app.text_input] == [label]
    app.text_input[0].set_value("sk-another").run()
    assert [key.reveal() for key in app.session_state["typed_keys"].values()] == ["sk-another"]


def test_a_debate_whose_provider_is_unknown_here_opens_and_says_so(open_page, store, events):
    told = with_config(after_openings(events), pro=Debater(side="pro", model="monkey:m"))
    app = open_page("watch", put(store, "elsewhere", told))
    with pytest.raises(ModelNotFound) as refused:
        parse("monkey:m")
    assert str(refused.value) in words_of(app)
    assert "monkey" in words_of(app.button(key="resume_debate").click().run())
    assert not store.is_conducted("elsewhere")


def test_the_finished_toast_comes_once(open_page, debates):
    app = open_page("watch", debates["finished"])
    assert not app.toast  # it was finished before this session looked
    assert len(choose(app, **{f"status_seen_{debates['finished']}": "running"}).toast) == 1
    assert not app.run().toast


def test_a_debate_simulated_in_part_says_which_part(open_page, store, events):
    told = with_config(events, **NEEDS_A_KEY)
    said = words_of(open_page("watch", put(store, "mixed", told)))
    partly, _, which = told[0].config.simulation_note.partition(": ")
    assert capital(partly) in said and which and f"Simulated: {which}" in said


def test_a_panel_in_a_providers_batch_is_waited_for_in_words(open_page, store, events):
    one = {"call": "judging:Risk", "attempt": 1}
    waits = started(**one, entry="e"), CallBatched(**one, batch="b")
    app = open_page("watch", put(store, "batched", [*before_call(events), *waits, DebateStopped()]))
    assert f"0 of 4 judges scored, {IN_BATCH}" in pictures_of(app)[1]
    assert "for a batch" in words_of(app)


def test_the_clock_of_a_debate_that_is_taken_over_does_not_go_back(monkeypatch):
    record, told = replay(stored(after_openings())), list[str]()
    place = SimpleNamespace(markdown=lambda words, **_: told.append(plain(words)))
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(session, "wait_text", lambda _: "")
    monkeypatch.setattr(session, "memoise", lambda *_: ([], ""))
    for passed, now in ((70.0, "running"), (65.0, "running"), (0.0, "stopped")):
        monkeypatch.setattr(
            session, "clock", lambda passed=passed: record.last_at - record.spent.seconds + passed
        )
        show_clock(place, record, now)
    assert told[:2] == ["1:10", "1:10"]
    assert told[2] == f"0:{int(record.spent.seconds):02d}"


def test_calls_that_were_not_answered_are_not_counted_as_made_and_said_to_be_broken_off(open_page, store):
    told = after_openings()
    made = sum(isinstance(one, CallCompleted) for one in told)
    put(store, "broken", [*told, *(started(f"cross_examination:{side}") for side in SIDES)])
    assert f" · {made} of about 11 calls, 2 broken" in words_of(open_page("watch", "broken"))
    put(store, "whole", told)
    said = words_of(open_page("watch", "whole"))
    assert f" · {made} of about" in said and "broken off" not in said


def test_a_call_that_waits_for_its_provider_says_so_where_its_words_will_stand(events):
    def waits(held, tried):
        return [CallHeld(call=held, seconds=28.6), started(tried), refused(tried, retry_in=28.0)]

    for phase, spoken in (("opening", events[:1]), ("cross_examination", after_openings())):
        record = replay(stored([*spoken, *waits(f"{phase}:pro", f"{phase}:con")]))
        words = PhaseWords(record=record, phase=phase, sides=("pro", "con"), words={}, now="running")
        lists = json.loads(words.lists_json())["lists"]
        last = [card["own"][-1][2] for one in lists for card in one["cards"] if "held" in card["state"]]
        assert ["29 s:" in last[0], "2 of 4 in 28 s" in last[1]] == [True, True]
        assert not any(one["waits"] for one in lists)
        assert phase == "opening" or all("held" in card["state"] for card in lists[0]["cards"][:2])
    record = replay(stored([*before_call(events), *waits("judging:Technical", "judging:Risk")]))
    said = [waiting_words(record, judge) for judge in ("Technical", "Risk", "General")]
    assert last == [said[0], f"{capital(said[1])}."] and said[2] == ""


def test_a_judge_that_waits_to_be_asked_again_is_not_said_to_read(events):
    tried = started("judging:Risk"), refused("judging:Risk", retry_in=28.0)
    record = replay(stored([*before_call(events, "judging:Risk"), *tried]))
    assert next(seat for seat in record.judging.seats if seat.name == "Risk").state == "reading"

    def page(record):
        from pages.ui.watch.progress import show_grid, show_seats

        show_seats(record, "running")
        show_grid(record)

    app = AppTest.from_function(page, args=(record,)).run()
    said = [one.value for one in app.markdown]
    assert said[said.index("**Risk**") + 1] == ":gray-badge[Waiting]"
    (grid,) = (one.proto.json for one in app.get("bidi_component"))
    names = re.findall(r'class=\\"given[^"]*\\" data-name=\\"([^"]+)\\"', grid)
    assert len({*names}) == len(names) == grid.count(r"class=\"given") > 0, (
        "each keeps its place as scores come"
    )
    assert any(waiting_words(record, "Risk") in one.value for one in app.caption)


def test_a_debate_that_paused_for_a_key_names_that_cause_alone(events, open_page, store):
    call, cause = "opening:pro", "x asks for a key (401)"
    paused = DebatePaused(cause=f"PRO's opening could not be had: {cause}")
    put(store, "keyless", [*events[:1], started(call), refused(call, "auth", cause), paused])
    said = plain(words_of(open_page("watch", "keyless")))
    assert f"It paused: {paused.cause}." in said
    assert f"Attempt 1 failed: {FAILURE_WORDS['auth']}" in said and "refused" not in said
    assert "All judges are simulated" in said and "simulated:" not in said


def test_a_side_and_a_judge_say_that_they_wait_for_the_local_model(events):
    def on(model, *begun):
        debaters = {side: Debater(side=side, model=model) for side in SIDES}
        [opened] = with_config(events[:1], **debaters)
        return replay(stored([opened, *(started(one, model=model) for one in begun)]))

    def waits(record):
        words = PhaseWords(record=record, phase="opening", sides=SIDES, words={}, now="running")
        return [one["waits"] for one in json.loads(words.lists_json())["lists"]]

    words, turn = waits(on("local:smol", "opening:pro"))
    assert "Waits its turn" in turn
    told = on_models(before_call(events), "local:smol")
    told.append(started(judging_step("Risk"), model="local:smol"))
    assert [waiting_words(replay(stored(told)), judge) for judge in ("Risk", "General")] == ["", turn]
    assert waits(on("openai:m", "opening:pro")) == waits(on("local:smol")) == [words] * 2
