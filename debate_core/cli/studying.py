"""`study run` and `study report`: many debates as one design, conducted and read. Invariant: `--check` buys nothing and
stores nothing; a study of which a debate did not finish gives exit status 1, says why, and goes on when it is run
again."""

import argparse
import dataclasses
import json
import pathlib
import signal
import sys

import tqdm

from debate_core.cli.arguments import STORE
from debate_core.cli.options import declare, given, made, opened
from debate_core.cli.running import BUDGET, access_of, declare_keys
from debate_core.config import Budget
from debate_core.llm.catalogue import addresses_text
from debate_core.moderator.estimate import cost_text, local_text
from debate_core.numerals import counted, listed
from debate_core.reporting.plain_text import plain_text
from debate_core.reporting.study import study_document
from debate_core.runner import runner_of
from debate_core.settings import store_place
from debate_core.store import Store
from debate_core.study.cells import cells, counted_cells, study_ahead
from debate_core.study.conducting import Conductor, Progress
from debate_core.study.design import Study, read_study
from debate_core.study.judged import results
from debate_core.study.rows import write
from debate_core.study.saying import say
from debate_core.wording import capital, escaped_hidden


def declare_study(command: argparse.ArgumentParser) -> None:
    ways = command.add_subparsers(required=True, metavar="run|report")
    text = "run what is not finished, then report"
    run = ways.add_parser("run", help=text, description=capital(f"{text}."), parents=[STORE])
    run.add_argument("--check", action="store_true", help="only estimate the cost")
    text = "begin no debate that could pass these in all (default: the file's)"
    declare(run.add_argument_group("limits", text), Budget, prefix=BUDGET)
    declare_keys(run)
    text = "report on the debates there are"
    report = ways.add_parser("report", help=text, description=capital(f"{text}."), parents=[STORE])
    for way, act in ((run, act_run), (report, act_report)):
        way.add_argument("file", help="the study, as TOML or JSON (its topics perhaps in a CSV)")
        way.add_argument("--out", metavar="FILE", help="write FILE.parquet and FILE.csv, a row per debate")
        way.set_defaults(act=act)


def act_run(options: argparse.Namespace) -> int:
    """Conduct a study, or only say what that would take; then print what it says."""
    study = _study(options)
    if options.check:
        print(_check(study, as_json=options.json))
        return 0
    runner = runner_of(store_place(options.store))
    first = cells(study)[0].config
    conductor = Conductor(study, runner, access_of(options, first))
    # A plain kill stops the study as Ctrl-C does: what is under way is noted, and it can go on.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        progress = _followed(conductor)
    except KeyboardInterrupt:
        progress = conductor.progress
    for name, fault in conductor.faults.items():
        print(f"{name}: {fault}", file=sys.stderr)
    _print(runner.store, study, options)
    return _ended(progress)


def act_report(options: argparse.Namespace) -> int:
    """Print what a study says of what the store holds of it."""
    _print(opened(options), read_study(pathlib.Path(options.file)), options)
    return 0


def _study(options: argparse.Namespace) -> Study:
    """The study in the file, within the budget that the options set. Raises SetUpError."""
    study = read_study(pathlib.Path(options.file))
    limits = study.budget.model_dump() | given(options, Budget, BUDGET)
    budget = made(Budget, limits, f"--{BUDGET}")
    return study.model_copy(update={"budget": budget})


def _check(study: Study, *, as_json: bool) -> str:
    """What it will take, in words or as JSON."""
    ahead = study_ahead(study)
    judges: dict[str, None] = {}
    models: dict[str, None] = {}
    for _, cell in counted_cells(study):
        judges |= dict.fromkeys(judge.model for judge in cell.config.panel.judges)
        models |= dict.fromkeys(cell.config.models)
        servers = cell.config.servers
    places = addresses_text(list(models), servers)
    if as_json:
        told = dataclasses.asdict(ahead) | {"debates": study.debates, "speeches_bought": study.spoken}
        return json.dumps(told, indent=2, default=float)
    lines = [
        f"{study.name}: {counted(study.debates, 'debate')}, {study.spoken} with speeches of their own",
        f"  {counted(len(study.topics), 'topic')}, {counted(len(study.pairs), 'pair')}"
        f"{', sides swapped' if study.swap else ''}, {counted(study.repeats, 'repeat')}, "
        f"{counted(max(1, len(study.panels)), 'panel')}, {counted(study.readings, 'reading')}",
        f"  judges on {listed(list(judges))}",
        *([f"  {places}"] if places else []),
        f"  about {ahead.calls:,} calls ({ahead.calls_most:,} at most)",
        f"  about {ahead.tokens_typical:,} tokens ({ahead.tokens_most:,} at most)",
        f"  {cost_text(ahead)}",
        *([f"  {local_text(ahead)}"] if ahead.local_minutes else []),
        *(f"  {words}" for words in ahead.too_large),
        "Nothing was bought.",
    ]
    return "\n".join(lines)


def _followed(conductor: Conductor) -> Progress:
    """Conduct it under a bar of debates that have ended."""
    with tqdm.tqdm(
        total=conductor.progress.planned, unit="debate", file=sys.stderr, disable=not sys.stderr.isatty()
    ) as bar:

        def show(now: Progress) -> None:
            bar.set_description(f"{now.under_way} under way, {now.failed} failed, {now.used.tokens:,} tokens")
            bar.update(now.finished + now.failed - bar.n)

        return conductor.conduct(show)


def _print(store: Store, study: Study, options: argparse.Namespace) -> None:
    found = results(store, study)
    if options.out:
        table, beside = write(found.rows, pathlib.Path(options.out))
        print(f"A row a debate: {table} and {beside}", file=sys.stderr)
    told = say(found)
    sys.stdout.write(
        escaped_hidden(told.model_dump_json(indent=2)) + "\n"
        if options.json
        else plain_text(study_document(told))
    )


def _ended(progress: Progress) -> int:
    """The exit status, and how to go on."""
    if progress.finished == progress.planned:
        return 0
    why = f": {progress.why}" if progress.why else ""
    print(
        f"{progress.planned - progress.finished} of {progress.planned} debates have not finished{why}\n"
        "Go on by running it again.",
        file=sys.stderr,
    )
    return 1
