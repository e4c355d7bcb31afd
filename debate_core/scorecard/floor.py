"""Floor calibration: the newer of two compared turns is brought in line with what the comparison said.

Knows capped turns and comparisons; not the register: penalties come after, so that overturning a flag gives its points
back and moves nothing else. Invariant: only the newer turn is adjusted, logic never above its link cap, and every
adjustment is flagged with both values.

A winner has at least 55% of the maximum, and no less than the older turn. A loser has at most one point under the older
turn, so that the absolute marks agree with who won; *strict* adds a second ceiling, one point under the floor: 21/40,
15.5/30. A loser already lower stays there.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from debate_core.noun import Noun
from debate_core.scorecard.live_scores import (
    DIMENSIONS,
    MAXIMA,
    TOLERANCE,
    Adjusted,
    Dimension,
    Flag,
    FlagKind,
    points,
)
from debate_core.scorecard.nouns import Comparison, Won

FLOOR_SHARE = 0.55
UNDER = 1.0


class Compared(Noun):
    """What the readings of one pair of turns come to. `readings`: 1, or 2 when asked in both orders; `inconsistent`:
    the dimensions on which the two differ, which count as draws."""

    older: int
    newer: int
    logic: Won
    rhetoric: Won
    tactics: Won
    readings: int = 1
    inconsistent: tuple[Dimension, ...] = ()
    reason: str = ""

    def won(self, dimension: Dimension) -> Won:
        """Which of the two won one dimension."""
        won: Won = getattr(self, dimension)
        return won


def settle(comparisons: Sequence[Comparison]) -> dict[int, Compared]:
    """What each compared pair comes to, by its newer turn. Of several readings in one order the last counts; where a
    turn was compared with more than one other, the nearest."""
    latest = {(c.newer, c.older, c.swapped): c for c in comparisons if c.older < c.newer}
    ordered = (latest[key] for key in sorted(latest))
    pairs = groupby(ordered, key=lambda c: (c.newer, c.older))
    # In order of the older turn, so that the nearest pair is the one that stays.
    return {newer: _settled(tuple(readings)) for (newer, _), readings in pairs}


def _settled(readings: tuple[Comparison, ...]) -> Compared:
    first = readings[0]
    said = {d: [getattr(reading, d) for reading in readings] for d in DIMENSIONS}
    apart = tuple(d for d, answers in said.items() if len(set(answers)) > 1)
    won = {d: "draw" if d in apart else answers[0] for d, answers in said.items()}
    return Compared.model_validate(
        {
            "older": first.older,
            "newer": first.newer,
            **won,
            "readings": len(readings),
            "inconsistent": apart,
            "reason": " ".join(dict.fromkeys(r.reason for r in readings if r.reason)),
        }
    )


def harmonised(
    turns: Sequence[Adjusted], compared: Mapping[int, Compared], *, strict: bool = False
) -> tuple[Adjusted, ...]:
    """The turns after floor calibration, earliest first; each is held against the older one as already harmonised.
    Marks stay within 0 and their maximum; a turn that was not compared stays as it was. Our own: docs/method.md."""
    done: dict[int, Adjusted] = {}
    for turn in sorted(turns, key=lambda turn: turn.turn):
        pair = compared.get(turn.turn)
        done[turn.turn] = _harmonise(turn, done.get(pair.older), pair, strict=strict) if pair else turn
    return tuple(done.values())


def _harmonise(turn: Adjusted, older: Adjusted | None, pair: Compared, *, strict: bool) -> Adjusted:
    for dimension in DIMENSIONS:
        held = None if older is None else older.marks.on(dimension)
        flag: Flag | None = None
        if pair.won(dimension) == "newer":
            flag = _raise(turn, dimension, held, pair.older)
        elif pair.won(dimension) == "older":
            flag = _lower(turn, dimension, held, pair.older, strict=strict)
        turn = turn.now(flag, dimension) if flag else turn
    return turn


def floor(dimension: Dimension) -> float:
    """The least a winner has: 55% of the maximum.

    >>> floor("logic"), floor("rhetoric"), floor("tactics")
    (22.0, 16.5, 16.5)
    """
    return round(FLOOR_SHARE * MAXIMA[dimension], 6)


def _raise(turn: Adjusted, dimension: Dimension, held: float | None, older: int) -> Flag | None:
    """A winner has the floor and no less than the older turn, as far as its links allow."""
    mark, least = turn.marks.on(dimension), floor(dimension)
    target = max(least, held if held is not None else 0.0)
    if mark >= target - TOLERANCE:
        return None
    why = f"It won {dimension} against turn {older}, so it has at least {points(target)}"
    why += " (what that turn has)." if target > least else f" (55% of {points(MAXIMA[dimension])})."
    kind: FlagKind = "winner_raised"
    if dimension == "logic" and target > turn.cap + TOLERANCE:
        kind, target = "cannot_be_harmonised", max(mark, turn.cap)
        why += f" It cannot be harmonised: its links allow {points(turn.cap)} at most."
    return Flag(kind=kind, dimension=dimension, raw=mark, adjusted=target, reason=why, by=older)


def _lower(
    turn: Adjusted, dimension: Dimension, held: float | None, older: int, *, strict: bool
) -> Flag | None:
    """A loser has at most one point under the older turn, and with `strict` one point under the floor."""
    mark = turn.marks.on(dimension)
    ceilings = [] if held is None else [(held - UNDER, f"one point under that turn's {points(held)}")]
    if strict:
        least = floor(dimension)
        ceilings.append((least - UNDER, f"under the floor of {points(least)}"))
    if not ceilings:
        return None
    ceiling, what = min(ceilings)
    target = max(0.0, ceiling)
    if mark <= target + TOLERANCE:
        return None
    why = f"It lost {dimension} against turn {older}, so it has at most {points(target)}: {what}."
    return Flag(kind="loser_lowered", dimension=dimension, raw=mark, adjusted=target, reason=why, by=older)
