"""The simulated live judge: a turn taken apart by what was read in it, and two turns compared."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from debate_core.asks.live_turn import LiveTurn, premise_due
from debate_core.asks.pairwise import Pairwise
from debate_core.scorecard.nouns import LINKS
from debate_core.simulated.phrases import PHRASES, RULES, TABLES, chance, quotation, say, summed
from debate_core.simulated.reading import Heard, Sentence, hear_argument, hear_turn
from debate_core.transcript import Turn, opponent

_STATES = {"present": 1.0, "weak": 0.5, "missing": 0.0}
_NOTICED, _BLURRED = 0.7, 0.05  # how often it notices a suspect claim at once, and misquotes by a word
_FIRST_SHOWN, _EVEN = 0.03, 0.055  # what being shown first is worth, and how near counts as a draw
_FAINT = {"logic": 0.0, "tactics": 0.1, "rhetoric": 0.05}  # of a turn without words
Rows = Iterator[dict[str, object]]


def strength_of(turn: Turn) -> Mapping[str, float]:
    """How strong a turn is in logic, tactics and rhetoric."""
    heard = hear_turn(turn)
    mood = len(heard.of("style:mood"))
    features = {
        **heard.features,
        "met": bool(met_in(heard)),
        "evaded": bool(heard.of("evades:")),
        "took": bool(heard.of("grants:", "exposes:")),
        "faults": len(heard.flaws) + len(heard.of("suspect:", "slip:")),
        "styled": min(len(heard.of("style:")) - mood, 2),
        "mood": bool(mood),
    }
    return _FAINT if heard.empty else {name: summed(of, features) for name, of in TABLES["strength"].items()}


def met_in(heard: Heard) -> list[Sentence]:
    known = heard.of("meets:", "exposes:", "grants:concede", "ending:genuine_agreement")
    strange = [one for one in heard.sentences if not one.known and "“" in one.text]
    return [*known, *(one for one in strange if len(one.own.split()) > 8)]


def live(ask: LiveTurn, seed: int, call: str) -> dict[str, object]:
    heard = hear_turn(ask.turn)
    rng = chance(seed, call, *(one.text for one in heard.sentences))
    links = list(_links(ask, heard, rng))
    states = [link["state"] for link in links if link["state"] != "not_applicable"]
    share = sum(_STATES[state] for state in states) / len(states)
    claims = list(_claims(heard, rng))
    features = {**heard.features, **strength_of(ask.turn), "share": share, "claims": len(claims)}
    features["chain"] = (0.15 + 0.8 * share) * (not heard.empty)
    marks = {}
    for name, of in TABLES["marks"].items():
        marks[name] = round(min(of["most"], max(0.0, rng.gauss(summed(of, features), of["error"]))), 1)
    answer: dict[str, Any] = {
        "logic": marks.pop("logic"),
        "links": links,
        "rhetoric": {name: marks.pop(name) for name in ("framing", "clarity", "resonance", "delivery")},
        **marks,
        "suspect_claims": claims,
        "exposures": list(_exposures(ask, heard)),
        "slips": list(_slips(ask, heard)),
    }
    if ask.personalities:
        answer |= _pressure(ask, heard, answer, rng)
    words, chain = PHRASES["live"], [link["state"] for link in links[:3]]
    key = "whole" if chain == ["present"] * 3 else "part" if "present" in chain else "none"
    if heard.takes_stock:
        key = "stock_grant" if heard.of("ending:genuine_agreement") else "stock"
    before = "opening" if ask.turn.phase == "opening" else "first"
    met = {"present": "met", "weak": "touched", "missing": "unmet"}.get(links[3]["state"], before)
    return answer | {"notes": say(rng, "live", "notes", chain=words[key], met=words[met])}


def _links(ask: LiveTurn, heard: Heard, rng: Random) -> Iterator[dict[str, str]]:
    """The four links, each with the sentence it rests on: what shows it well, or hints at it."""
    due, met = premise_due(ask.turn, ask.heard), met_in(heard)
    rests: dict[str, tuple[list[Sentence], list[Sentence]]] = {}
    for kind, (strong, faint, features) in TABLES["links"].items():
        strange = [one for name in features for one in heard.sentences if one.foreign(name)]
        rests[kind] = heard.of(*strong) or strange, heard.of(*faint)
    rests[LINKS[3]] = met, heard.of("closing:concede", "closing:partial", "closing:moved")
    for kind, (strong, faint) in rests.items():
        quote = _cut((*strong, *faint)[0].text) if strong or faint else ""
        state = "present" if strong else "weak" if faint else "missing"
        if kind == LINKS[3] and (due == "no" or (due == "free" and not met)):
            quote, state = "", "not_applicable"
        # One word left out now and then, as people quote: the product shows it as near.
        blurred = len(quote) > 70 and rng.random() < _BLURRED
        yield {"kind": kind, "state": state, "quote": quote.replace(" the ", " ", 1) if blurred else quote}


def _cut(text: str) -> str:
    return " ".join(text.split()[:60])[:600]


def _claims(heard: Heard, rng: Random) -> Rows:
    """Suspect claims noticed at once; those it misses may be exposed later."""
    suspect = [(tag.partition(":")[2], one.text) for tag, one in heard.tagged("suspect:")]
    if not suspect and heard.mechanism == 0 and not heard.of("case:", "closing:", "meets:"):
        suspect = [("no_mechanism", one.text) for one in heard.sentences if one.foreign("figure")][:1]
    for concern, quote in ((concern, _cut(text)) for concern, text in suspect if rng.random() < _NOTICED):
        text, why = say(rng, "live", "claim", quote=f"“{quote}”"), PHRASES["live"][concern]
        yield {"text": text, "quote": quote, "concern": concern, "why": why}


def _exposures(ask: LiveTurn, heard: Heard) -> Rows:
    """Failures of earlier turns that this one names, where the judge finds them there too."""
    earlier = {turn.number: turn for turn in ask.heard.turns if turn.number < ask.turn.number}
    for concern, number, _ in named_in(heard, "exposes:"):
        if number in earlier and hear_turn(earlier[number]).of(f"suspect:{concern}"):
            claim = next((name for name in ask.register if name.startswith(f"T{number}-C")), "")
            text, why = _text_on(ask, "exposed", number), PHRASES["live"][concern]
            yield {"turn": number, "claim": claim, "text": text, "concern": concern, "why": why}


def _slips(ask: LiveTurn, heard: Heard) -> Rows:
    own = {turn.number for turn in ask.heard.turns if turn.side == ask.turn.side} - {ask.turn.number}
    for kind, number, _ in named_in(heard, "slip:"):
        if number in own:
            yield {"kind": kind, "earlier": number, "text": _text_on(ask, kind, number)}


def _text_on(ask: LiveTurn, key: str, number: int) -> str:
    return say(Random(0), "live", key, n=str(ask.turn.number), m=str(number))


def named_in(heard: Heard, start: str) -> Iterator[tuple[str, int, str]]:
    """What a turn says of earlier ones: its kind, the number of that turn, and the sentence."""
    for tag, one in heard.tagged(start):
        if named := RULES["words"]["turn"].search(one.own):
            yield tag.partition(":")[2], int(named[1]), one.text


def _pressure(ask: LiveTurn, heard: Heard, answer: Mapping[str, Any], rng: Random) -> dict[str, object]:
    """Who stands weaker after the turn, and how it shows."""
    side, other, met = ask.turn.side, opponent(ask.turn.side), bool(met_in(heard))
    exposures, claims = answer["exposures"], answer["suspect_claims"]
    states = [_STATES[link["state"]] for link in answer["links"] if link["state"] in _STATES]
    fault = claims or heard.flaws or heard.of("slip:", "evades:") or sum(states) < 0.5 * len(states)
    weaker = other if exposures else side if fault else other if met else None
    more = rng.choice((1, 1, 2))
    heated = weaker == side and heard.of("style:heated", "flaw:ad_hominem", "evades:")
    pressure = {
        "cognitive": more * bool(weaker),
        "emotional": more * bool(heated),
        "strategic": more * (weaker == other and met and rng.random() < 0.5),
        "credibility": more * bool(weaker and (exposures or claims)),
    }
    return {"weaker": weaker.upper() if weaker else "NONE", "pressure": pressure}


def pairwise(ask: Pairwise, seed: int, call: str) -> dict[str, object]:
    pair = (ask.newer, ask.older) if ask.swapped else (ask.older, ask.newer)
    first, second = (strength_of(turn) for turn in pair)
    rng = chance(seed, call, *sorted(one.text for turn in pair for one in hear_turn(turn).sentences))
    won = {}
    for name in ("logic", "tactics", "rhetoric"):
        ahead = first[name] - second[name] + _FIRST_SHOWN + rng.gauss(0, 0.05)
        won[name] = "DRAW" if abs(ahead) < _EVEN else "FIRST" if ahead > 0 else "SECOND"
    more = [*won.values()].count("FIRST") - [*won.values()].count("SECOND")
    better = pair[0] if more > 0 else pair[1]
    reason = say(rng, "live", "better" if more else "even", n=str(better.number), quote=claim_of(better))
    return {**won, "reason": reason}


def reasoned(turns: Iterable[Turn]) -> list[Turn]:
    return [turn for turn in turns if not hear_turn(turn).takes_stock]


def claim_of(turn: Turn) -> str:
    """What a turn says first of all, as a quotation; the name of the turn where nothing can be quoted whole."""
    name = f"what turn {turn.number} said"
    if turn.arguments:
        return quotation(max(turn.arguments, key=lambda one: hear_argument(one).mechanism).claim, name)
    heard = hear_turn(turn)
    first = next((quote for one in heard.sentences if (quote := quotation(one.text, ""))), name)
    return heard.quote("case:why", "case:answer", "case:gap", otherwise=first)
