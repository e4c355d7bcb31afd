"""Claims that should not be relied on, their exposure by a later turn, and a speaker's slips: found in words.

Knows text only; not which claims were put there on purpose. Invariant: every quote is a stretch of its turn to the
letter, and an exposure is reported only where the earlier turn bears it out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from debate_core.scorecard.nouns import Concern
from debate_core.simulated.hearing import (
    Sentence,
    hear,
    is_said_in,
    own_words,
    same,
    sentences_of,
    shortened,
)
from debate_core.simulated.phrasing import content_words, excerpt
from debate_core.transcript import Argument, Response, Turn

_UP = re.compile(
    r"\b(?:rose|climbed|grew|increased|went up|gained)\b[^.;]{0,40}?\bfrom (\d[\d.,]*\d|\d) to (\d[\d.,]*\d|\d)",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:fell|dropped|declined|shrank|decreased|went down)\b[^.;]{0,40}?\bfrom (\d[\d.,]*\d|\d) to (\d[\d.,]*\d|\d)",
    re.I,
)
_CITATION = re.compile(
    r"[A-Z][\w'’-]+ (?:and|&) [A-Z][\w'’-]+,? \((?:1[89]|20)\d\d(?:, pp?\. ?\d+)?\)|\bet al\.,? \(?(?:1[89]|20)\d\d\)?"
)
_EXACT = re.compile(r"\b(?:exactly|precisely|to be exact)\b|\b\d+\.\d+ (?:per cent|percent|%)", re.I)
_REASONED = re.compile(
    r"\b(?:because|since|as a result|therefore|hence|thus|consequently|in consequence|which is why|it follows|"
    r"leads? to|so that|expect|would differ|should differ)\b",
    re.I,
)
_COUNTED = re.compile(r"\bfrom \d[\d.,]* to \d|\b\d[\d.,]* (?:per cent|percent|%)|\bagainst \d", re.I)
_BACKWARDS = re.compile(
    r"\b(?:already|to begin with|once they were|beforehand)\b.{0,90}\b(?:therefore|hence|and so|shows that)\b"
    r".{0,70}\b(?:made|makes?|cause)\b",
    re.I,
)
_EXPOSES = re.compile(
    r"\b(?:comes? from nowhere|no mechanism|without saying how|unexplained|no cause is given|does not exist|"
    r"no such (?:page|work)|opposite|other way|upside down|effect for the cause|is reversed|came first|"
    r"no step|not a mechanism|link is)\b",
    re.I,
)
_DENIES = re.compile(
    r"\bwe never (?:rested|said|claimed|relied|spoke)\b|\bnobody on our side\b|"
    r"\bwas never ours\b|\bnever said it did\b",
    re.I,
)
_DENYING = content_words(
    "we never rested our case said claimed relied nobody on side has appealed to the point about "
    "was ours does not matter here did as"
)
_SETS_ASIDE = re.compile(
    r"\bset aside\b|\bwas by the way\b|\bstand or fall\b|\bneed not go back\b|\bbeside the point\b|"
    r"\bformer reason\b|\bby its first turn\b|\bmove with it\b|\bbecomes of the rest\b|\bhere is the destination\b|"
    r"\bthan the one we gave\b",
    re.I,
)
_TURN = re.compile(r"\bturn (\d{1,3})\b", re.I)


@dataclass(frozen=True, kw_only=True)
class Suspect:
    """One claim not to be relied on, with the words it is made in."""

    concern: Concern
    quote: str


@dataclass(frozen=True, kw_only=True)
class Exposed:
    """A failure of turn `turn` that a later one brought to light; `claim` its id, or nothing."""

    turn: int
    claim: str
    concern: Concern
    quote: str


@dataclass(frozen=True, kw_only=True)
class Slipped:
    """A contradiction with, or a premise dropped from, the speaker's turn `earlier`."""

    kind: Literal["contradiction", "dropped_premise"]
    earlier: int
    quote: str


@lru_cache(maxsize=256)
def suspects(turn: Turn) -> tuple[Suspect, ...]:
    """The claims of a turn that should not be relied on, in their order."""
    found = [s for sentence in sentences_of(turn) if not sentence.quotes for s in _suspects_in(sentence)]
    found += [s for argument in turn.arguments for s in _figures_alone(turn, argument)]
    return tuple({s.quote: s for s in reversed(found)}.values())[::-1][:4]


def _suspects_in(sentence: Sentence) -> Iterator[Suspect]:
    text = sentence.text
    for pattern, goes_up in ((_UP, True), (_DOWN, False)):
        if (told := pattern.search(text)) and _goes_up(told[1], told[2]) is (not goes_up):
            begin = text.rfind(": ", 0, told.start()) + 1
            yield Suspect(concern="inverted_fact", quote=shortened(text, begin))
            return
    if cited := _CITATION.search(text):
        yield Suspect(concern="invented_citation", quote=shortened(text, cited.start()))
    elif _BACKWARDS.search(text):
        yield Suspect(concern="backwards_causation", quote=shortened(text))
    elif (
        sentence.part != "evidence"
        and _EXACT.search(text)
        and re.search(r"\d", text)
        and not _REASONED.search(text)
    ):
        yield Suspect(concern="no_mechanism", quote=shortened(text))


def _goes_up(first: str, second: str) -> bool | None:
    """Whether a figure goes up; None where the two are the same, or years."""
    try:
        a, b = (float(figure.replace(",", "")) for figure in (first, second))
    except ValueError:
        return None
    return None if a == b or (1500 < a < 2200 and 1500 < b < 2200) else b > a


def _figures_alone(turn: Turn, argument: Argument) -> Iterator[Suspect]:
    """A figure in evidence for which the reasoning has no step at all."""
    one = Turn(number=turn.number, phase=turn.phase, side=turn.side, arguments=(argument,))
    sentences = sentences_of(one)
    said = [s for s in sentences if s.part != "evidence"]
    reasoned = any(_REASONED.search(s.masked) for s in said if not s.quotes)
    if not said or reasoned or hear(one).process.state != "missing":
        return
    for sentence in sentences:
        if sentence.part == "evidence" and (counted := _COUNTED.search(sentence.text)):
            begin = max(sentence.text.rfind(mark, 0, counted.start()) for mark in (", ", ": ", " that ")) + 1
            yield Suspect(concern="no_mechanism", quote=shortened(sentence.text, begin).removeprefix("that "))
            return


def exposures(turn: Turn, heard: Sequence[Turn], register: Mapping[str, str]) -> tuple[Exposed, ...]:
    """The failures of the other side's earlier turns that this one brings to light."""
    others = [t for t in heard if t.side != turn.side and t.number < turn.number]
    found = list(_exposed_by_quoting(turn, others, register))
    for response in turn.responses:
        found += _exposed_by_answer(response, others, register)
    kept: dict[tuple[int, str], Exposed] = {}
    for exposed in found:
        kept.setdefault((exposed.turn, exposed.claim or exposed.quote), exposed)
    return tuple(kept.values())


def _exposed_by_quoting(turn: Turn, others: Sequence[Turn], register: Mapping[str, str]) -> Iterator[Exposed]:
    sentences = sentences_of(turn)
    for place, sentence in enumerate(sentences):
        near = sentences[place : place + 2]
        if not sentence.quotes or not any(_EXPOSES.search(s.masked) for s in near):
            continue
        named = {int(number) for number in _TURN.findall(sentence.masked)}
        for other in (o for o in others if not named or o.number in named):
            for suspect in suspects(other):
                if any(
                    _overlap(quote, suspect.quote) for quote in sentence.quotes if is_said_in(quote, other)
                ):
                    yield _exposed(other.number, suspect, register)


def _exposed_by_answer(
    response: Response, others: Sequence[Turn], register: Mapping[str, str]
) -> Iterator[Exposed]:
    """An answer in cross-examination that says of a suspect argument that no step leads to it."""
    if response.response_type not in ("refute", "challenge") or not _EXPOSES.search(response.reasoning):
        return
    for other in others:
        for argument in other.arguments:
            if argument.id == response.argument_id:
                one = Turn(number=other.number, phase=other.phase, side=other.side, arguments=(argument,))
                for suspect in suspects(one)[:1]:
                    yield _exposed(other.number, suspect, register)


def _exposed(number: int, suspect: Suspect, register: Mapping[str, str]) -> Exposed:
    known = [
        name
        for name, text in register.items()
        if name.startswith(f"T{number}-") and _overlap(same(text), suspect.quote)
    ]
    return Exposed(turn=number, claim=known[0] if known else "", concern=suspect.concern, quote=suspect.quote)


def _overlap(one: str, other: str) -> bool:
    """Whether two wordings are largely the same words."""
    a, b = content_words(one), content_words(other)
    return len(a & b) >= 0.6 * max(1, min(len(a), len(b)))


def slips(turn: Turn, heard: Sequence[Turn], topic: str) -> tuple[Slipped, ...]:
    """Where a turn contradicts, or sets aside, what its own side said earlier."""
    before = [t for t in heard if t.side == turn.side and t.number < turn.number]
    if not before or turn.phase not in ("exchange", "closing"):
        return ()
    found: list[Slipped] = []
    for sentence in sentences_of(turn):
        words = content_words(sentence.masked) - _DENYING
        if not words or not _DENIES.search(sentence.masked):
            continue
        earlier = next((t for t in before if len(words & own_words(t)) >= 0.7 * len(words)), None)
        if earlier is not None:
            found.append(
                Slipped(kind="contradiction", earlier=earlier.number, quote=shortened(sentence.text))
            )
    last = before[-1]
    claim = next((a.claim for a in last.arguments), "")
    held = content_words(claim) - content_words(topic)
    aside = any(_SETS_ASIDE.search(s.masked) for s in sentences_of(turn) if s.part != "evidence")
    if aside and held and len(held & own_words(turn)) <= 0.2 * len(held):
        quote = excerpt(claim, 10, content_words(topic))
        found.append(Slipped(kind="dropped_premise", earlier=last.number, quote=quote))
    return tuple(found)
