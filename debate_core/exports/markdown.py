"""A report as Markdown, for a wiki or a mail.

Knows the report only. Invariant: what a model wrote loads, links and formats nothing in it.
"""

import re

from debate_core.exports.live import live_sections, novelty_section
from debate_core.exports.numbers import (
    bare_interval,
    beside_outcome,
    headline,
    reading_words,
    severity_words,
    shared_errors,
    with_interval,
)
from debate_core.exports.plain import clean
from debate_core.numerals import coefficient, number
from debate_core.report.shape import ArgumentRow, Report
from debate_core.transcript import burden_words
from debate_core.wording import CALLS, NO_RESPONSE, capital

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def escape(text: str) -> str:
    """Model text as Markdown that renders to the same characters, on one line.

    >>> escape("![x](http://a.b) | 1 < 2")
    '\\\\!\\\\[x\\\\]\\\\(http\\\\:\\\\/\\\\/a\\\\.b\\\\) \\\\| 1 \\\\< 2'
    """
    return _PUNCTUATION.sub(r"\\\1", clean(text))


def as_markdown(found: Report) -> str:
    """The report: outcome, agreement, arguments, judges, the live judge's part, briefing."""
    panel = [*_head(found), *_agreement(found), *_arguments(found), *_judges(found), *_robustness(found)]
    return "\n".join([*panel, *_live(found), *_briefing(found)]) + "\n"


def _head(found: Report) -> list[str]:
    lines = [f"# {escape(found.topic)}", ""]
    if found.example:
        lines += [f"*Example: {escape(found.example)}*", ""]
    elif found.simulated:
        lines += [f"*{_simulated(found)}*", ""]
    if found.burden:
        lines += [burden_words(found.burden), ""]
    lines += [f"**{headline(found.outcome)}** · {found.judges_said}", "", reading_words(found), ""]
    lines += [f"- {escape(reason)}" for reason in found.outcome.reasons]
    lines += [f"- Caution: {escape(caution)}" for caution in found.outcome.cautions]
    if found.outcome.interval is not None:
        lines.append(f"- {shared_errors(found, escape)}")
    if found.review:
        lines.append(f"- Look at these yourself: {', '.join(found.review)}")
    return [*lines, ""]


def _simulated(found: Report) -> str:
    said = escape(found.simulated_said)
    made = "made by this program for demonstration; its evidence is invented"
    if found.simulated_said == "simulated":
        return f"Simulated: {made}."
    return f"{capital(said)}. What is simulated was {made}."


def _agreement(found: Report) -> list[str]:
    agreement = found.agreement
    return [
        "## How far the judges agree",
        "",
        "| statistic | value |",
        "|---|---|",
        f"| alpha, interval, on composites | {with_interval(agreement.alpha)} |",
        f"| kappa on standings | {with_interval(agreement.kappa)} |",
        f"| ordinal alpha on standings | {with_interval(agreement.alpha_standings)} |",
        f"| AC1 on standings | {bare_interval(coefficient(agreement.ac1), agreement.ac1_interval)} |",
        "",
    ]


def _arguments(found: Report) -> list[str]:
    lines = [
        "## Arguments",
        "",
        "| argument | claim | answer | mean (points) | spread (points) | majority | split | fallacies seen |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return [*lines, *(_argument(row) for row in found.arguments), ""]


def _argument(row: ArgumentRow) -> str:
    answer = (row.response and row.response.response_type) or NO_RESPONSE
    split = ", ".join(f"{count} {standing.lower()}" for standing, count in row.split.items()) or "none"
    fallacies = ", ".join(f"{name} ({count})" for name, count in (row.fallacies or {}).items())
    seen = fallacies or ("not given" if row.fallacies is None else "none")
    cells = [
        row.id + (" (divergent)" if row.divergent else ""),
        escape(row.claim),
        answer,
        number(row.mean),
        number(row.adjusted_spread),
        row.majority or "none",
        split,
        seen,
    ]
    return "| " + " | ".join(cell.replace("_", " ") for cell in cells) + " |"


def _judges(found: Report) -> list[str]:
    lines = [
        "## Judges",
        "",
        "| judge | model | weight | severity (points) | ballot | given |",
        "|---|---|---|---|---|---|",
    ]
    for row in found.judges:
        if row.status == "failed":
            cause = escape(row.cause or "no cause given")
            lines.append(f"| {escape(row.name)} | {escape(row.model)} | failed: {cause} | | | |")
        else:
            lines.append(
                f"| {escape(row.name)} | {escape(row.model)} | {coefficient(row.weight)} | "
                f"{severity_words(row.severity)} | {row.ballot or 'none'} | {row.ballot_given or 'not given'} |"
            )
    return [*lines, ""]


def _robustness(found: Report) -> list[str]:
    """The outcome under other readings: one sentence, and a line for each."""
    lines = ["## Does the outcome hang on one choice?", ""]
    if found.robustness is None:
        return [*lines, f"Not computed: {found.robustness_reason}.", ""]
    lines += [escape(found.robustness_sentence or ""), "", "| read with | outcome | |", "|---|---|---|"]
    lines += [
        f"| {escape(one.change)} | {CALLS[one.call]} | {beside_outcome(one)} |" for one in found.robustness
    ]
    return [*lines, ""]


def _live(found: Report) -> list[str]:
    """What each turn adds and the live judge's part, a heading each; none without one."""
    lines = []
    for section in (*novelty_section(found), *live_sections(found, escape)):
        lines += [f"## {section.title}", "", *(f"- {line}" for line in section.lines), ""]
    return lines


def _briefing(found: Report) -> list[str]:
    briefing = found.briefing.value
    if briefing is None:
        return ["## Briefing", "", f"None: {escape(found.briefing.reason or '')}"]
    named = [("Key insight", briefing.key_insight), *(("To verify", one) for one in briefing.unresolved)]
    lines = ["## Briefing", ""]
    for name, statement in [*named, ("Recommendation", briefing.recommendation)]:
        rests = ", ".join(statement.rests_on) if statement.supported else "unsupported"
        lines.append(f"- {name}: {escape(statement.text)} ({rests})")
    return lines
