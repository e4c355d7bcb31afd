"""Small charts lie where their numbers say, with their ranges, and what is not known leaves a gap."""

from dataclasses import replace

import pytest

from debate_core.library.report.evidence_used import ReadingRow, ReadingsReport
from debate_core.library.track_record import JudgeBefore, PastReport, SeverityThen, past_report
from debate_core.measuring.estimate import Estimate, Share
from debate_core.measuring.panel_size import Coverage
from debate_core.reporting.formats import draw
from debate_core.reporting.history import (
    NOTHING,
    history_document,
    judges_block,
    qualities_block,
    readings_block,
    severity_trends,
    strictness_block,
)
from debate_core.reporting.lab import lab_document, one_model_block
from debate_core.reporting.lab_panel import hold_text
from debate_core.verdicts.lab import Question, lab
from tests.building.facts import but
from tests.each import each
from tests.reporting.test_figures import places

pytestmark = pytest.mark.slow  # as a whole, some seconds

NONE = Estimate(value=None, reason="too few")


def judge(name, found):
    """A judge with these severities, by the number of the debate."""
    return JudgeBefore(
        judge=name,
        model="openai:a",
        debates=len(found),
        right=0,
        wrong=0,
        known=0,
        accuracy=None,
        shrunken=NONE,
        severity=NONE,
        severities=tuple(
            SeverityThen(debate=f"d{n}", opened_at=n * 86400.0, found=one) for n, one in found.items()
        ),
        people=NONE,
        people_on_divergent=NONE,
        telling=0,
        error_variance=None,
    )


def sure(value):
    return Estimate(value=value, interval=(value - 0.5, value + 0.5))


def test_a_severity_stands_at_its_debate_with_its_interval_and_is_hollow_without():
    alone = Estimate(value=-0.4, reason="too few scores")
    figure = severity_trends([judge("<b>A", {0: sure(1.0), 2: alone}), judge("B", {1: sure(0.5), 2: NONE})])
    assert figure and figure.scale == pytest.approx((-1.65, 1.65))  # one scale for all
    markup = draw(figure)
    # Three debates: the first lies at a sixth of the width. The range from 0.5 to 1.5 is drawn from the top.
    assert places(markup, "range", "x1", "y1")[0] == pytest.approx((16.67, 34.85), abs=0.01)
    assert places(markup, "range", "x1", "y2")[0] == pytest.approx((16.67, 4.55), abs=0.01)
    assert (markup.count("<circle"), markup.count('class="hollow"'), markup.count('class="mark"')) == (
        2,
        1,
        1,
    )
    assert "<title>1970-01-02: +0.5 (0 to +1.0)</title>" in markup
    assert "1970-01-01" in markup and "1970-01-03" in markup and "&lt;b&gt;A, openai:a" in markup
    assert [figure.path(one) for one in figure.charts[0][1]] == ["M0.5 0.65L2.5 2.05"]
    assert severity_trends([judge("A", {0: NONE})]) is None


def test_what_is_not_known_of_judges_is_missing_and_not_none_of_them():
    assert history_document(past_report([])).blocks[0].title == NOTHING
    known = but(judge("A", {0: sure(1.0)}), error_variance=0.25, telling=12)
    past = PastReport(debates=1, cases=1, known=0, ties=0, judges=(known,), dimensions=())
    first, new = judges_block(past, [("A", "openai:a"), ("New", "m")]).tables[0].rows
    assert (first[2:5], first[-1]) == ((1, None, None), "variance 0.25, from 12 debates")
    assert new[2:] == (0, *[None] * 7)
    assert [len(strictness_block(past, who).tables[0].rows) for who in (None, [("B", "openai:a")])] == [1, 0]
    assert qualities_block(past).tables == ()


def test_the_newest_debates_are_drawn_and_no_more():
    figure = severity_trends([judge("A", {n: sure(0.1 * n) for n in range(35)})])
    assert figure and len(figure.places) == 30
    assert figure.charts[0][1][0].points[0] == (0, sure(0.5))


@each(
    ("known", "ties", "cases", "said"),
    [
        (0, 0, 3, "No true outcome is known yet."),
        (2, 0, 3, "The true outcome of 2 is known."),
        (2, 1, 2, "2 is known, a tie in 1 of them. A study's debates on one topic count as one: 2 cases."),
    ],
)
def test_how_many_true_outcomes_are_known_is_said(known, ties, cases, said):
    judges = (judge("A", {0: sure(1.0)}),)
    past = PastReport(debates=3, cases=cases, known=known, ties=ties, judges=judges, dimensions=())
    first = history_document(past).blocks[0]
    assert (first.title, first.sentence.endswith(said)) == ("The judges in 3 earlier debates", True)


@each(
    ("gain", "noise", "title", "sentence"),
    [
        (
            sure(1.0),
            sure(0.6),
            "The judges prefer the side they read first",
            "Being read first adds +1.0 points to",
        ),
        (sure(-1.0), NONE, "The judges prefer the side they read last", "moves a score is unknown: too few."),
        (
            sure(0.1),
            sure(0.6),
            "The judges don't clearly prefer the side they read first",
            "off by about 0.6 points",
        ),
        (NONE, NONE, "Can't tell whether the judges prefer the side they read first", "Too few. How far"),
    ],
)
def test_what_two_readings_show_is_no_more_than_their_ranges_allow(gain, noise, title, sentence):
    row = ReadingRow(name="All", noise=noise, preference=gain, rulings=6, rulings_differ=1)
    block = readings_block(ReadingsReport(panel=row, judges=(), once={"Bo": "a refusal."}))
    assert block.title == title and sentence in block.sentence
    assert block.sentence.endswith(" The second reading changed 1 of 6 rulings; the first counts.")
    assert block.items == ("Bo is counted by one reading. The other failed: a refusal.",)


@pytest.fixture(scope="module")
def found():
    return lab(Question(), 40)


def test_each_outcome_has_a_line_and_a_shape_of_its_own_and_the_size_chosen_is_marked(found):
    figure = lab_document(found)["sizes"].figure
    ((_, trends),) = figure.charts
    assert [one.name for one in trends] == ["right", "no call", "wrong"]
    assert len({one.seat for one in trends}) == 3 and figure.places[figure.chosen] == "4 judges"
    assert trends[0].points[2] == (2, found.asked.right.estimate)
    markup = draw(figure)
    assert markup.count('class="way"') == 3 and len(places(markup, "range", "y1")) == 21


@each(("level", "said"), [(0.9, "does so one time in 10."), (0.85, "does so about one time in seven.")])
def test_how_often_even_a_perfect_interval_names_a_side_of_a_tie_is_said(found, level, said):
    assert said in one_model_block(replace(found, rules=replace(found.rules, gap_level=level))).sentence


@each(
    ("count", "shift", "judgment"),
    [
        (900, None, "as promised, as far as these panels can tell"),
        (990, None, "wider than it need be"),
        (925, None, "slightly wider than it need be"),
        (800, None, "too narrow"),
        (875, None, "slightly too narrow"),
        (800, (0.02, 0.08), "off, for the measured lead lies 0.05 points above the true one"),
        (800, (-0.13, -0.07), "off, for the measured lead lies 0.10 points below the true one"),
        (800, (0.01, 0.07), "too narrow"),
        (800, (-0.1, 0.3), "too narrow"),
    ],
)
def test_an_interval_is_judged_by_how_often_it_holds_beside_what_it_promises(count, shift, judgment):
    moved = shift and Estimate(value=sum(shift) / 2, interval=shift)
    cover = Coverage(held=Share(count=count, of=1000), width=None, truth=1.0, shift=moved)
    assert hold_text(cover, 0.9) == judgment
