"""The verdict page in each state, through AppTest."""

import pytest

from debate_core.scoresheet import FALLACIES, FALLACY_QUESTIONS
from debate_core.store import Store
from tests.building.structured import fill
from tests.pages.conftest import Open, words_of


@pytest.fixture
def ids(store: Store) -> dict[str, str]:
    return fill(store)


def test_an_empty_store_says_what_will_appear_and_the_next_step(open_page: Open) -> None:
    app = open_page("verdict")
    assert not app.exception
    assert "whether a side may be named" in words_of(app)
    assert app.button(key="to_set_up").label == "Set up a debate"


def test_a_side_is_named_with_gap_interval_and_probability(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("verdict", ids["agreed"])
    assert not app.exception
    assert "PRO" in app.header[0].value
    assert "by 2.3 points (90% interval 1.9 to 2.7)" in app.header[0].value
    assert "over 99% likely that PRO argued better" in words_of(app)


@pytest.mark.parametrize("state", ["split", "no_call", "undefined"])
def test_no_call_says_why_and_names_no_side(open_page: Open, ids: dict[str, str], state: str) -> None:
    app = open_page("verdict", ids[state])
    assert not app.exception
    assert app.header[0].value == "No call"
    assert "Why:" in words_of(app)
    assert "argued better" not in words_of(app)


def test_no_call_lists_what_to_read_and_what_would_help(open_page: Open, ids: dict[str, str]) -> None:
    said = words_of(open_page("verdict", ids["no_call"]))
    assert "Read these by hand" in said
    assert "What would help to decide" in said
    assert "Measure how many delays a modular monolith would remove" in said


def test_a_ballot_against_the_judges_own_scores_is_said(open_page: Open, ids: dict[str, str]) -> None:
    said = words_of(open_page("verdict", ids["no_call"]))
    assert "**Risk** said PRO, but its own scores prefer CON" in said


def test_a_failed_judge_and_a_failed_briefing_are_said_with_their_causes(
    open_page: Open, ids: dict[str, str]
) -> None:
    app = open_page("verdict", ids["three_of_four"])
    said = words_of(app)
    assert "By 3 of 4 judges" in said
    assert "**Risk failed:**" in said
    assert "no readable briefing after 2 askings" in said
    assert app.button(key="briefing_to_watch")


def test_no_outcome_is_given_while_judges_are_still_to_score(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("verdict", ids["some_scored"])
    assert app.header[0].value == "Not yet"
    assert "2 of 4 judges have scored" in words_of(app)


@pytest.mark.parametrize("state", ["speaking", "scoring"])
def test_before_two_judges_have_scored_the_next_step_is_offered(
    open_page: Open, ids: dict[str, str], state: str
) -> None:
    app = open_page("verdict", ids[state])
    assert not app.exception
    assert "Not enough scores yet" in words_of(app)
    assert not app.get("plotly_chart")


def test_an_unsupported_statement_is_marked(open_page: Open, ids: dict[str, str]) -> None:
    said = words_of(open_page("verdict", ids["agreed"]))
    assert "Unsupported: names no argument" in said


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
    app = open_page("verdict", ids["split"])
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
    app = open_page("verdict", ids["agreed"])
    app.number_input(key="threshold_gap_level").set_value(0.95).run()
    said = words_of(app)
    assert "with changed thresholds: level of the gap's interval .95 instead of .90" in said
    assert "95% interval" in app.header[0].value


def test_fallacies_are_shown_with_the_question_that_tells_each(open_page: Open, ids: dict[str, str]) -> None:
    assert tuple(FALLACY_QUESTIONS) == FALLACIES
    app = open_page("verdict", ids["agreed"])
    helps = [one.help for one in app.markdown if "Fallacies: " in str(one.value)]
    assert helps
    for name, question in FALLACY_QUESTIONS.items():
        assert question.endswith("?")
        assert all(f"{name.replace('_', ' ').capitalize()}: {question}" in text for text in helps)
