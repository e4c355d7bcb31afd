"""What a table of ratings from elsewhere means: its agreement, in the shape and under the keys of a debate's."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FlatModel, FrozenModel, Keys, Null
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import quoted_names
from debate_core.library.report.agreement import (
    LABEL_CELLS,
    Agreement,
    RatedTable,
    Size,
    agreement_of,
    renumber,
)
from debate_core.library.report.shape import JsonReasons
from debate_core.measuring.additive import fit
from debate_core.measuring.agreement import UNORDERED
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.calibration import apart_note
from debate_core.measuring.deliberation import AlphaChange, alpha_difference
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.fleiss import cohen, label_figures, quadratic
from debate_core.measuring.intervals import number_labels
from debate_core.measuring.krippendorff import Level
from debate_core.measuring.pair_judgments import by_pair
from debate_core.ratings import Form, RatingsTable
from debate_core.ratings.header import PAIR, TIE

LISTED = 200
SEGMENTS = 200
_MIXED = "over several dimensions at once, reliability also counts how these differ"
_LABELS = "labels have no distances, so no judge is strict or lenient"
_ZERO = "adjusting scores would move their true zero"
_UNCALIBRATED: Mapping[Level, str] = {"nominal": _LABELS, "ordinal": _LABELS, "ratio": _ZERO}
_UNLABELLED = "the table has no rulings, and its scores are not read as labels"
_SPARSE = "each judge scored so few items that adjusting brings any scores together; ICC(C,1) allows for it"
LEAST_LEFT = 0.98
"""Of what a complete table would leave to vary within items; with less, noise alone agrees by .05. Our own."""


class LabelMeasures(FrozenModel):
    """What else is measured of labels: Cohen's kappa of two judges; weighted kappa, AC2 and Cohen's weighted kappa with
    quadratic weights over the categories in order."""

    cohen: Estimate
    weighted_kappa: Estimate
    weighted_cohen: Estimate
    ac2: Estimate


class Against(FlatModel):
    """Alpha here minus another table's, on the items that two judges or more scored in both."""

    file: str
    judges: tuple[str, ...]
    change: Annotated[
        AlphaChange, Keys("value", "interval", "reason", n="items", after="here", before="there")
    ]
    note: str


class RatingsReport(JsonReasons):
    """One table. An item on several dimensions is one of ``items``, and as many ``units``. ``clusters``: how many;
    ``labelled``: what kappa is of, standings or scores; ``categories``: what those are out of, None without any or with
    too many; ``declared``: they are all there could be; ``by_judge``: scores each gave."""

    form: Form
    level: Level
    judges: tuple[str, ...]
    items: int
    units: int
    clusters: Annotated[int | None, Null("the table names no clusters")]
    scores: int
    missing: int
    labelled: Annotated[Literal["standings", "scores"] | None, Null(_UNLABELLED)]
    categories: Annotated[tuple[str, ...] | None, Null("there are no labels, or too many to list")]
    declared: bool
    agreement: Agreement
    labels: LabelMeasures
    against: Annotated[Against | None, Null("compared with no other table")] = None
    notes: tuple[str, ...] = ()
    by_judge: Mapping[str, int] = Field(default_factory=dict)

    @property
    def mixed(self) -> bool:
        return len(self.agreement.by_dimension) > 1

    @property
    def clustered(self) -> bool:
        """Whether items share a source, other than being one item on several dimensions."""
        return self.clusters not in (None, self.items)


def first_won_of(table: RatingsTable) -> Floats | None:
    """1 where the one shown first is better (n_judges, n_items), 0 the second, .5 neither, NaN missing; else None."""
    if table.pairs is None or not set(table.labels or ("",)) <= {*PAIR, TIE}:
        return None
    worth = {PAIR[0]: 1.0, PAIR[1]: 0.0, TIE: 0.5}
    values = np.array([*(worth[label] for label in table.labels or ()), np.nan])
    return np.asarray(values[np.nan_to_num(table.ratings, nan=-1.0).astype(np.int64)])


def agreement_table(table: RatingsTable, level: Level) -> RatingsTable:
    """What agreement is of: of labels for one of two, each two under its name, in whichever order they were shown, and
    once more the other way round, in columns after the others: which is called the first is arbitrary, and chance
    favours neither. Source: R. Fisher, Statistical Methods for Research Workers (1925), § 38."""
    won = first_won_of(table)
    if won is None or table.pairs is None or table.has_standings or level != "nominal":
        return table
    questions, names = [pair[0] for pair in table.pairs], [pair[1:] for pair in table.pairs]
    once, begins = by_pair(won, questions, names)
    both, twice = np.concatenate([once, 1.0 - once], axis=1), np.tile(begins, 2).tolist()
    ties = TIE in table.categories or bool((both == 0.5).any())
    places = (1.0 + ties) * (1.0 - both)  # first, tie, second: in order

    def of_items(parts: Sequence[str] | None) -> tuple[str, ...] | None:
        return tuple(parts[at] for at in twice) if parts else None

    return replace(
        table,
        items=tuple(f"{questions[at]}: {' or '.join(sorted(names[at]))}" for at in begins.tolist()),
        ratings=places,
        places=places,
        categories=(PAIR[0], *[TIE] * ties, PAIR[1]),
        ordered=True,
        dimensions=of_items(table.dimensions),
        segments=of_items(table.segments),
        clusters=of_items(table.clusters or questions),
    )


def report_ratings(table: RatingsTable, level: Level = "interval") -> RatingsReport:
    given, base = ~np.isnan(table.ratings), agreement_table(table, level)
    rated = _rate(base, level)
    agreement = agreement_of(rated)
    if len(rated.dimensions) > 1 and agreement.generalizability.sentence:
        study = agreement.generalizability.model_copy(update={"sentence": None, "reason": _MIXED})
        agreement = agreement.model_copy(update={"generalizability": study})
    return RatingsReport(
        form=table.form,
        level=level,
        judges=table.judges,
        items=table.subjects,
        units=len(table.items),
        clusters=None if table.clusters is None else len(set(table.clusters)),
        scores=int(given.sum()),
        missing=int((~given).sum()),
        labelled=None if table.places is None else "standings" if table.has_standings else "scores",
        categories=None if len(base.categories) > LISTED else base.categories or None,
        declared=table.declared,
        agreement=agreement,
        labels=_labels(rated),
        notes=(*table.notes, *_notes(base)),
        by_judge=dict(zip(table.judges, given.sum(axis=1).tolist(), strict=True)),
    )


def _rate(table: RatingsTable, level: Level) -> RatedTable:
    calibrated, uncalibrated = _calibrate(table, level)
    dimensions = _places_of(table.dimensions)
    groups = None if table.clusters is None else number_labels(table.clusters)
    by_dimension = {} if groups is None else {name: groups[at] for name, at in dimensions.items()}
    many = len(table.items) * len(table.categories) > LABEL_CELLS
    unlabelled = _UNLABELLED
    if many:
        unlabelled = f"{len(table.categories):,} different labels of {len(table.items):,} items are too many"
    segments = _places_of(table.segments)
    return RatedTable(
        judges=table.judges,
        items=table.items,
        ratings=table.ratings,
        level=level,
        calibrated=calibrated,
        uncalibrated=uncalibrated,
        places=None if many else table.places,
        categories=len(table.categories),
        ordered=table.ordered,
        unlabelled=unlabelled,
        dimensions={name: table.ratings[:, at] for name, at in dimensions.items()},
        dimension_clusters={
            name: renumber(own) for name, own in by_dimension.items() if len(np.unique(own)) < len(own)
        },
        segments=segments if len(segments) <= SEGMENTS else {},
        clusters=groups,
        noun="item",
        ways=table.ratings.shape[1] // max(1, len(table.items)),
    )


def _places_of(parts: Sequence[str] | None) -> dict[str, Ints]:
    if parts is None:
        return {}
    numbers = number_labels(parts)
    order = np.argsort(numbers, kind="stable")
    split = np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1)
    return dict(zip(dict.fromkeys(parts), split, strict=True))


def _notes(table: RatingsTable) -> list[str]:
    notes = []
    if len(table.categories) > LISTED:
        notes.append(f"There are {len(table.categories):,} different labels.")
    if table.places is not None and not table.declared:
        categories = pluralise(len(table.categories), "category", "categories")
        notes.append(
            f"AC1 counts the {categories} that were given. It is higher if there were more to choose from."
        )
    if table.dimensions is not None:
        notes.append(
            "Each item counts once on every dimension. Ranges take all scores of an item, or of a cluster, together."
        )
    if table.segments is not None and len(set(table.segments)) > SEGMENTS:
        notes.append(f"Alpha by segment is left out: there are {len(set(table.segments)):,} segments.")
    return notes


def _labels(rated: RatedTable) -> LabelMeasures:
    places, q, groups = rated.places, rated.categories, rated.clusters
    if places is None:
        absent = Estimate(value=None, reason=rated.unlabelled)
        return LabelMeasures(cohen=absent, weighted_kappa=absent, weighted_cohen=absent, ac2=absent)
    two = None if len(places) == 2 else f"it is of two judges, and the table has {len(places)}"

    def of_two(weights: Floats | None) -> Estimate:
        if two:
            return Estimate(value=None, reason=two)
        return cohen(places, q, weights=weights, clusters=groups).per(rated.ways)

    if not rated.ordered:
        absent = Estimate(value=None, reason=UNORDERED)
        return LabelMeasures(cohen=of_two(None), weighted_kappa=absent, weighted_cohen=absent, ac2=absent)
    weights = quadratic(q)
    figures = label_figures(places, q, weights=weights, clusters=groups)
    kappa, ac2 = figures.kappa.per(rated.ways), figures.ac1.per(rated.ways)
    return LabelMeasures(cohen=of_two(None), weighted_kappa=kappa, weighted_cohen=of_two(weights), ac2=ac2)


def _calibrate(table: RatingsTable, level: Level) -> tuple[Floats | None, str | None]:
    if level in _UNCALIBRATED:
        return None, _UNCALIBRATED[level]
    reason = Size.of(table.ratings, "interval").calibrated or apart_note(table.ratings, table.judges)
    if reason:
        return None, reason.removesuffix(".")
    fitted, counts = fit(table.ratings), (~np.isnan(table.ratings)).sum(axis=0)
    several = counts[counts > 1]
    scores, within = int(several.sum()), int(several.sum() - several.size)
    # Strictness takes up as large a share of what varies within items as of all that varies, in a complete table.
    if int(fitted.df) * scores < LEAST_LEFT * within * (scores - len(table.ratings)):
        return None, _SPARSE
    return table.ratings - fitted.judges[:, None], None


def against(one: RatingsTable, other: RatingsTable, level: Level, file: str) -> Against:
    """How far the agreement of one table lies above another's, on the items of both. Raises SetUpError without any.

    ``file`` is the other's name, as it stands in notes.
    """
    one, other = agreement_table(one, level), agreement_table(other, level)
    others = {*other.items}
    joint = [item for item in one.items if item in others]
    if not joint:
        raise SetUpError(
            f"--against: expected some items in both tables; got {quoted_names(one.items)} "
            f"and {quoted_names(other.items)}"
        )
    here, there = _columns_of(one, joint), _columns_of(other, joint)
    difference = alpha_difference(
        other.ratings[:, there],
        one.ratings[:, here],
        level,
        clusters=None if one.clusters is None else number_labels([one.clusters[at] for at in here.tolist()]),
        names=(file, "this table"),
    )
    return Against(
        file=file,
        judges=other.judges,
        change=difference.per(len(here) // len(joint)),
        note=f"{pluralise(len(joint), 'item')} of {len(one.items):,} here and {len(other.items):,} there are in both "
        "tables. Only those with two scores or more in both count, so an alpha may differ from its own table's.",
    )


def _columns_of(table: RatingsTable, items: Sequence[str]) -> Ints:
    """The columns of ``items`` in its ratings, each as often as the ratings hold it."""
    places = {item: place for place, item in enumerate(table.items)}
    once = np.array([places[item] for item in items])
    starts = range(0, table.ratings.shape[1], len(table.items))
    return np.concatenate([start + once for start in starts])
