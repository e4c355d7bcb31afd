"""The briefing for the decision-maker; judges appear in it as *Judge 1*, *Judge 2* …."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from debate_core.answers.form import Form, FormValue, Inner, Many, Text, Texts
from debate_core.answers.prompt import Prompt, again, bullets, in_form, paragraphs, rules
from debate_core.calls.ask import FormTask, Step, TaskAnswer
from debate_core.calls.passages import Passages, add_debate, start
from debate_core.domain.config import DebateConfig
from debate_core.domain.model import Message
from debate_core.domain.rubric import STANDING_MEANINGS, STANDINGS, Scoresheet
from debate_core.domain.steps import BRIEFING, scoring_steps
from debate_core.domain.transcript import Briefing, Statement, Transcript
from debate_core.store.events import BriefingWritten
from debate_core.store.record import Record

SYSTEM = rules(
    "You brief a person who has to decide. Two sides, PRO and CON, have debated a proposition, and judges "
    "have noted what they found in each argument. You say what can be learned from it; you do not judge anew "
    "and you do not add facts."
)
NAMES_A_WINNER = "names a winner; say what to do or verify instead: the outcome is the panel's."
_ID = re.compile(r"\b(?:PRO|CON)-\d{1,3}\b", re.IGNORECASE)
_SIDE = r"(?:PRO|CON|(?i:pro|con)(?: side|'s side))"
_HOW = r"(?: has| had| clearly| narrowly| thus| therefore| decisively)*"
_WON = r"(?:wins|won(?!['’\w-])|prevails|prevailed|is the winner|lost the debate|loses the debate)"
_AWARDED = r"(?i:winner(?: is| of the debate is|:)|won by|victory (?:for|of|goes to)|debate goes to)"
_WINNER = re.compile(rf"\b{_SIDE}{_HOW} {_WON}\b|\b{_AWARDED} (?:the )?{_SIDE}\b")


def briefing_form(ids: Sequence[str]) -> Form:
    def statement(hint: str) -> Form:
        return Form({"text": Text(hint=hint), "rests_on": Texts(words=ids, hint="id")})

    return Form(
        {
            "key_insight": Inner(
                form=statement("sentence"),
                bare="text",
                means="the one thing that this debate shows about the decision, in one or two sentences",
            ),
            "unresolved": Many(
                form=statement("question"),
                called="question",
                bare="text",
                needed=True,
                means="one to four questions that the debate left open and that the person should verify, each saying "
                "what to look up or whom to ask",
            ),
            "recommendation": Inner(
                form=statement("sentence"),
                bare="text",
                means="what to do next, with the conditions under which it holds, in one or two sentences",
            ),
        }
    )


class Brief(FormTask):
    kind: ClassVar[str] = BRIEFING
    words: ClassVar[str] = "the briefing"

    transcript: Transcript
    sheets: tuple[Scoresheet, ...]

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        return (
            Step(
                name=BRIEFING,
                kind=cls.kind,
                needs=tuple(step for steps in scoring_steps(config).values() for step in steps),
                model=config.brief_by,
                cap=config.caps.briefing,
                temperature=0.2,
                batched=config.judging == "batch",
            ),
        )

    @classmethod
    def at(cls, record: Record, step: Step) -> "Brief":
        return cls(
            transcript=record.transcript, sheets=tuple(sheet for sheet in record.judging.sheets if sheet)
        )

    @property
    def form(self) -> Form:
        return briefing_form([argument.id for argument in self.transcript.arguments])

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        passages = start(self.transcript.topic, nonce)
        add_debate(passages, self.transcript)
        ids = [argument.id for argument in self.transcript.arguments]
        for name in ids:
            _add_notes(passages, name, self.sheets)
        findings = [
            (f"Judge {place}", sheet.overall.key_finding or "")
            for place, sheet in enumerate(self.sheets, start=1)
        ]
        if any(text.strip() for _, text in findings):
            passages.quote("What each judge found most important", "findings", findings)
        task = paragraphs(
            f"Brief the decision-maker. Give\n{self.form.lines()}",
            "Standings of the judges:\n"
            + bullets([f"{standing}: {STANDING_MEANINGS[standing]}" for standing in reversed(STANDINGS)]),
            "Every statement has a text and rests_on, a list of the ids of the arguments it rests on, out of "
            f"{', '.join(ids)}. Leave rests_on empty where no argument supports the statement.",
            "Do not say that a side won, lost or leads, and name no winner: that is settled elsewhere. Where the "
            "judges part, say so. Rely on nothing they hold REFUTED.",
            in_form(self.form.layout),
            again(faults),
        )
        messages = (
            Message(role="system", content=SYSTEM),
            Message(role="user", content=paragraphs(passages.text, task)),
        )
        return Prompt(messages=messages, schema=self.form.schema(), plain=passages.plain)

    def fields(self, own: FormValue, answer: TaskAnswer) -> list[Statement]:
        entries = (own["key_insight"], *own["unresolved"], own["recommendation"])
        return [self._statement(entry) for entry in entries if entry is not None]

    def fact(self, read: Any, answer: TaskAnswer, parse_stage: str) -> BriefingWritten:
        first, *unresolved, last = read
        briefing = Briefing(key_insight=first, unresolved=tuple(unresolved), recommendation=last)
        return BriefingWritten(briefing=briefing, call=answer.call)

    def _statement(self, entry: FormValue) -> Statement:
        """Ids that don't exist are left out; without any it is unsupported."""
        words = entry["text"]
        if _WINNER.search(words):
            entry.notes.fault(f"{entry.where} {NAMES_A_WINNER}")
        given = entry["rests_on"]
        named = given if isinstance(given, list) else [given]
        ids = [name.upper() for item in named if isinstance(item, str) for name in _ID.findall(item)]
        known = {argument.id for argument in self.transcript.arguments}
        return Statement(text=words, rests_on=tuple(dict.fromkeys(name for name in ids if name in known)))


def _add_notes(passages: Passages, argument_id: str, sheets: Sequence[Scoresheet]) -> None:
    places = enumerate(sheets, start=1)
    seen = [(place, entry) for place, sheet in places if (entry := sheet.entry(argument_id))]
    standings = ", ".join(f"Judge {place} {entry.standing}" for place, entry in seen)
    notes = [(f"Judge {place}", entry.notes or "") for place, entry in seen]
    if any(text.strip() for _, text in notes):
        passages.quote(f"Judges on {argument_id}: {standings}. Their notes", f"notes on {argument_id}", notes)
    elif seen:
        passages.say(f"Judges on {argument_id}: {standings}.")
