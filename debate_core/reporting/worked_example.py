"""The measures of agreement worked out on a small table, step by step; no model is asked."""

from collections.abc import Sequence

import numpy as np

from debate_core.domain.numerals import number_text
from debate_core.domain.wording import RULINGS as RULING_WORDS
from debate_core.domain.wording import capital
from debate_core.measuring.arrays import Floats, as_ratings
from debate_core.measuring.calibration import zscores
from debate_core.measuring.fleiss import STANDINGS, kappa_steps
from debate_core.measuring.krippendorff import AlphaSteps, alpha_steps
from debate_core.phrases import Unit
from debate_core.reporting.blocks import Block, Document, Table, columns

SCORES = as_ratings(
    [[7.5, 8, 6.5, 4, 3.5, 5], [8, 8.5, 7, 3.5, 3, 4.5], [6, 7, 5.5, 5, 4.5, 6], [np.nan, 8, 6, 4, np.nan, 5]]
)
"""Four judges' scores of six arguments (4, 6), in points; NaN missing."""
RULINGS = as_ratings([[3, 3, 2, 0, 0, 2], [3, 3, 3, 0, 0, 0], [3, 2, 2, 2, 0, 1], [3, 3, 2, 0, 0, 0]])
"""Their rulings (4, 6), as places among ``STANDINGS``."""
TWO_JUDGES = as_ratings([[5, 6, 7, 4, 3, 5], [8, 9, 10, 7, 6, 8]])
"""Two judges (2, 6) who differ by three points throughout."""
_ARGUMENTS = tuple(f"Argument {number}" for number in range(1, SCORES.shape[1] + 1))


def worked_document() -> Document:
    return Document(
        title="The measures, step by step",
        about="Two small tables, worked out by this program. No model was asked, and no debate was held.",
        blocks=(_tables(), _alpha(), _kappa(), _ordinal(), _z()),
    )


def _text(value: float) -> str:
    return number_text(value, 4)


def _tables() -> Block:
    rulings = tuple(
        (f"Judge {name}", *(capital(RULING_WORDS[STANDINGS[int(place)]]) for place in row))
        for name, row in zip("ABCD", RULINGS, strict=True)
    )
    return Block(
        key="worked-tables",
        title="Four judges score six arguments and rule on each",
        sentence="Judge D did not score arguments 1 and 5. What is missing is left out, never zero.",
        tables=(
            _by_judge("Scores, out of 10", SCORES, "ABCD"),
            Table(title="Rulings", columns=columns("Judge", *_ARGUMENTS), rows=rulings),
        ),
    )


def _by_judge(title: str, table: Floats, names: Sequence[str], unit: Unit = "number") -> Table:
    cells = [[None if np.isnan(value) else value for value in row] for row in table.tolist()]
    heads = columns("Judge", *((name, unit) for name in _ARGUMENTS))
    rows = tuple((f"Judge {name}", *row) for name, row in zip(names, cells, strict=True))
    return Table(title=title, columns=heads, rows=rows)


def _alpha() -> Block:
    steps = alpha_steps(SCORES)
    return Block(
        key="worked-alpha",
        title=f"Agreement on scores (alpha) is {_text(steps.value)}",
        sentence="Alpha sets how far judges differ on one argument against how far any two scores differ. "
        "Judges who agree differ little on one argument.",
        items=_alpha_texts(steps, "score", "scores"),
        tables=(_alpha_table(steps, "Scores"),),
    )


def _alpha_texts(steps: AlphaSteps, one: str, many: str) -> tuple[str, ...]:
    weighed = " + ".join(
        f"{count:g} × {_text(variance)}"
        for count, variance in zip(steps.counts, steps.variances, strict=True)
        if variance > 0
    )
    total = int(steps.counts.sum())
    return (
        f"Differences on one argument: ({weighed}) ÷ {total} = {_text(steps.observed)}. "
        f"Each argument's variance counts once for each {one}.",
        f"Differences among all {total} {many}: their variance is {_text(steps.expected)}.",
        f"Alpha: 1 − {_text(steps.observed)} ÷ {_text(steps.expected)} = {_text(steps.value)}.",
    )


def _alpha_table(steps: AlphaSteps, what: str) -> Table:
    heads = columns("", (what, "count"), ("Average", "exact"), ("Variance", "exact"))
    cells = map(np.ndarray.tolist, (steps.counts, steps.means, steps.variances))
    return Table(columns=heads, rows=tuple(zip(_ARGUMENTS, *cells, strict=True)))


def _kappa() -> Block:
    steps = kappa_steps(RULINGS)
    names = [capital(RULING_WORDS[standing]) for standing in STANDINGS]
    shares = " + ".join(f"{_text(share)}²" for share in steps.shares)
    heads = columns("", *((name, "count") for name in names), ("Pairs that agree", "exact"))
    rows = tuple(
        (name, *counts.tolist(), float(share))
        for name, counts, share in zip(_ARGUMENTS, steps.counts, steps.agreeing, strict=True)
    )
    return Block(
        key="worked-kappa",
        title=f"Agreement on rulings (kappa) is {_text(steps.value)}",
        sentence="Kappa takes out the agreement that would come by chance. It looks at every pair of judges.",
        items=(
            f"Pairs that agree, on average: {_text(steps.observed)}.",
            f"By chance: {shares} = {_text(steps.chance)}. Each share is squared: both judges must give it.",
            f"Kappa: ({_text(steps.observed)} − {_text(steps.chance)}) ÷ (1 − {_text(steps.chance)}) = "
            f"{_text(steps.value)}.",
        ),
        tables=(
            Table(columns=heads, rows=rows),
            Table(
                title="How often each ruling was given",
                columns=columns("Ruling", ("Share of all", "exact")),
                rows=tuple(zip(names, steps.shares.tolist(), strict=True)),
            ),
        ),
    )


def _ordinal() -> Block:
    steps = alpha_steps(RULINGS, ordinal=True)
    ranks = dict(zip(RULINGS.ravel().tolist(), steps.compared.ravel().tolist(), strict=True))
    heads = columns("Ruling", ("Rank", "number"))
    middle = tuple((capital(RULING_WORDS[one]), ranks[place]) for place, one in enumerate(STANDINGS))
    return Block(
        key="worked-ordinal",
        title=f"With near misses counted (ordinal alpha), the rulings agree {_text(steps.value)}",
        sentence="Upheld against partly upheld is a smaller difference than upheld against refuted. "
        "So each ruling gets its middle rank among all 24, and alpha is taken of the ranks.",
        items=_alpha_texts(steps, "ruling", "ranks"),
        tables=(Table(title="Middle ranks", columns=heads, rows=middle), _alpha_table(steps, "Rulings")),
    )


def _z() -> Block:
    means, deviations, z = TWO_JUDGES.mean(axis=1), TWO_JUDGES.std(axis=1, ddof=1), zscores(TWO_JUDGES)
    same = "identical" if np.allclose(*z) else "different"
    low, high = map(_text, means)
    return Block(
        key="worked-z",
        title=f"Two judges with {same} z-scores",
        sentence=f"Judge E gives {low} on average, Judge F {high}: F is kinder. A z-score takes out how strict a "
        "judge is, and how widely it spreads its scores.",
        items=tuple(
            f"Judge {name}: average {_text(mean)}, standard deviation {_text(deviation)}; argument 2 becomes "
            f"({row[1]:g} − {_text(mean)}) ÷ {_text(deviation)} = {_text(own[1])}."
            for name, row, mean, deviation, own in zip("EF", TWO_JUDGES, means, deviations, z, strict=True)
        ),
        tables=(_by_judge("Scores, out of 10", TWO_JUDGES, "EF"), _by_judge("z-scores", z, "EF", "exact")),
    )
