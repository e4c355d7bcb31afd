"""The books of phrases: read from TOML, put into words by a call's own chance; each phrase has its tag."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from debate_core.domain.rubric import Scale
from debate_core.domain.wording import capital

_EITHER = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(?:(\d+)(?:\.(\d))?-(\d+)(?:\.(\d))?|([\w.\-]+))\}([.,]?)")
_ENDED = tuple(f"{mark}”" for mark in ".!?…。！？")
_BETWEEN = re.compile(r"(?<=[.?!。？！])\s+(?![^“]{0,300}”)|\n+")
_LONGEST_QUOTE, _MOST_WORDS = 300, 45

Case = dict[str, str]
"""One reason: see `material/cases.toml` for its lines."""
CLAUSES = ("why", "so", "seen", "limit", "gap", "answer")


def book(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "material" / f"{name}.toml").read_text(encoding="utf-8"))


PHRASES, TABLES = book("phrases"), book("tables")
RULES = {
    table: {name: re.compile(pattern, re.I) for name, pattern in rules.items()}
    for table, rules in book("rules").items()
}
POOLS: dict[str, dict[str, list[Case]]] = book("cases") | book("themes")
PILES = {f"{pool}.{side}": cases for pool, sides in POOLS.items() for side, cases in sides.items()}
CASES = {f"{pile}.{n}": case for pile, cases in PILES.items() for n, case in enumerate(cases)}
for name, case in CASES.items():
    case["name"] = name


def chance(*names: object) -> Random:
    """A source of chance derived from `names` alone."""
    words = "\x1f".join(str(name) for name in names).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(hashlib.sha256(words).digest()[:8], "big"))


def summed(table: Mapping[str, float], features: Mapping[str, float]) -> float:
    return sum(weight * features[name] for name, weight in table.items() if name in features)


def on_scale(points: float, scale: Scale) -> int:
    return round(min(float(scale.high), max(float(scale.low), points)))


def reread(points: int, scale: Scale, rng: Random, share: float) -> int:
    """A score at another reading: now and then a point higher or lower."""
    return on_scale(points + (rng.choice((-1, 1)) if rng.random() < share else 0), scale)


def render(template: str, rng: Random, slots: Mapping[str, str]) -> str:
    """A phrase in words. `{Name}` begins with a capital, `{NAME}` is all capitals.

    >>> render("{It} costs {3-3} [coins|coins].", Random(1), {"it": "the proposal"})
    'The proposal costs 3 coins.'
    """

    def filled(slot: re.Match[str]) -> str:
        low, tenth, high, top, name, mark = slot.groups()
        if not name:
            drawn = rng.randint(int(f"{low}{tenth or ''}"), int(f"{high}{top or ''}"))
            return f"{drawn / 10:.1f}{mark}" if tenth else f"{drawn}{mark}"
        value = slots[name.lower()]
        value = value.upper() if name.isupper() else capital(value) if name[0].isupper() else value
        # A quotation that brings its own full stop needs no second one.
        return value if mark == "." and value.endswith(_ENDED) else value + mark

    return _SLOT.sub(filled, _EITHER.sub(lambda either: rng.choice(either[1].split("|")), template))


def say(rng: Random, table: str, key: str, **slots: str) -> str:
    among = PHRASES[table][key]
    return render(among if isinstance(among, str) else rng.choice(among), rng, slots)


def quotation(text: str, otherwise: str) -> str:
    """A whole sentence as a quotation, or `otherwise` where it is too long: cutting could lose a *not*."""
    first = next(iter(sentences(text)), "")
    words = " ".join(first.replace("“", "‘").replace("”", "’").split()).rstrip(".")
    fits = words and len(words) <= _LONGEST_QUOTE and len(words.split()) <= _MOST_WORDS
    return f"“{words}”" if fits and any(char.isalnum() for char in words) else otherwise


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order; what stands in quotation marks is never a sentence of its own."""
    return [part.strip() for part in _BETWEEN.split(text) if part.strip()]


def variants(template: str) -> list[str]:
    parts = _EITHER.split(template)
    return ["".join(way) for way in product(*(part.split("|") for part in parts))]


def tags_of(wording: str, text: str, name: str, slots: Mapping[str, str]) -> dict[str, str]:
    """The tags of each sentence of a phrase in words: its own, and those of the clauses of a case put into it."""
    lines, parts = sentences(text), sentences(wording)
    parts = parts if len(parts) == len(lines) else [wording] * len(lines)
    own = f"{name}@{slots['n']}" if "n" in slots else name
    put = [[slot[4].lower() for slot in _SLOT.findall(part)] for part in parts]
    tags = [[own, *(f"case:{slot}@{slots['case']}" for slot in one if slot in CLAUSES)] for one in put]
    return dict(zip(lines, map(" ".join, tags), strict=True))
