"""Seats people who scored blind behind the judges, each as one general judge on the rubric's own weights."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from debate_core.domain.score_sheet import ArgumentScores, Scoresheet
from debate_core.store.events import ReviewGiven, Sampled, TextReviewed
from debate_core.store.judging import Judging, Seat, SheetId

G = TypeVar("G", ReviewGiven, TextReviewed)


def blind_of(reviews: Sequence[G]) -> dict[str, dict[str, G]]:
    """Each person's first blind scores, by argument; people in the order of their first one."""
    by_person: dict[str, dict[str, G]] = {}
    for one in reviews:
        if one.blind:
            by_person.setdefault(one.person, {}).setdefault(one.argument, one)
    return by_person


def kinds_of(given: Mapping[str, Mapping[str, G]]) -> dict[str, dict[str, Sampled]]:
    """Why each person's blind scores were given: as in that person's queue; *divergent* in anybody's holds for all, and
    what somebody chose counts with those whose queue held it."""
    by_person: dict[str, dict[str, Sampled]] = {}
    for person, reviews in given.items():
        for name, one in reviews.items():
            by_person.setdefault(name, {})[person] = one.sampled
    ranked: tuple[Sampled, ...] = ("divergent", "anchor", "named", "chosen")
    for kinds in by_person.values():
        held = next(kind for kind in ranked if kind in kinds.values())
        kinds.update({who: held for who, own in kinds.items() if held == "divergent" or own == "chosen"})
    return by_person


def with_people(judging: Judging[Any], reviews: Sequence[G]) -> Judging[Any]:
    seats, read = list(judging.seats), dict(judging.read)
    for person, given in blind_of(reviews).items():
        name = _distinct_name(person, [seat.name for seat in seats])
        sheet = _sheet(name, tuple(given.values()))
        weights = judging.rubric.weights
        seats.append(Seat(name=name, domain="general", weights=weights, state="done", sheet=sheet))
        read[SheetId(name)] = sheet
    return replace(judging, seats=tuple(seats), read=read)


def _sheet(judge: str, given: Sequence[ReviewGiven | TextReviewed]) -> Scoresheet | TextReviewed:
    entries = []
    for one in given:
        if isinstance(one, TextReviewed):
            return one
        entries.append(
            ArgumentScores(
                argument_id=one.argument, scores=one.scores, standing=one.standing, notes=one.reason
            )
        )
    return Scoresheet(judge=judge, entries=tuple(entries))


def _distinct_name(person: str, seated: Sequence[str]) -> str:
    """The name itself, or marked as a person's until nobody seated is called so.

    >>> _told_apart("risk", ["Risk"]), _told_apart("Risk", ["Risk", "Risk (person)"]), _told_apart("Ana", ["Risk"])
    ('risk (person)', 'Risk (person) (person)', 'Ana')
    """
    taken = {name.casefold() for name in seated}
    while person.casefold() in taken:
        person = f"{person} (person)"
    return person
