"""The words of a speech while it is being written: half a JSON object as plain labelled text."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic_core import from_json

from debate_core.answers.prompt import storable

_OPENER = re.compile(r'(?:```\w{0,12}\s*)?(?P<object>\{(?=\s*")|\[(?=\s*\{))')
# The end of the text may yet turn out to be the start of an object: held back until it is known.
_UNDECIDED = re.compile(r"(?:`{1,2}|```\w{0,12}\s*(?:[{\[]\s*)?|[{\[]\s*)\Z")
# A raw line break would end the reading of a string.
_CONTROL = re.compile(rb"[\x00-\x1f]")
_AT = re.compile(r"column (\d+)\Z")
_LABELS = {
    "claim": "Claim: ",
    "reasoning": "Reasoning: ",
    "evidence": "Evidence: ",
    "argument_id": "Answer to ",
    "response_type": "Type: ",
    "question": "Question: ",
    "concessions": "Concedes: ",
    "unrebutted": "Says nobody rebutted: ",
    "position": "Position: ",
    "shift": "Position after the exchange: ",
    "why": "Why: ",
    "answer": "Answer to the question: ",
}
_UNSPOKEN = ("argument_id", "response_type", "shift")


def readable(partial_text: str, *, labelled: bool = True) -> str:
    """The words of a speech being written, with labels or, as in `words_of_turn`, without; text that is no JSON as it
    stands.

    >>> readable('{"arguments": [{"claim": "Trees cool str')
    'Argument 1\\nClaim: Trees cool str'
    """
    if partial_text and "\ud800" <= partial_text[-1] <= "\udbff":
        partial_text = partial_text[:-1]
    text = storable(partial_text)
    opener = _OPENER.search(text)
    if opener is None:
        return _UNDECIDED.sub("", text, count=1)
    prose, words = (
        text[: opener.start()],
        "\n".join(_lines(_parsed(text[opener.start("object") :]), "", labelled)),
    )
    return f"{prose}\n{words}" if prose and words else prose + words


def begun(partial_text: str) -> Any:
    """The first object of an answer under way, as far as it has come; None before it begins."""
    opener = _OPENER.search(storable(partial_text))
    return _parsed(opener.string[opener.start("object") :]) if opener else None


def _parsed(text: str) -> Any:
    data = _CONTROL.sub(b" ", text.encode())
    while True:
        try:
            return from_json(data, allow_partial="trailing-strings")
        except ValueError as error:
            at = _AT.search(str(error))
            data = data[: int(at[1]) - 1] if at else b"{"


def _lines(value: Any, key: str, labelled: bool) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _lines(inner, name.strip().lower(), labelled)
    elif isinstance(value, list):
        for number, inner in enumerate(value, start=1):
            if isinstance(inner, dict | list) and labelled:
                yield from [""] if number > 1 else []
                yield from [f"Argument {number}"] if key != "responses" else []
            yield from _lines(inner, key, labelled)
    elif isinstance(value, str) and not labelled:
        yield from [storable(value)] if value.strip() and key not in _UNSPOKEN else []
    elif isinstance(value, str):
        name = key.replace("_", " ").capitalize()
        yield _LABELS.get(key, f"{name}: " if name else "") + storable(value)
