"""The discussion: the way to one, to another round or a control round; what each round changed; the audit's files."""

from dataclasses import replace
from typing import Literal

import streamlit as st

from debate_core.domain.config import MAX_ROUNDS, Deliberation
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.options import Number, options_of
from debate_core.domain.wording import capital, in_json
from debate_core.library.report import Report
from debate_core.library.report.deliberation import NOT_INDEPENDENT, closed_text
from debate_core.library.text_review import AnyReport
from debate_core.phrases import value_text
from debate_core.reporting.audit import COUNTED, audit_as_markdown, audit_of
from debate_core.reporting.blocks import Document
from debate_core.reporting.discussion import CONSENSUS, accord_text, discussion_blocks, verdict_text
from debate_core.running.estimate import ahead_text, estimate_deliberation, size_text
from debate_core.store.deliberation import FIRST, closeness, needless
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import Record, ScoredRecord
from pages.ui import router, state
from pages.ui.blocks.show import show_block, show_sentence
from pages.ui.shared.access import show_keys
from pages.ui.shared.widgets import ask, offer_action, offer_file
from pages.ui.shared.words import escaped, showing_faults
from pages.ui.state.session import SettingsForm

WHAT = {
    "judge": "The judges read each other's scores and reasons, without names, and score again until they are close or "
    "nobody moves. The independent scores count.",
    "reviewer": "The reviewers read each other's scores and findings, without names, and review again until they are "
    "close or nobody moves. The independent reviews count.",
}
WRITTEN = "This sample was written by hand: there is no model to ask."


def can_deliberate(record: ScoredRecord) -> bool:
    """The debate is over and one may go on with it, and two models gave scores that mean something."""
    judging = record.judging
    usable = state.may("run", record.id) and not record.example and judging.settled and not judging.defect
    return usable and state.status(record) == "finished"


def show_door(record: ScoredRecord, *, primary: bool = False) -> None:
    """The button, and the form it opens; nothing where they have deliberated, or can't."""
    if record.example and record.judging.settled and record.deliberating is None:
        st.caption(WRITTEN)
    if not record.example and record.judging.defect:
        st.caption(escaped(f"{capital(record.judging.defect.rstrip('.'))}."))
    if not can_deliberate(record):
        return
    label = f"Let the {record.judge}s discuss"
    if record.deliberating is None:
        _show_button(record, label, "primary" if primary else "secondary", Deliberation())
    if state.door_is_open(record):
        st.dialog(label, width="medium", on_dismiss=_close)(_ask)(record)


def show_more(record: ScoredRecord) -> None:
    open_ = record.deliberating
    if record.example and open_ and open_.closed:
        st.caption(WRITTEN)
    if open_ is None or not can_deliberate(record):
        return
    rounds, clicked = record.judging.rounds - INDEPENDENT, False
    probe = open_.settings.model_copy(update={"rounds": rounds, "probes": ("re_read",)})
    with st.container(horizontal=True, vertical_alignment="center", key="more_talk"):
        if not any(record.judging.probe_sheets("re_read")):
            calls = estimate_deliberation(record, probe, open_.opened.keeps).calls
            clicked = st.button(
                f"Have them read again alone, {pluralise(calls, 'call')}",
                key="run_re_read",
                type="primary",
                help=f"Each {record.judge} reads again without the others, to show how much changes by chance.",
            )
        another = open_.settings.model_copy(update={"rounds": min(rounds + 1, MAX_ROUNDS), "probes": ()})
        _show_button(record, "Another round, or a control round", "secondary", another)
    if clicked:
        _begin(record, probe)
    if state.door_is_open(record):
        st.dialog("Another round, or a control round", width="medium", on_dismiss=_close)(_ask)(record)


def _show_button(
    record: ScoredRecord, label: str, kind: Literal["primary", "secondary"], plan: Deliberation
) -> None:
    offer_action(label, "deliberate", _open, record, plan, icon="forum", kind=kind, help=WHAT[record.judge])


def _open(record: ScoredRecord, plan: Deliberation) -> None:
    state.DOOR.fill(plan)
    state.door.keep(record.id)


def _close() -> None:
    state.door.keep(None)


def _ask(record: ScoredRecord) -> None:
    st.markdown(WHAT[record.judge])
    ask_deliberation(state.DOOR)
    settings = state.DOOR.read()
    takes: tuple[str, ...] = ()
    keeps: dict[str, str] = {}
    with showing_faults():
        takes, keeps = state.runner().who_deliberates(record, state.access(record.config.servers))
        ahead = estimate_deliberation(record, settings, keeps)
        st.markdown(escaped(f"Up to {ahead_text(ahead)}"), help=escaped(size_text(ahead)))
        if words := _needless_text(record, settings):
            st.info(words, icon=":material/info:")
        lines = [f"{escaped(join_and(takes))} can take part."]
        lines += [f"**{escaped(name)}** keeps its scores: {escaped(why)}" for name, why in keeps.items()]
        st.markdown("  \n".join(lines))
    if keeps or not takes:
        show_keys(record.config, at="_door")
    if st.button(
        "Start", key="start_deliberation", type="primary", icon=":material/play_arrow:", disabled=not takes
    ):
        _begin(record, settings)


def _needless_text(record: ScoredRecord, settings: Deliberation) -> str:
    why = needless(record, settings)
    if why is None or why == "round_limit":
        return ""
    accord = closeness(record.judging.at(record.judging.rounds)).accord
    now = value_text(accord.value, "coefficient", settings.threshold)
    probes = ", and no control round run" if settings.probes and record.judging.rounds == INDEPENDENT else ""
    raised = " A higher threshold would hold one." if why == "accord_reached" else ""
    closed = closed_text(why, record.judge, hidden=accord.reason is not None)
    return f"No round would be held{probes}: {closed} (consensus {now}).{raised}"


@showing_faults()
def _begin(record: ScoredRecord, settings: Deliberation) -> None:
    state.runner().deliberate(record.id, state.access(record.config.servers), settings)
    _close()
    if record.kind == "artifact":
        st.rerun()
    router.go("watch", record.id)


def ask_deliberation(form: SettingsForm[Deliberation]) -> None:
    numbers = st.grid(3, min_column_width=180)
    for name, option in options_of(Deliberation).items():
        ask(form, name, numbers.container(gap="small") if isinstance(option, Number) else None)


def show_after_discussion(report: AnyReport, record: ScoredRecord, *, switch: bool = True) -> None:
    """The whole section, or the door to a discussion. ``switch``: the round is asked here."""
    blocks = discussion_blocks(report)
    if not blocks:
        if isinstance(report, Report):
            st.markdown(escaped(accord_text(report.accord)), help=CONSENSUS)
        if state.may("run", record.id):
            st.caption(WHAT[record.judge])
        show_door(record)
        return
    document = Document(title="Discussion", blocks=blocks)
    st.header(escaped(blocks[0].title), anchor="after-talk", help=CONSENSUS)
    show_sentence(blocks[0])
    if switch and record.judging.rounds > FIRST:
        pick_round(record)
    number = state.round_chosen(record)
    scores = document.block(f"round-{number - INDEPENDENT}-scores") if number else None
    for block in blocks[0].children:
        part = scores if scores and block.key == "discussion-scores" else replace(block, children=())
        # What a round changed stands in the picture of all of them.
        show_block(replace(part, folded=part.key.startswith("round-") and not number), 3, folded=True)
    show_more(record)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption("Audit summary", width="content")
        _offer_audit(report, record)


def _offer_audit(report: AnyReport, record: ScoredRecord) -> None:
    name, mime = f"{record.id}-deliberation", "application/json"
    for label, text, ending, kind in (
        ("JSON", in_json(audit_of(report)), ".json", mime),
        ("Markdown", audit_as_markdown(report), ".md", "text/markdown"),
        ("JSON with all answers", lambda: in_json(audit_of(report, record)), "-answers.json", mime),
    ):
        key = f"audit_{ending.strip('.').replace('.', '_')}"
        offer_file(label, text, name + ending, kind, key=key, type="tertiary")


def show_beside(report: AnyReport) -> None:
    for block in discussion_blocks(report):
        held = any(child.key == "discussion-scores" for child in block.children)
        # Why a consensus is undefined stands where the discussion is told, and of a text above.
        title = block.title.removesuffix(f": {report.talk.accord_reason}")
        texts = (f"{title}.", *((verdict_text(report), COUNTED) if held else (block.sentence,)))
        with st.container(key="beside_outcome"):
            st.markdown(f":material/forum: {escaped(' '.join(texts))}")


def ask_round(record: Record) -> int | None:
    """The round whose scores are shown; None: the first, given alone, which are the result."""
    if record.judging.rounds < FIRST:
        return None
    pick_round(record, "Before the discussion: what counts", "After round")
    if here := state.round_chosen(record):
        st.warning(
            f"{capital(NOT_INDEPENDENT)}: the tables and numbers below, and the argument they open, hold the scores "
            f"after round {here - INDEPENDENT}. Everything else here rests on the independent ones.",
            icon=":material/forum:",
        )
    return here


def pick_round(record: ScoredRecord, first: str = "The whole discussion", each: str = "Round") -> None:
    """Which round is looked at; the address names it."""
    numbers = range(FIRST, record.judging.rounds + 1)
    names = {0: first} | {number: f"{each} {number - INDEPENDENT}" for number in numbers}
    chosen = state.round_picked.of(record.id)
    chosen.keep(state.round_chosen(record) or 0)
    st.radio(
        "What to look at",
        list(names),
        format_func=lambda one: names[one],
        key=chosen.key,
        horizontal=True,
        on_change=lambda: state.round_named.keep(chosen() or None),
        label_visibility="collapsed",
    )
