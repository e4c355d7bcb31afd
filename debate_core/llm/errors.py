"""Failures of the wire to a model, in one taxonomy whatever the SDK or server called them.

Knows no provider. Invariant: a message never holds a key (`redact` before it is raised).
"""

from collections.abc import Mapping
from typing import Literal

from debate_core.errors import DebateError

FailureKind = Literal[
    "retryable",
    "auth",
    "quota",
    "not_found",
    "context_overflow",
    "content_filter",
    "bad_response",
    "cut_stream",
    "deadline",
    "cancelled",
    "internal",
]
# Worth another try by the engine itself; the rest needs a person, or another call.
TRY_AGAIN: frozenset[FailureKind] = frozenset({"retryable", "cut_stream", "deadline", "bad_response"})
# No other call will fare better until a person has seen to it.
NEEDS_A_PERSON: frozenset[FailureKind] = frozenset({"auth", "quota"})
# Refused before a token was made: costs nothing. The others may have cost something that nobody can tell.
UNBILLED: frozenset[FailureKind] = frozenset({"retryable", "auth", "quota", "not_found", "context_overflow"})
FAILURE_WORDS: Mapping[str, str] = {
    "retryable": "provider busy",
    "auth": "key refused",
    "quota": "quota used up",
    "not_found": "no such model",
    "context_overflow": "too long for the model",
    "content_filter": "refused by a content filter",
    "bad_response": "not an answer",
    "cut_stream": "cut off on the way",
    "deadline": "took too long",
    "cancelled": "stopped",
    "internal": "the provider failed",
}
"""Every kind in a person's words."""


class ModelError(DebateError):
    """One call to a model failed.

    kind: the taxonomy above. after: seconds the server asked to wait, or None. busy: it was asked too much at once
    (429), so that other calls will fare no better. partial: the words that had come when it failed (an attempt, never a
    turn).
    """

    def __init__(
        self, message: str, *, kind: FailureKind, after: float | None = None, partial: str = ""
    ) -> None:
        super().__init__(message)
        self.kind: FailureKind = kind
        self.after = after
        self.busy = False
        self.partial = partial
