"""What a page is about, how the scores are read, the way to another debate; or why there is nothing to show."""

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import streamlit as st

from debate_core.calls import steps_in_words
from debate_core.domain.errors import DebateError, RecordNotFound, RecordUnreadable, StoreFailed
from debate_core.domain.options import OneOf
from debate_core.domain.steps import CONFLICT, NARRATIVE
from debate_core.domain.transcript import burden_words
from debate_core.domain.wording import capital, humanise, name_text
from debate_core.examples import EXAMPLES, ensure
from debate_core.library.report import Report, ReportSettings
from debate_core.library.report.settings import CHOICES, THRESHOLDS
from debate_core.library.summary import Summary
from debate_core.reporting.debate import topic_type_text
from debate_core.reporting.lead import other_flips_text, robustness_block
from debate_core.store.model_record import ModelRecord
from debate_core.store.record import TOO_FEW, Record, ScoredRecord, Status
from debate_core.verdicts.rules import changed_words
from pages.ui import router, state
from pages.ui.blocks.show import show_block
from pages.ui.shared.access import OWNERS, show_retry
from pages.ui.shared.widgets import offer_action, offer_file, show_option, show_refused
from pages.ui.shared.words import Colour, clip, escaped, showing_faults

LONGEST_TOPIC = 300
"""Characters; Watch shows the whole."""
FOLLOW_SECONDS = 2.0
MAX_LISTED = 40
BADGES: dict[Status, tuple[Colour, str]] = {
    "running": ("violet", ":material/play_circle:"),
    "waiting": ("gray", ":material/hourglass_top:"),
    "interrupted": ("yellow", ":material/link_off:"),
    "paused": ("yellow", ":material/pause_circle:"),
    "stopped": ("gray", ":material/stop_circle:"),
    "finished": ("green", ":material/check_circle:"),
    "failed": ("red", ":material/error:"),
}
_SEATS = {"waiting": "not yet", "done": "has scored"}
_SIMULATED = "No model made this. Simulated words are English, whatever the topic's language."


def show_question(question: str, finding: str) -> None:
    """What the page answers, and the answer as its title."""
    with st.container(gap=None):
        st.caption(question)
        st.title(escaped(finding).replace("-", "-\u2060"), anchor=False)


def show_heading(record: Record, page: str) -> None:
    now = state.status(record)
    state.keep_address(record)
    show_refused(state.settings().refused, state.missing_texts(record))
    # A phone keeps a line free for the way to another debate, where there is one.
    key = "stands" if badge_of(record, now) == "finished" else "stands_open"
    if len(state.recent(2)) < 2:
        key = "stands_alone"
    row: dict[str, Any] = {"horizontal": True, "gap": "small", "vertical_alignment": "center"}
    with st.container(key="debated", **row):
        with st.container(key="what_is_debated", width="stretch"):
            st.markdown(escaped(clip(record.config.topic.text, LONGEST_TOPIC)))
        with st.container(key=key, width="content", **row):
            show_badges(record, now, over=False)
            if not record.judging.failed and record.judging.usable:
                st.badge(record.judging.panel_text, color="gray", icon=":material/groups:")
            show_picker(stay=page)
    if now != "finished":
        _follow(record, now)


@st.fragment(run_every=FOLLOW_SECONDS, key="follow")
@showing_faults()
def _follow(record: Record, status: Status) -> None:
    if moves_on(record, status):
        st.rerun()


def moves_on(record: ScoredRecord, status: Status) -> bool:
    return state.store().last_sequence(record.id) > record.sequence or state.status(record) != status


def show_failures(record: Record, now: Status) -> None:
    """What failed, each with its cause, and the way to ask it again; nothing where nothing did."""
    words: dict[str, str] = {}
    stand = "The scores stand." if record.judging.usable > 1 else ""
    if record.judging.failed:
        causes = "  \n".join(f"{escaped(clip(cause, 400))}." for cause in record.judging.causes)
        missing = "The scores of those who failed are missing, not filled in."
        words["Retry failed judges"] = f"{causes}  \n{missing}"
    failures = record.live_failures
    readings = {NARRATIVE: "narrative", CONFLICT: "explanation of the two readings"}
    alone = failures.keys() <= readings.keys()
    causes_of = {"briefing": record.briefing_cause_text}
    causes_of |= {readings[step]: one.in_words for step, one in failures.items() if alone}
    for name, cause in causes_of.items():
        if cause:
            words[f"Retry the {name}"] = f"No {name}: {escaped(clip(cause.rstrip('.'), 400))}. {stand}"
    if failures and not alone:
        steps = steps_in_words(record.config)
        names = ", ".join(escaped(steps.get(step, step)) for step in failures)
        words["Retry the live judge"] = f"The live judge failed on: {names}. {stand}"
    if record.has_failures and not words:
        words["Retry the discussion"] = "Part of the discussion failed. The first scores stand."
    if words:
        with st.container(key="failures", gap="small"):
            st.markdown("  \n".join(words.values()))
            if now == "finished":
                show_retry(record, next(iter(words)))


def show_incomplete(record: Record, report: Report) -> None:
    """What failed; and whether numbers may still change."""
    status = state.status(record)
    show_failures(record, status)
    if status == "finished" or not report.awaited:
        return
    now = escaped(record.still_text(status)) or "It is still running."
    words = f"{now} Every number changes with the next judge. {_onward_text(record, status)}"
    st.info(words, icon=":material/hourglass_top:")


def _onward_text(record: Record, status: Status) -> str:
    if status == "running":
        return "This page updates by itself."
    return "You can resume it on Watch." if state.may("run", record.id) else OWNERS


def show_badges(record: Record, now: Status, *, over: bool = True) -> None:
    """The status (`over`: also that it is finished), what is simulated, who has to prove the topic, and how many judges
    when not all."""
    badge = badge_of(record, now)
    if over or badge != "finished":
        show_status(badge, state.wait_text(record), scored=record.judging.settled and not record.deliberating)
    show_origin(record)
    if side := record.config.topic.burden:
        burden = f"Burden of proof: {side.upper()}"
        st.badge(burden, color="gray", icon=":material/scale:", help=burden_words(side))
    show_failed(record)


def show_failed(record: ModelRecord) -> None:
    if record.judging.failed:
        st.badge(record.scored_text, color="red", icon=":material/person_off:")


def badge_of(record: ModelRecord, now: Status) -> Status:
    return "failed" if now == "finished" and record.came_to == "failed" else now


def show_status(now: Status, waits: str, *, scored: bool = False) -> None:
    """Where a record stands; `waits`: what it waits for; `scored`: what still runs changes no outcome."""
    status: Status = "waiting" if waits else now
    colour, icon = BADGES[status]
    word = "Waiting for worker" if waits else name_text(status)
    if scored and status == "running":
        word = "Scored" if state.narrow() else "Scored. Writing the summary…"
    st.badge(word, color=colour, icon=icon, help=waits or None)


def show_origin(record: Record, *, parts_named: bool = True) -> None:
    """That it is an example, or simulated, and which part (judges by name, unless not `parts_named`)."""
    if record.example:
        st.badge("Sample", color="gray", icon=":material/menu_book:", help=escaped(record.example))
        return
    if record.imported:
        origin = escaped(record.imported.source_text)
        st.badge("Brought from elsewhere", color="gray", icon=":material/upload_file:", help=origin)
    made, _, parts = record.config.simulation_note.partition(": ")
    if made:
        st.badge(made.capitalize(), color="gray", help=_SIMULATED)
    if made and record.imported and parts_named:
        st.caption("Simulated judges: their scores mean nothing here", width="content")
    elif parts and parts_named:
        st.caption(f"Simulated: {escaped(parts)}", width="content")


def show_nothing(would_appear: str, stay: str) -> None:
    """That there is no debate, and the ways on; `stay`: the page where a sample opens."""
    st.title("No debate yet", anchor=False)
    st.markdown(would_appear)
    if st.button("Set up a debate", type="primary", key="to_set_up", icon=":material/tune:"):
        router.go("set_up")
    show_samples(stay)


@showing_faults()
def show_samples(stay: str) -> None:
    """The samples, each of which opens on the page that `stay` names."""
    st.caption("Or open a sample, written by hand:")
    with st.container(horizontal=True, key="samples"):
        for one in EXAMPLES:
            if st.button(one.title, key=f"sample_{one.id}", icon=":material/menu_book:"):
                router.go(stay, ensure(state.whole_store(), one.id))


def show_unscored(record: Record, what: str) -> None:
    status = state.status(record)
    over, runs = status == "finished", status == "running"
    words = _onward_text(record, status)
    if over:
        words = "Fewer than two judges gave usable scores, so there is nothing to compare."
    elif not runs:
        words = f"{record.still_text(status)} Everything so far is kept. {words}"
    st.header(f"{TOO_FEW if over else 'Not enough scores yet'}: {record.scored_text}", anchor=False)
    st.markdown(escaped(state.wait_text(record) or words))
    show_failures(record, status)
    if not over:
        st.markdown(what, width=640)
    label = "Watch the debate" if runs else "Open Watch"
    if st.button(label, type="secondary" if over else "primary", key="to_watch", icon=":material/forum:"):
        router.go("watch", record.id)
    st.subheader("The judges", anchor=False)
    states = {seat.name: _SEATS.get(seat.state, humanise(seat.state)) for seat in record.judging.seats}
    st.markdown("\n".join(f"- **{escaped(name)}**: {words}" for name, words in states.items()))
    st.subheader("The arguments" if over else "Arguments so far", anchor=False)
    claims = [f"- **{one.id}** {escaped(clip(one.claim, 160))}" for one in record.transcript.arguments]
    st.markdown("\n".join(claims) if claims else "None yet.")


def show_picker(label: str = "Another debate", *, stay: str = "watch") -> None:
    """The recent debates, or texts, behind one button, if there are any; picking one opens it on the page `stay`."""
    texts = stay == "artifact"
    here = state.artifact() if texts else state.debate()
    lines = in_lines(
        [one for one in state.recent(MAX_LISTED, "artifact" if texts else "debate") if one.id != here]
    )
    if not lines:
        return
    chosen = st.menu_button(
        label,
        list(lines),
        format_func=lambda name: escaped(lines.get(name, name)),
        key=f"pick_on_{stay}",
        icon=":material/history:",
        type="tertiary",
    )
    if chosen in lines and texts:
        state.open_artifact(chosen)
        st.rerun()
    elif chosen in lines:
        router.go(stay, chosen)


def in_lines(debates: Sequence[Summary]) -> dict[str, str]:
    """Each debate by topic, date and status, and as an example; by its id too where two would read alike."""
    lines = {one.id: _line_text(one) for one in debates}
    often = Counter(lines.values())
    return {name: line if often[line] == 1 else f"{line} · {name}" for name, line in lines.items()}


def _line_text(one: Summary) -> str:
    when = time.strftime("%d %b %Y %H:%M", time.localtime(one.opened_at))
    status = one.status(state.store())
    if one.topic is None or status is None:
        return f"Can't be read: {one.id} · {when}"
    return f"{clip(one.topic, 70)} · {when} · {status}{' · sample' if one.example else ''}"


def show_error(error: DebateError) -> None:
    text = escaped(capital(str(error)))
    match error:
        case RecordUnreadable():
            st.title("This debate can't be read", anchor=False)
            st.markdown(f"Debate {escaped(repr(error.record))}: {escaped(error.cause)}.")
            newer = " A newer version may read it." if "this version" in error.cause else ""
            st.markdown(f"Nothing was changed, and every other debate is fine.{newer}")
            with st.container(horizontal=True, gap="small"):
                lines = "\n".join(state.store().lines(error.record)) + "\n"
                offer_file("Download its events", lines, "events.jsonl", "application/x-ndjson", key="events")
                show_picker()
        case StoreFailed():
            st.title("The store can't be used", anchor=False)
            st.markdown(f"{text}.")
        case RecordNotFound():
            st.title(text, anchor=False)
            shut = ", or its owner hasn't shared it with you" if state.is_member() else ""
            st.markdown(f"It may have been deleted, or be on another server{shut}. Nothing else has changed.")
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                _offer_library()
                show_picker()
            show_samples("verdict")
        case _:
            st.title("This page can't be shown", anchor=False)
            st.markdown(f"{text}. Nothing stored is lost.")
            _offer_library()


def _offer_library() -> None:
    st.page_link(router.page("library"), label="Open the library", icon=":material/arrow_forward:")


def show_sign_in(page: str) -> None:
    """For whoever isn't signed in, or isn't on the list: nothing else is drawn. `page`: where they were going."""
    st.title("Split Decision", anchor=False)
    if state.signed_in():
        st.markdown("You're signed in, and this server isn't open to you. Ask its owner to add your address.")
        st.button("Sign out", on_click=st.logout, icon=":material/logout:")
        return
    st.markdown(
        "Two models argue, and a panel of judges scores. This server is for a team: sign in to see its debates."
    )
    # Whom the provider refuses Streamlit sends to `/` without a word.
    again = not page and not st.query_params and state.awaits_sign_in()
    if again:
        st.warning("You aren't signed in: the last try was refused or not finished.", icon=":material/login:")
    if st.button("Sign in", type="primary", key="sign_in", icon=":material/login:"):
        if not again:
            state.park_address(page)
        st.login()


PEOPLE = "people"
"""The setting that is offered only where somebody scored blind."""


def show_another_way(report: Report, record: Record) -> None:
    """How the scores are read, and what each other reading would say."""
    with st.grid(4, min_column_width=220, key="settings_row"):
        for name, option in CHOICES.items():
            if name != PEOPLE:
                show_option(name, option, getattr(report.settings, name), of="setting")
    if any(any(one.blind.values()) for one in report.people):
        show_option(PEOPLE, CHOICES[PEOPLE], report.settings.people, of="setting")
    _show_thresholds(report.settings)
    st.caption(escaped(topic_type_text(report)))
    if report.calibration.note:
        st.caption(f":material/info: {escaped(report.calibration.note)}")
    show_block(robustness_block(report, state.others_of(record, report)), 3, folded=False)


def show_settings_changed(report: Report) -> None:
    """Which readings would change a no call, and what is read otherwise than usual."""
    # Of a winner the cautions say it.
    if report.outcome.call == "no_call" and (flips := other_flips_text(report)):
        st.caption(f":material/warning: {escaped(flips)}")
    if words := _chosen_words(report.settings):
        st.caption(f":material/info: Read otherwise than usual: {words}.")


def _chosen_words(settings: ReportSettings) -> str:
    words = []
    for name, option in CHOICES.items():
        if (value := getattr(settings, name)) != getattr(ReportSettings(), name):
            chosen = f": {option.options.get(value, option.nothing)}" if isinstance(option, OneOf) else ""
            words.append(f"{option.title.lower()}{chosen}")
    return "; ".join(filter(None, (*words, changed_words(settings.ruling))))


def _show_thresholds(settings: ReportSettings) -> None:
    with st.expander("Thresholds", icon=":material/tune:"):
        st.markdown(
            f"**Thresholds of the {settings.rules} rules.** They change how scores are read, never a score."
        )
        for name, option in THRESHOLDS.items():
            if option.applies(settings.rules):
                show_option(name, option, getattr(settings.thresholds, name), of="threshold", form="%.3g")
        offer_action("Back to the usual thresholds", "usual_thresholds", state.reset_thresholds, icon="undo")
    if changed := changed_words(settings.ruling):
        st.caption(f":material/info: Changed from the usual: {changed}.")
