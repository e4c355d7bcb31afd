"""The running score, drawn without a chart library, so that it doesn't weigh on the pages read first."""

from collections.abc import Collection

from debate_core.report.live import LiveReport
from pages.ui.charts.turns import running_score
from pages.ui.shown.figures import component

_SCORE = component("running_score", "shown/score")


def show_running_score(
    found: LiveReport, *, key: str, alt: str, turning: Collection[int] = (), height: int = 230
) -> None:
    """Each side's mean and each turn's own score; `turning`: turns to mark; `height` in pixels."""
    drawn = running_score(found.scorecard.running, found.live, turning)
    _SCORE(key=key, height=height, data={**drawn, "alt": alt, "height": height})
