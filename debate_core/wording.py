"""How stored values are said: phases, responses, calibrations, calls; one word a thing, on pages and in exports.

Knows which values there are; how a number reads is in `numerals`, and what a value means stands with its noun.
Invariant: a value that needs no name of its own is said as it is stored, so that a new one is never without words.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from debate_core.numerals import ZERO, points_beside_zero, span_beside_zero
from debate_core.transcript import Phase, ResponseType

Say = Callable[[str], str]
"""Makes harmless, in the form it goes into, what a model or a person wrote."""
PHASE_NAMES: Mapping[Phase, str] = {
    "opening": "Opening",
    "cross_examination": "Cross-examination",
    "closing": "Closing",
    "exchange": "Exchange",
}
RESPONSES: Mapping[ResponseType, tuple[str, str]] = {
    "refute": ("Refutes", "A factual or logical error."),
    "challenge": ("Challenges", "The evidence is insufficient or its conditions are not met."),
    "concede": ("Concedes", "The argument is accepted."),
    "partial": ("Accepts in part", "The core is accepted; degree or scope is disputed."),
}
"""What a response to an argument does, and what that means."""
NO_RESPONSE = "no response"
IN_BATCH = "waiting for the provider's batch (up to 24 hours)"
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Controls, soft hyphens, marks of direction and characters of no width: shown, never obeyed."""
CALLS: Mapping[str, str] = {"pro": "PRO", "con": "CON", "no_call": "no call"}
CALIBRATIONS: Mapping[str, str] = {
    "none": "scores as given",
    "zscore": "z-scores",
    "minmax": "scores rescaled to 0 to 1",
    "by_length": "scores adjusted by length",
    "additive": "scores adjusted for strictness",
}
RULINGS: Mapping[str, str] = {
    "UPHELD": "upheld",
    "PARTIALLY_UPHELD": "partly upheld",
    "REFUTED": "refuted",
    "UNCERTAIN": "uncertain",
    "tied": "tied",
}
"""What judges find of an argument, and what most of them do."""
PROBES: Mapping[str, str] = {
    "re_read": "re-read",
    "positions": "positions only",
    "reasons": "reasons only",
    "planted": "planted positions",
}
MOVES: Mapping[str, str] = {
    "held": "held",
    "away": "away from the others",
    "toward_with_evidence": "toward the others, with new evidence",
    "toward_without_evidence": "toward the others, without new evidence",
}
"""How a deliberating judge moved; the last is a mark, not a proof."""
SLIPS: Mapping[str, str] = {"contradiction": "contradicts", "dropped_premise": "drops a premise of"}
"""What a turn does to its speaker's earlier one."""


def escaped_hidden(text: str) -> str:
    r"""The same with every hidden character written out; within the strings of JSON that is the same text.

    >>> print(escaped_hidden("a\u202eb"))
    a\u202eb
    """
    return HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def worded(value: str) -> str:
    """A stored value within a sentence.

    >>> worded("PARTIALLY_UPHELD"), worded("straw_man")
    ('partially upheld', 'straw man')
    """
    return value.replace("_", " ").lower()


def named(value: str) -> str:
    """A stored value by itself, as in a cell or on a badge.

    >>> named("PARTIALLY_UPHELD"), named("asked_again")
    ('Partially upheld', 'Asked again')
    """
    return value.replace("_", " ").capitalize()


def capital(text: str) -> str:
    """A phrase with a capital where it begins, the rest as it is.

    >>> capital("no call"), capital("its PRO side"), capital("")
    ('No call', 'Its PRO side', '')
    """
    return text[:1].upper() + text[1:]


def side_of(gap: float) -> Literal["pro", "con"] | None:
    """The side that a gap, pro minus con in points, is toward; None where the sides are level.

    >>> side_of(0.03), side_of(-1.5), side_of(0.0), side_of(-1e-12)
    ('pro', 'con', None, None)
    """
    return None if abs(gap) <= ZERO else "pro" if gap > 0 else "con"


def lead(gap: float) -> str:
    """How far apart the sides are, and which way, without calling it for anyone.

    >>> lead(-1.5), lead(0.0)
    ('the gap is 1.5 points toward CON', 'the sides are level')
    """
    side = side_of(gap)
    return (
        "the sides are level"
        if side is None
        else f"the gap is {points_beside_zero(abs(gap))} toward {side.upper()}"
    )


def toward(low: float, high: float) -> str:
    """An interval of the gap, pro minus con in points, by the sides it reaches to.

    >>> toward(-0.2, 1.7), toward(0.3, 1.7), toward(-1.7, -0.3)
    ('CON by 0.2 to PRO by 1.7', 'PRO by 0.3 to 1.7', 'CON by 0.3 to 1.7')
    >>> toward(-2.781, 0.003)
    'CON by 2.8 to PRO by just over 0'
    """
    ends = span_beside_zero((abs(low), abs(high))).split(" to ")
    if low < 0 < high:
        return f"CON by {ends[0]} to PRO by {ends[1]}"
    return f"PRO by {ends[0]} to {ends[1]}" if low >= 0 else f"CON by {ends[1]} to {ends[0]}"


_LONG_WORD = 24


def clip(text: str, most: int) -> str:
    """The first line of `text`, cut for a list; between words, but for one that is very long.

    >>> clip("a claim that is long", 12), clip("a" * 40, 5)
    ('a claim\u2026', 'aaaa\u2026')
    """
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    head, _, begun = line[:most].rpartition(" ")
    return f"{head if head and len(begun) <= _LONG_WORD else line[: most - 1]}\u2026"
