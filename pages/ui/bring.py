"""What is brought: pasted, a file, or one of our own; a dialogue to judge, a table, another store's record."""

from collections.abc import Mapping, Sequence

import streamlit as st

from debate_core.domain.cast import Panel
from debate_core.domain.config import Choices, Live
from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.imported import (
    SIMULATED_OF_REAL,
    SOURCES,
    CsvOptions,
    Repeats,
    Role,
    RowsAre,
    TranscriptConfig,
)
from debate_core.domain.numerals import join_and, pluralise
from debate_core.domain.options import options_of
from debate_core.domain.rubric import RUBRICS
from debate_core.domain.transcript import SIDES, Side, Turn
from debate_core.domain.wording import capital, in_csv
from debate_core.importing.dialogues import Dialogue, ParsedText
from debate_core.importing.exported import read_exported, take_in
from debate_core.importing.files import FORM
from debate_core.importing.mapping import TranscriptChoices, map_sides, sides_of, warning_text
from debate_core.importing.tables import config_of, keep_table
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import RatingsTable, TableLook
from debate_core.ratings.table_file import COLUMNS_SHOWN
from debate_core.reporting import blocks
from debate_core.reporting.table import LEVEL_NAMES
from debate_core.store.record import replay_any
from pages.ui import router, state
from pages.ui.blocks.show import show_table
from pages.ui.draft import Draft
from pages.ui.shared.access import show_prospect
from pages.ui.shared.speech import SIDE_COLOURS
from pages.ui.shared.widgets import fold, offer_action
from pages.ui.shared.words import clip, escaped, show_fault, show_refusal, showing_faults

_LEVELS = {None: "As they look", **LEVEL_NAMES}
GUESS = "Read as numbers in even steps, because the scores are numbers."
LABEL, LEFT_OUT = "Label", "Left out"
PICKS: dict[str, Role | None] = {
    "Judge": "judge",
    "Item": "item",
    "Score": "score",
    LABEL: "score",
    "Ruling": "standing",
    "Dimension": "dimension",
    "Segment": "segment",
    "Cluster": "cluster",
    LEFT_OUT: None,
}
"""What a column can be: a word, and its role."""
COMPUTED: dict[Level, str] = {
    "interval": "Agreement will count how far apart two scores are.",
    "ratio": "Agreement will count how far apart two scores are, as a share of their sum.",
    "ordinal": "Agreement will count how many places apart two labels are.",
    "nominal": "Agreement will count whether two labels are the same.",
}
DECIMALS = {False: "7.5", True: "7,5"}
REPEATS: dict[Repeats | None, str] = {
    None: "Not expected",
    "first": "The first counts",
    "last": "The last counts",
}
_FAULTS = 8
_NAMED = 6
WAYS = (
    ("Chat", "A ChatGPT or Claude export, or messages as JSON."),
    ("Transcript", "Text or Markdown with *Name:* before each turn, VTT or SRT subtitles, or a CSV."),
    ("JSON with sides", "Arguments or turns, each for PRO or CON."),
    (
        "Table of ratings",
        "CSV, Excel, Parquet or JSON with judge, item and score, a column for each judge, or an export of "
        "Label Studio, Argilla, Prodigy, promptfoo, Langfuse, Inspect, OpenAI Evals, MT-Bench or Arena.",
    ),
    ("Debate", "A record downloaded from another store."),
)


def ask_file() -> state.ImportedRecord | None:
    """The words or the file, folded away once they are there; None while there is neither."""
    file = state.from_elsewhere()
    label = f"{escaped(file.name)}: change it" if file else "Text or file"
    with st.expander(label, expanded=file is None, icon=":material/upload_file:"):
        left, right = st.columns([11, 9], gap="large")
        with left:
            st.text_area(
                "Paste it",
                height=170,
                placeholder="Ann: Offices should close on Fridays, because …\nBo: Customers need Fridays. …",
                key=state.pasted.key,
                persist_state="session",
            )
        with right:
            st.file_uploader("Or a file", key="elsewhere_file")
            st.caption("Or a sample:")
            with st.container(horizontal=True, gap="small"):
                take = state.choose_example
                offer_action("A chat", "example_chat", take, "chat", icon="chat")
                offer_action("A table", "example_table", take, "table", icon="table")
    return file


def show_ways() -> None:
    st.header("Formats", anchor=False)
    st.markdown("\n".join(f"- **{name}.** {what}" for name, what in WAYS))
    fold("A debate as JSON", "fold_form", lambda: st.code(FORM, language=None, wrap_lines=True))
    st.caption("Read on this machine. No model is called before you start.")


@showing_faults()
def ask_exported(file: state.ImportedRecord) -> None:
    events = read_exported(file.data, file.name)
    record = replay_any(events)
    st.header("From another store", anchor=False)
    st.markdown(
        f"**{escaped(record.called.capitalize())}**, {pluralise(len(events), 'event')}, id `{record.id}`."
    )
    st.caption("Its server addresses are left out, so no key is ever sent there.")
    in_history = st.checkbox(
        "Count it in judges' history", key="elsewhere_teaches", help="Off: only this store's debates count."
    )
    if st.button("Take it in", type="primary", key="take_in", icon=":material/download:"):
        record_id = take_in(state.store(), events, in_history=in_history)
        state.close_draft("elsewhere")
        router.go("watch", record_id)


@showing_faults()
def ask_table(file: state.ImportedRecord) -> None:
    st.header("A table of ratings", anchor=False)
    look = None
    try:
        look = state.table_look(file.data, file.name)
        options, labels = _ask_columns(look, file.key)
        level, options, rows = _ask_scores(look, file.key, options, labels=labels)
        table = state.table_read(file.data, file.name, level, options, rows)
    except RatingsRefused as error:
        faults = error.faults or (str(error),)
        do = "Change above how it is read, or correct" if look else "Correct"
        st.error(f"Nothing was kept. {do} these lines and bring it again.", icon=":material/error:")
        more = f"\n- … and {len(faults) - _FAULTS:,} more" if len(faults) > _FAULTS else ""
        st.markdown("\n".join(f"- {escaped(clip(fault, 240))}" for fault in faults[:_FAULTS]) + more)
        return
    _show_read(table.table, table.level)
    if level is None and not look.known and table.level == "interval":
        st.caption(f":material/info: {GUESS}")
    if st.button("Show their agreement", type="primary", key="keep_table", icon=":material/balance:"):
        record_id = keep_table(state.store(), config_of(table, file.name))
        state.close_draft("elsewhere")
        router.go_to_table(record_id)


def _ask_columns(look: TableLook, key: str) -> tuple[CsvOptions, bool]:
    if look.known:
        first = tuple(tuple(clip(text, 80) for text in row) for row in look.rows)
        table = blocks.Table(columns=blocks.columns(*look.names), rows=first)
        show_table(table, "table_preview", of="The first rows")
        return CsvOptions(), False
    words = {role: word for word, role in reversed(PICKS.items())}
    guesses = [words[role] for role in look.roles[:COLUMNS_SHOWN]]
    picks = _pick_columns(look, guesses, key)
    if look.sure and picks == guesses:
        return CsvOptions(), False
    names = {
        role: [name for name, pick in zip(look.names, picks, strict=False) if PICKS[pick] == role]
        for role in PICKS.values()
    }
    judge, item, many = bool(names["judge"]), bool(names["item"]), len(names["score"])
    if not many or (many == 1 and not (judge and item)) or not (judge or item):
        st.info(
            "Agreement needs two judges or more. Pick a judge, an item and the scores; with a score column for each "
            "judge, pick only the item.",
            icon=":material/help:",
        )
        st.stop()
    wide = judge != item
    rows: RowsAre | None = ("items" if item else "judges") if wide else None
    columns = {
        role: in_csv([each]).strip() if len(each) > 1 else each[0]
        for role, each in names.items()
        if role and each and not (wide and role == "score")
    }
    return CsvOptions(rows=rows, columns=columns, left_out=tuple(names[None]) if wide else ()), LABEL in picks


def _pick_columns(look: TableLook, guesses: Sequence[str], key: str) -> list[str]:
    picks: list[str] = []
    with st.container(horizontal=True, gap="small", key="table_columns"):
        for at, (name, guess) in enumerate(zip(look.names, guesses, strict=False)):
            with st.container(width=150, gap="xxsmall"):
                label, index = escaped(clip(name, 20)) or f"Column {at + 1}", list(PICKS).index(guess)
                picks.append(st.selectbox(label, PICKS, index=index, key=f"pick_{key}_{at}"))
                st.caption("  \n".join(escaped(clip(row[at], 16)) or "–" for row in look.rows))
    if len(look.names) > COLUMNS_SHOWN:
        st.caption(f"… and {len(look.names) - COLUMNS_SHOWN} more columns, read as their names say.")
    return picks


def _ask_scores(
    look: TableLook, key: str, options: CsvOptions, *, labels: bool
) -> tuple[Level | None, CsvOptions, tuple[str, str] | None]:
    with st.container(horizontal=True, gap="medium", key="table_told"):
        level = st.selectbox("The scores are", _LEVELS, format_func=_LEVELS.__getitem__, key=f"level_{key}")
        comma = st.selectbox("Decimals", DECIMALS, format_func=DECIMALS.__getitem__, key=f"comma_{key}")
        repeats = st.selectbox(
            "A judge's repeats", REPEATS, format_func=REPEATS.__getitem__, key=f"repeats_{key}"
        )
        chosen = st.selectbox("Rows", [None, *look.values], format_func=_rows_text, key=f"rows_{key}")
        missing = st.text_input("Read as missing", key=f"missing_{key}", placeholder="such as: none, skipped")
    marks = tuple(mark.strip() for mark in (missing or "").split(",") if mark.strip())
    options = options.model_copy(update={"decimal_comma": bool(comma), "repeats": repeats, "missing": marks})
    return level or ("nominal" if labels else None), options, chosen


def _rows_text(value: tuple[str, str] | None) -> str:
    return "All" if value is None else f"{clip(value[0], 20)}: {clip(value[1], 20) or 'empty'}"


def _show_read(read: RatingsTable, level: Level) -> None:
    judges = join_and([escaped(clip(name, 45)) for name in read.judges[:_NAMED]])
    more = f" and {len(read.judges) - _NAMED} more" if len(read.judges) > _NAMED else ""
    st.markdown(
        f"**{pluralise(len(read.judges), 'judge')}** ({judges}{more}), **{pluralise(read.subjects, 'item')}**"
        + (f", {pluralise(len(set(read.dimensions)), 'dimension')}" if read.dimensions else "")
        + f". {COMPUTED[level]}"
    )
    if read.pairs:
        st.caption(":material/info: Each item compares two (columns first and second): you see which wins.")
    for note in read.notes:
        st.caption(f":material/info: {escaped(note)}")


NO_SIDE = "Leave out"
CHOICES = ("PRO", "CON", NO_SIDE)
MAX_SPEAKERS = 12
TURNS_SHOWN = 6


def ask_transcript(file: state.ImportedRecord, draft: Draft) -> None:
    """The preview with its mapping on the left, what it comes to and the start on the right."""
    try:
        parsed = state.read_transcript(file.data, file.name)
    except SetUpError as error:
        show_refusal(error)
        show_ways()
        return
    left, right = st.columns([11, 9], gap="large")
    with left:
        dialogue = _ask_which(parsed, file.key)
        topic, background = _ask_topic(dialogue, file.key)
        st.header("Sides", anchor=False)
        if not dialogue.turns:
            speakers, left_out = _ask_sides(dialogue, file.key)
        else:
            speakers, left_out = {}, frozenset()
            st.markdown(f"From the file: {_sizes_text(dialogue.turns)}.")
    chosen = TranscriptChoices(topic=topic, background=background, speakers=speakers, left_out=left_out)
    with right:
        live = False
        if not dialogue.turns:
            meaning = "Scores each turn and lists suspect claims."
            live = st.toggle("Live judge, too", key="elsewhere_live", help=meaning)
        made = _map_text(parsed, dialogue, chosen, draft, live=live)
        if made is not None:
            _show_preview(*made)
            _show_start(*made, draft)


def _ask_which(parsed: ParsedText, key: str) -> Dialogue:
    st.caption(f"Read as {SOURCES[parsed.source]}. {escaped(' '.join(parsed.notes))}")
    if len(parsed.dialogues) == 1:
        return parsed.dialogues[0]
    numbers = range(len(parsed.dialogues))
    titles = [
        f"{clip(one.title or 'Untitled', 60)} · {pluralise(len(one.spoken), 'turn')}"
        for one in parsed.dialogues
    ]
    number = st.selectbox("Which conversation", numbers, format_func=titles.__getitem__, key=f"which_{key}")
    return parsed.dialogues[number or 0]


def _ask_topic(dialogue: Dialogue, key: str) -> tuple[str, str]:
    topic = st.text_input(
        "Topic",
        dialogue.title,
        key=f"topic_{key}_{dialogue.title[:20]}",
        placeholder="A claim one side defends and the other denies",
    )
    background = st.text_input("Background (optional)", dialogue.background, key=f"background_{key}")
    return topic or "", background or ""


def _ask_sides(dialogue: Dialogue, key: str) -> tuple[Mapping[str, Side | None], frozenset[int]]:
    suggested, speakers = sides_of(dialogue), dict[str, Side | None]()
    for place, name in enumerate(dialogue.speakers[:MAX_SPEAKERS]):
        own = [one for one in dialogue.spoken if one.speaker == name]
        side = suggested[name]
        picked = st.radio(
            f"{escaped(clip(name, 40))} · {pluralise(len(own), 'turn')}",
            CHOICES,
            index=CHOICES.index(side.upper() if side else NO_SIDE),
            horizontal=True,
            key=f"side_{key}_{place}_{len(dialogue.spoken)}",
            help=f"Begins with: {escaped(clip(own[0].text, 120))}",
        )
        speakers[name] = next((side for side in SIDES if side.upper() == picked), None)
    if len(dialogue.speakers) > MAX_SPEAKERS:
        st.caption(f"{len(dialogue.speakers) - MAX_SPEAKERS} speakers left out.")
    turns = [n for n, one in enumerate(dialogue.spoken) if speakers.get(one.speaker)]
    if not turns:
        return speakers, frozenset()
    begins = {n: f"{clip(one.speaker, 20)}: {clip(one.text, 60)}" for n, one in enumerate(dialogue.spoken)}
    left_out = st.multiselect(
        "Turns without argument",
        turns,
        format_func=lambda n: f"{n + 1}. {begins[n]}",
        key=f"left_{key}_{len(dialogue.spoken)}",
        placeholder="None",
    )
    return speakers, frozenset(left_out)


_OWN = {"topic", "pro", "con", "live", "panel", "rubric"} | {
    name for name, option in options_of(Choices).items() if option.of_speeches
}
"""What is chosen on Set up and is the transcript's own here, or asked for otherwise."""


def _map_text(
    parsed: ParsedText, dialogue: Dialogue, chosen: TranscriptChoices, draft: Draft, *, live: bool
) -> tuple[TranscriptConfig, tuple[Turn, ...]] | None:
    if faults := {name: words for name, words in draft.faults.items() if name in ("judges", "rubric")}:
        show_fault(" ".join(faults.values()))
        return None
    model = draft.live.model if draft.live else draft.panel[0].model
    try:
        return map_sides(
            parsed,
            dialogue,
            chosen,
            panel=Panel(judges=draft.panel),
            rubric=RUBRICS.get(draft.rubric) or draft.custom(),
            live=(draft.live or Live(model=model)) if live else None,
            **{name: getattr(draft, name) for name in Choices.model_fields if name not in _OWN},
        )
    except SetUpError as error:
        st.info(f"{escaped(capital(str(error)))}.", icon=":material/help:")
        return None


def _show_preview(config: TranscriptConfig, turns: tuple[Turn, ...]) -> None:
    st.markdown(f"**{_sizes_text(turns)}**")
    if warning := warning_text(turns):
        st.warning(warning, icon=":material/speaker_notes_off:")
    for turn in turns[:TURNS_SHOWN]:
        for argument in turn.arguments:
            mark = f":{SIDE_COLOURS[argument.side]}-badge[{argument.id}]"
            who = escaped(clip(config.brought.speaker_name(turn.number), 24))
            st.markdown(f"{mark} {who}{': ' if who else ''}{escaped(clip(argument.claim, 110))}")
    if len(turns) > TURNS_SHOWN:
        st.caption(f"… {len(turns) - TURNS_SHOWN} more turns")


def _sizes_text(turns: tuple[Turn, ...]) -> str:
    sides = [argument.side for turn in turns for argument in turn.arguments]
    sizes = " and ".join(f"{sides.count(side)} for {side.upper()}" for side in SIDES)
    return f"{pluralise(len(sides), 'argument')}: {sizes}"


def _show_start(config: TranscriptConfig, turns: tuple[Turn, ...], draft: Draft) -> None:
    live = " and a live judge" if config.live else ""
    show_prospect(config, f"{len(config.panel.judges)} judges{live}")
    if config.simulated:
        st.warning(SIMULATED_OF_REAL, icon=":material/science:")
    if st.button("Have it judged", type="primary", key="start_judging", icon=":material/play_arrow:"):
        with showing_faults():
            record_id = state.runner().start(config, state.access(draft.servers), turns)
            state.close_draft("elsewhere")
            router.go("watch", record_id)
