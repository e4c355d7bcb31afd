"""Words and values of a table's cells, for every renderer."""

from dataclasses import asdict, is_dataclass

from debate_core.measuring.estimate import Estimate
from debate_core.phrases import cell_text, cell_value_text
from debate_core.reporting.blocks import ArgumentCell, Cell, Column, JudgeCell, RulingCell, Table
from debate_core.wording import RULINGS


def cell_words(table: Table, row: tuple[Cell, ...]) -> list[str]:
    return [words_of(cell, column) for cell, column in zip(row, table.columns, strict=True)]


def words_of(cell: Cell, column: Column) -> str:
    """What stands in a cell of this column; a dash where there is nothing.

    >>> words_of(Estimate(value=0.6, interval=(0.3, 0.9)), Column("Lean", "difference"))
    '+0.6 (+0.3 to +0.9)'
    >>> words_of(ArgumentCell("PRO-1", "pro", "Buses are cheap"), Column("Argument"))
    'PRO-1: Buses are cheap'
    """
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Estimate):
        return cell_text(cell, column.unit)
    if isinstance(cell, ArgumentCell):
        return f"{cell.id}: {cell.claim}" if cell.claim else cell.id
    if isinstance(cell, JudgeCell):
        return cell.name
    if isinstance(cell, RulingCell):
        ruling = RULINGS[cell.ruling] if cell.ruling else "no ruling"
        return f"{ruling}, {cell.detail}" if cell.detail else ruling
    whole = isinstance(cell, int) and column.unit in ("number", "points")
    return cell_value_text(cell, "count" if whole else column.unit)


def value_of(cell: Cell) -> object:
    return asdict(cell) if is_dataclass(cell) else cell
