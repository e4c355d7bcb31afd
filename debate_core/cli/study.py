"""`study run`, `study report` and `versus`: many debates as one design, conducted and read."""

import argparse
import dataclasses
import json
import pathlib
import signal
import sys

import tqdm

from debate_core.cli import STORE, add_command, run
from debate_core.cli.options import declare, declare_count, flags, print_as, store_to_read
from debate_core.composition import runner_of
from debate_core.domain.cast import SIMULATED
from debate_core.domain.config import Budget
from debate_core.domain.errors import SetUpError
from debate_core.domain.model import is_simulated
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.options import options_of
from debate_core.domain.settings import store_address
from debate_core.domain.wording import clip
from debate_core.llm.catalogue import addresses_text, row_of
from debate_core.reporting.study import study_document
from debate_core.running.estimate import ahead_text, size_text
from debate_core.store import Store
from debate_core.study import design
from debate_core.study.conductor import Conductor, Progress, all_studies
from debate_core.study.report import study_report
from debate_core.study.rows import results, write_rows

OUT = "write FILE.parquet and FILE.csv, a row per debate"


def declare_study(command: argparse.ArgumentParser) -> None:
    actions = command.add_subparsers(required=True, metavar="run|report")
    run_command = add_command(actions, "run", "run what is not finished, then report", STORE)
    run_command.add_argument("--check", action="store_true", help="only estimate the cost")
    text = "begin no debate that could pass these in all (default: the file's)"
    declare(run_command.add_argument_group("limits", text), Budget, prefix=run.BUDGET)
    run.declare_keys(run_command)
    report_command = add_command(actions, "report", "report on the debates there are", STORE)
    named = ", or its name in the store"
    for action, act, more in ((run_command, act_run, ""), (report_command, act_report, named)):
        action.add_argument("file", help=f"the study, as TOML or JSON (its topics perhaps in a CSV){more}")
        action.add_argument("--out", metavar="FILE", type=_file_to_write, help=OUT)
        action.set_defaults(act=act)


def _file_to_write(text: str) -> pathlib.Path:
    """Raises SetUpError, before anything is conducted, for a file that can't be written there."""
    path = pathlib.Path(text)
    if not path.name or not path.parent.is_dir():
        raise SetUpError(f"--out: expected a file in a folder that exists, got {text!r}")
    return path


def declare_versus(command: argparse.ArgumentParser) -> None:
    command.add_argument("models", nargs=2, metavar="MODEL", help="as provider:model")
    text = "how many built-in topics, or a CSV with a column topic (default: 10); each is debated from both sides"
    command.add_argument("--topics", metavar="N|FILE", default="10", help=text)
    repeats, text = options_of(design.Study)["repeats"], "debate each so often (default: 1)"
    declare_count(command, "--repeats", repeats, 1, text)
    command.add_argument("--check", action="store_true", help="only estimate the cost")
    command.add_argument("--out", metavar="FILE", type=_file_to_write, help=OUT)
    text = "begin no debate that could pass these in all"
    declare(command.add_argument_group("limits", text), Budget, prefix=run.BUDGET)
    run.declare_panel(command)
    run.declare_keys(command)


def act_versus(options: argparse.Namespace) -> int:
    """Which of two models argues better: each topic from both sides, before the same judges."""
    if len(set(options.models)) < 2:
        raise SetUpError("expected two different models")
    default = options.judge_model or (SIMULATED if all(map(is_simulated, options.models)) else None)
    judges = run.judges_of(options, {}, default)
    if not all(judge.get("model") for judge in judges):
        raise SetUpError("name the judges' model with --judge-model: one that neither side runs on")
    base = {"panel": {"judges": judges}, "servers": run.servers_of(options.base_url)}
    more = {"base": base, "budget": flags(options, Budget, run.BUDGET), "repeats": options.repeats}
    name = clip(" versus ".join(options.models), 80)
    study = design.plan_study(name, design.default_topics(options.topics), options.models, **more)
    run.refuse_temperatures(options, design.cells(study)[0].config)
    if not options.check:
        ahead = ahead_text(design.study_ahead(study))
        print(f"{pluralise(study.debates, 'debate')}, about {ahead}", file=sys.stderr)
    return _conduct(study, options)


def act_run(options: argparse.Namespace) -> int:
    study = design.read_study(pathlib.Path(options.file))
    budget = study.budget.model_copy(update=flags(options, Budget, run.BUDGET))
    return _conduct(study.model_copy(update={"budget": budget}), options)


def _conduct(study: design.Study, options: argparse.Namespace) -> int:
    if options.check:
        print(_check_text(study, as_json=options.json))
        return 0
    runner = runner_of(store_address(options.store))
    conductor = Conductor(study, runner, run.access_of(options, design.cells(study)[0].config))
    # Ctrl-C and a plain kill stop it between two steps: what it has begun is noted as stopped, and it can go on.
    before = {number: signal.signal(number, conductor.halt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        progress = _follow(conductor)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for name, fault in conductor.faults.items():
        print(f"{name}: {fault}", file=sys.stderr)
    _print(runner.store, study, options)
    return _exit_status(progress)


def act_report(options: argparse.Namespace) -> int:
    store = store_to_read(options)
    study = all_studies(store).get(options.file) or design.read_study(pathlib.Path(options.file))
    _print(store, study, options)
    return 0


def _check_text(study: design.Study, *, as_json: bool) -> str:
    ahead = design.study_ahead(study)
    configs = [cell.config for _, cell in design.counted_cells(study)]
    judges = dict.fromkeys(judge.model for one in configs for judge in one.panel.judges)
    models = dict.fromkeys(model for one in configs for model in one.models)
    for model in models:
        row_of(model, configs[-1].servers)
    places = addresses_text(models, configs[-1].servers)
    if as_json:
        figures = dataclasses.asdict(ahead) | {"debates": study.debates, "speeches_bought": study.spoken}
        return json.dumps(figures, indent=2, default=float)
    lines = [
        f"{study.name}: {pluralise(study.debates, 'debate')}, {study.spoken} with speeches of their own",
        f"  {pluralise(len(study.topics), 'topic')}, {pluralise(len(study.pairs), 'pair')}"
        f"{', sides swapped' if study.swap else ''}, {pluralise(study.repeats, 'repeat')}, "
        f"{pluralise(max(1, len(study.panels)), 'panel')}, {pluralise(study.readings, 'reading')}",
        f"  judges on {join_and(list(judges))}",
        *([f"  {places}"] if places else []),
        f"  about {ahead_text(ahead)} {size_text(ahead)}",
        *(f"  {words}" for words in ahead.too_large),
        "Nothing was bought.",
    ]
    return "\n".join(lines)


def _follow(conductor: Conductor) -> Progress:
    with tqdm.tqdm(
        total=conductor.progress.planned, unit="debate", file=sys.stderr, disable=not sys.stderr.isatty()
    ) as bar:

        def show(now: Progress) -> None:
            bar.set_description(f"{now.under_way} under way, {now.failed} failed, {now.used.tokens:,} tokens")
            bar.update(now.finished + now.failed - bar.n)

        return conductor.conduct(show)


def _print(store: Store, study: design.Study, options: argparse.Namespace) -> None:
    outcome = results(store, study)
    if options.out:
        table, csv_path = write_rows(outcome.rows, options.out)
        print(f"A row a debate: {table} and {csv_path}", file=sys.stderr)
    report = study_report(outcome)
    print_as(options, lambda: report.model_dump(mode="json"), lambda: study_document(report))


def _exit_status(progress: Progress) -> int:
    if progress.finished == progress.planned:
        return 0
    unfinished = f"{progress.planned - progress.finished} of {progress.planned} debates have not finished"
    ahead = ".\nGo on by running it again."
    if progress.why:
        ahead = f": {progress.why}.\nRaise it in the file or by --budget-calls and the like and run it again."
    print(f"{unfinished}{ahead}", file=sys.stderr)
    return 1
