"""What the facts of one artifact's review add up to.

Knows events and nouns; not places, verdicts or storage. Invariant: as a debate's record, it is its first event with
every later one taken in by `after`, and holds nothing that was not said, chosen or paid for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from debate_core.artifact import ArtifactConfig, ReviewSheet
from debate_core.errors import RecordNotFound
from debate_core.events import (
    ArtifactOpened,
    ArtifactReviewed,
    Event,
    Failure,
    FindingSettled,
    StepFailed,
    StoredEvent,
)


def review_step(reviewer: str) -> str:
    """The name of the step in which a reviewer reads the artifact."""
    return f"review:{reviewer}"


@dataclass(frozen=True, kw_only=True)
class ArtifactRecord:
    """One artifact's review, folded up to `sequence`. `results` and `failures` are by step, in the order they came;
    `settled`: people's words on findings, in their order. Times are seconds since 1970, for people only."""

    id: str
    config: ArtifactConfig
    opened_at: float
    last_at: float
    sequence: int
    example: str | None = None
    results: Mapping[str, ArtifactReviewed] = field(default_factory=dict)
    failures: Mapping[str, Failure] = field(default_factory=dict)
    settled: tuple[FindingSettled, ...] = ()
    kind: Literal["artifact"] = "artifact"

    @classmethod
    def opened(cls, stored: StoredEvent) -> "ArtifactRecord":
        """The record of an artifact's first event. Raises RecordNotFound for any other."""
        event = stored.event
        if not isinstance(event, ArtifactOpened):
            raise RecordNotFound("expected an artifact's events from its opening on; got none")
        return cls(
            id=stored.record,
            config=event.config,
            opened_at=stored.at,
            last_at=stored.at,
            sequence=stored.sequence,
            example=event.example,
        )

    def after(self, stored: StoredEvent) -> "ArtifactRecord":
        """This record with one more fact."""
        record = replace(self, sequence=stored.sequence, last_at=stored.at)
        return replace(record, **record._changes(stored.event))

    def _changes(self, event: Event) -> dict[str, Any]:
        """The fields that a fact changes."""
        match event:
            case ArtifactReviewed():
                failures = {step: failure for step, failure in self.failures.items() if step != event.step}
                return {"results": {**self.results, event.step: event}, "failures": failures}
            case StepFailed(step=step, failure=failure):
                return {"failures": {**self.failures, step: failure}}
            case FindingSettled():
                return {"settled": (*self.settled, event)}
        return {}

    def sheets(self, up_to: int = 1) -> Mapping[str, ReviewSheet]:
        """Each reviewer's sheet as of a round, by name: that of its last reading up to then, never a probe's."""
        read = [one for one in self.results.values() if one.probe is None and one.round <= up_to]
        latest = {one.sheet.reviewer: one.sheet for one in sorted(read, key=lambda one: one.round)}
        return {
            reviewer.name: latest[reviewer.name]
            for reviewer in self.config.reviewers
            if reviewer.name in latest
        }
