"""What people's blind first scores say of people and judges; the headline is taken on random anchors."""

from collections.abc import Sequence

import numpy as np

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.model import is_simulated
from debate_core.domain.wording import group
from debate_core.library.library import list_reviewed
from debate_core.measuring.arrays import Floats, mean_given
from debate_core.measuring.people import (
    OrderEffect,
    PeopleAndJudges,
    Replaceable,
    Sitting,
    carry_over,
    drift,
    people_and_judges,
    stand_in,
    too_fast,
)
from debate_core.store import Store
from debate_core.store.events import ReviewGiven, Sampled
from debate_core.store.judging import blind_of, kinds_of, scored_of
from debate_core.store.record import Record, load


class Person(FrozenValue):
    name: str
    given: int
    blind: int
    hasty: int


class PeopleReport(FrozenValue):
    """People beside judges: on ``anchors``, the headline, on ``divergent`` and ``named`` ones, and on ``all``;
    the alternative annotator test, and why it says nothing without agreement among people; effects of order.
    ``simulated``: debates with simulated judges; ``names``: whom the test's indices are of."""

    debates: int
    simulated: int
    people: tuple[Person, ...]
    anchors: PeopleAndJudges
    divergent: PeopleAndJudges
    named: PeopleAndJudges
    all: PeopleAndJudges
    test: Replaceable
    names: tuple[str, ...]
    drift: OrderEffect
    carry_over: OrderEffect


def people_report(store: Store) -> PeopleReport:
    return report_people([load(store, name) for name in list_reviewed(store)])


def report_people(records: Sequence[Record]) -> PeopleReport:
    records = [record for record in records if not record.judging.defect]
    scored = _Scored(records)
    of_all = scored.compare(None)
    blind = [record for record in records if any(one.blind for one in record.reviews)]
    return PeopleReport(
        debates=len(blind),
        simulated=sum(any(is_simulated(judge.model) for judge in one.config.panel.judges) for one in blind),
        people=_people(records),
        anchors=scored.compare("anchor"),
        divergent=scored.compare("divergent"),
        named=scored.compare("named"),
        all=of_all,
        test=stand_in(scored.people, scored.panel, of_all.person_person),
        names=tuple(scored.names),
        drift=drift(scored.sittings),
        carry_over=carry_over(scored.sittings),
    )


def _people(records: Sequence[Record]) -> tuple[Person, ...]:
    by_person = group((one.person, (record, one)) for record in records for one in record.reviews)
    return tuple(
        Person(
            name=name,
            given=len(given),
            blind=sum(one.blind for _, one in given),
            hasty=sum(is_hasty(record, one) for record, one in given),
        )
        for name, given in by_person.items()
    )


def is_hasty(record: Record, review: ReviewGiven) -> bool:
    if review.active_seconds is None:
        return False
    return too_fast(words_of(record, review.argument), review.active_seconds)


def words_of(record: Record, argument: str) -> int:
    one = next((one for one in record.transcript.arguments if one.id == argument), None)
    if one is None:
        return 0
    response = record.transcript.responses.get(argument)
    question = record.transcript.questions.get(argument, "")
    return sum(len(text.split()) for text in (*one.texts, response.reasoning if response else "", question))


class _Scored:
    """All blind scores over the items that any person scored blind: ``people`` and ``judges`` (n, n_items), the judges'
    mean ``panel`` (n_items,)."""

    def __init__(self, records: Sequence[Record]) -> None:
        by_record = {record.id: blind_of(record.reviews) for record in records}
        self.items = [
            (record, argument)
            for record in records
            for argument in record.judging.ids
            if any(argument in given for given in by_record[record.id].values())
        ]
        self._given = by_record
        self.names = names = list(dict.fromkeys(person for given in by_record.values() for person in given))
        self.people = np.array([[self._by(person, *item) for item in self.items] for person in names])
        self.people = self.people.reshape(len(names), len(self.items))
        self.judges = self._by_judges(records)
        self.panel = mean_given(self.judges)
        self.sittings = [sitting for person in names if (sitting := self._sitting(person))]

    def compare(self, sampled: Sampled | None) -> PeopleAndJudges:
        """By the scores of what stood in a queue for that reason; None: by all."""
        kinds = {record: kinds_of(given) for record, given in self._given.items()}
        counts = [
            [sampled in (None, kinds[record.id][argument].get(name)) for record, argument in self.items]
            for name in self.names
        ]
        people = np.where(np.array(counts, dtype=bool).reshape(self.people.shape), self.people, np.nan)
        there = ~np.isnan(people)
        here = np.flatnonzero(there.any(axis=0))
        debates = [self.items[n][0].case for n in here]
        return people_and_judges(people[there.any(axis=1)][:, here], self.judges[:, here], debates)

    def _by(self, person: str, record: Record, argument: str) -> float:
        review = self._given[record.id].get(person, {}).get(argument)
        return np.nan if review is None else record.config.rubric.composite(review.scores)

    def _by_judges(self, records: Sequence[Record]) -> Floats:
        rows: dict[tuple[str, str | None], Floats] = {}
        place = {(record.id, argument): n for n, (record, argument) in enumerate(self.items)}
        for record in records:
            scored = scored_of(record.judging)
            here = [
                (place[record.id, name], n) for n, name in enumerate(scored.ids) if (record.id, name) in place
            ]
            items, columns = zip(*here, strict=True) if here else ((), ())
            for seat, row in zip(record.judging.seats, scored.common, strict=True):
                known = rows.setdefault((seat.name, seat.model), np.full(len(self.items), np.nan))
                known[list(items)] = row[list(columns)]
        return np.array(list(rows.values())).reshape(len(rows), len(self.items))

    def _sitting(self, person: str) -> Sitting | None:
        placed = []
        for n, (record, argument) in enumerate(self.items):
            review = self._given[record.id].get(person, {}).get(argument)
            if review is not None and review.position is not None and not np.isnan(self.panel[n]):
                placed.append((review.position, n))
        at = [n for _, n in sorted(placed)]
        row = self.names.index(person)
        return Sitting(scores=self.people[row, at], expected=self.panel[at]) if at else None
