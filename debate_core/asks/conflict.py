"""Why the scorecard's leader and the narrative's differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from debate_core.answers.form import Form
from debate_core.asks.arc import OfArc, choice_form
from debate_core.asks.ask import Answer, Reading, Step, read_form
from debate_core.asks.live import live_step
from debate_core.asks.live_turn import LiveTurn
from debate_core.asks.narrative import LEADERS
from debate_core.asks.pairwise import Pairwise
from debate_core.config import DebateConfig
from debate_core.events import ConflictExplained
from debate_core.prompts.passages import Passages, list_turns
from debate_core.prompts.prompt import Prompt, bullets
from debate_core.record import Record
from debate_core.scorecard.nouns import PATTERN_MEANINGS, PATTERNS, CitedStatement, Conflict, Narrative
from debate_core.scorecard.tally import ScorecardSettings, scorecard


@dataclass(frozen=True, kw_only=True)
class ConflictResolution(OfArc):
    kind: ClassVar[str] = "conflict"
    words: ClassVar[str] = "why scorecard and narrative differ"

    scorecard: str
    narrative: Narrative

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        judged = (step.name for kind in (LiveTurn, Pairwise) for step in kind.steps(config))
        return live_step(config, cls.kind, "conflict", ("narrative", *judged))

    @classmethod
    def at(cls, record: Record, step: Step) -> Self | None:
        settings = ScorecardSettings.of(record.config)
        turns = record.transcript.turns
        card = scorecard(record.proposals, record.comparisons, record.overturned, settings, turns)
        told = record.narrative
        if told is None or card.leader is None or card.leader == told.leader:
            return None
        return cls(transcript=record.transcript, scorecard=card.in_words, narrative=told)

    @property
    def form(self) -> Form:
        return choice_form("pattern", PATTERNS, self.turns)

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        told = Passages(mark=nonce)
        told.quote("The scorecard of the rounds, as counted", "scorecard", [("", self.scorecard)])
        _add_narrative(told, self.narrative)
        task = (
            "Scorecard and narrative differ on who leads. Explain the gap: what did the rounds reward that the arc as "
            "a whole did not, or the other way round? Settle nothing in favour of either, and change neither.",
            "Name the pattern it is:\n" + bullets([f"{name}: {PATTERN_MEANINGS[name]}" for name in PATTERNS]),
            "Take none_of_these rather than a pattern that only half fits. text: two to four sentences. turns: the "
            f"numbers of the turns they rest on, out of {list_turns(self.transcript)}.",
        )
        return self.asked(nonce, told, task, self.form, faults)

    def read(self, answer: Answer) -> Reading:
        return read_form(
            answer, self.form, lambda read: ConflictExplained(conflict=Conflict(**read), call=answer.call)
        )


def _add_narrative(passages: Passages, told: Narrative) -> None:
    head = f"The narrative, in your own earlier words; its leader is {LEADERS[told.leader]}"
    parts: list[tuple[str, tuple[CitedStatement, ...]]] = [
        ("Spine", told.spine),
        ("Evolved", told.evolved),
        ("Broke", told.broke),
        ("Turning points", told.turning_points),
    ]
    passages.quote(head, "narrative", [(name, _cited(item)) for name, items in parts for item in items])


def _cited(told: CitedStatement) -> str:
    turns = ", ".join(map(str, told.turns))
    return f"{told.text} (turns {turns})" if turns else told.text
