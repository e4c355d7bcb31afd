"""A discussion among judges or reviewers as blocks: what it changed, who moved how far and toward whom, and why."""

from collections.abc import Iterator, Mapping, Sequence

from debate_core.domain.artifact import VERDICT, VERDICTS
from debate_core.domain.numerals import UNDEFINED, join_and, number_text
from debate_core.domain.rubric import STANDING
from debate_core.domain.wording import CALLS, PROBES, capital, group, humanise
from debate_core.library.report.deliberation_shape import AfterTalk, EffectRow, MoveRow, ProbeRow, RoundReport
from debate_core.library.report.shape import Report
from debate_core.library.text_review import AnyReport, TextReview
from debate_core.measuring.conformity import LEVEL, ProbeFinding
from debate_core.measuring.conformity import Kind as EffectKind
from debate_core.measuring.deliberation import Disagreement
from debate_core.phrases import THIS_PANEL, estimate_text, value_text
from debate_core.reporting.audit import COUNTED, audit_block, ended_text
from debate_core.reporting.blocks import Block, Head, Table, columns, known_or, table_of
from debate_core.reporting.debate_figures import interval_lines
from debate_core.reporting.lead import assumed_text
from debate_core.reporting.moves import changes_table, moves_texts, part_text, scores_block
from debate_core.store.deliberation import FirstAccord

CONSENSUS = (
    "Consensus, from 0 to 1: 0.6 × the share on the commonest verdict + 0.4 × how near their scores are. It is no "
    "agreement beyond chance."
)
NO_CONSENSUS = "Consensus before any discussion is undefined"
FIRST_READING = "The discussion began from each judge's first reading, so changes are counted from that one."
NO_CONTROL = "No control round was run: it shows what a discussion did, and there was none."
NO_RELIABILITY = (
    "That says nothing about reliability: those who have read each other are no longer independent, and can agree "
    "because one was persuasive, or loud."
)
_HOW = {
    "toward_with_evidence": "moved toward the others with new evidence",
    "toward_without_evidence": "moved toward the others without new evidence",
    "toward": "moved toward the others, partly without new evidence",
    "away": "moved away from the others",
    "returned": "moved and came back",
    STANDING: "changed rulings only",
    VERDICT: "changed the verdict only",
    "aside": "changed scores, neither toward the others nor away from them",
    "held": "held",
    "at_it": "still reading",
    "failed": "missing, so earlier scores stand",
}
_FINDINGS: Mapping[ProbeFinding, str] = {
    "conformity shown": "Conformity shown: {judge}s {why}.",
    "evidence moved them": "Evidence moved them: reasons without scores moved {judge}s more than reading again does.",
    "unexplained moves": "Unexplained moves: no control round was run, so we can't tell persuasion from conformity.",
    "can't tell": "Can't tell: the control rounds show neither conformity nor evidence at work.",
    "nothing moved": "Nothing moved.",
}
"""What the control rounds, or their lack, allow to be said of those who took part."""
_CONFORMED: Mapping[EffectKind, str] = {
    "normative": "moved on others' scores without reasons, more than on reading again",
    "planted": "followed scores that came from another argument",
}
_EFFECTS: Mapping[EffectKind, str] = {
    "normative": "Scores without reasons, beyond reading again",
    "informational": "Reasons without scores, beyond reading again",
    "planted": "Scores of another argument",
}
_PULL = (
    "Pull: the part of the way to the others' average that they went. 0 is none; reading again alone has some. How far "
    "they followed: the pull beyond reading again; of another argument's scores, the points moved for each point "
    "that those are higher. An effect is shown where its own one-sided test says so; the range is two-sided. A control "
    "round is never a result."
)


def accord_block(accord: FirstAccord) -> Block:
    """Consensus before any discussion, and whether one is advised."""
    rows = (("Before any discussion", known_or(accord.value, accord.reason)), ("Enough", accord.threshold))
    alike = value_text(accord.value) == value_text(accord.threshold)
    head: Head = ("Value", "exact" if alike else "coefficient")
    return Block(
        key="accord",
        title=accord_text(accord).removesuffix(f": {accord.reason}.").rstrip("."),
        sentence="" if accord.value is None or accord.advised is not None else f"{accord.reason}.",
        tables=(Table(columns=columns("Consensus, 0 to 1", head), rows=rows),),
        notes=(CONSENSUS,),
    )


def accord_text(accord: FirstAccord) -> str:
    if accord.value is None:
        return f"{NO_CONSENSUS}: {accord.reason}."
    value, enough = value_text(accord.value, "coefficient", accord.threshold), value_text(accord.threshold)
    now = f"before any discussion, consensus is {value} and {enough} is enough"
    if accord.advised is None:
        return f"{capital(now)}. We can't tell if a discussion would help: {accord.reason}."
    return f"{'A' if accord.advised else 'No'} discussion is advised: {now}."


def advised_text(advised: bool | None) -> str | None:
    return None if advised is None else "yes" if advised else "no"


def discussion_blocks(report: AnyReport) -> tuple[Block, ...]:
    if report.after_talk is None:
        return ()
    talk, held = report.talk, bool(report.rounds)
    texts = [verdict_text(report), COUNTED, _movers_text(report)] if held else []
    if talk.first_reading:
        texts.append(FIRST_READING)
    texts.append(ended_text(talk))
    idle = talk.closed and talk.settings.rounds and not (held or report.probes)
    if idle and talk.settings.probes:
        texts.append(NO_CONTROL)
    block = Block(
        key="discussion",
        title=consensus_text(talk),
        sentence=" ".join(texts),
        notes=(CONSENSUS,),
        children=(
            *(_lead(report) if isinstance(report, Report) else ()),
            *_agreement(talk),
            *([scores_block(report)] if held else []),
            *(_round(report, number, one) for number, one in enumerate(report.rounds, start=1)),
            *_control(report),
            audit_block(report),
        ),
    )
    return (block,)


def consensus_text(talk: AfterTalk) -> str:
    first, last, who = talk.accord_first, talk.accord_last, f"{talk.judge}s"
    if first is None or last is None:
        undefined = f"The {who}' consensus is undefined: {talk.accord_reason}"
        return "No round of discussion was held" if talk.closed and not talk.rounds else undefined
    before, after = (value_text(one, "coefficient", talk.settings.threshold) for one in (first, last))
    if not talk.rounds:
        now = f"The {who} are reading each other; their consensus was {before}"
        return f"No round of discussion was held: consensus {before}" if talk.closed else now
    if before == after:
        return f"The discussion left the {who}' consensus at {before}"
    went = "rose" if last > first else "fell"
    return f"After the discussion their consensus {went} from {before} to {after}"


def _movers_text(report: AnyReport) -> str:
    judges = dict.fromkeys(line.judge for line in report.talk.lines)
    did = group((_deed(report, judge), judge) for judge in judges)
    texts = (f"{join_and(did[how])} {words}" for how, words in _HOW.items() if how in did)
    return f"{capital('; '.join(texts))}."


def _deed(report: AnyReport, judge: str) -> str:
    labels = {line.label for line in report.talk.lines if line.judge == judge}
    if {"toward_without_evidence", "toward_with_evidence"} <= labels:
        return "toward"
    for label in ("toward_without_evidence", "toward_with_evidence", "away"):
        if label in labels:
            return label
    moves = [move for one in report.rounds for move in one.moves if move.judge == judge]
    if moves:
        first = {(move.argument, move.dimension): move.before for move in reversed(moves)}
        last = {(move.argument, move.dimension): move.after for move in moves}
        what = {dimension for _, dimension in last}
        return "returned" if first == last else what.pop() if what in ({STANDING}, {VERDICT}) else "aside"
    took = [part for one in report.rounds for part in one.evaluations if part.judge == judge]
    if took and took[-1].doing in ("waiting", "reading", "asked_again"):
        return "at_it"
    did = {part.doing for part in took}
    return next((one for one in ("held", "failed") if one in did), "keeps")


def verdict_text(report: AnyReport) -> str:
    """What the last scores or reviews would give beside the verdict."""
    calls, what = CALLS, "scores"
    after: str | None = None
    if isinstance(report, TextReview):
        calls = {one: humanise(one) for one in (*VERDICTS, "no_call")}
        what = "reviews and people's" if report.outcome.people else "reviews"
        after = report.later.call if report.later else None
    elif report.after_talk and report.after_talk.outcome:
        after = report.after_talk.outcome.call
    now = calls[report.outcome.call]
    if after is None:
        return f"The verdict stays {now}."
    if after == report.outcome.call == "no_call" and what == "scores":
        return "Still no winner."
    if after == report.outcome.call:
        return f"The verdict would still be {now}."
    return f"The {what} after the discussion would give {calls[after]}; the verdict stays {now}."


def _lead(report: Report) -> Iterator[Block]:
    after = report.after_talk.outcome if report.after_talk else None
    if after is None:
        return
    began = report.talk.first_reading
    counted = "Both readings, which count" if began else "Before, which counts"
    start = (("First reading, before", began),) if began else ()
    ends = ((counted, report.outcome), *start, ("After", after))
    first, last = (value_text(one.gap.value, "lead") for _, one in ends[-2:])
    alt = f"The lead: {first} before the discussion, {last} after it"
    chance: Head = (f"Chance that PRO argued better, {assumed_text(report)}", "chance")
    heads = columns("When", "Verdict", ("Lead", "lead"), chance)
    rows = tuple((name, CALLS[one.call], one.widened, one.p_pro) for name, one in ends)
    leads = [(name, one.widened) for name, one in ends]
    yield Block(
        key="discussion-lead",
        title=f"The lead was {first} before the discussion and is {last} after",
        sentence="Why there is no winner after it:" if after.reasons else "",
        items=after.reasons,
        figure=interval_lines("Lead, in points", "lead", leads, alt=alt),
        tables=(Table(columns=heads, rows=rows, whose=THIS_PANEL),),
    )


def _agreement(talk: AfterTalk) -> Iterator[Block]:
    if talk.alpha is None:
        return
    change = talk.alpha.change
    before, after = value_text(change.before), value_text(change.after)
    title = f"Agreement on scores was {before} before the discussion and is {after} after"
    if change.value is None:
        title = "Can't tell whether agreement on scores changed"
    elif change.excludes_zero:
        rose = "rose" if change.above(0.0) else "fell"
        title = f"Agreement on scores {rose} from {before} to {after} after the discussion"
    ends: tuple[Head, Head] = ("Before", "coefficient"), ("After", "coefficient")
    heads = columns("Agreement on scores", *ends, ("Difference", "change"))
    rows = (("Alpha", change.before, change.after, change),)
    yield Block(
        key="discussion-agreement",
        title=title,
        sentence=f"The difference is {estimate_text(change, 'change')}. {NO_RELIABILITY}",
        tables=(Table(columns=heads, rows=rows, whose=THIS_PANEL),),
    )


def _round(report: AnyReport, number: int, one: RoundReport) -> Block:
    did = group((part_text(part), part.judge) for part in one.evaluations)
    who = "; ".join(f"{join_and(names)} {how}" for how, names in did.items())
    took = f" Its slowest {report.talk.judge} took {number_text(one.seconds, 1)} s." if one.seconds else ""
    ends = [
        {area_text(row): row.severity for row in rows}
        for rows in (one.disagreements, one.disagreements_after)
    ]
    heads = columns("On", ("Before", "coefficient"), ("After", "coefficient"))
    scores = (one.accord_before, one.accord_after)
    near = " → ".join(value_text(score, "coefficient", report.talk.settings.threshold) for score in scores)
    lines = tuple((area, *(end.get(area) for end in ends)) for area in dict.fromkeys([*ends[0], *ends[1]]))
    areas = Table(title="What they disagreed on, and how far, from 0 to 1", columns=heads, rows=lines)
    return Block(
        key=f"round-{number}",
        title=f"Round {number}: consensus {near}",
        sentence=f"{who}.{took}",
        items=tuple(moves_texts(one)),
        tables=(changes_table(report, one), areas),
        children=(scores_block(report, one),) if report.talk.rounds > 1 else (),
    )


def area_text(one: Disagreement) -> str:
    if one.dimension is None:
        return "the verdict"
    return humanise(one.dimension) + (f" of {one.side.upper()}" if one.side else "")


def changed_rulings(report: AnyReport, argument: str) -> tuple[tuple[int, MoveRow], ...]:
    return tuple(
        (number, move)
        for number, one in enumerate(report.deliberation or (), start=1)
        for move in one.moves
        if move.argument == argument and isinstance(move.before, str)
    )


def why_text(report: AnyReport, judge: str = "judge") -> str:
    """What may be said of what moved them, for title and table alike: what a row calls *not shown* is never claimed."""
    if report.conformity is None:
        return ""
    findings, effects = report.conformity.findings, report.conformity.effects
    why = " and ".join(
        _CONFORMED[one.effect.kind] for one in effects if one.shown and one.effect.kind in _CONFORMED
    )
    text = " ".join(_FINDINGS[one].format(judge=judge, why=why) for one in findings)
    if why and (rest := [_EFFECTS[one.effect.kind] for one in effects if not one.shown]):
        return f"{text} Not shown: {'; '.join(rest)}."
    if findings == ("unexplained moves",) and any(one.probe == "re_read" for one in report.probes or ()):
        return f"Unexplained moves: reading again shows how much is chance, not what moved the {judge}s."
    return text


def _control(report: AnyReport) -> Iterator[Block]:
    probes = report.probes or ()
    if report.conformity is None or not (probes or report.rounds):
        return
    missing = (
        f"{name} was missing from the control round {PROBES[one.probe]}: {why.rstrip('.')}."
        for one in probes
        for name, why in one.missing.items()
    )
    yield Block(
        key="control-rounds",
        title=why_text(report, report.talk.judge).rstrip("."),
        items=tuple(missing),
        tables=(_probes_table(probes), _effects_table(report.conformity.effects)) if probes else (),
        notes=(_PULL,) if probes else (),
    )


def _probes_table(probes: Sequence[ProbeRow]) -> Table:
    return table_of(
        probes,
        {
            "Control round": lambda one: capital(PROBES[one.probe]),
            ("Scores changed", "count"): lambda one: one.changed,
            ("Of", "count"): lambda one: one.of,
            ("Pull to the others", "coefficient"): lambda one: one.pull,
            "Who answered": lambda one: join_and(one.judges),
        },
        title="Control rounds",
        whose=THIS_PANEL,
    )


def _effects_table(effects: Sequence[EffectRow]) -> Table:
    return table_of(
        effects,
        {
            "Effect": lambda one: _EFFECTS[one.effect.kind],
            "Shown": _clear_text,
            ("How far they followed", "coefficient"): lambda one: one.effect,
            ("Chance of as much from nothing", "probability"): lambda one: one.effect.p,
        },
        title="What they show",
        whose=THIS_PANEL,
    )


def _clear_text(one: EffectRow) -> str:
    if one.effect.value is None:
        return UNDEFINED
    corrected = not one.shown and one.effect.p is not None and one.effect.p <= LEVEL
    return "shown" if one.shown else f"not shown{', corrected for two tests' if corrected else ''}"
