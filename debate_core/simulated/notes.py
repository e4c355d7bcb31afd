"""The sentences by which a simulated judge explains a score: what it saw in the words, quoted.

Knows what was found in a text, not the scores. Invariant: one or two sentences, each resting on words that stand in
the argument or in the answer to it.
"""

from collections.abc import Iterator
from random import Random

from debate_core.simulated.grammar import sentence
from debate_core.simulated.material import phrases
from debate_core.simulated.phrasing import render
from debate_core.simulated.reading import Answered, Found

# How much more a focus looks at a thing than an even-handed reader does.
_INTEREST = {
    "technical": {"chain": 1.6, "nochain": 1.6},
    "business": {"figures": 1.6, "nofigures": 1.6, "opinion": 1.4},
    "risk": {"limits": 1.7, "nolimits": 1.6, "over": 1.4},
    "general": {},
}
_SPEAKS_FOR = frozenset({"chain", "figures", "limits", "miss", "granted", "unanswered"})


class Notes:
    """One judge's notes on one debate; a turn of phrase comes back only when its kind has run out."""

    def __init__(self, judge: str, focus: str, rng: Random) -> None:
        self._judge = judge
        self._interest = _INTEREST[focus]
        self._rng = rng
        self._left: dict[str, list[str]] = {}

    def of(self, found: Found, answered: Answered, *, high: bool) -> str:
        """The note on one argument. `high`: whether the score lies in the upper half, so that the first sentence
        says why it does, and the second what spoke on the other side."""
        if found.empty:
            return self._say("n_empty", "", "")
        seen = sorted(_seen(found), key=lambda s: -s[1] * self._interest.get(s[0], 1.0))
        first = next((s for s in seen if (s[0] in _SPEAKS_FOR) == high), seen[0])
        lines = [self._say(f"n_{first[0]}", first[2], found.flaws[0][1] if found.flaws else "")]
        heard = _heard(answered)
        if heard and self._rng.random() < 0.75:
            lines.append(self._say(f"n_{heard}", answered.quote, ""))
        elif second := next((s for s in seen if s is not first and s[2] != first[2]), None):
            lines.append(self._say(f"n_{second[0]}", second[2], found.flaws[0][1] if found.flaws else ""))
        return " ".join(lines)

    def _say(self, name: str, quote: str, flaw: str) -> str:
        if not self._left.get(name):
            self._left[name] = list(phrases()[name])
            self._rng.shuffle(self._left[name])
        return sentence(render(self._left[name].pop(), self._rng, {"quote": quote, "flaw": flaw}))


def _seen(found: Found) -> Iterator[tuple[str, float, str]]:
    """What there is to say: its name, how much it stands out, the words it rests on."""
    quotes = found.quotes
    for name, _ in found.flaws[:1]:
        yield "flaw", 1.3, quotes.get(name, quotes["reasoning"])
    if "chain" in quotes and found.chain >= 0.5 and not found.flaws:
        yield "chain", found.chain, quotes["chain"]
    else:
        yield "nochain", 1.0 - found.chain, quotes["reasoning"]
    if "opinion" in quotes and found.firmness < 0.7:
        yield "opinion", 0.8, quotes["opinion"]
    elif "figures" in quotes and found.figures >= 0.4:
        yield "figures", found.figures, quotes["figures"]
    else:
        yield "nofigures", 1.0 - found.figures, quotes["evidence"]
    if "over" in quotes and found.overclaim >= 0.5:
        yield "over", 0.5 + found.overclaim, quotes["over"]
    if "limits" in quotes and found.limits >= 0.4:
        yield "limits", found.limits, quotes["limits"]
    else:
        yield "nolimits", 0.7 * (1.0 - found.limits), quotes["claim"]


def _heard(answered: Answered) -> str | None:
    if answered.kind == "unanswered":
        return "unanswered"
    if answered.kind == "concede":
        return "granted"
    if not answered.quote:
        return None
    if answered.kind == "partial":
        return "part"
    return "hit" if answered.force >= 0.55 else "miss" if answered.engages < 0.35 else None
