"""The opening: a side gives its arguments, each on ground of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from debate_core.answers.form import Form, Many
from debate_core.asks.ask import Answer
from debate_core.asks.speech import ARGUMENT, Speaking, Speech, read_arguments, role
from debate_core.config import DebateConfig
from debate_core.prompts.passages import add_debate, start
from debate_core.prompts.prompt import Prompt, in_form, paragraphs
from debate_core.transcript import Phase, argument_id, opponent


@dataclass(frozen=True, kw_only=True)
class Opening(Speaking):
    kind: ClassVar[str] = "opening"
    phase: ClassVar[Phase] = "opening"

    count: int

    @classmethod
    def extent(cls, config: DebateConfig, turn: int) -> dict[str, Any]:
        return {"count": config.arguments_per_side}

    @property
    def form(self) -> Form:
        return Form({"arguments": Many(form=ARGUMENT, places=[ARGUMENT] * self.count)})

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        passages = start(self.topic, nonce)
        add_debate(passages, self.heard)
        many = self.count > 1
        number = (
            f"exactly {self.count} arguments, each on ground of its own" if many else "exactly 1 argument"
        )
        task = paragraphs(
            f"{role(self.side)} This is your opening. Give {number}." + self._heard_opening(),
            f"Each argument has\n{ARGUMENT.lines()}",
            f"At most {min(120, 800 // self.count)} words per argument. Give the arguments no ids and no "
            "numbers: ids are issued afterwards.",
            in_form(self.form.told, f"The list holds {self.count} such object{'s' if many else ''}."),
        )
        return self.asked(passages, task, self.form, faults)

    def _heard_opening(self) -> str:
        if not self.heard.arguments:
            return ""
        other = opponent(self.side).upper()
        return f" You have heard {other}'s opening. You will answer it later; now make your own case."

    def speech(self, answer: Answer) -> Speech:
        ids = [argument_id(self.side, number) for number in range(1, self.count + 1)]
        asked = f"a list 'arguments' of {self.count}, each with claim, reasoning and evidence"
        return read_arguments(answer, ids, f"Expected an object with {asked}.")
