"""The panel page in each state, through AppTest."""

import pytest

from debate_core.store import Store
from tests.building.structured import IDS, JUDGES, fill
from tests.pages.conftest import Open, words_of


@pytest.fixture
def ids(store: Store) -> dict[str, str]:
    return fill(store)


@pytest.mark.parametrize(
    ("page", "words"), [("panel", "how far they agree"), ("verdict", "whether a side may be named")]
)
def test_an_empty_store_says_what_will_appear_and_the_next_step(
    open_page: Open, page: str, words: str
) -> None:
    app = open_page(page)
    assert not app.exception
    assert words in words_of(app)
    assert app.button(key="to_set_up").label == "Set up a debate"


STATES: dict[str, tuple[int, tuple[str, ...]]] = {
    "agreed": (7, ()),
    "split": (
        7,
        ("Alpha .21, 95% interval −.30 to .95: anything from unacceptable to high", "Alpha is .21; without"),
    ),
    "no_call": (7, ()),
    "three_of_four": (
        7,
        ("3 of 4 judges scored, and they agree", "**Risk failed:**", "not readable three times"),
    ),
    "undefined": (
        5,
        (
            "Agreement can't be computed",
            "No variation: every score is the same. 4 judges scored.",
            "**Undefined**: no variation: every standing is the same.",
        ),
    ),
    "some_scored": (7, ("2 of 4 judges have scored so far",)),
    "speaking": (0, ("Not enough scores yet",)),
    "scoring": (0, ("Not enough scores yet",)),
}
"""How many charts each state has, and what it says; before two judges have scored there is no number."""


@pytest.mark.parametrize("state", STATES)
def test_every_state_says_how_far_they_agree_or_why_that_is_not_known(
    open_page: Open, ids: dict[str, str], state: str
) -> None:
    charts, words = STATES[state]
    app = open_page("panel", ids[state])
    assert not app.exception
    assert app.title[0].value == "How far do the judges agree?"
    said = words_of(app)
    assert [one for one in words if one not in said] == []
    assert len(app.get("plotly_chart")) == charts
    values = [metric.value for metric in app.metric]
    assert len(values) == (4 if charts else 0)
    assert all(value.endswith("%") for value in values[:1])
    assert (values[1:] == ["undefined"] * 3) == (state == "undefined")
    assert bool([one for one in app.button if one.key == "to_watch"]) == (charts == 0)


def test_the_address_opens_an_argument_with_every_judge_side_by_side(
    open_page: Open, ids: dict[str, str]
) -> None:
    said = words_of(open_page("panel", ids["split"], "CON-1"))
    assert "The judges part on this argument" in said
    assert "furthest apart: **Business** and **Risk**" in said
    assert all(f"**{name}** · " in said for name in JUDGES)


def test_an_argument_that_does_not_exist_opens_nothing(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["split"], "PRO-9")
    assert not app.exception
    assert "side by side" not in words_of(app)


def test_the_list_opens_each_argument_from_the_keyboard(open_page: Open, ids: dict[str, str]) -> None:
    app = open_page("panel", ids["split"])
    chooser = next(box for box in app.selectbox if box.label == "Read an argument")
    assert [option.partition(":")[0] for option in chooser.options] == list(IDS)
    chooser.select("PRO-3").run()
    assert app.query_params["arg"] == "PRO-3"
    assert "Hiring gets easier because each service can be learned in a week" in words_of(app)
    assert "*No reason given*" in words_of(app)


def test_without_calibration_consistency_is_another_alpha_is_not_and_no_score_is_called_calibrated(
    open_page: Open, ids: dict[str, str]
) -> None:
    app = open_page("panel", ids["agreed"])
    assert "Calibrated scores (points)" in words_of(app)
    before = [metric.value for metric in app.metric], app.markdown[1].value
    app.selectbox(key="setting_calibration").select("none").run()
    after = [metric.value for metric in app.metric], app.markdown[1].value
    assert before[0][:3] == after[0][:3]
    assert before[0][3] != after[0][3]
    assert before[1] == after[1]
    assert "Scores as given (points)" in words_of(app)
    assert "Calibrated scores (points)" not in words_of(app)


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
    # Without a past a judge's is not known, rather than half right.
    past = next(frame.value for frame in app.dataframe if "Right before" in frame.value.columns)
    assert set(past["Right before"]) == {"not known"}


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
