"""A debater's step: ask, read, ask once more for what was missing, note the turn.

Knows the formats and the readers of speeches. Invariant: a speech that could not be had pauses the debate; what came of
it is in the log.
"""

from dataclasses import replace

from debate_core.debating.exchange import exchange_purpose, read_exchange, turn_of_exchange
from debate_core.debating.reading import read_closing, read_opening, read_responses
from debate_core.debating.speech import Speech, settled
from debate_core.debating.structured import purpose_of, turn_of
from debate_core.errors import Paused
from debate_core.events import AnswerFaulted, TurnSpoken
from debate_core.llm import base
from debate_core.llm.errors import ModelError
from debate_core.moderator.graph import Step
from debate_core.moderator.proceedings import Proceedings
from debate_core.prompts.prompt import Prompt
from debate_core.scorecard.drift import directive_at
from debate_core.transcript import Side, Turn

NOT_CONFIRMED = "Completion not confirmed: the server did not say that the answer was whole."
SpeechPurpose = base.Opening | base.CrossExamination | base.Closing | base.Exchange


async def speak(debate: Proceedings, step: Step) -> None:
    """One turn, unless the log holds it. Raises Paused."""
    assert step.phase is not None and step.side is not None and step.turn is not None
    if step.turn in debate.turns:
        return
    purpose = _purpose(debate, step, step.side)
    try:
        speech, calls = await _speech(debate, step, purpose)
    except ModelError as error:
        words = step.phase.replace("_", "-")
        raise Paused(f"{step.side.upper()}'s {words} could not be had: {error}") from error
    debate.note(TurnSpoken(turn=_turn(debate, step, speech), calls=calls))


def _purpose(debate: Proceedings, step: Step, side: Side) -> SpeechPurpose:
    assert step.phase is not None and step.turn is not None
    manner = directive_at(side, step.turn, tuple(debate.proposals.values()), debate.config)
    if step.phase == "exchange":
        return exchange_purpose(debate.config, debate.transcript, step.turn, manner)
    return replace(purpose_of(debate.config, debate.transcript, step.phase, side), directive=manner)


def _turn(debate: Proceedings, step: Step, speech: Speech) -> Turn:
    assert step.phase is not None and step.side is not None and step.turn is not None
    if step.phase == "exchange":
        return turn_of_exchange(step.turn, speech)
    return turn_of(step.phase, step.side, speech)


async def _speech(debate: Proceedings, step: Step, purpose: SpeechPurpose) -> tuple[Speech, tuple[str, ...]]:
    """The speech as read, and the calls it was read from: once more with the faults when it did not read."""
    if isinstance(purpose, base.CrossExamination) and not purpose.targets:
        return Speech(warnings=("There was no argument to answer.",)), ()
    completion, prompt = await debate.ask(step, step.name, purpose)
    first = _read(purpose, completion, prompt, final=False)
    if not first.faults:
        return first, (step.name,)
    debate.note(AnswerFaulted(call=step.name, faults=first.faults))
    again = f"{step.name}#2"
    narrowed = _still_missing(purpose, first)
    completion, prompt = await debate.ask(step, again, narrowed, first.faults)
    return settled(first, _read(narrowed, completion, prompt, final=True)), (step.name, again)


def _read(purpose: SpeechPurpose, completion: base.Completion, prompt: Prompt, *, final: bool) -> Speech:
    text, shown = completion.text, prompt.shown
    match purpose:
        case base.Opening(side=side, count=count):
            speech = read_opening(text, side=side, count=count, shown=shown, final=final)
        case base.CrossExamination(side=side, targets=targets):
            speech = read_responses(text, side=side, targets=targets, shown=shown, final=final)
        case base.Closing(side=side):
            speech = read_closing(text, side=side, shown=shown, final=final)
        case base.Exchange(side=side, number=number):
            speech = read_exchange(text, side=side, number=number, shown=shown, final=final)
    if completion.finish == "length":
        return speech.cut_short()
    if completion.finish == "unconfirmed":
        return replace(speech, warnings=(*speech.warnings, NOT_CONFIRMED))
    return speech


def _still_missing(purpose: SpeechPurpose, speech: Speech) -> SpeechPurpose:
    """The same purpose, narrowed to the arguments that are still unanswered."""
    if not isinstance(purpose, base.CrossExamination) or not speech.missing:
        return purpose
    return replace(purpose, targets=tuple(a for a in purpose.targets if a.id in speech.missing))
