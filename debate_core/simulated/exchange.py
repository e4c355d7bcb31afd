"""The simulated debaters in a free exchange: each turn takes up the last one and adds a reason of its own.

Knows what is asked, the seed and the call. Invariant: what the debate does as a whole (how it ends, who says something
suspect or drops a turn, and when) is drawn from seed and topic alone, so each turn can be made without the others.
"""

from dataclasses import dataclass

from debate_core.asks.exchange import Exchange
from debate_core.simulated.chance import chance
from debate_core.simulated.debaters import Said, Voice, answer, response_type
from debate_core.simulated.phrases import PHRASES, quotation, render
from debate_core.simulated.reading import hear_argument
from debate_core.simulated.topic import Matter
from debate_core.transcript import Argument, Side, opponent

_ENDINGS = (*PHRASES["ending"], "", "", "", "")
_LEAST = 3  # turns a side before anything like an ending can be reached


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
    """The course of one side."""
    whole = chance(seed, matter.text, "course")
    ending = whole.choice(_ENDINGS)
    own = chance(seed, matter.text, "course", side)
    # None where somebody's own life is the topic, and no coming decision where nothing is to be done.
    personal = matter.kind in ("personal", "staying")
    deed = matter.kind in ("proposal", "rule", "change")
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
    """The one argument of a turn."""
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
    """The turn's own reason, in steps or in images."""
    if course.mood and voice.rng.random() < 0.7:
        return [voice.say("frame", "half", **said), voice.say("style", "mood")]
    if "step by step" in ask.directive or "no step of the reasoning" in ask.directive:
        return [voice.say("frame", "exact", **said)]
    return voice.chain(said)
