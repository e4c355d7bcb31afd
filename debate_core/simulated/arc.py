"""A whole debate looked back on: its narrative, why that differs from the rounds, whether the positions met, and the
briefing."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import fmean

from debate_core.asks.arc import ConflictResolution, ConvergenceCheck, NarrativeVerdict
from debate_core.asks.briefing import Brief
from debate_core.numerals import listed, spelled
from debate_core.scorecard.nouns import Pattern
from debate_core.simulated.live import claim_of, met_in, named_in, reasoned, strength_of
from debate_core.simulated.phrases import PHRASES, chance, quotation, say
from debate_core.simulated.reading import grants, hear_argument, hear_reply, hear_turn
from debate_core.simulated.topic import matter_of
from debate_core.transcript import SIDES, Argument, Side, Transcript, Turn, opponent
from debate_core.wording import worded

_LEVEL, _MOST, _AS_PUT = 0.03, 3, "as it was put"


def _line(transcript: Transcript, side: Side) -> tuple[float, float, int]:
    """One side's logic and manner over the debate, 0 to 1 each, and how many turns of its own it took back."""
    turns = [turn for turn in transcript.turns if turn.side == side]
    strengths, of = [strength_of(turn) for turn in turns], max(1, len(turns))
    logic = sum(one["logic"] for one in strengths) / of
    manner = sum(one["rhetoric"] + one["tactics"] for one in strengths) / of / 2
    return logic, manner, sum(len(hear_turn(turn).of("slip:")) for turn in turns)


def narrative(ask: NarrativeVerdict, seed: int, call: str) -> dict[str, object]:
    turns, rng = ask.transcript.turns, chance(seed, call, "narrative")
    (pro, _, pro_slips), (con, _, con_slips) = (_line(ask.transcript, side) for side in SIDES)
    ahead = pro - con - 0.15 * (pro_slips - con_slips) + rng.gauss(0, 0.05)
    spine: dict[int, Turn] = {}
    for side in SIDES:
        # Each side's first turn and its best reasoned one.
        if own := reasoned(turn for turn in turns if turn.side == side and turn.arguments):
            best = max(own, key=lambda turn: strength_of(turn)["logic"])
            spine |= {turn.number: turn for turn in (own[0], best)}
    rises = [(strength_of(b)["logic"] - strength_of(a)["logic"], b) for a, b in pairwise(reasoned(turns))]
    most, risen = max(rises, key=lambda one: one[0], default=(0.0, None))
    keys = {number: "chain" if hear_turn(turn).mechanism >= 0.5 else "bare" for number, turn in spine.items()}
    rows = [_row(keys[number], spine[number], rng, claim_of(spine[number])) for number in sorted(spine)]
    return {
        "leader": "LEVEL" if abs(ahead) < _LEVEL else "PRO" if ahead > 0 else "CON",
        "spine": rows or [{"text": PHRASES["arc"]["nothing"], "turns": []}],
        "evolved": [row for turn in turns for row in _evolved(turn, rng)][:_MOST],
        "broke": [row for turn in turns for row in _broke(turn, rng)][:_MOST],
        "turning_points": [_row("turn", risen, rng, claim_of(risen))] if risen and most > 0 else [],
    }


def _row(key: str, turn: Turn, rng: Random, quote: str, *others: int) -> dict[str, object]:
    slots = {"n": str(turn.number), "side": turn.side, "quote": quote, "m": str((*others, turn.number)[0])}
    return {"text": say(rng, "arc", key, **slots), "turns": [*others, turn.number]}


def _evolved(turn: Turn, rng: Random) -> list[dict[str, object]]:
    """Where something was given up; where an exchange's turn built on an answer."""
    heard = hear_turn(turn)
    if given := grants(heard):
        return [_row("grant", turn, rng, given)]
    met = next((quote for one in met_in(heard) if (quote := quotation(one.text, ""))), "")
    quote = heard.quote("case:answer", "case:gap", otherwise=met)
    return [_row("met", turn, rng, quote)] if quote and heard.mechanism >= 0.5 else []


def _broke(turn: Turn, rng: Random) -> Iterator[dict[str, object]]:
    heard = hear_turn(turn)
    for start, key in (("exposes:", "exposed"), ("slip:", "slipped")):
        for _, number, text in named_in(heard, start):
            if 0 < number < turn.number:
                yield _row(key, turn, rng, quotation(text, "in its own words"), number)
    for key, start in (("mood", "style:mood"), ("evaded", "evades:")):
        if quote := heard.quote(start):
            yield _row(key, turn, rng, quote)


def conflict(ask: ConflictResolution, seed: int, call: str) -> dict[str, object]:
    counted: Side = "con" if ask.scorecard.rpartition("\n")[2].startswith("CON") else "pro"
    leads = counted if ask.narrative.leader == "level" else opponent(ask.narrative.leader)
    own = reasoned(turn for turn in ask.transcript.turns if turn.side == leads)
    if not own:
        return {"pattern": "none_of_these", "text": PHRASES["arc"]["one_side"], "turns": []}
    best = max(own, key=lambda turn: strength_of(turn)["tactics"] + strength_of(turn)["rhetoric"])
    name = _pattern(ask.transcript, leads)
    slots = {"n": str(best.number), "quote": claim_of(best), "leader": leads, "other": opponent(leads)}
    against = [turn.number for turn in ask.transcript.turns if turn.side != leads][-1:]
    text = say(Random(0), "arc", name, **slots)
    answer: dict[str, object] = {"pattern": name, "text": text, "turns": [best.number, *against]}
    if ask.wording > 1:
        # The test that is met, and the words that meet it: the leader's first claim, and its best turn's.
        met = {turn.number: turn for turn in (own[0], best) if turn.arguments and name != "none_of_these"}
        quotes = [{"turn": number, "quote": turn.arguments[0].claim} for number, turn in met.items()]
        answer |= {"test": PHRASES["arc"].get(f"test_{name}", ""), "quotes": quotes}
    return answer


def _pattern(transcript: Transcript, leads: Side) -> Pattern:
    (logic, manner, slips), other = _line(transcript, leads), _line(transcript, opponent(leads))
    if slips > other[2]:
        return "coherence_collapse"
    if logic < other[0] - 0.02 and manner > other[1]:
        return "asymmetric_depth"
    met = [bool(met_in(hear_turn(turn))) for turn in transcript.turns[1:]]
    return "convergence_failure" if met and sum(met) < 0.7 * len(met) else "none_of_these"


def convergence(ask: ConvergenceCheck, seed: int, call: str) -> dict[str, object]:
    turns = ask.transcript.turns
    heard = [hear_turn(turn) for turn in turns[-2:]]
    kinds = [{tag.partition(":")[2] for tag, _ in one.tagged("ending:")} for one in heard]
    kind = next(iter(set.intersection(*kinds)), "none") if kinds else "none"
    strange = len(heard) == 2 and not any(one.known for each in heard for one in each.sentences)
    if kind == "none" and strange and all(grants(one) for one in heard):
        kind = "genuine_agreement"
    slots: dict[str, str] = {}
    for side in SIDES:
        own = [claim_of(turn) for turn in turns if turn.side == side] or ["nothing"]
        slots |= {f"{side}_first": own[0], f"{side}_last": own[-1]}
    slots["last"] = heard[-1].quote("ending:", otherwise=slots["con_last"]) if heard else "nothing"
    text = say(Random(0), "arc", kind, **slots)
    return {"kind": kind, "text": text, "turns": sorted({turn.number for turn in (*turns[:2], *turns[-2:])})}


def briefing(ask: Brief, seed: int, call: str) -> dict[str, object]:
    rng, reasons = chance(seed, call, "briefing"), _reasons(ask.transcript.arguments)
    entries = {one.id: [entry for sheet in ask.sheets if (entry := sheet.entry(one.id))] for one in reasons}
    points = {
        name: [value for entry in of for value in entry.scores.values()] for name, of in entries.items()
    }
    sides = [own for side in SIDES if (own := _reasons(ask.transcript.arguments_of(side)))]
    best = [max(own, key=lambda one: fmean(points.get(one.id) or [0.0])) for own in sides]
    if len(best) < 2:
        nothing = {"text": PHRASES["brief"]["none"], "rests_on": []}
        return {"key_insight": nothing, "unresolved": [], "recommendation": nothing}
    slots = {"topic": matter_of(ask.transcript.topic).quote}
    for name, one in zip("ab", best, strict=True):
        slots |= {
            name: one.id,
            f"quote_{name}": quotation(one.claim, _AS_PUT),
            f"side_{name}": one.side.upper(),
        }
    rows = [_statement("insight", rng, best, **slots)]
    # Where the judges part most: an argument on whose standing most of them are of another mind than most.
    held = {name: Counter(entry.standing for entry in of) for name, of in entries.items()}
    apart = {name: of.total() - max(of.values(), default=0) for name, of in held.items()}
    most = max(reasons, key=lambda one: apart[one.id])
    if apart[most.id]:
        standings = [
            f"{spelled(count)} {'judge finds' if count == 1 else 'judges find'} it {worded(standing)}"
            for standing, count in held[most.id].most_common()
        ]
        rows.append(_statement("split", rng, [most], standings=listed(standings)))
    # How the strongest arguments were answered, and what else was conceded.
    answers = {one: hear_reply(one, ask.transcript) for one in reasons}
    conceded = [one for one, answered in answers.items() if answered.met == "granted" and one not in best]
    for one in [*best, *conceded]:
        # Whether somebody else's words were met the simulation can't tell.
        key = "plain" if _simulated(one) else "plain_foreign"
        key = "met" if answers[one].quote and answers[one].met != "miss" else key
        key = "granted" if answers[one].met == "granted" else key
        rows.append(_statement(key, rng, [one], reply=answers[one].quote))
    key = "next" if any(map(_simulated, best)) else "next_foreign"
    recommendation = _statement(key, rng, best, **slots)
    return {"key_insight": rows[0], "unresolved": rows[1:], "recommendation": recommendation}


def _reasons(arguments: tuple[Argument, ...]) -> list[Argument]:
    return [one for one in arguments if not hear_argument(one).takes_stock] or list(arguments)


def _simulated(argument: Argument) -> bool:
    return any(one.known for one in hear_argument(argument).sentences)


def _statement(key: str, rng: Random, on: list[Argument], **slots: str) -> dict[str, object]:
    about = {"id": on[0].id, "quote": quotation(on[0].claim, _AS_PUT)}
    return {"text": say(rng, "brief", key, **about, **slots), "rests_on": [one.id for one in on]}
