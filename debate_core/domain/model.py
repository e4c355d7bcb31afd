"""The seam between the product and any model: `Request` in, `Completion` out, its end seen or `unconfirmed`."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

from pydantic import BeforeValidator, Field, PlainSerializer

from debate_core.domain.frozen import FrozenModel, FrozenValue

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "unconfirmed"]
Effort = Literal["low", "medium", "high"]
OnText = Callable[[str], None]
Line = Mapping[str, Any]
REFUSAL = 300  # characters in which a refusal says that it is one
_DECLINES = re.compile(
    r"(?i)\bI(['’]m| am)? (can['’]?t|cannot|won['’]t|will not|must decline|decline|refuse|unable|not able)"
    r"( to)?( \w+ly)?( (help|assist|comply|answer|respond|argue(?! with)|debate|write|provide|produce|generate|create"
    r"|do|continue|take part|participate|engage|discuss|fulfil|complete|make|promote|advocate|score|rate|evaluate)\b"
    r"|\W*$|[,.;:])"
)


def tokens_at_most(text: str) -> int:
    """The most tokens that a text can well have.

    >>> tokens_at_most("a question"), tokens_at_most("質問")
    (4, 2)
    """
    others = len(text) - len(text.encode("ascii", "ignore"))
    return others + -(-(len(text) - others) // 3)


def is_refusal(words: str) -> bool:
    """Whether they say they won't do what was asked; that they can't accept a claim is an argument."""
    return "{" not in words and bool(_DECLINES.search(words[:REFUSAL]))


def provider_of(model: str) -> str:
    """The provider in a model's id.

    >>> provider_of("openrouter:openai/gpt-5"), provider_of("ollama:llama3.2:3b")
    ('openrouter', 'ollama')
    """
    return model.partition(":")[0]


def is_simulated(model: str) -> bool:
    return provider_of(model) == "simulated"


class Message(FrozenValue):
    role: Role
    content: str
    cacheable: bool = False


class Request(FrozenValue):
    """One call to a model. `call`: its identity within the debate, as in `judging:Risk#2` (the second asking); with
    `seed` it derives all randomness. `cap`: the most tokens of the answer; `reasoning_budget`: of its thinking;
    `effort`: None as the model does."""

    call: str
    model: str
    messages: tuple[Message, ...]
    cap: int
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    seed: int = 0
    reasoning_budget: int = 0
    effort: Effort | None = None

    @property
    def max_tokens(self) -> int:
        return self.cap + self.reasoning_budget

    @property
    def prompt_tokens(self) -> int:
        """The most tokens that the prompt can well have: a token for three ASCII characters, or for any other one."""
        return sum(tokens_at_most(message.content) for message in self.messages)


class Server(FrozenModel):
    """A server the user named: `name:model` reaches it. One named like a provider speaks that provider's wire."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")
    base_url: str
    wire: Literal["openai", "anthropic"] = Field(default="openai", exclude_if=lambda wire: wire == "openai")


Dollars = Annotated[Decimal, Field(ge=0), PlainSerializer(str)]
MAX_COUNTED = 10**9


def token_count(value: object) -> int | None:
    """None where a server said no count, or an impossible one.

    >>> token_count(10**9), token_count("12"), token_count(-1), token_count(10**9 + 1)
    (1000000000, None, None, None)
    """
    return value if isinstance(value, int) and 0 <= value <= MAX_COUNTED else None


Count = Annotated[int | None, BeforeValidator(token_count)]


class Usage(FrozenModel):
    """Tokens of one or more calls, None where not said. `cached` (read from a cache) and `written` (put into one) are
    part of `input`; `thinking` is part of `output`."""

    input: Count = None
    output: Count = None
    cached: Count = None
    written: Count = None
    thinking: Count = None

    @property
    def total(self) -> int | None:
        return None if self.input is None or self.output is None else self.input + self.output


class Completion(FrozenValue):
    text: str
    finish: Finish
    usage: Usage = Usage()


class Model(Protocol):
    async def complete(self, request: Request, on_text: OnText | None = None) -> Completion:
        """Answer `request`. Raises ModelError."""
        ...


@runtime_checkable
class BatchModel(Model, Protocol):
    async def submit(self, requests: Mapping[str, Request]) -> str:
        """Have these requests answered, each under its name; returns the batch's id. Raises ModelError."""
        ...

    async def collect(self, batch: str, tokens: int) -> Mapping[str, Line] | None:
        """What came of each request, by name; None while the batch has not ended. Raises ModelError."""
        ...

    def read(self, line: Line | None, request: Request) -> Completion: ...
