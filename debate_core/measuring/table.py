"""One panel's table (a row a judge, a column an argument), and the changes that robustness makes to it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import share_words
from debate_core.measuring.additive import Floor, fit
from debate_core.measuring.arrays import (
    Floats,
    as_ratings,
    as_sides,
    as_weights,
    mean_given,
    ratio,
    scalar,
    side_means,
)
from debate_core.measuring.calibration import METHODS, Method, calibrate
from debate_core.measuring.shared_errors import ASSUMED
from debate_core.measuring.weights import LearnedNoise, normalise

Standings = tuple[tuple[str | None, ...], ...]


class PanelTable(FrozenValue):
    """``ratings`` (n_judges, n_items) are common composites, ``own`` those of each judge's weights.

    ``sides``: one an argument, or None where the items take none. ``weights`` (n_judges,) sum to 1.
    ``variances`` (n_judges,) are the judges' error variances as past debates have it; only their ratios
    count, but for the ``floor`` under errors of ratings, where they stand in its prior's place; ``own`` has squares
    ``rescaled`` times as large. ``adjusted`` says whether the gap removes judges' effects.
    ``shared`` (n_judges, n_judges): the share of their error variance that two judges are known to have in common, from
    0 to below 1, NaN where it isn't known; None: of no pair. ``families``: who each judge's kin are, None unknown;
    empty: nobody's are known. ``learned``: the noise of ``own`` scores as earlier debates of these judges tell it.
    ``names`` (one a judge, or none) are for words only. The last ``people`` rows are people's: they weigh and are
    measured like the others, and count as judges nowhere. ``defect``: why no outcome follows from them, whatever
    they are; empty where one may.
    """

    ratings: Floats
    own: Floats
    sides: tuple[str, ...] | None
    weights: Floats
    standings: Standings | None = None
    variances: Floats | None = None
    adjusted: bool = True
    names: tuple[str, ...] = ()
    people: int = 0
    floor: Floor = Floor()
    rescaled: float = 1.0
    shared: Floats | None = None
    families: tuple[str | None, ...] = ()
    learned: LearnedNoise | None = None
    defect: str = ""

    @property
    def judges(self) -> int:
        return int(self.ratings.shape[0]) - self.people

    @property
    def usable(self) -> tuple[int, ...]:
        return tuple(np.flatnonzero((~np.isnan(self.ratings)).any(axis=1)).tolist())

    @property
    def usable_judges(self) -> tuple[int, ...]:
        return tuple(row for row in self.usable if row < self.judges)

    @property
    def subject_text(self) -> str:
        return "Those who scored" if self.people else "The judges"

    def share_among(self, judges: Sequence[int], base: float, kin: float) -> float:
        """The share of their error variance that these judges are taken to have in common, from 0 to below 1: the mean
        over pairs; where it isn't known of a pair, ``kin`` for two of one family and ``apart`` for others."""
        pairs = list(combinations(judges, 2))
        return sum(self._share_of(*pair, base, kin) for pair in pairs) / len(pairs) if pairs else base

    def _share_of(self, first: int, second: int, base: float, kin: float) -> float:
        if self.shared is not None and not np.isnan(self.shared[first, second]):
            return float(self.shared[first, second])
        family = self.families[first] if self.families else None
        return kin if family is not None and family == self.families[second] else base

    def names_text(self, judges: Sequence[int]) -> str:
        return ", ".join(self.names[j] if self.names else f"judge {j + 1}" for j in judges)

    def without_judge(self, judge: int) -> "PanelTable":
        """The panel with one judge or person, by index, left out; the other weights keep their proportions."""
        return self.only([row for row in range(self.ratings.shape[0]) if row != judge])

    def only(self, rows: Iterable[int]) -> "PanelTable":
        """These judges and people, by index, alone; their weights keep their proportions."""
        places = list(rows)
        standings = self.standings
        return replace(
            self,
            ratings=self.ratings[places],
            own=self.own[places],
            names=tuple(self.names[row] for row in places) if self.names else (),
            people=sum(row >= self.judges for row in places),
            variances=None if self.variances is None else self.variances[places],
            shared=None if self.shared is None else self.shared[np.ix_(places, places)],
            families=tuple(self.families[row] for row in places) if self.families else (),
            weights=normalise(self.weights[places], np.ones(len(places), dtype=np.bool_)),
            standings=None if standings is None else tuple(standings[row] for row in places),
        )

    def trim(self) -> "PanelTable | None":
        """The panel with strictness, as all scores tell it, taken off its own composites, and of each argument with 3
        scores or more the highest and lowest left out; of those with a part in the gap. ``None`` with fewer than 4."""
        if self.sides is None:
            return None
        pro, there = as_sides(self.sides, self.own.shape[1]), ~np.isnan(self.own)
        scored = there[:, pro].any(axis=1) & there[:, ~pro].any(axis=1)
        part = np.asarray(scored & (self.weights > 0))
        if part.sum() < 4:
            return None
        own = np.where(part[:, None], self.own, np.nan)
        own = own - fit(own, self.weights).judges[:, None]
        many = np.flatnonzero((~np.isnan(own)).sum(axis=0) > 2)
        ends = [np.nanargmin(own[:, many], axis=0), np.nanargmax(own[:, many], axis=0)]
        own[ends, many] = np.nan
        return replace(self, own=own)

    @property
    def mean_gap(self) -> float | None:
        """Pro minus con in points: the sides' means of their arguments' means, each argument's weighted over who scored
        it; ``None`` without sides, or with a side nobody scored. For composites without severity.

        Each judge's mean is 6. Trimmed, pro keeps 8 and 7, con 4 and 5; of all scores the gap is 1.

        >>> panel = panel_table([[9, 3], [7, 5], [8, 4], [2, 10]], ["pro", "con"])
        >>> panel.mean_gap, panel.trim().mean_gap
        (1.0, 3.0)
        """
        if self.sides is None:
            return None
        share = ~np.isnan(self.own) * self.weights[:, None]
        mean = ratio((share * np.nan_to_num(self.own)).sum(axis=0), share.sum(axis=0))
        pro, con = side_means(mean, as_sides(self.sides, mean.size)).tolist()
        return scalar(pro - con)

    def calibrate(self, method: Method) -> "PanelTable":
        """The panel whose sides are compared on scores calibrated one way.

        Only ``additive`` removes judges' effects by the fit; the others compare what they made, in its unit. Raises
        ValueError for an unknown method.
        """
        calibration = calibrate(self.own, method, self.sides)
        # Rescaled judge by judge, scores no longer have the errors that past debates tell of.
        same = method in ("additive", "none")
        known, learned = (self.variances, self.learned) if same else (None, None)
        before, after = (
            float(np.nansum((one - mean_given(one, 1, keepdims=True)) ** 2))
            for one in (self.own, calibration.ratings)
        )
        rescaled = after / before if before > 0 and not same else 1.0
        changed = replace(self, own=calibration.ratings, variances=known, learned=learned, rescaled=rescaled)
        return replace(changed, adjusted=method == "additive")


def panel_table(
    ratings: ArrayLike,
    sides: Sequence[str] | None,
    standings: Sequence[Sequence[str | None]] | None = None,
    weights: ArrayLike | None = None,
    own: ArrayLike | None = None,
) -> PanelTable:
    """A checked table; ``own`` defaults to the common composites, weights to equal; ``sides`` None: there are none.

    ratings and own (n_judges, n_items), ``None`` or NaN missing; standings of that shape too, ``None`` missing.
    Raises ValueError for whatever has another shape, an infinite score, unknown sides or a weight below 0.

    >>> panel_table([[5, 4], [6, None]], ["pro", "con"]).usable
    (0, 1)
    """
    table = as_ratings(ratings)
    mine = table if own is None else as_ratings(own)
    if sides is not None:
        as_sides(sides, table.shape[1])
    if mine.shape != table.shape:
        raise ValueError(f"own: expected the shape of ratings {table.shape}, got {mine.shape}")
    labels = None if standings is None else tuple(tuple(row) for row in standings)
    if labels is not None and len(labels) != table.shape[0]:
        raise ValueError(f"standings: expected {table.shape[0]} judges, got {len(labels)}")
    if labels is not None and any(len(row) != table.shape[1] for row in labels):
        raise ValueError(f"standings: expected {table.shape[1]} a judge, one an argument")
    return PanelTable(
        ratings=table,
        own=mine,
        sides=None if sides is None else tuple(sides),
        weights=as_weights(weights, table.shape[0]),
        standings=labels,
    )


Decision = Literal["pro", "con", "no_call"]
Kind = Literal["calibration", "weights", "judge", "scores", "shared", "people"]
WITH_PEOPLE, WITHOUT_PEOPLE = "with people's scores", "without people's scores"
TRIMMED = "without each argument's highest and lowest score"
IN_COMMON = "of errors in common"


class Variant(FrozenValue):
    """The same panel under one other choice; ``judge`` is the index left out, ``scores``: extreme ones left out of the
    gap, ``shared``: the same table, with that ``share`` of the judges' error variance in common; ``people``: with all
    of them, or none."""

    kind: Kind
    change: str
    table: PanelTable
    judge: int | None = None
    share: float = 0.0


def variants(
    table: PanelTable, with_people: PanelTable | None = None, shares: Iterable[float] = ASSUMED
) -> tuple[Variant, ...]:
    """The panel under each calibration, with equal weights, with each usable judge or person left out, from 4 on with
    extreme scores left out, with errors in common, and without the people; where they are not on it, with them, as
    ``with_people`` has it, if anybody could be. ``shares``: of errors in common, to try.

    >>> from debate_core.measuring.table import panel_table
    >>> [one.change for one in variants(panel_table([[9, 5], [4, 5]], ["pro", "con"]))][4:-2]
    ['calibration additive', 'equal weights', 'without judge 1', 'without judge 2', '20% of errors in common']
    """
    changed = [
        Variant(kind="calibration", change=f"calibration {method}", table=table.calibrate(method))
        for method in METHODS
    ]
    equal = replace(table, weights=as_weights(None, len(table.ratings)))
    changed.append(Variant(kind="weights", change="equal weights", table=equal))
    for judge in table.usable:
        if judge == table.judges and table.people == 1:
            continue  # The panel without people, below.
        words, left = f"without {table.names_text([judge])}", table.without_judge(judge)
        changed.append(Variant(kind="judge", change=words, table=left, judge=judge))
    if trimmed := table.trim():
        changed.append(Variant(kind="scores", change=TRIMMED, table=trimmed))
    for share in shares:
        words = f"{share_words(share)} {IN_COMMON}"
        changed.append(Variant(kind="shared", change=words, table=table, share=share))
    if table.people:
        changed.append(Variant(kind="people", change=WITHOUT_PEOPLE, table=table.only(range(table.judges))))
    elif with_people:
        changed.append(Variant(kind="people", change=WITH_PEOPLE, table=with_people))
    return tuple(changed)
