"""A simulated reviewer: what it notices of a text's weaknesses, as one book has them, then its declared severity and
noise. Every quote stands in the text to the letter."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import Any

from debate_core.artifact import SEVERITIES, Artifact, Severity, Verdict
from debate_core.asks.artifact_review import FINDINGS_ASKED, ArtifactReview
from debate_core.simulated.phrases import RULES, book, chance, render, say

MOST_OF_A_KIND = 3
MOST_LOOKED_AT = 30  # different words of a kind that are held against the whole text
_STOP = re.compile(r"(?<=[.!?;])[ \t]+")
_MARKS = re.compile(r"[\s#>*+|-]*(?:\d+(?:\.\d+)*[.)]?[ \t]+)?")  # of headings, lists and numbered clauses
_BURDEN: dict[Severity, float] = {
    "minor": 0.15,
    "major": 0.5,
    "critical": 1.1,
}  # taken from a dimension's points
_BEST = 2.9
_WHOLE = 0.6  # how often a whole sentence is quoted, not its last part


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of weakness, as `material/weaknesses.toml` has it; its patterns and where they are looked for."""

    dimension: str
    severity: Severity
    what: str
    remedy: str
    media: str
    find: re.Pattern[str] | None
    about: re.Pattern[str] | None
    missing: re.Pattern[str] | None
    unless: str = ""
    twice: bool = False


@dataclass(frozen=True, kw_only=True)
class Weakness:
    """One weakness. `slots`: the words that it is told with; `sentence`: around the hit; `clause`: from it on."""

    kind: Kind
    slots: Mapping[str, str]
    sentence: str = ""
    clause: str = ""


@dataclass(frozen=True, kw_only=True)
class Noticed:
    weakness: Weakness
    severity: Severity
    confidence: float
    quote: str


def artifact_review(ask: ArtifactReview, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "review", ask.artifact.sha256)
    noticed = sorted(_notice(ask, rng), key=lambda one: SEVERITIES.index(one.severity))[:FINDINGS_ASKED]
    scores = {key: _score(key, noticed, ask, rng) for key in ask.rubric.keys}
    verdict = verdict_of(tuple(one.severity for one in noticed))
    findings = [_finding(one, rng) for one in noticed]
    remedies = (one["remediation"] for one in findings if one["severity"] != "minor")
    return {
        "findings": findings,
        "scores": scores,
        "remediation": list(dict.fromkeys(remedies))[:4],
        "rationale": _rationale(noticed, verdict),
        "verdict": verdict,
        "confidence": round(min(0.95, 0.55 + 0.04 * len(noticed)), 2) if noticed else 0.4,
    }


def _finding(one: Noticed, rng: Random) -> dict[str, object]:
    kind, slots = one.weakness.kind, one.weakness.slots
    return {
        "quote": one.quote,
        "dimension": kind.dimension,
        "severity": one.severity,
        "confidence": one.confidence,
        "what": render(kind.what, rng, slots),
        "remediation": render(kind.remedy, rng, slots),
    }


def _notice(ask: ArtifactReview, rng: Random) -> Iterator[Noticed]:
    reviewer, declared = ask.reviewer, ask.reviewer.simulation
    fields = (
        keys
        for words in (reviewer.domain, reviewer.name)
        for keys, of in RULES["field"].items()
        if of.search(words)
    )
    focus = next(fields, "").split()
    for weakness in weaknesses(ask.artifact):
        near, rank = weakness.kind.dimension in focus, 2 - SEVERITIES.index(weakness.kind.severity)
        seen = rng.random() < (declared.alertness if near else declared.alertness * 0.5)
        felt = rank + 0.8 * declared.severity + rng.gauss(0, declared.noise) + 0.2 * near
        sure = 0.58 + 0.1 * rank + 0.12 * near + rng.gauss(0, 0.06)
        whole = rng.random() < _WHOLE
        if seen and weakness.kind.dimension in ask.rubric.keys:
            yield Noticed(
                weakness=weakness,
                severity=SEVERITIES[2 - round(min(2.0, max(0.0, felt)))],
                confidence=round(min(0.97, max(0.3, sure)), 2),
                quote=weakness.sentence if whole else weakness.clause,
            )


def _score(key: str, noticed: list[Noticed], ask: ArtifactReview, rng: Random) -> int:
    """The best score less what was noticed on that dimension, less its severity; on the rubric's scale."""
    declared, scale = ask.reviewer.simulation, ask.rubric.scale
    burden = sum(_BURDEN[one.severity] for one in noticed if one.weakness.kind.dimension == key)
    points = _BEST - burden - declared.severity + rng.gauss(0, declared.noise)
    mapped = scale.low + (points - 1) / 2 * scale.width
    return round(min(float(scale.high), max(float(scale.low), mapped)))


def verdict_of(severities: Sequence[Severity]) -> Verdict:
    grave, middling = severities.count("critical"), severities.count("major")
    if grave > 2 or (grave > 1 and middling > 1):
        return "FAIL"
    return "CONDITIONAL" if grave or middling or len(severities) > 2 else "PASS"


def _rationale(noticed: list[Noticed], verdict: Verdict) -> str:
    """What it thinks of the whole; `noticed` begins with the gravest."""
    if not noticed:
        return say(Random(0), "review", "none")
    worst, grave = noticed[0], sum(one.severity == "critical" for one in noticed)
    slots = {
        "count": "one finding" if len(noticed) == 1 else f"{len(noticed)} findings",
        "grave": f", {grave} of them critical" if grave else "",
        "dimension": worst.weakness.kind.dimension,
        "where": f" in “{worst.quote}”" if 0 < len(worst.quote) <= 160 else "",
    }
    return f"{say(Random(0), 'review', 'gravest', **slots)} {say(Random(0), 'review', verdict.lower())}"


def _kind(entry: dict[str, Any]) -> Kind:
    flags = re.NOFLAG if entry.get("cased") else re.IGNORECASE
    fields = {name: value for name, value in entry.items() if name not in ("in", "cased")}
    for name in ("find", "about", "missing"):
        fields[name] = re.compile(entry[name], flags) if name in entry else None
    return Kind(media=entry["in"], **fields)


@cache
def _kinds() -> tuple[Kind, ...]:
    return tuple(_kind(entry) for entry in book("weaknesses")["weakness"])


@lru_cache(maxsize=8)
def weaknesses(artifact: Artifact) -> tuple[Weakness, ...]:
    """All that the book finds in an artifact, in its order; at most three of a kind."""
    media = "code" if artifact.media == "source" else "text"
    every = ((kind, _of(kind, artifact.text)) for kind in _kinds() if kind.media in ("any", media))
    return tuple(one for kind, of in every for one in (of if kind.twice else islice(of, MOST_OF_A_KIND)))


def _of(kind: Kind, text: str) -> Iterator[Weakness]:
    if kind.missing and kind.about:
        if kind.about.search(text) and not kind.missing.search(text):
            yield Weakness(kind=kind, slots={"hit": ""})
        return
    matches = kind.find.finditer(text) if kind.find else iter(())
    if kind.twice:
        yield from _contradicting(kind, text, matches)
        return
    hits: dict[str, re.Match[str]] = {}
    for match in matches:
        hits.setdefault(" ".join(match[0].split()).casefold(), match)
    for match in islice(hits.values(), MOST_LOOKED_AT):
        hit = " ".join(match[0].split())
        if not (kind.unless and re.search(kind.unless.replace("{hit}", re.escape(hit)), text, re.IGNORECASE)):
            yield _weakness(kind, text, match, hit=hit)


def _contradicting(kind: Kind, text: str, matches: Iterator[re.Match[str]]) -> Iterator[Weakness]:
    """Two periods for one and the same thing: the subject, the number and the unit are what a match holds."""
    first: dict[str, re.Match[str]] = {}
    for match in matches:
        subject = match[1].split()[-1].casefold()
        earlier = first.setdefault(subject, match)
        if earlier[2].casefold() != match[2].casefold() or earlier[3].rstrip("s") != match[3].rstrip("s"):
            period, other = (f"{one[2]} {one[3]}" for one in (match, earlier))
            yield _weakness(kind, text, match, hit=subject, period=period, other=other)


def _weakness(kind: Kind, text: str, match: re.Match[str], **slots: str) -> Weakness:
    begin, end = _sentence(text, match.start(), match.end())
    return Weakness(kind=kind, slots=slots, sentence=text[begin:end], clause=text[match.start() : end])


def _sentence(text: str, begin: int, end: int) -> tuple[int, int]:
    first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    first = max([first, *(stop.end() for stop in _STOP.finditer(text, first, begin))])
    after = _STOP.search(text, end, last)
    last = after.start() if after else last
    marks = _MARKS.match(text, first, begin)
    first = marks.end() if marks else first
    return first, first + len(text[first:last].rstrip(" \t|*"))
