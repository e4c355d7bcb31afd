"""What a debate used, in tokens and money: in a sentence, by side and judge, by call, and the prices reckoned with.

Knows the report's usage. Invariant: a cost that isn't known is said to be so, with the reason, and never reads 0.
"""

import streamlit as st

from debate_core.exports.usage import cost_said, price_said, usage_sentences
from debate_core.report import Report
from debate_core.report.usage import UsedRow
from pages.ui.shown.figures import fold, show_table
from pages.ui.shown.words import escaped


def show_used(report: Report) -> None:
    """Folded: all of it."""

    def show() -> None:
        used = report.usage
        st.markdown("  \n".join(map(escaped, usage_sentences(used))))
        if not used.by:
            return
        show_table(
            [{"Part": row.name, **_cells(row)} for row in used.by],
            alt="Calls, tokens and cost of each side, judge and other part",
            whole=True,
        )
        st.caption("Call by call")
        show_table(
            [{"Call": row.name, **_cells(row)} for row in used.by_call], alt="Tokens and cost of each call"
        )
        st.caption(escaped(f"Prices: {used.prices_of or 'none was looked up'}"))
        for row in used.prices:
            st.caption(escaped(f"{row.model}: {price_said(row)}"))

    fold("What it used", "fold_used", show, icon=":material/payments:")


def _cells(row: UsedRow) -> dict[str, str]:
    return {
        "Cost": cost_said(row.cost, row.reason) + (" (half price: in a batch)" if row.batched else ""),
        "Calls": f"{row.calls:,}",
        "Tokens": f"{row.tokens:,}",
        "Input": f"{row.input:,}",
        "From a cache": f"{row.cached:,}",
        "Output": f"{row.output:,}",
        "Thinking": f"{row.thinking:,}",
        "Model": ", ".join(row.models),
    }
