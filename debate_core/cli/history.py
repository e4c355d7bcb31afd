"""`truth`, `history` and `people`: which side turned out to be right, and what that, the past and people who scored
blind say of the judges."""

import argparse
import sys
from typing import get_args

from debate_core.cli.options import opened
from debate_core.domain.bounds import REASON_MOST, within
from debate_core.domain.json_csv import in_json
from debate_core.domain.score_sheet import Ballot
from debate_core.library.library import lessons
from debate_core.library.people import people_report
from debate_core.library.track_record import past_report
from debate_core.reporting.formats import plain_text
from debate_core.reporting.history import history_document
from debate_core.reporting.people import people_document, people_values
from debate_core.store.events import OutcomeKnown
from debate_core.store.replay import load

TAKE_BACK = "unknown"


def declare_truth(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="its id")
    words = (*get_args(Ballot), TAKE_BACK)
    command.add_argument("outcome", choices=words, type=_outcome, help="the right side")
    command.add_argument("--reason", default="", help=f"how you know ({REASON_MOST:,} characters)")


def _outcome(text: str) -> str:
    return text.lower() if text.lower() == TAKE_BACK else text.upper()


def declare_history(command: argparse.ArgumentParser) -> None:
    command.add_argument("--before", metavar="ID", help="only debates before this one")
    told = "with --json: dimensions instead of judges"
    command.add_argument("--dimensions", action="store_true", help=told)


def act_truth(options: argparse.Namespace) -> int:
    """Record the true outcome of a debate, or take it back."""
    reason = within("--reason", options.reason, REASON_MOST)
    store = opened(options)
    load(store, options.id)
    said: Ballot | None = None if options.outcome == TAKE_BACK else options.outcome
    store.append(options.id, [OutcomeKnown(outcome=said, reason=reason)])
    record = load(store, options.id)
    counts = record.concluded and record.example is None
    if options.json:
        known = record.true_outcome
        found = {"debate": record.id, "true_outcome": known and known.model_dump(), "counts": counts}
        print(in_json(found))
        return 0
    print(f"{record.id}: true outcome {options.outcome}")
    if not counts:
        why = "it is an example" if record.example is not None else "it has not finished"
        print(f"Not counted in judges' history: {why}.")
    return 0


def act_history(options: argparse.Namespace) -> int:
    """Print what finished debates say of each judge with its model, and of each dimension."""
    store = opened(options)
    before = load(store, options.before) if options.before else None
    found = past_report(lessons(store, before))
    if options.json:
        told = found.model_dump(mode="json")["dimensions" if options.dimensions else "judges"]
        print(in_json(told))
    else:
        sys.stdout.write(plain_text(history_document(found)))
    return 0


def act_people(options: argparse.Namespace) -> int:
    """Print what people's scores say beside the judges'."""
    found = people_report(opened(options))
    text = in_json(people_values(found)) if options.json else plain_text(people_document(found))
    sys.stdout.write(text.rstrip("\n") + "\n")
    return 0
