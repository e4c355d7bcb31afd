"""A judge's step, and the briefing's: ask, read, ask again with the faults, note the sheet or the failure.

Knows the readers of judges' answers. Invariant: a judge that can't be read has failed; nobody's scores are filled in.
"""

from debate_core.events import AnswerFaulted, BriefingFailed, BriefingWritten, JudgeFailed, SheetRead
from debate_core.judging.briefing import read_briefing
from debate_core.judging.reading import read_answer, to_sheet
from debate_core.llm import base
from debate_core.llm.errors import ModelError
from debate_core.moderator.graph import Step
from debate_core.moderator.proceedings import Proceedings

JUDGE_ASKINGS = 3
BRIEFING_ASKINGS = 2


async def judge(debate: Proceedings, step: Step) -> None:
    """One judge's scores of every argument, unless the log holds them or that it failed."""
    assert step.judge is not None
    if step.judge in debate.sheets or step.name in debate.ended:
        return
    who = next(j for j in debate.config.panel.judges if j.name == step.judge)
    rubric = debate.config.rubric
    purpose = base.Judging(judge=who, rubric=rubric, transcript=debate.transcript)
    ids = tuple(a.id for a in debate.transcript.arguments)
    if not ids:
        cause = "neither side gave an argument that could be scored"
        return debate.note(JudgeFailed(judge=step.judge, cause=cause))
    faults: tuple[str, ...] = ()
    for call, _ in debate.askings(step, JUDGE_ASKINGS):
        try:
            completion, prompt = await debate.ask(step, call, purpose, faults)
        except ModelError as error:
            return debate.note(JudgeFailed(judge=step.judge, cause=f"{error.kind}: {error}"))
        answer = read_answer(completion.text, argument_ids=ids, rubric=rubric, transcript=prompt.shown)
        if answer.scores:
            return debate.note(SheetRead(sheet=to_sheet(answer, step.judge), call=call, rung=answer.rung))
        faults = answer.faults
        debate.note(AnswerFaulted(call=call, faults=faults))
    cause = f"no readable answer in {JUDGE_ASKINGS} askings: {' '.join(faults)}"
    return debate.note(JudgeFailed(judge=step.judge, cause=cause))


async def brief(debate: Proceedings, step: Step) -> None:
    """The briefing, unless the log holds it or that it failed."""
    if step.name in debate.ended:
        return
    transcript = debate.transcript
    sheets = (debate.sheets.get(judge.name) for judge in debate.config.panel.judges)
    purpose = base.Briefing(transcript=transcript, sheets=tuple(s for s in sheets if s))
    ids = tuple(a.id for a in transcript.arguments)
    faults: tuple[str, ...] = ()
    for call, _ in debate.askings(step, BRIEFING_ASKINGS):
        try:
            completion, prompt = await debate.ask(step, call, purpose, faults)
        except ModelError as error:
            return debate.note(BriefingFailed(cause=f"{error.kind}: {error}"))
        reading = read_briefing(completion.text, argument_ids=ids, shown=prompt.shown)
        if reading.briefing is not None:
            return debate.note(BriefingWritten(briefing=reading.briefing, call=call))
        faults = reading.faults
        debate.note(AnswerFaulted(call=call, faults=faults))
    return debate.note(BriefingFailed(cause=f"no readable answer in {BRIEFING_ASKINGS} askings"))
