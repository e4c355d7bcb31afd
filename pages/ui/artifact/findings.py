"""The text with its findings marked where they stand; what each reviewer says of the same words, and a person's say in
it.

Knows the lines and findings of a review and the store's facts. Invariant: every character of the text is there, as
text only; nothing is taken out: a dismissed finding stays with its reason, its mark without the colour; the three
counts add up to all findings; those without a place stand apart, each with why.
"""

import streamlit as st
from pydantic import ValidationError

from debate_core.artifact import SEVERITIES, STATES, State
from debate_core.artifact_record import ArtifactRecord
from debate_core.bounds import REASON_MOST, within
from debate_core.errors import DebateError
from debate_core.events import FindingSettled
from debate_core.findings.merging import Merged
from debate_core.findings.reporting import Reviewed
from debate_core.numerals import coefficient, listed
from pages.ui import state
from pages.ui.shown.figures import component
from pages.ui.shown.words import clip, escaped, show_fault, show_words

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
_MOST = 1200
NONE_ANSWERED = "No reviewer has given a readable review."


def show_findings(found: Reviewed, chosen: int | None) -> None:
    """Where they stand, who settles them, and each of them; the chosen one unfolded."""
    if not found.findings:
        nothing = "No reviewer found anything." if found.outcome.usable else NONE_ANSWERED
        st.markdown("No finding yet." if found.awaited else nothing)
        return
    st.markdown(" · ".join(f"**{found.states[one]}** {one}" for one in STATES))
    _ask_name()
    for number, one in enumerate(found.placed, start=1):
        _show(found, number, one, chosen == number)
    if found.unplaced:
        st.subheader(f"Without a place ({len(found.unplaced)})", anchor=False)
        st.caption(
            "They quote nothing, or words that have no one place in the text. They count like the others."
        )
    for number, one in enumerate(found.unplaced, start=len(found.placed) + 1):
        _show(found, number, one, chosen == number)


def _ask_name() -> None:
    """Under which name this browser settles findings."""
    st.text_input(
        "Your name",
        value=state.person(),
        max_chars=60,
        key="finding_name",
        placeholder="kept beside what you accept or dismiss",
        on_change=lambda: state.go_by(st.session_state["finding_name"].strip()),
    )


def _show(found: Reviewed, number: int, one: Merged, chosen: bool) -> None:
    severities = " and ".join(one.severities)
    where = f"line {one.place.line}" if one.place else "no place"
    by = f" · {len(one.found_by)} reviewers" if len(one.found_by) > 1 else ""
    label = f"**{number}** · {where} · {escaped(one.dimension)} · {severities}{by}"
    # A finding that is chosen in the text gets an expander of its own, unfolded.
    key = f"finding_{number}{'_chosen' if chosen else ''}"
    with st.expander(label, icon=_ICONS[one.state], expanded=chosen, key=key):
        if one.place is None:
            st.caption(escaped(f"Why it has no place: {one.first.unplaced}"))
        if quote := (one.place.quote if one.place else one.first.finding.quote):
            show_words(f"“{clip(quote, 400)}”", quiet=True)
        for given in one.given:
            finding = given.finding
            st.markdown(
                f"**{escaped(given.reviewer)}** · {finding.severity} · confidence {coefficient(finding.confidence)}"
            )
            show_words(finding.what, most=_MOST)
            if finding.remediation.strip():
                show_words(finding.remediation, most=_MOST, lead="To do:")
        _show_settled(one)
        _ask(found.record, number, one)


def _show_settled(one: Merged) -> None:
    if one.settled:
        said = f"{one.state.capitalize() if one.state != 'open' else 'Opened again'} by {one.settled.person}"
        why = f": {one.settled.reason}" if one.settled.reason.strip() else ""
        st.caption(escaped(said + why))


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
    """Put a person's word in the store, or say why it can't be."""
    person, given = state.person(), str(st.session_state.get(reason) or "")
    if not person:
        st.toast("Say your name first: it stands beside what you settle.", icon=":material/edit:")
        return
    try:
        why = within("Your reason", given, REASON_MOST)
        state.settle(record, FindingSettled(person=person, findings=findings, state=what, reason=why))
    except ValidationError:
        st.toast("Say why it is dismissed: the reason stays with the finding.", icon=":material/edit:")
    except DebateError as error:
        show_fault(str(error))
    else:
        st.toast("Recorded.", icon=":material/check_circle:")


def show_checklist(found: Reviewed) -> None:
    """What is to do, by line; what belongs to dismissed findings is left out."""
    if not found.checklist:
        st.markdown("Nothing is asked for." if found.outcome.usable else NONE_ANSWERED)
        return
    lines = [
        f"- {'**accepted** · ' if one.state == 'accepted' else ''}"
        + (f"line {one.line}: " if one.line else "")
        + f"{escaped(clip(one.text, 400))} :gray[({escaped(listed(one.by))})]"
        for one in found.checklist
    ]
    st.caption(
        "What belongs to a finding that somebody accepted says so; what belongs to a dismissed one is left out."
    )
    st.markdown("\n".join(lines))


def show_text(record: ArtifactRecord, found: Reviewed, chosen: int | None) -> None:
    """The text in a pane of its own; a click on a mark chooses its finding, and the chosen one is brought in sight."""
    key = f"text_{record.id}"
    _TEXT(
        key=key,
        data={
            "alt": f"The text of {found.artifact.name}, with {len(found.placed)} findings marked",
            "code": found.artifact.media == "source",
            "chosen": chosen,
            "lines": [
                [[piece.text, list(piece.findings), list(piece.ends)] for piece in line]
                for line in state.marked_of(record)
            ],
            "findings": [
                {
                    "severity": "dismissed" if one.state == "dismissed" else gravest(one),
                    "said": f"Finding {number}: {one.dimension}, {' and '.join(one.severities)}, {one.state}",
                }
                for number, one in enumerate(found.findings, start=1)
            ],
        },
        default={"chosen": None},
        on_chosen_change=lambda: state.choose_finding((st.session_state.get(key) or {}).get("chosen")),
    )
    st.caption(
        "Red: a reviewer calls it critical. Yellow: major. Grey: minor. The numbers are those of the findings."
    )


def gravest(one: Merged) -> str:
    """The gravest severity that a reviewer gave."""
    return next(severity for severity in SEVERITIES if severity in one.severities)
