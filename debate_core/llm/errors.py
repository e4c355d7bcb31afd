"""Failures of the wire to a model, in one taxonomy; a message never holds a key (`redact` before it is raised)."""

from collections.abc import Mapping
from typing import Literal

from debate_core.domain.errors import DebateError
from debate_core.domain.model import Request, Usage

FailureKind = Literal[
    "retryable",
    "auth",
    "quota",
    "not_found",
    "context_overflow",
    "all_thinking",
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
    "all_thinking": "nothing but thinking",
    "content_filter": "refused to answer",
    "bad_response": "not an answer",
    "cut_stream": "cut off on the way",
    "deadline": "took too long",
    "cancelled": "stopped",
    "internal": "the provider failed",
}
"""Every kind in a person's words."""


class ModelError(DebateError):
    """One call to a model failed.

    after: seconds the server asked to wait. busy: too many requests (429), so others will fare no better. put_off: it
    asked for a longer wait than the engine is patient for. partial: words that had come, never a turn. usage: what it
    used, where said.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: FailureKind,
        after: float | None = None,
        partial: str = "",
        usage: Usage = Usage(),
    ) -> None:
        super().__init__(message)
        self.kind: FailureKind = kind
        self.after = after
        self.busy = False
        self.put_off = False
        self.partial = partial
        self.usage = usage


def check_context(request: Request, context: int | None) -> None:
    """Refuse a call that can't fit into the model's context, at four characters a token. Raises ModelError."""
    prompt = sum(len(message.content) for message in request.messages) // 4
    if context is not None and prompt + request.most > context:
        raise ModelError(
            f"It was not sent: about {prompt:,} tokens and an answer of up to {request.most:,}, but "
            f"{request.model} has room for {context:,}. Use a larger model, or a shorter debate.",
            kind="context_overflow",
        )
