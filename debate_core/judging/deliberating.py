"""Where a deliberation stands as the log knows it, and the names of its steps.

Knows its facts; computes no accord. Invariant: rounds that were held before the newest opening are over.
"""

from dataclasses import dataclass

from debate_core.config import Deliberation, Probe
from debate_core.events import DeliberationOpened, WhyClosed

OPENING = "deliberation"


@dataclass(frozen=True, kw_only=True)
class Deliberating:
    """The newest opening, and why it was closed, if it was. `at`, `closed_at`: when, in seconds since 1970, for people
    only; `spent`: the seconds the debate had taken by then; `held`: the last round of the judging by then."""

    opened: DeliberationOpened
    at: float
    spent: float
    held: int
    closed: WhyClosed | None = None
    closed_at: float | None = None

    @property
    def settings(self) -> Deliberation:
        """The settings that hold."""
        return self.opened.settings


def gate_step(number: int) -> str:
    """The name of the step in which it is told whether a round is needed."""
    return f"{OPENING}:{number}"


def round_step(judge: str, number: int) -> str:
    """The name of the step in which a judge scores anew in a round."""
    return f"{OPENING}:{number}:{judge}"


def probe_step(judge: str, probe: Probe) -> str:
    """The name of the step in which a judge scores for a probe."""
    return f"probe:{probe}:{judge}"


def of_deliberation(step: str) -> bool:
    """Whether a step is one of these."""
    return step.partition(":")[0] in (OPENING, "probe")


def round_of(step: str) -> int | None:
    """The round in which a judge scores anew in that step; None for any other step.

    >>> round_of("deliberation:3:Risk"), round_of("deliberation:3"), round_of("probe:re_read:Risk")
    (3, None, None)
    """
    kind, *rest = step.split(":", 2)
    return int(rest[0]) if kind == OPENING and len(rest) > 1 else None
