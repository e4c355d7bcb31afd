"""How far the judges agree, in words that alpha's interval allows."""

from dataclasses import replace

import pytest

from debate_core.report import Report
from debate_core.report.how_far import despite_alpha, how_far
from tests.building.structured import report_in
from tests.each import each

FITS = "It could be anything from {} to {} agreement."


def with_alpha(state: str = "agreed", **found: object) -> Report:
    report = report_in(state)
    alpha = replace(report.agreement.alpha, **found)
    return report.model_copy(update={"agreement": report.agreement.model_copy(update={"alpha": alpha})})


@each(
    ("interval", "finding", "fits"),
    [
        ((-0.4, -0.1), "The four judges disagree more than chance would.", ""),
        ((-0.4, 0.3), "The four judges agree little, if at all.", ""),
        ((0.1, 0.4), "The four judges agree too little to be averaged blindly.", ""),
        ((-0.2, 0.6), "The four judges agree loosely at best.", FITS.format("no", "loose")),
        ((0.2, 0.7), "The four judges agree moderately at best.", FITS.format("little", "moderate")),
        ((0.55, 0.6), "The four judges agree loosely.", ""),
        ((0.55, 0.9), "The four judges agree at least loosely.", FITS.format("loose", "close")),
        ((0.7, 0.96), "The four judges agree at least moderately.", FITS.format("moderate", "near-full")),
        ((0.85, 0.99), "The four judges agree closely.", ""),
        (
            (-0.3, 0.96),
            "Six arguments are too few to tell how far they agree.",
            FITS.format("no", "near-full"),
        ),
    ],
)
def test_the_finding_is_no_narrower_than_the_interval(
    interval: tuple[float, float], finding: str, fits: str
) -> None:
    for value in (interval[0], interval[1]):
        said = how_far(with_alpha(value=value, interval=interval))
        assert (said.finding, said.fits) == (finding, fits)
        assert bool(said.would_tell) == bool(fits)


def test_without_an_interval_nothing_is_found_however_high_the_figure() -> None:
    said = how_far(with_alpha(value=0.99, interval=None, reason="every resample gives the same figure"))
    assert said.finding == "How far the four judges agree can't be told."
    assert said.fits == "Every resample gives the same figure."


@pytest.mark.parametrize(
    ("state", "alpha", "said"), [("agreed", 0.2, True), ("agreed", 0.6, False), ("split", 0.2, False)]
)
def test_a_side_named_where_scores_agree_too_little_says_why_it_can_be(
    state: str, alpha: float, said: bool
) -> None:
    assert (
        "comparing the sides takes that out"
        in despite_alpha(with_alpha(state, value=alpha, interval=(0.1, 0.7)))
    ) == said


def test_undefined_agreement_is_said_with_its_reason() -> None:
    said = how_far(report_in("undefined"))
    assert said.finding == "Agreement can't be computed."
    assert said.fits == "No variation: every score is the same. 4 judges scored."


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        ((0.85, 0.99), "3 of 4 judges scored, and they agree closely."),
        ((-0.3, 0.96), "3 of 4 judges scored, and six arguments can't tell how far they agree."),
        (None, "How far 3 of 4 judges agree can't be told."),
    ],
)
def test_a_judge_that_failed_is_counted_out_loud(interval: tuple[float, float] | None, said: str) -> None:
    assert how_far(with_alpha("three_of_four", interval=interval)).finding == said


def test_where_they_part_is_said_and_wide_spreads_even_where_the_test_finds_no_divergence() -> None:
    assert how_far(report_in("split")).parting == "They disagree beyond chance on CON-1."
    assert how_far(report_in("no_call")).parting.endswith("they are furthest apart on PRO-2 and CON-1.")
    assert "both beyond chance and by 1 point or more" in how_far(report_in("agreed")).parting


def test_of_fewer_than_four_judges_no_chance_is_claimed() -> None:
    report = report_in("split")
    judges = tuple(
        one.model_copy(update={} if place < 3 else {"scores": {}}) for place, one in enumerate(report.judges)
    )
    said = how_far(report.model_copy(update={"judges": judges})).parting
    assert said == "They disagree, as far as three can tell, on CON-1."


def test_of_many_arguments_they_part_on_the_widest_are_named() -> None:
    report = report_in("split")
    rows = tuple(
        row.model_copy(update={"divergent": True, "adjusted_spread": float(place)})
        for place, row in enumerate(report.arguments)
    )
    said = how_far(report.model_copy(update={"arguments": rows})).parting
    assert said == "They disagree beyond chance on six arguments, most on CON-3 and CON-2."
