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
from debate_core.simulated.phrases import PHRASES, RULES, TABLES, chance, quotation, say, summed
from debate_core.simulated.reading import FORCE, QUALITIES, Answered, Heard, hear_argument, hear_reply
from debate_core.transcript import SIDES, Argument, opponent

_TIE_WITHIN = 0.25
_EVEN, _MIDDLE, _CONTRAST = 5.7, 5.7, 0.65  # a mean argument, where it is put, how far others stand from it
_POINTS = 10  # the scale the qualities are thought on; mapped to the rubric's
_SHARED = 0.93  # of the declared noise, what a judge errs by on all of an argument at once
_DIVIDES = 0.13  # how often an argument can be read in two ways, so that each judge takes one
_APART = 2.7  # how far each way lies off, in shares of a judge's usual error


@dataclass(frozen=True, kw_only=True)
class View:
    """What a judge holds of an argument."""

    argument: Argument
    heard: Heard
    answered: Answered
    flaws: tuple[Fallacy, ...]
    points: Mapping[str, int]
    composite: float
    standing: Standing


def judging(ask: Scoring, seed: int, call: str) -> dict[str, object]:
    views = [_view(ask, argument, seed, call) for argument in ask.transcript.arguments]
    rng = chance(seed, call, "notes")
    rows = [row_of(view, ask.rubric, " ".join(_notes(view, rng))) for view in views]
    return {"scores": rows, "overall": overall_of(views, rng)}


def _view(ask: Scoring, argument: Argument, seed: int, call: str) -> View:
    declared, words = ask.judge.simulation, (argument.claim, argument.reasoning, argument.evidence)
    # Keyed by the words, not the id: an argument that changes places takes its chance error with it.
    rng = chance(seed, call, "noise", *words)
    flaws = tuple(name for name in hear_argument(argument).flaws if rng.random() < declared.alertness)
    qualities = _qualities(ask, argument, flaws)
    divided = chance(seed, "divides", *words).random() < _DIVIDES
    usual = ((1 - _DIVIDES * _APART**2) / (1 - _DIVIDES)) ** 0.5  # so that the variance over arguments is 1
    way, error = rng.choice((-1, 1)), rng.gauss(0, usual)
    shared = declared.noise * _SHARED * (way * _APART if divided else error)
    shift, apart = _bias(ask, argument) - declared.severity + shared, declared.noise * (1 - _SHARED**2) ** 0.5
    points = {
        d.key: _declared(_quality_of(d, qualities), ask.rubric, ask.judge, shift + rng.gauss(0, apart))
        for d in ask.rubric.dimensions
    }
    return view_of(ask, argument, flaws, points)


def view_of(
    ask: Scoring | Deliberate, argument: Argument, flaws: tuple[Fallacy, ...], points: Mapping[str, int]
) -> View:
    """An argument with its points by a judge's own weights, and how far it stands by them."""
    answered, scale, composite = (
        hear_reply(argument, ask.transcript),
        ask.rubric.scale,
        composite_of(ask, points),
    )
    return View(
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


def _qualities(ask: Scoring, argument: Argument, flaws: tuple[Fallacy, ...]) -> dict[str, float]:
    heard, force = hear_argument(argument), FORCE[hear_reply(argument, ask.transcript).met]
    focus = next((name for name, of in RULES["focus"].items() if of.search(ask.judge.domain)), "general")
    features = {**heard.features, "hurt": max(0.0, force), "relief": -min(0.0, force)}
    features["fault"] = min(2, len(flaws)) * 1.1
    values = {name: summed(table, features) for name, table in TABLES["qualities"].items()}
    if heard.empty:
        return {name: min(value, 2.2) for name, value in values.items()}
    leaning = summed(TABLES["leanings"][focus], features)
    return {name: _MIDDLE + _CONTRAST * (value + leaning - _EVEN) for name, value in values.items()}


def _quality_of(dimension: Dimension, qualities: Mapping[str, float]) -> float:
    for words in (dimension.key, f"{dimension.question} {dimension.high}".lower()):
        for quality, meant in RULES["meant"].items():
            if meant.search(words):
                return qualities[quality]
    return sum(qualities.values()) / len(qualities)


def _bias(ask: Scoring, argument: Argument) -> float:
    declared, turns = ask.judge.simulation, ask.transcript.turns
    first = turns[0].side if turns else None
    first = opponent(first) if first and ask.con_first else first
    toward_side = declared.side_bias if argument.side == "pro" else -declared.side_bias
    return toward_side + (declared.first_speaker_bias if argument.side == first else 0.0)


def _declared(quality: float, rubric: Rubric, judge: Judge, shift: float) -> int:
    scale = rubric.scale
    middle = (scale.low + scale.high) / 2
    points = scale.low + (quality - 1) / (_POINTS - 1) * scale.width
    points = middle + judge.simulation.spread * (points - middle) + shift
    return round(min(float(scale.high), max(float(scale.low), points)))


def row_of(view: View, rubric: Rubric, notes: str) -> dict[str, object]:
    return {
        "argument_id": view.argument.id,
        **{d.score_name: view.points[d.key] for d in rubric.dimensions},
        "standing": view.standing,
        "fallacies": list(view.flaws),
        "notes": notes,
    }


def _standing(share: float, answered: Answered) -> Standing:
    """By the points, within what the answer allows: nothing is refuted without a refutation, nor upheld against one."""
    share -= 0.06 * max(0.0, FORCE[answered.met])
    if share < 0.46:
        return "REFUTED" if share < 0.4 and answered.met == "hit" else "UNCERTAIN"
    return "UPHELD" if share >= 0.62 and answered.met != "hit" else "PARTIALLY_UPHELD"


def _notes(view: View, rng: Random) -> list[str]:
    heard, answered = view.heard, view.answered
    if heard.empty:
        return [say(rng, "note", "empty")]
    if heard.takes_stock:
        return [say(rng, "note", "ending_grant" if heard.tagged("ending:genuine_agreement") else "ending")]
    shown = [name for name in QUALITIES if getattr(heard, name) >= 0.6]
    strengths = [(name, quote) for name in shown if (quote := heard.showing(name))]
    both = (strengths, _weaknesses(view))
    first, second = both if view.standing in ("UPHELD", "PARTIALLY_UPHELD") else both[::-1]
    name, quote = rng.choice(first or second or [("foreign", "")])
    slots = {"id": view.argument.id, "flaw": PHRASES["flaws"][view.flaws[0]] if view.flaws else ""}
    notes = [say(rng, "note", name, quote=quote, **slots)]
    if answered.quote or answered.met in ("granted", "miss", "unanswered"):
        notes.append(say(rng, "note", answered.met, quote=answered.quote, **slots))
    return notes


def _weaknesses(view: View) -> list[tuple[str, str]]:
    heard = view.heard
    if view.flaws and (quote := quotation(heard.flaws[view.flaws[0]].text, "")):
        return [("flaw", quote)]
    if heard.over >= 0.5 and (quote := heard.showing("over")):
        return [("over", quote)]
    return [(f"no_{name}", "") for name in QUALITIES if getattr(heard, name) < 0.2]


def overall_of(views: list[View], rng: Random) -> dict[str, object]:
    totals = {side: [one.composite for one in views if one.argument.side == side] for side in SIDES}
    pro, con = (sum(values) / len(values) if values else None for values in totals.values())
    gap = round(pro - con, 6) if pro is not None and con is not None else 0.0
    ballot: Ballot = "TIE" if abs(gap) <= _TIE_WITHIN else "PRO" if gap > 0 else "CON"
    return {
        "pro_total_raw": round(sum(totals["pro"]), 2),
        "con_total_raw": round(sum(totals["con"]), 2),
        "ballot": ballot,
        "confidence": round(min(0.95, 0.5 + 0.16 * abs(gap)), 2),
        "key_finding": _finding(views, rng),
    }


def _finding(views: list[View], rng: Random) -> str:
    ranked = [one.argument for one in sorted(views, key=lambda one: one.composite)]
    if len(ranked) < 2:
        return f"Only {ranked[0].id} was put." if ranked else "There was nothing to judge."
    best, worst = ranked[-1], ranked[0]
    return say(rng, "note", "finding", id=best.id, other_id=worst.id, quote=quotation(best.claim, best.id))
