"""What the facts of one table of ratings add up to: the table, and how it is to be read.

Knows events; not what the table says. Invariant: it was whole when it was brought, and no model is ever asked.
"""

from dataclasses import dataclass
from typing import Any, Literal

from debate_core.brought import RatingsConfig
from debate_core.conducted import Conducted, Progress
from debate_core.events import RatingsOpened
from debate_core.judging.judging import Judging
from debate_core.rubric import STANDARD


@dataclass(frozen=True, kw_only=True)
class RatingsRecord(Conducted):
    """One table of ratings."""

    opening = (RatingsOpened,)
    called = "a table of ratings"

    config: RatingsConfig
    progress: Progress = "finished"
    concluded: bool = True
    kind: Literal["ratings"] = "ratings"

    @property
    def judging(self) -> Judging[Any]:
        """Nobody is asked."""
        return Judging(items=(), rubric=STANDARD, seats=())

    @property
    def where(self) -> str:
        """Nothing more is to come."""
        return "the table is whole"
