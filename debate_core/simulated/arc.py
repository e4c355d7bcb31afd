"""The simulated live judge on a debate as a whole: the narrative, why it parts from the scorecard, and convergence.

Knows the words of the transcript and of the scorecard; never how the debate was meant to go. Invariant: every statement
cites turns that exist.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise as pairs
from math import ceil
from statistics import fmean

from debate_core.asks.conflict import ConflictResolution
from debate_core.asks.convergence import ConvergenceCheck
from debate_core.asks.narrative import NarrativeVerdict
from debate_core.scorecard.nouns import ConvergenceKind, Pattern
from debate_core.simulated.chance import chance
from debate_core.simulated.grammar import lower_first
from debate_core.simulated.hearing import hear, own_words, sentences_of
from debate_core.simulated.live import nested, say
from debate_core.simulated.phrasing import content_words, excerpt
from debate_core.simulated.suspicion import Exposed, Slipped, exposures, slips
from debate_core.simulated.weighing import Weight, others_before, weigh
from debate_core.transcript import SIDES, Side, Transcript, Turn, opponent

_LASTING = 0.5  # share of a side's turns a word must come back in to belong to its spine
_HELD = 0.34  # share of the spine a turn must hold to be said to keep to it
_LEVEL_WITHIN = 0.03
_TALK = content_words(
    "case claim claimed argument side other turn said says because therefore result results cause caused step steps "
    "shown show shows what which whether where question point matter matters reason evidence first second third "
    "however before after still only with more less than that this these those nothing something one two our ours "
    "from start beginning end rests rest rested test would could should about also part whole limit limits grant "
    "answer answers follow follows followed have been being does make made both same again itself name named "
    "figure figures change changes such themselves standing stands answered look looks looked count counted counts "
    "people against listener proposal reasoning mechanism premise per cent differ difference into over most many "
    "some any each it's"
)
_SIGNS: dict[ConvergenceKind, re.Pattern[str]] = {
    "genuine_agreement": re.compile(
        r"\b(?:we agree|we accept|both sides? (?:can|accept|support)|both can support|now hold what|common ground|"
        r"we change our position|no longer dispute the rest|is settled by that|we have moved|other side was right)\b",
        re.I,
    ),
    "definitional_dispute": re.compile(
        r"\b(?:definitions?|is to mean|meaning of|counts as|narrow sense|the word|we mean|means whatever|"
        r"what .{0,40} means)\b",
        re.I,
    ),
    "narrowed_to_degree": re.compile(
        r"\b(?:how much|how large|the size|(?:of|one of) degree|the direction|no longer whether|not more)\b",
        re.I,
    ),
}


@dataclass(frozen=True, kw_only=True)
class Arc:
    """One side's turns as a line: `terms` are the words that last, `coherence` the share of later turns that hold
    them, `depth` the mean share of a chain that is there, `engaged` how far the other side is taken up."""

    side: Side
    turns: tuple[Turn, ...]
    weights: tuple[Weight, ...]
    terms: tuple[str, ...]
    coherence: float
    depth: float
    growth: float
    engaged: float
    style: float
    slips: tuple[tuple[Turn, Slipped], ...]
    exposed: tuple[tuple[Turn, Exposed], ...]

    @property
    def strength(self) -> float:
        """How well the line holds, about 0 to 1."""
        held = 0.42 * self.coherence + 0.33 * self.depth + 0.15 * self.growth + 0.1 * self.engaged
        return held - 0.05 * min(3, len(self.slips)) - 0.05 * min(3, len(self.exposed))


def arc_of(transcript: Transcript, side: Side) -> Arc:
    """One side's line, read from its words. `exposed` are its own claims that the other side exposed."""
    turns = tuple(t for t in transcript.turns if t.side == side)
    theirs = [t for t in transcript.turns if t.side != side]
    weights = tuple(weigh(turn, transcript.turns) for turn in turns)
    topic = transcript.topic.text
    said = [_own(turn, topic) for turn in turns]
    terms = _lasting(said, [_own(turn, topic) for turn in theirs])
    kept = [len(words & set(terms)) >= _HELD * len(terms) for words in said[1:]] if terms else []
    firsts = said[0] if said else frozenset()
    held = (fmean(kept) if kept else 0.0) * (1.0 if firsts & set(terms) else 0.7)
    new = [len(words - before) / max(8, len(words)) for before, words in pairs(said)]
    growth = [n * weight.depth for n, weight in zip(new, weights[1:], strict=True)]
    slipped = tuple((t, slip) for t in turns for slip in slips(t, transcript.turns, topic))
    coherence = max(0.0, held - 0.15 * len(slipped))
    return Arc(
        side=side,
        turns=turns,
        weights=weights,
        terms=terms,
        coherence=coherence,
        depth=fmean(w.depth for w in weights) if weights else 0.0,
        growth=fmean(growth) if growth else 0.0,
        engaged=fmean(w.engaged for w in weights[1:]) if len(weights) > 1 else 0.0,
        style=fmean(w.rhetoric + w.tactics for w in weights) if weights else 0.0,
        slips=slipped,
        exposed=tuple((t, e) for t in theirs for e in exposures(t, transcript.turns, {})),
    )


def _own(turn: Turn, topic: str) -> frozenset[str]:
    """A turn's own words, without the topic's in whatever ending and those of any debate."""
    stems = tuple(word[: max(4, len(word) - 3)] for word in content_words(topic))
    words = own_words(turn) - _TALK
    return frozenset(w for w in words if len(w) > 4 and not (stems and w.startswith(stems)))


def _lasting(said: Sequence[frozenset[str]], others: Sequence[frozenset[str]]) -> tuple[str, ...]:
    """The words that come back in a side's turns, the most first, where the other side does not share them."""
    counts = Counter(word for words in said for word in words)
    shared = Counter(word for words in others for word in words)
    needed = max(2, ceil(_LASTING * len(said)))
    common = [w for w, n in counts.items() if n >= needed and shared[w] < max(2, 0.6 * n)]
    return tuple(sorted(common, key=lambda w: (-counts[w], -len(w), w))[:6]) if len(common) > 1 else ()


def narrative(purpose: NarrativeVerdict, seed: int, call: str) -> dict[str, object]:
    """The answer to a `NarrativeVerdict`."""
    transcript = purpose.transcript
    arcs = {side: arc_of(transcript, side) for side in SIDES}
    rng = chance(seed, call, "narrative")
    gap = arcs["pro"].strength - arcs["con"].strength + rng.gauss(0, 0.02)
    leader = "LEVEL" if abs(gap) <= _LEVEL_WITHIN else "PRO" if gap > 0 else "CON"
    teller = _Teller(transcript, arcs, seed, call)
    return {
        "leader": leader,
        "spine": [line for arc in arcs.values() for line in teller.spine(arc)],
        "evolved": [line for arc in arcs.values() for line in teller.evolved(arc)],
        "broke": [line for arc in arcs.values() for line in teller.broke(arc)],
        "turning_points": list(teller.turning_points()),
    }


class _Teller:
    """Puts a debate's arc into statements, each with its turns."""

    def __init__(self, transcript: Transcript, arcs: dict[Side, Arc], seed: int, call: str) -> None:
        self._transcript, self._arcs = transcript, arcs
        self._rng = chance(seed, call, "told")

    def _told(self, name: str, turns: Sequence[int], **slots: object) -> dict[str, object]:
        return {"text": say(name, self._rng, **slots), "turns": sorted(set(turns))}

    def spine(self, arc: Arc) -> Iterator[dict[str, object]]:
        """The chain a side carries, and whether it lasts."""
        side, numbers = arc.side.upper(), [t.number for t in arc.turns]
        if not numbers:
            return
        best = max(zip(arc.turns, arc.weights, strict=True), key=lambda p: (p[1].depth, p[1].logic))[0]
        cause, process = hear(best).cause.quote, hear(best).process.quote
        if cause and process:
            cause, process = (lower_first(excerpt(words, 12)) for words in (cause, process))
            yield self._told("spine_chain", [best.number], side=side, cause=cause, process=process)
        else:
            yield self._told("spine_bare", numbers[:3], side=side)
        if len(numbers) < 3:
            return
        if arc.coherence >= 0.5 and arc.terms:
            holding = [t.number for t in arc.turns if own_words(t) & set(arc.terms[:3])]
            terms = ", ".join(f"“{term}”" for term in arc.terms[:3])
            yield self._told("spine_kept", holding, side=side, terms=terms)
        else:
            yield self._told("spine_shifted", numbers, side=side)

    def evolved(self, arc: Arc) -> Iterator[dict[str, object]]:
        """How a side's argument changed under challenge."""
        side, before = arc.side.upper(), arc.turns[0].number if arc.turns else 0
        for turn, weight in list(zip(arc.turns, arc.weights, strict=True))[1:]:
            premise = weight.links[3]
            granted = next((s.text for s in sentences_of(turn) if _grants(s.text)), "")
            if granted and hear(turn).grants:
                quote = nested(granted.rstrip("."))
                yield self._told("evolved_grant", [before, turn.number], side=side, quote=quote)
                return
            if premise.state == "present" and turn is arc.turns[-1]:
                quote = nested(premise.quote)
                yield self._told("evolved_met", [turn.number - 1, turn.number], side=side, quote=quote)

    def broke(self, arc: Arc) -> Iterator[dict[str, object]]:
        """Where a side's argument failed or was let go."""
        side = arc.side.upper()
        for turn, exposed in arc.exposed[:2]:
            quote = lower_first(excerpt(exposed.quote, 12))
            yield self._told(
                "broke_exposed", [exposed.turn, turn.number], n=exposed.turn, m=turn.number, quote=quote
            )
        for turn, slip in arc.slips[:2]:
            yield self._told(
                "broke_slip", [slip.earlier, turn.number], side=side, n=slip.earlier, m=turn.number
            )
        moods = [t.number for t in arc.turns if hear(t).mood >= 0.5]
        if moods:
            yield self._told("broke_mood", moods, side=side, n=moods[0])

    def turning_points(self) -> Iterator[dict[str, object]]:
        """The moments after which the debate stood differently."""
        exposed = [pair for arc in self._arcs.values() for pair in arc.exposed]
        for turn, found in exposed[:1]:
            yield self._told("turning_exposed", [found.turn, turn.number], n=found.turn, m=turn.number)
        turns = self._transcript.turns
        swings = {
            turn.number: weigh(turn, turns).total - weigh(others_before(turn, turns)[-1], turns).total
            for turn in turns
            if others_before(turn, turns)
        }
        if swings:
            number = max(swings, key=lambda n: swings[n])
            turn = next(t for t in turns if t.number == number)
            reading = hear(turn)
            quote = excerpt(reading.process.quote or reading.cause.quote or reading.consequence.quote, 12)
            if quote:
                yield self._told("turning_swing", [number], n=number, quote=lower_first(quote))


def _grants(text: str) -> bool:
    return (
        re.search(r"\b(?:we (?:\w+ )?(?:concede|grant|claim less|give up|let go)|is narrower)\b", text, re.I)
        is not None
    )


def conflict(purpose: ConflictResolution, seed: int, call: str) -> dict[str, object]:
    """The answer to a `ConflictResolution`."""
    transcript = purpose.transcript
    arcs = {side: arc_of(transcript, side) for side in SIDES}
    leader = _leader_in(purpose.scorecard)
    pattern = _pattern(arcs, leader)
    rng = chance(seed, call, "conflict")
    ahead = leader or "pro"
    apart = abs(arcs["pro"].strength - arcs["con"].strength)
    told = f"{pattern}_close" if pattern == "none_of_these" and apart < 4 * _LEVEL_WITHIN else pattern
    text = say(f"conflict_{told}", rng, leader=ahead.upper(), other=opponent(ahead).upper())
    return {"pattern": pattern, "text": text, "turns": _resting_on(arcs, ahead, pattern)}


def _leader_in(scorecard: str) -> Side | None:
    found = re.findall(r"\b(PRO|CON) leads\b", scorecard)
    return None if not found else "pro" if found[-1] == "PRO" else "con"


def _pattern(arcs: dict[Side, Arc], leader: Side | None) -> Pattern:
    """The pattern of the gap, from the two lines."""
    if all(arc.engaged < 0.4 for arc in arcs.values()):
        return "convergence_failure"
    if leader is None:
        return "none_of_these"
    ahead, other = arcs[leader], arcs[opponent(leader)]
    if ahead.coherence < 0.5 and ahead.coherence + 0.15 < other.coherence:
        return "coherence_collapse"
    if other.depth > ahead.depth + 0.04 and ahead.style > other.style:
        return "asymmetric_depth"
    return "none_of_these"


def _resting_on(arcs: dict[Side, Arc], leader: Side, pattern: Pattern) -> list[int]:
    if pattern in ("coherence_collapse", "asymmetric_depth"):
        shown = [t.number for t in arcs[leader].turns][:4] + [t.number for t in arcs[opponent(leader)].turns][
            -1:
        ]
    else:
        shown = [t.number for arc in arcs.values() for t in (*arc.turns[:1], *arc.turns[-1:])]
    return sorted(set(shown))


def convergence(purpose: ConvergenceCheck, seed: int, call: str) -> dict[str, object]:
    """The answer to a `ConvergenceCheck`: positions in turns 1 and 2 against the last two."""
    transcript = purpose.transcript
    turns = transcript.turns
    ends = (*turns[:2], *turns[-2:])
    kind = _kind(transcript, ends[:2], ends[-2:])
    slots = {}
    for name, pair in (("first", ends[:2]), ("last", ends[-2:])):
        for side in SIDES:
            turn = next((t for t in pair if t.side == side), None)
            slots[f"{side}_{name}"] = _in_short(_position(turn)) if turn else "nothing"
    text = say(f"converge_{kind}", chance(seed, call, "convergence"), **slots)
    return {"kind": kind, "text": text, "turns": sorted({t.number for t in ends})}


def _in_short(position: str) -> str:
    """The part of a position to quote: what comes after a colon, where that says something."""
    led_up_to = position.rpartition(": ")[2]
    return lower_first(excerpt(led_up_to if len(led_up_to.split()) >= 5 else position, 18)) or "nothing"


def _position(turn: Turn | None) -> str:
    if turn is None:
        return ""
    claim = next((a.claim for a in turn.arguments if a.claim.strip()), "")
    said = next((s.text for s in sentences_of(turn)), "")
    return claim or (turn.closing.position if turn.closing is not None else "") or said


def _kind(transcript: Transcript, first: Sequence[Turn], last: Sequence[Turn]) -> ConvergenceKind:
    """What became of the positions, by the words of the last two turns."""
    if len(last) < 2 or last[0].side == last[1].side:
        return "none"
    signs = {
        kind: [len(pattern.findall(_reasoned(turn))) for turn in last] for kind, pattern in _SIGNS.items()
    }
    shared = _alike(transcript, last)
    clear = {kind: sum(n) for kind, n in signs.items() if min(n) >= 1 and sum(n) >= 3}
    if shared < 0.35:
        clear.pop("genuine_agreement", None)
    if clear:
        return max(clear, key=lambda kind: clear[kind])
    return "degenerate" if shared >= 0.5 and shared - _alike(transcript, first) >= 0.25 else "none"


def _reasoned(turn: Turn) -> str:
    return " ".join(s.masked for s in sentences_of(turn) if s.part != "evidence")


def _alike(transcript: Transcript, pair: Sequence[Turn]) -> float:
    """How far two positions are the same words, the topic's own left out."""
    words = [content_words(_position(turn)) - content_words(transcript.topic.text) for turn in pair]
    return len(words[0] & words[1]) / max(3, min(len(w) for w in words)) if len(words) > 1 else 0.0
