"""`deliberate`: let the judges of a finished debate, or the reviewers of a text, read each other and score anew, and
print what came of it.

Knows the runner and the report. Invariant: what a deliberation had chosen before stays chosen unless an option says
otherwise; the independent result is not changed by it.
"""

import argparse
import sys

from debate_core.cli.review import print_review
from debate_core.cli.running import access_of, follow, raised, talk_of
from debate_core.json_csv import in_json
from debate_core.library import history_before
from debate_core.moderator.estimate import ahead_text, estimate_deliberation, size_text
from debate_core.record import ArtifactRecord
from debate_core.replay import Judged, load_judged
from debate_core.report import ReportSettings, report
from debate_core.reporting.blocks import Document
from debate_core.reporting.discussion import discussion_blocks
from debate_core.reporting.plain_text import plain_text
from debate_core.runner import runner_of
from debate_core.settings import store_place
from debate_core.store import Store

SHOWN = {"debate", "deliberation", "after_talk", "probes", "conformity"}


def act_deliberate(options: argparse.Namespace) -> int:
    """Open a deliberation, follow it to its end and print it."""
    runner = runner_of(store_place(options.store))
    held = load_judged(runner.store, options.id)
    settings = talk_of(options, held.planned.deliberation)
    access = access_of(options, held.config)
    runner.deliberate(options.id, access, settings, budget=raised(options, held.budget))
    more = estimate_deliberation(held, settings)
    print(f"up to {ahead_text(more)} {size_text(more)}", file=sys.stderr)
    return follow(runner, options.id, options, print_talk)


def print_talk(store: Store, record: Judged, options: argparse.Namespace) -> None:
    """Print what came of the deliberation; of a text, its review with it."""
    if isinstance(record, ArtifactRecord):
        print_review(store, record, options)
        return
    found = report(record, history_before(store, record), ReportSettings())
    if options.json:
        said = found.model_dump(mode="json", by_alias=True, include=SHOWN)
        print(in_json(said))
        return
    sys.stdout.write(plain_text(Document(title=found.topic, blocks=discussion_blocks(found))))
