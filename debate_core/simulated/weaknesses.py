"""What a simulated reviewer finds in a text: the weaknesses of one book, each with words that really stand there.

Knows words and patterns, of English documents and of code; not who reviews. Invariant: whatever is quoted stands in the
text to the letter, and a weakness that consists in something missing quotes nothing.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from debate_core.artifact import Artifact, Severity
from debate_core.simulated.phrases import BOOKS

MOST_OF_A_KIND = 3
MOST_LOOKED_AT = 30  # different words of a kind that are held against the whole text
_STOP = re.compile(r"(?<=[.!?;])[ \t]+")
_MARKS = re.compile(r"[\s#>*+|-]*(?:\d+(?:\.\d+)*[.)]?[ \t]+)?")  # of headings, lists and numbered clauses
_SPANS = r"(\d+|one|two|three|four|five|six|seven|eight|ten|twelve) (days?|weeks?|months?|years?)"
_KEPT = re.compile(
    rf"\b([A-Za-z]+(?: [a-z]+)?) (?:is|are|must be|will be|shall be) (?:kept|retained|stored|deleted|destroyed|erased)"
    rf"\b[^.\n]{{0,60}}?\b{_SPANS}\b"
)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What a weakness is, and what is said of it (`what` and `remedy` are phrases that may hold {hit})."""

    dimension: str
    severity: Severity
    what: str
    remedy: str


@dataclass(frozen=True, kw_only=True)
class _Rule:
    """How a kind is told; see the book. `code`: whether it is of code alone, or of documents alone; None of both."""

    kind: Kind
    find: re.Pattern[str] | None
    unless: str
    about: re.Pattern[str] | None
    missing: re.Pattern[str] | None
    code: bool | None


@dataclass(frozen=True, kw_only=True)
class Weakness:
    """One weakness of one text. `hit`: the very words; `sentence`: the sentence or line of code they stand in;
    `clause`: what of it follows from them on; all empty where something is missing."""

    kind: Kind
    hit: str = ""
    sentence: str = ""
    clause: str = ""


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
    """Where the sentence around a stretch begins and ends, within its lines and without the marks around it."""
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
