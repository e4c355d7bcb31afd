"""The text of a Word document, in the order of its body, with bounded unpacking; called through `documents.apart`."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Literal
from xml.parsers import expat

from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import join_and
from debate_core.importing.documents.text import Extract

MAX_PARTS = 5_000
MAX_UNPACKED = 100_000_000  # bytes of all parts together
MAX_BODY = 30_000_000  # bytes of a single part of XML
BODY = "word/document.xml"
_PIECE = 1 << 16
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main "
_VALUE = f"{_W}val"
_HEADING = re.compile(r"heading ?\d", re.IGNORECASE)
_BREAKS = {"br": "\n", "cr": "\n", "tab": "\t", "noBreakHyphen": "-"}
_WRAPPERS = frozenset(("sdt", "sdtContent", "customXml", "ins", "moveTo"))
# The words of a drawing for older programs, and those that were moved away: they stand elsewhere too. Stops of
# tabulators are none.
_NO_WORDS = ("http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback", "moveFrom", "tabs")
_CHANGES = frozenset(("ins", "del", "moveFrom"))
_APART = {
    name: name if name.endswith("s") else f"{name}s"
    for name in ("header", "footer", "footnotes", "endnotes", "comments")
}
_OUTSIDE = re.compile(rf"word/({'|'.join(_APART)})\d*\.xml")
_Role = Literal[
    "document", "blocks", "table", "row", "cells", "cell", "paragraph", "words", "text", "nothing"
]
_BLOCKS: dict[tuple[_Role, str], _Role] = {
    ("document", "body"): "blocks",
    ("blocks", "p"): "paragraph",
    ("blocks", "tbl"): "table",
    ("table", "tr"): "row",
    ("cells", "tc"): "cell",
}
_HOLDS: dict[_Role, _Role] = {"row": "cells", "cell": "blocks", "paragraph": "words", "text": "words"}
"""What stands in such an element is read as in one of that role."""


def text_of_word(data: bytes, name: str, most: int) -> Extract:
    """At most `most` characters of a DOCX, a line a paragraph, ` | ` between cells. Raises SetUpError for one that is
    encrypted, damaged, too large or without text."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, OSError):
        raise SetUpError(f"{name} is a damaged archive: nothing in it can be read") from None
    _check(archive.infolist(), name)
    body = _Body(name, most)
    try:
        for piece in _pieces(archive, BODY):
            body.parser.Parse(piece)
        body.parser.Parse(b"", True)
        left_out = tuple(_left_out(archive, body))
    except (SetUpError, MemoryError):
        raise
    except Exception as error:
        # Errors of zipfile, its packers and the parser come through, of many types.
        raise SetUpError(f"{name} can't be read as a Word document ({type(error).__name__})") from None
    text = "\n".join(body.lines)
    if not text.strip():
        raise SetUpError(f"{name} holds no text: perhaps pictures only")
    return Extract(text=text, left_out=left_out, starts=tuple(body.starts))


def _check(parts: list[zipfile.ZipInfo], name: str) -> None:
    """Raises SetUpError unless the sizes its parts declare are harmless; of a part zipfile unpacks no more."""
    if any(part.flag_bits & 1 for part in parts):
        raise SetUpError(f"{name} is encrypted; save it without a password, and bring it again")
    if all(part.filename != BODY for part in parts):
        raise SetUpError(f"{name} is an archive; bring the one text in it that is to be reviewed")
    unpacked = sum(part.file_size for part in parts)
    largest = max(part.file_size for part in parts if part.filename.endswith(".xml"))
    if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED or largest > MAX_BODY:
        raise SetUpError(
            f"{name} would unpack to {unpacked / 1e6:,.0f} MB in {len(parts):,} parts: far more than a text needs; "
            "it was not opened"
        )


def _pieces(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    with archive.open(part) as stream:
        while piece := stream.read(_PIECE):
            yield piece


class _Body:
    """The lines of a document's body as its elements open and close; `_open`: what each open one is to the reader."""

    def __init__(self, name: str, most: int) -> None:
        self.name, self.most, self.length = name, most, 0
        self.lines: list[str] = []
        self.starts: list[tuple[int, str]] = []
        self.numbered = self.changed = self._heads = False
        self._open: list[_Role] = []
        self._words: list[str] = []
        self._rows: list[list[str]] = []  # the cells of each open row
        self._cells: list[list[str]] = []  # the lines of each open cell
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._say
        self.parser.EntityDeclHandler = self._refuse

    def _refuse(self, *_: object) -> None:
        raise SetUpError(f"{self.name} declares words of its own (XML entities), as no Word document does")

    def _start(self, tag: str, given: Mapping[str, str]) -> None:
        tag = tag.removeprefix(_W)
        self.numbered |= tag == "numPr"
        self.changed |= tag in _CHANGES
        self._heads |= tag == "outlineLvl" or (
            tag == "pStyle" and bool(_HEADING.match(given.get(_VALUE, "")))
        )
        role = self._role(tag)
        self._open.append(role)
        if role == "row":
            self._rows.append([])
        elif role == "cell":
            self._cells.append([])
        elif role == "words" and tag in _BREAKS:
            self._words.append(_BREAKS[tag])

    def _role(self, tag: str) -> _Role:
        if not self._open:
            return "document" if tag == "document" else "nothing"
        inside = _HOLDS.get(self._open[-1], self._open[-1])
        if inside == "words":
            return "nothing" if tag in _NO_WORDS else "text" if tag == "t" else "words"
        if tag in _WRAPPERS and inside in ("blocks", "table", "cells"):
            return inside
        return _BLOCKS.get((inside, tag), "nothing")

    def _say(self, words: str) -> None:
        if self._open[-1] == "text":
            self._words.append(words)

    def _end(self, _: str) -> None:
        role = self._open.pop()
        if role == "paragraph":
            line = "".join(self._words)
            if self._heads and line.strip() and not self._cells:
                self.starts.append((self.length, f"section “{' '.join(line.split())[:80]}”"))
            self._heads = False
            self._line(line)
            self._words.clear()
        elif role == "cell":
            self._rows[-1].append(" ".join(" ".join(self._cells.pop()).split()))
        elif role == "row":
            self._line(" | ".join(self._rows.pop()))

    def _line(self, line: str) -> None:
        """A line of the innermost open cell, or of the body."""
        if self._cells:
            self._cells[-1].append(line)
            return
        self.lines.append(line)
        self.length += len(line) + 1
        if self.length > self.most:
            raise SetUpError(
                f"{self.name} has over {self.most:,} characters; {self.most:,} at most can be reviewed at once"
            )


def _worded(archive: zipfile.ZipFile, part: str) -> bool:
    end = b""
    for piece in _pieces(archive, part):
        if b"<w:t" in end + piece:
            return True
        end = piece[-3:]
    return False


def _left_out(archive: zipfile.ZipFile, body: _Body) -> Iterator[str]:
    """What stands outside of the body, or was made of it by Word, in sentences."""
    parts = archive.namelist()
    worded = [
        _APART[match[1]] for part in parts if (match := _OUTSIDE.match(part)) and _worded(archive, part)
    ]
    pictures = ["pictures"] if any(part.startswith("word/media/") for part in parts) else []
    if apart := [*dict.fromkeys(worded), *pictures]:
        yield f"{join_and(apart).capitalize()} are left out."
    if body.numbered:
        yield "The numbers that Word gives to lists and headings are left out."
    if body.changed:
        yield "It holds tracked changes: it is read as if all were accepted."
