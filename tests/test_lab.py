"""Questions to the lab, and what its sentences may say."""

import re
from dataclasses import replace

import numpy as np
import pytest

from debate_core.errors import SetUpError
from debate_core.exports.lab import (
    cover_sentence,
    headline,
    lean_sentence,
    limits_words,
    panel_words,
    percent_words,
    shared_sentence,
    size_rows,
    step_sentence,
    width_sentence,
)
from debate_core.exports.lab_pair import (
    dots,
    measured,
    pair_headline,
    pair_question,
    pair_rows,
    tie_words,
    what_for,
)
from debate_core.exports.lab_written import as_plain
from debate_core.lab import Question, lab
from debate_core.measuring.panel_size import Cover
from debate_core.measuring.shares import Estimate, Share
from debate_core.options import Number, options_of, read
from debate_core.rules import Thresholds

pytestmark = pytest.mark.slow


def test_an_address_gives_back_the_question_it_was_made_from():
    asked = Question(judges=6, gap=0.0, related="all", shared=0.35, rules="classic", whole="yes", bias=-0.5)
    assert read(Question, asked.changed).found == asked
    assert read(Question, asked.changed).refused == ()
    assert Question().changed == {}


def test_every_bad_value_is_refused_by_name_and_the_others_count():
    said = read(Question, {"judges": "40", "gap": "inf", "noise": "2", "whole": "maybe", "other": "x"})
    assert [refused.partition(":")[0] for refused in said.refused] == ["judges", "gap", "whole"]
    assert said.found == Question(noise=2.0)


def test_both_ends_of_a_range_are_taken_and_what_lies_beyond_is_not():
    ranges = {name: one for name, one in options_of(Question).items() if isinstance(one, Number)}
    assert len(ranges) == 12
    for name, one in ranges.items():
        for end in (one.least, one.most):
            assert getattr(Question(**{name: end}), name) == end
        with pytest.raises(SetUpError, match=f"{name}: expected a (whole )?number from"):
            Question(**{name: one.most + 1})


def test_a_new_judge_joins_the_families_by_their_scheme():
    assert Question(related="pairs").truth(5).families == (0, 0, 1, 1, 2)
    assert Question(related="all").truth(3).families == (0, 0, 0)
    assert Question(related="own").truth(3).families is None
    assert Question(related="all", shared=0.0).sharing is False


def test_what_real_panels_have_can_be_asked_for():
    truth = Question(leanings=0.5, errors="t3", gone="low", standings="no").truth(4)
    assert (truth.bias_sd, truth.errors, truth.missing_by, truth.standings) == (0.5, "t3", 1.0, False)
    assert Question().truth(4).standings
    reason = lab(Question(gone="low"), 10).asked.alpha.reason
    assert reason == "scores that are missing the more often the lower they are have no formula for it"


def test_the_sentence_names_nobody_right_at_a_tie():
    found = lab(Question(gap=0.0), 40)
    assert "although both were equal" in headline(found)
    assert "right" not in headline(found).split()
    assert "Right" not in size_rows(found)[0]


def test_none_is_said_as_none_with_an_interval():
    found = lab(Question(gap=4.0, judges=8), 40)
    assert "none (0 to 8.8%) the wrong one" in headline(found)
    assert size_rows(found)[6]["Wrong"] == "none (0 to 8.8%)"


def test_shared_errors_are_said_and_compared_with_the_same_panel_without():
    found = lab(Question(related="all", shared=0.9), 200)
    said = shared_sentence(found)
    assert "no statistic on one debate can see" in said
    assert "The gap's interval is too narrow: it promises 90%" in said
    assert [row["Judges"] for row in pair_rows(found)] == ["Each its own errors", "All on one model ◆"]
    assert found.tie.wrong.value > found.apart.tie.wrong.value
    assert pair_headline(found) == (
        "Run all 4 judges on one model, sharing 90% of their error variance, and at an exact tie they name a winner "
        f"{percent_words(found.tie.wrong.value)} of the time, not {percent_words(found.apart.tie.wrong.value)}."
    )
    assert shared_sentence(lab(Question(), 10)) is None


@pytest.mark.parametrize(
    ("asked", "own", "shared", "question"),
    [
        (Question(), "own", ("all", 0.5), "What if all ran on one model?"),
        (Question(shared=0.3), "own", ("all", 0.3), "What if all ran on one model?"),
        (Question(shared=0.0), "own", ("all", 0.5), "What if all ran on one model?"),
        (Question(related="all", shared=0.0), "all", ("all", 0.5), "What if all ran on one model?"),
        (Question(related="pairs", judges=8), "own", ("pairs", 0.5), "What if they ran two to a model?"),
    ],
)
def test_every_panel_stands_beside_the_same_one_that_shares_errors_or_does_not(asked, own, shared, question):
    found = lab(asked, 10)
    before, after = found.pair
    assert (before.question.sharing, before.question.related) == (False, own)
    assert (after.question.related, after.question.shared) == shared
    assert asked in (before.question, after.question)
    assert {one.truth.judges for kind in found.pair for one in (kind.asked, kind.tie)} == {asked.judges}
    assert pair_question(found) == question
    assert found.more_named.excludes_zero or "no difference that 10 panels can show" in pair_headline(found)


def test_the_panel_beside_the_one_asked_is_the_one_that_asking_for_it_gives():
    """Common random numbers: the before of one question is the after of the other."""
    one, other = lab(Question(), 30), lab(Question(related="all"), 30)
    for kind, same in zip(one.pair, other.pair, strict=True):
        assert np.allclose(kind.asked.errors, same.asked.errors, equal_nan=True)
        assert (kind.asked.right, kind.tie.wrong) == (same.asked.right, same.tie.wrong)
    assert what_for(one) == what_for(other)


def test_a_hundred_dots_add_up_to_the_share_that_is_said():
    tie = lab(Question(), 10).tie
    for count, pro, drawn in (
        (0, 0, (0, 0, 100)),
        (42, 20, (10, 11, 79)),
        (199, 199, (100, 0, 0)),
        (1, 1, (0, 0, 100)),
    ):
        sides = {name: Share(count=value, of=200) for name, value in (("wrong", count), ("pro", pro))}
        assert dots(replace(tie, **sides)) == drawn


def test_at_a_tie_only_the_interval_is_left_to_compare_and_each_figure_says_its_promise():
    held = measured(lab(Question(gap=0.0), 10))
    assert [(one.title, one.promise) for one in held] == [("The gap's interval holds the truth", 0.9)]
    assert len(measured(lab(Question(arguments=1), 10))) == 4
    assert "in 10% of panels" in tie_words(lab(Question(), 10))
    assert "z-scores" in tie_words(lab(Question(rules="classic"), 10))


def test_the_step_says_which_judge_it_speaks_of_and_when_no_difference_can_be_shown():
    assert "no difference that 40 panels can show" in step_sentence(lab(Question(gap=4.0, judges=7), 40))
    assert step_sentence(lab(Question(judges=8), 40)).startswith("The eighth judge bought: ")
    assert step_sentence(lab(Question(judges=7), 40)).startswith("An eighth judge: ")


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (Question(whole="yes"), "whole scores between 1 and 10 have no formula for it"),
        (Question(arguments=1), "no panel had an interval"),
    ],
)
def test_where_an_interval_of_alpha_has_nothing_to_be_held_against_the_reason_stands_there(asked, reason):
    found = lab(asked, 40)
    assert found.asked.alpha.held is None
    assert f"not computed: {reason}" in as_plain(found)


def test_the_verdict_on_an_interval_follows_its_simulation_interval():
    def said(count):
        cover = Cover(held=Share(count=count, of=1000), width=None, truth=1.0)
        return cover_sentence(cover, 0.9, "the true gap", 1000)

    assert said(900).endswith("as promised, as far as these panels can tell.")
    assert "**too narrow**" in said(600)
    assert "slightly too narrow" in said(878)
    assert "wider than it need be" in said(990)


def test_the_same_errors_are_judged_at_every_gap():
    """Common random numbers: a change of the gap moves the gap and nothing else."""
    one, two = (lab(Question(gap=gap), 30) for gap in (1.0, 2.0))
    assert np.allclose(one.asked.errors, two.asked.errors, equal_nan=True)


def test_what_bold_rules_cost_at_a_tie_is_said_beside_what_they_gain():
    default, classic = (lab(Question(rules=rules, standings="no"), 200) for rules in ("default", "classic"))
    assert classic.asked.right.value > default.asked.right.value
    assert classic.tie.wrong.value > 0.5 > default.tie.wrong.value
    assert "Named at a tie" in as_plain(classic)


def test_a_common_leaning_is_said_to_be_invisible():
    assert lean_sentence(Question()) is None
    assert "lean to CON by 0.5 points" in lean_sentence(Question(bias=-0.5))


def test_a_higher_level_names_fewer_sides_at_a_tie():
    bold, shy = (
        lab(
            Question(gap=0.0),
            200,
            thresholds=Thresholds(gap_level=level, judge_level=level, relative_least=-1.0),
        )
        for level in (0.5, 0.99)
    )
    assert (bold.level, shy.level) == (0.5, 0.99)
    assert bold.asked.wrong.value > 0.35
    assert shy.asked.wrong.value < 0.05


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"noise": 0.5}, "noise 0.5 points"),
        ({"severity": 1.0}, "severity 1 point"),
        ({"missing": 0.25}, "25% of scores missing"),
        ({"missing": 0.0}, "no scores missing"),
        ({"bias": -0.5}, "all leaning to CON by 0.5 points"),
        ({"split": 4.0}, "one argument split by 4 points"),
        ({"spread": 0.3}, "unequal use of the scale 0.3 (sd of log)"),
        ({"differ": 0.0}, "arguments differing by 0 points"),
        ({"whole": "yes"}, "whole scores"),
        ({"leanings": 0.5}, "own leanings 0.5 points"),
        ({"errors": "t3"}, "heavy-tailed errors"),
        ({"gone": "low"}, "low scores missing more often"),
        ({"standings": "no"}, "no standings"),
    ],
)
def test_whatever_differs_from_the_usual_panel_is_said_once(changed, said):
    usual, other = panel_words(Question()), panel_words(Question(**changed))
    assert said not in usual
    assert other == usual.replace("errors;", f"errors; {said};")
    assert as_plain(lab(Question(**changed), 10)).startswith(other)


@pytest.mark.parametrize(("related", "who"), [("all", "all on one model"), ("pairs", "two to a model")])
def test_judges_on_one_model_that_share_nothing_are_said_to_share_no_errors(related, who):
    said = panel_words(Question(related=related, shared=0.0))
    assert f"4 judges, {who}, sharing no errors;" in said


def test_a_side_named_by_all_reads_as_a_sentence():
    found = lab(Question(gap=2.0, noise=0.1, missing=0.0), 100)
    assert "named the side that is better by 2 points" in headline(found)
    assert "right in all, no difference that 100 panels can show" in step_sentence(found)


@pytest.mark.parametrize(("related", "judges"), [("own", 2), ("all", 4), ("pairs", 7)])
def test_no_figure_is_said_to_stand_instead_of_one_that_reads_the_same(related, judges):
    said = step_sentence(lab(Question(related=related, judges=judges, noise=0.3), 400))
    for one, other in re.findall(r"([\w.]+%?) instead of ([\w.]+%?)", said):
        assert one != other


@pytest.mark.parametrize(
    ("was", "missed", "said"),
    [
        (1780, 1820, "points. The"),
        (1780, 1880, "points, yet holds the true gap in only 81% instead of 82%. The"),
        (100, 400, "points, and holds the true gap in 96% instead of 99%, where 90% are promised. The"),
    ],
)
def test_a_loss_of_cover_is_said_where_it_reads_otherwise_and_as_one_below_the_promise(was, missed, said):
    """1780 of 10,000 missed is 82.2% held, 1820 is 81.8% and 1880 is 81.2%; nested, both clear losses."""
    found, n = lab(Question(), 20), 10_000
    places, errors = np.arange(n), np.full(n, 0.5)
    before, after = (
        replace(
            figures,
            n=n,
            rights=places >= 0,
            wrongs=places < 0,
            misses=places < count,
            widths=np.full(n, width),
            errors=errors,
        )
        for figures, count, width in zip(found.sizes[2:4], (was, missed), (1.5, 1.2), strict=True)
    )
    told = step_sentence(replace(found, sizes=(*found.sizes[:2], before, after, *found.sizes[4:])))
    assert f"The gap's interval narrows from 1.50 to 1.20 {said}" in told


def test_no_interval_has_no_width_to_speak_of():
    assert width_sentence(None, " points") == ""
    assert width_sentence(Estimate(value=1.0, interval=(0.9, 1.1)), "") == "Mean width 1.00 (0.90 to 1.10)."


def test_the_limits_speak_of_the_errors_and_standings_that_were_drawn():
    """Found in a review: "they give no standings", where they do, and "by the bell curve" of lognormal errors."""
    found = lab(Question(errors="lognormal", rules="classic"), 100)
    said = limits_words(found)
    assert "more skewed errors" in said and "bell curve" not in said and "no standings" not in said
    none = replace(found, question=replace(found.question, standings="no", errors="normal"))
    assert "normal errors" in limits_words(
        none
    ) and "They give no standings: a rule that asks" in limits_words(none)
    assert limits_words(lab(Question(standings="no"), 100)).endswith(
        "no standings, and these rules ask for none."
    )
    assert said in " ".join(as_plain(found).split())
