"""Filling turns of phrase: slots, invented figures, capitals, quotations.

Knows no debate. Invariant: what is put into a slot is never itself read for slots, so a topic or a speech may hold
braces.
"""

import re
from collections.abc import Mapping
from random import Random

from debate_core.llm.simulated.grammar import fix_articles, upper_first

_SLOT = re.compile(r"\{([A-Za-z_]+|\d+(?:\.\d+)?-\d+(?:\.\d+)?)\}")
_CLAUSE_ENDS = re.compile(r"[.;:,?!()\n]|\s[–—-]\s")
_QUOTES = re.compile(r"[\"“”«»{}\[\]<>`*_#|\\]+")
_SMALL = frozenset(
    """a an the of to in on for is are be and or but with from by at as it its that this than so not no which who if
    would can will has have had was were do does there their they he she we you i""".split()
)
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
    return fix_articles(fill(template, rng, slots))


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
    words = re.findall(r"[^\W_][\w'-]*", text[:READ_AT_MOST].lower())
    return frozenset(word for word in words if word not in _SMALL and len(word) > 2)


def clauses(text: str) -> list[str]:
    """The stretches of `text` between marks, of three words or more."""
    parts = (part.strip(" '’") for part in _CLAUSE_ENDS.split(plain(text)))
    return [part for part in parts if len(part.split()) >= 3]


def excerpt(text: str, most: int = 8) -> str:
    """Three to `most` words of `text` that can be quoted; fewer where there are no more.

    The clause with the most to say, cut at `most` words and never ended on a small word.
    """
    found = clauses(text)
    if not found:
        return " ".join(plain(text).split()[:most])
    best = max(found[:60], key=lambda part: (_fits(part, most), len(content_words(part))))
    return trimmed(best, most)


def _fits(part: str, most: int) -> bool:
    return len(part.split()) <= most


def trimmed(part: str, most: int = 8) -> str:
    """The first `most` words of `part`, without small words at the end, nor characters beyond reading."""
    words = [word[:40] for word in part.split()[:most]]
    while len(words) > 3 and words[-1].lower() in _SMALL and len(part.split()) > len(words) - 1:
        words.pop()
    return " ".join(words)


def around(text: str, at: int, most: int = 8) -> str:
    """Up to `most` words of the clause of `text` that holds position `at`."""
    begin = max((m.end() for m in _CLAUSE_ENDS.finditer(text[:at])), default=0)
    following = _CLAUSE_ENDS.search(text, at)
    clause = text[begin : following.start() if following else len(text)]
    words = clause.split()
    if len(words) <= most:
        return plain(clause) or excerpt(text, most)
    held = len(text[begin:at].split())
    first = max(0, min(held - 3, len(words) - most))
    return trimmed(plain(" ".join(words[first : first + most])), most)
