"""The live judge's steps: a turn taken apart, two turns compared, the arc told, a conflict explained, convergence.

Knows the readers of the live judge's answers and the scorecard. Invariant: none of its failures stops the debate; each
is noted with its step and can be tried again.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from debate_core.events import (
    AnswerFaulted,
    ConflictExplained,
    ConvergenceFound,
    Event,
    LiveFailed,
    NarrativeTold,
    TurnJudged,
    TurnsCompared,
)
from debate_core.judging.live import read_pairwise, read_turn_judgement
from debate_core.judging.narrative import read_conflict, read_convergence, read_narrative
from debate_core.llm import base
from debate_core.llm.errors import ModelError
from debate_core.moderator.graph import Step
from debate_core.moderator.proceedings import Proceedings
from debate_core.scorecard.register import fold_register
from debate_core.scorecard.tally import Scorecard, ScorecardSettings, scorecard
from debate_core.transcript import Transcript

LIVE_ASKINGS = 2


class _Reading(Protocol):
    @property
    def faults(self) -> tuple[str, ...]: ...


R = TypeVar("R", bound=_Reading)


async def judge_turn(debate: Proceedings, step: Step) -> None:
    """The live judge's proposal for one turn."""
    assert step.turn is not None
    if step.turn in debate.proposals or step.name in debate.ended or step.turn not in debate.turns:
        return
    turn = debate.turns[step.turn]
    spoken = tuple(t for t in debate.transcript.turns if t.number <= turn.number)
    heard = Transcript(topic=debate.config.topic, turns=spoken)
    told = fold_register(tuple(debate.proposals.values()), debate.overturned).told(turn.number)
    personalities = any(debate.config.debater(side).personality for side in ("pro", "con"))
    purpose = base.LiveTurn(turn=turn, heard=heard, register=told, personalities=personalities)
    await _settle(
        debate,
        step,
        purpose,
        lambda text, shown: read_turn_judgement(
            text, turn=turn, heard=heard, register_ids=tuple(told), shown=shown
        ),
        lambda reading, call: (
            TurnJudged(proposal=reading.proposal, call=call, rung=reading.rung) if reading.proposal else None
        ),
    )


async def compare(debate: Proceedings, step: Step) -> None:
    """The two latest turns against each other."""
    assert step.turn is not None
    known = {(c.newer, c.swapped) for c in debate.comparisons}
    older, newer = debate.turns.get(step.turn - 1), debate.turns.get(step.turn)
    if (step.turn, step.swapped) in known or step.name in debate.ended or older is None or newer is None:
        return
    purpose = base.Pairwise(topic=debate.config.topic, older=older, newer=newer, swapped=step.swapped)
    await _settle(
        debate,
        step,
        purpose,
        lambda text, shown: read_pairwise(
            text, older=older.number, newer=newer.number, swapped=step.swapped, shown=shown
        ),
        lambda reading, call: (
            TurnsCompared(comparison=reading.comparison, call=call) if reading.comparison else None
        ),
    )


async def tell(debate: Proceedings, step: Step) -> None:
    """The narrative verdict on the whole arc."""
    if step.name in debate.ended:
        return
    turns = tuple(debate.turns)
    await _settle(
        debate,
        step,
        base.NarrativeVerdict(transcript=debate.transcript),
        lambda text, shown: read_narrative(text, turns=turns, shown=shown),
        lambda reading, call: (
            NarrativeTold(narrative=reading.narrative, call=call) if reading.narrative else None
        ),
    )


async def explain(debate: Proceedings, step: Step) -> None:
    """Why scorecard and narrative differ; nothing to ask where they agree or one of them is missing."""
    narrative = debate.narrative
    if step.name in debate.ended or narrative is None:
        return
    card = tally(debate)
    if card.leader is None or card.leader == narrative.leader:
        return
    turns = tuple(debate.turns)
    purpose = base.ConflictResolution(
        transcript=debate.transcript, scorecard=card.in_words, narrative=narrative
    )
    await _settle(
        debate,
        step,
        purpose,
        lambda text, shown: read_conflict(text, turns=turns, shown=shown),
        lambda reading, call: (
            ConflictExplained(conflict=reading.conflict, call=call) if reading.conflict else None
        ),
    )


async def converge(debate: Proceedings, step: Step) -> None:
    """Positions in turns 1 and 2 against the last two (LV-10)."""
    if step.name in debate.ended:
        return
    turns = tuple(debate.turns)
    await _settle(
        debate,
        step,
        base.ConvergenceCheck(transcript=debate.transcript),
        lambda text, shown: read_convergence(text, turns=turns, shown=shown),
        lambda reading, call: (
            ConvergenceFound(convergence=reading.convergence, call=call) if reading.convergence else None
        ),
    )


def tally(debate: Proceedings) -> Scorecard:
    """The scorecard as it stands."""
    settings = ScorecardSettings.of(debate.config)
    proposals = tuple(debate.proposals.values())
    return scorecard(proposals, debate.comparisons, debate.overturned, settings, debate.transcript.turns)


async def _settle(
    debate: Proceedings,
    step: Step,
    purpose: base.Purpose,
    read: Callable[[str, str], R],
    fact: Callable[[R, str], Event | None],
) -> None:
    """Ask, read, ask once more with the faults; note the fact or the failure."""
    faults: tuple[str, ...] = ()
    for call, _ in debate.askings(step, LIVE_ASKINGS):
        try:
            completion, prompt = await debate.ask(step, call, purpose, faults)
        except ModelError as error:
            return debate.note(LiveFailed(step=step.name, cause=f"{error.kind}: {error}"))
        reading = read(completion.text, prompt.shown)
        found = fact(reading, call)
        if found is not None:
            return debate.note(found)
        faults = reading.faults
        debate.note(AnswerFaulted(call=call, faults=faults))
    cause = f"no readable answer in {LIVE_ASKINGS} askings: {' '.join(faults)}"
    return debate.note(LiveFailed(step=step.name, cause=cause))
