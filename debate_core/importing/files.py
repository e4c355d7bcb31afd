"""Tells which kind of file is brought, by content first and name second, and reads it whole or refuses it."""

import itertools
import pathlib
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    StrictInt,
    StringConstraints,
    ValidationError,
    model_validator,
)

from debate_core.domain.frozen import faults_text
from debate_core.domain.imported import MAX_TABLE, SEPARATOR_LINE, Source
from debate_core.domain.transcript import (
    PHASES,
    SIDES,
    Argument,
    Closing,
    Response,
    ResponseType,
    Side,
    Turn,
    argument_id,
    opponent,
    turn_number,
)
from debate_core.domain.wording import quoted_names
from debate_core.importing import dialogues
from debate_core.importing.dialogues import Dialogue, NotBrought, ParsedText, SpokenTurn
from debate_core.importing.documents.formats import unreadable
from debate_core.importing.documents.text import COMPOUND, decode, mark_of, printable_text, read_strict
from debate_core.importing.exported import is_exported
from debate_core.importing.tables import is_table, workbook_kind

FORM = (
    '{"topic", "arguments": [{"side", "claim", "reasoning", "evidence"}], "responses": [{"to", "type", "reasoning"}], '
    '"closings": {"pro", "con"}} or {"topic", "turns": [{"side", "text"}]}'
)


def _printable(given: Any) -> Any:
    return printable_text(given).text if isinstance(given, str) else given


Text = Annotated[str, StringConstraints(strip_whitespace=True), BeforeValidator(_printable)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), BeforeValidator(_printable)]
NamedSide = Annotated[
    Side, BeforeValidator(lambda given: given.strip().casefold() if isinstance(given, str) else given)
]


class _Given(BaseModel):
    """A part of a file; null is as not there."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, part: Any) -> Any:
        return {key: one for key, one in part.items() if one is not None} if isinstance(part, dict) else part


class _Argument(_Given):
    side: NamedSide
    claim: Words
    reasoning: Text = ""
    evidence: Text = ""


class _Response(_Given):
    to: StrictInt
    type: ResponseType
    reasoning: Text = ""
    question: Text = ""


class _Closings(_Given, extra="forbid"):
    pro: Text = ""
    con: Text = ""


class _Speech(_Given):
    side: NamedSide
    text: Words


class _Debate(_Given):
    topic: Text = ""
    background: Text = ""
    arguments: tuple[_Argument, ...] = ()
    responses: tuple[_Response, ...] = ()
    closings: _Closings = _Closings()
    turns: tuple[_Speech, ...] = ()

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if bool(self.arguments) == bool(self.turns):
            got = "both" if self.turns else "neither"
            raise ValueError(f"expected either arguments or turns; got {got}")
        answered = Counter(one.to for one in self.responses)
        if answered.keys() - set(range(len(self.arguments))):
            raise ValueError(f"responses: expected the index of an argument, 0 to {len(self.arguments) - 1}")
        if answered and max(answered.values()) > 1:
            raise ValueError("responses: expected one answer to each argument")
        return self


def names_sides(value: object) -> bool:
    """Whether a value is of one of the two forms; turns that name a speaker and no side are a chat."""
    if not isinstance(value, dict) or not value.keys() & {"arguments", "turns"}:
        return False
    turns = value.get("turns")
    first = turns[0] if isinstance(turns, list) and turns else None
    return not (
        isinstance(first, dict) and "side" not in first and first.keys() & {"speaker", "name", "role"}
    )


def _dialogue_in(value: Mapping[str, Any], name: str) -> tuple[Dialogue, tuple[str, ...]]:
    try:
        given = _Debate.model_validate(value)
    except ValidationError as error:
        raise NotBrought(f"{name}: {faults_text(error)}") from None
    left = sorted(map(str, value.keys() - _Debate.model_fields.keys()))
    notes = (f"Not read: {quoted_names(left)}.",) if left else ()
    spoken = tuple(SpokenTurn(speaker=one.side.upper(), text=one.text) for one in given.turns)
    return Dialogue(title=given.topic, background=given.background, spoken=spoken, turns=_turns(given)), notes


def _turns(given: _Debate) -> tuple[Turn, ...]:
    numbers = {side: itertools.count(1) for side in SIDES}
    arguments = [
        Argument(id=argument_id(one.side, next(numbers[one.side])), **one.model_dump())
        for one in given.arguments
    ]
    responses = [
        Response(
            argument_id=arguments[one.to].id,
            side=opponent(arguments[one.to].side),
            response_type=one.type,
            reasoning=one.reasoning,
            question=one.question,
        )
        for one in sorted(given.responses, key=lambda one: one.to)
    ]
    closings = {
        side: Closing(side=side, position=position, structured=False)
        for side, position in given.closings
        if position
    }
    turns = [
        Turn(
            number=turn_number(phase, side),
            phase=phase,
            side=side,
            arguments=tuple(one for one in arguments if phase == "opening" and one.side == side),
            responses=tuple(one for one in responses if phase == "cross_examination" and one.side == side),
            closing=closings.get(side) if phase == "closing" else None,
        )
        for phase in PHASES
        for side in SIDES
    ]
    return tuple(turn for turn in turns if turn.arguments or turn.responses or turn.closing)


MAX_BYTES = MAX_TABLE
PASTED = "Pasted text"
_PASTE, _AS_CSV = "Paste its text", "Paste its text, or save a table as CSV"
_NO_TALK = (
    (b"%PDF-", "it is a PDF", _PASTE),
    (COMPOUND, "it is an encrypted or old Office file", _AS_CSV),
    (b"PK\x03\x04", "it is a Word document, a damaged workbook or an archive", _AS_CSV),
    (b"\x1f\x8b", "it is an archive", "Bring the file inside"),
)
"""How files begin that hold no words as they are, and why."""
_SRT = re.compile(r"\s{0,20}\d{1,9}[ \t]*\r?\n\d{1,3}:\d{2}:\d{2}[,.]\d{1,3} +-->")
_READERS: Mapping[Source, Callable[[str, str], tuple[Dialogue, tuple[str, ...]]]] = {
    "text": dialogues.read_text,
    "markdown": dialogues.read_text,
    "vtt": dialogues.read_vtt,
    "srt": dialogues.read_srt,
    "csv": dialogues.read_csv,
}
_SUFFIXES: Mapping[str, Source] = {
    **dict.fromkeys((".md", ".markdown"), "markdown"),
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    ".vtt": "vtt",
    ".srt": "srt",
}
_MAX_TALK, _MAX_LINES, _MAX_CUES = 1_000_000, 50_000, 20_000
"""Characters, lines and subtitles of what is no JSON."""
_MAX_TURNS = 5_000
_LOOKED_AT, _ALIKE = 20_000, 3


Kind = Literal["talk", "ratings", "exported"]


def kind_of(data: bytes, name: str = PASTED) -> Kind:
    if workbook_kind(data):
        return "ratings"
    mark, encoding = mark_of(data)
    text = SEPARATOR_LINE.sub("", data[len(mark) : _LOOKED_AT].decode(encoding, "replace").lstrip())
    if is_exported(text):
        return "exported"
    if is_table(data) or name.lower().endswith((".jsonl", ".ndjson")):
        return "ratings"
    lines = text.splitlines()[:_ALIKE]
    rows = [row for line in lines for row in dialogues.csv_rows(line[:2_000])]
    table = pathlib.PurePath(name).suffix.lower() in (".csv", ".tsv")
    names_speakers = any(dialogues.begins(line)[0] for line in lines)
    if name == PASTED and not names_speakers and text[:1] not in ("{", "["):
        table = len(rows) == _ALIKE and len(rows[0]) > 1 and len({len(row) for row in rows}) == 1
    return "ratings" if table and rows and dialogues.speech_columns(rows[0]) is None else "talk"


def bytes_of(path: pathlib.Path, limit: int = MAX_BYTES) -> bytes:
    """Raises NotBrought for a file that can't be read, or is larger than `limit` bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte
        raise NotBrought(
            f"{path} can't be read: {getattr(error, 'strerror', None) or type(error).__name__}"
        ) from None
    if len(data) > limit:
        raise _too_large(path.name, limit)
    return data


def read_object(path: pathlib.Path) -> dict[str, Any]:
    """The object that a file holds, as TOML if its name ends so, else as JSON. Raises SetUpError."""
    text = decode(bytes_of(path), path.name)
    if path.suffix.lower() == ".toml":
        try:
            return tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            where = re.search(r"\(at .{1,60}\)$", str(error))
            raise NotBrought(
                f"{path.name}: expected TOML; it goes wrong {where[0] if where else 'in it'}"
            ) from None
    content = read_strict(text, path.name)
    if not isinstance(content, dict):
        raise NotBrought(f"{path.name}: expected an object; got {type(content).__name__}")
    return content


def read_imported(data: bytes, name: str = PASTED) -> ParsedText:
    name = pathlib.PurePath(name).name[:200]
    if len(data) > MAX_BYTES:
        raise _too_large(name, MAX_BYTES)
    for begin, why, instead in _NO_TALK:
        if data.startswith(begin):
            raise unreadable(name, why, instead)
    text = decode(data, name)
    if not text.strip():
        raise NotBrought(f"{name} is empty")
    is_text = pathlib.PurePath(name).suffix.lower() in (".txt", ".md", ".srt", ".vtt")
    if text.lstrip()[0] in "{[" and not is_text:
        return _json(read_strict(text, name), name)
    for many, limit, what in (
        (len(text), _MAX_TALK, "characters"),
        (text.count("\n"), _MAX_LINES, "lines"),
        (text.count("-->"), _MAX_CUES, "subtitles"),
    ):
        _check_many(many, limit, what, name)
    source = _source(text, name)
    dialogue, notes = _READERS[source](text, name)
    _check_many(len(dialogue.spoken), _MAX_TURNS, "turns", name)
    return ParsedText(file=name, source=source, dialogues=(dialogue,), notes=notes)


def _source(text: str, name: str) -> Source:
    if text.startswith("WEBVTT"):
        return "vtt"
    if _SRT.match(text):
        return "srt"
    if known := _SUFFIXES.get(pathlib.PurePath(name).suffix.lower()):
        return known
    header = next(iter(dialogues.csv_rows(text.partition("\n")[0][:2_000])), [])
    return "csv" if dialogues.speech_columns(header) is not None else "text"


def _json(value: Any, name: str) -> ParsedText:
    if names_sides(value):
        dialogue, notes = _dialogue_in(value, name)
        _check_many(len(dialogue.spoken), _MAX_TURNS, "turns", name)
        return ParsedText(file=name, source="json", dialogues=(dialogue,), notes=notes)
    shape = dialogues.shape_of(value)
    if not shape:
        raise NotBrought(f"{name} is no chat, debate or table of ratings that we know.")
    parsed, notes = dialogues.dialogues_of(value, shape)
    if not parsed:
        raise NotBrought(f"{name}: expected conversations with words; found none")
    return ParsedText(file=name, source=shape, dialogues=parsed, notes=notes)


def _check_many(many: int, limit: int, what: str, name: str) -> None:
    if many > limit:
        raise NotBrought(f"{name} has {many:,} {what}; the limit is {limit:,}")


def _too_large(name: str, limit: int) -> NotBrought:
    return NotBrought(f"{name} is over {limit // 1_000_000} MB, the limit")
