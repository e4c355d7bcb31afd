"""Replay: the same page as it stood at one point of the log; where one can stand, stepping, playing, leaving."""

import pytest

from tests.building.exchanges import fill_live
from tests.pages.conftest import keys_of, words_of


@pytest.fixture
def whole(open_page, store):
    fill_live(store, ("live_whole",))
    return open_page("watch", "live_whole")


def test_a_point_of_the_replay_shows_what_stood_there_then_and_one_steps_scrubs_plays_and_leaves(whole):
    whole.button(key="replay").click().run()
    assert whole.query_params["at"] == "1"
    said = words_of(whole)
    assert "turn 1 of 6" in said and "1 of 6 turns" in said
    # Turn 4 exposes the claim only later.
    assert ":yellow-badge[T1-C1 flagged]" in said
    assert "exposed by" not in said
    assert "to_verdict" not in keys_of(whole)
    assert whole.button(key="replay_back").disabled
    whole.button(key="replay_forward").click().run()
    assert whole.query_params["at"] == "2"
    whole.select_slider(key="replay_scrubber").set_value("4").run()
    assert whole.query_params["at"] == "4"
    assert "[T1-C1 exposed by" in words_of(whole)
    assert "Turn 5" not in words_of(whole)  # nothing is waited for
    whole.button(key="replay_back").click().run()
    assert whole.query_params["at"] == "3"
    assert whole.select_slider(key="replay_scrubber").value == "3"
    whole.button(key="replay_play").click().run()
    assert whole.button(key="replay_play").label == "Hold"
    assert whole.query_params["at"] == "3", "its stay is not over"
    whole.select_slider(key="replay_scrubber").set_value("end").run()
    assert whole.button(key="replay_play").disabled
    whole.button(key="replay_leave").click().run()
    assert "at" not in whole.query_params
    assert "6 of 6 turns" in words_of(whole)
    assert {"to_verdict", "replay"} <= keys_of(whole)


def test_a_deep_link_opens_a_point_and_one_that_names_none_opens_the_whole(whole):
    whole.query_params["at"] = "panel"
    assert "After judging" in words_of(whole.run())
    assert not whole.button(key="replay_forward").disabled
    whole.query_params["at"] = "77"
    assert "no place 77" in words_of(whole.run())
    assert "replay" in keys_of(whole)


def test_a_structured_debate_and_one_without_a_live_judge_are_replayed(open_page, debates, store):
    app = open_page("watch", debates["finished"])
    app.button(key="replay").click().run()
    said = words_of(app)
    assert "PRO-1" in said and "Waiting for" not in said
    assert "Cross-examination" not in [header.value for header in app.header]
    fill_live(store, ("live_off",))
    app = open_page("watch", "live_off", at="1")
    assert "turn 1 of 6" in words_of(app) and "Running score" not in words_of(app)
