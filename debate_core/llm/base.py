"""The seam between the product and any model: a `Request` goes in, a `Completion` comes out, text may stream between.

Knows messages only: no debate, no provider, no SDK. Invariant: a Completion is returned only for an answer whose end
was seen on the wire, or is marked `unconfirmed`; anything else raises `debate_core.llm.errors.ModelError`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

from pydantic import BeforeValidator, Field

from debate_core.noun import Noun

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "unconfirmed"]
Effort = Literal["low", "medium", "high"]
OnText = Callable[[str], None]
Line = Mapping[str, Any]
"""What came of one request of a batch, as its provider wrote it."""


def tokens_at_most(text: str) -> int:
    """The most tokens that a text can well have.

    >>> tokens_at_most("a question"), tokens_at_most("質問")
    (4, 2)
    """
    others = sum(not character.isascii() for character in text) if not text.isascii() else 0
    return others + -(-(len(text) - others) // 3)


def provider_of(model: str) -> str:
    """The provider in a model's id.

    >>> provider_of("openrouter:openai/gpt-5"), provider_of("ollama:llama3.2:3b")
    ('openrouter', 'ollama')
    """
    return model.partition(":")[0]


def is_simulated(model: str) -> bool:
    """Whether it is the simulated provider's."""
    return provider_of(model) == "simulated"


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message. `cacheable` marks a block that other calls of this debate send too."""

    role: Role
    content: str
    cacheable: bool = False


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call to a model.

    call: its identity within the debate, as in `opening:pro` or `judging:Risk#2` (the second asking); with `seed` it
    derives all randomness. schema: the JSON schema the answer should have, or None. cap: the most tokens the answer may
    have; room: those it may think beforehand, which are no words of it; effort: how much it is asked to think, None as
    it does by itself.
    """

    call: str
    model: str
    messages: tuple[Message, ...]
    cap: int
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    seed: int = 0
    room: int = 0
    effort: Effort | None = None

    @property
    def most(self) -> int:
        """The most tokens that may come back: thought and said."""
        return self.cap + self.room

    @property
    def prompt_tokens(self) -> int:
        """The most tokens that the prompt can well have: three characters of ASCII each, and any other character."""
        return sum(tokens_at_most(message.content) for message in self.messages)


class Server(Noun):
    """A server the user named: `name:model` reaches it. `wire`: whose protocol it speaks; one named like a provider
    speaks that provider's."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")
    base_url: str
    wire: Literal["openai", "anthropic"] = Field(default="openai", exclude_if=lambda wire: wire == "openai")


MOST_COUNTED = 10**9
"""Tokens that no call holds: a larger count is none."""


def token_count(said: object) -> int | None:
    """A count of tokens as a server said it; None where it said none, or what no count can be.

    >>> token_count(12), token_count("12"), token_count(-1), token_count(10**30)
    (12, None, None, None)
    """
    return said if isinstance(said, int) and 0 <= said <= MOST_COUNTED else None


Count = Annotated[int | None, BeforeValidator(token_count)]
"""A count of tokens, as `token_count` takes it."""


class Usage(Noun):
    """Tokens of one or more calls; None where the server did not say. `cached` is the part of `input` read from a
    cache, `written` the part put into one; `thinking` the part of `output` that is no word of the answer."""

    input: Count = None
    output: Count = None
    cached: Count = None
    written: Count = None
    thinking: Count = None

    @property
    def total(self) -> int | None:
        """Input and output together, or None where either is unknown."""
        return None if self.input is None or self.output is None else self.input + self.output


@dataclass(frozen=True, kw_only=True)
class Completion:
    """What came back: the whole text, how it ended, and what it used."""

    text: str
    finish: Finish
    usage: Usage = Usage()


class Model(Protocol):
    """The one-method seam. `on_text` is given each piece of text as it comes, when somebody watches."""

    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Answer `request`. Raises ModelError."""
        ...


@runtime_checkable
class BatchModel(Model, Protocol):
    """A model whose provider takes many requests at once, and answers them within 24 hours at half the price."""

    async def submit(self, requests: Mapping[str, Request]) -> str:
        """Have these requests answered, each under its name; returns the batch's id. Raises ModelError."""
        ...

    async def collect(self, batch: str, tokens: int) -> Mapping[str, Line] | None:
        """What came of each request, by name; None while the batch has not ended. Raises ModelError."""
        ...

    def read(self, line: Line | None, request: Request) -> Completion:
        """The answer that a line of a batch holds. Raises ModelError."""
        ...
