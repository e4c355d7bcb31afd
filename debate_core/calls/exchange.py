"""A turn of the free exchange, one argument each; and the turns of a transcript from elsewhere, which ask no model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from debate_core.answers.prompt import Prompt, again, in_form, paragraphs
from debate_core.calls.ask import Kind, Step, TaskAnswer
from debate_core.calls.passages import after, show_turns
from debate_core.calls.speech import (
    SYSTEM,
    Speaking,
    Speech,
    argument_form,
    manner,
    read_arguments,
    role,
    speech_names,
)
from debate_core.domain.config import DebateConfig
from debate_core.domain.imported import TranscriptConfig
from debate_core.domain.transcript import Phase, argument_id, opponent
from debate_core.store.record import Record

CHARACTERS_A_TOKEN = 4
FORM = argument_form(
    "why it is so, from a cause, through the process by which it works, to a consequence that could be measured"
)


@dataclass(frozen=True, kw_only=True)
class Exchange(Speaking):
    kind: ClassVar[str] = "exchange"
    phase: ClassVar[Phase] = "exchange"

    number: int
    turns: int

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        if config.format != "exchange" or isinstance(config, TranscriptConfig):
            return ()
        names = speech_names(config)
        return tuple(
            cls.step(config, name, turn, names[turn - 2 : turn - 1] if turn > 1 else ())
            for turn, name in enumerate(names, start=1)
        )

    @classmethod
    def called(cls, step: Step) -> str:
        return f"{(step.side or '').upper()}'s turn {step.turn}"

    @classmethod
    def extent(cls, config: DebateConfig, turn: int) -> dict[str, Any]:
        return {"number": turn, "turns": config.turns}

    @property
    def place(self) -> int:
        return self.number

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        passages = show_turns(self.topic, self.heard.turns, nonce)
        task = paragraphs(
            manner(self.directive),
            f"{role(self.side)} This is a free exchange of {self.turns} turns, PRO first, one argument a turn. "
            f"Now comes turn {self.number}, yours.",
            self._what_to_do(),
            f"The argument has\n{FORM.lines()}",
            "At most 180 words in all. Give it no id and no number: ids are issued afterwards.",
            in_form(FORM.told),
            again(faults),
        )
        return after(SYSTEM, passages, task, FORM.schema())

    def _what_to_do(self) -> str:
        last = "This is your side's last turn." if self.number > self.turns - 2 else ""
        other = opponent(self.side).upper()
        if not self.heard.arguments_of(opponent(self.side)):
            return paragraphs(f"{other} has not spoken yet: put the argument on which your case rests.", last)
        answered = (
            f"Take up what {other} said last: find the weakest premise it rests on, name it in {other}'s own words, "
            "and show what follows if it fails. Then carry your own case one step further. Repeat nothing that was "
            "said, and contradict nothing that your side said; where you have to give a point up, say so."
        )
        return paragraphs(answered, last)

    def speech(self, answer: TaskAnswer) -> Speech:
        return read_arguments(answer, [argument_id(self.side, (self.number + 1) // 2)], FORM.expected)


@dataclass(frozen=True, kw_only=True)
class ImportedTurn(Kind[TranscriptConfig]):
    """A turn that was brought. `cap`: about how many tokens judges read of it."""

    kind: ClassVar[str] = "brought"
    belongs_to: ClassVar[type] = TranscriptConfig
    words: ClassVar[str] = "turn {step.turn}, as it was brought"
    watched: ClassVar[bool] = True

    @classmethod
    def steps(cls, config: TranscriptConfig) -> tuple[Step, ...]:
        return tuple(
            Step(
                name=one.step,
                kind=cls.kind,
                needs=(),
                cap=-(-one.characters // CHARACTERS_A_TOKEN),
                turn=one.number,
                side=one.side,
            )
            for one in config.brought.turns
        )

    @classmethod
    def at(cls, record: Record, step: Step) -> None:
        """Nothing is asked."""
