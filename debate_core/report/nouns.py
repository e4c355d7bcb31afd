"""What the reasons of figures call the things of a table: measures speak of arguments with standings, and a table
brought from elsewhere has items, with labels where its scores are read as such.

Knows the parts of a report and their reasons; computes nothing. Invariant: only reasons and notes change, never a
figure, a name, or words that already speak of the table.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from debate_core.measuring.estimate import Estimate
from debate_core.noun import Noun

Part = TypeVar("Part", bound=Noun)
Words = Mapping[str, str]
"""A word of the measures, and the table's own."""


def in_words(found: Part, words: Words) -> Part:
    """The same part of a report with its reasons and notes, and those of its parts, in these words.

    >>> from debate_core.report.shape import BriefingReport
    >>> in_words(BriefingReport(value=None, reason="fewer than 3 arguments"), {"argument": "item"}).reason
    'fewer than 3 items'
    """
    return found.model_copy(
        update={name: _held(name, getattr(found, name), words) for name in type(found).model_fields}
    )


def _held(name: str, value: Any, words: Words) -> Any:
    if isinstance(value, str):
        return _said(value, words) if name in ("reason", "note", "reasons") else value
    if isinstance(value, Estimate):
        return replace(value, reason=_held("reason", value.reason, words))
    if isinstance(value, Noun):
        return in_words(value, words)
    if isinstance(value, Mapping):
        return {key: _held(name, one, words) for key, one in value.items()}
    if isinstance(value, tuple):
        return tuple(_held("", one, words) for one in value)
    return value


def _said(text: str, words: Words) -> str:
    for ours, theirs in words.items():
        text = re.sub(rf"\ban {ours}\b", f"{'an' if theirs[0] in 'aeiou' else 'a'} {theirs}", text)
        text = re.sub(rf"\b{ours}(s?)\b", rf"{theirs}\1", text)
    return text
