"""A simulated judge or reviewer that has read the others: it mostly holds, or moves as declared."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from debate_core.answers.quotes import find_quote
from debate_core.artifact import VERDICTS, Finding, Verdict
from debate_core.asks.artifact_review import FINDINGS_ASKED
from debate_core.asks.deliberation import Deliberate
from debate_core.asks.review_deliberation import ReviewingAnew
from debate_core.events import VERDICT
from debate_core.scoresheet import FALLACIES, ArgumentScores
from debate_core.simulated.judges import Weighed, overall_of, standing_of
from debate_core.simulated.phrases import chance, say
from debate_core.simulated.reading import hear, hear_argument, hear_reply
from debate_core.simulated.reviewers import verdict_of
from debate_core.transcript import Argument

_REVIEW_SLIPS = 0.03  # how often a score is given a point otherwise by merely reading again
_NEAR = 0.75  # of a point: others this close to the majority are of one view with it
Because = dict[str, str]
_QUOTED = re.compile(r"“([^”]+)”")
_FAR = 1.5  # points of composite from which on another's view is worth a second look
_ALIKE = 2.0  # points within which others are of one view
_SLIPS = 0.015  # how often a score is given a point otherwise by merely reading again


@dataclass(frozen=True, kw_only=True)
class Heard:
    entry: ArgumentScores
    composite: float
    quotes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """An argument after a second look: its weight, its note, and what moved the judge, by dimension."""

    weighed: Weighed
    note: str
    because: dict[str, str]


def deliberating(ask: Deliberate, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "deliberation")
    looked = [_look(ask, argument, (seed, call), rng) for argument in ask.transcript.arguments]
    moved = any(
        one.weighed.points != dict(entry.scores) for one, entry in zip(looked, ask.own.entries, strict=True)
    )
    overall = overall_of([one.weighed for one in looked], rng)
    if not moved:
        overall["key_finding"] = ask.own.overall.key_finding or overall["key_finding"]
    return {"scores": [_row(ask, one) for one in looked], "overall": overall}


def _row(ask: Deliberate, seen: Seen) -> dict[str, object]:
    weighed = seen.weighed
    return {
        "argument_id": weighed.argument.id,
        **{d.score_name: weighed.points[d.key] for d in ask.rubric.dimensions},
        "standing": weighed.standing,
        "fallacies": list(weighed.flaws),
        "notes": seen.note,
        "changes": [{"dimension": key, "because": words} for key, words in seen.because.items()],
    }


def _look(ask: Deliberate, argument: Argument, names: tuple[int, str], rng: Random) -> Seen:
    own = ask.own.entry(argument.id)
    assert own is not None, "a sheet has every argument"
    others = [heard for peer in ask.peers if (heard := _heard(ask, peer.sheet.entries, argument.id))]
    again = _slipped(ask, own, chance(*names, "slips", argument.id))
    points, because = again, {}
    new = [] if ask.probe in ("positions", "planted") else _missed(ask, argument, others, names[0])
    mine = _composite(ask, own)
    if new:
        source, quote = max(new, key=lambda one: abs(one[0].composite - mine))
        points = _toward(again, [source], ask.judge.simulation.openness)
        because = {key: quote for key, value in points.items() if value != again[key]}
    elif ask.probe != "reasons" and _outvoted(others, mine):
        points = _toward(again, others, ask.judge.simulation.conformity)
    parted = any(abs(other.composite - mine) >= _FAR for other in others)
    return _seen(ask, argument, (own, points, because), parted, rng)


def _seen(
    ask: Deliberate,
    argument: Argument,
    view: tuple[ArgumentScores, dict[str, int], dict[str, str]],
    parted: bool,
    rng: Random,
) -> Seen:
    own, points, because = view
    heard, answered = hear_argument(argument), hear_reply(argument, ask.transcript)
    weights = ask.judge.own_weights(ask.rubric)
    composite = sum(weights[key] * value for key, value in points.items())
    share = (composite - ask.rubric.scale.low) / max(1, ask.rubric.scale.width)
    same = points == dict(own.scores)
    weighed = Weighed(
        argument=argument,
        heard=heard,
        answered=answered,
        flaws=tuple(name for name in FALLACIES if name in (own.fallacies or ())),
        points=points,
        composite=composite,
        standing=own.standing if same else standing_of(share, answered),
    )
    note = own.notes or ""
    quote = next((text for name in ("mechanism", "figure", "limits") if (text := heard.showing(name))), "")
    if because:
        note = say(rng, "note", "moved", quote=f"“{next(iter(because.values()))}”", id=argument.id)
    elif not same:
        note = say(rng, "note", "higher" if composite > _composite(ask, own) else "lower", id=argument.id)
    elif parted and quote and quote not in note:
        note = f"{note} {say(rng, 'note', 'held', quote=quote, id=argument.id)}".strip()
    return Seen(weighed=weighed, note=note, because=because)


def _heard(ask: Deliberate, entries: Sequence[ArgumentScores], name: str) -> Heard | None:
    shown = ask.planted.get(name, name)
    entry = next((one for one in entries if one.argument_id == shown), None)
    if entry is None:
        return None
    quotes = tuple(_QUOTED.findall(entry.notes or ""))
    return Heard(entry=entry, composite=_composite(ask, entry), quotes=quotes)


def _composite(ask: Deliberate, entry: ArgumentScores) -> float:
    weights = ask.judge.own_weights(ask.rubric)
    return sum(weights[key] * value for key, value in entry.scores.items())


def _missed(
    ask: Deliberate, argument: Argument, others: Sequence[Heard], seed: int
) -> list[tuple[Heard, str]]:
    """What others quote that this judge had not, from those who see the argument quite differently."""
    own = ask.own.entry(argument.id)
    assert own is not None, "a sheet has every argument"
    mine, alert = _composite(ask, own), ask.judge.simulation.alertness
    return [
        (other, quote)
        for other in others
        if abs(other.composite - mine) >= _FAR
        for quote in other.quotes
        if quote not in (own.notes or "")
        and _speaks_for(quote, argument) == (other.composite > mine)
        and chance(seed, ask.judge.name, "missed", argument.id, quote).random() >= alert
    ]


def _speaks_for(quote: str, argument: Argument) -> bool:
    heard = hear(quote)
    own = find_quote(quote, f"{argument.claim}\n{argument.reasoning}\n{argument.evidence}")
    return own == "exact" and not heard.flaws and not heard.tagged("over:")


def _outvoted(others: Sequence[Heard], mine: float) -> bool:
    views = [other.composite for other in others]
    if len(views) < 2 or max(views) - min(views) > _ALIKE:
        return False
    return min(views) - mine >= _FAR or mine - max(views) >= _FAR


def _toward(scores: Mapping[str, int], others: Sequence[Heard], share: float) -> dict[str, int]:
    means = {key: sum(one.entry.scores[key] for one in others) / len(others) for key in scores}
    return {key: round(value + share * (means[key] - value)) for key, value in scores.items()}


def _slipped(ask: Deliberate, own: ArgumentScores, rng: Random) -> dict[str, int]:
    scale = ask.rubric.scale

    def again(value: float) -> int:
        slip = rng.choice((-1, 1)) if rng.random() < _SLIPS else 0
        return min(scale.high, max(scale.low, int(value) + slip))

    return {key: again(value) for key, value in own.scores.items()}


def reviewing_anew(ask: ReviewingAnew, seed: int, call: str) -> dict[str, object]:
    taken = _taken_up(ask, seed)
    findings = [*ask.own.findings, *taken][:FINDINGS_ASKED]
    because: Because = {one.dimension: one.quote for one in reversed(taken)}
    scores = {key: _score(ask, key, because, (seed, call)) for key in ask.rubric.keys}
    verdict = _verdict(ask, taken, findings, seed)
    if taken and verdict != ask.own.verdict:
        because[VERDICT] = taken[0].quote
    moved = [key for key in ask.rubric.keys if scores[key] != ask.own.scores[key]]
    moved += [VERDICT] if verdict != ask.own.verdict else []
    return {
        "findings": [one.model_dump() for one in findings],
        "scores": scores,
        "remediation": list(ask.own.remediation) or [one.remediation for one in taken if one.remediation],
        "rationale": _rationale(ask, taken),
        "verdict": verdict,
        "confidence": ask.own.confidence,
        "changes": [{"dimension": key, "because": because[key]} for key in moved if key in because],
    }


def _taken_up(ask: ReviewingAnew, seed: int) -> list[Finding]:
    """Findings of others that this reviewer had not and is open to; one a dimension, the first that tells of it."""
    if ask.probe in ("positions", "planted"):
        return []
    taken: dict[str, Finding] = {}
    for peer in ask.peers:
        for one in peer.sheet.findings:
            there = one.quote.strip() and find_quote(one.quote, ask.artifact.text) == "exact"
            if not there or one.dimension in taken or find_quote(one.quote, ask.said) != "not_found":
                continue
            lower = peer.sheet.scores.get(one.dimension, 0) < ask.own.scores.get(one.dimension, 0)
            if not lower or one.severity == "minor":
                continue
            drawn = chance(seed, ask.reviewer.name, "taken", one.dimension, one.quote).random()
            if drawn < ask.reviewer.simulation.openness:
                taken[one.dimension] = one
    return list(taken.values())


def _score(ask: ReviewingAnew, key: str, because: Mapping[str, str], names: tuple[int, str]) -> int:
    own, scale, rng = ask.own.scores[key], ask.rubric.scale, chance(*names, "score", key)
    if key in because:
        return max(scale.low, own - 1)
    others = [peer.sheet.scores[ask.planted.get(key, key)] for peer in ask.peers]
    if ask.probe != "reasons" and len(others) > 1:
        mean = fmean(others)
        alike = sum(abs(one - mean) <= _NEAR for one in others) > len(others) / 2
        if alike and abs(mean - own) > _NEAR and rng.random() < ask.reviewer.simulation.conformity:
            return own + (1 if mean > own else -1)
    slip = rng.choice((-1, 1)) if rng.random() < _REVIEW_SLIPS else 0
    return min(scale.high, max(scale.low, own + slip))


def _verdict(ask: ReviewingAnew, taken: list[Finding], findings: list[Finding], seed: int) -> Verdict:
    """By its findings, never milder; else one step toward what most others say, as far as it conforms."""
    own = VERDICTS.index(ask.own.verdict)
    if taken:
        return VERDICTS[max(own, VERDICTS.index(verdict_of([one.severity for one in findings])))]
    said = Counter(peer.sheet.verdict for peer in ask.peers)
    if ask.probe in ("reasons", "planted") or not said:
        return ask.own.verdict
    most, count = said.most_common(1)[0]
    drawn = chance(seed, ask.reviewer.name, ask.number, ask.probe, "verdict").random()
    if 2 * count <= len(ask.peers) or drawn >= ask.reviewer.simulation.conformity:
        return ask.own.verdict
    toward = VERDICTS.index(most)
    return VERDICTS[own + (toward > own) - (toward < own)]


def _rationale(ask: ReviewingAnew, taken: list[Finding]) -> str:
    if not taken:
        return ask.own.rationale
    return f"{ask.own.rationale} I had missed “{taken[0].quote}”, which bears on {taken[0].dimension}."
