"""Starting points: built-in, the newest debate's, and named ones; and a card for each sample."""

from dataclasses import replace

import streamlit as st

from debate_core.domain.errors import SetUpError
from debate_core.domain.transcript import Topic
from debate_core.domain.wording import typed_name
from debate_core.examples import EXAMPLES, Example, ensure, record_of
from debate_core.library.history import History
from debate_core.library.report import ReportSettings, report
from debate_core.reporting.line_figures import LeadLine
from debate_core.reporting.verdict import Answer, answer_of, averages_text
from debate_core.store.record import Record
from pages.ui import router, state
from pages.ui.blocks.show import show_picture
from pages.ui.draft import DEFAULT, FULL_PANEL, LIVE_EXCHANGE, OPEN_DEBATERS, QUICK_DEMO, Draft
from pages.ui.shared.widgets import offer_to_delete
from pages.ui.shared.words import clip, escaped, show_fault_once, showing_faults

SAMPLE = "example-second-check"
_COLOURS = {"PRO": "blue", "CON": "orange"}
MY_LAST = "My last"
PRESETS = {
    "Quick": QUICK_DEMO,
    "Usual": DEFAULT,
    "Full panel": FULL_PANEL,
    "Live exchange": LIVE_EXCHANGE,
    "Open debaters, another judge": OPEN_DEBATERS,
}
_ANY = Topic(text="")
_LAST = f"  \n*{MY_LAST}*: as in your newest debate."


def show_presets(draft: Draft, last: Record | None) -> None:
    """Starting points; a preset keeps the topic that is written unless it has one of its own, the last debate brings
    its own. The one that the draft equals is marked."""
    starts = {name: preset.change(topic=_ANY) for name, preset in PRESETS.items()}
    if last and not last.imported:
        starts[MY_LAST] = Draft.of(last.config)
    own = state.presets()
    for name, one in own.items():
        if isinstance(one, Draft):
            starts.setdefault(name, one)
    equal = [name for name, one in starts.items() if one.on_topic_of(draft) == draft]
    state.preset.keep(next((name for name in (state.preset(), *equal) if name in equal), None))
    with st.container(key="start_from"):
        st.pills(
            "Start from",
            list(starts),
            format_func=escaped,
            wrap=True,
            key=state.preset.key,
            on_change=_fill,
            args=(starts,),
            help="  \n".join(f"*{name}*: {PRESETS[name].in_words}" for name in PRESETS) + _LAST,
        )
    for name, one in own.items():
        if isinstance(one, str):
            why = f"This version can't read the preset {escaped(name)}: {escaped(clip(one, 160))}"
            st.warning(f"{why} It is kept until you delete it.", icon=":material/bookmark:")


def _fill(starts: dict[str, Draft]) -> None:
    if chosen := starts.get(state.preset() or ""):
        state.set_up.fill(chosen.on_topic_of(state.draft()))


def ask_own() -> None:
    """Keeping the set-up as it stands by a name, and deleting what is kept."""
    with st.popover("Your presets", icon=":material/bookmark:", key="own_presets"):
        with st.form("keep_preset", border=False):
            st.text_input("Preset name", key=state.preset_name.key, max_chars=40)
            st.checkbox("With topic, background and burden of proof", key=state.preset_with_topic.key)
            st.form_submit_button(
                "Save this set-up", key="save_preset", icon=":material/bookmark_add:", on_click=_save
            )
        show_fault_once(state.preset_fault)
        who = "Only you see" if state.reaches() else "Everyone who uses this store sees"
        st.caption(f"Saves everything but keys, in place of a preset of the same name. {who} it.")
        for number, (name, one) in enumerate(state.presets().items()):
            with st.container(horizontal=True, wrap=False, horizontal_alignment="distribute"):
                st.markdown(f"**{escaped(name)}**  \n:gray[{escaped(_preset_text(one))}]")
                offer_to_delete(name, f"drop_preset_{number}", _keep)


def _preset_text(one: Draft | str) -> str:
    if isinstance(one, str):
        return "This version can't read it."
    return f"{one.in_words} " + (f"Topic: {clip(one.topic.text, 60)}" if one.topic.text else "Any topic.")


def _save() -> None:
    with state.preset_fault.keeping():
        name, draft = typed_name(state.preset_name()), state.draft()
        if not name:
            raise SetUpError("give it a name first")
        if name in (*PRESETS, MY_LAST):
            raise SetUpError(f"{name} is built in: choose another name")
        _keep(name, draft if state.preset_with_topic() else draft.change(topic=_ANY))


def _keep(name: str, chosen: Draft | None) -> None:
    with state.preset_fault.keeping():
        state.keep_preset(name, chosen)
        state.preset_name.keep("")
        st.toast(escaped(f"{name} is {'saved' if chosen else 'deleted'}."), icon=":material/bookmark:")


@st.cache_data(show_spinner=False)
def _finding(example_id: str) -> tuple[Answer, str]:
    record = record_of(example_id)
    whole = report(record, History(), ReportSettings())
    return answer_of(whole), averages_text(whole)


def _line(answer: Answer, *, flags: bool) -> LeadLine | None:
    return LeadLine(**vars(answer.line) | {"lead": None}, flags=flags) if answer.line else None


def show_miniature() -> None:
    """The outcome of one example on a small stage, and the way to its verdict."""
    example = next(one for one in EXAMPLES if one.id == SAMPLE)
    answer, _ = _finding(SAMPLE)
    small = replace(
        answer, beside="", scope="", about=f"Sample: {example.title}", line=_line(answer, flags=True)
    )
    show_picture(small, key="miniature", height=330)
    label = "See why there is no winner" if answer.word == "NO CALL" else "Read its verdict"
    _show_ways_in(example, label)


def show_example_cards(*, but: str | None) -> None:
    with st.grid(4, min_column_width=240, key="samples"):
        for example in EXAMPLES:
            if example.id != but:
                with st.container(border=True, gap="xsmall", height="stretch"):
                    _show_card(example)
    state.note_outcomes_seen([example.id for example in EXAMPLES], "the Set up page")


def _show_card(example: Example) -> None:
    answer, averages = _finding(example.id)
    word = "**No call.**"
    if answer.word in _COLOURS:
        word = f":{_COLOURS[answer.word]}[**{answer.word}**] {averages}."
    st.markdown(f"**{escaped(example.title)}**  \n:small[{word} :gray[{escaped(example.shows)}]]")
    if line := _line(answer, flags=False):
        show_picture(line, key=f"card_{example.id}")
    _show_ways_in(example, "Verdict")


def _show_ways_in(example: Example, label: str) -> None:
    with st.container(horizontal=True, gap="small"):
        if st.button(label, key=f"read_{example.id}"):
            _open(example, "verdict")
        if st.button("Replay", key=f"replay_{example.id}", icon=":material/replay:"):
            _open(example, "watch", at="1")


@showing_faults()
def _open(example: Example, page: str, at: str | None = None) -> None:
    router.go(page, ensure(state.whole_store(), example.id), at=at)
