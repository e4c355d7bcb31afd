"""The words of a speech while it is being written: half a JSON object as plain labelled text."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic_core import from_json

from debate_core.answers.prompt import storable

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
    words = "\n".join(_lines(_parsed(text[opener.start("object") :]), ""))
    return f"{prose}\n{words}" if prose and words else prose + words


def begun(partial_text: str) -> Any:
    """The first object of an answer under way, as far as it has come; None before it begins."""
    opener = _OPENER.search(storable(partial_text))
    return _parsed(opener.string[opener.start("object") :]) if opener else None


def speech_parts(partial_text: str) -> list[dict[str, Any]]:
    """The arguments or answers of a speech under way, or its closing, as far as they have come."""
    content = begun(partial_text)
    if isinstance(content, dict):
        content = next((content[name] for name in ("arguments", "responses") if name in content), [content])
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def lines_of(part: Mapping[str, Any], questions: Mapping[str, str]) -> list[Line]:
    """A part of a speech, whole or under way. `questions`: by argument; each stands before its answer.

    >>> lines_of({"claim": "Trees cool.", "tags": "a", "evidence": "Ask."}, {})
    [Line(name='claim', label='', text='Trees cool.'), Line(name='evidence', label='Evidence.', text='Ask.')]
    """
    lines = list[Line]()
    for name, value in ((name.strip().lower(), value) for name, value in part.items()):
        if name == "answers" and isinstance(value, list | tuple):
            for one in (one for one in value if isinstance(one, dict) and _text(one.get("answer"))):
                asked = str(one.get("argument_id"))
                lines += (
                    [Line("question", f"Asked on {asked}.", questions[asked])] if asked in questions else []
                )
                lines.append(Line(name, "Answers.", _text(one["answer"])))
        elif name in _AUDIENCE and (text := _text(value)):
            lines.append(Line(name, _AUDIENCE[name], text))
    return lines


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(f"– {storable(one)}" for one in value if isinstance(one, str) and one)
    return storable(value) if isinstance(value, str) else ""


def _parsed(text: str) -> Any:
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
                yield from [f"Argument {number}"] if key != "responses" else []
            yield from _lines(inner, key)
    elif isinstance(value, str) and not (key == "tags" and SIMULATED_TAGS.fullmatch(value)):
        name = key.replace("_", " ").capitalize()
        yield _LABELS.get(key, f"{name}: " if name else "") + storable(value)
