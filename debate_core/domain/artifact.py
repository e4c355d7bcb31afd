"""The nouns of a reviewed text: the artifact, its reviewers, and what each says of it."""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, field_validator, model_validator

from debate_core.domain.cast import Judge, Panel
from debate_core.domain.config import Budget, Cap, Cast, Deliberation, ModelEffort, Seed
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.model import Server, is_simulated
from debate_core.domain.numerals import join_and
from debate_core.domain.options import Positive
from debate_core.domain.rubric import Dimension, Rubric, Scale

Media = Literal["plain", "markdown", "source", "pdf", "docx"]
MEDIA_WORDS: dict[Media, str] = {
    "plain": "plain text",
    "markdown": "Markdown",
    "source": "source code",
    "pdf": "the text of a PDF",
    "docx": "the text of a Word document",
}
Verdict = Literal["PASS", "CONDITIONAL", "FAIL"]
VERDICT_MEANINGS: dict[Verdict, str] = {
    "PASS": "can be used as it stands",
    "CONDITIONAL": "can be used once what you list under remediation is done",
    "FAIL": "must not be used; it needs more than single corrections",
}
VERDICT = "verdict"
"""What a change of it names in place of a dimension."""
VERDICTS: tuple[Verdict, ...] = tuple(VERDICT_MEANINGS)
Severity = Literal["critical", "major", "minor"]
SEVERITY_MEANINGS: dict[Severity, str] = {
    "critical": "whoever uses the text as it stands will come to harm or break a rule",
    "major": "the text does not do what it is for, in a part that matters",
    "minor": "worth correcting, nothing hangs on it",
}
SEVERITIES: tuple[Severity, ...] = tuple(SEVERITY_MEANINGS)
State = Literal["accepted", "dismissed", "open"]
STATES: tuple[State, ...] = get_args(State)
"""What people made of a finding; open until somebody says."""
SIMULATED_REVIEWERS = (
    "simulated reviewers match patterns and understand nothing, so together they give no verdict"
)
MAX_CHARACTERS, MAX_CONTEXT = 200_000, 20_000


_BOOK = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def artifact_rubric(dimensions: Sequence[Dimension]) -> Rubric:
    """A rubric of these dimensions for artifacts: 1 to 3, all of one weight. Raises ValidationError for none."""
    return Rubric(
        name="Artifact",
        dimensions=tuple(dimensions),
        weights={dimension.key: 1 / len(dimensions) for dimension in dimensions},
        scale=Scale(low=1, high=3),
    )


ARTIFACT_RUBRIC = artifact_rubric([Dimension.model_validate(one) for one in _BOOK["dimensions"]])


class TextPart(FrozenModel):
    """A page or section of a file, from its first `line` on."""

    line: int
    name: str


class Artifact(FrozenModel):
    """A text to be judged. `context`: what reviewers should know beside it; `sha256`: the digest of the file as
    brought; `left_out`: what of the file is not in `text`, in sentences; `parts`: a PDF's pages, a Word document's
    sections, in their order."""

    name: str = Field(min_length=1, max_length=200)
    text: str = Field(max_length=MAX_CHARACTERS)
    media: Media = "plain"
    context: str = Field(default="", max_length=MAX_CONTEXT)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    left_out: tuple[str, ...] = ()
    parts: tuple[TextPart, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.text.strip():
            raise ValueError("expected a text to review; got none")
        return self

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(self.text.removesuffix("\n").split("\n"))

    def line_at(self, offset: int) -> int:
        """The 1-based number of the line that holds the character at `offset`, from 0."""
        return self.text.count("\n", 0, offset) + 1

    def part_name(self, line: int) -> str:
        """The name of the page or section that a line is in; empty where none is known."""
        return next((part.name for part in reversed(self.parts) if part.line <= line), "")


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Reviewer(Judge):
    """A judge of artifacts."""

    weight: Annotated[
        float,
        Positive(
            "Weight",
            "How much this reviewer counts beside the others; the weights need not sum to 1.",
            high=100,
        ),
    ] = 0.2


BUILT_IN_REVIEWERS: tuple[Reviewer, ...] = tuple(map(Reviewer.model_validate, _BOOK["reviewers"]))


ReviewCap = Annotated[int, Cap("Longest review, in tokens")]
REVIEW_CAP = 4000


class ArtifactConfig(Cast):
    """What is chosen before a review. `deliberation`: None for no discussion."""

    artifact: Artifact
    reviewers: tuple[Reviewer, ...] = BUILT_IN_REVIEWERS
    rubric: Rubric = ARTIFACT_RUBRIC
    cap: ReviewCap = REVIEW_CAP
    effort: ModelEffort = None
    budget: Budget = Budget()
    deliberation: Deliberation | None = None
    servers: tuple[Server, ...] = ()
    seed: Seed = 0

    @field_validator("rubric", mode="before")
    @classmethod
    def _of_dimensions(cls, rubric: object) -> object:
        return (
            artifact_rubric([*map(Dimension.model_validate, rubric)]) if isinstance(rubric, list) else rubric
        )

    @model_validator(mode="after")
    def _reviewers_are_a_panel(self) -> Self:
        Panel(judges=self.reviewers)  # its size, and that names differ
        return self

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        return tuple((reviewer.name, reviewer.model) for reviewer in self.reviewers)

    @property
    def without_verdict(self) -> tuple[str, ...]:
        """The reviewers whose answers are no verdicts: the simulated ones."""
        return tuple(one.name for one in self.reviewers if is_simulated(one.model))

    @property
    def simulation_note(self) -> str:
        """Which reviewers are simulated, in words: empty, `simulated`, or `partly simulated` and who.

        >>> from debate_core.importing.documents.artifact import read_pasted
        >>> ArtifactConfig(artifact=read_pasted("A rule.")).simulation_note
        'simulated'
        """
        names = self.without_verdict
        if len(names) == len(self.reviewers):
            return "simulated"
        return f"partly simulated: {join_and(names)}" if names else ""


class Finding(FrozenModel):
    """What a reviewer says is wrong, with its confidence from 0 to 1 if it says so, or a person, with none. `quote` is
    empty where something is missing."""

    quote: str = ""
    dimension: str
    severity: Severity
    confidence: float | None = Field(ge=0, le=1)
    what: str
    remediation: str = ""

    @property
    def fingerprint(self) -> str:
        """A digest of dimension and quote (or the finding's words), case and spacing apart."""
        about = f"quote {self.quote}" if self.quote.strip() else f"what {self.what}"
        words = " ".join(about.casefold().split())
        return digest(f"{self.dimension}\n{words}".encode("utf-8", "replace"))[:32]


class ReviewSheet(FrozenModel):
    """A reviewer's answer at one reading. `scores` holds every dimension; `confidence`, if said, is 0 to 1;
    `remediation` says what must be done."""

    reviewer: str
    verdict: Verdict
    confidence: float | None = Field(ge=0, le=1)
    scores: Mapping[str, int]
    findings: tuple[Finding, ...] = ()
    remediation: tuple[str, ...] = ()
    rationale: str = ""

    @property
    def given(self) -> dict[tuple[str, str], float | str]:
        """Each score and the verdict, by dimension twice over, as a scoresheet's are by argument and dimension."""
        return {(key, key): value for key, value in {**self.scores, VERDICT: self.verdict}.items()}
