"""What a table of ratings shows: its items, the widest apart first, how strict each judge is, people, and pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenModel, FrozenValue
from debate_core.domain.imported import RatingsConfig
from debate_core.domain.numerals import decimals_of, number_text, pluralise
from debate_core.domain.transcript import SIDES
from debate_core.domain.wording import quoted_names
from debate_core.library.report.agreement import PAIRED_CELLS, Size
from debate_core.library.report.ratings import RatingsReport, agreement_table, first_won_of, report_ratings
from debate_core.measuring import pair_judgments
from debate_core.measuring.agreement import alpha
from debate_core.measuring.arrays import Floats, Ints, mean_given, scalar, variance_given
from debate_core.measuring.calibration import Severity, apart_note, calibrate
from debate_core.measuring.estimate import Alpha
from debate_core.measuring.intervals import number_labels
from debate_core.measuring.krippendorff import Level
from debate_core.measuring.people import (
    HumanMean,
    PeopleAndJudges,
    Replaceable,
    human_mean,
    people_and_judges,
    stand_in,
)
from debate_core.ratings import RatingsTable, table_of
from debate_core.ratings.header import PAIR
from debate_core.verdicts.verdict import Outcome, outcome


class TablePeople(FrozenValue):
    """``people``: which of the judges; ``reason``: why nothing is computed. ``mean`` is in the scores' unit."""

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
        names, given = quoted_names(table.judges), quoted_names(people)
        raise SetUpError(f"people: expected some of the judges ({names}), not all; got {given}")
    table = agreement_table(table, "nominal")
    ways = table.ratings.shape[1] // len(table.items)
    # Labels by their place, where that has a sense: two labels, or such as ascend.
    placed = table.labels is None or table.ordered or len(table.labels) == 2
    named = tuple(np.array(table.judges)[are].tolist())
    if not placed or are.sum() * (~are).sum() * len(table.items) > PAIRED_CELLS:
        reason = "labels without an order have no average, and very many scores are not compared"
        return TablePeople(people=named, reason=reason)
    clusters = number_labels(table.clusters or table.items)
    both = people_and_judges(table.ratings[are], table.ratings[~are], clusters.tolist())
    of_items = {name: replace(one, items=one.items // ways) for name, one in vars(both).items()}
    alike = PeopleAndJudges(**of_items)
    once = table.ratings[:, : len(table.items)]
    ours, theirs = once[are], mean_given(once[~are])
    return TablePeople(
        people=named,
        alike=alike,
        test=stand_in(ours, theirs, alike.person_person),
        mean=human_mean(mean_given(ours), theirs, clusters) if ways == 1 else None,
    )


MAX_JUDGES_SHOWN = 12
"""Judges of whom each has strengths of its own."""


class PairReport(FrozenValue):
    """``strengths``: of each of ``models``, over judges and questions, or over questions alone if there is one judge;
    ``by_judge``: each one's own, over questions, empty where there are one or too many; ``orders``: by judge;
    ``agreement``: None with one judge."""

    models: tuple[str, ...]
    strengths: pair_judgments.Strengths
    by_judge: Mapping[str, pair_judgments.Strengths]
    orders: Mapping[str, pair_judgments.PlaceEffect]
    agreement: pair_judgments.ChoiceAgreement | None


def pair_report(table: RatingsTable) -> PairReport | None:
    won = first_won_of(table)
    if won is None or table.pairs is None:
        return None
    questions, pairs = [pair[0] for pair in table.pairs], [pair[1:] for pair in table.pairs]
    names = [name for two in pairs for name in two]
    question_of, models = number_labels(questions), tuple(dict.fromkeys(names))
    numbers = number_labels(names).reshape(-1, 2)
    judges, items = np.nonzero(~np.isnan(won))

    def strengths(here: Ints, clusters: dict[str, Ints]) -> pair_judgments.Strengths:
        first, second = numbers[items[here]].T
        return pair_judgments.davidson(first, second, won[judges[here], items[here]], clusters, len(models))

    several = len(won) > 1
    each = [np.flatnonzero(judges == judge) for judge in range(len(won))]
    drawn = {"questions": question_of[items]} | ({"judges": judges} if several else {})
    return PairReport(
        models=models,
        strengths=strengths(np.arange(len(items)), drawn),
        by_judge={
            name: strengths(here, {"questions": question_of[items[here]]})
            for name, here in zip(table.judges, each, strict=True)
            if several and len(won) <= MAX_JUDGES_SHOWN
        },
        orders={
            name: pair_judgments.order_effect(row, questions, pairs, table.lengths)
            for name, row in zip(table.judges, won, strict=True)
        },
        agreement=pair_judgments.choice_agreement(won, questions, pairs) if several else None,
    )


class CellMark(FrozenModel):
    """One score as it is `text`, and its distance from the item's mean, both without severity where possible; of a
    label 1 where it is not the commonest, as none is of several equally common ones, else 0. None where missing."""

    text: str | None = None
    away: float | None = None


class ItemLine(FrozenModel):
    """One item. `spread`: the sample standard deviation over judges; of labels the share that is not the commonest."""

    item: str
    marks: tuple[CellMark, ...]
    spread: float | None


class TablePanel(FrozenValue, eq=False):
    """A table as it is shown. `away` (n_judges, n_items), `spread` (n_items,): see `CellMark`, `ItemLine`; `order`:
    items, widest apart first; `distances`: whether scores have any; `severity`: taken out where `adjusted`, in the
    scores' unit; `reach`: a large distance here; `sides`: None where items have none; `pairs`: None unless each item is
    two to choose from; `people`: None where no judge is named as one."""

    table: RatingsTable
    report: RatingsReport
    away: Floats
    spread: Floats
    order: Ints
    distances: bool
    adjusted: bool
    severity: Mapping[str, Severity]
    reach: float
    sides: Outcome | None
    pairs: PairReport | None
    people: TablePeople | None

    @property
    def disputed(self) -> tuple[int, int]:
        """On how many items judges differ, and how many have two scores."""
        return int((self.spread > 0).sum()), int((~np.isnan(self.spread)).sum())

    def lines(self, first: int = 0, count: int | None = None) -> tuple[ItemLine, ...]:
        places = self.order[first : None if count is None else first + count]
        return tuple(self._line(int(at)) for at in places)

    def _line(self, at: int) -> ItemLine:
        scores, away = self.table.ratings[:, at].tolist(), self.away[:, at].tolist()
        marks = (
            CellMark()
            if np.isnan(score)
            else CellMark(text=self._score_text(at, score, self.severity[judge].points), away=off)
            for judge, score, off in zip(self.table.judges, scores, away, strict=True)
        )
        return ItemLine(item=self.table.items[at], marks=tuple(marks), spread=scalar(self.spread[at]))

    def _score_text(self, at: int, value: float, severity: float | None) -> str:
        """In a table of pairs the winner's name, whichever was shown first."""
        labels, pairs = self.table.labels, self.table.pairs
        if severity is not None:
            return number_text(value + severity, decimals_of(self.reach))
        if labels is None:
            return number_text(value, 2).rstrip("0").rstrip(".")
        winners = dict(zip(PAIR, pairs[at][1:], strict=True)) if self.pairs and pairs else {}
        return winners.get(labels[int(value)], labels[int(value)])


def headline_of(config: RatingsConfig) -> tuple[str, Alpha | None, Outcome | None]:
    given, level = table_of(config), config.level
    table = agreement_table(given, level)
    sentence = f"{pluralise(len(table.judges), 'judge')}, {pluralise(table.subjects, 'item')}"
    clusters = None if table.clusters is None else number_labels(table.clusters)
    known = None if Size.of(table.ratings, level).alpha else alpha(table.ratings, level, clusters)
    return sentence, known, _sides(given, level)


def table_panel(config: RatingsConfig, people: Sequence[str] | None = None) -> TablePanel:
    """``people``: None for those that were named when it was brought. Raises RatingsRefused, SetUpError."""
    return panel_of(table_of(config), config.level, config.people if people is None else people)


def panel_of(table: RatingsTable, level: Level, people: Sequence[str] = ()) -> TablePanel:
    """``people``: which of its judges are. Raises SetUpError for others."""
    distances = _has_distances(table, level)
    adjusted = distances and not (Size.of(table.ratings, "interval").calibrated or apart_note(table.ratings))
    fitted = calibrate(table.ratings, "additive" if adjusted else "none")
    scores = table.ratings + (0.0 if fitted.severity is None else fitted.severity[:, None])
    if distances:
        away, spread = scores - mean_given(scores), np.sqrt(variance_given(scores))
    else:
        away, spread = _from_commonest(scores)
    return TablePanel(
        table=table,
        report=report_ratings(table, level),
        away=away,
        spread=spread,
        order=np.argsort(-np.nan_to_num(spread, nan=-1.0), kind="stable").astype(np.int64),
        distances=distances,
        adjusted=adjusted,
        severity={name: fitted.severity_of(j) for j, name in enumerate(table.judges)},
        reach=_reach(table.ratings) if distances else 1.0,
        sides=_sides(table, level),
        pairs=pair_report(table),
        people=table_people(table, people),
    )


def _from_commonest(scores: Floats) -> tuple[Floats, Floats]:
    away, spread = np.full(scores.shape, np.nan), np.full(scores.shape[1], np.nan)
    for at, column in enumerate(scores.T):
        present = ~np.isnan(column)
        if present.sum() < 2:
            away[present, at] = 0.0
            continue
        values, counts = np.unique(column[present], return_counts=True)
        common = values[counts == counts.max()]
        away[present, at] = (column[present] != common[0]) | (len(common) > 1)
        spread[at] = 1 - counts.max() / present.sum()
    return away, spread


def _reach(ratings: Floats) -> float:
    """A third of the width of what was given, so that one extreme score doesn't set every tint."""
    low, high = np.nanquantile(ratings, [0.01, 0.99])
    return float(high - low) / 3 or 1.0


def _has_distances(table: RatingsTable, level: Level) -> bool:
    return table.labels is None and level in ("interval", "ratio")


def _sides(table: RatingsTable, level: Level) -> Outcome | None:
    sides = [item.partition("-")[0].strip().casefold() for item in table.items]
    named = table.dimensions is None and set(sides) == set(SIDES)
    return outcome(table.ratings, sides) if named and _has_distances(table, level) else None
