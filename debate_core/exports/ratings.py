"""The agreement of a table of ratings as plain text for a terminal.

Knows a ratings report only. Invariant: a figure stands with its interval or its reason, and names brought in a file
cannot steer the terminal.
"""

import textwrap
from collections.abc import Callable, Iterator, Mapping

from debate_core.exports.numbers import LIKE_THESE, THESE, with_interval
from debate_core.exports.sections import WIDTH, Section, clean, in_text
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.numerals import UNDEFINED, coefficient, counted, odds, percent, signed, span
from debate_core.report.how_far import bands_words, how_far_in
from debate_core.report.ratings import TABLE_BANDS, RatingsReport, ends_of
from debate_core.report.shape import Agreement

PAIRS_SHOWN = 66
"""All pairs of 12 judges."""


def ratings_as_plain(found: RatingsReport) -> str:
    """What the agreement is and advises, the figures, then who and what it hangs on."""
    *said, size = ratings_head(found)
    head = f"{textwrap.fill(' '.join(said), WIDTH)}\n{size}"
    return "\n\n".join([head, *map(in_text, ratings_sections(found))]) + "\n"


def ratings_sections(found: RatingsReport) -> list[Section]:
    """The same without its head."""
    return [one for one in _sections(found) if one.rows or one.lines]


def ratings_head(found: RatingsReport) -> tuple[str, ...]:
    """What may be said of the agreement, what that advises, and what it rests on."""
    said, alpha = how_far_in(found), found.agreement.alpha
    figure = (
        f"Alpha {with_interval(alpha)}. {bands_words(alpha, TABLE_BANDS)}"
        if alpha.value is not None and not found.mixed
        else ""
    )
    return (*filter(None, (said.finding, said.fits, figure, said.would_tell)), _size(found))


def _sections(found: RatingsReport) -> Iterator[Section]:
    agreement = found.agreement
    yield _against(found)
    yield _figures(found)
    yield _reliability(agreement)
    yield _parts("dimension", agreement.by_dimension)
    yield _parts("segment", agreement.by_segment)
    yield _judges(found)
    yield _pairs(found)
    yield _items(agreement)
    yield Section(title="Notes", lines=tuple(map(clean, found.notes)))


def _size(found: RatingsReport) -> str:
    cells = found.scores + found.missing
    given = counted(found.scores, "score") if not found.missing else f"{found.scores:,} of {cells:,} scores"
    units = f" ({counted(found.units, 'item')} by dimension)" if found.units > found.items else ""
    among = f" in {counted(found.clusters, 'cluster')}" if found.clustered and found.clusters else ""
    items = f"{counted(found.items, 'item')}{units}{among}"
    return f"{counted(len(found.judges), 'judge')}, {items}, {given}; level {found.level}."


def _against(found: RatingsReport) -> Section:
    """The other table's alpha, and the difference; empty without one."""
    title, other = "Against the other table, for these judges", found.against
    if other is None:
        return Section(title=title)
    change = other.change
    there, here = coefficient(change.before), coefficient(change.after)
    said = f"alpha {there} in {other.file}, {here} here, on {counted(change.n, 'item')}: "
    if change.value is None:
        said += f"the difference is undefined ({change.reason})."
    elif change.interval is None:
        said += f"a difference of {signed(change.value, 2)} (no interval: {change.reason})."
    else:
        apart = "no 0 in it" if change.excludes_zero else "0 is in it: either may agree better"
        said += f"a difference of {signed(change.value, 2)} (95% interval {span(change.interval)}; {apart})."
    return Section(title=title, lines=_lines(said, other.note))


def _lines(*said: str | None) -> tuple[str, ...]:
    """What there is to say, ready to be set."""
    return tuple(clean(one) for one in said if one)


def _figures(found: RatingsReport) -> Section:
    agreement = found.agreement
    figures = (
        (f"alpha ({agreement.level})", with_interval(agreement.alpha)),
        *_reach(agreement.alpha),
        *_labels(found),
        ("consistency (calibrated)", with_interval(agreement.consistency)),
    )
    return Section(title="How far the judges agree", rows=figures, lines=_lines(agreement.note))


def _reach(alpha: Alpha) -> list[tuple[str, str]]:
    if alpha.p_67 is None:
        return []
    return [("confidence in 0.67, 0.80", f"{odds(alpha.p_67)}, {odds(alpha.p_80)}")]


def _labels(found: RatingsReport) -> list[tuple[str, str]]:
    """Kappa and what stands beside it; one line where there are no labels."""
    agreement, of = found.agreement, found.labelled
    if of is None:
        return [("kappa", with_interval(agreement.kappa))]
    return [
        (f"kappa ({of})", with_interval(agreement.kappa)),
        (f"AC1 ({of})", _with_interval(agreement.ac1, coefficient)),
        (f"ordinal alpha ({of})", with_interval(agreement.alpha_standings)),
        ("the same, mean over items", _with_interval(agreement.percent, percent)),
        *_further(found),
    ]


def _further(found: RatingsReport) -> list[tuple[str, str]]:
    """Cohen's and the weighted figures, where they have a meaning for this table."""
    labels = found.labels
    figures = {
        "Cohen's kappa": labels.cohen,
        "weighted kappa (quadratic)": labels.weighted_kappa,
        "Cohen's kappa (quadratic)": labels.weighted_cohen,
        "AC2 (quadratic)": labels.ac2,
    }
    return [(name, with_interval(one)) for name, one in figures.items() if one.value is not None]


def _with_interval(found: Estimate, shown: Callable[[float], str]) -> str:
    """A figure that has no bands, in its own unit."""
    if found.value is None:
        return f"{UNDEFINED} ({found.reason})"
    if found.interval is None:
        return f"{shown(found.value)} (no interval: {found.reason})"
    return f"{shown(found.value)} (95% interval {' to '.join(map(shown, found.interval))}, {THESE})"


def _reliability(agreement: Agreement) -> Section:
    """The intraclass correlations, the components, and what would bring the mean to .80."""
    found = agreement.generalizability
    if found.components is None:
        return Section(title="Generalizability", lines=_lines(found.reason))
    mean = f"mean of {found.scores_per_item:.3g}"
    figures = tuple(
        (f"{name}, {of}", f"{icc} {with_interval(one, THESE if name == 'relative' else LIKE_THESE)}")
        for name, of, icc, one in (
            ("relative", "one judge", "ICC(C,1)", found.relative_one),
            ("relative", mean, "ICC(C,k)", found.relative_mean),
            ("absolute", "one judge", "ICC(A,1)", found.absolute_one),
            ("absolute", mean, "ICC(A,k)", found.absolute_mean),
            ("one-way", "one judge", "ICC(1)", found.one_way_one),
            ("one-way", mean, "ICC(k)", found.one_way_mean),
        )
    )
    parts = found.components
    variances = (
        f"items {parts.items:.3g}, severity of judges {parts.judges:.3g}, the rest {parts.residual:.3g}"
    )
    title = "Generalizability (relative: severity taken out; absolute: counted)"
    rows = (*figures, ("variances", variances))
    return Section(title=title, rows=rows, lines=_lines(found.sentence, found.note))


def _parts(noun: str, found: Mapping[str, Estimate]) -> Section:
    """Alpha on each dimension or segment."""
    rows = tuple((clean(name), with_interval(one)) for name, one in found.items())
    return Section(title=f"Alpha by {noun}", rows=rows)


def _judges(found: RatingsReport) -> Section:
    """Alpha without each judge, beside how much it scored."""
    agreement, title = found.agreement, "Alpha without each judge"
    if left_out := agreement.reasons.get("without_judge"):
        return Section(title=title, lines=_lines(left_out))
    rows = tuple(
        (clean(name), coefficient(agreement.without_judge[name]), counted(scores, "score"))
        for name, scores in found.by_judge.items()
    )
    return Section(title=title, rows=rows)


def _pairs(found: RatingsReport) -> Section:
    """Each two judges; of very many the least and the most alike."""
    agreement, of = found.agreement, " by dimension" if found.mixed else ""
    if left_out := agreement.reasons.get("pairs"):
        return Section(title="Each two judges", lines=_lines(left_out))
    shown = ends_of(agreement.pairs, PAIRS_SHOWN)
    rows = tuple(
        (
            " – ".join(map(clean, pair.judges)),
            f"{with_interval(pair.alpha, 'these two')}, {counted(pair.alpha.n, 'item')}{of}",
        )
        for pair in shown
    )
    more = f"… the least and the most alike of {len(agreement.pairs):,} pairs; --json has all"
    lines = (more,) if len(shown) < len(agreement.pairs) else ()
    return Section(title="Each two judges (alpha over the items both scored)", rows=rows, lines=lines)


def _items(agreement: Agreement) -> Section:
    """The items without which alpha moves most; empty where there is no alpha."""
    if left_out := agreement.reasons.get("without_argument"):
        return Section(title="Alpha without each item", lines=_lines(left_out))
    alpha = agreement.alpha.value
    known = [(name, value) for name, value in agreement.without_argument.items() if value is not None]
    moved = [] if alpha is None else sorted(known, key=lambda one: -abs(one[1] - alpha))[:5]
    rows = tuple((clean(name), coefficient(value)) for name, value in moved)
    return Section(title="Items without which alpha moves most", rows=rows)
