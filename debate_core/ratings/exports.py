"""What other tools write, as a table of ratings: one entry of `exports.toml` a tool."""

import functools
import pathlib
import tomllib
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.numerals import pluralise
from debate_core.ratings.cells import number_in, words_of
from debate_core.ratings.header import BESIDE, SHOWN, TIE
from debate_core.ratings.sheet import Sheet, Texts

WORDS = "The scores are words, so they are read as labels without an order."
MIXED = "choose rows by a value to read one kind."
_WINNERS = {
    **dict.fromkeys(("model_1", "model_a"), SHOWN[0]),
    **dict.fromkeys(("model_2", "model_b"), SHOWN[1]),
    **dict.fromkeys(("tie", "tie (bothbad)", "both_bad", "tie (inconsistent)"), TIE),
}
_OTHER = dict(zip((*SHOWN, TIE, ""), (*SHOWN[::-1], TIE, ""), strict=True))


@dataclass(frozen=True, kw_only=True)
class Export:
    """How one tool writes judgments; names of fields stand between blanks. ``rows``: the steps to its innermost
    records; ``needs``: fields that tell it from others; ``judge``, ``item``: fields whose texts together name one;
    ``score``: the first of these that holds anything; ``wide``: how the names of score fields begin, each a judge;
    ``varies``: scores are the fields that differ within one item; ``numbered``: a judge may score an item twice, in the
    same order each time; ``missing``: the text of a score that is none; ``of_type``: a field and what it must say for a
    row to count. ``models``: the fields of the two, of which each ``score`` tells the better one; in a second game the
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
        field, *values = self.of_type.split() or [""]
        sheet = sheet.taken(np.isin(sheet.joined(field).astype(str), values or [""]))
        frame = self._judgments(sheet)
        whole = ((frame["judge"] != "") & (frame["item"] != "")).to_numpy(dtype=bool)
        scores = words_of(frame["score"][whole])
        if not scores:
            expected = "expected judgments with a judge, an item and a score; got none"
            raise RatingsRefused(f"read as {self.tool}: {expected}")
        numbers = sum(number_in(score) is not None for score in scores)
        dimensions = pd.unique(frame["dimension"][whole])
        of = f": {dimensions[0]}" if len(dimensions) == 1 and dimensions[0] else ""
        notes = [f"Read as {self.tool}{of}."]
        if not whole.all():
            notes.append(f"{pluralise(int((~whole).sum()), 'row')} without a judge or an item left out.")
        notes.append(WORDS if numbers < len(scores) else "All scores are numbers.")
        if 0 < numbers < len(scores):
            notes.append(f"{numbers} of them are numbers: {MIXED}")
        parts = SHOWN if self.models else ("dimension",) if len(dimensions) > 1 else ()
        names = ("judge", "item", "score", *parts)
        table = replace(
            sheet,
            names=names,
            cells=frame.loc[whole, list(names)].to_numpy(dtype=object),
            lines=sheet.lines[frame.index[whole]],
            fields=("judge", "item", " or ".join(self.score.split()) or "score", *parts),
            notes=(*notes, *sheet.notes),
        )
        return table, "interval" if numbers == len(scores) else "nominal"

    def _judgments(self, sheet: Sheet) -> pd.DataFrame:
        """By rows of the sheet: judge, item, dimension and score, and which two were shown."""
        fields = self._fields(sheet)
        texts = [np.where(one == self.missing, "", one) for one in map(sheet.joined, fields)]
        if not (self.wide or self.varies or self.models):  # One score, in whichever field holds it.
            texts = [functools.reduce(lambda known, more: np.where(known == "", more, known), texts)]
        rows, head = np.divmod(np.arange(len(sheet.lines) * len(texts)), len(texts))
        names = {name: sheet.joined(getattr(self, name))[rows] for name in ("judge", "item", "dimension")}
        scores = np.stack(texts, axis=1).ravel()
        frame = pd.DataFrame({**names, "score": scores}, index=rows, dtype=object)
        if self.wide:
            frame["judge"] = np.array([name.removeprefix(self.wide) for name in fields], dtype=object)[head]
        elif self.varies and len(fields) > 1:
            frame["dimension"] = np.array(fields, dtype=object)[head]
        elif self.models:
            self._show_pairs(frame, head == 1, *(sheet.joined(name)[rows] for name in self.models.split()))
        elif self.numbered:
            again = frame.groupby(["judge", "item"]).cumcount()
            frame["judge"] += again.map(lambda before: f" ({before + 1})" if before else "")
        return frame

    def _show_pairs(self, frame: pd.DataFrame, swapped: Texts, one: Texts, other: Texts) -> None:
        """Labels are places, not names: of two models out of many, chance agreement is about a half."""
        first, second = np.where(swapped, other, one), np.where(swapped, one, other)
        won = frame["score"].map(_WINNERS).fillna("")
        frame["score"] = np.where(swapped, won.map(_OTHER), won)
        frame["item"] = frame["item"] + ": " + first + BESIDE + second
        frame[SHOWN[0]], frame[SHOWN[1]] = first, second

    def _fields(self, sheet: Sheet) -> list[str]:
        """Those with scores: called so, or those that differ within one item; a task's own data doesn't."""
        fields = self.score.split()
        if self.wide:
            fields = [name for name in sheet.names if name.startswith(self.wide)]
        elif self.varies:
            items, of_the_task = sheet.joined(self.item), {*self.needs.split(), "created_at", "updated_at"}
            fields = [
                name
                for name in sheet.names
                if name not in of_the_task
                and pd.Series(sheet.joined(name)).groupby(items).nunique().gt(1).any()
            ]
        if not fields:
            raise RatingsRefused(
                f"read as {self.tool}: expected a column with answers; got {sheet.columns_text()}"
            )
        return fields


EXPORTS = tuple(
    Export(**entry)
    for entry in tomllib.loads(pathlib.Path(__file__).with_suffix(".toml").read_text("utf-8"))["export"]
)
