"""`open_table`: a file of judgments in whatever form it came, as the text of a table and what it was read as."""

from collections.abc import Sequence
from dataclasses import dataclass

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.imported import NOTHING, CsvOptions
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.krippendorff import Level
from debate_core.ratings.cells import number_in
from debate_core.ratings.exports import foreign_table
from debate_core.ratings.header import RatingsTable
from debate_core.ratings.reading import decode, read_ratings

WORDS = "The scores are words, so they are read as labels without an order."


@dataclass(frozen=True, kw_only=True, eq=False)
class OpenTable:
    """``text``: CSV; ``told``: how to read it, with what the file was read as; ``table``: what it holds."""

    text: str
    level: Level
    told: CsvOptions
    table: RatingsTable


def open_table(
    content: bytes,
    *,
    level: Level | None = None,
    categories: Sequence[str] | None = None,
    told: CsvOptions = NOTHING,
) -> OpenTable:
    """The table of a file: CSV, JSON, JSON Lines, or what a known tool writes. ``level`` None: numbers are interval,
    words are labels. Raises RatingsRefused, SetUpError.

    >>> open_table(b"judge,item,score\\nAnn,1,good\\nBo,1,bad\\n").level
    'nominal'
    >>> open_table(b'[{"rater": "Ann", "item": 1, "score": 4}, {"rater": "Bo", "item": 1, "score": 5}]').level
    'interval'
    """
    text = decode(content)
    foreign = foreign_table(text, by_tool=not (told.columns or told.rows))
    if foreign is not None:
        text, level = foreign.text, level or foreign.level
        told = told.model_copy(update={"origin": foreign.notes})
    if level is not None:
        return _opened(text, level, categories, told)
    try:
        return _opened(text, "interval", categories, told)
    except RatingsRefused:
        if (opened := _of_words(text, categories, told)) is None:
            raise
        return opened


def _opened(text: str, level: Level, categories: Sequence[str] | None, told: CsvOptions) -> OpenTable:
    table = read_ratings(text, level=level, categories=categories, told=told)
    return OpenTable(text=text, level=level, told=told, table=table)


def _of_words(text: str, categories: Sequence[str] | None, told: CsvOptions) -> OpenTable | None:
    """The table if every score in it is a word."""
    options = told.model_copy(update={"origin": (*told.origin, WORDS)})
    try:
        opened = _opened(text, "nominal", categories, options)
    except RatingsRefused:
        return None
    labels = opened.table.labels or ()
    if not labels or any(number_in(label) is not None for label in labels):
        return None
    return _opened(text, "ordinal", categories, told) if labels == STANDINGS else opened
