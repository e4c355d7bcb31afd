"""Everybody's scores of one argument: none hides another, whatever is given."""

import itertools

import pytest

from debate_core.rubric import STANDARD
from pages.ui.charts.reviews import reviews_plot

KEYS = STANDARD.keys


def marks(figure):
    return [(x, y) for trace in figure.data for x, y in zip(trace.x, trace.y, strict=True)]


@pytest.mark.parametrize("given", [1, 4, 10])
def test_equal_scores_are_stacked_within_the_figure_a_mark_apart(given):
    figure = reviews_plot([(f"Judge {n}", dict.fromkeys(KEYS, 7)) for n in range(given)], STANDARD)
    bottom, top = figure.layout.yaxis.range
    found = marks(figure)
    assert len(set(found)) == given * len(KEYS)
    assert all(top + 0.5 <= y <= bottom - 0.5 for _, y in found)
    heights = sorted(y for _, y in found)
    assert all(b - a >= 1 for a, b in itertools.pairwise(heights))


def test_a_stack_stays_below_the_line_above_it():
    figure = reviews_plot([(f"Judge {n}", dict.fromkeys(KEYS, 7)) for n in range(9)], STANDARD)
    lines = figure.layout.yaxis.tickvals
    assert all(below - above >= 9.5 for above, below in itertools.pairwise(lines))


def test_ones_own_scores_are_filled_and_the_first_ones_hollow():
    scores = dict.fromkeys(KEYS, 5)
    views = [("You", scores), ("You, at first", scores), ("Technical", scores), ("Risk", {})]
    figure = reviews_plot(views, STANDARD, own=("You", "You, at first"))
    assert [trace.marker.symbol for trace in figure.data] == ["star", "star-open", "circle", "square"]
