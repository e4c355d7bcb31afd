"""A report's scores as CSV: one line per judge, argument and dimension.

Knows the report only. Invariant: no cell begins a spreadsheet formula; a missing score is an empty cell.
"""

import io

from defusedcsv import csv

from debate_core.report.shape import Report

HEAD = ("judge", "model", "status", "argument", "side", "dimension", "score", "standing", "simulated")


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
                        "yes" if found.simulated else "no",
                    )
                )
    return out.getvalue()
