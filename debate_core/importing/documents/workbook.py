"""The rows of an Excel workbook or a Parquet file, as CSV; called through `documents.apart`."""

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time
from typing import Any

from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import join_and
from debate_core.importing.documents.text import Extract


def text_of_workbook(data: bytes, name: str, most: int) -> Extract:
    """The first worksheet with anything in it, its rows on lines of the same numbers. Raises SetUpError."""
    import openpyxl  # noqa: PLC0415

    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheets = [(sheet.title, list(_rows(sheet))) for sheet in book.worksheets]
    except Exception as error:  # A damaged part raises whatever its parser does.
        raise SetUpError(f"{name} can't be read as an Excel workbook ({type(error).__name__})") from None
    full = [(title, rows) for title, rows in sheets if any(cell is not None for row in rows for cell in row)]
    if not full:
        raise SetUpError(f"{name} holds no cells")
    title, rows = full[0]
    width = max(at for row in rows for at, cell in enumerate(row, start=1) if cell is not None)
    others = join_and([f"'{one}'" for one, _ in full[1:]])
    notes = [f"Worksheet '{title}' is read; {others} left out."] if others else []
    even = ([*row[:width], *[None] * (width - len(row))] for row in rows)
    return Extract(text=_csv(even, name, most), left_out=tuple(notes))


def _rows(sheet: Any) -> Iterable[Sequence[Any]]:
    sheet.reset_dimensions()  # Some tools write them wrong, and rows beyond them would be lost.
    return sheet.iter_rows(values_only=True)  # type: ignore[no-any-return]


def text_of_parquet(data: bytes, name: str, most: int) -> Extract:
    """All rows below a line of names. Raises SetUpError."""
    import pyarrow  # noqa: PLC0415
    import pyarrow.parquet  # noqa: PLC0415

    try:
        # Threads of its own would need more room than the limit leaves.
        file = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data), pre_buffer=False)
        names = file.schema_arrow.names
        rows = (
            [row[one] for one in names]
            for batch in file.iter_batches(batch_size=10_000, use_threads=False)
            for row in batch.to_pylist()
        )
        return Extract(text=_csv([names, *rows], name, most), left_out=())
    except pyarrow.ArrowException as error:
        raise SetUpError(f"{name} can't be read as a Parquet file ({type(error).__name__})") from None


def _csv(rows: Iterable[Sequence[Any]], name: str, most: int) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow(_cells(row))
        if out.tell() > most:
            raise SetUpError(f"{name} holds over {most:,} characters, the limit")
    return out.getvalue()


def _cells(row: Sequence[Any]) -> Iterator[str]:
    for cell in row:
        if cell is None or (isinstance(cell, float) and math.isnan(cell)):
            yield ""
        elif isinstance(cell, bool | list | dict):
            yield json.dumps(cell, ensure_ascii=False, default=str)
        elif isinstance(cell, date | time):
            yield cell.isoformat()
        else:
            yield " ".join(str(cell).split()).removesuffix(".0" if isinstance(cell, float) else "\0")
