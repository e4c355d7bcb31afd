"""Chance that belongs to a call: the same seed and names give the same draws, in any process and any order.

Knows nothing of debates. Invariant: no global state; two names that differ in one letter share nothing.
"""

import hashlib
from collections.abc import Sequence
from random import Random

_BETWEEN = "\x1f"


def chance(*names: object) -> Random:
    """A source of chance derived from `names` alone.

    >>> chance(1, "opening:pro").random() == chance(1, "opening:pro").random()
    True
    """
    words = _BETWEEN.join(str(name) for name in names).encode("utf-8", "surrogatepass")
    return Random(int.from_bytes(hashlib.sha256(words).digest()[:8], "big"))


class Deck:
    """Phrases dealt without repeating. The order is the debate's (its seed and topic); each side is dealt every
    second card, so that the two sides, which cannot hear each other, do not say the same words. An empty deck is
    dealt anew."""

    def __init__(self, debate: tuple[object, ...], name: str, side: str, cards: Sequence[str]) -> None:
        order = list(cards)
        chance(*debate, "deck", name).shuffle(order)
        first = 0 if side == "pro" else 1
        self._cards = order[first::2] + order[1 - first :: 2]
        self._dealt = 0

    def deal(self) -> str:
        """The next phrase."""
        card = self._cards[self._dealt % len(self._cards)]
        self._dealt += 1
        return card
