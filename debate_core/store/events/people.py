"""The facts that people add, whenever they come; taking one back is a fact of its own and deletes none."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from debate_core.domain.config import printable
from debate_core.domain.score_sheet import Ballot, Standing
from debate_core.store.events.base import Event

Person = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(printable)]
Sampled = Literal["named", "divergent", "anchor", "chosen"]
"""Why an argument stood in a person's queue."""


TAG_MOST, TAGS_MOST = 40, 20
"""Longest tag in characters, and most tags of a record."""
Tag = Annotated[str, Field(min_length=1, max_length=TAG_MOST), AfterValidator(printable)]


class RecordTagged(Event):
    """A person gave a record of any kind these tags, in place of those it had. The last one counts."""

    kind: Literal["record_tagged"] = "record_tagged"
    tags: tuple[Tag, ...] = Field(max_length=TAGS_MOST)


class FlagOverturned(Event):
    """A person overturned a flag of the register, or took that back. `claim` is its id, as in `T3-C1`."""

    kind: Literal["flag_overturned"] = "flag_overturned"
    claim: str
    overturned: bool = True
    reason: str = ""


class OutcomeKnown(Event):
    """A person said which side turned out to be right, or took that back (`outcome` None). The last one counts."""

    kind: Literal["outcome_known"] = "outcome_known"
    outcome: Ballot | None
    reason: str = ""


class Given(Event):
    """A person's scores of one thing, an `argument` or a whole text. `version` counts changes of mind from 1.

    `blind`: given before what judges or others made of it was seen, else `cause` says what was. `sampled`: why it was
    in the queue, an anchor with `probability`; `position` in it, from 1; `active_seconds`: time in front of the person;
    `shown`: a digest of its words.
    """

    once: ClassVar[str] = "review {self.argument} {self.version} {self.person}"

    person: Person
    argument: str
    version: int = Field(default=1, ge=1)
    scores: Mapping[str, int]
    reason: str
    blind: bool
    cause: str | None = None
    sampled: Sampled = "chosen"
    probability: float | None = None
    position: int | None = None
    active_seconds: float | None = None
    shown: str = ""


class ReviewGiven(Given):
    kind: Literal["review_given"] = "review_given"
    standing: Standing


class ReviewWithdrawn(Event):
    """A person took back their scores of an argument, this version and later ones; an earlier version stands again.
    What is given after version 1 was taken back is not blind."""

    kind: Literal["review_withdrawn"] = "review_withdrawn"
    once: ClassVar[str] = "review withdrawn {self.argument} {self.version} {self.person}"
    person: Person
    argument: str
    version: int = Field(ge=1)


class ReviewSkipped(Event):
    """A person left an argument to others, and why."""

    kind: Literal["review_skipped"] = "review_skipped"
    person: Person
    argument: str
    reason: str


class SkipUndone(Event):
    """A person took up an argument again that they had left."""

    kind: Literal["skip_undone"] = "skip_undone"
    person: Person
    argument: str


class Settling(Event):
    """A person settled an argument, or opened it again. `after`: how many such facts of this argument the person had
    seen, so that of two resting on the same ones only the first is stored; None in earlier versions."""

    person: Person
    argument: str
    reason: str = ""
    after: int | None = None

    @property
    def identity(self) -> str | None:
        return None if self.after is None else f"settling {self.argument} {self.after}"


class ArgumentSettled(Settling):
    """A person settled an argument's standing (None: it can't be resolved). The last one counts."""

    kind: Literal["argument_settled"] = "argument_settled"
    standing: Standing | None
    follows: tuple[str, ...] = ()
    reason: str


class SettlementReopened(Settling):
    kind: Literal["settlement_reopened"] = "settlement_reopened"
