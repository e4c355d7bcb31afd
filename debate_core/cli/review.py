"""`review`: a panel reviews a text, a document or code; `deliberate`: a panel's members read each other."""

import argparse
import pathlib
import secrets
import sys
from collections.abc import Sequence

from debate_core.cli import run
from debate_core.cli.inspect import print_record
from debate_core.cli.options import (
    amend,
    declare,
    declare_list,
    flag_of,
    flags,
    form_of,
    print_as,
    read_input,
)
from debate_core.composition import runner_of
from debate_core.domain.artifact import BUILT_IN_REVIEWERS, VERDICTS, ArtifactConfig, Reviewer
from debate_core.domain.cast import SIMULATED
from debate_core.domain.config import Budget, Deliberation
from debate_core.domain.errors import SetUpError, only_with
from debate_core.domain.frozen import build
from debate_core.domain.settings import store_address
from debate_core.importing.documents.artifact import MAX_BYTES, read_document
from debate_core.importing.files import read_object
from debate_core.library.library import read_history
from debate_core.library.report import ReportSettings, report
from debate_core.library.text_review import text_review
from debate_core.reporting.blocks import Document
from debate_core.reporting.discussion import discussion_blocks
from debate_core.running.estimate import ahead_text, estimate_deliberation, size_text
from debate_core.store import Store
from debate_core.store.record import ArtifactRecord, ScoredRecord, load_judged

FAILED = 3
"""The exit status of a verdict that `--fail-on` names."""
WEIGHTS = ", ".join(f"{one.name} {one.weight:g}" for one in BUILT_IN_REVIEWERS)


def declare_review(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("file", help="text, Markdown, code, PDF or DOCX; - for standard input")
    add("--name", help="with -, the file name to assume")
    add("--context", default="", help="facts for the reviewers")
    text = "a reviewer (repeatable, at least two). BRIEF: what it looks for"
    declare_list(command, "--reviewer", text, metavar="NAME[=MODEL][: BRIEF]")
    text = f"the model of reviewers without one (default: the first named, else {SIMULATED})"
    add("--reviewer-model", metavar="MODEL", help=text)
    text = f"a reviewer's weight, above 0 (repeatable; {WEIGHTS})"
    declare_list(command, "--weight", text, metavar="NAME=X")
    add("--config", metavar="FILE", help=run.CONFIG_FILE)
    run.declare_servers(command, ", called as NAME:model (without a name: openai)")
    declare(command, ArtifactConfig, but=("deliberation",))
    forms = ["text", "json", "md", "html", "csv", "sarif", "docx"]
    add("--as", dest="form", choices=forms, help="the form (default: a summary); text: all of it")
    text = "exit status 3 on this verdict (repeatable; needs real models)"
    declare_list(command, "--fail-on", text, choices=[*VERDICTS, "no_call"])
    add("--deliberate", action="store_true", help="let the reviewers discuss")
    declare(command, Deliberation)
    run.declare_keys(command)


def act_review(options: argparse.Namespace) -> int:
    form_of(options)
    config = _config(options)
    if options.fail_on and config.simulated:
        why = "expected real models, as simulated reviewers give no verdict"
        raise SetUpError(f"--fail-on: {why}; name one with --reviewer-model MODEL or --reviewer NAME=MODEL")
    runner = runner_of(store_address(options.store))
    print(run.outlay_text(config), file=sys.stderr)
    record = runner.start(config, run.access_of(options, config))
    status = run.follow(runner, record, options)
    verdict = text_review(ArtifactRecord.load(runner.store, record)).outcome.call
    return FAILED if not status and verdict in options.fail_on else status


def _config(options: argparse.Namespace) -> ArtifactConfig:
    if options.name and options.file != "-":
        raise only_with("--name", "- as FILE")
    data, name = read_input(options.file, MAX_BYTES, options.name or "stdin.txt")
    chosen = read_object(pathlib.Path(options.config)) if options.config else {}
    own = {
        "artifact": read_document(data, name, context=options.context),
        "reviewers": _reviewers(options, chosen.get("reviewers")),
        "deliberation": _deliberation(options, chosen.get("deliberation")),
        "servers": run.servers_of(options.base_url, chosen.get("servers")),
    }
    usual = {"seed": secrets.randbelow(2**31)}
    return build(ArtifactConfig, usual | amend(options, ArtifactConfig, chosen) | own)


def _deliberation(options: argparse.Namespace, before: object) -> object:
    own = flags(options, Deliberation)
    if own and before is None and not options.deliberate:
        raise only_with(flag_of(Deliberation, next(iter(own))), "--deliberate")
    return {**before, **own} if isinstance(before, dict) else own if options.deliberate else before


def _reviewers(options: argparse.Namespace, listed: object) -> tuple[Reviewer, ...]:
    if not isinstance(listed, list | None):
        raise SetUpError("reviewers: expected a list")
    seats = run.seats_of("--reviewer", options.reviewer, listed, BUILT_IN_REVIEWERS, options.reviewer_model)
    names = [str(one.get("name") or "reviewers") for one in seats]
    weights = dict(_weight_of(text, names) for text in options.weight)
    first = next((one["model"] for one in seats if "model" in one), SIMULATED)
    return tuple(
        build(Reviewer, {"model": first} | seat | weights.get(name.casefold(), {}), f"{name}: ")
        for name, seat in zip(names, seats, strict=True)
    )


def _weight_of(text: str, names: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Whose weight is given, and what it is. Raises SetUpError for another name than a reviewer's."""
    name, equals, weight = text.rpartition("=")
    if not equals or name.casefold() not in map(str.casefold, names):
        raise SetUpError(f"--weight: expected NAME=X with NAME one of {', '.join(names)}; got {text!r}")
    return name.casefold(), {"weight": weight}


BLOCKS = {"debate", "deliberation", "after_talk", "probes", "conformity"}


def declare_deliberate(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="its id")
    declare(command.add_argument_group("settings; those not given stay as last chosen for it"), Deliberation)
    declare(command.add_argument_group("limits to raise"), Budget, prefix=run.BUDGET)
    run.declare_servers(command, run.AGAIN)
    run.declare_keys(command)


def act_deliberate(options: argparse.Namespace) -> int:
    runner = runner_of(store_address(options.store))
    record = load_judged(runner.store, options.id)
    before = record.planned.deliberation or Deliberation()
    settings = build(Deliberation, before.model_dump() | flags(options, Deliberation))
    access = run.access_to_go_on(options, runner, record)
    _, keeps = runner.who_deliberates(record, access)
    runner.deliberate(options.id, access, settings, budget=run.raised_budget(options, record.budget))
    more = estimate_deliberation(record, settings, keeps)
    print(f"up to {ahead_text(more)} {size_text(more)}", file=sys.stderr)
    return run.follow(runner, options.id, options, print_discussion)


def print_discussion(store: Store, record: ScoredRecord, options: argparse.Namespace) -> None:
    """Print what came of the deliberation; of a text, its review with it."""
    if isinstance(record, ArtifactRecord):
        print_record(store, record, options)
        return
    debate_report = report(record, read_history(store, record), ReportSettings())
    print_as(
        options,
        lambda: debate_report.model_dump(mode="json", by_alias=True, include=BLOCKS),
        lambda: Document(title=debate_report.topic, blocks=discussion_blocks(debate_report)),
    )
