"""What other tools write, as a table of ratings: one entry a tool. A new tool is one entry and a file of ten rows."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.numerals import pluralise
from debate_core.ratings.cells import number_in
from debate_core.ratings.header import BESIDE, SHOWN, TIE
from debate_core.ratings.lines import Faults
from debate_core.ratings.records import (
    Fields,
    document_of,
    fields_text,
    innermost,
    is_json,
    names_of,
    table_records,
    value_text,
)

_LOOKED_AT = 50
_ROWS = ("[]",)


@dataclass(frozen=True, kw_only=True)
class Export:
    """How one tool writes judgments. ``rows``: the steps to its innermost records; ``needs``: fields that tell it from
    others; ``judge``, ``item``: fields whose texts together name one; ``score``: the first of these that holds
    anything; ``wide``: how the names of score fields begin, each a judge; ``missing``: texts of a score that is none;
    ``of_type``: a field and what it must say for a row to count."""

    tool: str
    rows: tuple[str, ...] = _ROWS
    needs: frozenset[str]
    judge: tuple[str, ...] = ()
    item: tuple[str, ...]
    score: tuple[str, ...] = ()
    wide: str = ""
    varies: bool = False
    dimension: str = ""
    missing: frozenset[str] = frozenset()
    of_type: tuple[str, frozenset[str]] | None = None


@dataclass(frozen=True, kw_only=True)
class PairExport:
    """How one tool writes which of two was better. ``games``: a field with the winner, and whether the second was shown
    first; ``first``, ``second``: the fields that name the two; ``won``: what a winner is called, and which it is."""

    tool: str
    rows: tuple[str, ...] = _ROWS
    needs: frozenset[str]
    judge: tuple[str, ...]
    item: tuple[str, ...]
    first: str
    second: str
    games: tuple[tuple[str, bool], ...]
    won: Mapping[str, Literal["first", "second", "tie"]]


_MODELS: Mapping[str, Literal["first", "second", "tie"]] = {
    "model_1": "first",
    "model_2": "second",
    "model_a": "first",
    "model_b": "second",
    "tie": "tie",
    "tie (bothbad)": "tie",
    "both_bad": "tie",
    "tie (inconsistent)": "tie",
}
EXPORTS: tuple[Export | PairExport, ...] = (
    Export(
        tool="Label Studio (JSON)",
        rows=("[]", "annotations", "[]", "result", "[]"),
        needs=frozenset({"id", "annotations.completed_by", "annotations.result.from_name"}),
        judge=("annotations.completed_by", "annotations.completed_by.email"),
        item=("id",),
        score=tuple(f"annotations.result.value.{one}" for one in ("choices", "rating", "number", "taxonomy")),
        dimension="annotations.result.from_name",
    ),
    Export(
        tool="Label Studio (CSV)",
        needs=frozenset({"annotation_id", "annotator", "id", "lead_time"}),
        judge=("annotator",),
        item=("id",),
        varies=True,
    ),
    Export(
        tool="Argilla",
        rows=("[]", "responses", "{}", "[]"),
        needs=frozenset({"responses.key", "responses.user_id", "responses.value"}),
        judge=("responses.user_id",),
        item=("id",),
        score=("responses.value",),
        dimension="responses.key",
    ),
    Export(
        tool="Prodigy (choice)",
        needs=frozenset({"_annotator_id", "_input_hash", "answer", "accept"}),
        judge=("_annotator_id",),
        item=("_input_hash",),
        score=("accept",),
        of_type=("answer", frozenset({"accept"})),
    ),
    Export(
        tool="Prodigy",
        needs=frozenset({"_annotator_id", "_task_hash", "answer"}),
        judge=("_annotator_id",),
        item=("_task_hash",),
        score=("answer",),
        missing=frozenset({"ignore"}),
    ),
    Export(
        tool="promptfoo",
        rows=("results", "results", "[]", "gradingResult", "componentResults", "[]"),
        needs=frozenset(
            {f"results.results.{one}" for one in ("testIdx", "gradingResult.componentResults.assertion.type")}
        ),
        judge=tuple(
            f"results.results.gradingResult.componentResults.assertion.{one}"
            for one in ("type", "metric", "provider")
        ),
        item=tuple(f"results.results.{one}" for one in ("testIdx", "promptIdx", "provider.id")),
        score=("results.results.gradingResult.componentResults.score",),
    ),
    Export(
        tool="Langfuse scores",
        needs=frozenset({"traceId", "name", "value", "source"}),
        judge=("source", "authorUserId"),
        item=("traceId", "observationId"),
        score=("value", "stringValue"),
        dimension="name",
    ),
    Export(
        tool="Langfuse scores (API)",
        rows=("data", "[]"),
        needs=frozenset({"data.traceId", "data.name", "data.source"}),
        judge=("data.source", "data.authorUserId"),
        item=("data.traceId", "data.observationId"),
        score=("data.value", "data.stringValue"),
        dimension="data.name",
    ),
    Export(
        tool="Langfuse scores (blob storage)",
        needs=frozenset({"trace_id", "name", "value", "source", "data_type"}),
        judge=("source", "author_user_id"),
        item=("trace_id", "observation_id"),
        score=("value", "string_value"),
        dimension="name",
    ),
    Export(
        tool="Inspect log",
        rows=("samples", "[]", "scores", "{}"),
        needs=frozenset({"samples.id", "samples.epoch", "samples.scores.key", "samples.scores.value"}),
        judge=("samples.scores.key",),
        item=("samples.id", "samples.epoch"),
        score=("samples.scores.value",),
    ),
    Export(
        tool="Inspect samples",
        needs=frozenset({"sample_id", "eval_id", "epoch"}),
        item=("eval_id", "id", "epoch"),
        wide="score_",
    ),
    Export(
        tool="OpenAI Evals",
        needs=frozenset({"run_id", "event_id", "sample_id", "type"}),
        judge=("run_id",),
        item=("sample_id",),
        score=("data.choice", "data.score", "data.correct"),
        of_type=("type", frozenset({"match", "metrics"})),
    ),
    PairExport(
        tool="MT-Bench pairs",
        needs=frozenset({"question_id", "model_1", "model_2", "g1_winner", "g2_winner"}),
        judge=("judge.0",),
        item=("question_id", "turn"),
        first="model_1",
        second="model_2",
        games=(("g1_winner", False), ("g2_winner", True)),
        won=_MODELS,
    ),
    Export(
        tool="MT-Bench single scores",
        needs=frozenset({"question_id", "model", "judge", "score", "turn"}),
        judge=("judge.0",),
        item=("question_id", "model", "turn"),
        score=("score",),
        missing=frozenset({"-1"}),
    ),
    PairExport(
        tool="Arena battles",
        needs=frozenset({"model_a", "model_b", "winner"}),
        judge=("judge", "judge_hash"),
        item=("question_id", "conversation_id", "id", "turn"),
        first="model_a",
        second="model_b",
        games=(("winner", False),),
        won=_MODELS,
    ),
)


@dataclass(frozen=True, kw_only=True)
class ForeignTable:
    """``text``: the same judgments as CSV in our own form; ``level``: what the scores are; ``notes``: what it was read
    as, and what was left out."""

    text: str
    level: Literal["nominal", "interval"] | None
    notes: tuple[str, ...]


def foreign_table(text: str, *, by_tool: bool = True) -> ForeignTable | None:
    """The judgments of a tool's export, or of any list of JSON records; None for a CSV that no tool is known by.
    ``by_tool`` False: its columns are named, so no tool is looked for. Raises RatingsRefused.

    >>> lines = '{"model_a":"x","model_b":"y","winner":"tie","judge":"Ann","id":1}\\n' * 2
    >>> foreign_table(lines.splitlines()[0]).text.splitlines()
    ['judge,item,score,first,second', 'Ann,1: x before y,tie,x,y']
    """
    text = text.removeprefix("\ufeff")
    json_file = is_json(text)
    if not json_file and not (by_tool and any(one.needs <= _header(text) for one in EXPORTS)):
        return None
    document = document_of(text) if json_file else table_records(text)
    document = document if isinstance(document, list) or not json_file or _wrapped(document) else [document]
    for one in EXPORTS if by_tool else ():
        first = list(islice(innermost(document, one.rows), _LOOKED_AT))
        if first and one.needs <= set().union(*first):
            return _table_of(one, list(innermost(document, one.rows)))
    return _plain(document)


def is_export(text: str, name: str) -> bool:
    """Whether a file that begins so holds judgments: by the fields of a known tool, or as records in lines."""
    if not is_json(text):
        return any(one.needs <= _header(text) for one in EXPORTS)
    if name.lower().endswith((".jsonl", ".ndjson")):
        return True
    return any(
        all(f'"{field.split(".")[-1]}"' in text for field in one.needs if not _by_key(field))
        for one in EXPORTS
    )


def _by_key(field: str) -> bool:
    """Whether a field is made of a place or of an object's key, so that its name isn't in the file."""
    return field.endswith((".key", ".0"))


def _wrapped(document: object) -> bool:
    return isinstance(document, dict) and any(name in document for name in ("results", "samples", "data"))


def _header(text: str) -> set[str]:
    line = text.partition("\n")[0].strip()
    return {name.strip() for name in next(csv.reader([line]), [])} if len(line) < 20_000 else set()


def _plain(document: object) -> ForeignTable:
    records = list(innermost(document, _ROWS))
    names = names_of(records)
    if not names:
        Faults().refuse(1, "a list of judgments", "JSON of another shape")
    rows = [[value_text(one.get(name)) for name in names] for one in records]
    return ForeignTable(text=_csv([names, *rows]), level=None, notes=("Read as a list of JSON records.",))


def _table_of(export: Export | PairExport, records: list[Fields]) -> ForeignTable:
    pairs = isinstance(export, PairExport)
    rows = list(_battles(export, records) if isinstance(export, PairExport) else _ratings(export, records))
    named = [row for row in rows if row[0] and row[1]]
    head = ["judge", "item", "score", *(SHOWN if pairs else ["dimension"])]
    if not pairs and not any(row[3] for row in named):
        head, named = head[:3], [row[:3] for row in named]
    if not any(row[2] for row in named):
        raise RatingsRefused(
            f"read as {export.tool}: expected judgments with a judge, an item and a score; got none"
        )
    words = [row[2] for row in named if row[2] and number_in(row[2]) is None]
    notes = [f"Read as {export.tool}."]
    if len(rows) > len(named):
        notes.append(f"{pluralise(len(rows) - len(named), 'row')} without a judge or an item left out.")
    notes.append(
        "The scores are words, so they are read as labels without an order."
        if words
        else "All scores are numbers."
    )
    return ForeignTable(
        text=_csv([head, *named]), level="nominal" if words else "interval", notes=tuple(notes)
    )


def _ratings(export: Export, records: list[Fields]) -> Iterator[list[str]]:
    wide = _answers(export, records)
    if not wide and not export.score:
        raise RatingsRefused(
            f"read as {export.tool}: expected a column with answers; got columns {fields_text(names_of(records))}"
        )
    for one in records:
        if export.of_type and value_text(one.get(export.of_type[0])) not in export.of_type[1]:
            continue
        item, judge = _named(one, export.item), _named(one, export.judge)
        for name in wide:
            score = _score(one, (name,), export)
            if export.varies:
                yield [judge, item, score, name if len(wide) > 1 else ""]
            else:
                yield [name.removeprefix(export.wide), item, score, ""]
        if not wide:
            yield [judge, item, _score(one, export.score, export), value_text(one.get(export.dimension))]


def _answers(export: Export, records: list[Fields]) -> list[str]:
    """The fields with answers: those called so, or those that differ within one item; a task's own data doesn't."""
    if export.wide:
        return [name for name in names_of(records) if name.startswith(export.wide)]
    if not export.varies:
        return []
    of_the_task = {*export.needs, "created_at", "updated_at"}
    values_of: dict[tuple[str, str], set[str]] = {}
    for one in records:
        for name in one.keys() - of_the_task:
            values_of.setdefault((name.partition(".")[0], _named(one, export.item)), set()).add(
                value_text(one[name])
            )
    names = dict.fromkeys(name for (name, _), values in values_of.items() if len(values) > 1)
    return [name for name in dict.fromkeys(name for one in records for name in one) if name in names]


def _battles(export: PairExport, records: list[Fields]) -> Iterator[list[str]]:
    for one in records:
        names = value_text(one.get(export.first)), value_text(one.get(export.second))
        for field, swapped in export.games:
            won = export.won.get(value_text(one.get(field)))
            first, second = names[::-1] if swapped else names
            # Labels are places, not names: of two models out of many, chance agreement is about a half.
            better = "" if won is None else TIE if won == TIE else SHOWN[(won == "second") != swapped]
            item = f"{_named(one, export.item)}: {first}{BESIDE}{second}"
            yield [_named(one, export.judge), item, better, first, second]


def _score(one: Fields, names: Sequence[str], export: Export) -> str:
    score = next((text for name in names if (text := value_text(one.get(name)))), "")
    return "" if score in export.missing else score


def _named(one: Fields, names: Sequence[str]) -> str:
    return " · ".join(text for name in names if (text := value_text(one.get(name))))


def _csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
