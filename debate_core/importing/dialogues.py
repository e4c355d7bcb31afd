"""Reads dialogues from text with names, subtitles, CSV and exported chats."""

import csv
import html
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile, pairwise
from typing import Any, Literal

import srt
import webvtt

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.imported import SEPARATOR_LINE, Source
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.transcript import Turn


class NotBrought(SetUpError):
    """A file can't be brought; the message says what was expected and what came."""


class SpokenTurn(FrozenValue):
    """One turn: who is named, and the words."""

    speaker: str
    text: str


class Dialogue(FrozenValue):
    """One dialogue. `title`: its name or proposition; `spoken`: its turns, or `turns` where the file names phases and
    sides; `background`: what the file says beside it."""

    title: str = ""
    spoken: tuple[SpokenTurn, ...]
    turns: tuple[Turn, ...] = ()
    background: str = ""

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.speaker for one in self.spoken))


class ParsedText(FrozenValue):
    """What a file holds: one dialogue or many, and, in `notes`, what of it was not read."""

    file: str
    source: Source
    dialogues: tuple[Dialogue, ...]
    notes: tuple[str, ...]


def join_turns(turns: list[SpokenTurn]) -> tuple[SpokenTurn, ...]:
    """Turns with words; what one speaker says in a row is one turn, as subtitles and chats cut speech up.

    >>> join_turns([SpokenTurn(speaker="A", text="x"), SpokenTurn(speaker="A", text="y")])
    (SpokenTurn(speaker='A', text='x\\ny'),)
    """
    merged: list[tuple[str, list[str]]] = []
    for one in turns:
        if not (text := one.text.strip()):
            continue
        if merged and merged[-1][0] == one.speaker:
            merged[-1][1].append(text)
        else:
            merged.append((one.speaker, [text]))
    return tuple(SpokenTurn(speaker=speaker, text="\n".join(texts)) for speaker, texts in merged)


Object = Mapping[str, Any]
Shape = Literal["chatgpt", "claude", "messages"]
_SPEAKER = ("name", "speaker", "sender", "author", "role", "from")
_TEXT = ("text", "content", "message", "value")
_LISTS = ("messages", "conversation", "turns", "chat_messages")
SIDE_WORDS = {
    "pro": ("pro", "for", "in favour", "in favor", "affirmative", "proposition", "government", "proponent"),
    "con": ("con", "contra", "against", "negative", "opposition", "opponent"),
}
"""What a speaker is called who stands for a side."""
_HEADS = ("note", "example", "source", "summary", "conclusion", "result", "reason", "evidence", "point", "ps")
_SIDES = frozenset(word for words in SIDE_WORDS.values() for word in words)
_TITLES = frozenset(("topic", "question", "proposition", "motion", "resolution", "title"))
_BOLD = r"(?:\*\*|__)?"
_STAMP = r"(?:[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])]?\s+(?:-\s+)?)?"
_NAMED = re.compile(
    rf"{_STAMP}{_BOLD}([^\W\d_][^:：*\n#|<>]{{0,47}}?)\s*{_BOLD}\s*[:：]{_BOLD}(?!//)[ \t]*(.*)"
)
_LIKE_A_NAME = re.compile(rf"\s*{_BOLD}([^\s:：*][^:：*\n]{{0,30}}?)\s*{_BOLD}\s*[:：]{_BOLD}\s+\S.*")
_HEADING = re.compile(r"#{1,6}[ \t]+(.{1,200}?)[ \t#]*")
_VOICE = re.compile(r"<v(?:\.[\w-]{1,40})*[ \t]+([^<>]{1,200})>")
_TAG = re.compile(r"<[^<>]{0,200}>|\{\\[^}]{0,80}\}")
_NAME_WORDS, _MAX_NAMED = 3, 3
SPEAKER = ("speaker", "side", "name", "who", "role", "author", "sender", "from")
TEXT = ("text", "words", "message", "content", "speech", "utterance", "body", "said")


def read_text(text: str, name: str) -> tuple[Dialogue, tuple[str, ...]]:
    lines = text.splitlines()
    names = _names(lines)
    title, lead, unsure, spoken = "", 0, dict[str, str](), list[tuple[str, list[str]]]()
    for line in lines:
        who, rest = begins(line)
        if who and who.casefold() in names:
            spoken.append((who, [rest]))
        elif spoken:
            spoken[-1][1].append(line)
            if (like := _LIKE_A_NAME.fullmatch(line)) and len(like[1].split()) <= _NAME_WORDS:
                unsure[like[1]] = spoken[-1][0]
        elif who and who.casefold() in _TITLES:
            title = title or rest
        elif heading := _HEADING.fullmatch(line.strip()):
            title = title or heading[1]
        else:
            lead += bool(line.strip())
    turns = join_turns([SpokenTurn(speaker=who, text="\n".join(words)) for who, words in spoken])
    if len({one.speaker for one in turns}) < 2:
        raise NotBrought(
            f"{name}: expected two speakers or more, with a name before each turn, as in “Ann: …”; found "
            f"{'one' if turns else 'none'}"
        )
    notes = ["Lines before the first name are left out."] if lead else []
    if unsure:
        named = [f"“{one}:” ({who}'s words)" for one, who in [*unsure.items()][:_MAX_NAMED]]
        named += [f"{len(unsure) - _MAX_NAMED} more"] if len(unsure) > _MAX_NAMED else []
        notes.append(f"Not taken for speakers: {join_and(named)}.")
    return Dialogue(title=title, spoken=turns), tuple(notes)


def begins(line: str) -> tuple[str, str]:
    """Who seems to begin to speak on a line, and the rest of it."""
    plain = line.strip()
    if match := _NAMED.fullmatch(plain):
        return match[1].strip(), match[2]
    heading = _HEADING.fullmatch(plain)
    return (heading[1].strip("*_: "), "") if heading else ("", "")


def _names(lines: Sequence[str]) -> frozenset[str]:
    """The names that come again or name a side, and who speaks once among them; every short one where fewer than two
    come again. Beside names with a colon, a heading is none."""
    starts = [begins(line)[0] for line in lines if line.strip()]
    often = Counter(who.casefold() for who in starts if who)
    if len({name for name in often if name in _SIDES}) >= 2:
        known = frozenset(name for name, times in often.items() if times > 1 or name in _SIDES)
        return known - (_TITLES - _SIDES)
    again = frozenset(name for name, times in often.items() if times > 1) - _TITLES
    short = frozenset(name for name in often if len(name.split()) <= _NAME_WORDS) - _TITLES
    headings = frozenset(begins(line)[0].casefold() for line in lines if line.lstrip().startswith("#"))
    if len(again) < 2:
        return short - headings if len(short - headings - {*_HEADS}) >= 2 else short
    others = starts if again & headings else [who for who in starts if who.casefold() not in headings]
    return again | _speak_once(others, again)


def _speak_once(starts: Sequence[str], again: frozenset[str]) -> frozenset[str]:
    """Who speaks once, where every line is somebody's: names with capitals, none after another as in a list."""
    lines = [*dropwhile(lambda who: who.casefold() not in again, starts)]
    short = [who for who in lines if who.casefold() not in {*again, *_TITLES, *_HEADS}]
    separate = not any({one, two} <= {*short} for one, two in pairwise(lines))
    named = all(part[0] == part[0].upper() for who in short for part in who.split())
    return frozenset(map(str.casefold, short)) if all(lines) and separate and named else frozenset()


def read_vtt(text: str, name: str) -> tuple[Dialogue, tuple[str, ...]]:
    """What is said in WebVTT subtitles: by the voices they name, else as in a text. Raises NotBrought."""
    try:
        cues = [caption.raw_text for caption in webvtt.from_string(text).captions]
    except (webvtt.errors.MalformedFileError, webvtt.errors.MalformedCaptionError):
        raise NotBrought(f"{name}: broken WebVTT subtitles") from None
    return _read_cues(cues, name)


def read_srt(text: str, name: str) -> tuple[Dialogue, tuple[str, ...]]:
    try:
        cues = [one.content for one in srt.parse(text)]
    except (srt.SRTParseError, srt.TimestampParseError):
        raise NotBrought(f"{name}: broken SRT subtitles") from None
    return _read_cues(cues, name)


def _read_cues(cues: Sequence[str], name: str) -> tuple[Dialogue, tuple[str, ...]]:
    if any(_VOICE.search(cue) for cue in cues):
        return Dialogue(spoken=join_turns([one for cue in cues for one in _voices(cue)])), ()
    return read_text("\n".join(_strip_tags(cue) for cue in cues), name)


def _voices(cue: str) -> Iterator[SpokenTurn]:
    before, *rest = _VOICE.split(cue)
    yield SpokenTurn(speaker="unnamed", text=_strip_tags(before))
    for speaker, words in zip(rest[::2], rest[1::2], strict=True):
        yield SpokenTurn(speaker=html.unescape(speaker).strip(), text=_strip_tags(words))


def _strip_tags(cue: str) -> str:
    return html.unescape(_TAG.sub("", cue))


def speech_columns(header: Sequence[str]) -> tuple[int, int] | None:
    """Where a table has speakers and words; None where it is no dialogue."""
    names = [cell.strip().casefold() for cell in header]
    who = next((names.index(one) for one in SPEAKER if one in names), None)
    what = next((names.index(one) for one in TEXT if one in names), None)
    return None if who is None or what is None else (who, what)


def csv_rows(text: str) -> list[list[str]]:
    """The rows of a CSV; the header tells the separator."""
    text = SEPARATOR_LINE.sub("", text)
    mark = max(",;\t", key=text.partition("\n")[0].count)
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark) if any(row)]


def read_csv(text: str, name: str) -> tuple[Dialogue, tuple[str, ...]]:
    """What is said in a CSV: a row a turn, with a column for who and one for what. Raises NotBrought."""
    try:
        header, *rows = csv_rows(text)
    except (csv.Error, ValueError):
        raise NotBrought(f"{name}: expected a CSV with a header") from None
    at = speech_columns(header)
    if at is None:
        raise NotBrought(
            f"{name}: expected a column of speakers ({', '.join(SPEAKER)}) and one of words ({', '.join(TEXT)})"
        )
    short = next((n for n, row in enumerate(rows, 2) if len(row) != len(header)), None)
    if short:
        raise NotBrought(f"{name}: expected {len(header)} values in each row; row {short} differs")
    turns = [SpokenTurn(speaker=row[at[0]].strip() or "unnamed", text=row[at[1]]) for row in rows]
    return Dialogue(spoken=tuple(one for one in turns if one.text.strip())), ()


def shape_of(value: Any) -> Shape | None:
    one = next(iter(_objects(value)), None)
    if one is None:
        return None
    if isinstance(one.get("mapping"), dict):
        return "chatgpt"
    if isinstance(one.get("chat_messages"), list):
        return "claude"
    return "messages" if _messages(value) else None


def dialogues_of(value: Any, shape: Shape) -> tuple[tuple[Dialogue, ...], tuple[str, ...]]:
    """The dialogues with words in them, and what was left out."""
    read = [
        (_title(one), [_turn_of(message) for message in messages if isinstance(message, dict)])
        for one, messages in _message_lists(value, shape)
    ]
    empty = sum(not turn.text.strip() for _, turns in read for turn in turns)
    were = "was" if empty == 1 else "were"
    notes = (f"{pluralise(empty, 'message')} without words {were} left out.",) if empty else ()
    dialogues = [Dialogue(title=title, spoken=join_turns(turns)) for title, turns in read]
    return tuple(one for one in dialogues if one.spoken), notes


def _message_lists(value: Any, shape: Shape) -> Iterator[tuple[Any, Iterable[Any]]]:
    if shape == "messages":
        yield value, _messages(value)
        return
    key, messages_of = {"chatgpt": ("mapping", _branch), "claude": ("chat_messages", _chat)}[shape]
    yield from ((one, messages_of(one)) for one in _objects(value) if key in one)


def _title(one: Any) -> str:
    names = [one.get(key) for key in ("topic", "title", "name")] if isinstance(one, dict) else []
    return next((name for name in names if isinstance(name, str)), "")


def _branch(one: Object) -> Iterator[Any]:
    nodes = one["mapping"] if isinstance(one["mapping"], dict) else {}
    return (message for message in _path_to(nodes, one.get("current_node")) if not _is_hidden(message))


def _path_to(nodes: dict[str, Any], at: Any) -> list[Any]:
    """The messages from the root to a node, else to the last that nothing follows; a loop ends it."""
    path, seen = [], set[str]()
    if not isinstance(at, str) or at not in nodes:
        named = (node.get("parent") for node in nodes.values() if isinstance(node, dict))
        parents = {parent for parent in named if isinstance(parent, str)}
        at = next((name for name in reversed(nodes) if name not in parents), None)
    while isinstance(at, str) and at not in seen and isinstance(node := nodes.get(at), dict):
        seen.add(at)
        path.append(node.get("message"))
        at = node.get("parent")
    return path[::-1]


def _is_hidden(message: Any) -> bool:
    """Whether a message was not said to the other: a system's, a tool's, one to a tool."""
    author = message.get("author") if isinstance(message, dict) else None
    role = author.get("role") if isinstance(author, dict) else None
    return role not in ("user", "assistant") or message.get("recipient", "all") != "all"


def _chat(one: Object) -> Iterator[Any]:
    """Claude's messages: on the branch that was read last, where all but the first say what they follow."""
    given = one["chat_messages"]
    messages = [part for part in given if isinstance(part, dict)] if isinstance(given, list) else []
    named = [(part.get("uuid"), part.get("parent_message_uuid")) for part in messages]
    nodes = {
        name: {"parent": parent, "message": part}
        for (name, parent), part in zip(named, messages, strict=True)
        if isinstance(name, str)
    }
    follow = sum(isinstance(parent, str) and parent in nodes for _, parent in named)
    tree = len(nodes) == len(messages) == follow + 1
    return iter(_path_to(nodes, one.get("current_leaf_message_uuid")) if tree else messages)


def _turn_of(message: Object) -> SpokenTurn:
    speaker = next((part for key in _SPEAKER if (part := _name(message.get(key)))), "unnamed")
    return SpokenTurn(
        speaker=speaker, text=next((part for key in _TEXT if (part := _words(message.get(key)))), "")
    )


def _name(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("name") or value.get("role")
    return value.strip() if isinstance(value, str) else ""


def _words(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("parts") or value.get("text")
    if isinstance(value, list):
        parts = [one.get("text") if isinstance(one, dict) else one for one in value]
        return "\n".join(one for one in parts if isinstance(one, str) and one.strip())
    return value if isinstance(value, str) else ""


def _messages(value: Any) -> list[Object]:
    """The list of messages that a value is, or holds; none where they have no speaker and no words."""
    if isinstance(value, dict):
        value = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
    rows: list[Object] = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    first = next(iter(rows), {})
    is_dialogue = any(key in first for key in _SPEAKER) and any(key in first for key in _TEXT)
    return rows if is_dialogue else []


def _objects(value: Any) -> Iterator[Object]:
    if isinstance(value, dict):
        inner = value.get("conversations")
        value = inner if isinstance(inner, list) else [value]
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else iter(())
