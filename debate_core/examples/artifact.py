"""The artifact that comes with the product: a page of policy with weaknesses, and a review of it by simulated
reviewers, settled in part by a person.

Knows the files beside it; not what reviewers find. Invariant: the review goes into a store once, marked as simulated by
its configuration.
"""

from debate_core.artifact import Artifact
from debate_core.documents.reading import read_file
from debate_core.examples.opening import FOLDER, put, read_events
from debate_core.store import Store

POLICY = FOLDER / "retention-policy.md"
REVIEW = "example-retention-policy"
CONTEXT = (
    "A medical practice with three sites and about forty staff. The policy is to be put into force next month; it is "
    "handed to every new member of staff."
)


def sample_artifact() -> Artifact:
    """The policy, with what its reviewers should know."""
    return read_file(POLICY, context=CONTEXT)


def ensure_review(store: Store) -> str:
    """Have the policy's review in the store, once, and return its id. Raises StoreFailed."""
    return put(store, REVIEW, read_events(REVIEW))
