"""A simulated reviewer that has read the others: it mostly holds, takes up a finding that it had missed, and a little
moves without one.

Knows the text, sheets and what is declared of the reviewer: how open it is, how far it conforms to a majority.
Invariant: what it names as its reason are words of the text that another reviewer quoted and that it had not; one that
is neither open nor conforms moves by chance alone, as a reader does who reads again.
"""

from collections import Counter
from collections.abc import Mapping
from statistics import fmean

from debate_core.answers.quotes import find_quote
from debate_core.artifact import VERDICTS, Finding, Verdict
from debate_core.asks.artifact_review import FINDINGS_ASKED
from debate_core.asks.review_deliberation import ReviewingAnew
from debate_core.events import VERDICT
from debate_core.simulated.chance import chance
from debate_core.simulated.reviewers import verdict_of

_SLIPS = 0.03  # how often a score is given a point otherwise by merely reading again
_NEAR = 0.75  # of a point: others this close to the majority are of one view with it
Because = dict[str, str]


def reviewing_anew(ask: ReviewingAnew, seed: int, call: str) -> dict[str, object]:
    """The answer to a `ReviewingAnew`: a whole review, each change with what it is for."""
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


def review_probe(ask: ReviewingAnew, seed: int, call: str) -> dict[str, object]:
    """The same with what a probe shows."""
    return reviewing_anew(ask, seed, call)


def _taken_up(ask: ReviewingAnew, seed: int) -> list[Finding]:
    """What others found and quote, who score the dimension lower, that stands in the text and that this reviewer had
    not, where it is open to it; one finding a dimension, of the first that tells of it."""
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
    """A point lower for what it took up; else toward a majority of one other view, as far as it conforms, or by a
    slip."""
    own, scale, rng = ask.own.scores[key], ask.rubric.scale, chance(*names, "score", key)
    if key in because:
        return max(scale.low, own - 1)
    others = [peer.sheet.scores[ask.planted.get(key, key)] for peer in ask.peers]
    if ask.probe != "reasons" and len(others) > 1:
        mean = fmean(others)
        alike = sum(abs(one - mean) <= _NEAR for one in others) > len(others) / 2
        if alike and abs(mean - own) > _NEAR and rng.random() < ask.reviewer.simulation.conformity:
            return own + (1 if mean > own else -1)
    slip = rng.choice((-1, 1)) if rng.random() < _SLIPS else 0
    return min(scale.high, max(scale.low, own + slip))


def _verdict(ask: ReviewingAnew, taken: list[Finding], findings: list[Finding], seed: int) -> Verdict:
    """What its findings come to, once it took one up, and never milder; else its own, or one step toward what most
    others say, as far as it conforms."""
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
