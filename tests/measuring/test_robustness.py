"""What flips the outcome, and what agreement hangs on."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from debate_core.library.report.rows import change_rows
from debate_core.measuring.agreement import alpha_value, without_argument, without_judge
from debate_core.measuring.shared_errors import tipping_share, widen
from debate_core.measuring.table import IN_COMMON, TRIMMED, WITHOUT_PEOPLE, panel_table, variants
from debate_core.reporting.lead import flips_text, robustness_text
from debate_core.verdicts.rules import DEFAULT, Rules
from debate_core.verdicts.verdict import decide_variants, outcome

nan = float("nan")
SIDES = ["pro"] * 3 + ["con"] * 3
CLEAR = [[8, 8, 7, 4, 3, 4], [9, 8, 8, 5, 4, 4], [7, 8, 7, 3, 3, 4], [8, 7, 7, 4, 4, 3]]


def robust(table, rules=DEFAULT):
    """The table's outcome under every change."""
    tried = variants(table)
    base, *changed = decide_variants(table, tried, rules)
    return change_rows(base, tried, changed)


def told(call, found):
    """What a report with these changes says of them."""
    held = SimpleNamespace(outcome=SimpleNamespace(call=call), robustness=found, judges=())
    return f"{robustness_text(held)} {flips_text(held, found)}".strip()


def test_a_clear_outcome_stands_under_every_change():
    found = robust(panel_table(CLEAR, SIDES))
    # five calibrations, equal weights, four judges, extremes trimmed, three shares of errors in common
    assert len(found) == 14
    assert not any(change.flips for change in found)
    # nothing is missing and the weights are equal: additive, none and equal weights change no figure
    # 34% are what the rules assume
    idle = {"calibration none", "calibration additive", "equal weights", "34% of errors in common"}
    assert {change.change for change in found if change.same} == idle
    assert told("pro", found) == "The verdict, PRO, holds under all 10 other readings that could change it."


def test_what_leaves_too_few_judges_is_no_test_of_a_no_call():
    level = [[5, 6, 5, 6, 5, 6], [6, 5, 6, 5, 6, 6]]
    found = robust(panel_table(level, SIDES))
    idle = {change.change for change in found if change.same}
    assert {"without judge 1", "without judge 2"} <= idle
    void = robust(replace(panel_table(level, SIDES), defect="these scores mean nothing"))
    assert all(change.same for change in void)
    assert told("no_call", void) == "No other reading could change the verdict, no call."


def test_under_classic_rules_no_calibration_is_a_test():
    rng = np.random.default_rng(2)
    panel = np.array(CLEAR) + rng.normal(0, 0.3, (4, 6))
    panel[0, 0] = nan
    table = panel_table(panel, SIDES, weights=[0.4, 0.3, 0.2, 0.1])
    found = robust(table, Rules(kind="classic"))
    idle = [change.change for change in found if change.same]
    assert len(idle) == 8 and all(one.startswith("calibration") or one.endswith(IN_COMMON) for one in idle)


def test_with_a_score_missing_scores_as_given_are_a_test():
    panel = np.array(CLEAR, dtype=float)
    panel[0, 0] = nan
    found = robust(panel_table(panel, SIDES, weights=[0.4, 0.3, 0.2, 0.1]))
    assert [change.change for change in found if change.same] == [
        "calibration additive",
        "34% of errors in common",
    ]


def test_a_judge_who_carries_the_outcome_is_named():
    base = np.array([[7, 7, 7, 5, 5, 5], [7, 8, 7, 5, 5, 6], [6, 7, 7, 5, 4, 5]], dtype=float)
    panel = np.vstack((base, [5, 5, 5, 7, 7, 7]))
    weights = [0.2, 0.2, 0.2, 0.4]
    found = robust(replace(panel_table(panel, SIDES, weights=weights), names=("A", "B", "C", "D")))
    flipped = {change.change for change in found if change.flips}
    assert "without D" in flipped
    said = told("no_call", found)
    assert "The verdict is PRO if read" in said and "without D" in said
    # the others keep their proportions
    left = panel_table(CLEAR, SIDES, weights=[0.4, 0.3, 0.2, 0.1]).without_judge(0)
    assert left.weights == pytest.approx(np.array([0.3, 0.2, 0.1]) / 0.6)


def test_a_panel_without_its_people_is_the_judges_with_the_proportions_of_their_weights():
    panel = np.vstack((CLEAR, [[2, 2, 3, 8, 9, 8], [1, nan, 2, 9, nan, nan]]))
    weights = [0.3, 0.2, 0.1, 0.1, 0.15, 0.15]
    seated = replace(panel_table(panel, SIDES, weights=weights), people=2)
    assert (seated.judges, seated.usable_judges, len(seated.usable)) == (4, (0, 1, 2, 3), 6)
    left = seated.only(range(seated.judges))
    assert (left.people, left.judges) == (0, 4)
    assert left.weights == pytest.approx(np.array([3, 2, 1, 1]) / 7)
    assert [seated.without_judge(row).people for row in (0, 3, 4, 5)] == [2, 2, 1, 1]
    changes = [change.change for change in robust(replace(seated, names=tuple("ABCDEF")))]
    assert changes[6:-5] == [f"without {name}" for name in "ABCDEF"]
    assert changes[-5:] == [TRIMMED, *(f"{n}% of errors in common" for n in (20, 34, 50)), WITHOUT_PEOPLE]
    alone = replace(panel_table(panel[:5], SIDES, weights=[0.2] * 5), people=1, names=tuple("ABCDE"))
    left_out = [one.change for one in variants(alone) if one.kind == "judge"]
    assert left_out == [f"without {name}" for name in "ABCD"]


def test_people_are_a_test_of_the_outcome_even_where_the_gap_stays():
    # On one side only they have no part in the gap, and yet in how far the panel agrees.
    one_sided = replace(
        panel_table(np.vstack((CLEAR, [1, 9, 2, nan, nan, nan])), SIDES, weights=[0.2] * 5), people=1
    )
    table = panel_table(CLEAR, SIDES)
    tried = variants(table, one_sided)
    base, *changed = decide_variants(table, tried)
    last = change_rows(base, tried, changed)[-1]
    assert (last.change, last.same) == ("with people's scores", False)
    assert changed[-1].gap == pytest.approx(base.gap)


def test_a_side_named_by_single_extreme_scores_is_not_named_without_them():
    # By hand: each judge's mean is 5. Each pro argument has one score 4 above the rest, each con one 4 below.
    panel = [[9, 5, 5, 1, 5, 5], [5, 9, 5, 5, 1, 5], [5, 5, 9, 5, 5, 1], [5, 5, 5, 5, 5, 5]]
    table = panel_table(panel, SIDES)
    base, *changed = decide_variants(table, variants(table))
    (found,) = (of for one, of in zip(variants(table), changed, strict=True) if one.kind == "scores")
    # Of 9 5 5 5 two 5s are left, as of 5 5 5 1: 6 and 4 become 5 and 5; the interval moves by 2, no narrower.
    assert (base.gap, found.gap) == (pytest.approx(2), pytest.approx(0))
    assert found.interval == pytest.approx(np.array(base.interval) - 2)
    assert variants(panel_table(panel[:3], SIDES))[-4].kind == "judge"


def test_errors_in_common_flip_the_outcome_from_the_tipping_share_on():
    panel = np.array([[8, 7, 7, 6, 5, 7], [7, 8, 6, 6, 6, 5], [6, 7, 8, 5, 6, 6], [8, 6, 7, 6, 5, 5]])
    base = outcome(panel + np.array([0, 0, 0, 0.25, 0.25, 0.25]), SIDES)
    table = base.basis.evidence.table
    tried = variants(table)
    again, *changed = decide_variants(table, tried)
    tips = tipping_share(base.basis.gap, 4)
    assert (again.call, 0.35 < tips < 0.5) == ("pro", True)
    rows = {one.share: of for one, of in zip(tried, changed, strict=True) if one.kind == "shared"}
    assert {share: of.call for share, of in rows.items()} == {0.2: "pro", 0.34: "pro", 0.5: "no_call"}
    assert rows[0.34].basis.widened.interval == pytest.approx(widen(base.basis.gap, 4, 0.34).interval)
    assert rows[0.5].basis.gap.by_judge.interval == base.basis.gap.by_judge.interval
    level = robust(panel_table([[5, 6, 5, 6], [6, 5, 5, 6], [5, 5, 6, 6]], ["pro", "pro", "con", "con"]))
    assert [one.same for one in level[-3:]] == [True] * 3  # a wider interval names nobody either


def test_leave_one_out_alphas_equal_recomputing():
    rng = np.random.default_rng(4)
    panel = rng.integers(1, 11, (4, 7)).astype(float)
    panel[0, 0] = panel[1:, 3] = nan
    arguments, judges = without_argument(panel), without_judge(panel)
    for item in range(7):
        again = alpha_value(np.delete(panel, item, axis=1))
        assert arguments[item] == pytest.approx(again)
    for judge in range(4):
        assert judges[judge] == pytest.approx(alpha_value(np.delete(panel, judge, axis=0)))
    assert without_argument([[1, 2], [2, 1]]) == without_judge([[1, 2], [2, 1]]) == (None, None)
