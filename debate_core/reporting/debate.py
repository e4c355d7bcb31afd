"""A debate as blocks: the verdict first, then what it rests on, then every word and number behind it."""

from collections.abc import Iterator, Sequence

from debate_core.briefing import Statement
from debate_core.judging.judging import INDEPENDENT
from debate_core.measuring.estimate import Estimate
from debate_core.numerals import listed
from debate_core.record import Record
from debate_core.report.shape import Change, JudgeRow, Report
from debate_core.reporting.agreement import agreement_block
from debate_core.reporting.arguments import arguments_block, closings_block, trace_block
from debate_core.reporting.blocks import Block, Cell, Document, JudgeCell, RulingCell, Table, columns
from debate_core.reporting.discussion import discussion_blocks
from debate_core.reporting.lead import lead_block, positions_block, robustness_block
from debate_core.reporting.live import live_blocks
from debate_core.reporting.scores import disputed_block, helps_block, scores_block
from debate_core.reporting.usage import cost_block
from debate_core.reporting.verdict import verdict_block
from debate_core.transcript import burden_words
from debate_core.wording import capital, named, time_text, worded

UNSUPPORTED = "Unsupported: names no argument."
BRIEFING = "It names no winner: the verdict is the panel's."
STRICTNESS = (
    "Strictness is how far a judge scores below the panel on the same arguments, in points, with one standard error. A "
    "strict judge isn't a wrong one. Weights and shares sum to 1 over the panel."
)
OF_WHAT_WAS_ARGUED = ("lead", "positions", "robustness", "truth")
"""Blocks that there are only where something was argued."""
FEWEST = 2
"""Judges who have scored, below which nothing can be compared."""


def debate_document(report: Report, record: Record, others: Sequence[Change] = ()) -> Document:
    """Everything one debate's facts mean, in the order in which one would ask; `others`: the verdict under the rules
    and weights that the report's robustness has not tried."""
    return Document(
        title=report.topic,
        badges=tuple(_badges(report)),
        about=" ".join(_about(report, record)),
        blocks=tuple(
            block
            for block in (
                *debate_blocks(report, record),
                robustness_block(report, others),
                *_rest(report, record),
            )
            if not (report.outcome.nothing_argued and block.key in OF_WHAT_WAS_ARGUED)
        ),
    )


def debate_blocks(report: Report, record: Record, as_of: int = INDEPENDENT) -> tuple[Block, ...]:
    """The verdict, the agreement and the scores; what can't be told yet is left out. `as_of`: the report's round."""
    rubric = record.config.rubric
    compared = record.judging.usable >= FEWEST
    found = (
        verdict_block(report, rubric.scale.high),
        lead_block(report) if compared and not report.awaited else None,
        positions_block(report) if compared else None,
        briefing_block(report),
        agreement_block(report, rubric),
        scores_block(report, rubric) if compared and report.arguments else None,
        disputed_block(report),
        helps_block(report),
        trace_block(report, record),
        arguments_block(report, record, as_of),
        closings_block(record),
    )
    return tuple(block for block in found if block)


def _rest(report: Report, record: Record) -> Iterator[Block]:
    """What stands beside the result: the live judge and the discussion, judges, people, what proved true, cost."""
    yield from live_blocks(report, report.burden)
    yield from discussion_blocks(report)
    yield judges_block(report)
    if report.people:
        yield people_block(report, record)
    yield truth_block(report, record)
    if record.config.topic.background:
        yield Block(
            key="background", title="Background", sentence=record.config.topic.background, folded=True
        )
    yield cost_block(report.usage)


def _badges(report: Report) -> Iterator[str]:
    if report.example:
        yield f"Sample: {report.example}"
    elif report.simulated_said:
        yield capital(report.simulated_said)
    yield report.judges_said
    if report.progress != "finished":
        yield named(report.progress)


def _about(report: Report, record: Record) -> Iterator[str]:
    yield f"Debate {report.debate}, begun {time_text(record.opened_at)}."
    if report.simulated and not report.example:
        yield "What is simulated was made by this program for demonstration; its evidence is invented."
    if report.brought:
        yield report.brought
    if report.burden:
        yield burden_words(report.burden)


def briefing_block(report: Report) -> Block:
    """What the decision-maker is told, each statement with the arguments it rests on; or why there is nothing."""
    found = report.briefing
    if found.value is None:
        return Block(
            key="briefing",
            title="There is no briefing",
            sentence=f"{capital(found.reason or 'not written')}.",
        )
    said = found.value
    named_ = [
        ("insight", "Key insight", said.key_insight),
        ("recommendation", "Recommendation", said.recommendation),
    ]
    named_ += [
        (f"unresolved-{place}", "To verify yourself", one) for place, one in enumerate(said.unresolved)
    ]
    return Block(
        key="briefing",
        title="Briefing, written by hand" if report.example else "Briefing, in one model's words",
        notes=(BRIEFING,),
        children=tuple(_statement(f"briefing-{key}", title, one) for key, title, one in named_),
    )


def _statement(key: str, title: str, one: Statement) -> Block:
    rests = f"Rests on {', '.join(one.rests_on)}." if one.supported else UNSUPPORTED
    return Block(key=key, title=title, sentence=one.text, notes=(rests,))


def judges_block(report: Report) -> Block:
    """What each judge counts for, how strict it is, how it did before; and who failed, and why."""
    failed = [judge for judge in report.judges if judge.status == "failed"]
    return Block(
        key="judges",
        title=_strictest_title(report.judges),
        sentence=_effective_text(report),
        items=tuple(map(failure_text, failed)),
        tables=(
            Table(
                columns=columns(
                    "Judge",
                    "Domain",
                    ("Weight", "share"),
                    ("Share", "share"),
                    ("Strictness, points", "difference"),
                    ("Standard error", "coefficient"),
                    "Right before",
                    ("Past debates", "count"),
                    "Status",
                    "Model",
                ),
                rows=tuple(map(_judge, report.judges)),
            ),
        ),
        notes=(STRICTNESS,),
    )


def _strictest_title(judges: Sequence[JudgeRow]) -> str:
    known = [(judge.severity, judge) for judge in judges if judge.severity is not None]
    if not known:
        return "How strict the judges are can't be told"
    (most, strict), (least, lenient) = (end(known, key=lambda one: one[0]) for end in (max, min))
    if abs(most) < 0.05 and abs(least) < 0.05:
        return "The judges are equally strict"
    return f"{strict.called} is the strictest judge, {lenient.called} the most lenient"


def _effective_text(report: Report) -> str:
    if report.effective_judges is None:
        return ""
    return f"By weight they count as {report.effective_judges:.1f} equal judges ({report.judges_said})."


def failure_text(judge: JudgeRow) -> str:
    """That a judge is missing, and why."""
    cause = (judge.cause or "no cause was recorded").rstrip(".")
    return f"{judge.name} failed: {cause}. Its scores are missing, not zero; the others count on."


def _judge(judge: JudgeRow) -> tuple[Cell, ...]:
    past, reason = judge.past, "failed" if judge.status == "failed" else "too few scores"
    strictness = Estimate(value=judge.severity, reason=reason if judge.severity is None else None)
    return (
        *(JudgeCell(judge.called, judge.model), judge.domain, judge.weight, judge.share, strictness),
        *(judge.severity_se, f"{past.right} of {past.known}" if past.known else "not known", past.debates),
        *(worded(judge.status), judge.model or "person"),
    )


def people_block(report: Report, record: Record) -> Block:
    """What people made of the arguments: the first scores given of each."""
    rubric = record.config.rubric
    return Block(
        key="people",
        title=f"Scored by {listed([one.name for one in report.people])}",
        tables=(
            Table(
                columns=columns(
                    "Person",
                    "Argument",
                    "Blind",
                    "Ruling",
                    *((one.title, "points") for one in rubric.dimensions),
                ),
                rows=tuple(
                    (
                        *(JudgeCell(one.name), argument, "yes" if one.blind[argument] else "no"),
                        RulingCell(one.standings.get(argument)),
                        *(given.get(key) for key in rubric.keys),
                    )
                    for one in report.people
                    for argument, given in one.scores.items()
                ),
            ),
        ),
        folded=True,
    )


def truth_block(report: Report, record: Record) -> Block:
    """What turned out to be true, if it is known, and which judges' scores favoured it."""
    known = record.true_outcome
    if known is None:
        return Block(
            key="truth",
            title="What turned out to be true is not recorded",
            sentence="Judges that were right before can count for more later (classic weights).",
        )
    right = [judge.called for judge in report.judges if judge.ballot == known.outcome]
    wrong = [judge.called for judge in report.judges if judge.ballot not in {None, known.outcome}]
    said = f"The scores of {listed(right)} favoured it" if right else "No judge's scores favoured it"
    rest = f"; those of {listed(wrong)} did not" if right and wrong else ""
    who = "Neither side" if known.outcome == "TIE" else known.outcome
    return Block(
        key="truth",
        title=f"{who} turned out to be right, a person recorded",
        sentence=f"{said}{rest}.",
        items=(f"How it is known: {known.reason}",) if known.reason else (),
    )
