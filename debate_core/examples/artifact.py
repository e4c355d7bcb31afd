"""The artifact that comes with the product: a page of policy with weaknesses, to be reviewed without a key.

Knows the file beside it; not what reviewers find in it.
"""

import pathlib

from debate_core.artifact import Artifact
from debate_core.documents.reading import read_file

POLICY = pathlib.Path(__file__).parent / "retention-policy.md"
CONTEXT = (
    "A medical practice with three sites and about forty staff. The policy is to be put into force next month; it is "
    "handed to every new member of staff."
)


def sample_artifact() -> Artifact:
    """The policy, with what its reviewers should know."""
    return read_file(POLICY, context=CONTEXT)
