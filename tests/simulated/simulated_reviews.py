"""Artifacts, and what the simulated reviewers say of them."""

from typing import Any

from debate_core.calls.artifact_review import ArtifactReview
from debate_core.domain.artifact import ARTIFACT_RUBRIC, BUILT_IN_REVIEWERS, Artifact, Reviewer, ReviewSheet
from debate_core.importing.documents.artifact import read_document, read_file, read_pasted
from tests.simulated.simulated_debates import ask, read
from tools.examples.review import CONTEXT
from tools.examples.review import POLICY as FILE

POLICY = read_file(FILE, context=CONTEXT)
CODE = read_document(
    b"""import os, pickle, requests

API_KEY = "sk-test-1234567890"

def user(db, name, found=[]):
    found += db.execute("SELECT * FROM users WHERE name = '" + name + "'")
    print("found", name, "password", found)
    try:
        requests.get("https://example.org/" + name, verify=False)
    except:
        pass
    return eval(found[0])
""",
    "users.py",
)
GOOD = read_pasted(
    "Invoices (version 4, in force since May) are kept for ten years, counted from the end of the year. The head of "
    "accounts is responsible, keeps a record of each deletion, and shows it to the auditor every January."
)


def of(artifact: Artifact, reviewer: Reviewer = BUILT_IN_REVIEWERS[2]) -> ArtifactReview:
    return ArtifactReview(reviewer=reviewer, rubric=ARTIFACT_RUBRIC, artifact=artifact)


def answer(artifact: Artifact, seed: int = 0, reviewer: Reviewer = BUILT_IN_REVIEWERS[2]) -> dict[str, Any]:
    """What the simulated provider answers."""
    return ask(of(artifact, reviewer), seed=seed, call=f"review:{reviewer.name}")


def sheet(artifact: Artifact, seed: int = 0, reviewer: Reviewer = BUILT_IN_REVIEWERS[2]) -> ReviewSheet:
    """What is read of it, without a fault."""
    asked = of(artifact, reviewer)
    given: ReviewSheet = read(asked, answer(artifact, seed, reviewer), asked.prompt("f" * 32).plain).sheet
    return given


def everybody(artifact: Artifact, seed: int = 0) -> tuple[ReviewSheet, ...]:
    return tuple(sheet(artifact, seed, reviewer) for reviewer in BUILT_IN_REVIEWERS)
