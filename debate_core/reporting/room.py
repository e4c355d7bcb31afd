"""A debate for a room: slides, its code, and the vote before and after, never a part of the verdict."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import pluralise, signed_text
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
from debate_core.domain.wording import PHASE_NAMES, RESPONSES, capital, in_csv
from debate_core.library.report.shape import JudgeRow, Report
from debate_core.reporting.blocks import Figure
from debate_core.reporting.lead import stance_text
from debate_core.reporting.verdict import RELY, Answer, answer_of, reliance_block
from debate_core.store.record import Record
from debate_core.store.room import MOMENTS, Choice, Tally

_NAMES: dict[Choice, str] = {"pro": "PRO", "undecided": "Undecided", "con": "CON"}


@dataclass(frozen=True)
class VoteShare:
    """How many chose something, where its bar begins and how long it is, in percent of all votes then."""

    choice: Choice
    name: str
    count: int
    start: float
    share: float


class RoomVote(Figure):
    """A bar for each vote, divided by what was chosen, and what moved between them."""

    bars: tuple[tuple[str, int, tuple[VoteShare, ...]], ...]
    sentence: str


def room_vote(tally: Tally) -> RoomVote | None:
    """The picture of a room's votes; None where nobody voted."""
    taken = [moment for moment in MOMENTS if tally.cast(moment)]
    if not taken:
        return None
    bars = tuple((moment.capitalize(), tally.cast(moment), _shares(tally.counts[moment])) for moment in taken)
    alt = ". ".join(
        f"{title}: " + ", ".join(f"{one.name} {one.count}" for one in shares) for title, _, shares in bars
    )
    return RoomVote(alt=f"The room's vote. {alt}. {swing_text(tally)}", bars=bars, sentence=swing_text(tally))


def swing_text(tally: Tally) -> str:
    """Who moved, in a sentence: of the phones that voted both times, for others can't have moved.

    >>> swing_text(Tally(moved={("pro", "con"): 3, ("pro", "pro"): 2}))
    '3 of the 5 who voted both times changed their vote: PRO −3, CON +3.'
    """
    if not tally.both:
        return "Nobody voted both before and after, so the room shows no swing."
    moved = sum(number for (before, after), number in tally.moved.items() if before != after)
    if not moved:
        return f"None of the {tally.both} who voted both times changed their vote."
    net = ", ".join(f"{_NAMES[one]} {signed_text(tally.net(one), 0)}" for one in _NAMES if tally.net(one))
    changed = f"{moved} of the {tally.both} who voted both times changed their vote"
    return f"{changed}: {net}." if net else f"{changed}, and the sides came out even."


def votes_text(tally: Tally) -> str:
    """How many votes came in, without what they say."""
    return " · ".join(f"{moment.capitalize()}: {pluralise(tally.cast(moment), 'vote')}" for moment in MOMENTS)


def votes_csv(tally: Tally) -> str:
    """The votes as a table, for whoever wants them beside an export: how many phones chose what, and how they moved."""
    rows = [("before", "after", "phones")]
    rows += [(before, after, str(number)) for (before, after), number in sorted(tally.moved.items())]
    for moment in MOMENTS:
        for choice, number in sorted(tally.counts.get(moment, {}).items()):
            twice = sum(n for pair, n in tally.moved.items() if pair[MOMENTS.index(moment)] == choice)
            once = (choice, "") if moment == "before" else ("", choice)
            rows += [(*once, str(number - twice))] if number > twice else []
    return in_csv(rows)


def _shares(counts: Mapping[Choice, int]) -> tuple[VoteShare, ...]:
    whole, start, shares = sum(counts.values()), 0.0, []
    for one in _NAMES:
        share = 100 * counts.get(one, 0) / whole
        shares.append(VoteShare(one, _NAMES[one], counts.get(one, 0), start, share))
        start += share
    return tuple(shares)


class RoomCode(Figure):
    """An address as a QR code and in letters. path: its dark squares, of `size` along each side."""

    address: str
    size: int
    path: str


def room_code(address: str) -> RoomCode:
    import segno  # noqa: PLC0415  only a room needs one

    rows = list(segno.make(address, micro=False).matrix)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return RoomCode(alt=f"QR code of {address}", address=address, size=len(rows), path=path)


_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"”’)]))\s+(?![a-zà-ÿ])")
_FOR = {"pro": "argues for it", "con": "argues against it"}
SlideKind = Literal["topic", "argument", "closing", "judge", "outcome", "room"]


class SlideWords(FrozenValue):
    """Something said: whose or what in `label`, and its `text`; `side`: whose it is, or which side it leans to."""

    text: str
    label: str = ""
    side: Side | None = None


class Slide(FrozenValue):
    """One thing. `over`: where it stands in the debate; `seat`: a judge's place, from 0; `picture`: what is drawn."""

    kind: SlideKind
    over: str
    main: SlideWords
    under: tuple[SlideWords, ...] = ()
    seat: int | None = None
    picture: Answer | RoomCode | RoomVote | None = None


_FITS, _FITS_MAIN, _FITS_ALL = 240, 400, 640
"""Characters for which a slide has room at its size, and in all; a sentence that is longer stands whole."""


def slides(record: Record, report: Report) -> tuple[Slide, ...]:
    answers = record.transcript.responses
    spoken = []
    for turn in record.transcript.turns:
        spoken += [_argument(one, turn, answers.get(one.id), record) for one in turn.arguments]
        spoken += [_closing(turn.closing)] if turn.closing else []
    if not record.judging.settled:
        return (_topic(record), *spoken)
    judges = [_judge(judge, seat, len(report.judges)) for seat, judge in enumerate(report.judges)]
    answer = answer_of(report)
    outcome = Slide(
        kind="outcome",
        over="What the scores say",
        main=SlideWords(label=answer.word, text=answer.sentence),
        under=tuple(SlideWords(text=one) for one in (answer.beside, answer.scope) if one),
        picture=answer,
    )
    slides = (_topic(record), *spoken, *judges, outcome)
    rely = reliance_block(report)
    if rely is None:
        return slides
    answer_to_rely = SlideWords(text=f"{rely.title.removeprefix(RELY).strip()}.")
    return (
        *slides,
        Slide(kind="topic", over=RELY, main=answer_to_rely, under=(SlideWords(text=rely.sentence),)),
    )


def sentences_text(text: str, most: int = _FITS) -> str:
    """The sentences from the first on that fit into so many characters; the first in any case, and the one after a few
    words.

    >>> [sentences_text("It holds, whatever is said. Nobody.", most) for most in (12, 34, 35)]
    ['It holds, whatever is said.', 'It holds, whatever is said.', 'It holds, whatever is said. Nobody.']
    >>> sentences_text("The plan in “Why not?” will pay. It says so.", 20)
    'The plan in “Why not?” will pay.'
    >>> sentences_text("We agree. It saves more than it costs, as was counted. It is easy.", 40)
    'We agree. It saves more than it costs, as was counted.'
    """
    start, *others = _SENTENCE.split(text.strip())
    for one in others:
        if len(start) + 1 + len(one) > most and 3 * len(start) > most:
            return start
        start = f"{start} {one}"
    return start


def _start_text(text: str, most: int = _FITS) -> str:
    """The same with a mark where more was said."""
    start = sentences_text(text, most)
    return start if len(start.split()) == len(text.split()) else f"{start} …"


def _topic(record: Record) -> Slide:
    topic = record.config.topic
    sides = [
        SlideWords(label=f"{side.upper()} {_FOR[side]}", side=side, text=_speaker_text(record, side))
        for side in SIDES
    ]
    burden = [SlideWords(text=burden_words(topic.burden))] if topic.burden else []
    return Slide(kind="topic", over="The topic", main=SlideWords(text=topic.text), under=(*sides, *burden))


def _speaker_text(record: Record, side: Side) -> str:
    """Who holds a side: names in what was brought, else the model; empty where none is known."""
    if record.imported:
        return ", ".join(record.imported.names(side))
    return "" if record.example else record.config.debater(side).model


def _argument(argument: Argument, turn: Turn, answer: Response | None, record: Record) -> Slide:
    exchange = record.config.format == "exchange"
    # What is said in turns is answered by turns, not argument by argument.
    under = [] if exchange else [_answer(answer, opponent(argument.side))]
    if argument.evidence:
        under.insert(0, SlideWords(label="Evidence", text=_start_text(argument.evidence, _FITS * 2 // 3)))
    if argument.reasoning:
        others = sum(len(one) for one in (argument.claim, *(one.text for one in under)))
        room = max(_FITS // 2, _FITS_ALL - others)
        under.insert(0, SlideWords(text=_start_text(argument.reasoning, room)))
    return Slide(
        kind="argument",
        over=f"{PHASE_NAMES[turn.phase]}{f', turn {turn.number}' if exchange else ''}",
        main=SlideWords(label=argument.id, text=argument.claim or "No claim given", side=argument.side),
        under=tuple(under),
    )


def _answer(answer: Response | None, by: Side) -> SlideWords:
    if answer is None or answer.response_type is None:
        return SlideWords(label=f"{by.upper()} gave no answer that could be read", text="", side=by)
    does = RESPONSES[answer.response_type][0].lower()
    return SlideWords(
        label=f"{by.upper()} {does}", text=_start_text(answer.reasoning or answer.question), side=by
    )


def _closing(closing: Closing) -> Slide:
    listed = (("Concedes", closing.concessions), ("Says nobody rebutted", closing.unrebutted))
    return Slide(
        kind="closing",
        over=PHASE_NAMES["closing"],
        main=SlideWords(
            label=closing.side.upper(),
            text=_start_text(closing.position or "No position given", _FITS_MAIN),
            side=closing.side,
        ),
        under=tuple(
            SlideWords(label=label, text=_start_text(" ".join(f"{one.rstrip('.')}." for one in items)))
            for label, items in listed
            if items
        ),
    )


def _judge(judge: JudgeRow, seat: int, seats: int) -> Slide:
    stance = capital(stance_text(judge)).replace(" +", "\u00a0+")
    lean: Side | None = "pro" if stance.startswith("PRO") else "con" if stance.startswith("CON") else None
    under = [SlideWords(text="The lead by these scores alone, in points")]
    if judge.position is None:
        under = []
    if judge.status == "failed":
        stance, under = "Failed", [SlideWords(text=judge.cause_text)]
    if judge.key_finding:
        under.append(SlideWords(label="Key finding", text=_start_text(judge.key_finding)))
    main = SlideWords(label=judge.called, text=stance, side=lean)
    return Slide(kind="judge", over=f"Judge {seat + 1} of {seats}", main=main, under=tuple(under), seat=seat)
