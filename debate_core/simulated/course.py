"""How a simulated exchange will go: each side's line, its moves, and what becomes of the two positions at the end.

Knows topic, seed and the number of turns; nothing of what is said, and no judge ever sees it. Invariant: a function of
the three alone, so that every turn of a debate follows the same course whichever call asks.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Literal, TypeVar

from debate_core.scorecard.nouns import CONCERNS, Concern
from debate_core.simulated.chance import chance
from debate_core.simulated.material import Case, choose, phrases, pool_for
from debate_core.simulated.speech import Speaker, case_slots
from debate_core.simulated.wording import worded
from debate_core.transcript import SIDES, Side, Topic

T = TypeVar("T")
_SENTENCE = re.compile(r"(?<=[.?])\s+")
LineKind = Literal["develops", "shifts", "mood"]
Move = Literal["open", "support", "deepen", "narrow", "test", "end"]
Ending = Literal["agree", "definition", "degree", "degenerate", "none"]
_LINES: tuple[tuple[LineKind, float], ...] = (("develops", 0.58), ("shifts", 0.24), ("mood", 0.18))
_ENDINGS: tuple[tuple[Ending, float], ...] = (
    ("agree", 0.19),
    ("definition", 0.18),
    ("degree", 0.2),
    ("degenerate", 0.16),
    ("none", 0.27),
)
_ENDS_FROM = 6  # turns an exchange needs before it can end in anything but two positions
_MIDDLE: tuple[Move, ...] = (
    "support",
    "deepen",
    "support",
    "narrow",
    "support",
    "test",
    "support",
    "support",
    "support",
)
_SUPPORT: Move = "support"
_SUSPECT_SHARE, _THIN_SHARE, _PAST_SHARE = 0.24, 0.18, 0.13


@dataclass(frozen=True, kw_only=True)
class Line:
    """One side's line: `cases` in the order they are brought up, the first being what the line rests on."""

    kind: LineKind
    cases: tuple[Case, ...]
    moves: tuple[Move, ...]
    thin: frozenset[int]
    contradicts: int | None


@dataclass(frozen=True, kw_only=True)
class Course:
    """Both lines, how it ends, whether the sides talk past each other, and which turns hold a claim that should not be
    relied on."""

    lines: Mapping[Side, Line]
    ending: Ending
    past: bool
    suspects: Mapping[int, Concern]


@lru_cache(maxsize=64)
def course_of(topic: Topic, seed: int, turns: int) -> Course:
    """The course of one exchange."""
    rng, pool = chance(seed, topic.text, "course"), pool_for(topic)
    kinds = [_drawn(rng, _LINES) for _ in SIDES]
    if kinds[0] == kinds[1] != "develops":
        kinds[rng.randrange(2)] = "develops"
    lines = {
        side: _line(rng, pool.of(side), kind, max(1, turns // 2))
        for side, kind in zip(SIDES, kinds, strict=True)
    }
    ending = _drawn(rng, _ENDINGS)
    past = rng.random() < _PAST_SHARE
    if past or turns < _ENDS_FROM:
        ending = "none"
    suspects: dict[int, Concern] = {
        number: rng.choice(CONCERNS) for number in range(2, turns - 1) if rng.random() < _SUSPECT_SHARE
    }
    return Course(lines=lines, ending=ending, past=past, suspects=suspects)


def _line(rng: Random, known: tuple[Case, ...], kind: LineKind, speeches: int) -> Line:
    cases = choose(known, speeches + 1, rng)
    between = list(_MIDDLE[: max(0, speeches - 2)])
    if rng.random() < 0.5 and len(between) > 3:
        between[1], between[3] = between[3], between[1]
    moves: list[Move] = ["open"]
    if speeches > 1:
        moves += [*between, "end"] if kind == "develops" else [_SUPPORT] * (speeches - 1)
    thin = frozenset(place for place in range(speeches) if rng.random() < _THIN_SHARE)
    contradicts = rng.randrange(2, speeches) if kind == "shifts" and speeches > 2 else None
    return Line(kind=kind, cases=tuple(cases), moves=tuple(moves), thin=thin, contradicts=contradicts)


def _drawn(rng: Random, weighed: Sequence[tuple[T, float]]) -> T:
    return rng.choices([name for name, _ in weighed], [weight for _, weight in weighed])[0]


class Voice(Speaker):
    """A speaker who deals by its place in the exchange, so that it never says a sentence twice while there are others.
    `said` is what its side has said before, one line in small letters."""

    def __init__(self, topic: Topic, side: Side, seed: int, call: str, place: int, said: str = "") -> None:
        super().__init__(topic, side, seed, call)
        self.place, self.said = place, said

    def turn(self, name: str, slots: Mapping[str, str] | None = None) -> str:
        """This turn's phrase of a kind, filled."""
        first = ""
        for further in range(len(worded().get(name) or phrases()[name])):
            told = self.fill(self.card(name, self.place + further), slots)
            first = first or told
            if not any(len(s.split()) > 3 and s.lower() in self.said for s in _SENTENCE.split(told)):
                return told
        return first

    def card(self, name: str, place: int | None = None) -> str:
        """The phrase of a kind for a place; each side begins with every second one."""
        order = list(worded().get(name) or phrases()[name])
        chance(self.seed, self.topic, "deck", name).shuffle(order)
        first = 0 if self.side == "pro" else 1
        cards = order[first::2] + order[1 - first :: 2] if len(order) > 1 else order
        return cards[(self.place if place is None else place) % len(cards)]

    def of_case(self, case: Case) -> dict[str, str]:
        """A case's clauses, with figures that are the same whenever it comes up."""
        now, self.rng = self.rng, chance(self.seed, self.topic, "case", case.claim[0])
        filled = case_slots(self, case) | {"seen": self.fill(case.seen)}
        self.rng = now
        return filled
