"""Debates beside each other, in words: one phrase for each figure, for the terminal and the screen.

Knows the comparison only. Invariant: every figure has its interval or the reason there is none; on no call nobody is
named.
"""

from debate_core.comparison import AgreementDifference, ComparedDebate, Comparison, SeverityThere
from debate_core.exports.numbers import called, with_interval
from debate_core.exports.sections import block, clean, columns, wrapped
from debate_core.numerals import (
    UNDEFINED,
    coefficient,
    counted,
    interval_words,
    number,
    share_words,
    signed,
    span,
    span_beside_zero,
)
from debate_core.wording import capital

SEVERITY = (
    "How far a judge scores below the panel it sits on, in points: two debates can be set beside each other as far as "
    "their panels are alike."
)
STANDARDISED = (
    "Each judge's own mean is taken out and its own spread made 1, so that debates under other scales or with other "
    "judges can be set beside each other."
)


def outcome_said(one: ComparedDebate) -> str:
    """What a debate came to; its intervals stand with the gap. Too early: why."""
    return called(one.outcome) if one.outcome else f"None yet: {one.too_early}"


def gap_said(one: ComparedDebate) -> str:
    """The gap in points with its intervals."""
    found = one.outcome
    if found is None or found.gap.value is None:
        return f"{UNDEFINED} ({(found and found.gap.reason) or one.too_early or 'not computed'})"
    reaches = [f"{reach.whose}: {span_beside_zero((reach.low, reach.high))}" for reach in one.reaches]
    return f"{signed(found.gap.value)} points ({'; '.join(reaches) or f'no interval: {found.gap.reason}'})"


def standardised_said(one: ComparedDebate) -> str:
    """The gap on z-scores."""
    found = one.standardised
    if found.value is None:
        return f"{UNDEFINED} ({found.reason})"
    reach = f"no interval: {found.reason}"
    if found.interval:
        reach = f"{share_words(found.level)} interval {span(found.interval)}"
    return f"{signed(found.value, 2)} standard deviations ({reach})"


def difference_said(one: AgreementDifference) -> str:
    """How far two agreements lie apart."""
    found = one.change
    if found.value is None:
        return f"not compared: {found.reason}"
    both = f"{coefficient(found.before)} and {coefficient(found.after)}"
    return f"{signed(found.value, 2)} ({interval_words(found)}): {both} over {counted(found.n, 'argument')} of both"


def severity_said(found: SeverityThere | None) -> str:
    """A judge's severity in one debate."""
    if found is None:
        return "not on this panel"
    if found.value is None:
        return f"{UNDEFINED} ({clean(found.reason or '')})"
    error = (
        f"no standard error: {found.reason}" if found.se is None else f"standard error {number(found.se, 2)}"
    )
    way = "" if signed(found.value) == "0" else " stricter" if found.value > 0 else " milder"
    return f"{signed(found.value)} points{way} ({error})"


def made_said(one: ComparedDebate) -> str:
    """Whether it is an example or simulated, and how many judges have scored."""
    made = "example" if one.example is not None else clean(one.simulated_said)
    return f"{one.judges_said}{f', {made}' if made else ''}"


def compared_as_plain(found: Comparison) -> str:
    """The comparison for a terminal."""
    blocks = [
        block(
            f"{place}. {one.id}  {clean(one.topic)}  [{made_said(one)}]",
            columns(
                (
                    ("outcome", clean(outcome_said(one))),
                    ("gap, PRO minus CON", gap_said(one)),
                    ("gap on z-scores", standardised_said(one)),
                    ("alpha", with_interval(one.alpha)),
                )
            ),
        )
        for place, one in enumerate(found.debates, 1)
    ]
    differences = [
        wrapped(f"{one.second} minus {one.first}: {difference_said(one)}") for one in found.agreement
    ]
    judges = [
        wrapped(f"{clean(judge.name)} ({clean(judge.model)}), {name}: {severity_said(one)}")
        for judge in found.judges
        for name, one in judge.severities.items()
    ]
    blocks += [
        block("Agreement beside agreement", differences),
        block(
            "Severity of the judges they share",
            [wrapped(SEVERITY), *judges] if judges else [wrapped(f"{capital(found.no_judges or '')}.")],
        ),
    ]
    return "\n\n".join(blocks) + "\n"
