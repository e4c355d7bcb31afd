"""Statistics and outcomes as one line of a report; what people settled, as one phrase; what a debate used, in tokens
and money, in all, then by side, judge and other part.

Knows a report's values only. Invariant: None never becomes a number, on no call nobody is named, who settled a thing
and why is never left out, and a cost that is not known says so, and why.
"""

from collections import Counter

from debate_core.briefing import Briefing, Statement
from debate_core.llm.base import is_simulated
from debate_core.measuring.agreement import banded
from debate_core.measuring.estimate import Estimate
from debate_core.numerals import (
    UNDEFINED,
    Span,
    coefficient,
    counted,
    dollars,
    ends_words,
    interval_words,
    listed,
    number,
    odds,
    percent,
    points_beside_zero,
    share_words,
    signed,
    span,
    span_beside_zero,
    spelled,
)
from debate_core.record import NOTHING_ARGUED
from debate_core.report.outcome_words import unnamed_title
from debate_core.report.shape import ArgumentRow, Change, OutcomeReport, Report, SettledRow
from debate_core.report.usage import ModelRow, UsageReport, UsedRow
from debate_core.reviews import standing_said
from debate_core.rules import changed_words
from debate_core.scoresheet import STANDINGS
from debate_core.wording import CALIBRATIONS, Say, capital, lead, side_of, worded

THESE = "these judges"
"""For whom an interval over arguments holds."""
LIKE_THESE = "judges like these"
"""For whom one holds that takes the judges, too, as drawn."""


def with_interval(found: Estimate, whose: str = THESE) -> str:
    """A coefficient with its interval and for whom that holds, or with the reason why one of them is missing."""
    if found.value is None:
        return f"{UNDEFINED} ({found.reason})"
    if found.interval is None:
        missing = f" (no interval: {found.reason})" if found.reason else ""
        return banded(found.value) + missing
    return f"{banded(found.value)} ({interval_words(found, whose)})"


def bare_interval(shown: str, interval: Span | None) -> str:
    """A figure that has no place for a reason, with its interval where there is one."""
    return f"{shown} (95% interval {span(interval)})" if interval else shown


def measure_rows(report: Report) -> list[dict[str, str]]:
    """Every measure of how far the judges agree, by column."""
    found, mean = report.agreement, report.agreement.generalizability
    sure = f"95%, {report.those}, or why not"
    named = {
        "Scores (alpha)": found.alpha,
        "Standings beyond chance (kappa)": found.kappa,
        "Standings, near misses counted (ordinal alpha)": found.alpha_standings,
        f"{consistency_words(report)} ({consistency_name(report)})": found.consistency,
        f"The mean of {report.those}, severity taken out (ICC(C,k))": mean.relative_mean,
        f"The mean of {report.like_those}, severity counted (ICC(A,k))": mean.absolute_mean,
    }
    shares = {
        "The same standing beyond chance (AC1)": (coefficient, found.ac1),
        "The same standing, of pairs (percent agreement)": (percent, found.percent),
    }
    rows = [
        {
            "Measure": name,
            "Figure": coefficient(one.value),
            sure: ends_words(one, report.like_those if one is mean.absolute_mean else ""),
        }
        for name, one in named.items()
    ]
    for name, (shown, one) in shares.items():
        ends = " to ".join(map(shown, one.interval)) if one.interval else f"no interval: {one.reason}"
        rows.append({"Measure": name, "Figure": shown(one.value), sure: ends})
    for limit, chance in (("0.67", found.alpha.p_67), ("0.80", found.alpha.p_80)):
        if chance is not None:
            rows.append(
                {"Measure": f"Confidence that alpha reaches {limit}", "Figure": odds(chance), sure: "–"}
            )
    return rows


def consistency_words(report: Report) -> str:
    """What consistency is computed on: where nothing was calibrated it is alpha again."""
    return "Scores, once calibrated" if report.calibration.done else "Scores as given: alpha again"


def consistency_name(report: Report) -> str:
    """What alpha of calibrated scores is called, which is never plain alpha."""
    removed = report.calibration.done and report.calibration.method == "additive"
    return "relative agreement" if removed else "consistency"


def study_lines(report: Report) -> list[str]:
    """What would make the mean, and the comparison of sides, reliable enough; how missing scores were handled."""
    found = report.agreement.generalizability
    said = found.sentence, report.sides_study.sentence if found.sentence else None, found.note
    return [line for line in said if line]


def statements(briefing: Briefing) -> list[tuple[str, Statement]]:
    """What the briefing says, each statement after its name."""
    unresolved = [("To verify", one) for one in briefing.unresolved]
    return [("Key insight", briefing.key_insight), *unresolved, ("Recommendation", briefing.recommendation)]


def severity_words(value: float | None, error: float | None = None) -> str:
    """How far a judge scores below the panel, with its sign, and its standard error."""
    if value is None:
        return UNDEFINED
    return signed(value) if error is None else f"{signed(value)} ± {number(error)}"


def beside_outcome(change: Change) -> str:
    """How a line of the robustness table ends, beside the outcome it tests."""
    return "differs" if change.flips else "same by construction" if change.same else "same"


def shared_errors(report: Report, shown: Say = str) -> str:
    """What the intervals can't know: whether judges misread the same things because they are one model.

    `shown` makes a model's name fit for where the sentence goes.
    """
    models = Counter(judge.model for judge in report.judges if judge.scores and judge.model)
    model, most = models.most_common(1)[0] if models else ("", 0)
    if most < 2:
        return "Each judge runs on a model of its own; models that learned from the same texts can still share errors."
    if report.example is not None:
        return "The scores of this example were written by hand; judges on one model would share errors."
    if is_simulated(model):
        return (
            "These simulated judges err independently, unless a leaning is set for them all. Judges on one real model "
            "err together, and then the intervals are too narrow."
        )
    who = f"{spelled(most)} of these judges run" if most < models.total() else "All these judges run"
    return (
        f"{capital(who)} on one model ({shown(model)}): they share errors, so the intervals are too narrow, "
        "and part of the agreement is the model agreeing with itself."
    )


def reading_words(report: Report) -> str:
    """How the scores were read, and each threshold that is not the usual one; empty where too few came."""
    if report.progress == "failed":
        return ""
    read = report.settings
    said = f"Read with {CALIBRATIONS[read.calibration]}, {read.weights} weights, the {read.rules} rules"
    if report.topic_type.overridden:
        said += f", the topic taken as of type {report.topic_type.type}"
    if report.seated:
        said += ", people's scores counted"
    elif read.people:
        said += ", people's scores asked for, which nobody has given"
    changed = changed_words(read.ruling)
    return f"{said}; changed from the usual: {changed}." if changed else f"{said}."


def shared_lines(report: Report, shown: Say = str) -> list[str]:
    """What errors in common are to be reckoned with, and what is known of them."""
    if report.outcome.gap.interval is None:
        return []
    found = report.shared_errors
    known = [found.before_said] if found.before.value is not None else []
    return [shared_errors(report, shown), *known]


def ways_on(report: Report) -> list[str]:
    """What could settle a no call, and that nothing critical rests on it until then; nothing beside a named side."""
    if report.outcome.call != "no_call" or report.awaited:
        return []
    if report.outcome.nothing_argued:
        return ["Rest nothing on this: have another model debate it."]
    ways = {
        "have real models judge it": report.void,
        "let the judges deliberate": report.may_deliberate,
        "ask people who know the field": True,
        "gather what would help": bool(report.helps),
    }
    *first, last = [way for way, open_ in ways.items() if open_]
    return [f"Rest no critical decision on this yet: {', '.join(first)}{' or ' if first else ''}{last}."]


def called(found: OutcomeReport) -> str:
    """The outcome and the gap, without intervals; on no call it names nobody."""
    if found.call == "no_call":
        return NOTHING_ARGUED if found.nothing_argued else "No call"
    gap = found.gap.value
    if gap is not None and side_of(gap) != found.call:
        return f"{found.call.upper()}, on standardised scores; in points {lead(gap)}"
    size = UNDEFINED if gap is None else points_beside_zero(abs(gap))
    return f"{found.call.upper()}, by {size}"


def headline(report: Report) -> str:
    """The outcome in one line, with its intervals where a side is named in points."""
    if report.outcome.call == "no_call":
        return unnamed_title(report)
    found, text = report.outcome, called(report.outcome)
    against = found.gap.value is not None and side_of(found.gap.value) != found.call
    if against or found.gap.interval is None:
        return text
    gaps = ((found.gap, report.those), (found.by_judge, report.like_those))
    said = [_interval(found.call, gap.level, ends, whose) for gap, whose in gaps if (ends := gap.interval)]
    return f"{text} ({'; '.join(said)})"


def _interval(call: str, level: float, ends: Span, whose: str) -> str:
    """An interval of the gap as the side that is named sees it, and for whom it holds."""
    low, high = ends if call == "pro" else (-ends[1], -ends[0])
    return f"{share_words(level)} interval {span_beside_zero((low, high))}, {whose}"


def settled_words(one: SettledRow, shown: Say = str) -> str:
    """As what an argument was settled, following whom, by whom and why. `shown` makes people's words fit for where the
    phrase goes.

    >>> settled_words(SettledRow(argument="PRO-2", standing=None, follows=("Risk",), reason="Unknowable", by="Ana"))
    'settled as irresolvable by Ana, following Risk: Unknowable'
    """
    follows = f", following {listed([shown(name) for name in one.follows])}" if one.follows else ""
    return f"settled as {standing_said(one.standing)} by {shown(one.by)}{follows}: {shown(one.reason)}"


def marks(found: Report, row: ArgumentRow) -> str:
    """What stands behind an argument's id: whether the judges part on it, and as what it was settled."""
    settled = found.settlement(row.id)
    said = ["divergent"] if row.divergent else []
    return ", ".join([*said, f"settled as {standing_said(settled.standing)}"] if settled else said)


def split_words(row: ArgumentRow) -> str:
    """How many judges gave each standing, the best standing first."""
    said = [f"{row.split[name]} {worded(name)}" for name in reversed(STANDINGS) if name in row.split]
    return ", ".join(said) or "none given"


def fallacy_words(report: Report, row: ArgumentRow) -> str:
    """Each fallacy with how many judges saw it."""
    if row.fallacies is None:
        return "not given"
    judges = sum(row.standings[judge.name] is not None for judge in report.judges if not judge.person)
    seen = [f"{worded(name)} ({count} of {judges} judges)" for name, count in row.fallacies.items()]
    return ", ".join(seen) or "none seen"


def settled_lines(found: Report, shown: Say = str) -> list[str]:
    """A line for each settled argument, and what the outcome would be if the judges had not parted on them."""
    lines = [f"{one.argument} was {settled_words(one, shown)}" for one in found.settled]
    return [*lines, shown(found.if_settled.sentence)] if found.if_settled else lines


def cost_said(cost: float | None, reason: str | None) -> str:
    """A cost, or why there is none.

    >>> cost_said(0.5, None), cost_said(0.5, "without x, which has no price"), cost_said(None, "no price: simulated")
    ('$0.50', '$0.50 without x, which has no price', 'no price: simulated')
    """
    if cost is None:
        words = reason or "no reason given"
        return words if words.startswith(("no price", "written")) else f"cost unknown ({words})"
    return f"{dollars(cost)} {reason}" if reason else dollars(cost)


def tokens_said(row: UsedRow | UsageReport) -> str:
    """Tokens, and how many of them were thought or came out of a cache."""
    parts = [f"{row.thinking:,} of them thinking"] if row.thinking else []
    parts += [f"{row.cached:,} read from a cache"] if row.cached else []
    parts += ["in a batch, at half price"] if isinstance(row, UsedRow) and row.batched else []
    return f"{row.tokens:,} tokens" + (f" ({', '.join(parts)})" if parts else "")


def price_said(row: ModelRow) -> str:
    """A model's price, or why it has none."""
    if row.input is None or row.output is None:
        return row.reason or "no reason given"
    cached = f", {dollars(row.cached)} of input from a cache" if row.cached is not None else ""
    return f"{dollars(row.input)} a million tokens of input{cached}, {dollars(row.output)} of output"


def at_cap(calls: int) -> str:
    """That calls whose tokens nobody said are counted at what they may have used at most, in brackets."""
    return f" ({counted(calls, 'call')} counted at the cap)" if calls > 0 else ""


def calls_said(tries: int, calls: int) -> str:
    """How many, and that each try counts where some call was tried more than once.

    >>> calls_said(11, 11), calls_said(15, 11)
    ('11 calls', '15 calls, each try counted')
    """
    return f"{counted(tries, 'call')}{', each try counted' if tries > calls else ''}"


def usage_sentences(found: UsageReport) -> list[str]:
    """In all, what of the cost is known, and what was counted at its most."""
    calls = calls_said(found.calls, len(found.by_call))
    said = [f"{calls}, {tokens_said(found)}, {cost_said(found.cost, found.reason)}."]
    if found.cost_known is not None:
        said.append(f"Known of it: {dollars(found.cost_known)}.")
    if found.unknown:
        said.append(
            f"{counted(found.unknown, 'call')} counted at the most it could use: nobody said its tokens."
        )
    return said


def usage_lines(found: UsageReport, say: Say) -> list[str]:
    """In all, then a line a part, then what was reckoned with."""
    lines = [say(sentence) for sentence in usage_sentences(found)]
    for row in found.by:
        cost = f", {cost_said(row.cost, row.reason)}" if row.cost is not None else ""
        lines.append(say(f"{row.name}: {counted(row.calls, 'call')}, {tokens_said(row)}{cost}"))
    if found.prices_of:
        lines.append(say(f"prices: {found.prices_of}"))
    return lines
