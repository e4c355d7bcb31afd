"""What is judged of many small panels, as a person approved it; whether it's right, other tests ask."""

from dataclasses import replace

import numpy as np
import pytest

from debate_core.measuring.table import panel_table, variants
from debate_core.verdicts.evidence import evidence
from debate_core.verdicts.rules import Rules
from debate_core.verdicts.verdict import decide, decide_variants
from tests.approved import check_facts

RULES = {
    "default": Rules(),
    "independent": Rules(kind="independent", alpha_alone=True),
    "classic": Rules(kind="classic"),
    "asked for more": Rules(alpha_least=0.9, kappa_least=0.9, agreement_blocks=True, divergent_share=0.1),
}
OTHER = list(RULES)[1:]
LABELS = np.array([None, "REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD"])


def panels():
    """From clear to level, from firm to noisy, some with gaps, rulings, people and weights."""
    for seed in range(12):
        draw, noise = np.random.default_rng(seed), (0.3, 0.7, 1.6)[seed % 3]
        lead = np.array([1, 1, 1, -1, -1, -1]) * (0.2, 1.0, -0.7, 2.0)[seed % 4]
        scores = 6 + lead + draw.normal(0, (0.3, 2.0)[seed % 2], (4, 1)) + draw.normal(0, noise, (4, 6))
        scores[draw.random((4, 6)) < (0.0, 0.15)[seed // 2 % 2]] = np.nan
        scores[:, seed % 6] += np.array([3, 3, -3, -3]) * (seed % 5 == 1)
        if seed in (3, 7):
            scores[0] = 12 - scores[0]
        labels = LABELS[np.nan_to_num(np.clip(scores.round() - 3, 1, 4)).astype(int)].tolist()
        table = panel_table(
            scores.clip(1, 10),
            ("pro",) * 3 + ("con",) * 3,
            None if seed % 4 == 3 else labels,
            draw.integers(1, 4, 4),
        )
        yield replace(table, people=seed % 2, names=tuple("ABCD")[: seed % 3 * 4])


@pytest.mark.slow
def test_each_judgement_is_the_same_as_before():
    came = []
    for number, table in enumerate(panels()):
        for name in ("default", OTHER[number % 3]):
            found = decide(evidence(table), RULES[name])
            figures = (found.gap, found.interval, found.likely, found.p_pro, found.z_gap, found.basis.share)
            calls = (found.call, found.ahead, found.reading, found.undecidable, found.divergent, found.odd)
            lines = [[*calls], [*figures], *found._repr_markdown_().splitlines()]
            came.append((f"{number} {name}", lines))
    came += [
        (f"{number} changed", [(one.call, one.rests_on) for one in decide_variants(table, variants(table))])
        for number, table in enumerate(panels())
        if number in (3, 8)
    ]
    check_facts("verdicts/panels", came)
