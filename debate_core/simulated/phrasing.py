"""Filling turns of phrase: slots, invented figures, capitals, quotations.

Knows no debate. Invariant: what is put into a slot is never itself read for slots, so a topic or a speech may hold
braces.
"""

import re
from collections.abc import Mapping
from random import Random

from debate_core.simulated.grammar import fix_articles, upper_first
from debate_core.simulated.words import AUXILIARIES, DETERMINERS, JOINING, SMALL, SURENESS

_SLOT = re.compile(r"\{([A-Za-z_]+|\d+(?:\.\d+)?-\d+(?:\.\d+)?)\}")
# A stop or comma between figures ends nothing.
_CLAUSE_ENDS = re.compile(r"[.,](?!\d)|[;:?!()\n]|\s[–—-]\s")
_WORD = re.compile(r"[^\W_][\w'-]*")
_QUOTES = re.compile(r"[\"“”«»{}\[\]<>`*_#|\\]+")
READ_AT_MOST = 12_000


def fill(template: str, rng: Random, slots: Mapping[str, str]) -> str:
    """`template` with its slots filled. `{12-30}` is an invented figure; `{Why}` is `why` with a capital."""

    def filled(match: re.Match[str]) -> str:
        name = match[1]
        if name[0].isdigit():
            return _figure(name, rng)
        if name in slots:
            return slots[name]
        value = slots[name[0].lower() + name[1:]]
        return upper_first(value)

    return _SLOT.sub(filled, template)


def render(template: str, rng: Random, slots: Mapping[str, str]) -> str:
    """`fill`, with the articles before figures put right."""
    return fix_articles(fill(template, rng, slots)).replace("can not ", "cannot ")


def _figure(span: str, rng: Random) -> str:
    low, high = span.split("-")
    if "." in span:
        return f"{rng.uniform(float(low), float(high)):.1f}"
    value = rng.randint(int(low), int(high))
    if value >= 1000:
        value = value // 10 * 10
    return f"{value:,}"


def plain(text: str) -> str:
    """`text` on one line without quotation marks and markup, as far as a reader reads."""
    flat = _QUOTES.sub(" ", " ".join(text[:READ_AT_MOST].split()))
    return " ".join("".join(ch for ch in flat if ch.isprintable()).split())


def content_words(text: str) -> frozenset[str]:
    """The words of `text` that carry meaning, in lower case."""
    words = set(_WORD.findall(text[:READ_AT_MOST].lower()))
    return frozenset(word for word in words - SMALL if len(word) > 2)


def clauses(text: str) -> list[str]:
    """The stretches of `text` between marks, of four words or more."""
    parts = (part.strip(" '’") for part in _CLAUSE_ENDS.split(plain(text)))
    return [part for part in parts if len(part.split()) >= 4]


def excerpt(text: str, most: int = 8, besides: frozenset[str] = frozenset()) -> str:
    """Three to `most` words of `text` that can be quoted; fewer where there are no more.

    Whole short clauses are preferred, then stretches that begin after a verb or a joining word; never one that ends on
    a small word; `…` shows that the clause goes on. The words `besides`, such as the topic's own, count for nothing.
    """
    found = clauses(text)
    if not found:
        return trimmed(plain(text), most)
    stretches = [stretch for clause in found[:40] for stretch in _stretches(clause, most)]
    return max(stretches, key=lambda stretch: (len(content_words(stretch) - besides), -len(stretch)))


def _stretches(clause: str, most: int) -> list[str]:
    """The quotable stretches of one clause."""
    words = clause.split()
    if len(words) <= most:
        return [_opened(clause)]
    starts = [i + 1 for i in range(min(len(words) - 3, 80)) if _opens(words[i].lower(), words[i + 1].lower())]
    sure = [
        i + 1 for i in range(1, min(len(words) - 3, 9)) if words[i] == "that" and words[i - 1] in SURENESS
    ]
    if sure:
        return _stretches(" ".join(words[sure[0] :]), most)
    return [_opened(trimmed(" ".join(words[start:]), most)) for start in [0, *starts]]


def _opens(word: str, following: str) -> bool:
    return word in AUXILIARIES or (word in ("that", "and") and following in DETERMINERS)


def _opened(stretch: str) -> str:
    """`stretch` without joining words at its head."""
    words = stretch.split()
    while len(words) > 3 and words[0].lower() in JOINING:
        words = words[1:]
    return " ".join(words)


def trimmed(part: str, most: int = 8) -> str:
    """The first `most` words of `part`, without small words at the end, nor characters beyond reading."""
    words = [word[:40] for word in part.split()[:most]]
    while len(words) > 3 and words[-1].lower().strip(",") in SMALL and len(part.split()) > len(words) - 1:
        words.pop()
    cut = len(words) < len(part.split())
    return " ".join(words).strip(" ,") + ("…" if cut else "")


def around(text: str, at: int, most: int = 8, before: int = 3) -> str:
    """Up to `most` words of the clause of `text` that holds position `at`; of the next one where that clause only
    announces it (*One limit should be stated:*) or is too short to quote."""
    begin = max((m.end() for m in _CLAUSE_ENDS.finditer(text[:at])), default=0)
    following = _CLAUSE_ENDS.search(text, at)
    end = following.start() if following else len(text)
    announces = following is not None and following[0] == ":"
    if following and (announces or len(text[begin:end].split()) < 4) and text[following.end() :].strip():
        begin, at = following.end(), following.end()
        further = _CLAUSE_ENDS.search(text, begin)
        end = further.start() if further else len(text)
    words = text[begin:end].split()
    held = len(text[begin:at].split())
    first = max(0, min(held - before, len(words) - most)) if before else min(held, max(0, len(words) - 3))
    return _opened(trimmed(plain(" ".join(words[first : first + most])), most)) or excerpt(text, most)
