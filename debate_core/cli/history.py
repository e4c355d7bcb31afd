"""`truth`, `history`, `people` and `reviews`: what proved true, and what people and the past say of judges."""

import argparse
import json
import sys
from typing import get_args

from debate_core.cli import STORE, add_command
from debate_core.cli.options import FILE_OR_INPUT, print_as, read_input, store_to_read
from debate_core.domain.bounds import MAX_REASON, within
from debate_core.domain.errors import RecordUnreadable, only_with
from debate_core.domain.numerals import pluralise
from debate_core.domain.rubric import Ballot
from debate_core.domain.wording import capital, in_json
from debate_core.importing.documents.text import decode
from debate_core.importing.files import MAX_BYTES
from debate_core.library import reviews
from debate_core.library.library import list_summaries, read_history_entries
from debate_core.library.people import people_report
from debate_core.library.track_record import past_report
from debate_core.reporting.history import history_document
from debate_core.reporting.people import people_document, people_values, read_reviews, reviews_csv
from debate_core.store import Store
from debate_core.store.events import OutcomeKnown, ReviewGiven
from debate_core.store.record import Record, load

TAKE_BACK = "UNKNOWN"


def declare_truth(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="its id")
    words = (*get_args(Ballot), TAKE_BACK)
    command.add_argument("outcome", choices=words, type=str.upper, help="the right side")
    command.add_argument("--reason", default="", help=f"how you know ({MAX_REASON:,} characters)")


def declare_history(command: argparse.ArgumentParser) -> None:
    command.add_argument("--before", metavar="ID", help="only debates before this one")
    command.add_argument("--dimensions", action="store_true", help="with --json: dimensions, not judges")


def act_truth(options: argparse.Namespace) -> int:
    reason = within("--reason", options.reason, MAX_REASON)
    store = store_to_read(options)
    load(store, options.id)
    outcome: Ballot | None = None if options.outcome == TAKE_BACK else options.outcome
    store.append(options.id, [OutcomeKnown(outcome=outcome, reason=reason)])
    record = load(store, options.id)
    counts = any(one.debate == record.id for one in read_history_entries(store))
    if options.json:
        known = record.true_outcome
        print(in_json({"debate": record.id, "true_outcome": known and known.model_dump(), "counts": counts}))
        return 0
    print(f"{record.id}: true outcome {options.outcome}")
    if not counts:
        why = "it was imported" if record.concluded else "it has not finished"
        why = "it is an example" if record.example is not None else record.judging.defect or why
        print(f"Not counted in judges' history. {capital(why).rstrip('.')}.")
    return 0


def act_history(options: argparse.Namespace) -> int:
    if options.dimensions and not options.json:
        raise only_with("--dimensions", "--json")
    store = store_to_read(options)
    before = load(store, options.before) if options.before else None
    result = past_report(read_history_entries(store, before))
    part = "dimensions" if options.dimensions else "judges"
    return print_as(options, lambda: result.model_dump(mode="json")[part], lambda: history_document(result))


def act_people(options: argparse.Namespace) -> int:
    result = people_report(store_to_read(options))
    return print_as(options, lambda: people_values(result), lambda: people_document(result))


def declare_reviews(command: argparse.ArgumentParser) -> None:
    ways = command.add_subparsers(required=True, metavar="export|import")
    out = add_command(ways, "export", "print arguments with people's scores", STORE)
    out.add_argument("id", nargs="*", help="debates (default: all)")
    out.set_defaults(act=act_export)
    into = add_command(ways, "import", "read such a file", STORE)
    into.add_argument("file", help=FILE_OR_INPUT)
    into.set_defaults(act=act_import)


def _records(store: Store, names: list[str]) -> list[Record]:
    if names:
        return [load(store, name) for name in names]
    debates = [one for one in list_summaries(store) if one.kind in ("debate", "transcript")]
    return [record for one in debates if not one.fault and (record := _readable(store, one.id))]


def _readable(store: Store, name: str) -> Record | None:
    try:
        return load(store, name)
    except RecordUnreadable as error:
        print(f"Left out: {error}", file=sys.stderr)
        return None


def act_export(options: argparse.Namespace) -> int:
    store = store_to_read(options)
    records = _records(store, options.id)
    texts = [one for one in list_summaries(store) if one.kind == "artifact" and one.reviewed]
    if texts and not options.id:
        left = f"what people scored of {pluralise(len(texts), 'text')}: this file is of debates"
        print(f"Left out: {left}; `report ID --json` has it", file=sys.stderr)
    if options.json:
        rows = [{"debate": record.id, **one.model_dump()} for record in records for one in record.reviews]
        print(in_json(rows))
    else:
        sys.stdout.write(reviews_csv(records))
    return 0


def act_import(options: argparse.Namespace) -> int:
    store = store_to_read(options)
    text = decode(*read_input(options.file, MAX_BYTES))
    taken = there = 0
    for record, review in read_reviews(text, {one.id: one for one in _records(store, [])}):
        now = load(store, record.id)
        if any(_review_content(one) == _review_content(review) for one in now.reviews):
            there += 1
            continue
        seen = reviews.seen_where(store, record.id, (review.person,), review.argument)
        if seen and review.blind:
            review = review.model_copy(update={"blind": False, "cause": f"scores seen before: {seen}"})
        reviews.give(store, now, review)
        taken += 1
    if options.json:
        print(json.dumps({"taken": taken, "already_there": there}))
    else:
        print(f"{taken} taken" + (f", {there} already there" if there else ""))
    return 0


def _review_content(review: ReviewGiven) -> tuple[object, ...]:
    return review.person, review.argument, dict(review.scores), review.standing, review.reason
