"""People among the judges of a table: whether they score alike, and what people's scores of some items are worth."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import join_and
from debate_core.library.report.agreeing import PAIRED_CELLS
from debate_core.library.report.pairs import first_won_of
from debate_core.measuring.over_topics import numbered
from debate_core.measuring.people import (
    HumanMean,
    PeopleAndJudges,
    Replaceable,
    human_mean,
    mean_given,
    people_and_judges,
    stand_in,
)
from debate_core.ratings import RatingsTable


@dataclass(frozen=True, kw_only=True)
class TablePeople:
    """``people``: which of the judges they are; ``reason``: why nothing is computed, else None. ``mean`` is in the
    scores' unit."""

    people: tuple[str, ...]
    alike: PeopleAndJudges | None = None
    test: Replaceable | None = None
    mean: HumanMean | None = None
    reason: str | None = None


def table_people(table: RatingsTable, people: Sequence[str]) -> TablePeople | None:
    """None where nobody is named. Raises SetUpError for a name that is no judge's, and where no other judge is left."""
    are = np.isin(table.judges, list(people))
    if not people:
        return None
    if not set(people) <= set(table.judges) or are.all():
        names = join_and(table.judges[:6])
        raise SetUpError(
            f"people: expected some of the judges ({names}), not all; got {join_and(list(people))}"
        )
    # Labels by their place, where that has a sense: two labels, or such as ascend.
    placed = table.labels is None or table.ordered or len(table.labels) == 2
    scores = table.ratings if placed else first_won_of(table)
    named = tuple(np.array(table.judges)[are].tolist())
    if scores is None or are.sum() * (~are).sum() * len(table.items) > PAIRED_CELLS:
        reason = "labels without an order have no average, and very many scores are not compared"
        return TablePeople(people=named, reason=reason)
    of = numbered(table.clusters or table.items)
    ours, theirs = scores[are], scores[~are]
    alike = people_and_judges(ours, theirs, of.tolist())
    return TablePeople(
        people=named,
        alike=alike,
        test=stand_in(ours, mean_given(theirs), alike.person_person),
        mean=human_mean(mean_given(ours), mean_given(theirs), of),
    )
