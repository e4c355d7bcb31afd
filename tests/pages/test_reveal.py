"""The reveal: once where the last judge was seen to end, and whenever it is asked for; to look at it ends blindness."""

import json

import pytest

from debate_core.store.events import DebateFinished, SheetRead
from pages.ui.shared import room
from pages.ui.state import watch
from tests.building.simulated import TOPIC
from tests.pages.conftest import keys_of, words_of

AGAIN = "reveal_again"


@pytest.fixture
def last_judge(store, events):
    """A debate whose last judge is still to score, and what then comes."""
    at = max(n for n, event in enumerate(events) if isinstance(event, SheetRead))
    debate = store.open_record(events[0])
    store.append(debate, events[1:at])
    return debate, events[at]


def test_it_is_shown_when_the_last_judge_has_scored_and_once_a_browser(store, last_judge, open_page):
    debate, sheet = last_judge
    app = open_page("watch", debate)
    assert AGAIN not in keys_of(app)
    store.append(debate, [sheet])
    assert [AGAIN in keys_of(app.run()) for _ in range(2)] == [True, True]
    app.button(key="reveal_close").click().run()
    assert AGAIN not in keys_of(app.run())
    assert AGAIN not in keys_of(open_page("watch", debate))


def test_it_is_shown_in_each_tab_that_waited_and_once_after_a_refresh(
    store, last_judge, open_page, monkeypatch
):
    monkeypatch.setattr(watch, "browser", lambda: "one")  # every page that is opened is the same person's
    debate, sheet = last_judge
    tabs = [open_page("watch", debate), open_page("watch", debate)]
    store.append(debate, [sheet])
    assert [AGAIN in keys_of(open_page("watch", debate)) for _ in range(2)] == [True, False]
    assert [AGAIN in keys_of(tab.run()) for tab in tabs] == [True, True]


def test_verdict_shows_it_on_demand_and_never_by_itself(store, last_judge, open_page):
    debate, sheet = last_judge
    assert "reveal" not in keys_of(open_page("verdict", debate))
    store.append(debate, [sheet])
    app = open_page("verdict", debate)
    assert AGAIN not in keys_of(app)
    app.button(key="reveal").click().run()
    assert AGAIN in keys_of(app)
    assert "No call" in words_of(app) or "argued better" in words_of(app)


def presented(app):
    """What the presenter is handed, once for each that is on the page."""
    handed = [json.loads(element.proto.json) for element in app.get("bidi_component")]
    return [data for data in handed if isinstance(data, dict) and "slides" in data]


@pytest.mark.parametrize("page", ["watch", "verdict"])
def test_a_room_is_shown_a_debate_only_when_asked(store, last_judge, open_page, monkeypatch, page):
    debate, sheet = last_judge
    assert "present" not in keys_of(open_page(page, debate))
    store.append(debate, [sheet, DebateFinished()])
    app = open_page(page, debate)
    assert presented(app) == []
    address = "http://127.0.0.1/stage/a-room"
    monkeypatch.setattr(room, "stage_address", lambda name: address)
    [data] = presented(app.button(key="present").click().run())
    code, *others = data["slides"]
    assert address in code["markup"]
    assert not code["prints"], "a link to the room is not handed on with a file"
    assert all(slide["prints"] and address not in slide["markup"] for slide in others)
    assert [slide["kind"] for slide in data["slides"] if 'class="stage' in slide["markup"]] == ["outcome"]
    assert others[0]["title"] == TOPIC
