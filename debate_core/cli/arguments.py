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
LIVE = "judge every turn live, with this model (default: the one that seats without a model have)"
NAMED = ": NAME:model reaches it; without a name it takes the place of openai"


def room(module: str) -> Any:
    """The module of that name beside this one."""
    return importlib.import_module(f"debate_core.cli.{module}")


@functools.cache
def parser(asked: str | None = None) -> argparse.ArgumentParser:
    """The whole command line; without the commands that read no debate where one of debates is `asked` for."""
    top = argparse.ArgumentParser(
        prog="python -m debate_core",
        description="Two models debate a question, a panel of judge models scores every argument, and the report says "
        "how far the judges agree and whether an outcome may be named.",
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
        help="the store's file, or postgresql://… (default: DEBATE_STORE, else your data folder)",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(act=lambda options: getattr(room(module), function)(options))
    return command


def _reach(command: argparse.ArgumentParser) -> None:
    told = "send the key in this environment variable to PROVIDER (repeatable; a server given with --base-url gets "
    told += "no key unless one is named so)"
    repeated(command, "--key-variable", told, metavar="PROVIDER=VARIABLE")
    command.add_argument(
        "--yes",
        action="store_true",
        help="send a named key to an address that stands in the configuration and not on this command line, unasked",
    )


def _limits(command: argparse.ArgumentParser, text: str) -> None:
    for what in ("calls", "tokens"):
        command.add_argument(f"--budget-{what}", type=int, metavar="N", help=text.format(what))
    dollars = "the same in US dollars, where every model's price is known"
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
    run = _command(commands, "run", "running:act_run", "conduct a debate and print its report")
    add = run.add_argument
    add("--topic", help="the question or proposition")
    add("--background", help="what the debaters should know beside it")
    add("--burden", choices=SIDES, help="the side that has to prove the topic (default: neither)")
    told = (
        f"the model that argues for, as provider:model (default {SIMULATED}, where no model is named at all)"
    )
    add("--pro", metavar="MODEL", help=told)
    add("--con", metavar="MODEL", help="the model that argues against (default: PRO's)")
    _panel(run)
    _shape(run)
    _limits(run, "pause before more {} than this (default: three times the estimate)")
    add("--config", metavar="FILE", help="a configuration as JSON; the options above change it")
    _reach(run)
    declare_settings(run)


def _review(commands: Commands) -> None:
    text = "have a panel of reviewers judge a text, a document or code"
    review = _command(commands, "review", "review:act_review", text)
    add = review.add_argument
    add("file", help="the file: text, Markdown, source code, PDF or DOCX; - for standard input")
    add("--name", help="with -, the name the text goes by (its ending says what it is)")
    add("--context", default="", help="what the reviewers should know and the text does not say")
    told = "a reviewer (repeatable; at least two); the built-in ones come with their weights"
    repeated(review, "--reviewer", told, metavar="NAME[=MODEL]")
    told = f"the model of reviewers that name none (default: the first that is named, else {SIMULATED})"
    add("--reviewer-model", metavar="MODEL", help=told)
    base_url(review, NAMED)
    add("--seed", type=int, metavar="N", help="the seed of whatever is simulated")
    _effort(review)
    add(
        "--as",
        dest="form",
        choices=["json", "md", "html", "csv", "sarif"],
        help="its form (default: plain text)",
    )
    told = (
        "exit with status 3 on this verdict (repeatable; otherwise 0 whatever the verdict); needs real models"
    )
    repeated(review, "--fail-on", told, choices=[*VERDICTS, "no_call"])
    told = "let the reviewers read each other then, and review it anew"
    add("--deliberate", action="store_true", help=told)
    _talk(review)
    _limits(review, "pause before more {} than this")
    _reach(review)


def _judge(commands: Commands) -> None:
    text = (
        "have a panel judge a transcript from elsewhere: JSON, a chat export, Markdown, subtitles, text, CSV"
    )
    judge = _command(commands, "judge", "bringing:act_judge", text)
    add = judge.add_argument
    add("file", help="the file; - for standard input")
    add("--topic", help="the proposition (default: what the file says, or its title)")
    add("--background", help="what the judges should know beside it")
    for side in SIDES:
        told = f"a speaker on the side {side.upper()} (repeatable); speakers on neither side are left out"
        repeated(judge, f"--{side}", told, metavar="NAME")
    add("--chat", type=int, metavar="N", help="which conversation of an export of many, counted from 1")
    _panel(judge)
    add("--live", metavar="MODEL", nargs="?", const="", help=LIVE)
    add("--seed", type=int, metavar="N", help="the seed of whatever is simulated")
    _effort(judge)
    _limits(judge, "pause before more {} than this (default: three times the estimate)")
    _reach(judge)
    declare_settings(judge)


def _carried(commands: Commands) -> None:
    text = "take in a debate that another store exported, under its id, or a table of ratings (.csv, .tsv)"
    importing = _command(commands, "import", "bringing:act_import", text)
    importing.add_argument("file", help="the file that export --as json, or replay, printed")
    told = "let weights learn of its judges, as of a debate of this store"
    importing.add_argument("--teach", action="store_true", help=told)
    text = "a record as one file: its facts (json), or its report"
    exporting = _command(commands, "export", "bringing:act_export", text)
    exporting.add_argument("id", help="the id of the record")
    exporting.add_argument(
        "--as",
        dest="form",
        choices=["json", "md", "csv", "html"],
        default="json",
        help="its form; html: one page without script that opens anywhere",
    )
    declare_settings(exporting)


def _panel(command: argparse.ArgumentParser) -> None:
    """Who judges, and where models are."""
    told = "a judge (repeatable); Technical, Business, Risk and General come with their weights"
    repeated(command, "--judge", told, metavar="NAME=MODEL")
    told = "the model of every judge that names none (default: PRO's, else the first that is named)"
    command.add_argument("--judge-model", metavar="MODEL", help=told)
    base_url(command, f"{NAMED}; added to those of --config, in place of the one of its name")


def _shape(run: argparse.ArgumentParser) -> None:
    """How the debate goes: its format, order and length, the live judge, the seed."""
    add = run.add_argument
    add("--format", choices=["structured", "exchange"], help="three phases, or alternating turns")
    add("--turns", type=int, metavar="N", help="turns of an exchange, 2 to 20")
    add("--live", metavar="MODEL", nargs="?", const="", help=LIVE)
    for side in SIDES:
        manner = f"the manner {side.upper()} argues in"
        add(f"--{side}-personality", choices=get_args(Archetype), help=manner)
        bends = f"{ELASTICITY.expected}: how far pressure moves that manner; usually as the archetype has it"
        add(f"--{side}-elasticity", type=float, metavar="X", help=bends)
    add(
        "--judging",
        choices=get_args(Together),
        help="all judges at once (fast), the first alone so that the provider's cache serves the others (cheap), or "
        "judges and briefing in batches of the provider's, at half the price and within 24 hours (batch)",
    )
    orders = ["simultaneous", "alternating"]
    add("--order", choices=orders, help="whether a side sees the other's speech of a phase")
    add("--arguments", dest="arguments_per_side", type=int, metavar="N", help="arguments a side, 1 to 8")
    add("--seed", type=int, metavar="N", help="the seed of whatever is simulated")
    _effort(run)


def _effort(command: argparse.ArgumentParser) -> None:
    text = (
        "how much models that can are asked to think before they answer (default: as they do by themselves)"
    )
    command.add_argument("--effort", choices=get_args(Effort), help=text)


def _report(commands: Commands) -> None:
    text = "the report of a debate or a review, computed anew from the stored facts"
    report = _command(commands, "report", "inspect:act_report", text)
    report.add_argument("id", help="the id of the debate or the review")
    forms = ["json", "md", "csv", "html", "audit", "audit-md", "sarif"]
    told = "its form (default: plain text); html: one file that opens anywhere; audit: the summary of its "
    told += "deliberation, as JSON or Markdown; sarif: the findings of a review"
    report.add_argument("--as", dest="form", choices=forms, help=told)
    declare_settings(report)
    text = "debates beside each other: outcomes, gaps, agreement, and the judges they share"
    comparing = _command(commands, "compare", "comparing:act_compare", text)
    comparing.add_argument("ids", metavar="ID", nargs="+", help="the ids of two debates or more")
    declare_settings(comparing)


def _stored(commands: Commands) -> None:
    listing = _command(commands, "list", "inspect:act_list", "the stored debates and reviews, newest first")
    listing.add_argument("--limit", type=int, metavar="N", help="the newest N only (default: all)")
    text = "a record's events as JSON lines, each with its sequence"
    replaying = _command(commands, "replay", "inspect:act_replay", text)
    replaying.add_argument("id", help="the debate's id")
    upto = "stop after the event with this sequence number"
    replaying.add_argument("--upto", type=int, metavar="N", help=upto)
    raw = "print its events as they are stored, unread: for a debate that can't be read"
    replaying.add_argument("--raw", action="store_true", help=raw)
    text = "go on with a debate or a review that was stopped, paused or broken off"
    resuming = _command(commands, "resume", "running:act_resume", text)
    resuming.add_argument("id", help="the debate's id")
    resuming.add_argument("--retry-failed", action="store_true", help="ask judges that failed anew")
    _limits(resuming, "raise the most {} it may use")
    _reach(resuming)
    declare_settings(resuming)
    _deliberate(commands)


def _talk(command: argparse.ArgumentParser) -> None:
    """How judges, or reviewers, deliberate."""
    add = command.add_argument
    usual = Deliberation()
    told = f"rounds at most, those already held included ({usual.rounds})"
    add("--rounds", type=int, metavar="N", help=told)
    told = f"the consensus that is enough, 0 to 1 ({usual.threshold:g})"
    add("--threshold", type=float, metavar="X", help=told)
    add("--seconds", type=float, metavar="S", help=f"begin no new round after so many ({usual.seconds:g})")
    told = "ask every judge once more, without the others, or with a part of what they said, so that conformity can "
    told += "be told from conviction (repeatable; never a result)"
    repeated(command, "--probe", told, choices=get_args(Probe))


def _deliberate(commands: Commands) -> None:
    text = (
        "let the judges of a finished debate read each other and score anew; the first scores stay the result"
    )
    command = _command(commands, "deliberate", "deliberating:act_deliberate", text)
    add = command.add_argument
    add("id", help="the id of the debate or the review")
    _talk(command)
    _limits(command, "raise the most {} it may use")
    _reach(command)


_FILE = (
    "the study: TOML or JSON, its topics perhaps in a CSV beside it; so many of its debates are under way as "
    "`debates_at_once` says (8; at most 60)"
)


def _study(commands: Commands) -> None:
    text = "many debates as one design: topics, pairs of models, panels, sides swapped, repeats"
    study = commands.add_parser("study", help=text, description=text[0].upper() + text[1:] + ".")
    ways: Commands = study.add_subparsers(required=True, metavar="run|report")
    run = _command(
        ways, "run", "studying:act_run", "conduct what of a study has not finished, and say what it says"
    )
    check = "say what it will take, and buy nothing"
    run.add_argument("--check", action="store_true", help=check)
    _limits(run, "begin no debate that could use more {} than this for all together (default: the file's)")
    _reach(run)
    report = _command(ways, "report", "studying:act_report", "what a study says of the debates there are")
    for way in (run, report):
        way.add_argument("file", help=_FILE)
        way.add_argument("--out", metavar="FILE", help="write a row a debate to FILE.parquet and FILE.csv")


def _work(commands: Commands) -> None:
    text = "conduct what waits in the queue of a store on PostgreSQL, beside workers elsewhere, until told to stop"
    work = _command(commands, "work", "working:act_work", text)
    add = work.add_argument
    add("--status", action="store_true", help="say who works and what waits, and conduct nothing")
    add("--slots", type=int, metavar="N", default=20, help="debates at once, 2 to 60 (default 20)")
    add("--name", help="what it is called (default: its machine and process)")
    told = "what a provider takes of all workers together from now on, as in openai:calls=8,requests=500,"
    told += "tokens=200000: at once, and a minute (repeatable)"
    repeated(work, "--limit", told, metavar="PROVIDER:LIMITS")
    add(
        "--health",
        metavar="[HOST:]PORT",
        help="answer GET /health there: 200 while well, 503 when not (by default to this machine alone)",
    )
    base_url(work, " that a key is named for")
    _reach(work)


def _known(commands: Commands) -> None:
    text = "record which side of a debate turned out to be right, or take that back"
    truth = _command(commands, "truth", "history:act_truth", text)
    truth.add_argument("id", help="the debate's id")
    truth.add_argument(
        "outcome", choices=(*get_args(Ballot), TAKE_BACK), type=_outcome, help="what turned out to be right"
    )
    truth.add_argument("--reason", default="", help=f"how it is known, in at most {REASON_MOST:,} characters")
    text = "what past debates say of each judge with its model, and of each dimension"
    history = _command(commands, "history", "history:act_history", text)
    told = "only debates opened before this one: what its Panel shows"
    history.add_argument("--before", metavar="ID", help=told)
    told = "with --json: the dimensions, not the judges"
    history.add_argument("--dimensions", action="store_true", help=told)
    text = "whether people who scored debates blind score as the judges do (reviews of texts are not counted)"
    _command(commands, "people", "history:act_people", text)


def _reviews(commands: Commands) -> None:
    text = "people's scores of debates as CSV, out and in; reviews of texts are not among them"
    top = commands.add_parser("reviews", help=text, description=text[0].upper() + text[1:] + ".")
    ways: Commands = top.add_subparsers(required=True, metavar="export|import")
    text = "print the arguments of debates with people's scores, and the words to be judged"
    out = _command(ways, "export", "reviews:act_export", text)
    out.add_argument("id", nargs="*", help="debates to print (default: all)")
    taken = _command(ways, "import", "reviews:act_import", "take scores from a file of that form")
    taken.add_argument("file", help="the file; - for standard input")


def _outcome(text: str) -> str:
    return text.lower() if text.lower() == TAKE_BACK else text.upper()
