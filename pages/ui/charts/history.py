"""How strict each judge was in past debates: a strip a judge, the oldest debate on the left.

All strips share their points and their debates; a strictness that has no interval is hollow, and a debate in which a
judge's is not known leaves a gap.
"""

from collections.abc import Sequence

import plotly.graph_objects as go

from debate_core.library.track_record import JudgeBefore, SeverityThen
from debate_core.phrases import estimate_text
from debate_core.reporting.history import day_text
from pages.ui.charts.canvas import GRID, NEUTRAL, canvas, safe, shape

NEWEST = 30
"""Debates drawn: more would be a smear on a phone; the numbers have all of them."""
_STRIP, _LEAST = 110, 1.0


def history_plot(judges: Sequence[JudgeBefore]) -> go.Figure:
    """Severity in points (up: stricter than the panel), with 95% intervals, of each judge, in panel order."""
    times = {then.debate: then.opened_at for one in judges for then in one.severities}
    debates = sorted(times, key=lambda name: times[name])[-NEWEST:]
    drawn = [[then for then in one.severities if then.debate in debates] for one in judges]
    reach = max([_LEAST, *(abs(end) for strip in drawn for then in strip for end in _ends(then))]) * 1.1
    tick = max(1, round(reach / 2))
    figure = canvas(len(judges) * _STRIP + 50, hovermode="closest")
    step = 1.0 / max(1, len(judges))
    for place, (one, strip) in enumerate(zip(judges, drawn, strict=True)):
        top = 1.0 - place * step
        axis = f"y{place + 1 if place else ''}"
        figure.add_trace(_strip(one, strip, debates, place, axis))
        figure.update_layout(
            {
                axis.replace("y", "yaxis"): {
                    "domain": [top - 0.92 * step, top - 0.16 * step],
                    "range": [-reach, reach],
                    "tickvals": [-tick, 0, tick],
                    "showgrid": True,
                    "gridcolor": GRID,
                    "fixedrange": True,
                    "zeroline": True,
                    "zerolinecolor": NEUTRAL,
                }
            }
        )
        said = f"<b>{safe(one.judge, 24)}</b>  {safe(one.model, 32)}"
        figure.add_annotation(
            x=0, y=top, xref="paper", yref="paper", text=said, showarrow=False, yanchor="top"
        )
    said = f"← {day_text(times[debates[0]])} · debates · {day_text(times[debates[-1]])} →" if debates else ""
    last = f"y{len(judges)}" if len(judges) > 1 else "y"
    figure.update_xaxes(showticklabels=False, title=said, range=[-0.7, len(debates) - 0.3], anchor=last)
    return figure


def _ends(then: SeverityThen) -> tuple[float, ...]:
    """What has to be in sight of one severity."""
    return then.found.interval or (() if then.found.value is None else (then.found.value,))


def _strip(
    one: JudgeBefore, strip: Sequence[SeverityThen], debates: Sequence[str], place: int, axis: str
) -> go.Scatter:
    known = [then for then in strip if then.found.value is not None]
    reaches = [max(_ends(then)) - (then.found.value or 0.0) for then in known]
    symbols = [f"{shape(place)}{'' if then.found.interval else '-open'}" for then in known]
    said = [
        f"{safe(one.judge)}, {day_text(then.opened_at)}<br>{estimate_text(then.found, 'difference')}"
        for then in known
    ]
    return go.Scatter(
        x=[debates.index(then.debate) for then in known],
        y=[then.found.value for then in known],
        yaxis=axis,
        mode="markers",
        marker={"symbol": symbols, "size": 9, "color": NEUTRAL},
        error_y={"type": "data", "array": reaches, "color": NEUTRAL, "thickness": 1.5, "width": 3},
        customdata=[[None, words] for words in said],
        hovertemplate="%{customdata[1]}<extra></extra>",
        name=safe(one.judge),
    )
