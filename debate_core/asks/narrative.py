"""The arc of the whole debate, told without naming a winner."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from debate_core.answers.fields import Notes
from debate_core.answers.form import Choice, Form, Many, Text, Turns, own_entry
from debate_core.asks.arc import OfArc
from debate_core.asks.ask import Answer, Reading, Step
from debate_core.asks.live import live_step
from debate_core.asks.speech import speech_names
from debate_core.config import DebateConfig
from debate_core.events import NarrativeTold
from debate_core.prompts.passages import Passages, list_turns
from debate_core.prompts.prompt import Prompt
from debate_core.scorecard.nouns import CitedStatement, Leader, Narrative

LEADERS: dict[Leader, str] = {"pro": "PRO", "con": "CON", "level": "LEVEL"}
NO_SPINE = "spine should hold at least one statement."


def narrative_form(turns: Collection[int]) -> Form:
    told = Form({"text": Text(shown="sentence"), "turns": Turns(known=turns)})

    def statements(called: str, means: str) -> Many:
        return Many(form=told, called=called, means=means, bare="text")

    return Form(
        {
            "leader": Choice(
                words=tuple(LEADERS.values()),
                means="PRO or CON, the side that leads in this reading, or LEVEL where neither does",
                shown="PRO, CON or LEVEL",
            ),
            "spine": statements(
                "spine statement",
                "the chain of causes the debate turned on, in two to five statements: what leads to what, and which "
                "side carried that link",
            ),
            "evolved": statements(
                "evolved statement",
                "how the arguments changed under challenge, one statement for each that did",
            ),
            "broke": statements(
                "broke statement",
                "where an argument failed, was given up, or was dropped, one statement for each",
            ),
            "turning_points": statements(
                "turning point", "the one to four moments after which the debate stood differently"
            ),
        }
    )


@dataclass(frozen=True, kw_only=True)
class NarrativeVerdict(OfArc):
    kind: ClassVar[str] = "narrative"
    words: ClassVar[str] = "the narrative of the whole debate"

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        return live_step(config, cls.kind, "narrative", speech_names(config))

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        form = narrative_form(self.turns)
        task = (
            "Tell the arc of this debate. Who held the more coherent, evolving position on a stable causal spine? A "
            "side that kept its chain of causes and made it better under challenge leads over one that changed its "
            "claim, or only sounded better. Count no points and no rounds.",
            f"Give\n{form.lines()}",
            "Every statement has a text and turns, the numbers of the turns it rests on, out of "
            f"{list_turns(self.transcript)}. Leave turns empty where no turn supports it. Add no facts, and say of no "
            "side that it has won: a side may lead in your reading, the outcome is settled elsewhere.",
        )
        return self.asked(nonce, Passages(mark=nonce), task, form, faults)

    def read(self, answer: Answer) -> Reading:
        notes = Notes()
        own = own_entry(answer.text, narrative_form(self.turns), shown=answer.shown, notes=notes)[1]
        if own is None:
            return Reading(faults=tuple(notes.faults))
        word = own["leader"]
        told = {
            name: tuple(CitedStatement(**entry.values()) for entry in own[name])
            for name in ("spine", "evolved", "broke", "turning_points")
        }
        if not told["spine"]:
            notes.wrong(NO_SPINE)
        leader = next((leader for leader, said in LEADERS.items() if said == word), None)
        if notes.faults or leader is None:
            return Reading(faults=tuple(notes.faults))
        narrative = Narrative(leader=leader, **told)
        return Reading(
            fact=NarrativeTold(narrative=narrative, call=answer.call), remarks=tuple(notes.warnings)
        )
