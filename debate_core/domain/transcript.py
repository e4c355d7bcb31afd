"""What is said in a debate: topic, sides, each turn with what was read from it, and the briefing; and how much of a
turn its speaker had not said before: a share of word sequences, so a paraphrase is new.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Annotated, Literal, get_args

from pydantic import Field

from debate_core.domain.frozen import FrozenModel, Null
from debate_core.domain.model import REFUSAL, is_refusal
from debate_core.domain.options import OneOf, Words

Side = Literal["pro", "con"]
SIDES: tuple[Side, Side] = ("pro", "con")
Phase = Literal["opening", "cross_examination", "closing", "exchange"]
PHASES: tuple[Phase, ...] = ("opening", "cross_examination", "closing")
"""The phases of a structured debate, in order."""
ResponseType = Literal["refute", "challenge", "concede", "partial"]
RESPONSE_TYPES: tuple[ResponseType, ...] = get_args(ResponseType)
Shift = Literal["strengthened", "weakened", "adjusted", "unchanged"]
SHIFTS: tuple[Shift, ...] = get_args(Shift)
_WHICH = re.compile(r"(?i)\bor\b(?!\s+(not?|more|less|fewer|two|three)\b)[^?]*\?\s*$|\b(vs\.?|versus)\s")
ONE_CLAIM = (
    "PRO argues for what is written, CON against it. To weigh two options, write one as a claim: “We should take the "
    "first rather than the second.”"
)
"""What to say of a topic that names two."""


def opponent(side: Side) -> Side:
    return "con" if side == "pro" else "pro"


def turn_number(phase: Phase, side: Side) -> int:
    """The number of a side's turn in a phase of the structured debate.

    >>> [turn_number(phase, side) for phase in PHASES for side in ("pro", "con")]
    [1, 2, 3, 4, 5, 6]
    """
    return 2 * PHASES.index(phase) + SIDES.index(side) + 1


def side_of_turn(number: int) -> Side:
    """Who speaks turn `number`, counted from 1.

    >>> [side_of_turn(number) for number in (1, 2, 3, 4)]
    ['pro', 'con', 'pro', 'con']
    """
    return SIDES[(number - 1) % 2]


def argument_id(side: Side, number: int) -> str:
    """The engine's id of a side's argument, counted from 1: `PRO-1`."""
    return f"{side.upper()}-{number}"


def burden_words(side: Side) -> str:
    """Which side has to prove the topic, and what that means.

    >>> burden_words("con")
    'The burden of proof is on CON: where neither case convinces, CON has not met it.'
    """
    name = side.upper()
    return f"The burden of proof is on {name}: where neither case convinces, {name} has not met it."


class Topic(FrozenModel):
    """The proposition debated; `background` is no part of it. `burden`: the side that has to prove it, if one has."""

    text: Annotated[str, Words("Topic", hint="A claim one side can defend and the other deny", flag="topic")]
    background: Annotated[
        str, Words("Background for the debaters", "Facts for both sides, beside the topic.")
    ] = ""
    burden: Annotated[
        Side | None,
        OneOf(
            "Burden of proof",
            "The side that has to prove its case. Every prompt says so.",
            options={"pro": "PRO", "con": "CON"},
            means={side: burden_words(side) for side in SIDES},
            nothing="Neither side",
        ),
    ] = None

    @property
    def names_two(self) -> bool:
        """Whether it asks, in English, which of two it should be: no claim that one side holds and the other denies.

        >>> Topic(text="Should we buy from A or from B?").names_two, Topic(text="Buy? Yes or no?").names_two
        (True, False)
        """
        return bool(_WHICH.search(self.text))


MIN_CLAIM, MIN_REASONING = 10, 20
"""Characters below which a claim, and its reasoning, say too little."""


def claim_note(claim: str) -> str:
    """What keeps a claim from saying anything, in a sentence; empty where nothing does. A letter of any script counts.

    >>> claim_note("10"), claim_note("Yes."), claim_note("学校应当推迟上课时间到九点")
    ('the claim has no letter.', 'the claim is shorter than 10 characters.', '')
    """
    if not any(character.isalpha() for character in claim):
        return "the claim has no letter."
    return f"the claim is shorter than {MIN_CLAIM} characters." if len(claim.strip()) < MIN_CLAIM else ""


_NO_WORDS = ("", "na", "none", "noanswer", "noresponse")
"""The letters of a text from elsewhere that says nothing, as `\u2013`, `n/a` or `[no response]`."""
Tags = Annotated[str, Field(exclude_if=lambda tags: not tags)]
"""What a simulated speaker meant by each sentence, for simulated judges alone: no prompt or report holds it."""


class Argument(FrozenModel):
    """One claim with reasoning and evidence. `structured` is false where a speech came in no readable form."""

    id: str
    side: Side
    claim: str
    reasoning: str = ""
    evidence: str = ""
    tags: Tags = ""
    structured: bool = True
    warnings: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, str, str]:
        return self.claim, self.reasoning, self.evidence

    def holds_nothing(self, *, from_elsewhere: bool) -> bool:
        """Whether it says nothing: it refuses, its claim has no letter, or claim and reasoning are too short. One
        `from_elsewhere` may be terse: it says nothing only where each part of it has no letter, or is a mark as `n/a`.

        >>> texts = "Costs rise.", "费用上升", "[No response]", "\u2026", "none of it"
        >>> [Argument(id="PRO-1", side="pro", claim=one).holds_nothing(from_elsewhere=True) for one in texts]
        [False, False, True, True, False]
        """
        if from_elsewhere:
            return all("".join(filter(str.isalpha, one)).casefold() in _NO_WORDS for one in self.texts)
        refused = not self.structured and len(self.claim) <= REFUSAL and is_refusal(self.claim)
        fault = claim_note(self.claim)
        return refused or (bool(fault) and ("letter" in fault or len(self.reasoning.strip()) < MIN_REASONING))


class Response(FrozenModel):
    """A cross-examining answer. `response_type` None is *no response*; `unreadable` keeps any words that came."""

    argument_id: str
    side: Side
    response_type: Annotated[ResponseType | None, Null("asked twice, and no readable answer came")]
    reasoning: str = ""
    question: str = ""
    unreadable: str = ""
    tags: Tags = ""


class QuestionAnswer(FrozenModel):
    """What a side says to the question that was put on one of its arguments; empty for *no answer*."""

    argument_id: str
    answer: str = ""


class Closing(FrozenModel):
    """A side's last word. `shift` is None where it was not given; `why` says why the position shifted. `answers`: one
    for each question that was put to the side, none where it was not asked for answers."""

    side: Side
    concessions: tuple[str, ...] = ()
    unrebutted: tuple[str, ...] = ()
    position: str = ""
    shift: Shift | None = None
    why: str = ""
    answers: tuple[QuestionAnswer, ...] = ()
    tags: Tags = ""
    structured: bool = True
    warnings: tuple[str, ...] = ()


class Turn(FrozenModel):
    """One speech by one debater, and what was read from it. `number` counts from 1 over the debate. In an exchange
    `answers` has its answer to the question put by the turn before, where it was asked for one; its own `question` is
    on the argument of that turn."""

    number: int
    phase: Phase
    side: Side
    arguments: tuple[Argument, ...] = ()
    responses: tuple[Response, ...] = ()
    closing: Closing | None = None
    warnings: tuple[str, ...] = ()
    answers: Annotated[tuple[QuestionAnswer, ...], Field(exclude_if=lambda answers: not answers)] = ()
    question: Annotated[str, Field(exclude_if=lambda question: not question)] = ""


class Transcript(FrozenModel):
    topic: Topic
    turns: tuple[Turn, ...] = ()

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Every argument: pro's first, each side's in its own order."""
        return self.arguments_in_order()

    def arguments_in_order(self, *, con_first: bool = False) -> tuple[Argument, ...]:
        spoken = [a for turn in self.turns for a in turn.arguments]
        sides = reversed(SIDES) if con_first else SIDES
        return tuple(a for side in sides for a in spoken if a.side == side)

    @property
    def responses(self) -> dict[str, Response]:
        return {r.argument_id: r for turn in self.turns for r in turn.responses}

    @property
    def closings(self) -> dict[Side, Closing]:
        return {turn.side: turn.closing for turn in self.turns if turn.closing is not None}

    @property
    def questions(self) -> dict[str, str]:
        """The follow-up questions, by the argument that each is on: of its cross-examination, or of the next turn."""
        asked = {name: one.question for name, one in self.responses.items()}
        for before, turn in pairwise(self.turns):
            asked |= {one.id: turn.question for one in before.arguments if turn.question}
        return {name: question for name, question in asked.items() if question.strip()}

    @property
    def answers(self) -> dict[str, str]:
        """What sides answered where they were asked to, in closings and turns, by argument; empty for *no answer*."""
        closings = (closing.answers for closing in self.closings.values())
        every = chain.from_iterable((*closings, *(turn.answers for turn in self.turns)))
        return {one.argument_id: one.answer for one in every}

    def warnings_of(self, side: Side) -> tuple[str, ...]:
        """What is to be known of a side's whole speeches, by turn."""
        turns = [(one, one.closing.warnings if one.closing else ()) for one in self.turns if one.side == side]
        return tuple(f"Turn {turn.number}: {one}" for turn, more in turns for one in (*turn.warnings, *more))

    def arguments_of(self, side: Side) -> tuple[Argument, ...]:
        return tuple(a for a in self.arguments if a.side == side)

    def turns_of(self, phase: Phase) -> Iterator[Turn]:
        return (turn for turn in self.turns if turn.phase == phase)

    def replied_in(self, argument: str) -> Turn | None:
        """The other side's first turn after the one in which an argument was made; None where none followed.

        Raises StopIteration for an argument that nobody made.
        """
        made = next(turn for turn in self.turns if argument in {one.id for one in turn.arguments})
        later = (turn for turn in self.turns if turn.number > made.number and turn.side != made.side)
        return next(later, None)

    def before(self, phase: Phase) -> "Transcript":
        """The transcript as it stood when `phase` began: what a simultaneous speaker may see."""
        earlier = PHASES[: PHASES.index(phase)] if phase in PHASES else ()
        return Transcript(topic=self.topic, turns=tuple(t for t in self.turns if t.phase in earlier))

    def upto(self, number: int) -> "Transcript":
        return Transcript(topic=self.topic, turns=tuple(t for t in self.turns if t.number <= number))


class Statement(FrozenModel):
    """One statement and the ids of the arguments it rests on."""

    text: str
    rests_on: tuple[str, ...] = ()


class Briefing(FrozenModel):
    key_insight: Statement
    unresolved: tuple[Statement, ...] = ()
    recommendation: Statement


FIRST_MEASURED = 5
"""Before this turn a speaker has spoken twice at most, too little to repeat."""
REPEATS_BELOW = 0.15
WORDS = 3
NOVELTY = (
    "Three-word sequences this speaker had not used before. From turn 5 on, below 15% means repetition. A paraphrase "
    "counts as new."
)
"""What the share is, and what it can't see."""
# Negations, quantities, directions and modal verbs are content: *should not start* repeats no *should start*.
_FUNCTION_WORDS = """
a an the this that these those such same other another some i me my mine we us our ours you your yours he him his she
her hers it its they them their theirs who whom whose which what there here one ones myself itself themselves ourselves
yourself and or but nor so yet if then than as because since while although though whereas whether of to in on at by for
with from into onto about between among through during again further once per via within upon toward towards across is
are was were be been being am do does did doing done have has had having also just very too own even still indeed
however therefore thus hence how when where why
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
# Scripts written without spaces, where words can't be told apart: so many characters stand for three words, as a word
# has about two characters in Chinese and Japanese and about four in Thai, Lao, Burmese and Khmer.
_UNSPACED = (
    (re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+"), 6),
    (re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"), 12),
)
_SENTENCE_END = re.compile("[.!?…;:]+(?=\\s|$)|[。！？｡।؟\n]")
_INSIDE_WORDS = re.compile("['’\u00ad\u200b-\u200d\u2060]")
Sequences = frozenset[tuple[str, ...]]


class Novelty(FrozenModel):
    """The share of a turn's sequences that its speaker had not used, 0 to 1. `repeats`: the share is below 15%."""

    turn: int
    side: Side
    value: float | None
    reason: str | None = None
    repeats: bool = False


def novelty(turns: Sequence[Turn]) -> tuple[Novelty, ...]:
    """Each turn against all earlier turns of its speaker."""
    shares = []
    earlier: dict[Side, Sequences] = {"pro": frozenset(), "con": frozenset()}
    for turn in turns:
        now = sequences([text for one in turn.arguments for text in one.texts])
        shares.append(_novelty_of(turn, now, earlier[turn.side]))
        earlier[turn.side] |= now
    return tuple(shares)


def new_share(now: Sequences, before: Sequences) -> float | None:
    """The share of the different sequences of `now` that are not in `before`, 0 to 1; None where `now` has none.

    Here three of *now*'s four sequences are new (*the*, *in* and *our* are no content words):

    >>> before = sequences(["Later starts help the tired pupils."])
    >>> now = sequences(["Later starts help in maths, our towns report."])
    >>> sorted(before)
    [('help', 'tired', 'pupils'), ('later', 'starts', 'help'), ('starts', 'help', 'tired')]
    >>> sorted(now - before)
    [('help', 'maths', 'towns'), ('maths', 'towns', 'report'), ('starts', 'help', 'maths')]
    >>> new_share(now, before), new_share(now, now), new_share(frozenset(), now)
    (0.75, 0.0, None)
    """
    return len(now - before) / len(now) if now else None


def sequences(texts: Iterable[str]) -> Sequences:
    """Every three content words in a row, within one sentence; six or twelve characters where a script has no spaces.

    Case, punctuation and function words are left out. The function words are English: in another language all words
    count. The order of sentences does not matter.

    >>> sorted(sequences(["It's NOT the cost. Don't stop!"])), sorted(sequences(["Costs don't stop growing."]))
    ([], [('costs', 'dont', 'stop'), ('dont', 'stop', 'growing')])
    >>> [ "".join(found) for found in sorted(sequences(["学校应该晚点"]))]
    ['学校应该晚点']
    """
    return frozenset(sequence for text in texts for sequence in _windows_of_text(text))


def _novelty_of(turn: Turn, now: Sequences, before: Sequences) -> Novelty:
    reason = None
    if turn.number < FIRST_MEASURED:
        reason = f"measured from turn {FIRST_MEASURED} on: before, a speaker has said too little to repeat"
    elif not before:
        reason = "the speaker's earlier turns hold no three content words in a row"
    elif not now:
        reason = "the turn holds no three content words in a row"
    value = None if reason else new_share(now, before)
    repeats = value is not None and value < REPEATS_BELOW
    return Novelty(turn=turn.number, side=turn.side, value=value, reason=reason, repeats=repeats)


def _windows_of_text(text: str) -> Iterator[tuple[str, ...]]:
    for sentence in _SENTENCE_END.split(unicodedata.normalize("NFKC", text).casefold()):
        spaced = sentence
        for script, length in _UNSPACED:
            for run in script.findall(sentence):
                yield from _windows(run, length)
            spaced = script.sub(" ", spaced)
        yield from _windows([w for w in _words(spaced) if w not in FUNCTION_WORDS], WORDS)


def _words(text: str) -> list[str]:
    joined = _INSIDE_WORDS.sub("", text)
    return "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in joined).split()


def _windows(units: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(units[at : at + length]) for at in range(len(units) - length + 1))
