"""Where a deliberation stands as the log knows it.

Knows its facts; computes no accord. Invariant: rounds that were held before the newest opening are over.
"""

from dataclasses import dataclass

from debate_core.config import Deliberation
from debate_core.events import DeliberationOpened, WhyClosed


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
