"""The whole judgement on one table."""

import re
from dataclasses import replace

import numpy as np
import pytest

from debate_core.domain.options import options_of
from debate_core.measuring.arrays import special
from debate_core.measuring.generalizability import generalizability
from debate_core.measuring.table import panel_table
from debate_core.measuring.weights import LearnedNoise, Prior
from debate_core.verdicts.cautions import LIMITS
from debate_core.verdicts.evidence import evidence
from debate_core.verdicts.rules import Thresholds
from debate_core.verdicts.verdict import Rules, decide, outcome
from tests.each import each

nan = float("nan")
SIDES = ["pro"] * 3 + ["con"] * 3
CLEAR = [[8, 8, 7, 4, 3, 4], [9, 8, 8, 5, 4, 4], [7, 8, 7, 3, 3, 4], [8, 7, 7, 4, 4, 3]]
TIED = [[6, 7, 5, 6, 5, 7], [7, 5, 6, 6, 7, 5], [5, 6, 7, 7, 5, 6], [6, 6, 6, 5, 7, 6]]
CROSSED = [[8, 8, 8, 4, 4, 4], [8, 8, 8, 4, 4, 4], [4, 4, 4, 8, 8, 8], [4, 4, 4, 8, 8, 8]]
STANDINGS = [["UPHELD", "UPHELD", "PARTIALLY_UPHELD", "REFUTED", "REFUTED", "REFUTED"]] * 4
SPLIT = [["UPHELD"] * 3 + ["REFUTED"] * 3] * 2 + [["REFUTED"] * 3 + ["UPHELD"] * 3] * 2


def test_agreeing_judges_with_a_wide_gap_name_a_side():
    found = outcome(CLEAR, SIDES, STANDINGS)
    assert (found.call, found.reasons, found.cautions) == ("pro", (), ())
    # side means: pro 23/3 25/3 22/3 22/3; con 11/3 13/3 10/3 11/3: 92/12 − 45/12
    assert found.gap == pytest.approx((92 - 45) / 12)
    assert found.interval[0] > 0
    assert found.p_pro > 0.99
    assert found.reading == "clear"
    turned = outcome(CLEAR, SIDES[::-1], STANDINGS)
    assert (turned.call, turned.gap) == ("con", pytest.approx(-(92 - 45) / 12))


def test_a_gap_under_a_point_is_a_small_lead_where_a_side_is_named_and_evenly_matched_elsewhere():
    small = [[6.9, 6.8, 7.0, 6.2, 6.3, 6.1], [6.8, 6.9, 7.1, 6.1, 6.2, 6.2], [7.0, 6.8, 6.9, 6.2, 6.1, 6.3]]
    assert [(one.call, one.reading) for one in (outcome(small, SIDES), outcome(TIED, SIDES))] == [
        ("pro", "a small lead"),
        ("no_call", "evenly matched"),
    ]


def test_judges_who_part_in_scores_and_standings_are_a_caution_that_says_why_and_no_call_with_the_switch():
    found = outcome(CROSSED, SIDES, SPLIT)
    assert found.call == "no_call"  # they split
    assert any(reason.startswith("The judges are split") for reason in found.reasons)
    assert not any("rulings" in reason for reason in found.reasons)
    assert any("rulings" in said and "Adjusted for strictness" in said for said in found.cautions)
    for rules in (Rules(agreement_blocks=True), "classic"):
        reason = outcome(CROSSED, SIDES, SPLIT, rules).reasons[0]
        assert ("rulings" in reason, "on z-scores" in reason) == (True, rules == "classic")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "said"), [(0, "they may still agree too little: 0.14 (likely"), (5, "they still agree")]
)
def test_that_judges_agree_too_little_once_adjusted_is_said_for_sure_only_where_the_range_is_below(
    seed, said
):
    draw = np.random.default_rng(seed)
    panel, standings = draw.integers(1, 11, (4, 12)), draw.choice(["REFUTED", "UPHELD"], (4, 12)).tolist()
    cautions = outcome(panel, ["pro"] * 6 + ["con"] * 6, standings).cautions
    assert any(f"Adjusted for strictness, {said}" in one for one in cautions)


@pytest.mark.slow
def test_strictness_that_lowers_agreement_is_named_as_its_cause_and_blocks_nothing():
    panel = np.array(CLEAR) + np.array([[-4], [-1], [1], [4]])
    places = np.searchsorted((3, 5, 8), panel)
    standings = np.array(["REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD"])[places].tolist()
    found = outcome(panel, SIDES, standings)
    assert (found.alpha.value < 0.5, found.kappa.value < 0.4, found.call) == (True, True, "pro")
    assert any("Adjusted for strict and" in said and "rulings" in said for said in found.cautions)
    noise = np.random.default_rng(0).normal(0, 1, (4, 6))
    for times, how in (
        (1.0, "agree enough: 0.85 (likely 0.57"),
        (1.5, "may agree enough: 0.76 (likely 0.34"),
    ):
        assert any(
            f", scores {how} to" in said for said in outcome(panel + times * noise, SIDES, standings).cautions
        )
    blocked = outcome(panel, SIDES, standings, Rules(agreement_blocks=True))
    assert blocked.call == "no_call"
    assert "rulings" in blocked.reasons[0]


def test_a_mean_that_cannot_tell_the_arguments_apart_names_nobody():
    panel = np.array([7, 6, 6, 5, 5, 6.0]) + np.random.default_rng(1).normal(0, 2, (4, 6))
    found = outcome(panel, SIDES)
    least = generalizability(panel).family["ICC(C,k)"].value
    assert 0 < least < 0.5
    assert found.reasons[0].endswith(f"unreliable: {least:0.2f}, and we require 0.50.")
    lower = outcome(panel, SIDES, rules=Rules(relative_least=least - 0.01))
    assert lower.reasons == found.reasons[1:]


def test_judges_whose_own_gaps_lie_far_apart_split_though_their_errors_are_small():
    # own gaps 4, 3, 0 and −1, hardly an error beside them: the pooled interval leaves 0 out, the judges' don't
    lean = np.array([[2.0], [1.5], [0.0], [-0.5]]) * np.array([1, 1, 1, -1, -1, -1])
    base = np.array([7, 5, 6, 7, 5, 6.0]) + np.random.default_rng(3).normal(0, 0.1, (4, 6))
    found = outcome(base + lean, SIDES)
    assert found.interval[0] > 0 > found.basis.gap.by_judge.interval[0]
    assert (found.call, found.reasons[0].split(":")[0]) == ("no_call", "The judges are split")
    alike = outcome(
        base + np.array([[4.0], [0.4], [0.4], [0.4]]) * np.array([1, 1, 1, -1, -1, -1]) / 2, SIDES
    )
    assert (alike.call, alike.reasons[0].split(":")[0]) == (
        "no_call",
        "Other judges might see it differently",
    )
    bold = Rules(judge_level=0.3, kind="independent", divergent_share=1.0)
    assert outcome(base + lean, SIDES, rules=bold).call == "pro"


def test_a_range_that_spans_the_scale_is_said_to_allow_any_lead():
    parted = [[8, 8, 3, 4], [3, 4, 8, 7]]
    split = [
        next(one for one in outcome(parted, ["pro"] * 2 + ["con"] * 2, scale=scale).reasons if "split" in one)
        for scale in ((1, 10), (0, 100))
    ]
    assert split == [
        "The judges are split: for similar panels any lead is possible.",
        "The judges are split: for similar panels the lead is likely between CON +12.8 and PRO +13.3.",
    ]


def test_of_scores_that_are_all_the_same_no_lead_is_said_to_be_possible():
    found = outcome([[0.5, 0.5], [0.5, 0.5]], ["pro", "con"])
    assert found.call == "no_call"
    assert not [reason for reason in found.reasons if "any lead" in reason]


def test_fewer_than_four_judges_are_told_apart_roughly_and_that_is_said():
    panel = np.array([[8, 8, 9, 3, 3, 1], [8, 8, 9, 3, 3, 1], [8, 8, 9, 3, 3, 8.0]]) + np.eye(3, 6) * 0.3
    found = outcome(panel, SIDES)
    assert found.divergent == (5,)
    assert any("rough estimate" in said for said in found.cautions)


def test_without_sides_there_is_no_gap_and_no_call_and_the_agreement_all_the_same():
    found, sided = outcome(CLEAR, None), outcome(CLEAR, SIDES)
    assert (found.call, found.gap, found.interval) == ("no_call", None, None)
    assert found.basis.evidence.z_gap is None
    assert (found.undecidable, sided.undecidable) == (True, False)
    assert found.alpha == sided.alpha and sided.basis.evidence.z_gap > 0.8


def test_a_scale_and_a_step_say_below_what_no_error_is_taken_to_be():
    panel = [[8, 8, 4, 4], [7, 7, 3, 3]]
    ten, hundred = (
        outcome(np.array(panel) * k, ["pro", "pro", "con", "con"], scale=(k, 10 * k)) for k in (1, 10)
    )
    assert hundred.interval == pytest.approx([10 * end for end in ten.interval])
    assert ten.interval == outcome(panel, ["pro", "pro", "con", "con"]).interval
    tenth = outcome(
        np.array(panel) / 10, ["pro", "pro", "con", "con"]
    )  # a scale from the lowest given to the highest
    own = outcome(panel, ["pro", "pro", "con", "con"], scale=(3, 8))
    assert tenth.interval == pytest.approx([end / 10 for end in own.interval])
    with pytest.raises(ValueError, match="expected scores on the scale from 3 to 7"):
        outcome(panel, ["pro", "pro", "con", "con"], scale=(3, 7))
    coarse = outcome(panel, ["pro", "pro", "con", "con"], step=5.0)
    assert coarse.interval[0] < ten.interval[0]
    # without any residual on 15 degrees of freedom: 4/19 of ¼ squared points, or 1/12 of a step; over 4 · 3/2 scores
    for step, variance in ((None, 1 / 19), (2.0, 1 / 3)):
        assert outcome([[8, 8, 8, 4, 4, 4]] * 4, SIDES, step=step).basis.gap.se == pytest.approx(
            (variance / 6) ** 0.5
        )
    with pytest.raises(ValueError, match="standings: expected 4 a judge, one an argument"):
        outcome(panel, ["pro", "pro", "con", "con"], [["UPHELD"] * 3] * 2)
    for scale, step in (((10, 1), None), ((5, 5), None), ((1, 10), 0.0)):
        with pytest.raises(ValueError, match="expected a scale from low to high"):
            outcome(panel, ["pro", "pro", "con", "con"], scale=scale, step=step)


def test_low_alpha_alone_blocks_only_with_the_switch():
    # severity differs by far more than the arguments do: alpha low, gap clear
    base = np.array([6.0, 6.2, 6.1, 5.0, 5.1, 5.2])
    noise = np.random.default_rng(0).normal(0, 0.05, (4, 6))
    panel = base + np.array([[-3], [-1], [1], [3]]) + noise
    found = outcome(panel, SIDES, STANDINGS)
    assert found.alpha.value < 0.5
    assert found.call == "pro"
    assert any("agree poorly" in caution for caution in found.cautions)
    assert any("less over who argued" in caution for caution in found.cautions)
    strict = outcome(panel, SIDES, STANDINGS, Rules(alpha_alone=True))
    assert strict.call == "no_call"
    # an interval that holds 0, as classic rules may name a side on, outweighs nothing
    wide = outcome(panel - noise + 2 * np.array(TIED), SIDES, STANDINGS, "classic")
    assert not any("less over who argued" in caution for caution in wide.cautions)


@pytest.mark.parametrize("rules", ["default", "classic"])
def test_judges_who_differ_by_severity_only_still_have_an_interval(rules):
    found = outcome([[8, 9, 7, 4, 3, 4]] * 3, SIDES, STANDINGS[:3], rules)
    assert found.call == "pro"
    assert found.interval[0] < found.gap < found.interval[1]
    assert found.basis.gap.by_judge.interval[0] < found.gap < found.basis.gap.by_judge.interval[1]


@each(
    "scores",
    [
        # 4 scores, 2 judges and 3 arguments: not one to spare
        ([[8, 3, nan], [8, nan, 3]], ["pro", "con", "con"]),
        # none in common
        ([[8, nan, 4, nan], [nan, 9, nan, 5]], ["pro", "pro", "con", "con"]),
    ],
)
def test_by_default_no_side_is_named_on_a_lead_without_a_range_by_the_other_rules_with_a_caution(scores):
    found = outcome(*scores)
    assert (found.call, found.ahead, found.undecidable, found.interval) == ("no_call", None, True, None)
    assert found.reasons == ("The lead has no range: too few scores to tell error from effect.",)
    for rules in ("independent", "classic"):
        found = outcome(*scores, rules=rules)
        assert (found.call, found.undecidable) == ("pro", False)
        assert [
            one for one in found.cautions if one.startswith("PRO is named without any measure of how sure")
        ]


def test_sides_that_are_level_without_a_range_are_no_call():
    level = outcome([[5, 5, nan], [5, nan, 5]], ["pro", "con", "con"], rules="independent")
    assert level.reasons == ("The sides are level: the lead is 0.",)
    assert level.cautions[-1] == "The lead has no range: too few scores to tell error from effect."


@each(("arguments", "rulings", "how"), [(4, 4, "may agree"), (60, 2, "may agree"), (60, 60, "agree")])
def test_that_judges_agree_too_little_is_certain_only_where_both_ranges_lie_below(arguments, rulings, how):
    rng = np.random.default_rng(4)
    labels = rng.choice(["UPHELD", "REFUTED", None], size=(4, arguments)).tolist()
    given = [[one if at < rulings else None for at, one in enumerate(row)] for row in labels]
    found = outcome(rng.integers(1, 11, (4, arguments)), ["pro", "con"] * (arguments // 2), given)
    assert any(one.startswith(f"The judges {how} too little: scores ") for one in found.cautions)


def test_beside_a_named_side_nothing_is_said_to_be_needed_or_required():
    panel = np.array(CLEAR) + np.array([[0], [1], [-1], [0]])
    standings = [["UNCERTAIN", *STANDINGS[0][1:]], *STANDINGS[1:]]
    for alpha, kappa in ((0.95, -1.0), (-1.0, 0.99), (0.95, 0.99)):
        found = outcome(panel, SIDES, standings, Rules(alpha_least=alpha, kappa_least=kappa))
        assert found.call == "pro" and any("we warn under" in one for one in found.cautions)
        assert not [one for one in found.cautions if re.search("need|require", one)]


def test_an_interval_shows_on_which_side_of_0_its_bounds_lie():
    lean = np.array(TIED, dtype=float) + np.array([0.3, 0.3, 0.3, 0, 0, 0])
    low = outcome(lean, SIDES).interval[0]
    barely = lean - np.array([low - 0.004, low - 0.004, low - 0.004, 0, 0, 0]) - 0.008 * (np.arange(6) < 3)
    found = outcome(barely, SIDES, rules=Rules(relative_least=-1.0))
    assert found.interval[0] == pytest.approx(-0.004)
    assert "between just over 0 (CON) and PRO +" in found.reasons[0]


@pytest.mark.slow
def test_more_divergent_arguments_than_the_rules_allow_are_no_call():
    rng = np.random.default_rng(1)
    panel = np.array([8.0, 8, 8, 8, 3, 3, 3, 3]) + rng.normal(0, 0.05, (4, 8))
    panel[:2, 0] -= 2
    panel[2:, 0] += 2
    sides = ["pro"] * 4 + ["con"] * 4
    assert outcome(panel, sides).divergent == (0,)
    assert outcome(panel, sides).call == "pro"  # 1 of 8 is not more than a third
    found = outcome(panel, sides, rules=Rules(divergent_share=0.1))
    assert found.call == "no_call"
    assert any("1 of 8 arguments, more than 10%" in reason for reason in found.reasons)


@each(("divergent", "these"), [((5,), "read it yourself."), ((2, 5), "read these yourself.")])
def test_divergent_arguments_are_a_caution(divergent, these):
    rng = np.random.default_rng(1)
    panel = np.array(CLEAR, dtype=float) + rng.normal(0, 0.05, (4, 6))
    panel[:2, divergent] += 3
    panel[2:, divergent] -= 2.5
    found = outcome(panel, SIDES, STANDINGS)
    assert found.divergent == divergent
    assert found.call == "pro"
    assert f"The judges disagree on {len(divergent)} of 6 arguments: {these}" in found.cautions


@pytest.mark.parametrize(
    ("present", "reason"),
    [
        (0, "No judge of 5"),
        (1, "Only 1 judge of 5"),
        (2, "Only 2 of 5 judges gave usable scores, fewer than half"),
    ],
)
def test_too_few_usable_judges_are_no_outcome(present, reason):
    panel = np.full((5, 6), nan)
    panel[:present] = np.array(CLEAR)[:present]
    found = outcome(panel, SIDES)
    assert found.call == "no_call"
    assert len(found.reasons) == 1
    assert reason in found.reasons[0]
    assert (f"Only {present} of 5 judges gave usable scores." in found.cautions) == (present > 0)
    # half of the panel is enough, and the rest is said
    panel = np.full((6, 6), nan)
    panel[:3] = CLEAR[:3]
    found = outcome(panel, SIDES)
    assert found.call == "pro"
    assert any("3 of 6 judges" in caution for caution in found.cautions)


@pytest.mark.parametrize(
    ("present", "reason"), [(1, "Only 1 judge of 3 gave"), (0, "No judge of 3 gave"), (2, None)]
)
def test_people_on_the_panel_count_neither_as_judges_nor_toward_half_of_it(present, reason):
    judges = np.array(CLEAR, dtype=float)[:3]
    judges[present:] = nan
    people = np.array(CLEAR, dtype=float)[[0, 1, 2, 0]]
    seated = replace(panel_table(np.vstack((judges, people)), SIDES), people=4)
    reasons = decide(evidence(seated)).reasons
    assert (reason is None and reasons == ()) or (len(reasons) == 1 and reason in reasons[0])


def test_half_of_the_panel_is_half_of_its_judges():
    judges = np.full((5, 6), nan)
    judges[:2] = CLEAR[:2]
    seated = replace(panel_table(np.vstack((judges, CLEAR[:3])), SIDES), people=3)
    assert "Only 2 of 5 judges gave usable scores" in decide(evidence(seated)).reasons[0]


def test_a_gap_of_one_judge_and_people_names_nobody():
    judges = np.array([CLEAR[0], [8, 8, 7, nan, nan, nan]], dtype=float)
    seated = replace(panel_table(np.vstack((judges, CLEAR[:3])), SIDES), people=3)
    found = decide(evidence(seated))
    assert (found.call, len(found.basis.gap.judges)) == ("no_call", 4)
    assert "scored both sides and have a weight; only 1 does" in found.reasons[0]


def test_undefined_statistics_fire_no_rule_and_are_cautions():
    found = outcome([[9, 9, 4, 4], [9, 9, 4, 4]], ["pro", "pro", "con", "con"], [["UPHELD"] * 4] * 2)
    assert found.call == "pro"
    assert any("kappa) is undefined: every answer is the same" in caution for caution in found.cautions)
    level = outcome(np.full((2, 4), 5), ["pro", "pro", "con", "con"])
    assert "Agreement on scores (alpha) is undefined: every score is the same." in level.cautions
    without = outcome(CLEAR, SIDES)
    assert any("there are no rulings" in caution for caution in without.cautions)


def test_the_gap_uses_own_weights_and_agreement_the_common_ones():
    own = np.array(CLEAR, dtype=float) + np.array([1, 1, 1, 0, 0, 0])
    found = decide(evidence(panel_table(CLEAR, SIDES, own=own)))
    assert found.gap == pytest.approx((92 - 45) / 12 + 1)
    assert found.alpha.value == outcome(CLEAR, SIDES).alpha.value


def test_arguments_that_nobody_scored_are_counted_and_alpha_is_shown_beside_its_limits():
    assert outcome([[8, 8, 7, nan, nan, nan]] * 2, SIDES).cautions[0] == "No judge scored 3 of 6 arguments."
    assert LIMITS == (0.80, 0.67, 0.50)


def test_judges_that_share_no_argument_across_sides_are_no_call():
    panel = [[5, 6, nan, 4, nan, nan], [nan, nan, 7, nan, 3, 4]]
    found = outcome(panel, SIDES)
    assert found.call == "no_call"
    assert found.gap is None
    assert found.p_pro is None
    assert "shares no argument" in found.reasons[0]
    for rules in ("default", "independent"):
        assert not [one for one in outcome(panel, SIDES, rules=rules).cautions if "lead" in one]


def test_classic_names_a_side_on_a_small_gap_that_default_refuses():
    tied = outcome(TIED, SIDES)
    assert tied.call == "no_call"
    assert [reason.partition(":")[0] for reason in tied.reasons] == ["The sides are too close"]
    lean = np.array(TIED, dtype=float) + np.array([0.3, 0.3, 0.3, 0, 0, 0])
    assert outcome(lean, SIDES).call == "no_call"
    found = outcome(lean, SIDES, rules="classic")
    assert found.call == "pro"
    assert found.z_gap > 0.05
    assert any(caution.startswith("The lead is not certain") for caution in found.cautions)
    less = outcome(lean - 0.28 * APART.clip(0), SIDES[::-1], rules="classic")
    assert -0.05 < less.z_gap < 0 and f"the lead is −{-less.z_gap:.2f} on z-scores" in less.reasons[-1]


def test_classic_gap_divides_by_the_weight_of_both_sides():
    # z-scores of 7 and 5 are ±1/√2; (.7071 − −.7071)/2 with every weight alike
    found = outcome([[7, 5], [8, 6]], ["pro", "con"], rules="classic")
    assert found.z_gap == pytest.approx(2**-0.5)
    untested = "2 of 2 arguments can't be tested for dispute: too few scores."
    assert untested in outcome([[7, 5], [8, 6]], ["pro", "con"]).cautions and untested not in found.cautions
    seated = replace(panel_table([[7, 5], [8, 6], [9, nan]], ["pro", "con"]), people=1)
    assert evidence(seated).z_gap == found.z_gap  # a person of one side has no part in it
    missing = outcome([[7, 5, nan], [8, 6, 7]], ["pro", "con", "con"], rules="classic")
    assert missing.z_gap == pytest.approx((2 * 0.5**0.5 + 2) / 5)
    tie = outcome([[5, 6, 5, 6], [6, 5, 6, 5]], ["pro", "pro", "con", "con"], rules="classic")
    assert (tie.z_gap, tie.call) == (pytest.approx(0), "no_call")
    assert "the lead is 0.00 on z-scores, and we require 0.05" in tie.reasons[-1]
    any_lead = Rules(kind="classic", z_gap=0.0)
    assert (
        outcome([[5, 6, 5, 6], [6, 5, 6, 5]], ["pro", "pro", "con", "con"], rules=any_lead).call == "no_call"
    )


def test_classic_calls_nothing_on_one_wild_argument():
    up, down = [5, 6, 5, 4, 5, 9.0], [6, 5, 4, 5, 5, 1.0]
    found = outcome([up, up, down, down], SIDES, rules="classic")
    assert found.divergent == (5,)
    assert any("variance of their z-scores" in reason for reason in found.reasons)
    # z = ±5/√6 has the variance 4/3 · 25/6, and comes out a rounding error below
    at_limit = [[5, 5, 5, 5, 5, 9]] * 2 + [[5, 5, 5, 5, 5, 1]] * 2
    assert outcome(at_limit, SIDES, rules=Rules(kind="classic", z_variance=50 / 9)).divergent == (5,)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["default", "classic"])
def test_no_figure_is_ever_nan_and_every_sentence_is_a_sentence(rules):
    rng = np.random.default_rng(9)
    panels = [(CLEAR, STANDINGS), (TIED, None), (CROSSED, SPLIT)]
    for _ in range(60):
        panel = rng.integers(1, 11, (4, 6)).astype(float)
        panel[rng.random((4, 6)) < rng.random()] = nan
        panels.append((panel, None))
    for panel, standings in panels:
        found = outcome(panel, SIDES, standings, rules)
        numbers = (found.gap, found.basis.gap.se, found.p_pro, found.alpha.value, *(found.interval or ()))
        assert not any(value is not None and np.isnan(value) for value in numbers)
        assert (found.call == "no_call") == bool(found.reasons)
        for sentence in (*found.reasons, *found.cautions):
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert "nan" not in sentence.lower().split()


def test_a_settings_name_that_is_no_preset_is_refused():
    with pytest.raises(ValueError, match="expected 'default', 'independent', 'classic' or Rules"):
        outcome(CLEAR, SIDES, rules="modern")
    with pytest.raises(ValueError, match="standings: expected 4 judges, got 1"):
        outcome(CLEAR, SIDES, STANDINGS[:1])


@pytest.mark.slow
@each("shape", [(0, 0), (0, 3), (2, 0), (1, 1), (2, 1), (3, 2)])
@each("rules", ["default", "classic"])
def test_empty_and_tiny_tables_are_judged_without_a_crash(shape, rules):
    sides = (["pro", "con"] * 3)[: shape[1]]
    for panel in (np.full(shape, nan), np.full(shape, 5.0)):
        found = outcome(panel, sides, rules=rules, weights=np.zeros(shape[0]))
        assert found.call == "no_call"
        assert found.reasons


@pytest.mark.parametrize("rules", ["default", "classic"])
def test_a_gap_that_rests_on_one_judge_names_nobody(rules):
    found = outcome([[6, 5.9], [6, nan]], ["pro", "con"], rules=rules)
    assert found.call == "no_call"
    assert "scored both sides and have a weight; only 1 does" in found.reasons[0]


def test_no_side_is_named_from_scores_that_mean_nothing():
    table = panel_table(CLEAR, SIDES)
    assert decide(evidence(table)).call == "pro"
    found = decide(evidence(replace(table, defect="They mean nothing.")))
    assert (found.call, found.reasons, found.cautions) == ("no_call", ("They mean nothing.",), ())
    assert found.undecidable


@each(("table", "call"), [([[7, 7, 6, 6], [9, 3, 9, 5]], "pro"), ([[6, 6, 7, 7], [9, 5, 9, 3]], "con")])
def test_a_side_named_on_standardised_scores_where_points_are_level_says_so_either_way(table, call):
    found = outcome(table, ["pro", "pro", "con", "con"], rules="classic")
    assert (found.call, found.gap) == (call, pytest.approx(0.0))
    assert f"On z-scores {call.upper()} leads, but in points the lead is 0." in found.cautions


def test_an_agreement_that_misses_its_limit_by_rounding_alone_has_reached_it():
    """Found in a review: "on z-scores .500000, the rule asks for .50"."""
    table = [[1, 5, 4, 6, 7, 5, 6, 2], [1, 4, 1, 1, 2, 2, 5, 1]]
    found = outcome(table, ["pro"] * 4 + ["con"] * 4, rules="classic")
    assert found.basis.alpha == pytest.approx(0.5, abs=1e-12) and found.basis.alpha < 0.5
    assert not any("need" in caution for caution in found.cautions)


LEANING = np.array(
    [[7.5, 6.5, 7.0, 6.0, 5.5, 6.5], [7, 7.5, 6, 6, 6.5, 5], [6, 7, 7, 5.5, 6, 6.5], [7.5, 6.5, 7, 6.5, 5, 6]]
)
APART = np.array([1, 1, 1, -1, -1, -1])
LEANING = LEANING - 0.1 * APART + [0.8, 0, -0.8, 0.8, 0, -0.8]


def test_where_two_camps_each_favour_a_side_all_arguments_are_disputed_and_none_by_one_noise_for_all():
    camps = [[9, 8, 9, 3, 4, 3], [8, 9, 9, 2, 3, 4], [3, 4, 2, 9, 9, 8], [2, 3, 4, 8, 9, 9]]
    found = {rules: outcome(camps, SIDES, rules=rules).divergent for rules in ("default", "independent")}
    assert found == {"default": (0, 1, 2, 3, 4, 5), "independent": ()}
    assert any(
        "on 6 of 6 arguments, more than a third:" in reason for reason in outcome(camps, SIDES).reasons
    )


def test_a_side_is_named_only_if_its_lead_survives_the_mistakes_that_judges_share():
    found, before = (outcome(LEANING, SIDES, rules=rules) for rules in ("default", "independent"))
    assert (before.call, before.ahead) == ("pro", None)
    assert found.call == "no_call"
    assert "may share mistakes: if they share 34% of their chance mistakes" in found.reasons[-1]
    # 4 judges: sqrt((1 + 3 · .34)/(1 − .34)) times as wide
    assert found.basis.widened.se == pytest.approx(before.basis.gap.se * (2.02 / 0.66) ** 0.5)
    assert found.interval == before.interval
    firm = outcome(LEANING + APART, SIDES)
    assert (firm.call, firm.ahead, firm.reasons) == ("pro", None, ())


@pytest.mark.slow
def test_a_side_is_ahead_where_only_shared_mistakes_bar_it_and_it_is_nine_in_ten_likely():
    calls = {}
    for more in np.arange(-0.4, 0.6, 0.05):
        found = outcome(LEANING + more * APART, SIDES)
        calls[found.ahead or found.call] = found
        likely = found.call == "no_call" and len(found.reasons) == 1 and found.p_pro >= 0.90
        assert (found.ahead == "pro") == (likely and "share mistakes" in found.reasons[0])
        turned = outcome(LEANING + more * APART, SIDES[::-1])
        assert (turned.ahead == "con") == (found.ahead == "pro")
    assert calls["pro"].p_pro > 0.9
    assert {"pro", "no_call"} <= set(calls)


def test_what_judges_share_is_the_mean_over_pairs_and_0_of_simulated_ones():
    table = panel_table(LEANING, SIDES)
    families = replace(table, families=("gpt", "gpt", "claude", None))
    shares = [decide(evidence(one)).basis.share for one in (table, families)]
    assert shares == pytest.approx([0.34, (0.58 + 5 * 0.34) / 6])
    simulated = np.full((4, 4), nan)
    simulated[:2, :2] = 0.0
    assert decide(evidence(replace(table, shared=simulated))).basis.share == pytest.approx(5 * 0.34 / 6)
    assert decide(evidence(replace(table, shared=np.zeros((4, 4))))).call == "pro"
    for rules in (Rules(kind="independent"), Rules(kind="classic")):
        assert decide(evidence(table), rules).basis.share == 0.0
    assert decide(evidence(table), Rules(assumed_share=0.0)).call == "pro"


@pytest.mark.slow
def test_the_one_judge_that_runs_against_the_others_is_named_first_with_what_they_say_without_it():
    panel = np.array(CLEAR, dtype=float)
    panel[2] = 11 - panel[2]
    found = outcome(panel, SIDES)
    assert found.call == "no_call"
    assert found.reasons[0].startswith("Judge 3 alone runs against the others, with CON +")
    assert "Without judge 3, PRO is named, with PRO +" in found.reasons[0]
    assert (found.odd.judge, found.odd.call) == (2, "pro")
    assert outcome(panel[:3], SIDES).odd.judge == 2
    # on a call it is a caution
    named = outcome([*CLEAR, *(np.array(CLEAR) + 1), [5, 5, 5, 6, 6, 6]], SIDES)
    assert named.call == "pro"
    assert named.cautions[0].startswith("Judge 9 alone runs against the others")
    assert outcome(CLEAR, SIDES).odd is None
    assert outcome(CROSSED, SIDES).odd is None  # two against two: nobody is alone
    assert outcome(panel, SIDES, rules="independent").odd is None
    assert outcome([*CLEAR, [5, 6, 4, 5, 6, 4]], SIDES).odd is None  # level, it runs against nobody


@each(
    ("scored", "times"),
    [(slice(0, 6), (1 + 3) ** 0.5), (slice(1, 6), (1 + 3 * (1 / 2 + 1 / 3) / (2 / 3)) ** 0.5)],
)
def test_a_judge_runs_against_the_others_from_students_t_on_with_bonferronis_correction(scored, times):
    # three others who weigh alike; the variance of a gap goes with the sum of 1 over the arguments of each side
    three = np.array(CLEAR[:3]) - 1.4 * APART
    others = outcome(three, SIDES).basis.gap
    far = special().stdtrit(others.df, 1 - 0.05 / 4 / 2) * others.se * times
    for beyond, is_odd in ((0.01, True), (-0.01, False)):
        fourth = np.full(6, nan)
        fourth[scored] = 5 + (others.value - far - beyond) / 2 * APART[scored]
        found = outcome([*three, fourth], SIDES)
        assert (found.odd is not None) == is_odd


def test_a_judge_without_weight_bars_no_call_by_its_noise():
    panel = np.vstack([np.array(CLEAR[:3], dtype=float), [1, 10, 2, 9, 1, 10.0]])
    heavy, light = (outcome(panel, SIDES, weights=weights) for weights in ([1, 1, 1, 1], [1, 1, 1, 0.02]))
    assert light.basis.relative > heavy.basis.relative
    assert light.basis.relative > 0.9
    independent = outcome(panel, SIDES, weights=[1, 1, 1, 0.02], rules="independent")
    assert independent.basis.relative == pytest.approx(heavy.basis.relative)


def test_how_likely_a_side_is_the_better_is_of_the_larger_error():
    leans = np.array([[2.0], [1.5], [0.2], [0.0]]) * np.array([1, 1, 1, -1, -1, -1])
    base = np.array([7, 5, 6, 7, 5, 6.0]) + np.random.default_rng(3).normal(0, 0.1, (4, 6))
    found, before = (outcome(base + leans, SIDES, rules=rules) for rules in ("default", "independent"))
    assert found.basis.gap.by_judge.se > found.basis.widened.se
    assert found.p_pro == found.basis.gap.by_judge.p_pro < before.p_pro


def test_earlier_debates_count_under_the_default_rules_alone():
    learned = LearnedNoise(
        score=Prior(variance=0.4, df=300.0), own_gaps=Prior(variance=0.2, df=300.0), debates=20
    )
    table = panel_table(LEANING, SIDES)
    for kind in ("default", "independent", "classic"):
        own, known = (
            decide(evidence(one), Rules(kind=kind)) for one in (table, replace(table, learned=learned))
        )
        assert (known.basis.gap.df > own.basis.gap.df) == (kind == "default")
        assert known.gap == own.gap
        assert known.basis.learned == (learned if kind == "default" else None)


RANGES = {
    "alpha_least": (0.5, -1.0, 1.0),
    "kappa_least": (0.4, -1.0, 1.0),
    "relative_least": (0.5, -1.0, 1.0),
    "gap_level": (0.9, 0.5, 0.999),
    "judge_level": (0.8, 0.01, 0.999),
    "divergence_level": (0.05, 0.0001, 0.5),
    "divergence_spread": (1.0, 0.0, 9.0),
    "divergent_share": (1 / 3, 0.0, 1.0),
    "assumed_share": (0.34, 0.0, 0.9),
    "assumed_family_share": (0.58, 0.0, 0.9),
    "z_variance": (3.0, 0.1, 9.0),
    "z_gap": (0.05, 0.0, 2.0),
}
"""Each threshold as it usually is, its least and its most."""


@each("name", RANGES)
def test_a_threshold_is_taken_from_its_least_to_its_most_and_no_further(name):
    usual, least, most = RANGES[name]
    assert getattr(Thresholds(), name) == pytest.approx(usual)
    option = options_of(Thresholds)[name]
    assert option.step <= (most - least) / 8 and option.percent == name.startswith("assumed")
    assert [getattr(Thresholds(**{name: end}), name) for end in (least, most)] == [least, most]
    for beyond in (least - 1e-6, most + 1e-6):
        with pytest.raises(ValueError, match=f"{name}: expected a number from"):
            Thresholds(**{name: beyond})


def test_of_a_side_without_arguments_it_is_said_not_that_the_average_is_unreliable():
    unlike = [[5, 6, 7, 4], [6, 4, 5, 7], [4, 7, 5, 6]]
    assert "too unreliable" in outcome(unlike, ["pro", "pro", "con", "con"]).reasons[0]
    assert outcome(unlike, ["pro"] * 4).reasons == ("The lead can't be computed: one side has no argument.",)
