"""A simulated judge: scores from what it reads, then its declared severity, spread, noise and biases. An argument's
scores follow its own words and its answer, whatever its place."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from debate_core.asks.deliberation import Deliberate
from debate_core.asks.judging import Scoring
from debate_core.config import Judge
from debate_core.rubric import Dimension, Rubric
from debate_core.scoresheet import Ballot, Fallacy, Standing
from debate_core.simulated.phrases import PHRASES, RULES, chance, quotation, say
from debate_core.simulated.reading import FORCE, QUALITIES, Answered, Heard, hear_argument, hear_reply
from debate_core.transcript import SIDES, Argument, Side, opponent

_TIE_WITHIN = 0.25
_EVEN, _MIDDLE, _CONTRAST = 5.7, 5.7, 0.65  # a mean argument, where it is put, how far others stand from it
_POINTS = 10  # the scale the qualities are thought on; mapped to the rubric's
_SHARED = 0.93  # of the declared noise, what a judge errs by on all of an argument at once
_DIVIDES = 0.13  # how often an argument can be read in two ways, so that each judge takes one
_APART = 2.7  # how far each way lies off, in shares of a judge's usual error


@dataclass(frozen=True, kw_only=True)
class Weighed:
    argument: Argument
    heard: Heard
    answered: Answered
    flaws: tuple[Fallacy, ...]
    points: dict[str, int]
    composite: float
    standing: Standing


def judging(ask: Scoring, seed: int, call: str) -> dict[str, object]:
    views = [_weigh(ask, argument, seed, call) for argument in ask.transcript.arguments]
    rng = chance(seed, call, "notes")
    rows = [row_of(one, ask.rubric, " ".join(_notes(one, rng))) for one in views]
    return {"scores": rows, "overall": overall_of(views, rng)}


def _weigh(ask: Scoring, argument: Argument, seed: int, call: str) -> Weighed:
    judge, rubric, words = ask.judge, ask.rubric, (argument.claim, argument.reasoning, argument.evidence)
    heard, answered = hear_argument(argument), hear_reply(argument, ask.transcript)
    # Keyed by the words, not the id: an argument that changes places takes its chance error with it.
    rng = chance(seed, call, "noise", *words)
    flaws = tuple(name for name in heard.flaws if rng.random() < judge.simulation.alertness)
    focus = next((name for name, of in RULES["focus"].items() if of.search(judge.domain)), "general")
    qualities = _qualities(heard, answered, flaws, focus)
    view = _view(rng, divides=chance(seed, "divides", *words).random() < _DIVIDES)
    noise, apart = judge.simulation.noise, judge.simulation.noise * (1 - _SHARED**2) ** 0.5
    shift = _bias(ask, argument.side) - judge.simulation.severity + noise * _SHARED * view
    points = {
        d.key: _declared(_quality_of(d, qualities), rubric, judge, shift + rng.gauss(0, apart))
        for d in rubric.dimensions
    }
    return weighed(ask, argument, flaws, points)


def weighed(
    ask: Scoring | Deliberate, argument: Argument, flaws: tuple[Fallacy, ...], points: dict[str, int]
) -> Weighed:
    """An argument with its points by a judge's own weights, and how far it stands by them."""
    answered, scale = hear_reply(argument, ask.transcript), ask.rubric.scale
    composite = composite_of(ask, points)
    return Weighed(
        argument=argument,
        heard=hear_argument(argument),
        answered=answered,
        flaws=flaws,
        points=points,
        composite=composite,
        standing=_standing((composite - scale.low) / max(1, scale.width), answered),
    )


def composite_of(ask: Scoring | Deliberate, points: Mapping[str, float]) -> float:
    return sum(weight * points[key] for key, weight in ask.judge.own_weights(ask.rubric).items())


def _view(rng: Random, *, divides: bool) -> float:
    """How a judge sees an argument, of variance 1 over arguments."""
    usual = ((1 - _DIVIDES * _APART**2) / (1 - _DIVIDES)) ** 0.5
    way, error = rng.choice((-1, 1)), rng.gauss(0, usual)
    return way * _APART if divides else error


def _qualities(heard: Heard, answered: Answered, flaws: tuple[Fallacy, ...], focus: str) -> dict[str, float]:
    force, hurt = FORCE[answered.met], max(0.0, FORCE[answered.met])
    fault = min(2, len(flaws)) * 1.1
    values: dict[str, float] = {
        "logic": 3.6 + 4.4 * heard.mechanism - 1.4 * heard.over - 1.3 * hurt - fault,
        "evidence": 3.0 + 4.6 * heard.figure + 0.4 * heard.limits - 0.6 * fault,
        "response": 6.4 - 3.0 * hurt - 1.6 * min(0.0, force) + 1.0 * heard.limits - 0.5 * fault,
        "honesty": 5.2 + 2.6 * heard.limits - 2.6 * heard.over - 0.9 * fault,
        "clarity": 4.4 + 3.0 * heard.clarity + 1.2 * heard.mechanism,
    }
    if heard.empty:
        return {name: min(value, 2.2) for name, value in values.items()}
    # What its domain adds or takes on every dimension: a cause of disagreement that readers can find.
    leaning = {
        "technical": 0.9 * (heard.mechanism - 0.75) - 0.2 * hurt,
        "business": 1.0 * (heard.figure - 0.7),
        "risk": 0.9 * (heard.limits - 0.45) - 0.4 * heard.over,
        "general": 0.8 * (heard.clarity - 0.7),
    }[focus]
    return {name: _MIDDLE + _CONTRAST * (value + leaning - _EVEN) for name, value in values.items()}


def _quality_of(dimension: Dimension, qualities: dict[str, float]) -> float:
    for words in (dimension.key, f"{dimension.question} {dimension.high}".lower()):
        for quality, meant in RULES["meant"].items():
            if meant.search(words):
                return qualities[quality]
    return sum(qualities.values()) / len(qualities)


def _bias(ask: Scoring, side: Side) -> float:
    declared, turns = ask.judge.simulation, ask.transcript.turns
    first = turns[0].side if turns else None
    first = opponent(first) if first and ask.con_first else first
    toward_side = declared.side_bias if side == "pro" else -declared.side_bias
    return toward_side + (declared.first_speaker_bias if side == first else 0.0)


def _declared(quality: float, rubric: Rubric, judge: Judge, shift: float) -> int:
    scale = rubric.scale
    middle = (scale.low + scale.high) / 2
    points = scale.low + (quality - 1) / (_POINTS - 1) * scale.width
    points = middle + judge.simulation.spread * (points - middle) + shift
    return round(min(float(scale.high), max(float(scale.low), points)))


def row_of(one: Weighed, rubric: Rubric, notes: str) -> dict[str, object]:
    return {
        "argument_id": one.argument.id,
        **{d.score_name: one.points[d.key] for d in rubric.dimensions},
        "standing": one.standing,
        "fallacies": list(one.flaws),
        "notes": notes,
    }


def _standing(share: float, answered: Answered) -> Standing:
    """By the points, within what the answer allows: nothing is refuted without a refutation, nor upheld against one."""
    share -= 0.06 * max(0.0, FORCE[answered.met])
    if share < 0.46:
        return "REFUTED" if share < 0.4 and answered.met == "hit" else "UNCERTAIN"
    return "UPHELD" if share >= 0.62 and answered.met != "hit" else "PARTIALLY_UPHELD"


def _notes(weighed: Weighed, rng: Random) -> list[str]:
    heard, answered = weighed.heard, weighed.answered
    if heard.empty:
        return [say(rng, "note", "empty")]
    if heard.takes_stock:
        return [say(rng, "note", "ending_grant" if heard.tagged("ending:genuine_agreement") else "ending")]
    high = weighed.standing in ("UPHELD", "PARTIALLY_UPHELD")
    said = _strengths(heard) if high else _weaknesses(weighed)
    other = _weaknesses(weighed) if high else _strengths(heard)
    name, quote = rng.choice(said or other or [("foreign", "")])
    flaw = PHRASES["flaws"][weighed.flaws[0]] if weighed.flaws else ""
    slots = {"id": weighed.argument.id, "flaw": flaw}
    notes = [say(rng, "note", name, quote=quote, **slots)]
    if answered.quote or answered.met in ("granted", "miss", "unanswered"):
        notes.append(say(rng, "note", answered.met, quote=answered.quote, **slots))
    return notes


def _strengths(heard: Heard) -> list[tuple[str, str]]:
    names = [name for name in QUALITIES if getattr(heard, name) >= 0.6]
    return [(name, quote) for name in names if (quote := heard.showing(name))]


def _weaknesses(weighed: Weighed) -> list[tuple[str, str]]:
    heard = weighed.heard
    if weighed.flaws and (quote := quotation(heard.flaws[weighed.flaws[0]].text, "")):
        return [("flaw", quote)]
    if heard.over >= 0.5 and (quote := heard.showing("over")):
        return [("over", quote)]
    absent = [name for name in QUALITIES if getattr(heard, name) < 0.2]
    return [(f"no_{name}", "") for name in absent]


def overall_of(weighed: list[Weighed], rng: Random) -> dict[str, object]:
    totals = {side: [one.composite for one in weighed if one.argument.side == side] for side in SIDES}
    pro, con = (sum(values) / len(values) if values else None for values in totals.values())
    gap = round(pro - con, 6) if pro is not None and con is not None else 0.0
    ballot: Ballot = "TIE" if abs(gap) <= _TIE_WITHIN else "PRO" if gap > 0 else "CON"
    return {
        "pro_total_raw": round(sum(totals["pro"]), 2),
        "con_total_raw": round(sum(totals["con"]), 2),
        "ballot": ballot,
        "confidence": round(min(0.95, 0.5 + 0.16 * abs(gap)), 2),
        "key_finding": _finding(weighed, rng),
    }


def _finding(weighed: list[Weighed], rng: Random) -> str:
    ranked = sorted(weighed, key=lambda one: one.composite)
    if len(ranked) < 2:
        return f"Only {ranked[0].argument.id} was put." if ranked else "There was nothing to judge."
    best, worst = ranked[-1].argument, ranked[0].argument
    slots = {"id": best.id, "other_id": worst.id, "quote": quotation(best.claim, best.id)}
    return say(rng, "note", "finding", **slots)
