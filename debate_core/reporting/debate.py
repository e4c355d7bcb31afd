"""A debate as blocks, the verdict first; and for programs as JSON and CSV."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from debate_core.domain.frozen import explain
from debate_core.domain.numerals import DECIMALS, join_and, number_text, pluralise
from debate_core.domain.rubric import STANDING
from debate_core.domain.transcript import burden_words
from debate_core.domain.wording import capital, humanise, in_csv, name_text
from debate_core.library.history import History
from debate_core.library.report.debate import NOT_YET, other_readings, report
from debate_core.library.report.rows import furthest_from_mean
from debate_core.library.report.settings import ReportSettings
from debate_core.library.report.shape import JudgeRow, Report, VerdictChange
from debate_core.library.reviews import SETTLED, settled_cells
from debate_core.measuring.calibration import Severity
from debate_core.phrases import moment_text
from debate_core.reporting.agreement_words import strictest_title
from debate_core.reporting.arguments import arguments_block, closings_block, trace_block
from debate_core.reporting.blocks import (
    Block,
    Cell,
    Document,
    Head,
    JudgeCell,
    RulingCell,
    Table,
    columns,
    known_or,
    table_of,
)
from debate_core.reporting.debate_lines import panel_line, strictness_lines
from debate_core.reporting.discussion import accord_block, advised_text, discussion_blocks
from debate_core.reporting.history import readings_block
from debate_core.reporting.lead import lead_block, positions_block, robustness_block, robustness_text
from debate_core.reporting.live import live_blocks
from debate_core.reporting.scores import (
    agreement_block,
    disputed_block,
    help_text,
    helps_block,
    scores_block,
    sides_enough_text,
    why_text,
)
from debate_core.reporting.usage import cost_block
from debate_core.reporting.verdict import if_settled_text, verdict_block
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import Record

UNSUPPORTED = "Unsupported: names no argument."
BRIEFING = "It names no winner: the verdict is the panel's."
STRICTNESS = (
    "Strictness is how far a judge scores below the panel on the same arguments, in points, with one standard error. A "
    "strict judge isn't a wrong one. Weights and shares add up to 100%. Right before: how often, in earlier "
    "debates of this store, it preferred the side that proved right."
)
_ANSWER = ("verdict", "reliance", "luck", "why", "not_meant", "cautions", "failed", "if_settled")
_PANEL = ("agreement", "accord", "disputed", "live", "two-readings", "discussion")
SUMMARY = (*_ANSWER, *_PANEL, "briefing", "briefing-insight", "briefing-recommendation", "next")
"""What a reader needs first, in this order."""
OF_WHAT_WAS_ARGUED = ("accord", "lead", "positions", "robustness", "truth")
"""Blocks that there are only where something was argued."""
FEWEST = 2


def debate_document(report: Report, record: Record, others: Sequence[VerdictChange] = ()) -> Document:
    """`others`: the verdict under the rules and weights that the report's robustness has not tried."""
    compared = record.judging.usable >= FEWEST and not report.outcome.nothing_argued
    left_out = OF_WHAT_WAS_ARGUED if report.outcome.nothing_argued else ()
    blocks = (*_of_scores(report, record), robustness_block(report, others), *_rest(report, record))
    return Document(
        title=report.topic,
        badges=tuple(_badges(report)),
        about=" ".join(filter(None, _about(report, record))),
        beside=panel_line(report) if compared else None,
        card=("reliance", "luck", "why", "not_meant"),
        blocks=tuple(block for block in blocks if block and block.key not in left_out),
    )


def whole_document(record: Record, history: History) -> Document:
    """The debate's report under the usual settings, with what every other reading would say."""
    usual = report(record, history, ReportSettings())
    return debate_document(usual, record, other_readings(usual, record, history))


def _of_scores(report: Report, record: Record) -> tuple[Block | None, ...]:
    compared = record.judging.usable >= FEWEST
    return (
        verdict_block(report),
        lead_block(report) if compared and not report.awaited else None,
        positions_block(report) if compared else None,
        briefing_block(report),
        agreement_block(report),
        accord_block(report.accord),
        scores_block(report) if compared and report.arguments else None,
        disputed_block(report),
        helps_block(report),
        trace_block(report, record),
        arguments_block(report, record),
        closings_block(record),
    )


def _rest(report: Report, record: Record) -> Iterator[Block]:
    yield from live_blocks(report)
    yield from discussion_blocks(report)
    yield from (judges_block(report), briefs_block(record))
    if report.readings:
        yield readings_block(report.readings)
    if report.people:
        yield people_block(report)
    yield truth_block(report, record)
    if background := record.config.topic.background:
        yield Block(key="background", title="Background", sentence=background, folded=True)
    yield cost_block(report.usage, record.planned)


def _badges(report: Report) -> Iterator[str]:
    if report.example:
        yield f"Sample. {report.example.rstrip('.')}"
    elif report.simulated_said:
        yield capital(report.simulated_said)
    yield report.judges_said
    if report.progress != "finished":
        yield "Not finished" if report.progress == "open" else name_text(report.progress)


def _about(report: Report, record: Record) -> Iterator[str]:
    yield f"Debate {report.debate}, begun {moment_text(record.opened_at)}."
    if report.simulated and not report.example:
        yield "What is simulated was made by this program for demonstration; its evidence is invented."
    yield report.brought
    if report.burden:
        yield burden_words(report.burden)
    yield record.still_text(record.status(conducted=True))


def briefing_block(report: Report) -> Block:
    """What the decision-maker is told, each statement with the arguments it rests on; or why there is nothing."""
    briefing = report.briefing
    if briefing.value is None:
        waits, why = briefing.reason == NOT_YET, capital(briefing.reason or "").rstrip(".")
        title = f"There is no briefing{' yet' if waits else ''}"
        return Block(key="briefing", title=title, sentence="" if waits else f"{why}.")
    parts = briefing.value
    statements = [
        ("insight", "Key insight", parts.key_insight),
        ("recommendation", "Recommendation", parts.recommendation),
        *((f"unresolved-{n}", "To verify yourself", one) for n, one in enumerate(parts.unresolved)),
    ]
    children = []
    for key, title, one in statements:
        rests_on = f"Rests on {', '.join(one.rests_on)}." if one.rests_on else UNSUPPORTED
        children.append(Block(key=f"briefing-{key}", title=title, sentence=one.text, notes=(rests_on,)))
    title = "Briefing, written by hand" if report.example else "Briefing, in one model's words"
    return Block(key="briefing", title=title, notes=(BRIEFING,), children=tuple(children))


def judges_block(report: Report) -> Block:
    scored = report.progress != "failed"
    failed = tuple(failure_text(one, verdict=scored) for one in report.judges if one.status == "failed")
    strictness = {
        one.called: Severity(one.severity, one.severity_se, clear=one.severity_clear) for one in report.judges
    }
    opens = tuple(furthest_from_mean(report, judge.name) for judge in report.judges)
    return Block(
        key="judges",
        title=strictest_title(strictness),
        sentence=_effective_text(report),
        children=(Block(key="failed", title="Without scores", items=failed),) if failed else (),
        figure=strictness_lines(strictness),
        tables=(table_of(report.judges, _OF_JUDGE, opens=opens),),
        notes=(topic_type_text(report), STRICTNESS),
    )


def topic_type_text(report: Report) -> str:
    """How the topic was read, and by which of its words."""
    topic_type = report.topic_type
    matched = ", ".join(topic_type.matched)
    if topic_type.overridden:
        return f"Read as a topic of type {topic_type.type}, as you chose{f'; its words: {matched}' if matched else ''}."
    if not matched:
        weights = {round(one.weight, DECIMALS) for one in report.judges if one.weight is not None}
        return f"No specialist topic recognised{': every judge counts the same' if len(weights) < 2 else ''}."
    return f"Read as a topic of type {topic_type.type}, by its words {matched}."


def briefs_block(record: Record) -> Block:
    """What each judge was told to look for, as it stood in its prompt."""
    items = tuple(
        f"{one.name}: {one.brief.strip() or f'no brief; the rubric, and its domain: {one.field}'}"
        for one in record.config.panel.judges
    )
    return Block(key="briefs", title="What each judge looks for", items=items)


def _effective_text(report: Report) -> str:
    if report.effective_judges is None:
        return ""
    count = f"{number_text(report.effective_judges, 1)} equal judges ({report.judges_said})"
    precise = any(judge.past.error_variance is not None for judge in report.judges)
    more = " Judges that were more precise in earlier debates count more." if precise else ""
    return f"By weight they count as {count}. Copies of one model are counted one by one.{more}"


def failure_text(judge: JudgeRow, *, verdict: bool = True) -> str:
    counts = "; the others still count" if verdict else ""
    return f"{judge.name} failed: {judge.cause_text}. Its scores are missing, not zero{counts}."


_OF_JUDGE: Mapping[Head, Callable[[JudgeRow], Cell]] = {
    "Judge": lambda one: JudgeCell(one.called, one.model),
    "Domain": lambda one: one.domain,
    ("Weight", "share"): lambda one: one.weight,
    ("Share", "share"): lambda one: one.share,
    ("Strictness, points", "difference"): lambda one: known_or(
        one.severity, "failed" if one.status == "failed" else "too few scores"
    ),
    ("Standard error", "coefficient"): lambda one: one.severity_se,
    "Right before": lambda one: f"{one.past.right} of {one.past.known}" if one.past.known else "not known",
    ("Past debates", "count"): lambda one: one.past.debates,
    "Status": lambda one: humanise(one.status),
    "Model": lambda one: one.model or "person",
}


def people_block(report: Report) -> Block:
    rubric = report.rubric
    heads = columns(
        "Person", "Argument", "Blind", "Ruling", *((one.title, "points") for one in rubric.dimensions)
    )
    rows = []
    for one in report.people:
        for argument, given in one.scores.items():
            blind, ruling = "yes" if one.blind[argument] else "no", RulingCell(one.standings.get(argument))
            rows.append((JudgeCell(one.name), argument, blind, ruling, *map(given.get, rubric.keys)))
    return Block(
        key="people",
        title=f"Scored by {join_and([one.name for one in report.people])}",
        sentence=blind_text(report),
        tables=(Table(columns=heads, rows=tuple(rows)),),
        folded=True,
    )


def blind_text(report: Report) -> str:
    blind = [(one.name, sum(one.blind.values())) for one in report.people]
    scored = [f"{name} ({pluralise(number, 'argument')})" for name, number in blind if number]
    return (
        f"In this debate, scored blind: {join_and(scored)}." if scored else "Nobody scored this debate blind."
    )


def truth_block(report: Report, record: Record) -> Block:
    known = record.true_outcome
    title = "What turned out to be true is not recorded"
    sentence = "Judges that were right before can count for more later (classic weights)."
    if known:
        right = [judge.called for judge in report.judges if judge.ballot == known.outcome]
        wrong = [judge.called for judge in report.judges if judge.ballot not in {None, known.outcome}]
        text = f"The scores of {join_and(right)} favoured it" if right else "No judge's scores favoured it"
        rest = f"; those of {join_and(wrong)} did not" if right and wrong else ""
        who = "Neither side" if known.outcome == "TIE" else known.outcome
        title, sentence = f"{who} turned out to be right, a person recorded", f"{text}{rest}."
    after_it = "It counts in the judges' history once the debate is finished."
    counts = (after_it,) if record.progress != "finished" else ()
    if record.example is not None:
        counts = ("This is a sample: what is recorded of it counts for no judge.",)
    return Block(
        key="truth",
        title=title,
        sentence=sentence,
        items=(f"How it is known: {known.reason}",) if known and known.reason else (),
        notes=counts,
    )


_SCORE = ("judge", "model", "status", "argument", "side", "dimension", "score", "standing")
_MADE = ("simulated", "example", "panel", "cause")
_ROUND = ("round", "accord", "discussion_advised")
_ARGUMENT = ("contribution", "structured", "warnings", "speech_warnings", "reason", "majority")
HEAD = (*_SCORE, *_MADE, *SETTLED, *_ROUND, *_ARGUMENT)


def report_values(report: Report, others: Sequence[VerdictChange] = ()) -> dict[str, Any]:
    """The report as values for JSON: each null with its reason, and under the keys of earlier versions sentences.
    `others`: as in its document."""
    values: dict[str, Any] = report.model_dump(mode="json", by_alias=True)
    values["robustness_sentence"] = robustness_text(report, others) or None
    values["other_readings"] = [one.model_dump(mode="json") for one in others]
    explain(tuple(others), values["other_readings"])
    if report.robustness is None:
        values.setdefault("why_null", {})["robustness_sentence"] = report.robustness_reason
    values["sides_study"]["sentence"] = sides_enough_text(report)
    if values["if_settled"]:
        values["if_settled"]["sentence"] = if_settled_text(report)
    for row, cells in zip(report.arguments, values["arguments"], strict=True):
        cells["why"] = why_text(report, row) if row.divergent else None
    for one, cells in zip(report.helps, values["helps"], strict=True):
        cells["text"] = help_text(report, one)
    return values


def scores_csv(report: Report) -> str:
    return in_csv([HEAD, *_lines(report)])


def _lines(report: Report) -> Iterator[tuple[object, ...]]:
    # `yes`, `no`, or `partly simulated` and what.
    simulated = {"simulated": "yes", "": "no"}.get(report.simulated_said, report.simulated_said)
    whole = (simulated, report.example or "no", report.judges_said)
    accord = (report.accord.value, advised_text(report.accord.advised))
    for number, answered, given in _rounds(report):
        for judge in report.judges:
            if answered is not None and judge.name not in answered:
                continue
            for row in report.arguments:
                settled = settled_cells(report.settlement(row.id))
                standing = given.get((judge.name, row.id, STANDING), "")
                scored = (judge.contributions[row.side], row.reasons[judge.name], row.majority)
                share, reason, majority = scored if number == INDEPENDENT else (None, None, None)
                warnings = map(" ".join, (row.warnings, report.speech_warnings[row.side]))
                part = (share, row.structured, *warnings, reason, majority)
                for dimension in row.by_dimension:
                    score = given.get((judge.name, row.id, dimension), "")
                    asked = (judge.name, judge.model or "person", judge.status, row.id, row.side, dimension)
                    yield (*asked, score, standing, *whole, judge.cause, *settled, number, *accord, *part)


def _rounds(report: Report) -> Iterator[tuple[int, set[str] | None, Mapping[tuple[str, str, str], object]]]:
    given: dict[tuple[str, str, str], object] = {
        (judge.name, row.id, dimension): score
        for judge in report.judges
        for row in report.arguments
        for dimension, score in judge.scores.get(row.id, {}).items()
    }
    for row in report.arguments:
        given |= {(name, row.id, STANDING): ruling for name, ruling in row.standings.items() if ruling}
    yield INDEPENDENT, None, given
    for one in report.deliberation or ():
        given |= {(move.judge, move.argument, move.dimension): move.after for move in one.moves}
        yield one.round, {part.judge for part in one.evaluations if part.doing in ("held", "moved")}, given
