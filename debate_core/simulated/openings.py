"""The opening of a simulated debater: arguments of deliberately different quality.

Knows the material and the topic; judges nothing. Invariant: no two arguments of a speech share a case, and every
piece of evidence says that it is invented.
"""

from typing import Literal

from debate_core.asks.opening import Opening
from debate_core.simulated.grammar import lower_first, sentence
from debate_core.simulated.material import Case, choose
from debate_core.simulated.phrasing import content_words, excerpt
from debate_core.simulated.speech import Speaker, case_slots, recognise
from debate_core.transcript import Argument, opponent

Grade = Literal["strong", "middling", "thin", "weak"]
# Words of a topic that show nothing of it.
_ANYWHERE = frozenset({"should", "does", "good", "best", "better", "more", "have", "make"})
# Openings that read badly after "everyone knows that".
_STARTS_OWN_WAY = ("Nobody", "Even", "Where", "If ", "Whoever", "Not ")


def opening(purpose: Opening, seed: int, call: str) -> dict[str, object]:
    """The answer to an `Opening`: `{"arguments": [{"claim", "reasoning", "evidence"} …]}`."""
    speaker = Speaker(purpose.topic, purpose.side, seed, call)
    heard = purpose.heard.arguments_of(opponent(purpose.side))
    cases = choose(speaker.pool.of(purpose.side), purpose.count, speaker.rng)
    level = speaker.rng.uniform(0.1, 0.9)
    grades = _grades(speaker, level, len(cases))
    arguments = [
        _argument(speaker, case, i, grade) for i, (case, grade) in enumerate(zip(cases, grades, strict=True))
    ]
    if arguments and not _names_the_topic(speaker, arguments):
        bearing = speaker.say("bearings", {"topic": speaker.proposition.named})
        arguments[0]["reasoning"] += " " + sentence(bearing)
    if heard and arguments:
        answered = speaker.rng.choice(heard)
        arguments[0]["reasoning"] += " " + _reaction(speaker, answered)
    return {"arguments": arguments}


def _names_the_topic(speaker: Speaker, arguments: list[dict[str, str]]) -> bool:
    """Whether any argument holds a word of the topic, in whatever ending."""
    stems = tuple(word[: max(4, len(word) - 3)] for word in content_words(speaker.topic) - _ANYWHERE)
    said = content_words(" ".join(f"{a['claim']} {a['reasoning']}" for a in arguments))
    return not stems or any(word.startswith(stems) for word in said)


def _grades(speaker: Speaker, level: float, count: int) -> list[Grade]:
    """How good each argument is. `level` is the speaker's day: 0 poor, 1 good; even a poor one has few weak ones."""
    weak_at_most = round(0.2 + 0.5 * count * (1.0 - level))
    grades: list[Grade] = []
    for _ in range(count):
        drawn = speaker.rng.random()
        if drawn < 0.14 + 0.6 * level:
            grades.append("strong")
        elif drawn > 1.0 - 0.45 * (1.0 - level) and grades.count("weak") < weak_at_most:
            grades.append("weak")
        else:
            grades.append("middling" if speaker.rng.random() < 0.55 else "thin")
    return grades


def _argument(speaker: Speaker, case: Case, place: int, grade: Grade) -> dict[str, str]:
    slots = case_slots(speaker, case) | {
        "voice": speaker.deal_people("voices"),
        "authority": speaker.deal_people("authorities"),
        "study": speaker.deal_people("studies"),
        "sites": speaker.rng.choice(speaker.pool.people.sites),
    }
    return {
        "claim": _claim(speaker, case, place, grade),
        "reasoning": sentence(speaker.say(grade, slots)),
        "evidence": _evidence(speaker, slots, grade),
    }


def _claim(speaker: Speaker, case: Case, place: int, grade: Grade) -> str:
    forms = speaker.proposition
    names = [forms.doing, *forms.short] if place else [forms.doing]
    named = names[(place + speaker.rng.randrange(2)) % len(names)]
    claimed = forms.claimed if place == 0 else speaker.rng.choice(("this claim", "the claim", forms.claimed))
    claim = speaker.fill(speaker.rng.choice(case.claim), {"X": named, "C": claimed})
    if grade == "weak" and speaker.rng.random() < 0.5 and not claim.startswith(_STARTS_OWN_WAY):
        claim = speaker.say("overclaims", {"claim": lower_first(claim)})
    return sentence(claim)


def _evidence(speaker: Speaker, slots: dict[str, str], grade: Grade) -> str:
    kinds = {"strong": "firm", "middling": "loose", "thin": "firm", "weak": "bare"}
    kind = kinds[grade]
    if grade == "middling" and speaker.rng.random() < 0.3:
        kind = "firm"
    caveat = speaker.say("caveats", {"sites": slots["sites"]}) if kind == "firm" else ""
    body = speaker.say(kind, slots | {"caveat": caveat})
    return sentence(speaker.say("marks", {"body": body}))


def _reaction(speaker: Speaker, answered: Argument) -> str:
    case = recognise(speaker.pool, answered)
    slots = {
        "id": answered.id,
        "quote": lower_first(excerpt(answered.claim, 10, content_words(speaker.topic))),
    }
    if case is None:
        return sentence(speaker.fill("It should be read beside {id}, which speaks of “{quote}”.", slots))
    return sentence(speaker.say("reactions", slots | {"gap": speaker.fill(case.gap)}))
