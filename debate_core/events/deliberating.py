"""The facts of judges deliberating: opened, a sheet revised in a round or for a probe, closed.

Knows settings and sheets; not how far anybody moved, which is computed. Invariant: what a judge named as its reason is
kept as it came, whether or not it stands where it should.
"""

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
"""Why no further round was needed or possible: fewer than 2 judges answered; accord reached; no area of
disagreement left; nobody changed anything; the limit of rounds; the limit of time."""


STANDING, VERDICT = "standing", "verdict"
"""What a change names that is of no dimension: of an argument, of an artifact."""


class DeliberationOpened(Event):
    """The judges begin to read each other; time counts from here. `takes_part`: the judges that do; `keeps`: why each
    of the others keeps the sheet it has, or has none. A later opening's settings hold for what is not done yet."""

    kind: Literal["deliberation_opened"] = "deliberation_opened"
    settings: Deliberation
    takes_part: tuple[str, ...]
    keeps: Mapping[str, str] = Field(default_factory=dict)


class ScoreChange(Noun):
    """What a judge says moved it: words, as it gave them, and whether they stand where it could read them: in a turn,
    or in the note of another judge; of an artifact, whose changes are of no argument, in its text too, and then both
    are None. `dimension` may be STANDING, or VERDICT. `new`: they do, and are not what it had noted or named before."""

    argument: str = ""
    dimension: str
    because: str
    found: QuoteMatch
    turn: int | None = None
    note_of: str | None = None
    new: bool = False


class SheetRevised(StepResult):
    """A judge's scores after it was shown others', in a `round` from 2 on, or for a `probe`, which is no result.
    `seen`: by letter, whose sheet it read; `planted`: by argument, whose positions were shown in its place."""

    kind: Literal["sheet_revised"] = "sheet_revised"
    sheet: Scoresheet
    rung: str
    round: int
    probe: Probe | None = None
    seen: Mapping[str, str] = Field(default_factory=dict)
    planted: Mapping[str, str] = Field(default_factory=dict)
    changes: tuple[ScoreChange, ...] = ()


class DeliberationClosed(Event):
    """No further round is held; `why` says which stop was met."""

    kind: Literal["deliberation_closed"] = "deliberation_closed"
    why: WhyClosed
