"""`judge`, `import`, `export`: what comes from elsewhere, and what goes there.

Knows the readers of files, the runner and how options become a panel. Invariant: nothing is stored, and no model asked,
before the whole file was read.
"""

import argparse
import json
import pathlib
import secrets
import sys
from typing import Any

from pydantic import ValidationError

from debate_core.bringing.exported import MOST_BYTES, exported, read_exported, take_in
from debate_core.bringing.mapping import Chosen, map_sides, suggested
from debate_core.bringing.reading import MOST_BYTES as MOST_TALK
from debate_core.bringing.reading import bytes_of, kind_of, read_brought, read_brought_file
from debate_core.bringing.spoken import Found, Talk
from debate_core.bringing.tables import as_brought, keep_table
from debate_core.cli import running
from debate_core.cli.arguments import room
from debate_core.cli.options import opened
from debate_core.config import SIMULATED, Panel
from debate_core.errors import SetUpError
from debate_core.noun import faults_said
from debate_core.numerals import listed
from debate_core.replay import load_any
from debate_core.runner import runner_of
from debate_core.settings import store_place
from debate_core.store import open_store
from debate_core.transcript import SIDES

STANDARD_INPUT = "-"
_LISTED = 20


def act_judge(options: argparse.Namespace) -> int:
    """Judge a transcript and print the report."""
    if options.file == STANDARD_INPUT:
        found = read_brought(sys.stdin.buffer.read(MOST_TALK + 1), "stdin")
    else:
        found = read_brought_file(pathlib.Path(options.file))
    talk = _talk(found, options)
    config, turns = map_sides(found, talk, _chosen(talk, options), **_more(options))
    runner = runner_of(store_place(options.store))
    access = running.access_of(options, config, running.typed_servers(options))
    print(running.ahead_of(config), file=sys.stderr)
    return running.follow(runner, runner.start(config, access, turns), options)


def _talk(found: Found, options: argparse.Namespace) -> Talk:
    """The conversation that is meant. Raises SetUpError where it has to be said."""
    if options.chat is not None:
        number: int = options.chat
        if not 1 <= number <= len(found.talks):
            raise SetUpError(f"--chat: expected 1 to {len(found.talks)}; got {number}")
        return found.talks[number - 1]
    if len(found.talks) == 1:
        return found.talks[0]
    titles = [f"{n} {talk.title[:60]!r}" for n, talk in enumerate(found.talks[:_LISTED], 1)]
    more = " …" if len(found.talks) > _LISTED else ""
    raise SetUpError(
        f"{found.file} holds {len(found.talks)} conversations; say which with --chat N: {'; '.join(titles)}{more}"
    )


def _chosen(talk: Talk, options: argparse.Namespace) -> Chosen:
    """What the options, and names that say their side, decide. Raises SetUpError for a name that nobody has."""
    speakers, known = suggested(talk), {name.casefold(): name for name in talk.speakers}
    named = {side: getattr(options, side) for side in SIDES}
    if any(named.values()):
        speakers = dict.fromkeys(talk.speakers)
    for side, names in named.items():
        for name in names:
            if name.casefold() not in known:
                there = listed([repr(one[:40]) for one in talk.speakers[:_LISTED]]) or "nobody by name"
                raise SetUpError(
                    f"--{side}: expected one who speaks in the file; got {name!r}. There speak {there}"
                )
            speakers[known[name.casefold()]] = side
    return Chosen(
        topic=options.topic or talk.title,
        background=options.background or talk.background,
        speakers=speakers,
    )


def _more(options: argparse.Namespace) -> dict[str, Any]:
    """What else is chosen: the panel, the live judge, limits, servers, the seed."""
    usual = next(iter(running.judging_models(options, {})), None)
    try:
        panel = Panel.model_validate({"judges": running.judges_of(options, {}, usual)})
    except ValidationError as error:
        raise SetUpError(faults_said(error)) from error
    more: dict[str, Any] = {
        "panel": panel,
        "budget": running.limits_of(options),
        "effort": options.effort,
        "servers": running.servers_of(options.base_url),
        "seed": secrets.randbelow(2**31) if options.seed is None else options.seed,
    }
    return more if options.live is None else more | {"live": {"model": options.live or usual or SIMULATED}}


def act_import(options: argparse.Namespace) -> int:
    """Take in a record that another store exported, or a table of ratings, and print its id."""
    store = open_store(store_place(options.store))
    path = pathlib.Path(options.file)
    data = bytes_of(path, MOST_BYTES)
    kind = kind_of(data, path.name)
    if kind == "talk":
        raise SetUpError(
            f"{path.name}: expected an exported record or a table of ratings; to judge a talk: judge FILE"
        )
    if kind == "ratings":
        record = keep_table(store, as_brought(data, path.name))
    else:
        record = take_in(store, read_exported(data, path.name), teaches=options.teach)
    print(json.dumps({"id": record}) if options.json else record)
    return 0


def act_export(options: argparse.Namespace) -> int:
    """Print a record as one file: its facts as JSON, to be imported elsewhere; or its report."""
    store = opened(options)
    if options.form == "json" or options.json:
        print(exported(store, options.id))
        return 0
    room("inspect").print_any(store, load_any(store, options.id), options)
    return 0
