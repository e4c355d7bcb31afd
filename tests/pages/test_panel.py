"""The panel page in each state, through AppTest."""

import json

import pytest
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer
from streamlit.elements.lib.mutable_tab_container import TabContainer

from debate_core.composition import runner_of
from debate_core.domain.config import DebateConfig
from debate_core.domain.transcript import Topic
from debate_core.library.report import ReportSettings
from debate_core.llm.catalogue import Access
from debate_core.reporting.debate import topic_type_text
from debate_core.store.record import load
from debate_core.verdicts.rules import Rules, changed_words
from pages.ui import state
from pages.ui.blocks import show
from tests.building.facts import put
from tests.building.simulated import on_models
from tests.building.structured import JUDGES, record_of, report_in
from tests.building.structured import STATES as STATES_STORED
from tests.each import each
from tests.pages.conftest import (
    all_parts,
    document_of,
    enter,
    keys_of,
    pictures_of,
    plain,
    tables_of,
    words_of,
)


@each("page", ["panel", "verdict", "library", "review"])
def test_an_empty_store_offers_the_next_step_and_asks_for_nothing(open_page, page):
    app = open_page(page)
    assert "review_name" not in {one.key for one in app.text_input}
    assert "to_set_up" in keys_of(app)


def test_a_frame_cuts_no_title_and_no_cell_longer_ones_have_more_lines(open_page, monkeypatch):
    monkeypatch.setattr(show, "FEW", 0)
    app = open_page("panel", "example-school-phones", tab="Measures")
    table = app.dataframe[0]
    columns = json.loads(table.proto.columns)
    widths = {title: columns[title]["width"] for title in table.value}
    longest = {title: max(map(len, table.value[title])) for title in table.value}
    assert [title for title, width in widths.items() if width < 7 * len(title)] == []
    cut = [title for title, width in widths.items() if width < 7 * longest[title]]
    assert cut == ["Measure", "How it looks"] and longest["How it looks"] > 40
    assert table.proto.row_height >= 65 and app.dataframe[1].proto.row_height < 40


STATES: dict[str, tuple[bool, tuple[str, ...]]] = {
    "split": (True, ()),
    "no_call": (True, ()),
    "three_of_four": (True, ("Risk failed: its answer",)),
    "undefined": (True, ()),
    "some_scored": (True, ("the next judge",)),
    "scoring": (False, ("Not enough scores",)),
}
"""Whether each state has anything to draw, and what it says besides; before two judges have scored there is no
number."""
MAX_BUBBLES = 6


@pytest.mark.parametrize("state", STATES)
def test_every_state_says_how_far_they_agree_or_why_that_is_not_known(open_page, ids, state):
    drawn, words = STATES[state]
    app = open_page("panel", ids[state])
    said = words_of(app)
    assert "judges agree?" in said and [one for one in words if one not in said] == []
    if drawn:
        document = document_of(record_of(state))
        assert plain(app.title[0].value) == plain(document["agreement"].title)
        shown = ("agreement", "disputed", "every_score") if document["disputed"].sentence else ("agreement",)
        assert [key for key in shown if document[key].title not in said] == []
        assert document["agreement"].sentence in said
    own = len(app.get("bidi_component")) - 1  # the pages' names
    assert own == (4 if drawn else 0)
    assert ("to_watch" in keys_of(app)) == (not drawn)
    kinds = ("title", "header", "subheader", "markdown", "caption", "metric", "selectbox", "toggle")
    asked = [one for kind in kinds for one in app.get(kind) if getattr(one.proto, "help", "")]
    assert len(asked) <= MAX_BUBBLES, "the page asks whether one knows a word"


def test_both_tables_come_first_and_no_tab_is_computed_before_it_is_opened(open_page, ids):
    app = open_page("panel", ids["split"])
    assert "CON-\u2060" in app.title[0].value and "CON-1" not in app.title[0].value, "an id stays on one line"
    assert not [*tables_of(app), *app.selectbox]
    first = pictures_of(app)[0]
    assert "its distance from" in first and "How far apart" in first
    assert first.index("CON-1") < first.index("PRO-1")
    drawn = pictures_of(app)
    for words in ("as given adjusted", "strict 0 lenient"):
        assert any(words in one for one in drawn)
    assert app.tabs[0].label == "Disputed arguments"
    said = words_of(all_parts(app))
    assert len(tables_of(app)) > 3 and "task_alt" not in said, "nothing is settled"
    assert any("in the lab" in link.proto.label for link in app.get("page_link"))


def test_without_calibration_alpha_stays_and_no_score_is_called_calibrated(open_page, ids):
    app = open_page("panel", ids["agreed"], tab="Read it another way")
    assert "Adjusted for" in pictures_of(app)[0]
    before = gauges_of(app)
    app.selectbox(key="setting_calibration").select("none").run()
    after = gauges_of(app)
    assert "Relative agreement 0" in before and before.partition(" And adjusted")[0] == after
    assert "Scores as given" in pictures_of(app)[0]


def gauges_of(app):
    (said,) = [one for one in pictures_of(app) if "Do their scores" in one]
    return said


def test_an_argument_on_which_they_part_opens_by_a_button_with_every_judge_side_by_side(open_page, ids):
    app = open_page("panel", ids["split"], "PRO-9")
    assert "notes in full" not in words_of(app)
    app.button(key="read_CON-1").click().run()
    assert app.query_params["arg"] == "CON-1"
    said, block = words_of(app), document_of(record_of("split"))["argument-CON-1"]
    assert block.sentence and block.sentence in said
    assert all(f"**{name}**" in said for name in JUDGES)
    app.query_params["arg"] = "PRO-3"
    assert "No reason given" in words_of(app.run())


def test_topic_rules_and_thresholds_are_changed_at_once_said_and_set_back(open_page, ids):
    app = open_page("panel", ids["agreed"], tab="Read it another way")
    said = words_of(app)
    assert "usual: " not in said and topic_type_text(report_in("agreed")) in said
    app.selectbox(key="setting_topic_type").select("security").run()
    chosen = report_in("agreed", ReportSettings(topic_type="security"))
    assert topic_type_text(chosen) in words_of(app)
    enter(app, threshold_alpha_least=0.95, threshold_alpha_alone=True)
    # Beside the thresholds, and below all tabs.
    assert words_of(app).count(changed_words(Rules(alpha_least=0.95, alpha_alone=True))) == 2
    app.button(key="usual_thresholds").click().run()
    assert "instead of" not in words_of(app)
    assert app.number_input(key="threshold_alpha_least").value == 0.5
    assert "threshold_divergent_share" in {one.key for one in app.number_input}
    app.selectbox(key="setting_rules").select("classic").run()
    keys = {one.key for one in app.number_input}
    assert "threshold_z_variance" in keys and "threshold_divergent_share" not in keys
    app.number_input(key="threshold_z_gap").set_value(0.2).run()
    assert (app.query_params["rules"], app.query_params["z_gap"]) == ("classic", "0.2")
    assert changed_words(Rules(kind="classic", z_gap=0.2)) in words_of(app)
    app.button(key="usual_thresholds").click().run()
    assert "z_gap" not in app.query_params
    assert app.query_params["rules"] == "classic"


@each("model", ["openai:a", "simulated:standard"])
def test_judges_on_one_real_model_are_warned_of_once_in_text(open_page, store, model):
    name = put(store, model.partition(":")[0], on_models(STATES_STORED["no_call"], model))
    texts = [words_of(open_page(page, name)) for page in ("panel", "verdict")]
    assert [one.count(f"one model ({model})") for one in texts] == [model == "openai:a"] * 2


def test_a_debate_read_in_both_orders_opens_on_every_page(open_page, store, without_pauses):
    config = DebateConfig(topic=Topic(text="Schools should start later"), reading="both", seed=3)
    name = runner_of(store.path).start(config, Access())
    assert runner_of(store.path).wait(name, 60)
    said, block = (
        words_of(open_page("panel", name, tab="Measures")),
        document_of(load(store, name))["readings"],
    )
    assert plain(block.title) in said and block.sentence in said
    for page, argument in (("watch", None), ("verdict", None), ("review", None), ("panel", "PRO-1")):
        open_page(page, name, argument)


@each("page", ["panel", "verdict", "watch"])
def test_on_a_phone_every_part_and_fold_may_be_open_at_once(open_page, ids, monkeypatch, page):
    assert ids["split"] and ids["agreed"], "judges with a history"
    monkeypatch.setattr(state, "narrow", lambda: True)
    for part in (TabContainer, ExpanderContainer):
        monkeypatch.setattr(part, "open", property(lambda one: True, lambda one, value: None))
    assert not open_page(page, ids["no_call"]).exception
