"""The simulated briefing: the two firmest reasons, what the judges part on, what is taken for granted, what to do next.

Knows transcript and scoresheets; not the outcome. Invariant: every statement rests on arguments that exist, and none
names a winner.
"""

from random import Random
from statistics import fmean

from debate_core.asks.briefing import Brief
from debate_core.simulated.chance import chance
from debate_core.simulated.phrases import PHRASES, quotation, render, say
from debate_core.simulated.reading import hear_argument
from debate_core.simulated.topic import matter_of
from debate_core.transcript import SIDES, Argument


def briefing(ask: Brief, seed: int, call: str) -> dict[str, object]:
    """The answer to a `Brief`."""
    rng = chance(seed, call, "briefing")
    sides = [own for side in SIDES if (own := ask.transcript.arguments_of(side))]
    best = [max(own, key=lambda one: _mean(ask, one)) for own in sides]
    if not best:
        nothing = {"text": PHRASES["brief"]["none"], "rests_on": []}
        return {"key_insight": nothing, "unresolved": [], "recommendation": nothing}
    slots = {"topic": matter_of(ask.transcript.topic).quote}
    for name, argument in zip("ab", best, strict=False):
        slots |= {name: argument.id, f"quote_{name}": quotation(argument.claim, "as it was put")}
    ids = [argument.id for argument in best]
    return {
        "key_insight": _say("insight" if len(best) == 2 else "one", rng, ids, **slots),
        "unresolved": _unresolved(ask, best, rng),
        "recommendation": _say("next" if len(best) == 2 else "next_one", rng, ids, **slots),
    }


def _say(key: str, rng: Random, ids: list[str], **slots: str) -> dict[str, object]:
    return {"text": say(rng, "brief", key, **slots), "rests_on": ids}


def _mean(ask: Brief, argument: Argument) -> float:
    """The mean of all scores an argument got; 0 where it got none, so that it is never the firmest."""
    entries = [entry for sheet in ask.sheets if (entry := sheet.entry(argument.id))]
    return fmean(value for entry in entries for value in entry.scores.values()) if entries else 0.0


def _unresolved(ask: Brief, best: list[Argument], rng: Random) -> list[dict[str, object]]:
    """Where the judges part most, then what the firmest reasons take for granted."""
    rows = []
    if parted := _parted(ask):
        argument, standings = parted
        quote = quotation(argument.claim, "as it was put")
        rows.append(_say("split", rng, [argument.id], id=argument.id, quote=quote, standings=standings))
    for argument in best:
        case, quote = hear_argument(argument).case, quotation(argument.claim, "as it was put")
        key, gap = ("open", render(case.gap, rng, {})) if case else ("plain", "")
        rows.append(_say(key, rng, [argument.id], id=argument.id, quote=quote, gap=gap))
    return rows[:3]


def _parted(ask: Brief) -> tuple[Argument, str] | None:
    """The argument on which the standings differ most, and who holds what of it."""
    found: list[tuple[int, Argument, str]] = []
    for argument in ask.transcript.arguments:
        entries = [(n, entry) for n, sheet in enumerate(ask.sheets, 1) if (entry := sheet.entry(argument.id))]
        told = ", ".join(f"Judge {n} {entry.standing}" for n, entry in entries)
        found.append((len({entry.standing for _, entry in entries}), argument, told))
    most = max(found, key=lambda one: one[0])
    return most[1:] if most[0] > 1 else None
