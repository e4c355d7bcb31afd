"""One of each kind of report, for tests that go through all: debates, reviews, tables, and what is said over many."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from debate_core.examples import EXAMPLES
from debate_core.examples import record_of as example_of
from debate_core.library.comparison import Comparison, compare
from debate_core.library.history import History, Lesson, Severity, lesson_of
from debate_core.library.people import PeopleReport, report_people
from debate_core.library.report import ReportSettings, report
from debate_core.library.report.shape import Report
from debate_core.library.report.table import TablePanel, panel_of
from debate_core.library.text_review import Reviewed, reviewed
from debate_core.library.track_record import PastReport, past_report
from debate_core.ratings import read_ratings
from debate_core.store.judging import scored_of
from debate_core.store.record import ArtifactRecord, Record, TrueOutcome, replay
from tests.building import deliberated, exchanges, simulated, structured
from tests.building.facts import stored
from tests.building.reviewed import reviews_of
from tests.library.findings.artifacts import GIVEN
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
}


def by_people(record: Record, spread: float = 1.0, names: tuple[str, ...] = ("Ana", "Ben", "Eve")) -> Record:
    """The debate, its outcome known and its arguments scored by people who are near to the panel."""
    draw = np.random.default_rng(3)
    mean = np.nanmean(scored_of(record.judging).common, axis=0)
    given = [
        one
        for name in names
        for one in reviews_of(
            record, name, np.clip(np.round(mean + draw.normal(0, spread, len(mean))), 1, 10).astype(int)
        )
    ]
    return replace(record, reviews=tuple(given), true_outcome=TrueOutcome(outcome="PRO"))


@cache
def debates() -> dict[str, Record]:
    sorts = (
        (structured.STATES, ("split", "no_call", "three_of_four", "undefined", "scoring")),
        (simulated.STATES, ("failed_judge", "one_judge_left", "marred")),
        (exchanges.STATES, ("live_running", "live_failed", "live_missing", "live_overturned")),
        (exchanges.VERDICTS, ("verdict_named", "verdict_both_orders", "verdict_one_judge", "verdict_long")),
    )
    made = {f"example_{number}": example_of(EXAMPLES[number].id) for number in (1, 2, 3)}
    for states, names in sorts:
        made |= {
            one: replay(stored(states[one]() if callable(states[one]) else states[one])) for one in names
        }
    made |= {one: by_people(made[one]) for one in ("no_call", "failed_judge")}
    return made | {
        "talked": deliberated.talked_record(),
        "conformed": replay(stored(deliberated.conformed())),
    }


@cache
def report_of(name: str) -> Report:
    return report(debates()[name], History(), SETTINGS.get(name, ReportSettings()))


@cache
def texts() -> dict[str, ArtifactRecord]:
    return {"text": artifact(*GIVEN), "no_text": artifact(), "one": artifact(GIVEN[0])}


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
    record = structured.record_of("agreed")
    return report_people([replace(by_people(record, n / 8), id=f"debate{n}") for n in range(5)])


def past() -> PastReport:
    """Eight debates of two judges, the outcome of five known."""
    who = [("Ada", "openai:a"), ("Bo", "openai:b")]
    lessons = [
        Lesson(
            debate=f"debate{n}",
            opened_at=float(n),
            severities={one: Severity(0.5 + n * place / 4, 0.1, 15) for place, one in enumerate(who)},
            right={one: bool((n + place) % 3) for place, one in enumerate(who)} if n < 5 else {},
            truth="PRO" if n < 5 else None,
        )
        for n in range(8)
    ]
    taught = lesson_of(by_people(structured.record_of("agreed")))
    assert taught
    return past_report([*lessons, taught])


def comparison() -> Comparison:
    pairs = [(debates()[name], report_of(name)) for name in ("split", "no_call", "three_of_four")]
    return compare([(replace(record, id=f"debate{n}"), found) for n, (record, found) in enumerate(pairs)])


def text_of(name: str) -> Reviewed:
    return reviewed(texts()[name])
