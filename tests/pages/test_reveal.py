"""The reveal: once where the last judge was seen to end, and whenever it is asked for; to look at it ends blindness."""

import pytest

from debate_core.events import SheetRead
from tests.pages.conftest import Open, words_of

AGAIN = "reveal_again"


def keys_of(app) -> set[str]:
    return {button.key for button in app.button}


@pytest.fixture
def last_judge(store, events):
    """A debate whose last judge is still to score, and what then comes."""
    at = max(n for n, event in enumerate(events) if isinstance(event, SheetRead))
    debate = store.open_record(events[0])
    store.append(debate, events[1:at])
    return debate, events[at]


def test_it_is_shown_when_the_last_judge_has_scored_and_once_a_browser(
    store, last_judge, open_page: Open
) -> None:
    debate, sheet = last_judge
    app = open_page("watch", debate)
    assert AGAIN not in keys_of(app)
    store.append(debate, [sheet])
    assert AGAIN in keys_of(app.run())
    assert not app.exception
    assert AGAIN in keys_of(app.run())
    app.button(key="reveal_close").click().run()
    assert AGAIN not in keys_of(app.run())
    assert AGAIN not in keys_of(open_page("watch", debate))


def test_verdict_shows_it_on_demand_and_never_by_itself(store, last_judge, open_page: Open) -> None:
    debate, sheet = last_judge
    assert "reveal" not in keys_of(open_page("verdict", debate))
    store.append(debate, [sheet])
    app = open_page("verdict", debate)
    assert AGAIN not in keys_of(app)
    app.button(key="reveal").click().run()
    assert AGAIN in keys_of(app)
    assert "No call" in words_of(app) or "argued better" in words_of(app)
