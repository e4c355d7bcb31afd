"""Tells which kind of file is brought, by content first and name second, and reads it whole or refuses it."""

import pathlib
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from debate_core.domain.imported import MOST_TABLE, SEPARATOR_LINE, Source
from debate_core.domain.transcript import (
    PHASES,
    RESPONSE_TYPES,
    SIDES,
    Argument,
    Closing,
    Response,
    Side,
    Turn,
    argument_id,
    opponent,
    turn_number,
)
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
_KNOWN = {"topic", "background", "arguments", "responses", "closings", "turns"}
_LISTED = 12
Object = Mapping[str, Any]


def names_sides(value: object) -> bool:
    """Whether a value is of one of the two forms; turns that name a speaker and no side are a chat."""
    if not isinstance(value, dict) or not value.keys() & {"arguments", "turns"}:
        return False
    turns = value.get("turns")
    first = turns[0] if isinstance(turns, list) and turns else None
    return not (
        isinstance(first, dict) and "side" not in first and first.keys() & {"speaker", "name", "role"}
    )


def _dialogue_in(value: Object, name: str) -> tuple[Dialogue, tuple[str, ...]]:
    faults: list[str] = []
    topic, background = _text(value, "topic", "", faults), _text(value, "background", "", faults)
    spoken: tuple[SpokenTurn, ...] = ()
    turns: tuple[Turn, ...] = ()
    if "arguments" in value and "turns" in value:
        faults.append("expected arguments or turns; got both")
    elif "turns" in value:
        spoken = _spoken_turns(_list(value, "turns", faults), faults)
    else:
        turns = _turns(value, faults)
    if faults:
        more = f" … and {len(faults) - _LISTED} more" if len(faults) > _LISTED else ""
        raise NotBrought(f"{name}: {'; '.join(faults[:_LISTED])}{more}")
    left = sorted(str(key)[:40] for key in value.keys() - _KNOWN)[:_LISTED]
    notes = (f"Not read: {', '.join(left)}.",) if left else ()
    return Dialogue(title=topic, background=background, spoken=spoken, turns=turns), notes


def _spoken_turns(entries: list[Any], faults: list[str]) -> tuple[SpokenTurn, ...]:
    turns = []
    for number, entry in enumerate(entries):
        where = f"turns[{number}]"
        one = _object(entry, where, faults)
        side, text = _side(one, where, faults), _text(one, "text", where, faults, needed=True)
        turns.append(SpokenTurn(speaker=side.upper(), text=text.strip()))
    if not entries:
        faults.append("turns: expected at least one; got none")
    return tuple(turns)


def _turns(value: Object, faults: list[str]) -> tuple[Turn, ...]:
    arguments = _arguments(_list(value, "arguments", faults), faults)
    responses = _responses(_list(value, "responses", faults), arguments, faults)
    closings = _closings(value.get("closings"), faults)
    if not arguments:
        faults.append("arguments: expected at least one; got none")
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


def _arguments(entries: list[Any], faults: list[str]) -> tuple[Argument, ...]:
    counted = dict.fromkeys(SIDES, 0)
    arguments = []
    for number, entry in enumerate(entries):
        where = f"arguments[{number}]"
        one = _object(entry, where, faults)
        side = _side(one, where, faults)
        counted[side] += 1
        parts = {part: _text(one, part, where, faults) for part in ("reasoning", "evidence")}
        claim = _text(one, "claim", where, faults, needed=True)
        arguments.append(Argument(id=argument_id(side, counted[side]), side=side, claim=claim, **parts))
    return tuple(arguments)


def _responses(
    entries: list[Any], arguments: tuple[Argument, ...], faults: list[str]
) -> tuple[Response, ...]:
    responses: dict[int, Response] = {}
    for number, entry in enumerate(entries):
        where = f"responses[{number}]"
        one = _object(entry, where, faults)
        to, kind = one.get("to"), one.get("type")
        reasoning = _text(one, "reasoning", where, faults)
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to < len(arguments):
            most = len(arguments) - 1
            faults.append(f"{where}.to: expected the index of an argument, 0 to {most}; got {_came(to)}")
        elif kind not in RESPONSE_TYPES:
            faults.append(f"{where}.type: expected one of {', '.join(RESPONSE_TYPES)}; got {_came(kind)}")
        elif to in responses:
            faults.append(f"{where}.to: expected one answer to each argument; got another to {to}")
        else:
            target = arguments[to]
            responses[to] = Response(
                argument_id=target.id,
                side=opponent(target.side),
                response_type=kind,
                reasoning=reasoning,
                question=_text(one, "question", where, faults),
            )
    return tuple(responses[to] for to in sorted(responses))


def _closings(value: Any, faults: list[str]) -> dict[Side, Closing]:
    if value is None:
        return {}
    one = _object(value, "closings", faults)
    words = {side: _text(one, side, "closings", faults).strip() for side in SIDES}
    for key in one.keys() - set(SIDES):
        faults.append(f"closings: expected pro and con; got {_came(key)}")
    return {s: Closing(side=s, position=text, structured=False) for s, text in words.items() if text}


def _list(value: Object, key: str, faults: list[str]) -> list[Any]:
    entries = value.get(key)
    if entries is None or isinstance(entries, list):
        return entries or []
    faults.append(f"{key}: expected a list; got {type(entries).__name__}")
    return []


def _object(entry: Any, where: str, faults: list[str]) -> Object:
    if isinstance(entry, dict):
        return entry
    faults.append(f"{where}: expected an object; got {type(entry).__name__}")
    return {}


def _side(one: Object, where: str, faults: list[str]) -> Side:
    given = one.get("side")
    word = given.strip().casefold() if isinstance(given, str) else ""
    if word not in SIDES:
        faults.append(f"{where}.side: expected pro or con; got {_came(given)}")
    return "con" if word == "con" else "pro"


def _text(one: Object, key: str, where: str, faults: list[str], *, needed: bool = False) -> str:
    text, place = one.get(key), f"{where}.{key}" if where else key
    if text is None and not needed:
        return ""
    if not isinstance(text, str):
        faults.append(f"{place}: expected text; got {_came(text)}")
    elif needed and not text.strip():
        faults.append(f"{place}: expected words; got none")
    else:
        return printable_text(text).text
    return ""


def _came(value: object) -> str:
    if value is None:
        return "nothing"
    return repr(value)[:40] if isinstance(value, str | int | float) else type(value).__name__


MOST_BYTES = MOST_TABLE
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
_TALK_MOST, _LINES_MOST, _CUES_MOST = 1_000_000, 50_000, 20_000
"""Characters, lines and subtitles of what is no JSON."""
_TURNS_MOST = 5_000
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
    for begin, why, instead in _NO_TALK:
        if data.startswith(begin):
            raise unreadable(name, why, instead)
    text = decode(data, name)
    if not text.strip():
        raise NotBrought(f"{name} is empty")
    is_text = pathlib.PurePath(name).suffix.lower() in (".txt", ".md", ".srt", ".vtt")
    if text.lstrip()[0] in "{[" and not is_text:
        return _json(read_strict(text, name), name)
    for many, most, what in (
        (len(text), _TALK_MOST, "characters"),
        (text.count("\n"), _LINES_MOST, "lines"),
        (text.count("-->"), _CUES_MOST, "subtitles"),
    ):
        _check_many(many, most, what, name)
    source = _source(text, name)
    dialogue, notes = _READERS[source](text, name)
    _check_many(len(dialogue.spoken), _TURNS_MOST, "turns", name)
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
    shape = dialogues.shape_of(value)
    if shape and not names_sides(value):
        parsed, notes = dialogues.dialogues_of(value, shape)
        if not parsed:
            raise NotBrought(f"{name}: expected conversations with words; found none")
        return ParsedText(file=name, source=shape, dialogues=parsed, notes=notes)
    if not isinstance(value, dict) or not names_sides(value):
        raise NotBrought(f"{name} is no chat, debate or table of ratings that we know.")
    dialogue, notes = _dialogue_in(value, name)
    _check_many(len(dialogue.spoken), _TURNS_MOST, "turns", name)
    return ParsedText(file=name, source="json", dialogues=(dialogue,), notes=notes)


def _check_many(many: int, most: int, what: str, name: str) -> None:
    if many > most:
        raise NotBrought(f"{name} has {many:,} {what}; the limit is {most:,}")


def _too_large(name: str, most: int) -> NotBrought:
    return NotBrought(f"{name} is over {most // 1_000_000} MB, the limit")
