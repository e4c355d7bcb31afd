"""What people settled, in words: one phrase for every page and export.

Knows a report's rows only. Invariant: who settled it and why is never left out.
"""

from collections.abc import Callable

from debate_core.numerals import listed
from debate_core.report.shape import ArgumentRow, Report, SettledRow
from debate_core.reviews import standing_said


def settled_words(one: SettledRow, shown: Callable[[str], str] = str) -> str:
    """As what an argument was settled, following whom, by whom and why. `shown` makes people's words fit for where the
    phrase goes.

    >>> settled_words(SettledRow(argument="PRO-2", standing=None, follows=("Risk",), reason="Unknowable", by="Ana"))
    'settled as irresolvable by Ana, following Risk: Unknowable'
    """
    follows = f", following {listed([shown(name) for name in one.follows])}" if one.follows else ""
    return f"settled as {standing_said(one.standing)} by {shown(one.by)}{follows}: {shown(one.reason)}"


def marks(found: Report, row: ArgumentRow) -> str:
    """What stands behind an argument's id: whether the judges part on it, and as what it was settled."""
    settled = found.settlement(row.id)
    said = ["divergent"] if row.divergent else []
    return ", ".join([*said, f"settled as {standing_said(settled.standing)}"] if settled else said)


def settled_lines(found: Report, shown: Callable[[str], str] = str) -> list[str]:
    """A line for each settled argument, and what the outcome would be if the judges had not parted on them."""
    lines = [f"{one.argument} was {settled_words(one, shown)}" for one in found.settled]
    return [*lines, shown(found.if_settled.sentence)] if found.if_settled else lines
