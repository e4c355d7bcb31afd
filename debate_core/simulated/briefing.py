"""What a simulated model tells the decision-maker, from the transcript and the judges' sheets.

Knows what was said and scored; names no winner. Invariant: every statement rests on arguments that exist.
"""

from statistics import fmean

from debate_core.asks.briefing import Brief
from debate_core.scoresheet import Scoresheet
from debate_core.simulated.grammar import lower_first, sentence
from debate_core.simulated.phrasing import content_words, excerpt
from debate_core.simulated.speech import Speaker, recognise
from debate_core.transcript import Argument

_UNRESOLVED_AT_MOST = 3
_APART = 2.0


def briefing(purpose: Brief, seed: int, call: str) -> dict[str, object]:
    """The answer to a `Briefing`."""
    transcript = purpose.transcript
    speaker = Speaker(transcript.topic, "pro", seed, call)
    arguments, sheets = transcript.arguments, purpose.sheets
    if not arguments:
        empty = {"text": "No argument was put, so there is nothing to go by.", "rests_on": []}
        return {"key_insight": empty, "unresolved": [], "recommendation": empty}
    return {
        "key_insight": _insight(speaker, arguments, sheets),
        "unresolved": _unresolved(speaker, arguments, sheets),
        "recommendation": _recommendation(speaker, arguments, sheets),
    }


def _statement(text: str, *arguments: Argument) -> dict[str, object]:
    return {"text": sentence(text), "rests_on": [a.id for a in arguments]}


def _means(argument: Argument, sheets: tuple[Scoresheet, ...]) -> list[float]:
    """Each judge's mean over the dimensions, for one argument."""
    entries = [entry for sheet in sheets if (entry := sheet.entry(argument.id)) is not None]
    return [fmean(entry.scores.values()) for entry in entries if entry.scores]


def _rank(argument: Argument, sheets: tuple[Scoresheet, ...]) -> float:
    means = _means(argument, sheets)
    return fmean(means) if means else 0.0


def _apart(argument: Argument, sheets: tuple[Scoresheet, ...]) -> float:
    means = _means(argument, sheets)
    return max(means) - min(means) if len(means) > 1 else 0.0


def _uncertain(argument: Argument, sheets: tuple[Scoresheet, ...]) -> int:
    entries = (sheet.entry(argument.id) for sheet in sheets)
    return sum(entry is not None and entry.standing == "UNCERTAIN" for entry in entries)


def _insight(
    speaker: Speaker, arguments: tuple[Argument, ...], sheets: tuple[Scoresheet, ...]
) -> dict[str, object]:
    sides = [[a for a in arguments if a.side == side] for side in ("pro", "con")]
    best = [max(side, key=lambda a: _rank(a, sheets)) for side in sides if side]
    slots = {"id_a": best[0].id, "quote_a": _words(speaker, best[0])}
    if len(best) == 1:
        return _statement(speaker.say("b_insight_one", slots), *best)
    slots |= {"id_b": best[1].id, "quote_b": _words(speaker, best[1])}
    return _statement(speaker.say("b_insight", slots), *best)


def _words(speaker: Speaker, argument: Argument) -> str:
    besides = content_words(speaker.topic)
    return lower_first(excerpt(argument.claim or argument.reasoning, 12, besides)) or "…"


def _unresolved(
    speaker: Speaker, arguments: tuple[Argument, ...], sheets: tuple[Scoresheet, ...]
) -> list[dict[str, object]]:
    """The arguments the judges part on or leave open, widest first, as things to verify."""
    doubt = {a.id: _apart(a, sheets) + 0.8 * _uncertain(a, sheets) for a in arguments}
    ranked = sorted(arguments, key=lambda a: -doubt[a.id])
    chosen = [a for a in ranked if doubt[a.id] >= 1.0][:_UNRESOLVED_AT_MOST] or ranked[:1]
    return [_open_question(speaker, a, sheets) for a in chosen]


def _open_question(speaker: Speaker, argument: Argument, sheets: tuple[Scoresheet, ...]) -> dict[str, object]:
    case = recognise(speaker.pool, argument)
    apart = _apart(argument, sheets)
    slots = {"id": argument.id, "quote": _words(speaker, argument), "points": f"{apart:.1f}"}
    if case is not None:
        slots["gap"] = speaker.fill(case.gap)
    kind = "b_split" if apart >= _APART else "b_open"
    return _statement(speaker.say(kind if case else f"{kind}_plain", slots), argument)


def _recommendation(
    speaker: Speaker, arguments: tuple[Argument, ...], sheets: tuple[Scoresheet, ...]
) -> dict[str, object]:
    ranked = sorted(arguments, key=lambda a: -_rank(a, sheets))
    known = [(a, case) for a in ranked if (case := recognise(speaker.pool, a)) is not None]
    topic = speaker.proposition.named
    if not known:
        return _statement(speaker.say("b_next_plain", {"topic": topic}), ranked[0])
    argument, case = known[0]
    return _statement(speaker.say("b_next", {"topic": topic, "measure": f"the {case.measure}"}), argument)
