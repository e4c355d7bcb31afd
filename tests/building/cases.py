"""One of each kind of report, for tests that go through all: debates, reviews, tables, and what is said over many."""

import itertools
import pathlib
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from debate_core.examples import EXAMPLES, ensure_review, events_of
from debate_core.importing.tables import table_config
from debate_core.library.comparison import Comparison, compare_debates
from debate_core.library.history import History, HistoryEntry, Severity, history_entry
from debate_core.library.library import list_summaries
from debate_core.library.people import PeopleReport, report_people
from debate_core.library.report import ReportSettings, report
from debate_core.library.report.shape import Report
from debate_core.library.report.table import TablePanel, panel_of
from debate_core.library.text_review import ReviewSettings, TextReview, text_review
from debate_core.library.track_record import PastReport, past_report
from debate_core.ratings import read_ratings
from debate_core.store import SQLiteStore
from debate_core.store.events import Event, OutcomeKnown, RatingsOpened, SheetRead
from debate_core.store.judging import scored_of
from debate_core.store.record import ArtifactRecord, Record, replay
from debate_core.verdicts.rules import Thresholds
from tests.building import deliberated, exchanges, simulated, structured
from tests.building.facts import judge_failed, put, stored
from tests.building.reviewed import reviews_of
from tests.library.findings.artifacts import GIVEN, by_hand, sheets
from tests.library.findings.artifacts import record as artifact

SCORES = "judge,a,b,c,d,e,f\nA,9,6,8,7,10,6\nB,2,1,4,1,5,2\nC,5,3,6,2,,4\nD,8,2,8,6,9,7\n"
SIDES = (
    "judge,PRO-1,PRO-2,PRO-3,CON-1,CON-2,CON-3\nA,8,6,7,7,6,5\nB,7,8,6,5,6,7\nC,7,7,8,6,5,6\nD,8,6,6,7,5,6\n"
)
LABELS = (
    "judge,a,b,c,d,e,f,g\nA,yes,no,yes,yes,no,no,yes\nB,yes,no,no,yes,no,yes,yes\nC,yes,yes,no,yes,no,,yes\n"
)
BATTLES = "judge,item,score,first,second\n" + "".join(
    f"{judge},{n}: {one} {other},{better},{one},{other}\n"
    for n in range(12)
    for judge, better in (
        ("A", "first"),
        ("B", "tie" if n % 4 == 0 else "first"),
        ("C", "second" if n % 3 else "first"),
    )
    for one, other in [(("x", "y"), ("y", "z"), ("x", "z"))[n % 3]]
)
SETTINGS = {
    "split": ReportSettings(calibration="zscore", weights="evidence"),
    "three_of_four": ReportSettings(calibration="minmax", weights="equal", rules="classic"),
    "no_call": ReportSettings(calibration="none", people=True),
    "two_judges": ReportSettings(rules="classic", thresholds=Thresholds(z_variance=0.1, z_gap=0.1)),
}


def by_people(events: Sequence[Event], spread: float = 1.0) -> list[Event]:
    """And then its outcome is known, and three people score its arguments, near to the panel."""
    draw, record = np.random.default_rng(3), replay(stored(events))
    mean = np.nanmean(scored_of(record.judging).common, axis=0)
    given: list[Event] = []
    for name in ("Ana", "Ben", "Eve"):
        points = np.clip(np.round(mean + draw.normal(0, spread, len(mean))), 1, 10)
        given += reviews_of(record, name, points.astype(int).tolist())
    return [*events, OutcomeKnown(outcome="PRO", reason=""), *given]


def two_judges() -> list[Event]:
    """The split debate, of which two of four judges could be had."""
    return [
        judge_failed(one.sheet.judge, "refused")
        if isinstance(one, SheetRead) and one.sheet.judge in ("Risk", "General")
        else one
        for one in structured.STATES["split"]
    ]


STATES: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (
    (structured.STATES, ("split", "no_call", "three_of_four", "undefined", "scoring")),
    (simulated.STATES, ("failed_judge", "one_judge_left", "marred")),
    (exchanges.STATES, ("live_running", "live_failed", "live_missing", "live_overturned")),
    (exchanges.VERDICTS, ("verdict_named", "verdict_one_judge", "verdict_long")),
    ({"two_judges": two_judges}, ("two_judges",)),
    ({"talked": deliberated.talked, "conformed": deliberated.conformed}, ("talked", "conformed")),
    (exchanges.STATES, ("live_off",)),
)
WRITTEN = {f"example_{number}": EXAMPLES[number].id for number in (1, 2, 3)}
NAMES = (*WRITTEN, *(name for _, names in STATES for name in names))
"""Of all debates, known before any is made, which takes half a second."""


@cache
def events() -> dict[str, Sequence[Event]]:
    """By name: what was said in each debate."""
    made: dict[str, Any] = {name: events_of(example) for name, example in WRITTEN.items()}
    for states, names in STATES:
        made |= {one: told() if callable(told := states[one]) else told for one in names}
    return made | {one: by_people(made[one]) for one in ("no_call", "failed_judge")}


@cache
def debates() -> dict[str, Record]:
    return {name: replay(stored(one)) for name, one in events().items()}


@cache
def _filled() -> pathlib.Path:
    ticks = itertools.count(1000)
    store = SQLiteStore(pathlib.Path(tempfile.mkdtemp()) / "all.sqlite3", clock=lambda: float(next(ticks)))
    for name, one in events().items():
        put(store, name, one)
    ensure_review(store)
    store.open_record(RatingsOpened(config=table_config(SCORES.encode(), "t.csv")), "table")
    list_summaries(store)
    store.close()
    return store.path


def fill(path: pathlib.Path) -> pathlib.Path:
    """A store with every debate, a review and a table, there."""
    return pathlib.Path(shutil.copy(_filled(), path))


@cache
def report_of(name: str) -> Report:
    return report(debates()[name], History(), SETTINGS.get(name, ReportSettings()))


@cache
def texts() -> dict[str, ArtifactRecord]:
    panel = sheets("PASS", "PASS", "FAIL", "FAIL", "FAIL").values()
    people = by_hand("Ana", "FAIL"), by_hand("Ben", "PASS", blind=False)
    return {
        "text": artifact(*GIVEN),
        "no_text": artifact(),
        "one": artifact(GIVEN[0]),
        "seated": artifact(*panel, *people),
    }


@cache
def tables() -> dict[str, TablePanel]:
    kinds: dict[str, tuple[str, Any, tuple[str, ...]]] = {
        "scores": (SCORES, "interval", ()),
        "people": (SCORES, "ordinal", ("A", "B")),
        "sides": (SIDES, "interval", ()),
        "labels": (LABELS, "nominal", ()),
        "battles": (BATTLES, "nominal", ()),
    }
    return {
        name: panel_of(read_ratings(text, level=level), level, people)
        for name, (text, level, people) in kinds.items()
    }


def people() -> PeopleReport:
    told = [replay(stored(by_people(structured.STATES["agreed"], n / 8))) for n in range(5)]
    return report_people([replace(record, id=f"debate{n}") for n, record in enumerate(told)])


def past() -> PastReport:
    """Eight debates of two judges, the outcome of five known."""
    who = [("Ada", "openai:a"), ("Bo", "openai:b")]
    lessons = [
        HistoryEntry(
            debate=f"debate{n}",
            opened_at=float(n),
            origin=(f"debate{n}",) * 2,
            severities={one: Severity(0.5 + n * place / 4, 0.1, 15) for place, one in enumerate(who)},
            right={one: bool((n + place) % 3) for place, one in enumerate(who)} if n < 5 else {},
            truth="PRO" if n < 5 else None,
        )
        for n in range(8)
    ]
    taught = history_entry(replay(stored(by_people(structured.STATES["agreed"]))))
    assert taught
    return past_report([*lessons, taught])


def comparison() -> Comparison:
    pairs = [(debates()[name], report_of(name)) for name in ("split", "no_call", "three_of_four")]
    return compare_debates(
        [(replace(record, id=f"debate{n}"), found) for n, (record, found) in enumerate(pairs)]
    )


def text_of(name: str) -> TextReview:
    return text_review(texts()[name], ReviewSettings(people=name == "seated"))
