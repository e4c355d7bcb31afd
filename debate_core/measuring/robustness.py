"""Would the outcome stand under another defensible choice? (SPEC AG-9)

Takes the deciding function as an argument, so it knows no rules. Invariant: one row a change, and
a row flips exactly when its call differs from the one being tested; a change that leaves what the
call rests on as it was is no test, and isn't counted as one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from debate_core.measuring.calibration import METHODS
from debate_core.measuring.table import PanelTable


class Decided(Protocol):
    """What a deciding function returns, as far as robustness looks."""

    @property
    def call(self) -> str: ...

    @property
    def gap(self) -> float | None: ...

    @property
    def rests_on(self) -> tuple[float | None, ...]:
        """The figures through which a calibration, or weights, could change the call."""


Decide = Callable[[PanelTable], Decided]
Kind = Literal["calibration", "weights", "judge"]


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change and what it makes of the outcome.

    ``gap`` is in points for weights and judges, else in the calibration's unit; ``judge`` is the
    index left out. ``same``: another calibration or other weights that left what the call rests on
    as it was, so that the call is the same by construction.
    """

    kind: Kind
    change: str
    call: str
    gap: float | None
    flips: bool
    same: bool = False
    judge: int | None = None


@dataclass(frozen=True, kw_only=True)
class Robustness:
    """The table of changes, and one sentence on it."""

    call: str
    changes: tuple[Change, ...]
    sentence: str

    @property
    def flips(self) -> tuple[Change, ...]:
        """The changes that alter the outcome."""
        return tuple(change for change in self.changes if change.flips)


def robustness(table: PanelTable, decide: Decide, names: Sequence[str] | None = None) -> Robustness:
    """The outcome under each calibration, equal weights, and each usable judge left out.

    ``names`` (one a judge) are for the words only.

    >>> from debate_core.measuring.table import panel_table
    >>> class Sign:
    ...     def __init__(self, table): self.gap = float(table.ratings[:, 0].mean() - 5)
    ...     rests_on = property(lambda self: (self.gap,))
    ...     call = property(lambda self: "pro" if self.gap > 0 else "con")
    >>> found = robustness(panel_table([[9, 5], [4, 5], [4, 5]], ["pro", "con"]), Sign)
    >>> [change.change for change in found.flips]
    ['without judge 1']
    """
    base = decide(table)
    rows: list[tuple[Kind, str, PanelTable, int | None]] = [
        ("calibration", f"calibration {method}", table.calibrated(method), None) for method in METHODS
    ]
    rows.append(("weights", "equal weights", table.equally_weighted(), None))
    for judge in table.usable:
        named = names[judge] if names else f"judge {judge + 1}"
        rows.append(("judge", f"without {named}", table.without_judge(judge), judge))
    changes = []
    for kind, words, changed, left in rows:
        found = decide(changed)
        flips = found.call != base.call
        same = kind != "judge" and not flips and _alike(found.rests_on, base.rests_on)
        changes.append(
            Change(
                kind=kind, change=words, call=found.call, gap=found.gap, flips=flips, same=same, judge=left
            )
        )
    return Robustness(call=base.call, changes=tuple(changes), sentence=_sentence(base.call, changes))


def _alike(first: Sequence[float | None], second: Sequence[float | None]) -> bool:
    """The same figures but for rounding."""
    pairs = zip(first, second, strict=True)
    return all(
        a is b or (a is not None and b is not None and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9))
        for a, b in pairs
    )


def _sentence(call: str, changes: Sequence[Change]) -> str:
    """What the table says, in one sentence."""
    named = {"pro": "a call for pro", "con": "a call for con", "no_call": "no call"}
    flipped = [change for change in changes if change.flips]
    idle = sum(change.same for change in changes)
    tried = f"{len(changes) - idle} changes that could alter it"
    if not flipped:
        return f"The outcome, {named[call]}, stands under all {tried}."
    words = "; ".join(f"{change.change} makes it {named[change.call]}" for change in flipped)
    return f"The outcome, {named[call]}, changes under {len(flipped)} of {tried}: {words}."
