"""Which arguments divide judges more than noise does, though others do so, too.

The argument that divides them most is taken out, then the next of the rest, so that none hides behind another; each is
held against how far noise alone brings the most divided of as many. One more than a third may be taken out: if that one
still stands out, too many do. Severity and noise are those of the arguments left in. With fewer than 4 judges this is
``rough``. Nothing is random for the reader: noise is drawn from fixed seeds.
Source: H. Scheffé, The Analysis of Variance (1959), § 2.9 (extra sum of squares); B. Rosner, Technometrics 25 (1983),
165-172 (from the last step that stands out back to the first); B. Phipson & G. Smyth, Stat. Appl. Genet. Mol. Biol. 9
(2010), art. 39, for (1 + k)/(1 + B). How the steps share the level is our own: see docs/method.md.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from debate_core.measuring.additive import Fit, fit
from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.learned_noise import Learned
from debate_core.measuring.rater_variance import PRIOR_DF, Floor

ENOUGH_JUDGES = 4
FIRST_SHARE, LATER_SHARE, LAST_SHARE = 0.3, 0.7, 0.1
"""The level's shares of the first step, of all between, and of the last, which says that more than a third stand out.
Two that hide each other show in the second. Together a little over 1, for steps depend on each other. Our own."""
MOST_STEPS = 13
MOST_DRAWN = 40
"""Arguments beyond which noise isn't drawn: the worst of so many is near Bonferroni's bound."""
_DRAWS = 4000
_NONE = 1e-8
"""A share of an error that the fit leaves: less is rounding."""


@dataclass(frozen=True, kw_only=True)
class DisputeTest:
    """Each argument's ``f`` with ``first`` and ``second`` degrees of freedom, of the step in which it was taken out or
    of the last, and its ``p``, corrected for there being several (n_items,), NaN untested; ``rough``: with fewer than 4
    judges."""

    f: Floats
    first: Ints
    second: Ints
    p: Floats
    rough: bool


@dataclass(frozen=True, kw_only=True)
class _Deletion:
    """What each argument adds to the residual squares, over what the others leave, each by its degrees of freedom
    (n_items,), and how often an F of normal errors is as large; NaN where that can't be told."""

    f: Floats
    first: Ints
    second: Ints
    tail: Floats


def dispute_test(table: Floats, floor: Floor | Learned) -> DisputeTest:
    """The test of each argument of a table (n_judges, n_items), NaN missing; with the noise of earlier debates, where
    that is known, in place of a floor. Source: as this module.

    Six arguments on which four judges agree, but for 2-2 splits on the third and the last:

    >>> panel = [[5, 6, 8, 4, 3, 8], [6, 7, 9, 5, 4, 9], [5, 7, 2, 4, 3, 2], [6, 7, 3, 5, 4, 3]]
    >>> (dispute_test(np.array(panel, dtype=float), Floor()).p <= 0.05).tolist()
    [False, False, True, False, False, True]
    """
    judges = int((~np.isnan(table)).any(axis=1).sum())
    found = _delete(table, np.arange(table.shape[1]), floor)
    f, first, second, p = found.f.copy(), found.first.copy(), found.second.copy(), found.tail.copy()
    left = np.flatnonzero(~np.isnan(p))
    if left.size == 0:
        return DisputeTest(f=f, first=first, second=second, p=p, rough=judges < ENOUGH_JUDGES)
    steps = min(left.size // 3 + 1, max(left.size - 2, 1), MOST_STEPS)
    noise = _Noise(judges, left.size, steps)
    out: list[int] = []
    worst: list[float] = []
    for step in range(steps):
        found = _delete(table, left, floor)
        told = ~np.isnan(found.tail)
        if not told.any():
            break
        here = left[told]
        f[here], first[here], second[here] = found.f[told], found.first[told], found.second[told]
        p[here] = noise.corrected(found.tail[told], step)
        out.append(int(here[found.tail[told].argmin()]))
        worst.append(float(p[out[-1]]))
        left = left[left != out[-1]]
    for place, item in enumerate(out):
        # It stands out in its own step or a later one: that step does, and it does beside what was then left in.
        steps_on = range(place, len(out))
        beside = [np.array([*left, *out[step + 1 :], item]) for step in steps_on]
        tails = (_delete(table, one, floor).tail[-1:] for one in beside)
        own = [float(noise.corrected(tail, step)[0]) for tail, step in zip(tails, steps_on, strict=True)]
        p[item] = min(max(pair) for pair in zip(worst[place:], own, strict=True))
    return DisputeTest(f=f, first=first, second=second, p=p, rough=judges < ENOUGH_JUDGES)


class _Noise:
    """How far noise alone brings the most divided of so many arguments, step by step."""

    def __init__(self, judges: int, items: int, steps: int) -> None:
        self._items = items
        self._worst = _worst_of_noise(judges, items, steps) if items <= MOST_DRAWN and judges > 1 else None
        between = steps - 2
        later = [LATER_SHARE / between] * between if between > 0 else []
        self._shares = [FIRST_SHARE if later else 1.0, *later, LAST_SHARE]

    def corrected(self, tail: Floats, step: int) -> Floats:
        """How often noise reaches such tails (…) in a step, corrected for there being several, 0 to 1; NaN kept."""
        reached = tail * (self._items - step)
        if self._worst is not None:
            under = np.searchsorted(self._worst[step], tail, side="right")
            reached = np.asarray((1.0 + under) / (1.0 + _DRAWS), dtype=np.float64)
        return np.asarray(np.where(np.isnan(tail), np.nan, np.minimum(reached / self._shares[step], 1.0)))


@lru_cache(maxsize=64)
def _worst_of_noise(judges: int, items: int, steps: int) -> Floats:
    """The smallest tail of each step (steps, 4000), sorted, of complete tables of normal errors."""
    tables = np.random.default_rng(items).normal(size=(_DRAWS, judges, items))
    worst = []
    for _ in range(steps):
        tail = _delete_complete(tables, Floor(prior=0.0)).tail
        most = tail.argmin(axis=-1)
        worst.append(np.sort(tail.min(axis=-1)))
        kept = np.arange(tables.shape[-1]) != most[:, None]
        tables = tables.transpose(0, 2, 1)[kept].reshape(_DRAWS, -1, judges).transpose(0, 2, 1)
    return np.stack(worst)


def _delete(table: Floats, items: Ints, floor: Floor | Learned) -> _Deletion:
    """Each of these arguments deleted from among them."""
    part = table[:, items]
    part = part[(~np.isnan(part)).any(axis=1)]
    if part.size == 0:
        none, undefined = np.zeros(len(items), dtype=np.int64), np.full(len(items), np.nan)
        return _Deletion(f=undefined, first=none, second=none, tail=undefined)
    return _delete_complete(part, floor) if not np.isnan(part).any() else _delete_any(part, floor)


def _delete_complete(tables: Floats, floor: Floor | Learned) -> _Deletion:
    """Of complete tables (…, n_judges, n_items): an argument takes Σ e² · U/(U − 1) of its residuals e with it."""
    judges, items = tables.shape[-2:]
    centred = tables - tables.mean(axis=-1, keepdims=True)
    squares = ((centred - centred.mean(axis=-2, keepdims=True)) ** 2).sum(axis=-2)
    extra = squares * items / max(items - 1, 1)
    left = np.maximum(squares.sum(axis=-1, keepdims=True) - extra, 0.0)
    shape = squares.shape
    return _told(extra, left, np.full(shape, judges - 1), np.full(shape, (judges - 1) * (items - 2)), floor)


def _delete_any(table: Floats, floor: Floor | Learned) -> _Deletion:
    """Of a table with missing cells: an argument takes r' W r of its residuals, W its inverted block of M."""
    found = fit(table)
    present = found.cells > 0
    judges, items = present.shape
    item = np.arange(items)
    block = _residual_maker(found).reshape(judges, items, judges, items)[:, item, :, item]
    size, axes = np.linalg.eigh(block)
    kept = size > _NONE
    turned = np.einsum("uja,ju->ua", axes, np.where(present, found.residuals, 0.0))
    extra = (turned**2 * np.where(kept, 1.0 / np.where(kept, size, 1.0), 0.0)).sum(axis=-1)
    first = kept.sum(axis=-1)
    return _told(extra, np.maximum(float(found.sse) - extra, 0.0), first, int(found.df) - first, floor)


def _told(extra: Floats, left: Floats, first: Ints, second: Ints, floor: Floor | Learned) -> _Deletion:
    """F with its floor under the error, or with the error moderated both ways by earlier debates, and its tail."""
    tested = (first > 0) & (second > 0)
    by, rest = np.maximum(first, 1), np.asarray(np.maximum(second, 1), dtype=np.float64)
    if isinstance(floor, Learned):
        error, rest = (floor.df * floor.variance + left) / (floor.df + rest), floor.df + rest
    else:
        moderated = (PRIOR_DF * floor.prior + left) / (PRIOR_DF + rest)
        error = np.maximum(left / rest, np.maximum(moderated, floor.rounding))
    with np.errstate(divide="ignore", invalid="ignore"):
        f = np.where(tested & (error > 0), extra / by / error, np.nan)
    return _Deletion(f=f, first=first, second=second, tail=special().fdtrc(by, rest, f))


def _residual_maker(found: Fit) -> Floats:
    """M over all cells of one table (n_judges · n_items, the same), 0 where a cell is missing."""
    present = (found.cells > 0).astype(np.float64)
    judges, items = present.shape
    per_item = np.maximum(present.sum(axis=0), 1.0)
    z = (np.eye(judges)[:, None, :] - (present / per_item).T) * present[..., None]
    both = present[:, None, :] * present[None, :, :] * (np.eye(judges)[..., None] - 1.0 / per_item)
    maker = -(z.reshape(-1, judges) @ found.inverse @ z.reshape(-1, judges).T)
    maker = maker.reshape(judges, items, judges, items)
    item = np.arange(items)
    maker[:, item, :, item] += np.moveaxis(both, -1, 0)
    return np.asarray(maker.reshape(judges * items, judges * items))
