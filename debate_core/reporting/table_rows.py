"""The long tables of a table of ratings: its items, its judges, each two of them, and what alpha hangs on."""

from collections.abc import Sequence

from debate_core.domain.numerals import join_and, pluralise, signed
from debate_core.domain.wording import capital
from debate_core.library.report.ratings import RatingsReport
from debate_core.library.report.shape import Agreement
from debate_core.library.report.table import CellMark, ItemLine, TablePanel
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import value_text
from debate_core.reporting.blocks import Block, Cell, Column, Table, columns
from debate_core.reporting.debate_figures import pairs_heatmap, table_heatmap

MOST_ITEMS = 200
"""Items in a report; the table itself has all."""
MOST_PAIRS = 66
MOST_JUDGES = 12
"""Judges with a column each."""
MOVED = 5
NAMED = 3


def items_block(panel: TablePanel, first: int = 0, most: int = MOST_ITEMS) -> Block:
    """The items from the ``first`` on, those furthest apart first; of very many judges only the ends of each."""
    lines, count = panel.lines(first, most), len(panel.order)
    wide = [line.item for line in panel.lines(0, NAMED) if line.spread]
    title = f"The judges are furthest apart on {join_and(wide)}" if wide else "The judges differ on no item"
    if not wide and all(line.spread is None for line in panel.lines(0, 1)):
        title = "No item has two scores"
    said = []
    if panel.adjusted:
        said.append("Adjusted for strict and lenient judges.")
    if panel.distances:
        said.append("Beside each score: its distance from the item's average.")
    if len(lines) < count:
        said.append(
            f"Listed are {first + 1:,} to {first + len(lines):,} of {count:,}, the furthest apart first."
        )
    few = len(panel.report.judges) <= MOST_JUDGES
    return Block(
        key="items",
        title=title,
        sentence=" ".join(said),
        figure=table_heatmap(panel, first, most) if few else None,
        tables=((_scores if few else _ends)(panel, lines),),
    )


def _scores(panel: TablePanel, lines: Sequence[ItemLine]) -> Table:
    judges = tuple(Column(name) for name in panel.report.judges)
    rows: list[tuple[Cell, ...]] = [
        (line.item, *(_mark_text(mark, panel) for mark in line.marks), _spread(line)) for line in lines
    ]
    return Table(columns=(Column("Item"), *judges, _spread_column(panel)), rows=tuple(rows))


def _mark_text(mark: CellMark, panel: TablePanel) -> str:
    if mark.said is None or mark.away is None:
        return "missing"
    if not panel.distances:
        return f"{mark.said} (differs)" if mark.away else mark.said
    return f"{mark.said} ({signed(mark.away)})"


def _ends(panel: TablePanel, lines: Sequence[ItemLine]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        pairs = zip(line.marks, panel.report.judges, strict=True)
        given = [(mark.away, mark.said, judge) for mark, judge in pairs if mark.away is not None]
        ends = [f"{one[1]} ({one[2]})" for one in (min(given), max(given))] if given else ["missing"] * 2
        rows.append((line.item, *ends, len(given), _spread(line)))
    heads = columns("Item", "Lowest", "Highest", ("Scores", "count"))
    return Table(columns=(*heads, _spread_column(panel)), rows=tuple(rows))


def _spread_column(panel: TablePanel) -> Column:
    if panel.distances:
        return Column("Spread (standard deviation)", "hundredths")
    return Column("Judges who differ from the most frequent", "share")


def _spread(line: ItemLine) -> Estimate:
    return Estimate(value=line.spread, reason="fewer than two scores" if line.spread is None else None)


def pairs_block(found: RatingsReport) -> Block:
    agreement = found.agreement
    if left_out := agreement.reasons.get("pairs"):
        return Block(key="pairs", title="Each two judges: not compared", sentence=f"{capital(left_out)}.")
    pairs = list(agreement.pairs)
    known = sorted(
        (one for one in pairs if one.alpha.value is not None), key=lambda one: one.alpha.value or 0.0
    )
    title, said = "Can't tell which judges agree with each other", []
    if known:
        low, high = (
            f"{value_text(one.alpha.value)} ({join_and(one.judges)})" for one in (known[0], known[-1])
        )
        title = f"Alpha of each two judges: {low if len(known) == 1 else f'from {low} to {high}'}"
    if len(pairs) > MOST_PAIRS:
        said.append(f"Listed are the least and the most alike of {len(pairs):,} pairs.")
        pairs = known if len(known) <= MOST_PAIRS else [*known[: MOST_PAIRS // 2], *known[-MOST_PAIRS // 2 :]]
    if found.mixed:
        said.append("Items count once on every dimension.")
    rows = tuple((join_and(one.judges), one.alpha, one.alpha.n, one.furthest) for one in pairs)
    heads = columns("Judges", ("Alpha", "coefficient"), ("Items both scored", "count"), "Furthest apart on")
    table = Table(columns=heads, rows=rows, whose="these two")
    return Block(
        key="pairs",
        title=title,
        sentence=" ".join(said),
        figure=pairs_heatmap(found.agreement.pairs, found.judges),
        tables=(table,),
    )


def judges_block(panel: TablePanel) -> Block:
    found, agreement = panel.report, panel.report.agreement
    strict = sorted((value, name) for name, value in panel.severity.items() if value is not None)
    title, said = (
        "Strictness can't be told",
        [] if strict else [f"{capital(agreement.consistency.reason or 'these scores have no distances')}."],
    )
    if strict:
        ends = [f"{signed(value, 2)} ({name})" for value, name in dict.fromkeys((strict[0], strict[-1]))]
        title = f"Strictness of the judges: {'from ' * (len(ends) > 1)}{' to '.join(ends)}"
        said = ["How far a judge scores below the panel on the same items, in the unit of the scores."]
        if value_text(strict[0][0]) == value_text(strict[-1][0]):
            title = "No judge is stricter than another"
    if left_out := agreement.reasons.get("without_judge"):
        said.append(f"Alpha without each judge is not computed: {left_out}.")
    rows = tuple(
        (
            name,
            panel.severity.get(name),
            found.by_judge[name],
            _without(agreement.without_judge[name]) if name in agreement.without_judge else None,
        )
        for name in found.judges
    )
    heads = columns(
        "Judge", ("Strictness", "change"), ("Scores", "count"), ("Alpha without it", "coefficient")
    )
    table = Table(columns=heads, rows=rows)
    return Block(key="judges", title=title, sentence=" ".join(said), tables=(table,))


def _without(value: float | None) -> Estimate:
    return Estimate(value=value, reason="too little is left without it" if value is None else None)


def influence_block(agreement: Agreement) -> Block:
    if left_out := agreement.reasons.get("without_argument"):
        sentence = f"{capital(left_out)}."
        return Block(key="influence", title="Alpha without each item: not computed", sentence=sentence)
    alpha = agreement.alpha.value or 0.0
    known = [(name, value) for name, value in agreement.without_argument.items() if value is not None]
    moved = sorted(known, key=lambda one: -abs(one[1] - alpha))[:MOVED]
    if not moved:
        return Block(key="influence", title="Alpha is undefined without any one of the items")
    name, value = moved[0]
    title = f"Without {name}, alpha is {value_text(value)}, not {value_text(alpha)}"
    if value_text(value) == value_text(alpha):
        title = f"Alpha stays {value_text(alpha)} without any one of the items"
    heads = columns("Without the item", ("Alpha", "coefficient"), ("Change", "change"))
    rows = tuple((name, value, value - alpha) for name, value in moved)
    said = f"The {pluralise(len(moved), 'item')} that {'moves' if len(moved) == 1 else 'move'} alpha most."
    return Block(key="influence", title=title, sentence=said, tables=(Table(columns=heads, rows=rows),))
