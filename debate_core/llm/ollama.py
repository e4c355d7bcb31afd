"""One call over Ollama's own wire (`/api/chat`), where the context can be set to hold the prompt."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

import httpx2

from debate_core.domain.model import Completion, OnText, Request, Usage
from debate_core.llm.errors import APIError, ModelError, bad_response, check_context
from debate_core.llm.keys import Endpoint
from debate_core.llm.listing import answer_at, context_of, headers_of, refusal, value_at
from debate_core.llm.transport import http_client
from debate_core.llm.wire_model import StreamState, StreamWords, WireModel, strict_subset

MIN_CONTEXT = 4096
"""Ollama's own usual context; ours begins there and doubles, since each other one has the model loaded anew."""


class OllamaModel(WireModel):
    optional: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "think": ("think",),
        "format": ("format", "schema", "grammar"),
    }

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        super().__init__(endpoint, model)
        self._address = endpoint.base_url.removesuffix("/v1")
        self._asked = MIN_CONTEXT
        self._loaded = 0

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """The same, with the context set to hold prompt and answer."""
        await self._check_room(request)
        while self._asked < request.prompt_tokens + request.max_tokens:
            self._asked *= 2
        asked = self._room
        completion = await super().complete(request, on_text)
        if self._loaded < asked:
            await self._check_loaded(request, asked)
        return completion

    async def _stated_context(self) -> int | None:
        return await context_of(self._endpoint, self._model)

    @property
    def _room(self) -> int:
        return min(self._asked, self._context or self._asked)

    def _arguments(self, request: Request, *, streams: bool) -> dict[str, Any]:
        options = {
            "num_ctx": self._room,
            "num_predict": request.max_tokens,
            "temperature": request.temperature,
            "seed": request.seed,
        }
        arguments: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "stream": streams,
            "truncate": False,
            "shift": False,
            "options": {name: value for name, value in options.items() if value is not None},
        }
        if request.schema is not None and "format" not in self._refused:
            arguments["format"] = strict_subset(request.schema, lengths=True)
        if request.effort and request.reasoning_budget and "think" not in self._refused:
            arguments["think"] = request.effort if "gpt-oss" in self._model else True
        return arguments

    async def _call(self, arguments: dict[str, Any], words: StreamWords) -> Completion:
        async with (
            http_client(self._endpoint, words.bounds) as http,
            http.stream(
                "POST", f"{self._address}/api/chat", json=arguments, headers=headers_of(self._endpoint)
            ) as response,
        ):
            if response.status_code != 200:
                raise refusal(response, await response.aread())
            state = StreamState()
            try:
                await self._listen(response, state, words)
            except (httpx2.TransportError, ValueError):
                if not state.ended:
                    raise
            return self._finish(words, state)

    async def _listen(self, stream: httpx2.Response, state: StreamState, words: StreamWords) -> None:
        async for line in stream.aiter_lines():
            if not line.strip():
                continue
            body = json.loads(line)
            if isinstance(body, dict) and "error" in body:
                raise APIError(body)
            message = value_at(body, "message")
            if not isinstance(message, dict):
                raise bad_response(self._endpoint)
            state.thought |= bool(message.get("thinking"))
            words.add(str(message.get("content") or ""))
            if body.get("done") is True:
                state.ended, state.finish = True, body.get("done_reason")
                state.usage = Usage(input=body.get("prompt_eval_count"), output=body.get("eval_count"))

    async def _check_loaded(self, request: Request, asked: int) -> None:
        try:
            running = await answer_at(self._endpoint, f"{self._address}/api/ps", refusals=())
        except ModelError:
            return
        models = value_at(running, "models")
        for one in models if isinstance(models, list) else []:
            loaded = value_at(one, "context_length")
            if isinstance(loaded, int) and one.get("name") in (self._model, f"{self._model}:latest"):
                self._loaded = loaded
                if self._loaded < asked:
                    check_context(request, self._loaded)
                return
        self._loaded = asked
