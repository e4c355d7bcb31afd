"""People who scored the text by hand, beside the reviewers.

Knows the review and how it may be read. Invariant: what was not given blind says so; people count in the verdict only
where they are seated, which is said there; what it would be otherwise stands beside it.
"""

import streamlit as st

from debate_core.exports.artifact import seated_said
from debate_core.findings.calling import CALL_WORDS
from debate_core.findings.reporting import Reviewed, ReviewSettings
from debate_core.numerals import percent
from debate_core.options import options_of
from pages.ui.shown.options import show_option
from pages.ui.shown.words import escaped, show_words

_ONLY_DEBATES = (
    "Whether people score as models do is measured over the arguments of debates only; what people score of texts is "
    "not counted there."
)


def show_people(found: Reviewed) -> None:
    """Each person's verdict, scores and reason, and the switch that seats them; nothing where nobody scored it."""
    if not found.people:
        return
    st.markdown("**People**")
    if found.otherwise:
        for name, option in options_of(ReviewSettings).items():
            show_option(name, option, bool(found.seated), of="setting")
        st.caption(seated_said(found))
    for one in found.people:
        with st.container(border=True, gap="small"):
            blind = "blind" if one.blind else "not blind"
            changed = f" · changed {one.versions - 1} times since" if one.versions > 1 else ""
            known = one.weight is not None and not found.awaited
            weight = f" · {percent(one.weight)} of the weight" if known else ""
            st.markdown(f"**{escaped(one.name)}** · {CALL_WORDS[one.verdict]} · {blind}{weight}{changed}")
            st.caption(escaped(", ".join(f"{key} {score}" for key, score in one.scores.items())))
            show_words(one.reason)
            if one.cause:
                st.caption(escaped(f"Not blind: {one.cause}."))
    st.caption(_ONLY_DEBATES)
