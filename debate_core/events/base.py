"""What every event is made of: call ids, failures, and the classes that all kinds share."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator

from debate_core.llm.errors import FAILURE_WORDS, FailureKind
from debate_core.llm.prices import Prices
from debate_core.noun import Noun


class CallId(Noun):
    """One call to a model: the step it is for, and which asking of it, counted from 1."""

    step: str
    asking: int = 1

    def __str__(self) -> str:
        """`judging:Risk`, or `judging:Risk#2` for the second asking. A step with a `#` always carries its asking.

        >>> str(CallId(step="judging:Risk", asking=2)), str(CallId(step="judging:Risk#2"))
        ('judging:Risk#2', 'judging:Risk#2#1')
        """
        return self.step if self.asking == 1 and "#" not in self.step else f"{self.step}#{self.asking}"

    @classmethod
    def read(cls, written: str) -> "CallId":
        """The call that is so written.

        >>> CallId.read("judging:Risk#2")
        CallId(step='judging:Risk', asking=2)
        """
        step, mark, asking = written.rpartition("#")
        return cls(step=step, asking=int(asking)) if mark else cls(step=written)


def newest_words(words: Mapping[str, str], step: str) -> str:
    """Of words under way, by call, those of a step's last asking; empty without.

    >>> newest_words({"closing:pro": "We", "closing:pro#2": "We hold", "closing:con": "No"}, "closing:pro")
    'We hold'
    """
    calls = ((CallId.read(written), text) for written, text in words.items())
    return max(((call.asking, text) for call, text in calls if call.step == step), default=(0, ""))[1]


def _as_call(given: object) -> object:
    return CallId.read(given) if isinstance(given, str) else given


Called = Annotated[CallId, BeforeValidator(_as_call)]
"""A call; as earlier versions wrote it, in one word, too."""
FailedKind = FailureKind | Literal["unreadable", "nothing_to_ask"]
"""A failure of the wire; or answers came that could not be read; or there was nothing to ask about."""


class Failure(Noun):
    """Why something could not be had: the kind, and what was said of it."""

    kind: FailedKind
    message: str

    @property
    def in_words(self) -> str:
        """The failure as a person would say it.

        >>> Failure(kind="retryable", message="ollama answered 529").in_words
        'provider busy: ollama answered 529'
        """
        words = FAILURE_WORDS.get(self.kind)
        return f"{words}: {self.message}" if words else self.message


class Event(Noun):
    """A fact. Its subclasses are the kinds there are; each declares its `kind`."""

    once: ClassVar[str] = ""
    """The fields that name a fact which can happen only once in a record; empty where it can repeat."""

    kind: str

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        name = cls.model_fields["kind"].default
        if isinstance(name, str):
            KINDS[name] = cls

    @property
    def identity(self) -> str | None:
        return self.once.format(self=self) or None


KINDS: dict[str, type[Event]] = {}
"""Every kind of event, by its name."""


class StepResult(Event):
    """What a step of the debate came to, as read from the answer to `call`."""

    once: ClassVar[str] = "{self.step}"

    call: Called

    @property
    def step(self) -> str:
        return self.call.step


class RecordOpened(Event):
    """A record's first event; its class is the kind of record. `prices`: of that day; None before prices were kept."""

    once: ClassVar[str] = "opened"

    prices: Prices | None = None
