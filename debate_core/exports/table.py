"""A report's scores as CSV: one line per judge, argument and dimension.

Knows the report only. Invariant: no cell begins a spreadsheet formula; a missing score is an empty cell. What is true
of the whole debate (`simulated`, `example`: who wrote it, `panel`: how many judges scored) stands on every line.
"""

import io

from defusedcsv import csv

from debate_core.report.shape import Report, SettledRow
from debate_core.reviews import standing_said

SETTLED = ("settled", "settled_by", "settled_following", "settled_because")
"""Of each argument, on each of its lines: what `settled_cells` gives."""
HEAD = (
    *("judge", "model", "status", "argument", "side", "dimension", "score", "standing", "simulated"),
    *("example", "panel", "cause", *SETTLED),
)


def as_csv(found: Report) -> str:
    """Every score that was asked for, missing ones as empty cells."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    # `yes`, `no`, or `partly simulated` and what.
    simulated = {"simulated": "yes", "": "no"}.get(found.simulated_said, found.simulated_said)
    whole = (simulated, found.example or "no", found.judges_said)
    for judge in found.judges:
        for row in found.arguments:
            standing = row.standings.get(judge.name) or ""
            settled = settled_cells(found.settlement(row.id))
            for dimension in row.by_dimension:
                score = judge.scores.get(row.id, {}).get(dimension, "")
                asked = (judge.name, judge.model or "person", judge.status, row.id, row.side, dimension)
                writer.writerow((*asked, score, standing, *whole, judge.cause or "", *settled))
    return out.getvalue()


def settled_cells(one: SettledRow | None) -> tuple[str, ...]:
    """As what, by whom, following whom and why an argument was settled; empty where it wasn't.

    >>> settled_cells(SettledRow(argument="PRO-2", standing=None, follows=("A", "B"), reason="Unknowable", by="Ana"))
    ('irresolvable', 'Ana', 'A, B', 'Unknowable')
    """
    if one is None:
        return ("",) * len(SETTLED)
    return standing_said(one.standing), one.by, ", ".join(one.follows), one.reason
