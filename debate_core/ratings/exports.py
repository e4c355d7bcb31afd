"""What other tools write, as a table of ratings: one entry of `exports.toml` a tool."""

import csv
import pathlib
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.numerals import pluralise
from debate_core.ratings.cells import MISSING, number_in
from debate_core.ratings.header import BESIDE, SHOWN, TIE
from debate_core.ratings.lines import names_text
from debate_core.ratings.sheet import Sheet, is_json

WORDS = "The scores are words, so they are read as labels without an order."

MIXED = "choose rows by a value to read one kind."


class _Judgment(NamedTuple):
    row: int
    judge: str
    item: str
    score: str
    parts: tuple[str, ...] = ("",)


@dataclass(frozen=True, kw_only=True)
class Export:
    """How one tool writes judgments; names of fields stand between blanks. ``rows``: the steps to its innermost
    records; ``needs``: fields that tell it from others; ``judge``, ``item``: fields whose texts together name one;
    ``score``: the first of these that holds anything; ``wide``: how the names of score fields begin, each a judge;
    ``varies``: scores are the fields that differ within one item; ``numbered``: a judge may score an item twice, in the
    same order each time; ``missing``: the text of a score that is none; ``of_type``: a field and what it must say for a
    row to count. ``models``: the fields of the two, of which ``score`` tells the better one; in a second game the
    second is shown first."""

    tool: str
    rows: str = "[]"
    needs: str
    judge: str = ""
    item: str
    score: str = ""
    wide: str = ""
    varies: bool = False
    numbered: bool = False
    dimension: str = ""
    missing: str = ""
    of_type: str = ""
    models: str = ""

    def table(self, sheet: Sheet) -> tuple[Sheet, Literal["nominal", "interval"]]:
        """The judgments under our own names, and the level of their scores. Raises RatingsRefused."""
        every = list((self._battles if self.models else self._ratings)(sheet))
        judgments = [one for one in every if one.judge and one.item]
        scores = [one.score for one in judgments if one.score and one.score.casefold() not in MISSING]
        if not scores:
            raise RatingsRefused(
                f"read as {self.tool}: expected judgments with a judge, an item and a score; got none"
            )
        words = [score for score in scores if number_in(score) is None]
        left = f"{pluralise(len(every) - len(judgments), 'row')} without a judge or an item left out."
        notes = (
            f"Read as {self.tool}.",
            *([left] if len(every) > len(judgments) else []),
            WORDS if words else "All scores are numbers.",
            *(
                [f"{len(scores) - len(words)} of them are numbers: {MIXED}"]
                if 0 < len(words) < len(scores)
                else []
            ),
        )
        parts = SHOWN if self.models else ("dimension",) if any(one.parts[0] for one in judgments) else ()
        cells = [[one.judge, one.item, one.score, *one.parts[: len(parts)]] for one in judgments]
        table = replace(
            sheet,
            names=("judge", "item", "score", *parts),
            cells=np.array(cells, dtype=object),
            lines=sheet.lines[[one.row for one in judgments]],
            fields=("judge", "item", " or ".join(self.score.split()) or "score", *parts),
            notes=(*notes, *sheet.notes),
        )
        return table, "nominal" if words else "interval"

    def _ratings(self, sheet: Sheet) -> Iterator[_Judgment]:
        answers = self._answers(sheet)
        if not answers and not self.score:
            got = f"columns {names_text(list(sheet.names))}"
            raise RatingsRefused(f"read as {self.tool}: expected a column with answers; got {got}")
        field, *values = self.of_type.split() or [""]
        types, times = sheet.joined(field), Counter[tuple[str, str]]()
        scores = [sheet.joined(name) for name in answers or self.score.split()]
        names = zip(
            sheet.joined(self.judge), sheet.joined(self.item), sheet.joined(self.dimension), strict=True
        )
        for row, (judge, item, dimension) in enumerate(names):
            given = ["" if texts[row] == self.missing else texts[row] for texts in scores]
            for name, score in zip(answers, given, strict=False):
                whose, part = (name.removeprefix(self.wide), "") if self.wide else (judge, name)
                yield _Judgment(row, whose, item, score, (part if len(answers) > 1 else "",))
            if not answers and (not values or types[row] in values):
                times[judge, item] += 1
                again = f" ({times[judge, item]})" if self.numbered and times[judge, item] > 1 else ""
                yield _Judgment(row, judge + again, item, next(filter(None, given), ""), (dimension,))

    def _answers(self, sheet: Sheet) -> list[str]:
        """The fields with answers: those called so, or those that differ within one item; a task's own data doesn't."""
        if self.wide:
            return [name for name in sheet.names if name.startswith(self.wide)]
        if not self.varies:
            return []
        items, of_the_task = sheet.joined(self.item), {*self.needs.split(), "created_at", "updated_at"}
        return [
            name
            for name in sheet.names
            if name not in of_the_task
            and len(set(zip(items, sheet.joined(name), strict=True))) > len(set(items))
        ]

    def _battles(self, sheet: Sheet) -> Iterator[_Judgment]:
        models = zip(*(sheet.joined(name) for name in self.models.split()), strict=True)
        games = zip(*(sheet.joined(name) for name in self.score.split()), strict=True)
        names = zip(sheet.joined(self.judge), sheet.joined(self.item), models, games, strict=True)
        for row, (judge, item, pair, winners) in enumerate(names):
            for swapped, winner in enumerate(winners):
                shown, won = pair[::-1] if swapped else pair, _WINNERS.get(winner, "")
                # Labels are places, not names: of two models out of many, chance agreement is about a half.
                better = _OTHER.get(won, won) if swapped else won
                yield _Judgment(row, judge, f"{item}: {shown[0]}{BESIDE}{shown[1]}", better, shown)


_WINNERS = {
    **dict.fromkeys(("model_1", "model_a"), SHOWN[0]),
    **dict.fromkeys(("model_2", "model_b"), SHOWN[1]),
    **dict.fromkeys(("tie", "tie (bothbad)", "both_bad", "tie (inconsistent)"), TIE),
}
_OTHER = dict(zip(SHOWN, SHOWN[::-1], strict=True))
EXPORTS = tuple(
    Export(**entry)
    for entry in tomllib.loads(pathlib.Path(__file__).with_suffix(".toml").read_text("utf-8"))["export"]
)


def is_export(text: str, name: str) -> bool:
    """Whether a file that begins so holds judgments: by the fields of a known tool, or as records in lines. Places and
    keys of objects name fields that don't stand in the file."""
    if not is_json(text):
        return any(set(one.needs.split()) <= _header(text) for one in EXPORTS)
    if name.lower().endswith((".jsonl", ".ndjson")):
        return True
    return any(
        all(
            f'"{field.split(".")[-1]}"' in text
            for field in one.needs.split()
            if not field.endswith((".key", ".0"))
        )
        for one in EXPORTS
    )


def _header(text: str) -> set[str]:
    line = text.partition("\n")[0].strip()
    return {name.strip() for name in next(csv.reader([line]), [])} if len(line) < 20_000 else set()
