"""Which pressure each side has felt, and the traits it has from it (LV-8, LV-9).

Knows proposals and archetypes; not prompts. Invariant: a debater's traits in a turn follow from the judgings it could
heed by then, and from nothing else.
"""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from debate_core.config import Feedback
from debate_core.personalities import Archetype, Pressure, Trait, directive, traits_after
from debate_core.scorecard.nouns import Proposal
from debate_core.transcript import Side, Turn


class TraitsAt(BaseModel):
    """The traits a debater spoke turn `turn` with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turn: int
    side: Side
    values: Mapping[Trait, float]


def heeded(proposals: Sequence[Proposal], number: int, feedback: Feedback) -> tuple[Proposal, ...]:
    """The judgings that turn `number` can heed, in turn order: all before it when strict; when lagged, without that of
    the turn just before, which runs beside it."""
    last = number - 1 if feedback == "strict" else number - 2
    return tuple(sorted((p for p in proposals if p.turn <= last), key=lambda p: p.turn))


def pressures_on(side: Side, proposals: Sequence[Proposal]) -> list[Pressure]:
    """What was put on one side, in turn order; a judging that found it not the weaker puts nothing on it."""
    return [p.pressure for p in sorted(proposals, key=lambda p: p.turn) if p.weaker == side]


def traits_at(
    side: Side, number: int, archetype: Archetype, proposals: Sequence[Proposal], feedback: Feedback
) -> dict[Trait, float]:
    """The traits with which `side` speaks turn `number`."""
    return traits_after(archetype, pressures_on(side, heeded(proposals, number, feedback)))[-1]


def directive_at(
    side: Side, number: int, archetype: Archetype, proposals: Sequence[Proposal], feedback: Feedback
) -> str:
    """The directive in the prompt with which `side` speaks turn `number`."""
    return directive(archetype, traits_at(side, number, archetype, proposals, feedback))


def traits_over(
    turns: Sequence[Turn],
    archetypes: Mapping[Side, Archetype | None],
    proposals: Sequence[Proposal],
    feedback: Feedback,
) -> tuple[TraitsAt, ...]:
    """The traits of every turn whose debater has a personality, in speaking order."""
    found = ((turn, archetypes.get(turn.side)) for turn in turns)
    return tuple(
        TraitsAt(
            turn=turn.number,
            side=turn.side,
            values=traits_at(turn.side, turn.number, archetype, proposals, feedback),
        )
        for turn, archetype in found
        if archetype is not None
    )
