"""Text as quotes are compared: without regard to case, spacing, kinds of quotation marks and dashes; each character of
it still knows where it came from.

Knows characters only. Invariant: offsets never go back, so a stretch of folded text is one stretch of the original.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from debate_core.prompts.fence import ROLE_TOKEN, SILENT, storable

_SAME = str.maketrans(dict.fromkeys("\"'“”„‟‘’‚‛«»‹›`´′″", "'") | dict.fromkeys("‐‑‒–—―−", "-"))
_SPACE = re.compile(r"[\s\ufffd]+")


@dataclass(frozen=True, kw_only=True)
class Folded:
    """A text to compare with. `begins[i]` and `ends[i]`: the stretch of the original that its character i came from."""

    text: str
    begins: "array[int]"
    ends: "array[int]"

    def stretch(self, begin: int, end: int) -> tuple[int, int]:
        """Where in the original a stretch of one character or more stands: its first offset, and the one behind it."""
        return self.begins[begin], self.ends[end - 1]


@lru_cache(maxsize=16)
def fold(text: str) -> Folded:
    """The text folded; its offsets are those of the text as it can be stored.

    >>> fold("The  “Körper” —").text
    "the 'körper' -"
    >>> fold("A  b").stretch(2, 3)
    (3, 4)
    """
    text = storable(text)
    apart = {token.end() for token in ROLE_TOKEN.finditer(text)}  # where a model is shown a space
    chars: list[str] = []
    begins, ends = array("q"), array("q")
    for begin, end in _clusters(text):
        piece = _folded(text[begin:end])
        for char in f" {piece}" if begin in apart else piece:
            if char != " " or (chars and chars[-1] != " "):
                chars.append(char)
                begins.append(begin)
                ends.append(end)
    return Folded(text="".join(chars).rstrip(" "), begins=begins, ends=ends)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Each character with the marks that go onto it, which may become one with it."""
    begin = 0
    for at in range(1, len(text)):
        if not unicodedata.combining(text[at]):
            yield begin, at
            begin = at
    if text:
        yield begin, len(text)


@lru_cache(maxsize=8192)
def _folded(cluster: str) -> str:
    seen = "".join(
        " " if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char
        for char in cluster
        if ord(char) not in SILENT
    )
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", seen).casefold().translate(_SAME))
