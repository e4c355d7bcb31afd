"""The facts of judging: what a judge's scores are, by round and probe."""

from typing import Literal

from debate_core.config import Probe
from debate_core.events.base import StepResult
from debate_core.scoresheet import Scoresheet


class SheetRead(StepResult):
    """A judge's scores as read from `call`: canonical. `rung` says how the answer was read. In round 1 nobody has heard
    the others; `probe` says that the sheet is no result."""

    kind: Literal["sheet_read"] = "sheet_read"
    sheet: Scoresheet
    rung: str
    round: int = 1
    probe: Probe | None = None
