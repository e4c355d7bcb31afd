"""How often what is said of a panel is true, on simulated panels: every promise with its condition, and what breaks.

The kinds of panel and the limits that must hold are declared once, here; the tests marked ``simulation`` hold a few
hundred panels of each to them, and ``python -m bench validity`` prints the tables of docs/statistics.md from 4,000.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from debate_core.measuring.additive import Floor, fit, judge_variances
from debate_core.measuring.agreement import alphas, kappa
from debate_core.measuring.divergence import divergences
from debate_core.measuring.krippendorff import unit_statistics
from debate_core.measuring.shared_errors import widen
from debate_core.measuring.simulation import PanelTruth, simulate
from debate_core.measuring.table import PanelTable
from debate_core.measuring.weights import shrunken_variances
from debate_core.verdicts.evidence import evidence_on
from debate_core.verdicts.rules import DEFAULT, Rules
from debate_core.verdicts.verdict import Outcome, decide, decide_many

PANELS = 4000
USUAL = PanelTruth(
    argument_sd=1.2, severity_sd=1.5, noise=1.0, missing=0.1, centre=5.5, gap=0.0, standings=True
)
"""4 judges, 3 v 3, standings cut from the same reading."""
STRICT = PanelTruth(judges=2, noise=0.0, rounded=True, severity_sd=1.5, argument_sd=1.2, centre=5.5, gap=0.0)
"""Two judges who differ by severity only, whole scores."""
INDEPENDENT = Rules(kind="independent")
"""These rows are of the rules that take errors as each judge's own; ``bench.promises`` has the default ones."""
OLD_RULES = replace(INDEPENDENT, agreement_blocks=True, relative_least=-1.0, judge_level=0.01)
UNEQUAL = (0.5, 0.5, 1.0, 2.0)


@dataclass(frozen=True, kw_only=True)
class Promise:
    """A kind of panel and the shares that must hold: of a tie, how often a side may be named; else how often the
    right one must be, and the wrong one may be. ``None``: shown, and nothing promised."""

    name: str
    truth: PanelTruth = USUAL
    named: float | None = None
    right: float | None = None
    wrong: float | None = None


def _like(
    name: str, base: PanelTruth = USUAL, *, holds: dict[str, float] | None = None, **truth: object
) -> Promise:
    return Promise(name=name, truth=replace(base, **truth), **(holds or {}))


NAMED = (
    _like("tie", holds={"named": 0.12}),
    _like("gap of 1", gap=1.0, holds={"wrong": 0.005}),
    _like("gap of 2", gap=2.0, holds={"right": 0.96, "wrong": 0.005}),
    _like("gap of 2, 3 judges", judges=3, gap=2.0, holds={"right": 0.88, "wrong": 0.005}),
    _like("gap of 2, 2 judges", judges=2, gap=2.0),
    _like("tie, 2 judges", judges=2),
    _like("tie, 8 judges", judges=8),
    _like("gap of 2, 8 judges", judges=8, gap=2.0),
    _like("gap of 2, arguments alike (sd .7)", argument_sd=0.7, gap=2.0),
    _like("gap of 1, whole scores", gap=1.0, rounded=True),
    _like("gap of 1, low scores missing more often", gap=1.0, missing_by=1.0),
    _like("tie, noise .5 .5 1 2", noise=UNEQUAL),
    _like("tie, skewed errors (exponential)", errors="exponential"),
    _like("tie, heavy tails (t3)", errors="t3"),
    _like("tie, each judge leans to a side, sd .5 on each", bias_sd=0.5**0.5, holds={"named": 0.13}),
    _like("tie, judges' leanings sd 1", bias_sd=1.0),
    _like("tie, judges' leanings sd 1, 8 v 8", bias_sd=1.0, arguments_a_side=8),
    _like(
        "tie, 1 v 8, pro twice as noisy",
        arguments_a_side=1,
        con_arguments=8,
        pro_noise=2.0,
        holds={"named": 0.26},
    ),
    _like("tie, a fifth of the error shared", families=(0,) * 4, shared=0.20),
    _like("tie, .35 of the error shared", families=(0,) * 4, shared=0.35),
    _like("tie, half the error shared", families=(0,) * 4, shared=0.50),
    _like("tie, half the error shared in pairs", families=(0, 0, 1, 1), shared=0.50),
    _like("tie, .35 shared, 8 judges", judges=8, families=(0,) * 8, shared=0.35),
    _like("tie, all lean to pro by 1", bias=1.0),
    *(
        _like(
            f"tie, 2 judges unlike in severity only, {a} v {a}",
            STRICT,
            arguments_a_side=a,
            holds={"named": 0.06},
        )
        for a in (1, 2, 3)
    ),
    *(
        _like(f"gap of 1, 2 judges unlike in severity only, {a} v {a}", STRICT, arguments_a_side=a, gap=1.0)
        for a in (1, 2, 3)
    ),
)


@dataclass(frozen=True, kw_only=True)
class Named:
    """Shares 0 to 1 of n panels: the better side named, the other (at a tie either), both intervals' cover."""

    right: float
    wrong: float
    covers: float
    covers_by_judge: float
    width: float


def named(truth: PanelTruth, n: int, rules: Rules = INDEPENDENT, seed: int = 1) -> Named:
    """What the rules make of n panels."""
    panels = simulate(truth, n, np.random.default_rng(seed))
    found = tuple(decide_many(panels.ratings, truth.sides, panels.standings, rules))
    return counted(found, panels.gaps)


def counted(found: tuple[Outcome, ...], gaps: np.ndarray) -> Named:
    """What came of panels with these true gaps."""
    calls = np.array([one.call for one in found])
    better = np.where(np.abs(gaps) < 1e-9, "tie", np.where(gaps > 0, "pro", "con"))
    none = (np.nan, np.nan)
    gaps_found = [one.basis.gap for one in found]
    pooled = np.array([one.interval or none for one in gaps_found])
    by_judge = np.array([one.by_judge.interval or none for one in gaps_found])
    return Named(
        right=float((calls == better).mean()),
        wrong=float(((calls != better) & (calls != "no_call")).mean()),
        covers=covered(pooled, gaps),
        covers_by_judge=covered(by_judge, gaps),
        width=float(np.nanmean(pooled[:, 1] - pooled[:, 0])),
    )


def covered(ends: np.ndarray, truths: np.ndarray | float) -> float:
    """The share of the intervals there are that hold the truth."""
    there = ~np.isnan(ends).any(axis=1)
    return float(((ends[:, 0] <= truths) & (truths <= ends[:, 1]))[there].mean())


DIVIDED = replace(USUAL, gap=None, missing=0.0, standings=False)


@dataclass(frozen=True, kw_only=True)
class Division:
    """A kind of panel, and how often some argument may falsely, or its first one must, be called divergent."""

    name: str
    truth: PanelTruth
    false: float | None = None
    found: float | None = None


def _divided(
    name: str, *, false: float | None = None, found: float | None = None, **truth: object
) -> Division:
    return Division(name=name, truth=replace(DIVIDED, **truth), false=false, found=found)


DIVISIONS = (
    _divided("none diverges", false=0.06),
    _divided("none, 10% missing", missing=0.1, false=0.06),
    _divided("none, 3 judges", judges=3),
    _divided("none, noise .5 .5 1 2", noise=UNEQUAL, false=0.20),
    _divided("none, noise .3 .3 .3 3", noise=(0.3, 0.3, 0.3, 3.0)),
    _divided("none, skewed errors (exponential)", errors="exponential", false=0.20),
    _divided("none, more skewed (lognormal .8)", errors="lognormal", false=0.30),
    _divided("none, heavy tails (t3)", errors="t3", false=0.20),
    _divided("none, lognormal, 16 arguments", errors="lognormal", arguments_a_side=8),
    _divided("2-2 split of 6 points", split=6.0, found=0.65),
    _divided("2-2 split, 10% missing", split=6.0, missing=0.1, found=0.40),
    _divided("2-2 split, 16 arguments", split=6.0, arguments_a_side=8),
    _divided("2-2 split, whole scores from 1 to 10", split=6.0, rounded=True),
    _divided("2-1 split, 3 judges", split=6.0, judges=3),
)


def divided(truth: PanelTruth, n: int, seed: int = 2) -> tuple[float, float]:
    """How often some argument, and how often the first one, is called divergent."""
    ratings = simulate(truth, n, np.random.default_rng(seed)).ratings
    tests = divergences(ratings, fit(ratings), [Floor()] * n)
    found = np.array([one.divergent(DEFAULT.divergence_level, DEFAULT.divergence_spread) for one in tests])
    return float(found.any(axis=1).mean()), float(found[:, 0].mean())


MANY_ITEMS = 4000
ITEMS = (6, 10, 20, 50, 100)
SCORES: dict[str, tuple[PanelTruth, bool]] = {
    "normal": (replace(DIVIDED), True),
    "whole scores": (replace(DIVIDED, rounded=True), True),
    "10% missing": (replace(DIVIDED, missing=0.1), True),
    "low ones missing": (replace(DIVIDED, missing=0.1, missing_by=1.0), False),
    "skewed errors": (replace(DIVIDED, errors="exponential"), False),
    "a tenth of the arguments 8 points off": (DIVIDED, False),
}
"""Scores by name, and whether alpha's 95% interval must hold in 92 to 98% of panels."""


def alpha_cover(name: str, items: int, n: int, seed: int = 5) -> float:
    """How often alpha's interval holds the alpha that the same judges reach on 4,000 more arguments of the kind."""
    truth, _ = SCORES[name]
    rng, held, width = np.random.default_rng(seed), [], items + MANY_ITEMS
    drawn = replace(truth, arguments_a_side=width // 2)
    for start in range(0, n, 50):
        ratings = simulate(drawn, min(50, n - start), rng).ratings
        if "points off" in name:
            ratings += 8.0 * (rng.random((len(ratings), 1, width)) < 0.1)
        limits = unit_statistics(ratings[..., items:]).values
        none = (np.nan, np.nan)
        ends = np.array([one.interval or none for one in alphas(ratings[..., :items])])
        there = ~np.isnan(ends).any(axis=1)
        held += ((ends[:, 0] <= limits) & (limits <= ends[:, 1]))[there].tolist()
    return float(np.mean(held))


def sensitivity(judges: int, share: float, n: int) -> float:
    """How often the 90% interval holds the gap once widened for the share of errors that is truly in common."""
    truth = replace(USUAL, judges=judges, families=(0,) * judges, shared=share, missing=0.0, standings=False)
    panels = simulate(truth, n, np.random.default_rng(4))
    found = decide_many(panels.ratings, truth.sides)
    none = (np.nan, np.nan)
    ends = [widen(one.basis.gap, judges, share).interval or none for one in found]
    return covered(np.array(ends), panels.gaps)


PAST: tuple[tuple[str, int, PanelTruth, tuple[float, ...] | None], ...] = (
    ("equal judges, 3 past debates, if they counted", 3, USUAL, None),
    ("equal judges, 10 past debates", 10, USUAL, None),
    ("equal judges, 30 past debates", 30, USUAL, None),
    ("noise .5 .5 1 2, 10 past debates", 10, replace(USUAL, noise=UNEQUAL), None),
    ("noise .5 .5 1 2, gap of 1", 10, replace(USUAL, noise=UNEQUAL, gap=1.0), None),
    (
        "one judge of noise .3 that leans by .5",
        10,
        replace(USUAL, noise=(0.3, 1.0, 1.0, 1.0)),
        (0.5, 0, 0, 0),
    ),
)


def weighed(past: int, truth: PanelTruth, leanings: tuple[float, ...] | None, n: int) -> Named:
    """What evidence weights make of panels whose judges have so many past debates with other arguments."""
    panels = simulate(truth, n, np.random.default_rng(1))
    before = simulate(replace(truth, gap=None), n * past, np.random.default_rng(2)).ratings
    known = judge_variances(fit(before)).reshape(n, past, truth.judges)
    half = truth.arguments_a_side
    tables = []
    for ratings, variances in zip(panels.ratings, known, strict=True):
        if leanings:
            ratings = ratings + np.array(leanings)[:, None] * np.where(np.arange(2 * half) < half, 0.5, -0.5)
        found = shrunken_variances([tuple(one) for one in variances.T], enough=past)
        assert found is not None
        tables.append(
            PanelTable(
                ratings=ratings,
                own=ratings,
                sides=truth.sides,
                weights=1 / found / (1 / found).sum(),
                variances=found,
            )
        )
    return counted(tuple(decide(one, INDEPENDENT) for one in evidence_on(tables)), panels.gaps)


KAPPA = {
    "6 arguments": (6, (0.25, 0.25, 0.25, 0.25)),
    "20 arguments": (20, (0.25, 0.25, 0.25, 0.25)),
    "6 arguments, 70% of one standing": (6, (0.1, 0.1, 0.1, 0.7)),
    "6 arguments, 90% of one standing": (6, (0.03, 0.03, 0.04, 0.90)),
}


def kappa_cover(name: str, n: int) -> tuple[float, float, float]:
    """How often the intervals of kappa, AC1 and percent hold; judges give the true standing three times in four."""
    items, prevalence = KAPPA[name]
    given, labels = 0.75 * np.eye(4) + 0.0625, np.arange(4)
    agreeing, share = float(np.array(prevalence) @ (given**2).sum(axis=1)), np.array(prevalence) @ given
    chance = float((share**2).sum()), float((share * (1 - share)).sum() / 3)
    truths = [*((agreeing - one) / (1 - one) for one in chance), agreeing]
    rng, held = np.random.default_rng(7), []
    for _ in range(n):
        kept, true = rng.random((4, items)) < 0.75, rng.choice(4, items, p=prevalence)
        found = kappa(np.where(kept, true, rng.choice(labels, (4, items))).tolist(), labels.tolist())
        held.append(
            [one or (np.nan, np.nan) for one in (found.interval, found.ac1.interval, found.percent.interval)]
        )
    ends = np.array(held)
    first, second, third = (covered(ends[:, k], truths[k]) for k in range(3))
    return first, second, third


def main(n: int = PANELS) -> None:
    """Print the tables as Markdown."""
    outcomes(n)
    others(n)


def outcomes(n: int) -> None:
    """What the rules make of panels."""
    print("| panels | right | wrong | 90% interval holds | 80% judge by judge holds | width | must hold |")
    print("|---|---|---|---|---|---|---|")
    for one in NAMED:
        _row(one.name, named(one.truth, n), one.truth.gap, _limits(one))
    for gap in (0.0, 1.0, 2.0):
        words = "tie" if gap == 0 else f"gap of {gap:g}"
        earlier = replace(named(replace(USUAL, gap=gap), n, OLD_RULES), covers_by_judge=np.nan)
        _row(f"{words}, rules of 0.1.0", earlier, gap, "")
        classic = named(replace(USUAL, gap=gap), n, Rules(kind="classic"))
        _row(f"{words}, classic rules", classic, gap, "")


def others(n: int) -> None:
    """Divergence; of a quarter as many panels alpha's and kappa's intervals and weights by precision, of half as many
    shared errors."""
    _shares("divergence", ("some argument", "the split one", "must hold"), _divisions(n))
    _shares(
        "alpha's 95% interval holds",
        tuple(f"{items} arguments" for items in ITEMS),
        ((name, *(alpha_cover(name, items, n // 4) for items in ITEMS)) for name in SCORES),
    )
    _shares(
        "95% interval of standings holds",
        ("kappa", "AC1", "percent"),
        ((name, *kappa_cover(name, n // 4)) for name in KAPPA),
    )
    _shares(
        "share in common; 90% interval widened for it",
        ("4 judges", "8 judges"),
        (
            (f"{share:.2f}"[1:], *(sensitivity(judges, share, n // 2) for judges in (4, 8)))
            for share in (0.2, 0.35, 0.5)
        ),
    )
    print("\n| evidence weights | right | wrong | 90% interval holds | 80% judge by judge holds | width | |")
    print("|---|---|---|---|---|---|---|")
    for name, past, truth, leanings in PAST:
        _row(name, weighed(past, truth, leanings, n // 4), truth.gap, "")


def _row(name: str, found: Named, gap: float | None, limits: str) -> None:
    right = "–" if gap == 0 else f"{found.right:.1%}"
    by_judge = "–" if np.isnan(found.covers_by_judge) else f"{found.covers_by_judge:.1%}"
    print(
        f"| {name} | {right} | {found.wrong:.1%} | {found.covers:.1%} | {by_judge} | {found.width:.2f} | {limits} |",
        flush=True,
    )


def _limits(one: Promise) -> str:
    said = (("named ≤", one.named), ("right ≥", one.right), ("wrong ≤", one.wrong))
    return ", ".join(
        f"{words} {limit:.3g}".replace(" 0.", " .") for words, limit in said if limit is not None
    )


def _divisions(n: int) -> Iterator[tuple[str | float, ...]]:
    for one in DIVISIONS:
        some, first = divided(one.truth, n)
        limit = f"≤ {one.false:.0%}" if one.false else f"≥ {one.found:.0%}" if one.found else ""
        yield one.name, some, first if one.truth.split else "–", limit


def _shares(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str | float, ...]]) -> None:
    print(f"\n| {title} | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
    for name, *cells in rows:
        said = [one if isinstance(one, str) else f"{one:.1%}" for one in cells]
        print(f"| {name} | {' | '.join(said)} |", flush=True)
