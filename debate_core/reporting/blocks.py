"""What a report is made of. Every string in a block is plain text: a renderer makes it harmless in its own format."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import UNDEFINED
from debate_core.domain.rubric import Standing
from debate_core.domain.transcript import Side
from debate_core.domain.wording import RULINGS, capital
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import Unit, cell_text, cell_value_text, ranges_text


@dataclass(frozen=True)
class ArgumentCell:
    id: str
    side: Side
    claim: str = ""


@dataclass(frozen=True)
class JudgeCell:
    name: str
    model: str | None = None


@dataclass(frozen=True)
class RulingCell:
    ruling: Standing | Literal["tied"] | None
    detail: str = ""


Cell = Estimate | ArgumentCell | JudgeCell | RulingCell | str | float | int | None
"""What stands in a table. ``None`` is a dash: nothing was asked for; what is missing for a reason says so."""


@dataclass(frozen=True)
class Column:
    title: str
    unit: Unit = "number"


Head = str | tuple[str, Unit]
Row = TypeVar("Row")


def columns(*heads: Head) -> tuple[Column, ...]:
    """Columns by their titles, with their units where their figures have one.

    >>> columns("Judge", ("Alpha", "coefficient"))[1].unit
    'coefficient'
    """
    return tuple(Column(one) if isinstance(one, str) else Column(*one) for one in heads)


class Table(FrozenValue):
    """Rows of cells under columns; the first cell names its row. ``title`` tells several tables of a block apart.
    ``whose``: for whom its intervals hold. ``opens``: by row, the id of the argument or record that it opens.

    Raises ValueError where rows and columns differ in length.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    whose: str = ""
    opens: tuple[str | None, ...] = ()

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError(f"a table needs columns: {self.title!r}")
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"{len(row)} cells under {len(self.columns)} columns in {self.title!r}: {row}"
                )
        if self.opens and len(self.opens) != len(self.rows):
            raise ValueError(f"{len(self.opens)} places to open for {len(self.rows)} rows in {self.title!r}")

    @property
    def estimates(self) -> tuple[Estimate, ...]:
        return tuple(cell for row in self.rows for cell in row if isinstance(cell, Estimate))

    @cached_property
    def no_ranges(self) -> str | None:
        """Why no figure here has a range, where all have the same reason: said once below, not in each cell."""
        reasons = {None if one.known else one.reason for one in self.estimates}
        return reasons.pop() if len(reasons) == 1 else None

    @property
    def compact(self) -> bool:
        """Whether it stands in columns even on a phone, no word broken: about 51 letters have room there."""
        columns = zip(self.columns, *(cell_words(self, row) for row in self.rows), strict=True)
        widths = (max(map(len, (*brief(one.title).split(), *texts))) for one, *texts in columns)
        return len(self.columns) > 2 and sum(widths) <= 51

    @property
    def note(self) -> str:
        if self.no_ranges:
            valued = any(one.value is not None for one in self.estimates)
            return f"{'No ranges' if valued else capital(UNDEFINED)}: {self.no_ranges}."
        return ranges_text(self.estimates, self.whose)


def table_of(each: Iterable[Row], cells: Mapping[Head, Callable[[Row], Cell]], **more: Any) -> Table:
    """A wide table: what each column is called, and what of each thing stands in it. `more`: as of `Table`.

    >>> table_of([2, 3], {"Number": str, ("Share", "share"): lambda number: 1 / number}).rows[0]
    ('2', 0.5)
    """
    rows = tuple(tuple(cell(one) for cell in cells.values()) for one in each)
    return Table(columns=columns(*cells), rows=rows, **more)


def known_or(value: float | None, reason: str | None) -> Estimate:
    """A value without a range, or why there is none."""
    return Estimate(value=value, reason=reason if value is None else None)


class Figure(FrozenValue):
    """A picture: numbers and words, never pixels. ``alt`` says what it shows; ``words``, where a figure has them, are
    all that it shows, for those who can't see it.

    Raises ValueError where it has nothing to draw; a subject then gives no figure.
    """

    alt: str

    def __post_init__(self) -> None:
        if not self.alt.strip():
            raise ValueError(f"{type(self).__name__} needs a sentence on what it shows")
        if not self.drawable:
            raise ValueError(f"{type(self).__name__} has no numbers to draw")

    @property
    def drawable(self) -> bool:
        """Whether there is anything to draw."""
        return True


class Block(FrozenValue):
    """A piece of a report. ``key`` names it for programs; ``title`` is its finding; ``sentence`` goes on from there;
    ``items`` are sentences of one kind, ``notes`` are on the method. ``folded``: few need it.

    A figure shows numbers of ``tables`` in the same block. Raises ValueError without a title, or with a figure and no
    table.
    """

    key: str
    title: str
    sentence: str = ""
    items: tuple[str, ...] = ()
    checklist: bool = False
    figure: Figure | None = None
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    children: tuple["Block", ...] = ()
    folded: bool = False

    def __post_init__(self) -> None:
        if not self.key or not self.title.strip():
            raise ValueError(f"a block needs a key and a title: {self.key!r}, {self.title!r}")
        if self.figure and not self.tables:
            raise ValueError(f"the numbers of the figure in {self.key!r} stand in no table")

    @property
    def brief(self) -> "Block":
        """Its finding alone, with a table only where no picture tells more of it, or one that is small."""
        small = len(self.tables) == 1 and len(self.tables[0].rows) <= 3
        tables = self.tables if small or not self.figure else ()
        return replace(self, tables=tables, figure=None, notes=(), children=(), folded=False)

    @property
    def all_notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, (*self.notes, *(table.note for table in self.tables)))))


class Document(FrozenValue):
    """A whole report: what it is about, what must be known at once, and its blocks, the answer first.

    Where there is room the first block stands as a card with ``beside`` drawn at its side, and those of its children
    that ``card`` names.
    """

    title: str
    badges: tuple[str, ...] = ()
    about: str = ""
    beside: Figure | None = None
    card: tuple[str, ...] = ()
    blocks: tuple[Block, ...]

    def __iter__(self) -> Iterator[Block]:
        return walk(self.blocks)

    def __getitem__(self, key: str) -> Block:
        """At any depth. Raises KeyError."""
        block = self.block(key)
        if block is None:
            raise KeyError(key)
        return block

    def block(self, key: str) -> Block | None:
        return next((one for one in self if one.key == key), None)

    def summary(self, *keys: str) -> "Document":
        """What these blocks found, in this order; a key of a block that isn't there is passed over."""
        block = (self.block(key) for key in keys)
        return replace(self, blocks=tuple(one.brief for one in block if one))


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Every block, each before its children."""
    for one in blocks:
        yield one
        yield from walk(one.children)


def brief(title: str) -> str:
    """A column's title where there is little room."""
    return title.replace("Responsiveness", "Response")


def cell_words(table: Table, row: tuple[Cell, ...]) -> list[str]:
    cells = map(_without_reason, row) if table.no_ranges else row
    return [words_of(cell, column) for cell, column in zip(cells, table.columns, strict=True)]


def _without_reason(cell: Cell) -> Cell:
    """A figure without the reason that stands below its table."""
    if not isinstance(cell, Estimate):
        return cell
    return UNDEFINED if cell.value is None else replace(cell, reason=None)


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
