"""`report`, `compare`, `list`, `replay` and `prompts`: what the store holds; looking changes no fact."""

import argparse
import datetime
import pathlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from debate_core.calls import KINDS, graph
from debate_core.calls.ask import ModelTask, Step
from debate_core.calls.rescore import Rescore
from debate_core.cli import program_name
from debate_core.cli.options import (
    declare_count,
    declare_settings,
    flag_of,
    flags,
    form_of,
    print_as,
    settings_of,
    store_to_read,
)
from debate_core.domain.cast import Panel
from debate_core.domain.config import WORDING, Deliberation, Probe
from debate_core.domain.errors import SetUpError, only_with
from debate_core.domain.frozen import explain
from debate_core.domain.options import Whole
from debate_core.domain.steps import CONFLICT, NARRATIVE
from debate_core.domain.wording import escaped_hidden, in_json
from debate_core.examples import record_of
from debate_core.library.comparison import MIN_DEBATES, compare_debates
from debate_core.library.library import count_stale, list_summaries, read_history
from debate_core.library.report import ReportSettings, report
from debate_core.library.report.debate import other_readings
from debate_core.library.report.settings import CHOICES
from debate_core.library.report.table import TablePanel, table_panel
from debate_core.library.summary import Summary
from debate_core.library.text_review import AnyReport, ReviewSettings, text_review
from debate_core.phrases import moment_text
from debate_core.ratings.sheet import Faults, csv_sheet
from debate_core.reporting.audit import audit_as_markdown, audit_of
from debate_core.reporting.blocks import Document
from debate_core.reporting.comparison import comparison_document, comparison_values
from debate_core.reporting.debate import SUMMARY, debate_document, report_values, scores_csv
from debate_core.reporting.formats import clean, columns, plain_text, values
from debate_core.reporting.records import FORMATS, RENDERS, shelf_row
from debate_core.reporting.table import table_document
from debate_core.reporting.text import SUMMARY as TEXT_SUMMARY
from debate_core.reporting.text import text_document
from debate_core.reporting.text_values import as_sarif, text_as_docx, text_values
from debate_core.store import Store
from debate_core.store.record import AnyRecord, ArtifactRecord, RatingsRecord, Record, load, load_any

MANY = 200
"""Debates whose folding takes so long that one wants to know why."""
MAX_LISTED = 1_000_000


def declare_report(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="its id")
    forms = ["text", "json", "md", "csv", "html", "audit", "audit-md", "sarif", "docx"]
    text = "the form (default: a summary); text: all of it; audit: the discussion; sarif, docx: a text's findings"
    command.add_argument("--as", dest="form", choices=forms, help=text)
    text = "with --as audit or audit-md: every answer as the model gave it"
    command.add_argument("--answers", action="store_true", help=text)
    declare_settings(command)


def declare_list(command: argparse.ArgumentParser) -> None:
    declare_count(command, "--limit", Whole("Limit", low=1, high=MAX_LISTED), None, "the newest N only")


def declare_replay(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", help="its id")
    declare_count(command, "--upto", Whole("Event", low=1), None, "stop after this event")
    command.add_argument("--raw", action="store_true", help="as stored, for one that can't be read")


def act_report(options: argparse.Namespace) -> int:
    if form_of(options) not in ("audit", "audit-md") and options.answers:
        raise only_with("--answers", "--as audit or --as audit-md")
    return report_record(store_to_read(options), options)


def act_list(options: argparse.Namespace) -> int:
    store = store_to_read(options)
    if (waiting := count_stale(store)) >= MANY:
        print(f"Reading {waiting} debates once.", file=sys.stderr)
    summaries = list_summaries(store, limit=options.limit)
    if options.json:
        print(in_json([_row(one, store) for one in summaries]))
        return 0
    for line in columns((_cells(one, store) for one in summaries), indent=0):
        print(line)
    if not summaries:
        print(f'No debates yet. Start one: {program_name()} run "…"', file=sys.stderr)
    return 0


def act_replay(options: argparse.Namespace) -> int:
    store = store_to_read(options)
    store.find(options.id)
    if options.raw:
        for line in store.lines(options.id, upto=options.upto):
            print(line)
        return 0
    for stored in store.read(options.id, upto=options.upto):
        print(escaped_hidden(stored.model_dump_json()))
    return 0


def report_record(store: Store, options: argparse.Namespace) -> int:
    record = load_any(store, options.id)
    refuse_settings(record, options)
    print_record(store, record, options)
    return 0


def print_record(store: Store, record: AnyRecord, options: argparse.Namespace) -> None:
    """Any record in the form that is asked for. Raises SetUpError where its kind has no such form."""
    if isinstance(record, Record):
        forms = _debate_forms(store, record, options)
    elif isinstance(record, RatingsRecord):
        forms = _table_forms(record)
    else:
        forms = _review_forms(record, options)
    if (form := form_of(options)) not in forms:
        known = ", ".join(one for one in forms if one != "plain")
        raise SetUpError(f"--as {form}: expected {known} for {record.called}")
    made = forms[form]()
    if isinstance(made, bytes):
        sys.stdout.buffer.write(made)
    else:
        sys.stdout.write(made if made.endswith("\n") else made + "\n")


def refuse_settings(record: AnyRecord, options: argparse.Namespace) -> None:
    """Raises SetUpError for settings that are read on a debate only; of a text's, people may be seated."""
    if isinstance(record, Record):
        return
    seats = isinstance(record, ArtifactRecord)
    if changed := [name for name in settings_of(options).changed if name != "people" or not seats]:
        chosen = [flag_of(ReportSettings, one) if one in CHOICES else f"--threshold {one}" for one in changed]
        kind = f"{record.id!r} is {record.called}"
        raise SetUpError(f"expected a debate for these settings; {kind}: {', '.join(chosen)}")


Forms = dict[str, Callable[[], str | bytes]]
"""What prints a record, by the form's name; `plain`: what a terminal shows where none is asked for."""


def _common_forms(document: Callable[[], Document]) -> Forms:
    return {
        "text": lambda: plain_text(document()),
        **{one.extension: partial(one.of, document) for one in FORMATS},
    }


def _debate_forms(store: Store, record: Record, options: argparse.Namespace) -> Forms:
    past = read_history(store, record)
    whole = report(record, past, settings_of(options))
    others = partial(other_readings, whole, record, past)

    def document() -> Document:
        return debate_document(whole, record, others())

    return {
        **_common_forms(document),
        "json": lambda: in_json(report_values(whole, others())),
        "csv": lambda: scores_csv(whole),
        "plain": lambda: _summary_text(document().summary(*SUMMARY), record.id),
        **_audits(whole, record, options),
    }


def _table_forms(record: RatingsRecord) -> Forms:
    config, panel = record.config, table_panel(record.config)
    return {
        **_common_forms(partial(table_document, panel, config.file)),
        "plain": lambda: table_text(panel, config.file, "text"),
        "csv": lambda: csv_sheet(config.text, Faults(), config.separator).text(),
        "json": lambda: table_text(panel, config.file, "json", record),
    }


def table_text(panel: TablePanel, file: str, form: str, record: RatingsRecord | None = None) -> str:
    """The report of a table in a form. Its JSON has the report's own keys, and the blocks beside them."""
    document = table_document(panel, file)
    if form != "json":
        return RENDERS["text" if form == "plain" else form](document)
    known = {} if record is None else {"id": record.id}
    blocks = values(document)["blocks"]
    return in_json({**known, "file": file, **panel.report.model_dump(mode="json"), "blocks": blocks}) + "\n"


def _review_forms(record: ArtifactRecord, options: argparse.Namespace) -> Forms:
    review = text_review(record, ReviewSettings(**flags(options, ReviewSettings)))
    # By the path given, where it leads down from this folder, code scanning finds the file in CI.
    path = pathlib.PurePath(getattr(options, "file", ""))
    below = path.name == review.artifact.name and not path.is_absolute() and ".." not in path.parts
    name = path.as_posix() if below else review.artifact.name
    placed = review.model_copy(update={"artifact": review.artifact.model_copy(update={"name": name})})
    document = partial(text_document, review, record)
    return {
        **_common_forms(document),
        "json": lambda: in_json(text_values(review) | values(document())),
        "sarif": lambda: in_json(as_sarif(placed)),
        "docx": partial(text_as_docx, review),
        "plain": lambda: _summary_text(document().summary(*TEXT_SUMMARY), record.id),
        **_audits(review, record, options),
    }


def _audits(whole: AnyReport, record: Record | ArtifactRecord, options: argparse.Namespace) -> Forms:
    answers = record if getattr(options, "answers", False) else None
    return {
        "audit": lambda: in_json(audit_of(whole, answers)),
        "audit-md": lambda: audit_as_markdown(whole, answers),
    }


def _summary_text(document: Document, record: str) -> str:
    more = f"The whole report: {program_name()} report {record} --as text (or md, html, json, csv)"
    return f"{plain_text(document)}\n{more}\n"


_LISTED = (
    *("id", "kind", "topic", "status", "judges", "outcome", "nothing_argued", "verdict", "alpha", "accord"),
    *("discussion_advised", "example", "simulated", "simulated_said", "models", "tags", "calls", "tokens"),
    *("cost", "cost_reason", "opened", "fault", "why_null"),
)


def _row(entry: Summary, store: Store) -> dict[str, Any]:
    moment = datetime.datetime.fromtimestamp(entry.opened_at, datetime.UTC)
    values = {**dict(entry), "status": entry.status(store), "opened": moment.isoformat(timespec="seconds")}
    explain(entry, values)
    if entry.fault:
        values["why_null"] = {key: entry.fault for key in _LISTED if values.get(key, "") is None}
    return {key: values[key] for key in _LISTED if key in values}


def _cells(entry: Summary, store: Store) -> list[str]:
    row = shelf_row(entry, entry.status(store))
    alpha = f"alpha {row.agreement}" if row.agreement else ""
    texts = (row.id, moment_text(entry.opened_at), row.standing, alpha, row.consensus, row.topic, row.about)
    return [clean(text) or "–" for text in texts]


def declare_compare(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", metavar="ID", nargs="+", help="two or more ids")
    declare_settings(command)


def act_compare(options: argparse.Namespace) -> int:
    ids = list(dict.fromkeys(options.ids))
    if len(ids) < MIN_DEBATES:
        raise SetUpError(f"expected {MIN_DEBATES} debates or more, each once; got {', '.join(ids)}")
    store, settings = store_to_read(options), settings_of(options)
    records = [load(store, one) for one in ids]
    result = compare_debates([(one, report(one, read_history(store, one), settings)) for one in records])
    return print_as(options, lambda: comparison_values(result), lambda: comparison_document(result))


SAMPLES = ("example-second-check", "example-school-phones")
"""One in phases with a discussion, one exchange with a live judge whose two readings differ."""
MARK = "a-mark-drawn-anew-for-each-call"
LIVE, BRIEFING, STORY = "the live judge", "the briefing", "the narrative"
RoleExample = Mapping[str, Any]


def declare_prompts(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", nargs="?", help="a debate's or text's id (default: today's roles on samples)")
    command.add_argument(
        "--role", help=f"PRO, CON, a judge by name, “{LIVE}”, “{BRIEFING}” or “{STORY}” (default: all)"
    )


def act_prompts(options: argparse.Namespace) -> int:
    known: dict[object, RoleExample] = {}
    for record in _records(options):
        known = _last_prompts(record) | known
    asked = (options.role or "").casefold()
    chosen = [one for one in known.values() if not asked or one["role"].casefold() in (asked, f"the {asked}")]
    if not chosen:
        roles = ", ".join(dict.fromkeys(one["role"] for one in known.values()))
        raise SetUpError(f"--role: expected one of {roles}" if roles else f"{options.id}: no model is asked")
    sys.stdout.write((in_json(chosen) if options.json else "\n\n".join(map(_text, chosen))) + "\n")
    return 0


def _records(options: argparse.Namespace) -> list[Record | ArtifactRecord]:
    if options.id:
        record = load_any(store_to_read(options), options.id)
        return [] if isinstance(record, RatingsRecord) else [record]
    return [_today(record_of(name)) for name in SAMPLES]


def _today(record: Record) -> Record:
    discussion = record.config.deliberation and Deliberation(probes=get_args(Probe))
    changes = {"wording": WORDING, "panel": Panel(), "deliberation": discussion}
    return replace(record, config=record.config.model_copy(update=changes), deliberating=None)


def _last_prompts(record: Record | ArtifactRecord) -> dict[object, RoleExample]:
    examples: dict[object, RoleExample] = {}
    config: Any = record.planned
    for step in graph(config):
        kind: Any = KINDS[step.kind]
        ask = kind.from_round(record, step) if issubclass(kind, Rescore) else kind.at(record, step)
        if isinstance(ask, ModelTask):
            prompt, role = ask.prompt(MARK), _role_name(step, config)
            messages = [{"role": one.role, "content": one.content} for one in prompt.messages]
            asked = {"role": role, "asks_for": kind.title(step), "messages": messages, "form": prompt.schema}
            examples[role, step.kind, step.probe, step.swapped] = asked
    return examples


def _role_name(step: Step, config: Any) -> str:
    if step.judge or step.side:
        return step.judge or str(step.side).upper()
    if step.kind == "briefing":
        return BRIEFING
    return STORY if step.kind in (NARRATIVE, CONFLICT) and not config.live else LIVE


def _text(prompt: RoleExample) -> str:
    parts = (f"--- {one['role']}\n{one['content']}" for one in prompt["messages"])
    return "\n\n".join((f"=== {prompt['role']}: {prompt['asks_for']}", *parts))
