"""What people bring: read as the text it holds, or refused in a sentence before anything is spent."""

import contextlib
import hashlib
import io
import json
import struct
import subprocess
import sys
import time
import zipfile
from types import SimpleNamespace

import pytest

from debate_core.domain.artifact import MAX_CHARACTERS, MAX_CONTEXT
from debate_core.domain.errors import SetUpError
from debate_core.importing.documents import formats
from debate_core.importing.documents.artifact import MAX_BYTES, read_document, read_file, read_pasted
from debate_core.importing.documents.formats import MAX_PAGES, text_of_pdf
from tests.each import each
from tests.importing.documents.files import pdf, with_part, word

pytestmark = pytest.mark.slow

WORDS = "Zwölf Monate – dann löschen.\nÆ, 数据, 🗑"


@each(
    ("name", "media"),
    [
        ("policy.txt", "plain"),
        ("NOTES", "plain"),
        ("policy.MD", "markdown"),
        ("app.py", "source"),
        ("Main.java", "source"),
        ("page.html", "source"),
    ],
)
def test_a_name_tells_plain_text_markdown_and_source_apart(name, media):
    found = read_document(b"A text.\n", name)
    assert (found.media, found.text, found.name) == (media, "A text.\n", name)


@each(
    ("mark", "codec"),
    [
        *((b"", codec) for codec in ("utf-8", "utf-8-sig", "utf-32")),
        *((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")),
    ],
)
def test_an_encoding_that_is_declared_or_proven_is_read(mark, codec):
    assert read_document(mark + WORDS.encode(codec), "a.txt").text == WORDS


def test_lines_end_alike_and_keep_the_numbers_an_editor_gives_them():
    found = read_document(b"one\r\ntwo\rthree\nfo\fur\n\nsix", "a.txt")
    assert found.lines == ("one", "two", "three", "fo ur", "", "six")
    assert [found.line_at(found.text.index(word)) for word in ("one", "two", "ur", "six")] == [1, 2, 4, 6]


def test_what_acts_instead_of_showing_is_replaced_and_counted():
    found = read_document("if admin\u202e: \u2066pass\u2069 \x1b[31m ok \u200d".encode(), "a.py")
    assert found.text == "if admin�: �pass� �[31m ok \u200d"
    assert found.left_out == ("Shown as �: 4 control or reordering characters.",)


def test_the_digest_is_of_what_was_brought():
    data = WORDS.encode("utf-16")
    assert read_document(data, "a.txt").sha256 == hashlib.sha256(data).hexdigest()
    assert read_pasted("a\r\nb").sha256 == hashlib.sha256(b"a\r\nb").hexdigest()


@each(
    ("data", "name", "said"),
    [
        (
            "für".encode("latin-1"),
            "a.txt",
            "byte 1 is not valid UTF-8. Nothing was kept. Save it as text in UTF-8",
        ),
        (b"", "a.txt", "is empty"),
        (b" \n\t", "a.txt", "is empty"),
        ("\ufeff".encode(), "a.txt", "holds no words"),
        (b"\x7fELF\x02\x00\x00\x01", "a.out", "it isn't text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "a.png", "it isn't text"),
        (b"\x01\x02\x03\x04 words", "a.bin", "control characters"),
        ("words".encode("utf-16-le"), "a.txt", "it isn't text"),
        (b"\xff\xfeabc", "a.txt", "not valid UTF-16-LE"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "a.doc", "encrypted or old Office file"),
        (b"PK\x03\x04" + bytes(40), "a.docx", "damaged archive. Nothing was kept. Save it again"),
        (b"words", "a.pdf", "named .pdf but is none"),
        (b"words", "a.docx", "named .docx but is none"),
        (
            b"%PDF-1.7\nnothing of the kind",
            "a.pdf",
            "the PDF is damaged. Nothing was kept. Save it again, or paste its text",
        ),
        (b"x" * (MAX_CHARACTERS + 1), "a.txt", "200,001 characters; 200,000 at most"),
        (b"x" * (MAX_BYTES + 1), "a.txt", "over 20 MB, the most that can be brought"),
    ],
)
def test_what_can_not_be_reviewed_is_refused_in_a_sentence(data, name, said):
    with pytest.raises(SetUpError, match=said.replace(".", r"\.")):
        read_document(data, name)


def test_as_much_as_may_be_reviewed_is_taken_and_of_the_note_beside_it():
    assert len(read_document(b"x" * MAX_CHARACTERS, "a.txt").text) == MAX_CHARACTERS
    whole = word("x" * 100_000, "x" * (MAX_CHARACTERS - 100_001))
    assert len(read_document(whole, "a.docx").text) == MAX_CHARACTERS
    assert len(read_pasted("x", context="c" * MAX_CONTEXT).context) == MAX_CONTEXT
    with pytest.raises(SetUpError, match="the context note has 20,001 characters; 20,000 at most"):
        read_pasted("x", context="c" * (MAX_CONTEXT + 1))


def test_a_file_that_is_not_there_is_said():
    with pytest.raises(SetUpError, match="can't be read: No such file"):
        read_file(__import__("pathlib").Path("/nowhere/a.txt"))


def test_a_name_is_only_the_last_part_of_a_path():
    assert read_document(b"x", "../../etc/passwd").name == "passwd"


# ── PDF ──


@pytest.fixture(scope="module")
def slow():
    """A page of nothing but operators: 0.8 MB, over ten seconds of reading."""
    return pdf(f") Tj {'q Q ' * 200_000} (")


def test_the_text_of_a_pdf_is_read_page_by_page():
    found = read_document(pdf("Keep for ten years.\nThen delete.", "Page two."), "policy.pdf")
    assert found.media == "pdf"
    assert found.text == "Keep for ten years.\nThen delete.\n\nPage two."
    assert found.left_out == ("Pictures, drawings and the layout of tables are left out.",)


@pytest.mark.usefixtures("here")
def test_lines_know_their_page_and_pages_without_text_keep_their_number():
    found = read_document(pdf("One.\nTwo.", "", "Three."), "policy.pdf")
    assert [found.part_name(line) for line in (1, 2, 4)] == ["page 1", "page 1", "page 3"]
    read = text_of_pdf(pdf("One.", "", "Three.", ""), "policy.pdf", MAX_CHARACTERS)
    assert read.starts == ((0, "page 1"), (6, "page 3"))
    assert read.left_out[0] == "Pages 2, 4 are without text (scanned, or pictures only): left out."


@pytest.mark.usefixtures("here")
def test_lines_of_a_word_document_know_their_section():
    file = io.BytesIO()
    from docx import Document

    made = Document()
    for style, words in ((None, "Before."), ("Heading 1", "Kept\tlong"), (None, "Ten years.")):
        made.add_paragraph(words, style)
    made.save(file)
    found = read_document(file.getvalue(), "policy.docx")
    assert [found.part_name(line) for line in (1, 2, 3)] == ["", "section “Kept long”", "section “Kept long”"]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: pdf("", ""), "2 pages hold no text, only scans. Nothing was kept. Bring one"),
        (lambda: pdf("Secret.", password="x"), "is encrypted. Nothing was kept. Save it without a password"),
        (lambda: pdf("words")[:-400], "PDF|no text"),
    ],
    ids=["scanned", "encrypted", "cut"],
)
def test_a_pdf_that_gives_no_text_is_refused(made, said):
    data = made()
    with pytest.raises(SetUpError, match=said):
        text_of_pdf(data, "a.pdf", MAX_CHARACTERS)


@pytest.mark.parametrize(
    ("limit", "least", "said"),
    [("SECONDS", 0.5, "without an end"), ("MEMORY", 1 << 25, "takes more than 32 MB of memory")],
)
def test_a_pdf_that_is_made_to_be_slow_or_large_is_given_up(monkeypatch, slow, limit, least, said):
    monkeypatch.setattr(formats, limit, least)
    began = time.monotonic()
    with pytest.raises(SetUpError, match=said):
        read_document(slow, "a.pdf")
    assert time.monotonic() - began < 60


def test_who_reads_a_pdf_has_no_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setattr(
        formats, "_READ", "import os, sys; sys.stdout.write(str(dict(os.environ))); sys.exit(1)"
    )
    seen = []
    run = formats.subprocess.run
    monkeypatch.setattr(formats.subprocess, "run", lambda *a, **k: seen.append(run(*a, **k)) or seen[0])
    with pytest.raises(SetUpError, match=r"We can't read a.pdf"):
        read_document(pdf("x"), "a.pdf")
    assert b"PATH" in seen[0].stdout
    assert b"sk-secret" not in seen[0].stdout


# ── DOCX ──

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TRACKED = (
    '<w:p><w:r><w:t xml:space="preserve">Keep </w:t></w:r><w:del w:id="1" w:author="a"><w:r><w:delText>five'
    '</w:delText></w:r></w:del><w:ins w:id="2" w:author="a"><w:r><w:t>ten</w:t></w:r></w:ins></w:p>'
)
CONTROL = (
    "<w:sdt><w:sdtContent><w:p><w:r><w:t>In a form</w:t><w:tab/><w:t>field.</w:t></w:r></w:p>"
    "</w:sdtContent></w:sdt>"
)


@pytest.mark.usefixtures("here")
def test_the_text_of_a_word_document_is_read_in_the_order_of_its_body():
    found = read_document(word("Before.", [["kind", "kept"], ["logs", "a year"]], "After."), "policy.docx")
    assert found.media == "docx"
    assert found.text == "Before.\nkind | kept\nlogs | a year\nAfter."
    assert found.left_out == ()


@pytest.mark.usefixtures("here")
def test_insertions_and_form_fields_are_read_and_deletions_are_not():
    found = read_document(word("First.", extra=TRACKED + CONTROL), "policy.docx")
    assert found.text == "First.\nKeep ten\nIn a form\tfield."
    assert found.left_out == ("It holds tracked changes: it is read as if all were accepted.",)


NESTED = (
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>outer</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>inner</w:t></w:r></w:p>"
    "</w:tc></w:tr></w:tbl><w:p/></w:tc><w:sdt><w:sdtContent><w:tc><w:p><w:r><w:t>wrapped</w:t></w:r></w:p></w:tc>"
    "</w:sdtContent></w:sdt></w:tr></w:tbl>"
)
MOVED = (
    '<w:p><w:moveFrom w:id="3" w:author="a"><w:r><w:t>Moved.</w:t></w:r></w:moveFrom></w:p><w:p><w:moveTo w:id="4" '
    'w:author="a"><w:r><w:t>Moved.</w:t></w:r></w:moveTo></w:p>'
)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("extra", "text"),
    [(NESTED, "First.\nouter inner | wrapped"), (MOVED, "First.\n\nMoved.")],
    ids=["nested", "moved"],
)
def test_words_of_a_table_in_a_table_and_words_that_were_moved_are_read_once(extra, text):
    assert read_document(word("First.", extra=extra), "a.docx").text == text


def test_a_name_stands_on_one_line():
    assert read_pasted("Words.", name="a\n\u202eb" * 100).name == ("a �b" * 100)[:200]
    assert read_pasted("Words.", name=" \n").name == "Pasted text"


@pytest.mark.usefixtures("here")
def test_what_stands_outside_of_the_body_is_named():
    assert read_document(word("Body.", header="Draft"), "a.docx").left_out == ("Headers are left out.",)


def _encrypted(data):
    """The archive whose first part says that it needs a password."""
    at = data.index(b"PK\x01\x02")
    return data[: at + 8] + bytes([data[at + 8] | 1]) + data[at + 9 :]


def _declaring(data, size):
    """The archive whose first part says that it unpacks to `size` bytes."""
    at = data.index(b"PK\x01\x02")
    return data[: at + 24] + struct.pack("<I", size) + data[at + 28 :]


@pytest.mark.usefixtures("here")
@each(
    ("made", "said"),
    [
        (lambda: _declaring(word("x"), 4_000_000_000), "would unpack to 4,001 MB"),
        (lambda: _encrypted(word("x")), "is encrypted. Nothing was kept. Save it without a password"),
        (lambda: word("", "  "), "holds no text"),
        (lambda: word("x" * 200_001), "over 200,000 characters"),
        (
            lambda: with_part(word("x"), "word/document.xml", lambda xml: xml[:200]),
            "the Word document is damaged. Nothing was kept. Save it again",
        ),
        (
            lambda: with_part(
                word("x"),
                "word/document.xml",
                lambda _: (
                    f'<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><w:document {W}><w:body><w:p>'
                    "<w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>"
                ),
            ),
            "declares words of its own",
        ),
        (
            lambda: with_part(word("x"), formats.BODY, lambda xml: xml.replace("<w:p>", "<w:p>" * 500)),
            "the Word document is damaged. Nothing was kept. Save it again",
        ),
        (lambda: with_part(word("x"), "word/document.xml", lambda xml: xml)[:-30], "damaged archive"),
    ],
)
def test_a_word_document_that_can_not_be_read_is_refused(made, said):
    data = made()
    with pytest.raises(SetUpError, match=said):
        read_document(data, "a.docx")


def _inflating():
    """Some 3 MB of empty XML in each of two parts, packed to a file of some tens of kilobytes."""
    many = "<w:r><w:rPr><w:b/></w:rPr></w:r>" * 100_000
    return with_part(
        with_part(
            word("Kept for a year."), "word/document.xml", lambda xml: xml.replace("<w:r>", many + "<w:r>", 1)
        ),
        "word/styles.xml",
        lambda _: f"<w:styles {W}>{many}</w:styles>",
    )


def test_a_small_word_document_that_inflates_costs_this_process_nothing():
    data = _inflating()
    code = (
        "import resource, sys; from debate_core.importing.documents.artifact import read_document as read; "
        "read(b'x', 'a.txt'); data = sys.stdin.buffer.read(); "
        "grown = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss; before = grown(); "
        "text = read(data, 'a.docx').text; print(grown() - before, text)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True)
    grown, _, text = done.stdout.decode().strip().partition(" ")
    assert (len(data) < 300_000, text) == (True, "Kept for a year.")
    assert int(grown) < 5_000, f"the process grew by {int(grown) / 1024:.0f} MB"


def test_a_word_document_that_takes_too_much_memory_is_given_up(monkeypatch):
    assert formats.MEMORY == 512 * 2**20
    monkeypatch.setattr(formats, "MEMORY", 128 * 2**20)
    wide = "<w:p>" + "<w:r/>" * 2_000_000
    data = with_part(word("x"), "word/document.xml", lambda xml: xml.replace("<w:p>", wide, 1))
    with pytest.raises(SetUpError, match="it takes more than 128 MB of memory"):
        read_document(data, "a.docx")


def test_an_archive_of_something_else_is_refused_in_words():
    data = word("x").replace(b"word/document.xml", b"word/elsewhere.xm")
    with pytest.raises(SetUpError, match=r"is an archive. Nothing was kept. Bring the one text in it"):
        read_document(data, "a.zip")


# ── the limits of each, one by one ──


def _part(name="a.png", size=0):
    part = zipfile.ZipInfo(name)
    part.file_size = size
    return part


@each(
    ("parts", "fits"),
    [
        ([_part()] * 4_999, True),
        ([_part()] * 5_000, False),
        ([_part(size=100_000_000 - 1)], True),
        ([_part(size=100_000_000)], False),
        ([_part("a.xml", 30_000_000), _part(size=40_000_000)], True),
        ([_part("a.xml", 30_000_001)], False),
    ],
)
def test_an_archive_is_opened_up_to_so_many_parts_and_bytes(parts, fits):
    every = [_part(formats.BODY, 1), *parts]
    with (
        contextlib.nullcontext()
        if fits
        else pytest.raises(SetUpError, match=f"{len(every):,} parts: far more")
    ):
        formats._check(every, "a.docx")


def test_words_in_a_part_are_found_wherever_its_pieces_end():
    for before in range(formats._PIECE - 4, formats._PIECE + 1):
        for tag, there in (("<w:t>", True), ("<w:p>", False)):
            file = io.BytesIO()
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("part", "x" * before + tag)
            assert formats._holds(zipfile.ZipFile(file), "part", b"<w:t") == there


def test_pages_are_read_up_to_their_limits_and_those_without_text_are_named_up_to_eight():
    def reader(pages):
        return SimpleNamespace(pages=[SimpleNamespace(extract_text=lambda: " x ")] * pages)

    assert formats._pages(reader(MAX_PAGES), "a.pdf", MAX_PAGES) == ["x"] * MAX_PAGES
    with pytest.raises(SetUpError, match="301 pages; 300 at most"):
        formats._pages(reader(MAX_PAGES + 1), "a.pdf", 1_000)
    with pytest.raises(SetUpError, match="over 2 characters by page 2; 1 at most"):
        formats._pages(reader(3), "a.pdf", 1)
    named = [formats._pages_text([*range(1, many + 1)]) for many in (1, 2, 8, 9)]
    eight = "Pages 1, 2, 3, 4, 5, 6, 7, 8"
    assert named == ["Page 1 is", "Pages 1, 2 are", f"{eight} are", f"{eight} and 1 more are"]


def test_rows_are_written_up_to_so_many_characters():
    assert formats._csv([["a", None], [1.0, "b,c"]], "t", 11) == 'a,\n1,"b,c"\n'
    with pytest.raises(SetUpError, match="t holds over 10 characters"):
        formats._csv([["a", None], [1.0, "b,c"]], "t", 10)


def test_the_process_apart_answers_with_the_text_or_why_there_is_none(monkeypatch, capsys):
    limits = []
    monkeypatch.setattr("resource.setrlimit", lambda _, most: limits.append(most))
    text = {"text": "One.", "left_out": [formats.LEFT_OUT], "starts": [[0, "page 1"]]}
    why = "We can't read a.pdf: the PDF is damaged. Nothing was kept. Save it again, or paste its text"
    for data, fields in ((pdf("One."), text), (b"x", {"refused": why})):
        monkeypatch.setattr(sys, "argv", ["-c", "root", "pdf", "a.pdf", "4", "64"])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        formats.answer()
        assert json.loads(capsys.readouterr().out) == fields
    assert limits == [(64, 64)] * 2
