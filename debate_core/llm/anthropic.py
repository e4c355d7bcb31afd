"""One call over Anthropic's wire, through the `anthropic` SDK; complete only when `message_stop` was seen."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, ClassVar, Literal
from urllib.parse import quote

import anthropic
import httpx2
from anthropic.types import Message

from debate_core.domain.model import Completion, Line, Request, Usage, token_count
from debate_core.llm.errors import APIError, bad_response, cancellation, expiry, hole
from debate_core.llm.keys import NO_KEY, Endpoint
from debate_core.llm.listing import value_at
from debate_core.llm.transport import Bounds, events_of, http_client
from debate_core.llm.wire_model import BatchingModel, StreamState, StreamWords, strict_subset

_WORDLESS = {"thinking_delta", "signature_delta", "citations_delta", "input_json_delta", "compaction_delta"}
"""Pieces of a stream that hold nothing of the answer's text."""
_THOUGHT = {"thinking", "redacted_thinking"}
_NEVER_REACHED = {"expired": expiry, "canceled": cancellation}
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
}
"""The HTTP status of an error within a batch; any other is the provider's own."""
_Way = Literal["budget", "adaptive"]
_BY_BUDGET = re.compile(r"claude-(?:3-7|(?:sonnet|opus|haiku)-4(?:-[0-5])?(?:-\d{8}|-latest)?$)")
"""The models that take a budget for thinking; later ones are told an effort."""


class AnthropicModel(BatchingModel):
    optional: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "output_config": ("output_config", "output_format", "json_schema", "structured output", "schema")
    }

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        super().__init__(endpoint, model)
        own = _BY_BUDGET.match(model)
        self._ways: list[_Way] = ["budget", "adaptive"] if own else ["adaptive", "budget"]

    @asynccontextmanager
    async def _client(self, bounds: Bounds) -> AsyncIterator[anthropic.AsyncAnthropic]:
        key = self._endpoint.key
        async with (
            http_client(self._endpoint, bounds) as http,
            anthropic.AsyncAnthropic(
                api_key=key.reveal() if key else NO_KEY,
                base_url=self._endpoint.base_url.removesuffix("/v1"),
                max_retries=0,
                timeout=http.timeout,
                http_client=http,
                open_telemetry=False,
            ) as client,
        ):
            yield client

    async def _call(self, arguments: dict[str, Any], words: StreamWords) -> Completion:
        async with self._client(words.bounds) as client:
            answer = await client.messages.create(**arguments)
            if isinstance(answer, anthropic.AsyncStream):
                return await self._read_stream(answer, words)
            return self._whole_answer(answer, words)

    def _arguments(self, request: Request, *, streams: bool) -> dict[str, Any]:
        system, turns = _lay_out(request)
        arguments: dict[str, Any] = {
            "model": self._model,
            "max_tokens": request.max_tokens,
            "messages": turns,
            "stream": streams,
        }
        if system:
            arguments["system"] = system
        config: dict[str, Any] = {}
        if request.schema is not None and "output_config" not in self._refused:
            config["format"] = {"type": "json_schema", "schema": strict_subset(request.schema)}
        if request.effort and request.reasoning_budget and self._ways:
            if self._ways[0] == "budget":
                arguments["thinking"] = {"type": "enabled", "budget_tokens": request.reasoning_budget}
            else:
                arguments["thinking"] = {"type": "adaptive"}
                config["effort"] = request.effort
        return arguments | ({"output_config": config} if config else {})

    def _drop_refused_option(self, message: str, sent: dict[str, Any]) -> bool:
        """Also swaps a way of thinking that the model refuses for the other one, then for none."""
        if "thinking" in sent and ("thinking" in message or "effort" in message):
            self._ways = self._ways[1:]
            return True
        return super()._drop_refused_option(message, sent)

    async def _submit(self, bodies: Mapping[str, dict[str, Any]]) -> str:
        entries: Any = [{"custom_id": name, "params": body} for name, body in bodies.items()]
        async with self._client(Bounds(tokens=0)) as client:
            batch = await client.messages.batches.create(requests=entries)
        if not isinstance(batch.id, str):
            raise bad_response(self._endpoint, "answered with something that is no batch")
        return batch.id

    async def _collect(self, batch: str, bounds: Bounds) -> str | None:
        async with self._client(bounds) as client:
            if (await client.messages.batches.retrieve(batch)).processing_status != "ended":
                return None
            # Where its results are is known: the key goes to no address that an answer names.
            results = f"/v1/messages/batches/{quote(batch, safe='')}/results"
            return (await client.get(results, cast_to=httpx2.Response)).text

    def _read(self, line: Line, words: StreamWords) -> Completion:
        kind = value_at(line, "result", "type")
        if kind in _NEVER_REACHED:
            raise _NEVER_REACHED[kind](self._endpoint)
        if kind != "succeeded":
            body = value_at(line, "result", "error")
            raise APIError(body, status=_STATUS.get(str(value_at(body, "error", "type")), 500))
        message = value_at(line, "result", "message")
        return self._whole_answer(Message.construct(**message) if isinstance(message, dict) else None, words)

    async def _listen(self, stream: Any, state: StreamState, words: StreamWords) -> None:
        async for event in stream:
            kind = getattr(event, "type", None)
            if kind is None:
                raise bad_response(self._endpoint, "streamed something that is no answer", partial=words.text)
            if kind == "message_start":
                state.usage = _usage(event.message.usage, Usage())
            elif kind == "content_block_start":
                state.thought |= event.content_block.type in _THOUGHT
                words.add(getattr(event.content_block, "text", None) or "")
            elif kind == "content_block_delta":
                words.add(self._piece(event, words))
            elif kind == "message_delta":
                state.finish = event.delta.stop_reason or state.finish
                state.usage = _usage(event.usage, state.usage)
            elif kind == "message_stop":
                state.ended = True
            if events_of(stream.response).type_mismatch:
                raise hole(self._endpoint, partial=words.text)

    def _piece(self, event: Any, words: StreamWords) -> str:
        delta = getattr(event, "delta", None)
        kind, text = getattr(delta, "type", None), getattr(delta, "text", None)
        if kind in _WORDLESS:
            return ""
        if kind != "text_delta" or not isinstance(text, str):
            raise hole(self._endpoint, partial=words.text)
        return text

    def _whole_answer(self, answer: object, words: StreamWords) -> Completion:
        blocks = answer.content if isinstance(answer, Message) else None
        if not isinstance(answer, Message) or not isinstance(blocks, list):
            raise bad_response(self._endpoint)
        text = "".join(block.text for block in blocks if block.type == "text")
        usage = _usage(answer.usage, Usage())
        words.add(text)
        thought = any(block.type in _THOUGHT for block in blocks)
        state = StreamState(finish=answer.stop_reason, usage=usage, ended=True, thought=thought)
        return self._finish(words, state)


def _lay_out(request: Request) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The messages for this wire: the system's apart, neighbours joined, a cache mark after shared blocks."""
    system: list[dict[str, Any]] = []
    turns: list[dict[str, Any]] = []
    marks: dict[bool, dict[str, Any]] = {}
    for message in request.messages:
        if not message.content.strip():
            continue
        block: dict[str, Any] = {"type": "text", "text": message.content}
        if message.cacheable:
            marks[message.role == "system"] = block
        if message.role == "system":
            system.append(block)
        elif turns and turns[-1]["role"] == message.role:
            turns[-1]["content"].append(block)
        else:
            turns.append({"role": message.role, "content": [block]})
    for block in marks.values():
        block["cache_control"] = {"type": "ephemeral"}
    return system, turns


def _usage(usage: Any, before: Usage) -> Usage:
    """This wire counts cached tokens apart from the input; here they are part of it."""
    names = "input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"
    fresh, output, cached, written = (token_count(getattr(usage, name, None)) for name in names)
    whole = before.input if fresh is None else fresh + (cached or 0) + (written or 0)
    thinking = getattr(getattr(usage, "output_tokens_details", None), "thinking_tokens", None)
    return Usage(
        input=whole,
        output=before.output if output is None else output,
        cached=before.cached if cached is None else cached,
        written=before.written if written is None else written,
        thinking=before.thinking if thinking is None else thinking,
    )
