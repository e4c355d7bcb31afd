"""One call over Anthropic's wire (messages), through the real `anthropic` SDK.

Imports the SDK: import this module only when a model is first called. Never retries; it only takes back the
schema, once, where a model doesn't know it. Takes no temperature: the SDK's `messages.create` has none any
more. Invariant: an answer is complete only when `message_stop` was seen.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Final

import anthropic
from anthropic.types import Message, RawMessageStreamEvent

from debate_core.errors import DebateError
from debate_core.llm.answering import Words
from debate_core.llm.base import Completion, Finish, OnText, Request, Usage
from debate_core.llm.endpoint import NO_KEY, Endpoint
from debate_core.llm.errors import ModelError
from debate_core.llm.failures import bad_response, cut_stream, failure, overflowed, refused, words_of
from debate_core.llm.schemas import strict_subset
from debate_core.llm.transport import http_client, is_stream

_STOPPED: Final = frozenset({"end_turn", "stop_sequence"})
_SCHEMA_REFUSED: Final = ("output_config", "output_format", "json_schema", "structured output", "schema")


class AnthropicModel:
    """A model behind Anthropic's wire. Holds no connection between calls, so it serves any event loop."""

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self._model = model
        self._sends_schema = True

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Answer `request`. Raises ModelError; what `on_text` raises on purpose passes through."""
        while True:
            words = Words(on_text)
            try:
                return await self._call(request, words)
            except DebateError:
                raise
            except Exception as error:
                failed = failure(error, self._endpoint, partial=words.text)
                again = self._takes_back(error, failed, request)
            if not again:  # raised here, so that nothing hangs on it that holds the request with its key
                raise failed

    async def _call(self, request: Request, words: Words) -> Completion:
        key = self._endpoint.key
        async with (
            http_client(self._endpoint) as http,
            anthropic.AsyncAnthropic(
                api_key=key.reveal() if key else NO_KEY,
                base_url=self._endpoint.base_url.removesuffix("/v1"),
                max_retries=0,
                timeout=http.timeout,
                http_client=http,
                open_telemetry=False,
            ) as client,
        ):
            answer = await client.messages.create(**self._arguments(request, streams=words.watched))
            if isinstance(answer, anthropic.AsyncStream):
                return await self._streamed(answer, words)
            return self._whole(answer)

    def _arguments(self, request: Request, *, streams: bool) -> dict[str, Any]:
        system, turns = _laid_out(request)
        arguments: dict[str, Any] = {
            "model": self._model,
            "max_tokens": request.cap,
            "messages": turns,
            "stream": streams,
        }
        if system:
            arguments["system"] = system
        if request.schema is not None and self._sends_schema:
            form = {"type": "json_schema", "schema": strict_subset(request.schema)}
            arguments["output_config"] = {"format": form}
        return arguments

    def _takes_back(self, error: Exception, failed: ModelError, request: Request) -> bool:
        """Whether it was the schema that was refused: then none is sent from now on."""
        if failed.kind != "internal" or getattr(error, "status_code", None) not in (400, 422):
            return False
        said = words_of(error).lower()
        if (
            request.schema is None
            or not self._sends_schema
            or not any(sign in said for sign in _SCHEMA_REFUSED)
        ):
            return False
        self._sends_schema = False
        return True

    async def _streamed(
        self, stream: "anthropic.AsyncStream[RawMessageStreamEvent]", words: Words
    ) -> Completion:
        heard = _Heard()
        async with stream:
            if not is_stream(stream.response):
                raise bad_response(self._endpoint, "answered with something that is no stream of a model")
            try:
                await self._listen(stream, heard, words)
            except DebateError:
                raise
            except Exception:
                if not heard.ended:
                    raise
        if not heard.ended:
            raise cut_stream(self._endpoint, partial=words.text)
        return self._finished(words.text, heard.reason, heard.usage)

    async def _listen(self, events: AsyncIterator[Any], heard: "_Heard", words: Words) -> None:
        async for event in events:
            kind = getattr(event, "type", None)
            if kind is None:
                raise bad_response(self._endpoint, "streamed something that is no answer", partial=words.text)
            if kind == "message_start":
                heard.usage = _usage(event.message.usage, Usage())
            elif kind == "content_block_start" and event.content_block.type == "text":
                words.add(event.content_block.text or "")
            elif kind == "content_block_delta" and event.delta.type == "text_delta":
                words.add(event.delta.text)
            elif kind == "message_delta":
                heard.reason = event.delta.stop_reason or heard.reason
                heard.usage = _usage(event.usage, heard.usage)
            elif kind == "message_stop":
                heard.ended = True

    def _whole(self, answer: object) -> Completion:
        blocks = answer.content if isinstance(answer, Message) else None
        if not isinstance(answer, Message) or not isinstance(blocks, list):
            raise bad_response(self._endpoint, "answered with something that is no answer of a model")
        text = "".join(block.text for block in blocks if block.type == "text")
        return self._finished(text, answer.stop_reason, _usage(answer.usage, Usage()))

    def _finished(self, text: str, reason: str | None, usage: Usage) -> Completion:
        if reason == "refusal":
            raise refused(self._endpoint, "", partial=text)
        if reason == "model_context_window_exceeded":
            raise overflowed(self._endpoint, partial=text)
        finish: Finish = (
            "stop" if reason in _STOPPED else "length" if reason == "max_tokens" else "unconfirmed"
        )
        if not text.strip() and finish != "length":
            raise bad_response(self._endpoint, "answered with nothing")
        return Completion(text=text, finish=finish, usage=usage)


@dataclass
class _Heard:
    """What a stream said beside its text."""

    reason: str | None = None
    ended: bool = False
    usage: Usage = Usage()


def _laid_out(request: Request) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The messages as this wire wants them: the system's words apart, neighbours of one role together, and
    after the last shared block of each a mark up to which the server may cache."""
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
    """Tokens as counted so far. This wire counts what was cached apart from the input; here it is part of
    it."""
    fresh, output = getattr(usage, "input_tokens", None), getattr(usage, "output_tokens", None)
    cached = getattr(usage, "cache_read_input_tokens", None)
    written = getattr(usage, "cache_creation_input_tokens", None)
    whole = before.input if fresh is None else fresh + (cached or 0) + (written or 0)
    return Usage(
        input=whole,
        output=before.output if output is None else output,
        cached=before.cached if cached is None else cached,
    )
