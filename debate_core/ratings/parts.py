"""The items of a table as its rows name them, and the dimension, segment and cluster each belongs to.

Knows rows and roles. Invariant: an item is in one segment and one cluster, on all of its lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from debate_core.ratings.lines import Faults, Row, shown
from debate_core.ratings.table import RatingsTable
from debate_core.ratings.told import Role

BETWEEN = " · "
"""Between an item and its dimension in the name of both."""


class Parts:
    """Places (from 0) for items, or for items on dimensions, as they are met."""

    def __init__(self, roles: Mapping[Role, int]) -> None:
        self.names: list[str] = []
        self._dimension_at = roles.get("dimension")
        self._part_at: dict[Role, int] = {
            role: roles[role] for role in ("segment", "cluster") if role in roles
        }
        self._items: dict[str, int] = {}
        self._places: dict[str | tuple[str, str], int] = {}
        self._dimensions: list[str] = []
        self._of: list[str] = []
        self._parts: dict[tuple[Role, str], tuple[str, int]] = {}

    @property
    def known(self) -> Mapping[str, int]:
        """The place of each item met so far where nothing but its name tells it; grows while reading."""
        return self._items if self._dimension_at is None and not self._part_at else {}

    @classmethod
    def named(cls, items: Sequence[str]) -> Parts:
        """Items without parts."""
        found = cls({})
        found.names, found._of = list(items), list(items)
        found._items = {item: place for place, item in enumerate(items)}
        return found

    def place(self, row: Row, item: str, faults: Faults) -> int:
        """The place of a row's item, a new one where it was not met; faults where its parts don't hold together."""
        key: str | tuple[str, str] = item
        if self._dimension_at is not None:
            key = item, row.cells[self._dimension_at]
            if not key[1]:
                faults.add(row.line, "a dimension's name", "none")
        for role, at in self._part_at.items():
            self._check(role, row, at, item, faults)
        found = self._places.setdefault(key, len(self._places))
        if found == len(self.names):
            self._items.setdefault(item, len(self._items))
            self._of.append(item)
            self._dimensions.append(key[1] if isinstance(key, tuple) else "")
            self.names.append(BETWEEN.join(key) if isinstance(key, tuple) else item)
        return found

    def _check(self, role: Role, row: Row, at: int, item: str, faults: Faults) -> None:
        name = row.cells[at]
        first, line = self._parts.setdefault((role, item), (name, row.line))
        if not name:
            faults.add(row.line, f"a {role}'s name", "none")
        elif name != first:
            expected = f"every item in one {role} (--leave-out leaves a column out)"
            faults.add(
                row.line, expected, f"{shown(name)} for item {shown(item)}, {shown(first)} on line {line}"
            )

    def table(self, **more: Any) -> RatingsTable:
        """The table of these items; without a cluster column, an item's dimensions are a cluster."""
        split = self._dimension_at is not None
        parts = {
            role: tuple(self._parts[role, item][0] for item in self._of) if role in self._part_at else None
            for role in ("segment", "cluster")
        }
        return RatingsTable(
            items=tuple(self.names),
            subjects=len(self._items),
            dimensions=tuple(self._dimensions) if split else None,
            segments=parts["segment"],
            clusters=parts["cluster"] or (tuple(self._of) if split else None),
            **more,
        )
