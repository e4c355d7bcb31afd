"""Labels of a table: out of what they are, and whether they have an order.

Knows a table that was read and how its cells were; not files. Invariant: an order is one that was declared, that of the
four standings, or that of numbers at ordinal level; labels that were only met have none.
"""

from dataclasses import replace

import numpy as np

from debate_core.measuring.arrays import Ints
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level, encode
from debate_core.ratings.cells import Cells, Known, LabelsMet, Numbers, number_in, standing_in
from debate_core.ratings.lines import shown
from debate_core.ratings.table import RatingsTable

STEPS = 50
"""So many different numbers at ordinal level are labels with an order too."""


def with_labels(table: RatingsTable, cells: Cells | None, level: Level) -> RatingsTable:
    """The table with what its scores were read as, if labels, in their order; standings, if it has them, stay what
    kappa is of."""
    if isinstance(cells, Numbers) and level == "ordinal" and table.places is None:
        return _steps(table)
    if not isinstance(cells, LabelsMet | Known):
        return table
    labels, declared = tuple(cells.labels), True
    if isinstance(cells, LabelsMet):
        labels, order, declared = _arranged(cells.labels)
        # A place that is missing becomes the last one of these.
        moved = np.append(order, np.nan)[np.nan_to_num(table.ratings, nan=-1).astype(np.int64)]
        table = replace(table, ratings=moved, notes=(*table.notes, *_label_notes(labels, declared)))
    if table.places is not None:
        return replace(table, labels=labels)
    ordered = declared and (level == "ordinal" or labels == STANDINGS)
    return replace(
        table, labels=labels, categories=labels, places=table.ratings, declared=declared, ordered=ordered
    )


def _steps(table: RatingsTable) -> RatingsTable:
    """Numbers at ordinal level as steps in ascending order: those that were given."""
    values, places = encode(table.ratings)
    if not 2 <= values.size <= STEPS:
        return table
    steps = tuple(_spelled(f"{value!r}") for value in values.tolist())
    found = np.where(places < 0, np.nan, places.astype(np.float64))
    return replace(table, places=found, categories=steps, declared=False, ordered=True)


def _arranged(found: list[str]) -> tuple[tuple[str, ...], Ints, bool]:
    """The labels, where each one's place has gone, and whether they are known to be all."""
    if found and {standing_in(label) for label in found} <= set(STANDINGS):
        places = [STANDINGS.index(standing_in(label)) for label in found]
        return STANDINGS, np.array(places), True
    ranked = sorted(range(len(found)), key=lambda place: _rank(found[place]))
    order = np.empty(len(found), dtype=np.int64)
    order[ranked] = np.arange(len(found))
    return tuple(_spelled(found[place]) for place in ranked), order, False


def _rank(label: str) -> tuple[bool, float, str]:
    """Numbers first, then text."""
    value = number_in(label)
    return (True, 0.0, label) if value is None else (False, value, "")


def _spelled(label: str) -> str:
    """A number the same whichever way it was written first."""
    value = number_in(label)
    return label if value is None else repr(value).removesuffix(".0")


def _label_notes(labels: tuple[str, ...], standings: bool) -> list[str]:
    if standings:
        return ["The labels were read as the four standings: all four count, and they have an order."]
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(" ".join(label.casefold().split()), []).append(label)
    return [
        f"{' and '.join(shown(label) for label in group)} count as different labels."
        for group in alike.values()
        if len(group) > 1
    ]
