"""People who score arguments and texts themselves: what waits for each of them, and what they may say."""

import hashlib
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Literal, TypeVar

from debate_core.answers.quotes import find_quote
from debate_core.domain.bounds import MAX_REASON, within
from debate_core.domain.errors import FactStored, SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.rubric import Standing
from debate_core.domain.wording import RULINGS
from debate_core.library.library import list_summaries, summarise
from debate_core.library.report.shape import SettledRow
from debate_core.library.summary import Summary
from debate_core.scorecard.register import RegisterEntry
from debate_core.store import Store, events
from debate_core.store.judging import first_of
from debate_core.store.record import Record, ScoredRecord, load, load_any

G = TypeVar("G", events.ReviewGiven, events.TextReviewed)
At = tuple[str, str]
Kind = Literal["arguments", "texts"]
ANCHORS = 4
"""One argument in so many is an anchor: undisputed, drawn at random, unlabelled."""
MIN_ANCHORS = 2
"""Anchors in a queue without anything divergent, or with little."""


class ToReview(FrozenValue):
    """One argument in a person's queue. `probability`: with which an anchor was drawn."""

    record: str
    argument: str
    sampled: events.Sampled
    probability: float | None = None
    done: bool = False
    skipped: bool = False
    open_elsewhere: bool = False


class Choice(FrozenValue):
    """What a queue is limited to: one `record`, arguments or texts only, and what fewer than so many `people` besides
    oneself have scored; a queue that is shared out so is done when each argument has that many, and what somebody else
    has open comes last in it."""

    record: str | None = None
    kind: Kind | None = None
    people: int | None = None


EVERYTHING = Choice()
STAYS = 1800.0
"""Seconds for which an argument counts as open."""


def queue(
    store: Store, person: str, choice: Choice = EVERYTHING, chosen: At | None = None
) -> tuple[ToReview, ...]:
    """What waits for a person who may score it, over all records but studies' or in one, with its own anchors; the
    `chosen` first."""
    if choice.record is None:
        asked = [one for one in list_summaries(store) if one.study is None]
    else:
        asked = [summarise(store, choice.record)] if store.last_sequence(choice.record) else []
    summaries = [one for one in asked if store.allows(one.id, "review")]
    mine, elsewhere = _open_now(store, person) if choice.people else (None, set[At]())
    waiting = chosen_of(queue_of(summaries, person), summaries, person, choice, mine)
    if choice.people:
        here = (replace(one, open_elsewhere=(one.record, one.argument) in elsewhere) for one in waiting)
        waiting = tuple(sorted(here, key=lambda one: one.open_elsewhere and not one.done))
    if chosen is None or any((one.record, one.argument) == chosen for one in waiting):
        return waiting
    scored = store.last_sequence(chosen[0]) and store.allows(chosen[0], "review")
    known = summarise(store, chosen[0]) if scored else None
    if known is None or known.outcome is None or chosen[1] not in load(store, known.id).judging.ids:
        return waiting
    return (_place(known, chosen[1], person, "chosen"), *waiting)


def account_name(store: Store, account: str, offered: Sequence[str]) -> str:
    """The name that an account scores under, out of the whole store: its own, else the first offered that no other
    account goes by and nobody has scored under, which is its own from then on."""
    noted = [(who.startswith(f"{account}/"), name) for who, (name, _) in store.read_notes("name").items()]
    taken = {name.casefold() for mine, name in noted if not mine}
    if own := [name for mine, name in noted if mine and name.casefold() not in taken]:
        return own[0]
    taken |= {name.casefold() for one in list_summaries(store) for name in (*one.reviewed, *one.skipped)}
    names = (" ".join(name.split()) for name in (*offered, account))
    fit = (one for one in names if 0 < len(one) <= events.MAX_PERSON and one.isprintable())
    free = next(one for one in fit if one.casefold() not in taken)
    store.note("name", f"{account}/", free)
    return free


def note_open(store: Store, person: str, place: ToReview | None) -> None:
    store.note("open", person, f"{place.record}\n{place.argument}" if place and not place.done else "")


def _open_now(store: Store, person: str) -> tuple[At | None, set[At]]:
    """What a person has open, and what others came to lately besides: nobody is sent away from their own."""
    now, notes = time.time(), store.read_notes("open").items()
    bodies = {who: body.split("\n") for who, (body, at) in notes if now - at < STAYS}
    places = {who: (record, argument) for who, (record, argument) in bodies.items()}
    mine = places.pop(person, None)
    return mine, {place for place in places.values() if place != mine}


def chosen_of(
    places: Sequence[ToReview],
    summaries: Sequence[Summary],
    person: str,
    choice: Choice,
    mine: At | None = None,
) -> tuple[ToReview, ...]:
    """The places that a choice leaves, in their order; what the person has scored or has open, as `mine`, stays."""
    known = {one.id: one for one in summaries}

    def is_wanted(one: ToReview) -> bool:
        if choice.kind and (one.argument == events.TEXT) != (choice.kind == "texts"):
            return False
        others = (who for who, names in known[one.record].reviewed.items() if one.argument in names)
        own = one.done or (one.record, one.argument) == mine
        return own or choice.people is None or sum(who != person for who in others) < choice.people

    return tuple(filter(is_wanted, places))


def queue_of(summaries: Sequence[Summary], person: str) -> tuple[ToReview, ...]:
    """What Verdict tells a person to read, undisputed before divergent, which keep that kind; then texts. Each worst
    first by whole points of spread, shuffled among equals; one anchor in four with them; what was skipped at the end.

    Anchors are drawn with the same probability from everything undisputed.
    """
    named = {(one.id, name) for one in summaries for name in one.named}
    spread = {(one.id, name): by for one in summaries for name, by in {**one.named, **one.parting}.items()}
    rank = {at: (at not in named) + (at[1] == events.TEXT) for at in spread}
    ordered = sorted(spread, key=lambda at: (rank[at], -math.floor(spread[at]), _draw(person, "told", *at)))
    pool = [(one.id, argument) for one in summaries for argument in one.alike]
    wanted = max(MIN_ANCHORS, math.ceil(len(ordered) / (ANCHORS - 1)))
    drawn = sorted(pool, key=lambda at: _draw(person, *at))[:wanted]
    chance = dict.fromkeys(drawn, min(1.0, wanted / max(1, len(pool))))
    mixed = _mix_in(ordered, [at for at in drawn if at not in spread], person, after=int(bool(ordered)))
    known = {one.id: one for one in summaries}
    kinds: dict[At, events.Sampled] = dict.fromkeys(named, "named")
    kinds |= dict.fromkeys(chance, "anchor")
    places = [_place(known[at[0]], at[1], person, kinds.get(at, "divergent"), chance.get(at)) for at in mixed]
    return tuple(sorted(places, key=lambda one: one.skipped))


def _mix_in(ordered: list[At], anchors: Sequence[At], person: str, after: int) -> list[At]:
    """An anchor at a random place among each three others, the first one `after` so many."""
    mixed: list[At] = []
    for anchor in anchors:
        some, ordered = ordered[: ANCHORS - 1], ordered[ANCHORS - 1 :]
        least = 0 if mixed else after
        at = least + int(_draw(person, "place", *anchor) * (len(some) + 1 - least))
        mixed += [*some[:at], anchor, *some[at:]]
    return [*mixed, *ordered]


def _place(
    of: Summary, argument: str, person: str, sampled: events.Sampled, probability: float | None = None
) -> ToReview:
    done = argument in of.reviewed.get(person, ())
    skipped = not done and argument in of.skipped.get(person, ())
    place = ToReview(record=of.id, argument=argument, sampled=sampled, probability=probability)
    return replace(place, done=done, skipped=skipped)


def _draw(*of: str) -> float:
    """A number from 0 to 1 that belongs to these words."""
    digest = hashlib.sha256("\0".join(of).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:7], "big") / float(1 << 56)


def shows_scores(record: ScoredRecord) -> bool:
    return bool(record.judging.usable or (isinstance(record, Record) and record.proposals))


def note_seen(store: Store, record: str, whos: Sequence[str], where: str, argument: str = "") -> None:
    """Note that scores or an outcome of a record, or of one argument, were in sight of a browser or a name."""
    for who in whos:
        if who and store.read_note("seen", who, record=record, argument=argument) is None:
            store.note("seen", who, where, record=record, argument=argument)


def seen_where(store: Store, record: str, whos: Sequence[str], argument: str = "") -> str | None:
    """Where somebody first saw what was made of a record, or of this argument; None where nobody of them has."""
    places = product(filter(None, whos), dict.fromkeys(("", argument)))
    notes = [
        note for who, one in places if (note := store.read_note("seen", who, record=record, argument=one))
    ]
    return min(notes, key=lambda note: note[1])[0] if notes else None


def review_faults(
    record: ScoredRecord, argument: str, scores: Mapping[str, int], reason: str
) -> tuple[str, ...]:
    rubric = record.config.rubric
    if argument not in (record.judging.ids if isinstance(record, Record) else (events.TEXT,)):
        return (f"no argument {argument} in this {record.kind}",)
    open_ones = [key for key in rubric.keys if key not in scores]
    outside = [key for key, value in scores.items() if not rubric.scale.low <= value <= rubric.scale.high]
    faults = [f"no score for {', '.join(open_ones)}"] if open_ones else []
    faults += [f"{key}: not {rubric.scale.instruction()}" for key in outside]
    faults += [f"{key}: no dimension of its rubric" for key in scores if key not in rubric.keys]
    return tuple(faults if reason.strip() else [*faults, "no reason"])


def give(store: Store, record: ScoredRecord, review: G) -> G:
    """Store a person's scores; a next version, not blind, where the person has scored the argument before.

    Raises SetUpError where something is wanting, FactStored where the same version came in between.
    """
    if wanting := review_faults(record, review.argument, review.scores, review.reason):
        raise SetUpError(f"these scores can't be given yet: {'; '.join(wanting)}")
    place = (review.person, review.argument)
    before = [
        one.version for one in (*record.reviews, *record.withdrawn) if (one.person, one.argument) == place
    ]
    if before:
        fields = {
            "version": max(before) + 1,
            "blind": False,
            "cause": "scored before, and shown the others since",
        }
        review = review.model_copy(update=fields)
    store.append(record.id, [review.model_copy(update={"reason": _reason(review.reason)})])
    return review


def reviews_by(
    record: ScoredRecord, person: str, argument: str
) -> Sequence[events.ReviewGiven | events.TextReviewed]:
    """What a person gave of an argument and hasn't taken back, the first version first."""
    return tuple(one for one in record.reviews if (one.person, one.argument) == (person, argument))


def withdraw(
    store: Store, record: ScoredRecord, person: str, argument: str
) -> events.ReviewGiven | events.TextReviewed:
    """Take back a person's last version, and return it. Raises SetUpError, also if a settlement rests on it."""
    *before, last = reviews_by(record, person, argument) or (None,)
    if last is None:
        raise SetUpError(f"{person} has no scores of {argument} to take back")
    settled = record.settled.get(argument) if isinstance(record, Record) else None
    if settled and settled.person == person and not any(one and one.blind for one in before):
        raise SetUpError(f"{argument} is settled on these scores: open it again first")
    store.append(record.id, [events.ReviewWithdrawn(person=person, argument=argument, version=last.version)])
    return last


def skip(store: Store, record: ScoredRecord, person: str, argument: str, reason: str) -> None:
    """Leave an argument to others. Raises SetUpError without a reason."""
    if not reason.strip():
        raise SetUpError("say why you skip it")
    store.append(record.id, [events.ReviewSkipped(person=person, argument=argument, reason=_reason(reason))])


def take_up(store: Store, record: ScoredRecord, person: str, argument: str) -> None:
    """Undo a skip. Raises SetUpError where nothing was skipped."""
    if all((one.person, one.argument) != (person, argument) for one in record.skipped):
        raise SetUpError(f"{person} has not skipped {argument}")
    store.append(record.id, [events.SkipUndone(person=person, argument=argument)])


def settle(store: Store, record: Record, settlement: events.ArgumentSettled) -> None:
    """Settle an argument.

    Raises SetUpError without a blind score of it, or without a reason; FactStored where it was settled or opened again
    since the record was read.
    """
    if not any(one.blind for one in reviews_by(record, settlement.person, settlement.argument)):
        raise SetUpError(f"{settlement.argument} can be settled by who has scored it blind")
    if not settlement.reason.strip():
        raise SetUpError("say why you settle it")
    _decide(store, record, settlement)


def reopen(store: Store, record: Record, person: str, argument: str, reason: str = "") -> None:
    """Open a settled argument again. Raises SetUpError for one that is not settled, FactStored as `settle` does."""
    if argument not in record.settled:
        raise SetUpError(f"{argument} is not settled")
    _decide(store, record, events.SettlementReopened(person=person, argument=argument, reason=reason))


def _decide(store: Store, record: Record, decision: events.Settling) -> None:
    after = len(record.settlings.get(decision.argument, ()))
    decision = decision.model_copy(update={"after": after, "reason": _reason(decision.reason)})
    try:
        store.append(record.id, [decision])
    except FactStored as stored:
        other = load(store, record.id).settlings[decision.argument][after]
        if other != decision:  # else the same press twice
            raise FactStored(f"{settling_text(other)} meanwhile: nothing of yours is stored") from stored


def _reason(text: str) -> str:
    return within("Your reason", text, MAX_REASON)


def count_given(store: Store, person: str) -> tuple[int, int]:
    """How many arguments and texts a person scored blind, and how many not."""
    records = [load_any(store, one.id) for one in list_summaries(store) if person in one.reviewed]
    first = [one for record in records for one in first_of(record.reviews).get(person, {}).values()]
    blind = sum(one.blind for one in first)
    return blind, len(first) - blind


class Apart(FrozenValue):
    who: str
    dimension: str
    own: float
    theirs: float


def furthest(own: Mapping[str, float], others: Sequence[tuple[str, Mapping[str, float]]]) -> Apart | None:
    """The single score of others furthest from one's own; None where nothing differs.

    >>> furthest({"logic": 5}, [("Ana", {"logic": 1}), ("Ben", {"logic": 7})])
    Apart(who='Ana', dimension='logic', own=5, theirs=1)
    """
    rows = [
        Apart(who=who, dimension=key, own=own[key], theirs=scores[key])
        for who, scores in others
        for key in own
        if key in scores and scores[key] != own[key]
    ]
    return max(rows, key=lambda one: abs(one.own - one.theirs), default=None)


def flags_in(entries: Sequence[RegisterEntry], record: Record, argument: str) -> tuple[RegisterEntry, ...]:
    """The suspect claims that stand in the words of one argument: what the live judge says of others stays unseen."""
    turn, made = next(
        (turn.number, one) for turn in record.transcript.turns for one in turn.arguments if one.id == argument
    )
    return tuple(
        entry
        for entry in entries
        if entry.turn == turn
        and entry.quote
        and any(find_quote(entry.quote, text) != "not_found" for text in made.texts)
    )


def settling_text(one: events.Settling) -> str:
    """Who settled an argument as what, or opened it again.

    >>> settling_text(events.SettlementReopened(person="Ana", argument="PRO-1"))
    'Ana has opened PRO-1 again'
    """
    if isinstance(one, events.ArgumentSettled):
        return f"{one.person} has settled {one.argument} as {ruling_text(one.standing)}"
    return f"{one.person} has opened {one.argument} again"


def ruling_text(standing: Standing | None) -> str:
    """What an argument was settled as, in words.

    >>> ruling_text(None), ruling_text("PARTIALLY_UPHELD")
    ('irresolvable', 'partly upheld')
    """
    return "irresolvable" if standing is None else RULINGS[standing]


SETTLED = ("settled", "settled_by", "settled_following", "settled_because")


def settled_cells(one: SettledRow | None) -> tuple[str, ...]:
    """As what, by whom, following whom and why an argument was settled; empty where it wasn't.

    >>> settled_cells(SettledRow(argument="PRO-2", standing=None, follows=("A", "B"), reason="Unknowable", by="Ana"))
    ('irresolvable', 'Ana', 'A, B', 'Unknowable')
    """
    if one is None:
        return ("",) * len(SETTLED)
    return ruling_text(one.standing), one.by, ", ".join(one.follows), one.reason
