"""Would the outcome stand under another defensible choice? A change that can't alter what the call rests on is no test.

Source: our own choice of changes, in the manner of a multiverse analysis (S. Steegen et al., Perspect. Psychol. Sci. 11
(2016), 702-712); see docs/method.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from debate_core.domain.numerals import TOLERANCE, share_words
from debate_core.measuring.calibration import METHODS
from debate_core.measuring.shared_errors import ASSUMED
from debate_core.measuring.table import PanelTable

Decision = Literal["pro", "con", "no_call"]
Kind = Literal["calibration", "weights", "judge", "scores", "shared", "people"]
WITH_PEOPLE, WITHOUT_PEOPLE = "with people's scores", "without people's scores"
TRIMMED = "without each argument's highest and lowest score"
IN_COMMON = "of errors in common"


class Decided(Protocol):
    """What a deciding function returns, as far as robustness looks."""

    @property
    def call(self) -> Decision: ...

    @property
    def gap(self) -> float | None: ...

    @property
    def barred(self) -> bool:
        """Whether no score could have named a side."""
        ...

    @property
    def rests_on(self) -> tuple[float | None, ...]:
        """The figures through which a calibration, or weights, could change the call."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """The same panel under one other choice; ``judge`` is the index left out, ``scores``: extreme ones left out of the
    gap, ``shared``: the same table, with that ``share`` of the judges' error variance in common; ``people``: with all
    of them, or none; ``rules``: the same table, decided by others."""

    kind: Kind
    change: str
    table: PanelTable
    judge: int | None = None
    share: float = 0.0


@dataclass(frozen=True, kw_only=True)
class CallChange:
    """One change and what it makes of the outcome.

    ``gap`` is in points for weights and judges, else in the calibration's unit; ``judge`` is the
    index left out. ``same``: another calibration, other weights or errors in common that left what the call
    rests on as it was, so that the call is the same by construction; a wider interval, or too few judges, name nobody
    either.
    """

    kind: Kind
    change: str
    call: Decision
    gap: float | None
    flips: bool
    same: bool = False
    judge: int | None = None


def variants(
    table: PanelTable, with_people: PanelTable | None = None, also_shared: float | None = None
) -> tuple[Variant, ...]:
    """The panel under each calibration, with equal weights, with each usable judge or person left out, from 4 on with
    extreme scores left out, with errors in common, and without the people; where they are not on it, with them, as
    ``with_people`` has it, if anybody could be. ``also_shared``: one more share of errors in common to try.

    >>> from debate_core.measuring.table import panel_table
    >>> [one.change for one in variants(panel_table([[9, 5], [4, 5]], ["pro", "con"]))][4:-2]
    ['calibration additive', 'equal weights', 'without judge 1', 'without judge 2', '20% of errors in common']
    """
    changed = [
        Variant(kind="calibration", change=f"calibration {method}", table=table.calibrated(method))
        for method in METHODS
    ]
    changed.append(Variant(kind="weights", change="equal weights", table=table.equally_weighted()))
    for judge in table.usable:
        if judge == table.judges and table.people == 1:
            continue  # The panel without people, below.
        words, left = f"without {table.named([judge])}", table.without_judge(judge)
        changed.append(Variant(kind="judge", change=words, table=left, judge=judge))
    if trimmed := table.trimmed():
        changed.append(Variant(kind="scores", change=TRIMMED, table=trimmed))
    for share in sorted({*ASSUMED, *([] if also_shared is None else [also_shared])}):
        words = f"{share_words(share)} {IN_COMMON}"
        changed.append(Variant(kind="shared", change=words, table=table, share=share))
    if table.people:
        changed.append(Variant(kind="people", change=WITHOUT_PEOPLE, table=table.without_people()))
    elif with_people:
        changed.append(Variant(kind="people", change=WITH_PEOPLE, table=with_people))
    return tuple(changed)


def robustness(
    base: Decided, changed: Sequence[Variant], decided: Sequence[Decided]
) -> tuple[CallChange, ...]:
    """The outcome beside what was decided on each variant, in their order. Raises ValueError for unequal numbers.

    >>> from types import SimpleNamespace as Found
    >>> from debate_core.measuring.table import panel_table
    >>> tried = variants(panel_table([[9, 5], [4, 5], [4, 5]], ["pro", "con"]))
    >>> pro = Found(call="pro", gap=1.0, rests_on=(1.0,), barred=False)
    >>> con = Found(call="con", gap=-1.0, rests_on=(-1.0,), barred=False)
    >>> found = robustness(pro, tried, [pro] * 6 + [con] + [pro] * 5)
    >>> [change.change for change in found if change.flips]
    ['without judge 1']
    """
    changes = []
    for one, outcome in zip(changed, decided, strict=True):
        flips = outcome.call != base.call
        changes.append(
            CallChange(
                kind=one.kind,
                change=one.change,
                call=outcome.call,
                gap=outcome.gap,
                flips=flips,
                same=not flips and _no_test(one, outcome, base),
                judge=one.judge,
            )
        )
    return tuple(changes)


def _no_test(one: Variant, outcome: Decided, base: Decided) -> bool:
    if base.call == "no_call" and (one.kind == "shared" or outcome.barred):
        return True
    return one.kind in ("calibration", "weights", "shared") and _alike(outcome.rests_on, base.rests_on)


def _alike(first: Sequence[float | None], second: Sequence[float | None]) -> bool:
    pairs = zip(first, second, strict=True)
    return all(
        a is b
        or (a is not None and b is not None and math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE))
        for a, b in pairs
    )
