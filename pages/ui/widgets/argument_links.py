"""Links from an argument's id to the argument itself, opened on the Panel page.

Knows the report and the router. Invariant: a link is offered only to an argument the debate has.
"""

from collections.abc import Sequence

import streamlit as st

from debate_core.report import Report
from pages.ui import router


def show_links(report: Report, names: Sequence[str], where: str) -> None:
    """A row of buttons, one an argument; `where` keeps the keys of several rows apart."""
    known = {row.id for row in report.arguments}
    with st.container(horizontal=True, gap="small", key=f"links_{where}"):
        for name in names:
            if name not in known:
                continue
            if st.button(
                name, key=f"go_{where}_{name}", help=f"Read {name} on the Panel page", type="secondary"
            ):
                router.go("panel", report.debate, name)
