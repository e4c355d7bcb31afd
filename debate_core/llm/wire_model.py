"""What all wires share: one call with its text as it comes, options taken back and its end; and many in one batch."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, TypeVar

from debate_core.domain.errors import DebateError
from debate_core.domain.model import Completion, Finish, Line, OnText, Request, Usage
from debate_core.llm import errors
from debate_core.llm.keys import Endpoint
from debate_core.llm.listing import parse_json
from debate_core.llm.transport import Bounds, too_long

# What strict modes refuse or ignore; the reading of answers checks all of it again anyway.
_STOPPED = frozenset({"stop", "eos", "end_turn", "stop_sequence"})
_FULL = frozenset({"length", "max_tokens"})
_REFUSED = frozenset({"content_filter", "refusal", "safety", "recitation", "blocklist", "prohibited_content"})
_OPENS, _CLOSES = "<think>", "</think>"


@dataclass
class StreamWords:
    """The text so far, for watchers without key and leading thinking. Raises `too_long` beyond its bounds."""

    on_text: OnText | None
    endpoint: Endpoint
    bounds: Bounds
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    held: str = ""
    before: str = ""
    spoke: bool = False

    @property
    def thinking(self) -> bool:
        """Whether nothing but thinking has come."""
        return self.before.lstrip().startswith(_OPENS)

    @property
    def watched(self) -> bool:
        return self.on_text is not None

    @property
    def text(self) -> str:
        return self.endpoint.without_key("".join(self.pieces))

    def add(self, piece: str) -> None:
        if not piece:
            return
        self.size += len(piece.encode("utf-8", "surrogatepass"))
        if self.size > self.bounds.words:
            raise too_long(self.endpoint, self.bounds, partial=self.text)
        if not self.spoke and not (piece := self._after_thinking(piece)):
            return
        self.pieces.append(piece)
        if self.on_text is not None:
            words = self.held + piece
            whole = len(words) - self.endpoint.begun_key(words)
            self.held = words[whole:]
            if whole:
                self.on_text(self.endpoint.without_key(words[:whole]))

    def _after_thinking(self, piece: str) -> str:
        """The text without its leading thinking; nothing while that can't be told."""
        self.before += piece
        text = self.before.lstrip()
        if len(text) < len(_OPENS) and _OPENS.startswith(text):
            return ""
        _thought, closes, answer = text.partition(_CLOSES)
        if self.thinking and not closes:
            return ""
        words = answer.lstrip() if self.thinking else self.before
        if words:
            self.before, self.spoke = "", True
        return words

    def end(self) -> None:
        if self.before and not self.thinking:
            self.spoke = True
            self.add(self.before)
        if self.held and self.on_text is not None:
            self.on_text(self.endpoint.without_key(self.held))
        self.held = ""


@dataclass
class StreamState:
    """What an answer said beside its text."""

    finish: str | None = None
    refusal: str = ""
    usage: Usage = field(default_factory=Usage)
    ended: bool = False
    thought: bool = False


class WireModel(ABC):
    # Options that some servers refuse, and the words by which they say so.
    optional: ClassVar[Mapping[str, tuple[str, ...]]]

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self._model = model
        self._refused: set[str] = set()
        self._context: int | None = None
        self._described = False

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Raises ModelError, before sending if the model has no room; what `on_text` raises passes through."""
        await self._check_room(request)
        while True:
            words = StreamWords(on_text, self._endpoint, Bounds(tokens=request.max_tokens))
            arguments = self._arguments(request, streams=words.watched)
            try:
                return await self._call(arguments, words)
            except errors.ModelError as told:
                told.partial = told.partial or words.text
                raise
            except DebateError:
                raise
            except Exception as error:
                failed = errors.failure(error, self._endpoint, partial=words.text)
                misread = failed.kind == "internal" and getattr(error, "status_code", None) in (400, 422)
                again = misread and self._drop_refused_option(errors.error_words(error).lower(), arguments)
            if not again:  # raised here, so that nothing hangs on it that holds the request with its key
                raise failed

    async def _check_room(self, request: Request) -> None:
        if not self._described:
            self._context, self._described = await self._stated_context(), True
        errors.check_context(request, self._context)

    async def _stated_context(self) -> int | None:
        return None

    @abstractmethod
    def _arguments(self, request: Request, *, streams: bool) -> dict[str, Any]:
        """What the SDK is given for a request."""

    @abstractmethod
    async def _call(self, arguments: dict[str, Any], words: StreamWords) -> Completion:
        """The answer, by the SDK."""

    @abstractmethod
    async def _listen(self, stream: Any, state: StreamState, words: StreamWords) -> None:
        """Take what a stream says."""

    def _drop_refused_option(self, message: str, sent: dict[str, Any]) -> bool:
        """Whether the server refused an option that can be left out, which it then is from now on."""
        for name, signs in self.optional.items():
            if name in sent and name not in self._refused and any(sign in message for sign in signs):
                self._refused.add(name)
                return True
        return False

    async def _read_stream(self, stream: Any, words: StreamWords) -> Completion:
        state = StreamState()
        async with stream:
            if "event-stream" not in stream.response.headers.get("content-type", ""):
                raise errors.bad_response(self._endpoint, "answered with what is no stream of a model")
            try:
                await self._listen(stream, state, words)
            except Exception as error:
                wire = isinstance(error, errors.ModelError) or not isinstance(error, DebateError)
                if not (state.ended and wire):
                    raise
        return self._finish(words, state)

    def _finish(self, words: StreamWords, state: StreamState) -> Completion:
        words.end()
        finish: Finish = "length" if state.finish in _FULL else "unconfirmed"
        if state.finish in _STOPPED:
            finish = "stop"
        if fault := self._fault_in(words, state, finish):
            # Before its end an answer's count is only a beginning.
            fault.usage = state.usage if state.ended else Usage()
            raise fault
        return Completion(text=words.text, finish=finish, usage=state.usage)

    def _fault_in(self, words: StreamWords, state: StreamState, finish: Finish) -> errors.ModelError | None:
        text, wordless = words.text, not words.text.strip()
        end, _, why = (state.finish or "").partition(": ")  # Google's reason comes alone, or behind the colon
        if state.refusal or end.casefold() in _REFUSED:
            return errors.refusal(self._endpoint, state.refusal or why, partial=text)
        if not state.ended or state.finish in ("error", "abort"):
            return errors.cut_stream(self._endpoint, partial=text)
        if state.finish == "model_context_window_exceeded":
            what = "ran out of context while answering"
            return errors.fault_of(self._endpoint, "context_overflow", what, partial=text)
        if wordless and (words.thinking or (finish == "length" and (state.thought or state.usage.thinking))):
            return errors.all_thinking(self._endpoint, state.usage.output)
        if wordless and finish != "length":
            return errors.bad_response(self._endpoint, "answered with nothing")
        return None


T = TypeVar("T")


class BatchingModel(WireModel):
    async def submit(self, requests: Mapping[str, Request]) -> str:
        """Answer these requests, each under its name; returns the batch's id. Raises ModelError."""
        bodies = {name: self._body(request) for name, request in requests.items()}
        return await self._failing(self._submit(bodies))

    async def collect(self, batch: str, tokens: int) -> Mapping[str, Line] | None:
        """What came of each request; None while the batch goes on. `tokens`: of its answers. Raises ModelError."""
        text = await self._failing(self._collect(batch, Bounds(tokens=tokens)))
        if text is None:
            return None
        lines = (line for line in map(parse_json, text.splitlines()) if isinstance(line, dict))
        return {str(line["custom_id"]): line for line in lines if "custom_id" in line}

    def read(self, line: Line | None, request: Request) -> Completion:
        if line is None:
            raise errors.bad_response(self._endpoint, "left the answer out of its batch")
        try:
            return self._read(line, StreamWords(None, self._endpoint, Bounds(tokens=request.max_tokens)))
        except errors.APIError as error:
            failed = errors.without_usage(errors.failure(error, self._endpoint))
            words = errors.error_words(error).lower()
            # One that failed only for an option can be tried again without it.
            if failed.kind == "internal" and self._drop_refused_option(words, self._body(request)):
                failed.kind = "retryable"
        raise failed

    def _body(self, request: Request) -> dict[str, Any]:
        body = self._arguments(request, streams=False)
        del body["stream"]
        return body

    async def _failing(self, answer: Awaitable[T]) -> T:
        try:
            return await answer
        except DebateError:
            raise
        except Exception as error:
            failed = errors.failure(error, self._endpoint)
            if isinstance(error, errors.APIError):  # of the batch itself, not of the way to it
                errors.without_usage(failed)
        raise failed

    @abstractmethod
    async def _submit(self, bodies: Mapping[str, dict[str, Any]]) -> str:
        """The id of a new batch of these."""

    @abstractmethod
    async def _collect(self, batch: str, bounds: Bounds) -> str | None:
        """A batch's answers, a line of JSON each; None while it has not ended."""

    @abstractmethod
    def _read(self, line: Line, words: StreamWords) -> Completion:
        """The answer in a line. Raises ModelError, and APIError for what the provider refused."""


_DROPPED = frozenset(("prefixItems", "minimum", "maximum", "minLength"))


def strict_subset(schema: Mapping[str, Any], *, lengths: bool = False) -> dict[str, Any]:
    """`schema` without bounds, with one form for all places. `lengths`: with texts' least lengths, which Ollama,
    llama.cpp and vLLM heed.

    >>> strict_subset({"type": "array", "prefixItems": [{"enum": ["PRO-1"]}], "items": {"enum": ["PRO-1", "CON-1"]}})
    {'type': 'array', 'items': {'enum': ['PRO-1', 'CON-1']}}
    """
    dropped = _DROPPED - {"minLength"} if lengths else _DROPPED
    supported = {word: value for word, value in schema.items() if word not in dropped}
    return _within(supported, partial(strict_subset, lengths=lengths))


def positional(schema: Mapping[str, Any]) -> dict[str, Any]:
    """`schema` for llama.cpp: each place pinned, without `items`, which it would heed alone.

    >>> positional({"type": "array", "prefixItems": [{"enum": ["PRO-1"]}], "items": {"enum": ["PRO-1", "CON-1"]}})
    {'type': 'array', 'prefixItems': [{'enum': ['PRO-1']}]}
    """
    pinned = "prefixItems" in schema
    return _within(
        {word: value for word, value in schema.items() if not (pinned and word == "items")}, positional
    )


def _within(schema: Mapping[str, Any], form: Callable[[Mapping[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    inside: Mapping[str, Callable[[Any], Any]] = {
        "properties": lambda named: {name: form(inner) for name, inner in named.items()},
        "prefixItems": lambda places: [form(place) for place in places],
        "items": form,
    }
    return {word: inside[word](value) if word in inside else value for word, value in schema.items()}
