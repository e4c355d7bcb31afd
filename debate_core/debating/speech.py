"""What was read from a debater's answer: a speech, or the reasons to ask once more.

Knows transcript nouns; not how answers are read. Invariant: `faults` is empty where the speech can stand as
it is; what a speech lacks or left out is in its warnings, never silent.
"""

from dataclasses import dataclass, replace
from typing import Self

from debate_core.transcript import Argument, Closing, Response

CUT_FAULT = "The answer was cut off by its length cap; write less."
CUT_WARNING = "This speech was cut off by its length cap."


@dataclass(frozen=True, kw_only=True)
class Speech:
    """One speech as read.

    faults: what was wrong, in plain sentences of what was expected; non-empty means ask once more. missing:
    ids of arguments whose answer is still to come. readable: false where nothing of the asked-for form was
    found."""

    arguments: tuple[Argument, ...] = ()
    responses: tuple[Response, ...] = ()
    closing: Closing | None = None
    warnings: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    readable: bool = True

    def cut_short(self) -> Self:
        """This speech, knowing that its answer was ended by the length cap: said in the faults when it will
        be asked again, else in the warnings."""
        if self.faults:
            return replace(self, faults=(*self.faults, CUT_FAULT))
        return replace(self, warnings=(*self.warnings, CUT_WARNING))


def settled(first: Speech, last: Speech) -> Speech:
    """The speech that stands after a second asking: `last` was read as final.

    Answers that were good the first time are kept; a readable first speech is not given up for an unreadable
    last one, though what it lacked is then a warning.
    """
    if first.missing:
        return _joined(first, last)
    if first.readable and not last.readable and _says_something(first):
        kept = tuple(f"{fault} Asked again, no readable answer came." for fault in first.faults)
        return replace(first, warnings=(*first.warnings, *kept), faults=())
    return last


def _says_something(speech: Speech) -> bool:
    return bool(speech.arguments) or (speech.closing is not None and bool(speech.closing.position))


def _joined(first: Speech, last: Speech) -> Speech:
    responses = sorted((*first.responses, *last.responses), key=_place)
    warnings = tuple(dict.fromkeys((*first.warnings, *last.warnings)))
    return Speech(responses=tuple(responses), warnings=warnings, readable=first.readable or last.readable)


def _place(response: Response) -> int:
    return int(response.argument_id.rpartition("-")[2])
