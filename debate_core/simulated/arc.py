"""The simulated live judge on the whole debate, and the simulated briefing, from what they read there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean

from debate_core.asks.arc import ConflictResolution, ConvergenceCheck, NarrativeVerdict
from debate_core.asks.briefing import Brief
from debate_core.numerals import listed, spelled
from debate_core.scorecard.nouns import Pattern
from debate_core.simulated.live import claim_of, met_in, reasoned, strength_of, turn_named
from debate_core.simulated.phrases import PHRASES, chance, quotation, say
from debate_core.simulated.reading import grants, hear_argument, hear_reply, hear_turn
from debate_core.simulated.topic import matter_of
from debate_core.transcript import SIDES, Argument, Side, Transcript, Turn, opponent
from debate_core.wording import worded

_LEVEL, _MOST = 0.03, 3


@dataclass(frozen=True, kw_only=True)
class Line:
    """One side's line over the debate, 0 to 1 each. `slips`: turns of its own that it took back."""

    logic: float
    manner: float
    slips: int


def line_of(transcript: Transcript, side: Side) -> Line:
    turns = [turn for turn in transcript.turns if turn.side == side]
    strengths, of = [strength_of(turn) for turn in turns], max(1, len(turns))
    return Line(
        logic=sum(one.logic for one in strengths) / of,
        manner=sum(one.rhetoric + one.tactics for one in strengths) / of / 2,
        slips=sum(len(hear_turn(turn).tagged("slip:")) for turn in turns),
    )


def narrative(ask: NarrativeVerdict, seed: int, call: str) -> dict[str, object]:
    turns, rng = ask.transcript.turns, chance(seed, call, "narrative")
    pro, con = (line_of(ask.transcript, side) for side in SIDES)
    ahead = pro.logic - con.logic - 0.15 * (pro.slips - con.slips) + rng.gauss(0, 0.05)
    return {
        "leader": "LEVEL" if abs(ahead) < _LEVEL else "PRO" if ahead > 0 else "CON",
        "spine": _spine(turns, rng) or [{"text": "Nothing was said that could be followed.", "turns": []}],
        "evolved": [row for turn in turns for row in _evolved(turn, rng)][:_MOST],
        "broke": [row for turn in turns for row in _broke(turn, rng)][:_MOST],
        "turning_points": _turning(turns, rng),
    }


def _told(key: str, turn: Turn, rng: Random, quote: str, *others: int) -> dict[str, object]:
    slots = {"n": str(turn.number), "side": turn.side, "quote": quote, "m": str((*others, turn.number)[0])}
    return {"text": say(rng, "arc", key, **slots), "turns": [*others, turn.number]}


def _spine(turns: tuple[Turn, ...], rng: Random) -> list[dict[str, object]]:
    """Each side's first turn and its best reasoned one."""
    chosen: dict[int, Turn] = {}
    for side in SIDES:
        own = reasoned(turn for turn in turns if turn.side == side and turn.arguments)
        if own:
            best = max(own, key=lambda turn: strength_of(turn).logic)
            chosen |= {turn.number: turn for turn in (own[0], best)}
    return [
        _told("chain" if hear_turn(turn).mechanism >= 0.5 else "bare", turn, rng, claim_of(turn))
        for _, turn in sorted(chosen.items())
    ]


def _evolved(turn: Turn, rng: Random) -> list[dict[str, object]]:
    """Where something was given up; where an exchange's turn built on an answer."""
    heard = hear_turn(turn)
    if given := grants(heard):
        return [_told("grant", turn, rng, given)]
    met = next((quote for one in met_in(heard) if (quote := quotation(one.text, ""))), "")
    quote = heard.quote("case:answer", "case:gap", otherwise=met)
    return [_told("met", turn, rng, quote)] if quote and heard.mechanism >= 0.5 else []


def _broke(turn: Turn, rng: Random) -> list[dict[str, object]]:
    heard = hear_turn(turn)
    rows = []
    for tag, one in heard.tagged("exposes:", "slip:"):
        if 0 < (number := turn_named(one)) < turn.number:
            key = "exposed" if tag.startswith("exposes") else "slipped"
            rows.append(_told(key, turn, rng, quotation(one.text, "in its own words"), number))
    if mood := heard.quote("style:mood"):
        rows.append(_told("mood", turn, rng, mood))
    if evaded := heard.quote("evades:"):
        rows.append(_told("evaded", turn, rng, evaded))
    return rows


def _turning(turns: tuple[Turn, ...], rng: Random) -> list[dict[str, object]]:
    """The turn that stands furthest above the one before it."""
    rises = [(strength_of(b).logic - strength_of(a).logic, b) for a, b in pairwise(reasoned(turns))]
    most, best = max(rises, key=lambda one: one[0], default=(0.0, None))
    return [_told("turn", best, rng, claim_of(best))] if best and most > 0 else []


def conflict(ask: ConflictResolution, seed: int, call: str) -> dict[str, object]:
    told = ask.narrative.leader
    counted: Side = "con" if ask.scorecard.rpartition("\n")[2].startswith("CON") else "pro"
    leads = counted if told == "level" else opponent(told)
    other = opponent(leads)
    lines = {side: line_of(ask.transcript, side) for side in SIDES}
    own = reasoned(turn for turn in ask.transcript.turns if turn.side == leads)
    if not own:
        return {"pattern": "none_of_these", "text": "Only one side has spoken.", "turns": []}
    best = max(own, key=lambda turn: strength_of(turn).tactics + strength_of(turn).rhetoric)
    name = _pattern(lines[leads], lines[other], ask.transcript)
    slots = {"n": str(best.number), "quote": claim_of(best)}
    text = say(Random(0), "arc", name, leader=leads, other=other, **slots)
    against = [turn.number for turn in ask.transcript.turns if turn.side == other][-1:]
    return {
        "pattern": name,
        "text": text,
        "turns": [best.number, *against],
        **_test_met(ask, name, best, own),
    }


def _test_met(ask: ConflictResolution, name: Pattern, best: Turn, own: Sequence[Turn]) -> dict[str, object]:
    """The test that is met, and the words that meet it: the leader's first claim, and its best turn's."""
    if ask.wording == 1:
        return {}
    if name == "none_of_these":
        return {"test": "", "quotes": []}
    turns = {turn.number: turn for turn in (own[0], best) if turn.arguments}
    quotes = [{"turn": number, "quote": turn.arguments[0].claim} for number, turn in turns.items()]
    return {"test": PHRASES["arc"][f"test_{name}"], "quotes": quotes}


def _pattern(leads: Line, other: Line, transcript: Transcript) -> Pattern:
    if leads.slips > other.slips:
        return "coherence_collapse"
    if leads.logic < other.logic - 0.02 and leads.manner > other.manner:
        return "asymmetric_depth"
    met = [bool(met_in(hear_turn(turn))) for turn in transcript.turns[1:]]
    return "convergence_failure" if met and sum(met) < 0.7 * len(met) else "none_of_these"


def convergence(ask: ConvergenceCheck, seed: int, call: str) -> dict[str, object]:
    turns = ask.transcript.turns
    heard = [hear_turn(turn) for turn in turns[-2:]]
    kinds = [{tag.partition(":")[2] for tag, _ in one.tagged("ending:")} for one in heard]
    kind = next(iter(set.intersection(*kinds)), "none") if kinds else "none"
    if kind == "none" and len(heard) == 2 and all(not one.known for h in heard for one in h.sentences):
        kind = "genuine_agreement" if all(grants(one) for one in heard) else "none"
    slots = {}
    for side in SIDES:
        own = [turn for turn in turns if turn.side == side]
        slots[f"{side}_first"] = claim_of(own[0]) if own else "nothing"
        slots[f"{side}_last"] = claim_of(own[-1]) if own else "nothing"
    slots["last"] = heard[-1].quote("ending:", otherwise=slots["con_last"]) if heard else "nothing"
    text = say(Random(0), "arc", kind, **slots)
    return {"kind": kind, "text": text, "turns": sorted({turn.number for turn in (*turns[:2], *turns[-2:])})}


def briefing(ask: Brief, seed: int, call: str) -> dict[str, object]:
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
    return [one for one in arguments if not hear_argument(one).takes_stock] or list(arguments)


def _simulated(argument: Argument) -> bool:
    return any(one.known for one in hear_argument(argument).sentences)


def _quote(argument: Argument) -> str:
    return quotation(argument.claim, "as it was put")


def _say(key: str, rng: Random, ids: list[str], **slots: str) -> dict[str, object]:
    return {"text": say(rng, "brief", key, **slots), "rests_on": ids}


def _mean(ask: Brief, argument: Argument) -> float:
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
        if key == "plain" and not _simulated(argument):
            key = "plain_foreign"  # Whether somebody else's words were met the simulation can't tell.
        slots = {"id": argument.id, "quote": _quote(argument), "reply": answered.quote}
        rows.append(_say(key, rng, [argument.id], **slots))
    return rows


def _parted(ask: Brief) -> tuple[Argument, str] | None:
    """The argument on whose standing most judges are of another mind than most, and how many hold what of it."""
    found: list[tuple[int, Argument, str]] = []
    for argument in _reasons(ask.transcript.arguments):
        held = Counter(entry.standing for sheet in ask.sheets if (entry := sheet.entry(argument.id)))
        told = listed(
            [
                f"{spelled(count)} {'judge finds' if count == 1 else 'judges find'} it {worded(standing)}"
                for standing, count in held.most_common()
            ]
        )
        found.append((held.total() - max(held.values(), default=0), argument, told))
    most = max(found, key=lambda one: one[0])
    return most[1:] if most[0] else None
