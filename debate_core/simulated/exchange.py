"""A turn of the free exchange by a simulated debater: what was just said taken up, and the side's own line carried on.

Knows the course of its own debate and reads what it heard by its words, whoever spoke them. Invariant: every piece of
evidence says that it is invented, and no side says one thing twice.
"""

from dataclasses import dataclass
from itertools import pairwise

from debate_core.asks.exchange import Exchange
from debate_core.scorecard.nouns import Concern
from debate_core.simulated.chance import chance
from debate_core.simulated.course import Course, Line, Move, Voice, course_of
from debate_core.simulated.grammar import lower_first, sentence
from debate_core.simulated.hearing import attacks, hear, is_said_in, own_words, sentences_of
from debate_core.simulated.manner import BEFORE, Manner, manner_of
from debate_core.simulated.material import Case, Pool
from debate_core.simulated.phrasing import content_words, excerpt, plain
from debate_core.simulated.speech import recognise
from debate_core.simulated.suspicion import suspects
from debate_core.transcript import Argument, Side, Turn, opponent

_WORDS_AT_MOST = 128  # of reasoning, before what can be spared is left out
_EXPOSED_SHARE, _AT_ONCE_SHARE, _MOOD_EVADES = 0.7, 0.45, 0.2
_SAID_BEFORE = 0.7
_NO_TERMS = frozenset({"should", "would", "could", "better", "there", "their", "every", "about", "does"})


@dataclass(frozen=True, kw_only=True)
class _Place:
    """A speaker at its turn: what it knows of its own line and what it has heard."""

    voice: Voice
    purpose: Exchange
    course: Course
    manner: Manner
    line: Line
    move: Move
    case: Case
    again: bool
    figurative: bool

    @property
    def slots(self) -> dict[str, str]:
        """What this turn's phrases can be filled with."""
        measure = f"the {self.line.cases[0].measure}"
        return self.voice.of_case(self.case) | {"line": measure, "topic": self.voice.proposition.named}


@dataclass(frozen=True, kw_only=True)
class _Said:
    """The parts of a turn."""

    claim: str
    body: tuple[str, ...]
    evidence: str


def exchange(purpose: Exchange, seed: int, call: str) -> dict[str, object]:
    """The answer to an `Exchange`: `{"claim", "reasoning", "evidence"}`."""
    at = _place(purpose, seed, call)
    ended = purpose.number > purpose.turns - 2 and at.course.ending != "none"
    said = _ending(at) if ended else _carried_on(at)
    before = [at.voice.turn(name) for name in at.manner.shown if name in BEFORE]
    after = [at.voice.turn(name) for name in at.manner.shown if name not in BEFORE]
    taken_up = "" if ended else _taking_up(at)
    return {
        "claim": sentence(said.claim),
        "reasoning": _joined(before, taken_up, said, [*after, _suspect_words(at)]),
        "evidence": said.evidence,
    }


def _place(purpose: Exchange, seed: int, call: str) -> _Place:
    place = max(0, purpose.number - 1) // 2
    turns = max(purpose.turns, purpose.number)
    mine = purpose.heard.arguments_of(purpose.side)
    said = " ".join(" ".join(f"{a.reasoning} {a.evidence}".lower().split()) for a in mine)
    voice = Voice(purpose.topic, purpose.side, seed, call, place, said)
    course = course_of(purpose.topic, seed, turns)
    line, manner = course.lines[purpose.side], manner_of(purpose.directive)
    moves = line.moves
    move = moves[min(place, len(moves) - 1)]
    brought = moves[:place].count("support") + (place > 0) if move == "support" else 0
    return _Place(
        voice=voice,
        purpose=purpose,
        course=course,
        manner=manner,
        line=line,
        move=move,
        case=line.cases[brought % len(line.cases)],
        again=brought >= len(line.cases),
        figurative=line.kind == "mood" and not manner.reaches_for_reasons,
    )


def _joined(before: list[str], taken_up: str, said: _Said, after: list[str]) -> str:
    """The reasoning, short enough to be read."""
    wanted = [*before, taken_up, *said.body, *after]
    spare = [*before[1:], *after[:-1], *before[:1]]
    while spare and sum(len(part.split()) for part in wanted) > _WORDS_AT_MOST:
        wanted.remove(spare.pop(0))
    return " ".join(sentence(part) for part in wanted if part)


# What is said of one's own case.


def _carried_on(at: _Place) -> _Said:
    """The next step of the speaker's own line."""
    if at.figurative:
        return _in_images(at)
    if at.move in ("deepen", "narrow", "test", "end"):
        return _developed(at)
    slots = at.slots
    if at.again:
        body = at.voice.turn("tie", slots | {"line": slots["measure"]})
    elif at.manner.exact:
        body = at.voice.turn("chain_exact", slots)
    else:
        thin = at.voice.place in at.line.thin and not at.manner.checked
        body = at.voice.turn("thin" if thin else "chain", slots)
    claim = _claim_of(at)
    lead: tuple[str, ...] = ()
    if at.move == "open":
        body = f"{sentence(body)} {sentence(at.voice.turn('stake', slots))}"
    elif at.line.kind == "shifts":
        claim = at.voice.turn("claim_shift", slots | {"claim": lower_first(claim)})
        slip = at.line.contradicts == at.voice.place
        lead = (at.voice.turn("contradict" if slip else "shift", slots),)
    else:
        body = f"{sentence(body)} {sentence(at.voice.turn('tie', slots))}"
    return _Said(claim=claim, body=(*lead, body), evidence=_evidence(at, "evidence"))


def _claim_of(at: _Place) -> str:
    forms, voice = at.voice.proposition, at.voice
    named = forms.doing if voice.place == 0 else voice.rng.choice((forms.doing, *forms.short))
    claims = at.case.claim
    claim = claims[-1] if at.again else claims[chance(voice.seed, claims[0]).randrange(len(claims))]
    return voice.fill(claim, {"X": named, "C": forms.claimed or forms.named})


def _developed(at: _Place) -> _Said:
    """A step inside the case the line rests on. Each comes once in a debate."""
    slots = at.slots
    claim = at.voice.fill(at.voice.card(f"claim_{at.move}", 0), slots)
    body = at.voice.fill(at.voice.card(at.move, 0), slots)
    return _Said(claim=claim, body=(body,), evidence=_evidence(at, "evidence_line"))


def _in_images(at: _Place) -> _Said:
    body = (at.voice.turn("mood"), at.voice.turn("mood_tail"))
    people = at.voice.pool.people
    slots = {
        "voice": at.voice.rng.choice(people.voices),
        "authority": at.voice.rng.choice(people.authorities),
        "sites": at.voice.rng.choice(people.sites),
    }
    told = at.voice.turn("marks", {"body": at.voice.turn("evidence_mood", slots)})
    return _Said(claim=_claim_of(at), body=body, evidence=sentence(told))


def _ending(at: _Place) -> _Said:
    """What became of the side's position, in its last turn."""
    ending, side, voice = at.course.ending, at.purpose.side, at.voice
    topic_words = content_words(voice.topic) - _NO_TERMS
    slots = at.slots | {
        "line": f"the {at.course.lines['pro'].cases[0].measure}",
        "word": max(topic_words, key=lambda w: (len(w), w), default="it"),
        "quote": _quote_of_last(at) or "the other side's last words",
    }
    body = ending if ending in ("agree", "degree") else f"{ending}_{side}"
    return _Said(
        claim=voice.fill(voice.card(f"{ending}_claim_{side}", 0), slots),
        body=(voice.fill(voice.card(body, 0), slots),),
        evidence=_evidence(at, "evidence_line", slots),
    )


def _evidence(at: _Place, kind: str, known: dict[str, str] | None = None) -> str:
    """Evidence that says it is invented."""
    voice = at.voice
    slots = (known or at.slots) | {"sites": voice.rng.choice(voice.pool.people.sites)}
    slots |= {"study": voice.turn("studies", slots), "citation": voice.turn("citations")}
    concern = at.course.suspects.get(at.purpose.number)
    if concern in ("invented_citation", "inverted_fact") and known is None:
        kind = f"suspect_{concern}"
    told = sentence(voice.turn("marks", {"body": voice.turn(kind, slots)}))
    return f"{told} {sentence(voice.turn('more_evidence', slots))}" if at.manner.checked else told


def _suspect_words(at: _Place) -> str:
    """The claim that should not be relied on, where the turn holds one in its reasoning."""
    concern: Concern | None = at.course.suspects.get(at.purpose.number)
    if concern not in ("no_mechanism", "backwards_causation"):
        return ""
    return at.voice.turn(f"suspect_{concern}", at.slots)


# What is said of the other side's.


def _taking_up(at: _Place) -> str:
    """The answer to what was just said, or to an earlier claim that should not have been relied on."""
    last = _last(at, opponent(at.purpose.side))
    if last is None:
        return ""
    if not at.course.past and (exposed := _exposing(at)):
        return exposed
    if at.course.past or (at.figurative and at.voice.rng.random() < _MOOD_EVADES):
        return at.voice.turn("evade")
    theirs, slots = last.arguments[0], at.slots
    slots["quote"] = _quote(at, theirs)
    if at.voice.place % 2 == 0 and (defended := _defending(at, last)):
        return defended
    if hear(last).mood >= 0.5:
        felt = next((s.text for s in sentences_of(last) if s.part == "reasoning" and not s.quotes), "")
        quote = lower_first(excerpt(felt, 12)) or slots["quote"]
        return at.voice.turn("takeup_mood", slots | {"quote": quote})
    case = recognise(_only(at.voice.pool, theirs.side), theirs)
    if case is not None and not at.figurative:
        doubts = at.voice.of_case(case)
        if not _said_before(at, doubts["answer"]):
            return at.voice.turn("takeup_known", slots | {name: doubts[name] for name in ("gap", "answer")})
    return at.voice.turn("takeup_plain", slots)


def _only(pool: Pool, side: Side) -> Pool:
    return Pool(cases=pool.of(side), people=pool.people)


def _last(at: _Place, side: Side) -> Turn | None:
    """The side's latest turn that holds an argument."""
    spoken = (turn for turn in reversed(at.purpose.heard.turns) if turn.side == side and turn.arguments)
    return next(spoken, None)


def _quote(at: _Place, argument: Argument) -> str:
    claim = argument.claim.rpartition(": ")[2]
    words = excerpt(claim or argument.reasoning, 12, content_words(at.voice.topic))
    return lower_first(words) or "…"


def _quote_of_last(at: _Place) -> str:
    last = _last(at, opponent(at.purpose.side))
    return _quote(at, last.arguments[0]) if last is not None else ""


def _defending(at: _Place, theirs: Turn) -> str:
    """An answer to what they said against this side's last turn: its limit granted, the rest kept."""
    mine = _last(at, at.purpose.side)
    if mine is None or at.figurative or at.move == "narrow":
        return ""
    attack = _attack(theirs, mine)
    case = recognise(_only(at.voice.pool, at.purpose.side), mine.arguments[0])
    if len(attack.split()) < 5 or case is None:
        return ""
    limit = at.voice.of_case(case)["limit"]
    if _said_before(at, limit):
        return ""
    quote = lower_first(excerpt(attack, 10, content_words(at.voice.topic)))
    return at.voice.turn("takeup_defend", at.slots | {"quote": quote, "limit": limit})


def _attack(theirs: Turn, mine: Turn) -> str:
    """What a turn says against this one after quoting it."""
    sentences = sentences_of(theirs)
    for quoting, after in pairwise(sentences):
        if any(is_said_in(quote, mine) for quote in quoting.quotes):
            return after.text if attacks(after) and not after.quotes else ""
    return ""


def _said_before(at: _Place, clause: str) -> bool:
    """Whether this side has said nearly that in an earlier turn."""
    words = content_words(clause)
    earlier = (turn for turn in at.purpose.heard.turns if turn.side == at.purpose.side)
    return any(len(words & own_words(turn)) >= _SAID_BEFORE * len(words) for turn in earlier)


def _exposing(at: _Place) -> str:
    """Words that expose a claim of the other side's, where by chance this speaker has looked into it."""
    if at.figurative:
        return ""
    said = " ".join(plain(a.reasoning) for t in at.purpose.heard.turns for a in t.arguments)
    theirs = opponent(at.purpose.side)
    for turn in reversed([turn for turn in at.purpose.heard.turns if turn.side == theirs]):
        for suspect in suspects(turn):
            rng = chance(at.voice.seed, "exposes", turn.number, suspect.quote)
            willing, at_once = rng.random() < _EXPOSED_SHARE, rng.random() < _AT_ONCE_SHARE
            due = at_once or turn.number < at.purpose.number - 1
            quote = lower_first(excerpt(suspect.quote, 12))
            if willing and due and quote and quote.lower() not in said.lower():
                slots = at.slots | {"quote": quote, "turn": str(turn.number)}
                return at.voice.turn(f"expose_{suspect.concern}", slots)
    return ""
