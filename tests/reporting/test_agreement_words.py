"""How far judges agree, in words that the interval of a figure allows."""

from dataclasses import replace

from debate_core.library.report.ratings import report_ratings
from debate_core.measuring.agreement import BANDS, STANDING_BANDS
from debate_core.measuring.calibration import Severity
from debate_core.measuring.estimate import Estimate
from debate_core.ratings import read_ratings
from debate_core.reporting.agreement import PanelAgreement, agreement_blocks, finding_texts
from debate_core.reporting.agreement_words import (
    BAND_WORDS,
    RULING_ADVICE,
    SCORE_ADVICE,
    TABLE_ADVICE,
    advice_text,
    agreement_title,
    below_0_text,
    one_pair_text,
    reliability_title,
    strictest_title,
)
from tests.each import each

WHO, WHAT = "the four judges", "six arguments"


@each(
    ("interval", "title"),
    [
        ((-0.4, -0.1), "The four judges agree less than chance would have it"),
        ((-0.4, -0.004), "Agreement among the four judges is poor"),
        ((-0.4, 0.3), "Agreement among the four judges is poor"),
        ((0.1, 0.4), "Agreement among the four judges is poor"),
        ((-0.2, 0.6), "Agreement among the four judges is low at best"),
        ((0.2, 0.7), "Agreement among the four judges is fair at best"),
        ((0.55, 0.6), "Agreement among the four judges is low"),
        ((0.55, 0.9), "Agreement among the four judges is low to high"),
        ((0.7, 0.96), "Agreement among the four judges is fair to high"),
        ((0.85, 0.99), "Agreement among the four judges is high"),
        ((-0.3, 0.96), "Six arguments are too few to tell how far the four judges agree"),
    ],
)
def test_the_finding_is_no_narrower_than_the_interval_wherever_in_it_the_figure_lies(interval, title):
    for value in interval:
        found = Estimate(value=value, interval=interval)
        poor = "at best" in title and value < 0.5
        looks = "Agreement looks poor; six arguments can't tell us more" if poor else title
        assert agreement_title(found, WHO, WHAT) == looks
        assert bool(advice_text(found, SCORE_ADVICE)) == (" to " not in title and "best" not in title)


def test_without_an_interval_nothing_is_found_however_high_the_figure():
    found = Estimate(value=0.99, reason="no spread")
    assert agreement_title(found, WHO, WHAT) == "Can't tell how far the four judges agree"
    assert "0.99" in reliability_title(found) and "high" not in reliability_title(found)
    assert advice_text(found, SCORE_ADVICE) == ""


def test_every_band_has_its_word_and_advice_of_its_own_for_scores_and_rulings():
    names = [band.name for _, band in BANDS]
    assert names == [band.name for _, band in STANDING_BANDS]
    for advice in (SCORE_ADVICE, RULING_ADVICE, TABLE_ADVICE, BAND_WORDS):
        assert set(advice) == set(names)
    assert not any("score" in one for one in RULING_ADVICE.values())


def test_a_judge_within_its_error_is_not_clearly_strict_or_lenient():
    titles = [
        strictest_title({"A": Severity(0.5, clear=one), "B": Severity(-0.5, clear=not one)})
        for one in (False, True)
    ]
    assert titles[0] == "B is more lenient than the panel; nobody is clearly strict"
    assert titles[1] == "A is stricter than the panel; nobody is clearly lenient"


def test_where_strictness_counted_reads_as_more_reliable_the_reason_stands_beside_both_figures():
    worked = "judge,a,b,c,d,e,f\nA,7.5,8,6.5,4,3.5,5\nB,8,8.5,7,3.5,3,4.5\nC,6,7,5.5,5,4.5,6\nD,,8,6,4,,5"
    measures = report_ratings(read_ratings(worked)).agreement
    means = measures.generalizability
    assert (round(means.absolute_one.value, 2), round(means.relative_one.value, 2)) == (0.84, 0.81)
    panel = PanelAgreement(agreement=measures, judges=tuple("ABCD"), who=WHO, things=WHAT)
    for block in agreement_blocks(panel):
        notes = " ".join(block.notes)
        said = "(strictness −0.11)" in notes and "take both as equal" in notes
        assert said == (block.key in ("agreement", "reliability"))


def test_that_one_pair_alone_agrees_is_said_and_why_a_variance_can_lie_below_0():
    rows = ("1,1,1,5,3", "2,2,2,1,9", "3,9,9,3,2", "4,4,5,8,1", "5,7,7,2,6", "6,3,2,9,5")
    odd = report_ratings(read_ratings("\n".join(("item,a,b,c,d", *rows)))).agreement
    panel = PanelAgreement(agreement=odd, judges=tuple("abcd"), who=WHO, things=WHAT)
    told = [finding_texts(replace(panel, advice=advice))[1] for advice in (None, {}, TABLE_ADVICE)]
    assert ["Only a and b clearly agree" in one for one in told] == [False, True, True]
    assert one_pair_text(odd.pairs) == (
        "Only a and b clearly agree, with alpha 0.98 (likely 0.72 to 1.00); no other two reach 0.50."
    )
    means = odd.generalizability
    parts = replace(means.components, items=-1.0, judges=0.0, residual=2.0)
    assert "below 0 (items −1.00)" in below_0_text(means.model_copy(update={"components": parts}))
    assert below_0_text(means.model_copy(update={"components": replace(parts, items=0.0)})) == ""
    alike = report_ratings(read_ratings("item,a,b,c\n1,1,1,4\n2,5,5,7\n3,9,8,10\n4,3,4,6")).agreement
    assert (one_pair_text(alike.pairs), below_0_text(alike.generalizability)) == ("", "")
