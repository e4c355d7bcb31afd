"""What a review came to: its verdict, its text with the findings marked, and a person's say in each."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st
from pydantic import ValidationError

from debate_core.answers.json import readable
from debate_core.domain.artifact import SEVERITIES, STATES, Finding, State
from debate_core.domain.bounds import MAX_REASON, within
from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import pluralise
from debate_core.domain.options import options_of
from debate_core.domain.steps import review_step
from debate_core.domain.wording import clip
from debate_core.library.findings import MergedFinding
from debate_core.library.report.usage import usage_of
from debate_core.library.text_review import ReviewerRow, ReviewSettings, TextReview
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.blocks import Block, Cell, Document, Table, cell_words, words_of
from debate_core.reporting.moves import part_text
from debate_core.reporting.text import gravest, number_of, reviewers_block, scores_title
from debate_core.reporting.text_values import MIME, text_as_docx, text_formats
from debate_core.reporting.usage import cost_block
from debate_core.store.deliberation import parts, under_way
from debate_core.store.events import FindingAdded, FindingSettled
from debate_core.store.judging import INDEPENDENT
from debate_core.store.record import ArtifactRecord, Status
from pages.ui import state
from pages.ui.blocks.show import offer_downloads, show_blocks, show_drawn, show_sentence, show_tables
from pages.ui.shared.access import show_resume, show_retry, show_still, show_stop
from pages.ui.shared.heading import badge_of, moves_on, show_failed, show_picker, show_question, show_status
from pages.ui.shared.replay import show_door
from pages.ui.shared.widgets import offer_action, offer_file, show_option, show_refused
from pages.ui.shared.words import clip_end, escaped, showing_faults, waits_words


def show_verdict(document: Document) -> None:
    show_sentence(document["verdict"])
    if flags := document.block("flags"):
        lines = (f"- {escaped(item)}" for item in flags.items)
        st.warning("\n".join([f"**{escaped(flags.title)}**", *lines]), icon=":material/flag:")


def show_people(review: TextReview, document: Document) -> None:
    """People's scores, and the switch that counts them; nothing where nobody scored it."""
    if review.otherwise:
        for name, option in options_of(ReviewSettings).items():
            show_option(name, option, bool(review.outcome.people), of="setting")
    show_blocks(document, "people", level=2)


def show_files(review: TextReview, document: Document) -> None:
    name = f"review-{review.id}"
    with st.container(gap="small", key="downloads"):
        offer_downloads(document, name, text_formats(review))
        word, key = partial(text_as_docx, review), f"download_{name}_docx"
        offer_file("Download Word with comments", word, f"{name}.docx", MIME, key=key, type="tertiary")


_ROW, _HIGHEST = 70, 720  # characters of a row of the text, and how high its pane gets
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
_ORDERS = ("As in the text", "Gravest first")


def show_findings(review: TextReview, document: Document, chosen: int | None) -> None:
    blocks = [one for key in ("findings", "unplaced") if (one := document.block(key))]
    gravest_first = False
    for block in blocks:
        st.header(escaped(block.title), anchor=False)
        show_sentence(block)
        if block is blocks[0]:
            # In a place of its own: what stands below keeps its own, and with it the focus, once a name comes.
            with st.container():
                if (person := state.person()) and not state.is_member():
                    label = f"{escaped(person)}: use another name"
                    offer_action(label, "other_name", state.go_by, "", icon="person", kind="tertiary")
            if state.may("review", review.id):
                _ask_own(review)
        if block is blocks[0] and review.findings:
            with st.container():
                _ask_several(review, [child for one in blocks for child in one.children])
            order = st.segmented_control(
                "Order", _ORDERS, default=_ORDERS[0], required=True, key="finding_order"
            )
            gravest_first = order == _ORDERS[1]
        weight = [SEVERITIES.index(gravest(one)) if gravest_first else 0 for one in review.findings]
        for child in sorted(block.children, key=lambda one: weight[number_of(one) - 1]):
            _show(review, child, chosen)


def _ask_name(key: str) -> None:
    """Where it is needed, while this browser goes by none."""
    if not state.person():
        st.text_input("Your name", max_chars=60, key=f"name_{key}", placeholder="kept with your decision")


def _ask_several(review: TextReview, blocks: Sequence[Block]) -> None:
    titles = {
        number: one.title for one in blocks if review.findings[(number := number_of(one)) - 1].state == "open"
    }
    if len(titles) < 2 or not state.may("review", review.id):
        return
    with (
        st.expander("Accept or dismiss several", icon=":material/checklist:"),
        st.form("several", border=False),
    ):
        key = state.several_findings.key
        st.multiselect("Findings", list(titles), format_func=titles.__getitem__, key=key)
        _ask_state(review, state.several_findings, "open", "several_open")


def _ask_own(review: TextReview) -> None:
    """A finding of the reader's own: kept like others, changes no verdict. What is typed stays until it is added."""
    if state.own_added.take():
        for one in state.own_words:
            one.keep("")
        state.own_severity.keep(None)
    with st.expander("Add a finding of your own", icon=":material/add:"), st.form("own", border=False):
        quote = st.text_input(
            "Words of the text it is about (none where something is missing)", key="own_quote"
        )
        dimension = st.selectbox("What it bears on", review.rubric.keys, key="own_dimension")
        severity = st.segmented_control("Severity", SEVERITIES, key=state.own_severity.key)
        what, todo = (st.text_input(one.key.removeprefix("own_"), key=one.key) for one in state.own_words[1:])
        _ask_name("own")
        st.caption("It takes no part in the verdict.")
        if not st.form_submit_button("Add it", key="own_add"):
            return
    state.take_name("name_own")
    with showing_faults():
        if not (state.person() and severity and what.strip()):
            raise SetUpError("A finding needs your name, a severity and what is wrong.")
        texts = {"quote": quote, "what": what.strip(), "remediation": todo.strip()}
        texts = {key: within("Each field", text, MAX_REASON) for key, text in texts.items()}
        own = Finding(dimension=dimension, severity=severity, confidence=None, **texts)
        state.store().append(review.id, [FindingAdded(person=state.person(), finding=own)])
        state.finding.keep(own.fingerprint)
        state.own_added.keep(True)
        st.rerun()


def _show(review: TextReview, block: Block, chosen: int | None) -> None:
    number = number_of(block)
    one = review.findings[number - 1]
    name = f"{one.first.reviewer}_{one.first.number}"  # Numbers move where a person adds one.
    unfolded = state.finding_fold.of(name, "open")
    if chosen == number:
        # An expander whose title changes is a new one to Streamlit: it would be closed, and the focus gone.
        unfolded.keep(True)
    fold = st.container(key=f"finding_{number}").expander(
        escaped(block.title),
        icon=_ICONS[one.state],
        key=unfolded.key,
        on_change=_open,
        args=(unfolded, one, chosen == number),
    )
    with fold:
        show_sentence(block)
        # A browser draws twenty tables and forms for a second, at every change. What is typed into one stays.
        if fold.open or name in state.findings_drawn():
            state.findings_drawn.keep(state.findings_drawn() | {name})
            show_tables(block, folded=False)
            if state.may("review", review.id):
                with st.form(f"settle_{name}_{one.state}", border=False):
                    _ask_state(review, lambda: [number], one.state, f"{name}_{one.state}")


def _open(unfolded: Callable[[], bool], one: MergedFinding, is_chosen: bool) -> None:
    if unfolded() or is_chosen:
        state.finding.keep(one.fingerprints[0] if unfolded() else None)


def chosen_number(review: TextReview) -> int | None:
    """The number of the finding that the address names by its fingerprint or, as addresses did, by its number."""
    named = state.finding()
    numbered = enumerate(review.findings, start=1)
    return next((number for number, one in numbered if named in (str(number), *one.fingerprints)), None)


def _ask_state(review: TextReview, numbers: Callable[[], Sequence[int]], now: State, key: str) -> None:
    """A person's say: dismissing needs a reason, which stays with the finding."""
    if now != "dismissed":
        st.text_input("Reason (needed to dismiss)", key=state.typed_reason.of(key).key)
    _ask_name(key)
    with st.container(horizontal=True, gap="small"):
        for what in STATES:
            if what != now:
                label, icon = _DOES[what]
                args = (review, numbers, what, key)
                st.form_submit_button(label, icon=icon, key=f"{what}_{key}", on_click=_settle, args=args)


@showing_faults()
def _settle(review: TextReview, numbers: Callable[[], Sequence[int]], what: State, key: str) -> None:
    state.take_name(f"name_{key}")
    person, given = state.person(), state.typed_reason.of(key)()
    if not person or not numbers():
        st.toast("Choose findings first." if person else "Enter your name first.", icon=":material/edit:")
        return
    try:
        why = within("Your reason", given, MAX_REASON)
        those = [review.findings[number - 1].fingerprints for number in numbers()]
        words = [FindingSettled(person=person, findings=one, state=what, reason=why) for one in those]
        state.store().append(review.id, words)
    except ValidationError:
        st.toast("Give a reason: it is kept with the finding.", icon=":material/edit:")
    else:
        st.toast("Recorded.", icon=":material/check_circle:")


def show_text(record: ArtifactRecord, review: TextReview, document: Document, chosen: int | None) -> None:
    """The text in a pane; a click on a mark chooses its finding."""
    lines = state.memoise(record, state.pieces_of)
    rows = sum(1 + sum(len(piece.text) for piece in line) // _ROW for line in lines)
    titles = (document[f"finding-{number}"].title for number, _ in enumerate(review.findings, start=1))
    show_drawn(
        "artifact/text",
        key=f"text_{record.id}",
        height=min(18 + 24 * rows, _HIGHEST),
        picked=lambda number: state.finding.keep(review.findings[int(number) - 1].fingerprints[0]),
        alt=f"{document.title}: the text with its findings marked",
        artifact=review.artifact,
        chosen=chosen,
        lines=lines,
        findings=[
            ("dismissed" if one.state == "dismissed" else gravest(one), f"Finding {title}")
            for one, title in zip(review.findings, titles, strict=True)
        ],
    )
    if review.findings:
        st.caption("Red: critical. Yellow: major. Grey: minor. Crossed out: dismissed. Number: the finding.")


TICK = 0.5
GOING_ON = ("running", "interrupted")
"""Where a review may have come further than what is shown; a point of a replay never has."""
_NOT_SHOWN = ("Argument ", "Verdict: ")  # A simulated reviewer's verdict is none.
_TAIL_LENGTH = 160
"""Characters of the newest words of a review that is being written."""
_SIMULATED = (
    "Simulated reviewers match patterns, in English and in code. They find only what they know to look for."
)


def show_heading(record: ArtifactRecord, now: Status, answer: str, *, replayed: bool) -> None:
    show_refused(state.review_settings().refused)
    show_question("May it be used?", answer)
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="review_heading"):
        st.markdown(f"**{escaped(clip(record.config.artifact.name, 120))}**", width="content")
        show_status(badge_of(record, now), state.wait_text(record))
        if made := record.config.simulation_note:
            st.badge(escaped(made.partition(":")[0].capitalize()), color="gray", help=_SIMULATED)
        show_failed(record)
        st.caption(escaped(cost_block(usage_of(record), record.planned).title), width="content")
        show_picker("Another review", stay="artifact")
        offer_action("Review a new text", "bring_another", state.leave_artifact, icon="add", kind="tertiary")
        # A place each, so that nothing below moves when the one gives way to the other.
        if now == "running":
            show_stop(record, "Stop the review", "stop_review")
        elif not replayed:
            show_door(record)
    with st.container():
        show_still(record, now)
        if now == "finished" and record.has_failures:
            show_retry(record, "Ask the failed reviewers again")
        elif now not in ("running", "finished"):
            show_resume(record, door=False)


def show_board(record: ArtifactRecord, now: Status) -> None:
    st.fragment(_follow, run_every=TICK if now in GOING_ON else None, key="board")(record, now)


@showing_faults()
def _follow(record: ArtifactRecord, now: Status) -> None:
    latest = state.artifact_record(record.id) if now in GOING_ON else record
    review = state.reviewed_of(latest)
    if review.outcome.usable:
        st.caption(f"{scores_title(review)}.")
    show_drawn(
        "artifact/board",
        key=f"board_{record.id}",
        alt=f"{review.outcome.usable} of {review.outcome.reviewers} reviewers have answered",
        high=review.rubric.scale.high,
        rows=_rows(latest, review, now),
    )
    if now in GOING_ON and state.drain() and moves_on(record, now):
        st.rerun()


def _rows(record: ArtifactRecord, review: TextReview, now: Status) -> list[dict[str, object]]:
    verdicts, scores = reviewers_block(review).tables
    discussion, words = _discussion_texts(record), state.store().words(record.id) if now == "running" else {}
    keys, rows = [column.title for column in scores.columns[1:]], []
    for row, gave, given in zip(review.reviewers, verdicts.rows, scores.rows, strict=True):
        doing = _doing_text(row, record, words, now)
        if row.status == "done":
            doing = f"{_figures_text(verdicts, gave)}{discussion.get(row.name, '')}"
        board_row: dict[str, object] = {
            "name": row.name,
            "model": row.model,
            "state": row.status if row.status in ("done", "failed") or now == "running" else "waiting",
            "verdict": gave[2] if row.verdict else "",
            "said": doing,
            "scores": list(zip(keys, cell_words(scores, given)[1:], strict=True)) if row.scores else [],
            "rationale": clip(row.rationale, 600),
        }
        rows.append(board_row)
    return rows


def _figures_text(table: Table, cells: tuple[Cell, ...]) -> str:
    texts = []
    for column, cell in zip(table.columns[3:], cells[3:], strict=True):
        if isinstance(cell, int):
            texts.append(pluralise(cell, "finding"))
        elif cell is not None and not (isinstance(cell, Estimate) and cell.value is None):
            texts.append(f"{column.title.lower()} {words_of(cell, column)}")
    return " · ".join(texts)


def _discussion_texts(record: ArtifactRecord) -> dict[str, str]:
    number = under_way(record)
    if number is None:
        return {}
    texts = ((one.judge, part_text(one)) for one in parts(record, number))
    return {name: f" · round {number - INDEPENDENT}: {clip(words, 200)}" for name, words in texts}


def _doing_text(row: ReviewerRow, record: ArtifactRecord, words: dict[str, str], now: Status) -> str:
    if row.status == "failed":
        return clip(f"failed: {row.cause_text}", 300)
    if now != "running":
        return "has not answered"
    step = review_step(row.name)
    if waits := waits_words(record, step):
        return waits
    begun = [text for call, text in words.items() if call.split("#")[0] == step]
    lines = [line for text in begun[-1:] for line in readable(text).split("\n") if line]
    last = clip_end(" · ".join(line for line in lines if not line.startswith(_NOT_SHOWN)), _TAIL_LENGTH)
    again = "asked again: its answer could not be read. " if row.status == "asked_again" else ""
    return again + (last or ("waiting" if row.status == "waiting" else "reading"))
