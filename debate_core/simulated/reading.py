"""What a simulated judge, or opponent, finds in words: by the tags of known phrases; in others, by plain features such
as length, figures, connectives and hedges."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from debate_core.domain.score_sheet import FALLACIES, Fallacy
from debate_core.domain.transcript import Argument, ResponseType, Transcript, Turn
from debate_core.simulated.phrases import RULES, TABLES, Case, KnownPhrase, known_in, quotation, sentences

Met = Literal["hit", "questioned", "part", "granted", "miss", "unanswered"]
FORCE: Mapping[Met, float] = TABLES["force"]
QUALITIES = ("mechanism", "figure", "limits")
READ_AT_MOST = 6_000  # characters
_FEW, _ENOUGH = 4, 9  # words that say nothing, and words of an answer in strange words that say something
_QUOTED = re.compile(r"“[^”]*(?:”|$)|^[^“]*”")
_TWICE = {"frame:compared", "frame:recheck", "frame:checked"}


class Sentence(NamedTuple):
    """One sentence, its words that are no quotation, and what it is known as."""

    text: str
    own: str
    known: tuple[KnownPhrase, ...]

    def foreign(self, feature: str) -> int:
        """How often a feature stands in words that are not known: nobody of the simulation wrote them."""
        return 0 if self.known else len(RULES["words"][feature].findall(self.own))


class ReadTranscript(NamedTuple):
    """What was read. `features`: from 0 to 1 each; `takes_stock`: it says where a side has arrived, and no reason."""

    sentences: tuple[Sentence, ...]
    features: Mapping[str, float]
    empty: bool
    takes_stock: bool

    def tagged(self, *starts: str) -> list[tuple[str, Sentence]]:
        """Tags that begin so, each with its sentence, in order."""
        every = ((known.tag, one) for one in self.sentences for known in one.known)
        return list(dict.fromkeys((tag, one) for tag, one in every if tag.startswith(starts)))

    def of(self, *starts: str) -> list[Sentence]:
        return [one for _, one in self.tagged(*starts)]

    @property
    def flaws(self) -> dict[Fallacy, Sentence]:
        every = {tag.partition(":")[2]: one for tag, one in self.tagged("flaw:")}
        return {name: every[name] for name in FALLACIES if name in every}

    @property
    def case(self) -> Case | None:
        every = (known for one in self.sentences for known in one.known)
        return next((one.case for one in every if one.tag in ("case:claim", "case:why", "case:so")), None)

    def quote(self, *starts: str, strange: str = "", otherwise: str = "") -> str:
        known = [one for start in starts for one in self.of(start)]
        other = [one for one in self.sentences if strange and one.foreign(strange)]
        return next((text for one in (*known, *other) if (text := quotation(one.text, ""))), otherwise)

    def showing(self, quality: str) -> str:
        return self.quote(*TABLES["shown"][quality], strange=TABLES["strange"][quality])


class Answered(NamedTuple):
    met: Met
    quote: str = ""


@lru_cache(maxsize=4096)
def hear(*texts: str) -> ReadTranscript:
    read = tuple(_sentence(part) for text in texts for part in sentences(text[:READ_AT_MOST])[:60])
    tags = {known.tag for one in read for known in one.known}
    words = sum(len(one.own.split()) for one in read)
    names = ("cause", "figure", "compared", "hedge", "over")
    causes, figures, compared, hedges, over = (
        min(3, sum(one.foreign(name) for one in read)) for name in names
    )
    mechanism = (
        0.55 * ("case:why" in tags)
        + 0.45 * ("case:so" in tags)
        - 0.3 * bool({"lacks:steps", "lacks:steps_short"} & tags)
    )
    figure = 0.75 * ("case:seen" in tags) + 0.25 * bool(_TWICE & tags)
    features = {
        "one": 1.0,
        "mechanism": min(1.0, max(0.0, mechanism) + 0.35 * causes),
        "figure": min(1.0, figure + 0.25 * figures + 0.2 * min(compared, 1)),
        "limits": min(1.0, ("case:limit" in tags) + 0.35 * hedges),
        "over": min(1.0, 0.8 * ("over:claim" in tags) + 0.35 * over),
        "clarity": max(0.0, min(1.0, 1.3 - words / len(read) / 40)) if read else 0.0,
    }
    return ReadTranscript(read, features, words < _FEW, any(tag.startswith("ending:") for tag in tags))


def _sentence(text: str) -> Sentence:
    own = _QUOTED.sub(" ", text)
    return Sentence(text, own, tuple(dict.fromkeys(known_in(own))))


def hear_argument(argument: Argument) -> ReadTranscript:
    return hear(argument.claim, argument.reasoning, argument.evidence)


def hear_turn(turn: Turn) -> ReadTranscript:
    texts = [text for a in turn.arguments for text in (a.claim, a.reasoning, a.evidence)]
    texts += [response.reasoning for response in turn.responses]
    if turn.closing is not None:
        texts += [*turn.closing.concessions, *turn.closing.unrebutted, turn.closing.position]
    return hear(*texts)


def hear_reply(argument: Argument, transcript: Transcript) -> Answered:
    """What became of an argument: by the answer it got in cross-examination, or by the next turn of an exchange."""
    response = transcript.responses.get(argument.id)
    at = next((turn.number for turn in transcript.turns if argument in turn.arguments), 0)
    others = (turn for turn in transcript.turns_of("exchange") if turn.side != argument.side)
    turn = next((turn for turn in others if turn.number > at), None)
    if hear_argument(argument).takes_stock:
        return Answered("unanswered")
    if response is not None and response.response_type is not None:
        return _answered(hear(response.reasoning), response.response_type)
    return _answered(hear_turn(turn), None) if turn and response is None else Answered("unanswered")


def _answered(heard: ReadTranscript, given: ResponseType | None) -> Answered:
    """By the tags of what is known; in strange words by the type that was given."""
    strange = [one for one in heard.sentences if not one.known and (given or "“" in one.text)]
    quote = heard.quote("case:answer", "case:gap", "exposes:", "meets:", "grants:concede")
    if heard.of("evades:"):
        return Answered("miss", quote)
    for tag, met in TABLES["replies"].items():
        if heard.of(tag) and (given is None or tag != "meets:"):
            return Answered(met, quote)
    enough = heard.of("meets:") or sum(len(one.own.split()) for one in strange) >= _ENOUGH
    meant: Met = TABLES["given"].get(given, "questioned") if enough or given == "concede" else "miss"
    return Answered(meant, quote or max((quotation(one.text, "") for one in strange), key=len, default=""))


def grants(heard: ReadTranscript) -> str:
    """The sentence in which something is given up, as a quotation; empty where nothing is."""
    starts = ("grants:", "closing:concede", "closing:partial", "closing:moved", "ending:genuine_agreement")
    return heard.quote(*starts, strange="grants")
