"""Scores of a rubric as arrays."""

import numpy as np

from debate_core.domain.rubric import ArgumentScores, Scoresheet, composites


def test_a_missing_dimension_makes_a_composite_missing_only_where_it_weighs():
    entry = ArgumentScores(argument_id="PRO-1", scores={"logic": 6}, standing="UPHELD")
    sheets = [Scoresheet(judge=name, entries=(entry,)) for name in ("A", "B")]
    found = composites(sheets, ["PRO-1"], [{"logic": 1.0, "style": 0.0}, {"logic": 0.5, "style": 0.5}])
    np.testing.assert_array_equal(found, [[6.0], [np.nan]])
