"""Reading what the live judge says of one turn (LV-1 to LV-5, LV-8) and of two compared (LV-4), or the faults to ask
again with.

Knows the forms of `prompts.live`; not what code makes of a proposal. Invariant: numbers come within their range or not
at all, every quote is looked up in the turn's own words, and nothing points to a turn or claim that does not exist.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from debate_core.judging.entries import CUT, Entry, Notes, own_entry, read_turn
from debate_core.judging.literals import read_id
from debate_core.judging.quotes import find_quote, says_something, words_of_turn
from debate_core.personalities import Pressure
from debate_core.prompts.answers import COPIED, Rung, is_quoted
from debate_core.prompts.live import PARTS, PRESSURES, STATES, WINNERS, premise_due
from debate_core.scorecard.nouns import (
    CONCERNS,
    LINKS,
    Claim,
    Comparison,
    Exposure,
    Link,
    LinkKind,
    LinkState,
    Proposal,
    Slip,
    Won,
)
from debate_core.transcript import SIDES, Side, Transcript, Turn

FORM = "Expected an object with logic, links, rhetoric, tactics and the other fields of the form."
PAIR_FORM = "Expected an object with logic, tactics, rhetoric and reason."
SLIPS: tuple[Literal["contradiction", "dropped_premise"], ...] = ("contradiction", "dropped_premise")
_CLAIM_ID = re.compile(r"T([0-9]{1,3})-C[0-9]{1,3}", re.IGNORECASE)
_NONE = ("", "none", "null", "n/a", "-")


@dataclass(frozen=True, kw_only=True)
class TurnReading:
    """The proposal read from an answer, or None with the `faults` to ask again with."""

    proposal: Proposal | None = None
    faults: tuple[str, ...] = ()
    rung: Rung = "strict"


@dataclass(frozen=True, kw_only=True)
class PairwiseReading:
    """The comparison read from an answer, or None with the `faults` to ask again with."""

    comparison: Comparison | None = None
    faults: tuple[str, ...] = ()
    rung: Rung = "strict"


@dataclass(frozen=True, kw_only=True)
class _Judged:
    """What the judge was asked about: the turn, its words, and what came before it."""

    turn: Turn
    words: str
    heard: Transcript
    register: Sequence[str]

    def earlier(self, side: Side | None = None) -> set[int]:
        """The numbers of the turns before this one, of one side or of both."""
        before = (t for t in self.heard.turns if t.number < self.turn.number)
        return {t.number for t in before if side is None or t.side == side}


def read_turn_judgement(
    text: str, *, turn: Turn, heard: Transcript, register_ids: Collection[str], shown: str = ""
) -> TurnReading:
    """Read the live judge's proposal for `turn`. `heard` ends with it; `register_ids` are the claims known so far;
    `shown` is the words of others that the prompt showed, by default those of `heard`."""
    shown = shown or "\n".join(words_of_turn(t) for t in (*heard.turns, turn))
    notes = Notes()
    found, answer = own_entry(text, shown=shown, form=FORM, notes=notes)
    if answer is None:
        return TurnReading(faults=tuple(notes.faults), rung=found.rung)
    if _is_copied(answer, shown):
        notes.wrong(COPIED)
    if found.cut and found.cut[0] != "notes":
        notes.wrong(CUT)
    judged = _Judged(turn=turn, words=words_of_turn(turn), heard=heard, register=tuple(register_ids))
    proposal = _proposal(answer, judged)
    return TurnReading(proposal=proposal, faults=tuple(notes.faults), rung=found.rung)


def read_pairwise(text: str, *, older: int, newer: int, swapped: bool, shown: str = "") -> PairwiseReading:
    """Read which of two turns was better on what. FIRST is the older turn, or the newer when `swapped`."""
    notes = Notes()
    found, answer = own_entry(text, shown=shown, form=PAIR_FORM, notes=notes)
    if answer is None:
        return PairwiseReading(faults=tuple(notes.faults), rung=found.rung)
    if found.cut and found.cut[0] != "reason":
        notes.wrong(CUT)
    logic, tactics, rhetoric = (_won(answer, name, swapped) for name in ("logic", "tactics", "rhetoric"))
    reason = answer.text("reason", needed=False)
    if notes.faults or logic is None or tactics is None or rhetoric is None:
        return PairwiseReading(faults=tuple(notes.faults), rung=found.rung)
    comparison = Comparison(
        older=older,
        newer=newer,
        logic=logic,
        tactics=tactics,
        rhetoric=rhetoric,
        reason=reason,
        swapped=swapped,
    )
    return PairwiseReading(comparison=comparison, rung=found.rung)


def _won(answer: Entry, name: str, swapped: bool) -> Won | None:
    """Who won, seen from the turns and not from the order they were shown in."""
    word = answer.word(name, WINNERS)
    if word is None or word == "DRAW":
        return None if word is None else "draw"
    return "newer" if (word == "SECOND") != swapped else "older"


def _is_copied(answer: Entry, shown: str) -> bool:
    """Whether the answer's numbers, as a row, stand in the debate: then they are a debater's."""
    core = {name: value for name, value in answer.fields.items() if not isinstance(value, (str, list))}
    return is_quoted(json.dumps(core, default=str), shown)


def _proposal(answer: Entry, judged: _Judged) -> Proposal | None:
    """The proposal, once every part of it could be read."""
    notes = answer.notes
    numbers = {
        "logic": answer.number("logic", 40),
        "tactics": answer.number("tactics", 30),
        "frame_control": answer.number("frame_control", 10),
        "credibility": answer.number("credibility", 10),
    }
    rhetoric = answer.inner("rhetoric")
    if rhetoric is not None:
        numbers |= {part: rhetoric.number(part, 7.5) for part in PARTS}
    links = _links(answer, judged)
    claims, exposures, slips = _claims(answer, judged), _exposures(answer, judged), _slips(answer, judged)
    weaker, pressure = _weaker(answer), _pressure(answer)
    said = answer.text("notes", needed=False)
    if notes.faults:
        return None
    return Proposal(
        turn=judged.turn.number,
        side=judged.turn.side,
        links=links,
        claims=claims,
        exposures=exposures,
        slips=slips,
        weaker=weaker,
        pressure=pressure,
        notes=said,
        remarks=tuple(notes.remarks),
        **numbers,
    )


def _links(answer: Entry, judged: _Judged) -> tuple[Link, ...]:
    """The four links in their order, each named once."""
    read = [_link(entry, judged) for entry in answer.entries("links", "link")]
    by_kind = {link.kind: link for link in read if link is not None}
    if len(by_kind) != len(LINKS) or len(read) != len(LINKS):
        answer.notes.wrong(f"links should hold each of {', '.join(LINKS)} once.")
        return ()
    due = premise_due(judged.turn, judged.heard)
    state = by_kind["premise_addressed"].state
    if due == "no" and state != "not_applicable":
        answer.notes.wrong(
            "premise_addressed should be not_applicable: the other side has not spoken before."
        )
    if due == "yes" and state == "not_applicable":
        answer.notes.wrong(
            "premise_addressed should not be not_applicable: the other side has spoken before."
        )
    return tuple(by_kind[kind] for kind in LINKS)


def _link(entry: Entry, judged: _Judged) -> Link | None:
    kind, state = entry.word("kind", LINKS), entry.word("state", STATES)
    if kind is None or state is None:
        return None
    if state == "not_applicable" and kind != "premise_addressed":
        entry.notes.wrong(f"{kind} should not be not_applicable: it applies to every turn.")
    quote = entry.text("quote", needed=False)
    if not says_something(quote):
        _miss_quote(entry, kind, state)
        return Link(kind=kind, state=state)
    return Link(kind=kind, state=state, quote=quote, found=find_quote(quote, judged.words))


def _miss_quote(entry: Entry, kind: LinkKind, state: LinkState) -> None:
    """A link without words: asked about where it is said to be present; one that is weak stays, and won't count."""
    if state == "present":
        entry.notes.wrong(f"{kind}: quote should hold the words of the turn that the link rests on.")
    elif state == "weak":
        entry.notes.remark(f"{kind}: no words were quoted.")


def _claims(answer: Entry, judged: _Judged) -> tuple[Claim, ...]:
    read: dict[tuple[str, str], Claim] = {}
    for entry in answer.entries("suspect_claims", "suspect claim"):
        text, quote, concern = entry.text("text"), entry.text("quote"), entry.word("concern", CONCERNS)
        why = entry.text("why", needed=False)
        if concern is None:
            continue
        found = find_quote(quote, judged.words)
        claim = Claim(text=text, quote=quote, found=found, concern=concern, why=why)
        if read.setdefault((quote.casefold(), concern), claim) is not claim:
            entry.notes.remark(f"{entry.where} came twice; it is counted once.")
    return tuple(read.values())


def _exposures(answer: Entry, judged: _Judged) -> tuple[Exposure, ...]:
    kept: list[Exposure] = []
    for entry in answer.entries("exposures", "exposure"):
        text, concern = entry.text("text"), entry.word("concern", CONCERNS)
        why = entry.text("why", needed=False)
        number = read_turn(entry.fields.get("turn"), judged.earlier())
        named = entry.fields.get("claim")
        claim = read_id(named, judged.register)
        nameless = named is None or (isinstance(named, str) and named.strip().casefold() in _NONE)
        if number is None:
            entry.notes.remark(f"{entry.where} names no earlier turn; it was left out.")
        elif claim is None and not nameless:
            entry.notes.remark(f"{entry.where} names a claim that is not in the register; it was left out.")
        elif claim is not None and _turn_of_claim(claim) not in (None, number):
            entry.notes.remark(f"{entry.where} names a claim of another turn; it was left out.")
        elif claim is not None and any(known.claim == claim for known in kept):
            entry.notes.remark(f"{entry.where} came twice; it is counted once.")
        elif concern is not None:
            kept.append(Exposure(turn=number, claim=claim, text=text, concern=concern, why=why))
    return tuple(dict.fromkeys(kept))


def _turn_of_claim(claim: str) -> int | None:
    match = _CLAIM_ID.fullmatch(claim)
    return int(match[1]) if match else None


def _slips(answer: Entry, judged: _Judged) -> tuple[Slip, ...]:
    kept: list[Slip] = []
    for entry in answer.entries("slips", "slip"):
        kind, text = entry.word("kind", SLIPS), entry.text("text")
        earlier = read_turn(entry.fields.get("earlier"), judged.earlier(judged.turn.side))
        if earlier is None:
            entry.notes.remark(f"{entry.where} names no earlier turn of the same side; it was left out.")
        elif kind is not None:
            kept.append(Slip(kind=kind, earlier=earlier, text=text))
    return tuple(dict.fromkeys(kept))


def _weaker(answer: Entry) -> Side | None:
    """The side that should feel pressure, where one was given."""
    if answer.fields.get("weaker") is None:
        return None
    word = answer.word("weaker", ("PRO", "CON", "NONE"))
    return next((side for side in SIDES if side.upper() == word), None)


def _pressure(answer: Entry) -> Pressure:
    """The pressure that was given; none of a kind that was not."""
    if answer.fields.get("pressure") is None:
        return Pressure()
    entry = answer.inner("pressure")
    if entry is None:
        return Pressure()
    return Pressure(**{kind: entry.whole(kind, 3) for kind in PRESSURES})
