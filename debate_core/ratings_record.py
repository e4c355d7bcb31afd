"""One table of ratings as a record."""

from dataclasses import dataclass
from typing import Any, Literal

from debate_core.brought import RatingsConfig
from debate_core.conducted import Conducted, Progress
from debate_core.events import RatingsOpened
from debate_core.judging.judging import Judging
from debate_core.rubric import STANDARD


@dataclass(frozen=True, kw_only=True)
class RatingsRecord(Conducted):
    opening = (RatingsOpened,)
    called = "a table of ratings"

    config: RatingsConfig
    progress: Progress = "finished"
    concluded: bool = True
    kind: Literal["ratings"] = "ratings"

    @property
    def judging(self) -> Judging[Any]:
        return Judging(items=(), rubric=STANDARD, seats=())

    @property
    def where(self) -> str:
        return "the table is whole"
