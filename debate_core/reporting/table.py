"""A table of ratings as blocks: how far its judges agree, how reliable their average is, and where they differ."""

from collections.abc import Iterator, Mapping

from debate_core.domain.numerals import MINUS, join_and, pluralise, share_words
from debate_core.domain.wording import capital
from debate_core.library.report.ratings import Against, RatingsReport
from debate_core.library.report.shape import Generalizability
from debate_core.library.report.table import SideCall, TablePanel
from debate_core.measuring.agreement import BANDS
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import (
    SIMILAR_PANELS,
    THIS_PANEL,
    between_text,
    estimate_text,
    moment_text,
    value_text,
)
from debate_core.reporting.agreement import how_sure_tables
from debate_core.reporting.agreement_words import (
    TABLE_ADVICE,
    advice_text,
    agreement_title,
    bands_text,
    below_0_text,
    one_pair_text,
    range_sentence,
    reliability_title,
    spelled_text,
    strictness_text,
    to_know_text,
)
from debate_core.reporting.blocks import Block, Cell, Document, Table, columns
from debate_core.reporting.debate_figures import interval_lines, table_gauges
from debate_core.reporting.figures import Gauges
from debate_core.reporting.pairs import pair_blocks
from debate_core.reporting.people import table_people_blocks
from debate_core.reporting.table_rows import (
    influence_block,
    items_block,
    judges_block,
    pairs_block,
)
from debate_core.store.record import RatingsRecord

LIMITS = tuple(least for least, _ in BANDS[:-1])
RELIABILITY = (
    "How far the average tells items apart, adjusted for strict and lenient judges: 1 is fully, 0 not at all. The "
    "terms are relative generalizability coefficient and intraclass correlation, ICC."
)
ABSOLUTE = (
    "How far a score means the same whichever judges give it. The terms are absolute and one-way intraclass "
    "correlation."
)
SIDES = "By the usual rules, in points of a scale from 1 to 10. Each item's name says which side it is on."
MIXED = "Over all dimensions at once, alpha counts it as agreement that scores differ from dimension to dimension."


def table_document(panel: TablePanel, file: str, record: RatingsRecord | None = None) -> Document:
    """``record``: where it is kept."""
    opened = "" if record is None else f" Brought {moment_text(record.opened_at)}; its id is {record.id}."
    return Document(
        title=file,
        badges=("Table of ratings",),
        about=f"{capital(size_text(panel.report))}. {capital(panel.report.level)} level.{opened}",
        blocks=tuple(_blocks(panel)),
    )


def _blocks(panel: TablePanel) -> Iterator[Block]:
    found = panel.report
    yield _agreement(found)
    if found.against is not None:
        yield _against(found, found.against)
    if panel.people is not None:
        yield from table_people_blocks(panel.people)
    if panel.sides is not None:
        yield _sides(panel.sides)
    for noun, parts in (("dimension", found.agreement.by_dimension), ("segment", found.agreement.by_segment)):
        if parts:
            yield _parts(noun, parts)
    yield _reliability(found.agreement.generalizability)
    if panel.pairs is not None:
        yield from pair_blocks(panel.pairs)
    yield pairs_block(found)
    yield judges_block(panel)
    yield items_block(panel)
    if found.agreement.alpha.value is not None:
        yield influence_block(found.agreement)
    if found.notes:
        yield Block(key="reading", title="How the table was read", items=found.notes)


def size_text(found: RatingsReport) -> str:
    units = f" ({found.units:,} by dimension)" if found.units > found.items else ""
    among = f" in {pluralise(found.clusters, 'cluster')}" if found.clustered and found.clusters else ""
    missing = f", {found.missing:,} missing" if found.missing else ""
    return (
        f"{pluralise(len(found.judges), 'judge')}, {pluralise(found.items, 'item')}{units}{among}, "
        f"{pluralise(found.scores, 'score')}{missing}"
    )


def _agreement(found: RatingsReport) -> Block:
    alpha, gauges = found.agreement.alpha, table_gauges(found)
    below = alpha.value is not None and alpha.value < 0
    notes = (
        MIXED if found.mixed else "",
        found.agreement.note or "",
        strictness_text("item") if below and found.level != "nominal" else "",
    )
    title, sentence = _finding(found)
    return Block(
        key="agreement",
        title=title,
        sentence=sentence,
        figure=gauges,
        tables=(_measures(found, gauges), *_same(found), *how_sure_tables(alpha)),
        notes=tuple(filter(None, notes)),
    )


def _finding(found: RatingsReport) -> tuple[str, str]:
    alpha = found.agreement.alpha
    judges, thing = (
        f"the {spelled_text(len(found.judges), 'judge')}",
        "cluster" if found.clustered else "item",
    )
    if found.mixed and alpha.value is not None:
        title, said = _mixed(found, judges), "Over all dimensions at once it"
    else:
        things = spelled_text((found.clustered and found.clusters) or found.items, thing)
        title, said = agreement_title(alpha, judges, things), "Alpha"
    if alpha.value is None:
        return title, range_sentence(alpha)
    figure = f"{said} is {estimate_text(alpha, 'coefficient', THIS_PANEL, *LIMITS)}."
    wide = range_sentence(alpha) if bands_text(alpha) and not found.mixed else ""
    advice = "" if found.mixed or found.level == "nominal" else advice_text(alpha, TABLE_ADVICE)
    to_do = advice or to_know_text(thing, "judges of another kind")
    return title, " ".join(filter(None, (wide, figure, one_pair_text(found.agreement.pairs), to_do)))


def _mixed(found: RatingsReport, judges: str) -> str:
    parts = found.agreement.by_dimension
    reached = {bands_text(one) for one in parts.values()}
    alike = reached.pop() if len(reached) == 1 else ""
    if alike and alike != "poor to high":
        return f"On each dimension agreement among {judges} is {alike}: alpha is {_ends_text(parts)}"
    return f"Agreement among {judges}, by dimension: alpha is {_ends_text(parts)}"


def _ends_text(parts: Mapping[str, Estimate]) -> str:
    known = sorted((one.value, name) for name, one in parts.items() if one.value is not None)
    without = [name for name, one in parts.items() if one.value is None]
    ends = [(value_text(value, "coefficient", *LIMITS), name) for value, name in known]
    if not ends:
        return "undefined on each"
    (low, least), (high, most) = ends[0], ends[-1]
    told = f"{low} ({least}) to {high} ({most})" if low != high else f"{low} on each"
    if len(ends) == 1:
        told = f"{low} ({least})"
    return f"{told}, and undefined on {join_and(without)}" if without else told


def _labels(found: RatingsReport) -> str:
    return "Rulings" if found.labelled == "standings" else "Labels"


def _measures(found: RatingsReport, gauges: Gauges | None) -> Table:
    agreement, labels, further = found.agreement, _labels(found), found.labels
    looks = {} if gauges is None else {one.term: one.sentence for one in gauges.gauges}
    rows: list[tuple[Cell, ...]] = [
        ("Scores (alpha)", agreement.alpha, looks.get("Alpha")),
        ("Scores once adjusted (relative agreement)", agreement.consistency, looks.get("Relative agreement")),
        (f"{labels} (Fleiss' kappa)", agreement.kappa, looks.get("Kappa")),
    ]
    if found.labelled:
        near = f"{labels}, near ones counted, by quadratic weights"
        rows += [
            (f"{labels} (AC1)", agreement.ac1, None),
            (f"{labels} in their order (ordinal alpha)", agreement.alpha_standings, None),
            (f"{labels} (Cohen's kappa)", further.cohen, None),
            (f"{near} (weighted kappa)", further.weighted_kappa, None),
            (f"{near} (Cohen's weighted kappa)", further.weighted_cohen, None),
            (f"{near} (AC2)", further.ac2, None),
        ]
    heads = columns("Agreement on", ("Figure", "coefficient"), *(["How it looks"] if looks else []))
    return Table(columns=heads, rows=tuple(row[: len(heads)] for row in rows), whose=THIS_PANEL)


def _same(found: RatingsReport) -> tuple[Table, ...]:
    if not found.labelled:
        return ()
    same = f"Both give an item the same {_labels(found).lower()[:-1]}"
    return (
        Table(
            title="Without regard to chance",
            columns=columns("Of two judges", ("How often", "share")),
            rows=((same, found.agreement.percent),),
            whose=THIS_PANEL,
        ),
    )


def _parts(noun: str, parts: Mapping[str, Estimate]) -> Block:
    title, rows = f"Alpha by {noun}", tuple(parts.items())
    return Block(
        key=f"by_{noun}",
        title=f"{title}: {_ends_text(parts)}",
        figure=interval_lines("Alpha", "coefficient", rows, alt=title),
        tables=(
            Table(columns=columns(noun.capitalize(), ("Alpha", "coefficient")), rows=rows, whose=THIS_PANEL),
        ),
    )


def _against(found: RatingsReport, other: Against) -> Block:
    change = other.change
    title = f"Can't tell whether these judges agree more than those of {other.file}"
    if change.excludes_zero:
        title = f"These judges agree {'more' if change.above(0.0) else 'less'} than those of {other.file}"
    both = f"Alpha is {value_text(change.after)} here and {value_text(change.before)} there"
    difference = estimate_text(change, "change", THIS_PANEL)
    return Block(
        key="against",
        title=title,
        sentence=f"{both}, on {pluralise(change.n, 'item')}. The difference is {difference}.",
        tables=(
            Table(
                columns=columns("Table", ("Alpha", "coefficient"), ("Judges", "count")),
                rows=(
                    ("This table", change.after, len(found.judges)),
                    (other.file, change.before, len(other.judges)),
                    ("Difference", change, None),
                ),
                whose=THIS_PANEL,
            ),
        ),
        notes=(other.note,),
    )


def _sides(found: SideCall) -> Block:
    title = f"{found.call.upper()} argued better"
    if found.call == "no_call":
        title = f"No call: {found.ahead.upper()} is ahead" if found.ahead else "No call"
    said = f"The lead is {estimate_text(found.lead, 'lead', THIS_PANEL)}."
    if found.likely.known:
        share = share_words(found.share)
        likely = between_text(found.likely, "lead")
        said += f" If the judges share {share} of their chance mistakes, it is {likely}."
    return Block(
        key="sides",
        title=title,
        sentence=said,
        items=found.reasons,
        tables=(
            Table(
                columns=columns("Verdict", ("Lead", "lead")), rows=((title, found.lead),), whose=THIS_PANEL
            ),
        ),
        notes=(SIDES,),
    )


def _reliability(found: Generalizability) -> Block:
    average = found.relative_mean
    if found.components is None:
        return Block(
            key="reliability",
            title=reliability_title(Estimate(value=None, reason=found.reason)),
            sentence=f"{capital(found.reason or 'not computed')}.",
        )
    parts = found.components
    one, mean = "One judge", f"Average of {found.scores_per_item:.3g}"
    return Block(
        key="reliability",
        title=reliability_title(average),
        sentence=found.sentence or f"{capital(found.reason or 'not computed')}.",
        tables=(
            _coefficients(
                THIS_PANEL, (one, "ICC(C,1)", found.relative_one), (mean, "ICC(C,k)", found.relative_mean)
            ),
            Table(
                title="Where the differences between scores come from",
                columns=columns("Source", "Variance"),
                rows=(
                    ("Items", _variance_text(parts.items)),
                    ("Strictness of judges", _variance_text(parts.judges)),
                    ("The rest", _variance_text(parts.residual)),
                ),
            ),
        ),
        notes=tuple(filter(None, (found.note, below_0_text(found), RELIABILITY))),
        children=(
            Block(
                key="absolute",
                title=f"Strictness counted: {reliability_title(found.absolute_mean)}",
                tables=(
                    _coefficients(
                        SIMILAR_PANELS,
                        (one, "ICC(A,1)", found.absolute_one),
                        (mean, "ICC(A,k)", found.absolute_mean),
                        (f"{one}, whoever scored", "ICC(1)", found.one_way_one),
                        (f"{mean}, whoever scored", "ICC(k)", found.one_way_mean),
                    ),
                ),
                notes=(ABSOLUTE,),
            ),
        ),
    )


def _coefficients(whose: str, *rows: tuple[str, str, Estimate]) -> Table:
    return Table(columns=columns("Of", "Term", ("Reliability", "coefficient")), rows=rows, whose=whose)


def _variance_text(value: float) -> str:
    return f"{value:.3g}".replace("-", MINUS)
