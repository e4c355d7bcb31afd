"""A simulated judge: scores from what it reads, then its declared severity, spread, noise and biases. An argument's
scores follow its own words and its answer, whatever its place."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from debate_core.asks.deliberation import Deliberate
from debate_core.asks.judging import Scoring
from debate_core.rubric import Dimension
from debate_core.scoresheet import Ballot, Fallacy, Standing
from debate_core.simulated.phrases import PHRASES, RULES, TABLES, chance, quotation, say, summed
from debate_core.simulated.reading import FORCE, QUALITIES, hear_argument, hear_reply
from debate_core.transcript import SIDES, Argument, opponent

_TIE_WITHIN = 0.25
_EVEN, _MIDDLE, _CONTRAST = 5.7, 5.7, 0.65  # a mean argument, where it is put, how far others stand from it
_POINTS = 10  # the scale the qualities are thought on; mapped to the rubric's
_SHARED = 0.93  # of the declared noise, what a judge errs by on all of an argument at once
_DIVIDES = 0.13  # how often an argument can be read in two ways, so that each judge takes one
_APART = 2.7  # how far each way lies off, in shares of a judge's usual error
_USUAL = ((1 - _DIVIDES * _APART**2) / (1 - _DIVIDES)) ** 0.5  # so that the variance over arguments is 1


class View(NamedTuple):
    """What a judge holds of an argument."""

    argument: Argument
    flaws: tuple[Fallacy, ...]
    points: Mapping[str, int]
    composite: float
    standing: Standing


def judging(ask: Scoring, seed: int, call: str) -> dict[str, object]:
    views = [_view(ask, argument, seed, call) for argument in ask.transcript.arguments]
    rng = chance(seed, call, "notes")
    rows = [row_of(ask, view, " ".join(_notes(ask, view, rng))) for view in views]
    return {"scores": rows, "overall": overall_of(views, rng)}


def _view(ask: Scoring, argument: Argument, seed: int, call: str) -> View:
    declared, scale, turns = ask.judge.simulation, ask.rubric.scale, ask.transcript.turns
    words = (argument.claim, argument.reasoning, argument.evidence)
    # Keyed by the words, not the id: an argument that changes places takes its chance error with it.
    rng = chance(seed, call, "noise", *words)
    flaws = tuple(name for name in hear_argument(argument).flaws if rng.random() < declared.alertness)
    qualities = _qualities(ask, argument, flaws)
    way, error = rng.choice((-1, 1)), rng.gauss(0, _USUAL)
    divided = chance(seed, "divides", *words).random() < _DIVIDES
    first = turns[0].side if turns else None
    first = opponent(first) if first and ask.con_first else first
    bias = declared.side_bias if argument.side == "pro" else -declared.side_bias
    bias += declared.first_speaker_bias if argument.side == first else 0.0
    shift = bias - declared.severity + declared.noise * _SHARED * (way * _APART if divided else error)
    middle, points = (scale.low + scale.high) / 2, {}
    for dimension in ask.rubric.dimensions:
        quality = scale.low + (_quality_of(dimension, qualities) - 1) / (_POINTS - 1) * scale.width
        apart = rng.gauss(0, declared.noise * (1 - _SHARED**2) ** 0.5)
        value = middle + declared.spread * (quality - middle) + (shift + apart)
        points[dimension.key] = round(min(float(scale.high), max(float(scale.low), value)))
    return view_of(ask, argument, flaws, points)


def view_of(
    ask: Scoring | Deliberate, argument: Argument, flaws: tuple[Fallacy, ...], points: Mapping[str, int]
) -> View:
    """An argument with its points by a judge's own weights, and how far it stands by them, within what its answer
    allows: nothing is refuted without a refutation, nor upheld against one."""
    met, scale, composite = (
        hear_reply(argument, ask.transcript).met,
        ask.rubric.scale,
        composite_of(ask, points),
    )
    share = (composite - scale.low) / max(1, scale.width) - 0.06 * max(0.0, FORCE[met])
    standing: Standing = "UPHELD" if share >= 0.62 and met != "hit" else "PARTIALLY_UPHELD"
    if share < 0.46:
        standing = "REFUTED" if share < 0.4 and met == "hit" else "UNCERTAIN"
    return View(argument, flaws, points, composite, standing)


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
        if meant := next((name for name, of in RULES["meant"].items() if of.search(words)), ""):
            return qualities[meant]
    return sum(qualities.values()) / len(qualities)


def row_of(ask: Scoring | Deliberate, view: View, notes: str) -> dict[str, object]:
    scores = {d.score_name: view.points[d.key] for d in ask.rubric.dimensions}
    more = {"standing": view.standing, "fallacies": list(view.flaws), "notes": notes}
    return {"argument_id": view.argument.id, **scores, **more}


def _notes(ask: Scoring, view: View, rng: Random) -> list[str]:
    heard, answered = hear_argument(view.argument), hear_reply(view.argument, ask.transcript)
    if heard.empty:
        return [say(rng, "note", "empty")]
    if heard.takes_stock:
        return [say(rng, "note", "ending_grant" if heard.of("ending:genuine_agreement") else "ending")]
    shown = [name for name in QUALITIES if getattr(heard, name) >= 0.6]
    strengths = [(name, quote) for name in shown if (quote := heard.showing(name))]
    weaknesses = [(f"no_{name}", "") for name in QUALITIES if getattr(heard, name) < 0.2]
    if heard.over >= 0.5 and (quote := heard.showing("over")):
        weaknesses = [("over", quote)]
    if view.flaws and (quote := quotation(heard.flaws[view.flaws[0]].text, "")):
        weaknesses = [("flaw", quote)]
    high = view.standing in ("UPHELD", "PARTIALLY_UPHELD")
    name, quote = rng.choice((high and strengths) or weaknesses or strengths or [("foreign", "")])
    slots = {"id": view.argument.id, "flaw": PHRASES["flaws"][view.flaws[0]] if view.flaws else ""}
    notes = [say(rng, "note", name, quote=quote, **slots)]
    if answered.quote or answered.met in ("granted", "miss", "unanswered"):
        notes.append(say(rng, "note", answered.met, quote=answered.quote, **slots))
    return notes


def overall_of(views: list[View], rng: Random) -> dict[str, object]:
    totals = {side: [one.composite for one in views if one.argument.side == side] for side in SIDES}
    pro, con = (sum(values) / len(values) if values else None for values in totals.values())
    gap = round(pro - con, 6) if pro is not None and con is not None else 0.0
    ballot: Ballot = "TIE" if abs(gap) <= _TIE_WITHIN else "PRO" if gap > 0 else "CON"
    ranked = [one.argument for one in sorted(views, key=lambda one: one.composite)]
    finding = f"Only {ranked[0].id} was put." if ranked else "There was nothing to judge."
    if len(ranked) > 1:
        best = {"id": ranked[-1].id, "quote": quotation(ranked[-1].claim, ranked[-1].id)}
        finding = say(rng, "note", "finding", other_id=ranked[0].id, **best)
    return {
        **{f"{side}_total_raw": round(sum(values), 2) for side, values in totals.items()},
        "ballot": ballot,
        "confidence": round(min(0.95, 0.5 + 0.16 * abs(gap)), 2),
        "key_finding": finding,
    }
