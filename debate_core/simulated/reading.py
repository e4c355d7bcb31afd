"""What simulated judges and opponents make of words: by the tags that came with them, else by plain features."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from debate_core.domain.score_sheet import FALLACIES, Fallacy
from debate_core.domain.transcript import Argument, ResponseType, Transcript, Turn
from debate_core.simulated.phrases import CASES, RULES, TABLES, Case, quotation, sentences, summed

Met = Literal["hit", "questioned", "part", "granted", "miss", "unanswered"]
FORCE: Mapping[Met, float] = TABLES["force"]
QUALITIES = ("mechanism", "figure", "limits")
READ_AT_MOST = 6_000  # characters
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


class ReadTranscript(NamedTuple):
    """What was read. `features`: from 0 to 1 each."""

    sentences: tuple[Sentence, ...]
    features: Mapping[str, float]
    empty: bool

    def tagged(self, *starts: str) -> list[tuple[Tag, Sentence]]:
        """Tags that begin so, each with its sentence, in order."""
        every = ((tag, one) for one in self.sentences for tag in one.tags)
        return list(dict.fromkeys((tag, one) for tag, one in every if tag.name.startswith(starts)))

    def of(self, *starts: str) -> list[Sentence]:
        return [one for _, one in self.tagged(*starts)]

    @property
    def takes_stock(self) -> bool:
        """Whether it says where a side has arrived, and no reason."""
        return bool(self.of("ending:"))

    def counts(self, table: str) -> dict[str, float]:
        """How often tags of each kind come, up to the most that counts."""
        return {name: min(most, len(self.of(*of))) for name, (most, of) in TABLES[table].items()}

    @property
    def flaws(self) -> dict[Fallacy, Sentence]:
        every = {tag.key: one for tag, one in self.tagged("flaw:")}
        return {name: every[name] for name in FALLACIES if name in every}

    @property
    def case(self) -> Case | None:
        every = (CASES.get(tag.of) for tag, _ in self.tagged("case:claim", "case:why", "case:so"))
        return next(filter(None, every), None)

    def quote(self, *starts: str, otherwise: str = "") -> str:
        every = (one for start in starts for one in self.of(start))
        return next((text for one in every if (text := quotation(one.text, ""))), otherwise)


class Answered(NamedTuple):
    met: Met
    quote: str = ""


@lru_cache(maxsize=4096)
def hear(texts: tuple[str, ...], tags: str) -> ReadTranscript:
    """Texts with the tags of their sentences; tags that are not as many as the sentences are none."""
    parts = [part for text in texts for part in sentences(text[:READ_AT_MOST])[:60]]
    given = [tuple(Tag(*tag.split("@")[:2]) for tag in one.split()) for one in tags.split(";")]
    owns = [_QUOTED.sub(" ", part) for part in parts]
    if not tags or len(given) != len(parts):
        given = [_foreign_tags(*one) for one in zip(parts, owns, strict=True)]
    there, words = {tag.name: 1.0 for one in given for tag in one}, sum(len(own.split()) for own in owns)
    clarity = {"clarity": 1.3 - words / len(parts) / 40 if parts else 0.0}
    features = clarity | {name: summed(of, there) for name, of in TABLES["features"].items()}
    bounded = {name: min(1.0, max(0.0, value)) for name, value in features.items()}
    return ReadTranscript(tuple(map(Sentence, parts, given)), {"one": 1.0, **bounded}, words < _FEW)


def _foreign_tags(text: str, own: str) -> tuple[Tag, ...]:
    names = [name for name, of in RULES["foreign"].items() if of.search(own)]
    long = ["foreign:long", *(["meets:foreign"] if "“" in text else [])]
    return tuple(map(Tag, ["foreign:", *names, *(long if len(own.split()) >= _ENOUGH else [])]))


def hear_argument(argument: Argument) -> ReadTranscript:
    return hear((argument.claim, argument.reasoning, argument.evidence), argument.tags)


def hear_turn(turn: Turn) -> ReadTranscript:
    texts = [text for a in turn.arguments for text in (a.claim, a.reasoning, a.evidence)]
    texts += [response.reasoning for response in turn.responses]
    if turn.closing:
        texts += [*turn.closing.concessions, *turn.closing.unrebutted, turn.closing.position]
    parts = (*turn.arguments, *turn.responses, turn.closing)
    return hear(tuple(texts), ";".join(one.tags for one in parts if one and one.tags))


def hear_reply(argument: Argument, transcript: Transcript) -> Answered:
    """What became of an argument: by the answer it got in cross-examination, or by the next turn of an exchange."""
    response = transcript.responses.get(argument.id)
    at = next((turn.number for turn in transcript.turns if argument in turn.arguments), 0)
    later = (turn for turn in transcript.turns_of("exchange") if turn.number > at)
    turn = next((turn for turn in later if turn.side != argument.side), None)
    if hear_argument(argument).takes_stock:
        return Answered("unanswered")
    if response is not None and response.response_type is not None:
        return _answered(hear((response.reasoning,), response.tags), response.response_type)
    return _answered(hear_turn(turn), None) if turn and response is None else Answered("unanswered")


def _answered(sense: ReadTranscript, given: ResponseType | None) -> Answered:
    """By its tags; where these do not tell, by the type that was given."""
    quote = sense.quote("case:answer", "case:gap", "exposes:", "meets:", "grants:concede", "foreign:")
    replies = (
        met for tag, met in TABLES["replies"].items() if sense.of(tag) and not (given and tag == "meets:")
    )
    says = given == "concede" or (given and sense.of("foreign:long", "meets:"))
    meant: Met = TABLES["given"].get(given, "questioned") if says else "miss"
    return Answered(next(replies, meant), quote)


def grants(sense: ReadTranscript) -> str:
    """The sentence in which something is given up, as a quotation; empty where nothing is."""
    starts = ("grants:", "closing:concede", "closing:partial", "closing:moved", "ending:genuine_agreement")
    return sense.quote(*starts, "concedes:")
