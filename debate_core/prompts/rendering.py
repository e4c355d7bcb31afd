"""From a purpose to the prompt that serves it: the one door to every word sent to a model.

Knows the purposes; the words themselves are in the modules of the speakers. Invariant: a pure function: the
same purpose, mark and faults give the same prompt to the letter.
"""

from collections.abc import Sequence

from debate_core.llm import base
from debate_core.llm.base import Purpose
from debate_core.prompts import arc, briefing, debating, exchange, judging, live
from debate_core.prompts.prompt import Prompt

LivePurpose = (
    base.LiveTurn | base.Pairwise | base.NarrativeVerdict | base.ConflictResolution | base.ConvergenceCheck
)
__all__ = ["Prompt", "render"]


def render(purpose: Purpose, *, mark: str, faults: Sequence[str] = ()) -> Prompt:
    """The prompt for `purpose`. `mark` comes from `fence.new_mark`; `faults` say what was wrong with the
    answer before, when this is another asking."""
    match purpose:
        case base.Opening():
            return debating.opening(purpose, mark, faults)
        case base.CrossExamination():
            return debating.cross_examination(purpose, mark, faults)
        case base.Closing():
            return debating.closing(purpose, mark, faults)
        case base.Exchange():
            return exchange.exchange(purpose, mark, faults)
        case base.Judging():
            return judging.judging(purpose, mark, faults)
        case base.Briefing():
            return briefing.briefing(purpose, mark, faults)
    return _of_the_live_judge(purpose, mark, faults)


def _of_the_live_judge(purpose: LivePurpose, mark: str, faults: Sequence[str]) -> Prompt:
    match purpose:
        case base.LiveTurn():
            return live.live_turn(purpose, mark, faults)
        case base.Pairwise():
            return live.pairwise(purpose, mark, faults)
        case base.NarrativeVerdict():
            return arc.narrative(purpose, mark, faults)
        case base.ConflictResolution():
            return arc.conflict(purpose, mark, faults)
        case base.ConvergenceCheck():
            return arc.convergence(purpose, mark, faults)
