"""Files as people bring them: made here, byte by byte where they are hostile."""

import io
import zipfile


def pdf(*pages: str, password: str = "") -> bytes:
    """A PDF with a page for each text; an empty one has no words."""
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for words in pages:
        page = writer.add_blank_page(595, 842)
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
        )
        stream = DecodedStreamObject()
        shown = [f"({line}) Tj 0 -14 Td" for line in words.split("\n")] if words else []
        stream.set_data(f"BT /F1 12 Tf 50 800 Td {' '.join(shown)} ET".encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(stream)
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def word(*blocks: str | list[list[str]], header: str = "", extra: str = "") -> bytes:
    """A DOCX of paragraphs and tables; `extra` is XML put at the end of its body."""
    from docx import Document

    document = Document()
    for block in blocks:
        if isinstance(block, str):
            document.add_paragraph(block)
            continue
        table = document.add_table(rows=len(block), cols=len(block[0]))
        for row, cells in zip(table.rows, block, strict=True):
            for cell, words in zip(row.cells, cells, strict=True):
                cell.text = words
    if header:
        document.sections[0].header.paragraphs[0].text = header
    file = io.BytesIO()
    document.save(file)
    return with_part(
        file.getvalue(), "word/document.xml", lambda xml: xml.replace("<w:sectPr", extra + "<w:sectPr", 1)
    )


def with_part(archive: bytes, name: str, change) -> bytes:
    """The archive with one of its parts changed, or added."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            body = old.read(part).decode("utf-8", "surrogateescape")
            new.writestr(
                part.filename,
                (change(body) if part.filename == name else body).encode("utf-8", "surrogateescape"),
            )
        if name not in old.namelist():
            new.writestr(name, change(""))
    return file.getvalue()
