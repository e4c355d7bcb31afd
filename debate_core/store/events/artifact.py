"""The facts of an artifact's review: what was brought, what each reviewer says of it, what people make of a finding."""

from typing import Literal, Self

from pydantic import Field, model_validator

from debate_core.domain.artifact import ArtifactConfig, Finding, ReviewSheet, State, Verdict
from debate_core.store.events.base import Event, RecordOpened
from debate_core.store.events.debating import ReadAgain
from debate_core.store.events.people import Given, Person


class ArtifactOpened(RecordOpened):
    """An artifact was brought; everything chosen is in `config`. `example`: who wrote it, where no model did."""

    kind: Literal["artifact_opened"] = "artifact_opened"
    config: ArtifactConfig
    example: str | None = None


class ArtifactReviewed(ReadAgain):
    """A reviewer's sheet as read from `call`, in any round or for a probe."""

    kind: Literal["artifact_reviewed"] = "artifact_reviewed"
    sheet: ReviewSheet
    round: int = 1


TEXT = "text"
"""What people score of an artifact: all of it. Skips and what is taken back name it as an argument."""


class TextReviewed(Given):
    """A person's scores of an artifact on each dimension, and the verdict they give."""

    kind: Literal["text_reviewed"] = "text_reviewed"
    argument: Literal["text"] = "text"
    verdict: Verdict


class FindingAdded(Event):
    """What a person finds in the text; it takes no part in the verdict."""

    kind: Literal["finding_added"] = "finding_added"
    person: Person
    finding: Finding


class FindingSettled(Event):
    """A person's word on a finding; the last one counts. `findings`: the fingerprints shown as one."""

    kind: Literal["finding_settled"] = "finding_settled"
    person: Person
    findings: tuple[str, ...] = Field(min_length=1)
    state: State
    reason: str = ""

    @model_validator(mode="after")
    def _says_why(self) -> Self:
        if self.state == "dismissed" and not self.reason.strip():
            raise ValueError("say why the finding is dismissed: the reason stays with it")
        return self
