"""A simulated reviewer: what it notices of a text's weaknesses, as one book has them, or takes up from others."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from debate_core.answers.quotes import find_quote
from debate_core.calls.artifact_review import FINDINGS_ASKED, ArtifactReview, ReviewingAnew
from debate_core.domain.artifact import SEVERITIES, VERDICT, VERDICTS, Artifact, Finding, Severity, Verdict
from debate_core.simulated.phrases import RULES, TABLES, book, chance, on_scale, render, reread, say

MOST_OF_A_KIND = 3
MOST_LOOKED_AT = 30  # different words of a kind that are held against the whole text
_STOP = re.compile(r"(?<=[.!?;])[ \t]+")
_MARKS = re.compile(r"[\s#>*+|-]*(?:\d+(?:\.\d+)*[.)]?[ \t]+)?")  # of headings, lists and numbered clauses
_FIELDS = RULES["field"].items()
_BEST = 2.9
_WHOLE = 0.6  # how often a whole sentence is quoted, not its last part
_NEAR = 0.75  # points within which others are of one view
_SLIPS = 0.03  # how often reading again moves a score


class Weakness(NamedTuple):
    """One weakness. `kind`: its entry in the book; `slots`: what it is told with; `clause`: the sentence from it on."""

    kind: Mapping[str, Any]
    slots: Mapping[str, str]
    sentence: str = ""
    clause: str = ""


def artifact_review(ask: ArtifactReview, seed: int, call: str) -> dict[str, object]:
    rng, words = chance(seed, call, "review", ask.artifact.sha256), chance(seed, call, "words")
    every = sorted(_notice(ask, rng, words), key=lambda one: SEVERITIES.index(one.severity))
    noticed, scores = every[:FINDINGS_ASKED], {}
    for key in ask.rubric.keys:
        # The best score less what was noticed on that dimension, less the severity; on the rubric's scale.
        declared, scale = ask.reviewer.simulation, ask.rubric.scale
        burden = sum(TABLES["burden"][one.severity] for one in noticed if one.dimension == key)
        points = _BEST - burden - declared.severity + rng.gauss(0, declared.noise)
        scores[key] = on_scale(scale.low + (points - 1) / 2 * scale.width, scale)
    verdict = _verdict_of([one.severity for one in noticed])
    rationale = say(Random(0), "review", "none")
    if noticed:
        worst, grave = noticed[0], sum(one.severity == "critical" for one in noticed)
        count = "one finding" if len(noticed) == 1 else f"{len(noticed)} findings"
        counted = f"{count}, {grave} of them critical" if grave else count
        slots = {"count": counted, "dimension": worst.dimension}
        slots["where"] = f" in “{worst.quote}”" if 0 < len(worst.quote) <= 160 else ""
        rationale = (
            f"{say(Random(0), 'review', 'gravest', **slots)} {say(Random(0), 'review', verdict.lower())}"
        )
    remedies = dict.fromkeys(one.remediation for one in noticed if one.severity != "minor")
    return {
        "findings": [one.model_dump() for one in noticed],
        "scores": scores,
        "remediation": list(remedies)[:4],
        "rationale": rationale,
        "verdict": verdict,
        "confidence": round(min(0.95, 0.55 + 0.04 * len(noticed)), 2) if noticed else 0.4,
    }


def _notice(ask: ArtifactReview, rng: Random, words: Random) -> Iterator[Finding]:
    reviewer, declared = ask.reviewer, ask.reviewer.simulation
    fields = ((keys, of.search(name)) for name in (reviewer.domain, reviewer.name) for keys, of in _FIELDS)
    focus = next((keys for keys, fits in fields if fits), "").split()
    for one in weaknesses(ask.artifact):
        dimension, rank = one.kind["dimension"], 2 - SEVERITIES.index(one.kind["severity"])
        near = dimension in focus
        seen = rng.random() < (declared.alertness if near else declared.alertness * 0.5)
        felt = rank + 0.8 * declared.severity + rng.gauss(0, declared.noise) + 0.2 * near
        sure = 0.58 + 0.1 * rank + 0.12 * near + rng.gauss(0, 0.06)
        whole = rng.random() < _WHOLE
        if seen and dimension in ask.rubric.keys:
            yield Finding(
                quote=one.sentence if whole else one.clause,
                dimension=dimension,
                severity=SEVERITIES[2 - round(min(2.0, max(0.0, felt)))],
                confidence=round(min(0.97, max(0.3, sure)), 2),
                what=render(one.kind["what"], words, one.slots),
                remediation=render(one.kind["remedy"], words, one.slots),
            )


def _verdict_of(severities: Sequence[Severity]) -> Verdict:
    grave, middling = severities.count("critical"), severities.count("major")
    if grave > 2 or (grave > 1 and middling > 1):
        return "FAIL"
    return "CONDITIONAL" if grave or middling or len(severities) > 2 else "PASS"


@lru_cache(maxsize=8)
def weaknesses(artifact: Artifact) -> tuple[Weakness, ...]:
    """All that the book finds in an artifact, in its order; at most three of a kind."""
    other = "text" if artifact.media == "source" else "code"
    kinds = [kind for kind in book("weaknesses")["weakness"] if kind["in"] != other]
    return tuple(one for kind in kinds for one in islice(_of_kind(kind, artifact.text), MOST_OF_A_KIND))


def _of_kind(kind: Mapping[str, Any], text: str) -> Iterator[Weakness]:
    flags = re.NOFLAG if kind.get("cased") else re.IGNORECASE
    if "missing" in kind:
        if re.search(kind["about"], text, flags) and not re.search(kind["missing"], text, flags):
            yield Weakness(kind, {"hit": ""})
        return
    earlier: dict[str, re.Match[str]] = {}
    for match in re.finditer(kind["find"], text, flags):
        subject = " ".join(match["subject" if kind.get("twice") else 0].split())
        first = earlier.setdefault(subject.casefold(), match)
        slots, skips = {"hit": subject}, first is not match or len(earlier) > MOST_LOOKED_AT
        if kind.get("twice"):
            # Two periods for one and the same thing.
            slots = {"hit": subject.casefold(), "period": match["period"], "other": first["period"]}
            skips = slots["period"].casefold().rstrip("s") == slots["other"].casefold().rstrip("s")
        unless = kind.get("unless", "").replace("{hit}", re.escape(subject))
        if not skips and not (unless and re.search(unless, text, re.IGNORECASE)):
            begin, end = _sentence(text, match.start(), match.end())
            yield Weakness(kind, slots, text[begin:end], text[match.start() : end])


def _sentence(text: str, begin: int, end: int) -> tuple[int, int]:
    first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    first = max([first, *(stop.end() for stop in _STOP.finditer(text, first, begin))])
    after = _STOP.search(text, end, last)
    last = after.start() if after else last
    marks = _MARKS.match(text, first, begin)
    first = marks.end() if marks else first
    return first, first + len(text[first:last].rstrip(" \t|*"))


def reviewing_anew(ask: ReviewingAnew, seed: int, call: str) -> dict[str, object]:
    taken = _taken_up(ask, seed)
    findings = [*ask.own.findings, *taken][:FINDINGS_ASKED]
    because = {one.dimension: one.quote for one in taken}
    scores = {}
    for key in ask.rubric.keys:
        own, rng = ask.own.scores[key], chance(seed, call, "score", key)
        others = [peer.sheet.scores[ask.planted.get(key, key)] for peer in ask.peers]
        mean = fmean(others) if len(others) > 1 and ask.probe != "reasons" else own
        alike = sum(abs(one - mean) <= _NEAR for one in others) > len(others) / 2
        if key in because:
            scores[key] = max(ask.rubric.scale.low, own - 1)
        elif alike and abs(mean - own) > _NEAR and rng.random() < ask.reviewer.simulation.conformity:
            scores[key] = own + (1 if mean > own else -1)
        else:
            scores[key] = reread(own, ask.rubric.scale, rng, _SLIPS)
    # The verdict is by the findings, and never milder than it was.
    graver = _verdict_of([one.severity for one in findings]) if taken else ask.own.verdict
    verdict = max(ask.own.verdict, graver, key=VERDICTS.index)
    if taken and verdict != ask.own.verdict:
        because[VERDICT] = taken[0].quote
    moved = [key for key in ask.rubric.keys if scores[key] != ask.own.scores[key]]
    moved += [VERDICT] if verdict != ask.own.verdict else []
    first = taken[:1]
    missed = [say(Random(0), "review", "missed", quote=one.quote, dimension=one.dimension) for one in first]
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
    taken: dict[str, Finding] = {}
    shown = () if ask.probe in ("positions", "planted") else ask.peers
    for sheet, one in ((peer.sheet, one) for peer in shown for one in peer.sheet.findings):
        there = one.quote.strip() and find_quote(one.quote, ask.artifact.text) == "exact"
        new = there and one.dimension not in taken and find_quote(one.quote, ask.said) == "not_found"
        lower = sheet.scores.get(one.dimension, 0) < ask.own.scores.get(one.dimension, 0)
        drawn = chance(seed, ask.reviewer.name, "taken", one.dimension, one.quote).random()
        if new and lower and one.severity != "minor" and drawn < ask.reviewer.simulation.openness:
            taken[one.dimension] = one
    return list(taken.values())
