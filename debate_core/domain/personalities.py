"""The four archetypes, their twelve traits, and how pressure moves them."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from debate_core.domain.frozen import FrozenModel
from debate_core.domain.numerals import join_and
from debate_core.domain.options import Number
from debate_core.domain.wording import humanise, quoted

Archetype = Literal["engineer", "philosopher", "strategist", "provocateur"]
Trait = Literal[
    "analytical",
    "abstract",
    "curious",
    "rigorous",
    "composed",
    "confident",
    "empathic",
    "combative",
    "formal",
    "evidence_led",
    "figurative",
    "provocative",
]
Kind = Literal["cognitive", "emotional", "strategic", "credibility"]
Traits = Mapping[Trait, float]
TRAIT_LOW, TRAIT_HIGH = 1.0, 10.0
# Which traits each kind of pressure moves, and which way.
MOVES: Mapping[Kind, Mapping[Trait, int]] = {
    "cognitive": {"analytical": 1, "rigorous": 1},
    "credibility": {"evidence_led": 1, "figurative": -1},
    "emotional": {"composed": 1, "combative": -1},
    "strategic": {"curious": 1, "confident": 1, "provocative": -1},
}


class Pressure(FrozenModel):
    """What the live judge puts on the weaker side after a turn: 0 to 3 of each kind."""

    cognitive: int = Field(default=0, ge=0, le=3)
    emotional: int = Field(default=0, ge=0, le=3)
    strategic: int = Field(default=0, ge=0, le=3)
    credibility: int = Field(default=0, ge=0, le=3)

    def of(self, kind: Kind) -> int:
        return int(getattr(self, kind))


TRAITS: tuple[Trait, ...] = get_args(Trait)
KINDS: tuple[Kind, ...] = get_args(Kind)
TRAIT_WORDS = f"The traits are {join_and([humanise(trait) for trait in TRAITS])}"


class Personality(FrozenModel):
    """A manner: its traits at first, 1 to 10, which of them a debater set, and how far a unit of pressure moves one."""

    name: str
    described: str
    voice: str
    traits: Traits
    own: frozenset[Trait] = frozenset()
    elasticity: float = Field(ge=0, le=1)


_BOOK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PERSONALITIES: Mapping[Archetype, Personality] = {
    name: Personality.model_validate(_BOOK["archetypes"][name]) for name in get_args(Archetype)
}
_WORDS: Mapping[Trait, Mapping[str, str]] = _BOOK["traits"]
_POINTS = Number("A trait", low=TRAIT_LOW, high=TRAIT_HIGH)
_MIDDLE, _MARKED, _MAX, _MOVED = 5.5, 1.5, 6, 1.0


def drift(traits: Traits, pressure: Pressure, elasticity: float) -> dict[Trait, float]:
    """The traits after one turn's pressure: each moves by pressure × elasticity × its sign in `MOVES`, within 1 to 10.

    >>> moved = drift(PERSONALITIES["strategist"].traits, Pressure(cognitive=2), 0.6)
    >>> moved["analytical"], moved["rigorous"], moved["figurative"]
    (6.2, 6.2, 4.0)
    """
    moves = dict.fromkeys(traits, 0.0)
    for kind in KINDS:
        for trait, sign in MOVES[kind].items():
            moves[trait] += pressure.of(kind) * elasticity * sign
    # Rounded far below what shows, so that 3 + 0.7 + 0.7 is the 4.4 one works out by hand.
    return {
        trait: min(TRAIT_HIGH, max(TRAIT_LOW, round(value + moves[trait], 9)))
        for trait, value in traits.items()
    }


def own_traits(text: str, whose: str) -> dict[Trait, float]:
    """The traits that a debater's own setting names, 1 to 10. Raises ValueError for what is none; `whose` it is.

    >>> own_traits("Formal 9, evidence-led: 2.5", "PRO")
    {'formal': 9.0, 'evidence_led': 2.5}
    """
    own: dict[Trait, float] = {}
    expected = f"{whose}'s traits: expected"
    for part in filter(None, map(str.strip, re.split("[,;\n]", text))):
        *words, number = re.split(r"[\s:=]+", part.casefold())
        trait = next((one for one in TRAITS if one == "_".join(words).replace("-", "_")), None)
        if trait is None:
            raise ValueError(f"{expected} them as in 'formal 9', got {quoted(part)}. {TRAIT_WORDS}")
        value = _POINTS.read(number)
        if not _POINTS.allows(value):
            raise ValueError(f"{expected} {_POINTS.expected_text}, got {quoted(part)}")
        if trait in own:
            raise ValueError(f"{expected} {humanise(trait)} once, got it twice")
        own[trait] = value
    return own


def traits_after(personality: Personality, pressures: Sequence[Pressure]) -> list[Traits]:
    """Traits before any pressure, then after each."""
    drifted = partial(drift, elasticity=personality.elasticity)
    return list(accumulate(pressures, drifted, initial=personality.traits))


def directive(personality: Personality, traits: Traits) -> str:
    """The hidden line of the next prompt: manner only, no trait, number, score or judge."""
    moved = {trait: traits[trait] - personality.traits[trait] for trait in TRAITS}
    away = {trait: abs(traits[trait] - _MIDDLE) for trait in TRAITS}
    marked = [trait for trait in TRAITS if away[trait] >= _MARKED]
    # What has moved shows first: it is what the pressure was for; then what the debater set.
    held = {trait: abs(moved[trait]) < _MOVED for trait in TRAITS}
    chosen = sorted(marked, key=lambda one: (held[one], one not in personality.own, -away[one]))[:_MAX]
    ways = {trait: _WORDS[trait]["high" if traits[trait] > _MIDDLE else "low"] for trait in TRAITS}
    trait_words = "; ".join(ways[trait] for trait in TRAITS if trait in chosen)
    turns = {
        "more": [_WORDS[trait]["of"] for trait in TRAITS if moved[trait] >= _MOVED],
        "less": [_WORDS[trait]["of"] for trait in TRAITS if moved[trait] <= -_MOVED],
    }
    turned = ", and ".join(f"{way} on {join_and(named)}" for way, named in turns.items() if named)
    parts = [
        personality.voice,
        f"{trait_words[0].upper()}{trait_words[1:]}." if trait_words else "",
        f"Compared with how you began, lean {turned}." if turned else "",
        "This is manner only: it changes how you speak, not what is true. Do not mention it.",
    ]
    return " ".join(filter(None, parts))
