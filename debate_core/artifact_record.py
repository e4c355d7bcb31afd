"""What the facts of one artifact's review add up to.

Knows events and nouns; not places, verdicts or storage. Invariant: as a debate's record, it is its first event with
every later one taken in by `after`, and holds nothing that was not said, chosen or paid for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from debate_core.artifact import ArtifactConfig, ReviewSheet
from debate_core.conducted import Conducted
from debate_core.events import ArtifactOpened, ArtifactReviewed, Event, FindingSettled


def review_step(reviewer: str) -> str:
    """The name of the step in which a reviewer reads the artifact."""
    return f"review:{reviewer}"


@dataclass(frozen=True, kw_only=True)
class ArtifactRecord(Conducted):
    """One artifact's review, folded up to `sequence`. `settled`: people's words on findings, in their order."""

    opening = (ArtifactOpened,)
    called: ClassVar[str] = "the review of a text"

    config: ArtifactConfig
    settled: tuple[FindingSettled, ...] = ()
    kind: Literal["artifact"] = "artifact"

    def _changes(self, event: Event) -> dict[str, Any]:
        """The fields that a fact changes."""
        if isinstance(event, FindingSettled):
            return {"settled": (*self.settled, event)}
        return super()._changes(event)

    def sheets(self, up_to: int = 1) -> Mapping[str, ReviewSheet]:
        """Each reviewer's sheet as of a round, by name: that of its last reading up to then, never a probe's."""
        results = (one for one in self.results.values() if isinstance(one, ArtifactReviewed))
        read = [one for one in results if one.probe is None and one.round <= up_to]
        latest = {one.sheet.reviewer: one.sheet for one in sorted(read, key=lambda one: one.round)}
        return {
            reviewer.name: latest[reviewer.name]
            for reviewer in self.config.reviewers
            if reviewer.name in latest
        }

    @property
    def said(self) -> str:
        """How many reviewers have answered, in words."""
        return f"{len(self.sheets())} of {len(self.config.reviewers)} reviewers"

    @property
    def where(self) -> str:
        """How far it has come, in words."""
        return f"{self.said} have answered"
