"""The library's own calls: run or judge a debate, review a text, measure agreement. What a call makes has a report."""

from __future__ import annotations

import asyncio
import functools
import io
import pathlib
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, Literal, ParamSpec, TypeVar

import pandas as pd

from debate_core.composition import runner_of
from debate_core.domain.artifact import ArtifactConfig
from debate_core.domain.cast import SIMULATED, Judge, Panel
from debate_core.domain.config import DebateConfig
from debate_core.domain.errors import DebateError as DebateError
from debate_core.domain.errors import RatingsRefused, SetUpError
from debate_core.domain.frozen import build
from debate_core.domain.numerals import pluralise
from debate_core.domain.wording import read_cell
from debate_core.importing.documents.artifact import read_file, read_pasted
from debate_core.importing.files import bytes_of, read_imported
from debate_core.importing.mapping import TranscriptChoices, map_sides, sides_of
from debate_core.library.library import read_history
from debate_core.library.report import Report, ReportSettings, report
from debate_core.library.report.table import TablePanel, panel_of
from debate_core.library.text_review import TextReview, text_review
from debate_core.llm.catalogue import Access
from debate_core.measuring.estimate import Alpha
from debate_core.measuring.gap import Contrast
from debate_core.measuring.krippendorff import Level
from debate_core.ratings import open_table, ratings_text, read_ratings
from debate_core.reporting.blocks import Document
from debate_core.reporting.debate import scores_csv, whole_document
from debate_core.reporting.formats import figures_csv, fragment
from debate_core.reporting.records import RENDERS
from debate_core.reporting.study import study_document
from debate_core.reporting.table import table_document
from debate_core.reporting.text import text_document
from debate_core.running.runner import Runner
from debate_core.store.events import StoredEvent
from debate_core.store.record import ArtifactRecord, load, load_any
from debate_core.study.conductor import Conductor
from debate_core.study.design import Study, plan_study
from debate_core.study.report import study_report
from debate_core.study.rows import results, rows_csv
from debate_core.study.shape import StudyReport
from debate_core.verdicts.verdict import outcome as outcome

Form = Literal["text", "md", "html", "json", "csv"]
Judges = Mapping[str, str] | Sequence[Judge]
Place = str | pathlib.Path | None
_ENDINGS: Mapping[str, Form] = {".txt": "text", ".md": "md", ".html": "html", ".json": "json", ".csv": "csv"}
LOOK_EVERY = 0.05
"""Seconds between two looks at whether a record goes on."""


class Result(ABC):
    """What a call made: a report in any form, the scores as a frame, a picture of itself in a notebook."""

    @property
    @abstractmethod
    def document(self) -> Document:
        """The report as blocks, the answer first."""

    def report(self, form: Form = "text") -> str:
        """The whole report. Raises ValueError for a form that there is not."""
        if form == "csv":
            return self._csv()
        if form not in RENDERS:
            raise ValueError(f"form: expected text, md, html, json or csv; got {form!r}")
        return RENDERS[form](self.document)

    def frame(self) -> pd.DataFrame:
        """The figures of the CSV, a row each; of a debate a row a judge, argument and dimension."""
        cells = pd.read_csv(io.StringIO(self._csv()), keep_default_na=False, na_values=[""])
        return cells.map(lambda cell: read_cell(cell) if isinstance(cell, str) else cell)

    def save(self, path: str | pathlib.Path) -> pathlib.Path:
        """Write the report to a file by its ending: .txt, .md, .html, .json, .csv. Raises ValueError, OSError."""
        file = pathlib.Path(path)
        form = _ENDINGS.get(file.suffix.lower())
        if form is None:
            raise ValueError(f"path: expected an ending out of {', '.join(_ENDINGS)}; got {file.name!r}")
        file.write_text(self.report(form), "utf-8")
        return file

    def _csv(self) -> str:
        return figures_csv(self.document)

    def _repr_html_(self) -> str:
        return fragment(self.document.blocks)


class RecordResult(Result):
    """What a record came to. `id` names it in its store."""

    def __init__(self, runner: Runner, record: str) -> None:
        self._store, self.id = runner.store, record


class Debate(RecordResult):
    """A debate that has been conducted or judged."""

    @property
    def facts(self) -> Report:
        """All that its scores mean under the usual settings."""
        record = load(self._store, self.id)
        return report(record, read_history(self._store, record), ReportSettings())

    @property
    def call(self) -> Literal["pro", "con", "no_call"]:
        """Who argued better, if anybody."""
        return self.facts.outcome.call

    @property
    def lead(self) -> Contrast:
        """Pro minus con in points, with its interval."""
        return self.facts.outcome.gap

    @property
    def document(self) -> Document:
        record = load(self._store, self.id)
        return whole_document(record, read_history(self._store, record))

    def _csv(self) -> str:
        return scores_csv(self.facts)

    def __repr__(self) -> str:
        return f"<Debate {self.id}: {self.call}>"


class Review(RecordResult):
    """The review of a text."""

    @property
    def facts(self) -> TextReview:
        """The verdict, reviewers, findings and agreement."""
        return text_review(ArtifactRecord.load(self._store, self.id))

    @property
    def document(self) -> Document:
        return text_document(self.facts, ArtifactRecord.load(self._store, self.id))

    def __repr__(self) -> str:
        return f"<Review {self.id}: {self.facts.outcome.call}>"


class Agreement(Result):
    """How far the judges of a table agree."""

    def __init__(self, panel: TablePanel, name: str) -> None:
        self.panel, self._name = panel, name

    @property
    def alpha(self) -> Alpha:
        """Krippendorff's alpha of the scores, with its interval, or the reason why there is none."""
        return self.panel.report.agreement.alpha

    @property
    def document(self) -> Document:
        return table_document(self.panel, self._name)

    def __repr__(self) -> str:
        return f"<Agreement of {self._name}: alpha {self.alpha.value}>"


class DebateStudy(Result):
    """Many debates as one design: what they say of judges and models; its frame has a row a debate."""

    def __init__(self, runner: Runner, design: Study) -> None:
        self._results = results(runner.store, design)

    @property
    def facts(self) -> StudyReport:
        """The habits of each judge, agreement, the strengths of models."""
        return study_report(self._results)

    @property
    def document(self) -> Document:
        return study_document(self.facts)

    def _csv(self) -> str:
        return rows_csv(self._results.rows)

    def __repr__(self) -> str:
        return f"<DebateStudy {self._results.study.name}: {pluralise(len(self._results.judged), 'debate')}>"


def debate(
    topic: str,
    *,
    pro: str = SIMULATED,
    con: str | None = None,
    judges: Judges | None = None,
    store: Place = None,
    **settings: Any,
) -> Debate:
    """Conduct a debate to its end.

    ``pro``, ``con`` (pro's, if not said): models as ``provider:model``; their keys come from the environment.
    ``judges``: names with their models, or `Judge`s; without them the built-in four on pro's model. ``store``: a file
    or ``postgresql://…`` that keeps it; without one a file that goes with this process. ``settings``: fields of
    `DebateConfig`, as ``turns=6, format="exchange"``. Raises SetUpError before anything is asked where it can't be
    conducted, DebateError where it didn't end or fewer than two judges gave usable scores, which is no *no call*.

        >>> debate("Should schools start later?", seed=7).call
        'con'
    """
    runner, record = _begin(topic, pro, con, judges, store, settings)
    return Debate(runner, _wait_for_end(runner, record))


async def events(
    topic: str,
    *,
    pro: str = SIMULATED,
    con: str | None = None,
    judges: Judges | None = None,
    store: Place = None,
    **settings: Any,
) -> AsyncIterator[StoredEvent]:
    """Conduct a debate and give each of its facts as it is stored; whoever stops listening stops the debate."""
    runner, record = _begin(topic, pro, con, judges, store, settings)
    seen = 0
    try:
        while True:
            over = await asyncio.to_thread(runner.wait, record, LOOK_EVERY)
            for one in runner.store.read(record, after=seen):
                seen = one.sequence
                yield one
            if over:
                return
    finally:
        runner.stop(record)


def judge(
    transcript: str | pathlib.Path,
    *,
    topic: str = "",
    pro: Sequence[str] = (),
    con: Sequence[str] = (),
    judges: Judges | None = None,
    store: Place = None,
    **settings: Any,
) -> Debate:
    """Have a panel judge what was said elsewhere.

    ``transcript``: its text, or the path of a file (JSON, a chat export, Markdown, subtitles, text, CSV). ``pro``,
    ``con``: who speaks for which side, where their names don't say it. The rest, and what is raised, as in `debate`.
    """
    if isinstance(transcript, pathlib.Path):
        what, parsed = "file", read_imported(bytes_of(transcript), transcript.name)
    else:
        what, parsed = "text", read_imported(transcript.encode(), "transcript")
    if len(parsed.dialogues) != 1:
        raise SetUpError(f"expected one conversation in the {what}; got {len(parsed.dialogues)}")
    dialogue = parsed.dialogues[0]
    sides, title = sides_of(dialogue, pro, con), topic or dialogue.title
    chosen = TranscriptChoices(topic=title, background=dialogue.background, speakers=sides)
    config, turns = map_sides(parsed, dialogue, chosen, panel=_panel(judges, SIMULATED), **settings)
    runner = _runner(store)
    return Debate(runner, _wait_for_end(runner, runner.start(config, Access(), turns)))


def review(text: str | pathlib.Path, *, context: str = "", store: Place = None, **settings: Any) -> Review:
    """Have reviewers judge a text or code.

    ``text``: the words, or the path of a file (text, Markdown, code, PDF, DOCX). ``context``: facts for the reviewers.
    ``settings``: fields of `ArtifactConfig`. Raises SetUpError for what can't be reviewed, DebateError as
    in `debate`.
    """
    if isinstance(text, pathlib.Path):
        artifact = read_file(text, context=context)
    else:
        artifact = read_pasted(text, context=context)
    runner, config = _runner(store), build(ArtifactConfig, {"artifact": artifact, **settings})
    return Review(runner, _wait_for_end(runner, runner.start(config, Access())))


def agreement(ratings: Any, *, level: Level = "interval", name: str = "ratings") -> Agreement:
    """How far judges agree.

    ``ratings``: a frame in any form that `split-decision agree` reads (long: columns judge, item, score; wide, its
    index called judge or item; or of a `Debate`), or an array (n_judges, n_items) with NaN where a score is missing.
    ``level``: of the scores. Raises RatingsRefused for a table that can't be read, ValueError for another shape.

        >>> agreement([[1, 2, 3, 4], [1, 2, 3, 5]]).alpha.value > 0.8
        True
    """
    text = ratings_text(ratings)
    try:
        table = read_ratings(text, level=level)
    except RatingsRefused:  # It may be as a known tool has it, such as a debate of ours.
        table = open_table(text, level=level).table
    return Agreement(panel_of(table, level), name)


P = ParamSpec("P")
Made = TypeVar("Made")
_CANCELLED = ContextVar("cancelled", default=threading.Event())  # noqa: B039  never set


def _async_version(call: Callable[P, Made]) -> Callable[P, Coroutine[Any, Any, Made]]:
    """The same call for a loop that goes on meanwhile. Cancelled, it stops what it began."""

    @functools.wraps(call)
    async def twin(*args: P.args, **settings: P.kwargs) -> Made:
        cancelled = threading.Event()
        before = _CANCELLED.set(cancelled)
        try:
            return await asyncio.to_thread(call, *args, **settings)
        finally:
            cancelled.set()
            _CANCELLED.reset(before)

    return twin


adebate, ajudge, areview = _async_version(debate), _async_version(judge), _async_version(review)
aagreement, aoutcome = _async_version(agreement), _async_version(outcome)


def run_study(
    topics: Sequence[str],
    models: Sequence[str],
    *,
    name: str = "study",
    judges: Judges | None = None,
    store: Place = None,
    **settings: Any,
) -> DebateStudy:
    """Have each two of some models debate every topic from both sides, before the same judges.

    ``judges``, ``store``: as in `debate`; in a store that has some of its debates it goes on. ``settings``: what else
    the file of a study may say, as ``repeats=2, readings=2, base={"arguments_per_side": 2}, budget={"dollars": 5}``.
    Raises SetUpError before anything is asked where it can't be conducted, DebateError where a debate didn't end.
    """
    base = {**settings.pop("base", {}), "panel": _panel(judges, models[0] if models else SIMULATED)}
    design = plan_study(name, topics, models, base=base, **settings)
    runner = _runner(store)
    conductor = Conductor(design, runner, Access())
    progress = conductor.conduct()
    if progress.finished < progress.planned:
        why = "; ".join(filter(None, (progress.why, *conductor.faults.values()))) or "some did not finish"
        raise DebateError(f"{progress.finished} of {progress.planned} debates of {name} finished: {why}")
    return DebateStudy(runner, design)


def _begin(
    topic: str, pro: str, con: str | None, judges: Judges | None, store: Place, settings: Mapping[str, Any]
) -> tuple[Runner, str]:
    seats = {
        "topic": {"text": topic},
        "pro": {"side": "pro", "model": pro},
        "con": {"side": "con", "model": con or pro},
        "panel": _panel(judges, pro),
    }
    config, runner = build(DebateConfig, {**seats, **settings}), _runner(store)
    return runner, runner.start(config, Access())


def _panel(judges: Judges | None, model: str) -> Panel:
    if judges is None:
        judges = [one.model_copy(update={"model": model}) for one in Panel().judges]
    if isinstance(judges, Mapping):
        judges = [Judge(name=name, model=model) for name, model in judges.items()]
    return build(Panel, {"judges": tuple(judges)})


_OWN: list[tempfile.TemporaryDirectory[str]] = []


def _runner(store: Place) -> Runner:
    if store is not None:
        return runner_of(store)
    folder = tempfile.TemporaryDirectory(prefix="split-decision-")
    _OWN.append(folder)  # until the process ends
    return runner_of(pathlib.Path(folder.name, "debates.sqlite3"))


def _wait_for_end(runner: Runner, name: str) -> str:
    """Its id, once it has ended. Raises DebateError where it stands still, broke off or failed."""
    while not runner.wait(name, LOOK_EVERY):
        if _CANCELLED.get().is_set():
            runner.stop(name)
    fault, record = runner.fault_text(name), load_any(runner.store, name)
    if fault or record.came_to != "finished":
        why = fault or record.cause or "; ".join(record.judging.causes) or "it has not finished"
        how = "broke off" if fault else record.came_to
        raise DebateError(f"{name} {how}: {why.removesuffix('.')}. What it has is in {runner.store.place}.")
    return name
