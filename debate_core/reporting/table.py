"""A table of ratings as blocks: how far its judges agree, how reliable their average is, and where they differ."""

import datetime
from collections.abc import Iterator, Mapping

from debate_core.measuring.agreement import BANDS, STANDING_BANDS
from debate_core.measuring.estimate import Estimate
from debate_core.numerals import MINUS, counted, listed, spelled
from debate_core.phrases import (
    SIMILAR_PANELS,
    THIS_PANEL,
    estimate_text,
    value_text,
)
from debate_core.ratings_record import RatingsRecord
from debate_core.report.ratings import RatingsReport
from debate_core.report.shape import Generalizability
from debate_core.report.table import SideCall, TablePanel
from debate_core.reporting.agreement_words import (
    SCORE_ADVICE,
    Bands,
    advice_text,
    agreement_title,
    bands_text,
    looks_text,
    range_sentence,
    reliability_title,
    strictness_text,
    to_know_text,
)
from debate_core.reporting.blocks import Block, Column, Document, Table
from debate_core.reporting.figures import Intervals
from debate_core.reporting.table_rows import influence_block, items_block, judges_block, pairs_block
from debate_core.wording import capital

LIMITS = tuple(least for least, _ in BANDS[:-1])
SCORES, ADJUSTED = "Scores (alpha)", "Scores once adjusted (relative agreement)"
ADVICE: Mapping[str, str] = {
    **SCORE_ADVICE,
    "unacceptable": "Look for the cause before you average. An average hides real disagreement.",
}
"""What to do with such agreement: a table has no lead of a side."""
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
    """Everything a table says, in the order in which one would ask. ``record``: where it is kept."""
    opened = "" if record is None else f" Brought {_day(record.opened_at)}; its id is {record.id}."
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
        yield _against(found)
    if panel.sides is not None:
        yield _sides(panel.sides)
    for noun, parts in (("dimension", found.agreement.by_dimension), ("segment", found.agreement.by_segment)):
        if parts:
            yield _parts(noun, parts)
    yield _reliability(found.agreement.generalizability)
    yield pairs_block(found)
    yield judges_block(panel)
    yield items_block(panel)
    if found.agreement.alpha.value is not None:
        yield influence_block(found.agreement)
    if found.notes:
        yield Block(key="reading", title="How the table was read", items=found.notes)


def size_text(found: RatingsReport) -> str:
    """How many judges, items and scores there are, and how many scores are missing."""
    units = f" ({found.units:,} by dimension)" if found.units > found.items else ""
    among = f" in {counted(found.clusters, 'cluster')}" if found.clustered and found.clusters else ""
    missing = f", {found.missing:,} missing" if found.missing else ""
    return (
        f"{counted(len(found.judges), 'judge')}, {counted(found.items, 'item')}{units}{among}, "
        f"{counted(found.scores, 'score')}{missing}"
    )


def _day(seconds: float) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%d %B %Y, %H:%M UTC")


def _in_words(count: int, noun: str) -> str:
    return counted(count, noun).replace(str(count), spelled(count), 1)


# ── how far they agree ──


def _agreement(found: RatingsReport) -> Block:
    alpha, drawn = found.agreement.alpha, _drawn(found)
    below = alpha.value is not None and alpha.value < 0
    notes = (
        MIXED if found.mixed else "",
        found.agreement.note or "",
        strictness_text("item") if below else "",
    )
    title, sentence = _finding(found, alpha)
    beside = {} if found.mixed else {name: looks_text(*one) for name, one in drawn.items() if name != SCORES}
    return Block(
        key="agreement",
        title=title,
        sentence=sentence,
        items=tuple(f"{name}: {looks[:1].lower()}{looks[1:]}" for name, looks in beside.items()),
        figure=_intervals("Agreement beyond chance", {name: one for name, (one, _) in drawn.items()}),
        tables=(
            Table(
                columns=(Column("Agreement on"), Column("Figure", "coefficient")),
                rows=tuple(_measures(found).items()),
                whose=THIS_PANEL,
            ),
            *_shares(found),
        ),
        notes=tuple(filter(None, notes)),
    )


def _finding(found: RatingsReport, alpha: Estimate) -> tuple[str, str]:
    """How far the judges agree, and what goes on from there."""
    judges, thing = f"the {_in_words(len(found.judges), 'judge')}", "cluster" if found.clustered else "item"
    if found.mixed and alpha.value is not None:
        title, said = _mixed(found, judges), "Over all dimensions at once it"
    else:
        things = _in_words((found.clustered and found.clusters) or found.items, thing)
        title, said = agreement_title(alpha, judges, things), "Alpha"
    if alpha.value is None:
        return title, range_sentence(alpha)
    figure = f"{said} is {estimate_text(alpha, 'coefficient', THIS_PANEL, *LIMITS)}."
    wide = range_sentence(alpha) if bands_text(alpha) and not found.mixed else ""
    advice = "" if found.mixed else advice_text(alpha, ADVICE)
    to_do = advice or to_know_text(thing, "judges of another kind")
    return title, " ".join(filter(None, (wide, figure, to_do)))


def _mixed(found: RatingsReport, judges: str) -> str:
    """The finding of a table of several dimensions: the least and the most agreement, and what they have in common."""
    parts = dict(found.agreement.by_dimension.items())
    reached = {bands_text(one) for one in parts.values()}
    alike = reached.pop() if len(reached) == 1 else ""
    if alike and alike != "poor to high":
        return f"On each dimension agreement among {judges} is {alike}: alpha is {_ends_text(parts)}"
    return f"Agreement among {judges}, by dimension: alpha is {_ends_text(parts)}"


def _ends_text(parts: Mapping[str, Estimate]) -> str:
    """The least and the greatest of these alphas, with enough decimals to show their bands, and where there is none."""
    known = sorted((one.value, name) for name, one in parts.items() if one.value is not None)
    without = [name for name, one in parts.items() if one.value is None]
    ends = [(value_text(value, "coefficient", *LIMITS), name) for value, name in known]
    if not ends:
        return "undefined on each"
    told = f"{ends[0][0]} ({ends[0][1]})"
    if len(ends) > 1:
        told = (
            f"{ends[0][0]} on each"
            if ends[0][0] == ends[-1][0]
            else f"{told} to {ends[-1][0]} ({ends[-1][1]})"
        )
    return f"{told}, and undefined on {listed(without)}" if without else told


def _labels(found: RatingsReport) -> str:
    return "Rulings" if found.labelled == "standings" else "Labels"


def _drawn(found: RatingsReport) -> dict[str, tuple[Estimate, Bands]]:
    """The figures that are drawn, each with its bands."""
    agreement, labels = found.agreement, _labels(found)
    drawn: dict[str, tuple[Estimate, Bands]] = {SCORES: (agreement.alpha, BANDS)}
    if found.labelled:
        drawn[f"{labels} (Fleiss' kappa)"] = (agreement.kappa, STANDING_BANDS)
    if agreement.consistency.value is not None:
        drawn[ADJUSTED] = (agreement.consistency, BANDS)
    return drawn


def _measures(found: RatingsReport) -> dict[str, Estimate]:
    """Every coefficient of agreement, by what it is of."""
    agreement, labels = found.agreement, _labels(found)
    rows = {
        SCORES: agreement.alpha,
        f"{labels} (Fleiss' kappa)": agreement.kappa,
        ADJUSTED: agreement.consistency,
    }
    measures = rows
    if found.labelled is None:
        return measures
    further = {
        f"{labels} in their order (ordinal alpha)": agreement.alpha_standings,
        f"{labels} (Cohen's kappa)": found.labels.cohen,
        f"{labels}, near ones counted (weighted kappa, quadratic)": found.labels.weighted_kappa,
        f"{labels}, near ones counted (Cohen's weighted kappa, quadratic)": found.labels.weighted_cohen,
        f"{labels}, near ones counted (AC2, quadratic)": found.labels.ac2,
    }
    return measures | {f"{labels} (AC1)": agreement.ac1} | further


def _shares(found: RatingsReport) -> Iterator[Table]:
    """How often two judges give the same label, and how surely alpha reaches 0.67 and 0.80."""
    agreement = found.agreement
    if found.labelled:
        same = agreement.percent
        label = "ruling" if found.labelled == "standings" else "label"
        yield Table(
            title="Without regard to chance",
            columns=(Column("Of two judges"), Column("How often", "share")),
            rows=((f"Both give an item the same {label}", same),),
            whose=THIS_PANEL,
        )
    reached = ("0.67", agreement.alpha.p_67), ("0.80", agreement.alpha.p_80)
    if agreement.alpha.p_67 is not None:
        yield Table(
            title="How surely alpha is high enough",
            columns=(Column("Alpha of at least"), Column("Confidence", "probability")),
            rows=reached,
        )


def _intervals(axis: str, rows: Mapping[str, Estimate]) -> Intervals | None:
    """A line for each; None where no figure has an interval, for a picture would show more than is known."""
    alt = f"{axis}: {'; '.join(f'{name} {value_text(one.value)}' for name, one in rows.items())}"
    known = any(bands_text(one) for one in rows.values())
    return Intervals(alt=alt, axis=axis, unit="coefficient", rows=tuple(rows.items())) if known else None


# ── parts, another table, sides, reliability ──


def _parts(noun: str, parts: Mapping[str, Estimate]) -> Block:
    """Alpha on each dimension or segment, the least and the most as the title."""
    figures = dict(parts.items())
    return Block(
        key=f"by_{noun}",
        title=f"Alpha by {noun}: {_ends_text(figures)}",
        figure=_intervals(f"Alpha by {noun}", figures),
        tables=(
            Table(
                columns=(Column(noun.capitalize()), Column("Alpha", "coefficient")),
                rows=tuple(figures.items()),
                whose=THIS_PANEL,
            ),
        ),
    )


def _against(found: RatingsReport) -> Block:
    """Whether the judges here agree more than those of another table, on the items of both."""
    other = found.against
    assert other is not None
    gap = other.change
    title = f"Can't tell whether these judges agree more than those of {other.file}"
    if gap.excludes_zero and gap.value is not None:
        title = f"These judges agree {'more' if gap.value > 0 else 'less'} than those of {other.file}"
    both = f"Alpha is {value_text(gap.after)} here and {value_text(gap.before)} there"
    difference = estimate_text(gap, "change", THIS_PANEL)
    return Block(
        key="against",
        title=title,
        sentence=f"{both}, on {counted(gap.n, 'item')}. The difference is {difference}.",
        tables=(
            Table(
                columns=(Column("Table"), Column("Alpha", "coefficient"), Column("Judges", "count")),
                rows=(
                    ("This table", gap.after, len(found.judges)),
                    (other.file, gap.before, len(other.judges)),
                    ("Difference", gap, None),
                ),
                whose=THIS_PANEL,
            ),
        ),
        notes=(other.note,),
    )


def _sides(found: SideCall) -> Block:
    """What the usual rules say where the names of items name sides; on no call nobody is named the winner."""
    title = f"{found.call.upper()} argued better" if found.call != "no_call" else "No call"
    return Block(
        key="sides",
        title=title,
        sentence=f"The lead is {estimate_text(found.lead, 'lead', THIS_PANEL)}.",
        items=found.reasons,
        tables=(
            Table(
                columns=(Column("Verdict"), Column("Lead", "lead")),
                rows=((title, found.lead),),
                whose=THIS_PANEL,
            ),
        ),
        notes=(SIDES,),
    )


def _reliability(found: Generalizability) -> Block:
    """What the panel's average can be relied on for, and how many judges would be enough."""
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
                THIS_PANEL,
                (one, "ICC(C,1)", found.relative_one),
                (mean, "ICC(C,k)", found.relative_mean),
            ),
            Table(
                title="Where the differences between scores come from",
                columns=(Column("Source"), Column("Variance")),
                rows=(
                    ("Items", _variance_text(parts.items)),
                    ("Strictness of judges", _variance_text(parts.judges)),
                    ("The rest", _variance_text(parts.residual)),
                ),
            ),
        ),
        notes=tuple(filter(None, (found.note, RELIABILITY))),
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
    return Table(
        columns=(Column("Of"), Column("Term"), Column("Reliability", "coefficient")),
        rows=tuple((of, term, found) for of, term, found in rows),
        whose=whose,
    )


def _variance_text(value: float) -> str:
    """A variance, whose size may be anything."""
    return f"{value:.3g}".replace("-", MINUS)
