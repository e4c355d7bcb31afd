"""What a simulated live judge hears in one turn: its sentences, the links of its chain, and what it does with the other
side's words.

Knows the words of turns only: not who simulated them, nor how the debate was meant to go. Invariant: every quote is a
stretch of the turn to the letter, and no more than the first `READ_AT_MOST` characters of a field are read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from debate_core.simulated.phrasing import READ_AT_MOST, content_words, plain
from debate_core.simulated.reading import Found, read_argument
from debate_core.transcript import Argument, Turn

Part = Literal["claim", "reasoning", "evidence"]
State = Literal["present", "weak", "missing"]
_SENTENCE_END = re.compile(r"(?:(?<=[.!?。！？])|(?<=[.!?][”\"’]))\s+(?![\da-z])|\n+")
_QUOTED = re.compile(r"“([^”\n]{3,300})”|\"([^\"\n]{3,300})\"|«([^»\n]{3,300})»")
_CLAUSE_END = re.compile(
    r"[;:.!?](?:\s|$)|\s[–—]\s|,? and therefore\b|,? it follows that\b|,? which is why\b"
)
_LONGEST_QUOTE = 22
# A cause follows these …
_CAUSE_AFTER = re.compile(
    r"\b(?:because(?! of that)|since|due to|owing to|what happens is(?: this\.)?(?: that)?|"
    r"(?:the|a plain|a) cause(?: is plain| comes first)?:|"
    r"the reason is (?:this|simple enough):|sets (?:it|this) off:|behind it stands a cause:|"
    r"name the step:|step by step:|"
    r"one step at a time:|first,|it begins with [^:]{0,30}:)",
    re.I,
)
# … and stands before these, which open the process.
_THEN = re.compile(
    r"\b(?:from there the rest can be traced:|that leads to a second step:|as a result|"
    r"therefore|hence|thus|consequently|in consequence|"
    r"which is why|that is why|because of that|"
    r"(?:from this )?it follows that|this means that|which means that|(?:that )?leads? to|so that|and so)\b,?",
    re.I,
)
_FIGURE = re.compile(
    r"(?<![\w-])\d[\d.,]*(?:\s*(?:per cent|percent|%))?|\bone in (?:two|three|four|five|ten)\b", re.I
)
_RESULT = re.compile(
    r"\bfrom \d[\d.,]* to \d[\d.,]*\b(?: per cent)?|\b\d[\d.,]* per cent\b|\bagainst \d[\d.,]*", re.I
)
_CHANGE = re.compile(
    r"\b(?:fall\w*|fell|rise\w*|rose|grow\w*|grew|drop\w*|shr[aiu]nk\w*|increas\w*|"
    r"reduc\w*|fewer|less|more|higher|"
    r"lower\w*|narrow\w*|clos\w+|faster|slower|cheaper|dearer|differ\w*|gain\w*|lose|lost|sav\w+|better|worse|last\w*)\b",
    re.I,
)
_MEASURE = re.compile(
    r"\b(?:share|number|hours?|minutes?|days?|weeks?|months?|years?|rates?|costs?|bills?|counts?|"
    r"marks|prices?|"
    r"average|index|per cent|gap|length|size|effort|time|amount|difference|pounds|euros|cases|entries)\b",
    re.I,
)
_POLL = re.compile(r"\b(?:asked|questionnaire|poll|thought that|expected to|cared about|is said to)\b", re.I)
_MOOD = re.compile(
    r"\b(?:hearts?|souls?|spirit|tides?|lamp|gardens?|songs?|music|dawn|dreams?|in one's bones|roots|leaves|"
    r"wind blows|it is a door|there is a light|feel (?:it|the weight)|poets?|dignity|thread in the cloth|"
    r"ground under the feet|bridge is trusted|as one hears rain|tears|flame|candle|ocean|storm|whisper\w*|destiny|"
    r"courage begins|poor house|evenings on which|wake up to|arithmetic|weight of it|in the voices|a road is known)\b",
    re.I,
)
_IMAGE = re.compile(
    r"\b(?:it is like|as a song|is a (?:scale|door|garden|leak)|keystone|a map is drawn|"
    r"tune an instrument|rusty gate|a clock that is wrong|a chain is tested|mending a roof)\b",
    re.I,
)
_ATTACK = re.compile(
    r"\b(?:only if|takes? for granted|taken for granted|skips?|fails?|doubt\w*|dispute\w*|not shown|has to be shown|"
    r"to be shown|does not follow|not follow|assum\w+|left open|no step|without evidence|leaves out|missing|weakest|"
    r"against that|against it|in fact|comes from nowhere|does not exist|opposite|upside down|effect for the cause|"
    r"other way round|not a cause|nobody has tested|however|nevertheless|but|yet|is another matter|how far|"
    r"supports neither|decline to assume|cannot decide|not how it|not enough|"
    r"unexplained|no mechanism|if it were shown|does nothing against|has not taken|not touched)\b",
    re.I,
)
_GRANT = re.compile(
    r"\b(?:we grant|grants?|concede\w*|we accept|accepts?|correct ourselves|partly right|is fair|was right|we give up|"
    r"let go of|narrower|common ground|we agree|we claim less|take it in|change our position|have moved)\b",
    re.I,
)
_EVADE = re.compile(
    r"\b(?:larger picture|another debate|hair-splitting|look at the (?:whole|matter as a whole)|"
    r"no need to go into|small points|what we came to say|speaks for us|not what the debate is about|"
    r"changes nothing|point of the book|time for particulars|looks small beside|deserves an answer|"
    r"bore on the main question|already explained)\b",
    re.I,
)
_FRAME = re.compile(
    r"\b(?:the (?:real )?question|what matters|decides?|rests? on|stake|turns? on|comes? down to|"
    r"heart of|the test|stands or falls|"
    r"would be judged|what is at|between us|the premise|spine|prove us wrong|principle|last word|what we ask)\b",
    re.I,
)
_PEOPLE = re.compile(
    r"\b(?:people|child(?:ren)?|pupils?|famil\w+|parents?|patients?|residents?|citizens?|workers?|neighbours?|"
    r"households?|users?|visitors?|teenagers?|engineers?|mother|home|trust\w*|fair\w*|care|afraid|fear|hope|dignity|"
    r"lives|community|listener)\b",
    re.I,
)
_SPOKEN = re.compile(r"\S+")


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One sentence to the letter; `masked` has the quoted words blanked, place for place."""

    text: str
    masked: str
    part: Part
    quotes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A link as it is seen: its state, and the words it rests on."""

    state: State
    quote: str = ""


@dataclass(frozen=True, kw_only=True)
class Hearing:
    """What a turn holds by itself. `mood` is the share of its sentences that are mood and not reason."""

    sentences: tuple[Sentence, ...]
    cause: Seen
    process: Seen
    consequence: Seen
    found: Found
    mood: float
    images: int
    frames: int
    people: int
    attacks: int
    grants: int
    evades: int
    figures: int
    words: int


@dataclass(frozen=True, kw_only=True)
class Engagement:
    """How a turn takes up what the other side said: `share` 0 to 1, and the premise as a link."""

    share: float
    premise: Seen


def fields_of(turn: Turn) -> Iterator[tuple[Part, str]]:
    """Everything said in a turn, field by field."""
    for argument in turn.arguments:
        yield from (
            ("claim", argument.claim),
            ("reasoning", argument.reasoning),
            ("evidence", argument.evidence),
        )
    for response in turn.responses:
        yield from (("reasoning", response.reasoning), ("reasoning", response.question))
    if turn.closing is not None:
        yield from (("reasoning", line) for line in turn.closing.concessions)
        yield "claim", turn.closing.position


@lru_cache(maxsize=256)
def sentences_of(turn: Turn) -> tuple[Sentence, ...]:
    """A turn's sentences, in their order."""
    return tuple(s for part, text in fields_of(turn) for s in _split(text[:READ_AT_MOST], part))


def _split(text: str, part: Part) -> Iterator[Sentence]:
    begin = 0
    for end in [*(m.start() for m in _SENTENCE_END.finditer(text)), len(text)]:
        if words := text[begin:end].strip():
            masked = _QUOTED.sub(lambda m: " " * len(m[0]), words)
            quotes = tuple(same(m[1] or m[2] or m[3]) for m in _QUOTED.finditer(words))
            yield Sentence(text=words, masked=masked, part=part, quotes=quotes)
        begin = end


def same(text: str) -> str:
    """`text` as it is compared: one line, no marks at its ends, small letters."""
    return plain(text).casefold().strip(" .,;:?…")


@lru_cache(maxsize=256)
def own_words(turn: Turn) -> frozenset[str]:
    """The words a turn's speaker says in its own claim and reasoning, not quoting."""
    return content_words(" ".join(s.masked for s in sentences_of(turn) if s.part != "evidence"))


@lru_cache(maxsize=256)
def _all_words(turn: Turn) -> str:
    return same("\n".join(text for _, text in fields_of(turn)))


def attacks(sentence: Sentence) -> bool:
    """Whether a sentence speaks against something."""
    return _ATTACK.search(sentence.masked) is not None


def is_said_in(quote: str, turn: Turn) -> bool:
    """Whether quoted words stand in a turn."""
    return len(quote.split()) >= 2 and quote in _all_words(turn)


@lru_cache(maxsize=256)
def hear(turn: Turn) -> Hearing:
    """What a turn holds by itself."""
    sentences = sentences_of(turn)
    case = [s for s in sentences if s.part != "evidence"]
    own = [s for s in case if not s.quotes] or case
    masked = " ".join(s.masked for s in case)
    reasons = [s for s in own if s.part == "reasoning"]
    moods = sum(bool(_MOOD.search(s.masked)) and not _FIGURE.search(s.masked) for s in reasons)
    whole = " ".join(s.masked for s in sentences)
    place, process = _process(own)
    return Hearing(
        sentences=sentences,
        cause=_cause(own, place),
        process=process,
        consequence=_consequence(own, [s for s in sentences if s.part == "evidence"]),
        found=read_argument(_as_argument(turn)),
        mood=moods / max(2, len(reasons)),
        images=len(_IMAGE.findall(masked)) + moods,
        frames=len(_FRAME.findall(masked)),
        people=len(_PEOPLE.findall(masked)),
        attacks=len(_ATTACK.findall(masked)),
        grants=len(_GRANT.findall(masked)),
        evades=len(_EVADE.findall(masked)),
        figures=len(_FIGURE.findall(whole)),
        words=len(whole.split()),
    )


def engagement(turn: Turn, others: Sequence[Turn]) -> Engagement:
    """How a turn takes up what `others`, the other side's earlier turns, said."""
    sentences = [s for s in sentences_of(turn) if s.part != "evidence"]
    taken, best = 0.0, Seen(state="missing")
    for place, sentence in enumerate(sentences):
        if not any(is_said_in(quote, other) for quote in sentence.quotes for other in others):
            continue
        near = " ".join(s.masked for s in sentences[place : place + 2])
        met = bool(_ATTACK.search(near) or _GRANT.search(near))
        taken = max(taken, 1.0 if met else 0.5)
        if met and best.state != "present":
            best = Seen(state="present", quote=shortened(sentence.text))
        elif best.state == "missing":
            best = Seen(state="weak", quote=shortened(sentence.text))
    if best.state != "missing":
        return Engagement(share=taken, premise=best)
    theirs = frozenset[str]().union(*(own_words(other) for other in others[-2:])) if others else frozenset()
    return _without_quoting(sentences, theirs)


def _without_quoting(sentences: list[Sentence], theirs: frozenset[str]) -> Engagement:
    """Taking up the other side's words without quoting them."""
    best, found = 0.0, Seen(state="missing")
    for sentence in sentences:
        words = content_words(sentence.masked)
        shared = len(words & theirs) / max(6, len(words))
        if _ATTACK.search(sentence.masked) and shared > best:
            best, found = shared, Seen(state="weak", quote=shortened(sentence.text))
    return Engagement(share=min(0.6, 1.5 * best), premise=found if best >= 0.3 else Seen(state="missing"))


def shortened(text: str, begin: int = 0, end: int | None = None) -> str:
    """A stretch of `text` to the letter, with whole words and no more than a reader needs."""
    stretch = text[begin:end].strip(" ,;:.\n")
    words = list(_SPOKEN.finditer(stretch))
    if len(words) > _LONGEST_QUOTE:
        stretch = stretch[: words[_LONGEST_QUOTE - 1].end()]
    return stretch.strip(" ,;:.")


def _as_argument(turn: Turn) -> Argument:
    """The turn as one argument, without the words it quotes from the other side."""
    texts: dict[Part, list[str]] = {"claim": [], "reasoning": [], "evidence": []}
    for sentence in sentences_of(turn):
        texts[sentence.part].append(sentence.masked)
    joined = {part: " ".join(" ".join(said).split())[:READ_AT_MOST] for part, said in texts.items()}
    return Argument(id="", side=turn.side, **joined)


def _clause(sentence: Sentence, begin: int) -> str:
    """The clause that begins at a place of a sentence, to the letter."""
    rest = sentence.text[begin:]
    opened = len(rest) - len(rest.lstrip(" ,:"))
    end = next(
        (m.start() for m in _CLAUSE_END.finditer(rest, opened) if len(rest[opened : m.start()].split()) >= 5),
        len(rest),
    )
    return shortened(rest, opened, end)


def _opening(text: str, begin: int, end: int) -> int:
    """Where the clause that holds a stretch begins, late enough for the stretch to be quoted with it."""
    marks = (", ", ": ", " that ", "; ")
    places = [at + len(mark) for mark in marks if (at := text.rfind(mark, 0, begin)) >= 0]
    opened = max([place for place in places if len(text[place:begin].split()) >= 3], default=0)
    words = [m.start() for m in _SPOKEN.finditer(text, opened, end)]
    return words[-(_LONGEST_QUOTE - 6)] if len(words) > _LONGEST_QUOTE - 6 else opened


def _cause(own: list[Sentence], before: int) -> Seen:
    """The cause named last before the process, or first of all where no process comes."""
    named = [(place, seen) for place in range(len(own)) if (seen := _cause_in(own, place)) is not None]
    if named:
        return max((one for one in named if one[0] <= before), key=lambda one: one[0], default=named[0])[1]
    plainly = [s for s in own if s.part == "reasoning" and len(content_words(s.masked)) >= 5]
    hinted = next((s for s in plainly if not _MOOD.search(s.masked) and not _EVADE.search(s.masked)), None)
    return Seen(state="weak", quote=shortened(hinted.text)) if hinted else Seen(state="missing")


def _cause_in(own: list[Sentence], place: int) -> Seen | None:
    """The cause that one sentence names, or the one before it."""
    sentence, quote = own[place], ""
    if opened := _CAUSE_AFTER.search(sentence.masked):
        quote = _clause(sentence, opened.end())
    elif (then := _THEN.search(sentence.masked)) is not None:
        quote = shortened(sentence.text, 0, then.start()).removesuffix(" and").strip(" ,;:")
        earlier = own[place - 1] if place else None
        if len(quote.split()) < 4 and earlier is not None and earlier.part == sentence.part:
            opened = _CAUSE_AFTER.search(earlier.masked)
            quote = _clause(earlier, opened.end()) if opened else shortened(earlier.text)
    if len(quote.split()) < 4:
        return None
    return Seen(state="weak" if _MOOD.search(sentence.masked) else "present", quote=quote)


def _process(own: list[Sentence]) -> tuple[int, Seen]:
    """Where the process stands, and what it is."""
    at, best = len(own), Seen(state="missing")
    for place, sentence in enumerate(own):
        then = _THEN.search(sentence.masked)
        if then is None:
            continue
        quote = _clause(sentence, then.end())
        if len(quote.split()) < 4:
            continue
        if len(content_words(quote)) >= 5 and not _MOOD.search(sentence.masked):
            return place, Seen(state="present", quote=quote)
        at, best = place, Seen(state="weak", quote=quote)
    return at, best


def _consequence(own: list[Sentence], evidence: list[Sentence]) -> Seen:
    """Something that could be counted, best where it has been."""
    for sentence in [*evidence, *own]:
        figures = list(_FIGURE.finditer(sentence.masked))
        figure = _RESULT.search(sentence.masked) or (figures[-1] if figures else None)
        shown = _CHANGE.search(sentence.masked) or _MEASURE.search(sentence.masked)
        if figure and shown and not sentence.quotes:
            begin = _opening(sentence.text, figure.start(), figure.end())
            polled = _POLL.search(sentence.masked)
            return Seen(state="weak" if polled else "present", quote=shortened(sentence.text, begin))
    hinted = next((s for s in own if _MEASURE.search(s.masked) and _CHANGE.search(s.masked)), None)
    hinted = hinted or next((s for s in own if _CHANGE.search(s.masked) and not _MOOD.search(s.masked)), None)
    return Seen(state="weak", quote=shortened(hinted.text)) if hinted else Seen(state="missing")
