"""A report in words: as plain text for a terminal, as Markdown for a wiki or a mail. One list of sections, set twice.

Knows the report only. Invariant: both forms say the same; every word of a model or a person goes through `say`, the
form's own neutraliser.
"""

import textwrap
from collections.abc import Iterator

from debate_core.exports import numbers
from debate_core.exports.seam import discussion_sections, live_sections
from debate_core.exports.sections import (
    WIDTH,
    Section,
    block,
    clean,
    escape,
    in_markdown,
    in_text,
    wrapped,
)
from debate_core.numerals import coefficient, number
from debate_core.report.outcome_words import change_words
from debate_core.report.shape import ArgumentRow, JudgeRow, Report
from debate_core.transcript import burden_words
from debate_core.wording import CALLS, NO_RESPONSE, Say, capital, worded


def as_plain(found: Report) -> str:
    """The report, top to bottom as one would tell it; each argument on a line, its claim below."""
    made = f"example: {clean(found.example)}" if found.example else clean(found.simulated_said)
    burden = burden_words(found.burden) if found.burden else ""
    said = (clean(found.brought), burden, numbers.reading_words(found), *_lede(found, clean))
    head = [
        f"{clean(found.topic)}{f'  [{made}]' if made else ''}",
        f"{numbers.headline(found)} · {found.judges_said}",
        *map(wrapped, filter(None, said)),
    ]
    agreement, *rest = map(in_text, _sections(found, clean))
    return "\n\n".join(["\n".join(head), agreement, _arguments(found), *rest]) + "\n"


def as_markdown(found: Report) -> str:
    """The same, with each argument's answer, split and fallacies beside it."""
    burden = burden_words(found.burden) if found.burden else ""
    outcome = f"**{numbers.headline(found)}** · {found.judges_said}"
    head = (
        *(f"# {escape(found.topic)}", _made(found), escape(found.brought), burden, outcome),
        numbers.reading_words(found),
        "\n".join(f"- {line}" for line in _lede(found, escape)),
    )
    agreement, *rest = map(in_markdown, _sections(found, escape))
    return "\n".join([*(f"{part}\n" for part in head if part), agreement, _argument_table(found), *rest])


def _made(found: Report) -> str:
    """Whether it is an example or simulated, in Markdown."""
    if found.example:
        return f"*Example: {escape(found.example)}*"
    said = found.simulated_said
    made = "made by this program for demonstration; its evidence is invented"
    if said in ("", "simulated"):
        return f"*Simulated: {made}.*" if said else ""
    return f"*{capital(escape(said))}. What is simulated was {made}.*"


def _lede(found: Report, say: Say) -> Iterator[str]:
    """Why the outcome is as it is, what to beware of, what to look at, and what people settled."""
    yield from map(say, found.outcome.reasons)
    yield from (f"Caution: {say(caution)}" for caution in found.outcome.cautions)
    yield from numbers.shared_lines(found, say)
    yield from numbers.ways_on(found)
    if found.review:
        yield f"Look at these yourself: {', '.join(found.review)}"
    yield from numbers.settled_lines(found, say)


def _sections(found: Report, say: Say) -> Iterator[Section]:
    """All but the arguments: agreement, judges, robustness, the live judge's part, deliberation, briefing, usage."""
    yield _agreement(found)
    yield _judges(found, say)
    yield _robustness(found, say)
    yield from live_sections(found, say)
    yield from discussion_sections(found, say)
    yield _briefing(found, say)
    yield Section(title="What it used", lines=tuple(numbers.usage_lines(found.usage, say)))


def _agreement(found: Report) -> Section:
    rows = numbers.measure_rows(found)
    return Section(
        title="How far the judges agree",
        head=tuple(rows[0]),
        rows=tuple(tuple(row.values()) for row in rows),
        lines=tuple(numbers.study_lines(found)),
    )


def _arguments(found: Report) -> str:
    lines = []
    for row in found.arguments:
        figures = f"{number(row.mean):>9} {number(row.adjusted_spread):>9}"
        said = f"{worded(row.majority or 'no standing')}  {numbers.marks(found, row)}".rstrip()
        lines.append(f"  {row.id:<6} {figures}  {said}")
        lines += textwrap.wrap(clean(row.claim), WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return block("Arguments (mean in points, spread once severity is removed)", lines)


def _argument_table(found: Report) -> str:
    spoken = ("argument", "claim", "answer")
    judged = ("mean (points)", "spread (points)", "majority", "split", "fallacies seen")
    rows = tuple(_argument(found, row) for row in found.arguments)
    return in_markdown(Section(title="Arguments", head=(*spoken, *judged), rows=rows))


def _argument(found: Report, row: ArgumentRow) -> tuple[str, ...]:
    marked = numbers.marks(found, row)
    cells = (
        f"{row.id} ({marked})" if marked else row.id,
        escape(row.claim),
        (row.response and row.response.response_type) or NO_RESPONSE,
        number(row.mean),
        number(row.adjusted_spread),
        row.majority or "none",
        numbers.split_words(row),
        numbers.fallacy_words(found, row),
    )
    return tuple(cell.replace("_", " ") for cell in cells)


def _judges(found: Report, say: Say) -> Section:
    failed = [row for row in found.judges if row.status == "failed"]
    return Section(
        title="Judges",
        head=("judge", "model", "weight", "severity (points ± its standard error)", "ballot", "given"),
        rows=tuple(_judge(row, say) for row in found.judges if row.status != "failed"),
        lines=tuple(
            f"{say(row.name)} ({say(row.model or 'person')}) failed: {say(row.cause or 'no cause given')}"
            for row in failed
        ),
    )


def _judge(row: JudgeRow, say: Say) -> tuple[str, ...]:
    ballots = row.ballot or "none", row.ballot_given or "not given"
    figures = coefficient(row.weight), numbers.severity_words(row.severity, row.severity_se)
    return (say(row.name), say(row.model or "person"), *figures, *ballots)


def _robustness(found: Report, say: Say) -> Section:
    """The outcome under other readings: one sentence, and a line for each."""
    title = "Does the outcome hang on one choice?"
    if found.robustness is None:
        return Section(title=title, said=f"Not computed: {found.robustness_reason}.")
    rows = tuple(
        (say(change_words(one.change)), CALLS[one.call], numbers.beside_outcome(one))
        for one in found.robustness
    )
    said = say(found.robustness_sentence or "")
    return Section(title=title, said=said, head=("read with", "outcome", ""), rows=rows)


def _briefing(found: Report, say: Say) -> Section:
    whose = "written by hand" if found.example else "one model's words"
    title, briefing = f"Briefing ({whose})", found.briefing
    if briefing.value is None:
        return Section(title=title, lines=(f"None: {say(briefing.reason or '')}",))
    lines = []
    for name, one in numbers.statements(briefing.value):
        rests = ", ".join(one.rests_on) if one.supported else "unsupported: names no argument"
        lines.append(f"{name}: {say(one.text)} ({rests})")
    return Section(title=title, lines=(*lines, *filter(None, [found.shared_errors.in_short])))
