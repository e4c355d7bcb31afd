"""A simulated judge: scores from what it reads, then its declared severity, spread, noise and biases."""

import re
from collections.abc import Mapping
from random import Random
from statistics import fmean
from typing import NamedTuple

from debate_core.answers.quotes import find_quote
from debate_core.calls.deliberation import Deliberate
from debate_core.calls.judging import Scoring
from debate_core.domain.score_sheet import FALLACIES, ArgumentScores, Ballot, Fallacy, Standing
from debate_core.domain.transcript import SIDES, Argument
from debate_core.simulated import phrases
from debate_core.simulated.phrases import PHRASES, RULES, TABLES, chance, quotation, say, summed
from debate_core.simulated.reading import FORCE, QUALITIES, hear_argument, hear_reply

_TIE_WITHIN = 0.25
_EVEN, _MIDDLE, _CONTRAST = 5.7, 5.7, 0.65  # a mean argument, where it is put, how far others stand from it
_POINTS = 10  # the scale the qualities are thought on; mapped to the rubric's
_SHARED = 0.93  # of the declared noise, what a judge errs by on all of an argument at once
_DIVIDES = 0.13  # how often an argument can be read in two ways, so that each judge takes one
_APART = 2.7  # how far each way lies off, in shares of a judge's usual error
_USUAL = ((1 - _DIVIDES * _APART**2) / (1 - _DIVIDES)) ** 0.5  # so that the variance over arguments is 1
_QUOTED = re.compile(r"“([^”]+)”")
_FAR = 1.5  # points of composite from which on another's view is worth a second look
_ALIKE = 2.0  # points within which others are of one view
_SLIPS = 0.015  # how often a score is a point otherwise by merely reading again

Judges = Scoring | Deliberate
Flaws = tuple[Fallacy, ...]
Other = tuple[ArgumentScores, float]  # what another judge gave an argument, and its composite


class JudgeView(NamedTuple):
    argument: Argument
    flaws: Flaws
    points: Mapping[str, int]
    composite: float
    standing: Standing


def judging(ask: Scoring, seed: int, call: str) -> dict[str, object]:
    views = [_view(ask, argument, seed, call) for argument in ask.transcript.arguments]
    rng = chance(seed, call, "notes")
    rows = [_row_of(ask, view, " ".join(_notes(ask, view, rng))) for view in views]
    return {"scores": rows, "overall": _overall_of(views, rng)}


def _view(ask: Scoring, argument: Argument, seed: int, call: str) -> JudgeView:
    declared, scale, turns = ask.judge.simulation, ask.rubric.scale, ask.transcript.turns
    words = (argument.claim, argument.reasoning, argument.evidence)
    # Keyed by the words, not the id: an argument that changes places takes its chance error with it.
    rng = chance(seed, call, "noise", *words)
    flaws = tuple(name for name in hear_argument(argument).flaws if rng.random() < declared.alertness)
    heard, force = hear_argument(argument), FORCE[hear_reply(argument, ask.transcript).met]
    focus = next((name for name, of in RULES["focus"].items() if of.search(ask.judge.domain)), "general")
    met = {"hurt": max(0.0, force), "relief": -min(0.0, force), "fault": min(2, len(flaws)) * 1.1}
    features = {**heard.features, **met}
    qualities = {name: summed(table, features) for name, table in TABLES["qualities"].items()}
    leaning = summed(TABLES["leanings"][focus], features)
    for name, value in qualities.items():
        qualities[name] = min(value, 2.2) if heard.empty else _MIDDLE + _CONTRAST * (value + leaning - _EVEN)
    qualities["mean"] = fmean(qualities.values())
    way, error = rng.choice((-1, 1)), rng.gauss(0, _USUAL)
    divided = chance(seed, "divides", *words).random() < _DIVIDES
    begins = bool(turns) and (turns[0].side == argument.side) != ask.con_first
    bias = declared.side_bias * (1 if argument.side == "pro" else -1) + declared.first_speaker_bias * begins
    shift = bias - declared.severity + declared.noise * _SHARED * (way * _APART if divided else error)
    middle, points = (scale.low + scale.high) / 2, {}
    for dimension in ask.rubric.dimensions:
        texts = (dimension.key, f"{dimension.question} {dimension.high}".lower())
        meant = (name for text in texts for name, of in RULES["meant"].items() if of.search(text))
        quality = qualities[next(meant, "mean")]
        quality = scale.low + (quality - 1) / (_POINTS - 1) * scale.width
        apart = rng.gauss(0, declared.noise * (1 - _SHARED**2) ** 0.5)
        points[dimension.key] = phrases.on_scale(
            middle + declared.spread * (quality - middle) + (shift + apart), scale
        )
    return _view_of(ask, argument, flaws, points)


def _view_of(ask: Judges, argument: Argument, flaws: Flaws, points: Mapping[str, int]) -> JudgeView:
    """How far an argument stands by its points: nothing is refuted without a refutation, nor upheld against one."""
    met, scale = hear_reply(argument, ask.transcript).met, ask.rubric.scale
    composite = _composite_of(ask, points)
    share = (composite - scale.low) / max(1, scale.width) - 0.06 * max(0.0, FORCE[met])
    standing: Standing = "UPHELD" if share >= 0.62 and met != "hit" else "PARTIALLY_UPHELD"
    if share < 0.46:
        standing = "REFUTED" if share < 0.4 and met == "hit" else "UNCERTAIN"
    return JudgeView(argument, flaws, points, composite, standing)


def _composite_of(ask: Judges, points: Mapping[str, float]) -> float:
    return sum(weight * points[key] for key, weight in ask.judge.own_weights(ask.rubric).items())


def _row_of(ask: Judges, view: JudgeView, notes: str) -> dict[str, object]:
    scores = {d.score_name: view.points[d.key] for d in ask.rubric.dimensions}
    more = {"standing": view.standing, "fallacies": list(view.flaws), "notes": notes}
    return {"argument_id": view.argument.id, **scores, **more}


def _note(ask: Scoring, view: JudgeView, key: str, **slots: str) -> str:
    """In other words than for the argument before, and than the next judge of the panel says it in."""
    at = sum(ord(letter) + 1 for letter in ask.judge.name) + ask.transcript.arguments.index(view.argument)
    wording = PHRASES["note"][key][at % len(PHRASES["note"][key])]
    return phrases.render(wording, Random(0), {"id": view.argument.id, **slots})


def _notes(ask: Scoring, view: JudgeView, rng: Random) -> list[str]:
    heard, answered = hear_argument(view.argument), hear_reply(view.argument, ask.transcript)
    if heard.empty or heard.takes_stock:
        grants = "ending_grant" if heard.of("ending:genuine_agreement") else "ending"
        return [_note(ask, view, "empty" if heard.empty else grants)]
    shown = [name for name in QUALITIES if heard.features[name] >= 0.6]
    strengths = [(name, quote) for name in shown if (quote := heard.quote(*TABLES["shown"][name]))]
    weaknesses = [(f"no_{name}", "") for name in QUALITIES if heard.features[name] < 0.2]
    if heard.features["over"] >= 0.5 and (quote := heard.quote("over:")):
        weaknesses = [("over", quote)]
    if view.flaws and (quote := quotation(heard.flaws[view.flaws[0]].text, "")):
        weaknesses = [("flaw", quote)]
    high = view.standing in ("UPHELD", "PARTIALLY_UPHELD")
    name, quote = rng.choice((high and strengths) or weaknesses or strengths or [("foreign", "")])
    name = "numbers" if name == "figure" and re.search(r"\d", quote) else name
    notes = [_note(ask, view, name, quote=quote, flaw=PHRASES["flaws"].get(next(iter(view.flaws), ""), ""))]
    if answered.quote or answered.met in ("granted", "miss", "unanswered"):
        notes.append(_note(ask, view, answered.met, quote=answered.quote))
    return notes


def _overall_of(views: list[JudgeView], rng: Random) -> dict[str, object]:
    totals = {side: [one.composite for one in views if one.argument.side == side] for side in SIDES}
    gap = round(fmean(totals["pro"]) - fmean(totals["con"]), 6) if all(totals.values()) else 0.0
    ballot: Ballot = "TIE" if abs(gap) <= _TIE_WITHIN else "PRO" if gap > 0 else "CON"
    ranked = [one.argument for one in sorted(views, key=lambda one: one.composite)]
    finding = f"Only {ranked[0].id} was put." if ranked else "There was nothing to judge."
    if len(ranked) > 1:
        finding = say(
            rng, "note", "finding", id=ranked[-1].id, quote=quotation(ranked[-1].claim, ranked[-1].id)
        )
    return {
        **{f"{side}_total_raw": round(sum(values), 2) for side, values in totals.items()},
        "ballot": ballot,
        "confidence": round(min(0.95, 0.5 + 0.16 * abs(gap)), 2),
        "key_finding": finding,
    }


def deliberating(ask: Deliberate, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "deliberation")
    rows, views = [], []
    for argument in ask.transcript.arguments:
        own = ask.own.entry(argument.id)
        assert own is not None, "a sheet has every argument"
        view, note, because = _look(ask, argument, own, (seed, call), rng)
        changes = [{"dimension": key, "because": words} for key, words in because.items()]
        rows.append({**_row_of(ask, view, note), "changes": changes})
        views.append((view, view.points == dict(own.scores)))
    overall = _overall_of([view for view, _ in views], rng)
    if all(same for _, same in views):
        overall["key_finding"] = ask.own.overall.key_finding or overall["key_finding"]
    return {"scores": rows, "overall": overall}


def _look(
    ask: Deliberate, argument: Argument, own: ArgumentScores, names: tuple[int, str], rng: Random
) -> tuple[JudgeView, str, dict[str, str]]:
    """An argument after a second look: its weight, its note, and what moved the judge, by dimension."""
    scale, mine = ask.rubric.scale, _composite_of(ask, own.scores)
    slips = chance(*names, "slips", argument.id)
    again = {key: phrases.reread(int(value), scale, slips, _SLIPS) for key, value in own.scores.items()}
    shown = ask.planted.get(argument.id, argument.id)
    entries = [entry for peer in ask.peers if (entry := peer.sheet.entry(shown))]
    others = [(entry, _composite_of(ask, entry.scores)) for entry in entries]
    views = [composite for _, composite in others]
    alike = len(views) > 1 and max(views) - min(views) <= _ALIKE
    note, heard, new = own.notes or "", hear_argument(argument), []
    words = f"{argument.claim}\n{argument.reasoning}\n{argument.evidence}"
    bad = [one.text for one in heard.of("flaw:", "over:")]
    quotes = ((other, quote) for other in others for quote in _QUOTED.findall(other[0].notes or ""))
    for other, quote in quotes if ask.probe not in ("positions", "planted") else ():
        # What others quote that this judge had not, from those who see the argument quite differently.
        sound = find_quote(quote, words) == "exact" and not any(quote in text for text in bad)
        missed = chance(names[0], ask.judge.name, "missed", argument.id, quote).random()
        apart = abs(other[1] - mine) >= _FAR and sound == (other[1] > mine) and quote not in note
        new += [(other, quote)] if apart and missed >= ask.judge.simulation.alertness else []
    source, share, quote = [], 0.0, ""
    if new:
        other, quote = max(new, key=lambda one: abs(one[0][1] - mine))
        source, share = [other], ask.judge.simulation.openness
    elif ask.probe != "reasons" and alike and (min(views) - mine >= _FAR or mine - max(views) >= _FAR):
        source, share = others, ask.judge.simulation.conformity
    points = dict(again)
    for key, value in again.items() if source else ():
        points[key] = round(value + share * (fmean(entry.scores[key] for entry, _ in source) - value))
    because = {key: quote for key, value in points.items() if quote and value != again[key]}
    view = _view_of(ask, argument, tuple(name for name in FALLACIES if name in (own.fallacies or ())), points)
    same = points == dict(own.scores)
    best = next((text for name in QUALITIES if (text := heard.quote(*TABLES["shown"][name]))), "")
    if because:
        note = say(rng, "note", "moved", quote=f"“{quote}”", id=argument.id)
    elif not same:
        note = say(rng, "note", "higher" if view.composite > mine else "lower", id=argument.id)
    elif best and best not in note and any(abs(other - mine) >= _FAR for other in views):
        note = f"{note} {say(rng, 'note', 'held', quote=best, id=argument.id)}".strip()
    return view._replace(standing=own.standing) if same else view, note, because
