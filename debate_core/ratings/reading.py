"""`read_ratings`: a table of ratings from the text of a CSV, or one error that names every bad line.

Knows both forms and what makes scores labels; not where the text came from, nor any statistic. Invariant: a table comes
back whole or not at all.
"""

import re
from collections.abc import Sequence

import numpy as np

from debate_core.errors import RatingsRefused, SetUpError
from debate_core.measuring.arrays import Floats, Ints
from debate_core.measuring.fleiss import STANDINGS
from debate_core.measuring.sums import Level
from debate_core.ratings.cells import Found, Known, key_of, number_in, standing_in
from debate_core.ratings.faults import shown
from debate_core.ratings.lines import check_marks, rows_of
from debate_core.ratings.long import is_long, read_long
from debate_core.ratings.raw import Raw, Reading
from debate_core.ratings.table import RatingsTable
from debate_core.ratings.wide import read_wide

MOST_BYTES = 100_000_000
"""A file is read up to one byte more, and then refused."""


def read_ratings(
    text: str, *, level: Level = "interval", categories: Sequence[str] | None = None
) -> RatingsTable:
    """The table, long (``judge,item,score[,standing]``) or wide (first column the judge, then a column an item).

    ``categories``, ascending, are the standings of a long table with such a column; else, at nominal or ordinal level,
    all the scores that could be given. Raises RatingsRefused with every bad line, SetUpError for categories that
    nothing is out of.

    >>> read_ratings("judge,PRO-1,CON-1\\nAnn,7.5,\\nBo,8,4\\n").ratings.tolist()
    [[7.5, nan], [8.0, 4.0]]
    """
    if categories is not None:
        _check_categories(categories)
    reading = Reading(level=level, declared=categories)
    rows = rows_of(text.removeprefix("\ufeff"), reading.faults)
    header = next(rows, None)
    if header is None:
        reading.faults.refuse(1, "a header and ratings", "nothing: the file is empty")
    check_marks(header, reading.faults)
    if is_long(header):
        raw = read_long(header, rows, reading)
    else:
        raw = read_wide(header, rows, reading)
    if categories is not None and raw.standings is None and level not in ("nominal", "ordinal"):
        raise SetUpError(
            f"categories: expected a column standing, or level nominal or ordinal; got level {level} without one"
        )
    return _table(raw, reading, "long" if is_long(header) else "wide")


def decode(content: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark. Raises RatingsRefused.

    >>> decode("é".encode())
    'é'
    """
    if len(content) > MOST_BYTES:
        raise RatingsRefused(f"expected a file of at most {MOST_BYTES:,} bytes; got more")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
        hint = " (it begins like UTF-16: save it as UTF-8)" if wide else " (save it as UTF-8)"
        line = 1 + len(re.findall(rb"\r\n|\r|\n", content[: error.start]))
        got = f"the byte 0x{content[error.start]:02x}{hint}"
        words = f"line {line}: expected text in UTF-8; got {got}"
        raise RatingsRefused(f"1 fault; nothing was computed\n  {words}", (words,)) from error


def _check_categories(categories: Sequence[str]) -> None:
    keys = [key_of(label) for label in categories]
    if len(keys) < 2 or "" in keys or len(set(keys)) < len(keys):
        got = ", ".join(shown(label) for label in categories) or "none"
        raise SetUpError(f"categories: expected two or more, all different, none empty; got {got}")


def _table(raw: Raw, reading: Reading, form: str) -> RatingsTable:
    ratings, labels, ordered, notes = raw.ratings, None, True, list(raw.notes)
    if isinstance(reading.cells, Found):
        labels, order, ordered = _arranged(reading.cells.labels)
        ratings = _relabelled(ratings, order)
        notes += _label_notes(labels, ordered)
    elif isinstance(reading.cells, Known):
        labels = reading.cells.labels
    return RatingsTable(
        form="long" if form == "long" else "wide",
        judges=raw.judges,
        items=raw.items,
        ratings=ratings,
        labels=labels,
        standings=None if raw.standings is None else _named(raw.standings, raw.categories),
        categories=labels or () if raw.standings is None else raw.categories,
        declared=ordered or raw.standings is not None,
        notes=tuple(notes),
    )


def _arranged(found: list[str]) -> tuple[tuple[str, ...], Ints, bool]:
    """The labels, where each one's place has gone, and whether they are known to be all and in order."""
    if found and {standing_in(label) for label in found} <= set(STANDINGS):
        places = [STANDINGS.index(standing_in(label)) for label in found]
        return STANDINGS, np.array(places), True
    ranked = sorted(range(len(found)), key=lambda place: _rank(found[place]))
    order = np.empty(len(found), dtype=np.int64)
    order[ranked] = np.arange(len(found))
    return tuple(_spelled(found[place]) for place in ranked), order, False


def _rank(label: str) -> tuple[bool, float, str]:
    """Numbers first, then text."""
    value = number_in(label)
    return (True, 0.0, label) if value is None else (False, value, "")


def _spelled(label: str) -> str:
    """A number the same whichever way it was written first."""
    value = number_in(label)
    return label if value is None else repr(value).removesuffix(".0")


def _relabelled(ratings: Floats, order: Ints) -> Floats:
    table = np.full_like(ratings, np.nan)
    present = ~np.isnan(ratings)
    table[present] = order[ratings[present].astype(np.int64)]
    return table


def _label_notes(labels: tuple[str, ...], ordered: bool) -> list[str]:
    if ordered:
        return ["The labels were read as the four standings: all four count, and they have an order."]
    alike: dict[str, list[str]] = {}
    for label in labels:
        alike.setdefault(" ".join(label.casefold().split()), []).append(label)
    return [
        f"{' and '.join(shown(label) for label in group)} count as different labels."
        for group in alike.values()
        if len(group) > 1
    ]


def _named(places: Floats, labels: tuple[str, ...]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(
        tuple(None if np.isnan(place) else labels[int(place)] for place in row) for row in places.tolist()
    )
