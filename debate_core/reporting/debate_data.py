"""A debate for programs: its facts as JSON, and its scores as CSV: a line a judge, argument and dimension, and after a
discussion for each round in which the judge answered. `round` 1 is the result."""

from collections.abc import Iterator, Mapping
from typing import Any

from debate_core.events import STANDING
from debate_core.json_csv import in_csv
from debate_core.judging.judging import INDEPENDENT
from debate_core.report.shape import Report
from debate_core.reporting.agreement import sides_enough_text
from debate_core.reporting.lead import robustness_text
from debate_core.reporting.scores import help_text, why_text
from debate_core.reporting.verdict import if_settled_text
from debate_core.reviews import SETTLED, settled_cells

HEAD = (
    *("judge", "model", "status", "argument", "side", "dimension", "score", "standing", "simulated"),
    *("example", "panel", "cause", *SETTLED, "round"),
)


def report_values(found: Report) -> dict[str, Any]:
    """The report as values for JSON: each null with its reason, and under the keys of earlier versions sentences."""
    values: dict[str, Any] = found.model_dump(mode="json", by_alias=True)
    values["robustness_sentence"] = robustness_text(found) or None
    if found.robustness is None:
        values.setdefault("why_null", {})["robustness_sentence"] = found.robustness_reason
    values["sides_study"]["sentence"] = sides_enough_text(found)
    if values["if_settled"]:
        values["if_settled"]["sentence"] = if_settled_text(found)
    for row, shown in zip(found.arguments, values["arguments"], strict=True):
        shown["why"] = why_text(found, row) if row.divergent else None
    for one, shown in zip(found.helps, values["helps"], strict=True):
        shown["text"] = help_text(found, one)
    return values


def scores_csv(found: Report) -> str:
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
    """Each round: who answered (None: whoever was asked), and the scores and standings as of it."""
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
