"""Which pressure each side has felt, and the traits it has from it.

Knows proposals and archetypes; not prompts. Invariant: a debater's traits in a turn follow from the judgings it could
heed by then, and from nothing else.
"""

from collections.abc import Mapping, Sequence

from debate_core.config import DebateConfig
from debate_core.noun import Noun
from debate_core.personalities import Archetype, Trait, directive, elasticity_of, traits_after
from debate_core.scorecard.nouns import Proposal
from debate_core.transcript import Side, Turn


class TraitsAt(Noun):
    """The traits a debater spoke turn `turn` with, its personality, and the hidden line in its prompt."""

    turn: int
    side: Side
    values: Mapping[Trait, float]
    personality: Archetype
    elasticity: float
    line: str


def last_heeded(number: int, config: DebateConfig) -> int:
    """The last turn whose judging the speaker of turn `number` waits for and heeds; 0 or less for none.

    Lagged: its own turn before, as that of the turn just before runs beside it. Strict: every turn before it, but not
    the one it speaks at the same time as, where sides speak simultaneously.
    """
    if config.live is None:
        return 0
    together = config.format == "structured" and config.order == "simultaneous"
    if config.live.feedback == "lagged":
        return number - 2
    return number - (2 if together and number % 2 == 0 else 1)


def heeded(proposals: Sequence[Proposal], number: int, config: DebateConfig) -> tuple[Proposal, ...]:
    """The judgings that turn `number` can heed, in turn order."""
    last = last_heeded(number, config)
    return tuple(sorted((p for p in proposals if p.turn <= last), key=lambda p: p.turn))


def traits_at(
    side: Side, number: int, proposals: Sequence[Proposal], config: DebateConfig
) -> dict[Trait, float] | None:
    """The traits with which `side` speaks turn `number`; None without a personality. A judging that found it not the
    weaker puts no pressure on it."""
    debater = config.debater(side)
    if debater.personality is None:
        return None
    felt = [p.pressure for p in heeded(proposals, number, config) if p.weaker == side]
    return traits_after(debater.personality, felt, debater.elasticity)[-1]


def directive_at(side: Side, number: int, proposals: Sequence[Proposal], config: DebateConfig) -> str:
    """The hidden directive in the prompt with which `side` speaks turn `number`; empty without a personality."""
    archetype, traits = config.debater(side).personality, traits_at(side, number, proposals, config)
    return directive(archetype, traits) if archetype is not None and traits is not None else ""


def traits_over(
    turns: Sequence[Turn], proposals: Sequence[Proposal], config: DebateConfig
) -> tuple[TraitsAt, ...]:
    """The traits of every turn whose debater has a personality, in speaking order."""
    return tuple(
        TraitsAt(
            turn=turn.number,
            side=turn.side,
            values=values,
            personality=debater.personality,
            elasticity=elasticity_of(debater.personality, debater.elasticity),
            line=directive(debater.personality, values),
        )
        for turn in turns
        if (debater := config.debater(turn.side)).personality is not None
        and (values := traits_at(turn.side, turn.number, proposals, config)) is not None
    )
