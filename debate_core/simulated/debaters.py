"""The simulated debaters: arguments, answers, closings and the turns of an exchange, composed from the books. No two
arguments of a debate are made of one case; the course of an exchange is drawn from seed and topic alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from debate_core.asks.cross_examination import CrossExamination
from debate_core.asks.exchange import Exchange
from debate_core.asks.opening import Closing, Opening
from debate_core.asks.speech import Speaking
from debate_core.numerals import listed
from debate_core.simulated.phrases import FIELDS, PHRASES, Case, chance, quotation, render, variants
from debate_core.simulated.reading import Heard, Met, hear_argument, hear_reply
from debate_core.simulated.topic import Matter, matter_of
from debate_core.transcript import Argument, ResponseType, Side, opponent

_ENDINGS = (*PHRASES["ending"], "", "", "", "")
_LEAST = 3  # turns a side before anything like an ending can be reached
Said = dict[str, str]


class Voice:
    """One side's way of putting things in one call: phrases dealt so that sides seldom share one."""

    def __init__(self, ask: Speaking, seed: int, call: str, turn: int = 0, skill: float = 0.0) -> None:
        self.side: Side = ask.side
        self.skill = skill
        self.turn = turn  # of this side's turns: each begins further on in the phrases
        self.seed = seed
        self.matter: Matter = matter_of(ask.topic)
        self.rng: Random = chance(seed, call, ask.side)
        self._taken: Counter[str] = Counter()

    @property
    def quality(self) -> float:
        """How well this side argues in this debate, -1.2 to 1.2 beside the model's skill."""
        return self.skill + chance(self.seed, self.matter.text, "quality", self.side).uniform(-1.2, 1.2)

    def say(self, table: str, key: str, **slots: str) -> str:
        return self.put(PHRASES[table][key], f"{table}:{key}", slots)

    def put(self, templates: list[str], name: str, slots: Mapping[str, str]) -> str:
        """Every wording comes once before any comes twice."""
        rng, first = chance(self.seed, self.matter.text, "phrases", name), self.side == "con"
        order = rng.sample(templates, len(templates))
        dealt = order[first::2] + order[1 - first :: 2]
        again, which = divmod(self.turn + self._taken[name], len(dealt))
        self._taken[name] += 1
        wordings = list(variants(dealt[which]))
        wording = wordings[(rng.randrange(64) + again + first * len(wordings) // 2) % len(wordings)]
        return render(wording, self.rng, {**self.matter.slots(self.side), **slots})

    def clauses(self, case: Case) -> Said:
        slots = self.matter.slots(self.side)
        return {name: render(getattr(case, name), self.rng, slots) for name in FIELDS if name != "claim"}

    def claim(self, case: Case) -> str:
        """A case's claim as a sentence, the same in every call of the debate."""
        rng = chance(self.seed, self.matter.text, "claim", case.why)
        return render(f"{case.claim}.", rng, self.matter.slots(self.side))

    def chain(self, said: Said) -> list[str]:
        """The reasoning of a case, as well as this side argues; now and then with a flaw."""
        drawn = self.rng.random() + 0.3 * self.quality
        if drawn > 0.3:
            # A clause that has a comma of its own stands better in a sentence of its own.
            parts = [self.say("frame", "long" if "," in said["why"] else "chain", **said)]
        else:
            steps = [self.say("lacks", "steps")] if drawn < 0.12 else []
            parts = [self.say("frame", "half", **said), *steps]
        if self.rng.random() < 0.42 + 0.2 * self.quality:
            parts.append(self.say("frame", "limit", **said))
        elif self.rng.random() < 0.2 - 0.12 * self.quality and not self._taken["over:claim"]:
            parts.append(self.say("over", "claim"))
        if self.rng.random() < 0.17 - 0.11 * self.quality:
            kind = PHRASES["kinds"][self.matter.kind]
            flaws = kind.get(f"flaws_{self.matter.pile(self.side)}", kind["flaws"])
            parts.append(self.say("flaw", self.rng.choice(flaws)))
        return parts

    def evidence(self, said: Said) -> str:
        drawn = self.rng.random() + 0.25 * self.quality
        if drawn < 0.08:
            return self.say("flaw", "anecdotal_evidence")
        if drawn < 0.25:
            return self.say("lacks", "figure")
        counted = any(char.isdigit() for char in said["seen"])
        once, twice = ("evidence", "compared") if counted else ("check", "recheck")
        return self.say("frame", twice if drawn > 0.75 else once, **said)


def opening(ask: Opening, seed: int, call: str, skill: float = 0.0) -> dict[str, object]:
    """As many arguments as are asked for, each from a case of its own."""
    voice = Voice(ask, seed, call, skill=skill)
    cases = voice.matter.cases(ask.side, seed)[: ask.count]
    rows = []
    for place, case in enumerate(cases):
        said = voice.clauses(case)
        parts = voice.chain(said)
        if place == 0:
            parts.insert(0, voice.put(voice.matter.stands(ask.side), "stands", {}))
        rows.append(
            {"claim": voice.claim(case), "reasoning": " ".join(parts), "evidence": voice.evidence(said)}
        )
    return {"arguments": rows}


def cross_examination(ask: CrossExamination, seed: int, call: str, skill: float = 0.0) -> dict[str, object]:
    voice = Voice(ask, seed, call, skill=skill)
    return {"responses": [_response(target, voice) for target in ask.targets]}


def _response(target: Argument, voice: Voice) -> Said:
    heard = hear_argument(target)
    kind = response_type(heard, voice)
    return {
        "argument_id": target.id,
        "response_type": kind,
        "reasoning": answer(target, heard, kind, voice),
        "question": _question(target, heard, kind, voice),
    }


def response_type(heard: Heard, voice: Voice) -> ResponseType:
    """The type that what was read deserves, with some chance in it."""
    strength = heard.mechanism + heard.figure + 0.6 * heard.limits - heard.over - 0.8 * bool(heard.flaws)
    drawn = strength + voice.rng.gauss(0, 0.6) - 0.3 * voice.quality
    if drawn > 2.3:
        return "concede"
    if drawn > 1.5:
        return "partial"
    return "challenge" if drawn > 0.8 else "refute"


def answer(target: Argument, heard: Heard, kind: ResponseType, voice: Voice) -> str:
    quote = quotation(target.claim, target.id)
    if kind == "concede":
        return voice.say("grants", "concede", quote=quote)
    if kind != "partial" and voice.rng.random() < 0.15 - 0.1 * voice.quality:
        return voice.say("evades", "answer", id=target.id)
    if heard.flaws and kind != "partial" and voice.rng.random() < 0.6:
        name, sentence = next(iter(heard.flaws.items()))
        faulty = quotation(sentence.text, f"a part of {target.id}")
        return voice.say("meets", "flawed", quote=faulty, flaw=PHRASES["flaws"][name])
    if heard.case:
        return voice.say("meets", kind, quote=quote, **voice.clauses(heard.case))
    return voice.say("meets", "unshown" if heard.figure < 0.3 else "counted", quote=quote)


def _question(target: Argument, heard: Heard, kind: ResponseType, voice: Voice) -> str:
    if kind in _GIVEN:
        return voice.say("question", "limit" if heard.tagged("case:limit") else "granted", id=target.id)
    if kind == "refute" and heard.case:
        return voice.say("question", "gap", **voice.clauses(heard.case))
    return voice.say("question", "plain", id=target.id)


def closing(ask: Closing, seed: int, call: str, skill: float = 0.0) -> dict[str, object]:
    """What was granted, what still stands and why, and the position with its condition."""
    voice = Voice(ask, seed, call, skill=skill)
    theirs = [(a, ask.heard.responses.get(a.id)) for a in ask.heard.arguments_of(opponent(ask.side))]
    conceded = [
        (a.id, str(said.response_type)) for a, said in theirs if said and said.response_type in _GIVEN
    ]
    standing = [(a, hear_reply(a, ask.heard).met) for a in ask.heard.arguments_of(ask.side)]
    best = min(standing, key=lambda one: _FIRMEST.index(one[1]))[0] if standing else None
    kept = [(argument, met) for argument, met in standing if met in _STANDS]
    hits = [met for _, met in standing if met in ("hit", "questioned")]
    weak = "weakened" if hits and len(hits) == len(standing) else "strengthened" if not hits else "unchanged"
    shift = "adjusted" if conceded and weak != "weakened" else weak
    closing: dict[str, object] = {
        "concessions": [voice.say("closing", kind, id=name) for name, kind in conceded],
        # Why the best one stands is said in the position, and said once.
        "unrebutted": [
            _line(a, met, voice, why=n < _REASONED and a is not best) for n, (a, met) in enumerate(kept)
        ],
        "position": _position(best, listed([name for name, _ in conceded]), voice),
        "shift": shift,
    }
    if ask.wording > 1:
        moved = [name for name, _ in conceded] or [
            a.id for a, met in standing if met in ("hit", "questioned")
        ]
        closing["why"] = voice.say("closing", f"why_{shift}", ids=listed(moved))
    if ask.questions:
        asked = ((a, met) for a, met in standing if a.id in ask.questions)
        closing["answers"] = [{"argument_id": a.id, "answer": _answer(a, met, voice)} for a, met in asked]
    return closing


def _answer(argument: Argument, met: Met, voice: Voice) -> str:
    """What a side says to the question on an argument: its condition, its limit, or that it doesn't know."""
    case = hear_argument(argument).case
    if case is None or met == "questioned":
        return voice.say("closing", "answer_open", id=argument.id)
    kind = "answer_limit" if met in ("granted", "part") else "answer"
    return voice.say("closing", kind, id=argument.id, **voice.clauses(case))


_REASONED = 2  # so many lines say why; a closing is short
_GIVEN, _STANDS = ("concede", "partial"), ("unanswered", "miss", "granted")
_FIRMEST: tuple[Met, ...] = ("granted", "miss", "unanswered", "part", "questioned", "hit")


def _line(argument: Argument, met: Met, voice: Voice, *, why: bool) -> str:
    case = hear_argument(argument).case
    if case is None or met == "granted" or not why:
        return voice.say("closing", f"{met}_plain", id=argument.id)
    return voice.say("closing", met, id=argument.id, **voice.clauses(case))


def _position(best: Argument | None, granted: str, voice: Voice) -> str:
    if best is None:
        return "We made no argument, and have nothing to add."
    case = hear_argument(best).case
    said = voice.clauses(case) if case else {}
    parts = [voice.say("closing", "position" if case else "bare", id=best.id, **said)]
    if case:
        parts.append(voice.say("closing", "depends", **said))
    return " ".join([*parts, *([voice.say("closing", "moved", ids=granted)] if granted else [])])


@dataclass(frozen=True, kw_only=True)
class Course:
    """What a side does in the debate, by its own turns counted from 0; -1 for never."""

    ending: str
    mood: bool
    suspect: str
    suspect_at: int
    slip: str
    slip_at: int


def course_of(matter: Matter, seed: int, side: Side, turns: int) -> Course:
    whole = chance(seed, matter.text, "course")
    ending = whole.choice(_ENDINGS)
    own = chance(seed, matter.text, "course", side)
    # None where somebody's own life is the topic, and no coming decision where nothing is to be done.
    personal = matter.kind == "personal"
    deed = matter.kind == "deed"
    suspects = [name for name in PHRASES["suspect"] if deed or name != "backwards_causation"]
    if turns < _LEAST or (ending == "narrowed_to_degree" and not deed):  # how far, of what somebody does
        ending = ""
    return Course(
        ending=ending,
        mood=own.random() < 0.16 and not personal,
        suspect=own.choice(suspects) if not personal and own.random() < 0.4 else "",
        suspect_at=own.randrange(max(1, turns - 1)),
        slip=own.choice(("contradiction", "dropped_premise")) if own.random() < 0.22 else "",
        slip_at=own.randrange(1, max(2, turns - 1)),
    )


def exchange(ask: Exchange, seed: int, call: str, skill: float = 0.0) -> Said:
    own_turn, own_turns = (ask.number - 1) // 2, (ask.turns + (ask.side == "pro")) // 2
    voice = Voice(ask, seed, call, own_turn, skill)
    course = course_of(voice.matter, seed, ask.side, own_turns)
    cases = voice.matter.cases(ask.side, seed)
    case = cases[own_turn % len(cases)]
    said = voice.clauses(case)
    last = next(reversed(ask.heard.arguments_of(opponent(ask.side))), None)
    stand = [voice.put(voice.matter.stands(ask.side), "stands", {})] if own_turn == 0 else []
    ending = course.ending if own_turn == own_turns - 1 else ""
    # Whoever gives way does not argue first.
    met = [] if ending == "genuine_agreement" else _taken_up(ask, last, voice, course)
    manner = [style for style, asks in PHRASES["manner"].items() if asks in ask.directive.casefold()]
    if manner and voice.rng.random() < 0.8:
        met.append(voice.say("style", voice.rng.choice(manner)))
    if ending:
        parts = [*stand, *met, voice.say("ending", ending, **_kept(ask))]
        slots = voice.matter.slots(ask.side)
        claim = render(f"{PHRASES['ending_claim'][ending][ask.side == 'con']}.", voice.rng, slots)
        return {"claim": claim, "reasoning": " ".join(parts), "evidence": voice.say("lacks", "ending")}
    # The reason follows its own claim; what is said of the last turn names that turn, and comes after it.
    parts = [*stand, *_reasons(ask, said, voice, course)]
    suspect = course.suspect and own_turn == course.suspect_at
    evidence = [voice.say("suspect", course.suspect) if suspect else voice.evidence(said)]
    if "can be checked" in ask.directive and not suspect:
        evidence.append(voice.say("frame", "checked"))
    if course.slip and own_turn == course.slip_at:
        parts.append(voice.say("slip", course.slip, n=str(ask.number - 2)))
    return {"claim": voice.claim(case), "reasoning": " ".join([*parts, *met]), "evidence": " ".join(evidence)}


def _kept(ask: Exchange) -> Said:
    """What a last turn grants and what it keeps: the newest reason of each side, which nobody has taken back."""
    theirs = [a for a in ask.heard.arguments_of(opponent(ask.side)) if not hear_argument(a).takes_stock]
    own = ask.heard.arguments_of(ask.side)
    return {
        "quote": quotation(theirs[-1].claim, theirs[-1].id) if theirs else "its last one",
        "own": quotation(own[-1].claim, own[-1].id) if own else "our last one",
    }


def _taken_up(ask: Exchange, last: Argument | None, voice: Voice, course: Course) -> list[str]:
    """What is said to the opponent's last turn."""
    if last is None or (heard := hear_argument(last)).takes_stock:
        return []
    if (suspect := heard.tagged("suspect:")) and voice.rng.random() < 0.75:
        tag, sentence = suspect[0]
        shown = quotation(sentence.text, last.id)
        return [voice.say("exposes", tag.partition(":")[2], n=str(ask.number - 1), quote=shown)]
    if course.mood and voice.rng.random() < 0.5:
        return [voice.say("evades", "answer", id=last.id)]
    kind = response_type(heard, voice)
    return [answer(last, heard, "partial" if kind == "concede" else kind, voice)]


def _reasons(ask: Exchange, said: Said, voice: Voice, course: Course) -> list[str]:
    if course.mood and voice.rng.random() < 0.7:
        return [voice.say("frame", "half", **said), voice.say("style", "mood")]
    if "step by step" in ask.directive or "no step of the reasoning" in ask.directive:
        return [voice.say("frame", "exact", **said)]
    return voice.chain(said)
