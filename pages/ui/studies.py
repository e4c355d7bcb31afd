"""What the page Studies shows: which study it is about, what that found, its course, and designing one."""

import pathlib
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import count, cycle
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from debate_core.domain.cast import BUILT_IN_JUDGES
from debate_core.domain.errors import SetUpError
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import CALLS, capital, humanise
from debate_core.reporting.blocks import Block, Document, Table, table_of
from debate_core.reporting.study import cost_text, progress_text, progress_tiles
from debate_core.running.estimate import ahead_text
from debate_core.running.runner import Runner
from debate_core.study.conductor import Conductor, all_studies, background_of, begin
from debate_core.study.design import Study, default_topics, plan_study, read_study, study_ahead, toml_text
from debate_core.study.report import study_report
from debate_core.study.rows import Readings, Results, StudyRow, results, rows_csv, rows_parquet
from debate_core.study.shape import StudyReport
from pages.ui import router, state
from pages.ui.blocks.show import READING_WIDTH, offer_downloads, show_block, show_picture, show_table
from pages.ui.shared.widgets import fold, offer_action, offer_file
from pages.ui.shared.words import clip, escaped, showing_faults
from pages.ui.state.session import Named

named_study = Named("study")
"""The study that the address names."""


@st.cache_resource(show_spinner=False, max_entries=4)
def _readings(path: str, study: str) -> Readings:
    return {}


def results_of(study: Study) -> Results:
    """What became of its debates; one that has finished is read once."""
    here = study_here(study)
    known = _readings(state.store().place, study.model_dump_json())
    return results(state.store(), study, known, here.has_begun if here else lambda _: False)


@st.cache_data(show_spinner=False)
def sample_study() -> Study:
    """The study in the examples. Raises SetUpError."""
    return read_study(pathlib.Path(__file__).parents[2] / "examples" / "study.toml")


def _runner_here() -> Runner | None:
    conducts = state.runner()
    return conducts if isinstance(conducts, Runner) else None


def _begin(study: Study, conducts: Runner) -> None:
    """Conduct it in the background with this session's keys, as fast as it goes. Raises DebateError."""
    stored = all_studies(state.store()).get(study.name, study)
    if study not in (stored.model_copy(update={"budget": study.budget}), sample_study()):
        raise SetUpError(f"there is another study called {study.name!r} in this store: choose another name")
    begin(study, conducts, replace(state.access(), pace=0.0))


def study_here(study: Study) -> Conductor | None:
    """What conducts it in this process, or did last."""
    conducts = _runner_here()
    return None if conducts is None else background_of(conducts, study.name)


def is_running(study: Study, report: StudyReport) -> bool:
    here = study_here(study)
    return bool(report.running or (here and here.runs))


SAFE = "Every answer that came in is kept and not paid for again."
LOOK_SECONDS, SHOW_SECONDS = 1.0, 8.0
"""How often the tiles are drawn anew while a study runs, and how often the findings below them."""


def show_run(study: Study, report: StudyReport) -> None:
    with st.container(border=True, key="study_run"):
        if is_running(study, report):
            _follow(study, report.finished, time.monotonic())
            return
        buttons, tiles = _places()
        with buttons:
            _show_start(study, report)
        with tiles:
            _show_tiles(report)
        if (here := study_here(study)) and here.progress.why:
            st.warning(escaped(f"{capital(here.progress.why)}."), icon=":material/pause_circle:")


def _places() -> Sequence[DeltaGenerator]:
    """Of the buttons and of what belongs to them: beside each other, unless a sentence stands where a button would."""
    if _runner_here() is None:
        return st.container(), st.container()
    return st.columns([1, 3], gap="medium", vertical_alignment="center")


def show_first_run(study: Study, label: str = "Run the sample study", key: str = "run_study") -> None:
    with st.container(border=True, key=f"{key}_card"):
        buttons, words = _places()
        with buttons:
            _button(label, study, key)
        words.markdown(escaped(_outlay_text(study)))


def _outlay_text(study: Study) -> str:
    """What it comes to; nothing where this server doesn't run it."""
    if _runner_here() is None:
        return ""
    lasts = "It takes about a minute." if study == sample_study() else ""
    cost = _cost_text(study.model_dump_json())
    return f"{pluralise(study.debates, 'debate')}, about {cost} {lasts}".strip()


@st.cache_data(show_spinner=False, max_entries=50)
def _cost_text(study: str) -> str:
    return ahead_text(study_ahead(Study.model_validate_json(study)))


def _show_start(study: Study, report: StudyReport) -> None:
    if report.finished == report.planned:
        names, stem = all_studies(state.store()), study.name.partition(" (run ")[0][:70]
        name = next(free for n in count(2) if (free := f"{stem} (run {n})") not in names)
        another = study.model_copy(update={"name": name, "seed": study.seed + 1})
        st.caption(escaped(f"The next run would be “{another.name}”. {_outlay_text(another)}"))
        _button("Run again", another, "run_again")
        return
    begins = not (report.finished or report.stopped or report.failed)
    st.caption(escaped(_outlay_text(study)) if begins else SAFE)
    _button("Start the study" if begins else "Go on", study)


def _button(label: str, study: Study, key: str = "run_study") -> None:
    conducts = _runner_here()
    if conducts is None:
        st.caption(
            "A server that several people share runs no studies: download the plan and run it in the shell."
        )
    elif st.button(label, key=key, type="primary", icon=":material/play_arrow:"):
        with showing_faults():
            _begin(study, conducts)
            named_study.keep(study.name)
            st.rerun()
    label, plan = "Download the plan (TOML)", toml_text(study)
    offer_file(label, plan, "study.toml", "application/toml", key=f"{key}_plan", type="tertiary")


def _show_tiles(report: StudyReport) -> None:
    if tiles := progress_tiles(report):
        show_picture(tiles, key="study_tiles", height=82 if state.narrow() else 44)
    st.caption(escaped(f"{progress_text(report)}. {capital(cost_text(report))}."))


@st.fragment(run_every=LOOK_SECONDS, key="follow_study")
@showing_faults()
def _follow(study: Study, finished: int, since: float) -> None:
    """Tiles and Stop while it runs; the whole page anew now and then, and when it has ended."""
    results = results_of(study)
    report, here = study_report(results), study_here(study)
    runs = here is not None and here.runs
    buttons, tiles = st.columns([1, 3], gap="medium", vertical_alignment="center")
    with buttons:
        if not runs and state.has_workers():  # Workers go on with what was begun here, and begin no more.
            _button("Go on", study)
        else:
            # A callback acts before anything is drawn: it must stop at once.
            offer_action(
                "Stop the study", "stop_study", here.stop if here else None, icon="stop", disabled=not runs
            )
        st.caption(SAFE if runs or state.has_workers() else "Another program runs this study. Stop it there.")
    with tiles:
        _show_tiles(report)
        last = [row.id for row in results.rows if row.status == "running"][-1:]
        st.caption(escaped("".join(map(state.runner().wait_text, last))))
    due = report.finished != finished and time.monotonic() - since >= SHOW_SECONDS
    if due or not (runs or report.running):
        st.rerun()


MAX_SHOWN, MAX_CARDS = 500, 50
"""Debates listed on the page, and on a phone's; the files have all."""


def show_debates(rows: Sequence[StudyRow]) -> None:
    def show() -> None:
        listed = rows[: MAX_CARDS if state.narrow() else MAX_SHOWN]
        new = [row.id for row in listed if row.outcome and row.id not in state.study_rows_seen()]
        state.note_outcomes_seen(new, "the Studies page")
        state.study_rows_seen.keep(state.study_rows_seen() | {*new})
        left = f"; the first {len(listed)} of {len(rows):,}" if len(listed) < len(rows) else ""
        st.caption(
            f"Choose {'one' if state.narrow() else 'a row (or press Shift+Space)'} to read its debate{left}."
        )
        table = _lines(listed)
        show_table(table, "study_rows", of="The debates of the study", chosen=state.study_row.keep)
        st.caption(escaped(table.note))
        if chosen := state.study_row.take():
            router.go("verdict", chosen)

    fold("The debates, a row each", "fold_study_rows", show)


def _lines(rows: Sequence[StudyRow]) -> Table:
    return table_of(
        rows,
        {
            "Topic": lambda row: clip(row.topic, 60),
            "Verdict": lambda row: row.outcome and CALLS[row.outcome],
            ("Lead", "lead"): lambda row: row.gap,
            "PRO": lambda row: row.pro,
            "CON": lambda row: row.con,
            "Panel": lambda row: row.panel,
            ("Reading", "count"): lambda row: row.reading,
            ("Repeat", "count"): lambda row: row.repeat,
            "Status": lambda row: humanise(row.status),
            "Cause": lambda row: row.cause or "",
        },
        opens=tuple(None if row.status == "not_begun" else row.id for row in rows),
    )


def show_downloads(document: Document, rows: Sequence[StudyRow]) -> None:
    offer_downloads(document, "study")
    with st.container(horizontal=True, gap="small"):
        for label, name, data, kind in (
            ("Debates (CSV)", "debates.csv", rows_csv(rows).encode("utf-8"), "text/csv"),
            ("Debates (Parquet)", "debates.parquet", rows_parquet(rows), "application/vnd.apache.parquet"),
        ):
            offer_file(label, data, name, kind, key=f"study_{name}", type="tertiary")


def show_none(others: Sequence[str]) -> None:
    if named := named_study():
        st.markdown(f"There is no study called {escaped(repr(clip(named, 80)))} in this store.")
    ask_other("Studies that are there", others)
    st.markdown(
        "A study runs many debates to one plan. It shows whether the verdict follows the side, whether a panel "
        "repeats it, which model argues best and how far the judges agree.",
        width=READING_WIDTH,
    )


def show_link() -> None:
    """The way here from another page, once there is a study."""
    if all_studies(state.store()):
        label = "The studies: sides swapped, judged again"
        st.page_link(router.page("studies"), label=label, icon=":material/experiment:")


def show_name(report: StudyReport, others: Sequence[str]) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(f"**{escaped(report.name)}**", width="content")
        if report.simulated != "no":
            st.badge(escaped(report.simulated.partition(":")[0].capitalize()), color="gray")
        ask_other("Another study", others)


def show_findings(blocks: Sequence[Block], heading: str) -> None:
    """Two beside each other; one's title may stand as the page's."""
    for at in range(0, len(blocks), 2):
        for place, block in zip(st.columns(2, gap="large"), blocks[at : at + 2], strict=False):
            with place:
                title = "Both sides of each topic" if block.title == heading else block.title
                show_block(replace(block, title=title))


def ask_other(label: str, others: Sequence[str]) -> None:
    if others:
        st.menu_button(
            label,
            list(others),
            format_func=lambda name: escaped(clip(name, 70)),
            key=state.study_picked.key,
            on_click=lambda: named_study.keep(state.study_picked()),
            icon=":material/history:",
            type="tertiary",
        )


MAX_DEBATES = 200
"""Debates of a study that a page begins; a file may have more."""
_MODELS = ["simulated:careful", "simulated:hasty", "simulated:standard"]


def show_design() -> None:
    left, right = st.columns(2, gap="large")
    default = "\n".join(one["text"] for one in default_topics("10"))
    lasts: dict[str, Any] = {"persist_state": "session"}
    models = lasts | {"accept_new_options": True, "help": "Choose some, or type provider:model."}
    name = left.text_input("Name", "Two models", key="design_name", max_chars=80, **lasts)
    topics = left.text_area("Topics, one on each line", default, key="design_topics", height=275, **lasts)
    debaters = right.multiselect("Who debates", _MODELS, _MODELS[:2], key="design_debaters", **models)
    judging = right.multiselect("Who judges", _MODELS, _MODELS[2:], key="design_judges", **models)
    repeats = right.number_input("Repeats", 1, 20, key="design_repeats", **lasts)
    more_help = "A study stopped by this goes on with more."
    limit: dict[str, Any] = {"value": None, "placeholder": "no limit", "help": more_help, **lasts}
    calls = right.number_input("Call limit", 1, key="design_calls", **limit)
    dollars = right.number_input("Dollar limit", 0.5, key="design_dollars", **limit)
    turns = "; the models take turns as judges" if len(judging) > 1 else ""
    st.caption(f"Each topic is debated from both sides. Four judges score{turns}.")
    lines = [line.strip() for line in topics.splitlines() if line.strip()]
    if not (name.strip() and lines and debaters and judging):
        st.info("It needs a name, topics, and models that debate and judge.")
        return
    more = {"repeats": repeats, "budget": {"calls": calls, "dollars": dollars}}
    with showing_faults():
        study = _study(name.strip(), lines, debaters, judging, **more)
        show_first_run(study, "Start the study", "run_design")


def _study(name: str, topics: list[str], debaters: list[str], judging: list[str], **more: Any) -> Study:
    seats = zip(BUILT_IN_JUDGES, cycle(judging), strict=False)
    judges = [one.model_dump(mode="json", exclude_none=True) | {"model": model} for one, model in seats]
    servers = [one.model_dump(mode="json", exclude_none=True) for one in state.draft().servers]
    base = {"panel": {"judges": judges}, "servers": servers}
    study = plan_study(name, topics, debaters, base=base, **more)
    if study.debates > MAX_DEBATES:
        raise SetUpError(f"this comes to {study.debates:,} debates, and a page begins {MAX_DEBATES} at most")
    return study
