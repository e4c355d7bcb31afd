"""A simulated judge or reviewer that has read the others: it mostly holds, or moves as declared."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean

from debate_core.answers.quotes import find_quote
from debate_core.artifact import VERDICTS, Finding, Verdict
from debate_core.asks.artifact_review import FINDINGS_ASKED
from debate_core.asks.deliberation import Deliberate
from debate_core.asks.review_deliberation import ReviewingAnew
from debate_core.events import VERDICT
from debate_core.rubric import Scale
from debate_core.scoresheet import FALLACIES, ArgumentScores
from debate_core.simulated.judges import View, composite_of, overall_of, row_of, view_of
from debate_core.simulated.phrases import chance, say
from debate_core.simulated.reading import QUALITIES, hear
from debate_core.simulated.reviewers import verdict_of
from debate_core.transcript import Argument

_QUOTED = re.compile(r"“([^”]+)”")
_FAR = 1.5  # points of composite from which on another's view is worth a second look
_ALIKE = 2.0  # points within which others are of one view
_NEAR = 0.75  # of a point: reviewers this close to the mean of the others are of one view with it
_SLIPS, _REVIEW_SLIPS = 0.015, 0.03  # how often a score is a point otherwise by merely reading again


@dataclass(frozen=True, kw_only=True)
class Peer:
    """What another judge holds of an argument."""

    entry: ArgumentScores
    composite: float
    quotes: tuple[str, ...]


def deliberating(ask: Deliberate, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "deliberation")
    rows, views = [], []
    for argument in ask.transcript.arguments:
        own = ask.own.entry(argument.id)
        assert own is not None, "a sheet has every argument"
        view, note, because = _look(ask, argument, own, (seed, call), rng)
        changes = [{"dimension": key, "because": words} for key, words in because.items()]
        rows.append({**row_of(view, ask.rubric, note), "changes": changes})
        views.append(view)
    overall = overall_of(views, rng)
    if all(one.points == dict(own.scores) for one, own in zip(views, ask.own.entries, strict=True)):
        overall["key_finding"] = ask.own.overall.key_finding or overall["key_finding"]
    return {"scores": rows, "overall": overall}


def _look(
    ask: Deliberate, argument: Argument, own: ArgumentScores, names: tuple[int, str], rng: Random
) -> tuple[View, str, dict[str, str]]:
    """An argument after a second look: its weight, its note, and what moved the judge, by dimension."""
    others, mine = _others(ask, argument), composite_of(ask, own.scores)
    slips = chance(*names, "slips", argument.id)
    again = {key: _slip(int(value), ask.rubric.scale, slips, _SLIPS) for key, value in own.scores.items()}
    points, because = again, {}
    new = [] if ask.probe in ("positions", "planted") else _missed(ask, argument, own, others, names[0])
    if new:
        source, quote = max(new, key=lambda one: abs(one[0].composite - mine))
        points = _toward(again, [source], ask.judge.simulation.openness)
        because = {key: quote for key, value in points.items() if value != again[key]}
    elif ask.probe != "reasons" and _outvoted(others, mine):
        points = _toward(again, others, ask.judge.simulation.conformity)
    flaws = tuple(name for name in FALLACIES if name in (own.fallacies or ()))
    view = view_of(ask, argument, flaws, points)
    if points == dict(own.scores):
        view = replace(view, standing=own.standing)
    note = own.notes or ""
    shown = next((quote for name in QUALITIES if (quote := view.heard.showing(name))), "")
    if because:
        note = say(rng, "note", "moved", quote=f"“{next(iter(because.values()))}”", id=argument.id)
    elif points != dict(own.scores):
        note = say(rng, "note", "higher" if view.composite > mine else "lower", id=argument.id)
    elif shown and shown not in note and any(abs(other.composite - mine) >= _FAR for other in others):
        note = f"{note} {say(rng, 'note', 'held', quote=shown, id=argument.id)}".strip()
    return view, note, because


def _slip(value: int, scale: Scale, rng: Random, often: float) -> int:
    slip = rng.choice((-1, 1)) if rng.random() < often else 0
    return min(scale.high, max(scale.low, value + slip))


def _others(ask: Deliberate, argument: Argument) -> list[Peer]:
    name = ask.planted.get(argument.id, argument.id)
    entries = [entry for peer in ask.peers if (entry := peer.sheet.entry(name))]
    return [
        Peer(
            entry=one, composite=composite_of(ask, one.scores), quotes=tuple(_QUOTED.findall(one.notes or ""))
        )
        for one in entries
    ]


def _missed(
    ask: Deliberate, argument: Argument, own: ArgumentScores, others: Sequence[Peer], seed: int
) -> list[tuple[Peer, str]]:
    """What others quote that this judge had not, from those who see the argument quite differently."""
    mine, alert = composite_of(ask, own.scores), ask.judge.simulation.alertness
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


def _outvoted(others: Sequence[Peer], mine: float) -> bool:
    views = [other.composite for other in others]
    if len(views) < 2 or max(views) - min(views) > _ALIKE:
        return False
    return min(views) - mine >= _FAR or mine - max(views) >= _FAR


def _toward(scores: Mapping[str, int], others: Sequence[Peer], share: float) -> dict[str, int]:
    means = {key: sum(one.entry.scores[key] for one in others) / len(others) for key in scores}
    return {key: round(value + share * (means[key] - value)) for key, value in scores.items()}


def reviewing_anew(ask: ReviewingAnew, seed: int, call: str) -> dict[str, object]:
    taken = _taken_up(ask, seed)
    findings = [*ask.own.findings, *taken][:FINDINGS_ASKED]
    because = {one.dimension: one.quote for one in reversed(taken)}
    scores = {key: _score(ask, key, because, (seed, call)) for key in ask.rubric.keys}
    verdict = _verdict(ask, taken, findings, seed)
    if taken and verdict != ask.own.verdict:
        because[VERDICT] = taken[0].quote
    moved = [key for key in ask.rubric.keys if scores[key] != ask.own.scores[key]]
    moved += [VERDICT] if verdict != ask.own.verdict else []
    missed = [
        say(Random(0), "review", "missed", quote=one.quote, dimension=one.dimension) for one in taken[:1]
    ]
    return {
        "findings": [one.model_dump() for one in findings],
        "scores": scores,
        "remediation": list(ask.own.remediation) or [one.remediation for one in taken if one.remediation],
        "rationale": " ".join([ask.own.rationale, *missed]),
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
            drawn = chance(seed, ask.reviewer.name, "taken", one.dimension, one.quote).random()
            if lower and one.severity != "minor" and drawn < ask.reviewer.simulation.openness:
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
    return _slip(own, scale, rng, _REVIEW_SLIPS)


def _verdict(ask: ReviewingAnew, taken: list[Finding], findings: list[Finding], seed: int) -> Verdict:
    """By its findings, never milder; else one step toward what most others say, as far as it conforms."""
    own = VERDICTS.index(ask.own.verdict)
    if taken:
        return VERDICTS[max(own, VERDICTS.index(verdict_of([one.severity for one in findings])))]
    votes = Counter(peer.sheet.verdict for peer in ask.peers)
    if ask.probe in ("reasons", "planted") or not votes:
        return ask.own.verdict
    most, count = votes.most_common(1)[0]
    drawn = chance(seed, ask.reviewer.name, ask.number, ask.probe, "verdict").random()
    if 2 * count <= len(ask.peers) or drawn >= ask.reviewer.simulation.conformity:
        return ask.own.verdict
    toward = VERDICTS.index(most)
    return VERDICTS[own + (toward > own) - (toward < own)]
