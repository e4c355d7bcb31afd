"""A report as Markdown, for a wiki or a mail.

Knows the report only. Invariant: what a model wrote loads, links and formats nothing in it.
"""

import re
from collections.abc import Iterable, Sequence

from debate_core.exports.live import live_sections
from debate_core.exports.numbers import (
    LIKE_THESE,
    bare_interval,
    beside_outcome,
    headline,
    marks,
    reading_words,
    settled_lines,
    severity_words,
    shared_lines,
    statements,
    study_lines,
    usage_lines,
    ways_on,
    with_interval,
)
from debate_core.exports.plain import clean
from debate_core.exports.talk import talk_sections
from debate_core.numerals import coefficient, number
from debate_core.report.shape import ArgumentRow, JudgeRow, Report
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
    for one in (*live_sections(found, escape), *talk_sections(found, escape)):
        panel += section(one.title, *(f"- {line}" for line in one.lines))
    used = section("What it used", *(f"- {line}" for line in usage_lines(found.usage, escape)))
    return "\n".join([*panel, *_briefing(found), *used])


def section(title: str, *lines: str) -> list[str]:
    """Lines under a heading."""
    return [f"## {title}", "", *lines, ""]


def table(head: str, rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of cells under a head that is written out."""
    lines = ["|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|" for cells in rows]
    return [head, "|---" * (head.count("|") - 1) + "|", *lines]


def _head(found: Report) -> list[str]:
    lines = [f"# {escape(found.topic)}", ""]
    if found.example:
        lines += [f"*Example: {escape(found.example)}*", ""]
    elif found.simulated:
        lines += [f"*{_simulated(found)}*", ""]
    if found.brought:
        lines += [escape(found.brought), ""]
    if found.burden:
        lines += [burden_words(found.burden), ""]
    lines += [
        f"**{headline(found.outcome, found.those)}** · {found.judges_said}",
        "",
        reading_words(found),
        "",
    ]
    lines += [f"- {escape(reason)}" for reason in found.outcome.reasons]
    lines += [f"- Caution: {escape(caution)}" for caution in found.outcome.cautions]
    lines += [f"- {line}" for line in shared_lines(found, escape)]
    lines += [f"- {line}" for line in ways_on(found)]
    if found.review:
        lines.append(f"- Look at these yourself: {', '.join(found.review)}")
    lines += [f"- {line}" for line in settled_lines(found, escape)]
    return [*lines, ""]


def _simulated(found: Report) -> str:
    said = escape(found.simulated_said)
    made = "made by this program for demonstration; its evidence is invented"
    if found.simulated_said == "simulated":
        return f"Simulated: {made}."
    return f"{capital(said)}. What is simulated was {made}."


def _agreement(found: Report) -> list[str]:
    agreement, those = found.agreement, found.those
    rows = (
        ("alpha, interval, on composites", with_interval(agreement.alpha, those)),
        ("kappa on standings", with_interval(agreement.kappa, those)),
        ("ordinal alpha on standings", with_interval(agreement.alpha_standings, those)),
        ("AC1 on standings", bare_interval(coefficient(agreement.ac1), agreement.ac1_interval, those)),
        (
            "relative coefficient of the mean, ICC(C,k)",
            with_interval(agreement.generalizability.relative_mean, those),
        ),
        (
            "absolute coefficient of the mean, ICC(A,k)",
            with_interval(agreement.generalizability.absolute_mean, LIKE_THESE),
        ),
    )
    figures = table("| statistic | value |", rows)
    return section("How far the judges agree", *figures, "", *study_lines(found))


def _arguments(found: Report) -> list[str]:
    head = (
        "| argument | claim | answer | mean (points) | spread (points) | majority | split | fallacies seen |"
    )
    return section("Arguments", *table(head, (_argument(row, marks(found, row)) for row in found.arguments)))


def _argument(row: ArgumentRow, marked: str) -> list[str]:
    split = ", ".join(f"{count} {standing.lower()}" for standing, count in row.split.items())
    fallacies = ", ".join(f"{name} ({count})" for name, count in (row.fallacies or {}).items())
    cells = [
        f"{row.id} ({marked})" if marked else row.id,
        escape(row.claim),
        (row.response and row.response.response_type) or NO_RESPONSE,
        number(row.mean),
        number(row.adjusted_spread),
        row.majority or "none",
        split or "none",
        fallacies or ("not given" if row.fallacies is None else "none"),
    ]
    return [cell.replace("_", " ") for cell in cells]


def _judges(found: Report) -> list[str]:
    head = "| judge | model | weight | severity (points) | ballot | given |"
    return section("Judges", *table(head, map(_judge, found.judges)))


def _judge(row: JudgeRow) -> list[str]:
    who = [escape(row.name), escape(row.model or "person")]
    if row.status == "failed":
        return [*who, f"failed: {escape(row.cause or 'no cause given')}", "", "", ""]
    ballots = [row.ballot or "none", row.ballot_given or "not given"]
    return [*who, coefficient(row.weight), severity_words(row.severity), *ballots]


def _robustness(found: Report) -> list[str]:
    """The outcome under other readings: one sentence, and a line for each."""
    title = "Does the outcome hang on one choice?"
    if found.robustness is None:
        return section(title, f"Not computed: {found.robustness_reason}.")
    rows = ((escape(one.change), CALLS[one.call], beside_outcome(one)) for one in found.robustness)
    said = escape(found.robustness_sentence or "")
    return section(title, said, "", *table("| read with | outcome | |", rows))


def _briefing(found: Report) -> list[str]:
    if found.briefing.value is None:
        return section("Briefing", f"None: {escape(found.briefing.reason or '')}")
    lines = []
    for name, one in statements(found.briefing.value):
        rests = ", ".join(one.rests_on) if one.supported else "unsupported"
        lines.append(f"- {name}: {escape(one.text)} ({rests})")
    if found.shared_errors.in_short:
        lines += ["", found.shared_errors.in_short]
    return section("Briefing", *lines)
