"""A report as plain text for a terminal.

Knows the report only. Invariant: control characters in model text never reach the terminal.
"""

import re
import textwrap
from collections.abc import Iterable

from debate_core.exports.live import live_sections
from debate_core.exports.numbers import (
    LIKE_THESE,
    bare_interval,
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
from debate_core.exports.talk import talk_sections
from debate_core.numerals import UNDEFINED, coefficient, number, percent
from debate_core.report.shape import Report
from debate_core.transcript import burden_words
from debate_core.wording import worded

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
WIDTH = 100


def as_plain(found: Report) -> str:
    """The report, top to bottom as one would tell it."""
    panel = [_head(found), _agreement(found), _arguments(found), _judges(found), _robustness(found)]
    sections = (*live_sections(found, clean), *talk_sections(found, clean))
    live = [block(one.title, map(wrapped, one.lines)) for one in sections]
    used = block("What it used", [wrapped(line) for line in usage_lines(found.usage, clean)])
    return "\n\n".join([*panel, *live, _briefing(found), used]) + "\n"


def block(title: str, lines: Iterable[str]) -> str:
    """A title with lines below it."""
    return "\n".join([title, *lines])


def rows(pairs: Iterable[tuple[str, str]], width: int) -> list[str]:
    """A name and what is said of it on each line, in columns."""
    return [f"  {name:<{width}}{value}" for name, value in pairs]


def wrapped(line: str) -> str:
    """One line, or as many as it takes, set in."""
    return textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    ")


def clean(text: str) -> str:
    """Model text on one line, without control characters.

    >>> clean("a\\x1b[31m b\\n c")
    'a[31m b c'
    """
    return " ".join(visible(text.replace("\n", " ").replace("\t", " ")).split())


def visible(text: str) -> str:
    """Model text with its lines, without control characters.

    >>> visible("a\\x1b[31m b\\n c")
    'a[31m b\\n c'
    """
    return _CONTROLS.sub("", text)


def _head(found: Report) -> str:
    made = f"example: {clean(found.example)}" if found.example else clean(found.simulated_said)
    mark = f"  [{made}]" if made else ""
    lines = [f"{clean(found.topic)}{mark}", f"{headline(found.outcome, found.those)} · {found.judges_said}"]
    if found.brought:
        lines.append(wrapped(clean(found.brought)))
    if found.burden:
        lines.append(wrapped(burden_words(found.burden)))
    lines.append(wrapped(reading_words(found)))
    lines += [f"  because {_lower(reason)}" for reason in found.outcome.reasons]
    lines += [f"  caution: {_lower(caution)}" for caution in found.outcome.cautions]
    lines += map(wrapped, shared_lines(found, clean))
    lines += map(wrapped, ways_on(found))
    if found.review:
        lines.append(f"  look at these yourself: {', '.join(found.review)}")
    lines += [wrapped(line) for line in settled_lines(found, clean)]
    return "\n".join(lines)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence


def _agreement(found: Report) -> str:
    agreement, same, those = found.agreement, found.agreement.percent, found.those
    figures = [
        ("alpha (composites)", with_interval(agreement.alpha, those)),
        ("kappa (standings)", with_interval(agreement.kappa, those)),
        ("ordinal alpha (standings)", with_interval(agreement.alpha_standings, those)),
        ("AC1 (standings)", bare_interval(coefficient(agreement.ac1), agreement.ac1_interval, those)),
        ("same standing", UNDEFINED if same is None else f"{percent(same)} of pairs, mean over arguments"),
        ("ICC(C,k), the mean", with_interval(agreement.generalizability.relative_mean, those)),
        ("ICC(A,k), the mean", with_interval(agreement.generalizability.absolute_mean, LIKE_THESE)),
    ]
    lines = [*rows(figures, 26), *map(wrapped, study_lines(found))]
    return block("How far the judges agree", lines)


def _arguments(found: Report) -> str:
    lines = ["Arguments (mean in points, spread once severity is removed)"]
    for row in found.arguments:
        figures = f"{number(row.mean):>9} {number(row.adjusted_spread):>9}"
        said = f"{worded(row.majority or 'no standing')}  {marks(found, row)}".rstrip()
        lines.append(f"  {row.id:<6} {figures}  {said}")
        lines += textwrap.wrap(clean(row.claim), WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return "\n".join(lines)


def _judges(found: Report) -> str:
    lines = ["Judges (weight, severity in points, own ballot)"]
    for row in found.judges:
        if row.status == "failed":
            lines.append(f"  {clean(row.name):<14} failed: {clean(row.cause or 'no cause given')}")
            continue
        said = f"  said {row.ballot_given}" if row.contradicts else "  person" if row.person else ""
        figures = f"{coefficient(row.weight):>9} {severity_words(row.severity):>9}"
        lines.append(f"  {clean(row.name):<14} {figures}  {row.ballot or 'none'}{said}")
    return "\n".join(lines)


def _robustness(found: Report) -> str:
    said = found.robustness_sentence or f"Not computed: {found.robustness_reason}."
    return block("Does the outcome hang on one choice?", [wrapped(clean(said))])


def _briefing(found: Report) -> str:
    if found.briefing.value is None:
        return f"Briefing: none ({clean(found.briefing.reason or '')})"
    lines = []
    for name, one in statements(found.briefing.value):
        rests = ", ".join(one.rests_on) if one.supported else "unsupported: names no argument"
        lines.append(wrapped(f"{name}: {clean(one.text)} [{rests}]"))
    if found.shared_errors.in_short:
        lines.append(wrapped(found.shared_errors.in_short))
    return block("Briefing (one model's words)", lines)
