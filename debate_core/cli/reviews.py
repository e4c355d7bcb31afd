"""`reviews export` and `reviews import`: people's scores of debates as CSV, for those who score elsewhere."""

import argparse
import json
import pathlib
import sys

from debate_core.cli.arguments import STORE
from debate_core.cli.options import FILE_OR_INPUT, opened
from debate_core.domain.errors import RecordUnreadable, SetUpError
from debate_core.domain.json_csv import in_json
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import capital
from debate_core.importing.reading import MOST_BYTES, bytes_of
from debate_core.library import reviews
from debate_core.library.library import page
from debate_core.reporting.people import read_reviews, reviews_csv
from debate_core.store import Store
from debate_core.store.events import ReviewGiven
from debate_core.store.record import Record
from debate_core.store.replay import load


def declare_reviews(command: argparse.ArgumentParser) -> None:
    ways = command.add_subparsers(required=True, metavar="export|import")
    text = "print arguments with people's scores"
    out = ways.add_parser("export", help=text, description=capital(f"{text}."), parents=[STORE])
    out.add_argument("id", nargs="*", help="debates (default: all)")
    out.set_defaults(act=act_export)
    taken = ways.add_parser(
        "import", help="read such a file", description="Read such a file.", parents=[STORE]
    )
    taken.add_argument("file", help=FILE_OR_INPUT)
    taken.set_defaults(act=act_import)


def _records(store: Store, names: list[str]) -> list[Record]:
    if names:
        return [load(store, name) for name in names]
    return [
        held
        for one in page(store)
        if one.kind in ("debate", "transcript") and one.fault is None and (held := _readable(store, one.id))
    ]


def _readable(store: Store, name: str) -> Record | None:
    """The record, or None where it can't be read, which is said."""
    try:
        return load(store, name)
    except RecordUnreadable as error:
        print(f"Left out: {error}", file=sys.stderr)
        return None


def act_export(options: argparse.Namespace) -> int:
    """Print the file; with `--json` the facts themselves."""
    store = opened(options)
    records = _records(store, options.id)
    texts = 0 if options.id else sum(one.kind == "artifact" and bool(one.reviewed) for one in page(store))
    if texts:
        left = f"what people scored of {pluralise(texts, 'text')}: this file is of debates"
        print(f"Left out: {left}; `report ID --json` has it", file=sys.stderr)
    if options.json:
        found = [{"debate": record.id, **one.model_dump()} for record in records for one in record.reviews]
        print(in_json(found))
    else:
        sys.stdout.write(reviews_csv(records))
    return 0


def act_import(options: argparse.Namespace) -> int:
    """Take the scores of a file: those that the store doesn't hold."""
    store = opened(options)
    try:
        given = (
            sys.stdin.buffer.read(MOST_BYTES + 1)
            if options.file == "-"
            else bytes_of(pathlib.Path(options.file))
        )
        if len(given) > MOST_BYTES:
            raise SetUpError(
                f"standard input holds over {MOST_BYTES // 1_000_000} MB, the most that can be taken in"
            )
        text = given.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SetUpError(f"{options.file} can't be read: {error}") from error
    taken = there = 0
    for record, review in read_reviews(text, {one.id: one for one in _records(store, [])}):
        now = load(store, record.id)
        if any(_said(one) == _said(review) for one in now.reviews):
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


def _said(review: ReviewGiven) -> tuple[object, ...]:
    return review.person, review.argument, dict(review.scores), review.standing, review.reason
