"""Where a deliberation stands: how close its judges are in a round, whether another is needed, and who did what."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from debate_core.domain.artifact import ReviewSheet
from debate_core.domain.config import Deliberation, WhyClosed
from debate_core.domain.frozen import FrozenModel, FrozenValue
from debate_core.domain.steps import round_of, round_step
from debate_core.measuring.deliberation import (
    ARTIFACT_SHARE,
    DEBATE_SHARE,
    Accord,
    Aspect,
    Disagreement,
    Evaluations,
    Standoff,
    accord,
    debate_evaluations,
    disagreements,
    stop,
)
from debate_core.store.judging import INDEPENDENT, Judging, Seat, scored_of
from debate_core.store.model_record import ModelRecord

FIRST = INDEPENDENT + 1
"""The first round in which judges have read each other."""
Doing = Literal["keeps", "waiting", "reading", "asked_again", "held", "moved", "failed"]


class Closeness(FrozenValue):
    stands: Evaluations
    accord: Accord
    disagreements: tuple[Disagreement, ...]


class RoundPart(FrozenValue):
    """A judge's part in one round: what it does, why it keeps its sheet, its askings, and their seconds."""

    judge: str
    doing: Doing
    why: str | None = None
    askings: int
    seconds: float


class FirstAccord(FrozenModel):
    """How close the judges were at first, 0 to 1; `threshold`: close enough; `advised`: whether to discuss."""

    value: float | None
    threshold: float
    advised: bool | None
    reason: str | None = None


def first_accord(record: ModelRecord) -> FirstAccord:
    """The accord of the independent scores, once no judge is awaited."""
    settings, judging = record.planned.deliberation or Deliberation(), record.judging.at(INDEPENDENT)
    enough, defect = settings.threshold, judging.defect.rstrip(".")
    value, reason = None, defect
    if judging.awaited:
        reason = f"not all {record.judge}s have scored"
    elif not (defect and judging.sides is None and record.judge == "judge"):  # Else there are no ballots.
        close = closeness_in(record, INDEPENDENT)
        value, reason = close.accord.value, defect or close.accord.reason or ""
        if not reason:
            why = _why_none(record, settings, INDEPENDENT, judging.usable)
            return FirstAccord(value=value, threshold=enough, advised=why in (None, "round_limit"))
    # Nobody can discuss what means nothing.
    return FirstAccord(value=value, threshold=enough, advised=None, reason=reason)


def closeness_in(
    record: ModelRecord, number: int, share: float | None = None, *, inside: bool = False
) -> Closeness:
    """How close the judges are as of a round; `share`: in place of the one that was chosen with the discussion;
    `inside`: for those who discuss, whose verdicts count among them whatever they mean."""
    settings, judging = record.planned.deliberation, record.judging.at(number)
    judging = replace(judging, defect="") if inside else judging
    return closeness(judging, share or (settings.disagreement if settings else None))


def closeness(judging: Judging[Any], share: float | None = None) -> Closeness:
    """How close the judges are in the round that is looked at; of a debate, whose items have sides, or an artifact.
    `share`: of the scale's width, from which scores are a disagreement; None: the usual. Verdicts on a text that mean
    nothing are none."""
    if not judging.ids:
        nothing = accord((), {}, 1)
        return Closeness(stands=Evaluations(verdicts=(), scores={}), accord=nothing, disagreements=())
    if judging.sides is None:
        stands, minimum = _review_evaluations(judging), ARTIFACT_SHARE
    else:
        scored = scored_of(judging)
        stands, minimum = debate_evaluations(scored.own, scored.dimensions, judging.sides), DEBATE_SHARE
    width = judging.rubric.scale.width
    agreed = accord(stands.verdicts, stands.scores, width)
    hidden = judging.defect.rstrip(".") if judging.sides is None else ""
    return Closeness(
        stands=stands,
        accord=replace(agreed, reason=hidden or agreed.reason),
        disagreements=disagreements(stands.verdicts, stands.scores, width, share or minimum),
    )


def _review_evaluations(judging: Judging[ReviewSheet]) -> Evaluations:
    sheets = judging.sheets
    return Evaluations(
        verdicts=tuple(sheet.verdict if sheet and not judging.defect else None for sheet in sheets),
        scores={
            Aspect(key): tuple(sheet.scores.get(key) if sheet else None for sheet in sheets)
            for key in judging.ids
        },
    )


def why_none(record: ModelRecord, number: int) -> WhyClosed | None:
    """Why the next round is not needed or can't be held; None if it is to be held. Time counts from the opening,
    without the time in which nobody conducted it."""
    open_ = record.deliberating
    assert open_ is not None, "nobody has opened a deliberation"
    begun = any(record.calls_of(round_step(judge, number)) for judge in record.judging.names)
    seconds = 0.0 if begun else record.spent.seconds - open_.spent
    takes, held = open_.opened.takes_part, number - 1
    # Those can go on that take part, and once there was talk, that answered.
    left = takes if held <= open_.held else [judge for judge in takes if record.revision(judge, held)]
    return _why_none(record, open_.settings, held, len(left), seconds)


def needless(record: ModelRecord, settings: Deliberation) -> WhyClosed | None:
    """Why a deliberation that was opened now with these settings would hold no further round; None: it would."""
    return _why_none(record, settings, record.judging.rounds, record.judging.usable)


def _why_none(
    record: ModelRecord, settings: Deliberation, held: int, judges: int, seconds: float = 0.0
) -> WhyClosed | None:
    judging, close = record.judging, closeness_in(record, held, settings.disagreement, inside=True)
    moved = any(changed_between(judging, judge, held) for judge in judging.names)
    now = Standoff(
        accord=close.accord,
        disagreements=close.disagreements,
        judges=judges,
        rounds=held - INDEPENDENT,
        seconds=seconds,
        moved=moved if held > INDEPENDENT else None,
    )
    return stop(now, settings)


def under_way(record: ModelRecord) -> int | None:
    """The round that is being held, or comes next; None where no deliberation is open, or only its probes are."""
    open_ = record.deliberating
    if open_ is None or open_.closed:
        return None
    begun = [number for call in record.calls.values() if (number := round_of(call.id.step))]
    latest = max(FIRST, open_.held + 1, record.judging.rounds, *begun)
    return latest if latest - INDEPENDENT <= open_.settings.rounds else None


def parts(record: ModelRecord, number: int) -> tuple[RoundPart, ...]:
    """What each judge does in a round of the deliberation, in panel order."""
    return tuple(_part(record, seat, number) for seat in record.judging.seats)


def who_takes_part(
    record: ModelRecord, unreachable: Mapping[str, str]
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The judges that can deliberate, and why each other can't. `unreachable`: by model, why it can't be had."""
    keeps = {}
    for seat in record.judging.seats:
        if seat.sheet is None:
            keeps[seat.name] = seat.cause_text or "it has not scored"
        elif why := unreachable.get(seat.model or ""):
            keeps[seat.name] = why
    return tuple(name for name in record.judging.names if name not in keeps), keeps


def changed_between(judging: Judging[Any], judge: str, number: int) -> bool:
    """Whether a judge's scores or standings as of a round differ from those of the round before."""
    now, before = judging.sheet(judge, number), judging.sheet(judge, number - 1)
    return now is not None and before is not None and now.given != before.given


def _part(record: ModelRecord, seat: Seat[Any], number: int) -> RoundPart:
    judge, step = seat.name, round_step(seat.name, number)
    calls = record.calls_of(step)
    took = partial(RoundPart, judge=judge, askings=len(calls), seconds=sum(call.seconds for call in calls))
    if record.revision(judge, number):
        doing: Doing = "moved" if changed_between(record.judging, judge, number) else "held"
        return took(doing=doing)
    if failure := record.failures.get(step):
        return took(doing="failed", why=failure.in_words)
    open_ = record.deliberating
    if open_ is None or open_.closed or number <= open_.held or judge not in open_.opened.takes_part:
        why = open_.opened.keeps.get(judge) if open_ else None
        return took(doing="keeps", why=why or "it took no part")
    asked: Sequence[Doing] = ("waiting", "reading", "asked_again")
    return took(doing=asked[min(len(calls), 1) + any(call.faults for call in calls)])
