"""The text of a Word document, in the order of its body.

Knows python-docx and WordprocessingML; not what the text is for. Invariant: nothing is unpacked before its declared
size is known to be small, and what stands outside of the body is named.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from docx import Document
from docx.oxml.ns import qn

from debate_core.documents.text import Extract
from debate_core.errors import SetUpError
from debate_core.numerals import listed

MAX_PARTS = 5_000
MAX_UNPACKED = 100_000_000  # bytes of all parts together
MAX_BODY = 30_000_000  # bytes of a single part of XML
_BREAKS = {qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:tab"): "\t", qn("w:noBreakHyphen"): "-"}
_TEXT, _PARAGRAPH, _TABLE = qn("w:t"), qn("w:p"), qn("w:tbl")
_WRAPPERS = frozenset(map(qn, ("w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo")))
# The words of a drawing for older programs, and those that were moved away: they stand elsewhere too.
_SAID_TWICE = ("{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", qn("w:moveFrom"))
_APART = {
    name: name if name.endswith("s") else f"{name}s"
    for name in ("header", "footer", "footnotes", "endnotes", "comments")
}
_OUTSIDE = re.compile(rf"/word/({'|'.join(_APART)})\d*\.xml")


def text_of_word(data: bytes, name: str, most: int) -> Extract:
    """The text of a DOCX of at most `most` characters, a line a paragraph, table rows with ` | ` between cells. Raises
    SetUpError for one that is encrypted, damaged, too large unpacked, or without any text."""
    _check(data, name)
    try:
        document = Document(io.BytesIO(data))
    except Exception as error:
        # python-docx lets errors of zipfile, lxml and its own reading through, of many types.
        raise SetUpError(f"{name} can't be read as a Word document ({type(error).__name__})") from None
    lines: list[str] = []
    length = 0
    for line in _lines(document.element.body):
        lines.append(line)
        length += len(line) + 1
        if length > most:
            raise SetUpError(f"{name} has over {most:,} characters; {most:,} at most can be reviewed at once")
    text = "\n".join(lines)
    if not text.strip():
        raise SetUpError(f"{name} holds no text: perhaps pictures only")
    return Extract(text=text, left_out=tuple(_left_out(document)))


def _check(data: bytes, name: str) -> None:
    """Raises SetUpError unless the sizes its parts declare are harmless; of a part zipfile unpacks no more."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise SetUpError(f"{name} can't be read as a Word document ({type(error).__name__})") from None
    if any(part.flag_bits & 1 for part in parts):
        raise SetUpError(f"{name} is encrypted; save it without a password, and bring it again")
    unpacked = sum(part.file_size for part in parts)
    largest = max((part.file_size for part in parts if part.filename.endswith(".xml")), default=0)
    if len(parts) > MAX_PARTS or unpacked > MAX_UNPACKED or largest > MAX_BODY:
        raise SetUpError(
            f"{name} would unpack to {unpacked / 1e6:,.0f} MB in {len(parts):,} parts: far more than a text needs; "
            "it was not opened"
        )


def _lines(parent: Any) -> Iterator[str]:
    """The lines of a body or a cell, in their order; what wraps its blocks is looked through."""
    for child in parent:
        if child.tag == _PARAGRAPH:
            yield _words(child)
        elif child.tag == _TABLE:
            for row in _inside(child, qn("w:tr")):
                cells = (" ".join(" ".join(_lines(cell)).split()) for cell in _inside(row, qn("w:tc")))
                yield " | ".join(cells)
        elif child.tag in _WRAPPERS:
            yield from _lines(child)


def _inside(parent: Any, tag: str) -> Iterator[Any]:
    """The children of one tag, whether wrapped or not."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _inside(child, tag)


def _words(element: Any) -> str:
    """The words of a paragraph, changes taken as accepted (what is deleted stands under another name)."""
    return "".join(
        (node.text or "") if node.tag == _TEXT else _BREAKS[node.tag]
        for node in element.iter(_TEXT, *_BREAKS)
        if next(node.iterancestors(*_SAID_TWICE), None) is None and node.getparent().tag != qn("w:tabs")
    )


def _left_out(document: Any) -> Iterator[str]:
    """What stands outside of the body, or was made of it by Word, in sentences."""
    body, parts = document.element.body, list(document.part.package.iter_parts())
    worded = [
        _APART[found[1]]
        for part in parts
        if (found := _OUTSIDE.match(part.partname)) and b"<w:t" in part.blob
    ]
    pictures = ["pictures"] if any(part.partname.startswith("/word/media/") for part in parts) else []
    if apart := [*dict.fromkeys(worded), *pictures]:
        yield f"{listed(apart).capitalize()} are left out."
    if next(body.iter(qn("w:numPr")), None) is not None:
        yield "The numbers that Word gives to lists and headings are left out."
    if next(body.iter(qn("w:ins"), qn("w:del"), qn("w:moveFrom")), None) is not None:
        yield "It holds tracked changes: it is read as if all were accepted."
