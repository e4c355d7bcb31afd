"""`agree`: the agreement of a table of ratings in a file, without a debate; `lab`: how good is a panel like this?"""

import argparse
import csv
import math
import pathlib
import sys
from dataclasses import replace
from functools import partial
from typing import get_args

from debate_core.cli.inspect import table_text
from debate_core.cli.options import (
    declare,
    declare_count,
    declare_thresholds,
    flags,
    form_of,
    print_as,
    read_input,
    thresholds_of,
)
from debate_core.composition import open_store
from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.imported import CsvOptions, Repeats, Role, Separator
from debate_core.domain.options import Number, Whole
from debate_core.domain.settings import store_address
from debate_core.domain.wording import group
from debate_core.importing.tables import config_of, keep_table, read_table
from debate_core.library.report.ratings import against
from debate_core.library.report.table import TablePanel, panel_of
from debate_core.measuring.krippendorff import Level
from debate_core.phrases import THIS_PANEL, estimate_text
from debate_core.ratings import MAX_BYTES, NEEDED, OpenTable
from debate_core.reporting.formats import values
from debate_core.reporting.lab import lab_document, lab_values
from debate_core.reporting.records import RENDERS
from debate_core.reporting.worked_example import worked_document
from debate_core.verdicts.lab import MAX_PANELS, MIN_PANELS, PANELS, SEED, Question, lab

NOT_REACHED = 3
"""The exit status where agreement isn't shown to be as high as asked."""
_FORMS = (
    "A long table has a header such as judge,item,score. A wide one has a first column such as judge, then one per "
    "item, or the other way round. Empty cells, NA, . - and ? are missing. With one bad line nothing is computed."
)
_COLUMNS: tuple[tuple[Role, str], ...] = (
    ("judge", "who scored"),
    ("item", "what was scored"),
    ("score", "the score"),
    ("standing", "a label beside it"),
    ("dimension", "the quality scored"),
    ("segment", "parts, each with its alpha"),
    ("cluster", "items of one source, left out together by intervals"),
)


def declare_agree(command: argparse.ArgumentParser) -> None:
    command.description = f"{command.description} {_FORMS}"
    add = command.add_argument
    text = "CSV, JSON, JSON Lines, Excel, Parquet or a tool's export; - reads standard input"
    add("file", metavar="FILE", help=text)
    text = "level of measurement (default: interval for numbers, nominal for words)"
    add("--level", choices=get_args(Level), help=text)
    text = "all possible labels, ascending (default: the four rulings)"
    add("--categories", metavar="A,B,…", type=partial(_split, "--categories"), help=text)
    add("--against", metavar="FILE2.csv", help="another table of the same items, to compare alpha")
    text = "the judges who are people, to compare the others with them"
    add("--people", metavar="A,B,…", type=partial(_split, "--people"), default=(), help=text)
    add("--as", dest="form", choices=[*RENDERS], help="the form to print (default: text)")
    text = "exit with status 3 unless alpha's interval lies at or above this"
    declare_count(command, "--at-least", Number("Alpha", low=-1, high=1), None, text)
    add("--keep", action="store_true", help="store the table, too; prints its id to standard error")
    _declare_reading(command.add_argument_group("how to read it"))


def _declare_reading(group: "argparse._ArgumentGroup") -> None:
    rows = group.add_mutually_exclusive_group()
    for what in ("items", "judges"):
        text = f"wide, one row for each of the {what}"
        rows.add_argument(f"--{what}-as-rows", dest="rows", action="store_const", const=what, help=text)
    group.add_argument("--separator", choices=get_args(Separator), help="between columns")
    group.add_argument("--decimal", choices=("point", "comma"), default="point", help="how 7.5 is written")
    for flag, text in (("--missing", "more marks for missing"), ("--leave-out", "columns that don't count")):
        group.add_argument(flag, metavar="A,B,…", type=partial(_split, flag), default=(), help=text)
    text = "which row counts where a judge scored an item again (default: refuse the table)"
    group.add_argument("--repeats", choices=get_args(Repeats), help=text)
    text = "only rows with this value (repeatable)"
    group.add_argument("--where", metavar="COLUMN=VALUE", action="append", help=text)
    for role, what in _COLUMNS:
        text = f"{'column or columns' if role in NEEDED else 'the column'}: {what}"
        group.add_argument(f"--{role}", metavar="COLUMN", dest=f"column_{role}", help=text)


def act_agree(options: argparse.Namespace) -> int:
    table = _read(options.file, options, options.level)
    other = _read(options.against, options, table.level).table if options.against else None
    form, panel = form_of(options), panel_of(table.table, table.level, options.people)
    if other is not None:
        comparison = against(table.table, other, table.level, options.against)
        panel = replace(panel, report=panel.report.model_copy(update={"against": comparison}))
    if options.keep:
        name = "stdin.csv" if options.file == "-" else pathlib.PurePath(options.file).name
        config = config_of(table, name, options.categories, options.people)
        print(f"ratings {keep_table(open_store(store_address(options.store)), config)}", file=sys.stderr)
    sys.stdout.write(table_text(panel, options.file, form))
    return 0 if options.at_least is None or _reaches(panel, options.at_least) else NOT_REACHED


def _reaches(panel: TablePanel, minimum: float) -> bool:
    """Whether alpha is known to be at least so much; without an interval nothing is known."""
    alpha = panel.report.agreement.alpha
    reached = alpha.above(math.nextafter(minimum, -math.inf))
    if not reached:
        words = f"alpha is {estimate_text(alpha, 'coefficient', THIS_PANEL)}; {minimum:g} was asked for"
        print(words, file=sys.stderr)
    return reached


def _read(file: str, options: argparse.Namespace, level: Level | None) -> OpenTable:
    content, _ = read_input(file, MAX_BYTES)
    try:
        return read_table(
            content,
            file,
            level=level,
            categories=options.categories,
            options=_csv_options(options),
            where=_row_filter(options.where or []),
        )
    except RatingsRefused as error:
        raise RatingsRefused(f"{file}: {error}", error.faults) from error


def _csv_options(options: argparse.Namespace) -> CsvOptions:
    columns = {role: getattr(options, f"column_{role}") for role, _ in _COLUMNS}
    return CsvOptions(
        separator=options.separator,
        rows=options.rows,
        columns={role: name for role, name in columns.items() if name is not None},
        left_out=options.leave_out,
        missing=options.missing,
        decimal_comma=options.decimal == "comma",
        repeats=options.repeats,
    )


def _row_filter(chosen: list[str]) -> dict[str, list[str]]:
    if wrong := [one for one in chosen if "=" not in one]:
        raise SetUpError(f"--where: expected COLUMN=VALUE; got {wrong[0]!r}")
    return group((name, value) for name, _, value in (one.partition("=") for one in chosen))


def _split(option: str, text: str) -> tuple[str, ...]:
    try:
        return tuple(label.strip() for label in next(csv.reader([text], strict=True), []))
    except csv.Error as error:
        raise SetUpError(f"{option}: expected names separated by commas; got {text!r}") from error


def declare_lab(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    declare(command, Question)
    declare_thresholds(command)
    number = Whole("Panels", low=MIN_PANELS, high=MAX_PANELS)
    declare_count(command, "--panels", number, PANELS, f"panels of each size (default {PANELS})")
    declare_count(command, "--seed", Whole("Seed", low=0), SEED, f"seed of the simulation (default {SEED})")
    add("--worked", action="store_true", help="work the measures out on a small table, without a model")
    add("--json", action="store_true", help="print JSON")


def act_lab(options: argparse.Namespace) -> int:
    usual = {"panels": PANELS, "seed": SEED, "threshold": []}
    other = [*flags(options, Question), *(name for name in usual if getattr(options, name) != usual[name])]
    if options.worked and other:
        raise SetUpError(f"--worked shows one worked example and takes no --{other[0]}")
    if options.worked:
        return print_as(options, lambda: values(worked_document()), worked_document)
    result = lab(Question(**flags(options, Question)), options.panels, options.seed, thresholds_of(options))
    return print_as(options, lambda: lab_values(result), lambda: lab_document(result))
