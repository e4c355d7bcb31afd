"""Judgments of two at a time as blocks: who is stronger, how far judges agree, and whether being first helps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from debate_core.domain.numerals import join_and
from debate_core.library.report.pairs import PairReport
from debate_core.measuring.arrays import special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.pair_judgments import ChoiceAgreement, PlaceEffect
from debate_core.phrases import SIMILAR_PANELS, THIS_PANEL, estimate_text, value_text
from debate_core.reporting.blocks import Block, Cell, Table, columns
from debate_core.reporting.debate_figures import interval_lines
from debate_core.reporting.figures import Intervals

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


def _strengths(report: PairReport) -> Block:
    """Who wins more often, over all judges, and by each."""
    known = zip(report.models, report.strengths.models, strict=True)
    ranked = sorted(known, key=lambda row: -(row[1].value or 0.0))
    rows = [(name, one.through(special().expit), one, one.n) for name, one in ranked]
    ahead, behind = _beside_half((name, wins) for name, wins, *_ in rows)
    parts = [
        f"{_names_text(names)} {'wins' if len(names) == 1 else 'win'} {more} often than average"
        for names, more in ((ahead, "more"), (behind, "less"))
        if names
    ]
    unknown = next((one.reason for _, one in ranked if one.value is None), None)
    heads = columns("Compared", (WINS, "share"), ("Strength", "log_odds"), ("Judgments", "count"))
    whose = THIS_PANEL if report.agreement is None else SIMILAR_PANELS
    return Block(
        key="strengths",
        title="; ".join(parts) or "None clearly wins more often than average",
        sentence=f"Not computed: {unknown}." if unknown else "Ties are left out of these shares.",
        figure=_lines([(name, wins) for name, wins, *_ in rows]),
        tables=(Table(columns=heads, rows=tuple(rows), whose=whose),),
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
        figure=_lines(lines),
        tables=(Table(columns=heads, rows=rows, whose=THIS_PANEL),),
    )


def _lines(rows: Sequence[tuple[str, Estimate]]) -> Intervals | None:
    return interval_lines(WINS, "share", rows, reference=0.5) if len(rows) <= MOST_LINES else None


def _agreement(agreement: ChoiceAgreement) -> Block:
    """How far judges name the same winner, with ties as a third answer and halfway between."""
    rows = (("A tie as another answer", agreement.nominal), ("A tie halfway", agreement.between))
    shares = (("Ties counted", agreement.same), ("Neither sees a tie", agreement.same_winner))
    same = agreement.same_winner
    title = "Can't tell whether judges name the same winner"
    if same.value is not None:
        title = f"Two judges name the same winner in {value_text(same.value, 'share')} of cases"
    return Block(
        key="choices",
        title=title,
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
    """By judge, whether the one shown first wins more often, and whether swapping the two changes who wins."""
    ahead, behind = _beside_half((judge, one.first) for judge, one in orders.items())
    parts = [
        f"{_names_text(judges)} {'favours' if len(judges) == 1 else 'favour'} the one shown {place}"
        for judges, place in ((ahead, "first"), (behind, "second"))
        if judges
    ]
    rows: list[tuple[Cell, ...]] = [(judge, one.first, one.contradicted) for judge, one in orders.items()]
    return Block(
        key="order",
        title="; ".join(parts) or "No judge clearly favours the one shown first or second",
        sentence="Without a preference, half of all wins go to the one shown first. Ties are left out.",
        figure=interval_lines(
            "Wins that go to the one shown first",
            "share",
            [(judge, one.first) for judge, one in orders.items()],
            reference=0.5,
        ),
        tables=(
            Table(
                columns=columns(
                    "Judge", ("First shown wins", "share"), ("Winner changes when swapped", "share")
                ),
                rows=tuple(rows),
            ),
        ),
    )


def _beside_half(rows: Iterable[tuple[str, Estimate]]) -> tuple[list[str], list[str]]:
    """Whose share is clearly above a half, and whose below."""
    known = list(rows)
    return [name for name, one in known if one.above(0.5)], [name for name, one in known if one.below(0.5)]


def _names_text(names: list[str]) -> str:
    return join_and([*names[:NAMED], "others"] if len(names) > NAMED else names)
