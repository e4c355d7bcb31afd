"""The simulated briefing, from what was read in a debate and what its judges gave."""

from collections import Counter
from random import Random
from statistics import fmean

from debate_core.asks.briefing import Brief
from debate_core.numerals import listed, spelled
from debate_core.simulated.phrases import PHRASES, chance, quotation, say
from debate_core.simulated.reading import hear_argument, hear_reply
from debate_core.simulated.topic import matter_of
from debate_core.transcript import SIDES, Argument
from debate_core.wording import worded


def briefing(ask: Brief, seed: int, call: str) -> dict[str, object]:
    rng = chance(seed, call, "briefing")
    sides = [own for side in SIDES if (own := _reasons(ask.transcript.arguments_of(side)))]
    best = [max(own, key=lambda one: _mean(ask, one)) for own in sides]
    if len(best) < 2:
        nothing = {"text": PHRASES["brief"]["none"], "rests_on": []}
        return {"key_insight": nothing, "unresolved": [], "recommendation": nothing}
    slots = {"topic": matter_of(ask.transcript.topic).quote}
    for name, argument in zip("ab", best, strict=True):
        slots |= {name: argument.id, f"quote_{name}": _quote(argument), f"side_{name}": argument.side.upper()}
    return {
        "key_insight": _row("insight", rng, best, **slots),
        "unresolved": _unresolved(ask, best, rng),
        "recommendation": _row("next" if any(map(_simulated, best)) else "next_foreign", rng, best, **slots),
    }


def _reasons(arguments: tuple[Argument, ...]) -> list[Argument]:
    return [one for one in arguments if not hear_argument(one).takes_stock] or list(arguments)


def _simulated(argument: Argument) -> bool:
    return any(one.known for one in hear_argument(argument).sentences)


def _quote(argument: Argument) -> str:
    return quotation(argument.claim, "as it was put")


def _row(key: str, rng: Random, on: list[Argument], **slots: str) -> dict[str, object]:
    about = {"id": on[0].id, "quote": _quote(on[0])}
    return {"text": say(rng, "brief", key, **about, **slots), "rests_on": [one.id for one in on]}


def _mean(ask: Brief, argument: Argument) -> float:
    entries = [entry for sheet in ask.sheets if (entry := sheet.entry(argument.id))]
    return fmean(value for entry in entries for value in entry.scores.values()) if entries else 0.0


def _unresolved(ask: Brief, best: list[Argument], rng: Random) -> list[dict[str, object]]:
    """Where the judges part most, how the strongest arguments were answered, and what else was conceded."""
    reasons = _reasons(ask.transcript.arguments)
    held = {
        one.id: Counter(entry.standing for sheet in ask.sheets if (entry := sheet.entry(one.id)))
        for one in reasons
    }
    # The argument on whose standing most judges are of another mind than most.
    apart = {one.id: held[one.id].total() - max(held[one.id].values(), default=0) for one in reasons}
    most, rows = max(reasons, key=lambda one: apart[one.id]), []
    if apart[most.id]:
        standings = [
            f"{spelled(count)} {'judge finds' if count == 1 else 'judges find'} it {worded(standing)}"
            for standing, count in held[most.id].most_common()
        ]
        rows.append(_row("split", rng, [most], standings=listed(standings)))
    answers = {one: hear_reply(one, ask.transcript) for one in reasons}
    conceded = [one for one, answered in answers.items() if answered.met == "granted" and one not in best]
    for argument in [*best, *conceded]:
        answered = answers[argument]
        # Whether somebody else's words were met the simulation can't tell.
        key = "plain" if _simulated(argument) else "plain_foreign"
        if answered.met == "granted":
            key = "granted"
        elif answered.quote and answered.met != "miss":
            key = "met"
        rows.append(_row(key, rng, [argument], reply=answered.quote))
    return rows
