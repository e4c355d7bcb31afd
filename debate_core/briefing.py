"""What the decision-maker is told at the end, and what each statement rests on."""

from debate_core.noun import Noun


class Statement(Noun):
    """One statement and the ids of the arguments it rests on."""

    text: str
    rests_on: tuple[str, ...] = ()

    @property
    def supported(self) -> bool:
        return bool(self.rests_on)


class Briefing(Noun):
    key_insight: Statement
    unresolved: tuple[Statement, ...] = ()
    recommendation: Statement
