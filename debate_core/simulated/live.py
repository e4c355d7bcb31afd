"""The simulated live judge: of a turn, of two turns compared, and of a whole debate looked back on."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sized
from random import Random
from statistics import fmean
from typing import Any

from debate_core.calls.arc import ConflictResolution, ConvergenceCheck, NarrativeVerdict, Pairwise
from debate_core.calls.ask import chance
from debate_core.calls.briefing import Brief
from debate_core.calls.live_turn import LiveTurn, premise_due
from debate_core.domain.live_judge import LINKS, Pattern
from debate_core.domain.numerals import join_and, number_word
from debate_core.domain.transcript import SIDES, Argument, Side, Transcript, Turn, opponent
from debate_core.domain.wording import humanise
from debate_core.simulated.phrases import (
    PHRASES,
    TABLES,
    SpeechReading,
    grants,
    quotation,
    read_argument,
    read_reply,
    read_turn,
    say,
    weighted_sum,
)
from debate_core.simulated.topic import matter_of

_STATES = {"present": 1.0, "weak": 0.5, "missing": 0.0}
_NOTICED, _BLURRED = 0.7, 0.05  # how often it notices a suspect claim at once, and misquotes by a word
_FIRST_SHOWN, _EVEN = 0.03, 0.055  # what being shown first is worth, and how near counts as a draw
_FAINT = {"logic": 0.0, "tactics": 0.1, "rhetoric": 0.05}  # of a turn without words
_MET = TABLES["links"][LINKS[3]][0]  # tags of a sentence that takes up the other side
_LEVEL, _MAX, _AS_PUT = 0.03, 3, "as it was put"
Answer = dict[str, object]


def _strength_of(turn: Turn) -> Mapping[str, float]:
    reading = read_turn(turn)
    features = {**reading.features, **reading.counts("turn")}
    if reading.empty:
        return _FAINT
    return {name: weighted_sum(table, features) for name, table in TABLES["strength"].items()}


def live(ask: LiveTurn, seed: int, call: str) -> Answer:
    reading = read_turn(ask.turn)
    rng = chance(seed, call, *(one.text for one in reading.sentences))
    links = list(_links(ask, reading, rng))
    claims = _claims(reading, rng)
    marks = _marks(ask.turn, reading, links, claims, rng)
    answer: dict[str, Any] = {
        "logic": marks.pop("logic"),
        "links": links,
        "rhetoric": {name: marks.pop(name) for name in ("framing", "clarity", "resonance", "delivery")},
        **marks,
        "suspect_claims": claims,
        "exposures": list(_faults(ask, reading, "exposes:")),
        "slips": list(_faults(ask, reading, "slip:")),
    }
    if ask.personalities:
        answer |= _pressure(ask, reading, answer, rng)
    return answer | {"notes": _notes_text(ask.turn, reading, [link["state"] for link in links], rng)}


def _links(ask: LiveTurn, reading: SpeechReading, rng: Random) -> Iterator[dict[str, str]]:
    due = premise_due(ask.turn, ask.transcript)
    for kind, ways in TABLES["links"].items():
        strong, faint = (reading.of(*starts) for starts in ways)
        quote = _cut((*strong, *faint)[0].text) if strong or faint else ""
        state = "present" if strong else "weak" if faint else "missing"
        if kind == LINKS[3] and (due == "no" or (due == "free" and not strong)):
            quote, state = "", "not_applicable"
        # One word left out now and then, as people quote: the product shows it as near.
        blurred = len(quote) > 70 and rng.random() < _BLURRED
        yield {"kind": kind, "state": state, "quote": quote.replace(" the ", " ", 1) if blurred else quote}


def _claims(reading: SpeechReading, rng: Random) -> list[dict[str, str]]:
    suspect = [(tag.key, one.text) for tag, one in reading.find_tags("suspect:")]
    if not suspect and reading.features["mechanism"] == 0 and not reading.of("closing:", "meets:"):
        suspect = [("no_mechanism", one.text) for one in reading.of("case:seen")][:1]
    claims = []
    for concern, quote in ((concern, _cut(text)) for concern, text in suspect if rng.random() < _NOTICED):
        text, why = say(rng, "live", "claim", quote=f"“{quote}”"), PHRASES["live"][concern]
        claims.append({"text": text, "quote": quote, "concern": concern, "why": why})
    return claims


def _marks(
    turn: Turn, reading: SpeechReading, links: Iterable[Mapping[str, str]], claims: Sized, rng: Random
) -> dict[str, float]:
    states = [_STATES[link["state"]] for link in links if link["state"] in _STATES]
    share = sum(states) / len(states)
    features = {**reading.features, **_strength_of(turn), "share": share, "claims": len(claims)}
    features["chain"] = (0.15 + 0.8 * share) * (not reading.empty)
    return {
        name: round(min(of["most"], max(0.0, rng.gauss(weighted_sum(of, features), of["error"]))), 1)
        for name, of in TABLES["marks"].items()
    }


def _notes_text(turn: Turn, reading: SpeechReading, states: list[str], rng: Random) -> str:
    key = "whole" if states[:3] == ["present"] * 3 else "part" if "present" in states[:3] else "none"
    key = "stock" if reading.takes_stock else key
    key = "stock_grant" if reading.of("ending:genuine_agreement") else key
    before = "opening" if turn.phase == "opening" else "first"
    premise = {"present": "met", "weak": "touched", "missing": "unmet"}.get(states[3], before)
    words = PHRASES["live"]
    return say(rng, "live", "notes", chain=words[key], met=words[premise])


def _cut(text: str) -> str:
    return " ".join(text.split()[:60])[:600]


def _faults(ask: LiveTurn, reading: SpeechReading, start: str) -> Iterator[Answer]:
    """Failures of earlier turns that this one names, where the judge finds them there too; or slips of its own side."""
    earlier = {turn.number: turn for turn in ask.transcript.turns if turn.number != ask.turn.number}
    for key, number, _ in _named_in(reading, start):
        there, slots = earlier.get(number), {"n": str(ask.turn.number), "m": str(number)}
        if start == "slip:" and there and there.side == ask.turn.side:
            yield {"kind": key, "earlier": number, "text": say(chance(key), "live", key, **slots)}
        elif there and read_turn(there).of(f"suspect:{key}"):
            claim = next((name for name in ask.register if name.startswith(f"T{number}-C")), "")
            words = {"text": say(chance(key), "live", "exposed", **slots), "why": PHRASES["live"][key]}
            yield {"turn": number, "claim": claim, "concern": key, **words}


def _named_in(reading: SpeechReading, start: str) -> Iterator[tuple[str, int, str]]:
    return ((tag.key, int(tag.of), one.text) for tag, one in reading.find_tags(start) if tag.of.isdecimal())


def _pressure(ask: LiveTurn, reading: SpeechReading, answer: Mapping[str, Any], rng: Random) -> Answer:
    side, other, met = ask.turn.side, opponent(ask.turn.side), bool(reading.of(*_MET))
    exposures, claims = answer["exposures"], answer["suspect_claims"]
    states = [_STATES[link["state"]] for link in answer["links"] if link["state"] in _STATES]
    fault = claims or reading.flaws or reading.of("slip:", "evades:") or sum(states) < 0.5 * len(states)
    weaker = other if exposures else side if fault else other if met else None
    more = rng.choice((1, 1, 2))
    heated = weaker == side and reading.of("style:heated", "flaw:ad_hominem", "evades:")
    pressure = {
        "cognitive": more * bool(weaker),
        "emotional": more * bool(heated),
        "strategic": more * (weaker == other and met and rng.random() < 0.5),
        "credibility": more * bool(weaker and (exposures or claims)),
    }
    return {"weaker": weaker.upper() if weaker else "NONE", "pressure": pressure}


def pairwise(ask: Pairwise, seed: int, call: str) -> Answer:
    pair = (ask.newer, ask.older) if ask.swapped else (ask.older, ask.newer)
    first, second = (_strength_of(turn) for turn in pair)
    rng = chance(seed, call, *sorted(one.text for turn in pair for one in read_turn(turn).sentences))
    won = {}
    for name in ("logic", "tactics", "rhetoric"):
        ahead = first[name] - second[name] + _FIRST_SHOWN + rng.gauss(0, 0.05)
        won[name] = "DRAW" if abs(ahead) < _EVEN else "FIRST" if ahead > 0 else "SECOND"
    more = [*won.values()].count("FIRST") - [*won.values()].count("SECOND")
    better = pair[0] if more > 0 else pair[1]
    reason = say(rng, "live", "better" if more else "even", n=str(better.number), quote=_claim_of(better))
    return {**won, "reason": reason}


def _arguing_turns(turns: Iterable[Turn]) -> list[Turn]:
    return [turn for turn in turns if not read_turn(turn).takes_stock]


def _claim_of(turn: Turn) -> str:
    name = f"what turn {turn.number} said"
    if turn.arguments:
        best = max(turn.arguments, key=lambda one: read_argument(one).features["mechanism"])
        return quotation(best.claim, name)
    return read_turn(turn).quote("case:why", "case:answer", "case:gap", "", otherwise=name)


def _line(transcript: Transcript, side: Side) -> tuple[float, float, int]:
    """One side's logic and manner over the debate, 0 to 1 each, and how many turns of its own it took back."""
    turns = [turn for turn in transcript.turns if turn.side == side]
    strengths = [_strength_of(turn) for turn in turns] or [_FAINT]
    manner = fmean(one["rhetoric"] + one["tactics"] for one in strengths) / 2
    return (
        fmean(one["logic"] for one in strengths),
        manner,
        sum(len(read_turn(one).of("slip:")) for one in turns),
    )


def narrative(ask: NarrativeVerdict, seed: int, call: str) -> Answer:
    turns, rng = ask.transcript.turns, chance(seed, call, "narrative")
    (pro, _, pro_slips), (con, _, con_slips) = (_line(ask.transcript, side) for side in SIDES)
    ahead = pro - con - 0.15 * (pro_slips - con_slips) + rng.gauss(0, 0.05)
    spine: dict[int, Turn] = {}
    for side in SIDES:
        # Each side's first turn and its best reasoned one.
        if own := _arguing_turns(turn for turn in turns if turn.side == side and turn.arguments):
            best = max(own, key=lambda turn: _strength_of(turn)["logic"])
            spine |= {turn.number: turn for turn in (own[0], best)}
    both = itertools.pairwise(_arguing_turns(turns))
    rises = [(_strength_of(b)["logic"] - _strength_of(a)["logic"], b) for a, b in both]
    maximum, risen = max(rises, key=lambda one: one[0], default=(0.0, None))
    keys = {n: "chain" if read_turn(spine[n]).features["mechanism"] >= 0.5 else "bare" for n in sorted(spine)}
    rows = [_row(key, spine[n], rng, _claim_of(spine[n])) for n, key in keys.items()]
    return {
        "leader": "LEVEL" if abs(ahead) < _LEVEL else "PRO" if ahead > 0 else "CON",
        "spine": rows or [{"text": PHRASES["arc"]["nothing"], "turns": []}],
        "evolved": [row for turn in turns for row in _evolutions(turn, rng)][:_MAX],
        "broke": [row for turn in turns for row in _broke(turn, rng)][:_MAX],
        "turning_points": [_row("turn", risen, rng, _claim_of(risen))] if risen and maximum > 0 else [],
    }


def _row(key: str, turn: Turn, rng: Random, quote: str, *others: int) -> Answer:
    slots = {"n": str(turn.number), "side": turn.side, "quote": quote, "m": str((*others, turn.number)[0])}
    return {"text": say(rng, "arc", key, **slots), "turns": [*others, turn.number]}


def _evolutions(turn: Turn, rng: Random) -> Iterator[Answer]:
    """Where something was given up; where an exchange's turn built on an answer."""
    reading = read_turn(turn)
    if given := grants(reading):
        yield _row("grant", turn, rng, given)
    elif (quote := reading.quote("case:answer", "case:gap", *_MET)) and reading.features["mechanism"] >= 0.5:
        yield _row("met", turn, rng, quote)


def _broke(turn: Turn, rng: Random) -> Iterator[Answer]:
    reading = read_turn(turn)
    for start, key in (("exposes:", "exposed"), ("slip:", "slipped")):
        for _, number, text in _named_in(reading, start):
            yield _row(key, turn, rng, quotation(text, "in its own words"), number)
    for key, start in (("mood", "style:mood"), ("evaded", "evades:")):
        if quote := reading.quote(start):
            yield _row(key, turn, rng, quote)


def conflict(ask: ConflictResolution, seed: int, call: str) -> Answer:
    counted: Side = "con" if ask.scorecard.rpartition("\n")[2].startswith("CON") else "pro"
    leads = counted if ask.narrative.leader == "level" else opponent(ask.narrative.leader)
    own = _arguing_turns(turn for turn in ask.transcript.turns if turn.side == leads)
    if not own:
        return {"pattern": "none_of_these", "text": PHRASES["arc"]["one_side"], "turns": []}
    best = max(own, key=lambda turn: _strength_of(turn)["tactics"] + _strength_of(turn)["rhetoric"])
    (logic, manner, slips), other = (_line(ask.transcript, side) for side in (leads, opponent(leads)))
    met = [bool(read_turn(turn).of(*_MET)) for turn in ask.transcript.turns[1:]]
    name: Pattern = "convergence_failure" if met and sum(met) < 0.7 * len(met) else "none_of_these"
    name = "asymmetric_depth" if logic < other[0] - 0.02 and manner > other[1] else name
    name = "coherence_collapse" if slips > other[2] else name
    slots = {"n": str(best.number), "quote": _claim_of(best), "leader": leads, "other": opponent(leads)}
    against = [turn.number for turn in ask.transcript.turns if turn.side != leads][-1:]
    text = say(chance(seed, call), "arc", f"panel_{name}" if ask.by_panel else name, **slots)
    answer: Answer = {"pattern": name, "text": text, "turns": [best.number, *against]}
    if ask.wording > 1:
        # The test that is met, and the words that meet it: the leader's first claim, and its best turn's.
        those = {turn.number: turn for turn in (own[0], best) if turn.arguments and name != "none_of_these"}
        quotes = [{"turn": number, "quote": turn.arguments[0].claim} for number, turn in those.items()]
        answer |= {"test": PHRASES["arc"].get(f"test_{name}", ""), "quotes": quotes}
    return answer


def convergence(ask: ConvergenceCheck, seed: int, call: str) -> Answer:
    turns = ask.transcript.turns
    reading = [read_turn(turn) for turn in turns[-2:]]
    kinds = [{tag.key for tag, _ in one.find_tags("ending:")} for one in reading]
    kind = next(iter(set.intersection(*kinds)), "none") if kinds else "none"
    if kind == "none" and len(reading) == 2 and all(one.of("concedes:") for one in reading):
        kind = "genuine_agreement"
    claims = {side: [_claim_of(turn) for turn in turns if turn.side == side] or ["nothing"] for side in SIDES}
    slots = {f"{side}_{at}": own[n] for side, own in claims.items() for at, n in (("first", 0), ("last", -1))}
    slots["last"] = reading[-1].quote("ending:", otherwise=slots["con_last"]) if reading else "nothing"
    text = say(chance(seed, call), "arc", kind, **slots)
    return {"kind": kind, "text": text, "turns": sorted({turn.number for turn in (*turns[:2], *turns[-2:])})}


def briefing(ask: Brief, seed: int, call: str) -> Answer:
    rng, reasons = chance(seed, call, "briefing"), _reasons(ask.transcript.arguments)
    entries = {one.id: [entry for sheet in ask.sheets if (entry := sheet.entry(one.id))] for one in reasons}
    points = {
        name: [value for one in given for value in one.scores.values()] for name, given in entries.items()
    }
    sides = [own for side in SIDES if (own := _reasons(ask.transcript.arguments_of(side)))]
    best = [max(own, key=lambda one: fmean(points.get(one.id) or [0.0])) for own in sides]
    if len(best) < 2:
        nothing = {"text": PHRASES["brief"]["none"], "rests_on": []}
        return {"key_insight": nothing, "unresolved": [], "recommendation": nothing}
    slots = {"topic": matter_of(ask.transcript.topic).quote, "judges": number_word(len(ask.sheets))}
    for name, one in zip("ab", best, strict=True):
        quote = quotation(one.claim, _AS_PUT)
        slots |= {name: one.id, f"side_{name}": one.side.upper(), f"quote_{name}": quote}
    rows = [_statement("insight", rng, best, **slots)]
    # Where the judges part most: an argument on whose standing most of them are of another mind than most.
    counts = {name: Counter(entry.standing for entry in of) for name, of in entries.items()}
    others = {name: of.total() - max(of.values(), default=0) for name, of in counts.items()}
    maximum = max(reasons, key=lambda one: others[one.id])
    if others[maximum.id]:
        find = [
            f"{number_word(count)} {'judge finds' if count == 1 else 'judges find'} it {humanise(standing)}"
            for standing, count in counts[maximum.id].most_common()
        ]
        rows.append(_statement("split", rng, [maximum], standings=join_and(find)))
    # How the strongest arguments were answered, and what else was conceded.
    answers = {one: read_reply(one, ask.transcript) for one in reasons}
    for one in [*best, *(one for one in reasons if answers[one].effect == "granted" and one not in best)]:
        # Whether somebody else's words were met the simulation can't tell.
        key = "plain" if read_argument(one).case else "plain_foreign"
        key = "met" if answers[one].quote and answers[one].effect != "miss" else key
        key = "granted" if answers[one].effect == "granted" else key
        rows.append(_statement(key, rng, [one], reply=answers[one].quote))
    key = "next" if any(read_argument(one).case for one in best) else "next_foreign"
    recommendation = _statement(key, rng, best, **slots)
    return {"key_insight": rows[0], "unresolved": rows[1:], "recommendation": recommendation}


def _reasons(arguments: tuple[Argument, ...]) -> list[Argument]:
    return [one for one in arguments if not read_argument(one).takes_stock] or list(arguments)


def _statement(key: str, rng: Random, on: list[Argument], **slots: str) -> Answer:
    about = {"id": on[0].id, "quote": quotation(on[0].claim, _AS_PUT)}
    return {"text": say(rng, "brief", key, **about, **slots), "rests_on": [one.id for one in on]}
