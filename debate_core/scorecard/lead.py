"""Who leads on the scorecard beyond chance: the marks' difference, and how often equal sides would do as much."""

from collections.abc import Mapping, Sequence

import numpy as np

from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.transcript import Side
from debate_core.measuring.arrays import Floats, Ints, special
from debate_core.measuring.estimate import Estimate

TIE_WITHIN = 2.0
"""Marks of 100 within which a round is a tie. Our own."""
LEVEL = 0.90
_ORDERS = 4000


def marks_difference(pro: Sequence[float], con: Sequence[float]) -> Estimate:
    """PRO's mean mark minus CON's, in marks, with a 90% interval of Student's t, both sides' marks varying alike.

    Undefined without marks on both sides; no interval with fewer than 3 marks, or where no side's differ. Source:
    Student, Biometrika 6 (1908), 1-25. Of 70, 74 and 60, 64: 10 ± 2.92 · √8.

    >>> found = marks_difference([70.0, 74.0], [60.0, 64.0])
    >>> found.value, [round(end, 2) for end in found.interval]
    (10.0, [1.74, 18.26])
    """
    n = len(pro) + len(con)
    if not pro or not con:
        return Estimate(value=None, level=LEVEL, n=n, reason="a side has no marks yet")
    value, free = float(np.mean(pro) - np.mean(con)), n - 2
    squares = len(pro) * float(np.var(pro)) + len(con) * float(np.var(con))
    if free < 1 or squares <= TOLERANCE:
        why = "too few marks" if free < 1 else "each side's marks are all alike, so nothing is there"
        return Estimate(value=value, level=LEVEL, n=n, reason=f"{why} to tell chance from skill")
    error = (squares / free * (1 / len(pro) + 1 / len(con))) ** 0.5
    reach = float(special().stdtrit(free, 0.5 + LEVEL / 2)) * error
    return Estimate(value=value, interval=(value - reach, value + reach), level=LEVEL, n=n)


def rounds_by_chance(marks: Mapping[int, float], rounds: Sequence[tuple[int, int]], by: int) -> float | None:
    """How often a side leads by ``by`` rounds or more, 0 to 1, if these marks by turn fell to the turns by chance.

    ``rounds``: the two turns of each; one within 2 marks is a tie. None without rounds. Source: a permutation test, of
    4,000 orders from one seed: B. Phipson & G. Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010), art. 39.

    One round, two marks far apart: somebody always wins it.

    >>> rounds_by_chance({2: 60.0, 3: 80.0}, [(2, 3)], 1)
    1.0
    """
    if not rounds:
        return None
    turns = sorted(marks)
    first, second = np.array([[turns.index(turn) for turn in pair] for pair in rounds], dtype=np.int64).T
    even = np.array([pair[0] % 2 for pair in rounds], dtype=np.bool_)
    drawn = np.random.default_rng(len(turns)).permuted(
        np.tile([marks[turn] for turn in turns], (_ORDERS, 1)), axis=1
    )
    reached = int((np.abs(_leads(drawn, first, second, even)) >= by).sum())
    return (1.0 + reached) / (1.0 + _ORDERS)


def _leads(
    marks: Floats, first: Ints, second: Ints, swapped: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> Ints:
    """By how many rounds one side leads in each order of the marks (n,): sides take turns."""
    ahead = marks[:, first] - marks[:, second]
    won = np.where(np.abs(ahead) > TIE_WITHIN, np.sign(ahead), 0.0) * np.where(swapped, -1.0, 1.0)
    return np.asarray(won.sum(axis=1).astype(np.int64))


def leading_side(won: Mapping[Side, int], difference: Estimate) -> Side | None:
    """The side that won more rounds, or else has the higher mean, where the marks' interval leaves out 0 for it."""
    if difference.value is None or not difference.excludes_zero:
        return None
    ahead: Side = "pro" if difference.value > 0 else "con"
    behind: Side = "con" if ahead == "pro" else "pro"
    return ahead if won[ahead] >= won[behind] else None
