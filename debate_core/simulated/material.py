"""What the simulated speakers can say: cases, each one argument's mechanism, found for a topic by its words.

Knows the files beside it, no side's strength and no judge. Invariant: for every topic there are at least eight cases on
each side, none on both.

A case: `claim` (variants), `why` (the cause), `so` (process and consequence), `measure` (what would show it),
`seen` (an invented result), `limit` (where it stops), `gap` (the step an opponent doubts), `answer` (what an
opponent says). Cases of a *theme* speak of a thing, such as homework; where the topic would ban that thing they
change sides.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from debate_core.simulated.phrasing import content_words
from debate_core.simulated.proposition import Proposition, propose
from debate_core.transcript import Side, Topic, opponent

_HERE = Path(__file__).parent / "material"
_ALL_FIELDS = (
    "education",
    "law",
    "city",
    "health",
    "family",
    "technology",
    "work",
    "environment",
    "security",
    "culture",
)
_FIELDS = tuple(name for name in _ALL_FIELDS if (_HERE / f"{name}.toml").exists())
_WEIGHT = {"theme": 7.0, "action": 2.4, "field": 2.2, "second": 1.2, "claim": 1.6, "general": 0.4}
_PUBLIC = frozenset(
    {"work", "law", "city", "security"}
)  # fields that have nothing to say of one person's own life
_BESIDE_A_THEME = 0.3  # how much less readily the rest is chosen where a theme fits
_GOOD_FOR_NOBODY = re.compile(r"\w+s (nobody|no one|nothing)\b|\bbe no\b|\bno more\b")
_AGAINST_THE_THING = re.compile(
    r"\b(ban\w*|abolish\w*|end|ending|stop\w*|scrap\w*|remov\w*|drop\w*|prohibit\w*|"
    r"limit\w*|reduc\w*|cut|cutting|"
    r"restrict\w*|phas\w+ out|against|forbid\w*|outlaw\w*|eliminat\w*|quit|without|less|"
    r"fewer|delet\w*|close|closing|"
    r"discontinu\w*|instead of|get rid of|privatis\w*|repeal\w*)\b"
)


@dataclass(frozen=True, kw_only=True)
class People:
    """Who and where a field's invented evidence comes from."""

    who: str
    sites: tuple[str, ...]
    studies: tuple[str, ...]
    voices: tuple[str, ...]
    authorities: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One argument's mechanism. `weight` is how readily it is chosen."""

    side: Side
    claim: tuple[str, ...]
    why: str
    so: str
    measure: str
    seen: str
    limit: str
    gap: str
    answer: str
    weight: float

    @cached_property
    def core(self) -> frozenset[str]:
        """The words to recognise it by."""
        return content_words(" ".join((*self.claim, self.why, self.measure)))

    @cached_property
    def shortest(self) -> int:
        """How many of them its barest form holds."""
        return len(content_words(f"{self.claim[0]} {self.measure}"))


@dataclass(frozen=True, kw_only=True)
class Pool:
    """All cases of a topic, and its field's people."""

    cases: tuple[Case, ...]
    people: People

    def of(self, side: Side) -> tuple[Case, ...]:
        """One side's cases."""
        return tuple(case for case in self.cases if case.side == side)


@cache
def phrases() -> dict[str, list[str]]:
    """The turns of phrase, by name."""
    return dict(_read("phrases"))


def choose(cases: tuple[Case, ...], count: int, rng: Random) -> list[Case]:
    """`count` different cases, or all there are, the fitting ones more often."""
    keyed = sorted(cases, key=lambda case: rng.random() ** (1.0 / case.weight), reverse=True)
    return keyed[:count]


@lru_cache(maxsize=64)
def pool_for(topic: Topic) -> Pool:
    """The cases that fit a topic, on the side of the proposition they support."""
    proposition = propose(topic.text)
    said = " ".join(topic.text[:300].lower().split())
    theme = next((t for t in _read("themes").get("theme", ()) if re.search(t["match"], said)), None)
    fields = _fields_of(said) or _fields_of(topic.background[:2000].lower())
    if theme:
        fields = [theme["field"]]
    found = _around(proposition, said, fields)
    if theme:
        found = [replace(case, weight=case.weight * _BESIDE_A_THEME) for case in found]
        # A theme speaks of its thing in its own words, so whoever is against the thing has the other side's cases.
        denied = proposition.negated and proposition.kind == "change"
        found += _cases(theme["case"], "theme", _flips(theme, said) != denied)
    if proposition.negated and proposition.kind != "change":
        found = [replace(case, side=opponent(case.side)) for case in found]
    if proposition.claimed:
        # These speak of the statement as it stands, so a negative one does not turn them round.
        found += _cases(_read("claims")["case"], "general" if theme else "claim", False)
    spoken_of = "claims" if proposition.claimed and not proposition.weighs else "general"
    people = _read(fields[0] if fields else spoken_of)["people"] | (theme or {}).get("people", {})
    return Pool(cases=tuple(found), people=_people(people))


def _around(proposition: Proposition, said: str, fields: list[str]) -> list[Case]:
    """The cases of the topic's fields and of the kind of step it proposes."""
    if proposition.claimed and not proposition.weighs:
        return []
    found: list[Case] = []
    if not proposition.claimed:
        found += _cases(_read("general")["case"], "general", False)
        for action in _read("actions")["action"]:
            if not proposition.negated and _proposes(proposition, action, said):
                found += _cases(action["case"], "action", False)
    if proposition.personal:
        fields = [name for name in fields if name not in _PUBLIC]
    for field, origin in zip(fields[:2], ("field", "second"), strict=False):
        found += _cases(_read(field)["case"], origin, False)
    return found


def _proposes(proposition: Proposition, action: dict[str, Any], said: str) -> bool:
    """Whether a topic proposes this kind of step."""
    if action["name"] == "choose":
        return proposition.kind == "contest"
    if action["name"] == "personal":
        return proposition.personal
    return re.search(action["match"], said) is not None


def _flips(theme: dict[str, Any], said: str) -> bool:
    against = bool(_AGAINST_THE_THING.search(said)) and not theme.get("fixed", False)
    against = against != bool(_GOOD_FOR_NOBODY.search(said))
    return against != bool("reverse" in theme and re.search(theme["reverse"], said))


def _fields_of(said: str) -> list[str]:
    """The fields whose words occur, the most first."""
    matches = {name: len(set(re.findall(_read(name)["match"], said))) for name in _FIELDS}
    return sorted((name for name in _FIELDS if matches[name]), key=lambda name: -matches[name])


def _cases(rows: list[dict[str, Any]], origin: str, flipped: bool) -> list[Case]:
    found = []
    for row in rows:
        side: Side = row["side"]
        values = {key: value for key, value in row.items() if key not in ("side", "claim")}
        turned = opponent(side) if flipped else side
        found.append(Case(side=turned, claim=tuple(row["claim"]), weight=_WEIGHT[origin], **values))
    return found


def _people(row: dict[str, Any]) -> People:
    lists = ("sites", "studies", "voices", "authorities")
    return People(who=row["who"], **{key: tuple(row[key]) for key in lists})


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))
