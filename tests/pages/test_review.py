"""Review: blind until one's own scores are stored, then everybody's beside them; nothing lost, nothing claimed."""

import pytest
from streamlit.testing.v1 import AppTest

from debate_core.replay import load
from debate_core.store import Store
from tests.building.reviewed import DEBATE, KEYS, bring
from tests.pages.conftest import Open, words_of


@pytest.fixture
def old(store: Store) -> Store:
    """The page's store with a debate of 0.1.0 in it."""
    bring(store)
    return store


def begun(open_page: Open, name: str = "Ana", **query: str) -> AppTest:
    """The page of somebody who has said a name."""
    app = open_page("review", **query)
    app.text_input(key="review_name").set_value(name).run()
    assert not app.exception
    return app


def argument(app: AppTest) -> str:
    """The argument that is asked about."""
    key = next(one.key for one in app.text_area if one.key.endswith("_reason"))
    return key.split("_")[2]


def score(app: AppTest, points: int = 4) -> AppTest:
    """Answer every question, and give the scores."""
    name = f"review_{DEBATE}_{argument(app)}"
    app.text_area(key=f"{name}_reason").set_value("The count was asked for.").run()
    for key in KEYS:
        app.segmented_control(key=f"{name}_{key}").set_value(points).run()
    app.segmented_control(key=f"{name}_standing").set_value("REFUTED").run()
    app.button(key=f"{name}_give").click().run()
    assert not app.exception
    return app


def test_without_a_name_it_says_what_will_come_and_asks_for_one(open_page: Open, old: Store) -> None:
    app = open_page("review")
    assert not app.exception
    assert "before you see" in words_of(app)
    assert not app.segmented_control


def test_an_empty_store_says_what_would_wait_and_offers_the_next_step(open_page: Open) -> None:
    app = begun(open_page)
    assert "Nothing waits for you" in words_of(app)


def test_before_the_score_nothing_of_the_judges_is_on_the_page(open_page: Open, old: Store) -> None:
    app = begun(open_page)
    said = words_of(app)
    record = load(old, DEBATE)
    assert record.config.topic.text in said.replace("\\", "")
    for seat in record.judging.seats:
        assert seat.name not in said
        for entry in seat.sheet.entries if seat.sheet else ():
            assert not entry.notes or entry.notes.replace(".", "") not in said.replace("\\", "").replace(
                ".", ""
            )
    assert all(control.value is None for control in app.segmented_control)


def test_a_score_is_stored_blind_and_then_everybodys_stand_beside_it(open_page: Open, old: Store) -> None:
    app = begun(open_page)
    name = argument(app)
    score(app)
    (given,) = load(old, DEBATE).reviews
    assert (given.person, given.argument, given.blind, given.standing) == ("Ana", name, True, "REFUTED")
    assert given.scores == dict.fromkeys(KEYS, 4)
    assert given.active_seconds is not None
    assert given.position == 1
    assert given.sampled in ("anchor", "divergent")
    said = words_of(app)
    assert "**You · refuted.**" in said
    assert all(f"**{name} · " in said for name in load(old, DEBATE).judging.names)


def test_nothing_is_given_while_something_is_wanting_and_what_is_in_hand_survives_a_refresh(
    open_page: Open, old: Store
) -> None:
    app = begun(open_page)
    name = f"review_{DEBATE}_{argument(app)}"
    app.segmented_control(key=f"{name}_logic").set_value(7).run()
    app.button(key=f"{name}_give").click().run()
    assert any("evidence" in one.value and "to go" in one.value for one in app.error)
    assert load(old, DEBATE).reviews == ()
    again = open_page("review")
    again.text_input(key="review_name").set_value("Ana").run()
    assert again.segmented_control(key=f"{name}_logic").value == 7


def test_who_saw_the_panel_page_before_is_not_blind_and_it_is_said(open_page: Open, old: Store) -> None:
    app = open_page("panel", DEBATE)
    assert not app.exception
    app.switch_page("pages/review.py").run()
    app.text_input(key="review_name").set_value("Ana").run()
    score(app)
    (given,) = load(old, DEBATE).reviews
    assert (given.blind, given.cause) == (False, "its scores were in sight before: the Panel page")
    assert any("Not blind" in one.value for one in app.info)


def test_the_panel_seen_under_a_name_elsewhere_counts_too(open_page: Open, old: Store) -> None:
    app = begun(open_page)
    app.switch_page("pages/verdict.py")
    app.query_params["debate"] = DEBATE
    app.run()
    other = score(begun(open_page))
    assert any("Not blind" in one.value for one in other.info)


def test_a_skip_wants_a_reason_and_puts_the_argument_last(open_page: Open, old: Store) -> None:
    app = begun(open_page)
    name = argument(app)
    key = f"skip_{DEBATE}_{name}"
    app.button(key=f"{key}_now").click().run()
    assert any("say why" in one.value for one in app.error)
    app.text_input(key=f"{key}_why").set_value("I know the author.").run()
    app.button(key=f"{key}_now").click().run()
    assert load(old, DEBATE).skipped[0].reason == "I know the author."
    assert argument(app) != name


def test_an_argument_is_settled_by_who_scored_it_and_opened_again(open_page: Open, old: Store) -> None:
    app = begun(open_page)
    name = argument(app)
    score(app)
    key = f"revealed_{DEBATE}_{name}"
    app.button(key=f"{key}_settle_now").click().run()
    assert any("settled as" in one.value for one in app.error)
    app.segmented_control(key=f"{key}_settled_as").set_value("irresolvable").run()
    app.multiselect(key=f"{key}_follows").set_value([load(old, DEBATE).judging.names[0]]).run()
    app.text_area(key=f"{key}_settled_why").set_value("Both readings stand.").run()
    app.button(key=f"{key}_settle_now").click().run()
    assert load(old, DEBATE).settled[name].standing is None
    assert "Settled as irresolvable" in words_of(app)
    app.button(key=f"{key}_reopen").click().run()
    assert load(old, DEBATE).settled == {}
