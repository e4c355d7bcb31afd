"""Kappa of standings: how far judges agree on labels, beyond chance.

Fleiss' kappa in Gwet's form for missing cells, with AC1, percent agreement and ordinal alpha
beside it. A missing standing is left out, never filled. Invariant: ``value`` is ``None`` exactly
when ``reason`` is given.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from debate_core.measuring.arrays import Floats, scalar
from debate_core.measuring.intervals import EXACT, UNDEFINED, Interval, jackknife
from debate_core.measuring.sums import count_table

STANDINGS = ("REFUTED", "UNCERTAIN", "PARTIALLY_UPHELD", "UPHELD")


@dataclass(frozen=True, kw_only=True)
class LabelSums:
    """Per argument: ``agreeing`` (share of agreeing pairs, NaN below 2 labels) and ``shares``.

    ``shares`` is (n_items rated at least once, n_categories), each row summing to 1.
    """

    agreeing: Floats
    shares: Floats

    @property
    def percent(self) -> float | None:
        """Share of agreeing pairs of standings, 0 to 1."""
        known = self.agreeing[~np.isnan(self.agreeing)]
        return float(known.mean()) if known.size else None

    @property
    def kappa(self) -> float | None:
        """(agreement − chance)/(1 − chance), chance = Σ share²."""
        return self._beyond(fleiss_chance(self.shares.mean(axis=0)))

    @property
    def ac1(self) -> float | None:
        """Gwet's AC1, chance = Σ share(1 − share)/(q − 1) over the q declared categories."""
        return self._beyond(gwet_chance(self.shares.mean(axis=0)))

    def _beyond(self, chance: Floats) -> float | None:
        percent = self.percent
        return None if percent is None else scalar(float(_beyond(np.asarray(percent), chance)))


def encode_standings(
    standings: Sequence[Sequence[Hashable | None]], categories: Sequence[Hashable]
) -> Floats:
    """Places among the categories as an array (n_judges, n_items), NaN where missing.

    >>> encode_standings([["b", None]], ("a", "b")).tolist()
    [[1.0, nan]]
    """
    place = {category: float(k) for k, category in enumerate(categories)}
    widths = {len(row) for row in standings}
    if len(widths) > 1:
        raise ValueError(f"standings: expected rows of one length, got {sorted(widths)}")
    table = np.full((len(standings), widths.pop() if widths else 0), np.nan)
    for judge, row in enumerate(standings):
        for item, label in enumerate(row):
            if label is None:
                continue
            if label not in place:
                expected = ", ".join(map(str, categories))
                raise ValueError(f"standings: expected one of {expected}, got {label!r}")
            table[judge, item] = place[label]
    return table


def label_sums(table: Floats, n_categories: int) -> LabelSums:
    """Agreeing pairs and category shares of each argument rated at least once.

    >>> label_sums(np.array([[0.0, 1.0], [0.0, np.nan]]), 2).agreeing.tolist()
    [1.0, nan]
    """
    places = np.where(np.isnan(table), -1.0, table).astype(np.int64)
    counts = count_table(places, n_categories)
    counts = counts[counts.sum(axis=1) > 0]
    m = counts.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        agreeing = ((counts**2).sum(axis=1) - m) / (m * (m - 1.0))
    return LabelSums(agreeing=agreeing, shares=counts / m[:, None])


def label_intervals(sums: LabelSums) -> tuple[Interval, Interval, Interval]:
    """95% intervals of kappa, AC1 and percent, or why there is none: jackknives over arguments (SPEC AG-4)."""
    percent = sums.percent
    if percent is None or percent >= 1.0 - 1e-12:
        none = Interval(bounds=None, reason=EXACT) if percent else UNDEFINED
        return none, none, none
    agreeing, share = _without(sums)
    kappa, ac1 = (
        UNDEFINED if value is None else jackknife(value, _beyond(agreeing, chance))
        for value, chance in ((sums.kappa, fleiss_chance(share)), (sums.ac1, gwet_chance(share)))
    )
    return kappa, ac1, jackknife(percent, agreeing, least=0.0)


def fleiss_chance(share: Floats) -> Floats:
    """Agreement by chance from category shares (…, q): Σ share²."""
    return np.asarray((share**2).sum(axis=-1))


def gwet_chance(share: Floats) -> Floats:
    """Agreement by chance from category shares (…, q): Σ share(1 − share)/(q − 1)."""
    return np.asarray((share * (1.0 - share)).sum(axis=-1) / max(share.shape[-1] - 1, 1))


def _without(sums: LabelSums) -> tuple[Floats, Floats]:
    """Percent agreement (n_items,) and category shares (n_items, q) without each argument in turn."""
    pairable = ~np.isnan(sums.agreeing)
    agreeing = np.where(pairable, sums.agreeing, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        percent = (agreeing.sum() - agreeing) / (pairable.sum() - pairable)
        share = (sums.shares.sum(axis=0) - sums.shares) / (sums.shares.shape[0] - 1.0)
    return np.asarray(percent), np.asarray(share)


def _beyond(agreeing: Floats, chance: Floats) -> Floats:
    """(agreement − chance)/(1 − chance); NaN where chance alone agrees."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(chance < 1.0 - 1e-12, (agreeing - chance) / (1 - chance), np.nan))
