"""The room's votes: counted as cast, the swing only of those who voted twice."""

from debate_core.reporting.formats import draw
from debate_core.reporting.room import room_code, room_vote, swing_text, votes_csv
from debate_core.store.room import Tally

TALLY = Tally(
    counts={"before": {"pro": 3, "con": 1}, "after": {"con": 3}}, moved={("pro", "con"): 2, ("con", "con"): 1}
)
"""Four before; three of them after, two of whom went from PRO to CON; one PRO left."""


def test_the_swing_is_of_those_who_voted_both_times():
    assert TALLY.both == 3 and (TALLY.net("pro"), TALLY.net("con"), TALLY.net("undecided")) == (-2, 2, 0)
    assert "2 of the 3" in swing_text(TALLY) and "PRO −2" in swing_text(TALLY)
    assert "None of the 2" in swing_text(Tally(counts=TALLY.counts, moved={("pro", "pro"): 2}))
    assert "no swing" in swing_text(Tally(counts={"before": {"pro": 3}}))


def test_every_vote_stands_once_in_the_table():
    rows = [line.split(",") for line in votes_csv(TALLY).split()[1:]]
    assert rows == [["con", "con", "1"], ["pro", "con", "2"], ["pro", "", "1"]]


def test_a_room_that_has_not_voted_has_no_picture_and_bars_divide_what_was_cast():
    assert room_vote(Tally()) is None
    picture = room_vote(TALLY)
    assert picture is not None
    assert [(one.count, one.share) for one in picture.bars[0][2]] == [(3, 75.0), (0, 0.0), (1, 25.0)]
    assert "PRO 3" in draw(picture)


def test_the_code_is_dark_where_a_reader_looks_for_its_corner():
    code = room_code("http://192.168.1.20:8501/stage/0123456789ab?t=x")
    assert code.path.startswith("M0 0h1v1h-1z") and f"M{code.size - 1} 0h" in code.path
