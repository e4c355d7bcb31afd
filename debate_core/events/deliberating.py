"""The facts of judges deliberating: opened, a sheet revised in a round or for a probe, closed."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from debate_core.config import Deliberation, Probe
from debate_core.events.base import Event, StepResult
from debate_core.noun import Noun
from debate_core.scorecard.nouns import QuoteMatch
from debate_core.scoresheet import Scoresheet

WhyClosed = Literal[
    "too_few_judges", "accord_reached", "no_disagreement", "nothing_moved", "round_limit", "time_limit"
]
"""Why no further round was needed or possible."""


STANDING, VERDICT = "standing", "verdict"
"""What a change names that is of no dimension: of an argument, of an artifact."""


class DeliberationOpened(Event):
    """The judges begin to read each other. `takes_part`: those that do; `keeps`: why each other judge keeps its sheet.
    A later opening's settings hold for what is not done yet."""

    kind: Literal["deliberation_opened"] = "deliberation_opened"
    settings: Deliberation
    takes_part: tuple[str, ...]
    keeps: Mapping[str, str] = Field(default_factory=dict)


class ScoreChange(Noun):
    """What a judge says moved it, in its words, and where they stand: in a turn or another judge's note; neither for an
    artifact's text. `dimension` may be STANDING or VERDICT. `new`: the words do stand there, and it had not noted them
    before."""

    argument: str = ""
    dimension: str
    because: str
    found: QuoteMatch
    turn: int | None = None
    note_of: str | None = None
    new: bool = False


class SheetRevised(StepResult):
    """A judge's scores after it was shown others', in a `round` from 2 on or for a `probe`. `seen`: by letter, whose
    sheet it read; `planted`: by argument, whose positions were shown in its place."""

    kind: Literal["sheet_revised"] = "sheet_revised"
    sheet: Scoresheet
    rung: str
    round: int
    probe: Probe | None = None
    seen: Mapping[str, str] = Field(default_factory=dict)
    planted: Mapping[str, str] = Field(default_factory=dict)
    changes: tuple[ScoreChange, ...] = ()


class DeliberationClosed(Event):
    kind: Literal["deliberation_closed"] = "deliberation_closed"
    why: WhyClosed
