"""People who look at arguments themselves, and at reviewed texts: what waits for each of them, and what they may say.

Knows the library's summaries, the store and the facts of people; shows nothing. Invariant: what stands in a person's
queue, and in which order, follows from the person's name and the records alone; nothing is claimed, so that two people
may look at one argument at the same time; a score is blind only if nothing of the record's scores was in sight of this
browser or this name before; and nothing that was given is deleted.

A change of mind is a next version, and the first one stays: only first scores, given blind, count where people stand
beside judges. Taking scores back is a fact too: that version leaves the record's reviews and every statistic with them,
the version before it stands again, and where there is none the argument is open, but never blind, for its person. A
skip is undone, a settlement reopened, each by a fact of its own.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from debate_core import events
from debate_core.answers.quotes import find_quote
from debate_core.bounds import REASON_MOST, within
from debate_core.errors import SetUpError
from debate_core.library import page, summary
from debate_core.record import Record
from debate_core.replay import Judged, load_any
from debate_core.report.shape import SettledRow
from debate_core.scorecard.register import Entry
from debate_core.scoresheet import Standing
from debate_core.store import Store
from debate_core.summary import Summary

G = TypeVar("G", events.ReviewGiven, events.TextReviewed)
ANCHORS = 4
"""One argument in so many is an anchor: undisputed, drawn at random, unlabelled."""
LEAST_ANCHORS = 2
"""Anchors in a queue without anything divergent, or with little."""


@dataclass(frozen=True, kw_only=True)
class ToReview:
    """One argument in a person's queue. `probability`: with which an anchor was drawn. `done`: the person has scored
    it; `skipped`: left it, so that it stands at the end."""

    record: str
    argument: str
    sampled: events.Sampled
    probability: float | None = None
    done: bool = False
    skipped: bool = False


def queue(store: Store, person: str, record: str | None = None) -> tuple[ToReview, ...]:
    """What waits for a person, over all records that are judged or in one of them: see `queue_of`. The queue of one
    record has anchors of its own, so that there is something to score even where its judges part on nothing."""
    if record is None:
        return queue_of(page(store), person)
    return queue_of([summary(store, record)] if store.last_sequence(record) else [], person)


def queue_of(summaries: Sequence[Summary], person: str) -> tuple[ToReview, ...]:
    """Divergent arguments, the worst first by whole points of spread and shuffled among equals, one anchor in four with
    them; what the person skipped at the end. Every anchor is drawn with the same probability."""
    parting = sorted(
        (
            (math.floor(spread), one.id, argument)
            for one in summaries
            for argument, spread in one.parting.items()
        ),
        key=lambda place: (-place[0], _drawn(person, *place[1:])),
    )
    alike = sorted(
        ((one.id, argument) for one in summaries for argument in one.alike),
        key=lambda place: _drawn(person, *place),
    )
    wanted = max(LEAST_ANCHORS, math.ceil(len(parting) / (ANCHORS - 1)))
    anchors = [
        ToReview(
            record=record, argument=argument, sampled="anchor", probability=min(1.0, wanted / len(alike))
        )
        for record, argument in alike[:wanted]
    ]
    divergent = [ToReview(record=record, argument=name, sampled="divergent") for _, record, name in parting]
    known = {one.id: one for one in summaries}
    places = [_with_state(place, known[place.record], person) for place in _mixed(divergent, anchors, person)]
    return (*(one for one in places if not one.skipped), *(one for one in places if one.skipped))


def _mixed(divergent: Sequence[ToReview], anchors: Sequence[ToReview], person: str) -> list[ToReview]:
    """An anchor at a random place among each three divergent ones, so that its place doesn't tell it."""
    mixed: list[ToReview] = []
    rest = list(divergent)
    for anchor in anchors:
        some, rest = rest[: ANCHORS - 1], rest[ANCHORS - 1 :]
        at = int(_drawn(person, "place", anchor.record, anchor.argument) * (len(some) + 1))
        mixed += [*some[:at], anchor, *some[at:]]
    return [*mixed, *rest]


def _with_state(place: ToReview, of: Summary, person: str) -> ToReview:
    done = place.argument in of.reviewed.get(person, ())
    skipped = not done and place.argument in of.skipped.get(person, ())
    return replace(place, done=done, skipped=skipped)


def _drawn(*of: str) -> float:
    """A number from 0 to 1 that belongs to these words."""
    digest = hashlib.sha256("\0".join(of).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:7], "big") / float(1 << 56)


# ── blindness ──


def saw(store: Store, record: str, whos: Sequence[str], where: str, argument: str = "") -> None:
    """Note that scores or an outcome of a record, or of one argument alone, were in sight: of a browser, or under a
    name."""
    for who in whos:
        if who and store.noted("seen", who, record=record, argument=argument) is None:
            store.note("seen", who, where, record=record, argument=argument)


def seen_where(store: Store, record: str, whos: Sequence[str], argument: str = "") -> str | None:
    """Where somebody first saw what judges or others made of a record, or of this argument of it; None where nobody of
    them has."""
    places = dict.fromkeys(("", argument))
    found = (store.noted("seen", who, record=record, argument=one) for who in whos if who for one in places)
    notes = [note for note in found if note]
    return min(notes, key=lambda note: note[1])[0] if notes else None


# ── what a person may say ──


def checked(record: Judged, argument: str, scores: Mapping[str, int], reason: str) -> tuple[str, ...]:
    """What is still wanting before an argument's scores can be given, in words; nothing when they can."""
    rubric = record.config.rubric
    if argument not in (record.judging.ids if isinstance(record, Record) else (events.TEXT,)):
        return (f"there is no argument {argument} in this {record.kind}",)
    open_ones = [key for key in rubric.keys if key not in scores]
    outside = [key for key, value in scores.items() if not rubric.scale.low <= value <= rubric.scale.high]
    strange = [key for key in scores if key not in rubric.keys]
    return (
        *([f"{', '.join(open_ones)} to go"] if open_ones else []),
        *(f"{key} is not {rubric.scale.instruction()}" for key in outside),
        *(f"{key} is no dimension of its rubric" for key in strange),
        *([] if reason.strip() else ["a reason"]),
    )


def give(store: Store, record: Judged, review: G) -> G:
    """Store a person's scores. The next version where the person has scored the argument before, and then not blind,
    even if those scores were taken back since.

    Raises SetUpError where something is wanting, FactStored where the same version came in between.
    """
    if wanting := checked(record, review.argument, review.scores, review.reason):
        raise SetUpError(f"these scores can't be given yet: {'; '.join(wanting)}")
    of = (review.person, review.argument)
    before = [one.version for one in (*record.reviews, *record.withdrawn) if (one.person, one.argument) == of]
    if before:
        said = {
            "version": max(before) + 1,
            "blind": False,
            "cause": "scored before, and shown the others since",
        }
        review = review.model_copy(update=said)
    store.append(record.id, [review.model_copy(update={"reason": _reason(review.reason)})])
    return review


def given(record: Judged, person: str, argument: str) -> Sequence[events.ReviewGiven | events.TextReviewed]:
    """What a person gave of an argument and hasn't taken back, the first version first."""
    return tuple(one for one in record.reviews if (one.person, one.argument) == (person, argument))


def withdraw(
    store: Store, record: Judged, person: str, argument: str
) -> events.ReviewGiven | events.TextReviewed:
    """Take back a person's last version of their scores, and say what it was.

    Raises SetUpError where there is none, or where what the person settled rests on it.
    """
    *before, last = given(record, person, argument) or (None,)
    if last is None:
        raise SetUpError(f"{person} has no scores of {argument} to take back")
    settled = record.settled.get(argument) if isinstance(record, Record) else None
    if settled and settled.person == person and not any(one and one.blind for one in before):
        raise SetUpError(f"{argument} is settled on these scores: open it again first")
    store.append(record.id, [events.ReviewWithdrawn(person=person, argument=argument, version=last.version)])
    return last


def skip(store: Store, record: Judged, person: str, argument: str, reason: str) -> None:
    """Leave an argument to others. Raises SetUpError without a reason."""
    if not reason.strip():
        raise SetUpError("say why it is skipped: the reason stays with it")
    store.append(record.id, [events.ReviewSkipped(person=person, argument=argument, reason=_reason(reason))])


def take_up(store: Store, record: Judged, person: str, argument: str) -> None:
    """Undo a skip. Raises SetUpError where nothing was skipped."""
    if all((one.person, one.argument) != (person, argument) for one in record.skipped):
        raise SetUpError(f"{person} has not skipped {argument}")
    store.append(record.id, [events.SkipUndone(person=person, argument=argument)])


def settle(store: Store, record: Record, settlement: events.ArgumentSettled) -> None:
    """Settle an argument. Raises SetUpError for a person without a blind score of it, or without a reason."""
    if not any(one.blind for one in given(record, settlement.person, settlement.argument)):
        raise SetUpError(f"{settlement.argument} can be settled by who has scored it blind")
    if not settlement.reason.strip():
        raise SetUpError("say why it is settled so: the reason stays with it")
    store.append(record.id, [settlement.model_copy(update={"reason": _reason(settlement.reason)})])


def reopen(store: Store, record: Record, person: str, argument: str, reason: str = "") -> None:
    """Open a settled argument again. Raises SetUpError for one that is not settled."""
    if argument not in record.settled:
        raise SetUpError(f"{argument} is not settled")
    store.append(
        record.id, [events.SettlementReopened(person=person, argument=argument, reason=_reason(reason))]
    )


def _reason(text: str) -> str:
    return within("Your reason", text, REASON_MOST)


# ── what became of it ──


@dataclass(frozen=True, kw_only=True)
class Said:
    """What a person gave over all records: arguments scored blind and not blind, by their first scores."""

    blind: int
    not_blind: int


def said_by(store: Store, person: str) -> Said:
    """How many arguments a person has scored."""
    records = [load_any(store, one.id) for one in page(store) if person in one.reviewed]
    first = {
        (record.id, one.argument): one
        for record in records
        for one in reversed(record.reviews)
        if one.person == person
    }
    blind = sum(one.blind for one in first.values())
    return Said(blind=blind, not_blind=len(first) - blind)


@dataclass(frozen=True, kw_only=True)
class Apart:
    """Where two parted the most: who, on which dimension, one's own score and theirs."""

    who: str
    dimension: str
    own: int
    theirs: int


def furthest(own: Mapping[str, int], others: Sequence[tuple[str, Mapping[str, int]]]) -> Apart | None:
    """The single score of others furthest from one's own; None where nothing differs.

    >>> furthest({"logic": 3}, [("Ana", {"logic": 4}), ("Ben", {"logic": 9})])
    Apart(who='Ben', dimension='logic', own=3, theirs=9)
    """
    found = [
        Apart(who=who, dimension=key, own=own[key], theirs=scores[key])
        for who, scores in others
        for key in own
        if key in scores and scores[key] != own[key]
    ]
    return max(found, key=lambda one: abs(one.own - one.theirs), default=None)


def flags_in(entries: Sequence[Entry], record: Record, argument: str) -> tuple[Entry, ...]:
    """The suspect claims that stand in the words of one argument: what the live judge says of others stays unseen."""
    made = next(
        (turn.number, one) for turn in record.transcript.turns for one in turn.arguments if one.id == argument
    )
    words = (made[1].claim, made[1].reasoning, made[1].evidence)
    return tuple(
        entry
        for entry in entries
        if entry.turn == made[0]
        and entry.quote
        and any(find_quote(entry.quote, text) != "not_found" for text in words)
    )


def standing_said(standing: Standing | None) -> str:
    """What an argument was settled as, in words.

    >>> standing_said(None), standing_said("PARTIALLY_UPHELD")
    ('irresolvable', 'partially upheld')
    """
    return "irresolvable" if standing is None else standing.replace("_", " ").lower()


SETTLED = ("settled", "settled_by", "settled_following", "settled_because")
"""Of each argument, on each of its lines: what `settled_cells` gives."""


def settled_cells(one: SettledRow | None) -> tuple[str, ...]:
    """As what, by whom, following whom and why an argument was settled; empty where it wasn't.

    >>> settled_cells(SettledRow(argument="PRO-2", standing=None, follows=("A", "B"), reason="Unknowable", by="Ana"))
    ('irresolvable', 'Ana', 'A, B', 'Unknowable')
    """
    if one is None:
        return ("",) * len(SETTLED)
    return standing_said(one.standing), one.by, ", ".join(one.follows), one.reason
