"""A side's opening, its closing, its turn of a free exchange; and the turns of a transcript, which ask no model."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from debate_core.answers import fields
from debate_core.answers.form import ChoiceField, Form, Many, Part, Text, Texts
from debate_core.answers.json import find_object
from debate_core.answers.prompt import Prompt, again, in_form, paragraphs
from debate_core.calls.ask import Kind, Step, TaskAnswer
from debate_core.calls.cross_examination import sorted_by_target
from debate_core.calls.passages import add_debate, after, show_turns, start
from debate_core.calls.speech import (
    ARGUMENT,
    BROKEN_OFF,
    NO_ANSWER,
    SYSTEM,
    UNANSWERED,
    Speaking,
    Speech,
    argument_entries,
    argument_form,
    manner,
    no_speech,
    read_arguments,
    role,
    speech_names,
)
from debate_core.domain.config import WORDING, DebateConfig, Wording
from debate_core.domain.imported import TranscriptConfig
from debate_core.domain.transcript import (
    SHIFTS,
    Argument,
    Phase,
    QuestionAnswer,
    Shift,
    argument_id,
    opponent,
)
from debate_core.domain.transcript import Closing as ClosingSaid
from debate_core.store.record import Record

CLOSING_WORDS = 200
CLOSING = Form(
    {
        "concessions": Texts(
            means="a list of what your side grants the other after this exchange, one sentence each; an empty list if "
            "nothing",
            hint="concession",
        ),
        "unrebutted": Texts(
            means="a list of your own arguments that were not effectively answered, each with its id and why; an empty "
            "list if none",
            hint="id: why it stands",
        ),
        "position": Text(
            means="your final position in one to three sentences, with the conditions it now depends on"
        ),
        "shift": ChoiceField(
            words=SHIFTS, means=f"what the exchange did to your position, one of: {', '.join(SHIFTS)}"
        ),
    }
)


WHY = Text(means="one sentence that says what in the exchange did that to your position, or why nothing did")
ANSWER_WORDS = 40


def answers_part(ids: Sequence[str]) -> Many:
    """An answer for each of the questions put to a side."""

    def form(words: Sequence[str]) -> Form:
        return Form({"argument_id": ChoiceField(words=words, hint="id"), "answer": Text()})

    means = (
        "one entry for each question that was put to your side: argument_id, the argument that it is on; answer, what "
        f"your side says to it, directly, in at most {max(15, 3 * ANSWER_WORDS // max(3, len(ids)))} words. That you "
        "do not know is an answer; to speak of something else is none"
    )
    return Many(form=form(ids), places=[form([name]) for name in ids], means=means)


class Answering(Speaking):
    """A speech that answers the questions put to its side, from the wording `answers_from` on."""

    answers_from: ClassVar[Wording]

    wording: Wording = WORDING

    @property
    def questions(self) -> Sequence[str]:
        """The arguments on which a question is still to be answered."""
        if self.wording < self.answers_from:
            return []
        waiting = self.transcript.questions.keys() - self.transcript.answers.keys()
        return [one.id for one in self.transcript.arguments_of(self.side) if one.id in waiting]

    def _answers(self, value: Mapping[str, object], notes: fields.Notes) -> tuple[QuestionAnswer, ...]:
        ids = self.questions
        entries = (fields.objects_under(value, "answers", marked_by="argument_id") or []) if ids else []
        answers = {}
        for name, given in sorted_by_target(entries, ids, notes).items():
            words = {fields.words_of(fields.pick(one, "answer")) for one in given if fields.is_object(one)}
            answers[name] = words.pop() if len(words) == 1 else ""
            if not answers[name]:
                notes.fault(UNANSWERED.format(name), NO_ANSWER)
        return tuple(QuestionAnswer(argument_id=name, answer=words) for name, words in answers.items())


class ClosingCall(Answering):
    kind: ClassVar[str] = "closing"
    phase: ClassVar[Phase] = "closing"
    answers_from: ClassVar[Wording] = 2

    @classmethod
    def extent(cls, config: DebateConfig, turn: int) -> dict[str, Any]:
        return {"wording": config.wording}

    @property
    def form(self) -> Form:
        ids = self.questions
        more: dict[str, Part] = {} if self.wording == 1 else {"why": WHY}
        return Form({**CLOSING.parts, **more, **({"answers": answers_part(ids)} if ids else {})})

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        passages, form = start(self.topic, nonce), self.form
        add_debate(passages, self.transcript)
        ids = ", ".join(self.questions)
        answers = ", the answers to questions beside them" if ids else ""
        task = paragraphs(
            f"{role(self.side)} This is your closing. Bring no new arguments and no new evidence.",
            self._questions_text(),
            f"Give\n{form.lines()}",
            f"Stay under {CLOSING_WORDS} words in all{answers}.",
            in_form(form.layout, f"One object in answers for each of: {ids}, in this order." if ids else ""),
        )
        return self.prompt_with(passages, task, form, faults)

    def _questions_text(self) -> str:
        if not self.questions:
            return ""
        return (
            f"{opponent(self.side).upper()} put a question to you with its answer to {', '.join(self.questions)}; it "
            "stands there under Question. You owe an answer to each, and the judges see it beside the question."
        )

    def speech(self, answer: TaskAnswer) -> Speech:
        if not answer.text.strip():
            return no_speech(answer.final)
        parsed = find_object(answer.text, transcript=answer.plain)
        value, form = parsed.single or {}, self.form
        if all(fields.pick(value, name) is None for name in ("position", "concessions", "unrebutted")):
            faults = () if answer.final else (*parsed.faults, form.expected)
            return replace(self._unstructured_closing(answer.text), faults=faults)
        notes = fields.Notes(final=answer.final)
        if parsed.cut:
            notes.fault(BROKEN_OFF)
        closing = ClosingSaid(
            side=self.side,
            position=fields.words_for_certain(value, "position", "closing", notes),
            concessions=fields.texts_of(value, "concessions", notes),
            unrebutted=fields.texts_of(value, "unrebutted", notes),
            shift=_shift(value, notes),
            why=fields.words_for_certain(value, "why", "closing", notes) if "why" in form.parts else "",
            answers=self._answers(value, notes),
            tags=fields.tags_of(value),
        )
        return Speech(closing=_warn_of_length(closing, notes.warnings), faults=tuple(notes.faults))

    def _unstructured_closing(self, text: str) -> Speech:
        words = fields.words_came(text)
        answers = self._answers({}, fields.Notes())
        closing = ClosingSaid(side=self.side, position=words, answers=answers, structured=False)
        warning = "This closing came in no readable form; its words are kept."
        return Speech(closing=_warn_of_length(closing, [warning]), readable=False)


def _shift(value: Mapping[str, object], notes: fields.Notes) -> Shift | None:
    shift = fields.read_word(fields.plain(fields.pick(value, "shift")), SHIFTS)
    if shift is None:
        notes.fault(f"shift should be one of {', '.join(SHIFTS)}; none of them came.", "It is not given.")
    return shift


def _warn_of_length(closing: ClosingSaid, warnings: Sequence[str]) -> ClosingSaid:
    words = fields.word_count(
        "\n".join([*closing.concessions, *closing.unrebutted, closing.position, closing.why])
    )
    long = f"This closing is {words} words long; it was to stay under {CLOSING_WORDS}."
    update = {"warnings": (*warnings, *([long] if words >= CLOSING_WORDS else []))}
    return closing.model_copy(update=update)


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
        add_debate(passages, self.transcript)
        many = self.count > 1
        number = (
            f"exactly {self.count} arguments, each on ground of its own" if many else "exactly 1 argument"
        )
        other = opponent(self.side).upper()
        before = ""
        if self.transcript.arguments:
            before = f" You have heard {other}'s opening. You will answer it later; now make your own case."
        task = paragraphs(
            f"{role(self.side)} This is your opening. Give {number}.{before}",
            f"Each argument has\n{ARGUMENT.lines()}",
            f"At most {min(120, 800 // self.count)} words per argument. Give the arguments no ids and no "
            "numbers: ids are issued afterwards.",
            in_form(self.form.layout, f"The list holds {self.count} such object{'s' if many else ''}."),
        )
        return self.prompt_with(passages, task, self.form, faults)

    def speech(self, answer: TaskAnswer) -> Speech:
        ids = [argument_id(self.side, number) for number in range(1, self.count + 1)]
        asked = f"a list 'arguments' of {self.count}, each with claim, reasoning and evidence"
        parsed = find_object(answer.text, transcript=answer.plain)
        return read_arguments(answer, parsed, ids, f"Expected an object with {asked}.")


CHARACTERS_A_TOKEN = 4
EXCHANGED = argument_form(
    "why it is so, from a cause, through the process by which it works, to a consequence that could be measured"
)


class Exchange(Answering):
    """One argument, an answer to the question on its last, and, but in the last turn, one on the other side's last."""

    kind: ClassVar[str] = "exchange"
    phase: ClassVar[Phase] = "exchange"
    answers_from: ClassVar[Wording] = 5

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
    def title(cls, step: Step) -> str:
        return f"{(step.side or '').upper()}'s turn {step.turn}"

    @classmethod
    def extent(cls, config: DebateConfig, turn: int) -> dict[str, Any]:
        return {"number": turn, "turns": config.turns, "wording": config.wording}

    @property
    def place(self) -> int:
        return self.number

    @property
    def target(self) -> Argument | None:
        """The argument that a question may be put on: that of the turn before, while its side still has a turn."""
        may_ask = self.wording >= self.answers_from and self.number < self.turns
        last = self.transcript.turns[-1:] if may_ask else ()
        return next((one for turn in last for one in turn.arguments), None)

    @property
    def _more(self) -> Form:
        more: dict[str, Part] = {"answers": answers_part(self.questions)} if self.questions else {}
        if target := self.target:
            due = f"{target.side.upper()} has to answer in its next turn; empty if you have none. At most 25 words"
            more["question"] = Text(means=f"one follow-up question on {target.id} that {due}")
        return Form(more)

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        passages, more = show_turns(self.topic, self.transcript.turns, nonce), self._more
        form = Form({**EXCHANGED.parts, **more.parts})
        task = paragraphs(
            manner(self.directive),
            f"{role(self.side)} This is a free exchange of {self.turns} turns, PRO first, one argument a turn. "
            f"Now comes turn {self.number}, yours.",
            self._what_to_do(),
            f"The argument has\n{EXCHANGED.lines()}",
            "At most 180 words in all. Give it no id and no number: ids are issued afterwards.",
            f"Besides the argument, and outside its 180 words, give\n{more.lines()}" if more.parts else "",
            in_form(form.layout),
            again(faults),
        )
        return after(SYSTEM, passages, task, form.schema())

    def _what_to_do(self) -> str:
        last = "This is your side's last turn." if self.number > self.turns - 2 else ""
        other = opponent(self.side).upper()
        if not self.transcript.arguments_of(opponent(self.side)):
            return paragraphs(f"{other} has not spoken yet: put the argument on which your case rests.", last)
        owed = "".join(
            f"{other} put a question to you in turn {self.number - 1}, on {name}. You owe it an answer, and the judges "
            "see it beside the question."
            for name in self.questions
        )
        answered = (
            f"Take up what {other} said last: find the weakest premise it rests on, name it in {other}'s own words, "
            "and show what follows if it fails. Then carry your own case one step further. Repeat nothing that was "
            "said, and contradict nothing that your side said; where you have to give a point up, say so."
        )
        return paragraphs(answered, owed, last)

    def speech(self, answer: TaskAnswer) -> Speech:
        name = argument_id(self.side, (self.number + 1) // 2)
        parsed = find_object(answer.text, transcript=answer.plain)
        speech = read_arguments(answer, parsed, [name], EXCHANGED.expected)
        if not speech.readable:
            return replace(speech, answers=self._answers({}, fields.Notes()))
        notes = fields.Notes(final=answer.final)
        objects = filter(fields.is_object, (*(argument_entries(parsed.value) or ()), parsed.value))
        beside = {name: part for one in objects for name, part in one.items()}
        answers = self._answers(beside, notes)
        return replace(
            speech,
            answers=answers,
            question=fields.words_of(fields.pick(beside, "question")) if self.target else "",
            warnings=(*speech.warnings, *notes.warnings),
            faults=(*speech.faults, *notes.faults),
        )


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
