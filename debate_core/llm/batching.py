"""Many calls in one batch: providers that answer within 24 hours ask half the price."""

import json
from abc import abstractmethod
from collections.abc import Awaitable, Mapping
from typing import Any, TypeVar

from debate_core.errors import DebateError
from debate_core.llm.answering import WireModel, Words
from debate_core.llm.arriving import Bounds
from debate_core.llm.base import Completion, Line, Request
from debate_core.llm.errors import ModelError
from debate_core.llm.failures import APIError, bad_response, failure, unanswered, words_of

T = TypeVar("T")


class BatchingModel(WireModel):
    async def submit(self, requests: Mapping[str, Request]) -> str:
        """Answer these requests, each under its name; returns the batch's id. Raises ModelError."""
        bodies = {name: self._body(request) for name, request in requests.items()}
        return await self._failing(self._submit(bodies))

    async def collect(self, batch: str, tokens: int) -> Mapping[str, Line] | None:
        """What came of each request, by name; None while the batch has not ended. `tokens`: the most of its answers.
        Raises ModelError."""
        text = await self._failing(self._collect(batch, Bounds(tokens=tokens)))
        if text is None:
            return None
        lines = (_line(line) for line in text.splitlines())
        return {str(line["custom_id"]): line for line in lines if "custom_id" in line}

    def read(self, line: Line | None, request: Request) -> Completion:
        if line is None:
            raise bad_response(self._endpoint, "left the answer out of its batch")
        try:
            return self._read(line, Words(None, self._endpoint, Bounds(tokens=request.most)))
        except APIError as error:
            failed = self._entry_failed(error, request)
        raise failed

    def _body(self, request: Request) -> dict[str, Any]:
        body = self._arguments(request, streams=False)
        del body["stream"]
        return body

    def _entry_failed(self, error: APIError, request: Request) -> ModelError:
        """One that failed only for an option can be tried again without it."""
        failed = failure(error, self._endpoint)
        if failed.kind == "internal" and self._takes_back(words_of(error).lower(), self._body(request)):
            failed.kind = "retryable"
        return unanswered(failed)

    async def _failing(self, answer: Awaitable[T]) -> T:
        try:
            return await answer
        except DebateError:
            raise
        except Exception as error:
            failed = failure(error, self._endpoint)
            if isinstance(error, APIError):  # of the batch itself, not of the way to it
                unanswered(failed)
        raise failed

    @abstractmethod
    async def _submit(self, bodies: Mapping[str, dict[str, Any]]) -> str:
        """The id of a new batch of these."""

    @abstractmethod
    async def _collect(self, batch: str, bounds: Bounds) -> str | None:
        """A batch's answers, a line of JSON each; None while it has not ended."""

    @abstractmethod
    def _read(self, line: Line, words: Words) -> Completion:
        """The answer in a line. Raises ModelError, and APIError for what the provider refused."""


def _line(text: str) -> Line:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
