"""A simulated reviewer: what it notices of a text's weaknesses, as one book has them, then its declared severity and
noise. Every quote stands in the text to the letter."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import Any

from debate_core.artifact import SEVERITIES, Artifact, Reviewer, Severity, Verdict
from debate_core.asks.artifact_review import FINDINGS_ASKED, ArtifactReview
from debate_core.rubric import Scale
from debate_core.simulated.phrases import BOOKS, chance, render

MOST_OF_A_KIND = 3
MOST_LOOKED_AT = 30  # different words of a kind that are held against the whole text
_STOP = re.compile(r"(?<=[.!?;])[ \t]+")
_MARKS = re.compile(r"[\s#>*+|-]*(?:\d+(?:\.\d+)*[.)]?[ \t]+)?")  # of headings, lists and numbered clauses
_SPANS = r"(\d+|one|two|three|four|five|six|seven|eight|ten|twelve) (days?|weeks?|months?|years?)"
_KEPT = re.compile(
    rf"\b([A-Za-z]+(?: [a-z]+)?) (?:is|are|must be|will be|shall be) (?:kept|retained|stored|deleted|destroyed|erased)"
    rf"\b[^.\n]{{0,60}}?\b{_SPANS}\b"
)
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
class Kind:
    dimension: str
    severity: Severity
    what: str
    remedy: str


@dataclass(frozen=True, kw_only=True)
class Weakness:
    """One weakness. `hit`: the very words; `sentence`: around them; `clause`: from them on."""

    kind: Kind
    hit: str = ""
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
    for words in (reviewer.domain, reviewer.name):
        for pattern, dimensions in _FOCUS.items():
            if re.search(pattern, words, re.IGNORECASE):
                return dimensions
    return ()


def _notice(ask: ArtifactReview, rng: Random) -> list[Noticed]:
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
    mapped = scale.low + (points - 1) / 2 * scale.width
    return round(min(float(scale.high), max(float(scale.low), mapped)))


def verdict_of(severities: Sequence[Severity]) -> Verdict:
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


@dataclass(frozen=True, kw_only=True)
class _Rule:
    """How a kind is told; `code`: of code alone, or of documents alone; None of both."""

    kind: Kind
    find: re.Pattern[str] | None
    unless: str
    about: re.Pattern[str] | None
    missing: re.Pattern[str] | None
    code: bool | None


def _rule(entry: dict[str, Any]) -> _Rule:
    flags = re.NOFLAG if entry.get("cased") else re.IGNORECASE
    patterns = {
        name: re.compile(entry[name], flags) if name in entry else None
        for name in ("find", "about", "missing")
    }
    return _Rule(
        kind=Kind(**{name: entry[name] for name in ("dimension", "severity", "what", "remedy")}),
        unless=entry.get("unless", ""),
        code={"code": True, "text": False}.get(entry["in"]),
        **patterns,
    )


@cache
def _rules() -> tuple[_Rule, ...]:
    book = tomllib.loads((BOOKS / "weaknesses.toml").read_text(encoding="utf-8"))
    return tuple(_rule(entry) for entry in book["weakness"])


@lru_cache(maxsize=8)
def weaknesses(artifact: Artifact) -> tuple[Weakness, ...]:
    """All that the book finds in an artifact, in its order; at most three of a kind."""
    code = artifact.media == "source"
    found: list[Weakness] = []
    for rule in _rules():
        if rule.code in (None, code):
            found += islice(_of_rule(rule, artifact.text), MOST_OF_A_KIND)
    return (*found, *([] if code else _contradicting(artifact.text)))


def _of_rule(rule: _Rule, text: str) -> Iterator[Weakness]:
    if rule.missing and rule.about:
        if rule.about.search(text) and not rule.missing.search(text):
            yield Weakness(kind=rule.kind)
        return
    hits: dict[str, re.Match[str]] = {}
    for match in rule.find.finditer(text) if rule.find else ():
        hits.setdefault(" ".join(match[0].split()).casefold(), match)
    for match in islice(hits.values(), MOST_LOOKED_AT):
        hit = " ".join(match[0].split())
        if not (rule.unless and re.search(rule.unless.replace("{hit}", re.escape(hit)), text, re.IGNORECASE)):
            yield _weakness(rule.kind, hit, text, match)


def _weakness(kind: Kind, hit: str, text: str, match: re.Match[str]) -> Weakness:
    begin, end = _sentence(text, match.start(), match.end())
    return Weakness(kind=kind, hit=hit, sentence=text[begin:end], clause=text[match.start() : end])


def _sentence(text: str, begin: int, end: int) -> tuple[int, int]:
    first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
    last = len(text) if last < 0 else last
    stops = [stop.end() for stop in _STOP.finditer(text, first, begin)]
    first = max([first, *stops])
    after = _STOP.search(text, end, last)
    last = after.start() if after else last
    marks = _MARKS.match(text, first, begin)
    first = marks.end() if marks else first
    return first, first + len(text[first:last].rstrip(" \t|*"))


def _contradicting(text: str) -> Iterator[Weakness]:
    """Two periods for keeping one and the same thing."""
    said: dict[str, re.Match[str]] = {}
    for match in _KEPT.finditer(text):
        subject = match[1].split()[-1].casefold()
        earlier = said.setdefault(subject, match)
        if earlier[2].casefold() != match[2].casefold() or earlier[3].rstrip("s") != match[3].rstrip("s"):
            period, other = (f"{one[2]} {one[3]}" for one in (match, earlier))
            kind = Kind(
                dimension="correctness",
                severity="critical",
                what=f"Here it is {period} for “{subject}”, elsewhere {other}: both can't hold.",
                remedy=f"Decide which period holds for “{subject}”, and say it in one place only.",
            )
            yield _weakness(kind, subject, text, match)
