"""`review`: a panel of reviewers judges a text, a document or code; and how such a review is printed.

Knows the runner, how files are read and how options become a config. Invariant: whatever the verdict, a review that
came to its end gives exit status 0, unless fewer than two reviewers answered (1), or the verdict is one that
`--fail-on` names (3).
"""

import argparse
import pathlib
import secrets
import sys
from typing import Any

from pydantic import ValidationError

from debate_core.artifact import BUILT_IN_REVIEWERS, ArtifactConfig, Reviewer
from debate_core.cli.options import form_of
from debate_core.cli.running import access_of, ahead_of, follow, limits_of, servers_of, talk_of
from debate_core.config import Budget, Deliberation
from debate_core.documents.reading import MAX_BYTES, read_document, read_file
from debate_core.errors import SetUpError
from debate_core.findings.reporting import ReviewSettings, reviewed
from debate_core.json_csv import in_json
from debate_core.noun import faults_said
from debate_core.record import ArtifactRecord
from debate_core.replay import Held, load_artifact
from debate_core.reporting.audit import audit_as_markdown, audit_of
from debate_core.reporting.plain_text import plain_text
from debate_core.reporting.text import text_document
from debate_core.reporting.text_values import text_formats
from debate_core.runner import runner_of
from debate_core.settings import store_place
from debate_core.store import Store

FAILED = 3
"""The exit status of a verdict that `--fail-on` names."""
STANDARD_INPUT = "-"
FORMS = ("plain", "json", "md", "html", "csv", "sarif", "audit", "audit-md")


def act_review(options: argparse.Namespace) -> int:
    """Review a text and print what came of it."""
    _form(options)
    config = _config(options)
    if options.fail_on and config.simulated:
        raise SetUpError(
            "--fail-on: expected a real model for every reviewer, as simulated reviewers give no verdict; name one "
            "with --reviewer-model MODEL or --reviewer NAME=MODEL"
        )
    runner = runner_of(store_place(options.store))
    print(ahead_of(config), file=sys.stderr)
    record = runner.start(config, access_of(options, config))
    status = follow(runner, record, options, print_review)
    verdict = reviewed(load_artifact(runner.store, record)).outcome.call
    return FAILED if not status and verdict in options.fail_on else status


def print_review(store: Store, record: Held, options: argparse.Namespace) -> None:
    """Print a review in the form that the options ask for."""
    assert isinstance(record, ArtifactRecord)
    settings = ReviewSettings(people=getattr(options, "people", False))
    found = reviewed(record, settings)
    renders = {one.extension: one.render for one in text_formats(found)} | {
        "plain": plain_text,
        "audit": lambda _: in_json(audit_of(found)),
        "audit-md": lambda _: audit_as_markdown(found),
    }
    text = renders[_form(options)](text_document(found, record))
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def _form(options: argparse.Namespace) -> str:
    form = form_of(options)
    if form not in FORMS:
        raise SetUpError(f"--as: expected {', '.join(FORMS[1:])} for the review of a text; got {form}")
    return form


def _config(options: argparse.Namespace) -> ArtifactConfig:
    """The config that the options add up to. Raises SetUpError."""
    if options.file == STANDARD_INPUT:
        artifact = read_document(
            sys.stdin.buffer.read(MAX_BYTES + 1), options.name or "stdin.txt", context=options.context
        )
    else:
        artifact = read_file(pathlib.Path(options.file), context=options.context)
    try:
        return ArtifactConfig(
            artifact=artifact,
            reviewers=_reviewers(options),
            deliberation=_deliberation(options),
            budget=Budget(**limits_of(options)),
            effort=options.effort,
            servers=tuple(servers_of(options.base_url)),
            seed=secrets.randbelow(2**31) if options.seed is None else options.seed,
        )
    except ValidationError as error:
        raise SetUpError(faults_said(error)) from error


def _deliberation(options: argparse.Namespace) -> Deliberation | None:
    """How they deliberate, if they are to. Raises SetUpError."""
    given = (options.rounds, options.threshold, options.seconds)
    if not options.deliberate and (options.probe or any(one is not None for one in given)):
        raise SetUpError("--rounds, --threshold, --seconds and --probe go with --deliberate")
    return talk_of(options, None) if options.deliberate else None


def _reviewers(options: argparse.Namespace) -> tuple[Reviewer, ...]:
    """The reviewers named, else the built-in ones; those that name no model with the one for all."""
    known = {one.name.casefold(): one for one in BUILT_IN_REVIEWERS}
    named = [pair.partition("=") for pair in options.reviewer]
    chosen = [(known.get(name.casefold()), name, model) for name, _, model in named]
    chosen = chosen or [(one, one.name, "") for one in BUILT_IN_REVIEWERS]
    usual = options.reviewer_model or next((model for _, _, model in chosen if model), "")
    found = []
    for one, name, own in chosen:
        fields: dict[str, Any] = one.model_dump() if one else {"name": name, "domain": name.casefold()}
        if model := own or usual:
            fields["model"] = model
        found.append(Reviewer.model_validate(fields))
    return tuple(found)
