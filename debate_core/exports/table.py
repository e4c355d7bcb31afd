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
    for judge in found.judges:
        for row in found.arguments:
            scores = judge.scores.get(row.id, {})
            for dimension in row.by_dimension:
                writer.writerow(
                    (
                        judge.name,
                        judge.model,
                        judge.status,
                        row.id,
                        row.side,
                        dimension,
                        scores.get(dimension, ""),
                        row.standings.get(judge.name) or "",
                        _simulated(found),
                        found.example or "no",
                        found.judges_said,
                        judge.cause or "",
                    )
                )
    return out.getvalue()


def _simulated(found: Report) -> str:
    """`yes`, `no`, or `partly simulated` and what."""
    return {"simulated": "yes", "": "no"}.get(found.simulated_said, found.simulated_said)
