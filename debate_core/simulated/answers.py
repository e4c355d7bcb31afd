"""Cross-examination and closing by a simulated debater.

Knows what was said, by its words. Invariant: every target gets one answer, and a closing counts only what the heard
answers hold.
"""

from debate_core.asks.closing import Closing
from debate_core.asks.cross_examination import CrossExamination
from debate_core.simulated.grammar import lower_first, sentence
from debate_core.simulated.material import Case
from debate_core.simulated.phrasing import content_words, excerpt
from debate_core.simulated.reading import Found, read_argument, read_response
from debate_core.simulated.speech import Speaker, case_slots, recognise
from debate_core.transcript import Argument, Response, ResponseType, Shift, Transcript, opponent

_NAMED_AT_MOST = 4
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def cross_examination(purpose: CrossExamination, seed: int, call: str) -> dict[str, object]:
    """The answer to a `CrossExamination`: one response for each target, in their order."""
    speaker = Speaker(purpose.topic, purpose.side, seed, call)
    skill = speaker.rng.uniform(0.55, 1.0)
    return {"responses": [_response(speaker, target, skill) for target in purpose.targets]}


def _response(speaker: Speaker, target: Argument, skill: float) -> dict[str, str]:
    found = read_argument(target)
    kind = _kind(speaker, found)
    case = recognise(speaker.pool, target)
    slots = {
        "id": target.id,
        "quote": lower_first(excerpt(target.claim or target.reasoning, 12, content_words(speaker.topic)))
        or "…",
    }
    lead = speaker.say("lead", slots)
    if speaker.rng.random() > skill and kind in ("refute", "challenge"):
        body = speaker.say("evade", slots)
        lead = "" if speaker.rng.random() < 0.6 else lead
    else:
        body = _body(speaker, kind, case, found)
    return {
        "argument_id": target.id,
        "response_type": kind,
        "reasoning": " ".join(part for part in (sentence(lead), sentence(body)) if part),
        "question": _question(speaker, kind, None if case and case.gap in body else case, slots),
    }


def _kind(speaker: Speaker, found: Found) -> ResponseType:
    """The type of answer an argument of this quality gets; careful arguments are granted more often."""
    quality = 0.35 * found.chain + 0.15 * found.figures + 0.15 * found.firmness + 0.35 * found.limits
    quality -= 0.2 * len(found.flaws) + 0.15 * found.overclaim + speaker.rng.gauss(0, 0.12)
    if quality > 0.75:
        return speaker.rng.choice(("concede", "partial", "partial", "challenge"))
    if quality > 0.5:
        return speaker.rng.choice(("partial", "partial", "challenge", "challenge"))
    if quality > 0.25:
        return speaker.rng.choice(("challenge", "challenge", "refute"))
    return "refute"


def _body(speaker: Speaker, kind: ResponseType, case: Case | None, found: Found) -> str:
    if found.flaws and kind == "refute":
        measure = f"the {case.measure}" if case else "the result"
        return speaker.say("refute_flaw", {"flaw": found.flaws[0][1], "measure": measure})
    if case is None:
        return speaker.say(f"{kind}_plain")
    return speaker.say(f"{kind}_known", case_slots(speaker, case))


def _question(speaker: Speaker, kind: ResponseType, case: Case | None, slots: dict[str, str]) -> str:
    if kind == "concede":
        return speaker.say("ask_granted", slots)
    if case is None:
        return speaker.say("ask_plain", slots)
    return speaker.say("ask_known", slots | {"gap": speaker.fill(case.gap)})


def closing(purpose: Closing, seed: int, call: str) -> dict[str, object]:
    """The answer to a `Closing`: what was conceded, what stands, where the side ends; under 200 words."""
    speaker = Speaker(purpose.topic, purpose.side, seed, call)
    heard, other = purpose.heard, opponent(purpose.side)
    answers = heard.responses
    mine, theirs = heard.arguments_of(purpose.side), heard.arguments_of(other)
    granted = [a for a in theirs if _type(answers, a) == "concede"]
    granted_in_part = [a for a in theirs if _type(answers, a) == "partial"]
    force = {a.id: read_response(a, answers.get(a.id)).force for a in mine}
    standing = [a for a in mine if force[a.id] < 0.5]
    shift = _shift(len(granted) + len(granted_in_part), [force[a.id] for a in mine], heard)
    return {
        "concessions": _concessions(granted, granted_in_part, content_words(speaker.topic)),
        "unrebutted": [a.id for a in standing],
        "position": _position(speaker, purpose, (len(granted), len(granted_in_part)), shift),
        "shift": shift,
    }


def _type(answers: dict[str, Response], argument: Argument) -> ResponseType | None:
    answer = answers.get(argument.id)
    return answer.response_type if answer else None


def _concessions(granted: list[Argument], in_part: list[Argument], besides: frozenset[str]) -> list[str]:
    """One line for each concession; past a few, the ids alone, so that the words last."""
    lines = []
    for i, argument in enumerate([*granted, *in_part]):
        degree = "accepted" if argument in granted else "accepted in part"
        quote = f": “{lower_first(excerpt(argument.claim, 8, besides))}”" if i < _NAMED_AT_MOST else ""
        lines.append(f"{argument.id} {degree}{quote}")
    return lines


def _shift(conceded: int, forces: list[float], heard: Transcript) -> Shift:
    if not forces or not heard.responses:
        return "unchanged"
    if sum(force >= 0.7 for force in forces) * 2 > len(forces):
        return "weakened"
    if conceded:
        return "adjusted"
    return "strengthened" if sum(force < 0.5 for force in forces) * 2 > len(forces) else "unchanged"


def _position(speaker: Speaker, purpose: Closing, counts: tuple[int, int], shift: Shift) -> str:
    forms, heard = speaker.proposition, purpose.heard
    parts = [
        speaker.say("position_led", {"topic": forms.named if len(forms.named) < 140 else forms.short[0]})
    ]
    parts.append(
        _counted(*counts) if heard.responses else "No answers were exchanged, so there is nothing to count."
    )
    cruxes = [case for a in heard.arguments if (case := recognise(speaker.pool, a)) is not None]
    if cruxes:
        crux = speaker.rng.choice(cruxes)
        parts.append(speaker.say("position_crux", {"gap": speaker.fill(crux.gap)}))
    parts.append(_ending(speaker, shift))
    return " ".join(sentence(part) for part in parts)


def _counted(whole: int, in_part: int) -> str:
    if not whole and not in_part:
        return "We conceded nothing outright"
    if not in_part:
        return f"We conceded {_arguments(whole)}"
    if not whole:
        return f"We accepted {_arguments(in_part)} in part and none outright"
    return f"We conceded {_arguments(whole)} and accepted {_NUMBERS[min(in_part, 8)]} more in part"


def _arguments(count: int) -> str:
    return f"{_NUMBERS[min(count, 8)]} argument{'' if count == 1 else 's'}"


def _ending(speaker: Speaker, shift: Shift) -> str:
    endings: dict[Shift, tuple[str, ...]] = {
        "strengthened": (
            "The answers left our main steps standing, and we are more confident than before",
            "Our case was tested where it could have failed, and it comes out firmer",
        ),
        "weakened": (
            "Several of our arguments did not survive, and we put our view forward with less confidence",
            "More of our case fell than we expected, and we claim less than we did",
        ),
        "adjusted": (
            "We keep the direction and narrow the scope by what we granted",
            "Our view stands with the limits the other side was right to name",
        ),
        "unchanged": (
            "Neither side moved the other far, and our view is what it was",
            "What we said at the start we would say again, no more strongly",
        ),
    }
    return speaker.rng.choice(endings[shift])
