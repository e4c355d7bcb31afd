"""What came of judges reading each other: round by round who moved, how far, toward whom and on what."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

import numpy as np

from debate_core.domain.artifact import ReviewSheet
from debate_core.domain.config import Probe, WhyClosed
from debate_core.domain.frozen import FrozenValue
from debate_core.domain.numerals import TOLERANCE
from debate_core.domain.rubric import Scoresheet
from debate_core.domain.steps import probe_step, round_step
from debate_core.library.report import deliberation_shape as shape
from debate_core.measuring import conformity
from debate_core.measuring.arrays import Floats
from debate_core.measuring.conformity import Effect
from debate_core.measuring.deliberation import Move, alpha_change, moves
from debate_core.measuring.estimate import Estimate
from debate_core.store.deliberation import FIRST, Closeness, closeness_in, parts
from debate_core.store.judging import INDEPENDENT, Deliberating, Judging, points
from debate_core.store.model_record import ModelRecord
from debate_core.verdicts.verdict import Outcome

NOT_INDEPENDENT = "after the discussion, not independent"
FIRST_STAND = f"{NOT_INDEPENDENT}: the independent scores, given before it, count"
_CLOSED: Mapping[str, str] = {
    "too_few_judges": "too few {judge}s were left to go on",
    "accord_reached": "the {judge}s are close enough",
    "accord_hidden": "the {judge}s' verdicts are close enough, but mean nothing",
    "no_disagreement": "nothing was left on which they disagree",
    "nothing_moved": "nobody changed anything",
    "round_limit": "the limit of rounds was reached",
    "time_limit": "the limit of time was reached",
}
_Causes = Mapping[tuple[str, str, str], shape.Cause]
"""What a judge names, by its name, argument and dimension."""


def closed_text(why: WhyClosed, judge: str, *, hidden: bool = False) -> str:
    """Why a deliberation ended; `judge`: what one who takes part is called; `hidden`: their verdicts mean nothing.

    >>> closed_text("accord_reached", "reviewer")
    'the reviewers are close enough'
    """
    return _CLOSED["accord_hidden" if hidden and why == "accord_reached" else why].format(judge=judge)


def talk_of(record: ModelRecord, decide_at: Callable[[int], Outcome] | None = None) -> shape.TalkReport:
    """What a deliberation comes to. `decide_at`: what a debate's rules say of the panel as of a round."""
    open_ = record.deliberating
    if open_ is None:
        return shape.TalkReport()
    seen, judging = _rounds_of(record), record.judging
    tables = {probe: points(judging, judging.probe_sheets(probe)) for probe in _asked_for(record)}
    return shape.TalkReport(
        deliberation=_rounds(record, seen),
        after_talk=_after_talk(record, open_, list(seen.values()), decide_at),
        probes=tuple(_probe(record, seen[INDEPENDENT].points, *probed) for probed in tables.items()) or None,
        conformity=_conformity(record, seen, tables),
    )


def rounds_of(record: ModelRecord) -> tuple[shape.RoundReport, ...]:
    return _rounds(record, _rounds_of(record)) if record.deliberating else ()


def _rounds_of(record: ModelRecord) -> dict[int, "_At"]:
    return {n: _At.of(record, n) for n in range(INDEPENDENT, record.judging.rounds + 1)}


def _rounds(record: ModelRecord, seen: Mapping[int, "_At"]) -> tuple[shape.RoundReport, ...]:
    return tuple(_round(record, seen[n - 1], seen[n]) for n in seen if n >= FIRST)


class _At(FrozenValue):
    number: int
    judging: Judging[Any]
    points: Floats
    close: Closeness

    @property
    def verdicts(self) -> tuple[str | None, ...]:
        """Each seat's, None for one without."""
        return self.close.stands.verdicts or (None,) * len(self.judging.seats)

    @classmethod
    def of(cls, record: ModelRecord, number: int) -> "_At":
        judging = record.judging.at(number)
        return cls(
            number=number,
            judging=judging,
            points=points(judging, judging.sheets),
            close=closeness_in(record, number),
        )


def _round(record: ModelRecord, before: _At, after: _At) -> shape.RoundReport:
    round_parts = parts(record, after.number)
    names = after.judging.names
    causes = {
        (name, one.argument or one.dimension, one.dimension): shape.Cause(
            **one.model_dump(exclude={"argument", "dimension"})
        )
        for name in names
        if (revised := record.revision(name, after.number))
        for one in revised.changes
    }
    moved = _moves(record, before, after, [after.number])
    return shape.RoundReport(
        round=after.number,
        accord_before=before.close.accord.value,
        accord_after=after.close.accord.value,
        reason=before.close.accord.reason or after.close.accord.reason,
        disagreements=before.close.disagreements,
        disagreements_after=after.close.disagreements,
        evaluations=tuple(
            shape.PartRow(
                judge=one.judge,
                doing=one.doing,
                why=one.why,
                verdict=verdict,
                no_verdict=shape.ONE_SIDE if after.judging.sides else after.judging.defect or shape.NO_REVIEW,
                confidence=sheet.confidence if sheet else None,
                seconds=one.seconds,
            )
            for one, verdict, sheet in zip(round_parts, after.verdicts, after.judging.sheets, strict=True)
        ),
        moves=tuple(_move_rows(before, after, moved, causes)),
        lines=moved,
        missing={one.judge: one.why or "" for one in round_parts if one.doing == "failed"},
        seconds=max(one.seconds for one in round_parts),
    )


def _moves(record: ModelRecord, before: _At, after: _At, rounds: Sequence[int]) -> tuple[Move, ...]:
    """How each judge moved, and whether it cites what is new in one of these rounds."""
    judging = after.judging
    cited = np.zeros((len(judging.names), len(judging.ids)), dtype=np.bool_)
    for number in rounds:
        for place, name in enumerate(judging.names):
            if revised := record.revision(name, number):
                new = {change.argument or change.dimension for change in revised.changes if change.new}
                cited[place] |= [one in new for one in judging.ids]
    return moves(before.points, after.points, cited, judging.names, judging.ids)


def _move_rows(before: _At, after: _At, moved: Sequence[Move], causes: _Causes) -> Iterator[shape.MoveRow]:
    names, ids = after.judging.names, after.judging.ids
    by_place = {(one.judge, one.argument): one for one in moved}
    for name in names:
        first, then = before.judging.sheet(name, before.number), after.judging.sheet(name, after.number)
        for argument, dimension, was, now in _changes(first, then, ids):
            move = by_place.get((name, argument))
            cause = causes.get((name, argument, dimension))
            yield shape.MoveRow(
                judge=name,
                argument=argument,
                dimension=dimension,
                before=was,
                after=now,
                label=move.label if move and move.label != "held" else None,
                toward=move.toward if move else (),
                because=cause.because if cause else None,
                cause=cause,
            )


def _changes(
    first: Scoresheet | ReviewSheet | None, then: Scoresheet | ReviewSheet | None, ids: Sequence[str]
) -> Iterator[tuple[str, str, Any, Any]]:
    """Argument (an artifact's dimension), dimension, and what stood there before and stands there now."""
    # A discussion starts from one reading, never from the mean of two: whole scores.
    before, after = (sheet.given if sheet else {} for sheet in (first, then))
    for at in sorted(before, key=lambda one: ids.index(one[0]) if one[0] in ids else len(ids)):
        if at in after and before[at] != after[at]:
            yield (*at, before[at], after[at])


def _after_talk(
    record: ModelRecord, open_: Deliberating, seen: Sequence[_At], decide_at: Callable[[int], Outcome] | None
) -> shape.AfterTalk:
    first, last = seen[0], seen[-1]
    accord = last.close.accord
    talked = len(seen) > 1
    decide = decide_at if talked else None
    differs = first.judging.sheets != record.judging.sheets
    alpha = None
    if talked:
        alpha = shape.AlphaAfterTalk(change=alpha_change(first.points, last.points), note=NOT_INDEPENDENT)
    moved = _moves(record, first, last, [one.number for one in seen[1:]]) if talked else ()
    return shape.AfterTalk(
        settings=open_.settings,
        began=open_.at,
        ended=open_.closed_at,
        closed=open_.closed,
        closed_said=_closed_text(record, open_, last.number + 1),
        takes_part=open_.opened.takes_part,
        keeps=open_.opened.keeps,
        rounds=len(seen) - 1,
        accord_first=first.close.accord.value,
        accord_last=accord.value,
        accord_reason=first.close.accord.reason or accord.reason,
        converged=accord.value is not None and accord.value >= open_.settings.threshold - TOLERANCE,
        disagreements=last.close.disagreements,
        lines=moved,
        outcome=_outcome_after(decide(last.number)) if decide else None,
        first_reading=_outcome_after(decide(INDEPENDENT)) if decide and differs else None,
        alpha=alpha,
        judge=record.judge,
    )


def _closed_text(record: ModelRecord, open_: Deliberating, number: int) -> str | None:
    """Why it ended, and who could not be had in a round that was none, for too few answered."""
    failed = {name: record.failures.get(round_step(name, number)) for name in open_.opened.takes_part}
    missing = "; ".join(f"{name}: {one.in_words.rstrip('.')}" for name, one in failed.items() if one)
    hidden = closeness_in(record, number - 1).accord.reason is not None
    text = closed_text(open_.closed, record.judge, hidden=hidden) if open_.closed else None
    return f"{text} ({missing})" if text and missing else text


def _outcome_after(concluded: Outcome) -> shape.OutcomeAfterTalk:
    return shape.OutcomeAfterTalk(
        call=concluded.call,
        gap=concluded.basis.gap.pooled,
        widened=concluded.basis.widened,
        p_pro=concluded.p_pro,
        reasons=concluded.reasons,
        note=NOT_INDEPENDENT,
    )


def _asked_for(record: ModelRecord) -> tuple[Probe, ...]:
    answered = record.results.keys() | record.failures.keys()
    return tuple(
        probe
        for probe in get_args(Probe)
        if any(probe_step(name, probe) in answered for name in record.judging.names)
    )


def _probe(record: ModelRecord, first: Floats, probe: Probe, table: Floats) -> shape.ProbeRow:
    judging = record.judging
    sheets = dict(zip(judging.names, judging.probe_sheets(probe), strict=True))
    failed = {name: record.failures.get(probe_step(name, probe)) for name in judging.names}
    changed = conformity.re_read_rate(first, table)
    pull = Estimate(value=None, reason="what was shown is not the others' view of it")
    if probe != "planted":
        pull = conformity.pull(first, table)
    return shape.ProbeRow(
        probe=probe,
        judges=tuple(name for name, sheet in sheets.items() if sheet),
        missing={name: failure.in_words for name, failure in failed.items() if failure},
        changed=changed.count if changed else 0,
        of=changed.of if changed else 0,
        pull=pull,
    )


def _conformity(
    record: ModelRecord, seen: Mapping[int, _At], tables: Mapping[Probe, Floats]
) -> shape.ConformityReport | None:
    if FIRST not in seen and not tables:
        return None
    first = seen[INDEPENDENT].points
    effects = tuple(_effects(record, first, tables))
    then = seen.get(FIRST)
    pull = Estimate(value=None, reason="no round was held")
    if then:
        pull = conformity.pull(first, then.points)
    moved = any(one.doing == "moved" for n in seen if n >= FIRST for one in parts(record, n))
    return shape.ConformityReport(
        pull=pull,
        effects=tuple(
            shape.EffectRow(effect=one, shown=is_clear)
            for one, is_clear in zip(effects, conformity.significant(effects), strict=True)
        ),
        findings=conformity.findings(moved, effects),
    )


def _effects(record: ModelRecord, first: Floats, tables: Mapping[Probe, Floats]) -> Iterator[Effect]:
    pulls: Mapping[conformity.Kind, Probe] = {"normative": "positions", "informational": "reasons"}
    for kind, probe in pulls.items():
        if "re_read" in tables and probe in tables:
            yield conformity.beyond_re_reading(kind, first, tables[probe], tables["re_read"])
    if "planted" in tables:
        ids = record.judging.ids
        sheets = [record.revision(name, probe="planted") for name in record.judging.names]
        sources = [[ids.index(sheet.planted[one]) if sheet else -1 for one in ids] for sheet in sheets]
        yield conformity.planted_effect(first, tables["planted"], np.array(sources, dtype=np.int64))
