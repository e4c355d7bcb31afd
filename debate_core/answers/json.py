"""Finds the JSON object in a model's answer, in doubt none; and the words of a speech while it is being written."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from pydantic_core import from_json

from debate_core.answers import repair
from debate_core.answers.prompt import storable
from debate_core.domain.frozen import FrozenValue

ParseStage = Literal["strict", "unwrapped", "repaired"]
FoundStatus = Literal["accepted", "repaired", "unreadable", "refused"]
MAX_BYTES = 256_000
MAX_SPANS = 64
_SQUEEZED_LENGTH = 24
_DEBRIS = re.compile(r"[\"”]\s*+[}\]:]|[{\[]\s*+[\"“]|\"\s*+,\s*+\"")  # JSON outside of every object
_BLANK = re.compile(r"<[^<>\n]{1,60}>|\.{3}|…")  # what a form shows in a value's place
_NAME = re.compile(r"(?<![\w-])([\w-]++)[\"'“”]?\s*+:")
_VALUE = re.compile(r"\d|\n|\b(?:true|false|null|none)\b", re.IGNORECASE)
_COLOUR = re.compile(r"\x1b\[[0-9;]*+[A-Za-z]")

TOO_LONG = f"The answer was over {MAX_BYTES // 1000} kB; expected one short JSON object."
MANY = "Expected exactly one JSON object; the answer held dozens."
NOT_FOUND = "Expected one JSON object; the answer held none."
SEVERAL = "Expected exactly one JSON object; the answer held several that differ."
COPIED = "Expected your own object; the answer repeats one that stands in the debate."
UNFINISHED_THOUGHT = "Expected one JSON object after the reasoning; the answer ended within its reasoning."
UNREADABLE = "Expected valid JSON; the answer's could not be read without guessing."


class ParsedObject(FrozenValue):
    """What was found in an answer.

    `value` keeps fractions as `Decimal`; it is None unless `status` is `accepted` or `repaired`. `cut`: the path to the
    last value where the answer broke off; `around`: the text outside the object; `comments`: those within it.
    """

    status: FoundStatus
    value: dict[str, object] | list[object] | None = None
    parse_stage: ParseStage = "strict"
    faults: tuple[str, ...] = ()
    cut: tuple[str | int, ...] = ()
    around: str = ""
    comments: str = ""

    @property
    def single(self) -> dict[str, object] | None:
        value = self.value
        only = value[0] if isinstance(value, list) and len(value) == 1 else value
        return only if isinstance(only, dict) else None


def find_object(text: str, *, transcript: str = "") -> ParsedObject:
    """The one JSON object (or list of objects) in `text` that isn't quoted from `transcript`."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return ParsedObject(status="refused", faults=(TOO_LONG,))
    try:
        return _look(text, transcript)
    except repair.LimitExceeded as limit:
        return ParsedObject(status="refused", faults=(str(limit),))
    except repair.AmbiguousAnswer as doubt:
        return ParsedObject(status="unreadable", faults=(str(doubt),))


def is_quoted(text: str, transcript: str) -> bool:
    """Whether `text` stands in `transcript`, apart from spacing, punctuation and case."""
    if not transcript:
        return False
    squeezed = _squeeze(text)
    return len(squeezed) >= _SQUEEZED_LENGTH and squeezed in _squeeze(transcript)


@lru_cache(maxsize=8)
def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", re.sub(r"&#?\w{1,6};|\\[nrt]", "", text)).casefold()


def _look(text: str, transcript: str, *, nested: bool = False) -> ParsedObject:
    whole = _COLOUR.sub("", text).strip(" \t\r\n")
    repair.measure(whole)
    value = repair.read_json(whole)
    if isinstance(value, str):
        return _look(value, transcript, nested=True)
    if not isinstance(value, (dict, list)):
        return _unwrap(whole, transcript)
    _refuse_copy(whole, transcript)
    if nested or len(whole) < len(text.strip(" \t\r\n")):
        return ParsedObject(status="repaired", value=value, parse_stage="unwrapped")
    return ParsedObject(status="accepted", value=value)


def _refuse_copy(text: str, transcript: str) -> None:
    if is_quoted(text, transcript):
        raise repair.AmbiguousAnswer(COPIED)


def _unwrap(text: str, transcript: str) -> ParsedObject:
    body = repair.find_spans(repair.leave_thinking(text))
    if body.thinking:
        raise repair.AmbiguousAnswer(UNFINISHED_THOUGHT)
    every = (part for part in body.parts if isinstance(part, repair.Span) and "{" in part.text)
    spans = [one for one in every if ":" in one.text or not one.closed or len(one.text) > 40]
    if not spans:
        raise repair.AmbiguousAnswer(NOT_FOUND)
    if len(spans) > MAX_SPANS:
        raise repair.LimitExceeded(MANY)
    if _DEBRIS.search(body.around(spans)):
        raise repair.AmbiguousAnswer(UNREADABLE)
    forms = list(filter(_is_form, spans))
    filled = [span for span in spans if span not in forms]
    spans = [span for span in filled if not _is_prose(span, filled, body.text)] or filled or spans
    for span in spans:
        _refuse_copy(span.text, transcript)
    pieces = [repair.repair(span.text, closed=span.closed) for span in spans]
    if any(piece is None for piece in pieces):
        raise repair.AmbiguousAnswer(UNREADABLE)
    different = {
        json.dumps(piece.value, sort_keys=True, default=str): piece for piece in pieces if piece is not None
    }
    between = "".join(body.text[left.end : right.start] for left, right in pairwise(spans))
    joined = _join(list(different.values()), between)
    comments = "\n".join(piece.comments for piece in pieces if piece)
    return replace(joined, around=body.around(spans + forms), comments=comments)


def _join(pieces: list[repair.RepairedValue], between: str) -> ParsedObject:
    stage: ParseStage = "repaired" if any(piece.repaired for piece in pieces) else "unwrapped"
    if len(pieces) == 1:
        return ParsedObject(status="repaired", value=pieces[0].value, parse_stage=stage, cut=pieces[0].cut)
    in_a_row = not between.strip(" \t\r\n,;") and all(isinstance(piece.value, dict) for piece in pieces)
    if not in_a_row or any(piece.cut for piece in pieces):
        raise repair.AmbiguousAnswer(SEVERAL)
    return ParsedObject(status="repaired", value=[piece.value for piece in pieces], parse_stage=stage)


def _is_form(span: repair.Span) -> bool:
    """Whether it shows names, and in each value's place that one comes."""
    bare = _BLANK.sub("", span.text)
    return span.closed and bare != span.text and not re.search(r"\w", _NAME.sub("", bare))


def _is_prose(span: repair.Span, spans: list[repair.Span], text: str) -> bool:
    if not span.closed or len(span.text) > 200 or _VALUE.search(repair.NAMED_ARGUMENT.sub("", span.text)):
        return False
    line = text[: span.start].rpartition("\n")[2] + text[span.end :].partition("\n")[0]
    names, others = set(_NAME.findall(span.text)), (other.text for other in spans if other is not span)
    return any(map(str.isalpha, line)) and all(names.isdisjoint(_NAME.findall(other)) for other in others)


_OPENER = re.compile(r'(?:```\w{0,12}\s*)?(?P<object>\{(?=\s*")|\[(?=\s*\{))')
# The end of the text may yet turn out to be the start of an object: held back until it is known.
_UNDECIDED = re.compile(r"(?:`{1,2}|```\w{0,12}\s*(?:[{\[]\s*)?|[{\[]\s*)\Z")
# A raw line break would end the reading of a string.
_CONTROL = re.compile(rb"[\x00-\x1f]")
SIMULATED_TAGS = re.compile(r"[\w:@.; ]{0,4000}", re.ASCII)
_AT = re.compile(r"column (\d+)\Z")
_LABELS = {
    "argument_id": "Answer to ",
    "response_type": "Type: ",
    "concessions": "Concedes: ",
    "unrebutted": "Says nobody rebutted: ",
    "shift": "Position after the exchange: ",
    "answer": "Answer to the question: ",
}
_AUDIENCE = {
    "claim": "",
    "reasoning": "",
    "evidence": "Evidence.",
    "question": "Asks.",
    "concessions": "Concedes",
    "unrebutted": "Says nobody rebutted",
    "position": "",
    "why": "Why.",
    "unreadable": "",
}
"""What an audience sees of a speech: of whatever else came in it, nothing."""


class Line(NamedTuple):
    name: str
    label: str
    text: str


def readable(partial_text: str) -> str:
    """The words of a speech being written, with labels; text that is no JSON as it stands.

    >>> readable('{"arguments": [{"claim": "Trees cool str')
    'Argument 1\\nClaim: Trees cool str'
    """
    if partial_text and "\ud800" <= partial_text[-1] <= "\udbff":
        partial_text = partial_text[:-1]
    text = storable(partial_text)
    opener = _OPENER.search(text)
    if opener is None:
        return _UNDECIDED.sub("", text, count=1)
    prose = text[: opener.start()]
    words = "\n".join(_lines(_parse(text[opener.start("object") :]), ""))
    return f"{prose}\n{words}" if prose and words else prose + words


def partial_object(partial_text: str) -> Any:
    """The first object of an answer under way, as far as it has come; None before it begins."""
    opener = _OPENER.search(storable(partial_text))
    return _parse(opener.string[opener.start("object") :]) if opener else None


def speech_parts(partial_text: str) -> list[dict[str, Any]]:
    """The arguments or answers of a speech under way, or its closing, as far as they have come."""
    content = partial_object(partial_text)
    if isinstance(content, dict):
        content = next((content[name] for name in ("arguments", "responses") if name in content), [content])
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def lines_of(part: Mapping[str, Any], questions: Mapping[str, str]) -> list[Line]:
    """A part of a speech, whole or under way. `questions`: by argument; each stands before its answer.

    >>> lines_of({"claim": "Trees cool.", "tags": "a", "evidence": "Ask."}, {})
    [Line(name='claim', label='', text='Trees cool.'), Line(name='evidence', label='Evidence.', text='Ask.')]
    """
    lines = list[Line]()
    for written, value in part.items():
        name = written.strip().lower()
        if name == "answers" and isinstance(value, list | tuple):
            lines += _answer_lines(value, questions)
        elif name in _AUDIENCE and (text := _text(value)):
            lines.append(Line(name, _AUDIENCE[name], text))
    return lines


def _answer_lines(answers: Sequence[Any], questions: Mapping[str, str]) -> Iterator[Line]:
    for one in answers:
        if isinstance(one, dict) and (answer := _text(one.get("answer"))):
            asked = str(one.get("argument_id"))
            if asked in questions:
                yield Line("question", f"Asked on {asked}.", questions[asked])
            yield Line("answers", "Answers.", answer)


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(f"– {storable(one)}" for one in value if isinstance(one, str) and one)
    return storable(value) if isinstance(value, str) else ""


def _parse(text: str) -> Any:
    data = _CONTROL.sub(b" ", text.encode())
    while True:
        try:
            return from_json(data, allow_partial="trailing-strings")
        except ValueError as error:
            at = _AT.search(str(error))
            data = data[: int(at[1]) - 1] if at else b"{"


def _lines(value: Any, key: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _lines(inner, name.strip().lower())
    elif isinstance(value, list):
        for number, inner in enumerate(value, start=1):
            if isinstance(inner, dict | list):
                yield from [""] if number > 1 else []
                yield from [f"Argument {number}"] if key not in ("responses", "answers") else []
            yield from _lines(inner, key)
    elif isinstance(value, str) and not (key == "tags" and SIMULATED_TAGS.fullmatch(value)):
        name = key.replace("_", " ").capitalize()
        yield _LABELS.get(key, f"{name}: " if name else "") + storable(value)
