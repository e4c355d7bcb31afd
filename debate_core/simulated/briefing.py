"""The simulated briefing: the two strongest arguments, how they were answered, where the judges part, what to do next.

Knows transcript and scoresheets; not the outcome. Invariant: every statement rests on arguments that exist, and none
names a winner.
"""

from random import Random
from statistics import fmean

from debate_core.asks.briefing import Brief
from debate_core.simulated.chance import chance
from debate_core.simulated.phrases import PHRASES, quotation, say
from debate_core.simulated.reading import hear_argument, hear_reply
from debate_core.simulated.topic import matter_of
from debate_core.transcript import SIDES, Argument


def briefing(ask: Brief, seed: int, call: str) -> dict[str, object]:
    """The answer to a `Brief`."""
    rng = chance(seed, call, "briefing")
    sides = [own for side in SIDES if (own := _reasons(ask.transcript.arguments_of(side)))]
    best = [max(own, key=lambda one: _mean(ask, one)) for own in sides]
    if len(best) < 2:
        nothing = {"text": PHRASES["brief"]["none"], "rests_on": []}
        return {"key_insight": nothing, "unresolved": [], "recommendation": nothing}
    slots = {"topic": matter_of(ask.transcript.topic).quote}
    for name, argument in zip("ab", best, strict=True):
        told = {name: argument.id, f"quote_{name}": _quote(argument), f"side_{name}": argument.side.upper()}
        slots |= told
    ids = [argument.id for argument in best]
    return {
        "key_insight": _say("insight", rng, ids, **slots),
        "unresolved": _unresolved(ask, best, rng),
        "recommendation": _say("next" if any(map(_simulated, best)) else "next_foreign", rng, ids, **slots),
    }


def _reasons(arguments: tuple[Argument, ...]) -> list[Argument]:
    """The arguments that give a reason; all of them where none does."""
    return [one for one in arguments if not hear_argument(one).takes_stock] or list(arguments)


def _simulated(argument: Argument) -> bool:
    """Whether the simulation wrote any of it."""
    return any(one.known for one in hear_argument(argument).sentences)


def _quote(argument: Argument) -> str:
    return quotation(argument.claim, "as it was put")


def _say(key: str, rng: Random, ids: list[str], **slots: str) -> dict[str, object]:
    return {"text": say(rng, "brief", key, **slots), "rests_on": ids}


def _mean(ask: Brief, argument: Argument) -> float:
    """The mean of all scores an argument got; 0 where it got none, so that it is never the firmest."""
    entries = [entry for sheet in ask.sheets if (entry := sheet.entry(argument.id))]
    return fmean(value for entry in entries for value in entry.scores.values()) if entries else 0.0


def _unresolved(ask: Brief, best: list[Argument], rng: Random) -> list[dict[str, object]]:
    """Where the judges part most, how the strongest arguments were answered, and what else was conceded."""
    rows = []
    if parted := _parted(ask):
        argument, told = parted
        slots = {"id": argument.id, "quote": _quote(argument), "standings": told}
        rows.append(_say("split", rng, [argument.id], **slots))
    answers = {one: hear_reply(one, ask.transcript) for one in _reasons(ask.transcript.arguments)}
    conceded = [one for one, answered in answers.items() if answered.met == "granted" and one not in best]
    for argument in [*best, *conceded]:
        answered = answers[argument]
        key = "met" if answered.quote and answered.met != "miss" else "plain"
        key = "granted" if answered.met == "granted" else key
        slots = {"id": argument.id, "quote": _quote(argument), "reply": answered.quote}
        rows.append(_say(key, rng, [argument.id], **slots))
    return rows


def _parted(ask: Brief) -> tuple[Argument, str] | None:
    """The argument on which the standings differ most, and who holds what of it."""
    found: list[tuple[int, Argument, str]] = []
    for argument in _reasons(ask.transcript.arguments):
        entries = [(n, entry) for n, sheet in enumerate(ask.sheets, 1) if (entry := sheet.entry(argument.id))]
        told = ", ".join(f"Judge {n} {entry.standing}" for n, entry in entries)
        found.append((len({entry.standing for _, entry in entries}), argument, told))
    most = max(found, key=lambda one: one[0])
    return most[1:] if most[0] > 1 else None
