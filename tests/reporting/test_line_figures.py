"""Leads, scores, rounds and panel sizes lie where their numbers say, and what is missing is words."""

import re
from dataclasses import replace

import pytest

from debate_core.domain.rubric import STANDARD, Scale
from debate_core.examples import record_of
from debate_core.library.history import History
from debate_core.library.report import ReportSettings
from debate_core.library.report import report as report_of
from debate_core.library.report.live import Stretch, live_of
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.debate_lines import (
    adjusted_scores,
    beside_arguments,
    panel_line,
    rounds_won,
)
from debate_core.reporting.figures import LuckBar
from debate_core.reporting.formats import draw
from debate_core.reporting.line_figures import (
    Lead,
    LeadLine,
    NumberLine,
    Rounds,
    RoundTurn,
    Score,
    ScoreRow,
    Scores,
    SideReading,
    TurningPoint,
)
from debate_core.reporting.scorecard import pairs_text, scorecard_block
from debate_core.reporting.verdict import Answer, verdict_block
from debate_core.store.record import replay
from tests.building.exchanges import whole_exchange
from tests.building.facts import but, stored
from tests.building.structured import JUDGES, report_in
from tests.reporting.test_figures import RUDE, gauge, gauges, heat, places, words


def line(*leads, **more):
    return NumberLine(alt="Leads", title="Each judge's lead", leads=leads, **more)


def lead(value, name="Risk", seat=0, reason=None):
    return Lead(name=name, found=Estimate(value=value, reason=reason), seat=seat)


def test_a_lead_lies_between_con_at_the_left_and_pro_at_the_right_of_four_points():
    markup = draw(line(lead(-1), lead(3)))
    # 8 points wide: −1 lies at 3 of them, 3 at 7.
    assert places(markup, "stem con", "x1", "x2") == [(50, 37.5)]
    assert places(markup, "stem pro", "x1", "x2") == [(50, 87.5)]
    assert "CON +1.0" in words(markup) and "PRO +3.0" in words(markup)


def test_a_lead_beyond_the_line_is_an_arrow_at_its_edge_and_keeps_its_number():
    markup = draw(line(lead(-5.2), lead(4), lead(-4)))
    assert places(markup, "stem con", "x2") == [(0,), (0,)] and "CON +5.2" in words(markup)
    assert markup.count('class="arrow"') == 1


def test_a_value_stands_beyond_its_mark_or_above_it_where_that_leaves_no_room():
    markup = draw(line(lead(-1), lead(1), lead(-3), lead(3), lead(-6), lead(6)))
    stands = re.findall(r'class="value" x="([^"]*)" dx="(-?)[^"]*" y="([^"]*)" text-anchor="(\w+)"', markup)
    assert stands == [
        ("37.50%", "-", "18.5", "end"),
        ("62.50%", "", "18.5", "start"),
        ("12.50%", "-", "5", "start"),
        ("87.50%", "", "5", "end"),
        ("0.00%", "-", "5", "start"),
        ("100.00%", "", "5", "end"),
    ]


def test_a_judge_without_a_lead_keeps_its_lane_with_the_reason():
    markup = draw(line(lead(None, reason="didn't score both sides"), lead(0)))
    assert words(markup).count("didn&#39;t score both sides") == 1
    assert places(markup, "stem", "x2") == []  # at 0 nobody leads
    assert lead(None).side is lead(0).side is None and lead(0.5).side == "pro"


def test_on_one_line_no_shape_hides_another_and_a_flag_nearer_to_0_flies_higher():
    leads = [lead(at, name=f"J{seat}", seat=seat) for seat, at in enumerate((1.5, 1.4, 1.6, -1, None))]
    figure = LeadLine(alt="Leads", title="Leads", leads=tuple(leads), flags=True)
    assert [(one.lead.name, one.level, one.row) for one in figure.marks] == [
        ("J3", 0, 0),
        ("J1", 0, 2),
        ("J0", 1, 1),
        ("J2", 2, 0),
    ]
    markup = draw(figure)
    assert (figure.rises, replace(figure, flags=False).rises) == (48 + 60, 48)
    apart = LeadLine(alt="Leads", title="Leads", leads=(lead(0.0), lead(0.4), lead(0.95)), flags=True)
    levels = [[one.level for one in replace(apart, flags=flags).marks] for flags in (True, False)]
    assert levels == [[0, 0, 0], [0, 1, 0]]  # the shapes alone are wider
    assert len(places(markup, "pole", "x1")) == 4 and "J4: " in words(
        markup
    )  # who has no lead is named below


def test_where_the_lead_likely_is_takes_a_colour_only_where_a_side_is_named():
    likely = (("this panel", Estimate(value=1, interval=(-1, 2))), ("similar panels", Estimate(value=1)))
    markup = draw(line(likely=likely, lead=1.0))
    assert places(markup, "likely", "x", "width") == [(37.5, 37.5)]
    assert 'class="likely "' in markup and "range unknown" not in markup and "unknown: not computed" in markup
    assert 'class="likely pro"' in draw(line(likely=likely, lead=1.0, named="pro"))


def test_each_drawing_of_where_the_lead_likely_is_says_the_level_of_each_range():
    figure = panel_line(report_of(record_of("example-school-phones"), History(), ReportSettings()))
    on_one_line = LeadLine(**vars(figure) | {"flags": True})
    for drawn, names in (
        (figure, ("34% shared, 90%", "none shared, 90%", "similar panels, 80%")),
        (on_one_line, ("34% of mistakes shared, 90%",)),
    ):
        markup = draw(drawn)
        seen = words(re.sub(r'aria-label="[^"]*"', "", markup))
        assert [name for name in names if name not in seen] == []
        assert "likely lead, none shared, 90%: " in markup and "likely lead, similar panels, 80%: " in markup


def scores(*given, name="Risk"):
    row = ScoreRow(argument="PRO-1", side="pro", claim=name, scores=given, average=5.5, rank=name)
    return Scores(alt=name, judges=(name,) * len(given), rows=(row,), scale=(1.0, 10.0))


def test_scores_lie_from_1_to_10_hollow_as_given_solid_adjusted_and_linked_by_which_way_they_moved():
    markup = draw(scores(Score(given=4.0, adjusted=5.5), Score(given=10.0, adjusted=8.2), Score(given=None)))
    # Nine points wide: 4 lies at 3 of them, 5.5 at 4.5, 8.2 at 7.2.
    assert places(markup, "raised", "x", "width") == [(33.33, 16.67)]
    assert places(markup, "lowered", "x", "width") == [(80, 20)]
    assert places(markup, "average", "x1") == [(50,)]
    shapes = re.findall(r'<svg x="([\d.]+)%"[^>]*><path class="mark( hollow)?"', markup)
    assert shapes == [("33.33", " hollow"), ("50.00", ""), ("100.00", " hollow"), ("80.00", "")]
    assert "PRO-1: Risk 4.0, adjusted 5.5; Risk 10.0, adjusted 8.2; Risk no score; average 5.5" in markup
    assert 'data-pick="PRO-1"' in markup and "strict judge, raised" in markup
    for kind in ("given", "adjusted"):
        alone = replace(scores(Score(given=4.0, adjusted=5.5)), kind=kind)
        assert "raised" not in draw(alone), "a mark that isn't drawn isn't explained"
    assert "raised" not in draw(scores(Score(given=4.0, adjusted=4.0)))


def test_a_scale_has_a_mark_at_each_point_and_about_ten_where_it_is_long():
    shown = [list(replace(scores(Score(given=1.0)), scale=one).ticks) for one in ((0, 1), (1, 10), (0, 27))]
    assert shown == [[0, 1], [*range(1, 11)], [*range(0, 28, 3)]]


def test_scores_as_given_alone_are_not_called_adjusted():
    assert "adjusted" not in draw(scores(Score(given=4.0)))


def rounds(*won, turns=((1, None), (2, 4.0), (3, -2.0)), name="Rounds", turning=()):
    made = tuple(
        RoundTurn(number=number, side="pro" if number % 2 else "con", lead=mark, judged=number != 3)
        for number, mark in turns
    )
    points = tuple(TurningPoint(words=f"{name} turns", at=number) for number in turning)
    held = (Stretch(side="con", first=2, last=2, claim=name, kind="dropped_premise", earlier=1),)
    readings = (SideReading(title=name, leader="pro", sentence=name, rounds=("pro", None)),)
    return Rounds(alt=name, turns=made, won=won, points=points, held=held, readings=readings)


def test_a_round_stands_between_its_turns_up_for_pro_and_down_for_con_and_the_lead_runs_over_it():
    won = rounds((1, 10.0), (2, -5.0))
    places_of = [[at for at, *_ in replace(won, axis=axis).bars] for axis in ("turn", "argument")]
    assert places_of == [[1.5, 2.5], [1.0, 2.0]]
    assert [whose for *_, whose in replace(won, tied=(2,)).bars] == ["pro", "con tie"]
    markup = draw(won)
    # Three turns wide, so the first round stands about a third; 18 marks high to either side of 0.
    assert places(markup, "pro", "x", "width", "y", "height")[0] == pytest.approx(
        (21.67, 23.33, 22.22, 27.78)
    )
    assert places(markup, "con", "x", "width", "y", "height")[0] == pytest.approx((55, 23.33, 50, 13.89))
    assert places(markup, "lead", "x1", "x2", "y1", "y2") == [(50, 83.33, 38.89, 55.56)]
    assert "turns 1 and 2 PRO +10.0, turns 2 and 3 CON +5.0; lead at the end CON +2.0" in markup


def test_a_mark_is_as_high_in_every_picture_of_rounds_and_a_high_bar_has_room():
    for won in ((10.0, -5.0), (1.0, -0.5), (40.0, -31.0)):
        figure = rounds(*enumerate(won, start=1))
        markup = draw(figure)
        height = int(re.search(r'class="plot" y="\d+" height="(\d+)"', markup)[1])
        high = [places(markup, side, "height")[0][0] / 100 * height for side in ("pro", "con")]
        assert high == pytest.approx([5 * abs(one) for one in won], abs=0.05)
        assert figure.down[0] > won[0] and figure.down[1] < won[1]
    assert (figure.down, figure.height) == ((46.0, -37.0), 415)
    assert replace(figure, won=()).down == (18.0, -18.0)
    assert list(rounds((1, 0.04), (2, None), (3, 0.5)).bars) == [(3.5, 0.5, "pro")]
    ten = report_in("three_of_four")
    hundred = but(ten, rubric=but(STANDARD, scale=Scale(low=1, high=100)))
    assert [rounds_won(one).pixels for one in (ten, hundred)] == [20, 2]


def test_a_round_that_does_not_count_has_no_bar_and_a_turn_that_was_not_judged_is_marked():
    markup = draw(rounds((1, None), turning=(2,)))
    assert (
        '<rect class="pro' not in markup
        and '<rect class="con' not in markup
        and "turns 1 and 2 undefined" in markup
    )
    assert "3 ×" in words(markup) and "× not judged" in words(markup)
    assert re.findall(r'<line class="pin con" x1="([^"]*)"', markup) == ["50.00%"]
    assert "turning point 1: Rounds turns" in markup


def test_what_a_side_argued_lies_below_its_turns_and_says_how_it_ended():
    markup = draw(rounds((1, 10.0)))
    # Two columns a turn: turn 2 of 3 begins with the third and ends before the fifth.
    assert '<div class="axis h6 band con"><span class="f3 e5 gone"><i>Rounds</i><small>drops turn 1' in markup
    assert "CON, turn 2: Rounds (drops turn 1)" in markup and "<ul>" not in markup
    figure = rounds((1, 10.0))
    claims = (40 * "a ", 60 * "a ", 140 * "a ", "Closings", 14 * "a", 40 * "a", "")
    where = [figure.list_place(replace(figure.held[0], claim=claim)) for claim in claims]
    # Of three turns one has 13 letters across on a narrow screen and 35 on a wide one: no word is broken.
    assert where == ["", "narrow", "wide", "", "narrow", "wide", ""]
    assert '<p class="leader pro">PRO</p>' in markup
    longer = replace(figure.held[0], last=3, kind=None)
    assert [figure.place_text(one) for one in (figure.held[0], longer)] == ["2", "2–3"]
    assert figure.held_text(longer) == "CON, turns 2 to 3: Rounds" and figure.columns(longer) == (3, 7)
    ends = [rounds((1, 1.0), turns=tuple((n, 1.0) for n in range(1, most))) for most in (13, 14)]
    assert [one.many for one in ends] == [False, True]
    assert [one.list_place(replace(longer, claim="a")) for one in ends] == ["", "narrow"]


def test_the_words_of_turning_points_stand_beside_their_pins_only_where_all_have_room():
    turns = tuple((number, 1.0) for number in range(1, 7))
    assert [place[1:] for place in rounds((1, 1.0), turns=turns, turning=(2, 5)).beside] == [(1, 4), (5, 10)]
    assert rounds((1, 1.0), turns=turns, turning=(2, 2)).beside == ()
    # A sixth of the columns each, of 40 at most, and 130 letters.
    for last, first, room in ((9, 2, True), (9, 1, False), (20, 4, True), (21, 4, False)):
        figure = rounds((1, 1.0), turns=tuple((n, 1.0) for n in range(1, last + 1)), turning=(first,))
        assert bool(figure.beside) == room
    named = rounds((1, 1.0), turns=turns, turning=(2,))
    words = (replace(named.points[0], words=letters * "a") for letters in (130, 131))
    assert [bool(replace(named, points=(one,)).beside) for one in words] == [True, False]


def answer(name="NO CALL", **more):
    told = {
        "title": "No call",
        "sentence": "Two favour PRO.",
        "beside": "",
        "scope": "",
        "line": line(lead(1)),
    }
    return Answer(alt="No call.", word=name, **told | more)


def test_the_stage_says_all_it_shows_and_its_line_is_the_one_of_every_page():
    markup = draw(answer())
    assert 'aria-label="No call. Two favour PRO. Leads: Risk PRO +1.0"' in markup
    assert draw(line(lead(1))).strip() in markup
    assert 'class="stage pro"' in draw(answer("PRO")) and 'class="stage "' in markup
    assert "numberline" not in draw(answer(line=None))


FIGURES = {
    "gauges": lambda name: gauges(gauge(0.5, title=name, term=name, sentence=name)),
    "heatmap": lambda name: heat((0.1, 0.2), name=name),
    "answer": lambda name: answer(name, line=line(lead(1, name))),
    "number line": lambda name: line(lead(1, name), likely=((name, Estimate(value=1, interval=(0, 2))),)),
    "scores": lambda name: scores(Score(given=4.0), name=name),
    "rounds": lambda name: rounds((1, 1.0), name=name),
}


@pytest.mark.parametrize("kind", FIGURES)
def test_no_name_becomes_markup_and_nothing_has_a_style_of_its_own(kind):
    markup = draw(FIGURES[kind](RUDE))
    assert "<img" not in markup and "\u202e" not in markup and " style=" not in markup
    assert "&lt;img src=x onerror=alert(1)&gt;" in markup


NOTHING = {
    "no cell with a value": lambda: heat((None, None)),
    "cells under no column": lambda: heat((0.1, 0.2, 0.3)),
    "no lead": lambda: line(lead(None)),
    "no score": lambda: scores(Score(given=None)),
    "a judge without a place": lambda: Scores(
        alt="x", judges=("a", "b"), rows=scores(Score(given=1.0)).rows, scale=(1, 10)
    ),
    "no round": lambda: rounds((1, None), turns=((1, None), (2, None))),
}


@pytest.mark.parametrize("nothing", NOTHING)
def test_what_has_nothing_to_draw_is_no_figure(nothing):
    with pytest.raises(ValueError):
        NOTHING[nothing]()


def test_who_failed_has_no_lead_and_before_anybody_has_scored_there_is_no_line():
    leads = panel_line(report_in("three_of_four")).leads
    assert leads[JUDGES.index("Risk")].words == "failed"
    nobody = report_in("speaking")
    assert adjusted_scores(nobody) is panel_line(nobody) is None


def test_rounds_are_won_by_the_difference_of_marks_and_turning_points_are_pinned():
    record = record_of("example-school-phones")
    found = report_of(record, History(), ReportSettings())
    drawn = rounds_won(found)
    first = next(one for one in found.scorecard.rounds if one.counted)
    assert dict(drawn.won)[first.turns[0]] == first.composites["pro"] - first.composites["con"]
    assert drawn.turns[-1].lead == pytest.approx(found.scorecard.means["pro"] - found.scorecard.means["con"])
    whole = scorecard_block(found).figure
    assert [one.at for one in whole.points] == [4, 7, 10]
    points = tuple(but(found.narrative.turning_points[0], turns=turns) for turns in ((1,), ()))
    cited = but(found, narrative=but(found.narrative, turning_points=points))
    assert [one.at for one in scorecard_block(cited).figure.points] == [None, 1]
    assert {one.end_text for one in whole.held if one.first == 6} == {"contradicts turn 6"}


def test_pairs_of_arguments_are_counted_by_who_is_ahead_and_ties_are_said():
    card = report_in("three_of_four").scorecard
    rounds = [but(card.rounds[0], winner=one, counted=True) for one in ("pro", "pro", "con", None)]
    ahead = "Argument by argument: PRO is ahead in 2 of {}, CON in 1, {} level"
    assert pairs_text(but(card, rounds=rounds, rounds_won={"pro": 2, "con": 1})) == ahead.format(
        "4 pairs", "1 is"
    )
    assert pairs_text(
        but(card, rounds=[*rounds, rounds[-1]], rounds_won={"pro": 2, "con": 1})
    ) == ahead.format("5 pairs", "2 are")
    level = draw(rounds_won(report_in("undefined")))
    assert "PRO won by" not in level and "Bars" not in level, "without a bar there is no chart"
    assert "PRO-1" in level and "What each side argued" in level


def test_a_turn_that_was_not_judged_stays_without_a_side_and_decides_no_round():
    events = [one for one in whole_exchange() if one.identity != "live:5"]
    drawn = rounds_won(live_of(replay(stored(events)), None, {}, {}))
    assert [(one.number, one.side) for one in drawn.turns if not one.judged] == [(5, None)]
    assert [won for turn, won in drawn.won if turn in (4, 5)] == [None, None]
    judged = next(place for place, one in enumerate(events) if one.identity == "live:1")
    early = live_of(replay(stored(events[: judged + 1])), None, {}, {})
    assert early.scorecard.difference.value is rounds_won(early) is None
    assert "unknown" not in scorecard_block(early).sentence, (
        "nothing is said of a difference before there is one"
    )


def test_the_bar_of_luck_shows_how_far_a_lead_holds_beside_what_real_models_share():
    bar = LuckBar(alt="Mistakes shared", gone=0.23, real=0.34)
    drawn = draw(bar)
    assert bar.words == "Mistakes shared: real models share about 34%; lead gone at 23%"
    ends = [replace(bar, gone=gone) for gone in (0.24, 0.25, 0.6, 0.61)]
    assert [one.anchor for one in ends] == ["start", "middle", "middle", "end"]
    assert ('width="23.00%"' in drawn, 'cx="34.00%"' in drawn, "100% shared" in drawn) == (True, True, True)
    # Past half the two labels would lie over each other on a phone.
    assert ["100% shared" in draw(replace(bar, gone=gone)) for gone in (0.5, 0.56)] == [True, False]
    for beyond in (-0.1, 1.1):
        with pytest.raises(ValueError, match="no numbers to draw"):
            replace(bar, gone=beyond)
    firm = draw(LuckBar(alt="Mistakes shared", gone=0.9, real=0.34, named="con"))
    assert 'class="likely con"' in firm and "100% shared" not in firm and "lead gone at 90%" in firm
    found = report_in("agreed")
    (luck,) = (one for one in verdict_block(found).children if one.key == "luck")
    assert (luck.figure.gone, luck.figure.named) == (found.outcome.tipping_share, "pro")


def test_what_turned_in_a_phase_without_a_round_has_a_place_of_its_own_beside_the_arguments():
    points = (TurningPoint(words="Names the year.", at=1), TurningPoint(words="Gives up the price.", at=4))
    turns, pinned = beside_arguments(
        [RoundTurn(number=n, side=None) for n in (1, 2)],
        points,
        {1: "opening", 3: "cross_examination", 4: "closing"},
    )
    assert [(one.number, one.name) for one in turns] == [
        (0, ("PRO", "opens")),
        (1, ()),
        (2, ()),
        (3, ("CON", "closes")),
    ]
    assert [one.at for one in pinned] == [0, 3]


def test_a_rounds_figure_stands_past_the_lead_that_would_cross_it():
    figure = rounds((1, 10.0), (2, 2.0), turns=((1, 1.0), (2, 2.0), (3, 3.0)))
    assert figure.figure_at(1.5, 10.0) == 10.0
    # The lead is 2.7 a fifth of a turn on; a fifth of the 3.6 marks that a figure is high lie between.
    assert figure.figure_at(2.5, 2.0) == pytest.approx(2.7 + 3.6 / 5)
    assert (figure.figure_at(2.5, -2.0), figure.figure_at(3.5, 0.5)) == (-2.0, 0.5)
    behind = rounds((1, -2.0), turns=((1, -1.0), (2, -2.0), (3, -3.0)))
    assert behind.figure_at(2.5, -2.0) == pytest.approx(-2.7 - 3.6 / 5)
    # It stands at its end from an eighth of its height beyond the lead on.
    assert [round(behind.figure_at(2.0, won), 2) for won in (-2.66, -2.64, 3.0)] == [-2.66, -2.92, 3.0]
