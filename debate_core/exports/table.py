"""A report's scores as CSV: one line per judge, argument and dimension; after a deliberation also one for each round in
which the judge answered.

Knows the report only. `round` 1 is the scores given alone, the result. Invariant: no cell begins a spreadsheet formula;
a missing score is an empty cell. What is true of the whole debate (`simulated`, `example`: who wrote it, `panel`: how
many judges scored) stands on every line.
"""

from collections.abc import Iterator, Mapping

from debate_core.events import STANDING
from debate_core.exports.sections import in_csv
from debate_core.judging.judging import INDEPENDENT
from debate_core.report.shape import Report, SettledRow
from debate_core.reviews import standing_said

SETTLED = ("settled", "settled_by", "settled_following", "settled_because")
"""Of each argument, on each of its lines: what `settled_cells` gives."""
HEAD = (
    *("judge", "model", "status", "argument", "side", "dimension", "score", "standing", "simulated"),
    *("example", "panel", "cause", *SETTLED, "round"),
)


def as_csv(found: Report) -> str:
    """Every score that was asked for, missing ones as empty cells."""
    return in_csv([HEAD, *_lines(found)])


def _lines(found: Report) -> Iterator[tuple[object, ...]]:
    # `yes`, `no`, or `partly simulated` and what.
    simulated = {"simulated": "yes", "": "no"}.get(found.simulated_said, found.simulated_said)
    whole = (simulated, found.example or "no", found.judges_said)
    for number, answered, given in _rounds(found):
        for judge in found.judges:
            if answered is not None and judge.name not in answered:
                continue
            for row in found.arguments:
                settled = settled_cells(found.settlement(row.id))
                standing = given.get((judge.name, row.id, STANDING), "")
                for dimension in row.by_dimension:
                    score = given.get((judge.name, row.id, dimension), "")
                    asked = (judge.name, judge.model or "person", judge.status, row.id, row.side, dimension)
                    yield (*asked, score, standing, *whole, judge.cause, *settled, number)


def _rounds(found: Report) -> Iterator[tuple[int, set[str] | None, Mapping[tuple[str, str, str], int | str]]]:
    """Each round with who answered in it (None: whoever was asked), and the scores and standings as of it, by judge,
    argument and dimension."""
    given: dict[tuple[str, str, str], int | str] = {
        (judge.name, row.id, dimension): score
        for judge in found.judges
        for row in found.arguments
        for dimension, score in judge.scores.get(row.id, {}).items()
    }
    for row in found.arguments:
        given |= {(name, row.id, STANDING): said for name, said in row.standings.items() if said}
    yield INDEPENDENT, None, given
    for one in found.deliberation or ():
        given |= {(move.judge, move.argument, move.dimension): move.after for move in one.moves}
        yield one.round, {part.judge for part in one.evaluations if part.doing in ("held", "moved")}, given


def settled_cells(one: SettledRow | None) -> tuple[str, ...]:
    """As what, by whom, following whom and why an argument was settled; empty where it wasn't.

    >>> settled_cells(SettledRow(argument="PRO-2", standing=None, follows=("A", "B"), reason="Unknowable", by="Ana"))
    ('irresolvable', 'Ana', 'A, B', 'Unknowable')
    """
    if one is None:
        return ("",) * len(SETTLED)
    return standing_said(one.standing), one.by, ", ".join(one.follows), one.reason
