"""The panel that the lab was asked about, in words; what was counted of it; and whether its intervals hold."""

from collections.abc import Mapping

from debate_core.domain.numerals import number_text, pluralise, share_words
from debate_core.domain.options import changes
from debate_core.measuring.estimate import Estimate, Share
from debate_core.measuring.panel_size import NO_INTERVAL, Coverage, PanelFigures
from debate_core.phrases import estimate_text
from debate_core.reporting.blocks import Block, Head, Table, columns
from debate_core.reporting.debate_figures import interval_lines
from debate_core.verdicts.lab import LabReport, Question
from debate_core.verdicts.rules import Rules, changed_words

SHAPES = {
    "normal": "normal errors",
    "exponential": "skewed errors",
    "lognormal": "more skewed errors",
    "t3": "heavy-tailed errors",
}
ALPHA_LEVEL = 0.95
SHIFTED = 0.05
"""Points: a shift worth naming as the reason why an interval holds too seldom."""
SLIGHT = 0.03
"""An interval that is off by this much or less is not plainly wrong."""
_RELATED = {"own": "each with its own mistakes", "pairs": "two to a model", "all": "all on one model"}


def about_text(question: Question, rules: Rules) -> str:
    """The panel that was asked about, and which thresholds of the rules were changed."""
    changed = changed_words(rules)
    return f"{panel_text(question)}.{f' Changed thresholds: {changed}.' if changed else ''}"


def panel_text(question: Question) -> str:
    """The panel that was asked about: the main settings always, the others where they were changed.

    >>> panel_text(Question(judges=3, related="all", shared=0.0, noise=0.5, whole="yes"))
    '3 judges, all on one model, sharing no mistakes; noise 0.5 points, whole scores; 3 arguments a side; a true lead \
of 1 point; default rules'
    """
    related = _RELATED[question.related]
    if question.sharing:
        related += f", sharing {share_words(question.shared)} of their mistakes"
    elif question.related != "own":
        related += ", sharing no mistakes"
    parts = [
        f"{question.judges} judges, {related}",
        ", ".join(_changed_texts(question)),
        f"{pluralise(question.arguments, 'argument')} a side",
        "an exact tie" if question.tie else f"a true lead of {points_text(question.gap)}",
        f"{question.rules} rules",
    ]
    return "; ".join(part for part in parts if part)


def _changed_texts(question: Question) -> list[str]:
    texts = {
        "noise": f"noise {points_text(question.noise)}",
        "severity": f"strictness {points_text(question.severity)}",
        "missing": f"{share_words(question.missing) + ' of' if question.missing else 'no'} scores missing",
        "spread": f"unequal use of the scale {question.spread:g}",
        "bias": f"all leaning {leaning_text(question)}",
        "leanings": f"own leanings {points_text(question.leanings)}",
        "split": f"one argument split by {points_text(question.split)}",
        "errors": SHAPES[question.errors],
        "gone": "low scores missing more often",
        "standings": "no rulings",
        "differ": f"arguments differing by {points_text(question.differ)}",
        "whole": "whole scores",
        "uneven": "noise unequal between judges",
    }
    return [text for name, text in texts.items() if name in changes(question)]


def points_text(size: float) -> str:
    return f"{size:g} point{'' if size == 1 else 's'}"


def leaning_text(question: Question) -> str:
    return f"to {'PRO' if question.bias > 0 else 'CON'} by {points_text(abs(question.bias))}"


def share_estimate(share: Share | None, reason: str | None = "not computed") -> Estimate:
    return Estimate(value=None, reason=reason) if share is None else share.estimate


def figures_table(first: str, panels: Mapping[str, PanelFigures], *, tie: bool) -> Table:
    """The figures of each kind of panel, by its name; at an exact tie neither side is the right one."""
    rates = ("Named a side" if tie else "Wrong", "No call", "Interval holds")
    heads = columns(
        first,
        *((one, "rate") for one in (rates if tie else ("Right", *rates))),
        ("Width, points", "hundredths"),
        ("Off by", "hundredths"),
    )
    rows = []
    for name, one in panels.items():
        counted = (one.wrong, one.no_call) if tie else (one.right, one.wrong, one.no_call)
        cover = share_estimate(one.gap.held, one.gap.reason or NO_INTERVAL)
        rows.append((name, *map(share_estimate, counted), cover, width_estimate(one.gap), one.off_by))
    return Table(columns=heads, rows=tuple(rows))


def width_estimate(cover: Coverage) -> Estimate:
    return cover.width or Estimate(value=None, reason=NO_INTERVAL)


def related_text(question: Question) -> str:
    """How the judges of one kind of panel are related.

    >>> related_text(Question()), related_text(Question(related="pairs", shared=0.0))
    ('Each its own mistakes', 'Two to a model, sharing no mistakes')
    """
    if question.related == "own":
        return "Each its own mistakes"
    text = "All on one model" if question.related == "all" else "Two to a model"
    return text if question.sharing else f"{text}, sharing no mistakes"


def lean_text(question: Question) -> str:
    """A leaning that all judges share is in every score; empty without one."""
    unseen = "No statistic on their scores can see it, however many judges there are."
    return f"All judges lean {leaning_text(question)}. {unseen}" if question.bias else ""


def cover_block(lab: LabReport) -> Block:
    """Whether the intervals hold as often as they promise."""
    asked = lab.asked
    covers = (("The lead's interval", asked.gap, lab.level), ("Alpha's interval", asked.alpha, ALPHA_LEVEL))
    width: Head = ("Mean width", "hundredths")
    heads = columns("Interval", ("Promised", "rate"), ("Holds", "rate"), width, "Judgment")
    lines = tuple(
        (name, level, share_estimate(one.held, one.reason), width_estimate(one), hold_text(one, level))
        for name, one, level in covers
    )
    rows = tuple((f"{name}, promised {share_words(level)}", share) for name, level, share, *_ in lines)
    return Block(
        key="cover",
        title=f"The lead's interval is {hold_text(asked.gap, lab.level)}",
        items=(
            cover_text(asked.gap, lab.level, lab.n),
            *filter(None, (_alpha_text(lab), lean_text(lab.question), _shared_text(lab))),
        ),
        figure=interval_lines(
            "Share of panels in which it holds, beside what it promises",
            "rate",
            rows,
            references=(lab.level, ALPHA_LEVEL),
        ),
        tables=(Table(columns=heads, rows=lines),),
    )


def cover_text(cover: Coverage, level: float, n: int) -> str:
    """What the lead's interval promises beside what it does.

    >>> held = Coverage(held=Share(count=618, of=1000), width=None, truth=1.0)
    >>> cover_text(held, 0.9, 1000)
    'It promises to hold the true lead in 90% of panels and holds it in 62% (likely 59% to 65%).'
    """
    promise = f"It promises to hold the true lead in {share_words(level)} of panels"
    if cover.held is None:
        return f"{promise}. How often it does is unknown: {cover.reason}."
    lacking = n - cover.held.of
    among = f" {lacking:,} of {n:,} panels had none." if lacking else ""
    holds = estimate_text(share_estimate(cover.held), "rate")
    return f"{promise} and holds it in {holds}.{among}"


def hold_text(cover: Coverage, level: float) -> str:
    if cover.held is None:
        return "not tested here"
    share = share_estimate(cover.held)
    if not (share.above(level) or share.below(level)):
        return "as promised, as far as these panels can tell"
    much = abs(cover.held.value - level) > SLIGHT
    if share.above(level):
        return "wider than it need be" if much else "slightly wider than it need be"
    if cover.shift and cover.shift.excludes_zero and abs(cover.shift.value) >= SHIFTED:
        way = "above" if cover.shift.above(0.0) else "below"
        return f"off, for the measured lead lies {number_text(abs(cover.shift.value), 2)} points {way} the true one"
    return "too narrow" if much else "slightly too narrow"


def _alpha_text(lab: LabReport) -> str:
    truth = lab.asked.alpha.truth
    reach = "On unlimited arguments this panel would reach alpha"
    return "" if truth is None else f"{reach} {number_text(truth, 2)}."


def _shared_text(lab: LabReport) -> str:
    if not lab.question.sharing:
        return ""
    text = "This panel's judges share mistakes, which no statistic on one debate can see."
    own, shared = (one.asked.alpha.truth for one in lab.pair)
    if own is not None and shared is not None and shared > own + 0.005:
        text += f" Alpha rises from {number_text(own, 2)} to {number_text(shared, 2)}: more alike, not more right."
    return text
