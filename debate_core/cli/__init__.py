"""The same work from a shell: results on standard output, progress on standard error."""

import argparse
import functools
import importlib
import io
import pathlib
import sys
from collections.abc import Sequence
from typing import Any

from debate_core.domain.errors import DebateError, RatingsRefused, RecordUnreadable, SetUpError
from debate_core.domain.wording import capital

COMMANDS = {
    "run": ("run", "run a debate and print its report"),
    "review": ("review", "have reviewers judge a text or code"),
    "judge": ("judge", "have a panel judge a transcript (JSON, chats, Markdown, subtitles, text, CSV)"),
    "import": ("judge", "import a debate exported by another store, or a table of ratings (.csv, .tsv)"),
    "export": ("judge", "a debate, text or table as one file: its record (json) or report"),
    "report": ("inspect", "print the report of a debate, text or table"),
    "compare": ("inspect", "compare debates: verdicts, leads, agreement and shared judges"),
    "prompts": ("inspect", "print what each role is told, word for word"),
    "lab": ("agree", "simulate how often such a panel names the right side"),
    "list": ("inspect", "list debates, texts and tables, newest first"),
    "replay": ("inspect", "print the events of a debate, text or table as JSON lines"),
    "resume": ("run", "go on with what was stopped, paused or interrupted"),
    "deliberate": ("review", "let the judges discuss; their independent scores count"),
    "truth": ("history", "record which side turned out to be right, or take that back"),
    "history": ("history", "what past debates say of judges and dimensions"),
    "people": ("history", "compare people's blind scores of debates with the judges'"),
    "study": ("study", "run many debates as one study: topics, models, panels, swapped sides, repeats"),
    "versus": ("study", "which of two models argues better, on many topics from both sides"),
    "work": ("work", "be a worker: conduct what waits in the queue (PostgreSQL only) until stopped"),
    "reviews": ("history", "people's scores of debates as CSV: export or import"),
    "agree": ("agree", "measure agreement in a table of ratings"),
}
STORE = argparse.ArgumentParser(add_help=False)
"""What every command takes that looks into a store."""
STORE.add_argument(
    "--store",
    metavar="FILE",
    help="the store: a file or postgresql://… (default: DEBATE_STORE, else your data folder)",
)
STORE.add_argument("--json", action="store_true", help="print JSON")


def program_name() -> str:
    """What one writes before a command here, so that what is printed can be copied."""
    script = pathlib.PurePath(sys.argv[0]).stem
    return script if script == "split-decision" else "python -m debate_core"


def add_command(commands: Any, name: str, text: str, *parents: argparse.ArgumentParser) -> Any:
    return commands.add_parser(name, help=text, description=capital(f"{text}."), parents=parents)


@functools.cache
def parser(asked: str | None = None, prog: str = "python -m debate_core") -> argparse.ArgumentParser:
    """The whole command line, or all commands and the options of the one that is asked for."""
    top = argparse.ArgumentParser(
        prog=prog,
        description="Two models debate, a panel of judge models scores every argument, and you learn how far the "
        "judges agree and whether there is a clear winner.",
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, text) in COMMANDS.items():
        command = add_command(commands, name, text, *([] if name in ("lab", "study", "reviews") else [STORE]))
        if asked in (None, name):
            own = importlib.import_module(f"debate_core.cli.{module}")
            command.set_defaults(act=getattr(own, f"act_{name}", None))
            getattr(own, f"declare_{name}", lambda _: None)(command)
    return top


def main(words: Sequence[str]) -> int:
    try:
        options = parser(words[0] if words else None, program_name()).parse_args(words)
        status = int(options.act(options))
        sys.stdout.flush()
        return status
    except DebateError as error:
        print(f"split-decision: {error}", file=sys.stderr)
        if isinstance(error, RecordUnreadable):
            print(f"Its stored lines: replay {error.record} --raw", file=sys.stderr)
        if isinstance(error, RatingsRefused) and words[0] != "reviews":
            print("Options for how a table is read: agree --help", file=sys.stderr)
        return 2 if isinstance(error, SetUpError | RatingsRefused) else 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # whoever stops reading has what they wanted
            why = f"the result could not be written: {error.strerror or error}"
            print(f"split-decision: {why}", file=sys.stderr)
        sys.stdout = io.StringIO()  # the end of the process doesn't try what is left again
        return 1
