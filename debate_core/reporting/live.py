"""The live judge's reading as blocks: who is ahead, turn by turn and overall, and how pressure moved the debaters."""

from collections.abc import Iterator, Sequence

from debate_core.calls.arc import CONVERGENCE_FROM
from debate_core.domain.live_judge import (
    CONVERGENCE_MEANINGS,
    FIRST_PATTERN_MEANINGS,
    PATTERN_MEANINGS,
    CitedStatement,
    Conflict,
)
from debate_core.domain.numerals import join_and, near_percent_text, pluralise, short_text
from debate_core.domain.personalities import PERSONALITIES, TRAITS, Trait
from debate_core.domain.steps import CONFLICT
from debate_core.domain.transcript import (
    FIRST_MEASURED,
    NOVELTY,
    REPEATS_BELOW,
    SIDES,
    Novelty,
    Side,
    burden_words,
)
from debate_core.domain.wording import capital, group, humanise, name_text, plain_fault_text
from debate_core.library.report.live import LiveReport
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.blocks import Block, Document, Table, columns
from debate_core.reporting.figures import Trend, Trends
from debate_core.reporting.live_turns import claims_blocks, step_text, turns_block, turns_text
from debate_core.reporting.scorecard import (
    cited_text,
    more_rounds_text,
    pairs_block,
    scorecard_block,
    side_text,
)
from debate_core.scorecard.live_scores import TraitsAt
from debate_core.scorecard.tally import Scorecard

LIMITS = (
    "The live judge's marks are estimates and change between runs.",
    "It can prefer a style over the reasoning under it.",
    "It can't check a source outside the debate, so a true but obscure fact can be flagged. A person can overturn a "
    "flag.",
    "The first turns are less calibrated. The first has no comparison at all and answers nobody, so it counts in no "
    "round and no average. In simulations of even sides with it counted, the side that answers first was ahead in 10 "
    "to 93 of 100 debates more than the other, depending on how marks run; without it in about 1.",
    "Archetypes bend a model's manner, not its nature.",
    "What counts as a mechanism is itself a judgment. Precise claims in a field the judge knows little of can be "
    "flagged wrongly, and an empty claim that sounds specific can pass.",
    "It can prefer dense academic prose, a Western framing and confident assertion.",
    "A flag that a mark can't be harmonised with its comparison is information only.",
)
"""What a live judge can't tell."""
IN_SHORT = " ".join(LIMITS[:3])
WAITING = "Waiting times add up: with several providers, each turn waits for the slowest."
ONE_MODEL = "Both debaters are on one model and share its blind spots: what neither sees, neither can expose."
WHY_APART = (
    "The panel scores each argument by itself. The narrative asks which case held together over the whole debate. "
    "Only a live judge is asked to explain the gap."
)
PANELS = "The panel gives the verdict; the narrative is one model's reading and doesn't change it."
PANEL = "The panel gives the verdict, not the live judge."
_HIDDEN = (
    "The debaters weren't told this in words. The live judge puts pressure on the weaker side. It moves that "
    "speaker's traits, which reach it only as one hidden line about its manner. The opponent and the panel saw none "
    "of it."
)


def live_blocks(live: LiveReport) -> tuple[Block, ...]:
    """All that the live judge said, or the panel's scores beside the narrative and what is new in each turn."""
    if not live.live_model:
        return (*_panels_reading(live), *_new_words(live))
    if not live.live:
        return (_reading(live), *_failures(live), _limits(live))
    parts = [*claims_blocks(live), _convergence(live), turns_block(live), *_new_words(live)]
    first = _reading(live, scorecard_block(live), *_whole_debate(live))
    return (first, *_failures(live), *parts, *_traits(live), _limits(live))


def live_document(live: LiveReport) -> Document:
    return Document(title="The live judge", blocks=live_blocks(live))


def _panels_reading(live: LiveReport) -> Iterator[Block]:
    card, story = pairs_block(live), live.narrative
    if not card:
        return
    title, leader = card.title, live.scorecard.leader or "level"
    if story:
        named = "The panel makes no call" if leader == "level" else f"{side_text(leader)} argued better"
        title = f"{named}, {'but' if live.differ else 'and'} {side_text(story.leader)} held the steadier case"
    children = (card, *_whole_debate(live))
    yield Block(key="two-readings", title=title, sentence=PANELS if story else "", children=children)


def _reading(live: LiveReport, *children: Block) -> Block:
    nothing = [] if live.live else [f"No turn {'was judged' if live.over else 'has been judged yet'}."]
    return Block(key="live", title=_ahead_text(live), sentence=" ".join((*nothing, PANEL)), children=children)


def _ahead_text(live: LiveReport) -> str:
    card, story = live.scorecard, live.narrative
    rounds = _rounds_text(card)
    if story is None:
        return rounds or "The live judge has no leader yet"
    steadier = f"{side_text(story.leader)} held the steadier case"
    if not rounds:
        return capital(steadier)
    if live.differ:
        return f"{rounds}, but {steadier}"
    if card.leader != "level":
        return f"{rounds} and held the steadier case"
    return f"{rounds}, and {'held the steadier case' if rounds.startswith(side_text(story.leader)) else steadier}"


def _rounds_text(card: Scorecard) -> str:
    if card.leader is None:
        return ""
    differ = len(set(card.rounds_by_side.values())) > 1
    if card.leader == "level":
        return more_rounds_text(card) if differ else "The scorecard is level"
    return f"{side_text(card.leader)} {'leads on rounds and marks' if differ else 'has the higher marks'}"


def _whole_debate(live: LiveReport) -> Iterator[Block]:
    proof = burden_words(live.burden) if live.burden else ""
    if one := live.narrative:
        parts = (
            ("evolved", "How the arguments evolved", one.evolved),
            ("broke", "Where they broke", one.broke),
        )
        children = [_statements(key, title, statements) for key, title, statements in parts if statements]
        turning, remarks = one.turning_points, map(plain_fault_text, one.remarks)
        title = pluralise(len(turning), "turning point") if turning else "No turning point is named"
        yield Block(
            key="narrative",
            title=capital(f"{side_text(one.leader)} held the steadier case"),
            sentence=proof,
            items=tuple(map(cited_text, one.spine)),
            notes=("One model's reading of the whole debate.", *map(capital, remarks)),
            children=(*children, _statements("turning", title, turning)),
        )
    else:
        awaited = "It is written when every turn is judged." if live.live_model else "It is being written."
        why = _absent_text(live, "narrative", awaited)
        yield Block(key="narrative", title="There is no narrative", sentence=f"{why} {proof}".rstrip())
    if live.differ or live.conflict or CONFLICT in live.live_failures:
        yield _conflict(live)


def _statements(key: str, title: str, statements: Sequence[CitedStatement]) -> Block:
    return Block(key=key, title=title, items=tuple(map(cited_text, statements)))


def _conflict(live: LiveReport) -> Block:
    conflict = live.conflict
    if not live.explains_gap:
        return Block(key="conflict", title="Why they can differ", sentence=WHY_APART)
    if conflict is None:
        why = _absent_text(live, CONFLICT, "It is explained when both readings are there.")
        if live.narrative and live.over and live.gap_leader in ("level", live.narrative.leader):
            why = "By the usual rules and this debate alone they don't, so nobody was asked."
        return Block(key="conflict", title="It is not explained why the two readings differ", sentence=why)
    pattern = "" if conflict.pattern == "none_of_these" else f": {humanise(conflict.pattern)}"
    stale = _stale_text(live)
    title = f"Why the two readings {'differed' if stale else 'differ'}{pattern}"
    # A debate judged without tests was told less of each pattern.
    meanings = PATTERN_MEANINGS if conflict.test else FIRST_PATTERN_MEANINGS
    meaning = meanings[conflict.pattern].replace("rounds", "rounds" if live.live_model else "pairs")
    sentence = f"{capital(meaning)}.{stale}"
    return Block(key="conflict", title=title, sentence=sentence, items=tuple(_explanation(conflict)))


def _stale_text(live: LiveReport) -> str:
    """How the readings have changed since the explanation; empty where they haven't."""
    if not live.differ:
        return f" As the {'scorecard is counted' if live.live_model else 'scores are read'} now, they no longer differ."
    leader, now = live.gap_leader, live.scorecard.leader
    if leader is None or now is None or leader == now:
        return ""
    return f" It explains {side_text(leader)}'s lead; as the scores are read now, {side_text(now)} leads."


def _explanation(conflict: Conflict) -> Iterator[str]:
    yield cited_text(conflict)
    if conflict.test:
        yield f"The test: {conflict.test}"
    for one in conflict.quotes:
        lost = " (words not found there)" if one.found == "not_found" else ""
        yield f"In turn {one.turn}: “{one.quote}”{lost}"


def _convergence(live: LiveReport) -> Block:
    if check := live.convergence:
        meaning = f"{capital(CONVERGENCE_MEANINGS[check.kind])}."
        title = f"Convergence: {humanise(check.kind)}"
        return Block(key="convergence", title=title, sentence=meaning, items=(cited_text(check),))
    why = f"The debate has fewer than {CONVERGENCE_FROM} turns."
    if live.turns_planned >= CONVERGENCE_FROM:
        why = _absent_text(live, "convergence", "It is checked when every turn has been spoken.")
    return Block(key="convergence", title="Convergence is not checked", sentence=why)


def _absent_text(live: LiveReport, step: str, awaited: str) -> str:
    """Why a part is not there. ``awaited``: when it comes, while the debate goes on."""
    if cause := live.live_failures.get(step):
        return f"The call failed: {cause}"
    if live.live_model and live.scorecard.by == "gap":
        return live.scorecard.reason
    return "It was never asked for." if live.over else awaited


def _failures(live: LiveReport) -> Iterator[Block]:
    if failures := live.live_failures:
        yield Block(
            key="live-failures",
            title=f"{pluralise(len(failures), 'call')} of the live judge failed",
            sentence="What failed is missing, not zero.",
            items=tuple(f"{step_text(step)}: {cause}" for step, cause in failures.items()),
        )


def _limits(live: LiveReport) -> Block:
    return Block(
        key="live-limits",
        title="What the live judge can't tell",
        items=(*LIMITS, ONE_MODEL, WAITING) if live.one_model else (*LIMITS, WAITING),
        notes=(f"The live judge runs on {live.live_model}.",),
    )


def new_words_text(one: Novelty) -> str:
    """How much of a turn its speaker had not said before.

    >>> new_words_text(Novelty(turn=5, side="pro", value=0.1, repeats=True))
    'PRO repeats itself: 10% is new against its own earlier turns'
    """
    if one.value is None:
        return f"New words are not measured: {one.reason}"
    share = f"{near_percent_text(one.value, REPEATS_BELOW)} is new against its own earlier turns"
    return f"{one.side.upper()} repeats itself: {share}" if one.repeats else share


def _new_words(live: LiveReport) -> Iterator[Block]:
    measured = [one for one in live.novelty if one.turn >= FIRST_MEASURED]
    if not measured:
        return
    title = "No turn repeats its speaker"
    if again := [one.turn for one in measured if one.repeats]:
        title = f"{capital(turns_text(again))} {'repeats its' if len(again) == 1 else 'repeat their'} speaker"
    elif all(one.value is None for one in measured):
        title = "Can't tell whether a turn repeats its speaker"
    heads, rows = columns(("Turn", "count"), "Side", ("New words", "share"), "In words"), []
    for one in measured:
        share = Estimate(value=one.value, reason=one.reason)
        rows.append((one.turn, one.side.upper(), share, new_words_text(one)))
    table = Table(columns=heads, rows=tuple(rows))
    yield Block(key="new-words", title=title, tables=(table,), notes=(NOVELTY,))


def _traits(live: LiveReport) -> Iterator[Block]:
    if spoken := group((one.side, one) for one in live.traits):
        moved = [side.upper() for side, turns in spoken.items() if _moves(turns)]
        yield Block(
            key="traits",
            title=f"The live judge's pressure moved {join_and(moved) or 'nobody'}",
            sentence=_HIDDEN,
            figure=_trait_trends(live.traits),
            tables=tuple(_traits_table(side, turns) for side, turns in spoken.items()),
            children=tuple(_traits_of(side, turns) for side, turns in spoken.items()),
        )


def _moves(spoken: Sequence[TraitsAt]) -> list[str]:
    ends = [(trait, *(short_text(at.values[trait]) for at in (spoken[0], spoken[-1]))) for trait in TRAITS]
    return [f"{humanise(trait)} {first} → {last}" for trait, first, last in ends if first != last]


def _traits_of(side: Side, spoken: Sequence[TraitsAt]) -> Block:
    who = PERSONALITIES[spoken[0].personality]
    return Block(
        key=f"traits-{side}",
        title=f"{side.upper()}: {', '.join(_moves(spoken)) or 'no trait moved'}",
        sentence=f"{who.name}, elasticity {spoken[0].elasticity}. {who.described}",
        items=tuple(f"Turn {one.turn}: {one.line}" for one in spoken),
    )


def _traits_table(side: Side, spoken: Sequence[TraitsAt]) -> Table:
    return Table(
        title=f"{side.upper()}, traits by turn, from 1 to 10",
        columns=columns("Trait", *(f"Turn {one.turn}" for one in spoken)),
        rows=tuple((name_text(trait), *(one.values[trait] for one in spoken)) for trait in TRAITS),
    )


def _trait_trends(traits: Sequence[TraitsAt]) -> Trends:
    last = max(one.turn for one in traits)

    def trend(side: Side, trait: Trait) -> Trend:
        points = ((one.turn - 1, Estimate(value=one.values[trait])) for one in traits if one.side == side)
        return Trend(name=side.upper(), seat=SIDES.index(side), side=side, points=tuple(points))

    return Trends(
        alt="Each debater's twelve traits, from turn to turn",
        charts=tuple((name_text(trait), tuple(trend(side, trait) for side in SIDES)) for trait in TRAITS),
        places=tuple(f"turn {number}" for number in range(1, last + 1)),
        ticks=tuple((number - 1, str(number)) for number in sorted({1, last})),
        scale=(1.0, 10.0),
        levels=(1.0, 10.0),
        unit="points",
        key="from 1 to 10, by turn",
    )
