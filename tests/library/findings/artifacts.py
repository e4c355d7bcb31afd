"""A small artifact, and reviews of it as reviewers might give them."""

import functools
from collections.abc import Mapping
from typing import Any

from debate_core.domain.artifact import (
    ARTIFACT_RUBRIC,
    BUILT_IN_REVIEWERS,
    Artifact,
    ArtifactConfig,
    Finding,
    ReviewSheet,
    Verdict,
)
from debate_core.domain.steps import review_step
from debate_core.importing.documents.artifact import read_pasted
from debate_core.store.events import (
    ArtifactOpened,
    ArtifactReviewed,
    CallId,
    Event,
    Failure,
    FindingSettled,
    StepFailed,
    TextReviewed,
)
from debate_core.store.record import ArtifactRecord
from tests.building.facts import but, stored

TEXT = (
    "# Retention\n"
    "\n"
    "Logs are kept as long as necessary. Logs are kept in plain text.\n"
    "Access is reviewed regularly.\n"
    "Backups are kept for ten years.\n"
    "Whoever needs access asks the team.\n"
)
ARTIFACT: Artifact = read_pasted(TEXT, name="retention.md", media="markdown")
NAMES = tuple(reviewer.name for reviewer in BUILT_IN_REVIEWERS)
REAL = tuple(one.model_copy(update={"model": "ollama:m"}) for one in BUILT_IN_REVIEWERS)
ARCHITECT, AUDITOR, ANALYST, EXPERT, QA = NAMES


def finding(quote: str = "as long as necessary", **changes: Any) -> Finding:
    given = {
        "dimension": "clarity",
        "severity": "major",
        "confidence": 0.8,
        "what": "No period is named.",
        "remediation": "Name a period.",
    }
    return Finding(quote=quote, **{**given, **changes})


def sheet(name: str, verdict: Verdict = "CONDITIONAL", *findings: Finding, **changes: Any) -> ReviewSheet:
    given = {
        "confidence": 0.7,
        "scores": dict.fromkeys(ARTIFACT_RUBRIC.keys, 2),
        "rationale": "It says what is kept, not for how long.",
    }
    return ReviewSheet(reviewer=name, verdict=verdict, findings=findings, **{**given, **changes})


def sheets(*verdicts: Verdict | None) -> Mapping[str, ReviewSheet]:
    """The built-in reviewers' sheets by name; none where the verdict is None."""
    said = zip(NAMES, verdicts, strict=False)
    return {name: sheet(name, verdict) for name, verdict in said if verdict}


def by_hand(person: str, verdict: Verdict, *scores: int, blind: bool = True, **more: Any) -> TextReviewed:
    """What a person makes of the text: these scores of its qualities, or 3 of each."""
    given = dict(zip(ARTIFACT_RUBRIC.keys, scores or (3,) * len(ARTIFACT_RUBRIC.keys), strict=True))
    cause = None if blind else "the Texts page"
    said = {"scores": given, "reason": "As read.", "blind": blind, "cause": cause}
    return TextReviewed(person=person, verdict=verdict, **said | more)


def record(*given: ReviewSheet | Event, **changes: Any) -> ArtifactRecord:
    """A record of these reviews and facts, in their order; by reviewers with real models, unless they are given."""
    changes.setdefault("reviewers", REAL)
    config = ArtifactConfig(artifact=changes.pop("artifact", ARTIFACT), **changes)
    events: list[Event] = [ArtifactOpened(config=config)]
    for one in given:
        call = CallId(step=review_step(one.reviewer)) if isinstance(one, ReviewSheet) else None
        events.append(ArtifactReviewed(sheet=one, call=call, rung="strict") if call else one)
    opened, *rest = (but(one, record="r") for one in stored(events))
    return functools.reduce(ArtifactRecord.apply, rest, ArtifactRecord.from_first_event(opened))


FAILED = StepFailed(step=review_step(EXPERT), failure=Failure(kind="unreadable", message="no answer"))
PERIOD = finding(severity="critical", confidence=0.9)
LINES = finding("regularly.\nBackups", dimension="verifiability", severity="minor", confidence=0.3)
NOWHERE = finding("the board decides", what="See [here](1) {0}.", remediation="")
DISMISSED = FindingSettled(
    person="Ada", findings=(LINES.fingerprint,), state="dismissed", reason="Monthly, as everybody knows."
)
GIVEN = (
    sheet(ARCHITECT, "FAIL", PERIOD, LINES),
    sheet(
        ANALYST,
        "FAIL",
        finding("kept as long as", severity="minor", confidence=0.6, what="Too vague."),
        NOWHERE,
    ),
    sheet(AUDITOR, "PASS", finding("plain text", dimension="security", severity="critical")),
    sheet(QA, "CONDITIONAL", remediation=("Name an owner.",)),
    FAILED,
    DISMISSED,
)
"""Every kind of finding and of answer: three who blame, one who doesn't, one that failed, and a finding dismissed."""
