"""What is declared of simulated judges is what the statistics find in simulated debates, within their intervals; and
the default debate shows disagreement worth seeing."""

from statistics import fmean

import numpy as np
import pytest

from debate_core.domain.cast import BUILT_IN_JUDGES, Judge, Simulation
from debate_core.domain.rubric import STANDARD, composites, dimension_ratings, standing_lists
from debate_core.measuring.additive import fit
from debate_core.measuring.table import panel_table
from debate_core.verdicts.evidence import evidence
from debate_core.verdicts.verdict import decide
from tests.simulated.simulated_debates import TOPICS, debate, exact, sheet, sheets, swapped

pytestmark = pytest.mark.slow

DEBATES = 30
NOISE, SEVERITY, LEAN = (0.3, 0.5, 0.8, 0.5), (-0.6, 0.0, 0.9, -0.3), (0.0, 0.7, 0.0, -0.5)
DECLARED = tuple(
    Judge(
        name=f"Judge {n}",
        domain="general",
        simulation=Simulation(noise=noise, severity=severity, side_bias=lean, alertness=1.0),
    )
    for n, (noise, severity, lean) in enumerate(zip(NOISE, SEVERITY, LEAN, strict=True))
)
"""Judges of one domain, so that they part only by what is declared."""
ROUNDING = 1 / 12
"""Variance of rounding to whole points, in squared points."""


@pytest.fixture(scope="module")
def told():
    return [debate(TOPICS[seed % 15], seed=seed) for seed in range(DEBATES)]


@pytest.fixture(scope="module")
def logic(told):
    """The scores for logic of the declared judges, one table a debate."""
    found = []
    for seed, one in enumerate(told):
        ids = [argument.id for argument in one.arguments]
        found.append(dimension_ratings([sheet(one, j, seed=seed) for j in DECLARED], ids, "logic"))
    return found


def _interval(values):
    """The mean and half of its 99 per cent interval over debates."""
    return float(values.mean()), 2.576 * float(values.std(ddof=1)) / len(values) ** 0.5


def test_declared_severity_is_recovered_by_the_additive_fit(logic):
    effects = np.array([fit(table).judges for table in logic])
    for judge, declared in enumerate(SEVERITY):
        mean, half = _interval(effects[:, judge])
        # A judge scores below the panel by how much its severity is above the panel's mean.
        assert mean == pytest.approx(fmean(SEVERITY) - declared, abs=half + 0.05)


def test_declared_lean_is_half_of_what_a_judges_gap_adds(logic):
    residuals = np.array([fit(table).residuals for table in logic])
    gaps = residuals[:, :, :3].mean(axis=2) - residuals[:, :, 3:].mean(axis=2)
    for judge, declared in enumerate(LEAN):
        mean, half = _interval(gaps[:, judge] / 2)
        assert mean == pytest.approx(declared - fmean(LEAN), abs=half + 0.05)


def test_declared_noise_is_recovered_from_what_the_fit_leaves(told):
    simulations = (Simulation(noise=noise, spread=0.6, alertness=1.0) for noise in NOISE)
    quiet = [one.model_copy(update={"simulation": of}) for one, of in zip(DECLARED, simulations, strict=True)]
    fits = []
    for seed, one in enumerate(told):
        ids = [argument.id for argument in one.arguments]
        fits.append(fit(dimension_ratings([sheet(one, j, seed=seed) for j in quiet], ids, "logic")))
    panel = np.array([found.variance for found in fits])
    squares = np.array([(found.residuals**2).mean(axis=1) for found in fits])
    # With J judges and U items a judge's residual has variance (1 - 1/U) ((1 - 2/J) own + panel/J).
    own = (squares * 6 / 5 - panel[:, None] / 4) * 2
    for judge, declared in enumerate(NOISE):
        mean, half = _interval(own[:, judge])
        assert mean == pytest.approx(declared**2 + ROUNDING, abs=half)
    mean, half = _interval(panel)
    assert mean == pytest.approx(fmean(noise**2 for noise in NOISE) + ROUNDING, abs=half)


def test_declared_spread_widens_the_scores(told):
    def spread(factor):
        read = [sheet(one, exact(spread=factor)) for one in told[:10]]
        return float(
            np.std([score for one in read for entry in one.entries for score in entry.scores.values()])
        )

    assert spread(0.5) < 0.7 * spread(1.0)
    assert spread(0.0) < 0.01


def test_declared_first_speaker_bias_favours_whoever_spoke_or_is_read_first(told):
    for one in told[:6]:
        for heard, first, read in ((one, "PRO", False), (swapped(one), "CON", False), (one, "CON", True)):
            judges = (exact(first_speaker_bias=bias) for bias in (0.0, 1.0))
            fair, biased = (sheet(heard, judge, con_first=read) for judge in judges)
            for before, after in zip(fair.entries, biased.entries, strict=True):
                gain = fmean(after.scores.values()) - fmean(before.scores.values())
                assert gain > 0.3 if before.argument_id.startswith(first) else gain == 0


def test_conformity_and_openness_are_recorded_and_do_not_act_yet(told):
    one, other = (exact(conformity=value, openness=value) for value in (0.0, 1.0))
    assert sheet(told[0], one) == sheet(told[0], other)
    assert Judge.model_validate_json(other.model_dump_json()).simulation.openness == 1.0


def test_the_default_debate_names_a_side_often_and_shows_an_argument_on_which_judges_part():
    from pages.ui.draft import SUGGESTIONS

    named = parted = 0
    for topic in SUGGESTIONS:
        for seed in range(10):
            one = debate(topic, seed=seed)
            ids = [argument.id for argument in one.arguments]
            scored = sheets(one, seed=seed)
            common = composites(scored, ids, [STANDARD.weights] * len(BUILT_IN_JUDGES))
            own = composites(scored, ids, [judge.own_weights(STANDARD) for judge in BUILT_IN_JUDGES])
            sides, standings = [argument.side for argument in one.arguments], standing_lists(scored, ids)
            found = decide(evidence(panel_table(common, sides, standings, own=own)))
            named += found.call in ("pro", "con")
            parted += bool(found.divergent)
    assert 1 / 3 <= named / 30 <= 2 / 3
    assert 1 / 5 <= parted / 30 <= 1 / 2
