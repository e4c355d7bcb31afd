"""One call over OpenAI's wire (chat completions), which OpenAI, Gemini, Ollama, llama.cpp, vLLM and many more
speak.

Knows the `openai` SDK, and imports it: import this module only when a model is first called. Never retries;
it only takes back, once each, the options a server says it doesn't know. Invariant: an answer is complete
only when its end was seen.
"""

import hashlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import openai
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from debate_core.errors import DebateError
from debate_core.llm.answering import Words
from debate_core.llm.base import Completion, Finish, OnText, Request, Usage
from debate_core.llm.endpoint import NO_KEY, Endpoint
from debate_core.llm.errors import ModelError
from debate_core.llm.failures import bad_response, cut_stream, failure, refused, words_of
from debate_core.llm.schemas import positional, strict_subset
from debate_core.llm.transport import http_client, is_stream, saw_done

_STOPPED = frozenset({"stop", "eos", "end_turn", "stop_sequence"})
_BROKEN = frozenset({"error", "abort"})
# Options that some servers refuse, and the words by which they say so. Each is taken back once, then the call
# repeated.
_OPTIONAL: Mapping[str, tuple[str, ...]] = {
    "temperature": ("temperature",),
    "stream_options": ("stream_options", "include_usage"),
    "seed": ("seed",),
    "response_format": ("response_format", "json_schema", "structured output", "grammar", "schema"),
}
_OTHER_CAP = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """What differs between servers of this wire. cap: the name of the cap on the answer. whole_schema: the
    server takes any JSON schema, so positions stay pinned; else the strict common subset is sent. seeded: it
    takes a seed."""

    cap: str = "max_tokens"
    whole_schema: bool = False
    seeded: bool = False


class ChatModel:
    """A model behind OpenAI's wire. Holds no connection between calls, so it serves any event loop."""

    def __init__(self, endpoint: Endpoint, model: str, dialect: Dialect) -> None:
        self._endpoint = endpoint
        self._model = model
        self._dialect = dialect
        self._refused: set[str] = set()

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
                again = self._takes_back(error, failed, self._arguments(request, streams=words.watched))
            if not again:  # raised here, so that nothing hangs on it that holds the request with its key
                raise failed

    async def _call(self, request: Request, words: Words) -> Completion:
        key = self._endpoint.key
        async with (
            http_client(self._endpoint) as http,
            openai.AsyncOpenAI(
                api_key=key.reveal() if key else NO_KEY,
                base_url=self._endpoint.base_url,
                max_retries=0,
                timeout=http.timeout,
                http_client=http,
            ) as client,
        ):
            arguments = self._arguments(request, streams=words.watched)
            answer = await client.chat.completions.create(**arguments)
            if isinstance(answer, openai.AsyncStream):
                return await self._streamed(answer, words)
            return self._whole(answer)

    def _arguments(self, request: Request, *, streams: bool) -> dict[str, Any]:
        cap = _OTHER_CAP[self._dialect.cap] if self._dialect.cap in self._refused else self._dialect.cap
        arguments: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            cap: request.cap,
            "stream": streams,
        }
        options: dict[str, Any] = {
            "temperature": request.temperature,
            "stream_options": {"include_usage": True} if streams else None,
            "seed": _seed(request) if self._dialect.seeded else None,
            "response_format": self._format(request),
        }
        sent = {
            name: value for name, value in options.items() if value is not None and name not in self._refused
        }
        return arguments | sent

    def _format(self, request: Request) -> dict[str, Any] | None:
        if request.schema is None:
            return None
        schema = positional(request.schema) if self._dialect.whole_schema else strict_subset(request.schema)
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}

    def _takes_back(self, error: Exception, failed: ModelError, sent: dict[str, Any]) -> bool:
        """Whether the server refused an option that can be left out: then it is, from now on."""
        if failed.kind != "internal" or getattr(error, "status_code", None) not in (400, 422):
            return False
        said = words_of(error).lower()
        for name, signs in _OPTIONAL.items():
            if name in sent and any(sign in said for sign in signs):
                self._refused.add(name)
                return True
        cap = self._dialect.cap
        if cap in said and cap not in self._refused:
            self._refused.add(cap)
            return True
        return False

    async def _streamed(self, stream: openai.AsyncStream[ChatCompletionChunk], words: Words) -> Completion:
        heard = _Heard()
        async with stream:
            if not is_stream(stream.response):
                raise bad_response(self._endpoint, "answered with something that is no stream of a model")
            try:
                await self._listen(stream, heard, words)
            except DebateError:
                raise
            except Exception:
                if heard.finish is None:
                    raise
            done = saw_done(stream.response)
        if heard.refusal or heard.finish == "content_filter":
            raise refused(self._endpoint, heard.refusal, partial=words.text)
        if heard.finish in _BROKEN or (heard.finish is None and not done):
            raise cut_stream(self._endpoint, partial=words.text)
        return self._finished(words.text, heard.finish, heard.usage)

    async def _listen(
        self, chunks: AsyncIterator[ChatCompletionChunk], heard: "_Heard", words: Words
    ) -> None:
        async for chunk in chunks:
            if not isinstance(chunk, ChatCompletionChunk):
                raise bad_response(self._endpoint, "streamed something that is no answer", partial=words.text)
            heard.usage = _usage(chunk.usage) or heard.usage
            for choice in (chunk.choices or [])[:1]:
                heard.finish = choice.finish_reason or heard.finish
                heard.refusal += getattr(choice.delta, "refusal", None) or ""
                words.add(getattr(choice.delta, "content", None) or "")

    def _whole(self, answer: object) -> Completion:
        choices = answer.choices if isinstance(answer, ChatCompletion) else None
        message = choices[0].message if choices else None
        if not isinstance(answer, ChatCompletion) or not choices or message is None:
            raise bad_response(self._endpoint, "answered with something that is no answer of a model")
        text, finish = message.content or "", choices[0].finish_reason
        if message.refusal or finish == "content_filter":
            raise refused(self._endpoint, message.refusal or "", partial=text)
        if str(finish) in _BROKEN:
            raise cut_stream(self._endpoint, partial=text)
        return self._finished(text, finish, _usage(answer.usage))

    def _finished(self, text: str, reason: str | None, usage: Usage | None) -> Completion:
        finish: Finish = "stop" if reason in _STOPPED else "length" if reason == "length" else "unconfirmed"
        if not text.strip() and finish != "length":
            raise bad_response(self._endpoint, "answered with nothing")
        return Completion(text=text, finish=finish, usage=usage or Usage())


@dataclass
class _Heard:
    """What a stream said beside its text."""

    finish: str | None = None
    refusal: str = ""
    usage: Usage | None = None


def _usage(usage: Any) -> Usage | None:
    if usage is None:
        return None
    details = getattr(usage, "prompt_tokens_details", None)
    return Usage(
        input=getattr(usage, "prompt_tokens", None),
        output=getattr(usage, "completion_tokens", None),
        cached=getattr(details, "cached_tokens", None),
    )


def _seed(request: Request) -> int:
    """A seed of the call's own: from the debate's seed and the call's identity."""
    digest = hashlib.sha256(f"{request.seed}/{request.call}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1
