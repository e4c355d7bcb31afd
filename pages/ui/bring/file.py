"""What is brought: pasted, as a file, or one of the product's own; a table, or a record of another store."""

import numpy as np
import streamlit as st

from debate_core.domain.errors import RatingsRefused
from debate_core.domain.imported import RatingsConfig, RowsAre
from debate_core.domain.numerals import join_and, number_text, pluralise
from debate_core.importing.exported import MOST_BYTES as MOST_EXPORTED
from debate_core.importing.exported import read_exported, take_in
from debate_core.importing.reading import MOST_BYTES
from debate_core.importing.tables import keep_table, table_config
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import CsvOptions, RatingsTable, table_of
from debate_core.store.replay import replay_any
from pages.ui import router, state
from pages.ui.shown.words import clip, escaped, fault_shown

LEVELS: dict[Level | None, str] = {
    None: "As they look",
    "interval": "Numbers, even steps",
    "ordinal": "Ordered labels",
    "nominal": "Unordered labels",
    "ratio": "Numbers, true zero",
}
ROWS: dict[RowsAre | None, str] = {
    None: "From the header",
    "judges": "One per judge",
    "items": "One per item",
}
COMPUTED: dict[Level, str] = {
    "interval": "Agreement will count how far apart two scores are.",
    "ratio": "Agreement will count how far apart two scores are, as a share of their sum.",
    "ordinal": "Agreement will count how many places apart two labels are.",
    "nominal": "Agreement will count whether two labels are the same.",
}
"""What is computed at each level."""
_ROWS_SHOWN = 5
DECIMALS = {False: "7.5", True: "7,5"}
_FAULTS = 8
_NAMED = 6
WAYS = (
    ("Chat", "A ChatGPT or Claude export, or messages as JSON."),
    ("Transcript", "Text or Markdown with *Name:* before each turn, VTT or SRT subtitles, or a CSV."),
    ("JSON with sides", "Arguments or turns, each for PRO or CON."),
    (
        "Table of ratings",
        "CSV or JSON with judge, item and score, a row or column for each judge, or an export of "
        "Label Studio, Argilla, Prodigy, promptfoo, Langfuse, Inspect, OpenAI Evals, MT-Bench or Arena.",
    ),
    ("Debate", "A record downloaded from another store."),
)


def ask_file() -> state.ImportedRecord | None:
    """The words or the file, folded away once they are there; None while there is neither."""
    brought = state.from_elsewhere()
    label = f"{escaped(brought.name)}: change it" if brought else "Text or file"
    with st.expander(label, expanded=brought is None, icon=":material/upload_file:"):
        left, right = st.columns([11, 9], gap="large")
        with left:
            st.text_area(
                "Paste it",
                height=170,
                placeholder="Ann: Offices should close on Fridays, because …\nBo: Customers need Fridays. …",
                **state.written("text"),
            )
        with right:
            most, exported = MOST_BYTES // 1_000_000, MOST_EXPORTED // 1_000_000
            st.file_uploader(
                "Or a file",
                help=f"Up to {most} MB, or {exported} MB for a debate.",
                key="elsewhere_file",
                max_upload_size=exported,
            )
            st.caption("Or a sample:")
            with st.container(horizontal=True, gap="small"):
                take = state.choose_example
                st.button("A chat", key="example_chat", icon=":material/chat:", on_click=take, args=("chat",))
                st.button(
                    "A table", key="example_table", icon=":material/table:", on_click=take, args=("table",)
                )
    return brought


def show_ways() -> None:
    st.header("Formats", anchor=False)
    st.markdown("\n".join(f"- **{name}.** {what}" for name, what in WAYS))
    st.caption("Read on this machine. No model is called before you start.")


@fault_shown()
def ask_exported(brought: state.ImportedRecord) -> None:
    """Its topic and size, and the button."""
    events = read_exported(brought.data, brought.name)
    record = replay_any(events)
    st.header("From another store", anchor=False)
    st.markdown(
        f"**{escaped(record.called.capitalize())}**, {pluralise(len(events), 'event')}, id `{record.id}`."
    )
    st.caption("Its server addresses are left out, so no key is ever sent there.")
    teaches = st.checkbox(
        "Count it in judges' history", key="elsewhere_teaches", help="Off: only this store's debates count."
    )
    if st.button("Take it in", type="primary", key="take_in", icon=":material/download:"):
        router.go("watch", take_in(state.store(), events, teaches=teaches))


@fault_shown()
def ask_table(brought: state.ImportedRecord) -> None:
    """What the scores are, what was read, and the button."""
    st.header("A table of ratings", anchor=False)
    with st.container(horizontal=True, gap="medium", key="table_told"):
        level = st.selectbox(
            "The scores are", list(LEVELS), format_func=LEVELS.__getitem__, key=f"level_{brought.key}"
        )
        rows = st.selectbox("Rows", list(ROWS), format_func=ROWS.__getitem__, key=f"rows_{brought.key}")
        comma = st.selectbox(
            "Decimals", list(DECIMALS), format_func=DECIMALS.__getitem__, key=f"comma_{brought.key}"
        )
        missing = st.text_input("Also missing", key=f"missing_{brought.key}", placeholder="none, skipped")
    marks = tuple(mark.strip() for mark in (missing or "").split(",") if mark.strip())
    try:
        config = table_config(
            brought.data,
            brought.name,
            level=level,
            told=CsvOptions(rows=rows, decimal_comma=bool(comma), missing=marks),
        )
        read = table_of(config)
    except RatingsRefused as error:
        _show_refused(error)
        return
    _show_read(read, config.level)
    _keep(config)


def _show_read(read: RatingsTable, level: Level) -> None:
    judges = join_and([escaped(clip(name, 30)) for name in read.judges[:_NAMED]])
    more = f" and {len(read.judges) - _NAMED} more" if len(read.judges) > _NAMED else ""
    st.markdown(
        f"**{pluralise(len(read.judges), 'judge')}** ({judges}{more}), **{pluralise(read.subjects, 'item')}**"
        + (f", {pluralise(len(set(read.dimensions)), 'dimension')}" if read.dimensions else "")
        + f". {COMPUTED[level]}"
    )
    _preview(read)
    for note in read.notes:
        st.caption(f":material/info: {escaped(note)}")


def _preview(read: RatingsTable) -> None:
    """The first items, a row each, with every judge's score."""
    few = range(min(_ROWS_SHOWN, len(read.items)))
    judges = range(min(_NAMED, len(read.judges)))

    def score(judge: int, item: int) -> str:
        value = read.ratings[judge, item]
        if np.isnan(value):
            return ""
        return read.labels[int(value)] if read.labels else number_text(float(value), 2)

    rows = [
        {"Item": clip(read.items[item], 60)}
        | {clip(read.judges[judge], 30): clip(score(judge, item), 30) for judge in judges}
        for item in few
    ]
    st.dataframe(rows, hide_index=True)


def _show_refused(error: RatingsRefused) -> None:
    faults = error.faults or (str(error),)
    st.error("Nothing was kept. Correct these lines and bring it again.", icon=":material/error:")
    more = f"\n- … and {len(faults) - _FAULTS:,} more" if len(faults) > _FAULTS else ""
    st.markdown("\n".join(f"- {escaped(clip(fault, 240))}" for fault in faults[:_FAULTS]) + more)


def _keep(config: RatingsConfig) -> None:
    if st.button("Show their agreement", type="primary", key="keep_table", icon=":material/balance:"):
        router.go_to_table(keep_table(state.store(), config))
