"""Links from an argument's id to the argument itself, opened on the Panel page.

Knows the report and the router. Invariant: a link is offered only to an argument the debate has.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.report import Report
from pages.ui import router
from pages.ui.widgets.words import clip, plain


def show_links(report: Report, names: Sequence[str]) -> None:
    """A row of links, one an argument."""
    known = {row.id for row in report.arguments}
    with st.container(horizontal=True, gap="small"):
        for name in names:
            if name in known:
                show_link(report, name)


def show_link(report: Report, name: str, claim: str = "") -> None:
    """One argument's id, with its claim where given, as a link to its drawer."""
    label = f"**{name}** {plain(clip(claim, 120))}" if claim else name
    st.page_link(
        router.page("panel"),
        label=label,
        icon=":material/open_in_full:",
        query_params={"debate": report.debate, "arg": name},
    )
