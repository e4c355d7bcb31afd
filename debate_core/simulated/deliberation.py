"""A simulated judge that has read the others: it mostly holds, or moves as declared."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from debate_core.answers.quotes import find_quote
from debate_core.asks.deliberation import Deliberate
from debate_core.rubric import Scale
from debate_core.scoresheet import FALLACIES, ArgumentScores
from debate_core.simulated.judges import View, composite_of, overall_of, row_of, view_of
from debate_core.simulated.phrases import chance, say
from debate_core.simulated.reading import QUALITIES, hear
from debate_core.transcript import Argument

_QUOTED = re.compile(r"“([^”]+)”")
_FAR = 1.5  # points of composite from which on another's view is worth a second look
_ALIKE = 2.0  # points within which others are of one view
_SLIPS = 0.015  # how often a score is a point otherwise by merely reading again


@dataclass(frozen=True, kw_only=True)
class Peer:
    """What another judge holds of an argument."""

    entry: ArgumentScores
    composite: float
    quotes: tuple[str, ...]


def deliberating(ask: Deliberate, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "deliberation")
    rows, views = [], []
    for argument in ask.transcript.arguments:
        own = ask.own.entry(argument.id)
        assert own is not None, "a sheet has every argument"
        view, note, because = _look(ask, argument, own, (seed, call), rng)
        changes = [{"dimension": key, "because": words} for key, words in because.items()]
        rows.append({**row_of(view, ask.rubric, note), "changes": changes})
        views.append(view)
    overall = overall_of(views, rng)
    if all(one.points == dict(own.scores) for one, own in zip(views, ask.own.entries, strict=True)):
        overall["key_finding"] = ask.own.overall.key_finding or overall["key_finding"]
    return {"scores": rows, "overall": overall}


def _look(
    ask: Deliberate, argument: Argument, own: ArgumentScores, names: tuple[int, str], rng: Random
) -> tuple[View, str, dict[str, str]]:
    """An argument after a second look: its weight, its note, and what moved the judge, by dimension."""
    others, mine = _others(ask, argument), composite_of(ask, own.scores)
    slips = chance(*names, "slips", argument.id)
    again = {key: _slip(int(value), ask.rubric.scale, slips, _SLIPS) for key, value in own.scores.items()}
    points, because = again, {}
    new = [] if ask.probe in ("positions", "planted") else _missed(ask, argument, own, others, names[0])
    if new:
        source, quote = max(new, key=lambda one: abs(one[0].composite - mine))
        points = _toward(again, [source], ask.judge.simulation.openness)
        because = {key: quote for key, value in points.items() if value != again[key]}
    elif ask.probe != "reasons" and _outvoted(others, mine):
        points = _toward(again, others, ask.judge.simulation.conformity)
    flaws = tuple(name for name in FALLACIES if name in (own.fallacies or ()))
    view = view_of(ask, argument, flaws, points)
    if points == dict(own.scores):
        view = replace(view, standing=own.standing)
    note = own.notes or ""
    shown = next((quote for name in QUALITIES if (quote := view.heard.showing(name))), "")
    if because:
        note = say(rng, "note", "moved", quote=f"“{next(iter(because.values()))}”", id=argument.id)
    elif points != dict(own.scores):
        note = say(rng, "note", "higher" if view.composite > mine else "lower", id=argument.id)
    elif shown and shown not in note and any(abs(other.composite - mine) >= _FAR for other in others):
        note = f"{note} {say(rng, 'note', 'held', quote=shown, id=argument.id)}".strip()
    return view, note, because


def _slip(value: int, scale: Scale, rng: Random, often: float) -> int:
    slip = rng.choice((-1, 1)) if rng.random() < often else 0
    return min(scale.high, max(scale.low, value + slip))


def _others(ask: Deliberate, argument: Argument) -> list[Peer]:
    name = ask.planted.get(argument.id, argument.id)
    entries = [entry for peer in ask.peers if (entry := peer.sheet.entry(name))]
    return [
        Peer(
            entry=one, composite=composite_of(ask, one.scores), quotes=tuple(_QUOTED.findall(one.notes or ""))
        )
        for one in entries
    ]


def _missed(
    ask: Deliberate, argument: Argument, own: ArgumentScores, others: Sequence[Peer], seed: int
) -> list[tuple[Peer, str]]:
    """What others quote that this judge had not, from those who see the argument quite differently."""
    mine, alert = composite_of(ask, own.scores), ask.judge.simulation.alertness
    return [
        (other, quote)
        for other in others
        if abs(other.composite - mine) >= _FAR
        for quote in other.quotes
        if quote not in (own.notes or "")
        and _speaks_for(quote, argument) == (other.composite > mine)
        and chance(seed, ask.judge.name, "missed", argument.id, quote).random() >= alert
    ]


def _speaks_for(quote: str, argument: Argument) -> bool:
    heard = hear(quote)
    own = find_quote(quote, f"{argument.claim}\n{argument.reasoning}\n{argument.evidence}")
    return own == "exact" and not heard.flaws and not heard.tagged("over:")


def _outvoted(others: Sequence[Peer], mine: float) -> bool:
    views = [other.composite for other in others]
    if len(views) < 2 or max(views) - min(views) > _ALIKE:
        return False
    return min(views) - mine >= _FAR or mine - max(views) >= _FAR


def _toward(scores: Mapping[str, int], others: Sequence[Peer], share: float) -> dict[str, int]:
    means = {key: sum(one.entry.scores[key] for one in others) / len(others) for key in scores}
    return {key: round(value + share * (means[key] - value)) for key, value in scores.items()}
