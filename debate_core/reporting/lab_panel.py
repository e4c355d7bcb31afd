"""The panel that the lab was asked about, in words, and what was counted of it, as cells."""

from debate_core.domain.numerals import pluralise, share_words
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.panel_size import NO_INTERVAL, Cover, PanelFigures
from debate_core.measuring.shares import Share
from debate_core.reporting.blocks import Cell, Column
from debate_core.verdicts.lab import Question
from debate_core.verdicts.rules import Rules, changed_words

SHAPES = {
    "normal": "normal errors",
    "exponential": "skewed errors",
    "lognormal": "more skewed errors",
    "t3": "heavy-tailed errors",
}
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
    }
    return [text for name, text in texts.items() if name in question.changed]


def points_text(size: float) -> str:
    return f"{size:g} point{'' if size == 1 else 's'}"


def leaning_text(question: Question) -> str:
    return f"to {'PRO' if question.bias > 0 else 'CON'} by {points_text(abs(question.bias))}"


def share_estimate(share: Share | None, reason: str = "not computed") -> Estimate:
    if share is None:
        return Estimate(value=None, reason=reason)
    return share.estimate


def figure_columns(first: str, *, tie: bool) -> tuple[Column, ...]:
    """The figures of one kind of panel; at an exact tie neither side is the right one."""
    named = (Column("Named a side", "rate"),) if tie else (Column("Right", "rate"), Column("Wrong", "rate"))
    return (
        *(Column(first), *named, Column("No call", "rate"), Column("The lead's interval holds", "rate")),
        *(Column("Its width, points", "hundredths"), Column("Lead usually off by, points", "hundredths")),
    )


def figure_cells(one: PanelFigures, *, tie: bool) -> tuple[Cell, ...]:
    named = (one.wrong,) if tie else (one.right, one.wrong)
    held = share_estimate(one.gap.held, one.gap.reason or NO_INTERVAL)
    return (
        *map(share_estimate, named),
        share_estimate(one.no_call),
        held,
        width_estimate(one.gap),
        one.off_by,
    )


def width_estimate(cover: Cover) -> Estimate:
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
    if not question.bias:
        return ""
    return (
        f"All judges lean {leaning_text(question)}. No statistic on their scores can see it, however many judges "
        "there are."
    )
