"""The scorecard as a block: rounds of the live judge or pairs of arguments, with both readings in a picture."""

from collections.abc import Sequence

from debate_core.domain.live_judge import CitedStatement, Conflict, Convergence, Leader
from debate_core.domain.numerals import join_and, odds_text, pluralise
from debate_core.domain.transcript import SIDES, opponent
from debate_core.domain.wording import capital
from debate_core.library.report.live import LiveReport
from debate_core.phrases import between_text, cell_value_text
from debate_core.reporting.blocks import Block, Table, columns
from debate_core.reporting.debate_lines import marks_ahead, rounds_won
from debate_core.reporting.line_figures import Rounds, SideReading, TurningPoint
from debate_core.reporting.live_turns import turns_text
from debate_core.scorecard.tally import Round, Scorecard

ROUNDS = (
    "A round is two consecutive turns from turn 2 on, so each side answers equally often. The higher overall marks, "
    "after every adjustment, win it; within 2 of 100 it is a tie. A side leads if its average marks from turn 2 on are "
    "higher beyond chance and it didn't win fewer rounds. Turn 1 answers nobody and is marked lower, so it doesn't "
    "count."
)
PAIRS = (
    "Each argument of PRO stands beside CON's of the same number, by the panel's average score. Within 0.2 points of "
    "10 it is a tie. A pair without all scores has no bar. The verdict weighs more than these pairs."
)
UNSETTLED = "A leader needs a judged turn of each side after turn 1."
NO_NARRATIVE = "Nobody has read the whole debate for it."


def scorecard_block(live: LiveReport) -> Block:
    """The rounds, who won each, and the score after each turn."""
    card = live.scorecard
    first = "" if card.leader else card.reason if card.by == "gap" else UNSETTLED
    texts = [first, _chance_text(card)]
    if card.missing:
        verbs = "was not judged. It is" if len(card.missing) == 1 else "were not judged. They are"
        texts.append(f"{capital(turns_text(card.missing))} {verbs} missing from the score, not zero.")
    if card.asked_twice:
        turned = (
            f"{card.inconsistent} of {card.asked_twice} answers depended on the order and count as draws."
        )
        texts.append(f"Each pair of turns was compared in both orders. {turned}")
    figure = rounds_won(live, _readings(live), _turning_points(live))
    won, means = card.rounds_won or {}, card.means or {}
    heads = columns("Side", "Marks of 100", ("Rounds won", "count"))
    rows = tuple((side.upper(), means.get(side), won.get(side)) for side in SIDES)
    sides = Table(title="Each side, its average marks from turn 2 on", columns=heads, rows=rows)
    return Block(
        key="scorecard",
        title=_scorecard_text(card, over=live.over),
        sentence=" ".join(filter(None, texts)),
        figure=figure,
        tables=(sides, _rounds_table(card.rounds), *_held_tables(figure)),
        notes=(ROUNDS,),
    )


def pairs_block(live: LiveReport) -> Block | None:
    """Without a live judge: the panel's scores of each pair of arguments; None without any."""
    figure = rounds_won(live, _readings(live), _turning_points(live))
    if figure is None:
        return None
    return Block(
        key="scorecard",
        title=pairs_text(live.scorecard),
        figure=figure,
        tables=(_rounds_table(live.scorecard.rounds, "Points ahead"), *_held_tables(figure)),
        notes=(PAIRS,),
    )


def _scorecard_text(card: Scorecard, *, over: bool) -> str:
    if card.leader is None:
        return "No leader yet"
    won, means = card.rounds_by_side, card.means or {}
    first = max(SIDES, key=won.__getitem__) if card.leader == "level" else card.leader
    sides = first, opponent(first)
    ours, theirs = (won[side] for side in sides)
    marks = " to ".join(cell_value_text(means.get(side)) for side in sides)
    so_far = "" if over else " so far"
    if card.leader != "level":
        return f"{first.upper()} leads with {pluralise(ours, 'round')} to {theirs}, marks {marks}"
    if ours == theirs:
        return f"Level{so_far}: each side won {pluralise(ours, 'round')}, marks {marks}"
    return f"{more_rounds_text(card, so_far)}, marks {marks}"


def more_rounds_text(card: Scorecard, so_far: str = "") -> str:
    """Who won more rounds without leading."""
    won = card.rounds_by_side
    first = max(SIDES, key=won.__getitem__)
    rounds = pluralise(won[first], "round")
    return f"{first.upper()} won {rounds} to {won[opponent(first)]}{so_far}, not enough to lead"


def _chance_text(card: Scorecard) -> str:
    if card.difference is None or card.difference.value is None:
        return ""
    apart = card.by_chance is not None and len(set(card.rounds_by_side.values())) > 1
    where = f"Where the difference of their marks lies is unknown: {card.difference.reason}."
    if card.difference.known:
        where = f"The difference of their marks is {between_text(card.difference, 'marks')}."
    return f"{_by_chance_text(card)}. {where}" if apart else where


def _rounds_table(rounds: Sequence[Round], ahead: str = "Marks ahead") -> Table:
    heads = columns("Round", "Turns", "PRO", "CON", "Won by", ahead)
    rows = []
    for one in rounds:
        turns, difference = join_and([str(turn) for turn in one.turns]), marks_ahead(one)
        winner = one.winner.upper() if one.winner else one.reason
        size = None if difference is None else abs(difference)
        rows.append((str(one.number), turns, *map(one.composites.get, SIDES), winner, size))
    return Table(title="Rounds won", columns=heads, rows=tuple(rows))


def pairs_text(card: Scorecard) -> str:
    """In how many pairs of arguments each side's scored higher."""
    won, counted_ = card.rounds_by_side, sum(one.counted for one in card.rounds)
    more = max(SIDES, key=lambda side: won[side])
    ties = counted_ - sum(won.values())
    pairs = pluralise(counted_, "pair")
    if not sum(won.values()):
        return f"Argument by argument: no side is ahead ({pairs})"
    if won[more] == won[opponent(more)]:
        return f"Argument by argument: each side is ahead in {won[more]} of {pairs}"
    fewer = won[opponent(more)]
    other = f", {opponent(more).upper()} in {fewer}" if fewer else ""
    level = f", {ties} {'is' if ties == 1 else 'are'} level" if ties else ""
    return f"Argument by argument: {more.upper()} is ahead in {won[more]} of {pairs}{other}{level}"


def _readings(live: LiveReport) -> tuple[SideReading, ...]:
    card, story = live.scorecard, live.narrative
    by_rounds = card.by == "rounds"
    sentence = f"{capital(side_text(story.leader))} held the steadier case." if story else NO_NARRATIVE
    return (
        SideReading(
            title=f"Scorecard, {'round by round' if by_rounds else 'argument by argument'}",
            leader=card.leader,
            sentence=_rounds_text(card) if by_rounds else capital(f"{pairs_text(card).partition(': ')[2]}."),
            rounds=tuple(one.winner for one in card.rounds if one.counted),
        ),
        SideReading(
            title="Narrative, from first turn to last",
            leader=story.leader if story else None,
            sentence=sentence,
        ),
    )


def _rounds_text(card: Scorecard) -> str:
    more = max(SIDES, key=lambda side: card.rounds_by_side[side])
    ours, theirs = card.rounds_by_side[more], card.rounds_by_side[opponent(more)]
    if ours == theirs:
        return f"Each side won {pluralise(ours, 'round')}."
    how = "won" if card.leader == "level" else "is ahead"
    return f"{more.upper()} {how} {pluralise(ours, 'round')} to {theirs}. {_by_chance_text(card)}."


def _by_chance_text(card: Scorecard) -> str:
    return f"Equal sides would be this far apart in {odds_text(card.by_chance)} of debates"


def _turning_points(live: LiveReport) -> tuple[TurningPoint, ...]:
    points = live.narrative.turning_points if live.narrative else ()
    last = [(max(one.turns, default=None), cited_text(one)) for one in points]
    return tuple(TurningPoint(at=at, words=words) for at, words in sorted(last, key=lambda one: one[0] or 0))


def _held_tables(figure: Rounds | None) -> tuple[Table, ...]:
    if not figure or not figure.held:
        return ()
    heads = columns("Side", (f"From {figure.axis}", "count"), ("To", "count"), "Claim", "What became of it")
    rows = ((one.side.upper(), one.first, one.last, one.claim, one.end_text or "kept") for one in figure.held)
    return (Table(title="What each side argued", columns=heads, rows=tuple(rows)),)


def side_text(leader: Leader) -> str:
    return "neither side" if leader == "level" else leader.upper()


def cited_text(one: CitedStatement | Conflict | Convergence) -> str:
    """A statement with the turns it rests on.

    >>> cited_text(CitedStatement(text="The survey fell.", turns=(4,))), cited_text(CitedStatement(text="So it is."))
    ('The survey fell. (turn 4)', 'So it is. (unsupported: cites no turn)')
    """
    return f"{one.text} ({turns_text(one.turns) if one.turns else 'unsupported: cites no turn'})"
