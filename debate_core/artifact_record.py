"""One artifact's review, folded from its events."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from debate_core.artifact import SIMULATED_REVIEWERS, ArtifactConfig, Reviewer, ReviewSheet
from debate_core.conducted import Conducted
from debate_core.events import (
    ArtifactOpened,
    ArtifactReviewed,
    Event,
    FindingSettled,
    TextReviewed,
)
from debate_core.judging.judging import INDEPENDENT, Item, Judging, Seat, SheetId
from debate_core.llm.base import is_simulated
from debate_core.steps import review_step


@dataclass(frozen=True, kw_only=True)
class ArtifactRecord(Conducted):
    """One artifact's review, folded up to `sequence`. `settled`: people's words on findings, in their order."""

    opening = (ArtifactOpened,)
    called: ClassVar[str] = "the review of a text"
    judge: ClassVar[str] = "reviewer"

    config: ArtifactConfig
    reviews: tuple[TextReviewed, ...] = ()
    withdrawn: tuple[TextReviewed, ...] = ()
    settled: tuple[FindingSettled, ...] = ()
    kind: Literal["artifact"] = "artifact"

    def _changes(self, event: Event) -> dict[str, Any]:
        if isinstance(event, FindingSettled):
            return {"settled": (*self.settled, event)}
        return super()._changes(event)

    @cached_property
    def judging(self) -> Judging[ReviewSheet]:
        rubric = self.config.rubric
        steps = (review_step(one.name) for one in self.config.reviewers if is_simulated(one.model))
        simulated = (step in self.results for step in steps)
        return Judging(
            items=tuple(Item(id=key) for key in rubric.keys),
            rubric=rubric,
            seats=tuple(map(self._seat, self.config.reviewers)),
            void=SIMULATED_REVIEWERS if any(simulated) else "",
            read={
                SheetId(one.sheet.reviewer, one.round, one.probe): one.sheet
                for one in self.results.values()
                if isinstance(one, ArtifactReviewed)
            },
        )

    def _seat(self, reviewer: Reviewer) -> Seat[ReviewSheet]:
        step = review_step(reviewer.name)
        read = self.results.get(step)
        return Seat(
            name=reviewer.name,
            domain=reviewer.domain,
            weights=reviewer.own_weights(self.config.rubric),
            model=reviewer.model,
            state=self.state_of(step),
            sheet=read.sheet if isinstance(read, ArtifactReviewed) else None,
            failure=self.failures.get(step),
            askings=len(self.calls_of(step)),
            rung=read.rung if isinstance(read, ArtifactReviewed) else None,
        )

    def sheets(self, up_to: int = INDEPENDENT) -> Mapping[str, ReviewSheet]:
        """Each reviewer's sheet as of a round, by name: that of its last reading up to then, never a probe's."""
        judging = self.judging.at(up_to)
        return {seat.name: seat.sheet for seat in judging.seats if seat.sheet}

    @property
    def said(self) -> str:
        return f"{len(self.sheets())} of {len(self.config.reviewers)} reviewers"

    @property
    def where(self) -> str:
        if self.deliberating and not self.deliberating.closed:
            return "the reviewers deliberate"
        return f"{self.said} have answered"
