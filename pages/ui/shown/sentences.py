"""What the result pages say first: the agreement and the outcome as sentences.

Reads a Report; knows nothing of streamlit. Invariant: no sentence names a side on *no call*; judges that failed are
counted out loud.
"""

from debate_core.measuring.gap import READINGS
from debate_core.numerals import (
    coefficient,
    points_beside_zero,
    share_words,
    span_beside_zero,
)
from debate_core.report import Report
from debate_core.report.drawn import LEAST_MOVE, largest_move
from debate_core.report.shape import JudgeRow
from pages.ui.shown.words import escaped


def who_scored(report: Report) -> str:
    """Those on the panel: judges, or judges and people."""
    return "judges and people" if report.seated else "judges"


def the_panel(report: Report) -> str:
    """Those on the panel, as a sentence begins with them."""
    return "Those who scored" if report.seated else "The judges"


def scores_words(report: Report) -> str:
    """What the scores in a chart are, with their unit: nothing is called calibrated that wasn't."""
    found = report.calibration
    return f"{'Calibrated scores' if found.done else 'Scores as given'} ({found.unit})"


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


def failure_sentences(report: Report) -> list[str]:
    """One sentence a judge that gave no scores: that it is missing, and why."""
    return [_failure(judge) for judge in report.judges if judge.status == "failed"]


def _failure(judge: JudgeRow) -> str:
    cause = escaped(judge.cause or "no cause was recorded").rstrip(".")
    return (
        f"**{escaped(judge.name)} failed:** {cause}. Its scores are missing, not zero; the others count on."
    )


def reading_sentence(report: Report) -> str | None:
    """The reading aid beside the interval; None where there is no gap."""
    found = report.outcome
    gap, by_judge = found.gap, found.by_judge
    if found.reading is None or gap.value is None:
        return None
    interval = ""
    if gap.interval:
        reaches = span_beside_zero(gap.interval)
        interval = f"; the {share_words(gap.level)} interval reaches from {reaches}, for {report.those}"
    if by_judge.interval:
        reaches = span_beside_zero(by_judge.interval)
        interval += f"; the {share_words(by_judge.level)} one from {reaches}, for {report.like_those}"
    # No word beside a side that is named gainsays it.
    small = found.call != "no_call" and abs(gap.value) < READINGS["leaning"][0]
    reading = "a small lead" if small else found.reading
    return f"Gap, PRO minus CON: {points_beside_zero(gap.value)}{interval}. By size alone: *{reading}*."
