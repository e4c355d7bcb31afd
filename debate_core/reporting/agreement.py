"""How far the judges of a debate agree as blocks: the finding, every measure, and on whom it depends."""

from collections.abc import Mapping

from debate_core.domain.numerals import coefficient_text, join_and, number_word, pluralise
from debate_core.domain.rubric import Rubric
from debate_core.domain.wording import capital
from debate_core.library.report.drawn import LEAST_MOVE, alpha_moves, decision_study, largest_move, widest
from debate_core.library.report.shape import Generalizability, Report
from debate_core.measuring.agreement import BANDS
from debate_core.measuring.dispute_test import ENOUGH_JUDGES
from debate_core.measuring.estimate import Alpha, Estimate
from debate_core.phrases import MANY, SIMILAR_PANELS, THIS_PANEL
from debate_core.reporting.agreement_words import (
    SCORE_ADVICE,
    advice_text,
    agreement_title,
    one_pair_text,
    range_sentence,
    spelled_text,
    strictness_text,
    to_know_text,
)
from debate_core.reporting.blocks import Block, Cell, Table, columns
from debate_core.reporting.debate_figures import agreement_gauges, consistency_name, pairs_heatmap
from debate_core.reporting.debate_lines import panel_sizes
from debate_core.reporting.figures import Gauges

MOST_NAMED = 4
BAND_NOTE = "Bands of alpha: poor below 0.50, low to 0.67, fair to 0.80, high above. Scores may be averaged from 0.67."
MEASURES = (
    "Alpha and kappa count agreement beyond chance: 1 is full, 0 is chance. ICC(C,k) is how reliably the judges' "
    "average tells arguments apart, strictness taken out; ICC(A,k) counts strictness and takes judges as a sample. "
    "Where nearly all rulings are alike, rely on the same ruling and AC1 rather than on kappa."
)
PAIRS = (
    "A pair can disagree because one judge is stricter throughout. The argument on which two are most apart is found "
    "once their usual difference is taken out."
)
EMPTY = "It says little: half of what they scored, or more, is empty."
INFLUENCE = "Alpha with one judge, or one argument, left out. One that moves it much is worth reading first."


def agreement_block(report: Report, rubric: Rubric) -> Block:
    title, sentence = finding_texts(report)
    figure = agreement_gauges(report)
    enough = () if report.outcome.nothing_argued else (_enough(report),)
    return Block(
        key="agreement",
        title=title,
        sentence=sentence,
        figure=figure,
        tables=(
            _measures(report, figure),
            *how_sure_tables(report.agreement.alpha),
            _by_dimension(report, rubric),
        ),
        notes=(*_notes(report), MEASURES, BAND_NOTE),
        children=(*enough, pairs_block(report), influence_block(report)),
    )


def finding_texts(report: Report) -> tuple[str, str]:
    alpha = report.agreement.alpha
    title = agreement_title(alpha, _panel_text(report), spelled_text(len(report.arguments), "argument"))
    if alpha.value is None:
        return title, f"{range_sentence(alpha)} {capital(report.judges_said)} scored."
    if report.outcome.nothing_argued:
        return title, f"{range_sentence(alpha)} {EMPTY}".strip()
    unsure = not alpha.known or not advice_text(alpha, SCORE_ADVICE)
    said = (
        range_sentence(alpha),
        one_pair_text(report.agreement.pairs),
        disputed_text(report),
        to_know_text("argument") if unsure else "",
    )
    return title, " ".join(filter(None, said))


def _panel_text(report: Report) -> str:
    judges = [judge for judge in report.judges if not judge.person]
    if not all(judge.scores for judge in judges):
        return report.judges_said
    guests = f" and {number_word(report.seated)} {'person' if report.seated == 1 else 'people'}"
    return f"the {number_word(len(judges))} judges{guests if report.seated else ''}"


def disputed_text(report: Report) -> str:
    disputed = [row for row in report.arguments if row.divergent]
    names = [row.id for row in sorted(disputed, key=lambda row: -(row.adjusted_spread or 0.0))]
    scored = sum(bool(judge.scores) for judge in report.judges)
    rough = report.settings.rules != "classic" and scored < ENOUGH_JUDGES
    roughly = f", as far as {number_word(scored)} can tell" if rough else ""
    if len(names) > MOST_NAMED:
        return (
            f"They disagree on {number_word(len(names))} arguments, most on {join_and(names[:2])}{roughly}."
        )
    if names:
        return f"They disagree on {join_and(names)}{roughly}."
    if wide := widest(report):
        return f"No argument is disputed by the rules; they are most apart on {join_and(wide)}."
    if not any(row.tested for row in report.arguments):
        return "There are too few scores to tell if any argument is disputed."
    return "No argument is disputed."


def _notes(report: Report) -> list[str]:
    alpha = report.agreement.alpha.value
    said = [strictness_text("argument")] if alpha is not None and alpha < 0 else []
    said += filter(None, [winner_despite_alpha(report)])
    return [*said, report.agreement.note] if report.agreement.note else said


def winner_despite_alpha(report: Report) -> str:
    """Why there is a winner all the same where alpha is too low to average on; empty elsewhere."""
    alpha = report.agreement.alpha.value
    relative = report.agreement.generalizability.relative_mean.value
    if report.outcome.call == "no_call" or alpha is None or relative is None or alpha >= BANDS[-2][0]:
        return ""
    return (
        "There is a winner all the same: alpha counts how strict each judge is, and comparing the sides takes that "
        f"out. How well their average tells arguments apart is {coefficient_text(relative)} (1 is best)."
    )


def _measures(report: Report, figure: Gauges) -> Table:
    found, mean = report.agreement, report.agreement.generalizability
    adjusted = "Scores once adjusted" if report.calibration.done else "Scores as given: alpha again"
    scores, rulings, once = (one.sentence for one in figure.gauges)
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Scores (alpha)", found.alpha, THIS_PANEL, scores),
        ("Rulings (kappa)", found.kappa, THIS_PANEL, rulings),
        (f"{adjusted} ({consistency_name(report)})", found.consistency, THIS_PANEL, once),
        ("Rulings, near misses counted (ordinal alpha)", found.alpha_standings, THIS_PANEL, None),
        ("The average, strictness taken out (ICC(C,k))", mean.relative_mean, THIS_PANEL, None),
        ("The average, strictness counted (ICC(A,k))", mean.absolute_mean, SIMILAR_PANELS, None),
        ("One judge, strictness taken out (ICC(C,1))", mean.relative_one, THIS_PANEL, None),
        ("One judge, strictness counted (ICC(A,1))", mean.absolute_one, SIMILAR_PANELS, None),
        ("The same ruling beyond chance (AC1)", found.ac1, THIS_PANEL, None),
        ("The same ruling, share of pairs (percent agreement)", found.percent, THIS_PANEL, None),
    )
    return Table(
        title="Measures of agreement",
        columns=columns("Measure", ("Value", "coefficient"), "For", "How it looks"),
        rows=rows,
    )


def how_sure_tables(alpha: Alpha) -> tuple[Table, ...]:
    """How likely alpha is at least 0.67, and 0.80; nothing where its interval is unknown."""
    if alpha.p_67 is None:
        return ()
    return (
        Table(
            title="How sure alpha is",
            columns=columns("Alpha is at least", ("Chance", "probability")),
            rows=(("0.67", alpha.p_67), ("0.80", alpha.p_80)),
        ),
    )


def _by_dimension(report: Report, rubric: Rubric) -> Table:
    found = report.agreement
    rows: list[tuple[str, Estimate]] = [("All dimensions (overall score)", found.alpha)]
    rows += [(one.title, found.by_dimension[one.key]) for one in rubric.dimensions]
    return Table(
        title="Agreement of this panel on scores, by dimension",
        columns=columns("Dimension", ("Alpha", "coefficient")),
        rows=tuple(rows),
    )


def _enough(report: Report) -> Block:
    found = report.agreement.generalizability
    study = decision_study(found)
    return Block(
        key="enough",
        title=sides_enough_text(report).rstrip("."),
        sentence=found.sentence or f"How reliable the panel's average is can't be told: {found.reason}.",
        figure=panel_sizes(found),
        tables=(
            Table(
                title="Reliability of the average of so many such judges",
                columns=columns(
                    ("Judges", "count"),
                    ("Strictness taken out", "coefficient"),
                    ("Strictness counted", "coefficient"),
                ),
                rows=tuple((one.judges, one.relative, one.absolute) for one in study),
            ),
            *_components(found),
        )
        if study
        else (),
        notes=tuple(filter(None, [found.note])),
        folded=True,
    )


def _components(found: Generalizability) -> tuple[Table, ...]:
    parts = found.components
    if parts is None:
        return ()
    rows = (("Arguments", parts.items), ("Judges' strictness", parts.judges), ("The rest", parts.residual))
    return (
        Table(
            title="Where the scores' variance comes from",
            columns=columns("Source", ("Variance, points squared", "coefficient")),
            rows=rows,
        ),
    )


def sides_enough_text(report: Report) -> str:
    found = report.sides_study
    if found.judges is None or found.more_arguments is None:
        return f"What would make the lead reliable is unknown: {found.reason}."
    now = coefficient_text(found.coefficient)
    if not found.more_arguments:
        if report.outcome.call == "no_call":
            return (
                f"It isn't noise alone that keeps this lead from a verdict: {now} of 1, and 0.80 is enough."
            )
        return f"The lead is reliable enough: {now} of 1, and 0.80 is enough."
    judges = f"over {MANY:,}" if found.judges > MANY else f"about {found.judges}"
    more = (
        f"over {MANY:,} more arguments"
        if found.more_arguments > MANY
        else pluralise(found.more_arguments, "more argument")
    )
    return f"To call a lead like this reliably takes {judges} such judges or {more}."


def pairs_block(report: Report) -> Block:
    pairs = report.agreement.pairs
    known = [(one.alpha.value, one) for one in pairs if one.alpha.value is not None]
    title = "Who agrees with whom can't be told"
    if known:
        least, most = (end(known, key=lambda one: one[0] or 0.0)[1] for end in (min, max))
        title = f"{join_and(most.judges)} agree most, {join_and(least.judges)} least"
        if len(known) == 1:
            title = f"{join_and(most.judges)} agree {coefficient_text(known[0][0])} (alpha)"
    return Block(
        key="pairs",
        title=title,
        figure=pairs_heatmap(pairs, [judge.name for judge in report.judges], "argument"),
        tables=(
            Table(
                title="Each two judges",
                columns=columns(
                    "Judges",
                    ("Alpha", "coefficient"),
                    ("Arguments", "count"),
                    "Most apart on",
                    ("Apart by, points", "points"),
                ),
                rows=tuple(
                    (join_and(one.judges), one.alpha, one.alpha.n, one.furthest, one.apart) for one in pairs
                ),
                whose="these two",
                opens=tuple(pair.furthest for pair in pairs),
            ),
        ),
        notes=(PAIRS,),
    )


def influence_block(report: Report) -> Block:
    found = report.agreement
    return Block(
        key="influence",
        title=influence_text(report).rstrip("."),
        tables=tuple(
            _without(report, what, without)
            for what, without in (("judge", found.without_judge), ("argument", found.without_argument))
            if without
        ),
        notes=(INFLUENCE,),
    )


def influence_text(report: Report) -> str:
    found, whole = report.agreement, report.agreement.alpha.value
    if whole is None:
        return "Alpha is undefined, so it depends on nobody."
    said = [
        f"{coefficient_text(left[name])} without {name}"
        for left in (found.without_judge, found.without_argument)
        if (name := largest_move(report, left))
    ]
    if not said:
        return f"No judge or argument alone moves alpha by {coefficient_text(LEAST_MOVE)} or more."
    return f"Alpha would be {join_and(said)}."


def _without(report: Report, what: str, without: Mapping[str, float | None]) -> Table:
    moves = alpha_moves(report, without)
    reason = "alpha is undefined without it"
    return Table(
        title=f"Alpha without each {what}",
        columns=columns(f"Without the {what}", ("Alpha", "coefficient"), ("Change", "change")),
        rows=tuple(
            (name, Estimate(value=without[name], reason=None if move is not None else reason), move)
            for name, move in moves.items()
        ),
    )
