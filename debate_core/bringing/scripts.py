"""Written-out talk: text and Markdown with a name before each turn, subtitles, a CSV with a row a turn.

Knows how speech is written down; not who stands on which side. Invariant: a line belongs to the speaker named last
before it; what only looks like a name (it never comes again, and names no side) stays part of the words.
"""

import csv
import html
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import srt
import webvtt

from debate_core.bringing.spoken import NotBrought, Said, Talk, joined

SIDE_WORDS = {
    "pro": ("pro", "for", "in favour", "in favor", "affirmative", "proposition", "government", "proponent"),
    "con": ("con", "contra", "against", "negative", "opposition", "opponent"),
}
"""What a speaker is called who stands for a side."""
_SIDES = frozenset(word for words in SIDE_WORDS.values() for word in words)
_TITLES = frozenset(("topic", "question", "proposition", "motion", "resolution", "title"))
_BOLD = r"(?:\*\*|__)?"
_STAMP = r"(?:[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?[\])]?\s+(?:-\s+)?)?"
_NAMED = re.compile(rf"{_STAMP}{_BOLD}([^\W\d_][^:*\n#|<>]{{0,47}}?)\s*{_BOLD}\s*:{_BOLD}(?!//)[ \t]*(.*)")
_HEADING = re.compile(r"#{1,6}[ \t]+(.{1,200}?)[ \t#]*")
_VOICE = re.compile(r"<v(?:\.[\w-]{1,40})*[ \t]+([^<>]{1,200})>")
_TAG = re.compile(r"<[^<>]{0,200}>|\{\\[^}]{0,80}\}")
_NAME_WORDS = 3
SPEAKER = ("speaker", "side", "name", "who", "role", "author", "sender", "from")
TEXT = ("text", "words", "message", "content", "speech", "utterance", "body", "said")


def talk_of_text(text: str, name: str) -> tuple[Talk, tuple[str, ...]]:
    """What is said in a text with names before the turns. Raises NotBrought where nobody is named."""
    lines = text.splitlines()
    names = _names(lines)
    title, lead, said = "", 0, list[tuple[str, list[str]]]()
    for line in lines:
        who, rest = begins(line)
        if who and who.casefold() in names:
            said.append((who, [rest]))
        elif said:
            said[-1][1].append(line)
        elif who and who.casefold() in _TITLES:
            title = title or rest
        elif heading := _HEADING.fullmatch(line.strip()):
            title = title or heading[1]
        else:
            lead += bool(line.strip())
    turns = joined([Said(speaker=who, text="\n".join(words)) for who, words in said])
    if len({one.speaker for one in turns}) < 2:
        raise NotBrought(
            f"{name}: expected a talk of two speakers or more, with a name and a colon before each turn, as in "
            "“Ann: …”; none was found"
        )
    notes = ("The lines before the first name were left out.",) if lead else ()
    return Talk(title=title, said=turns), notes


def begins(line: str) -> tuple[str, str]:
    """Who seems to begin to speak on a line, and the rest of it."""
    plain = line.strip()
    if found := _NAMED.fullmatch(plain):
        return found[1].strip(), found[2]
    heading = _HEADING.fullmatch(plain)
    return (heading[1].strip("*_: "), "") if heading else ("", "")


def _names(lines: Sequence[str]) -> frozenset[str]:
    """The names that come again, or name a side; without two of them, every short one."""
    often = Counter(who.casefold() for line in lines if (who := begins(line)[0]))
    if len({name for name in often if name in _SIDES}) >= 2:
        known = frozenset(name for name, times in often.items() if times > 1 or name in _SIDES)
        return known - (_TITLES - _SIDES)
    again = frozenset(name for name, times in often.items() if times > 1) - _TITLES
    short = frozenset(name for name in often if len(name.split()) <= _NAME_WORDS) - _TITLES
    return again if len(again) >= 2 else short


def talk_of_vtt(text: str, name: str) -> tuple[Talk, tuple[str, ...]]:
    """What is said in WebVTT subtitles: by the voices they name, else as in a text. Raises NotBrought."""
    try:
        cues = [caption.raw_text for caption in webvtt.from_string(text).captions]
    except (webvtt.errors.MalformedFileError, webvtt.errors.MalformedCaptionError):
        raise NotBrought(f"{name}: expected WebVTT subtitles; they break off or go wrong") from None
    return _talk_of_cues(cues, name)


def talk_of_srt(text: str, name: str) -> tuple[Talk, tuple[str, ...]]:
    """What is said in SRT subtitles, read as a text. Raises NotBrought."""
    try:
        cues = [one.content for one in srt.parse(text)]
    except (srt.SRTParseError, srt.TimestampParseError):
        raise NotBrought(f"{name}: expected SRT subtitles; they break off or go wrong") from None
    return _talk_of_cues(cues, name)


def _talk_of_cues(cues: Sequence[str], name: str) -> tuple[Talk, tuple[str, ...]]:
    if any(_VOICE.search(cue) for cue in cues):
        return Talk(said=joined([one for cue in cues for one in _voices(cue)])), ()
    return talk_of_text("\n".join(_bare(cue) for cue in cues), name)


def _voices(cue: str) -> Iterator[Said]:
    """Who speaks in a cue; words before the first voice are nobody's."""
    before, *rest = _VOICE.split(cue)
    yield Said(speaker="unnamed", text=_bare(before))
    for speaker, words in zip(rest[::2], rest[1::2], strict=True):
        yield Said(speaker=html.unescape(speaker).strip(), text=_bare(words))


def _bare(cue: str) -> str:
    return html.unescape(_TAG.sub("", cue))


def columns_of_talk(header: Sequence[str]) -> tuple[int, int] | None:
    """Where a table has speakers and words; None where it is no talk."""
    names = [cell.strip().casefold() for cell in header]
    who = next((names.index(one) for one in SPEAKER if one in names), None)
    what = next((names.index(one) for one in TEXT if one in names), None)
    return None if who is None or what is None else (who, what)


def rows_of_talk(text: str) -> list[list[str]]:
    """The rows of a CSV with commas, semicolons or tabs; the header tells which."""
    mark = max(",;\t", key=text.partition("\n")[0].count)
    return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark) if any(row)]


def talk_of_csv(text: str, name: str) -> tuple[Talk, tuple[str, ...]]:
    """What is said in a CSV: a row a turn, with a column for who and one for what. Raises NotBrought."""
    try:
        header, *rows = rows_of_talk(text)
    except (csv.Error, ValueError):
        raise NotBrought(f"{name}: expected a CSV with a header; it could not be read") from None
    at = columns_of_talk(header)
    if at is None:
        raise NotBrought(
            f"{name}: expected a column of speakers ({', '.join(SPEAKER)}) and one of words ({', '.join(TEXT)})"
        )
    short = next((n for n, row in enumerate(rows, 2) if len(row) != len(header)), None)
    if short:
        raise NotBrought(
            f"{name}: expected {len(header)} values in each row, as in the header; row {short} differs"
        )
    said = [Said(speaker=row[at[0]].strip() or "unnamed", text=row[at[1]]) for row in rows]
    return Talk(said=tuple(one for one in said if one.text.strip())), ()
