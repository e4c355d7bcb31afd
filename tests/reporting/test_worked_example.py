"""The worked example: its steps lead to what the measures themselves say."""

import pytest

from debate_core.measuring.agreement import alpha, kappa
from debate_core.measuring.calibration import calibrate
from debate_core.measuring.fleiss import STANDINGS, kappa_steps
from debate_core.measuring.krippendorff import alpha_steps
from debate_core.reporting.worked_example import RULINGS, SCORES, TWO_JUDGES, worked_document


def test_the_steps_lead_to_what_the_measures_say():
    labels = [[STANDINGS[int(place)] for place in row] for row in RULINGS]
    scores, rulings, ordinal = alpha_steps(SCORES), kappa_steps(RULINGS), alpha_steps(RULINGS, ordinal=True)
    assert [round(one.value, 4) for one in (scores, rulings, ordinal)] == [0.8133, 0.4315, 0.7776]
    assert scores.value == pytest.approx(alpha(SCORES).value)
    assert rulings.value == pytest.approx(kappa(labels).value)
    assert ordinal.value == pytest.approx(kappa(labels).alpha_standings.value)
    # by hand: argument 1 has 7.5, 8 and 6, whose variance is (.1111 + .6944 + 1.3611)/2
    assert (scores.counts[0], scores.variances[0]) == (3, pytest.approx(13 / 12))


def test_judges_who_differ_by_a_constant_have_the_same_z_scores():
    found = worked_document()["worked-z"]
    (_, *one), (_, *other) = found.tables[1].rows
    assert one == pytest.approx(other)
    assert one == pytest.approx(calibrate(TWO_JUDGES, "zscore").ratings[0].tolist())
    assert found.title == "Two judges with identical z-scores"


def test_every_step_is_written_out():
    found = worked_document()
    assert found["worked-alpha"].items[-1] == "Alpha: 1 − 0.5189 ÷ 2.7792 = 0.8133."
    assert found["worked-kappa"].items[-1] == "Kappa: (0.6111 − 0.3160) ÷ (1 − 0.3160) = 0.4315."
    assert found["worked-ordinal"].items[-1].endswith("= 0.7776.")
    assert found["worked-tables"].tables[0].rows[-1] == ("Judge D", None, 8.0, 6.0, 4.0, None, 5.0)
