"""Which pressure each side has felt, and the traits it has from it."""

from collections.abc import Mapping, Sequence

from debate_core.domain.config import DebateConfig
from debate_core.domain.live_judge import Proposal
from debate_core.domain.noun import FrozenModel
from debate_core.domain.personalities import Archetype, Trait, directive, elasticity_of, traits_after
from debate_core.domain.transcript import Side, Turn


class TraitsAt(FrozenModel):
    turn: int
    side: Side
    values: Mapping[Trait, float]
    personality: Archetype
    elasticity: float
    line: str


def last_heeded(number: int, config: DebateConfig) -> int:
    """The last turn whose judging the speaker of turn `number` heeds; 0 or less for none.

    Lagged: its own turn before. Strict: every turn before it, but not one spoken at the same time.
    """
    if config.live is None:
        return 0
    together = config.format == "structured" and config.order == "simultaneous"
    if config.live.feedback == "lagged":
        return number - 2
    return number - (2 if together and number % 2 == 0 else 1)


def heeded(proposals: Sequence[Proposal], number: int, config: DebateConfig) -> tuple[Proposal, ...]:
    last = last_heeded(number, config)
    return tuple(sorted((p for p in proposals if p.turn <= last), key=lambda p: p.turn))


def traits_at(
    side: Side, number: int, proposals: Sequence[Proposal], config: DebateConfig
) -> dict[Trait, float] | None:
    """None without a personality. A judging that found the side not the weaker puts no pressure on it."""
    debater = config.debater(side)
    if debater.personality is None:
        return None
    felt = [p.pressure for p in heeded(proposals, number, config) if p.weaker == side]
    return traits_after(debater.personality, felt, debater.elasticity)[-1]


def directive_at(side: Side, number: int, proposals: Sequence[Proposal], config: DebateConfig) -> str:
    archetype, traits = config.debater(side).personality, traits_at(side, number, proposals, config)
    return directive(archetype, traits) if archetype is not None and traits is not None else ""


def traits_over(
    turns: Sequence[Turn], proposals: Sequence[Proposal], config: DebateConfig
) -> tuple[TraitsAt, ...]:
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
