"""The one way a figure reaches the screen: named for those who can't see it, its text in the theme's own colour.

Knows streamlit's theme, nothing of what is drawn. Invariant: every chart has an `alt`.
"""

from collections.abc import Callable

import plotly.graph_objects as go
import streamlit as st

from pages.ui.charts.canvas import CONFIG


def show_chart(figure: go.Figure, *, key: str, alt: str, chosen: Callable[[], None] | None = None) -> None:
    """Show a figure; `chosen` is called when a person selects a point in it."""
    if ink := _text_colour():
        figure.update_layout(font={"color": ink})
        figure.update_xaxes(tickfont={"color": ink}, title={"font": {"color": ink}})
        figure.update_yaxes(tickfont={"color": ink})
    st.plotly_chart(
        figure,
        config=CONFIG,
        key=key,
        alt=alt,
        on_select=chosen or "ignore",
        selection_mode="points",
    )


def _text_colour() -> str | None:
    """The text colour of the theme in use, as config.toml has it; None where the browser has not said which it is."""
    kind = st.context.theme.type
    return str(st.get_option(f"theme.{kind}.textColor") or "") or None if kind else None
