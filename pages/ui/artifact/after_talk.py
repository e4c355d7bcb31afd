"""After the reviewers read each other: who moved toward whom, on which words; beside the verdict, never in its place.

Knows the review and what several pages show of a talk. Invariant: that it is after talk and not independent stands with
every figure; where nobody has talked, the way to it, or why there is none.
"""

import streamlit as st

from debate_core.artifact_record import ArtifactRecord
from debate_core.exports.artifact import would_carry
from debate_core.findings.reporting import Reviewed
from debate_core.report import heard
from debate_core.report.deliberated import NOT_INDEPENDENT
from debate_core.wording import capital
from pages.ui.shown.after_talk import pick_round, show_audit, show_talked
from pages.ui.shown.deliberating import WHAT, show_door, show_more
from pages.ui.shown.words import escaped

_STANDS = f"{capital(NOT_INDEPENDENT)}: the first reviews, given alone, stay the result."


def show_beside(found: Reviewed) -> None:
    """In a line under the verdict: how close they came, and what their last reviews would carry."""
    if found.talk.after_talk is None:
        return
    said = " ".join(filter(None, (heard.headline(found.talk), would_carry(found), _STANDS)))
    with st.container(border=True, key="beside_verdict"):
        st.markdown(f":material/forum: **The reviewers read each other.** {escaped(said)}")


def show_after_talk(found: Reviewed, record: ArtifactRecord) -> None:
    """The whole of it; where the reviewers have not deliberated, what it is and the door to it."""
    talk = found.talk.after_talk
    if talk is None:
        st.markdown("The reviewers have not read each other.")
        st.caption(WHAT["artifact"])
        show_door(record)
        return
    moved = heard.who_moved(found.talk) if talk.rounds else ""
    st.markdown(f"**{escaped(heard.headline(found.talk))} {would_carry(found)}** {escaped(moved)}")
    about = {one.key: {"side": "", "claim": one.question} for one in found.rubric.dimensions}
    if talk.rounds > 1:
        pick_round(record)
    show_talked(found.talk, record, about, _STANDS)
    show_more(record)
    show_audit(found, record.id)
