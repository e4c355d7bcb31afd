"""What a review came to: its verdict, the text with its findings marked, and a person's say in each."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st
from pydantic import ValidationError

from debate_core.domain.artifact import SEVERITIES, STATES, Finding, State
from debate_core.domain.bounds import REASON_MOST, within
from debate_core.domain.errors import DebateError
from debate_core.domain.options import options_of
from debate_core.library.findings.reporting import Reviewed, ReviewSettings
from debate_core.reporting.blocks import Block, Document
from debate_core.reporting.text import gravest, number_of
from debate_core.reporting.text_values import MIME, text_as_docx, text_formats
from debate_core.store.events import FindingAdded, FindingSettled
from debate_core.store.record import ArtifactRecord
from pages.ui import state
from pages.ui.blocks.show import offer_downloads, show_block, show_sentence, show_tables
from pages.ui.shown.figures import component, offer_file
from pages.ui.shown.options import show_option
from pages.ui.shown.words import escaped, fault_shown, show_fault


def show_verdict(document: Document) -> None:
    """Why the answer is what it is, and which reviews to read oneself."""
    show_sentence(document["verdict"])
    if flags := document.block("flags"):
        lines = (f"- {escaped(item)}" for item in flags.items)
        st.warning("\n".join([f"**{escaped(flags.title)}**", *lines]), icon=":material/flag:")


def show_key(document: Document, key: str, *, folded: bool | None = None) -> None:
    if block := document.block(key):
        show_block(block, folded=folded)


def show_people(found: Reviewed, document: Document) -> None:
    """People's scores, and the switch that counts them; nothing where nobody scored it."""
    if found.otherwise:
        for name, option in options_of(ReviewSettings).items():
            show_option(name, option, bool(found.seated), of="setting")
    show_key(document, "people")


def show_files(found: Reviewed, document: Document) -> None:
    with st.container(gap="small", key="downloads"):
        offer_downloads(document, name := f"review-{found.record}", text_formats(found))
        word, key = partial(text_as_docx, found), f"download_{name}_docx"
        offer_file("Download Word with comments", word, f"{name}.docx", MIME, key=key, type="tertiary")


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
_ORDERS = ("As in the text", "By severity")


def show_findings(found: Reviewed, document: Document, chosen: int | None) -> None:
    blocks = [one for key in ("findings", "unplaced") if (one := document.block(key))]
    gravest_first = False
    for block in blocks:
        st.subheader(escaped(block.title), anchor=False)
        show_sentence(block)
        if block is blocks[0]:
            _ask_name()
            _ask_own(found)
        if block is blocks[0] and found.findings:
            _ask_several(found, [child for one in blocks for child in one.children])
            order = st.segmented_control(
                "Order", _ORDERS, default=_ORDERS[0], required=True, key="finding_order"
            )
            gravest_first = order == _ORDERS[1]
        ordered = (
            sorted(block.children, key=lambda one: _gravity(found, one)) if gravest_first else block.children
        )
        for child in ordered:
            _show(found, child, chosen)


def _gravity(found: Reviewed, block: Block) -> int:
    return SEVERITIES.index(gravest(found.findings[number_of(block) - 1]))


def _ask_name() -> None:
    st.text_input(
        "Your name",
        value=state.person(),
        max_chars=60,
        key="finding_name",
        placeholder="kept with what you accept or dismiss",
        on_change=lambda: state.go_by(st.session_state["finding_name"].strip()),
    )


def _ask_several(found: Reviewed, blocks: Sequence[Block]) -> None:
    """One word on several findings that are still open; each keeps it by itself."""
    titles = {
        number: one.title for one in blocks if found.findings[(number := number_of(one)) - 1].state == "open"
    }
    if len(titles) < 2:
        return
    with (
        st.expander("Accept or dismiss several", icon=":material/checklist:"),
        st.form("several", border=False),
    ):
        st.multiselect("Findings", list(titles), format_func=titles.__getitem__, key="several_findings")
        _ask_state(found, lambda: st.session_state["several_findings"], "open", "several")


def _ask_own(found: Reviewed) -> None:
    """A finding of the reader's own: it is marked and kept like the others, and changes no verdict."""
    with (
        st.expander("Add a finding of your own", icon=":material/add:"),
        st.form("own", border=False, clear_on_submit=True),
    ):
        quote = st.text_input(
            "Words of the text it is about (none where something is missing)", key="own_quote"
        )
        dimension = st.selectbox("What it bears on", found.rubric.keys, key="own_dimension")
        severity = st.segmented_control("Severity", SEVERITIES, key="own_severity")
        what, todo = (st.text_input(label, key=f"own_{label}") for label in ("What is wrong", "What to do"))
        st.caption("It takes no part in the verdict.")
        if not st.form_submit_button("Add it", key="own_add"):
            return
    if not (state.person() and severity and what.strip()):
        show_fault("A finding needs your name, a severity and what is wrong.")
        return
    with fault_shown():
        texts = {"quote": quote, "what": what.strip(), "remediation": todo.strip()}
        texts = {key: within("Each field", text, REASON_MOST) for key, text in texts.items()}
        own = Finding(dimension=dimension, severity=severity, confidence=None, **texts)
        state.settle(found.record, [FindingAdded(person=state.person(), finding=own)])
        st.rerun()


def _show(found: Reviewed, block: Block, chosen: int | None) -> None:
    number = number_of(block)
    one, key = found.findings[number - 1], f"finding_{number}_open"
    if chosen == number:
        # An expander whose title changes is a new one to Streamlit: it would be closed, and the focus gone.
        st.session_state[key] = True
    place = st.container(key=f"finding_{number}")
    with place.expander(
        escaped(block.title), icon=_ICONS[one.state], key=key, on_change=_open, args=(key, number, chosen)
    ):
        show_sentence(block)
        show_tables(block, folded=False)
        with st.form(f"settle_{number}_{one.state}", border=False):
            _ask_state(found, lambda: [number], one.state, str(number))


def _open(key: str, number: int, chosen: int | None) -> None:
    """The text moves to the finding that is opened."""
    if st.session_state[key] or chosen == number:
        state.finding.keep(number if st.session_state[key] else None)


def _ask_state(found: Reviewed, numbers: Callable[[], Sequence[int]], now: State, key: str) -> None:
    """A person's say: dismissing needs a reason, which stays with the finding."""
    reason = f"reason_{key}_{now}"
    if now != "dismissed":
        st.text_input("Reason (needed to dismiss)", key=reason)
    with st.container(horizontal=True, gap="small"):
        for what in STATES:
            if what != now:
                label, icon = _DOES[what]
                args = (found, numbers, what, reason)
                st.form_submit_button(label, icon=icon, key=f"{what}_{key}", on_click=_settle, args=args)


def _settle(found: Reviewed, numbers: Callable[[], Sequence[int]], what: State, reason: str) -> None:
    person, given = state.person(), str(st.session_state.get(reason) or "")
    if not person or not numbers():
        missing = (
            "Choose findings first." if person else "Enter your name first: it is kept with your decision."
        )
        st.toast(missing, icon=":material/edit:")
        return
    try:
        why = within("Your reason", given, REASON_MOST)
        those = [found.findings[number - 1].fingerprints for number in numbers()]
        words = [FindingSettled(person=person, findings=one, state=what, reason=why) for one in those]
        state.settle(found.record, words)
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
            "pages": {one.line: one.name for one in found.artifact.parts}
            if found.artifact.media == "pdf"
            else {},
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
