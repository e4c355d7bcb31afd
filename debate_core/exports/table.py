"""A report's scores as CSV: one line per judge, argument and dimension.

Knows the report only. Invariant: no cell begins a spreadsheet formula; a missing score is an empty cell. What is true
of the whole debate (`simulated`, `example`: who wrote it, `panel`: how many judges scored) stands on every line.
"""

import io

from defusedcsv import csv

from debate_core.report.shape import Report

HEAD = (
    *("judge", "model", "status", "argument", "side", "dimension", "score", "standing", "simulated"),
    *("example", "panel", "cause"),
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
            for dimension in row.by_dimension:
                score = judge.scores.get(row.id, {}).get(dimension, "")
                asked = (judge.name, judge.model, judge.status, row.id, row.side, dimension)
                writer.writerow((*asked, score, standing, *whole, judge.cause or ""))
    return out.getvalue()
