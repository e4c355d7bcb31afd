"""The verdict page in each state, through AppTest."""

import pytest

from debate_core.events import Event, TurnSpoken
from debate_core.scoresheet import FALLACIES, FALLACY_QUESTIONS
from debate_core.store import Store
from tests.building.facts import AsAsked, changed
from tests.building.simulated import STATES as STATES_SIMULATED
from tests.building.simulated import simulated_events
from tests.building.structured import fill
from tests.pages.conftest import Open, unfold, words_of
from tests.pages.test_reveal import presented


@pytest.fixture
def ids(store: Store) -> dict[str, str]:
    return AsAsked(fill, store)


STATES: dict[str, tuple[str, tuple[str, ...]]] = {
    "agreed": (
        "PRO argued better",
        (
            "these judges, 90% interval",
            "over 99% likely that PRO argued better",
            "PRO's lead holds unless these judges share more than 90% of their errors",
            "What these judges shared of their errors before can",
            "Unsupported: names no argument",
        ),
    ),
    "split": ("No call", ("Why no side is named",)),
    "no_call": (
        "No call",
        (
            "Why no side is named",
            "**Three ways on.** Shown for how they work: no decision should rest on simulated models.",
            "[Gather what is listed below](#to-verify-yourself)",
            "Read these by hand",
            "To verify yourself",
            "Measure how many delays a modular monolith would remove",
            "**Risk** said PRO, but its own scores prefer CON",
        ),
    ),
    "undefined": ("No call", ("Why no side is named",)),
    "three_of_four": (
        "PRO argued better",
        ("By 3 of 4 judges", "**Risk failed:**", "no readable briefing after 2 askings"),
    ),
    "some_scored": ("Not yet", ("2 of 4 judges have scored",)),
    "speaking": ("Not enough scores yet", ()),
    "scoring": ("Not enough scores yet", ()),
}
"""What each state says first and what else."""


@pytest.mark.parametrize("state", STATES)
def test_every_state_says_what_may_be_concluded_or_why_nothing(
    open_page: Open, ids: dict[str, str], state: str
) -> None:
    header, words = STATES[state]
    app = open_page("verdict", ids[state])
    assert not app.exception
    said = words_of(app)
    assert header in said
    assert [one for one in words if one not in said] == []
    named = state in {"agreed", "three_of_four"}
    assert ("PRO argued better" in said, "Could it be luck?" in said) == (named, named)
    assert ("briefing_to_watch" in {one.key for one in app.button}) == (state == "three_of_four")
    assert not app.get("plotly_chart")
    ways = {one.key: one.label for one in app.button if one.key in {"deliberate", "to_review"}}
    if named:
        assert ways["to_review"] == "Review by hand"
    elif header == "No call":
        assert ways == {
            "deliberate": "Let the judges deliberate",
            "to_review": "Ask people who know the field",
        }


def test_the_trace_goes_from_claim_to_each_judges_standing(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("verdict", ids["no_call"])
    labels = {one.label.partition(" · ")[0]: one.label for one in app.expander if " · " in one.label}
    assert "tied among 4 judges" in labels["PRO-2"]
    inside = next(one for one in app.expander if one.label == labels["PRO-3"])
    said = "\n".join(str(part.value) for part in [*inside.markdown, *inside.caption])
    assert "**Technical**: " in said
    assert "*No reason given*" in said
    con = next(one for one in app.expander if one.label == labels["CON-3"])
    assert "slippery slope \\(2 of 4 judges\\)" in "\n".join(part.value for part in con.markdown)


def test_other_rules_are_applied_at_once(open_page: Open, ids: dict[str, str]) -> None:
    app = unfold(open_page("verdict", ids["split"]), "another_way")
    readings = next(frame.value for frame in app.dataframe if "Read with" in frame.value.columns)
    assert {"classic rules", "classic weights"} <= set(readings["Read with"])
    app.selectbox(key="setting_rules").select("classic").run()
    assert not app.exception
    assert "under the classic rules" in words_of(app)


def test_what_turned_out_to_be_true_is_recorded_said_and_taken_back(
    open_page: Open, ids: dict[str, str], store: Store
) -> None:
    app = open_page("verdict", ids["agreed"])
    assert "Not recorded. Once you know which side was right" in words_of(app)
    radio = next(one for one in app.radio if one.label == "It turned out to be")
    radio.set_value("CON")
    next(one for one in app.text_input if one.label == "How it is known").set_value("we tried it :smile:")
    app.button(key="FormSubmitter:truth-Record").click().run()
    assert not app.exception
    assert [toast.value for toast in app.toast] == ["Recorded."]
    assert "**CON**, as a person recorded it." in words_of(app)
    assert ":smile:" not in words_of(app)
    assert store.read(ids["agreed"])[-1].event.kind == "outcome_known"
    next(one for one in app.radio if one.label == "It turned out to be").set_value("Not known")
    app.button(key="FormSubmitter:truth-Record").click().run()
    assert "Not recorded" in words_of(app)


def test_a_changed_threshold_is_said_beside_the_outcome(open_page: Open, ids: dict[str, str]) -> None:
    app = unfold(open_page("verdict", ids["agreed"]), "another_way")
    app.number_input(key="threshold_gap_level").set_value(0.95).run()
    said = words_of(app)
    assert "with changed thresholds: level of the gap's interval 0.95 instead of 0.90" in said
    assert "these judges, 95% interval" in said


def test_fallacies_are_shown_with_the_question_that_tells_each(open_page: Open, ids: dict[str, str]) -> None:
    assert tuple(FALLACY_QUESTIONS) == FALLACIES
    app = open_page("verdict", ids["agreed"])
    helps = [one.help for one in app.markdown if "Fallacies: " in str(one.value)]
    assert helps
    for name, question in FALLACY_QUESTIONS.items():
        assert question.endswith("?")
        assert all(f"{name.replace('_', ' ').capitalize()}: {question}" in text for text in helps)


def test_where_nothing_was_argued_every_page_says_so_and_offers_but_another_model(
    store: Store, open_page: Open
) -> None:
    def emptied(event: Event) -> Event:
        if not isinstance(event, TurnSpoken):
            return event
        said = tuple(
            one.model_copy(update={"claim": "10", "reasoning": "10"}) for one in event.turn.arguments
        )
        return changed(event, "turn", arguments=said)

    events = list(map(emptied, simulated_events()))
    store.append(store.open_record(events[0], "empty"), events[1:])
    app = open_page("verdict", "empty")
    said = words_of(app)
    assert not app.exception and "Nothing was argued" in said and "O argued better" not in said
    keys = {one.key for one in app.button}
    assert "another_model" in keys and not keys & {"to_review", "deliberate", "truth", "reveal"}
    for page in ("panel", "watch", "library"):
        shown = open_page(page, *(["empty"] if page != "library" else []))
        assert not shown.exception and "Nothing was argued" in words_of(shown), page
    [data] = presented(open_page("watch", "empty").button(key="present").click().run())
    assert data["slides"][-1]["stage"]["halves"] == ["NOTHING", "WAS ARGUED"]


def test_a_debate_that_too_few_judges_scored_is_marked_as_failed(store: Store, open_page: Open) -> None:
    events = list(STATES_SIMULATED["one_judge_left"]())
    store.append(store.open_record(events[0], "failed"), events[1:])
    for page in ("verdict", "watch", "library"):
        shown = open_page(page, *(["failed"] if page != "library" else []))
        assert not shown.exception and "Failed" in words_of(shown), page
