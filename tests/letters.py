"""The letters of words that are made up."""

from hypothesis import strategies as st

WRITABLE = st.characters(exclude_categories=["Cs"])
"""All that UTF-8 can write. Hypothesis' own `text()` means the same, and takes seconds to try every letter."""
