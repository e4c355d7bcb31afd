"""`report`, `list` and `replay`: what the store holds, and what it means.

Knows the store, the fold and the report; asks no model. Invariant: looking changes nothing.
"""

import argparse
import datetime
import json
import sys

from debate_core.cli.reading import settings_of
from debate_core.errors import SetUpError
from debate_core.exports.markdown import as_markdown
from debate_core.exports.plain import as_plain
from debate_core.exports.table import as_csv
from debate_core.history import history_before
from debate_core.record import Record
from debate_core.replay import load
from debate_core.report import report
from debate_core.settings import store_path
from debate_core.store import Store


def act_report(options: argparse.Namespace) -> int:
    """Print one debate's report."""
    if options.json and options.form not in (None, "json"):
        raise SetUpError(f"--json: expected no --as beside it, or --as json; got --as {options.form}")
    store = Store(store_path(options.store))
    print_report(store, load(store, options.id), options)
    return 0


def act_list(options: argparse.Namespace) -> int:
    """Print every stored debate, newest first."""
    store = Store(store_path(options.store))
    rows = [(load(store, listing.id), store.conducted(listing.id)) for listing in store.records()]
    if options.json:
        print(json.dumps([_row(*row) for row in rows], ensure_ascii=False, indent=2))
        return 0
    for held, conducted in rows:
        row = _row(held, conducted)
        mark = " (simulated)" if held.simulated else ""
        print(
            f"{row['id']}  {row['opened']}  {row['status']:<11}  {held.judges_said:<15}  {row['topic']}{mark}"
        )
    if not rows:
        print('No debates yet. Begin one with: python -m debate_core run --topic "…"', file=sys.stderr)
    return 0


def act_replay(options: argparse.Namespace) -> int:
    """Print a debate's events as JSON lines."""
    store = Store(store_path(options.store))
    store.find(options.id)
    for stored in store.read(options.id, upto=options.upto):
        print(stored.model_dump_json())
    return 0


def print_report(store: Store, held: Record, options: argparse.Namespace) -> None:
    """Print the report of a record in the form the options ask for."""
    found = report(held, history_before(store, held), settings_of(options))
    form = getattr(options, "form", None) or ("json" if options.json else "plain")
    text = {
        "json": lambda: found.model_dump_json(indent=2, by_alias=True),
        "md": lambda: as_markdown(found),
        "csv": lambda: as_csv(found),
        "plain": lambda: as_plain(found),
    }[form]()
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def _row(held: Record, conducted: bool) -> dict[str, object]:
    opened = datetime.datetime.fromtimestamp(held.opened_at, datetime.UTC)
    return {
        "id": held.id,
        "topic": held.config.topic.text,
        "status": held.status(conducted),
        "judges": held.judges_said,
        "simulated": held.simulated,
        "opened": opened.isoformat(timespec="seconds"),
    }
