"""The two latest turns compared by the live judge, under the names FIRST and SECOND."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from debate_core.answers.form import ChoiceField, Entry, Form, Text
from debate_core.answers.prompt import Prompt, again, bullets, in_form, paragraphs
from debate_core.calls.ask import ModelTask, Reading, Step, TaskAnswer, read_form
from debate_core.calls.live_turn import SYSTEM, limits, live_step
from debate_core.calls.passages import add_turn, after, start
from debate_core.calls.speech import speech_names
from debate_core.domain.config import WORDING, DebateConfig, Wording
from debate_core.domain.live_judge import TurnComparison
from debate_core.domain.steps import comparison_step
from debate_core.domain.transcript import Topic, Turn
from debate_core.store.events import TurnsCompared
from debate_core.store.record import Record

WINNERS = ("FIRST", "SECOND", "DRAW")
_WINNER = "FIRST, SECOND or DRAW"
FORM = Form(
    {
        "logic": ChoiceField(
            words=WINNERS,
            means="the chain from a cause, through a process, to a measurable consequence, and the other side's "
            "weakest premise met. Metaphor, mood or moral gesture without a mechanism is no link",
            hint=_WINNER,
        ),
        "tactics": ChoiceField(
            words=WINNERS,
            means="what the turn does to the exchange: ground taken, points met or evaded",
            hint=_WINNER,
        ),
        "rhetoric": ChoiceField(words=WINNERS, means="framing, clarity, resonance, delivery", hint=_WINNER),
        "reason": Text(
            means="one or two sentences that name the words that made the difference", needed=False
        ),
    }
)


@dataclass(frozen=True, kw_only=True)
class Pairwise(ModelTask):
    """The live judge is to compare two turns, shown newer first when `swapped`."""

    kind: ClassVar[str] = "pairwise"

    topic: Topic
    older: Turn
    newer: Turn
    swapped: bool = False
    wording: Wording = WORDING

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        names = speech_names(config)
        orders = (False, True) if config.live and config.live.both_orders else (False,)
        steps: list[Step] = []
        for n in range(2, len(names) + 1):
            for swapped in orders:
                name, pair = comparison_step(n, swapped=swapped), names[n - 2 : n]
                steps += live_step(config, cls.kind, name, pair, turn=n, swapped=swapped)
        return tuple(steps)

    @classmethod
    def called(cls, step: Step) -> str:
        assert step.turn is not None
        order = " in the other order" if step.swapped else ""
        return f"comparing turns {step.turn - 1} and {step.turn}{order}"

    @classmethod
    def at(cls, record: Record, step: Step) -> "Pairwise | None":
        turns = {turn.number: turn for turn in record.transcript.turns}
        assert step.turn is not None
        older, newer = turns.get(step.turn - 1), turns.get(step.turn)
        if older is None or newer is None:
            return None
        config = record.config
        pair = {"older": older, "newer": newer}
        return cls(topic=config.topic, **pair, swapped=step.swapped, wording=config.wording)

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        pair = (self.newer, self.older) if self.swapped else (self.older, self.newer)
        passages = start(self.topic, nonce)
        for name, turn in zip(WINNERS, pair, strict=False):
            add_turn(passages, turn, f"{name}: turn {turn.number}")
        task = paragraphs(
            "Compare the two turns called FIRST and SECOND. They are shown in an order that means nothing: FIRST is "
            "not better placed than SECOND, nor the other way round. Say for each of three which turn was better, or "
            "DRAW where you cannot name what makes the difference, and why:",
            FORM.lines(),
            bullets(limits(self.wording)),
            in_form(FORM.layout),
            again(faults),
        )
        return after(SYSTEM, passages, task, FORM.schema())

    def read(self, answer: TaskAnswer) -> Reading:
        return read_form(
            answer,
            FORM,
            Entry.values,
            lambda read, _: TurnsCompared(comparison=self._comparison(**read), call=answer.call),
            may_break="reason",
        )

    def _comparison(self, reason: str, **better: str) -> TurnComparison:
        # Who won is seen from the turns, not from the order they were shown in.
        first, second = ("newer", "older") if self.swapped else ("older", "newer")
        won = {"FIRST": first, "SECOND": second, "DRAW": "draw"}
        return TurnComparison(
            older=self.older.number,
            newer=self.newer.number,
            reason=reason,
            swapped=self.swapped,
            **{name: won[word] for name, word in better.items()},
        )
