"""A table of ratings as blocks: how far its judges agree, where they differ, and which of two they prefer."""

from collections.abc import Iterator, Mapping, Sequence

from debate_core.domain.numerals import (
    TOLERANCE,
    decimals_of,
    join_and,
    number_text,
    pluralise,
    share_words,
    signed_text,
)
from debate_core.domain.wording import capital
from debate_core.library.report.ratings import Against, RatingsReport
from debate_core.library.report.table import CellMark, ItemLine, PairReport, TablePanel
from debate_core.measuring.arrays import special
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.krippendorff import Level
from debate_core.measuring.pair_judgments import ChoiceAgreement, PlaceEffect
from debate_core.phrases import SIMILAR_PANELS, THIS_PANEL, between_text, estimate_text, value_text
from debate_core.reporting.agreement import PanelAgreement, agreement_blocks
from debate_core.reporting.agreement_words import TABLE_ADVICE, spelled_text, strictest_title, to_know_text
from debate_core.reporting.blocks import Block, Cell, Document, Head, Table, columns, known_or
from debate_core.reporting.debate_figures import interval_lines, table_heatmap
from debate_core.reporting.people import table_people_blocks
from debate_core.verdicts.verdict import Outcome, assumed_scale, call_title

SIDES = (
    "By the usual rules, on a scale taken to run from {} to {}. Each item's name says which side it is on."
)
MAX_ITEMS_SHOWN = 200
"""Items in a report; the table itself has all."""
MAX_JUDGES_SHOWN = 12
"""Judges with a column each."""
NAMED = 3
LEVEL_NAMES: dict[Level | None, str] = {
    "interval": "Numbers, even steps",
    "ordinal": "Ordered labels",
    "nominal": "Unordered labels",
    "ratio": "Numbers, true zero",
}
"""What scores can be."""


def table_document(panel: TablePanel, file: str) -> Document:
    return Document(
        title=file,
        badges=("Table of ratings",),
        about=f"{capital(size_text(panel.report))}. {LEVEL_NAMES[panel.report.level]}.",
        blocks=tuple(_blocks(panel)),
    )


def _blocks(panel: TablePanel) -> Iterator[Block]:
    report = panel.report
    agreement, *others = agreement_blocks(_agreement(panel))
    yield agreement
    if report.against is not None:
        yield _against(report, report.against)
    if panel.people is not None:
        yield from table_people_blocks(panel.people)
    if panel.sides is not None:
        yield _sides(panel.sides, panel)
    if panel.pairs is not None:
        yield from pair_blocks(panel.pairs)
    yield from (*others, judges_block(panel), items_block(panel))
    if report.notes:
        yield Block(key="reading", title="How the table was read", items=report.notes)


def size_text(ratings: RatingsReport) -> str:
    units = f" ({ratings.units:,} by dimension)" if ratings.units > ratings.items else ""
    among = f" in {pluralise(ratings.clusters, 'cluster')}" if ratings.clustered and ratings.clusters else ""
    missing = f", {ratings.missing:,} missing" if ratings.missing else ""
    return (
        f"{pluralise(len(ratings.judges), 'judge')}, {pluralise(ratings.items, 'item')}{units}{among}, "
        f"{pluralise(ratings.scores, 'score')}{missing}"
    )


def _agreement(panel: TablePanel) -> PanelAgreement:
    ratings = panel.report
    agreement, labels = ratings.agreement, ratings.labels
    label = "ruling" if ratings.labelled == "standings" else "label"
    thing, count = "item", ratings.items
    if panel.pairs:
        thing, count = "pair", agreement.alpha.n
    elif ratings.clustered and ratings.clusters:
        thing, count = "cluster", ratings.clusters
    near = f"{capital(label)}s, near ones counted, by quadratic weights"
    return PanelAgreement(
        agreement=agreement,
        judges=ratings.judges,
        who=f"the {spelled_text(len(ratings.judges), 'judge')}",
        things=spelled_text(count, thing),
        label=label,
        apart="number" if panel.reach >= 1 else "exact",
        labelled=bool(ratings.labelled),
        advice={} if ratings.level == "nominal" else TABLE_ADVICE,
        further=(
            (f"{capital(label)}s (Cohen's kappa)", labels.cohen),
            (f"{near} (weighted kappa)", labels.weighted_kappa),
            (f"{near} (Cohen's weighted kappa)", labels.weighted_cohen),
            (f"{near} (AC2)", labels.ac2),
        ),
        parts={"dimension": agreement.by_dimension, "segment": agreement.by_segment},
        mixed=ratings.mixed,
        to_know=to_know_text(thing, "judges of another kind"),
        notes=("The order of the two doesn't change the agreement.",) if panel.pairs else (),
        reliable=ratings.level in ("interval", "ratio"),
    )


def _against(ratings: RatingsReport, other: Against) -> Block:
    change = other.change
    title = f"Can't tell whether these judges agree more than those of {other.file}"
    if change.excludes_zero:
        title = f"These judges agree {'more' if change.above(0.0) else 'less'} than those of {other.file}"
    both = f"Alpha is {value_text(change.after)} here and {value_text(change.before)} there"
    difference = estimate_text(change, "change", THIS_PANEL)
    heads = columns("Table", ("Alpha", "coefficient"), ("Judges", "count"))
    rows = (
        ("This table", change.after, len(ratings.judges)),
        (other.file, change.before, len(other.judges)),
        ("Difference", change, None),
    )
    return Block(
        key="against",
        title=title,
        sentence=f"{both}, on {pluralise(change.n, 'item')}. The difference is {difference}.",
        tables=(Table(columns=heads, rows=rows, whose=THIS_PANEL),),
        notes=(other.note,),
    )


def _sides(outcome: Outcome, panel: TablePanel) -> Block:
    ends = (number_text(end, 1 + decimals_of(panel.reach)) for end in assumed_scale(panel.table.ratings))
    title = call_title(outcome.call, outcome.ahead)
    basis, lead = outcome.basis, outcome.basis.gap.pooled
    heads, text = (
        columns("Verdict", ("Lead", "lead")),
        f"The lead is {estimate_text(lead, 'lead', THIS_PANEL)}.",
    )
    if basis.widened.known:
        share = share_words(basis.share)
        likely = between_text(basis.widened, "lead")
        text += f" If the judges share {share} of their chance mistakes, it is {likely}."
    return Block(
        key="sides",
        title=title,
        sentence=text,
        items=outcome.reasons,
        tables=(Table(columns=heads, rows=((title, lead),), whose=THIS_PANEL),),
        notes=(SIDES.format(*(end.rstrip("0").rstrip(".") for end in ends)),),
    )


def items_block(panel: TablePanel, first: int = 0, most: int = MAX_ITEMS_SHOWN) -> Block:
    """The items from the ``first`` on, those furthest apart first; of very many judges only the ends of each."""
    lines, count = panel.lines(first, most), len(panel.order)
    texts = []
    if panel.adjusted:
        texts.append("Adjusted for strict and lenient judges.")
    if panel.distances:
        texts.append("Beside each score: its distance from the item's average.")
    if len(lines) < count:
        last = first + len(lines)
        texts.append(f"Listed are {first + 1:,} to {last:,} of {count:,}, the furthest apart first.")
    few = len(panel.report.judges) <= MAX_JUDGES_SHOWN
    return Block(
        key="items",
        title=_items_title(panel),
        sentence=" ".join(texts),
        figure=table_heatmap(panel, first, most) if few else None,
        tables=((_scores if few else _ends)(panel, lines),),
    )


def _items_title(panel: TablePanel) -> str:
    wide = [line.item for line in panel.lines(0, NAMED) if (line.spread or 0.0) > TOLERANCE]
    disputed, scored = panel.disputed
    if not scored:
        return "No item has two scores"
    if not wide:
        return "The judges differ on no item"
    if panel.distances:
        return f"The judges are furthest apart on {join_and(wide)}"
    what, how = ("pair", ", each order by itself") if panel.pairs else ("item", "")
    who = "both" if len(panel.report.judges) == 2 else "several"
    return f"They disagree on {disputed} of {pluralise(scored, what)} that {who} judged{how}"


def _scores(panel: TablePanel, lines: Sequence[ItemLine]) -> Table:
    heads = columns("Item", *panel.report.judges, _spread_head(panel))
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        rows.append((line.item, *(_mark_text(mark, panel) for mark in line.marks), _spread(line)))
    return Table(columns=heads, rows=tuple(rows))


def _mark_text(mark: CellMark, panel: TablePanel) -> str:
    if mark.text is None or mark.away is None:
        return "missing"
    if not panel.distances:
        return f"{mark.text} (differs)" if mark.away else mark.text
    return f"{mark.text} ({signed_text(mark.away, decimals_of(panel.reach))})"


def _ends(panel: TablePanel, lines: Sequence[ItemLine]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for line in lines:
        pairs = zip(line.marks, panel.report.judges, strict=True)
        given = [(mark.away, mark.text, judge) for mark, judge in pairs if mark.away is not None]
        ends = [f"{one[1]} ({one[2]})" for one in (min(given), max(given))] if given else ["missing"] * 2
        rows.append((line.item, *ends, len(given), _spread(line)))
    heads = columns("Item", "Lowest", "Highest", ("Scores", "count"), _spread_head(panel))
    return Table(columns=heads, rows=tuple(rows))


def _spread_head(panel: TablePanel) -> Head:
    if panel.distances:
        return "Spread (standard deviation)", "hundredths" if panel.reach >= 1 else "exact"
    return "Judges who differ from most", "share"


def _spread(line: ItemLine) -> Estimate:
    return known_or(line.spread, "fewer than two scores")


def judges_block(panel: TablePanel) -> Block:
    report = panel.report
    sentence = "How far a judge scores below the panel on the same items, in the unit of the scores."
    if all(value is None for value, *_ in panel.severity.values()):
        sentence = f"{capital(report.agreement.consistency.reason or 'these scores have no distances')}."
    rows = tuple((name, *panel.severity[name][:2], report.by_judge[name]) for name in report.judges)
    heads = columns("Judge", ("Strictness", "change"), ("Standard error", "coefficient"), ("Scores", "count"))
    title = strictest_title(panel.severity, decimals=2)
    return Block(key="judges", title=title, sentence=sentence, tables=(Table(columns=heads, rows=rows),))


MAX_LINES = 60
"""Lines in a picture."""
WINS = "Wins against an average one"
METHOD = "A strength of 0 is average. Strengths are computed as by Bradley and Terry, ties as by Davidson."
PLACE = "A judge without a preference gives half of all wins between equals to the one shown first. Ties are left out."
SWAPPED = "A pair seen in both orders is won by whoever wins both times; else it is a tie."


def pair_blocks(report: PairReport) -> Iterator[Block]:
    yield _strengths(report)
    if report.agreement is not None:
        yield _choices(report.agreement)
    yield _order(report.orders)
    if longer := [(judge, one.longer) for judge, one in report.orders.items() if one.longer]:
        yield _length(longer)


def _strengths(report: PairReport) -> Block:
    known = zip(report.models, report.strengths.models, strict=True)
    ranked = sorted(known, key=lambda row: -(row[1].value or 0.0))
    rows = [(name, one.through(special().expit), one, one.n) for name, one in ranked]
    wins = [(name, share) for name, share, *_ in rows]
    title = _apart_text(wins, "win", ("more often than average", "less often than average"))
    nobody = "None clearly wins" if any(one.known for _, one in wins) else "Can't tell which wins"
    unknown = next((one.reason for _, one in ranked if one.value is None), None)
    heads = columns("Compared", (WINS, "share"), ("Strength", "log_odds"), ("Judgments", "count"))
    whose = SIMILAR_PANELS if report.agreement else THIS_PANEL
    return Block(
        key="strengths",
        title=title or f"{nobody} more often than average",
        sentence=f"Not computed: {unknown}." if unknown else "Ties are left out of these shares.",
        figure=interval_lines(WINS, "share", wins, reference=0.5),
        tables=(Table(columns=heads, rows=tuple(rows), whose=whose),),
        notes=(METHOD,),
        children=(_by_judge([name for name, _ in ranked], report),) if report.by_judge else (),
    )


def _by_judge(ranked: Sequence[str], report: PairReport) -> Block:
    rows: list[tuple[Cell, ...]] = []
    lines = []
    for name in ranked:
        place = report.models.index(name)
        wins = [one.models[place].through(special().expit) for one in report.by_judge.values()]
        rows.append((name, *wins))
        lines += [(f"{name}, {judge}", one) for judge, one in zip(report.by_judge, wins, strict=True)]
    heads = columns("Compared", *((judge, "share") for judge in report.by_judge))
    return Block(
        key="strengths_by_judge",
        title=f"{WINS}, by judge",
        figure=interval_lines(WINS, "share", lines, reference=0.5) if len(lines) <= MAX_LINES else None,
        tables=(Table(columns=heads, rows=tuple(rows), whose=THIS_PANEL),),
    )


def _choices(agreement: ChoiceAgreement) -> Block:
    shares = (("All pairs", agreement.same), ("Pairs where neither sees a tie", agreement.same_winner))
    heads, decided = columns("Of", ("Same answer", "share")), agreement.same_winner.known
    counted = agreement.same_winner if decided else agreement.same
    same = "name the same winner" if decided else "give the same answer"
    title = f"Two judges {same} in {value_text(counted.value, 'share')} of cases"
    return Block(
        key="choices",
        title="Can't tell whether judges name the same winner" if counted.value is None else title,
        sentence=SWAPPED,
        tables=(
            Table(
                title="How often two judges give the same answer",
                columns=heads,
                rows=shares,
                whose=THIS_PANEL,
            ),
        ),
    )


def _order(orders: Mapping[str, PlaceEffect]) -> Block:
    first = [(judge, one.first) for judge, one in orders.items()]
    rows = tuple((judge, one.first, one.contradicted) for judge, one in orders.items())
    heads = columns("Judge", ("First shown wins", "share"), ("Winner changes when swapped", "share"))
    title = _apart_text(first, "favour", ("the one shown first", "the one shown second"))
    return Block(
        key="order",
        title=title or f"{_nobody_text(first)} the one shown first or second",
        sentence=PLACE if any(one.value is not None for _, one in first) else "",
        figure=interval_lines("Wins that go to the one shown first", "share", first, reference=0.5),
        tables=(Table(columns=heads, rows=rows),),
    )


def _length(rows: Sequence[tuple[str, Estimate]]) -> Block:
    title = _apart_text(rows, "favour", ("the longer text", "the shorter text"))
    return Block(
        key="length",
        title=title or f"{_nobody_text(rows)} length",
        sentence="The longer may also be better.",
        figure=interval_lines("Wins of the longer text", "share", rows, reference=0.5),
        tables=(Table(columns=columns("Judge", ("Longer wins", "share")), rows=tuple(rows)),),
    )


def _nobody_text(rows: Sequence[tuple[str, Estimate]]) -> str:
    known = any(one.known for _, one in rows)
    return "No judge clearly favours" if known else "Can't tell whether a judge favours"


def _apart_text(rows: Sequence[tuple[str, Estimate]], verb: str, ways: tuple[str, str]) -> str:
    ahead = [name for name, one in rows if one.above(0.5)]
    behind = [name for name, one in rows if one.below(0.5)]
    texts = []
    for names, way in zip((ahead, behind), ways, strict=True):
        who = join_and([*names[:NAMED], "others"] if len(names) > NAMED else names)
        texts += [f"{who} {verb if len(names) > 1 else f'{verb}s'} {way}"] if names else []
    return "; ".join(texts)
