"""Where a replay can stand, and what each side says on the stage."""

from debate_core.domain.config import Deliberation
from debate_core.domain.steps import probe_step, round_step
from debate_core.library.stage import (
    StageView,
    around,
    listener_of,
    listener_token,
    offer_words,
    offered_words,
    phase_text,
    stops_of,
)
from debate_core.library.stage import voices as words_on_stage
from debate_core.store.access import Signer, Visitor
from debate_core.store.events import ArtifactReviewed, DebateOpened, DeliberationOpened
from debate_core.store.record import replay
from debate_core.store.room import Stage
from tests.building.exchanges import judged, live_config, spoken, whole_exchange
from tests.building.facts import stored
from tests.library.findings.artifacts import ARCHITECT, QA, sheet
from tests.library.findings.artifacts import record as reviewed_by


def test_there_is_a_stop_after_each_turn_after_the_panel_and_at_the_end():
    stops = stops_of(replay(stored(whole_exchange())))
    assert [stop.name for stop in stops] == ["1", "2", "3", "4", "5", "6", "panel", "end"]
    # 1 opened, 2 spoken, 3 judged; 4 to 6 turn 2 spoken, judged, compared; four sheets after 1 + 2 + 5 × 3 = 18.
    assert [stop.sequence for stop in stops] == [3, 6, 9, 12, 15, 18, 22, 24]
    assert around(stops, stops[0]) == (None, stops[1])
    assert around(stops, stops[-1]) == (stops[-2], None)


def test_a_judging_that_came_after_the_next_speech_is_not_in_the_stop_before_it():
    events = [DebateOpened(config=live_config()), spoken(1), spoken(2), *judged(1), *judged(2)]
    assert [(stop.name, stop.sequence) for stop in stops_of(replay(stored(events)))] == [
        ("1", 2),
        ("2", 6),
        ("end", 6),
    ]
    assert stops_of(replay(stored(events[:1]))) == ()


def test_on_the_stage_a_side_says_what_is_under_way_or_else_its_last_turn():
    record = replay(stored([DebateOpened(config=live_config()), spoken(1), spoken(2)]))
    view = StageView(topic="?", progress="running", phase="", stage=Stage(), record=record)
    pro, con = words_on_stage(view, {})
    assert (pro.side, con.side) == ("pro", "con")
    claims = [turn.arguments[0].claim for turn in record.transcript.turns]
    assert [claims[n] in "".join(line.text for line in one.lines) for n, one in enumerate((pro, con))] == [
        True
    ] * 2
    now, still = words_on_stage(view, {"exchange:3": "A third word"})
    assert ([line.text for line in now.lines], still) == (["A third word"], con)
    assert words_on_stage(view, {"exchange:3": "  "}) == (pro, con)
    assert words_on_stage(view, {"judging:pro": "A word", "briefing": "A word"}) == (pro, con)
    before, replying = words_on_stage(view, {"cross_examination:con": "A word"})
    assert (before, [line.text for line in replying.lines]) == (pro, ["A word"])
    assert phase_text(view, {"cross_examination:con": "A word"}) == "Cross-examination"


def test_words_on_offer_are_the_newest_and_stay_while_a_page_is_drawn_anew():
    said = iter([["a"], None, ["b"]])
    offer_words("here", "one", 2, lambda: next(said))
    offer_words("here", "one", 1, lambda: ["older"])
    look = offered_words("here", "one")
    assert look and [look(), look(), look()] == [["a"], ["a"], ["b"]]
    offer_words("here", "one", 2, lambda: ["newer"])
    assert look() == ["newer"]
    for other in range(40):
        assert offered_words("here", "one")
        offer_words("here", f"other {other}", 1, lambda: None)
    assert offered_words("here", "one") is None and offered_words("here", "other 0")


def test_who_listens_does_so_for_five_minutes_from_the_last_full_one_on():
    signer, ann = Signer(b"k" * 32), Visitor(key="ann", role="member")
    token = listener_token(signer, ann, "one", 1000.0)
    assert token == listener_token(signer, ann, "one", 960.0) != listener_token(signer, ann, "one", 1020.0)
    assert listener_of(signer, token, 1259.0) == ("one", ann, 1260.0)
    assert listener_of(signer, token, 1260.0) is None


def test_a_review_has_a_stop_after_each_reviewer_as_they_came_and_after_each_round_of_discussion():
    assert stops_of(reviewed_by()) == ()
    settings = Deliberation(rounds=1, probes=("re_read",))
    opened = DeliberationOpened(settings=settings, takes_part=(QA, ARCHITECT))
    talked = [ArtifactReviewed(sheet=sheet(QA), call=round_step(QA, 2), rung="strict", round=2)]
    probed = ArtifactReviewed(
        sheet=sheet(QA), call=probe_step(QA, "re_read"), rung="strict", round=2, probe="re_read"
    )
    stops = stops_of(reviewed_by(sheet(QA), sheet(ARCHITECT), opened, *talked, probed))
    assert [(one.name, one.words, one.sequence) for one in stops] == [
        ("1", f"{QA} has answered", 2),
        ("2", f"{ARCHITECT} has answered", 3),
        ("talk1", "Round 1 of the discussion", 5),
        ("end", "The end", 6),
    ]
