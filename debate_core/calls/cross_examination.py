"""The cross-examination: a side answers every opposing argument, once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from debate_core.answers import fields
from debate_core.answers.form import ChoiceField, Form, Many, Text
from debate_core.answers.json import ParsedObject, find_object
from debate_core.answers.prompt import Prompt, bullets, in_form, paragraphs
from debate_core.calls.ask import Step, TaskAnswer
from debate_core.calls.passages import RESPONSE_MEANINGS, add_argument, add_response, start
from debate_core.calls.speech import HONEST_EVIDENCE, NO_WORDS, Speaking, Speech, note_cut, role, turn_of
from debate_core.domain.transcript import RESPONSE_TYPES, Argument, Phase, Response, Side, opponent
from debate_core.domain.wording import quoted
from debate_core.store.events import TurnSpoken
from debate_core.store.record import Record

NEW_ARGUMENTS = "No new arguments are accepted in cross-examination; what came as such was left out."
NO_RESPONSE = "It is recorded as no response."
_NEW = ("arguments", "new_arguments", "argument", "new_argument")


class CrossExamination(Speaking):
    kind: ClassVar[str] = "cross_examination"
    phase: ClassVar[Phase] = "cross_examination"

    targets: tuple[Argument, ...] = ()

    @classmethod
    def at(cls, record: Record, step: Step) -> "CrossExamination | TurnSpoken":
        """What is to be answered; with nothing to answer, the turn as it is."""
        ask = super().at(record, step)
        assert isinstance(ask, CrossExamination)
        ask = replace(ask, targets=ask.transcript.arguments_of(opponent(ask.side)))
        if ask.targets:
            return ask
        nothing = Speech(warnings=("There was no argument to answer.",))
        return TurnSpoken(turn=turn_of(cls.phase, ask.place, nothing), calls=())

    @property
    def form(self) -> Form:
        ids = [target.id for target in self.targets]
        return Form({"responses": Many(form=answer_form(ids), places=[answer_form([name]) for name in ids])})

    def prompt(self, nonce: str, faults: Sequence[str] = ()) -> Prompt:
        passages = start(self.topic, nonce)
        responses = self.transcript.responses
        for argument in self.transcript.arguments_of(self.side):
            add_argument(passages, argument, f"{argument.id}, an argument of your own side")
            if argument.id in responses:
                add_response(passages, responses[argument.id])
        for argument in self.targets:
            add_argument(
                passages, argument, f"{argument.id}, an argument of {argument.side.upper()}: answer this one"
            )
        ids = [argument.id for argument in self.targets]
        other = opponent(self.side).upper()
        each = f"this argument of {other}"
        if len(ids) > 1:
            each = f"each of these {len(ids)} arguments of {other}, once"
        task = paragraphs(
            f"{role(self.side)} This is the cross-examination. Answer {each}: {', '.join(ids)}.",
            f"Each answer has\n{answer_form(ids).lines()}",
            "Types:\n" + bullets([f"{name}: {RESPONSE_MEANINGS[name]}" for name in RESPONSE_TYPES]),
            "Take the type that is true, not the hardest one. Bring no new arguments for your side here: only "
            f"answers. At most {min(100, 700 // len(ids))} words per answer. {HONEST_EVIDENCE}",
            in_form(self.form.layout, f"One such object for each of: {', '.join(ids)}, in this order."),
        )
        return self.prompt_with(passages, task, self.form, faults)

    def after(self, first: Speech) -> "CrossExamination":
        missing = tuple(one for one in self.targets if one.id in first.missing)
        return replace(self, first=first, targets=missing or self.targets)

    def speech(self, answer: TaskAnswer) -> Speech:
        """An answer to each target. What is none is no response with its words, `missing` until asked again."""
        ids = [target.id for target in self.targets]
        parsed = find_object(answer.text, transcript=answer.plain)
        entries = fields.objects_under(parsed.value, "responses", marked_by="argument_id")
        if entries is None:
            return self._unread(answer, parsed, ids)
        notes = fields.Notes(final=answer.final)
        at_top = fields.is_object(parsed.value) and any(fields.pick(parsed.value, name) for name in _NEW)
        if at_top or any(fields.is_object(entry) and "claim" in entry for entry in entries):
            notes.warn(NEW_ARGUMENTS)
        by_id = sorted_by_target(entries, ids, notes)
        read = {name: _one_response(name, by_id[name], self.side, notes) for name in ids}
        note_cut(parsed, notes)
        missing = tuple(name for name, response in read.items() if response is None)
        return Speech(
            responses=tuple(
                response or _no_response(name, self.side, fields.words_of(by_id[name]))
                for name, response in read.items()
            ),
            warnings=tuple(notes.warnings),
            faults=tuple(notes.faults),
            missing=() if answer.final else missing,
        )

    def _unread(self, answer: TaskAnswer, parsed: ParsedObject, ids: Sequence[str]) -> Speech:
        words = fields.words_came(answer.text)
        responses = tuple(_no_response(name, self.side, words) for name in ids)
        if not answer.final:
            asked = f"Expected an object with a list 'responses' that answers each of {', '.join(ids)}."
            faults = parsed.faults if answer.text.strip() else ("The answer was empty.",)
            return Speech(responses=responses, faults=(*faults, asked), missing=tuple(ids))
        warning = "The answers came in no readable form; their words are kept." if words else NO_WORDS
        return Speech(responses=responses, warnings=(warning,), readable=False)


def answer_form(ids: Sequence[str]) -> Form:
    return Form(
        {
            "argument_id": ChoiceField(
                words=ids, means="the id of the argument it answers, exactly as given", hint="id"
            ),
            "response_type": ChoiceField(
                words=RESPONSE_TYPES, means="one of the four types below", hint="type"
            ),
            "reasoning": Text(
                means="take up what this argument itself says, and show the point where it fails, or holds"
            ),
            "question": Text(means="one follow-up question that the other side would have to answer"),
        }
    )


def sorted_by_target(
    entries: Sequence[object], ids: Sequence[str], notes: fields.Notes
) -> dict[str, list[object]]:
    """The entries that name each target; what names none of them is left out with a warning."""
    by_id: dict[str, list[object]] = {name: [] for name in ids}
    for entry in entries:
        given = fields.words_of(fields.pick(entry, "argument_id")) if fields.is_object(entry) else ""
        if name := fields.read_id(given, ids):
            by_id[name].append(entry)
        elif not fields.is_bare(entry):
            under = f"the id {quoted(given)}" if given else "no id"
            notes.warn(f"An answer with {under} was left out: it names none of {', '.join(ids)}.")
    return by_id


def _one_response(name: str, entries: Sequence[object], side: Side, notes: fields.Notes) -> Response | None:
    if not entries:
        notes.fault(f"No answer to {name} came.", NO_RESPONSE)
        return None
    if any(entry != entries[0] for entry in entries):
        notes.fault(f"{name} was answered more than once, differently.", NO_RESPONSE)
        return None
    entry = entries[0]
    assert fields.is_object(entry)  # only objects are sorted by target
    given = fields.read_word(fields.plain(fields.pick(entry, "response_type")), RESPONSE_TYPES)
    if given is None:
        expected = ", ".join(RESPONSE_TYPES)
        notes.fault(f"{name}: response_type should be one of {expected}; none of them came.", NO_RESPONSE)
        return None
    before = len(notes.faults)
    reasoning = fields.words_for_certain(entry, "reasoning", name, notes)
    if len(notes.faults) > before:
        return None
    question = fields.words_of(fields.pick(entry, "question"))
    if not question:
        notes.warn(f"The answer to {name} asks no follow-up question.")
    return Response(
        argument_id=name,
        side=side,
        response_type=given,
        reasoning=reasoning,
        question=question,
        tags=fields.tags_of(entry),
    )


def _no_response(name: str, side: Side, words: str) -> Response:
    return Response(argument_id=name, side=side, response_type=None, unreadable=words)
