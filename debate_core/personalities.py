"""The four archetypes, their twelve traits, and how pressure moves them (LV-8).

Knows numbers and words; not who judges or speaks. Invariant: a trait stays within 1 to 10, and drift is a pure function
of what was emitted, so it can be worked out by hand.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

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
# Which traits each kind of pressure moves, and which way (LV-8).
MOVES: Mapping[Kind, Mapping[Trait, int]] = {
    "cognitive": {"analytical": 1, "rigorous": 1},
    "credibility": {"evidence_led": 1, "figurative": -1},
    "emotional": {"composed": 1, "combative": -1},
    "strategic": {"curious": 1, "confident": 1, "provocative": -1},
}


class Pressure(BaseModel):
    """What the live judge puts on the weaker side after a turn: 0 to 3 of each kind."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cognitive: int = Field(default=0, ge=0, le=3)
    emotional: int = Field(default=0, ge=0, le=3)
    strategic: int = Field(default=0, ge=0, le=3)
    credibility: int = Field(default=0, ge=0, le=3)

    def of(self, kind: Kind) -> int:
        """The pressure of one kind."""
        return int(getattr(self, kind))
