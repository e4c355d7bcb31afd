"""The names of a record's steps, built and read here alone; a stored one stays as it is."""

from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.config import DebateConfig, Probe
from debate_core.domain.transcript import Phase, Side

BRIEFING = "briefing"
NARRATIVE = "narrative"
CONFLICT = "conflict"
DELIBERATION = "deliberation"
_PROBE = "probe"
_SWAPPED = "swapped"


def speech_step(phase: Phase, side: Side, number: int) -> str:
    """In which a turn is spoken.

    >>> speech_step("opening", "pro", 1), speech_step("exchange", "pro", 3)
    ('opening:pro', 'exchange:3')
    """
    return f"{phase}:{number if phase == 'exchange' else side}"


def judging_step(judge: str) -> str:
    return f"judging:{judge}"


def swapped_step(judge: str) -> str:
    """In which a judge reads the debate a second time, CON's side first."""
    return f"{_SWAPPED}:{judge}"


def is_swapped(step: str) -> bool:
    return step.partition(":")[0] == _SWAPPED


def scoring_steps(config: DebateConfig | ArtifactConfig) -> dict[str, tuple[str, ...]]:
    """By judge or reviewer, the steps in which it scores alone: one, or one for each order of reading."""
    if isinstance(config, ArtifactConfig):
        return {reviewer.name: (review_step(reviewer.name),) for reviewer in config.reviewers}
    ways = (judging_step, swapped_step) if config.reading == "both" else (judging_step,)
    return {judge.name: tuple(way(judge.name) for way in ways) for judge in config.panel.judges}


def review_step(reviewer: str) -> str:
    return f"review:{reviewer}"


def live_turn_step(number: int) -> str:
    return f"live:{number}"


def comparison_step(number: int, *, swapped: bool) -> str:
    """`swapped`: the later turn is shown first."""
    return f"pairwise:{number}{':swapped' if swapped else ''}"


def gate_step(number: int) -> str:
    return f"{DELIBERATION}:{number}"


def round_step(judge: str, number: int) -> str:
    return f"{DELIBERATION}:{number}:{judge}"


def probe_step(judge: str, probe: Probe) -> str:
    return f"{_PROBE}:{probe}:{judge}"


def is_deliberation(step: str) -> bool:
    return step.partition(":")[0] in (DELIBERATION, _PROBE)


def round_of(step: str) -> int | None:
    """The round in which a judge scores anew in that step; None for any other step.

    >>> round_of("deliberation:3:Risk"), round_of("deliberation:3"), round_of("probe:re_read:Risk")
    (3, None, None)
    """
    kind, *rest = step.split(":", 2)
    return int(rest[0]) if kind == DELIBERATION and len(rest) > 1 else None
