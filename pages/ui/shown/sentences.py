"""What the result pages say first: the agreement and the outcome as sentences.

Reads a Report; knows nothing of streamlit. Invariant: no sentence names a side on *no call*; judges that failed are
counted out loud.
"""

from debate_core.measuring.agreement import band, banded
from debate_core.numerals import (
    coefficient,
    listed,
    points_beside_zero,
    share_words,
    span,
    span_beside_zero,
    spelled,
)
from debate_core.report import Report
from debate_core.report.drawn import LEAST_MOVE, largest_move, widest
from debate_core.report.shape import JudgeRow, Statistic
from pages.ui.shown.words import escaped

STRICTNESS = (
    "Strictness that differs between judges lowers alpha too: with it alone, judges who put the arguments in the same "
    "order can be below 0."
)
_VERBS = {
    "high": "agree closely",
    "moderate": "agree moderately",
    "low": "agree only loosely",
    "unacceptable": "agree too little to be averaged blindly",
}


def agreement_headline(report: Report) -> str:
    """How far the judges agree, in words only."""
    alpha = report.agreement.alpha
    found = band(alpha.value)
    if alpha.value is None or found is None:
        return "Agreement can't be computed"
    judges = [judge for judge in report.judges if not judge.person]
    guests = f" and {people_words(report.seated)}" if report.seated else ""
    panel = f"The {spelled(len(judges))} judges{guests}"
    if not all(judge.scores for judge in judges):
        panel = f"{report.judges_said} scored, and they"
    if alpha.value >= 0:
        return f"{panel} {_VERBS[found.name]}"
    # An alpha below 0 shows more than chance only where its whole interval lies there.
    sure = alpha.interval is not None and alpha.interval[1] < 0
    return f"{panel} {'disagree more than chance would' if sure else 'show no agreement beyond chance'}"


def people_words(count: int) -> str:
    """So many people."""
    return f"{spelled(count)} {'person' if count == 1 else 'people'}"


def who_scored(report: Report) -> str:
    """Those on the panel: judges, or judges and people."""
    return "judges and people" if report.seated else "judges"


def agreement_sentence(report: Report) -> str:
    """The figure behind the headline and where the judges part, as markdown."""
    alpha = report.agreement.alpha
    if alpha.value is None:
        return f"{(alpha.reason or 'not computed').capitalize()}. {report.judges_said.capitalize()} scored."
    figures = f"Alpha {banded(alpha.value)}, {interval_words(alpha)}{_reach_words(alpha)}"
    strict = f" {STRICTNESS}" if alpha.value < 0 else ""
    return f"{figures}.{strict} {parting_sentence(report)}"


def _reach_words(found: Statistic) -> str:
    """Which bands the interval reaches, where it is more than one: the headline rests on no more than that."""
    low, high = (band(end) for end in found.interval) if found.interval else (None, None)
    if low is None or high is None or low.name == high.name:
        return ""
    return f": anything from {low.name} to {high.name} agreement fits these scores"


def parting_sentence(report: Report) -> str:
    """Which arguments they part on."""
    names = [row.id for row in report.arguments if row.divergent]
    if names:
        return f"They part on {listed(names)}."
    if wide := widest(report):
        return f"No argument counts as divergent by the rules; they are furthest apart on {listed(wide)}."
    if not any(row.tested for row in report.arguments):
        return "There are too few scores to test whether they part on any single argument."
    return "No single argument stands out as one they part on."


def scores_words(report: Report) -> str:
    """What the scores in a chart are, with their unit: nothing is called calibrated that wasn't."""
    found = report.calibration
    return f"{'Calibrated scores' if found.done else 'Scores as given'} ({found.unit})"


def consistency_words(report: Report) -> str:
    """What consistency is computed on: where nothing was calibrated it is alpha again."""
    return "Scores, once calibrated" if report.calibration.done else "Scores as given: alpha again"


def influence_sentence(report: Report) -> str:
    """The judge and the argument without which alpha would move most, as markdown."""
    found, whole = report.agreement, report.agreement.alpha.value
    if whole is None:
        return "Alpha is undefined, so nothing can be said of what it hangs on."
    said = [
        f"without {escaped(name)} it would be {coefficient(left[name])}"
        for left in (found.without_judge, found.without_argument)
        if (name := largest_move(report, left))
    ]
    if not said:
        least = coefficient(LEAST_MOVE)
        return f"Alpha is {coefficient(whole)}; no single judge or argument moves it by {least} or more."
    return f"Alpha is {coefficient(whole)}; {', and '.join(said)}."


def interval_words(found: Statistic) -> str:
    """The 95% interval, or why there is none."""
    if found.interval:
        return f"95% interval {span(found.interval)}"
    return f"no interval: {found.reason or 'not computed'}"


def failure_sentences(report: Report) -> list[str]:
    """One sentence a judge that gave no scores: that it is missing, and why."""
    return [_failure(judge) for judge in report.judges if judge.status == "failed"]


def _failure(judge: JudgeRow) -> str:
    cause = escaped(judge.cause or "no cause was recorded").rstrip(".")
    return (
        f"**{escaped(judge.name)} failed:** {cause}. Its scores are missing, not zero; the others count on."
    )


def waiting_judges(report: Report) -> int:
    """How many judges have neither scored nor failed."""
    return sum(judge.status not in {"done", "failed"} for judge in report.judges)


def reading_sentence(report: Report) -> str | None:
    """The reading aid beside the interval; None where there is no gap."""
    found = report.outcome
    if found.reading is None or found.gap is None:
        return None
    interval = ""
    if found.interval:
        interval = (
            f"; the {share_words(found.level)} interval reaches from {span_beside_zero(found.interval)}"
        )
    return f"Gap, PRO minus CON: {points_beside_zero(found.gap)}{interval}. By size alone: *{found.reading}*."
