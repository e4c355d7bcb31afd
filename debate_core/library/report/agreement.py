"""Agreement of one table of ratings, as a report holds it, and what its scores can be relied on for."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import partial
from math import isfinite
from typing import Annotated, Any

import numpy as np
from pydantic import Field, SerializerFunctionWrapHandler, WrapSerializer

from debate_core.domain.frozen import FlatModel, FrozenModel, FrozenValue, Keys, Null
from debate_core.measuring import generalizability
from debate_core.measuring.agreement import alpha, alphas, kappa_of, pairs, without_argument, without_judge
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.measuring.generalizability import Components, SideStudy
from debate_core.measuring.krippendorff import TABLE_CELLS, TABLE_VALUES, Level
from debate_core.phrases import enough_text, missing_text
from debate_core.verdicts.evidence import RuledEvidence

PAIRED_CELLS = 2_000_000
"""Pairs × items, or × different scores: about a second's work."""
PAIRS = 5_000
NAMED_ITEMS = 200
CELLS_ANEW = 50_000_000
"""Cells read again, once without each judge."""
CALIBRATED_JUDGES = 500
FITTED_CELLS = 4_000_000_000
"""Judges × judges × items of one fit."""
RATIO_VALUES = 20_000
"""At ratio level every two different scores are compared."""
PAIRWISE_CELLS = 2_000_000_000
"""Above TABLE_VALUES different scores, every two judges' cells are compared."""
LABEL_CELLS = 5_000_000
"""Items × labels."""
_LITTLE = Null("too few that both scored, or they differ the same on each")


_NEVER = Null(
    lambda part: part.reason or "what is judged does not vary beyond noise: no number of judges is enough"
)
_NO_END = Null(
    lambda part: (
        part.reason or part.relative_one.reason or "one judge's interval reaches 0, where no number is enough"
    )
)


def _why_undefined(without: str) -> Null:
    return Null(lambda report: report.alpha.reason or f"alpha is undefined {without}")


def _with_panel_mean(alpha: Alpha, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
    gone = {"panel_mean": "no longer computed: see generalizability.relative_mean and absolute_mean"}
    return {**dump(alpha), **dict.fromkeys(gone), "why_null": gone}


class PairAgreement(FlatModel):
    """Alpha of two judges over the arguments both scored. `furthest`: where they are furthest apart once their usual
    difference is removed, `apart` points."""

    alpha: Annotated[Estimate, Keys("value", "interval", "reason", "n")]
    judges: tuple[str, str]
    furthest: Annotated[str | None, _LITTLE]
    apart: Annotated[float | None, _LITTLE]


class Generalizability(FrozenModel):
    """What scores, and the panel's mean, can be relied on for.

    Intraclass correlations by McGraw & Wong's names, ICC(1), ICC(k), ICC(C,1), ICC(C,k), ICC(A,1), ICC(A,k) in this
    order: *one_way*, *relative* (severity taken out), *absolute* (counted). `scores_per_item`: how many judges' mean
    the means are of. `judges_for_80`: how many such judges reach a relative .80. `note`: how missing cells were
    handled.
    """

    one_way_one: Estimate
    one_way_mean: Estimate
    relative_one: Estimate
    relative_mean: Estimate
    absolute_one: Estimate
    absolute_mean: Estimate
    components: Components | None = None
    scores_per_item: float | None = None
    judges_for_80: Annotated[int | None, _NEVER] = None
    judges_for_80_interval: Annotated[tuple[int, int] | None, _NO_END] = None
    note: str | None = None
    sentence: str | None = None
    reason: str | None = None


class Agreement(FlatModel):
    """How alike the judges scored, beyond chance. `consistency`: alpha on calibrated scores, never called alpha, as
    calibration removes the disagreement it looks for; `relative`: the same where it removed strictness alone.
    `note` warns where percent and kappa part. `reasons`: why a key without one of its own is None or empty."""

    level: Level = "interval"
    alpha: Annotated[Alpha, WrapSerializer(_with_panel_mean)]
    kappa: Estimate
    alpha_standings: Estimate
    consistency: Estimate
    relative: Estimate
    generalizability: Generalizability
    ac1: Annotated[Estimate, Keys(value="ac1", interval="ac1_interval")]
    percent: Annotated[Estimate, Keys(value="percent", interval="percent_interval")]
    by_dimension: Mapping[str, Estimate]
    by_segment: Mapping[str, Estimate] = Field(default_factory=dict)
    pairs: tuple[PairAgreement, ...]
    without_judge: Annotated[Mapping[str, float | None], _why_undefined("without that judge")]
    without_argument: Annotated[Mapping[str, float | None], _why_undefined("without that one")]
    note: str | None = None
    reasons: Mapping[str, str] = Field(default_factory=dict)


class Size(FrozenValue):
    judges: int
    items: int
    values: int
    level: Level

    @classmethod
    def of(cls, ratings: Floats, level: Level) -> "Size":
        judges, items = ratings.shape
        values = 0 if level == "interval" else np.unique(ratings[~np.isnan(ratings)]).size
        return cls(judges=judges, items=items, values=values, level=level)

    @property
    def alpha(self) -> str | None:
        pairwise = self.values > TABLE_VALUES or self.values * self.items > TABLE_CELLS
        too_many = self.level == "ratio" and self.values > RATIO_VALUES
        if not too_many and not (pairwise and self.judges**2 * self.items > PAIRWISE_CELLS):
            return None
        number = f"{self.values:,} different scores"
        return f"{number} are too many to compare each with each at level {self.level}"

    @property
    def pairs(self) -> str | None:
        number = self.judges * (self.judges - 1) // 2
        if number <= PAIRS and number * self.items * max(1, self.values // 64) <= PAIRED_CELLS:
            return None
        return f"left out: {number:,} pairs of judges over {self.items:,} items"

    @property
    def without_judge(self) -> str | None:
        wide = self.values * self.items > CELLS_ANEW // 25
        if self.judges * self.judges * self.items <= CELLS_ANEW and not wide:
            return None
        return f"left out: {self.judges:,} judges over {self.items:,} items, once without each"

    @property
    def without_argument(self) -> str | None:
        return (
            None if self.items <= NAMED_ITEMS else f"left out: {self.items:,} items, more than {NAMED_ITEMS}"
        )

    @property
    def calibrated(self) -> str | None:
        if self.judges <= CALIBRATED_JUDGES and self.judges**2 * self.items <= FITTED_CELLS:
            return None
        return f"{self.judges:,} judges over {self.items:,} items are too many to estimate strictness"


class RatedTable(FrozenValue):
    """A table to be measured: ``ratings`` (n_judges, n_items) with NaN missing, named both ways.

    ``calibrated`` is the same shape, ``additive`` where strictness alone was removed, or None with ``uncalibrated``
    saying why; ``places`` (n_judges, n_items) are labels out of so many ``categories`` by their place, or None with
    ``unlabelled`` saying why; ``ordered``: those ascend. ``dimensions``: ratings on each; ``segments``: the items of
    each; ``meaningless``: why their scores say nothing of what could be relied on; ``clusters`` (n_items,): numbers of
    what shares a source, over which intervals then go; ``dimension_clusters``: the same, by dimension. ``noun``: what
    an item is called; ``people``: some of the judges are people; ``ways``: in how many columns each item stands, a copy
    of all after the other.
    """

    judges: Sequence[str]
    items: Sequence[str]
    ratings: Floats
    level: Level = "interval"
    calibrated: Floats | None = None
    additive: bool = True
    uncalibrated: str | None = None
    places: Floats | None = None
    categories: int = 0
    ordered: bool = True
    unlabelled: str = "the table has no standings"
    dimensions: Mapping[str, Floats] = field(default_factory=dict)
    segments: Mapping[str, Ints] = field(default_factory=dict)
    clusters: Ints | None = None
    dimension_clusters: Mapping[str, Ints] = field(default_factory=dict)
    noun: str = "argument"
    people: bool = False
    meaningless: str | None = None
    ways: int = 1


def agreement_of(rated: RatedTable) -> Agreement:
    """Alpha on the table as given, kappa on standings, and what stands beside them."""
    groups = rated.clusters
    size = Size.of(rated.ratings[:, : len(rated.items)], rated.level)
    kappa = ordinal = ac1 = percent = Estimate(value=None, reason=rated.unlabelled)
    note = None
    parts = ("pairs", "without_judge", "without_argument")
    gone = {key: rated.meaningless or getattr(size, key) for key in parts}
    consistency = Alpha(value=None, reason=rated.uncalibrated or "the scores were not calibrated")
    if rated.calibrated is not None:
        consistency = _alpha(rated.calibrated, rated)
    relative: Estimate = consistency
    if not rated.additive:
        why = "strictness alone was not taken out of the scores: see consistency"
        relative = Estimate(value=None, reason=why)
    if rated.places is not None:
        kappa = labels = kappa_of(rated.places, rated.categories, ordered=rated.ordered, clusters=groups)
        ordinal, ac1, percent, note = labels.alpha_standings, labels.ac1, labels.percent, labels.note
    gone |= {key: one.reason for key, one in (("ac1", ac1), ("percent", percent)) if one.value is None}
    return Agreement(
        level=rated.level,
        alpha=_alpha(rated.ratings, rated),
        kappa=kappa.per(rated.ways),
        alpha_standings=ordinal.per(rated.ways),
        consistency=consistency,
        relative=relative,
        generalizability=_generalizability(rated, rated.meaningless or size.calibrated),
        ac1=ac1.per(rated.ways),
        percent=percent.per(rated.ways),
        by_dimension=_by_dimension(rated),
        by_segment=_by_segment(rated, size),
        pairs=() if gone["pairs"] else pairs_of(rated),
        note=note,
        reasons={key: reason for key, reason in gone.items() if reason},
        **_omit_each(rated, gone),
    )


def _alpha(ratings: Floats, rated: RatedTable) -> Alpha:
    if reason := rated.meaningless or Size.of(ratings, rated.level).alpha:
        return Alpha(value=None, reason=reason)
    return alpha(ratings, rated.level, rated.clusters).per(rated.ways)


def _by_dimension(rated: RatedTable) -> dict[str, Alpha]:
    tables, groups = rated.dimensions, rated.dimension_clusters
    if rated.meaningless:
        return dict.fromkeys(tables, Alpha(value=None, reason=rated.meaningless))
    if not groups and len({table.shape for table in tables.values()}) == 1:
        return dict(zip(tables, alphas(np.stack(list(tables.values())), rated.level), strict=True))
    return {key: alpha(table, rated.level, groups.get(key)) for key, table in tables.items()}


def _by_segment(rated: RatedTable, size: Size) -> dict[str, Alpha]:
    if size.alpha:
        return dict.fromkeys(rated.segments, Alpha(value=None, reason=size.alpha))
    groups = rated.clusters
    return {
        name: alpha(
            rated.ratings[:, items], rated.level, None if groups is None else renumber(groups[items])
        ).per(rated.ways)
        for name, items in rated.segments.items()
    }


def renumber(groups: Ints) -> Ints:
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _omit_each(rated: RatedTable, gone: Mapping[str, str | None]) -> dict[str, Mapping[str, float | None]]:
    judges = None if gone["without_judge"] else without_judge(rated.ratings, rated.level)
    item_of = np.tile(np.arange(len(rated.items)), rated.ways)
    items = None if gone["without_argument"] else without_argument(rated.ratings, rated.level, item_of)
    return {
        "without_judge": {} if judges is None else dict(zip(rated.judges, judges, strict=True)),
        "without_argument": {} if items is None else dict(zip(rated.items, items, strict=True)),
    }


def pairs_of(rated: RatedTable) -> tuple[PairAgreement, ...]:
    return tuple(
        PairAgreement(
            judges=(rated.judges[one.first], rated.judges[one.second]),
            furthest=None if one.furthest is None else rated.items[one.furthest],
            apart=one.apart,
            alpha=one.alpha.per(rated.ways),
        )
        for one in pairs(rated.ratings, rated.level, rated.clusters)
    )


_FIGURES = ("one_way_one", "one_way_mean", "relative_one", "relative_mean", "absolute_one", "absolute_mean")


def _generalizability(rated: RatedTable, left_out: str | None) -> Generalizability:
    if rated.level in ("nominal", "ordinal"):
        left_out = f"scores of level {rated.level} have no variance"
    if left_out:
        return _none(left_out)
    clustered = rated.clusters is not None
    study = generalizability.generalizability(rated.ratings, clustered=clustered)
    if study.components is None:
        return _none(study.reason or "")
    figures: dict[str, Any] = dict(zip(_FIGURES, study.family.values(), strict=True))
    parts = study.components
    needed = generalizability.judges_needed(parts, figures["relative_one"])
    known = not clustered and study.complete >= generalizability.MIN_COMPLETE
    judges = "judges and people" if rated.people else "judges"
    note = missing_text(study.per_item, study.complete if known else None, rated.noun, judges)
    return Generalizability(
        **figures,
        components=parts,
        scores_per_item=study.per_item,
        judges_for_80=parts.judges_for(),
        note=note if study.missing else None,
        judges_for_80_interval=generalizability.whole_ends(needed),
        sentence=enough_text(study.family["ICC(C,k)"], study.per_item, needed, rated.noun, judges),
    )


def _none(reason: str) -> Generalizability:
    none: dict[str, Any] = dict.fromkeys(_FIGURES, Estimate(value=None, reason=reason))
    return Generalizability(**none, reason=reason)


def sides_study_of(basis: RuledEvidence, arguments: int) -> SideStudy:
    gap, judges = basis.cautious, len(basis.gap.judges)
    if gap.value is None or not gap.se or not isfinite(gap.se):
        return SideStudy(reason=gap.reason or "the lead has no standard error")
    study = partial(generalizability.side_study, gap.value, gap.se, judges, arguments)
    if gap is basis.gap.by_judge and basis.gap.se:
        # By what judges' own gaps vary more than their scores' noise explains.
        return study(leaning=gap.se**2 - basis.gap.se**2)
    return study(share=basis.share)
