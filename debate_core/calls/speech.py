"""What the four kinds of speech share: where they stand, what a debater is told, and how a speech is read."""

import itertools
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self, TypeVar

from debate_core.answers import fields
from debate_core.answers.fields import MAX_FIELD, cut_short
from debate_core.answers.form import Form, Text
from debate_core.answers.json import ParsedObject
from debate_core.answers.prompt import Prompt, again, one_line, paragraphs, rules
from debate_core.calls.ask import CUT_FAULT, ModelTask, Reading, Step, TaskAnswer
from debate_core.calls.passages import Passages
from debate_core.domain.config import DebateConfig
from debate_core.domain.frozen import FrozenModel, FrozenValue
from debate_core.domain.imported import TranscriptConfig
from debate_core.domain.model import Finish, Message, is_simulated
from debate_core.domain.rubric import argument_side
from debate_core.domain.steps import live_turn_step, speech_step
from debate_core.domain.transcript import (
    MIN_CLAIM,
    MIN_REASONING,
    PHASES,
    SIDES,
    Argument,
    Closing,
    Phase,
    QuestionAnswer,
    Response,
    Side,
    Topic,
    Transcript,
    Turn,
    claim_note,
    side_of_turn,
    turn_number,
)
from debate_core.scorecard.live_scores import directive_at, last_heeded_turn
from debate_core.store.events import TurnSpoken
from debate_core.store.record import Record

Part = TypeVar("Part", bound=FrozenModel)
SYSTEM = rules(
    "You are a debater. Two sides, PRO and CON, debate a proposition; judges will score every argument "
    "apart, for its reasoning, its evidence, how it meets challenges, and its honesty. Overstating costs "
    "you; conceding what has to be conceded does not."
)
HONEST_EVIDENCE = (
    "Name a source, a figure or a quotation only if you are sure that it exists. Otherwise say plainly that "
    "you have no source, and name what a reader could check. An invented source costs more than none."
)
CUT_WARNING = "This speech was cut off by its length cap."
NOT_CONFIRMED = "Completion not confirmed: the server did not say that the answer was whole."
NO_WORDS = "No words came."
BROKEN_OFF = "The answer broke off before its end."
NO_ANSWER = "It stands as no answer."
UNANSWERED = "The question on {} was not answered."


def argument_form(reasoning: str) -> Form:
    """The form of one argument. `reasoning`: how it is asked to go about its reasons."""
    return Form(
        {
            "claim": Text(
                means=f"one sentence that says what is so ({MIN_CLAIM} characters or more)",
                min_length=MIN_CLAIM,
            ),
            "reasoning": Text(
                means=f"{reasoning} ({MIN_REASONING} characters or more)", min_length=MIN_REASONING
            ),
            "evidence": Text(
                means=f"something specific that a reader could check (5 characters or more). {HONEST_EVIDENCE}",
                min_length=5,
            ),
        }
    )


ARGUMENT = argument_form("why it is so, step by step from cause to consequence")


_TAGS: Any = {"arguments": {"__all__": {"tags"}}, "responses": {"__all__": {"tags"}}, "closing": {"tags"}}


class Speech(FrozenValue):
    """One speech as read. `faults`: what was expected, in plain sentences; empty where the speech can stand. `missing`:
    ids of arguments still to be answered. `readable`: false where nothing of the form was found."""

    arguments: tuple[Argument, ...] = ()
    responses: tuple[Response, ...] = ()
    closing: Closing | None = None
    warnings: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    readable: bool = True
    answers: tuple[QuestionAnswer, ...] = ()
    question: str = ""

    def with_finish(self, finish: Finish) -> Self:
        """This speech with a fault or warning if its answer ended at the length cap or unconfirmed."""
        if finish == "length" and self.faults:
            return replace(self, faults=(*self.faults, CUT_FAULT))
        warning = {"length": (CUT_WARNING,), "unconfirmed": (NOT_CONFIRMED,)}.get(finish, ())
        return replace(self, warnings=(*self.warnings, *warning))


class Speaking(ModelTask):
    """A side is to speak. `transcript`: what it may know; `first`: what was read of its first answer."""

    needed: ClassVar[bool] = True
    watched: ClassVar[bool] = True
    phase: ClassVar[Phase]

    topic: Topic
    side: Side
    transcript: Transcript
    directive: str = ""
    first: Speech | None = None
    tagged: bool = False  # only what a simulated speaker meant is kept beside its words

    @classmethod
    def steps(cls, config: DebateConfig) -> tuple[Step, ...]:
        if config.format == "exchange" or isinstance(config, TranscriptConfig):
            return ()
        place = PHASES.index(cls.phase)
        before = tuple(f"{phase}:{side}" for phase in PHASES[:place][-1:] for side in SIDES)
        waits = {"pro": before, "con": before}
        if config.order == "alternating":
            waits["con"] = (*before, f"{cls.phase}:pro")
        return tuple(
            cls.step(config, f"{cls.phase}:{side}", turn_number(cls.phase, side), waits[side])
            for side in SIDES
        )

    @classmethod
    def step(cls, config: DebateConfig, name: str, turn: int, needs: tuple[str, ...]) -> Step:
        """One speech; it also waits for the last judging of the live judge that it heeds."""
        side, heeded = side_of_turn(turn), last_heeded_turn(turn, config)
        return Step(
            name=name,
            kind=cls.kind,
            needs=(*needs, live_turn_step(heeded)) if heeded >= 1 else needs,
            model=config.debater(side).model,
            cap=getattr(config.caps, cls.phase),
            temperature=config.debater(side).temperatures.at(cls.phase),
            turn=turn,
            side=side,
        )

    @classmethod
    def title(cls, step: Step) -> str:
        return f"{(step.side or '').upper()}'s {cls.phase.replace('_', '-')}"

    @classmethod
    def at(cls, record: Record, step: Step) -> "Speaking | TurnSpoken | None":
        assert step.turn is not None and step.side is not None
        return cls(
            topic=record.config.topic,
            side=step.side,
            transcript=visible_to(record.config, record.transcript, cls.phase, step.turn),
            directive=directive_at(step.side, step.turn, record.proposals, record.config),
            tagged=is_simulated(step.model),
            **cls.extent(record.config, step.turn),
        )

    @classmethod
    def extent(cls, config: DebateConfig, turn: int) -> dict[str, Any]:
        return {}

    @property
    def place(self) -> int:
        return turn_number(self.phase, self.side)

    @abstractmethod
    def speech(self, answer: TaskAnswer) -> Speech:
        """What is read of an answer."""

    def read(self, answer: TaskAnswer) -> Reading:
        speech = self.speech(answer).with_finish(answer.finish)
        if speech.faults and not answer.final:
            return Reading(faults=speech.faults, again=self.after(speech))
        spoken = merge_speeches(self.first, speech) if self.first else speech
        turn = turn_of(self.phase, self.place, spoken)
        turn = turn if self.tagged else Turn.model_validate(turn.model_dump(exclude=_TAGS))
        return Reading(fact=TurnSpoken(turn=turn, calls=answer.calls))

    def after(self, first: Speech) -> "Speaking":
        return replace(self, first=first)

    def prompt_with(self, passages: Passages, task: str, form: Form, faults: Sequence[str]) -> Prompt:
        """The prompt of a structured speech: what was said, the speaker's manner, the task."""
        text = paragraphs(passages.text, manner(self.directive), task, again(faults))
        messages = (Message(role="system", content=SYSTEM), Message(role="user", content=text))
        return Prompt(messages=messages, schema=form.schema(), plain=passages.plain)


def turn_of(phase: Phase, number: int, speech: Speech) -> Turn:
    """A speech as a turn, with no field longer than what is kept of one."""
    responses = [_cut(one) for one in speech.responses]
    long = [f"The answer to {one.argument_id}: {words}" for one, warnings in responses for words in warnings]
    return Turn(
        number=number,
        phase=phase,
        side=side_of_turn(number),
        arguments=tuple(_cut(one)[0] for one in speech.arguments),
        responses=tuple(one for one, _ in responses),
        closing=speech.closing and _cut(speech.closing)[0],
        warnings=(*speech.warnings, *long),
        answers=tuple(_cut(one)[0] for one in speech.answers),
        question=cut_short(speech.question),
    )


def _cut(one: Part) -> tuple[Part, list[str]]:
    """A part of a speech as it is kept, and a sentence for each field that was longer, also among its warnings."""
    cut: dict[str, Any] = {}
    for name, value in one:
        if isinstance(value, str):
            cut[name] = cut_short(value)
        elif isinstance(value, tuple):
            cut[name] = tuple(cut_short(part) if isinstance(part, str) else _cut(part)[0] for part in value)
    names = [name for name, value in cut.items() if value != getattr(one, name)]
    long = [f"The {name} is longer than {MAX_FIELD:,} characters; only the first are kept." for name in names]
    if "warnings" in cut:
        cut["warnings"] = (*cut["warnings"], *long)
    return one.model_copy(update=cut), long


def visible_to(config: DebateConfig, transcript: Transcript, phase: Phase, number: int) -> Transcript:
    """What the speaker of turn `number` may have heard: earlier turns, or phases if sides speak at once."""
    if phase != "exchange" and config.order == "simultaneous":
        return transcript.before(phase)
    return transcript.upto(number - 1)


def speech_names(config: DebateConfig) -> tuple[str, ...]:
    """The steps in which a debate's turns are spoken, by turn."""
    if isinstance(config, TranscriptConfig):
        return tuple(place.step for place in config.brought.turns)
    if config.format == "exchange":
        numbers = range(1, config.turns + 1)
        return tuple(speech_step("exchange", side_of_turn(number), number) for number in numbers)
    spoken = itertools.product(PHASES, SIDES)
    return tuple(speech_step(phase, side, n) for n, (phase, side) in enumerate(spoken, start=1))


def manner(directive: str) -> str:
    """A personality's directive to a speaker; empty without one."""
    if not directive.strip():
        return ""
    return (
        f"The manner of your speech: {one_line(directive)} This is tone and emphasis only: it changes neither your "
        "side, nor the task, nor the form of your answer, nor what is true. Never mention it."
    )


def role(side: Side) -> str:
    task = "PRO, the side that argues for it" if side == "pro" else "CON, the side that argues against it"
    return f"You debate the proposition above. You speak for {task}."


def read_arguments(answer: TaskAnswer, parsed: ParsedObject, ids: Sequence[str], expected: str) -> Speech:
    """Read one argument for each of `ids`, the engine's; `expected`: what an answer should have been."""
    if not answer.text.strip():
        return no_speech(answer.final)
    entries = argument_entries(parsed.value)
    worded = [entry for entry in entries or () if not fields.is_bare(entry)]
    # Half a chain of reasoning is better kept as it came than dropped for its missing end.
    broke_off = parsed.cut and (not worded or (len(ids) == 1 and parsed.cut[-1] in ("claim", "reasoning")))
    if entries is None or broke_off:
        faults = () if answer.final else (*parsed.faults, BROKEN_OFF if broke_off else expected)
        return replace(as_it_came(answer.text, ids[0]), faults=faults)
    if not worded:
        silent = Speech(faults=(*parsed.faults, expected), readable=False)
        return no_speech(True) if answer.final else silent
    notes = fields.Notes(final=answer.final)
    _check_count(len(entries), len(worded), len(ids), notes)
    arguments = tuple(
        argument_from(entry, name, f"argument {number}" if len(ids) > 1 else "the argument", notes)
        for number, (name, entry) in enumerate(zip(ids, worded, strict=False), start=1)
    )
    note_cut(parsed, notes)
    return Speech(arguments=arguments, warnings=tuple(notes.warnings), faults=tuple(notes.faults))


def argument_entries(value: object) -> list[object] | None:
    if value is not None and fields.is_bare(value):
        return []
    if fields.is_object(value) and fields.pick(value, "claim") is not None:
        return [value]
    return fields.objects_under(value, "arguments", marked_by="claim")


def _check_count(came: int, worded: int, asked: int, notes: fields.Notes) -> None:
    if worded < min(came, asked):
        notes.fault(f"{came - worded} of the arguments held no words.", "It is not counted.")
    if worded != asked:
        first = "first is" if asked == 1 else f"first {asked} are"
        limit_note = f"Only the {first} kept." if worded > asked else ""
        were = "argument was" if asked == 1 else "arguments were"
        notes.fault(f"{asked} {were} asked for; {worded} came.", limit_note)


def merge_speeches(first: Speech, last: Speech) -> Speech:
    """The speech after a second asking: what was good in the first is kept, and its lacks become warnings."""
    if first.missing:
        responses = {one.argument_id: one for one in first.responses}
        for one in last.responses:
            words = dict.fromkeys((responses[one.argument_id].unreadable, one.unreadable))
            update = {} if one.response_type else {"unreadable": "\n".join(filter(None, words))}
            responses[one.argument_id] = one.model_copy(update=update)
        warnings = tuple(dict.fromkeys((*first.warnings, *last.warnings)))
        return Speech(responses=tuple(responses.values()), warnings=warnings)
    fuller, other = (first, last) if _fullness(first) > _fullness(last) else (last, first)
    faults = tuple(f"{fault} Asked again, no fuller answer came." for fault in fuller.faults)
    fuller = replace(fuller, warnings=(*fuller.warnings, *faults), faults=())
    answers = other.closing or other
    if fuller.closing:
        closing = fuller.closing.model_copy(update=_merge_answers(answers, fuller.closing))
        fuller = replace(fuller, closing=closing)
    return replace(fuller, **_merge_answers(answers, fuller))


def _fullness(speech: Speech) -> tuple[bool, int, int]:
    """A second answer is asked for without the first in sight: parts of both would set one beside its rewording."""
    sound = [one for one in speech.arguments if one.reasoning and one.evidence and not claim_note(one.claim)]
    parts = len(speech.arguments) + bool(speech.closing and speech.closing.position)
    return speech.readable and parts > 0, len(sound), parts


def _merge_answers(other: Closing | Speech, fuller: Closing | Speech) -> dict[str, Any]:
    """The answers of a fuller speech, with the other one's where it gives none itself, and its warnings then."""
    given = {one.argument_id: one for one in other.answers if one.answer}
    answers = (one if one.answer else given.get(one.argument_id, one) for one in fuller.answers)
    gone = tuple(map(UNANSWERED.format, given))
    warnings = (one for one in fuller.warnings if not one.startswith(gone))
    return {"answers": tuple(answers), "warnings": tuple(warnings)}


def no_speech(final: bool) -> Speech:
    """The speech of an answer without words."""
    if final:
        return Speech(warnings=(NO_WORDS,), readable=False)
    return Speech(faults=("The answer was empty; expected one JSON object.",), readable=False)


def note_cut(parsed: ParsedObject, notes: fields.Notes) -> None:
    # What was read is whole; a break matters here only where something is still missing.
    if parsed.cut and notes.faults:
        notes.fault(BROKEN_OFF)
    elif parsed.cut:
        notes.warn(BROKEN_OFF)


def argument_from(entry: object, name: str, where: str, notes: fields.Notes) -> Argument:
    """The argument in `entry`, under the engine's id `name`; what is wrong with it is noted under `where`."""
    own = fields.Notes(final=notes.final)
    shortest = {part: form.min_length for part, form in ARGUMENT.parts.items() if isinstance(form, Text)}
    if not fields.is_object(entry):
        own.fault(f"{where} should be an object with claim, reasoning and evidence.", "Its words were kept.")
        parts = {"claim": fields.words_of(entry), "reasoning": "", "evidence": ""}
    else:
        parts = {part: fields.text_of(entry, part, where, own) for part in shortest}
        if (parts["claim"] or fields.pick(entry, "claim") == "") and (little := claim_note(parts["claim"])):
            own.fault(f"{where}: {little}", "Its words were kept.")
        own.warnings += [
            f"The {part} is shorter than {minimum} characters."
            for part, minimum in shortest.items()
            if part != "claim" and len(parts[part]) < minimum
        ]
    notes.faults += own.faults
    return Argument(
        id=name,
        side=argument_side(name),
        **parts,
        tags=fields.tags_of(entry) if fields.is_object(entry) else "",
        structured=fields.is_object(entry),
        warnings=tuple(own.warnings),
    )


def as_it_came(text: str, name: str) -> Speech:
    """The words of a speech in no readable form, as the side's one unstructured argument."""
    words = fields.words_came(text)
    warning = "This speech came in no readable form; its words are kept as one argument."
    argument = Argument(id=name, side=argument_side(name), claim=words, structured=False, warnings=(warning,))
    return Speech(arguments=(argument,), readable=False)
