"""Marks on three dimensions, the links as they count, and a flag for each adjustment."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field

from debate_core.domain.live_judge import LinkKind, LinkState, QuoteMatch
from debate_core.domain.noun import FrozenModel
from debate_core.domain.transcript import Side

Dimension = Literal["logic", "rhetoric", "tactics"]
DIMENSIONS: tuple[Dimension, ...] = ("logic", "rhetoric", "tactics")
MAXIMA: Mapping[Dimension, float] = {"logic": 40.0, "rhetoric": 30.0, "tactics": 30.0}
FlagKind = Literal[
    "link_cap",
    "delivery_cap",
    "winner_raised",
    "loser_lowered",
    "cannot_be_harmonised",
    "penalty",
    "retroactive_penalty",
    "overturned",
]


class LiveScores(FrozenModel):
    """Logic 0 to 40, rhetoric and tactics 0 to 30 each, and their sum, the composite, 0 to 100."""

    logic: float = Field(ge=0, le=40)
    rhetoric: float = Field(ge=0, le=30)
    tactics: float = Field(ge=0, le=30)
    composite: float = Field(ge=0, le=100)

    @classmethod
    def of(cls, *, logic: float, rhetoric: float, tactics: float) -> "LiveScores":
        return LiveScores(
            logic=logic, rhetoric=rhetoric, tactics=tactics, composite=logic + rhetoric + tactics
        )

    def on(self, dimension: Dimension) -> float:
        return float(getattr(self, dimension))


class ScoreFlag(FrozenModel):
    """One adjustment, and why. `claim`: the register's flag behind it; `by`: the other turn behind it."""

    kind: FlagKind
    dimension: Dimension | Literal["delivery"]
    raw: float
    adjusted: float
    reason: str
    claim: str | None = Field(default=None, description="null: no suspect claim is behind it")
    by: int | None = Field(default=None, description="null: no other turn is behind it")


class CountedLink(FrozenModel):
    """One link as the judge `given` it (None: not at all) and as it counts, with the reason where they differ."""

    kind: LinkKind
    given: LinkState | None = Field(description="null: the judge did not say")
    counted: LinkState
    quote: str = ""
    found: QuoteMatch | None = Field(default=None, description="null: no words were quoted for it")
    reason: str = ""


class Adjusted(FrozenModel):
    """One turn's marks: `raw` as proposed, `marks` as adjusted so far. `cap`: the most its links allow on logic."""

    turn: int
    side: Side
    raw: LiveScores
    marks: LiveScores
    cap: float
    links: tuple[CountedLink, ...]
    delivery: float
    flags: tuple[ScoreFlag, ...] = ()

    def now(self, flag: ScoreFlag, dimension: Dimension) -> Self:
        marks = LiveScores.of(
            **{name: self.marks.on(name) for name in DIMENSIONS} | {dimension: flag.adjusted}
        )
        return self.model_copy(update={"marks": marks, "flags": (*self.flags, flag)})


def points(value: float) -> str:
    """A mark in words, without needless digits.

    >>> points(22.0), points(18.666666666666668), points(16.5)
    ('22', '18.7', '16.5')
    """
    return f"{value:.1f}".removesuffix(".0")
