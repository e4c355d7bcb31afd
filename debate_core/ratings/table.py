"""A table of ratings once it was read: judges, items, scores, and what the scores stand for."""

from dataclasses import dataclass
from typing import Literal

from debate_core.measuring.arrays import Floats

Form = Literal["long", "wide"]


@dataclass(frozen=True, kw_only=True, eq=False)
class RatingsTable:
    """``ratings`` (n_judges, n_items), NaN missing, judges and items in the order of their first appearance.

    An item on several dimensions is as many items of the table, named after both. ``dimensions``, ``segments`` and
    ``clusters``: what each item belongs to, None without such a column; ``subjects``: how many items there are when one
    on several dimensions counts once. ``labels``: where the scores are labels, what the places 0, 1, … stand for.
    ``places`` (n_judges, n_items): what kappa is of, as places among ``categories``: standings where the table
    ``has_standings``, else scores that are labels; None without either. ``declared``: ``categories`` are all that could
    be given; ``ordered``: they ascend. ``notes``: what a reader should know of how it was read.
    """

    form: Form
    judges: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats
    subjects: int
    dimensions: tuple[str, ...] | None = None
    segments: tuple[str, ...] | None = None
    clusters: tuple[str, ...] | None = None
    labels: tuple[str, ...] | None = None
    places: Floats | None = None
    has_standings: bool = False
    categories: tuple[str, ...] = ()
    declared: bool = True
    ordered: bool = True
    notes: tuple[str, ...] = ()
