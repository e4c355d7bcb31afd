"""The books of phrases, put into words by chance; and what simulated judges make of words, by tags or features."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from debate_core.domain.rubric import FALLACIES, Fallacy, Scale
from debate_core.domain.transcript import Argument, ResponseType, Transcript, Turn
from debate_core.domain.wording import capital

_EITHER = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(?:(\d+)(?:\.(\d))?-(\d+)(?:\.(\d))?|([\w.\-]+))\}([.,]?)")
_ENDED = tuple(f"{mark}”" for mark in ".!?…。！？")
_BETWEEN = re.compile(r"(?<=[.?!。？！])\s+(?![^“]{0,300}”)|\n+")
_LONGEST_QUOTE, _MAX_WORDS = 300, 45

Case = dict[str, str]
"""One reason: see `material/cases.toml` for its lines."""
CLAUSES = ("why", "so", "seen", "limit", "gap", "answer")


def book(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "material" / f"{name}.toml").read_text(encoding="utf-8"))


PHRASES, TABLES = book("phrases"), book("tables")
RULES = {
    table: {name: re.compile(pattern, re.I) for name, pattern in rules.items()}
    for table, rules in book("rules").items()
}
POOLS: dict[str, dict[str, list[Case]]] = book("cases") | book("themes")
PILES = {f"{pool}.{side}": cases for pool, sides in POOLS.items() for side, cases in sides.items()}
CASES = {f"{pile}.{n}": case for pile, cases in PILES.items() for n, case in enumerate(cases)}
for name, case in CASES.items():
    case["name"] = name


def weighted_sum(table: Mapping[str, float], features: Mapping[str, float]) -> float:
    return sum(weight * features[name] for name, weight in table.items() if name in features)


def on_scale(points: float, scale: Scale) -> int:
    return round(min(float(scale.high), max(float(scale.low), points)))


def reread(points: int, scale: Scale, rng: Random, share: float) -> int:
    """A score at another reading: now and then a point higher or lower."""
    return on_scale(points + (rng.choice((-1, 1)) if rng.random() < share else 0), scale)


def render(template: str, rng: Random, slots: Mapping[str, str]) -> str:
    """A phrase in words. `{Name}` begins with a capital, `{NAME}` is all capitals.

    >>> render("{It} costs {3-3} [coins|coins].", Random(1), {"it": "the proposal"})
    'The proposal costs 3 coins.'
    >>> render("{SIDE} says {quote}. It is {0.5-0.5}.", Random(1), {"side": "pro", "quote": "“no.”"})
    'PRO says “no.” It is 0.5.'
    """

    def fill(slot: re.Match[str]) -> str:
        low, tenth, high, top, name, mark = slot.groups()
        if not name:
            drawn = rng.randint(int(f"{low}{tenth or ''}"), int(f"{high}{top or ''}"))
            return f"{drawn / 10:.1f}{mark}" if tenth else f"{drawn}{mark}"
        value = slots[name.lower()]
        value = value.upper() if name.isupper() else capital(value) if name[0].isupper() else value
        # A quotation that brings its own full stop needs no second one.
        return value if mark == "." and value.endswith(_ENDED) else value + mark

    return _SLOT.sub(fill, _EITHER.sub(lambda either: rng.choice(either[1].split("|")), template))


def say(rng: Random, table: str, key: str, **slots: str) -> str:
    among = PHRASES[table][key]
    return render(among if isinstance(among, str) else rng.choice(among), rng, slots)


def quotation(text: str, otherwise: str) -> str:
    """A whole sentence as a quotation, or `otherwise` where it is too long: cutting could lose a *not*."""
    first = next(iter(sentences(text)), "")
    words = " ".join(first.replace("“", "‘").replace("”", "’").split()).rstrip(".")
    fits = words and len(words) <= _LONGEST_QUOTE and len(words.split()) <= _MAX_WORDS
    return f"“{words}”" if fits and any(char.isalnum() for char in words) else otherwise


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order; what stands in quotation marks is never a sentence of its own."""
    return [part.strip() for part in _BETWEEN.split(text) if part.strip()]


def variants(template: str) -> list[str]:
    parts = _EITHER.split(template)
    return ["".join(way) for way in product(*(part.split("|") for part in parts))]


def tags_of(wording: str, text: str, name: str, slots: Mapping[str, str]) -> dict[str, str]:
    """The tags of each sentence of a phrase in words: its own, and those of the clauses of a case put into it."""
    lines, parts = sentences(text), sentences(wording)
    parts = parts if len(parts) == len(lines) else [wording] * len(lines)
    own = f"{name}@{slots['n']}" if "n" in slots else name
    put = [[slot[4].lower() for slot in _SLOT.findall(part)] for part in parts]
    tags = [[own, *(f"case:{slot}@{slots['case']}" for slot in one if slot in CLAUSES)] for one in put]
    return dict(zip(lines, map(" ".join, tags), strict=True))


ReplyEffect = Literal["hit", "questioned", "part", "granted", "miss", "unanswered"]
FORCE: Mapping[ReplyEffect, float] = TABLES["force"]
QUALITIES = ("mechanism", "figure", "limits")
MAX_READ = 6_000  # characters
_FEW, _ENOUGH = 4, 9  # words that say nothing, and words of an answer in strange words that say something
_QUOTED = re.compile(r"“[^”]*(?:”|$)|^[^“]*”")


class Tag(NamedTuple):
    """A tag, and the case or the turn that it is of."""

    name: str
    of: str = ""

    @property
    def key(self) -> str:
        return self.name.partition(":")[2]


class Sentence(NamedTuple):
    text: str
    tags: tuple[Tag, ...]


class SpeechReading(NamedTuple):
    """What was read. `features`: from 0 to 1 each."""

    sentences: tuple[Sentence, ...]
    features: Mapping[str, float]
    empty: bool

    def find_tags(self, *starts: str) -> list[tuple[Tag, Sentence]]:
        """Tags that begin so, each with its sentence, in order."""
        every = ((tag, one) for one in self.sentences for tag in one.tags)
        return list(dict.fromkeys((tag, one) for tag, one in every if tag.name.startswith(starts)))

    def of(self, *starts: str) -> list[Sentence]:
        return [one for _, one in self.find_tags(*starts)]

    @property
    def takes_stock(self) -> bool:
        """Whether it says where a side has arrived, and no reason."""
        return bool(self.of("ending:"))

    def counts(self, table: str) -> dict[str, float]:
        """How often tags of each kind come, up to the most that counts."""
        return {name: min(maximum, len(self.of(*of))) for name, (maximum, of) in TABLES[table].items()}

    @property
    def flaws(self) -> dict[Fallacy, Sentence]:
        every = {tag.key: one for tag, one in self.find_tags("flaw:")}
        return {name: every[name] for name in FALLACIES if name in every}

    @property
    def case(self) -> Case | None:
        every = (CASES.get(tag.of) for tag, _ in self.find_tags("case:claim", "case:why", "case:so"))
        return next(filter(None, every), None)

    def quote(self, *starts: str, otherwise: str = "") -> str:
        every = (one for start in starts for one in self.of(start))
        return next((text for one in every if (text := quotation(one.text, ""))), otherwise)


class Reply(NamedTuple):
    effect: ReplyEffect
    quote: str = ""


@lru_cache(maxsize=4096)
def read_words(texts: tuple[str, ...], tags: str) -> SpeechReading:
    """Texts with the tags of their sentences; tags that are not as many as the sentences are none."""
    parts = [part for text in texts for part in sentences(text[:MAX_READ])[:60]]
    given = [tuple(Tag(*tag.split("@")[:2]) for tag in one.split()) for one in tags.split(";")]
    owns = [_QUOTED.sub(" ", part) for part in parts]
    if not tags or len(given) != len(parts):
        given = [_foreign_tags(*one) for one in zip(parts, owns, strict=True)]
    there, words = {tag.name: 1.0 for one in given for tag in one}, sum(len(own.split()) for own in owns)
    clarity = {"clarity": 1.3 - words / len(parts) / 40 if parts else 0.0}
    features = clarity | {name: weighted_sum(table, there) for name, table in TABLES["features"].items()}
    bounded = {name: min(1.0, max(0.0, value)) for name, value in features.items()}
    return SpeechReading(tuple(map(Sentence, parts, given)), {"one": 1.0, **bounded}, words < _FEW)


def _foreign_tags(text: str, own: str) -> tuple[Tag, ...]:
    names = [name for name, of in RULES["foreign"].items() if of.search(own)]
    long = ["foreign:long", *(["meets:foreign"] if "“" in text else [])]
    return tuple(map(Tag, ["foreign:", *names, *(long if len(own.split()) >= _ENOUGH else [])]))


def read_argument(argument: Argument) -> SpeechReading:
    return read_words(argument.texts, argument.tags)


def read_turn(turn: Turn) -> SpeechReading:
    texts = [text for one in turn.arguments for text in one.texts]
    texts += [response.reasoning for response in turn.responses]
    if turn.closing:
        texts += [*turn.closing.concessions, *turn.closing.unrebutted, turn.closing.position]
    parts = (*turn.arguments, *turn.responses, turn.closing)
    return read_words(tuple(texts), ";".join(one.tags for one in parts if one and one.tags))


def read_reply(argument: Argument, transcript: Transcript) -> Reply:
    """What became of an argument: by the answer it got in cross-examination, or by the next turn of an exchange."""
    response = transcript.responses.get(argument.id)
    at = next(turn.number for turn in transcript.turns if argument in turn.arguments)
    later = (turn for turn in transcript.turns_of("exchange") if turn.number > at)
    turn = next((turn for turn in later if turn.side != argument.side), None)
    if read_argument(argument).takes_stock:
        return Reply("unanswered")
    if response is not None and response.response_type is not None:
        return _reply_of(read_words((response.reasoning,), response.tags), response.response_type)
    return _reply_of(read_turn(turn), None) if turn and response is None else Reply("unanswered")


def _reply_of(reading: SpeechReading, given: ResponseType | None) -> Reply:
    """By its tags; where these do not tell, by the type that was given."""
    quote = reading.quote("case:answer", "case:gap", "exposes:", "meets:", "grants:concede", "foreign:")
    replies = (
        met for tag, met in TABLES["replies"].items() if reading.of(tag) and not (given and tag == "meets:")
    )
    says = given == "concede" or (given and reading.of("foreign:long", "meets:"))
    meant: ReplyEffect = TABLES["given"].get(given, "questioned") if says else "miss"
    return Reply(next(replies, meant), quote)


def grants(reading: SpeechReading) -> str:
    """The sentence in which something is given up, as a quotation; empty where nothing is."""
    starts = ("grants:", "closing:concede", "closing:partial", "closing:moved", "ending:genuine_agreement")
    return reading.quote(*starts, "concedes:")
