"""A debate one thing at a time, for a room: the topic, arguments with answers, closings, judges, the outcome."""

import re
from dataclasses import dataclass
from typing import Literal

from debate_core.domain.transcript import (
    SIDES,
    Argument,
    Closing,
    Response,
    Side,
    Turn,
    burden_words,
    opponent,
)
from debate_core.domain.wording import PHASE_NAMES, RESPONSES, capital
from debate_core.library.report.shape import JudgeRow, Report
from debate_core.reporting.lead import stance_text
from debate_core.reporting.verdict import Answer, answer_of
from debate_core.store.record import Record

_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"”’)]))\s+(?![a-zà-ÿ])")
_FOR = {"pro": "argues for it", "con": "argues against it"}
SlideKind = Literal["topic", "argument", "closing", "judge", "outcome"]


@dataclass(frozen=True, kw_only=True)
class SlideWords:
    """Something said: whose or what in `label`, and its `text`; `side`: whose it is, or which side it leans to."""

    text: str
    label: str = ""
    side: Side | None = None


@dataclass(frozen=True, kw_only=True)
class Slide:
    """One thing. `over`: where in the debate it stands; `seat`: a judge's place, from 0; `found`: the outcome."""

    kind: SlideKind
    over: str
    main: SlideWords
    under: tuple[SlideWords, ...] = ()
    seat: int | None = None
    found: Answer | None = None


_FITS, _FITS_MAIN = 240, 400
"""Characters for which a slide has room at its size; a sentence that is longer stands whole."""


def slides(record: Record, report: Report) -> tuple[Slide, ...]:
    answers = record.transcript.responses
    spoken = [slide for turn in record.transcript.turns for slide in _of_turn(turn, answers, record)]
    if not record.judging.settled:
        return (_topic(record), *spoken)
    judges = [_judge(judge, seat, len(report.judges)) for seat, judge in enumerate(report.judges)]
    found = answer_of(report, record.config.rubric.scale.high)
    outcome = Slide(
        kind="outcome",
        over="What the scores say",
        main=SlideWords(label=found.word, text=found.sentence),
        under=tuple(SlideWords(text=one) for one in (found.beside, found.scope) if one),
        found=found,
    )
    return (_topic(record), *spoken, *judges, outcome)


def whole_sentences(text: str, most: int = _FITS) -> str:
    """The sentences from the first on that fit into so many characters; the first in any case.

    >>> whole_sentences("It holds. Nobody has met it since.", 12), whole_sentences("It holds, whatever is said", 12)
    ('It holds.', 'It holds, whatever is said')
    >>> whole_sentences("The plan in “Why not?” will pay. It says so.", 20)
    'The plan in “Why not?” will pay.'
    """
    kept, *others = _SENTENCE.split(text.strip())
    for one in others:
        if len(kept) + 1 + len(one) > most:
            return kept
        kept = f"{kept} {one}"
    return kept


def origin(report: Report) -> str:
    """Where the words come from where no model said them: an example, brought, simulated; empty for the rest."""
    if report.example:
        return "Sample: no model said these words"
    made = capital(report.simulated_said)
    return ". ".join([*(["Brought from elsewhere"] if report.brought else []), *([made] if made else [])])


def _topic(record: Record) -> Slide:
    topic = record.config.topic
    held = [
        SlideWords(label=f"{side.upper()} {_FOR[side]}", side=side, text=_speaker(record, side))
        for side in SIDES
    ]
    burden = [SlideWords(text=burden_words(topic.burden))] if topic.burden else []
    return Slide(kind="topic", over="The topic", main=SlideWords(text=topic.text), under=(*held, *burden))


def _speaker(record: Record, side: Side) -> str:
    """Who holds a side: names in what was brought, else the model; empty where none is known."""
    if record.brought:
        return ", ".join(record.brought.names(side))
    return "" if record.example else record.config.debater(side).model


def _of_turn(turn: Turn, answers: dict[str, Response], record: Record) -> list[Slide]:
    made = [_argument(one, turn, answers.get(one.id), record) for one in turn.arguments]
    return [*made, *([_closing(turn.closing)] if turn.closing else [])]


def _argument(argument: Argument, turn: Turn, answer: Response | None, record: Record) -> Slide:
    grounds = " ".join(filter(None, (argument.reasoning, argument.evidence)))
    exchange = record.config.format == "exchange"
    return Slide(
        kind="argument",
        over=f"{PHASE_NAMES[turn.phase]}{f', turn {turn.number}' if exchange else ''}",
        main=SlideWords(label=argument.id, text=argument.claim or "No claim given", side=argument.side),
        under=(
            *([SlideWords(text=whole_sentences(grounds))] if grounds else []),
            # What is said in turns is answered by turns, not argument by argument.
            *([] if exchange else [_answer(answer, opponent(argument.side))]),
        ),
    )


def _answer(answer: Response | None, by: Side) -> SlideWords:
    if answer is None or answer.response_type is None:
        return SlideWords(label=f"{by.upper()} gave no answer that could be read", text="", side=by)
    does = RESPONSES[answer.response_type][0].lower()
    return SlideWords(
        label=f"{by.upper()} {does}", text=whole_sentences(answer.reasoning or answer.question), side=by
    )


def _closing(closing: Closing) -> Slide:
    listed = (("Concedes", closing.concessions), ("Holds unrebutted", closing.unrebutted))
    return Slide(
        kind="closing",
        over=PHASE_NAMES["closing"],
        main=SlideWords(
            label=closing.side.upper(),
            text=whole_sentences(closing.position or "No position given", _FITS_MAIN),
            side=closing.side,
        ),
        under=tuple(
            SlideWords(label=label, text=whole_sentences(" ".join(f"{one.rstrip('.')}." for one in items)))
            for label, items in listed
            if items
        ),
    )


def _judge(judge: JudgeRow, seat: int, seats: int) -> Slide:
    said = capital(stance_text(judge))
    lean: Side | None = "pro" if said.startswith("PRO") else "con" if said.startswith("CON") else None
    under = [SlideWords(text="The lead by these scores alone, in points")]
    if judge.position is None:
        under = []
    if judge.status == "failed":
        said, under = "Failed", [SlideWords(text=judge.cause or "no cause was recorded")]
    if judge.key_finding:
        under.append(SlideWords(label="Key finding", text=whole_sentences(judge.key_finding)))
    main = SlideWords(label=judge.called, text=said, side=lean)
    return Slide(kind="judge", over=f"Judge {seat + 1} of {seats}", main=main, under=tuple(under), seat=seat)
