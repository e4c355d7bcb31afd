"""The books of phrases: read from TOML, put into words by a call's own chance; each phrase has its tag."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from debate_core.domain.rubric import Scale

_EITHER = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(?:(\d+)(?:\.(\d))?-(\d+)(?:\.(\d))?|([\w.\-]+))\}([.,]?)")
_ENDED = tuple(f"{mark}”" for mark in ".!?…。！？")
_BETWEEN = re.compile(r"(?<=[.?!。？！])\s+(?![^“]{0,300}”)|\n+")
_LONGEST_QUOTE, _MOST_WORDS = 300, 45


class Case(NamedTuple):
    """One reason: see `material/cases.toml` for its lines."""

    claim: str
    why: str
    so: str
    seen: str
    limit: str
    gap: str
    answer: str
    name: str
    needs: str = ""


FIELDS = Case._fields[:-2]


def book(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "material" / f"{name}.toml").read_text(encoding="utf-8"))


PHRASES, TABLES = book("phrases"), book("tables")
RULES = {
    table: {name: re.compile(pattern, re.I) for name, pattern in rules.items()}
    for table, rules in book("rules").items()
}
POOLS = {
    pool: {
        side: tuple(Case(**entry, name=f"{pool}.{side}.{n}") for n, entry in enumerate(entries))
        for side, entries in sides.items()
    }
    for pool, sides in (book("cases") | book("themes")).items()
}
CASES = {case.name: case for sides in POOLS.values() for cases in sides.values() for case in cases}


def chance(*names: object) -> Random:
    """A source of chance derived from `names` alone.

    >>> chance(1, "opening:pro").random() == chance(1, "opening:pro").random()
    True
    """
    words = "\x1f".join(str(name) for name in names).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(hashlib.sha256(words).digest()[:8], "big"))


def summed(table: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The sum of a table's features, each by its weight."""
    return sum(weight * features[name] for name, weight in table.items() if name in features)


def reread(points: int, scale: Scale, rng: Random, share: float) -> int:
    """A score at another reading: now and then a point higher or lower."""
    slip = rng.choice((-1, 1)) if rng.random() < share else 0
    return min(scale.high, max(scale.low, points + slip))


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
        value = (
            value.upper() if name.isupper() else value[:1].upper() + value[1:] if name[0].isupper() else value
        )
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
    """The tags of each sentence of a phrase in words: its own, and those of the clauses of a case put into it.

    >>> tags_of("Yes. {Why}.", "Yes. It pays.", "frame:half", {"case": "deed.pro.1"})
    {'Yes.': 'frame:half', 'It pays.': 'frame:half case:why@deed.pro.1'}
    """
    lines, parts = sentences(text), sentences(wording)
    parts = parts if len(parts) == len(lines) else [wording] * len(lines)
    own = f"{name}@{slots['n']}" if "n" in slots else name
    put = [[slot[4].lower() for slot in _SLOT.findall(part)] for part in parts]
    tags = [[own, *(f"case:{slot}@{slots['case']}" for slot in one if slot in FIELDS)] for one in put]
    return dict(zip(lines, map(" ".join, tags), strict=True))
