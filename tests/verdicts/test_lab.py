"""Questions to the lab, and what its sentences may say."""

import re
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from debate_core.domain.errors import SetUpError
from debate_core.domain.options import Number, changes, options_of, read
from debate_core.measuring.estimate import Estimate, Share, SimulatedMean
from debate_core.phrases import value_text
from debate_core.reporting.formats import plain_text
from debate_core.reporting.lab import _step_title, dots, lab_document, lab_values
from debate_core.reporting.lab_panel import panel_text
from debate_core.verdicts.lab import Question
from debate_core.verdicts.lab import lab as asked_anew
from debate_core.verdicts.rules import Thresholds
from tests.each import each

pytestmark = pytest.mark.slow
lab = cache(asked_anew)  # What it gives is frozen.


def block(found, key):
    return lab_document(found).block(key)


def rows(found, key):
    """A block's rows as cells by column title."""
    (table,) = block(found, key).tables
    return [dict(zip((one.title for one in table.columns), row, strict=True)) for row in table.rows]


def test_an_address_gives_back_the_question_it_was_made_from():
    asked = Question(judges=6, gap=0.0, related="all", shared=0.35, rules="classic", whole="yes", bias=-0.5)
    assert read(Question, changes(asked)).value == asked
    assert read(Question, changes(asked)).refused == ()
    assert changes(Question()) == {}


def test_every_bad_value_is_refused_by_name_and_the_others_count():
    said = read(Question, {"judges": "40", "gap": "inf", "noise": "2", "whole": "maybe", "other": "x"})
    assert [refused.partition(":")[0] for refused in said.refused] == ["judges", "gap", "whole"]
    assert said.value == Question(noise=2.0)


POINTS = dict.fromkeys(("gap", "severity", "differ", "leanings"), (0, 4)) | {
    "noise": (0.1, 4),
    "split": (0, 8),
}
SHARES = {"missing": (0, 0.5), "shared": (0, 0.9), "spread": (0, 0.6), "bias": (-2, 2)}
RANGES = {"judges": (2, 8), "arguments": (1, 8), **POINTS, **SHARES}


def test_both_ends_of_a_range_are_taken_and_what_lies_beyond_is_not():
    assert {name for name, one in options_of(Question).items() if isinstance(one, Number)} == {*RANGES}
    for name, (least, most) in RANGES.items():
        assert [getattr(Question(**{name: end}), name) for end in (least, most)] == [least, most]
        option = options_of(Question)[name]
        assert option.step <= (most - least) / 6 and option.percent == (name in ("missing", "shared"))
        for beyond in (least - 1, most + 1):
            with pytest.raises(SetUpError, match=f"{name}: expected a (whole )?number from"):
                Question(**{name: beyond})


def test_a_new_judge_joins_the_families_by_their_scheme():
    assert Question(related="pairs").truth(5).families == (0, 0, 1, 1, 2)
    assert Question(related="all").truth(3).families == (0, 0, 0)
    assert Question(related="own").truth(3).families is None
    assert Question(related="all", shared=0.0).sharing is False


def test_what_real_panels_have_can_be_asked_for():
    truth = Question(leanings=0.5, errors="t3", gone="low", standings="no").truth(4)
    assert (truth.bias_sd, truth.errors, truth.missing_by, truth.standings) == (0.5, "t3", 1.0, False)
    assert Question().truth(4).standings
    assert Question(noise=0.4, uneven="yes").truth(5).noise == (0.4, 0.2, 0.8, 0.2, 0.4)
    reason = lab(Question(gone="low"), 10).asked.alpha.reason
    assert reason == "scores that are missing the more often the lower they are have no formula for it"


def test_nobody_is_called_right_at_a_tie():
    found = lab(Question(gap=0.0), 40)
    assert block(found, "answer").title.endswith("name a side although both are equal")
    assert "right" not in " ".join((block(found, "answer").title, block(found, "sizes").title))
    assert "Right" not in rows(found, "sizes")[0]
    assert [one.name for one in block(found, "sizes").figure.legend] == ["no call", "named a side"]


def test_none_of_so_many_has_an_interval():
    found = lab(Question(gap=4.0, judges=8), 40)
    assert "0% name the wrong side" in block(found, "answer").sentence
    wrong = rows(found, "sizes")[6]["Wrong"]
    # Wilson's interval of 0 of 40: z² / (40 + z²), with z² = 3.84.
    assert (wrong.value, wrong.interval) == (0, (0, pytest.approx(3.84146 / 43.84146, rel=1e-4)))


def test_shared_mistakes_are_said_and_compared_with_the_same_panel_without():
    found = lab(Question(related="all", shared=0.9, rules="independent"), 60)
    (said,) = (one for one in block(found, "cover").items if "This panel's judges share mistakes" in one)
    assert "no statistic on one debate can see" in said
    own, shared = (f"{one.asked.alpha.truth:.2f}" for one in found.pair)
    assert said.endswith(f" Alpha rises from {own} to {shared}: more alike, not more right.")
    unknown = block(lab(Question(related="all", whole="yes"), 10), "cover").items
    assert "Alpha rises" not in " ".join(unknown)
    kinds = [row["Judges"] for row in rows(found, "one_model")]
    assert kinds == ["Each its own mistakes", "All on one model (this panel)"]
    assert found.tie.wrong.value > found.pair[0].tie.wrong.value
    now, was = (value_text(one.tie.wrong.value, "rate") for one in (found, found.pair[0]))
    told = block(found, "one_model")
    assert told.title == f"On one model, the judges name a winner in {now} of exact ties, not {was}"
    assert told.sentence.startswith("Judges on one model are taken to share 90% of their mistakes.")
    assert not any("share mistakes" in one for one in block(lab(Question(), 10), "cover").items)


@pytest.mark.parametrize(
    ("asked", "own", "shared", "title"),
    [
        (Question(), "own", ("all", 0.5), "On one model"),
        (Question(shared=0.3), "own", ("all", 0.3), "On one model"),
        (Question(shared=0.0), "own", ("all", 0.5), "On one model"),
        (Question(related="all", shared=0.0), "all", ("all", 0.5), "On one model"),
        (Question(related="pairs", judges=8), "own", ("pairs", 0.5), "Two to a model"),
    ],
)
def test_every_panel_stands_beside_the_same_one_that_shares_mistakes_or_does_not(asked, own, shared, title):
    found = lab(asked, 10)
    before, after = found.pair
    assert (before.question.sharing, before.question.related) == (False, own)
    assert (after.question.related, after.question.shared) == shared
    assert asked in (before.question, after.question)
    assert {one.truth.judges for kind in found.pair for one in (kind.asked, kind.tie)} == {asked.judges}
    told = block(found, "one_model")
    assert told.title.startswith(title)
    assert "without allowing for shared mistakes" in told.title
    naive = lab(replace(asked, rules="independent"), 10)
    told = block(naive, "one_model")
    assert naive.more_named.excludes_zero or "no difference that 10 panels can show" in told.sentence


def test_the_panel_beside_the_one_asked_is_the_one_that_asking_for_it_gives():
    """Common random numbers: the before of one question is the after of the other."""
    one, other = lab(Question(), 10), lab(Question(related="all"), 10)
    for kind, same in zip(one.pair, other.pair, strict=True):
        assert np.allclose(kind.asked.errors, same.asked.errors, equal_nan=True)
        assert (kind.asked.right, kind.tie.wrong) == (same.asked.right, same.tie.wrong)
    beside = [block(found, "one_model_beside") for found in (one, other)]
    assert beside[0] == beside[1]


def test_a_hundred_dots_add_up_to_the_share_that_is_said():
    tie = lab(Question(), 10).tie
    for count, pro, drawn in (
        (0, 0, (0, 0, 100)),
        (42, 20, (10, 11, 79)),
        (199, 199, (100, 0, 0)),
        (1, 1, (1, 0, 99)),
    ):
        sides = {name: Share(count=value, of=200) for name, value in (("wrong", count), ("pro", pro))}
        assert dots(replace(tie, **sides)) == drawn


def test_what_is_right_stands_beside_the_dots_and_at_a_tie_nothing_is():
    assert lab_document(lab(Question(gap=0.0), 10)).block("one_model_beside") is None
    found = lab(Question(), 10)
    beside = {row["Mistakes"]: row["Share of panels"] for row in rows(found, "one_model_beside")}
    assert beside == {
        name: kind.asked.right.estimate
        for name, kind in zip(("own mistakes", "shared mistakes"), found.pair, strict=True)
    }
    assert "size of the lead" in block(lab(Question(rules="classic"), 10), "one_model").sentence


def test_a_hundred_dots_are_drawn_for_each_kind_of_panel():
    figure = block(lab(Question(), 10), "one_model").figure
    assert [sum(one.counts) for one in figure.squares] == [100, 100, 100]
    assert [one.note for one in figure.squares] == ["this panel", "", ""]
    assert "shared mistakes ignored" in figure.squares[1].label


def test_the_rule_allows_for_the_mistakes_that_these_judges_share_and_says_what_it_would_be_without():
    found = lab(Question(gap=0.0, related="all", shared=0.5, missing=0.0), 100)
    assert found.tie.wrong.value < 0.16 < 0.25 < found.as_independent.wrong.value
    assert "without allowing for shared mistakes, in" in block(found, "one_model").title
    own = lab(Question(gap=2.0, missing=0.0), 100)
    assert own.as_real.tie.wrong.value < 0.03 < own.tie.wrong.value
    sentence = block(own, "answer").sentence
    assert (
        sentence.endswith(" where both are equal.")
        and "34% shared mistakes, as for real models, " in sentence
    )
    other = lab(Question(rules="independent"), 10)
    assert (other.as_real, other.as_independent) == (None, None)
    assert "real models" not in block(other, "answer").sentence


def test_the_step_says_of_how_many_judges_it_speaks_and_when_no_difference_is_clear():
    title = block(lab(Question(gap=4.0, judges=7), 40), "sizes").title
    assert title == "8 judges name the right side in 100%: no clear difference from 7"
    assert block(lab(Question(gap=4.0, judges=8), 40), "sizes").title.startswith("8 judges name")
    tied = lab(Question(gap=0.0), 40)
    surely, unsure = ({"value": 0.1, "interval": (low, 0.3)} for low in (0.05, -0.1))
    for wrong, right, clear in ((surely, unsure, True), (unsure, surely, False)):
        step = replace(tied.step, wrong=SimulatedMean(**wrong), right=SimulatedMean(**right))
        title = _step_title(SimpleNamespace(step=step, question=tied.question))
        assert "judges name a side of a tie in" in title and ("no clear difference" not in title) == clear


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
    assert block(found, "cover").figure.references == (0.9, 0.95)
    told = [(row["Promised"], row["Holds"].reason) for row in rows(found, "cover")]
    assert told[1] == (0.95, reason) and told[0][0] == 0.9
    assert lab_values(found)["asked"]["alpha"]["reason"] == reason
    figures = [one for one in rows(found, "answer")[0].values() if isinstance(one, Estimate)]
    assert figures and all(one.known or one.reason for one in figures)


def test_the_same_errors_are_judged_at_every_gap():
    """Common random numbers: a change of the gap moves the gap and nothing else."""
    one, two = (lab(Question(gap=gap), 10) for gap in (1.0, 2.0))
    assert np.allclose(one.asked.errors, two.asked.errors, equal_nan=True)


def test_what_bold_rules_cost_at_a_tie_is_said_beside_what_they_gain():
    default, classic = (lab(Question(rules=rules, standings="no"), 60) for rules in ("default", "classic"))
    assert classic.asked.right.value > default.asked.right.value
    assert classic.tie.wrong.value > 0.5 > default.tie.wrong.value
    named = [row["Named a side at a tie"].value for row in rows(classic, "one_model")]
    assert named[0] == classic.tie.wrong.value


def test_a_common_leaning_is_said_to_be_invisible():
    leaning = [
        [one for one in block(lab(question, 10), "cover").items if one.startswith("All judges lean")]
        for question in (Question(), Question(bias=-0.5))
    ]
    assert leaning[0] == [] and "lean to CON by 0.5 points. No statistic" in leaning[1][0]


def test_a_higher_level_names_fewer_sides_at_a_tie():
    rules = (Thresholds(gap_level=level, judge_level=level, relative_least=-1.0) for level in (0.5, 0.99))
    bold, shy = (lab(Question(gap=0.0), 50, thresholds=one) for one in rules)
    assert (bold.level, shy.level) == (0.5, 0.99)
    assert bold.asked.wrong.value > 0.35
    assert shy.asked.wrong.value < 0.05


@each(
    ("changed", "said"),
    [
        ({"noise": 0.5}, "noise 0.5 points"),
        ({"severity": 1.0}, "strictness 1 point"),
        ({"missing": 0.25}, "25% of scores missing"),
        ({"missing": 0.0}, "no scores missing"),
        ({"bias": -0.5}, "all leaning to CON by 0.5 points"),
        ({"split": 4.0}, "one argument split by 4 points"),
        ({"spread": 0.3}, "unequal use of the scale 0.3"),
        ({"differ": 0.0}, "arguments differing by 0 points"),
        ({"whole": "yes"}, "whole scores"),
        ({"uneven": "yes"}, "noise unequal between judges"),
        ({"leanings": 0.5}, "own leanings 0.5 points"),
        ({"errors": "t3"}, "heavy-tailed errors"),
        ({"gone": "low"}, "low scores missing more often"),
        ({"standings": "no"}, "no rulings"),
    ],
)
def test_whatever_differs_from_the_usual_panel_is_said_once(changed, said):
    usual, other = panel_text(Question()), panel_text(Question(**changed))
    assert said not in usual
    assert other == usual.replace("mistakes;", f"mistakes; {said};")


def test_the_lab_is_about_the_panel_that_was_asked_for():
    asked = Question(leanings=0.5)
    assert lab_document(lab(asked, 10)).about.startswith(panel_text(asked))


@pytest.mark.parametrize(("related", "who"), [("all", "all on one model"), ("pairs", "two to a model")])
def test_judges_on_one_model_that_share_nothing_are_said_to_share_no_errors(related, who):
    said = panel_text(Question(related=related, shared=0.0))
    assert f"4 judges, {who}, sharing no mistakes;" in said


@pytest.mark.parametrize(("related", "judges"), [("own", 2), ("all", 4), ("pairs", 7)])
def test_no_figure_is_said_to_stand_instead_of_one_that_reads_the_same(related, judges):
    said = block(lab(Question(related=related, judges=judges, noise=0.3), 40), "sizes").sentence
    for one, other in re.findall(r"([\w.]+%?) instead of ([\w.]+%?)", said):
        assert one != other


@pytest.mark.parametrize(
    ("was", "missed", "said"),
    [
        (1780, 1820, "points."),
        (1780, 1880, "points and holds the true lead in 81% instead of 82%."),
        (100, 400, "points and holds the true lead in 96% instead of 99%, where 90% are promised."),
    ],
)
def test_a_loss_of_cover_is_said_where_it_reads_otherwise_and_as_one_below_the_promise(was, missed, said):
    """1780 of 10,000 missed is 82.2% held, 1820 is 81.8% and 1880 is 81.2%; nested, both clear losses."""
    found, n = lab(Question(), 10), 10_000
    places = np.arange(n)
    alike = {"n": n, "rights": places >= 0, "wrongs": places < 0, "errors": np.full(n, 0.5)}
    before, after = (
        replace(figures, **alike, misses=places < count, widths=np.full(n, width))
        for figures, count, width in zip(found.sizes[2:4], (was, missed), (1.5, 1.2), strict=True)
    )
    sizes = (*found.sizes[:2], before, after, *found.sizes[4:])
    told = block(replace(found, sizes=sizes), "sizes").sentence
    assert f"The lead's interval narrows from 1.50 to 1.20 {said}" in told


@pytest.mark.parametrize(("arguments", "all_ranged"), [(1, False), (3, True)])
def test_widths_of_some_of_the_panels_say_of_which(arguments, all_ranged):
    """Two judges of one argument a side often leave no interval: the table's widths are of more panels than these."""
    found = lab(Question(judges=2, arguments=arguments, missing=0.0 if all_ranged else 0.1), 60)
    told, both = block(found, "sizes").sentence, found.step.now.held.of
    assert (both == 60) is all_ranged
    assert told.startswith(
        "The lead's interval" if all_ranged else f"In {both} of 60 panels, where both sizes have one,"
    )


def test_the_limits_speak_of_the_errors_and_rulings_that_were_drawn():
    """Found in a review: "they give no standings", where they do, and "by the bell curve" of lognormal errors."""
    found = lab(Question(errors="lognormal", rules="classic"), 10)
    said = " ".join(block(found, "limits").items)
    assert "more skewed errors" in said and "no rulings" not in said
    none = replace(found, question=replace(found.question, standings="no", errors="normal"))
    said = " ".join(block(none, "limits").items)
    assert "normal errors" in said and "no rule on kappa applies" in said
    last = block(lab(Question(standings="no"), 10), "limits").items[-1]
    assert last == "These judges give no rulings, and these rules ask for none."
    assert all(
        one in " ".join(plain_text(lab_document(found)).split()) for one in block(found, "limits").items
    )
