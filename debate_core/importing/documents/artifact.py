"""Reads pasted words or a file as an artifact, or refuses it with a reason."""

import pathlib
from collections.abc import Iterator

from debate_core.domain.artifact import MAX_CHARACTERS, MAX_CONTEXT, Artifact, Media, TextPart, digest
from debate_core.domain.bounds import MAX_NAME
from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import pluralise
from debate_core.importing.documents.formats import Extract, text_of, unreadable
from debate_core.importing.documents.text import COMPOUND, decode, printable_text
from debate_core.importing.files import PASTED, bytes_of

MAX_BYTES = 20_000_000
_PLAIN = frozenset(("", ".txt", ".text", ".rst", ".adoc", ".org", ".eml", ".log", ".csv", ".tsv"))


def read_file(path: pathlib.Path, *, context: str = "") -> Artifact:
    """The artifact that a file holds. Raises SetUpError for one that can't be reviewed."""
    return read_document(bytes_of(path, MAX_BYTES), path.name, context=context)


def read_pasted(text: str, *, name: str = PASTED, context: str = "", media: Media = "plain") -> Artifact:
    """The artifact that words are. Raises SetUpError for none, or too many."""
    return _artifact(text, text.encode("utf-8", "replace"), _file_name(name), media, context, ())


def read_document(data: bytes, name: str, *, context: str = "") -> Artifact:
    name = _file_name(pathlib.PurePath(name).name)
    if len(data) > MAX_BYTES:
        raise SetUpError(f"{name} has over {MAX_BYTES // 1_000_000} MB, the most that can be brought")
    if not data.strip():
        raise SetUpError(f"{name} is empty")
    media = _media(data, name)
    if media == "pdf" or media == "docx":
        extract = text_of(media, data, name, MAX_CHARACTERS)
        read = _artifact(extract.text, data, name, media, context, extract.left_out)
        return read.model_copy(update={"parts": tuple(_parts(extract))})
    return _artifact(decode(data, name), data, name, media, context, ())


def _media(data: bytes, name: str) -> Media:
    suffix = pathlib.PurePath(name).suffix.lower()
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return "docx"  # or another archive, which its reader refuses
    if data.startswith(COMPOUND):
        instead = "Save it as .docx without a password"
        raise unreadable(name, "it is an encrypted or old Office file", instead)
    if suffix in (".pdf", ".docx"):
        raise unreadable(name, f"it is named {suffix} but is none", "Bring the file itself")
    if suffix in (".md", ".markdown", ".mdown", ".mkd"):
        return "markdown"
    return "plain" if suffix in _PLAIN else "source"


def _artifact(
    text: str, data: bytes, name: str, media: Media, context: str, left_out: tuple[str, ...]
) -> Artifact:
    printable = printable_text(text)
    if len(printable.text) > MAX_CHARACTERS:
        raise SetUpError(
            f"{name} has {len(printable.text):,} characters; {MAX_CHARACTERS:,} at most can be reviewed at once"
        )
    if not printable.text.strip():
        raise SetUpError(f"{name} holds no words")
    if len(context) > MAX_CONTEXT:
        raise SetUpError(
            f"the context note has {len(context):,} characters; {MAX_CONTEXT:,} at most are shown to reviewers"
        )
    if printable.replaced:
        acting = pluralise(printable.replaced, "control or reordering character")
        left_out = (*left_out, f"Shown as \N{REPLACEMENT CHARACTER}: {acting}.")
    return Artifact(
        name=name,
        text=printable.text,
        media=media,
        context=printable_text(context).text,
        sha256=digest(data),
        left_out=left_out,
    )


def _parts(extract: Extract) -> Iterator[TextPart]:
    """Lines are counted in the text as it can be shown."""
    line, end = 1, 0
    for begin, name in extract.starts:
        line, end = line + printable_text(extract.text[end:begin]).text.count("\n"), begin
        yield TextPart(line=line, name=_file_name(name))


def _file_name(name: str) -> str:
    return " ".join(printable_text(name).text.split())[:MAX_NAME] or PASTED
