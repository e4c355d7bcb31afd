"""The text of PDF, Word, Excel and Parquet files, read in a process of its own with limits."""

import contextlib
import csv
import io
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from typing import Any, Literal, cast
from xml.etree.ElementTree import Element, iterparse

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import join_and, pluralise

MAX_PAGES = 300
LEFT_OUT = "Pictures, drawings and the layout of tables are left out."
_BETWEEN = "\n\n"
AS_TEXT, AS_CSV = "Save it again, or paste its text", "Save it again, or as CSV"
DECRYPT = "Save it without a password, and bring it again"


class Extract(FrozenValue):
    """The text of a file, and in sentences what of it is not in it; `starts`: at which character each page or section
    begins, and its name."""

    text: str
    left_out: tuple[str, ...]
    starts: tuple[tuple[int, str], ...] = ()


def unreadable(name: str, why: str, instead: str) -> SetUpError:
    """What happened, what is safe, and what to do; a library's own words may hold anything of the file."""
    return SetUpError(f"We can't read {name}: {why}. Nothing was kept. {instead}")


def text_of_pdf(data: bytes, name: str, limit: int) -> Extract:
    """At most `limit` characters of a PDF. Raises SetUpError for one that can't be read."""
    from pypdf import PdfReader  # noqa: PLC0415
    from pypdf.errors import PyPdfError  # noqa: PLC0415

    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted:
            raise unreadable(name, "it is encrypted", DECRYPT)
        pages = _pages(reader, name, limit)
    except SetUpError:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        # What pypdf raises on a damaged file is not its own errors alone.
        raise unreadable(name, "the PDF is damaged", AS_TEXT) from None
    empty = [number for number, text in enumerate(pages, start=1) if not text]
    if len(empty) == len(pages):
        why = f"its {pluralise(len(pages), 'page')} hold no text, only scans"
        raise unreadable(name, why, "Bring one that went through text recognition")
    scanned = [f"{_pages_text(empty)} without text (scanned, or pictures only): left out."] if empty else []
    worded = {number: text for number, text in enumerate(pages, start=1) if text}
    begins = itertools.accumulate((len(text) + len(_BETWEEN) for text in worded.values()), initial=0)
    starts = tuple((begin, f"page {number}") for begin, number in zip(begins, worded, strict=False))
    return Extract(text=_BETWEEN.join(worded.values()), left_out=(*scanned, LEFT_OUT), starts=starts)


def _pages(reader: Any, name: str, limit: int) -> list[str]:
    count = len(reader.pages)
    if count > MAX_PAGES:
        raise SetUpError(f"{name} has {count:,} pages; {MAX_PAGES} at most can be reviewed at once")
    pages: list[str] = []
    for page in reader.pages:
        pages.append(page.extract_text().strip())
        if (length := sum(map(len, pages))) > limit:
            raise SetUpError(
                f"{name} has over {length:,} characters by page {len(pages)}; {limit:,} at most can be reviewed at once"
            )
    return pages


def _pages_text(pages: list[int]) -> str:
    some = ", ".join(map(str, pages[:8])) + (f" and {len(pages) - 8} more" if len(pages) > 8 else "")
    return f"Page {some} is" if len(pages) == 1 else f"Pages {some} are"


MAX_PARTS = 5_000
MAX_UNPACKED = 100_000_000  # bytes of all parts together
MAX_BODY = 30_000_000  # bytes of a single part of XML
MAX_DEPTH = 500  # elements within each other
BODY = "word/document.xml"
_PIECE = 1 << 16
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"heading ?\d", re.IGNORECASE)
_BREAKS = {"br": "\n", "cr": "\n", "tab": "\t", "noBreakHyphen": "-"}
_WRAPPERS = frozenset(("sdt", "sdtContent", "customXml", "ins", "moveTo"))
# The words of a drawing for older programs, and those that were moved away: they stand elsewhere too. Stops of
# tabulators are none.
_NO_WORDS = ("{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", "moveFrom", "tabs")
_APART = {
    name: name if name.endswith("s") else f"{name}s"
    for name in ("header", "footer", "footnotes", "endnotes", "comments")
}
_OUTSIDE = re.compile(rf"word/({'|'.join(_APART)})\d*\.xml")


def text_of_word(data: bytes, name: str, limit: int) -> Extract:
    """At most `limit` characters of a DOCX, a line a paragraph, ` | ` between cells. Raises SetUpError for one that is
    encrypted, damaged, too large or without text."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError):
        raise unreadable(name, "it is a damaged archive", AS_TEXT) from None
    _check(archive.infolist(), name)
    body = _Body(name, limit)
    try:
        if _holds(archive, BODY, b"<!ENTITY"):
            raise SetUpError(f"{name} declares words of its own (XML entities), as no Word document does")
        for block in _blocks(archive):
            body.add(block)
        left_out = tuple(_left_out(archive, body.tags))
    except (SetUpError, MemoryError):
        raise
    except Exception:
        # Errors of zipfile, its packers and the parser come through, of many types.
        raise unreadable(name, "the Word document is damaged", AS_TEXT) from None
    text = "\n".join(body.lines)
    if not text.strip():
        raise unreadable(name, "it holds no text, perhaps pictures only", "Bring another file")
    return Extract(text=text, left_out=left_out, starts=tuple(body.starts))


def _check(parts: list[zipfile.ZipInfo], name: str) -> None:
    """Raises SetUpError unless the sizes its parts declare are harmless; of a part zipfile unpacks no more."""
    if any(part.flag_bits & 1 for part in parts):
        raise unreadable(name, "it is encrypted", DECRYPT)
    if all(part.filename != BODY for part in parts):
        raise unreadable(name, "it is an archive", "Bring the one text in it that is to be reviewed")
    unpacked = sum(part.file_size for part in parts)
    largest = max(part.file_size for part in parts if part.filename.endswith(".xml"))
    if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED or largest > MAX_BODY:
        raise SetUpError(
            f"{name} would unpack to {unpacked / 1e6:,.0f} MB in {len(parts):,} parts: far more than a text needs; "
            "it was not opened"
        )


def _holds(archive: zipfile.ZipFile, part: str, mark: bytes) -> bool:
    """Whether a part has these letters, whatever their encoding."""
    end = b""
    with archive.open(part) as stream:
        while piece := stream.read(_PIECE):
            if mark in (end + piece).replace(b"\0", b""):
                return True
            end = piece[-2 * len(mark) :]
    return False


def _blocks(archive: zipfile.ZipFile) -> Iterator[Element]:
    """What stands in the body, one after another: each is let go of before the next is read."""
    path: list[str] = []
    with archive.open(BODY) as stream:
        for event, element in iterparse(stream, ("start", "end")):  # noqa: S314  without entities of its own
            if event == "start":
                path.append(element.tag)
            else:
                path.pop()
            if len(path) > MAX_DEPTH:
                raise ValueError("nested too deeply")
            if event == "end" and path == [f"{_W}document", f"{_W}body"]:
                yield element
                element.clear()


class _Body:
    """The lines of a document's body, where its sections begin, and the names of all its elements."""

    def __init__(self, name: str, limit: int) -> None:
        self._name, self._limit, self._length = name, limit, 0
        self.lines: list[str] = []
        self.starts: list[tuple[int, str]] = []
        self.tags: set[str] = set()

    def add(self, block: Element) -> None:
        self.tags |= {element.tag for element in block.iter()}
        for part in _inside((block,), "p", "tbl"):
            lines = list(_lines((part,)))
            if part.tag == f"{_W}p" and lines[0].strip() and _is_heading(part):
                self.starts.append((self._length, f"section “{' '.join(lines[0].split())[:80]}”"))
            self.lines += lines
            self._length += sum(len(line) + 1 for line in lines)
            if self._length > self._limit + 1:  # nothing follows the last line's end
                raise SetUpError(
                    f"{self._name} has over {self._limit:,} characters; {self._limit:,} at most can be reviewed at once"
                )


def _inside(elements: Iterable[Element], *names: str) -> Iterator[Element]:
    """Those of these names, also within what Word wraps them in."""
    for one in elements:
        name = one.tag.removeprefix(_W)
        if name in _WRAPPERS:
            yield from _inside(one, *names)
        elif name in names:
            yield one


def _lines(blocks: Iterable[Element]) -> Iterator[str]:
    """A line a paragraph, and a line a row of a table."""
    for block in _inside(blocks, "p", "tbl"):
        if block.tag == f"{_W}p":
            yield "".join(_words(block))
            continue
        for row in _inside(block, "tr"):
            yield " | ".join(" ".join(" ".join(_lines(cell)).split()) for cell in _inside(row, "tc"))


def _words(element: Element) -> Iterator[str]:
    for child in element:
        name = child.tag.removeprefix(_W)
        if name == "t":
            yield child.text or ""
        elif name not in _NO_WORDS:
            yield _BREAKS.get(name, "")
            yield from _words(child)


def _is_heading(paragraph: Element) -> bool:
    styles = (style.get(f"{_W}val", "") for style in paragraph.iter(f"{_W}pStyle"))
    return any(map(_HEADING.match, styles)) or next(paragraph.iter(f"{_W}outlineLvl"), None) is not None


def _left_out(archive: zipfile.ZipFile, tags: Collection[str]) -> Iterator[str]:
    """What stands outside of the body, or was made of it by Word, in sentences."""
    parts = archive.namelist()
    worded = [
        _APART[match[1]]
        for part in parts
        if (match := _OUTSIDE.match(part)) and _holds(archive, part, b"<w:t")
    ]
    pictures = ["pictures"] if any(part.startswith("word/media/") for part in parts) else []
    if dropped := [*dict.fromkeys(worded), *pictures]:
        yield f"{join_and(dropped).capitalize()} are left out."
    if f"{_W}numPr" in tags:
        yield "The numbers that Word gives to lists and headings are left out."
    if not {f"{_W}{name}" for name in ("ins", "del", "moveFrom")}.isdisjoint(tags):
        yield "It holds tracked changes: it is read as if all were accepted."


def text_of_workbook(data: bytes, name: str, limit: int) -> Extract:
    """The first worksheet with anything in it, its rows on lines of the same numbers. Raises SetUpError."""
    import openpyxl  # noqa: PLC0415

    try:
        book, formulas = (
            openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=only) for only in (True, False)
        )
        for sheet in (*book.worksheets, *formulas.worksheets):
            sheet.reset_dimensions()  # Some tools write them wrong, and rows beyond them would be lost.
        sheets = [(sheet, list(sheet.iter_rows(values_only=True))) for sheet in book.worksheets]
        full = [(one, rows) for one, rows in sheets if any(cell is not None for row in rows for cell in row)]
        unknown = _unknown(full[0][0], formulas[full[0][0].title]) if full else 0
    except Exception:  # A damaged part raises whatever its parser does.
        raise unreadable(name, "the Excel workbook is damaged", AS_CSV) from None
    if not full:
        raise unreadable(name, "its worksheets are empty", "Bring another file")
    if unknown:
        why = f"in {pluralise(unknown, 'cell')} stands a formula without its value"
        raise unreadable(name, why, "Save it in a spreadsheet program first, or save it as CSV")
    sheet, rows = full[0]
    width = max(at for row in rows for at, cell in enumerate(row, start=1) if cell is not None)
    others = join_and([f"'{one.title}'" for one, _ in full[1:]])
    notes = [f"Worksheet '{sheet.title}' is read; {others} left out."] if others else []
    even = ([*row[:width], *[None] * (width - len(row))] for row in rows)
    return Extract(text=_csv(even, name, limit), left_out=tuple(notes))


def _unknown(values: Any, formulas: Any) -> int:
    """Cells with a formula that no program worked out. One that gave no words is of a kind of its own."""
    pairs = zip(values.iter_rows(), formulas.iter_rows(), strict=True)
    cells = (both for rows in pairs for both in zip(*rows, strict=True))
    return sum(one.value is None and one.data_type == "n" and of.data_type == "f" for one, of in cells)


def text_of_parquet(data: bytes, name: str, limit: int) -> Extract:
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
        return Extract(text=_csv([names, *rows], name, limit), left_out=())
    except pyarrow.ArrowException:
        raise unreadable(name, "the Parquet file is damaged", AS_CSV) from None


def _csv(rows: Iterable[Sequence[Any]], name: str, limit: int) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow(_cells(row))
        if out.tell() > limit:
            raise SetUpError(f"{name} holds over {limit:,} characters, the limit")
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


Kind = Literal["pdf", "docx", "xlsx", "parquet"]
READERS: Mapping[Kind, Callable[[bytes, str, int], Extract]] = {
    "pdf": text_of_pdf,
    "docx": text_of_word,
    "xlsx": text_of_workbook,
    "parquet": text_of_parquet,
}
SECONDS = 60.0
MEMORY = 1 << 29  # bytes
_ROOT = pathlib.Path(__file__).parents[3]
_READ = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from debate_core.importing.documents.formats import answer; answer()"
)
_NEEDED = ("PATH", "SYSTEMROOT", "TEMP", "LD_LIBRARY_PATH")


def text_of(kind: Kind, data: bytes, name: str, limit: int) -> Extract:
    """As the reader of that kind, within the limits. Raises SetUpError."""
    instead = AS_TEXT if kind in ("pdf", "docx") else AS_CSV
    command = [sys.executable, "-I", "-c", _READ, str(_ROOT), kind, name, str(limit), str(MEMORY)]
    environment = {key: os.environ[key] for key in _NEEDED if key in os.environ}
    environment["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # others reserve more than the limit
    try:
        done = subprocess.run(  # noqa: S603
            command, input=data, capture_output=True, timeout=SECONDS, env=environment
        )
    except subprocess.TimeoutExpired:
        why = f"it was read for {SECONDS:.0f} s without an end, so it is damaged, or made to be slow"
        raise unreadable(name, why, instead) from None
    if done.returncode:
        why = f"to read it takes more than {MEMORY >> 20:,} MB of memory, or is damaged"
        raise unreadable(name, why, instead)
    answer_of = json.loads(done.stdout)
    if refused := answer_of.get("refused"):
        raise SetUpError(refused)
    starts = tuple((begin, part) for begin, part in answer_of["starts"])
    return Extract(text=answer_of["text"], left_out=tuple(answer_of["left_out"]), starts=starts)


def answer() -> None:
    """In the process apart: read the file on standard input, and write what was found, or why nothing was."""
    kind, name, limit, memory = cast(Kind, sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
    with contextlib.suppress(ImportError):  # Windows has no such limits.
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        extract = READERS[kind](sys.stdin.buffer.read(), name, limit)
        fields = {"text": extract.text, "left_out": extract.left_out, "starts": extract.starts}
    except SetUpError as error:
        fields = {"refused": str(error)}
    sys.stdout.write(json.dumps(fields))
