"""Which arguments divide judges more than noise does, though others do so, too; ``rough`` with fewer than 4 judges.

Source: H. Scheffé, The Analysis of Variance (1959), § 2.9 (extra sum of squares); B. Rosner, Technometrics 25 (1983),
165-172 (from the last step that stands out back to the first); P. Westfall & S. Young, Resampling-Based Multiple
Testing (1993), § 2.3; B. Phipson & G. Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010), art. 39, for (1 + k)/(1 + B). How
steps share the level, and judges' noise, is our own: see docs/method.md."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from zlib import crc32

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.measuring.additive import Floor, fit
from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.weights import Prior

ENOUGH_JUDGES = 4
FIRST_SHARE, LATER_SHARE, LAST_SHARE = 0.3, 0.7, 0.1
"""The level's shares of the first step, of all between, and of the last, which says that more than a third stand out.
Two that hide each other show in the second. Together a little over 1, for steps depend on each other. Our own."""
MANY = 10
"""Arguments from which on noise is taken to be heavy-tailed: t with 4 degrees of freedom. Our own."""
TAIL_DF = 4
MAX_STEPS = 13
MAX_DRAWN = 40
"""Arguments beyond which noise isn't drawn: the worst of so many is near Bonferroni's bound."""
JUDGE_DF = 3.0
"""The panel's noise counts in a judge's own like that of so many residuals. Our own."""
SHUFFLES = 999
_DRAWS = 4000
_EXACT = Floor(prior=0.0)


class DisputeTest(FrozenValue):
    """Each argument's ``p``, corrected for there being several (n_items,), NaN untested; ``rough``: with fewer than 4
    judges."""

    p: Floats
    rough: bool


Test = Callable[[Floats, Floor | Prior], DisputeTest]


class _Deletion(FrozenValue):
    """What each argument adds to the residual squares by each judge's noise, over its degrees of freedom (…, n_items);
    NaN where that can't be told. ``first``, ``second``: the degrees of freedom of that F."""

    f: Floats
    first: Ints
    second: Floats

    @cached_property
    def tail(self) -> Floats:
        """How often an F of normal errors is as large (…, n_items)."""
        return np.asarray(special().fdtrc(self.first, self.second, self.f))


def dispute_test(table: Floats, floor: Floor | Prior) -> DisputeTest:
    """The test of each argument of a table (n_judges, n_items), NaN missing; with the noise of earlier debates, where
    that is known, in place of a floor. Source: as this module.

    Six arguments on which four judges agree, but for 2-2 splits on the third and the last:

    >>> panel = [[5, 6, 8, 4, 3, 8], [6, 7, 9, 5, 4, 9], [5, 7, 2, 4, 3, 2], [6, 7, 3, 5, 4, 3]]
    >>> (dispute_test(np.array(panel, dtype=float), Floor()).p <= 0.05).tolist()
    [False, False, True, False, False, True]
    """
    judges = int((~np.isnan(table)).any(axis=1).sum())
    whole = _delete(table, floor).tail
    p = whole.copy()
    left = np.flatnonzero(~np.isnan(p))
    tested = left.size
    if tested == 0:
        return DisputeTest(p=p, rough=judges < ENOUGH_JUDGES)
    steps = min(tested // 3 + 1, max(tested - 2, 1), MAX_STEPS)
    noise = _Noise(judges, tested, steps)
    out: list[int] = []
    worst: list[float] = []
    for step in range(steps):
        tail = _delete(table[:, left], floor).tail if left.size < p.size else whole
        testable = ~np.isnan(tail)
        if not testable.any():
            break
        here = left[testable]
        p[here] = noise.correct(tail[testable], step)
        out.append(int(here[tail[testable].argmin()]))
        worst.append(float(p[out[-1]]))
        left = left[left != out[-1]]
    # It stands out in its own step or a later one: that step does, and it does beside what was then left in.
    p[out] = worst
    for step in range(1, len(out)):
        candidates = np.array([[*left, *out[step + 1 :], item] for item in out[:step]])
        own = noise.correct(_delete(table[:, candidates].swapaxes(0, 1), floor).tail[:, -1], step)
        p[out[:step]] = np.fmin(p[out[:step]], np.maximum(worst[step], own))
    if 3 * len(out) > tested:
        # More than a third: which part is at one and which is not can't be told, so it stands out beside those, too.
        candidates = np.array([[*out, item] for item in left])
        own = noise.correct(_delete(table[:, candidates].swapaxes(0, 1), floor).tail[:, -1], len(out) - 1)
        p[left] = np.fmin(p[left], np.maximum(p[out].max(), own))
    if tested >= MANY and judges >= ENOUGH_JUDGES:
        p = np.fmin(p, _by_chance(table, whole))
    return DisputeTest(p=p, rough=judges < ENOUGH_JUDGES)


def single_step_test(table: Floats, floor: Floor | Prior) -> DisputeTest:
    """The test of each argument of a table (n_judges, n_items), NaN missing, by one fit with one noise for all: against
    the most divided of shuffles; with fewer than 4 judges by the F distribution, with Holm's correction. Two arguments
    that divide the judges can hide each other. Source: Westfall & Young, as this module; S. Holm, Scand. J. Stat. 6
    (1979), 65-70.

    >>> panel = [[5, 6, 8, 4, 3, 8], [6, 7, 9, 5, 4, 9], [5, 6, 8, 4, 3, 2], [6, 7, 9, 5, 4, 3]]
    >>> (single_step_test(np.array(panel, dtype=float), Floor()).p <= 0.05).tolist()
    [False, False, False, False, False, True]
    """
    tail = _delete(table, floor, pooled=True).tail
    rough = int((~np.isnan(table)).any(axis=1).sum()) < ENOUGH_JUDGES
    if not rough:
        return DisputeTest(p=_by_chance(table, tail, floor, pooled=True), rough=False)
    order = np.argsort(tail)  # NaN last
    stepped = tail[order] * (np.isfinite(tail).sum() - np.arange(tail.size))
    p = np.empty_like(tail)
    p[order] = np.minimum(np.maximum.accumulate(stepped), 1.0)
    return DisputeTest(p=p, rough=True)


def _by_chance(table: Floats, tail: Floats, floor: Floor | Prior = _EXACT, *, pooled: bool = False) -> Floats:
    """How often the most divided argument of a shuffle of the judges' residuals has as small a tail (n_items,)."""
    residuals = fit(table).residuals
    rng = np.random.default_rng(crc32(np.floor(np.nan_to_num(residuals) * 1e6 + 0.3141592).tobytes()))
    drawn = np.full((SHUFFLES, *table.shape), np.nan)
    drawn[:, ~np.isnan(residuals)] = np.concatenate(
        [rng.permuted(np.tile(own[own == own], (SHUFFLES, 1)), axis=1) for own in residuals], axis=1
    )
    of, smallest = _delete(drawn, floor, pooled=pooled), np.full(SHUFFLES, np.nan)
    for df in np.unique(of.first):
        # Of as many degrees of freedom the largest F has the smallest tail.
        same = of.first == df
        tails = special().fdtrc(df, of.second[:, same][:, 0], np.fmax.reduce(of.f[:, same], axis=1))
        smallest = np.fmin(smallest, tails)
    reached = (smallest[:, None] <= tail * (1.0 + TOLERANCE)).sum(axis=0)
    return np.where(np.isnan(tail), np.nan, (1.0 + reached) / (1.0 + SHUFFLES))


class _Noise:
    """How far noise alone brings the most divided of so many arguments, step by step."""

    def __init__(self, judges: int, items: int, steps: int) -> None:
        self._items = items
        self._worst = _worst_of_noise(judges, items, steps) if items <= MAX_DRAWN else None
        between = steps - 2
        later = [LATER_SHARE / between] * between if between > 0 else []
        self._shares = [FIRST_SHARE if later else 1.0, *later, LAST_SHARE]

    def correct(self, tail: Floats, step: int) -> Floats:
        """How often noise reaches such tails (…) in a step, corrected for there being several, 0 to 1; NaN kept."""
        reached = tail * (self._items - step)
        if self._worst is not None:
            under = np.searchsorted(self._worst[step], tail, side="right")
            reached = np.asarray((1.0 + under) / (1.0 + _DRAWS), dtype=np.float64)
        return np.asarray(np.where(np.isnan(tail), np.nan, np.minimum(reached / self._shares[step], 1.0)))


@lru_cache(maxsize=64)
def _worst_of_noise(judges: int, items: int, steps: int) -> Floats:
    """The smallest tail of each step (steps, 4000), sorted, of complete tables of noise."""
    rng, shape = np.random.default_rng(items), (_DRAWS, judges, items)
    tables = rng.standard_t(TAIL_DF, shape) if items >= MANY else rng.normal(size=shape)
    worst = []
    for _ in range(steps):
        # All have the same degrees of freedom: the largest f has the smallest tail.
        left_out = _delete(tables, _EXACT)
        df = left_out.first.flat[0], left_out.second.flat[0]
        worst.append(np.sort(special().fdtrc(*df, left_out.f.max(axis=-1))))
        others = np.arange(tables.shape[-1]) != left_out.f.argmax(axis=-1)[:, None]
        tables = tables.transpose(0, 2, 1)[others].reshape(_DRAWS, -1, judges).transpose(0, 2, 1)
    return np.stack(worst)


def _delete(tables: Floats, floor: Floor | Prior, *, pooled: bool = False) -> _Deletion:
    """Each argument of tables (…, n_judges, n_items), NaN missing, deleted from among the others.

    By e its residuals, J judges and U arguments, an argument takes Σ e² U/(U − 1) of the squares with it; each judge's
    part is held against its own noise, as its other residuals and all judges' tell it; if ``pooled``, against all's.
    """
    fitted = fit(tables)
    squares, present = np.nan_to_num(fitted.residuals) ** 2, fitted.cells > 0
    if tables.size and (present == (of_one := present[(0,) * (tables.ndim - 2)])).all():
        present = of_one  # Counted once, for tables that lack the same scores.
    # Who scored one argument only lies on its mean by construction.
    present = present & (present.sum(axis=-1) > 1)[..., None]
    own, of_item = present.sum(axis=-1, keepdims=True), present.sum(axis=-2)
    first = np.maximum(of_item - 1, 0)
    second = fitted.df[..., None] - first
    judges = present.any(axis=-1).sum(axis=-1)[..., None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = squares * np.where(present, own / (own - 1), 0.0)
        left = np.maximum(fitted.sse[..., None] - part.sum(axis=-2), 0.0)
        error, rest = _error(left, second.astype(np.float64), floor)
        noise = error[..., None, :]
        if not pooled:
            others = (squares.sum(axis=-1, keepdims=True) - squares) / (1.0 - 1.0 / judges)
            noise = (JUDGE_DF * noise + others) / (JUDGE_DF + own - 2)
        tested = (second > 0) & (error > 0)
        f = np.where(tested, (part / noise).sum(axis=-2) / first, np.nan)
    return _Deletion(f=f, first=first, second=rest)


def _error(left: Floats, rest: Floats, floor: Floor | Prior) -> tuple[Floats, Floats]:
    """The panel's error variance with its floor, or moderated both ways by earlier debates, and its precision."""
    if isinstance(floor, Prior):
        return floor.moderates(left / rest, rest)
    return floor.under(left, rest), rest
