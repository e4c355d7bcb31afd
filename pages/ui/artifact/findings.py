"""What a review came to: its verdict, the text with its findings marked, and a person's say in each."""

from collections.abc import Mapping

import streamlit as st
from pydantic import ValidationError

from debate_core.artifact import STATES, State
from debate_core.bounds import REASON_MOST, within
from debate_core.errors import DebateError
from debate_core.events import FindingSettled
from debate_core.findings.calling import Call
from debate_core.findings.merging import Merged
from debate_core.findings.reporting import Reviewed, ReviewSettings
from debate_core.options import options_of
from debate_core.record import ArtifactRecord
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.text_findings import gravest
from debate_core.reporting.text_values import text_formats
from pages.ui import state
from pages.ui.blocks.show import offer_downloads, show_block, show_sentence, show_tables
from pages.ui.shown.after_talk import show_after_talk
from pages.ui.shown.deliberating import WHAT
from pages.ui.shown.figures import component
from pages.ui.shown.options import show_option
from pages.ui.shown.words import escaped, show_fault

_COLOURS: Mapping[Call, str] = {"PASS": "green", "CONDITIONAL": "yellow", "FAIL": "red", "no_call": "gray"}


def show_verdict(found: Reviewed, document: Document) -> None:
    block = document.block("verdict")
    assert block is not None
    with st.container(border=True, key="verdict_banner", gap="small"):
        st.header(f":{_COLOURS[found.outcome.call]}[{escaped(block.title)}]", anchor=False)
        show_sentence(block)
    if flags := document.block("flags"):
        lines = (f"- {escaped(item)}" for item in flags.items)
        st.warning("\n".join([f"**{escaped(flags.title)}**", *lines]), icon=":material/flag:")


def show_key(document: Document, key: str, *, folded: bool | None = None) -> None:
    if block := document.block(key):
        show_block(block, 3, folded=folded)


def show_people(found: Reviewed, document: Document) -> None:
    """People's scores, and the switch that counts them; nothing where nobody scored it."""
    if found.otherwise:
        for name, option in options_of(ReviewSettings).items():
            show_option(name, option, bool(found.seated), of="setting")
    show_key(document, "people")


def show_files(found: Reviewed, document: Document) -> None:
    with st.container(horizontal=True, gap="small", key="downloads"):
        offer_downloads(document, f"review-{found.record}", text_formats(found))


def show_discussion(found: Reviewed, record: ArtifactRecord) -> None:
    if found.talk.after_talk is None:
        st.caption(WHAT["artifact"])
    show_after_talk(found, record)


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
        on_chosen_change=lambda: state.finding.keep((st.session_state.get(key) or {}).get("chosen")),
    )
    st.caption("Red: critical. Yellow: major. Grey: minor. Numbers are those of the findings.")
