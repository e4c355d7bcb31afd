"""Figures in words, at the ends of every range: the form that was approved, and which of two things is told."""

import ast
import pathlib
import re
from decimal import ROUND_HALF_UP, Decimal
from itertools import product
from typing import get_args

import pytest

from debate_core import phrases
from debate_core.domain.numerals import near_percent_text, near_text, number_text, p_value_text, percent_text
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import Unit, _counts_text
from tests.approved import check_approved, check_facts
from tests.each import each

VALUES = (
    0.0,
    1e-12,
    0.003,
    0.0049,
    0.005,
    0.03,
    0.05,
    0.0945,
    0.25,
    0.3,
    0.4999,
    0.5,
    0.94,
    0.95,
    0.9905,
    0.9996,
)
VALUES += (1.0, 1.24, 12.4, 1500.0)
RANGES = (None, (0.2, 0.9), (0.7, 0.7), (0.4, 0.6), (-0.5, float("inf")), (1.0, 1500.0))
CUTS = (0.5, 0.67, 0.8)


def test_a_half_goes_away_from_0_in_every_unit_by_the_decimal_that_was_written():
    for eighths in range(-80, 81):
        value = Decimal(eighths) / 8
        text = str(abs(value).quantize(Decimal("0.1"), ROUND_HALF_UP))
        minus = phrases.MINUS if value < 0 else ""
        assert phrases.value_text(float(value), "number") == ("0" if not eighths else f"{minus}{text}")
        assert not eighths or phrases.lead_text(float(value)).endswith(f" +{text}")
    assert [number_text(one, 2) for one in (2.675, 1.005, -0.125, 8.345)] == ["2.68", "1.01", "−0.13", "8.35"]
    assert (percent_text(0.285), near_percent_text(0.125, 0.5), phrases.rate_text(0.125)) == (
        "29%",
        "13%",
        "13%",
    )
    assert (near_text(0.125, 0.5), p_value_text(0.125, 0.05)) == ("0.13", "0.13")
    assert [phrases.value_text(one, "count") for one in (2.5, -0.4, 1234.5)] == ["3", "0", "1,235"]


PLACES = re.compile(r"\..+[f%]$")
OTHERS = {"debate_core/reporting/formats.py": 2}
"""Where a number is written without the one rounding: places in a drawing."""


@pytest.mark.slow
def test_no_page_or_report_rounds_a_figure_by_itself():
    root = pathlib.Path(phrases.__file__).parents[1]
    parts = (
        "debate_core/phrases.py",
        "debate_core/reporting",
        "debate_core/verdicts",
        "debate_core/scorecard",
    )
    for part in (*parts, "debate_core/library", "debate_core/ratings", "pages"):
        for file in (root / part).rglob("*.py") if (root / part).is_dir() else [root / part]:
            specs = [
                "".join(str(getattr(part, "value", part)) for part in one.format_spec.values)
                for one in ast.walk(ast.parse(file.read_text("utf-8")))
                if isinstance(one, ast.FormattedValue) and isinstance(one.format_spec, ast.JoinedStr)
            ]
            by_itself = [one for one in specs if PLACES.search(one)]
            assert len(by_itself) == OTHERS.get(str(file.relative_to(root)), 0), (file, by_itself)


def test_each_unit_writes_a_value_as_before():
    lines = []
    for unit in get_args(Unit):
        held = unit in ("share", "rate", "probability", "chance")
        values = [one for one in (*VALUES, *(-one for one in VALUES if one)) if not held or 0 <= one <= 1]
        lines += [f"{unit}: {', '.join(phrases.value_text(one, unit) for one in values)}\n"]
    check_approved("words/phrases", "".join(lines))


def test_a_figure_with_its_range_or_its_reason_says_the_same_as_before():
    found = []
    for value, interval, reason in product((None, 0.5, 0.8), RANGES[:4], (None, "one judge")):
        one = Estimate(value=value, interval=interval, reason=reason)
        told = [phrases.range_text(one), phrases.estimate_text(one, "points", "a 12"), phrases.cell_text(one)]
        told += [phrases.between_text(one), phrases.band_text(one, CUTS), phrases.ranges_text([one], "a 12")]
        found.append((f"{value} {interval} {reason}", [[f" {text}" for text in told]]))
    for value, interval, of in product((None, 1.0, 4.0, 9.0, 1001.0), RANGES[3:], (1, 4)):
        said = phrases.enough_text(Estimate(value=0.8), of, Estimate(value=value, interval=interval), "item")
        found.append((f"enough {value} {interval} {of}", f" {said}"))
    for complete in (None, 1, 6):
        found.append((f"missing {complete}", f" {phrases.missing_text(3.67, complete, 'item')}"))
    check_facts("words/ranges", found)


@each(
    "one, other",
    [
        (
            phrases.band_text(Estimate(value=0.5, interval=(0.5, 0.6)), CUTS),
            phrases.band_text(Estimate(value=0.66, interval=(0.66, 0.66)), CUTS),
        ),
        (phrases.unreliable_text(0.0, 0.5), phrases.unreliable_text(-1.0, 0.5)),
    ],
)
def test_two_figures_that_are_alike_are_told_alike(one, other):
    assert one == other


@each(
    "one, other",
    [
        (phrases.unreliable_text(0.001, 0.5), phrases.unreliable_text(0.0, 0.5)),
        (phrases.missing_text(3.5, 6, "item"), phrases.missing_text(3.5, None, "item")),
        (phrases.band_text(Estimate(value=0.5), CUTS), phrases.band_text(Estimate(value=0.49), CUTS)),
        (phrases.cell_value_text(0.0), phrases.cell_value_text(None)),
        (phrases.value_text(0.0), phrases.value_text(None)),
        (phrases.cell_text(Estimate(value=0.5)), phrases.cell_text(Estimate(value=0.5, reason="one judge"))),
    ],
)
def test_two_figures_that_are_not_alike_are_told_apart(one, other):
    assert one != other


def test_a_range_of_counts_ends_where_they_are_too_many():
    assert (
        _counts_text(1, 8),
        _counts_text(3, 3),
        _counts_text(3, float("inf")),
        _counts_text(3, 5_000),
    ) == ("1 to 8", "3", "3 or more", "3 to over 1,000")
