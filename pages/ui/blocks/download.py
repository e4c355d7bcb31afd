"""Offers what a page shows as a file, in each format."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from debate_core.reporting.blocks import Document
from debate_core.reporting.formats import FORMATS, Format
from pages.ui.shown.figures import offer_file


def offer_downloads(
    document: Document | Callable[[], Document], name: str, formats: Sequence[Format] = FORMATS
) -> None:
    """A button a format; the file is made when it is asked for."""
    with st.container(horizontal=True, gap="small"):
        for one in formats:
            offer_file(
                f"Download {one.title}",
                partial(one.of, document),
                f"{name}.{one.extension}",
                one.mime,
                key=f"download_{name}_{one.extension}",
                type="tertiary",
            )
