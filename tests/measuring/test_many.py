"""Panels measured in one stack are judged as each would be alone, and one report asks for few fits."""

from dataclasses import replace

import numpy as np
import pytest

from debate_core.measuring import additive
from debate_core.measuring.simulation import PanelTruth, simulate
from debate_core.measuring.table import panel_table
from debate_core.verdicts import verdict
from debate_core.verdicts.evidence import evidence, evidence_on
from debate_core.verdicts.rules import DEFAULT, Rules
from debate_core.verdicts.verdict import decide, decide_many
from tests.building.structured import report_for
from tests.library.test_report import record

pytestmark = pytest.mark.slow

STRICT = Rules(gap_level=0.99, divergence_level=0.5, divergence_spread=0.2, alpha_alone=True)
KINDS = {
    "usual": {"missing": 0.1},
    "two judges": {"judges": 2, "missing": 0.1},
    "one argument a side": {"arguments_a_side": 1, "missing": 0.2},
    "many missing, rounded": {"rounded": True, "missing": 0.5},
    "hardly any scores": {"judges": 3, "arguments_a_side": 2, "missing": 0.8},
    "no error": {"noise": 0.0, "missing": 0.1},
    "no variation": {"noise": 0.0, "argument_sd": 0.0, "severity_sd": 0.0, "gap": 0.0, "rounded": True},
    "a split": {"split": 6.0, "arguments_a_side": 5},
    "eight by sixteen": {"judges": 8, "arguments_a_side": 8, "missing": 0.3},
}


def _about(figure):
    return None if figure is None else pytest.approx(figure, abs=1e-9)


@pytest.mark.parametrize(
    ("kind", "rules"),
    [*((kind, DEFAULT) for kind in KINDS), ("a split", Rules(kind="classic")), ("a split", STRICT)],
)
def test_a_stack_is_judged_as_each_table_alone(kind, rules):
    stacked = 2 if kind == "eight by sixteen" else 4
    panels = simulate(PanelTruth(**{"gap": 1.0, **KINDS[kind]}), stacked, np.random.default_rng(3))
    many = tuple(decide_many(panels.ratings, panels.truth.sides, None, rules))
    assert len(many) == stacked
    for ratings, found in zip(panels.ratings, many, strict=True):
        alone = decide(evidence(panel_table(ratings, panels.truth.sides)), rules)
        assert (found.call, found.reasons, found.divergent) == (alone.call, alone.reasons, alone.divergent)
        assert (found.gap, found.interval) == (_about(alone.gap), _about(alone.interval))
        assert found.alpha.interval == _about(alone.alpha.interval)
        assert (found.alpha.value is None) == (alone.alpha.value is None)
        assert found.cautions == alone.cautions


def test_tables_of_several_shapes_weights_and_standings_are_measured_as_each_alone():
    rng = np.random.default_rng(4)
    panels = simulate(PanelTruth(judges=5, gap=1.0, missing=0.2), 12, rng).ratings
    tables = []
    for place, ratings in enumerate(panels):
        kept = ratings[: 2 + place % 4, : 4 + place % 3]
        labels = rng.choice(["UPHELD", "REFUTED", None], kept.shape).tolist() if place % 2 else None
        sides = ["pro", "con"] * 3
        table = panel_table(kept, sides[: kept.shape[1]], labels, rng.random(kept.shape[0]), kept + 0.1)
        known = rng.uniform(0.5, 2.0, kept.shape[0]) if place % 3 else None
        equal = replace(table, weights=np.full(kept.shape[0], 1 / kept.shape[0]))
        tables += [replace(table, variances=known), table.calibrate("zscore"), equal]
    for table, found in zip(tables, evidence_on(tables), strict=True):
        many, alone = decide(found), decide(evidence(table))
        assert (many.call, many.reasons, many.cautions) == (alone.call, alone.reasons, alone.cautions)
        assert (many.gap, many.basis.gap.se) == (_about(alone.gap), _about(alone.basis.gap.se))
        assert (many.kappa, many.alpha) == (alone.kappa, alone.alpha)
        assert many.basis.gap.sides.shares == pytest.approx(alone.basis.gap.sides.shares, abs=1e-9)


def test_a_large_stack_is_cut_and_nothing_is_lost(monkeypatch):
    panels = simulate(PanelTruth(gap=1.0), 20, np.random.default_rng(3))
    whole = [one.gap for one in decide_many(panels.ratings, panels.truth.sides)]
    monkeypatch.setattr(verdict, "CELLS", 3 * 4 * 6**2)
    cut = [one.gap for one in decide_many(panels.ratings, panels.truth.sides)]
    assert cut == pytest.approx(whole)
    assert list(decide_many(np.empty((0, 3, 4)), ["pro", "pro", "con", "con"])) == []


@pytest.mark.parametrize(("kind", "most"), [("default", 37), ("independent", 20), ("classic", 20)])
def test_one_report_of_four_judges_and_six_arguments_needs_few_fits(monkeypatch, kind, most):
    """Whatever is fitted, alone or in a stack, takes the inverse of the judges' system once."""
    solved = []
    solve = additive._inverse

    def counted(cell, per_item):
        solved.append(cell.shape)
        return solve(cell, per_item)

    held = record()
    monkeypatch.setattr(additive, "_inverse", counted)
    found = report_for(held, rules=kind)
    assert found.outcome.call == "pro"
    assert len(found.robustness) == 14
    assert 0 < len(solved) <= most
