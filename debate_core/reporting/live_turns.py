"""What the live judge says of single turns as blocks: marks with every adjustment, the causal chain, suspect claims."""

from collections.abc import Collection, Iterator, Mapping

from debate_core.domain.live_judge import Concern, LinkState, QuoteMatch
from debate_core.domain.numerals import TOLERANCE, join_and, number_word, pluralise, short_text
from debate_core.domain.steps import comparison_step, live_turn_step
from debate_core.domain.transcript import SIDES, opponent
from debate_core.domain.wording import SLIPS, capital, name_text
from debate_core.library.report.live import LiveReport
from debate_core.reporting.blocks import Block, Cell, Table, columns
from debate_core.scorecard.live_scores import (
    DIMENSIONS,
    LINK_WORDS,
    MAXIMA,
    ComparedTurns,
    CountedLink,
    LiveScores,
    ScoreFlag,
)
from debate_core.scorecard.register import ClaimStatus, CountedContradiction, RegisterChange, RegisterEntry
from debate_core.scorecard.tally import Scorecard, TurnScore

MARKS = (
    "The live judge proposes each mark. Code then applies caps, the comparison with the turn before and the register, "
    "in that order. Logic is at most 8 plus 8 for each link of its causal chain, a weak one counting half. The marks "
    "are estimates and change between runs. That a mark can't be harmonised is information only."
)
REGISTER = (
    "A claim that is specific but has no mechanism costs 1 point of logic; an invented citation, an inverted fact or "
    "backwards causation costs 2. Nobody checks a source outside the debate, and what counts as a mechanism is itself "
    "a judgment: in a field that the judge knows little of, a precise claim can be flagged wrongly."
)
_STATES: Mapping[LinkState, str] = {
    "present": "present",
    "weak": "weak",
    "missing": "missing",
    "not_applicable": "can't apply",
}
_FOUND: Mapping[QuoteMatch, str] = {
    "exact": "exact words",
    "near": "near match",
    "not_found": "words not found in the turn",
}
_CONCERNS: Mapping[Concern, str] = {
    "no_mechanism": "says what will happen, not why",
    "invented_citation": "cites what seems invented",
    "inverted_fact": "turns a fact around",
    "backwards_causation": "takes an effect for its cause",
}
_DID: Mapping[ClaimStatus, str] = {
    "flagged": "Flagged",
    "exposed": "Exposed",
    "not_found": "Flagged, words not found,",
    "overturned": "Overturned",
}


def turns_text(turns: Collection[int]) -> str:
    """Turns as a sentence names them.

    >>> turns_text((4,)), turns_text((6, 2, 4))
    ('turn 4', 'turns 2, 4 and 6')
    """
    ordered = [str(number) for number in sorted(set(turns))]
    return f"{'turn' if len(ordered) == 1 else 'turns'} {join_and(ordered)}"


def failed_steps(live: LiveReport, number: int) -> list[str]:
    """The calls on a turn that failed, each of which can be asked again."""
    steps = (live_turn_step(number), *(comparison_step(number, swapped=one) for one in (False, True)))
    return [one for one in steps if one in live.live_failures]


def turns_block(live: LiveReport) -> Block:
    moved = [one for one in live.live if _differs(one.raw.composite, one.composite)]
    scores = {one.turn: one for one in live.live}
    spoken = [one.turn for one in live.scorecard.running]
    return Block(
        key="turns",
        title=f"The marks of {len(moved) or 'none'} of {pluralise(len(live.live), 'turn')} were adjusted",
        tables=(_running_table(live.scorecard), *_marks_tables(live)),
        notes=(MARKS,),
        children=tuple(turn_block(live, number) for number in sorted({*spoken, *scores})),
    )


def _running_table(card: Scorecard) -> Table:
    names = [side.upper() for side in SIDES]
    marks = (f"{name}, average marks" for name in names)
    heads = columns(("Turn", "count"), *marks, *((f"{name}, rounds won", "count") for name in names))
    rows = ((one.turn, *map(one.means.get, SIDES), *map(one.rounds.get, SIDES)) for one in card.running)
    return Table(title="The score after each turn", columns=heads, rows=tuple(rows))


def _marks_tables(live: LiveReport) -> Iterator[Table]:
    marks = ("Overall, of 100", *(f"{capital(name)}, of {short_text(MAXIMA[name])}" for name in DIMENSIONS))
    parts = ("framing", "clarity", "resonance", "delivery", "frame_control", "credibility")
    adjusted, proposed, rhetoric = [], [], []
    for one in live.live:
        turn: tuple[Cell, ...] = (one.turn, one.side.upper())
        adjusted.append((*turn, *_marks(one), one.cap))
        proposed.append(turn + _marks(one.raw))
        rhetoric.append(turn + tuple(float(getattr(one.parts, part)) for part in parts))
    heads = columns(("Turn", "count"), "Side", *marks, "Most on logic, by its chain")
    yield Table(title="Marks as adjusted", columns=heads, rows=tuple(adjusted))
    yield Table(title="Marks as proposed", columns=heads[:-1], rows=tuple(proposed))
    yield Table(
        title="Rhetoric, of 7.5 each part; frame control and credibility, of 10 each, don't count in the overall marks",
        columns=columns(("Turn", "count"), "Side", *map(name_text, parts)),
        rows=tuple(rhetoric),
    )


def _marks(of: LiveScores) -> tuple[Cell, ...]:
    return (of.composite, *(of.on(name) for name in DIMENSIONS))


def turn_block(live: LiveReport, number: int) -> Block:
    score = next((one for one in live.live if one.turn == number), None)
    failed = [f"{step_text(step)} failed: {live.live_failures[step]}" for step in failed_steps(live, number)]
    key = f"turn-{number}"
    if score is None:
        why = " ".join(failed) or "This turn has not been judged. It is missing from the score, not zero."
        return Block(key=key, title=f"Turn {number} has no score", sentence=why)
    proposed = ""
    if _differs(score.raw.composite, score.composite):
        proposed = f", adjusted from {short_text(score.raw.composite)}"
    adjusted = [f"{_moved_text(flag)} {flag.reason}" for flag in score.flags]
    return Block(
        key=key,
        title=f"Turn {number}, {score.side.upper()}: {short_text(score.composite)} of 100{proposed}",
        sentence=" ".join((_marks_text(score), *_compared_texts(score), *failed)),
        items=(*adjusted, *map(_link_text, score.links), *_claim_texts(live, number)),
        notes=(f"The judge's notes: {score.notes}",) if score.notes else (),
    )


def step_text(step: str) -> str:
    """What a call of the live judge was for, by its step.

    >>> step_text("live:3"), step_text("pairwise:5:swapped"), step_text("narrative")
    ('Judging turn 3', 'Comparing turns 4 and 5 in the other order', 'The narrative')
    """
    kind, _, rest = step.partition(":")
    number, _, swapped = rest.partition(":")
    if kind == "live":
        return f"Judging turn {number}"
    if kind == "pairwise":
        return f"Comparing turns {int(number) - 1} and {number}{' in the other order' if swapped else ''}"
    return {"conflict": "The reason why the two readings differ"}.get(kind, f"The {kind}")


def _differs(raw: float, adjusted: float) -> bool:
    return abs(raw - adjusted) > TOLERANCE


def _marks_text(score: TurnScore) -> str:
    marks = []
    for name in DIMENSIONS:
        raw, adjusted = score.raw.on(name), score.on(name)
        proposed = f" ({short_text(raw)} proposed)" if _differs(raw, adjusted) else ""
        marks.append(f"{name} {short_text(adjusted)} of {short_text(MAXIMA[name])}{proposed}")
    chain = f"Its causal chain allows {short_text(score.cap)} on logic."
    first = "" if score.calibrated else " Not compared: no earlier turn has brought it in line."
    return f"{capital(join_and(marks))}. {chain}{first}"


def _moved_text(flag: ScoreFlag) -> str:
    name = capital(flag.dimension)
    if not _differs(flag.raw, flag.adjusted):
        return f"{name} stays {short_text(flag.raw)}."
    return f"{name} {short_text(flag.raw)} → {short_text(flag.adjusted)}."


def _compared_texts(score: TurnScore) -> Iterator[str]:
    if compared := score.compared:
        yield f"Against turn {compared.older} ({opponent(score.side).upper()}) it {_won_text(compared)}."
        if compared.inconsistent:
            yield f"Asked in both orders, the answers differ on {join_and(compared.inconsistent)}: a draw."
        if compared.reason:
            yield f"The judge's reason: {compared.reason}"


def _won_text(compared: ComparedTurns) -> str:
    texts = []
    for verb, which in (("wins", "newer"), ("loses", "older"), ("draws on", "draw")):
        if names := tuple(name for name in DIMENSIONS if compared.won(name) == which):
            texts.append(f"{verb} {join_and(names)}")
    return join_and(texts)


def _link_text(link: CountedLink) -> str:
    given = f", given as {_STATES[link.given]}" if link.given and link.given != link.counted else ""
    words = f" “{link.quote}”" if link.quote.strip() else ""
    place = f" ({_FOUND[link.found]})" if link.found and words else ""
    reason = f" {link.reason}" if link.reason else ""
    return f"{capital(LINK_WORDS[link.kind])}: {_STATES[link.counted]}{given}.{words}{place}{reason}"


def _claim_texts(live: LiveReport, number: int) -> Iterator[str]:
    for entry in live.claims:
        if entry.turn == number:
            status = f"{status_text(entry)}, {_penalty_text(entry.penalty)}"
            yield f"{entry.id} {_CONCERNS[entry.concern]}: {status}. “{entry.quote or entry.text}”"
        elif entry.exposed_by == number:
            yield f"It exposes {entry.id} of turn {entry.turn}: {entry.text}"
    yield from (slip_text(one) for one in live.slips if number in (one.turn, one.earlier))


def claims_blocks(live: LiveReport) -> Iterator[Block]:
    """The register of suspect claims, then what contradicts a speaker's own turn."""
    claims, slips, cost = live.claims, live.slips, []
    for side in SIDES:
        if points := -sum(one.penalty for one in claims if one.side == side):
            cost.append(f"{side.upper()} loses {pluralise(points, 'point')} of logic")
    title = ": ".join(filter(None, (pluralise(len(claims), "suspect claim"), join_and(cost))))
    yield Block(
        key="claims",
        title=title if claims else f"The live judge flagged no claim{'' if live.over else ' so far'}",
        notes=(REGISTER,),
        children=tuple(map(claim_block, claims)),
    )
    if slips:
        title = pluralise(
            len(slips), "contradiction or dropped premise", "contradictions or dropped premises"
        )
        yield Block(key="slips", title=title, items=tuple(map(slip_text, slips)))


def claim_block(entry: RegisterEntry) -> Block:
    who = f"{entry.side.upper()}, " if entry.side else ""
    quoted = f"“{entry.quote or entry.text}”"
    if entry.quote and entry.quote != entry.text:
        quoted = entry.text if entry.quote in entry.text else f"{quoted} As the judge puts it: {entry.text}"
    became = f"{entry.id}: {status_text(entry)}, {_penalty_text(entry.penalty)}."
    return Block(
        key=f"claim-{entry.id}",
        title=f"{who}turn {entry.turn}: {_CONCERNS[entry.concern]}",
        sentence=f"{quoted} {became}",
        items=tuple(_change_text(entry, change) for change in entry.history),
    )


def status_text(entry: RegisterEntry) -> str:
    """What became of a claim, as in *exposed by turn 5; overturned by a person*."""
    texts = [f"exposed by turn {entry.exposed_by}"] if entry.exposed_by is not None else []
    texts += {
        "overturned": [f"overturned by {entry.overturned_by or 'a person'}"],
        "not_found": ["words not found"],
    }.get(entry.status, [])
    return "; ".join(texts) or "flagged"


def _penalty_text(penalty: int) -> str:
    points = "one point" if penalty == -1 else f"{number_word(-penalty)} points"
    return f"{points} off logic" if penalty else "costs nothing"


def _change_text(one: RegisterEntry, change: RegisterChange) -> str:
    reason = f" {change.reason}" if change.reason else ""
    if change.by == "person":
        did = "Overturned" if change.status == "overturned" else "Put back"
        return f"{did} by {change.person or 'a person'}, {_penalty_text(change.penalty)}.{reason}"
    where = f"{'on' if change.turn == one.turn else 'in'} turn {change.turn}" if change.turn else "in a turn"
    return f"{_DID[change.status]} by the live judge {where}, {_penalty_text(change.penalty)}.{reason}"


def slip_text(slip: CountedContradiction) -> str:
    who = f"{slip.side.upper()} in " if slip.side else ""
    return f"{slip.id}: {who}turn {slip.turn} {SLIPS[slip.kind]} turn {slip.earlier}. {slip.text}"
