"""Where a deliberation stands as the log knows it."""

from dataclasses import dataclass

from debate_core.config import Deliberation
from debate_core.events import DeliberationOpened, WhyClosed


@dataclass(frozen=True, kw_only=True)
class Deliberating:
    """The newest opening, and why it was closed, if it was. `at`, `closed_at`: seconds since 1970, for people; `spent`:
    seconds the debate had taken by then; `held`: the judging's last round by then."""

    opened: DeliberationOpened
    at: float
    spent: float
    held: int
    closed: WhyClosed | None = None
    closed_at: float | None = None

    @property
    def settings(self) -> Deliberation:
        return self.opened.settings
