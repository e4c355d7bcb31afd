"""A kind of call: where it stands in the debate, its prompt, how its answer is read, and the event it becomes."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from types import UnionType
from typing import Any, ClassVar, Generic

from typing_extensions import TypeVar

from debate_core.answers.fields import Notes
from debate_core.answers.form import Form, FormValue, parse_object
from debate_core.answers.prompt import Prompt
from debate_core.domain.config import DebateConfig, Probe
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import Finish
from debate_core.domain.transcript import Side
from debate_core.store.events import CallId, Event
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import Record

Config = TypeVar("Config", default=DebateConfig)
RecordT = TypeVar("RecordT", default=Record)
CUT_FAULT = "The answer was cut off by its length cap; write less."


def chance(*names: object) -> Random:
    """A source of chance derived from `names` alone."""
    words = "\x1f".join(map(str, names)).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(hashlib.sha256(words).digest()[:8]))


class Step(FrozenValue):
    """One step of a debate, and what it waits for. `turn` and `side` are set for speeches, `judge` with `round` or
    `probe` for judging; `cap`: the most tokens of its answer; `batched`: it waits in a provider's batch."""

    name: str
    kind: str
    needs: tuple[str, ...]
    model: str = ""
    cap: int = 0
    temperature: float = 0.0
    turn: int | None = None
    side: Side | None = None
    judge: str | None = None
    round: int = INDEPENDENT
    probe: Probe | None = None
    swapped: bool = False
    batched: bool = False


class TaskAnswer(FrozenValue):
    """What came back. `plain`: the words of others the model saw; `final`: there is no other asking."""

    text: str
    plain: str
    call: CallId
    calls: tuple[CallId, ...]
    finish: Finish = "stop"
    final: bool = False


class Reading(FrozenValue):
    """The event an answer becomes, or the faults to ask again with."""

    fact: Event | None = None
    faults: tuple[str, ...] = ()
    again: "ModelTask[Any, Any] | None" = None


class Kind(FrozenValue, ABC, Generic[Config, RecordT]):
    """A kind of step. `belongs_to`: the configuration of the records that have it. `words`: how a person says it.
    `askings`: how often a model may be asked; 0 where none is. `watched`: its words stream. `looked_at`: only while
    somebody watches."""

    kind: ClassVar[str]
    belongs_to: ClassVar[type | UnionType] = DebateConfig
    words: ClassVar[str] = ""
    askings: ClassVar[int] = 0
    watched: ClassVar[bool] = False
    looked_at: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def steps(cls, config: Config) -> tuple[Step, ...]:
        """Where a record of this configuration has such steps."""

    @classmethod
    @abstractmethod
    def at(cls, record: RecordT, step: Step) -> "ModelTask[Config, RecordT] | Event | None":
        """What to ask once a step's needs have ended; an event without a model, None for nothing to do."""

    @classmethod
    def title(cls, step: Step) -> str:
        """The step in a person's words, as in *judging turn 3*."""
        return cls.words.format(step=step)


class ModelTask(Kind[Config, RecordT]):
    """What one call is asked: all that its prompt and its reading need. `needed`: without it the debate pauses."""

    askings: ClassVar[int] = 2
    needed: ClassVar[bool] = False

    @property
    def round(self) -> str:
        """Calls of one name share the beginning of a prompt, so that a provider's cache serves it; empty for none."""
        return ""

    @abstractmethod
    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        """The prompt, a pure function. `nonce` marks the fence; `faults` say what was wrong with the answer before."""

    @abstractmethod
    def read(self, answer: TaskAnswer) -> Reading:
        """The fact that an answer becomes, or its faults."""


class FormTask(ModelTask[Config, RecordT]):
    """What is answered with one object of a `form`. An answer may break off within the field `may_break`."""

    may_break: ClassVar[str] = ""

    @property
    @abstractmethod
    def form(self) -> Form:
        """The object that is asked for."""

    def fields(self, own: FormValue, answer: TaskAnswer) -> Any:
        """What is read of it; what is wrong is noted."""
        return own.values()

    @abstractmethod
    def fact(self, read: Any, answer: TaskAnswer, parse_stage: str) -> Event:
        """The event that its fields become; `parse_stage`: how they were read."""

    def read(self, answer: TaskAnswer) -> Reading:
        notes = Notes()
        parsed, own = parse_object(
            answer.text, self.form, plain=answer.plain, notes=notes, may_break=self.may_break
        )
        read = self.fields(own, answer) if own else None
        if notes.faults or read is None:
            return Reading(faults=tuple(notes.faults))
        return Reading(fact=self.fact(read, answer, parsed.parse_stage))
