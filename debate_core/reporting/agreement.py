"""How far judges of a debate, a text or a table agree, as blocks: every measure, on whom it depends, who with whom."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal, NamedTuple

from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import join_and
from debate_core.domain.wording import capital
from debate_core.library.report.agreement import Agreement, PairAgreement
from debate_core.library.report.rows import MIN_MOVE, alpha_moves, decision_study, largest_move
from debate_core.measuring.agreement import BANDS, STANDING_BANDS, band_of, reached_bands
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import SIMILAR_PANELS, THIS_PANEL, Unit, band_text, value_text
from debate_core.reporting.agreement_words import (
    SCORE_ADVICE,
    Bands,
    advice_text,
    agreement_title,
    bands_text,
    below_0_text,
    one_pair_text,
    range_sentence,
    reliability_title,
    strictness_text,
)
from debate_core.reporting.blocks import Block, Table, columns, known_or, table_of
from debate_core.reporting.debate_figures import interval_lines, pairs_heatmap
from debate_core.reporting.debate_lines import panel_sizes
from debate_core.reporting.figures import Gauge, Gauges

ALPHA = "Alpha counts agreement beyond chance: 1 is full, 0 is chance."
KAPPA = (
    "Kappa does so for {label}s, but comes out low where nearly all of them are the same. Then look at how often two "
    "{judge}s give the same {label}, and at AC1."
)
RELIABILITY = (
    "ICC(C,k) is how reliably the judges' average tells {item}s apart, strictness taken out; ICC(A,k) counts "
    "strictness and takes judges as a sample; ICC(k) is the same whoever scored. They are generalizability "
    "coefficients."
)
MIXED = "Over all dimensions at once, alpha counts it as agreement that scores differ from dimension to dimension."
PAIRS = (
    "A pair can disagree because one {judge} is stricter throughout. The {item} on which two are most apart is found "
    "once their usual difference is taken out."
)
INFLUENCE = "Alpha with one {judge}, or one {item}, left out. One that moves it much is worth reading first."
LIMITS = tuple(least for least, _ in BANDS[:-1])
MAX_PAIRS = 66
MAX_MOVES = 20


class SecondAlpha(NamedTuple):
    """Alpha of scores that were made comparable: what its `gauge` asks, empty without one; of which `scores` it is."""

    gauge: str
    term: str
    scores: str


SECOND_ALPHAS = {
    "adjusted": SecondAlpha("And adjusted for strictness?", "relative agreement", "Scores once adjusted"),
    "rescaled": SecondAlpha("And rescaled?", "consistency", "Scores once rescaled"),
    "as given": SecondAlpha("", "consistency", "Scores as given: alpha again"),
}


class PanelAgreement(FrozenValue):
    """How far judges agree, and the words for what they scored.

    ``who``, ``things``: the judges, and what counts by itself, both counted in words; ``label``: what is given beside
    scores; ``advice``: what agreement in each band advises, None where nothing is worth advising on; ``adjusted``: how
    the scores are made comparable; ``further``: more measures of labels; ``parts``: alpha by what; ``mixed``: over
    several dimensions at once; ``where``: on what they differ, and ``split``: that they split over it; ``to_know``:
    what would narrow the interval down; ``reliable``: whether an average of the judges is looked at, and ``enough``:
    what would make it do; ``apart``: how a distance of two scores is written.
    """

    agreement: Agreement
    judges: tuple[str, ...]
    who: str
    things: str
    item: str = "item"
    judge: str = "judge"
    label: str = "label"
    labelled: bool = True
    advice: Mapping[str, str] | None = None
    label_advice: Mapping[str, str] | None = None
    adjusted: Literal["adjusted", "rescaled", "as given"] = "adjusted"
    further: tuple[tuple[str, Estimate], ...] = ()
    parts: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    mixed: bool = False
    where: str = ""
    split: str = ""
    to_know: str = ""
    notes: tuple[str, ...] = ()
    reliable: bool = True
    enough: str = ""
    apart: Unit = "number"

    def own_words(self, text: str) -> str:
        """The text with what judges, items and labels are called here."""
        return text.format(judge=self.judge, item=self.item, label=self.label)


def agreement_blocks(panel: PanelAgreement) -> Iterator[Block]:
    """The finding with every measure, alpha by part, reliability, pairs, influence."""
    alpha, gauges = panel.agreement.alpha, agreement_gauges(panel)
    title, sentence = finding_texts(panel)
    heads = columns("Alpha is at least", ("Confidence", "probability"))
    chances = (("0.67", alpha.p_67), ("0.80", alpha.p_80))
    sure = Table(title="How sure alpha is", columns=heads, rows=chances)
    average = (panel.own_words(RELIABILITY), below_0_text(panel.agreement.generalizability))
    below = alpha.value is not None and alpha.value < 0 and panel.agreement.level != "nominal"
    notes = (
        MIXED if panel.mixed else "",
        strictness_text(panel.item) if below else "",
        *panel.notes,
        panel.agreement.note or "",
        ALPHA,
        panel.own_words(KAPPA) if panel.labelled else "",
        *(average if panel.reliable else ()),
        "Bands of alpha: poor below 0.50, low to 0.67, fair to 0.80, high above.",
    )
    yield Block(
        key="agreement",
        title=title,
        sentence=sentence,
        figure=gauges,
        tables=(_measures(panel, gauges), *([] if alpha.p_67 is None else [sure])),
        notes=tuple(filter(None, notes)),
    )
    for noun, parts in panel.parts.items():
        if parts:
            yield _parts_block(noun, parts)
    if panel.reliable:
        yield _reliability_block(panel)
    yield _pairs_block(panel)
    yield _influence_block(panel)


def finding_texts(panel: PanelAgreement) -> tuple[str, str]:
    alpha = panel.agreement.alpha
    if panel.mixed and alpha.value is not None:
        return _mixed_title(panel), panel.to_know
    title, where = agreement_title(alpha, panel.who, panel.things), panel.where
    if panel.split and bands_text(alpha) == "poor to high":
        title = f"{panel.split}. {capital(panel.things)} can't tell us more"
        where = ""
    elif panel.labelled and _labels_poor(panel.agreement):
        title = f"{title}, but on {panel.label}s it looks poor"
    texts = [range_sentence(alpha)]
    if alpha.value is not None and panel.advice is not None:
        texts.append(one_pair_text(panel.agreement.pairs))
    if alpha.value is not None and not advice_text(alpha, SCORE_ADVICE):
        texts.append(panel.to_know)
    return title, " ".join(filter(None, (*texts, where)))


def _labels_poor(agreement: Agreement) -> bool:
    reached, kappa = reached_bands(agreement.alpha, BANDS), agreement.kappa.value
    above = reached is not None and reached[0] is not BANDS[-1][1]
    return above and kappa is not None and band_of(kappa, STANDING_BANDS) is STANDING_BANDS[-1][1]


def _mixed_title(panel: PanelAgreement) -> str:
    parts = panel.agreement.by_dimension
    reached = {bands_text(one) for one in parts.values()}
    measures = reached.pop() if len(reached) == 1 else ""
    if measures and measures != "poor to high":
        return f"On each dimension agreement among {panel.who} is {measures}: alpha is {_ends_text(parts)}"
    return f"Agreement among {panel.who}, by dimension: alpha is {_ends_text(parts)}"


def _ends_text(parts: Mapping[str, Estimate]) -> str:
    known = sorted((one.value, name) for name, one in parts.items() if one.value is not None)
    without = [name for name, one in parts.items() if one.value is None]
    ends = [(value_text(value, "coefficient", *LIMITS), name) for value, name in known]
    if not ends:
        return "undefined on each"
    (low, least), (high, most) = ends[0], ends[-1]
    text = f"{low} ({least}) to {high} ({most})" if low != high else f"{low} on each"
    if len(ends) == 1:
        text = f"{low} ({least})"
    return f"{text}, and undefined on {join_and(without)}" if without else text


def agreement_gauges(panel: PanelAgreement) -> Gauges | None:
    """A gauge for each coefficient there is, with what it looks like and, where its whole interval lies in one band,
    what that advises; None where one would mix dimensions."""
    measures = panel.agreement
    if panel.mixed:
        return None
    alone = panel.labelled and panel.label == "label" and not panel.reliable
    title = "Do their labels agree?" if alone else "Do their scores agree?"
    gauges = [gauge(title, "Alpha", measures.alpha, BANDS, panel.advice)]
    if panel.labelled:
        title = "By another measure?" if alone else f"Do their {panel.label}s agree?"
        gauges.append(gauge(title, "Kappa", measures.kappa, STANDING_BANDS, panel.label_advice))
    second = SECOND_ALPHAS[panel.adjusted]
    if second.gauge and measures.consistency.value is not None:
        gauges.append(gauge(second.gauge, capital(second.term), measures.consistency))
    return Gauges(alt=f"How far the {panel.judge}s agree", gauges=tuple(gauges))


def gauge(
    title: str, term: str, value: Estimate, bands: Bands = BANDS, advice: Mapping[str, str] | None = None
) -> Gauge:
    """A coefficient with what it looks like and, where its whole interval lies in one band, what that advises."""
    high, fair, low = (least for least, _ in bands if math.isfinite(least))
    looks = band_text(value, (low, fair, high))
    advised = advice_text(value, advice, bands) if advice else ""
    sentence = f"{looks} {advised}".strip()
    return Gauge(title=title, term=term, found=value, cuts=(low, fair, high), sentence=sentence)


def _measures(panel: PanelAgreement, gauges: Gauges | None) -> Table:
    measures, mean, label = panel.agreement, panel.agreement.generalizability, panel.label
    looks = {one.term: one.sentence for one in gauges.gauges} if gauges else {}
    second = SECOND_ALPHAS[panel.adjusted]
    terms = {
        "Alpha": ("Scores (alpha)", measures.alpha),
        "Kappa": (f"{capital(label)}s (Fleiss' kappa)", measures.kappa),
        capital(second.term): (f"{second.scores} ({second.term})", measures.consistency),
    }
    rows = [(name, one, THIS_PANEL, looks.get(term)) for term, (name, one) in terms.items()]
    more = {
        f"{capital(label)}s, near misses counted (ordinal alpha)": measures.alpha_standings,
        f"The same {label} beyond chance (AC1)": measures.ac1,
        f"The same {label}, share of pairs (percent agreement)": measures.percent,
        **dict(panel.further),
    }
    rows += [(name, one, THIS_PANEL, None) for name, one in more.items() if panel.labelled]
    averages = (
        ("The average, strictness taken out (ICC(C,k))", mean.relative_mean, THIS_PANEL),
        ("The average, strictness counted (ICC(A,k))", mean.absolute_mean, SIMILAR_PANELS),
        ("The average, whoever scored (ICC(k))", mean.one_way_mean, SIMILAR_PANELS),
        (f"One {panel.judge}, strictness taken out (ICC(C,1))", mean.relative_one, THIS_PANEL),
        (f"One {panel.judge}, strictness counted (ICC(A,1))", mean.absolute_one, SIMILAR_PANELS),
        (f"One {panel.judge}, whoever scored (ICC(1))", mean.one_way_one, SIMILAR_PANELS),
    )
    rows += [(*one, None) for one in averages if panel.reliable]
    # Of one text there are scores of this panel alone, and the gauge says how they look.
    further = panel.labelled or panel.reliable
    beside = ["For", *(["How it looks"] if looks else [])] if further else []
    heads, whose = columns("Measure", ("Value", "coefficient"), *beside), "" if beside else THIS_PANEL
    cells = tuple(row[: len(heads)] for row in rows)
    return Table(title="Measures of agreement", columns=heads, rows=cells, whose=whose)


def _parts_block(noun: str, parts: Mapping[str, Estimate]) -> Block:
    title, rows = f"Alpha by {noun}", tuple(parts.items())
    heads = columns(noun.capitalize(), ("Alpha", "coefficient"))
    return Block(
        key=f"by_{noun}",
        title=f"{title}: {_ends_text(parts)}",
        figure=interval_lines("Alpha", "coefficient", rows, alt=title),
        tables=(Table(columns=heads, rows=rows, whose=THIS_PANEL),),
    )


def _reliability_block(panel: PanelAgreement) -> Block:
    means = panel.agreement.generalizability
    title = reliability_title(means.relative_mean)
    sentence = means.sentence or f"{capital(means.reason or 'not computed')}."
    items, tables = [], []
    if panel.enough:
        title, items = panel.enough.rstrip("."), [f"{title}."]
    if means.components:
        items.append(f"{reliability_title(means.absolute_mean, 'strictness counted')}.")
        parts = means.components
        so_many = f"Reliability of the average of so many such {panel.judge}s"
        heads = columns(
            (f"{capital(panel.judge)}s", "count"),
            ("Strictness taken out", "coefficient"),
            ("Strictness counted", "coefficient"),
        )
        sizes = tuple((one.judges, one.relative, one.absolute) for one in decision_study(means))
        sources = (
            (f"{capital(panel.item)}s", parts.items),
            (f"Strictness of {panel.judge}s", parts.judges),
            ("The rest", parts.residual),
        )
        where = columns("Source", ("Variance", "exact"))
        tables = [
            Table(title=so_many, columns=heads, rows=sizes),
            Table(title="Where the differences between scores come from", columns=where, rows=sources),
        ]
    return Block(
        key="reliability",
        title=title,
        sentence=sentence,
        items=tuple(items),
        figure=panel_sizes(means),
        tables=tuple(one for one in tables if one.rows),
        notes=tuple(filter(None, (means.note, below_0_text(means)))),
        folded=bool(panel.enough),
    )


def _pairs_block(panel: PanelAgreement) -> Block:
    measures = panel.agreement
    if left_out := measures.reasons.get("pairs"):
        title = f"Each two {panel.judge}s: not compared"
        return Block(key="pairs", title=title, sentence=f"{capital(left_out)}.")
    known = sorted(
        (pair for pair in measures.pairs if pair.alpha.value is not None),
        key=lambda one: one.alpha.value or 0.0,
    )
    pairs, sentence = list(measures.pairs), ""
    if len(pairs) > MAX_PAIRS:
        sentence = f"Listed are those that agree least and most, of {len(pairs):,} pairs."
        pairs = known if len(known) <= MAX_PAIRS else [*known[: MAX_PAIRS // 2], *known[-MAX_PAIRS // 2 :]]
    table = table_of(
        pairs,
        {
            f"{capital(panel.judge)}s": lambda one: join_and(one.judges),
            ("Alpha", "coefficient"): lambda one: one.alpha,
            (f"{capital(panel.item)}s", "count"): lambda one: one.alpha.n,
            "Most apart on": lambda one: one.furthest,
            ("Apart by", panel.apart): lambda one: one.apart,
        },
        title=f"Each two {panel.judge}s",
        whose="these two",
        opens=tuple(one.furthest for one in pairs) if panel.item == "argument" else (),
    )
    return Block(
        key="pairs",
        title=_pairs_title(known, panel.judge),
        sentence=sentence,
        figure=pairs_heatmap(measures.pairs, panel.judges, panel.item),
        tables=(table,),
        notes=(panel.own_words(PAIRS),),
    )


def _pairs_title(known: Sequence[PairAgreement], judge: str) -> str:
    if not known:
        return "Who agrees with whom can't be told"
    least, most = join_and(known[0].judges), join_and(known[-1].judges)
    low, high = value_text(known[0].alpha.value), value_text(known[-1].alpha.value)
    if low != high:
        return f"{most} agree most, {least} least"
    return f"{most if len(known) == 1 else f'Each two {judge}s'} agree {high} (alpha)"


def _influence_block(panel: PanelAgreement) -> Block:
    measures = panel.agreement
    without = {panel.judge: measures.without_judge, panel.item: measures.without_argument}
    reasons = zip(without, map(measures.reasons.get, ("without_judge", "without_argument")), strict=True)
    missing = (f"Alpha without each {noun} is not computed: {why}." for noun, why in reasons if why)
    return Block(
        key="influence",
        title=_influence_title(measures, without),
        sentence=" ".join(missing),
        tables=tuple(_left_out_table(measures, noun, left) for noun, left in without.items() if left),
        notes=(panel.own_words(INFLUENCE),),
    )


def _influence_title(measures: Agreement, without: Mapping[str, Mapping[str, float | None]]) -> str:
    largest = [(left, largest_move(measures, left)) for left in without.values()]
    if named := [f"{value_text(left[name])} without {name}" for left, name in largest if name]:
        return f"Alpha would be {join_and(named)}"
    moves = {noun: alpha_moves(measures, left).values() for noun, left in without.items()}
    known = [noun for noun, of_noun in moves.items() if any(move is not None for move in of_noun)]
    if not known:
        return f"Can't tell how far alpha depends on one {' or '.join(without)}"
    where = ", where that is known" if any(None in of_noun for of_noun in moves.values()) else ""
    return f"No {' or '.join(known)} alone moves alpha by {value_text(MIN_MOVE)} or more{where}"


def _left_out_table(measures: Agreement, noun: str, without: Mapping[str, float | None]) -> Table:
    moves = sorted(alpha_moves(measures, without).items(), key=lambda one: -abs(one[1] or 0.0))[:MAX_MOVES]
    most = f", the {MAX_MOVES} that move it most" if len(without) > MAX_MOVES else ""
    reason = "alpha is undefined without it"
    heads = columns(f"Without the {noun}", ("Alpha", "coefficient"), ("Change", "change"))
    rows = tuple((name, known_or(without[name], reason), move) for name, move in moves)
    return Table(title=f"Alpha without each {noun}{most}", columns=heads, rows=rows)
