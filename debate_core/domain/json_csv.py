"""Values as JSON, and rows as CSV, with the hidden characters of model text written out."""

import io
import json
import re
from collections.abc import Iterable

from defusedcsv import csv

from debate_core.domain.wording import escaped_hidden

_ESCAPED = re.compile(r"\\u([0-9a-f]{4})")


def in_json(value: object) -> str:
    """Values as JSON to be read by people too. Raises ValueError for a number that JSON can't hold."""
    return escaped_hidden(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def in_csv(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV: None is an empty cell, no cell begins a formula, hidden characters are written out."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow("" if one is None else _written_out(one) for one in row)
    return out.getvalue()


def _written_out(cell: object) -> object:
    """Existing backslashes are escaped too, so that each text has one form."""
    return escaped_hidden(_ESCAPED.sub(r"\\u005cu\1", cell)) if isinstance(cell, str) else cell


def read_cell(text: str) -> str:
    r"""The text that `in_csv` wrote into a cell.

    >>> read_cell(r"a\u202eb \u005cu202e") == "a\u202eb " + r"\u202e"
    True
    """
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
