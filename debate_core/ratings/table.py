"""A table of ratings once it has been read and found whole.

Knows nothing of files or of statistics. Invariant: every judge and item is named once, a score that was not given is
NaN, and where scores are labels a number is the place of its label.
"""

from dataclasses import dataclass
from typing import Literal

from debate_core.measuring.arrays import Floats

Form = Literal["long", "wide"]


@dataclass(frozen=True, kw_only=True, eq=False)
class RatingsTable:
    """``ratings`` (n_judges, n_items), NaN missing, judges and items in the order of their first appearance.

    ``labels``: where the scores are labels, what the places 0, 1, … stand for. ``standings``: a list of judges' lists
    out of ``categories``, None without such a column. ``declared``: ``categories`` are all that could be given, in
    ascending order; otherwise only those that were. ``notes``: what a reader should know of how it was read.
    """

    form: Form
    judges: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats
    labels: tuple[str, ...] | None = None
    standings: tuple[tuple[str | None, ...], ...] | None = None
    categories: tuple[str, ...] = ()
    declared: bool = True
    notes: tuple[str, ...] = ()
