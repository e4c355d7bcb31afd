"""`truth` and `history`: which side turned out to be right, and what that and the past say of each judge.

Knows the library, the log's facts and the history. Invariant: `truth` adds a fact and changes none.
"""

import argparse
import json
from typing import Any, get_args

from debate_core.cli.opened import opened
from debate_core.errors import SetUpError
from debate_core.events import REASON_MOST, OutcomeKnown
from debate_core.history import History, JudgeAndModel, fold_history
from debate_core.library import lessons
from debate_core.measuring.weights import ENOUGH_DEBATES, JudgeHistory, shrunken_variances
from debate_core.numerals import number, percent
from debate_core.replay import load
from debate_core.scoresheet import Ballot

TAKE_BACK = "unknown"
OUTCOMES = (*get_args(Ballot), TAKE_BACK)


def act_truth(options: argparse.Namespace) -> int:
    """Record the true outcome of a debate, or take it back."""
    reason = options.reason.strip()
    if len(reason) > REASON_MOST:
        raise SetUpError(f"--reason: expected at most {REASON_MOST} characters, got {len(reason)}")
    store = opened(options)
    load(store, options.id)
    said: Ballot | None = None if options.outcome == TAKE_BACK else options.outcome
    store.append(options.id, [OutcomeKnown(outcome=said, reason=reason)])
    record = load(store, options.id)
    counts = record.progress == "finished" and record.example is None
    if options.json:
        known = record.true_outcome
        found = {"debate": record.id, "true_outcome": known and known.model_dump(), "counts": counts}
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    print(f"{record.id}: true outcome {options.outcome}")
    if not counts:
        why = "it is an example" if record.example is not None else "it has not finished"
        print(f"It does not count in the judges' history: {why}.")
    return 0


def act_history(options: argparse.Namespace) -> int:
    """Print what the store's finished debates say of each judge with its model."""
    rows = rows_of(fold_history(lessons(opened(options))))
    if options.json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    for row in rows:
        print(f"{row['judge']} · {row['model']}\n  {_accuracy(row)}\n  {_precision(row)}")
    if not rows:
        print("No finished debate yet: nothing is known of any judge.")
    return 0


def rows_of(history: History) -> list[dict[str, Any]]:
    """One row a judge and model, by name; what is not known of it is None."""
    known = sorted(history.judges.items())
    variances = shrunken_variances([found.variances for _, found in known])
    return [
        _row(who, found, None if variances is None else float(variances[place]))
        for place, (who, found) in enumerate(known)
    ]


def _row(who: JudgeAndModel, found: JudgeHistory, variance: float | None) -> dict[str, Any]:
    return {
        "judge": who[0],
        "model": who[1],
        "right": found.right,
        "known": found.known,
        "accuracy": found.accuracy if found.known else None,
        "shrunken_accuracy": found.shrunken_accuracy if found.known else None,
        "debates": len(found.variances),
        "error_variance": variance if len(found.variances) >= ENOUGH_DEBATES else None,
    }


def _accuracy(row: dict[str, Any]) -> str:
    if not row["known"]:
        return "no true outcome is known of a debate it judged"
    return (
        f"right in {row['right']} of {row['known']} debates whose true outcome is known "
        f"({percent(row['accuracy'])}; shrunken toward one half: {percent(row['shrunken_accuracy'])})"
    )


def _precision(row: dict[str, Any]) -> str:
    said = f"precision known from {row['debates']} debate{'' if row['debates'] == 1 else 's'}"
    if row["error_variance"] is None:
        return f"{said}; its own counts from {ENOUGH_DEBATES} on"
    return f"{said}: error variance {number(row['error_variance'], 2)} points², shrunken to the others'"
