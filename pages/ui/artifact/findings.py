"""The text with its findings marked where they stand; each finding, and a person's say in it."""

import streamlit as st
from pydantic import ValidationError

from debate_core.artifact import STATES, State
from debate_core.bounds import REASON_MOST, within
from debate_core.errors import DebateError
from debate_core.events import FindingSettled
from debate_core.findings.merging import Merged
from debate_core.findings.reporting import Reviewed
from debate_core.record import ArtifactRecord
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.text_findings import gravest
from pages.ui import state
from pages.ui.blocks import show_sentence, show_tables
from pages.ui.shown.figures import component
from pages.ui.shown.words import escaped, show_fault

_TEXT = component("artifact_text", "artifact/text")
_ICONS = {
    "accepted": ":material/check_circle:",
    "dismissed": ":material/cancel:",
    "open": ":material/radio_button_unchecked:",
}
_DOES: dict[State, tuple[str, str]] = {
    "accepted": ("Accept", ":material/check:"),
    "dismissed": ("Dismiss", ":material/close:"),
    "open": ("Open it again", ":material/undo:"),
}


def show_findings(found: Reviewed, document: Document, chosen: int | None) -> None:
    for key in ("findings", "unplaced"):
        if block := document.block(key):
            st.subheader(escaped(block.title), anchor=False)
            show_sentence(block)
            if key == "findings" and found.findings:
                _ask_name()
            for child in block.children:
                _show(found, child, chosen)


def _ask_name() -> None:
    st.text_input(
        "Your name",
        value=state.person(),
        max_chars=60,
        key="finding_name",
        placeholder="kept with what you accept or dismiss",
        on_change=lambda: state.go_by(st.session_state["finding_name"].strip()),
    )


def _show(found: Reviewed, block: Block, chosen: int | None) -> None:
    number = int(block.key.removeprefix("finding-"))
    one = found.findings[number - 1]
    # A finding that is chosen in the text gets an expander of its own, unfolded.
    key = f"finding_{number}{'_chosen' if chosen == number else ''}"
    with st.expander(escaped(block.title), icon=_ICONS[one.state], expanded=chosen == number, key=key):
        show_sentence(block)
        show_tables(block, folded=False)
        _ask(found.record, number, one)


def _ask(record: str, number: int, one: Merged) -> None:
    """A person's say: dismissing needs a reason, which stays with the finding."""
    reason = f"reason_{number}_{one.state}"
    with st.form(f"settle_{number}_{one.state}", border=False):
        if one.state != "dismissed":
            st.text_input("Reason (needed to dismiss)", key=reason)
        with st.container(horizontal=True, gap="small"):
            for what in STATES:
                if what == one.state:
                    continue
                label, icon = _DOES[what]
                args = (record, one.fingerprints, what, reason)
                st.form_submit_button(label, icon=icon, key=f"{what}_{number}", on_click=_settle, args=args)


def _settle(record: str, findings: tuple[str, ...], what: State, reason: str) -> None:
    person, given = state.person(), str(st.session_state.get(reason) or "")
    if not person:
        st.toast("Enter your name first: it is kept with your decision.", icon=":material/edit:")
        return
    try:
        why = within("Your reason", given, REASON_MOST)
        state.settle(record, FindingSettled(person=person, findings=findings, state=what, reason=why))
    except ValidationError:
        st.toast("Give a reason: it is kept with the finding.", icon=":material/edit:")
    except DebateError as error:
        show_fault(str(error))
    else:
        st.toast("Recorded.", icon=":material/check_circle:")


def show_text(record: ArtifactRecord, found: Reviewed, document: Document, chosen: int | None) -> None:
    """The text in a pane; a click on a mark chooses its finding."""
    key = f"text_{record.id}"
    _TEXT(
        key=key,
        data={
            "alt": f"{document.title}: the text with its findings marked",
            "code": found.artifact.media == "source",
            "chosen": chosen,
            "lines": [
                [[piece.text, list(piece.findings), list(piece.ends)] for piece in line]
                for line in state.marked_of(record)
            ],
            "findings": [
                {
                    "severity": "dismissed" if one.state == "dismissed" else gravest(one),
                    "said": f"Finding {block.title}"
                    if (block := document.block(f"finding-{number}"))
                    else "",
                }
                for number, one in enumerate(found.findings, start=1)
            ],
        },
        default={"chosen": None},
        on_chosen_change=lambda: state.choose_finding((st.session_state.get(key) or {}).get("chosen")),
    )
    st.caption("Red: critical. Yellow: major. Grey: minor. Numbers are those of the findings.")
