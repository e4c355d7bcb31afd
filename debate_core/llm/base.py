"""The seam between the product and any model: a `Request` goes in, a `Completion` comes out, text may stream between.

Knows nouns only; no provider, no SDK, no prompt. Invariant: a Completion is returned only for an answer whose end was
seen on the wire, or is marked `unconfirmed`; anything else raises `debate_core.llm.errors.ModelError`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from debate_core.config import Judge
from debate_core.rubric import Rubric
from debate_core.scorecard.nouns import Narrative
from debate_core.scoresheet import Scoresheet
from debate_core.transcript import Argument, Side, Topic, Transcript, Turn

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "unconfirmed"]
OnText = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message. `shared` marks a block that other calls of this debate send too, so it may be cached."""

    role: Role
    content: str
    shared: bool = False


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A side is to give `count` arguments. `heard` is what it may know: empty when phases are simultaneous."""

    topic: Topic
    side: Side
    count: int
    heard: Transcript
    directive: str = ""
    kind: Literal["opening"] = "opening"


@dataclass(frozen=True, kw_only=True)
class CrossExamination:
    """A side is to answer each of `targets`, the opponent's arguments (or those still unanswered)."""

    topic: Topic
    side: Side
    targets: tuple[Argument, ...]
    heard: Transcript
    directive: str = ""
    kind: Literal["cross_examination"] = "cross_examination"


@dataclass(frozen=True, kw_only=True)
class Closing:
    """A side is to close."""

    topic: Topic
    side: Side
    heard: Transcript
    directive: str = ""
    kind: Literal["closing"] = "closing"


@dataclass(frozen=True, kw_only=True)
class Judging:
    """A judge is to score every argument of the transcript."""

    judge: Judge
    rubric: Rubric
    transcript: Transcript
    kind: Literal["judging"] = "judging"


@dataclass(frozen=True, kw_only=True)
class Briefing:
    """A model is to brief the decision-maker, from the transcript and what the judges noted."""

    transcript: Transcript
    sheets: tuple[Scoresheet, ...]
    kind: Literal["briefing"] = "briefing"


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A side is to speak turn `number` of a free exchange of `turns`: one argument, taking up what it heard."""

    topic: Topic
    side: Side
    number: int
    turns: int
    heard: Transcript
    directive: str = ""
    kind: Literal["exchange"] = "exchange"


@dataclass(frozen=True, kw_only=True)
class LiveTurn:
    """The live judge is to take `turn` apart. `heard` ends with it; `register` is what earlier turns left: claim id to
    its text and status in words."""

    turn: Turn
    heard: Transcript
    register: Mapping[str, str]
    personalities: bool = False
    kind: Literal["live_turn"] = "live_turn"


@dataclass(frozen=True, kw_only=True)
class Pairwise:
    """The live judge is to compare two turns, shown newer first when `swapped`."""

    topic: Topic
    older: Turn
    newer: Turn
    swapped: bool = False
    kind: Literal["pairwise"] = "pairwise"


@dataclass(frozen=True, kw_only=True)
class NarrativeVerdict:
    """The live judge is to tell the whole arc: who held the more coherent, evolving position."""

    transcript: Transcript
    kind: Literal["narrative"] = "narrative"


@dataclass(frozen=True, kw_only=True)
class ConflictResolution:
    """The live judge is to explain why the scorecard's leader and the narrative's differ."""

    transcript: Transcript
    scorecard: str
    narrative: Narrative
    kind: Literal["conflict"] = "conflict"


@dataclass(frozen=True, kw_only=True)
class ConvergenceCheck:
    """The live judge is to compare positions in turns 1 and 2 with the last two."""

    transcript: Transcript
    kind: Literal["convergence"] = "convergence"


Purpose = (
    Opening
    | CrossExamination
    | Closing
    | Judging
    | Briefing
    | Exchange
    | LiveTurn
    | Pairwise
    | NarrativeVerdict
    | ConflictResolution
    | ConvergenceCheck
)


@dataclass(frozen=True, kw_only=True)
class Request:
    """One call to a model.

    call: its identity within the debate, as in `opening:pro` or `judging:Risk#2` (the second asking); with `seed` it
    derives all randomness. schema: the JSON schema the answer should have, or None. faults: what was wrong with the
    answer before, when this is a second asking. max_tokens: the cap on the answer.
    """

    call: str
    model: str
    purpose: Purpose
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None = None
    schema: Mapping[str, Any] | None = None
    faults: tuple[str, ...] = field(default=())
    seed: int = 0


class Usage(BaseModel):
    """Tokens of one or more calls; None where the server did not say. `cached` is the part of `input` read from a
    cache."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: int | None = None
    output: int | None = None
    cached: int | None = None

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
