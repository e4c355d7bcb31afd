"""The panel page in each state, through AppTest."""

import pytest

from debate_core.store import Store
from tests.building.structured import IDS, JUDGES, fill
from tests.pages.conftest import Open, words_of


@pytest.fixture
def ids(store: Store) -> dict[str, str]:
    return fill(store)


def test_an_empty_store_says_what_will_appear_and_the_next_step(open_page: Open) -> None:
    app = open_page("panel")
    assert not app.exception
    assert "how far they agree" in words_of(app)
    assert app.button(key="to_set_up").label == "Set up a debate"


def test_it_begins_with_how_far_they_agree_and_where_they_part(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["split"])
    assert not app.exception
    assert app.title[0].value == "How far do the judges agree?"
    assert "Alpha .21, 95% interval −.30 to .95: anything from unacceptable to high" in words_of(app)
    assert app.metric[0].value.endswith("%")


@pytest.mark.parametrize("state", ["agreed", "split", "no_call", "three_of_four", "undefined", "some_scored"])
def test_every_state_with_scores_shows_without_fault(
    open_page: Open, ids: dict[str, str], state: str
) -> None:
    app = open_page("panel", ids[state])
    assert not app.exception
    assert len(app.get("plotly_chart")) == (5 if state == "undefined" else 7)


def test_a_failed_judge_is_counted_out_loud_with_its_cause(open_page: Open, ids: dict[str, str]) -> None:
    said = words_of(open_page("panel", ids["three_of_four"]))
    assert "3 of 4 judges scored, and they agree" in said
    assert "**Risk failed:**" in said
    assert "not readable three times" in said


def test_undefined_agreement_shows_its_reason_and_no_gauge(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["undefined"])
    said = words_of(app)
    assert "Agreement can't be computed" in said
    assert "No variation: every score is the same. 4 judges scored." in said
    assert "**Undefined**: no variation: every standing is the same." in said
    assert [metric.value for metric in app.metric][1:] == ["undefined"] * 3


@pytest.mark.parametrize("state", ["speaking", "scoring"])
def test_before_two_judges_have_scored_there_is_no_number(
    open_page: Open, ids: dict[str, str], state: str
) -> None:
    app = open_page("panel", ids[state])
    assert not app.exception
    assert "Not enough scores yet" in words_of(app)
    assert not app.metric
    assert not app.get("plotly_chart")
    assert app.button(key="to_watch")


def test_while_judges_are_missing_the_numbers_are_said_to_be_provisional(
    open_page: Open, ids: dict[str, str]
) -> None:
    app = open_page("panel", ids["some_scored"])
    assert "2 of 4 judges have scored so far" in app.info[0].value


def test_the_address_opens_an_argument_with_every_judge_side_by_side(
    open_page: Open, ids: dict[str, str]
) -> None:
    said = words_of(open_page("panel", ids["split"], "CON-1"))
    assert "The judges part on this argument" in said
    assert "furthest apart: **Business** and **Risk**" in said
    assert all(f"**{name}** · " in said for name in JUDGES)


def test_an_argument_without_notes_has_no_reason_given(open_page: Open, ids: dict[str, str]) -> None:
    assert "*No reason given*" in words_of(open_page("panel", ids["split"], "PRO-3"))


def test_an_argument_that_does_not_exist_opens_nothing(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["split"], "PRO-9")
    assert not app.exception
    assert "side by side" not in words_of(app)


def test_the_list_opens_each_argument_from_the_keyboard(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["split"])
    chooser = next(box for box in app.selectbox if box.label == "Read an argument")
    assert [option.partition(":")[0] for option in chooser.options] == list(IDS)
    chooser.select("PRO-2").run()
    assert app.query_params["arg"] == "PRO-2"
    assert "A fault in one service no longer takes the whole product down" in words_of(app)


def test_another_calibration_changes_consistency_and_not_alpha(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    before = [metric.value for metric in app.metric], app.markdown[1].value
    app.selectbox(key="setting_calibration").select("none").run()
    after = [metric.value for metric in app.metric], app.markdown[1].value
    assert before[0][:3] == after[0][:3]
    assert before[0][3] != after[0][3]
    assert before[1] == after[1]


def test_the_topics_words_are_shown_and_can_be_overruled(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    assert "type architecture, by its words *microservice*, *monolith*" in words_of(app)
    app.selectbox(key="setting_topic_type").select("security").run()
    assert "type security, as you chose" in words_of(app)


def test_each_two_judges_have_their_alpha_with_interval_and_n(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    table = next(frame.value for frame in app.dataframe if "Furthest apart on" in frame.value.columns)
    assert list(table["Judges"])[:2] == ["Technical and Business", "Technical and Risk"]
    assert set(table["n"]) == {"6"}
    assert table["Furthest apart on"].str.contains("points").all()


def test_what_the_agreement_hangs_on_is_said(open_page: Open, ids: dict[str, str]) -> None:
    said = words_of(open_page("panel", ids["split"]))
    assert "Alpha is .21; without" in said


def test_a_threshold_is_changed_at_once_said_and_set_back(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    assert "Changed from the usual" not in words_of(app)
    app.number_input(key="threshold_alpha_least").set_value(0.95).run()
    app.toggle(key="threshold_alpha_alone").set_value(True).run()
    assert not app.exception
    said = words_of(app)
    assert "agreement of scores, at least (alpha) .95 instead of .50" in said
    assert "too little alpha alone is enough for no call" in said
    app.button(key="usual_thresholds").click().run()
    assert "Changed from the usual" not in words_of(app)
    assert app.number_input(key="threshold_alpha_least").value == 0.5


def test_only_the_thresholds_of_the_rules_in_force_are_shown(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    assert "threshold_divergent_share" in {one.key for one in app.number_input}
    app.selectbox(key="setting_rules").select("classic").run()
    keys = {one.key for one in app.number_input}
    assert "threshold_z_variance" in keys
    assert "threshold_divergent_share" not in keys


def test_scores_that_were_not_calibrated_are_not_called_so(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    assert "Calibrated scores (points)" in words_of(app)
    app.selectbox(key="setting_calibration").select("none").run()
    assert "Scores as given (points)" in words_of(app)
    assert "Calibrated scores (points)" not in words_of(app)


def test_a_judges_past_is_not_known_rather_than_half_right(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    table = next(frame.value for frame in app.dataframe if "Right before" in frame.value.columns)
    assert set(table["Right before"]) == {"not known"}


def test_a_refresh_keeps_how_the_scores_are_read(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["agreed"])
    app.selectbox(key="setting_rules").select("classic").run()
    app.number_input(key="threshold_z_gap").set_value(0.2).run()
    assert (app.query_params["rules"], app.query_params["z_gap"]) == ("classic", "0.2")
    again = open_page(
        "verdict", ids["agreed"], rules="classic", z_gap="0.2", weights="nonsense", gap_level="7"
    )
    assert not again.exception
    assert again.selectbox(key="setting_rules").value == "classic"
    assert again.selectbox(key="setting_weights").value == "evidence"
    assert "gap on z-scores, at least .20 instead of .05" in words_of(again)
    again.button(key="usual_thresholds").click().run()
    assert "z_gap" not in again.query_params
    assert again.query_params["rules"] == "classic"
