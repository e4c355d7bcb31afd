"""What a turn is worth to the simulated live judge, from what it heard in it.

Knows readings of words; no side, no seed. Invariant: two turns that say the same after the same are worth the same.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import pstdev

from debate_core.personalities import Kind
from debate_core.scorecard.nouns import LinkKind, LinkState
from debate_core.simulated.hearing import Engagement, Hearing, Seen, engagement, hear
from debate_core.simulated.suspicion import exposures, suspects
from debate_core.transcript import Turn

_CREDIT: Mapping[LinkState, float] = {"present": 1.0, "weak": 0.5, "missing": 0.0}
_PRESSED_FROM = 4.5  # how far apart two turns must be, out of 100, for the weaker side to feel it
_HEAT = 0.5


@dataclass(frozen=True, kw_only=True)
class Link:
    """One link of the chain, as proposed."""

    kind: LinkKind
    state: LinkState
    quote: str = ""


@dataclass(frozen=True, kw_only=True)
class Weight:
    """A turn's marks before chance: logic to 40, four parts of rhetoric to 7.5, tactics to 30, two more to 10."""

    links: tuple[Link, ...]
    logic: float
    framing: float
    clarity: float
    resonance: float
    delivery: float
    tactics: float
    frame_control: float
    credibility: float
    depth: float
    engaged: float

    @property
    def rhetoric(self) -> float:
        """Rhetoric as a whole, to 30."""
        return self.framing + self.clarity + self.resonance + self.delivery

    @property
    def total(self) -> float:
        """All three, to 100."""
        return self.logic + self.rhetoric + self.tactics


def others_before(turn: Turn, heard: Sequence[Turn]) -> tuple[Turn, ...]:
    """The other side's turns before this one."""
    return tuple(t for t in heard if t.side != turn.side and t.number < turn.number)


@lru_cache(maxsize=512)
def weigh(turn: Turn, heard: tuple[Turn, ...]) -> Weight:
    """What a turn is worth after what was heard before it."""
    others = others_before(turn, heard)
    reading, engaged = hear(turn), engagement(turn, others)
    links = _links(turn, reading, engaged, bool(others))
    able = [_CREDIT[link.state] for link in links if link.state != "not_applicable"]
    exposed = len(exposures(turn, others, {}))
    framing, clarity, resonance, delivery = _style(reading)
    return Weight(
        links=links,
        logic=_kept(_logic(reading, sum(able) / len(able)), 40),
        framing=framing,
        clarity=clarity,
        resonance=resonance,
        delivery=delivery,
        tactics=_kept(_tactics(reading, engaged, exposed, bool(others)), 30),
        frame_control=_kept(
            3.6 + 0.9 * min(3, reading.frames) + 1.4 * engaged.share - 1.2 * bool(reading.evades), 10
        ),
        credibility=_kept(_credibility(reading, len(suspects(turn))), 10),
        depth=sum(_CREDIT[link.state] for link in links[:3]) / 3,
        engaged=engaged.share,
    )


def _links(turn: Turn, reading: Hearing, engaged: Engagement, due: bool) -> tuple[Link, ...]:
    def link(kind: LinkKind, seen: Seen) -> Link:
        return Link(kind=kind, state=seen.state, quote=seen.quote)

    premise = link("premise_addressed", engaged.premise)
    free = turn.phase == "opening" and premise.state == "missing"
    if not due or free:
        premise = Link(kind="premise_addressed", state="not_applicable")
    return (
        link("cause", reading.cause),
        link("process", reading.process),
        link("consequence", reading.consequence),
        premise,
    )


def _logic(reading: Hearing, credit: float) -> float:
    found = reading.found
    faults = (
        1.8 * min(2, len(found.flaws)) + 2.0 * found.overclaim + 1.8 * found.vagueness + 4.0 * reading.mood
    )
    merits = 2.4 * found.figures + 2.0 * found.limits + 1.0 * bool(reading.grants)
    return 3.5 + 29.0 * credit + merits - faults - 6.0 * found.empty


def _style(reading: Hearing) -> tuple[float, float, float, float]:
    found = reading.found
    lengths = [len(s.text.split()) for s in reading.sentences]
    rhythm = min(1.0, pstdev(lengths) / 9) if len(lengths) > 1 else 0.0
    framing = 3.1 + 0.75 * min(4, reading.frames) - 0.7 * bool(reading.evades) - 0.4 * found.vagueness
    clarity = 2.4 + 3.4 * found.clarity + 0.8 * found.chain - 1.2 * found.vagueness
    resonance = 2.6 + 0.5 * min(4, reading.people) + 1.2 * min(3, reading.images) + 0.5 * bool(reading.grants)
    delivery = 3.2 + 1.3 * rhythm + 1.0 * min(3, reading.images) + 0.4 * found.clarity - 0.6 * found.overclaim
    brief = 1.5 if found.empty else 0.0
    marks = [_kept(value - brief, 7.5) for value in (framing, clarity, resonance, delivery)]
    return marks[0], marks[1], marks[2], marks[3]


def _tactics(reading: Hearing, engaged: Engagement, exposed: int, due: bool) -> float:
    points = 10.5 + (8.5 * engaged.share if due else 6.5) + 3.2 * min(2, exposed)
    points += 0.9 * min(3, reading.attacks) + 1.4 * bool(reading.grants) + 0.7 * min(2, reading.images)
    return points - 3.6 * bool(reading.evades) - 4.0 * reading.found.empty


def _credibility(reading: Hearing, doubtful: int) -> float:
    found = reading.found
    points = 4.4 + 1.8 * found.firmness + 1.6 * found.limits + 0.8 * bool(reading.grants)
    return (
        points - 1.5 * min(2, doubtful) - 2.0 * found.overclaim - 2.2 * reading.mood - 0.7 * len(found.flaws)
    )


def pressure(turn: Turn, heard: tuple[Turn, ...]) -> tuple[Turn | None, dict[Kind, int]]:
    """The weaker of a turn and the one it answers, or None, and what its speaker should feel."""
    others = others_before(turn, heard)
    none: dict[Kind, int] = {"cognitive": 0, "emotional": 0, "strategic": 0, "credibility": 0}
    if not others:
        return None, none
    now, last = weigh(turn, heard), weigh(others[-1], heard)
    if abs(now.total - last.total) < _PRESSED_FROM:
        return None, none
    weaker = turn if now.total < last.total else others[-1]
    weight = now if weaker is turn else last
    reading = hear(weaker)
    missing = sum(1.0 - _CREDIT[link.state] for link in weight.links if link.state != "not_applicable")
    exposed = len(exposures(turn, others, {})) if weaker is not turn else 0
    felt: dict[Kind, float] = {
        "cognitive": 1.3 * missing,
        "emotional": 2.4 * reading.mood + reading.found.overclaim + 0.8 * len(reading.found.flaws),
        "strategic": 2.0 * (1.0 - weight.engaged) * bool(others_before(weaker, heard))
        + 0.5 * bool(reading.evades),
        "credibility": 1.2 * len(suspects(weaker)) + 1.5 * exposed + (1.0 - reading.found.firmness),
    }
    felt["cognitive"] = max(felt["cognitive"], 0.5)
    return weaker, {kind: min(3, math.floor(value + _HEAT)) for kind, value in felt.items()}


def _kept(value: float, most: float) -> float:
    return min(most, max(0.0, value))
