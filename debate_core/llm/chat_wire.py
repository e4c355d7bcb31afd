"""One call over OpenAI's wire (chat completions), which many servers speak, through the `openai` SDK."""

import difflib
import hashlib
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, ClassVar, Final, Literal

import openai
from openai.types import Batch
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import Completion, Line, Request, Usage, token_count
from debate_core.llm.errors import APIError, bad_response, cancellation, expiry, hole
from debate_core.llm.keys import NO_KEY, Endpoint
from debate_core.llm.listing import context_at, value_at
from debate_core.llm.transport import Bounds, events_of, http_client
from debate_core.llm.wire_model import BatchingModel, StreamState, StreamWords, positional, strict_subset

_ASKED_AT: Final = "/v1/chat/completions"
_ENDED = {"completed", "expired", "cancelled"}
_NEVER_REACHED = {"batch_expired": expiry, "batch_cancelled": cancellation}
_OTHER_CAP = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}


class Dialect(FrozenValue):
    """What differs between servers of this wire. cap: the name of the cap on the answer. whole_schema: it takes any
    JSON schema, else the strict common subset (with least lengths for a person's server). seeded: it takes a seed.
    effort: how it is asked for more or less thinking."""

    cap: str = "max_tokens"
    whole_schema: bool = False
    seeded: bool = False
    effort: Literal["reasoning_effort", "reasoning"] = "reasoning_effort"


# OpenAI's newer models refuse `max_tokens`; other servers know only that.
PROPER = Dialect(cap="max_completion_tokens")
COMPATIBLE = Dialect(cap="max_tokens")
DIALECTS: Mapping[str, Dialect] = defaultdict(
    lambda: COMPATIBLE, openai=PROPER, openrouter=Dialect(effort="reasoning")
)


class ChatModel(BatchingModel):
    optional: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "temperature": ("temperature",),
        "stream_options": ("stream_options", "include_usage"),
        "seed": ("seed",),
        "reasoning_effort": ("reasoning_effort", "reasoning effort"),
        "extra_body": ("reasoning",),
        "response_format": ("response_format", "json_schema", "structured output", "grammar", "schema"),
        # A cap can't be left out, but has another name.
        "max_tokens": ("max_tokens",),
        "max_completion_tokens": ("max_completion_tokens",),
    }

    def __init__(self, endpoint: Endpoint, model: str, dialect: Dialect = COMPATIBLE) -> None:
        super().__init__(endpoint, model)
        self._dialect = dialect

    @asynccontextmanager
    async def _client(self, bounds: Bounds) -> AsyncIterator[openai.AsyncOpenAI]:
        key = self._endpoint.key
        async with (
            http_client(self._endpoint, bounds) as http,
            openai.AsyncOpenAI(
                api_key=key.reveal() if key else NO_KEY,
                base_url=self._endpoint.base_url,
                max_retries=0,
                timeout=http.timeout,
                http_client=http,
            ) as client,
        ):
            yield client

    async def _stated_context(self) -> int | None:
        return await context_at(self._endpoint, self._model) if self._endpoint.typed else None

    async def _call(self, arguments: dict[str, Any], words: StreamWords) -> Completion:
        async with self._client(words.bounds) as client:
            answer = await client.chat.completions.create(**arguments)
            if isinstance(answer, openai.AsyncStream):
                return await self._read_stream(answer, words)
            return self._whole_answer(answer, words)

    def _arguments(self, request: Request, *, streams: bool) -> dict[str, Any]:
        cap = _OTHER_CAP[self._dialect.cap] if self._dialect.cap in self._refused else self._dialect.cap
        arguments: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            cap: request.max_tokens,
            "stream": streams,
        }
        effort = request.effort if request.reasoning_budget else None
        by_name = self._dialect.effort == "reasoning_effort"
        chance = hashlib.sha256(f"{request.seed}/{request.call}".encode()).digest()
        options: dict[str, Any] = {
            "temperature": request.temperature,
            "stream_options": {"include_usage": True} if streams else None,
            "seed": int.from_bytes(chance[:4]) >> 1 if self._dialect.seeded else None,
            "response_format": self._format(request),
            "reasoning_effort": effort if by_name else None,
            "extra_body": {"reasoning": {"effort": effort}} if effort and not by_name else None,
        }
        sent = {
            name: value for name, value in options.items() if value is not None and name not in self._refused
        }
        return arguments | sent

    def _format(self, request: Request) -> dict[str, Any] | None:
        if request.schema is None:
            return None
        schema = strict_subset(request.schema, lengths=self._endpoint.typed)
        if self._dialect.whole_schema:
            schema = positional(request.schema)
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}

    async def _submit(self, bodies: Mapping[str, dict[str, Any]]) -> str:
        line = {"method": "POST", "url": _ASKED_AT}
        lines = (
            json.dumps({**line, "custom_id": name, "body": body}).encode() for name, body in bodies.items()
        )
        async with self._client(Bounds(tokens=0)) as client:
            file = await client.files.create(file=("batch.jsonl", b"\n".join(lines)), purpose="batch")
            batch = await client.batches.create(
                input_file_id=file.id, endpoint=_ASKED_AT, completion_window="24h"
            )
        if not isinstance(batch, Batch) or not isinstance(batch.id, str):
            raise bad_response(self._endpoint, "answered with something that is no batch")
        return batch.id

    async def _collect(self, batch: str, bounds: Bounds) -> str | None:
        async with self._client(bounds) as client:
            status = await client.batches.retrieve(batch)
            if status.status == "failed":
                faults = status.errors.data if status.errors and status.errors.data else []
                full = any(one.code == "token_limit_exceeded" for one in faults)
                message = "; ".join(one.message or "" for one in faults)
                raise APIError({"message": message}, status=429 if full else 400)
            if status.status not in _ENDED:
                return None
            files = [name for name in (status.output_file_id, status.error_file_id) if name]
            return "\n".join([(await client.files.content(name)).text for name in files])

    def _read(self, line: Line, words: StreamWords) -> Completion:
        code = value_at(line, "error", "code")
        if code in _NEVER_REACHED:
            raise _NEVER_REACHED[code](self._endpoint)
        body, status = value_at(line, "response", "body"), value_at(line, "response", "status_code")
        if not isinstance(body, dict) or status != 200:
            raise APIError(body or line.get("error"), status=status if isinstance(status, int) else 500)
        return self._whole_answer(ChatCompletion.construct(**body), words)

    async def _listen(self, stream: Any, state: StreamState, words: StreamWords) -> None:
        async for chunk in stream:
            if not isinstance(chunk, ChatCompletionChunk):
                raise bad_response(self._endpoint, "streamed something that is no answer", partial=words.text)
            if _has_hole(chunk):
                raise hole(self._endpoint, partial=words.text)
            state.usage = _usage(chunk.usage) or state.usage
            for choice in (chunk.choices or [])[:1]:
                state.refusal += getattr(choice.delta, "refusal", None) or ""
                state.thought |= _thinks(choice.delta)
                words.add(getattr(choice.delta, "content", None) or "")
                state.finish = choice.finish_reason or state.finish
                state.ended = state.finish is not None
        state.ended = state.ended or events_of(stream.response).done

    def _whole_answer(self, answer: object, words: StreamWords) -> Completion:
        choice = answer.choices[0] if isinstance(answer, ChatCompletion) and answer.choices else None
        # Gemini leaves the message out where it refuses.
        message, finish = (getattr(choice, name, None) for name in ("message", "finish_reason"))
        if not isinstance(answer, ChatCompletion) or (message is None and finish is None):
            raise bad_response(self._endpoint)
        refusal = getattr(message, "refusal", None) or ""
        state = StreamState(finish=finish, refusal=refusal, usage=_usage(answer.usage) or Usage(), ended=True)
        state.thought = _thinks(message)
        words.add(getattr(message, "content", None) or "")
        return self._finish(words, state)


def _has_hole(chunk: ChatCompletionChunk) -> bool:
    """Whether a piece stands under an unknown name, or a choice is empty. Fields of a server's own are fine."""
    choices = getattr(chunk, "choices", None)
    if not isinstance(choices, list):
        return _misspells(chunk.model_extra, "choices")
    for choice in choices[:1]:
        delta = getattr(choice, "delta", None)
        if delta is None:
            return _misspells(choice.model_extra, "delta") or not (choice.model_extra or choice.finish_reason)
        if getattr(delta, "content", None) is None and _misspells(delta.model_extra, "content"):
            return True
    return False


def _misspells(extra: Mapping[str, Any] | None, name: str) -> bool:
    """Whether a field that nobody knows is nearly called `name`."""
    return bool(difflib.get_close_matches(name, list(extra or ()), cutoff=0.75))


def _thinks(part: Any) -> bool:
    return any(getattr(part, name, None) for name in ("reasoning_content", "reasoning"))


def _usage(usage: Any) -> Usage | None:
    """Gemini counts thinking in the sum but not in the answer."""
    if usage is None:
        return None
    names = "prompt_tokens", "completion_tokens", "total_tokens"
    prompt, output, total = (token_count(getattr(usage, name, None)) for name in names)
    thinking = getattr(getattr(usage, "completion_tokens_details", None), "reasoning_tokens", None)
    other = (total or 0) - (prompt or 0) - (output or 0)
    if prompt is not None and output is not None and other > 0:
        output, thinking = output + other, other
    details = getattr(usage, "prompt_tokens_details", None)
    return Usage(
        input=prompt,
        output=output,
        cached=getattr(details, "cached_tokens", None),
        written=getattr(details, "cache_write_tokens", None),
        thinking=thinking,
    )
