"""What judges and panels do over many debates: follow the side, say the same again, prefer their own.

Knows gaps, calls and who is of which family, in arrays; no names. Invariant: every figure has an interval over topics,
or the reason why there is none; a case that can't be compared counts nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from debate_core.measuring.arrays import Floats
from debate_core.measuring.gap import TIE_WITHIN
from debate_core.measuring.over_topics import OverTopics, mean_over_topics, share_over_topics

NO_SWAP = "no debate was judged with its sides swapped too"
NO_CALLS = "no two that belong together both named a side"
NO_AGAIN = "nothing was judged a second time"
NO_OWN = "no debate had one debater of its family and a judge of neither debater's"


@dataclass(frozen=True, kw_only=True)
class Position:
    """Whether what is named follows the side when debaters swap sides.

    ``lean``: points that PRO is given in whatever case, above 0 toward PRO; ``same_side``: share of swapped pairs in
    which the same side was named both times, ``pro_both`` and ``con_both`` of them how often which, of those in which a
    side was named both times; the same debater was named in the others.
    """

    lean: OverTopics
    same_side: OverTopics
    pro_both: int
    con_both: int

    @property
    def leans(self) -> Literal["pro", "con"] | None:
        """The side it leans to, where the interval of the lean leaves out 0."""
        if not self.lean.clear or self.lean.value is None:
            return None
        return "pro" if self.lean.value > 0 else "con"


def position(gaps: ArrayLike, topics: Sequence[Hashable], called: ArrayLike | None = None) -> Position:
    """The position effect in swapped pairs: ``gaps`` (n_pairs, 2), PRO minus CON in points, NaN where unknown, of a
    debate and of the same with its debaters' sides swapped.

    What the debaters are worth changes its sign when they swap and drops out of the pair's mean; what is left is the
    lean, and how much better a case the topic leaves to PRO: over topics that favour neither side on the whole, the
    lean. ``called`` (n_pairs, 2): 1 where PRO was named, −1 CON, 0 neither, NaN unknown; by default the gap's sign, 0
    within ``gap.TIE_WITHIN``. Source: the two-period crossover, S. Senn, Cross-over Trials in Clinical Research (2nd
    ed., 2002), ch. 3.

    >>> found = position([[3.0, -1.0], [2.0, 0.5], [-1.0, 2.5]], ["a", "b", "c"])
    >>> round(found.lean.value, 9), round(found.same_side.value, 3), found.pro_both, found.leans
    (1.0, 0.333, 1, 'pro')
    """
    given = np.asarray(gaps, dtype=np.float64).reshape(-1, 2)
    calls = _signs(given) if called is None else np.asarray(called, dtype=np.float64).reshape(-1, 2)
    both = (calls == calls) & (calls != 0.0)
    named = np.asarray(both.all(axis=1))
    same = calls[named, 0] == calls[named, 1]
    on = [label for label, used in zip(topics, named, strict=True) if used]
    return Position(
        lean=mean_over_topics(given.mean(axis=1), topics, NO_SWAP),
        same_side=share_over_topics(same, on, NO_CALLS if len(given) else NO_SWAP),
        pro_both=int((calls[named].sum(axis=1) == 2.0).sum()),
        con_both=int((calls[named].sum(axis=1) == -2.0).sum()),
    )


def _signs(gaps: Floats) -> Floats:
    """1 for PRO, −1 for CON, 0 where they are level."""
    return np.where(np.abs(gaps) <= TIE_WITHIN, 0.0 * gaps, np.sign(gaps))


@dataclass(frozen=True, kw_only=True)
class Repeated:
    """``same``: share of pairs of the same thing judged twice with the same call. ``chance``: what the share would be
    if each call were drawn from all of them, whatever it is of; ``None`` without any."""

    same: OverTopics
    chance: float | None


def repeated(groups: Sequence[Sequence[Hashable]], topics: Sequence[Hashable]) -> Repeated:
    """How often two calls of one group, calls of what should give the same, are the same; ``topics`` one a group.

    Each two of a group count. Source: the observed and expected agreement of W. Scott, Public Opin. Q. 19 (1955),
    321-325.

    >>> found = repeated([["pro", "pro"], ["con", "no_call"], ["pro", "pro"]], ["a", "b", "c"])
    >>> round(found.same.value, 3), round(found.chance, 3)
    (0.667, 0.5)
    """
    pairs = [
        (one == other, on)
        for calls, on in zip(groups, topics, strict=True)
        for one, other in combinations(calls, 2)
    ]
    counted = Counter(call for calls in groups if len(calls) > 1 for call in calls)
    total = counted.total()
    return Repeated(
        same=share_over_topics([hit for hit, _ in pairs], [on for _, on in pairs], NO_AGAIN),
        chance=sum((count / total) ** 2 for count in counted.values()) if total else None,
    )


def self_preference(
    gaps: ArrayLike,
    judge: int,
    families: Sequence[Hashable],
    debaters: Sequence[tuple[Hashable, Hashable]],
    topics: Sequence[Hashable],
) -> OverTopics:
    """How many points more a judge gives to a debater of its own family than judges of neither debater's family do.

    ``gaps`` (n_debates, n_judges) PRO minus CON, NaN missing; ``families`` (n_judges,), ``debaters`` (n_debates) the
    families of PRO and CON. Only debates count with exactly one debater of the judge's family and such other judges:
    what the debater is worth stands in their gap too and drops out. Above 0 it prefers its own. A lean of the judge to
    a side drops out where its family speaks for either side as often. Source: the difference in differences, e.g. J.
    Angrist & J.-S. Pischke, Mostly Harmless Econometrics (2009), § 5.2.

    Of 3 points for its own PRO, others give 1:

    >>> families, debaters = ["x", "y", "y"], [("x", "z"), ("z", "x"), ("x", "z")]
    >>> self_preference([[3, 1, 1], [-3, -1, -1], [3.5, 1, 2]], 0, families, debaters, ["a", "b", "c"]).value
    2.0
    """
    given = np.asarray(gaps, dtype=np.float64).reshape(len(debaters), len(families))
    own = families[judge]
    apart = np.array([[one not in pair for one in families] for pair in debaters]).reshape(given.shape)
    others = apart & ~np.isnan(given)
    count = others.sum(axis=1)
    mean = np.where(others, given, 0.0).sum(axis=1) / np.where(count > 0, count, np.nan)
    sign = np.array([float(pro == own) - float(con == own) for pro, con in debaters])
    values = np.where(sign == 0.0, np.nan, sign * (given[:, judge] - mean))
    return mean_over_topics(values, topics, NO_OWN)
