"""What holds before any page is shown."""

from streamlit.web import skills

from pages.ui import router


def test_pandas_is_whole_before_a_page_begins_so_that_two_first_visitors_never_meet_it_half_made():
    # Each visitor runs in a thread of its own; a page that imports pandas first would let the other see half of it.
    assert hasattr(router, "pandas"), "imported with the module that every page comes through first"


def test_nobody_is_advertised_to_over_our_pages(monkeypatch):
    # What decides it stands in the installed Streamlit and may move, so it is asked, not only our setting read.
    monkeypatch.setattr(skills, "agent_harness_present", lambda: True)
    assert skills.nudge_suppression_reason() == "welcome_hidden"


class Place:
    """Where a page says how far it has come: what stands there, None for nothing."""

    def __init__(self):
        self.words = []

    def progress(self, share, words):
        self.words.append((share, words))

    def empty(self):
        self.words.append(None)


def test_reading_says_how_far_it_is_only_where_it_takes_long(monkeypatch):
    place = Place()
    tell = router.progress_in(place)
    for clock, number in ((10, 1), (10.9, 700), (11.1, 800), (11.2, 801), (12.2, 1000), (13, 1200)):
        monkeypatch.setattr(router.time, "monotonic", lambda now=clock: now)
        tell(number, 1200)
    *told, last = place.words
    assert last is None and [share for share, _ in told] == [800 / 1200, 1000 / 1200]
    assert "800 of 1,200" in told[0][1] and "1,000 of 1,200" in told[1][1]
    place.words.clear()
    for number in range(1, 101):  # again, all within one moment
        tell(number, 100)
    assert place.words == [None]
