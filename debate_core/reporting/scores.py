"""The scores of a debate as blocks: how far judges agree on them, every score, the disputed arguments."""

from collections.abc import Iterator
from dataclasses import replace

from debate_core.domain.numerals import DECIMALS, join_and, number_word, pluralise
from debate_core.domain.wording import capital, humanise
from debate_core.library.report.rows import from_mean, spread_of, widest, widest_first
from debate_core.library.report.shape import ArgumentRow, Help, JudgeRow, Majority, Report, SettledRow
from debate_core.library.reviews import ruling_text
from debate_core.measuring.agreement import BANDS
from debate_core.measuring.disputes import ENOUGH_JUDGES
from debate_core.measuring.divergence import DimensionScores
from debate_core.measuring.estimate import Estimate
from debate_core.phrases import MANY, Unit, value_text
from debate_core.reporting.agreement import PanelAgreement, agreement_blocks
from debate_core.reporting.agreement_words import RULING_ADVICE, SCORE_ADVICE, spelled_text, to_know_text
from debate_core.reporting.blocks import ArgumentCell, Block, Cell, Table, columns
from debate_core.reporting.debate_figures import scores_heatmap
from debate_core.reporting.debate_lines import adjusted_scores, average_scores, ranks_of
from debate_core.reporting.line_figures import Scores

MAX_NAMED = 4
WAYS = (
    "What can help: {}people who know the field, or the evidence that is missing. Don't decide on this yet."
)
NEAREST = "These come nearest to it."
SPREAD = (
    "Spread is how far apart the judges are: the standard deviation over them, in points. The overall score is under "
    "the rubric's common weights; each dimension is as given."
)
DISPUTED = (
    "Disputed: strictness removed, the judges differ here more than their other scores explain. One judge far off is "
    "not found; with fewer than 4 judges the test is rough."
)
_SUBJECTS = "The judges", "Those who scored"
CLASSIC = "Disputed: the judges' z-scores of it vary widely. No test is made."


def agreement_block(report: Report) -> Block:
    """How far the judges agree, with reliability, pairs and influence below it."""
    measures = report.agreement
    titles = {one.key: one.title for one in report.rubric.dimensions}
    scored = f"{capital(report.judges_said)} scored."
    kind = report.calibration
    panel = PanelAgreement(
        agreement=measures,
        judges=tuple(judge.name for judge in report.judges),
        who=_panel_text(report),
        things=spelled_text(len(report.arguments), "argument"),
        item="argument",
        label="ruling",
        advice=SCORE_ADVICE,
        label_advice=RULING_ADVICE,
        adjusted="as given" if not kind.done else "adjusted" if kind.unit == "points" else "rescaled",
        parts={"dimension": {titles[key]: one for key, one in measures.by_dimension.items()}},
        where=scored if measures.alpha.value is None else disputed_text(report),
        split=f"{_SUBJECTS[report.seated > 0]} split over {split}" if (split := split_text(report)) else "",
        to_know=to_know_text("argument"),
        notes=tuple(filter(None, [winner_despite_alpha_text(report)])),
        reliable=not report.outcome.nothing_argued,
        enough=sides_enough_text(report),
    )
    first, *others = agreement_blocks(panel)
    return replace(first, children=tuple(others))


def _panel_text(report: Report) -> str:
    judges = [judge for judge in report.judges if not judge.person]
    if not all(judge.scores for judge in judges):
        return report.judges_said
    guests = f" and {number_word(report.seated)} {'person' if report.seated == 1 else 'people'}"
    return f"the {number_word(len(judges))} judges{guests if report.seated else ''}"


def split_text(report: Report) -> str:
    """What the judges dispute, and how well that many can tell; empty where they dispute nothing."""
    disputed = (row for row in report.arguments if row.divergent)
    spread = {row.id: round(row.adjusted_spread or 0.0, DECIMALS) for row in disputed}
    names = sorted(spread, key=lambda name: -spread[name])
    scored = sum(bool(judge.scores) for judge in report.judges)
    rough = report.settings.rules != "classic" and scored < ENOUGH_JUDGES
    roughly = f", as far as {number_word(scored)} can tell" if rough else ""
    if len(names) > MAX_NAMED:
        most = [name for name in names[:2] if spread[name] > spread[names[2]]]
        foremost = f", most on {join_and(most)}" if most else ""
        return f"{number_word(len(names))} arguments{foremost}{roughly}"
    return f"{join_and(names)}{roughly}" if names else ""


def disputed_text(report: Report, who: str = "They") -> str:
    if split := split_text(report):
        return f"{who} disagree on {split}."
    if wide := widest(report):
        return f"No argument is disputed by the rules; they are most apart on {join_and(wide)}."
    if not any(row.tested for row in report.arguments):
        return "There are too few scores to tell if any argument is disputed."
    return "No argument is disputed."


def winner_despite_alpha_text(report: Report) -> str:
    """Why there is a winner all the same where alpha is too low to average on; empty elsewhere."""
    alpha = report.agreement.alpha.value
    relative = report.agreement.generalizability.relative_mean.value
    if report.outcome.call == "no_call" or alpha is None or relative is None or alpha >= BANDS[-2][0]:
        return ""
    return (
        "There is a winner all the same: alpha counts how strict each judge is, and comparing the sides takes that "
        f"out. How well their average tells arguments apart is {value_text(relative)} (1 is best)."
    )


def sides_enough_text(report: Report) -> str:
    study = report.sides_study
    if study.judges is None and study.more_arguments is None:
        return f"What would make the lead reliable is unknown: {study.reason}."
    if study.more_arguments == 0:
        so = "The lead is reliable enough"
        if report.outcome.call == "no_call":
            so = "It isn't noise alone that keeps this lead from a verdict"
        return f"{so}: {value_text(study.coefficient)} of 1, and 0.80 is enough."
    counts = (("such judge", study.judges), ("more argument", study.more_arguments))
    ways = [
        f"over {MANY:,} {noun}s" if count > MANY else f"about {pluralise(count, noun)}"
        for noun, count in counts
        if count is not None
    ]
    why = f": {study.reason}" if study.reason else ""
    return f"To call a lead like this reliably takes {' or '.join(ways)}{why}."


def scores_block(report: Report) -> Block:
    widest = widest_first(report)
    unit = report.calibration.unit
    names = [judge.called for judge in report.judges]
    points: list[tuple[str, Unit]] = [(name, "points") for name in names]
    kind, average = scores_text(report), "Average" if unit == "points" else "Average, as given"
    return Block(
        key="scores",
        title="Each judge's score, and how far apart they are",
        sentence=f"{kind}, most disputed first.",
        figure=scores_heatmap(report),
        tables=(
            Table(
                title=f"{kind}, {unit}",
                columns=columns("Argument", *points, (average, "points"), ("Spread", "points")),
                rows=tuple(_adjusted_row(report, row) for row in widest),
                opens=tuple(row.id for row in widest),
            ),
            Table(
                title="Distance from the argument's average",
                columns=columns("Argument", *((name, "difference") for name in names)),
                rows=tuple((argument_cell(row), *from_mean(row).values()) for row in widest),
            ),
            *_quality_tables(report),
        ),
        notes=(
            SPREAD,
            CLASSIC if report.settings.rules == "classic" else DISPUTED,
            *filter(None, [report.calibration.note]),
        ),
        children=(_every_score(report),),
    )


def _every_score(report: Report) -> Block:
    figure = adjusted_scores(report)
    heads = columns("Argument", *((judge.called, "points") for judge in report.judges))
    rows = tuple((argument_cell(row), *row.raw.values()) for row in widest_first(report))
    return Block(
        key="every_score",
        title=_adjusting_title(report) if figure and figure.adjusted else "Every score as given",
        sentence=_moved_text(figure) if figure and figure.adjusted else "",
        figure=figure,
        tables=(Table(title="Overall scores as given, in points", columns=heads, rows=rows),),
    )


def _adjusting_title(report: Report) -> str:
    given, adjusted = (ranks_of(average_scores(report, adjusted=kind)) for kind in (False, True))
    changed = [name for name, rank in given.items() if rank != adjusted[name]]
    what = "no ranking" if not changed else f"the ranking of {join_and(changed)}"
    return f"Adjusting for strict and lenient judges changes {what}"


def _moved_text(figure: Scores) -> str:
    moved = [score.moved[1] - score.moved[0] for row in figure.rows for score in row.scores if score.moved]
    limit = f" by more than {value_text(max(moved), 'difference').removeprefix('+')}" if moved else ""
    return f"No score moves{limit}."


def scores_text(report: Report) -> str:
    """What the scores of a chart are: nothing is called adjusted that isn't."""
    kind = report.calibration
    if not kind.done:
        return "Scores as given"
    return "Scores adjusted for strict and lenient judges" if kind.unit == "points" else "Rescaled scores"


def argument_cell(row: ArgumentRow, *, claim: bool = False) -> ArgumentCell:
    return ArgumentCell(row.id, row.side, row.claim if claim else "")


def _adjusted_row(report: Report, row: ArgumentRow) -> tuple[Cell, ...]:
    values = ((row.calibrated[judge.name], missing_text(judge)) for judge in report.judges)
    scores = (Estimate(value=None, reason=why) if value is None else value for value, why in values)
    average = average_scores(report, adjusted=report.calibration.unit == "points")[row.id]
    return (argument_cell(row), *scores, average, spread_of(report, row))


def missing_text(judge: JudgeRow) -> str:
    return "this person did not score it" if judge.person else judge.cause or "not scored yet"


def _quality_tables(report: Report) -> Iterator[Table]:
    """How far apart the judges are on each argument, overall and on each dimension."""
    titles = [one.title for one in report.rubric.dimensions]
    given, adjusted, variances = [], [], []
    for row in widest_first(report):
        name, parts = argument_cell(row), [row.by_dimension[key] for key in report.rubric.keys]
        every: list[ArgumentRow | DimensionScores] = [row, *parts]
        given.append((name, *map(_spread, every)))
        adjusted.append((name, *(one.adjusted_spread for one in every)))
        variances.append((name, row.variance, row.adjusted_variance, *(one.variance for one in parts)))
    heads = columns("Argument", *((one, "points") for one in ("Overall", *titles)))
    yield Table(title="Spread by dimension, as given, in points", columns=heads, rows=tuple(given))
    yield Table(title="Spread by dimension, adjusted, in points", columns=heads, rows=tuple(adjusted))
    heads = columns("Argument", *((one, "coefficient") for one in ("Overall", "Overall, adjusted", *titles)))
    yield Table(title="Variance by dimension, in points squared", columns=heads, rows=tuple(variances))


def _spread(one: ArgumentRow | DimensionScores) -> float | None:
    return None if one.variance is None else one.variance**0.5


def disputed_block(report: Report) -> Block:
    """Disputed arguments with their reason, the widest apart first; on no call without any, the widest apart."""
    by_name = {row.id: row for row in report.arguments}
    disputed = sorted((r for r in report.arguments if r.divergent), key=lambda r: -(r.adjusted_spread or 0.0))
    named = disputed or [by_name[name] for name in report.review]
    settled = [row for row in report.arguments if report.settlement(row.id) and row not in named]
    heads = columns("Argument", "Why", ("How often chance alone does this", "probability"), "Settled")
    rows = tuple(
        (argument_cell(row, claim=True), why_text(report, row), row.chance, settlement_text(report, row.id))
        for row in (*named, *settled)
    )
    opens = tuple(row.id for row in (*named, *settled))
    who = _SUBJECTS[report.seated > 0]
    discuss = "a discussion among the judges, " if report.may_deliberate and report.accord.advised else ""
    ways = WAYS.format(discuss) if disputed else NEAREST
    return Block(
        key="disputed",
        title=f"{who} split over {disputed[0].id}" if len(disputed) == 1 else disputed_text(report, who)[:-1],
        sentence=ways if named and not report.outcome.nothing_argued else "",
        tables=(Table(columns=heads, rows=rows, opens=opens),) if rows else (),
    )


def why_text(report: Report, row: ArgumentRow) -> str:
    texts = []
    if row.apart and row.apart_by is not None:
        on = f", mostly on {humanise(row.apart_on)}" if row.apart_on else ""
        texts.append(f"{join_and(row.apart)} are {value_text(row.apart_by, 'points')} apart{on}.")
    if not row.divergent:
        return " ".join(texts) or "The judges' scores spread widely."
    if report.settings.rules == "classic":
        if row.z_variance is not None:
            limit = value_text(report.settings.ruling.z_variance)
            variance = value_text(row.z_variance, "coefficient", report.settings.ruling.z_variance)
            texts.append(f"Their z-scores vary by {variance}; the rules allow less than {limit}.")
    elif row.chance is not None:
        scored = sum(value is not None for value in row.raw.values())
        roughly = f", as far as {number_word(scored)} can tell" if scored < ENOUGH_JUDGES else ""
        texts.append(f"More than chance would explain{roughly}.")
    return " ".join(texts) or "The judges' scores spread widely."


def settled_text(one: SettledRow) -> str:
    """As what an argument was settled, following whom, by whom and why.

    >>> settled_text(SettledRow(argument="PRO-2", standing=None, follows=("Risk",), reason="Unknowable", by="Ana"))
    'settled as irresolvable by Ana, following Risk: Unknowable'
    """
    follows = f", following {join_and(one.follows)}" if one.follows else ""
    return f"settled as {ruling_text(one.standing)} by {one.by}{follows}: {one.reason}"


def settlement_text(report: Report, argument: str) -> str | None:
    one = report.settlement(argument)
    return capital(settled_text(one)) if one else None


def helps_block(report: Report) -> Block | None:
    """What would help to decide, without the briefing's questions, which stand elsewhere."""
    briefing = report.briefing.value
    asked = {one.text for one in briefing.unresolved} if briefing else set()
    others = [one for one in report.helps if one.text not in asked]
    if not others or report.awaited:
        return None
    rows = tuple((help_text(report, one), one.argument) for one in others)
    opens = tuple(one.argument for one in others)
    table = Table(columns=columns("What", "Argument"), rows=rows, opens=opens)
    return Block(key="helps", title="What would help to decide", tables=(table,))


def help_text(report: Report, one: Help) -> str:
    if one.kind == "question":
        return one.text
    row = next(row for row in report.arguments if row.id == one.argument)
    if one.kind == "unsettled":
        who = count_text(report, row, "UNCERTAIN")
        return f"Evidence that would settle {row.id}: {who} called it uncertain."
    if row.apart is None:
        return f"Evidence that would let the judges agree on {row.id}."
    on = f" on its {humanise(row.apart_on)}" if row.apart_on else ""
    return f"Evidence for or against {row.id}{on} that both {join_and(row.apart)} accept: they differ on it most."


def count_text(report: Report, row: ArgumentRow, ruling: Majority | None) -> str:
    """How many ruled on an argument, and of them this way: `3 of 4 judges`; one alone is `1 judge`."""
    people = [judge.person for judge in report.judges if row.standings[judge.name]]
    if len(people) == 1:
        return "1 person" if people[0] else "1 judge"
    of = "" if ruling is None or ruling == "tied" else f"{row.split[ruling]} of "
    return f"{of}{len(people)} {'judges and people' if any(people) else 'judges'}" if people else ""
