"""Tells which kind of file is brought, by content first and name second, and reads it whole or refuses it."""

import pathlib
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from debate_core.domain.imported import MOST_TABLE, Source
from debate_core.importing import scripts, sides
from debate_core.importing.documents.text import decoded
from debate_core.importing.exported import is_exported
from debate_core.importing.spoken import NotBrought, ParsedText, Talk
from debate_core.importing.strict import read_strict
from debate_core.importing.tables import workbook_kind
from debate_core.ratings.exports import is_export

MOST_BYTES = MOST_TABLE
PASTED = "Pasted text"
_SRT = re.compile(r"\s{0,20}\d{1,9}[ \t]*\r?\n\d{1,3}:\d{2}:\d{2}[,.]\d{1,3} +-->")
_READERS: Mapping[Source, Callable[[str, str], tuple[Talk, tuple[str, ...]]]] = {
    "text": scripts.talk_of_text,
    "markdown": scripts.talk_of_text,
    "vtt": scripts.talk_of_vtt,
    "srt": scripts.talk_of_srt,
    "csv": scripts.talk_of_csv,
}
_SUFFIXES: Mapping[str, Source] = {
    **dict.fromkeys((".md", ".markdown"), "markdown"),
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    ".vtt": "vtt",
    ".srt": "srt",
}
_TALK_MOST, _LINES_MOST, _CUES_MOST = 1_000_000, 50_000, 20_000
"""Characters, lines and subtitles of what is no JSON."""
_TURNS_MOST = 5_000
_LOOKED_AT, _ALIKE = 20_000, 3


Kind = Literal["talk", "ratings", "exported"]


def kind_of(data: bytes, name: str = PASTED) -> Kind:
    if workbook_kind(data):
        return "ratings"
    text = data[:_LOOKED_AT].decode("utf-8", "replace").lstrip("\ufeff").lstrip()
    if is_exported(text):
        return "exported"
    # In JSON what tells a tool may come after very long texts.
    if is_export(data.decode("utf-8", "replace") if text[:1] in ("{", "[") else text, name):
        return "ratings"
    lines = text.splitlines()[:_ALIKE]
    rows = [row for line in lines for row in scripts.rows_of_talk(line[:2_000])]
    table = pathlib.PurePath(name).suffix.lower() in (".csv", ".tsv")
    if name == PASTED and text[:1] not in ("{", "[") and not any(scripts.begins(line)[0] for line in lines):
        table = len(rows) == _ALIKE and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1
    return "ratings" if table and rows and scripts.columns_of_talk(rows[0]) is None else "talk"


def read_imported_file(path: pathlib.Path) -> ParsedText:
    return read_imported(bytes_of(path), path.name)


def bytes_of(path: pathlib.Path, most: int = MOST_BYTES) -> bytes:
    """Raises NotBrought for a file that can't be read, or is larger than `most` bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte
        raise NotBrought(
            f"{path} can't be read: {getattr(error, 'strerror', None) or type(error).__name__}"
        ) from None
    if len(data) > most:
        raise _too_large(path.name, most)
    return data


def read_imported(data: bytes, name: str = PASTED) -> ParsedText:
    name = pathlib.PurePath(name).name[:200]
    if len(data) > MOST_BYTES:
        raise _too_large(name, MOST_BYTES)
    if data.startswith((b"PK\x03\x04", b"\x1f\x8b")):
        raise NotBrought(f"{name} is an archive; bring the file inside")
    text = decoded(data, name)
    if not text.strip():
        raise NotBrought(f"{name} is empty")
    if text.lstrip()[0] in "{[" and pathlib.PurePath(name).suffix.lower() not in (
        ".txt",
        ".md",
        ".srt",
        ".vtt",
    ):
        return _json(read_strict(text, name), name)
    for many, most, what in (
        (len(text), _TALK_MOST, "characters"),
        (text.count("\n"), _LINES_MOST, "lines"),
        (text.count("-->"), _CUES_MOST, "subtitles"),
    ):
        _check_many(many, most, what, name)
    source = _source(text, name)
    talk, notes = _READERS[source](text, name)
    _check_many(len(talk.said), _TURNS_MOST, "turns", name)
    return ParsedText(file=name, source=source, talks=(talk,), notes=notes)


def _source(text: str, name: str) -> Source:
    if text.startswith("WEBVTT"):
        return "vtt"
    if _SRT.match(text):
        return "srt"
    suffix = pathlib.PurePath(name).suffix.lower()
    return _SUFFIXES.get(suffix) or ("csv" if _is_table(text) else "text")


def _is_table(text: str) -> bool:
    """Whether words that came without a name begin like a CSV of a talk."""
    header = next(iter(scripts.rows_of_talk(text.partition("\n")[0][:2_000])), [])
    return len(header) > 1 and scripts.columns_of_talk(header) is not None


def _json(value: Any, name: str) -> ParsedText:
    shape = scripts.shape_of(value)
    if shape and not sides.names_sides(value):
        talks, notes = scripts.talks_of(value, shape)
        if not talks:
            raise NotBrought(f"{name}: expected conversations with words; found none")
        return ParsedText(file=name, source=shape, talks=talks, notes=notes)
    if not isinstance(value, dict) or not sides.names_sides(value):
        raise NotBrought(f"{name}: expected a chat export, or {sides.FORM}")
    talk, notes = sides.talk_of(value, name)
    _check_many(len(talk.said), _TURNS_MOST, "turns", name)
    return ParsedText(file=name, source="json", talks=(talk,), notes=notes)


def _check_many(many: int, most: int, what: str, name: str) -> None:
    if many > most:
        raise NotBrought(f"{name} has {many:,} {what}; the limit is {most:,}")


def _too_large(name: str, most: int) -> NotBrought:
    return NotBrought(f"{name} is over {most // 1_000_000} MB, the limit")
