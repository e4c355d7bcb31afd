"""From a purpose to the prompt that serves it: the one door to every word sent to a model.

Knows the purposes; the words themselves are in the modules of the speakers. Invariant: a pure function: the
same purpose, mark and faults give the same prompt to the letter.
"""

from collections.abc import Sequence

from debate_core.llm.base import Briefing, CrossExamination, Judging, Opening, Purpose
from debate_core.prompts import briefing, debating, judging
from debate_core.prompts.prompt import Prompt

__all__ = ["Prompt", "render"]


def render(purpose: Purpose, *, mark: str, faults: Sequence[str] = ()) -> Prompt:
    """The prompt for `purpose`. `mark` comes from `fence.new_mark`; `faults` say what was wrong with the
    answer before, when this is another asking."""
    if isinstance(purpose, Opening):
        return debating.opening(purpose, mark, faults)
    if isinstance(purpose, CrossExamination):
        return debating.cross_examination(purpose, mark, faults)
    if isinstance(purpose, Judging):
        return judging.judging(purpose, mark, faults)
    if isinstance(purpose, Briefing):
        return briefing.briefing(purpose, mark, faults)
    return debating.closing(purpose, mark, faults)
