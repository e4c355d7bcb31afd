"""What became of the two positions, as they were held first and last."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from debate_core.answers.form import Form
from debate_core.asks.arc import CONVERGENCE_FROM, OfArc, choice_form
from debate_core.asks.ask import Answer, Reading, Step, read_form
from debate_core.asks.live import live_step
from debate_core.asks.speech import speech_names
from debate_core.config import DebateConfig
from debate_core.events import ConvergenceFound
from debate_core.prompts.passages import Passages, list_turns
from debate_core.prompts.prompt import Prompt, bullets
from debate_core.scorecard.nouns import CONVERGENCE_MEANINGS, CONVERGENCES, Convergence


@dataclass(frozen=True, kw_only=True)
class ConvergenceCheck(OfArc):
    kind: ClassVar[str] = "convergence"
    words: ClassVar[str] = "what became of the positions"

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        names = speech_names(config)
        return live_step(config, cls.kind, "convergence", names) if len(names) >= CONVERGENCE_FROM else ()

    @property
    def form(self) -> Form:
        return choice_form("kind", CONVERGENCES, self.turns)

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        first, last = (" and ".join(map(str, part)) for part in (self.turns[:2], self.turns[-2:]))
        task = (
            f"Compare what each side held at the beginning (turns {first}) with what it held at the end (turns "
            f"{last}). The turns between show how it came about.",
            "Say what became of the two positions:\n"
            + bullets([f"{name}: {CONVERGENCE_MEANINGS[name]}" for name in CONVERGENCES]),
            "Friendly words are no agreement. text: two to four sentences that say what each side held first and last. "
            f"turns: the numbers of the turns they rest on, out of {list_turns(self.transcript)}.",
        )
        return self.asked(nonce, Passages(mark=nonce), task, self.form, faults)

    def read(self, answer: Answer) -> Reading:
        return read_form(
            answer,
            self.form,
            lambda read: ConvergenceFound(convergence=Convergence(**read), call=answer.call),
        )
