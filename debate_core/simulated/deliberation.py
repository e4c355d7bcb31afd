"""A simulated judge that has read the others: it mostly holds, or moves as declared."""

import re
from random import Random
from typing import NamedTuple

from debate_core.answers.quotes import find_quote
from debate_core.asks.deliberation import Deliberate
from debate_core.scoresheet import FALLACIES, ArgumentScores
from debate_core.simulated.judges import View, composite_of, overall_of, row_of, view_of
from debate_core.simulated.phrases import chance, say
from debate_core.simulated.reading import QUALITIES, hear, hear_argument
from debate_core.transcript import Argument

_QUOTED = re.compile(r"“([^”]+)”")
_FAR = 1.5  # points of composite from which on another's view is worth a second look
_ALIKE = 2.0  # points within which others are of one view
_SLIPS = 0.015  # how often a score is a point otherwise by merely reading again


class Other(NamedTuple):
    """What another judge holds of an argument."""

    entry: ArgumentScores
    composite: float


def deliberating(ask: Deliberate, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "deliberation")
    rows, views, moved = [], [], False
    for argument in ask.transcript.arguments:
        own = ask.own.entry(argument.id)
        assert own is not None, "a sheet has every argument"
        view, note, because = _look(ask, argument, own, (seed, call), rng)
        changes = [{"dimension": key, "because": words} for key, words in because.items()]
        rows.append({**row_of(ask, view, note), "changes": changes})
        views.append(view)
        moved |= view.points != dict(own.scores)
    overall = overall_of(views, rng)
    if not moved:
        overall["key_finding"] = ask.own.overall.key_finding or overall["key_finding"]
    return {"scores": rows, "overall": overall}


def _look(
    ask: Deliberate, argument: Argument, own: ArgumentScores, names: tuple[int, str], rng: Random
) -> tuple[View, str, dict[str, str]]:
    """An argument after a second look: its weight, its note, and what moved the judge, by dimension."""
    scale, slips, mine = ask.rubric.scale, chance(*names, "slips", argument.id), composite_of(ask, own.scores)
    again = {}
    for key, value in own.scores.items():
        slip = slips.choice((-1, 1)) if slips.random() < _SLIPS else 0
        again[key] = min(scale.high, max(scale.low, int(value) + slip))
    shown = ask.planted.get(argument.id, argument.id)
    entries = [entry for peer in ask.peers if (entry := peer.sheet.entry(shown))]
    others = [Other(entry, composite_of(ask, entry.scores)) for entry in entries]
    views = [other.composite for other in others]
    alike = len(views) > 1 and max(views) - min(views) <= _ALIKE
    new = [] if ask.probe in ("positions", "planted") else _missed(ask, argument, own, others, names[0])
    source, share, quote = [], 0.0, ""
    if new:
        other, quote = max(new, key=lambda one: abs(one[0].composite - mine))
        source, share = [other], ask.judge.simulation.openness
    elif ask.probe != "reasons" and alike and (min(views) - mine >= _FAR or mine - max(views) >= _FAR):
        source, share = others, ask.judge.simulation.conformity
    points = dict(again)
    for key, value in again.items() if source else ():
        mean = sum(other.entry.scores[key] for other in source) / len(source)
        points[key] = round(value + share * (mean - value))
    because = {key: quote for key, value in points.items() if quote and value != again[key]}
    view = view_of(ask, argument, tuple(name for name in FALLACIES if name in (own.fallacies or ())), points)
    note, heard, same = own.notes or "", hear_argument(argument), points == dict(own.scores)
    best = next((text for name in QUALITIES if (text := heard.showing(name))), "")
    if because:
        note = say(rng, "note", "moved", quote=f"“{quote}”", id=argument.id)
    elif not same:
        note = say(rng, "note", "higher" if view.composite > mine else "lower", id=argument.id)
    elif best and best not in note and any(abs(other - mine) >= _FAR for other in views):
        note = f"{note} {say(rng, 'note', 'held', quote=best, id=argument.id)}".strip()
    return view._replace(standing=own.standing) if same else view, note, because


def _missed(
    ask: Deliberate, argument: Argument, own: ArgumentScores, others: list[Other], seed: int
) -> list[tuple[Other, str]]:
    """What others quote that this judge had not, from those who see the argument quite differently."""
    mine, rows = composite_of(ask, own.scores), []
    words = f"{argument.claim}\n{argument.reasoning}\n{argument.evidence}"
    quotes = ((other, quote) for other in others for quote in _QUOTED.findall(other.entry.notes or ""))
    for other, quote in quotes:
        heard = hear(quote)
        sound = find_quote(quote, words) == "exact" and not heard.flaws and not heard.of("over:")
        new = quote not in (own.notes or "") and abs(other.composite - mine) >= _FAR
        missed = chance(seed, ask.judge.name, "missed", argument.id, quote).random()
        if new and sound == (other.composite > mine) and missed >= ask.judge.simulation.alertness:
            rows.append((other, quote))
    return rows
