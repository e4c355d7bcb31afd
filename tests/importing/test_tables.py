"""Tables in Excel workbooks and Parquet files are read in a process apart, or refused in words."""

import datetime
import io
import zipfile

import numpy as np
import pytest

from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.imported import CsvOptions
from debate_core.importing.documents.formats import _cells
from debate_core.importing.files import kind_of
from debate_core.importing.tables import config_of, read_table
from debate_core.ratings import table_of

pytestmark = pytest.mark.slow  # as a whole, some seconds

ROWS = [["judge", "item", "score"], ["Ann", 1, 4], ["Bo", 1, 2.5], [], ["Ann", 2, True], ["Bo", 2, None]]


def workbook(rows, *, first=()):
    import openpyxl

    book = openpyxl.Workbook()
    for row in first:
        book.active.append(row)
    sheet = book.create_sheet("Scores")
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(workbook, old, new):
    """The same file with something else in its parts."""
    source, out = zipfile.ZipFile(io.BytesIO(workbook)), io.BytesIO()
    with zipfile.ZipFile(out, "w") as other:
        for name in source.namelist():
            other.writestr(name, source.read(name).replace(old, new))
    return out.getvalue()


def parquet(rows):
    out = io.BytesIO()
    import pandas as pd

    pd.DataFrame(rows[1:], columns=rows[0]).to_parquet(out)
    return out.getvalue()


def test_a_workbook_is_read_and_a_fault_has_its_row_and_column():
    data = workbook([*ROWS[:4], ["Ann", 2, 5], ROWS[5]])
    opened = read_table(data, "t.xlsx")
    assert opened.table.judges == ("Ann", "Bo")
    assert np.array_equal(opened.table.ratings, [[4, 5], [2.5, np.nan]], equal_nan=True)
    assert np.array_equal(table_of(config_of(opened, "t.xlsx")).ratings, opened.table.ratings, equal_nan=True)
    assert kind_of(data, "t.xlsx") == "ratings"
    with pytest.raises(RatingsRefused) as refused:
        read_table(workbook(ROWS), "t.xlsx")
    (fault,) = refused.value.faults
    assert fault.startswith("row 5, column 'score': expected a number as score")


@pytest.mark.usefixtures("here")
def test_a_formula_without_its_value_is_told_as_one():
    for column in range(3):
        row = ["Ann", 2, 5]
        row[column] = "=1+1"
        with pytest.raises(SetUpError, match="in 1 cell stands a formula without its value"):
            read_table(workbook([*ROWS[:4], row]), "t.xlsx")


def test_a_cell_of_any_type_is_one_line_of_text():
    day = datetime.date(2026, 1, 2)
    cells = {
        "": None,
        "true": True,
        '["é", "2026-01-02"]': ["é", day],
        '{"a": 1}': {"a": 1},
        "2026-01-02": day,
    }
    cells |= {"2026-01-02T03:04:00": datetime.datetime(2026, 1, 2, 3, 4), "03:04:00": datetime.time(3, 4)}
    cells |= {"2": 2.0, "2.5": 2.5, "20": 20, "a 1.0": " a\n1.0 "}
    assert [*_cells([*cells.values(), np.nan])] == [*cells, ""]


@pytest.mark.usefixtures("here")
def test_a_formula_that_gave_no_words_is_an_empty_cell():
    data = changed(
        workbook([*ROWS[:4], ["Ann", 2, '=""'], ["Bo", 2, 5]]), b'<c r="C5"><f>', b'<c r="C5" t="str"><f>'
    )
    assert np.array_equal(read_table(data, "t.xlsx").table.ratings, [[4, np.nan], [2.5, 5]], equal_nan=True)


@pytest.mark.usefixtures("here")
def test_rows_beyond_the_size_that_a_workbook_gives_are_read_too():
    data = changed(workbook([*ROWS[:4], ["Ann", 2, 5, "note"]]), b'ref="A1:D5"', b'ref="A1:C2"')
    assert read_table(data, "t.xlsx", options=CsvOptions()).table.judges == ("Ann", "Bo")


@pytest.mark.usefixtures("here")
def test_another_worksheet_is_named_as_left_out():
    opened = read_table(
        workbook([["notes"]], first=[["judge", "a", "b"], ["Ann", 1, 2], ["Bo", 2, 2]]), "t.xlsx"
    )
    assert opened.table.notes == ("Worksheet 'Sheet' is read; 'Scores' left out.",)


@pytest.mark.usefixtures("here")
def test_a_parquet_file_is_read_with_its_types():
    rows = [["rater", "doc_id", "rating"], ["Ann", 1, 4.0], ["Bo", 1, 2.5], ["Ann", 2, 5.0], ["Bo", 2, None]]
    opened = read_table(parquet(rows), "t.parquet", options=CsvOptions(missing=("none",)))
    assert opened.table.items == ("1", "2")
    assert np.array_equal(opened.table.ratings, [[4, 5], [2.5, np.nan]], equal_nan=True)
    with pytest.raises(RatingsRefused, match=r"row 2, column 'rating': expected a number"):
        read_table(parquet([rows[0], ["Ann", 1, "4"], ["Bo", 1, "well"]]), "t.parquet", level="interval")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (
            workbook(ROWS)[:-200] + b"xl/workbook",
            "the Excel workbook is damaged. Nothing was kept. Save it again, or as CSV",
        ),
        (workbook([]), "its worksheets are empty. Nothing was kept"),
        (parquet(ROWS[:3])[:-9], "the Parquet file is damaged. Nothing was kept. Save it again, or as CSV"),
    ],
)
def test_a_damaged_file_is_refused_in_words(data, reason):
    with pytest.raises(SetUpError, match=reason):
        read_table(data, "t")
