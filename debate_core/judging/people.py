"""People's seats: a judging with those who scored its items themselves seated behind its judges.

Knows judgings and what people gave; no page. Invariant: only blind scores are seated, each person's first of an item; a
person weighs as one general judge on the rubric's own weights; no two seats have one name.
"""

from collections.abc import Sequence
from dataclasses import replace

from debate_core.events import ReviewGiven
from debate_core.judging.judging import Judging, Seat, SheetId
from debate_core.scoresheet import ArgumentScores, Scoresheet


def blind_of(reviews: Sequence[ReviewGiven]) -> dict[str, dict[str, ReviewGiven]]:
    """Each person's first blind scores, by argument; people in the order of their first one."""
    found: dict[str, dict[str, ReviewGiven]] = {}
    for one in reviews:
        if one.blind:
            found.setdefault(one.person, {}).setdefault(one.argument, one)
    return found


def with_people(judging: Judging, reviews: Sequence[ReviewGiven]) -> Judging:
    """The judging with a seat for everybody who scored blind; a person called like a judge is told apart."""
    seats, read = list(judging.seats), dict(judging.read)
    for person, given in blind_of(reviews).items():
        name = _told_apart(person, [seat.name for seat in seats])
        entries = [
            ArgumentScores(
                argument_id=one.argument, scores=one.scores, standing=one.standing, notes=one.reason
            )
            for one in given.values()
        ]
        sheet = Scoresheet(judge=name, entries=tuple(entries))
        weights = judging.rubric.weights
        seats.append(Seat(name=name, domain="general", weights=weights, state="done", sheet=sheet))
        read[SheetId(name)] = sheet
    return replace(judging, seats=tuple(seats), read=read)


def _told_apart(person: str, seated: Sequence[str]) -> str:
    """The name itself, or marked as a person's until nobody seated is called so.

    >>> _told_apart("risk", ["Risk"]), _told_apart("Risk", ["Risk", "Risk (person)"]), _told_apart("Ana", ["Risk"])
    ('risk (person)', 'Risk (person) (person)', 'Ana')
    """
    taken = {name.casefold() for name in seated}
    while person.casefold() in taken:
        person = f"{person} (person)"
    return person
