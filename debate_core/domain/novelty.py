"""How much of a turn its speaker had not said before: a share of word sequences, so a paraphrase is new."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from debate_core.domain.noun import FrozenModel
from debate_core.domain.transcript import Side, Turn

FIRST_MEASURED = 5
"""Before this turn a speaker has spoken twice at most, too little to repeat."""
REPEATS_BELOW = 0.15
WORDS = 3
NOVELTY = (
    "Three-word sequences this speaker had not used before. From turn 5 on, below 15% means repetition. A paraphrase "
    "counts as new."
)
"""What the share is, and what it can't see."""
# Negations, quantities, directions and modal verbs are content: *should not start* repeats no *should start*.
_FUNCTION_WORDS = """
a an the this that these those such same other another some i me my mine we us our ours you your yours he him his she
her hers it its they them their theirs who whom whose which what there here one ones myself itself themselves ourselves
yourself and or but nor so yet if then than as because since while although though whereas whether of to in on at by for
with from into onto about between among through during again further once per via within upon toward towards across is
are was were be been being am do does did doing done have has had having also just very too own even still indeed
however therefore thus hence how when where why
"""
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
# Scripts written without spaces, where words can't be told apart: so many characters stand for three words, as a word
# has about two characters in Chinese and Japanese and about four in Thai, Lao, Burmese and Khmer.
_UNSPACED = (
    (re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+"), 6),
    (re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"), 12),
)
_SENTENCE_END = re.compile("[.!?…;:]+(?=\\s|$)|[。！？｡।؟\n]")
_INSIDE_WORDS = re.compile("['’\u00ad\u200b-\u200d\u2060]")
Sequences = frozenset[tuple[str, ...]]


class Novelty(FrozenModel):
    """The share of a turn's sequences that its speaker had not used, 0 to 1. `repeats`: the share is below 15%."""

    turn: int
    side: Side
    value: float | None
    reason: str | None = None
    repeats: bool = False


def novelty(turns: Sequence[Turn]) -> tuple[Novelty, ...]:
    """Each turn against all earlier turns of its speaker."""
    shares = []
    earlier: dict[Side, Sequences] = {"pro": frozenset(), "con": frozenset()}
    for turn in turns:
        now = sequences([text for one in turn.arguments for text in (one.claim, one.reasoning, one.evidence)])
        shares.append(_measured(turn, now, earlier[turn.side]))
        earlier[turn.side] |= now
    return tuple(shares)


def new_share(now: Sequences, before: Sequences) -> float | None:
    """The share of the different sequences of `now` that are not in `before`, 0 to 1; None where `now` has none.

    Here three of *now*'s four sequences are new (*the*, *in* and *our* are no content words):

    >>> before = sequences(["Later starts help the tired pupils."])
    >>> now = sequences(["Later starts help in maths, our towns report."])
    >>> sorted(before)
    [('help', 'tired', 'pupils'), ('later', 'starts', 'help'), ('starts', 'help', 'tired')]
    >>> sorted(now - before)
    [('help', 'maths', 'towns'), ('maths', 'towns', 'report'), ('starts', 'help', 'maths')]
    >>> new_share(now, before), new_share(now, now), new_share(frozenset(), now)
    (0.75, 0.0, None)
    """
    return len(now - before) / len(now) if now else None


def sequences(texts: Iterable[str]) -> Sequences:
    """Every three content words in a row, within one sentence; six or twelve characters where a script has no spaces.

    Case, punctuation and function words are left out. The function words are English: in another language all words
    count. The order of sentences does not matter.

    >>> sorted(sequences(["It's NOT the cost. Don't stop!"])), sorted(sequences(["Costs don't stop growing."]))
    ([], [('costs', 'dont', 'stop'), ('dont', 'stop', 'growing')])
    >>> [ "".join(found) for found in sorted(sequences(["学校应该晚点"]))]
    ['学校应该晚点']
    """
    return frozenset(sequence for text in texts for sequence in _windows_of_text(text))


def _measured(turn: Turn, now: Sequences, before: Sequences) -> Novelty:
    reason = None
    if turn.number < FIRST_MEASURED:
        reason = f"measured from turn {FIRST_MEASURED} on: before, a speaker has said too little to repeat"
    elif not before:
        reason = "the speaker's earlier turns hold no three content words in a row"
    elif not now:
        reason = "the turn holds no three content words in a row"
    value = None if reason else new_share(now, before)
    repeats = value is not None and value < REPEATS_BELOW
    return Novelty(turn=turn.number, side=turn.side, value=value, reason=reason, repeats=repeats)


def _windows_of_text(text: str) -> Iterator[tuple[str, ...]]:
    for sentence in _SENTENCE_END.split(unicodedata.normalize("NFKC", text).casefold()):
        spaced = sentence
        for script, length in _UNSPACED:
            for run in script.findall(sentence):
                yield from _windows(run, length)
            spaced = script.sub(" ", spaced)
        yield from _windows([w for w in _words(spaced) if w not in FUNCTION_WORDS], WORDS)


def _words(text: str) -> list[str]:
    joined = _INSIDE_WORDS.sub("", text)
    return "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in joined).split()


def _windows(units: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(units[at : at + length]) for at in range(len(units) - length + 1))
