"""What each command takes, and the help it gives.

Knows argparse and the commands' names, and where each is acted on: a command imports no other's room, for importing is
most of what a short one takes. Invariant: every option a command reads is declared here.
"""

import argparse
import decimal
import functools
import importlib
from typing import Any, TypeAlias, get_args

from debate_core.artifact import VERDICTS
from debate_core.bounds import REASON_MOST
from debate_core.cli.options import base_url, declare_settings, repeated
from debate_core.config import SIMULATED, Deliberation, Probe, Together
from debate_core.llm.base import Effort
from debate_core.personalities import ELASTICITY, Archetype
from debate_core.scoresheet import Ballot
from debate_core.transcript import SIDES

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
OF_DEBATES = (
    "run",
    "review",
    "judge",
    "import",
    "export",
    "report",
    "compare",
    "list",
    "replay",
    "resume",
    "deliberate",
    "truth",
    "history",
    "people",
    "reviews",
    "study",
    "work",
)
TAKE_BACK = "unknown"
_PAUSE = "stop before more {} (default: three times the estimate)"
_RAISE = "raise the limit of {}"
_SEED = "seed of simulated models"
_FILE_OR_INPUT = "a file; - for standard input"
LIVE = "judge every turn live, with this model"
NAMED = ", called as NAME:model (without a name: openai)"


def room(module: str) -> Any:
    """The module of that name beside this one."""
    return importlib.import_module(f"debate_core.cli.{module}")


@functools.cache
def parser(asked: str | None = None) -> argparse.ArgumentParser:
    """The whole command line; without the commands that read no debate where one of debates is `asked` for."""
    top = argparse.ArgumentParser(
        prog="python -m debate_core",
        description="Two models debate, a panel of judge models scores every argument, and you learn how far the "
        "judges agree and whether there is a clear winner.",
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _run(commands)
    _review(commands)
    _judge(commands)
    _carried(commands)
    _report(commands)
    if asked not in OF_DEBATES:
        room("lab").declare_lab(commands)
    _stored(commands)
    _known(commands)
    _study(commands)
    _work(commands)
    _reviews(commands)
    if asked not in OF_DEBATES:
        room("agree").declare_agree(commands)
    return top


def _command(commands: Commands, name: str, act: str, text: str) -> argparse.ArgumentParser:
    """Declare a command; `act`: the room it is acted on in, and the function there."""
    module, _, function = act.partition(":")
    command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    command.add_argument(
        "--store",
        metavar="FILE",
        help="the store: a file or postgresql://… (default: DEBATE_STORE, else your data folder)",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(act=lambda options: getattr(room(module), function)(options))
    return command


def _reach(command: argparse.ArgumentParser) -> None:
    told = "the environment variable with PROVIDER's key (repeatable); servers get only keys named so"
    repeated(command, "--key-variable", told, metavar="PROVIDER=VARIABLE")
    command.add_argument(
        "--yes",
        action="store_true",
        help="send a named key to an address in the configuration without asking",
    )


def _limits(command: argparse.ArgumentParser, text: str) -> None:
    for what in ("calls", "tokens"):
        command.add_argument(f"--budget-{what}", type=int, metavar="N", help=text.format(what))
    dollars = "the same in US dollars; needs every price known"
    command.add_argument("--budget-dollars", type=_money, metavar="X", help=dollars)


def _money(text: str) -> decimal.Decimal:
    try:
        amount = decimal.Decimal(text)
    except decimal.InvalidOperation:
        amount = decimal.Decimal("nan")
    if not amount.is_finite() or amount <= 0:
        raise argparse.ArgumentTypeError(f"expected US dollars above 0, as in 0.50; got {text!r}")
    return amount


def _run(commands: Commands) -> None:
    run = _command(commands, "run", "running:act_run", "run a debate and print its report")
    add = run.add_argument
    add("--topic", help="the claim to debate")
    add("--background", help="facts for both debaters")
    add("--burden", choices=SIDES, help="the side that must prove its case")
    add("--pro", metavar="MODEL", help=f"PRO's model, as provider:model (default: {SIMULATED})")
    add("--con", metavar="MODEL", help="CON's model (default: PRO's)")
    _panel(run)
    _shape(run)
    _limits(run, _PAUSE)
    add("--config", metavar="FILE", help="a configuration (JSON), changed by these options")
    _reach(run)
    declare_settings(run)


def _review(commands: Commands) -> None:
    text = "have reviewers judge a text or code"
    review = _command(commands, "review", "review:act_review", text)
    add = review.add_argument
    add("file", help="text, Markdown, code, PDF or DOCX; - for standard input")
    add("--name", help="with -, the file name to assume")
    add("--context", default="", help="facts for the reviewers")
    told = "a reviewer (repeatable, at least two)"
    repeated(review, "--reviewer", told, metavar="NAME[=MODEL]")
    told = f"the model of reviewers without one (default: the first named, else {SIMULATED})"
    add("--reviewer-model", metavar="MODEL", help=told)
    base_url(review, NAMED)
    add("--seed", type=int, metavar="N", help=_SEED)
    _effort(review)
    add(
        "--as",
        dest="form",
        choices=["json", "md", "html", "csv", "sarif"],
        help="the form (default: text)",
    )
    told = "exit status 3 on this verdict (repeatable; needs real models)"
    repeated(review, "--fail-on", told, choices=[*VERDICTS, "no_call"])
    add("--deliberate", action="store_true", help="let the reviewers discuss")
    _talk(review)
    _limits(review, _PAUSE)
    _reach(review)


def _judge(commands: Commands) -> None:
    text = "have a panel judge a transcript: JSON, a chat export, Markdown, subtitles, text or CSV"
    judge = _command(commands, "judge", "bringing:act_judge", text)
    add = judge.add_argument
    add("file", help=_FILE_OR_INPUT)
    add("--topic", help="the claim (default: the file's)")
    add("--background", help="facts for the judges")
    for side in SIDES:
        told = f"a speaker for {side.upper()} (repeatable); others are left out"
        repeated(judge, f"--{side}", told, metavar="NAME")
    add("--chat", type=int, metavar="N", help="which conversation, from 1")
    _panel(judge)
    add("--live", metavar="MODEL", nargs="?", const="", help=LIVE)
    add("--seed", type=int, metavar="N", help=_SEED)
    _effort(judge)
    _limits(judge, _PAUSE)
    _reach(judge)
    declare_settings(judge)


def _carried(commands: Commands) -> None:
    text = "import a debate exported by another store, or a table of ratings (.csv, .tsv)"
    importing = _command(commands, "import", "bringing:act_import", text)
    importing.add_argument("file", help="from export --as json or replay")
    told = "count it in judges' history"
    importing.add_argument("--teach", action="store_true", help=told)
    text = "a debate, text or table as one file: its record (json) or report"
    exporting = _command(commands, "export", "bringing:act_export", text)
    exporting.add_argument("id", help="its id")
    exporting.add_argument(
        "--as",
        dest="form",
        choices=["json", "md", "csv", "html"],
        default="json",
        help="the form (default: json)",
    )
    declare_settings(exporting)


def _panel(command: argparse.ArgumentParser) -> None:
    """Who judges, and where models are."""
    told = "a judge (repeatable); Technical, Business, Risk and General are built in"
    repeated(command, "--judge", told, metavar="NAME=MODEL")
    told = "the model of judges without one (default: PRO's, else the first named)"
    command.add_argument("--judge-model", metavar="MODEL", help=told)
    base_url(command, NAMED)


def _shape(run: argparse.ArgumentParser) -> None:
    """How the debate goes: its format, order and length, the live judge, the seed."""
    add = run.add_argument
    add("--format", choices=["structured", "exchange"], help="three phases, or turns")
    add("--turns", type=int, metavar="N", help="turns, 2 to 20")
    add("--live", metavar="MODEL", nargs="?", const="", help=LIVE)
    for side in SIDES:
        manner = f"{side.upper()}'s manner"
        add(f"--{side}-personality", choices=get_args(Archetype), help=manner)
        bends = f"{ELASTICITY.expected}: how far pressure moves it"
        add(f"--{side}-elasticity", type=float, metavar="X", help=bends)
    add(
        "--judging",
        choices=get_args(Together),
        help="all judges at once, one first to fill the cache, or in batches (half price, 24 hours)",
    )
    orders = ["simultaneous", "alternating"]
    add("--order", choices=orders, help="speak at once, or PRO first")
    add("--arguments", dest="arguments_per_side", type=int, metavar="N", help="per side, 1 to 8")
    add("--seed", type=int, metavar="N", help=_SEED)
    _effort(run)


def _effort(command: argparse.ArgumentParser) -> None:
    command.add_argument("--effort", choices=get_args(Effort), help="how much models think first")


def _report(commands: Commands) -> None:
    text = "print the report of a debate, text or table"
    report = _command(commands, "report", "inspect:act_report", text)
    report.add_argument("id", help="its id")
    forms = ["json", "md", "csv", "html", "audit", "audit-md", "sarif"]
    told = "the form (default: text); audit: the discussion; sarif: a text's findings"
    report.add_argument("--as", dest="form", choices=forms, help=told)
    declare_settings(report)
    text = "compare debates: verdicts, leads, agreement and shared judges"
    comparing = _command(commands, "compare", "comparing:act_compare", text)
    comparing.add_argument("ids", metavar="ID", nargs="+", help="two or more ids")
    declare_settings(comparing)


def _stored(commands: Commands) -> None:
    listing = _command(commands, "list", "inspect:act_list", "list debates, texts and tables, newest first")
    listing.add_argument("--limit", type=int, metavar="N", help="the newest N only")
    text = "print the events of a debate, text or table as JSON lines"
    replaying = _command(commands, "replay", "inspect:act_replay", text)
    replaying.add_argument("id", help="its id")
    upto = "stop after this event"
    replaying.add_argument("--upto", type=int, metavar="N", help=upto)
    raw = "as stored, for one that can't be read"
    replaying.add_argument("--raw", action="store_true", help=raw)
    text = "go on with what was stopped, paused or interrupted"
    resuming = _command(commands, "resume", "running:act_resume", text)
    resuming.add_argument("id", help="its id")
    resuming.add_argument("--retry-failed", action="store_true", help="ask failed judges again")
    _limits(resuming, _RAISE)
    _reach(resuming)
    declare_settings(resuming)
    _deliberate(commands)


def _talk(command: argparse.ArgumentParser) -> None:
    """How judges, or reviewers, discuss."""
    add = command.add_argument
    usual = Deliberation()
    told = f"rounds at most, in all ({usual.rounds})"
    add("--rounds", type=int, metavar="N", help=told)
    told = f"the consensus that is enough, 0 to 1 ({usual.threshold:g})"
    add("--threshold", type=float, metavar="X", help=told)
    add("--seconds", type=float, metavar="S", help=f"begin no round after ({usual.seconds:g})")
    told = "a control round, to tell persuasion from conformity (repeatable; never a result)"
    repeated(command, "--probe", told, choices=get_args(Probe))


def _deliberate(commands: Commands) -> None:
    text = "let the judges discuss; their independent scores count"
    command = _command(commands, "deliberate", "deliberating:act_deliberate", text)
    add = command.add_argument
    add("id", help="its id")
    _talk(command)
    _limits(command, _RAISE)
    _reach(command)


_FILE = "the study, as TOML or JSON (its topics perhaps in a CSV)"


def _study(commands: Commands) -> None:
    text = "run many debates as one study: topics, models, panels, swapped sides, repeats"
    study = commands.add_parser("study", help=text, description=text[0].upper() + text[1:] + ".")
    ways: Commands = study.add_subparsers(required=True, metavar="run|report")
    run = _command(ways, "run", "studying:act_run", "run what is not finished, then report")
    run.add_argument("--check", action="store_true", help="only estimate the cost")
    _limits(run, "begin no debate that could pass so many {} in all (default: the file's)")
    _reach(run)
    report = _command(ways, "report", "studying:act_report", "report on the debates there are")
    for way in (run, report):
        way.add_argument("file", help=_FILE)
        way.add_argument("--out", metavar="FILE", help="write FILE.parquet and FILE.csv, a row per debate")


def _work(commands: Commands) -> None:
    text = "be a worker: conduct what waits in the queue (PostgreSQL only) until stopped"
    work = _command(commands, "work", "working:act_work", text)
    add = work.add_argument
    add("--status", action="store_true", help="only print workers and queue")
    add("--slots", type=int, metavar="N", default=20, help="debates at once, 2 to 60 (20)")
    add("--name", help="its name (default: machine and process)")
    told = "a provider's limit for all workers, as openai:calls=8,requests=500,tokens=200000: calls at once, the rest "
    told += "a minute (repeatable)"
    repeated(work, "--limit", told, metavar="PROVIDER:LIMITS")
    add(
        "--health",
        metavar="[HOST:]PORT",
        help="answer GET /health there: 200 or 503 (default host: this machine)",
    )
    base_url(work, ", for its key")
    _reach(work)


def _known(commands: Commands) -> None:
    text = "record which side turned out to be right, or take that back"
    truth = _command(commands, "truth", "history:act_truth", text)
    truth.add_argument("id", help="its id")
    truth.add_argument(
        "outcome", choices=(*get_args(Ballot), TAKE_BACK), type=_outcome, help="the right side"
    )
    truth.add_argument("--reason", default="", help=f"how you know ({REASON_MOST:,} characters)")
    text = "what past debates say of judges and dimensions"
    history = _command(commands, "history", "history:act_history", text)
    told = "only debates before this one"
    history.add_argument("--before", metavar="ID", help=told)
    told = "with --json: dimensions instead of judges"
    history.add_argument("--dimensions", action="store_true", help=told)
    text = "compare people's blind scores of debates with the judges'"
    _command(commands, "people", "history:act_people", text)


def _reviews(commands: Commands) -> None:
    text = "people's scores of debates as CSV: export or import"
    top = commands.add_parser("reviews", help=text, description=text[0].upper() + text[1:] + ".")
    ways: Commands = top.add_subparsers(required=True, metavar="export|import")
    text = "print arguments with people's scores"
    out = _command(ways, "export", "reviews:act_export", text)
    out.add_argument("id", nargs="*", help="debates (default: all)")
    taken = _command(ways, "import", "reviews:act_import", "read such a file")
    taken.add_argument("file", help=_FILE_OR_INPUT)


def _outcome(text: str) -> str:
    return text.lower() if text.lower() == TAKE_BACK else text.upper()
