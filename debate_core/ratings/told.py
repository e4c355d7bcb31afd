"""What somebody said of a table beyond its text: what can't be told from it is asked, and answered here.

Knows options, no table. Invariant: nothing that was said is second to what a table looks like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from debate_core.ratings.lines import Separator

Role = Literal["judge", "item", "score", "standing", "dimension", "segment", "cluster"]
"""What a column can be: who scored, what was scored, how; and which part of the items it belongs to."""
ROLES: tuple[Role, ...] = ("judge", "item", "score", "standing", "dimension", "segment", "cluster")
RowsAre = Literal["judges", "items"]


@dataclass(frozen=True, kw_only=True)
class Told:
    """``rows``: what each row of a wide table is. ``columns``: the column's name for a role. ``left_out``: columns that
    don't count. ``missing``: marks of a missing score beside the usual ones. ``decimal_comma``: 7,5 is 7.5."""

    separator: Separator | None = None
    rows: RowsAre | None = None
    columns: Mapping[Role, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    decimal_comma: bool = False


NOTHING = Told()
