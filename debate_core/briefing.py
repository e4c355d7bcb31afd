"""What the decision-maker is told at the end, and what each statement rests on.

Knows nothing of who wrote it. Invariant: `rests_on` names only arguments that exist; a statement that names none is
unsupported and shown so.
"""

from debate_core.noun import Noun


class Statement(Noun):
    """One statement and the ids of the arguments it rests on."""

    text: str
    rests_on: tuple[str, ...] = ()

    @property
    def supported(self) -> bool:
        """Whether it names an argument at all."""
        return bool(self.rests_on)


class Briefing(Noun):
    """Key insight, what to verify oneself, and a recommendation. Names no winner: the outcome is the panel's."""

    key_insight: Statement
    unresolved: tuple[Statement, ...] = ()
    recommendation: Statement
