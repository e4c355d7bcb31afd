"""A simulated reviewer: what it notices of a text's weaknesses, then its declared severity and noise.

Knows weaknesses and the reviewer's declaration. Invariant: every quote stands in the artifact to the letter; scores,
findings and verdict follow from one and the same list of what was noticed, so that they fit each other; where nothing
was found it says that this is no sign of there being nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from debate_core.artifact import SEVERITIES, Reviewer, Severity, Verdict
from debate_core.asks.artifact_review import FINDINGS_ASKED, ArtifactReview
from debate_core.rubric import Scale
from debate_core.simulated.chance import chance
from debate_core.simulated.phrases import render
from debate_core.simulated.weaknesses import Weakness, weaknesses

_FOCUS = {
    "architect|technical|design|system": ("correctness", "completeness"),
    "complian|legal|law|audit|regulat|privacy": ("compliance", "verifiability"),
    "secur|risk|threat": ("security", "compliance"),
    "quality|qa|test": ("verifiability", "clarity"),
    "domain|expert|field|user|business": ("correctness", "clarity"),
}
_RANK: dict[Severity, int] = {"minor": 0, "major": 1, "critical": 2}
_BURDEN: dict[Severity, float] = {
    "minor": 0.15,
    "major": 0.5,
    "critical": 1.1,
}  # points taken from a dimension
_BEST = 2.9
_WHOLE = 0.6  # how often a whole sentence is quoted, not its last part


@dataclass(frozen=True, kw_only=True)
class Noticed:
    """One weakness as one reviewer sees it."""

    weakness: Weakness
    severity: Severity
    confidence: float
    quote: str


def artifact_review(ask: ArtifactReview, seed: int, call: str) -> dict[str, object]:
    """The answer to an `ArtifactReview`, in the form it asks for."""
    rng = chance(seed, call, "review", ask.artifact.sha256)
    noticed = sorted(_notice(ask, rng), key=lambda one: -_RANK[one.severity])[:FINDINGS_ASKED]
    scores = {key: _score(key, noticed, ask, rng) for key in ask.rubric.keys}
    verdict = verdict_of(tuple(one.severity for one in noticed))
    told = [(one, *_words(one, rng)) for one in noticed]
    return {
        "findings": [
            {
                "quote": one.quote,
                "dimension": one.weakness.kind.dimension,
                "severity": one.severity,
                "confidence": one.confidence,
                "what": what,
                "remediation": remedy,
            }
            for one, what, remedy in told
        ],
        "scores": scores,
        "remediation": list(dict.fromkeys(remedy for one, _, remedy in told if one.severity != "minor"))[:4],
        "rationale": _rationale(noticed, verdict),
        "verdict": verdict,
        "confidence": _sure(noticed),
    }


def _focus(reviewer: Reviewer) -> tuple[str, ...]:
    """The dimensions it looks at first, by its domain, then its name."""
    for words in (reviewer.domain, reviewer.name):
        for pattern, dimensions in _FOCUS.items():
            if re.search(pattern, words, re.IGNORECASE):
                return dimensions
    return ()


def _notice(ask: ArtifactReview, rng: Random) -> list[Noticed]:
    """What it notices; a weakness on a dimension that the rubric hasn't is none to it."""
    declared, focus = ask.reviewer.simulation, _focus(ask.reviewer)
    noticed = []
    for weakness in weaknesses(ask.artifact):
        near = weakness.kind.dimension in focus
        seen = rng.random() < (declared.alertness if near else declared.alertness * 0.5)
        felt = (
            _RANK[weakness.kind.severity]
            + 0.8 * declared.severity
            + rng.gauss(0, declared.noise)
            + 0.2 * near
        )
        sure = 0.58 + 0.1 * _RANK[weakness.kind.severity] + 0.12 * near + rng.gauss(0, 0.06)
        whole = rng.random() < _WHOLE
        if seen and weakness.kind.dimension in ask.rubric.keys:
            severity = SEVERITIES[2 - round(min(2.0, max(0.0, felt)))]
            noticed.append(
                Noticed(
                    weakness=weakness,
                    severity=severity,
                    confidence=round(min(0.97, max(0.3, sure)), 2),
                    quote=weakness.sentence if whole else weakness.clause,
                )
            )
    return noticed


def _score(key: str, noticed: list[Noticed], ask: ArtifactReview, rng: Random) -> int:
    """The best score less what was found on that dimension, less its severity; on the rubric's scale."""
    declared, scale = ask.reviewer.simulation, ask.rubric.scale
    burden = sum(_BURDEN[one.severity] for one in noticed if one.weakness.kind.dimension == key)
    return _on(scale, _BEST - burden - declared.severity + rng.gauss(0, declared.noise))


def _on(scale: Scale, points: float) -> int:
    """Points thought of on 1 to 3, on the scale."""
    mapped = scale.low + (points - 1) / 2 * scale.width
    return round(min(float(scale.high), max(float(scale.low), mapped)))


def verdict_of(severities: Sequence[Severity]) -> Verdict:
    """What findings of these severities come to."""
    grave, middling = severities.count("critical"), severities.count("major")
    if grave > 2 or (grave > 1 and middling > 1):
        return "FAIL"
    return "CONDITIONAL" if grave or middling or len(severities) > 2 else "PASS"


def _sure(noticed: list[Noticed]) -> float:
    if not noticed:
        return 0.4
    return round(min(0.95, 0.55 + 0.04 * len(noticed)), 2)


def _words(one: Noticed, rng: Random) -> tuple[str, str]:
    slots = {"hit": one.weakness.hit}
    return render(one.weakness.kind.what, rng, slots), render(one.weakness.kind.remedy, rng, slots)


def _rationale(noticed: list[Noticed], verdict: Verdict) -> str:
    if not noticed:
        return (
            "None of the weaknesses that this simulated reviewer knows to look for was found. It reads English and "
            "code by patterns only, so this is no sign that there are none."
        )
    worst = max(noticed, key=lambda one: _RANK[one.severity])
    where = f" in “{worst.quote}”" if 0 < len(worst.quote) <= 160 else ""
    count = "one finding" if len(noticed) == 1 else f"{len(noticed)} findings"
    grave = sum(one.severity == "critical" for one in noticed)
    told = f", {grave} of them critical" if grave else ""
    need = {
        "PASS": "Nothing in it keeps the text from being used.",
        "CONDITIONAL": "It can be used once what is listed is done.",
        "FAIL": "It needs more than single corrections.",
    }[verdict]
    return f"{count[0].upper()}{count[1:]}{told}. The gravest is one of {worst.weakness.kind.dimension}{where}. {need}"
