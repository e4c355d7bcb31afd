"""Whether a quote stands in a text, and where: exactly, normalised or nearly, in time linear in the text's length."""

import re
import unicodedata
from array import array
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from debate_core.answers.prompt import ROLE_TOKEN, SILENT, storable
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.live_judge import QuoteMatch
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.transcript import Turn

_SAME = str.maketrans(dict.fromkeys("\"'“”„‟‘’‚‛«»‹›`´′″", "'") | dict.fromkeys("‐‑‒–—―−", "-"))
_SPACE = re.compile(r"[\s\ufffd]+")
NEAR_SHARE = 0.85  # share of a quote's characters that must stand in the turn for it to be near
LONGEST = 4_000  # characters of a quote that is looked for at all
Closeness = Literal["exact", "normalised", "near"]
"""To the letter; apart from case, spacing, quotation marks and dashes; well kept."""
Stretch = tuple[int, int]
_EDGE = " '.,;:!?()[]{}-*_|"
_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.{3}|…)\s*\]|\(\s*(?:\.{3}|…)\s*\)|\.{3,}|…)\s*")
_DECISIVE = re.compile(
    r"\d[\d.,]*|\b(?:not?|never|none|nothing|nobody|neither|nor|without|cannot|nicht|kein\w*|nie|ohne|ne|pas|sans|sin"
    r"|senza|non|jamais|nunca)\b|n't\b|不|没|無|无"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|half|twice)\b"
)
_CLOSE_SCRIPTS = "々"  # from this letter on scripts are written without spaces between words


class _QuotePlace(FrozenValue):
    end: int
    errors: int


def words_of_turn(turn: Turn) -> str:
    return "\n".join(fields_of_turn(turn))


def fields_of_turn(turn: Turn) -> list[str]:
    fields: list[str] = []
    for argument in turn.arguments:
        fields += [argument.claim, argument.reasoning, argument.evidence]
    for response in turn.responses:
        fields += [response.reasoning, response.question]
    if closing := turn.closing:
        fields += [*closing.concessions, *closing.unrebutted, closing.position, closing.why]
        fields += [one.answer for one in closing.answers]
    fields += [*(one.answer for one in turn.answers), turn.question]
    return [field for field in fields if field.strip()]


def says_something(quote: str) -> bool:
    return any(char.isalnum() for char in quote)


def find_quote(quote: str, words: str) -> QuoteMatch:
    """How well a quote stands in a text: `near` may have small slips, or leave words out with an ellipsis.

    >>> find_quote("pupils  sleep LONGER", "Because pupils sleep longer, marks rise.")
    'exact'
    >>> find_quote("pupils are sleeping", "Because pupils sleep longer, marks rise.")
    'not_found'
    """
    if len(quote) > LONGEST or not says_something(quote):
        return "not_found"
    text, plain = fold(words).text, fold(quote).text
    if next(_standing(plain.strip(_EDGE), text), None) is not None:
        return "exact"
    return "near" if next(_stretches(plain, text), None) is not None else "not_found"


class Places(FrozenValue):
    """Every stretch of a text (start and end) where a quote stands as closely as anywhere."""

    closeness: Closeness | None
    stretches: tuple[Stretch, ...] = ()


@lru_cache(maxsize=1024)
def find_places(quote: str, words: str) -> Places:
    """Where a quote stands in a text: to the letter; where nowhere, normalised; where nowhere, near. As `find_quote`.

    >>> find_places("Sleep", "Sleep is good. We sleep.")
    Places(closeness='exact', stretches=((0, 5),))
    >>> find_places("to SLEEP", "We sleep. To sleep – to  sleep!").stretches
    ((10, 18), (21, 30))
    """
    if len(quote) > LONGEST or not says_something(quote):
        return Places(closeness=None)
    if exact := tuple(_standing(quote.strip(), words)):
        return Places(closeness="exact", stretches=exact)
    folded, plain = fold(words), fold(quote).text
    ways: tuple[tuple[Closeness, Iterator[Stretch]], ...] = (
        ("normalised", _standing(plain.strip(_EDGE), folded.text)),
        ("near", _stretches(plain, folded.text)),
    )
    for closeness, places in ways:
        if stretches := tuple(dict.fromkeys(folded.stretch(*stretch) for stretch in places)):
            return Places(closeness=closeness, stretches=stretches)
    return Places(closeness=None)


def _standing(part: str, text: str, begin: int = 0) -> Iterator[Stretch]:
    at = text.find(part, begin) if part else -1
    while at >= 0:
        end = at + len(part)
        if not _cuts_word(text, at) and not _cuts_word(text, end):
            yield at, end
        at = text.find(part, at + 1)


def _stretches(quote: str, text: str) -> Iterator[Stretch]:
    parts = [part for piece in _ELLIPSIS.split(quote) if says_something(part := piece.strip(_EDGE))]
    yield from _follow(parts, text) if len(parts) > 1 else _near_matches(quote.strip(_EDGE), text)


def _cuts_word(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    return left.isalnum() and right.isalnum() and max(left, right) < _CLOSE_SCRIPTS


def _follow(parts: list[str], text: str) -> Iterator[Stretch]:
    first, *others = parts
    for begin, end in _standing(first, text):
        at: int | None = end
        for part in others:
            stretch = next(_standing(part, text, at), None) if at is not None else None
            at = stretch[1] if stretch else None
        if at is not None:
            yield begin, at


def _near_matches(quote: str, text: str) -> Iterator[Stretch]:
    """Where the quote stands with few characters changed, and with its numbers and its *not*."""
    allowed = int(len(quote) * (1 - NEAR_SHARE) + TOLERANCE)
    if not allowed or len(quote) - len(text) > allowed:
        return
    wanted = _decisive(quote)
    for end in _best_ends(quote, text, allowed):
        before = text[max(0, end - len(quote) - allowed - 1) : end]
        stretch = _whole_words(text, end - nearest(quote[::-1], before[::-1]).end, end)
        if wanted == _decisive(text[slice(*stretch)]):
            yield stretch


def _best_ends(quote: str, text: str, allowed: int) -> Iterator[int]:
    """The end of each place in the text that is near enough: of ends that lie closely together, the best."""
    best: _QuotePlace | None = None
    for begin, end in _likely(quote, text, allowed):
        for place in _ends(quote, text[begin:end], allowed):
            at = begin + place.end
            if best and at - best.end > len(quote) // 2:
                yield best.end
                best = None
            if best is None or place.errors < best.errors:
                best = _QuotePlace(end=at, errors=place.errors)
    if best:
        yield best.end


def _likely(quote: str, text: str, allowed: int) -> Iterator[Stretch]:
    """The stretches of text outside of which the quote can't be near.

    A place with k changes keeps all but 3k of the quote's triples of characters. Source: Jokinen, P. & Ukkonen, E.
    (1991), Two algorithms for approximate string matching in static texts, MFCS, LNCS 520, pp. 240-248.
    """
    own, triples = np.sort(_triples(quote)), _triples(text)
    hits = own[np.searchsorted(own[:-1], triples)] == triples
    width, minimum = len(quote) + allowed, len(quote) - 2 - 3 * allowed
    sums = np.concatenate(([0], np.cumsum(hits)))
    begins = np.arange(len(text))
    # How many of the triples that begin within the width of a place beginning here are the quote's.
    inside = sums[np.minimum(begins + width, len(hits))] - sums[np.minimum(begins, len(hits))]
    starts = np.flatnonzero(inside >= minimum)
    if not starts.size:
        return
    for some in np.split(starts, np.flatnonzero(np.diff(starts) > width) + 1):
        yield int(some[0]), min(len(text), int(some[-1]) + width)


@lru_cache(maxsize=8)
def _triples(text: str) -> "NDArray[np.int64]":
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)
    return (codes[:-2] << 42) | (codes[1:-1] << 21) | codes[2:]


def _whole_words(text: str, begin: int, end: int) -> Stretch:
    while _cuts_word(text, begin):
        begin -= 1
    while _cuts_word(text, end):
        end += 1
    return begin, end


def _decisive(text: str) -> Counter[str]:
    return Counter(match.rstrip(".,") for match in _DECISIVE.findall(text))


def nearest(pattern: str, text: str) -> _QuotePlace:
    """The place where `pattern` stands in `text` with the fewest characters changed, added or left out."""
    nowhere = _QuotePlace(end=0, errors=len(pattern))
    return min((nowhere, *_ends(pattern, text, len(pattern) - 1)), key=lambda place: place.errors)


def _ends(pattern: str, text: str, allowed: int) -> Iterator[_QuotePlace]:
    """Each end in the text before which the pattern stands with at most `allowed` changes, and how few.

    Myers, G. (1999), A fast bit-vector algorithm for approximate string matching, Journal of the ACM 46(3), p. 404.
    """
    at: dict[str, int] = {}
    for place, char in enumerate(pattern):
        at[char] = at.get(char, 0) | 1 << place
    mask, top = (1 << len(pattern)) - 1, 1 << (len(pattern) - 1)
    plus, minus, errors = mask, 0, len(pattern)
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
        if errors <= allowed:
            yield _QuotePlace(end=end, errors=errors)


class FoldedText(FrozenValue):
    """A text to compare with. `begins[i]` and `ends[i]`: the stretch of the original that its character i came from."""

    text: str
    begins: "array[int]"
    ends: "array[int]"

    def stretch(self, begin: int, end: int) -> tuple[int, int]:
        """The start and end in the original of a stretch of at least one character."""
        return self.begins[begin], self.ends[end - 1]


@lru_cache(maxsize=16)
def fold(text: str) -> FoldedText:
    """The text folded for comparing.

    >>> fold("The  “Körper” —").text
    "the 'körper' -"
    >>> fold("A  b").stretch(2, 3)
    (3, 4)
    """
    text = storable(text)
    marks = {token.end() for token in ROLE_TOKEN.finditer(text)}  # where a model is shown a space
    chars: list[str] = []
    begins, ends = array("q"), array("q")
    for begin, end in _clusters(text):
        piece = _fold_cluster(text[begin:end])
        for char in f" {piece}" if begin in marks else piece:
            if char != " " or (chars and chars[-1] != " "):
                chars.append(char)
                begins.append(begin)
                ends.append(end)
    return FoldedText(text="".join(chars).rstrip(" "), begins=begins, ends=ends)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for at in range(1, len(text)):
        if not unicodedata.combining(text[at]):
            yield begin, at
            begin = at
    if text:
        yield begin, len(text)


@lru_cache(maxsize=8192)
def _fold_cluster(cluster: str) -> str:
    seen = "".join(
        " " if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char
        for char in cluster
        if ord(char) not in SILENT
    )
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", seen).casefold().translate(_SAME))
