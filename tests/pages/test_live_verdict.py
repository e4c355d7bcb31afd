"""Verdict and Panel with a live judge: its blocks beside the outcome, and a person's word on the register."""

from debate_core.domain.transcript import QuestionAnswer
from debate_core.reporting.arguments import NO_CROSS, replied_text
from debate_core.reporting.scorecard import NO_NARRATIVE
from debate_core.running.estimate import ahead_text, estimate_narrative
from debate_core.store.events import FlagOverturned, TurnSpoken
from debate_core.store.record import load
from pages.ui import state
from tests.building.exchanges import fill_live, fill_verdicts, whole_exchange
from tests.building.facts import HOSTILE, changed, failed, put
from tests.building.simulated import NEEDS_A_KEY, on_models, with_config
from tests.building.structured import STATES
from tests.each import each
from tests.pages.conftest import (
    ALL,
    live_document_of,
    markdown_of,
    plain,
    trace_of,
    unlinked,
    words_of,
)


def said_on(app):
    return unlinked(words_of(app))


def verdict(open_page, store, state, tab=""):
    """The page opened on that state."""
    fill_verdicts(store, (state,))
    return open_page("verdict", state, tab=tab)


@each("state", ["live_running", "live_failed", "live_missing"])
def test_no_state_of_watch_breaks_the_verdict(open_page, store, state):
    fill_live(store, (state,))
    open_page("verdict", state)


def test_without_a_live_judge_nothing_of_it_is_shown(open_page, store, debates):
    fill_live(store, ("live_off",))
    for name in ("live_off", debates["finished"]):
        for page in ("verdict", "watch"):
            assert "live judge" not in said_on(open_page(page, name)).casefold()
    *before, over = with_config(on_models(STATES["agreed"], "openai:gpt-4.1"), **NEEDS_A_KEY)
    app = open_page("verdict", put(store, "untold", [*before, failed("narrative", "busy (529)"), over]))
    app.button(key="deliberate").click().run()
    places = {f"key_of_openai{place}" for place in ("", "_narrative", "_door")}
    assert places <= {one.key for one in app.text_input}
    assert "No narrative: busy (529)." in said_on(app)
    assert app.button(key="retry_failed").label == "Retry the narrative"
    assert "live judge" not in said_on(app).casefold()


def test_a_debate_without_a_narrative_can_be_read_as_a_whole_at_a_cost(open_page, store, debates):
    app = open_page("verdict", debates["finished"])
    said = said_on(app)
    assert NO_NARRATIVE in said and "is no narrative" not in said, "it is said once"
    assert ahead_text(estimate_narrative(load(store, debates["finished"]))) in said
    app.button(key="narrate").click().run()
    asked = [one.event for one in store.read(debates["finished"]) if one.event.kind == "debate_resumed"]
    assert [one.narrative for one in asked] == [True]


def test_a_narrative_that_failed_can_be_asked_again(open_page, store):
    app = verdict(open_page, store, "verdict_no_narrative")
    assert "no readable answer" in said_on(app)
    app.button(key="retry_failed").click().run()
    asked = [one.event for one in store.read("verdict_no_narrative") if one.event.kind == "debate_resumed"]
    assert [one.retry_failed for one in asked] == [True]


def submit(app, label, claim):
    """Press the button of that label in one claim's form."""
    inside = next(one for one in app.expander if plain(one.label).startswith(claim))
    next(one for one in inside.button if one.label == label).click()
    return app.run()


def test_a_flag_is_overturned_with_a_reason_and_put_back_and_both_stay_on_record(
    open_page, store, monkeypatch
):
    app = verdict(open_page, store, "verdict_differ", tab="Live judge")
    submit(app, "Overturn this flag", "T3-C1")
    assert "reason first" in said_on(app)
    assert not load(store, "verdict_differ").overturned
    app.text_input(key="reason_T1-C1_2").input("It was reprinted.")
    submit(app, "Overturn this flag", "T1-C1")
    claim = live_document_of(store, "verdict_differ")["claim-T1-C1"]
    assert "overturned by" in claim.sentence and claim.sentence.partition("T1-C1: ")[2] in said_on(app)
    words = [one.event for one in store.read("verdict_differ") if isinstance(one.event, FlagOverturned)]
    assert words == [FlagOverturned(claim="T1-C1", reason="It was reprinted.", person=None)]
    monkeypatch.setattr(state, "person", lambda: "Ana")
    app.text_input(key="reason_T1-C1_3").input("It is another survey.")
    submit(app, "Take that back", "T1-C1")
    changes, said = live_document_of(store, "verdict_differ")["claim-T1-C1"].items, said_on(app)
    assert len(changes) == 4 and not [one for one in changes if one not in said]


def test_nothing_that_was_written_is_markup(open_page, store):
    app = verdict(open_page, store, "verdict_hostile", tab=ALL)
    drawn = [own.proto.json for own in app.get("bidi_component")]
    assert any("&lt;script&gt;" in markup for markup in drawn)
    assert not any("<script>" in markup for markup in drawn)
    # What our own pictures hold is set as text, and no Markdown.
    said = markdown_of(app)
    for markup in (HOSTILE.split()[0], "<script>", ":red[", ":material/home", "**bold**", "[l](http"):
        assert markup not in said, markup


def test_rounds_stand_beside_no_call_and_statements_lead_to_their_turns(open_page, store):
    app = verdict(open_page, store, "verdict_differ", tab=ALL)
    linked, said = words_of(app), said_on(app)
    assert "No call" in said
    assert not [words for words in ("wins", "O argued better", "N argued better") if words in said]
    assert "Answer " not in trace_of(app)["PRO-1"], "a free exchange has no cross-examination"
    at = "](watch?debate=verdict_differ#turn-"
    for number, words in ((1, "1"), (3, "3"), (4, "turn 4")):
        assert f"[{words}{at}{number})" in linked
    said = said_on(open_page("panel", "verdict_differ", "CON-3"))
    assert NO_CROSS in said and replied_text("CON-3", load(store, "verdict_differ")) in said


def test_a_question_of_an_exchange_and_its_answer_stand_in_drawer_trace_and_on_watch(open_page, store):
    answer, none = (
        QuestionAnswer(argument_id="PRO-1", answer="The city did."),
        QuestionAnswer(argument_id="CON-1"),
    )
    asks = {
        2: {"question": "Who counted?"},
        3: {"question": "Who pays the rent?", "answers": (answer,)},
        4: {"question": "<b>And</b> then?", "answers": (none,)},
    }
    spoken = (
        changed(one, "turn", **asks.get(one.turn.number, {})) if isinstance(one, TurnSpoken) else one
        for one in whole_exchange()
    )
    put(store, "asked", [*spoken])
    said = words_of(open_page("panel", "asked", "PRO-1"))
    assert "**CON asks.** Who counted?" in said and "**PRO answers.** The city did." in said
    said = words_of(open_page("panel", "asked", "CON-1"))
    assert "**PRO asks.** Who pays the rent?" in said and "No answer." in said and "answers." not in said
    said = words_of(app := open_page("panel", "asked", "PRO-2"))
    assert "Not answered yet." in said and "<b>" not in markdown_of(app)
    assert "asks." not in words_of(open_page("panel", "asked", "PRO-3"))
    said = words_of(open_page("watch", "asked"))
    assert (
        "**Asks PRO.** Who counted?" in said
        and "Asked on PRO-1." in said
        and "**Answers.** The city did." in said
    )
    assert "**Answers.** No answer" in said
    answered = "turn 2 – CON asks: Who counted? – PRO answers in its next turn: The city did."
    assert answered in str(trace_of(open_page("verdict", "asked", tab=ALL))["PRO-1"])


def test_an_example_is_badged_where_simulated_would_stand(open_page, store):
    fill_live(store, ("live_example",))
    for page in ("panel", "verdict"):
        said = said_on(open_page(page, "live_example"))
        assert "Sample" in said and "Simulated" not in said, page
