"""The simulated debaters: turns composed from the books."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from debate_core.calls.ask import chance
from debate_core.calls.cross_examination import CrossExamination
from debate_core.calls.speech import Speaking
from debate_core.calls.speeches import Answering, ClosingCall, Exchange, Opening
from debate_core.domain.numerals import join_and
from debate_core.domain.transcript import Argument, ResponseType, opponent
from debate_core.simulated import phrases
from debate_core.simulated.topic import matter_of

_ENDINGS = (*phrases.PHRASES["ending"], "", "", "", "")
_MIN_DRAWN: dict[ResponseType, float] = {"concede": 2.3, "partial": 1.5, "challenge": 0.8}
_MIN = 3  # turns a side before anything like an ending
_GIVEN, _STANDS, _HIT = ("concede", "partial"), ("unanswered", "miss", "granted"), ("hit", "questioned")
_FIRMEST: tuple[phrases.ReplyEffect, ...] = ("granted", "miss", "unanswered", "part", "questioned", "hit")
_IN_EXCHANGE: ResponseType = "refute"
"""What a question of an exchange asks for and its answer meets, as in a cross-examination of that type."""
Words = dict[str, str]


class Voice:
    """One side's way of putting things in one call: phrases dealt so that sides seldom share one."""

    def __init__(self, ask: Speaking, seed: int, call: str, skill: float, turn: int = 0) -> None:
        self.side, self.seed, self.matter = ask.side, seed, matter_of(ask.topic)
        self.turn = turn  # of this side's turns: each begins further on in the phrases
        self.rng: Random = chance(seed, call, ask.side)
        # How well this side argues in this debate, -1.2 to 1.2 beside the model's skill.
        self.quality = skill + chance(seed, self.matter.text, "quality", ask.side).uniform(-1.2, 1.2)
        self._dealt: Counter[str] = Counter()
        self._tags: dict[str, str] = {}

    def say(self, table: str, key: str, **slots: str) -> str:
        return self.put(phrases.PHRASES[table][key], f"{table}:{key}", slots)

    def put(self, templates: Sequence[str], name: str, slots: Mapping[str, str]) -> str:
        """Every wording comes once before any comes twice."""
        rng, first = chance(self.seed, self.matter.text, "phrases", name), self.side == "con"
        order = rng.sample(templates, len(templates))
        dealt = order[first::2] + order[1 - first :: 2]
        again, which = divmod(self.turn + self._dealt[name], len(dealt))
        self._dealt[name] += 1
        wordings = phrases.variants(dealt[which])
        wording = wordings[(rng.randrange(64) + again + first * len(wordings) // 2) % len(wordings)]
        text = phrases.render(wording, self.rng, {**self.matter.slots(self.side), **slots})
        self._tags |= phrases.tags_of(wording, text, name, slots)
        return text

    def tag(self, row: Mapping[str, object], *texts: str) -> dict[str, object]:
        every = (self._tags.get(one, "") for text in texts for one in phrases.sentences(text))
        return {**row, "tags": ";".join(every)}

    def argument(self, claim: str, reasons: Sequence[str], evidence: Sequence[str]) -> dict[str, object]:
        row = {"claim": claim, "reasoning": " ".join(reasons), "evidence": " ".join(evidence)}
        return self.tag(row, *row.values())

    def stand(self) -> str:
        return self.put(self.matter.stands(self.side), "stands", {})

    def clauses(self, case: phrases.Case | None) -> Words:
        slots, every = self.matter.slots(self.side), case or {}
        words = {
            name: phrases.render(every[name], self.rng, slots) for name in phrases.CLAUSES if name in every
        }
        return {**words, "case": case["name"]} if case else {}

    def claim(self, case: phrases.Case) -> str:
        """The same in every call of the debate."""
        rng = chance(self.seed, self.matter.text, "claim", case["why"])
        claim = phrases.render(f"{case['claim']}.", rng, self.matter.slots(self.side))
        self._tags |= dict.fromkeys(phrases.sentences(claim), f"case:claim@{case['name']}")
        return claim

    def chain(self, words: Words) -> list[str]:
        """The reasoning of a case, as well as this side argues; now and then with a flaw."""
        drawn = self.rng.random() + 0.3 * self.quality
        # A clause that has a comma of its own stands better in a sentence of its own.
        key = "half" if drawn <= 0.3 else "long" if "," in words["why"] else "chain"
        parts = [self.say("frame", key, **words)]
        if drawn < 0.12:
            parts.append(self.say("lacks", "steps"))
        reasons = len(parts)
        if self.rng.random() < 0.42 + 0.2 * self.quality:
            parts.append(self.say("frame", "limit", **words))
        elif self.rng.random() < 0.2 - 0.12 * self.quality and not self._dealt["over:claim"]:
            parts.append(self.say("over", "claim"))
        if self.rng.random() < 0.17 - 0.11 * self.quality:
            kind = phrases.PHRASES["kinds"][self.matter.kind]
            flaws = kind.get(f"flaws_{self.matter.pile(self.side)}", kind["flaws"])
            parts.insert(reasons, self.say("flaw", self.rng.choice(flaws)))  # of the reason, not of its limit
        return parts

    def evidence(self, words: Words) -> str:
        drawn = self.rng.random() + 0.25 * self.quality
        if drawn < 0.25:
            return self.say("flaw", "anecdotal_evidence") if drawn < 0.08 else self.say("lacks", "figure")
        once, twice = ("evidence", "compared") if re.search(r"\d", words["seen"]) else ("check", "recheck")
        return self.say("frame", twice if drawn > 0.75 else once, **words)


def opening(ask: Opening, seed: int, call: str, skill: float) -> dict[str, object]:
    voice, rows = Voice(ask, seed, call, skill), list[dict[str, object]]()
    for case in voice.matter.cases(ask.side, seed)[: ask.count]:
        words = voice.clauses(case)
        stand = [] if rows else [voice.stand()]
        rows.append(voice.argument(voice.claim(case), [*stand, *voice.chain(words)], [voice.evidence(words)]))
    return {"arguments": rows}


def cross_examination(ask: CrossExamination, seed: int, call: str, skill: float) -> dict[str, object]:
    voice, rows = Voice(ask, seed, call, skill), []
    for target in ask.targets:
        reading = phrases.read_argument(target)
        kind = _response_type(reading, voice)
        reasoning = _answer(target, reading, kind, voice)
        row = {"argument_id": target.id, "response_type": kind, "reasoning": reasoning}
        row["question"] = _question(target, reading, kind, voice)
        rows.append(voice.tag(row, reasoning))
    return {"responses": rows}


def _question(target: Argument, reading: phrases.SpeechReading, kind: ResponseType, voice: Voice) -> str:
    key = "limit" if reading.of("case:limit") else "granted"
    key = key if kind in _GIVEN else "gap" if kind == "refute" and reading.case else "plain"
    return voice.say("question", key, id=target.id, **voice.clauses(reading.case if key == "gap" else None))


def _response_type(reading: phrases.SpeechReading, voice: Voice) -> ResponseType:
    strength = phrases.weighted_sum(
        phrases.TABLES["convinces"], {**reading.features, "flawed": bool(reading.flaws)}
    )
    drawn = strength + voice.rng.gauss(0, 0.6) - 0.3 * voice.quality
    return next((kind for kind, minimum in _MIN_DRAWN.items() if drawn > minimum), "refute")


def _answer(target: Argument, reading: phrases.SpeechReading, kind: ResponseType, voice: Voice) -> str:
    quote = phrases.quotation(target.claim, target.id)
    if kind == "concede":
        return voice.say("grants", "concede", quote=quote)
    if kind != "partial" and voice.rng.random() < 0.15 - 0.1 * voice.quality:
        return voice.say("evades", "answer", id=target.id)
    if reading.flaws and kind != "partial" and voice.rng.random() < 0.6:
        name, sentence = next(iter(reading.flaws.items()))
        faulty = phrases.quotation(sentence.text, f"a part of {target.id}")
        return voice.say("meets", "flawed", quote=faulty, flaw=phrases.PHRASES["flaws"][name])
    if reading.case:
        return voice.say("meets", kind, quote=quote, **voice.clauses(reading.case))
    return voice.say("meets", "unshown" if reading.features["figure"] < 0.3 else "counted", quote=quote)


def closing(ask: ClosingCall, seed: int, call: str, skill: float) -> dict[str, object]:
    """What was granted, what still stands, and the position with its reason and its condition."""
    voice, responses = Voice(ask, seed, call, skill), ask.transcript.responses
    theirs = [a.id for a in ask.transcript.arguments_of(opponent(ask.side)) if a.id in responses]
    granted = {name: str(kind) for name in theirs if (kind := responses[name].response_type) in _GIVEN}
    standing = [
        (a, phrases.read_reply(a, ask.transcript).effect) for a in ask.transcript.arguments_of(ask.side)
    ]
    best = min(standing, key=lambda one: _FIRMEST.index(one[1]))[0] if standing else None
    hits = [argument.id for argument, met in standing if met in _HIT]
    weak = "weakened" if hits and len(hits) == len(standing) else "unchanged" if hits else "strengthened"
    shift = "adjusted" if granted and weak != "weakened" else weak
    concessions = [voice.say("closing", kind, id=name) for name, kind in granted.items()]
    left = [voice.say("closing", met, id=argument.id) for argument, met in standing if met in _STANDS]
    if best:
        words = voice.clauses(phrases.read_argument(best).case)
        keys = ("position_long" if "," in words["why"] else "position", "depends") if words else ("bare",)
        position = [voice.say("closing", key, id=best.id, **words) for key in keys]
        position += [voice.say("closing", "moved", ids=join_and([*granted]))] if granted else []
    else:
        position = [voice.say("closing", "silent")]
    answer: dict[str, object] = {"concessions": concessions, "unrebutted": left, "shift": shift}
    answer["position"] = " ".join(position)
    if ask.wording > 1:
        moved = hits if shift == "weakened" else [*granted]
        answer["why"] = voice.say("closing", f"why_{shift}", ids=join_and(moved))
    if ask.questions:
        asked = [one for one, _ in standing if one.id in ask.questions]
        answer["answers"] = [
            {"argument_id": one.id, "answer": _reply(one, ask, voice, best)} for one in asked
        ]
    return voice.tag(answer, *concessions, *left, " ".join(position))


def _reply(one: Argument, ask: Answering, voice: Voice, best: Argument | None = None) -> str:
    response, own = ask.transcript.responses.get(one.id), phrases.read_argument(one)
    kind = response.response_type if response else _IN_EXCHANGE
    key = "answer_limit" if own.of("case:limit") else "answer_best" if one is best else "answer_granted"
    key = key if kind in _GIVEN else "answer" if kind == "refute" else "answer_open"
    return voice.say("closing", key if own.case else "answer_open", id=one.id, best=best.id if best else "")


class Course:
    """What a side does in an exchange, by its own turns counted from 0."""

    def __init__(self, voice: Voice, turns: int) -> None:
        kind, names = voice.matter.kind, (voice.seed, voice.matter.text, "course")
        ending, own = chance(*names).choice(_ENDINGS), chance(*names, voice.side)
        # None where somebody's own life is the topic, and no coming decision where nothing is to be done.
        suspects = [
            name for name in phrases.PHRASES["suspect"] if kind == "deed" or name != "backwards_causation"
        ]
        far = ending == "narrowed_to_degree" and kind != "deed"  # how far, of what somebody does
        self.ending = ending if voice.turn == turns - 1 and turns >= _MIN and not far else ""
        self.mood = own.random() < 0.16 and kind != "personal"
        suspect = own.choice(suspects) if kind != "personal" and own.random() < 0.4 else ""
        self.suspect = suspect if own.randrange(max(1, turns - 1)) == voice.turn else ""
        slip = own.choice(("contradiction", "dropped_premise")) if own.random() < 0.22 else ""
        self.slip = slip if own.randrange(1, max(2, turns - 1)) == voice.turn else ""


def exchange(ask: Exchange, seed: int, call: str, skill: float) -> dict[str, object]:
    voice = Voice(ask, seed, call, skill, (ask.number - 1) // 2)
    course, cases = Course(voice, (ask.turns + (ask.side == "pro")) // 2), voice.matter.cases(ask.side, seed)
    case = cases[voice.turn % len(cases)]
    words = voice.clauses(case)
    stand = [voice.stand()] if voice.turn == 0 else []
    # Whoever gives way does not argue first.
    met = [] if course.ending == "genuine_agreement" else _taken_up(ask, voice, course)
    manner = [style for style, asks in phrases.PHRASES["manner"].items() if asks in ask.directive.casefold()]
    if manner and voice.rng.random() < 0.8:
        met.append(voice.say("style", voice.rng.choice(manner)))
    if course.ending:
        # It grants and keeps the newest reason of each side, which nobody has taken back.
        newest = {opponent(ask.side): "its last one", ask.side: "our last one"}
        reasoned = [a for a in ask.transcript.arguments if not phrases.read_argument(a).takes_stock]
        newest |= {a.side: phrases.quotation(a.claim, a.id) for a in reasoned}
        slots = {"quote": newest[opponent(ask.side)], "own": newest[ask.side]}
        parts = [*stand, *met, voice.say("ending", course.ending, **slots)]
        wording = phrases.PHRASES["ending_claim"][course.ending][ask.side == "con"] + "."
        claim = phrases.render(wording, voice.rng, voice.matter.slots(ask.side))
        return voice.argument(claim, parts, [voice.say("lacks", "ending")]) | _answers(ask, voice)
    if course.mood and voice.rng.random() < 0.7:
        reasons = [voice.say("frame", "half", **words), voice.say("style", "mood")]
    elif any(way in ask.directive for way in ("step by step", "no step of the reasoning")):
        reasons = [voice.say("frame", "exact", **words)]
    else:
        reasons = voice.chain(words)
    evidence = [voice.say("suspect", course.suspect) if course.suspect else voice.evidence(words)]
    if "can be checked" in ask.directive and not course.suspect:
        evidence.append(voice.say("frame", "checked"))
    slip = [voice.say("slip", course.slip, n=str(ask.number - 2))] if course.slip else []
    # The reason follows its own claim; what is said of the last turn names that turn, and comes after it.
    row = voice.argument(voice.claim(case), [*stand, *reasons, *slip, *met], evidence) | _answers(ask, voice)
    if ask.target:
        row["question"] = _question(ask.target, phrases.read_argument(ask.target), _IN_EXCHANGE, voice)
    return row


def _answers(ask: Exchange, voice: Voice) -> dict[str, object]:
    questioned = (one for one in ask.transcript.arguments_of(ask.side) if one.id in ask.questions)
    answers = [{"argument_id": one.id, "answer": _reply(one, ask, voice)} for one in questioned]
    return {"answers": answers} if answers else {}


def _taken_up(ask: Exchange, voice: Voice, course: Course) -> list[str]:
    last = next(reversed(ask.transcript.arguments_of(opponent(ask.side))), None)
    if last is None or (reading := phrases.read_argument(last)).takes_stock:
        return []
    if (suspect := reading.find_tags("suspect:")) and voice.rng.random() < 0.75:
        tag, sentence = suspect[0]
        quote = phrases.quotation(sentence.text, last.id)
        return [voice.say("exposes", tag.key, n=str(ask.number - 1), quote=quote)]
    if course.mood and voice.rng.random() < 0.5:
        return [voice.say("evades", "answer", id=last.id)]
    kind = _response_type(reading, voice)
    return [_answer(last, reading, "partial" if kind == "concede" else kind, voice)]
