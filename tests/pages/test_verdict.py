"""The verdict page in each state, through AppTest."""

import pytest

from debate_core.domain.rubric import FALLACIES, FALLACY_EXAMPLES, FALLACY_QUESTIONS
from debate_core.store.events import DebatePaused, TurnSpoken
from debate_core.store.record import load
from tests.building.facts import changed, put
from tests.building.simulated import STATES as STATES_SIMULATED
from tests.building.simulated import simulated_events
from tests.building.structured import STATES as STRUCTURED
from tests.building.structured import record_of
from tests.pages.conftest import (
    ALL,
    document_of,
    keys_of,
    markdown_of,
    part,
    tables_of,
    trace_of,
    traced,
    unfold,
    words_of,
)
from tests.pages.test_reveal import presented

MINUS = "\N{MINUS SIGN}"
UNSCORED = ("speaking", "scoring")


STATES: dict[str, tuple[str, ...]] = {
    "agreed": (),
    "no_call": ("would settle it",),
    "undefined": (),
    "three_of_four": ("Risk failed:",),
    "some_scored": (),
    "scoring": ("Not enough scores",),
}
"""What each state says beside its blocks."""
SHOWN = (
    "verdict",
    "luck",
    "why",
    "not_meant",
    "lead",
    "positions",
    "briefing",
    "briefing-unresolved-0",
    "trace",
    "truth",
)


@pytest.mark.parametrize("state", STATES)
def test_every_state_says_what_may_be_concluded_or_why_nothing(open_page, ids, state):
    app = open_page("verdict", ids[state], tab=ALL)
    said = "\n".join([*(one.label for one in (*app.tabs, *app.button)), words_of(app)])
    assert [one for one in STATES[state] if one not in said] == []
    document = document_of(record_of(state))
    header = document["verdict"].title
    shown = () if state in UNSCORED else SHOWN[:-1] if state == "some_scored" else SHOWN
    blocks = [found for key in shown if (found := document.block(key))]
    assert [one.title for one in blocks if one.title not in said] == []
    assert [item for one in blocks for item in one.items if item not in said.replace("u2212", MINUS)] == []
    named = state in {"agreed", "three_of_four"}
    assert ("PRO argued better" in said) == named
    assert ("retry_failed" in keys_of(app)) == (state == "three_of_four")
    ways = [one.key for one in app.button if one.key in {"deliberate", "to_review"}]
    if named:
        assert "to_review" in ways
    elif header == "No call":
        assert ways == (["to_review", "deliberate"] if state == "undefined" else ["deliberate", "to_review"])


def test_a_paused_debate_says_why(open_page, store):
    paused = DebatePaused(cause="the budget of 2 calls is used up")
    put(store, "paused", (*STRUCTURED["some_scored"], paused))
    assert "It paused: the budget of 2 calls is used up. Every number" in words_of(
        open_page("verdict", "paused")
    )


def test_the_trace_goes_from_claim_to_each_judges_ruling(open_page, ids):
    app = open_page("verdict", ids["no_call"])
    trace, fallacies = trace_of(app), traced(record_of("no_call"), "Fallacies")
    assert "tied, 4 judges" in trace["PRO-2"]
    assert "slippery slope" in fallacies["CON-3"]
    assert not [name for name, cell in fallacies.items() if cell not in trace[name]]
    unfold(part(app, "Arguments"), "fold_argument-PRO-3", "fold_argument-CON-3")
    said = [frame for frame in tables_of(app) if "Reason" in frame.columns]
    assert [list(frame["Judge"]) for frame in said] == [["Technical", "Business", "Risk", "General"]] * 2
    assert set(said[0]["Reason"]) == {"No reason given"}


def test_what_turned_out_to_be_true_is_recorded_said_and_taken_back(open_page, ids, store):
    app = open_page("verdict", ids["agreed"], tab="What turned out true")
    unknown = document_of(record_of("agreed"))["truth"].title
    assert unknown in words_of(app)
    radio = next(one for one in app.radio if one.label == "It turned out to be")
    radio.set_value("CON")
    next(one for one in app.text_input if one.label == "How it is known").set_value("we tried it :smile:")
    app.button(key="FormSubmitter:truth-Record").click().run()
    assert [toast.value for toast in app.toast] == ["Recorded."]
    known = document_of(load(store, ids["agreed"]))["truth"].title
    assert known in words_of(app) and unknown not in words_of(app)
    assert ":smile:" not in markdown_of(app)
    assert store.read(ids["agreed"])[-1].event.kind == "outcome_known"
    next(one for one in app.radio if one.label == "It turned out to be").set_value("Not known")
    app.button(key="FormSubmitter:truth-Record").click().run()
    assert unknown in words_of(app)


def test_fallacies_are_shown_with_the_question_that_tells_each(open_page, ids):
    assert tuple(FALLACY_QUESTIONS) == FALLACIES
    app = open_page("verdict", ids["agreed"], tab="Arguments")
    helps = [one.help for one in app.caption if "What judges look for" in str(one.value)]
    assert helps
    for name, question in FALLACY_QUESTIONS.items():
        assert question.endswith("?")
        told = f"{name.replace('_', ' ').capitalize()}: {question} {FALLACY_EXAMPLES[name]}"
        assert all(told in text for text in helps)


def test_where_nothing_was_argued_every_page_says_so_and_offers_but_another_model(store, open_page):
    def emptied(event):
        if not isinstance(event, TurnSpoken):
            return event
        nothing = {"claim": "10", "reasoning": "10"}
        said = tuple(one.model_copy(update=nothing) for one in event.turn.arguments)
        return changed(event, "turn", arguments=said)

    app = open_page("verdict", put(store, "empty", list(map(emptied, simulated_events()))))
    said, keys = words_of(app), keys_of(app)
    assert "Nothing was argued" in said and "O argued better" not in said
    assert "another_model" in keys and not keys & {"to_review", "deliberate", "truth", "reveal"}
    further = ("more arguments", "Ask people", "another way", "in the lab")
    panel, watch = (open_page(page, "empty") for page in ("panel", "watch"))
    for shown in (app, panel):
        plainly = words_of(shown)
        assert [one for one in further if one in plainly] == []
        assert (plainly.count("no real claim"), "score both sides" in plainly) == (1, False)
        assert not keys_of(shown) & {"to_review", "deliberate", "reveal"}
    for shown in (panel, watch, open_page("library")):
        assert "Nothing was argued" in words_of(shown)
    [data] = presented(watch.button(key="present").click().run())
    assert "<span>NOTHING</span>" in data["slides"][-1]["markup"]


def test_a_debate_that_too_few_judges_scored_is_marked_as_failed(store, open_page):
    put(store, "failed", STATES_SIMULATED["one_judge_left"]())
    for shown in (open_page("verdict", "failed"), open_page("watch", "failed"), open_page("library")):
        assert "Failed" in words_of(shown)


def test_what_next_opens_what_it_names(open_page):
    app = open_page("verdict", "example-second-check")
    assert "lists it" not in words_of(app) and app.session_state["verdict_parts"] != "What would help"
    assert app.button(key="to_helps").click().run().session_state["verdict_parts"] == "What would help"
