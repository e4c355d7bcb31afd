"""What other tools write, as a table of ratings: one entry a tool. A new tool is one entry and a file of ten rows."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.numerals import pluralise
from debate_core.ratings.cells import MISSING, number_in
from debate_core.ratings.header import BESIDE, SHOWN, TIE
from debate_core.ratings.sheet import Sheet, fields_text, is_json

ROWS = ("[]",)


@dataclass(frozen=True, kw_only=True)
class Export:
    """How one tool writes judgments. ``rows``: the steps to its innermost records; ``needs``: fields that tell it from
    others; ``judge``, ``item``: fields whose texts together name one; ``score``: the first of these that holds
    anything; ``wide``: how the names of score fields begin, each a judge; ``varies``: scores are the fields that differ
    within one item; ``numbered``: a judge may score an item twice, always in the same order; ``missing``: texts of a
    score that is none; ``of_type``: a field and what it must say for a row to count. ``games``, of which of two was
    better: a field with the winner, and whether the second was shown first; ``first``, ``second``: who the two are."""

    tool: str
    rows: tuple[str, ...] = ROWS
    needs: frozenset[str]
    judge: tuple[str, ...] = ()
    item: tuple[str, ...]
    score: tuple[str, ...] = ()
    wide: str = ""
    varies: bool = False
    numbered: bool = False
    dimension: str = ""
    missing: frozenset[str] = frozenset()
    of_type: tuple[str, frozenset[str]] | None = None
    games: tuple[tuple[str, bool], ...] = ()
    first: str = ""
    second: str = ""

    def table(self, sheet: Sheet) -> tuple[Sheet, Literal["nominal", "interval"]]:
        """The judgments under our own names, and the level of their scores. Raises RatingsRefused."""
        columns = _Columns(sheet)
        rows = list((self._battles if self.games else self._ratings)(columns))
        named = [row for row in rows if row.judge and row.item]
        scores = [row.score for row in named if row.score and row.score.casefold() not in MISSING]
        if not scores:
            raise RatingsRefused(
                f"read as {self.tool}: expected judgments with a judge, an item and a score; got none"
            )
        words = [score for score in scores if number_in(score) is None]
        left = f"{pluralise(len(rows) - len(named), 'row')} without a judge or an item left out."
        notes = (
            f"Read as {self.tool}.",
            *([left] if len(rows) > len(named) else []),
            WORDS if words else "All scores are numbers.",
            *([f"{len(scores) - len(words):,} of them are numbers."] if 0 < len(words) < len(scores) else []),
        )
        names = ("judge", "item", "score", *(SHOWN if self.games else ("dimension",)))
        width = len(names) if self.games or any(row.more[0] for row in named) else 3
        cells = [[row.judge, row.item, row.score, *row.more][:width] for row in named]
        field = " or ".join(dict.fromkeys(row.field for row in named[:1]))
        table = replace(
            sheet,
            names=names[:width],
            cells=np.array(cells, dtype=object),
            lines=sheet.lines[[row.at for row in named]],
            fields=("", "", field, "", "")[:width],
            notes=(*notes, *sheet.notes),
        )
        return table, "nominal" if words else "interval"

    def _ratings(self, columns: "_Columns") -> Iterator["_Row"]:
        wide = self._answers(columns)
        if not wide and not self.score:
            fields = fields_text(columns.sheet.names)
            raise RatingsRefused(f"read as {self.tool}: expected a column with answers; got columns {fields}")
        judges, items = columns.joined(self.judge), columns.joined(self.item)
        types = columns[self.of_type[0]] if self.of_type else ()
        dimensions, times = columns[self.dimension], Counter[tuple[str, str]]()
        for at, (judge, item) in enumerate(zip(judges, items, strict=True)):
            if self.of_type and types[at] not in self.of_type[1]:
                continue
            for name in wide:
                score = self._score(columns[name][at])
                whose = judge if self.varies else name.removeprefix(self.wide)
                yield _Row(at, whose, item, score, (name if self.varies and len(wide) > 1 else "",), name)
            if wide:
                continue
            times[judge, item] += 1
            again = f" ({times[judge, item]})" if self.numbered and times[judge, item] > 1 else ""
            field = next((name for name in self.score if columns[name][at]), self.score[0])
            yield _Row(at, judge + again, item, self._score(columns[field][at]), (dimensions[at],), field)

    def _answers(self, columns: "_Columns") -> list[str]:
        """The fields with answers: those called so, or those that differ within one item; a task's own data doesn't."""
        names = columns.sheet.names
        if self.wide:
            return [name for name in names if name.startswith(self.wide)]
        if not self.varies:
            return []
        items, of_the_task = columns.joined(self.item), {*self.needs, "created_at", "updated_at"}
        return [
            name
            for name in names
            if name not in of_the_task and len(set(zip(items, columns[name], strict=True))) > len(set(items))
        ]

    def _battles(self, columns: "_Columns") -> Iterator["_Row"]:
        judges, items = columns.joined(self.judge), columns.joined(self.item)
        for at, (judge, item) in enumerate(zip(judges, items, strict=True)):
            names = columns[self.first][at], columns[self.second][at]
            for field, swapped in self.games:
                won = _WINNERS.get(columns[field][at])
                first, second = names[::-1] if swapped else names
                # Labels are places, not names: of two models out of many, chance agreement is about a half.
                better = "" if won is None else TIE if won == TIE else SHOWN[(won == "second") != swapped]
                yield _Row(at, judge, f"{item}: {first}{BESIDE}{second}", better, (first, second), field)

    def _score(self, text: str) -> str:
        return "" if text in self.missing else text


class _Row(NamedTuple):
    at: int
    judge: str
    item: str
    score: str
    more: tuple[str, ...]
    field: str


class _Columns:
    """The texts of a sheet's columns by name, empty ones for a column that isn't there."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._texts: dict[str, list[str]] = {}

    def __getitem__(self, name: str) -> list[str]:
        if name not in self._texts:
            there = name in self.sheet.names
            self._texts[name] = (
                self.sheet.texts((self.sheet.names.index(name),)).tolist()
                if there
                else [""] * len(self.sheet.lines)
            )
        return self._texts[name]

    def joined(self, names: tuple[str, ...]) -> list[str]:
        places = [self.sheet.names.index(name) for name in names if name in self.sheet.names]
        return self.sheet.texts(places).tolist()  # type: ignore[no-any-return]


WORDS = "The scores are words, so they are read as labels without an order."
_WINNERS: Mapping[str, Literal["first", "second", "tie"]] = {
    "model_1": "first",
    "model_2": "second",
    "model_a": "first",
    "model_b": "second",
    "tie": "tie",
    "tie (bothbad)": "tie",
    "both_bad": "tie",
    "tie (inconsistent)": "tie",
}
EXPORTS: tuple[Export, ...] = (
    Export(
        tool="Label Studio (JSON)",
        rows=("[]", "annotations", "[]", "result", "[]"),
        needs=frozenset({"id", "annotations.result.from_name"}),
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
        numbered=True,
    ),
    # A categorical score has a number beside its label, which says nothing.
    Export(
        tool="Langfuse scores",
        needs=frozenset({"traceId", "name", "value", "source"}),
        judge=("source", "authorUserName", "authorUserId"),
        item=("traceId", "observationId", "sessionId", "datasetRunId"),
        score=("stringValue", "value"),
        dimension="name",
    ),
    Export(
        tool="Langfuse scores (API)",
        rows=("data", "[]"),
        needs=frozenset({"data.traceId", "data.name", "data.source"}),
        judge=("data.source", "data.authorUserId"),
        item=tuple(f"data.{one}" for one in ("traceId", "observationId", "sessionId", "datasetRunId")),
        score=("data.stringValue", "data.value"),
        dimension="data.name",
    ),
    Export(
        tool="Langfuse scores (blob storage)",
        needs=frozenset({"trace_id", "name", "value", "source", "data_type"}),
        judge=("source",),
        item=("trace_id", "observation_id", "session_id", "dataset_run_id"),
        score=("string_value", "value"),
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
        missing=frozenset({"__invalid__"}),
        of_type=("type", frozenset({"match", "metrics"})),
    ),
    Export(
        tool="MT-Bench pairs",
        needs=frozenset({"question_id", "model_1", "model_2", "g1_winner", "g2_winner"}),
        judge=("judge.0",),
        item=("question_id", "turn"),
        first="model_1",
        second="model_2",
        games=(("g1_winner", False), ("g2_winner", True)),
    ),
    Export(
        tool="MT-Bench single scores",
        needs=frozenset({"question_id", "model", "judge", "score", "turn"}),
        judge=("judge.0",),
        item=("question_id", "model", "turn"),
        score=("score",),
        missing=frozenset({"-1"}),
    ),
    Export(
        tool="Arena battles",
        needs=frozenset({"model_a", "model_b", "winner"}),
        judge=("judge", "judge_hash"),
        item=("question_id", "conversation_id", "id", "turn"),
        first="model_a",
        second="model_b",
        games=(("winner", False),),
    ),
)


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


def _header(text: str) -> set[str]:
    line = text.partition("\n")[0].strip()
    return {name.strip() for name in next(csv.reader([line]), [])} if len(line) < 20_000 else set()
