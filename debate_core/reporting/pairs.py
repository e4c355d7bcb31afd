"""Judgments of two at a time as blocks: who is stronger, how far judges agree, and whether being first helps."""

from collections.abc import Iterator, Mapping, Sequence

from debate_core.domain.numerals import join_and
from debate_core.library.report.pairs import PairReport
from debate_core.measuring.arrays import special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.pair_judgments import ChoiceAgreement, PlaceEffect
from debate_core.phrases import SIMILAR_PANELS, THIS_PANEL, estimate_text, value_text
from debate_core.reporting.blocks import Block, Cell, Table, columns
from debate_core.reporting.debate_figures import interval_lines

NAMED = 3
MOST_LINES = 60
"""Lines in a picture."""
WINS = "Wins against an average one"
METHOD = "Strengths are log-odds, by Bradley and Terry with Davidson's ties."
SWAPPED = "Seen in both orders, only who wins twice wins."


def pair_blocks(report: PairReport) -> Iterator[Block]:
    yield _strengths(report)
    if report.agreement is not None:
        yield _agreement(report.agreement)
    yield _order(report.orders)
    if longer := [(judge, one.longer) for judge, one in report.orders.items() if one.longer]:
        yield _length(longer)


def _strengths(report: PairReport) -> Block:
    known = zip(report.models, report.strengths.models, strict=True)
    ranked = sorted(known, key=lambda row: -(row[1].value or 0.0))
    rows = [(name, one.through(special().expit), one, one.n) for name, one in ranked]
    wins = [(name, share) for name, share, *_ in rows]
    title = _apart_text(wins, "win", ("more often than average", "less often than average"))
    unknown = next((one.reason for _, one in ranked if one.value is None), None)
    heads = columns("Compared", (WINS, "share"), ("Strength", "log_odds"), ("Judgments", "count"))
    return Block(
        key="strengths",
        title=title or "None clearly wins more often than average",
        sentence=f"Not computed: {unknown}." if unknown else "Ties are left out of these shares.",
        figure=interval_lines(WINS, "share", wins, reference=0.5),
        tables=(
            Table(columns=heads, rows=tuple(rows), whose=SIMILAR_PANELS if report.agreement else THIS_PANEL),
        ),
        notes=(METHOD,),
        children=(_by_judge([name for name, _ in ranked], report),) if report.by_judge else (),
    )


def _by_judge(ranked: Sequence[str], report: PairReport) -> Block:
    places = [report.models.index(name) for name in ranked]
    of_judge = [
        [one.models[place].through(special().expit) for place in places] for one in report.by_judge.values()
    ]
    rows: tuple[tuple[Cell, ...], ...] = tuple(zip(ranked, *of_judge, strict=True))
    lines = [
        (f"{name}, {judge}", wins)
        for name, *row in zip(ranked, *of_judge, strict=True)
        for judge, wins in zip(report.by_judge, row, strict=True)
    ]
    heads = columns("Compared", *((judge, "share") for judge in report.by_judge))
    return Block(
        key="strengths_by_judge",
        title=f"{WINS}, by judge",
        figure=interval_lines(WINS, "share", lines, reference=0.5) if len(lines) <= MOST_LINES else None,
        tables=(Table(columns=heads, rows=rows, whose=THIS_PANEL),),
    )


def _agreement(agreement: ChoiceAgreement) -> Block:
    rows = (("A tie as another answer", agreement.nominal), ("A tie halfway", agreement.between))
    shares = (("Ties counted", agreement.same), ("Neither sees a tie", agreement.same_winner))
    decided = agreement.same_winner.value
    title = f"Two judges name the same winner in {value_text(decided, 'share')} of cases"
    return Block(
        key="choices",
        title=title if decided is not None else "Can't tell whether judges name the same winner",
        sentence=f"Alpha, with a tie halfway, is {estimate_text(agreement.between, 'coefficient', THIS_PANEL)}.",
        figure=interval_lines("Agreement (alpha)", "coefficient", rows),
        tables=(
            Table(columns=columns("Agreement on", ("Alpha", "coefficient")), rows=rows, whose=THIS_PANEL),
            Table(
                title="Without regard to chance",
                columns=columns("Of two judges", ("Same answer", "share")),
                rows=shares,
                whose=THIS_PANEL,
            ),
        ),
        notes=(SWAPPED,),
    )


def _order(orders: Mapping[str, PlaceEffect]) -> Block:
    first = [(judge, one.first) for judge, one in orders.items()]
    rows = tuple((judge, one.first, one.contradicted) for judge, one in orders.items())
    heads = columns("Judge", ("First shown wins", "share"), ("Winner changes when swapped", "share"))
    return Block(
        key="order",
        title=_apart_text(first, "favour", ("the one shown first", "the one shown second"))
        or "No judge clearly favours the one shown first or second",
        sentence="Without a preference, half of all wins go to the one shown first. Ties are left out.",
        figure=interval_lines("Wins that go to the one shown first", "share", first, reference=0.5),
        tables=(Table(columns=heads, rows=rows),),
    )


def _length(rows: Sequence[tuple[str, Estimate]]) -> Block:
    title = _apart_text(rows, "favour", ("the longer text", "the shorter text"))
    return Block(
        key="length",
        title=title or "No judge clearly favours length",
        sentence="The longer may also be better.",
        figure=interval_lines("Wins of the longer text", "share", rows, reference=0.5),
        tables=(Table(columns=columns("Judge", ("Longer wins", "share")), rows=tuple(rows)),),
    )


def _apart_text(rows: Sequence[tuple[str, Estimate]], verb: str, ways: tuple[str, str]) -> str:
    """Whose share is clearly above a half, and whose below; empty where nobody's is."""
    ahead = [name for name, one in rows if one.above(0.5)]
    behind = [name for name, one in rows if one.below(0.5)]
    return "; ".join(
        f"{join_and([*names[:NAMED], 'others'] if len(names) > NAMED else names)} {verb}{'s'[len(names) > 1 :]} {way}"
        for names, way in zip((ahead, behind), ways, strict=True)
        if names
    )
