"""`judge`, `import`, `export`: what comes from elsewhere, and what goes there."""

import argparse
import json
import pathlib
import secrets
import sys
from typing import Any

from debate_core.cli import run
from debate_core.cli.inspect import report_record
from debate_core.cli.options import (
    FILE_OR_INPUT,
    declare,
    declare_list,
    declare_settings,
    flags,
    form_of,
    read_input,
    settings_of,
    store_to_read,
)
from debate_core.composition import open_store, runner_of
from debate_core.domain.cast import Panel
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import SetUpError, only_with
from debate_core.domain.frozen import build
from debate_core.domain.settings import store_address
from debate_core.domain.transcript import SIDES, Topic
from debate_core.domain.wording import quoted
from debate_core.importing.dialogues import Dialogue, ParsedText
from debate_core.importing.exported import export_json, read_exported, take_in
from debate_core.importing.files import MAX_BYTES as MAX_TALK
from debate_core.importing.files import bytes_of, kind_of, read_imported
from debate_core.importing.mapping import TranscriptChoices, map_sides, sides_of, speakers_text, warning_text
from debate_core.importing.tables import keep_table, table_config
from debate_core.store.record import load

_LISTED = 20


def declare_judge(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", help=FILE_OR_INPUT)
    declare(command, DebateConfig, but=SIDES, spoken=False)
    for side in SIDES:
        text = f"a speaker for {side.upper()} (repeatable); others are left out"
        declare_list(command, f"--{side}", text, metavar="NAME")
    command.add_argument("--chat", type=int, metavar="N", help="which conversation, from 1")
    run.declare_judging(command)


def declare_import(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", help="from export --as json or replay")
    command.add_argument("--teach", action="store_true", help="count it in judges' history")


def declare_export(command: argparse.ArgumentParser) -> None:
    add, forms = command.add_argument, ["json", "md", "csv", "html"]
    add("id", help="its id")
    add("--as", dest="form", choices=forms, help="the form (default: json)")
    add("--votes", action="store_true", help="with the record, how a room voted")
    declare_settings(command)


def act_judge(options: argparse.Namespace) -> int:
    parsed = read_imported(*read_input(options.file, MAX_TALK))
    dialogue = _dialogue(parsed, options)
    default = next(iter(run.judging_models(options, {})), None)
    more: dict[str, Any] = {
        "panel": build(Panel, {"judges": run.judges_of(options, {}, default)}),
        "servers": run.servers_of(options.base_url),
        "seed": secrets.randbelow(2**31),
        **run.debate_given(options, {}, default),
    }
    more.pop("topic", None)
    config, turns = map_sides(parsed, dialogue, _chosen(dialogue, options), **more)
    run.refuse_temperatures(options, config)
    runner = runner_of(store_address(options.store))
    access = run.access_of(options, config)
    for words in filter(None, (run.outlay_text(config), warning_text(turns))):
        print(words, file=sys.stderr)
    return run.follow(runner, runner.start(config, access, turns), options)


def _dialogue(parsed: ParsedText, options: argparse.Namespace) -> Dialogue:
    number: int = 1 if options.chat is None else options.chat
    if options.chat is None and len(parsed.dialogues) > 1:
        titles = "; ".join(f"{n} {quoted(one.title)}" for n, one in enumerate(parsed.dialogues[:_LISTED], 1))
        more = " …" if len(parsed.dialogues) > _LISTED else ""
        raise SetUpError(
            f"{parsed.file} holds {len(parsed.dialogues)} conversations; say which with --chat N: {titles}{more}"
        )
    if not 1 <= number <= len(parsed.dialogues):
        raise SetUpError(f"--chat: expected 1 to {len(parsed.dialogues)}; got {number}")
    return parsed.dialogues[number - 1]


def _chosen(dialogue: Dialogue, options: argparse.Namespace) -> TranscriptChoices:
    """What the options, and names that say their side, decide. Raises SetUpError for a name that nobody has."""
    speakers = sides_of(dialogue, options.pro, options.con)
    if not dialogue.turns and not {*SIDES} <= {*speakers.values()}:
        names = speakers_text(dialogue)
        raise SetUpError(f"say who argues with --pro NAME and --con NAME. The speakers are {names}")
    return TranscriptChoices(
        topic=options.text or dialogue.title,
        background=options.background or dialogue.background,
        burden=flags(options, Topic).get("burden"),
        speakers=speakers,
    )


def act_import(options: argparse.Namespace) -> int:
    store = open_store(store_address(options.store))
    path = pathlib.Path(options.file)
    data = bytes_of(path)
    kind = kind_of(data, path.name)
    if kind == "talk":
        raise SetUpError(
            f"{path.name}: expected an exported record or a table of ratings; to judge a talk: judge FILE"
        )
    if kind == "ratings":
        if options.teach:
            raise only_with("--teach", "a record")
        record = keep_table(store, table_config(data, path.name))
    else:
        record = take_in(store, read_exported(data, path.name), in_history=options.teach)
    print(json.dumps({"id": record}) if options.json else record)
    return 0


def act_export(options: argparse.Namespace) -> int:
    store = store_to_read(options)
    if form_of(options) not in ("plain", "json"):
        if options.votes:
            raise only_with("--votes", "--as json")
        return report_record(store, options)
    if settings_of(options).changed:
        raise SetUpError("report settings need --as md, csv or html")
    if options.votes:
        load(store, options.id)  # a debate
    print(export_json(store, options.id, votes=options.votes))
    return 0
