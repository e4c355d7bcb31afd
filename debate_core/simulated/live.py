"""The simulated live judge: a turn taken apart, and two turns compared.

Knows the words of the turns and what the register says, never how the debate was meant to go. Invariant: marks follow
words and not sides, so turns that change sides take their marks with them.
"""

from collections.abc import Mapping
from random import Random

from debate_core.asks.live_turn import LiveTurn
from debate_core.asks.pairwise import Pairwise
from debate_core.simulated.chance import chance
from debate_core.simulated.grammar import sentence
from debate_core.simulated.hearing import engagement, fields_of, hear
from debate_core.simulated.phrasing import excerpt, render
from debate_core.simulated.suspicion import Suspect, exposures, slips, suspects
from debate_core.simulated.weighing import Link, Weight, others_before, pressure, weigh
from debate_core.simulated.wording import worded
from debate_core.transcript import Turn

_OVERLOOKED_SHARE = 0.3  # of suspect claims, at first hearing
_SLIPS_SEEN_SHARE = 0.6
_MISCOPIED_SHARE = 0.07  # of quotes, by one small word
_NOISE: Mapping[str, float] = {"logic": 1.5, "tactics": 1.3, "part": 0.35, "ten": 0.5}
_FIRST_FAVOURED = 0.7  # points on each of three, to the turn that is shown first
_DRAW_WITHIN: Mapping[str, float] = {"logic": 2.4, "tactics": 2.2, "rhetoric": 1.4}
_ANSWERING: Mapping[str, float] = {
    "logic": 4.0,
    "tactics": 6.0,
    "rhetoric": 0.0,
}  # for taking up the older turn
_SMALL = frozenset({"the", "a", "that", "of", "and"})


def live_turn(purpose: LiveTurn, seed: int, call: str) -> dict[str, object]:
    """The answer to a `LiveTurn`."""
    turn, heard = purpose.turn, purpose.heard.turns
    weight = weigh(turn, heard)
    rng = chance(seed, call, "noise", *(text for _, text in fields_of(turn)))
    overlooked = chance(seed, call, "overlooks")
    doubtful = [s for s in suspects(turn) if overlooked.random() >= _OVERLOOKED_SHARE]
    answer: dict[str, object] = {
        "logic": _marked(weight.logic, "logic", 40, rng),
        "links": [_link(link, rng) for link in weight.links],
        "rhetoric": {
            name: _marked(getattr(weight, name), "part", 7.5, rng)
            for name in ("framing", "clarity", "resonance", "delivery")
        },
        "tactics": _marked(weight.tactics, "tactics", 30, rng),
        "frame_control": _marked(weight.frame_control, "ten", 10, rng),
        "credibility": _marked(weight.credibility, "ten", 10, rng),
        "suspect_claims": [_claim(suspect, rng) for suspect in doubtful],
        "exposures": _exposures(purpose, rng),
        "slips": _slips(purpose, rng),
    }
    if purpose.personalities:
        weaker, felt = pressure(turn, heard)
        answer |= {"weaker": weaker.side.upper() if weaker else "NONE", "pressure": felt}
    return answer | {"notes": _notes(purpose, weight, doubtful, rng)}


def _marked(value: float, kind: str, most: float, rng: Random) -> float:
    return round(min(most, max(0.0, value + rng.gauss(0, _NOISE[kind]))) * 2) / 2


def _link(link: Link, rng: Random) -> dict[str, str]:
    return {"kind": link.kind, "state": link.state, "quote": _copied(link.quote, rng)}


def _copied(quote: str, rng: Random) -> str:
    """`quote` as the judge writes it down: now and then without one small word."""
    words = quote.split(" ")
    small = [i for i, word in enumerate(words[1:-1], start=1) if word in _SMALL]
    if rng.random() >= _MISCOPIED_SHARE or not small or len(quote) < 40 or "…" in quote:
        return quote
    del words[rng.choice(small)]
    return " ".join(words)


def say(name: str, rng: Random, **slots: object) -> str:
    """One of the judge's phrases, filled."""
    filled = {key: str(value) for key, value in slots.items()}
    return sentence(render(rng.choice(worded()[name]), rng, filled))


def nested(quote: str) -> str:
    """A stretch that holds a quotation, as it stands inside another."""
    words = quote.translate(str.maketrans("“”", "‘’")).split()
    kept = " ".join(words[:18]) + ("…" if len(words) > 18 else "")
    return kept + "’" if kept.count("‘") > kept.count("’") else kept


def _claim(suspect: Suspect, rng: Random) -> dict[str, str]:
    return {
        "text": say(f"claim_{suspect.concern}", rng, quote=excerpt(suspect.quote, 16)),
        "quote": suspect.quote,
        "concern": suspect.concern,
        "why": say(f"why_{suspect.concern}", rng),
    }


def _exposures(purpose: LiveTurn, rng: Random) -> list[dict[str, object]]:
    turn = purpose.turn
    return [
        {
            "turn": exposed.turn,
            "claim": exposed.claim,
            "text": say(f"claim_{exposed.concern}", rng, quote=excerpt(exposed.quote, 16)),
            "concern": exposed.concern,
            "why": say("why_exposed", rng, n=turn.number),
        }
        for exposed in exposures(turn, purpose.heard.turns, purpose.register)
    ]


def _slips(purpose: LiveTurn, rng: Random) -> list[dict[str, object]]:
    return [
        {
            "kind": slip.kind,
            "earlier": slip.earlier,
            "text": say(f"slip_{slip.kind}", rng, quote=excerpt(slip.quote, 16), n=slip.earlier),
        }
        for slip in slips(purpose.turn, purpose.heard.turns, purpose.heard.topic.text)
        if rng.random() < _SLIPS_SEEN_SHARE or slip.kind == "contradiction"
    ]


def _notes(purpose: LiveTurn, weight: Weight, doubtful: list[Suspect], rng: Random) -> str:
    """What decided the scores: the best that was seen, and the worst."""
    turn = purpose.turn
    reading, quotes = hear(turn), {link.kind: excerpt(link.quote, 12) for link in weight.links}
    quotes["premise_addressed"] = nested(weight.links[3].quote)
    state = {link.kind: link.state for link in weight.links}
    exposed = exposures(turn, others_before(turn, purpose.heard.turns), {})
    good: list[tuple[str, str]] = []
    bad: list[tuple[str, str]] = []
    if state["process"] == "present":
        good.append(("l_process", quotes["process"]))
    if state["consequence"] == "present":
        good.append(("l_figure", quotes["consequence"]))
    if state["premise_addressed"] == "present":
        good.append(("l_met", quotes["premise_addressed"]))
    if reading.mood >= 0.4:
        mood = next((s.text for s in reading.sentences if s.part == "reasoning" and not s.quotes), "")
        bad.append(("l_mood", excerpt(mood, 12)))
    elif state["process"] != "present":
        bad.append(("l_noprocess", quotes["cause"] or quotes["consequence"]))
    if doubtful:
        bad.append(("l_suspect", excerpt(doubtful[0].quote, 12)))
    if state["premise_addressed"] in ("weak", "missing"):
        touched = state["premise_addressed"] == "weak"
        bad.append(("l_touched" if touched else "l_unmet", quotes["premise_addressed"]))
    if state["consequence"] != "present":
        bad.append(("l_nofigure", ""))
    said = [say("l_exposes", rng, n=exposed[0].turn)] if exposed else []
    for chosen in (good, bad):
        fitting = [(name, quote) for name, quote in chosen if quote or name in ("l_unmet", "l_nofigure")]
        if fitting and len(said) < 2:
            name, quote = rng.choice(fitting)
            said.append(say(name, rng, quote=quote))
    return " ".join(said) or "There is too little in the turn to take apart."


def pairwise(purpose: Pairwise, seed: int, call: str) -> dict[str, object]:
    """The answer to a `Pairwise`. The turn shown first gains a little, so that the two orders may disagree."""
    older, newer = purpose.older, purpose.newer
    heard = (older, newer)
    weights = {turn.number: weigh(turn, (turn,)) for turn in heard}
    answered = engagement(newer, (older,)).share - 0.5
    first, second = (newer, older) if purpose.swapped else (older, newer)
    rng = chance(seed, "pairwise", *(text for turn in heard for _, text in fields_of(turn)))
    answer: dict[str, object] = {}
    ahead: dict[str, Turn] = {}
    for name in ("logic", "tactics", "rhetoric"):
        points: dict[int, float] = {n: getattr(weight, name) for n, weight in weights.items()}
        points[newer.number] += rng.gauss(0, 1.2) + _ANSWERING[name] * answered
        gap = points[first.number] + _FIRST_FAVOURED - points[second.number]
        drawn = abs(gap) <= _DRAW_WITHIN[name]
        answer[name] = "DRAW" if drawn else "FIRST" if gap > 0 else "SECOND"
        if not drawn:
            ahead[name] = first if gap > 0 else second
    return answer | {"reason": _reason(ahead, (older, newer), rng)}


def _reason(ahead: Mapping[str, Turn], pair: tuple[Turn, Turn], rng: Random) -> str:
    said = []
    for name, turn in ahead.items():
        other = pair[0] if turn is pair[1] else pair[1]
        reading = hear(turn)
        quote = reading.process.quote or reading.cause.quote or reading.consequence.quote
        if name == "logic" and not quote:
            continue
        said.append(say(f"pair_{name}", rng, n=turn.number, m=other.number, quote=excerpt(quote, 12)))
    return " ".join(said[:2]) or say("pair_even", rng)
