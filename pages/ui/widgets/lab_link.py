"""The way from a debate's panel to the lab, which is then asked about a panel like it.

Knows the report and the router. Invariant: only what is known of the panel is carried along: its size, its arguments,
the share of scores missing, and whether all judges run on one model (the
simulated one apart: its judges err by themselves); noise and the gap stay the usual ones.
"""

import streamlit as st

from debate_core.lab import Question, read_question
from debate_core.report import Report, ReportSettings
from pages.ui import router
from pages.ui.address import to_query


def show_lab_link(report: Report) -> None:
    """A link to the lab."""
    st.page_link(
        router.page("lab"),
        label="How good is a panel like this? Try it in the lab",
        icon=":material/science:",
        query_params=panel_like(report).changed
        | to_query(ReportSettings(thresholds=report.settings.thresholds)),
    )


def panel_like(report: Report) -> Question:
    """The question about a panel like this one."""
    judges = [judge for judge in report.judges if judge.scores]
    sides = [sum(row.side == side for row in report.arguments) for side in ("pro", "con")]
    cells = [score for row in report.arguments for score in (row.raw[judge.name] for judge in judges)]
    missing = sum(score is None for score in cells) / max(1, len(cells))
    models = {judge.model for judge in judges}
    alike = len(judges) > 1 and len(models) == 1 and not models.pop().startswith("simulated:")
    words = {
        "judges": str(len(judges)),
        "arguments": str(min(sides)),
        "missing": f"{round(missing * 20) / 20:g}",
        "related": "all" if alike else "own",
        "rules": report.settings.rules,
    }
    return read_question(words).question
