"""`agree`: the agreement of a table of ratings in a CSV file, without a debate.

Knows files and standard input, the reader of tables and their report; touches no store. Invariant: one bad line, and
nothing is computed and nothing printed on standard output.
"""

import argparse
import csv
import json
import pathlib
import sys
from typing import get_args

from debate_core.errors import RatingsRefused, SetUpError
from debate_core.exports.ratings import ratings_as_plain
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import MOST_BYTES, decode, read_ratings
from debate_core.report.ratings import RatingsReport, report_ratings

STANDARD_INPUT = "-"
_TEXT = "agreement of any table of ratings in a CSV file"
_FORMS = (
    "The table is long, with the header judge,item,score or judge,item,score,standing in any order, or wide: the first "
    "column the judge, then a column for each item. An empty cell is a missing score. With one bad line nothing is "
    "computed."
)


def declare_agree(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command and the options that `act_agree` reads."""
    command = commands.add_parser("agree", help=_TEXT, description=f"{_TEXT[0].upper()}{_TEXT[1:]}. {_FORMS}")
    command.add_argument("file", metavar="FILE.csv", help=f"the table; {STANDARD_INPUT} reads standard input")
    command.add_argument(
        "--level", choices=get_args(Level), default="interval", help="what the scores are (default: interval)"
    )
    command.add_argument(
        "--categories",
        metavar="A,B,…",
        help="all standings that could be given, ascending (default: the four); at level nominal or ordinal without "
        "standings, all scores that could be given",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(act=act_agree)


def act_agree(options: argparse.Namespace) -> int:
    """Read one table and print its agreement."""
    found = _read(options)
    if options.json:
        said = {"file": options.file, **found.model_dump(mode="json")}
        print(json.dumps(said, ensure_ascii=False, indent=2, allow_nan=False))
        return 0
    sys.stdout.write(ratings_as_plain(found))
    return 0


def _read(options: argparse.Namespace) -> RatingsReport:
    content = _content(options.file)
    categories = None if options.categories is None else _split(options.categories)
    try:
        table = read_ratings(decode(content), level=options.level, categories=categories)
    except RatingsRefused as error:
        raise RatingsRefused(f"{options.file}: {error}", error.faults) from error
    return report_ratings(table, options.level)


def _content(name: str) -> bytes:
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        with pathlib.Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise SetUpError(
            f"expected a CSV file; {name!r} could not be read: {getattr(error, 'strerror', error)}"
        ) from error


def _split(text: str) -> list[str]:
    try:
        return [label.strip() for label in next(csv.reader([text], strict=True), [])]
    except csv.Error as error:
        raise SetUpError(f"--categories: expected labels separated by commas; got {text!r}") from error
