"""The names of a record's steps as its log keeps them: in each a model is asked for one thing, or it is decided whether
one is.

Knows words only. Invariant: a step's name is built and read here alone, and one that was ever stored stays as it is.
"""

from debate_core.config import Probe
from debate_core.transcript import Phase, Side

BRIEFING = "briefing"
DELIBERATION = "deliberation"
"""The step in which it is told whether judges are to read each other at all."""
_PROBE = "probe"


def speech_step(phase: Phase, side: Side, number: int) -> str:
    """In which a turn is spoken.

    >>> speech_step("opening", "pro", 1), speech_step("exchange", "pro", 3)
    ('opening:pro', 'exchange:3')
    """
    return f"{phase}:{number if phase == 'exchange' else side}"


def judging_step(judge: str) -> str:
    """In which a judge scores."""
    return f"judging:{judge}"


def review_step(reviewer: str) -> str:
    """In which a reviewer reads the artifact."""
    return f"review:{reviewer}"


def live_turn_step(number: int) -> str:
    """In which the live judge takes a turn apart."""
    return f"live:{number}"


def comparison_step(number: int, *, swapped: bool = False) -> str:
    """In which it holds a turn against the one before, `swapped`: with the later one shown first."""
    return f"pairwise:{number}{':swapped' if swapped else ''}"


def gate_step(number: int) -> str:
    """In which it is told whether a round is needed."""
    return f"{DELIBERATION}:{number}"


def round_step(judge: str, number: int) -> str:
    """In which a judge scores anew in a round."""
    return f"{DELIBERATION}:{number}:{judge}"


def probe_step(judge: str, probe: Probe) -> str:
    """In which a judge scores for a probe."""
    return f"{_PROBE}:{probe}:{judge}"


def of_deliberation(step: str) -> bool:
    """Whether a step is one of a deliberation or of its probes."""
    return step.partition(":")[0] in (DELIBERATION, _PROBE)


def round_of(step: str) -> int | None:
    """The round in which a judge scores anew in that step; None for any other step.

    >>> round_of("deliberation:3:Risk"), round_of("deliberation:3"), round_of("probe:re_read:Risk")
    (3, None, None)
    """
    kind, *rest = step.split(":", 2)
    return int(rest[0]) if kind == DELIBERATION and len(rest) > 1 else None
