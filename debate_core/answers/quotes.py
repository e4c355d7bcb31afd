"""Whether words a judge quotes stand in the turn it judges: to the letter, nearly, or not.

Knows text only; not why it was quoted. Invariant: linear in the turn's length for a quote of a sentence or two, and
`near` never stands for other numbers or a lost *not*.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from debate_core.prompts.fence import sanitized
from debate_core.scorecard.nouns import QuoteMatch
from debate_core.transcript import Turn

KEPT = 0.85  # share of a quote's characters that must stand in the turn for it to be near
LONGEST = 4_000  # characters of a quote that is looked for at all
_SPACE = re.compile(r"[\s\ufffd]+")
_MARKS = str.maketrans(dict.fromkeys("\"'“”„‟‘’‚‛«»‹›`´′″", "'") | dict.fromkeys("‐‑‒–—―−", "-"))
_EDGE = " '.,;:!?()[]{}-*_|"
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.{3}|…)\s*\]|\(\s*(?:\.{3}|…)\s*\)|\.{3,}|…)\s*")
_DECISIVE = re.compile(
    r"\d[\d.,]*|\b(?:not?|never|none|nothing|nobody|neither|nor|without|cannot|nicht|kein\w*|nie|ohne|ne|pas|sans|sin"
    r"|senza|non|jamais|nunca)\b|n't\b|不|没|無|无"
)
_CLOSE_SCRIPTS = 0x2E80  # from here on scripts are written without spaces between words


@dataclass(frozen=True, kw_only=True)
class _Place:
    """Where in a text something like the pattern ends, and how many characters differ."""

    end: int
    errors: int


def words_of_turn(turn: Turn) -> str:
    """All that was said in a turn, as it was shown, field by field on lines of their own."""
    fields: list[str] = []
    for argument in turn.arguments:
        fields += [argument.claim, argument.reasoning, argument.evidence]
    for response in turn.responses:
        fields += [response.reasoning, response.question]
    if turn.closing is not None:
        fields += [*turn.closing.concessions, *turn.closing.unrebutted, turn.closing.position]
    return "\n".join(field for field in fields if field.strip())


def says_something(quote: str) -> bool:
    """Whether a quote holds a letter or digit at all."""
    return any(char.isalnum() for char in quote)


def find_quote(quote: str, words: str) -> QuoteMatch:
    """`exact`, apart from spacing, quotation marks and case; `near` where it is well kept, or leaves words out with an
    ellipsis; else `not_found`.

    >>> find_quote("pupils  sleep LONGER", "Because pupils sleep longer, marks rise.")
    'exact'
    >>> find_quote("pupils are sleeping", "Because pupils sleep longer, marks rise.")
    'not_found'
    """
    if len(quote) > LONGEST or not says_something(quote):
        return "not_found"
    text = _plain(words)
    whole = _plain(quote).strip(_EDGE)
    if _stands(whole, text, 0) is not None:
        return "exact"
    parts = [part for piece in _ELLIPSIS.split(_plain(quote)) if says_something(part := piece.strip(_EDGE))]
    if len(parts) > 1:
        return "near" if _follow(parts, text) else "not_found"
    return "near" if _is_near(whole, text) else "not_found"


@lru_cache(maxsize=8)
def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", sanitized(text)).casefold().translate(_MARKS)
    return _SPACE.sub(" ", folded).strip()


def _stands(part: str, text: str, begin: int) -> int | None:
    """Where `part` ends in `text`, as whole words; None where it doesn't stand there."""
    at = text.find(part, begin) if part else -1
    while at >= 0:
        end = at + len(part)
        if not _cuts_word(text, at) and not _cuts_word(text, end):
            return end
        at = text.find(part, at + 1)
    return None


def _cuts_word(text: str, at: int) -> bool:
    """Whether a word goes on across `at`."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    return left.isalnum() and right.isalnum() and max(ord(left), ord(right)) < _CLOSE_SCRIPTS


def _follow(parts: list[str], text: str) -> bool:
    """Whether the parts stand in the text, each after the one before."""
    end: int | None = 0
    for part in parts:
        end = _stands(part, text, end) if end is not None else None
    return end is not None


def _is_near(quote: str, text: str) -> bool:
    allowed = int(len(quote) * (1 - KEPT) + 1e-9)
    if not allowed or len(quote) - len(text) > allowed:
        return False
    place = nearest(quote, text)
    if place.errors > allowed:
        return False
    begun = nearest(quote[::-1], text[: place.end][::-1])
    return _decisive(quote) == _decisive(_whole_words(text, place.end - begun.end, place.end))


def _whole_words(text: str, begin: int, end: int) -> str:
    """The stretch of text, widened to where its outer words begin and end."""
    while _cuts_word(text, begin):
        begin -= 1
    while _cuts_word(text, end):
        end += 1
    return text[begin:end]


def _decisive(text: str) -> Counter[str]:
    return Counter(match.rstrip(".,") for match in _DECISIVE.findall(text))


def nearest(pattern: str, text: str) -> _Place:
    """The place where `pattern` stands in `text` with the fewest characters changed, added or left out.

    Myers, G. (1999), A fast bit-vector algorithm for approximate string matching, Journal of the ACM 46(3), p. 404.
    """
    at: dict[str, int] = {}
    for place, char in enumerate(pattern):
        at[char] = at.get(char, 0) | 1 << place
    mask, top = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1)
    plus, minus, errors = mask, 0, len(pattern)
    best_end, best = 0, errors
    # Bit i of `plus` and `minus`: the count of errors rises, or falls, from pattern[:i] to pattern[:i + 1].
    for end, char in enumerate(text, start=1):
        equal = at.get(char, 0)
        vertical = equal | minus
        across = (((equal & plus) + plus) ^ plus) | equal
        rises = minus | (mask & ~(across | plus))
        falls = plus & across
        errors += bool(rises & top) - bool(falls & top)
        rises, falls = (rises << 1) & mask, (falls << 1) & mask
        plus = falls | (mask & ~(vertical | rises))
        minus = rises & vertical
        if errors < best:
            best_end, best = end, errors
    return _Place(end=best_end, errors=best)
