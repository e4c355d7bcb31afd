"""The moves of a discussion: each judge's score of each argument before and after, how it moved, and what it names."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import stdev

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import join_and
from debate_core.domain.rubric import STANDING, STANDINGS
from debate_core.domain.transcript import Side
from debate_core.domain.wording import MOVES, capital, group, humanise
from debate_core.library.report.deliberation_shape import Cause, MoveRow, PartRow, RoundReport
from debate_core.library.text_review import AnyReport
from debate_core.measuring.conformity import ProbeFinding
from debate_core.measuring.deliberation import Move
from debate_core.phrases import cell_value_text
from debate_core.reporting.blocks import (
    ArgumentCell,
    Block,
    Cell,
    Figure,
    RulingCell,
    Table,
    columns,
    table_of,
)
from debate_core.store.deliberation import RoundPart

_MARKS: Mapping[ProbeFinding, str] = {
    "conformity shown": "conformity shown on this panel",
    "can't tell": "can't tell why",
}


class ScoreMove(FrozenValue):
    judge: str
    seat: int
    before: float
    after: float
    how: str
    causes: tuple[str, ...]


class Group(FrozenValue):
    """One argument: its judges, and the standard deviation of their scores before and after, in points."""

    argument: str
    side: Side | None
    claim: str
    judges: tuple[ScoreMove, ...]
    before: float | None
    after: float | None
    moved: bool

    @property
    def apart_text(self) -> str:
        return f"{cell_value_text(self.before)} → {cell_value_text(self.after)} points apart"


class Moves(Figure):
    """A line a judge under each argument: hollow before, solid after."""

    groups: tuple[Group, ...]
    scale: tuple[int, int]
    before: str
    after: str
    axis: str

    @property
    def drawable(self) -> bool:
        return any(one.moved for one in self.groups)

    @property
    def ticks(self) -> range:
        """Four values along the scale, or each of a short one."""
        low, high = self.scale
        return range(low, high + 1, max(1, (high - low) // 3))


def _item_text(report: AnyReport) -> str:
    return "Argument" if report.sides else "Dimension"


def _cell(report: AnyReport, argument: str) -> Cell:
    side = report.sides.get(argument)
    return ArgumentCell(argument, side) if side else argument


def scores_block(report: AnyReport, one: RoundReport | None = None) -> Block:
    """Each score before and after the discussion or one round: what moved first, the widest apart first."""
    rounds = [one] if one else report.rounds
    by_argument = group((line.argument, line) for line in (one.lines if one else report.talk.lines))
    groups = [_group(report, name, lines, rounds) for name, lines in by_argument.items()]
    groups.sort(key=lambda own: (not own.moved, -(own.before or 0.0)))
    moved = [group for group in groups if group.moved]
    names, still = (join_and([each.argument for each in groups if each.moved == so]) for so in (True, False))
    when = f"round {one.round - 1}" if one else "the discussion"
    low, high = report.rubric.scale.low, report.rubric.scale.high
    figure = None
    if moved:
        apart_texts = ", ".join(f"{each.argument} {each.apart_text}" for each in moved)
        figure = Moves(
            alt=f"Scores before and after {when}: {apart_texts}.",
            groups=tuple(moved),
            scale=(low, high),
            before=f"before {when}",
            after=f"after {when}",
            axis=f"scores from {low} to {high}, as given{', under the common weights' if report.sides else ''}",
        )
    heads = columns(_item_text(report), "Before", "After")
    rows = tuple((_cell(report, each.argument), each.before, each.after) for each in groups)
    apart = Table(title="How far apart they are, as a standard deviation in points", columns=heads, rows=rows)
    return Block(
        key=f"round-{one.round - 1}-scores" if one else "discussion-scores",
        title=f"Scores changed on {names}" if moved else "No score changed",
        sentence=f"Nothing changed on {still}." if moved and still else "",
        figure=figure,
        tables=(_scores_table(report, moved), apart),
    )


def _scores_table(report: AnyReport, groups: Sequence[Group]) -> Table:
    who = capital(report.talk.judge)
    heads = columns(_item_text(report), who, "Before", "After", "How it moved", "What it says moved it")
    rows = tuple(
        (_cell(report, one.argument), each.judge, each.before, each.after, each.how, "; ".join(each.causes))
        for one in groups
        for each in one.judges
    )
    return Table(title=f"Each {report.talk.judge}'s score before and after", columns=heads, rows=rows)


def changes_table(report: AnyReport, one: RoundReport) -> Table:
    """Every score, ruling or verdict that changed in a round: whose, from what to what, toward whom, and why."""
    return table_of(
        one.moves,
        {
            capital(report.talk.judge): lambda move: move.judge,
            _item_text(report): lambda move: _cell(report, move.argument),
            "What": _what_text,
            ("From", "count"): lambda move: _end_cell(move.before),
            ("To", "count"): lambda move: _end_cell(move.after),
            "How its score moved": lambda move: MOVES[move.label] if move.label else "score unmoved",
            "Toward": lambda move: join_and(move.toward),
            "What it says moved it": lambda move: causes_text([move]),
        },
        title="Every change",
    )


def _what_text(move: MoveRow) -> str:
    return "ruling" if move.dimension == STANDING else humanise(move.dimension)


def _end_cell(end: int | str) -> Cell:
    ruling = next((one for one in STANDINGS if one == end), None)
    return RulingCell(ruling) if ruling else end if isinstance(end, int) else humanise(end)


def _group(report: AnyReport, name: str, lines: Sequence[Move], rounds: Sequence[RoundReport]) -> Group:
    moves = [move for one in rounds for move in one.moves if move.argument == name]
    before, after = [line.before for line in lines], [line.after for line in lines]
    return Group(
        argument=name,
        side=report.sides.get(name),
        claim=report.items[name],
        judges=tuple(
            _score_move(report, line, [move for move in moves if move.judge == line.judge], rounds)
            for line in lines
        ),
        before=stdev(before) if len(lines) > 1 else None,
        after=stdev(after) if len(lines) > 1 else None,
        moved=bool(moves),
    )


def _score_move(
    report: AnyReport, line: Move, moves: Sequence[MoveRow], rounds: Sequence[RoundReport]
) -> ScoreMove:
    took = [part for one in rounds for part in one.evaluations if part.judge == line.judge]
    held = not took or any(part.doing in ("held", "moved") for part in took)
    how = "Held" if held else capital(part_text(took[-1]))
    if moves:
        findings = report.conformity.findings if report.conformity else ()
        how = move_text(line, moves, next((_MARKS[one] for one in findings if one in _MARKS), "unexplained"))
    return ScoreMove(
        judge=line.judge,
        seat=[one.judge for one in report.alone].index(line.judge),
        before=line.before,
        after=line.after,
        how=how,
        causes=tuple(dict.fromkeys(cause_text(one.cause) for one in moves if one.cause)),
    )


def move_text(line: Move, moves: Sequence[MoveRow], mark: str = "") -> str:
    """How one judge moved on one argument. ``mark``: what is said of a move toward the others without anything new."""
    if line.label in (None, "held"):
        rulings = [
            f"{_what_text(move)} {humanise(str(move.before))} to {humanise(str(move.after))}"
            for move in moves
            if isinstance(move.before, str)
        ]
        return f"Held its score; {', '.join(rulings)}" if rulings else "Held its score in the end"
    if line.label == "away":
        return "Away from the others"
    toward = f"Toward {join_and(line.toward) or 'the others'}"
    if line.label == "toward_with_evidence":
        return f"{toward}, new evidence"
    return f"{toward}, no new evidence{f': {mark}' if mark else ''}"


def moves_texts(one: RoundReport) -> Iterator[str]:
    lines = {(line.judge, line.argument): line for line in one.lines}
    for at, alike in groupby(one.moves, key=lambda move: (move.judge, move.argument)):
        if line := lines.get(at):
            moves, scores = list(alike), f"{cell_value_text(line.before)} → {cell_value_text(line.after)}"
            how = move_text(line, moves)
            yield f"{line.judge} on {line.argument}, {scores}, {how[0].lower()}{how[1:]}: {causes_text(moves)}"


def cause_text(cause: Cause) -> str:
    where = (
        f"turn {cause.turn}" if cause.turn else f"a note of {cause.note_of}" if cause.note_of else "the text"
    )
    if cause.found == "not_found":
        return f"“{cause.because}” (found nowhere it could have read it)"
    nearly, again = "nearly so " if cause.found == "near" else "", "" if cause.new else ", said before"
    return f"“{cause.because}” ({nearly}in {where}{again})"


def causes_text(moves: Sequence[MoveRow]) -> str:
    causes = dict.fromkeys(cause_text(one.cause) for one in moves if one.cause)
    return "; ".join(causes) or "it named no cause"


def part_text(part: RoundPart | PartRow) -> str:
    did = {"failed": "missing", "keeps": "took no part"}.get(part.doing, humanise(part.doing))
    return f"{did}: {part.why.rstrip('.')}" if part.why and part.why != did else did
