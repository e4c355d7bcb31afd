"""Scores of a rubric as arrays."""

import numpy as np
import pytest

from debate_core.domain.rubric import STANDARD, ArgumentScores, Rubric, Scoresheet, composites, mean_sheet
from tests.each import each


def test_a_missing_dimension_makes_a_composite_missing_only_where_it_weighs():
    entry = ArgumentScores(argument_id="PRO-1", scores={"logic": 6}, standing="UPHELD")
    sheets = [Scoresheet(judge=name, entries=(entry,)) for name in ("A", "B")]
    found = composites(sheets, ["PRO-1"], [{"logic": 1.0, "style": 0.0}, {"logic": 0.5, "style": 0.5}])
    np.testing.assert_array_equal(found, [[6.0], [np.nan]])


@each(("first", "second", "fits"), [(1.0, 0.0, True), (1.5, -0.5, False), (0.5, 0.49, False)])
def test_weights_lie_in_0_to_1_and_sum_to_1(first, second, fits):
    dimensions = STANDARD.dimensions[:2]
    weights = dict(zip([one.key for one in dimensions], (first, second), strict=True))
    if fits:
        assert Rubric(name="Two", dimensions=dimensions, weights=weights).weights == weights
    else:
        with pytest.raises(ValueError, match=f"sum to 1; they sum to {first + second:.4f}"):
            Rubric(name="Two", dimensions=dimensions, weights=weights)


def test_two_readings_of_a_judge_are_one_of_the_mean_scores():
    read = {"PRO-1": {"logic": 6, "style": 3}, "CON-1": {"logic": 4}}, {"PRO-1": {"logic": 9}}
    first, second = (
        Scoresheet(
            judge="A",
            entries=tuple(
                ArgumentScores(argument_id=name, scores=scores, standing="UPHELD")
                for name, scores in one.items()
            ),
        )
        for one in read
    )
    means = {one.argument_id: one.scores for one in mean_sheet(first, second).entries}
    assert means == {"PRO-1": {"logic": 7.5, "style": 3}, "CON-1": {"logic": 4}}
