"""People who scored the text by hand, beside the reviewers.

Knows the review. Invariant: what was not given blind says so; people count in the verdict nowhere: what it would be
with them stands beside it.
"""

import streamlit as st

from debate_core.exports.artifact import seated_said
from debate_core.findings.calling import CALL_WORDS
from debate_core.findings.reporting import Reviewed
from pages.ui.shown.words import escaped, show_words


def show_people(found: Reviewed) -> None:
    """Each person's verdict, scores and reason; nothing where nobody scored it."""
    if not found.people:
        return
    st.markdown("**People**")
    for one in found.people:
        with st.container(border=True, gap="small"):
            blind = "blind" if one.blind else "not blind"
            changed = f" · changed {one.versions - 1} times since" if one.versions > 1 else ""
            st.markdown(f"**{escaped(one.name)}** · {CALL_WORDS[one.verdict]} · {blind}{changed}")
            st.caption(escaped(", ".join(f"{key} {score}" for key, score in one.scores.items())))
            show_words(one.reason)
            if one.cause:
                st.caption(escaped(f"Not blind: {one.cause}."))
    if found.with_people:
        st.caption(seated_said(found.outcome, found.with_people))
