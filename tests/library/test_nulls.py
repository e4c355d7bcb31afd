"""A null in a report's JSON stands with its reason, in debates that failed, paused and stopped as in whole ones."""

import json
import shutil
import typing
from types import SimpleNamespace

import pytest
from pydantic import BaseModel

from debate_core import review
from debate_core.cli import main
from debate_core.domain.frozen import EXPLAINS, Null
from debate_core.domain.wording import in_json
from debate_core.examples import ensure_review
from debate_core.library.library import read_history
from debate_core.library.report import Report, ReportSettings, report
from debate_core.library.report.ratings import RatingsReport, report_ratings
from debate_core.library.report.usage import ModelRow
from debate_core.library.text_review import ReviewSettings, text_review
from debate_core.library.track_record import PastReport
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.krippendorff import LEVELS
from debate_core.ratings import read_ratings
from debate_core.reporting.text_values import text_values
from debate_core.scorecard.tally import Round, Scorecard
from debate_core.store import SQLiteStore
from debate_core.store.record import ArtifactRecord, load
from debate_core.study.shape import StudyReport
from tests.building import cases
from tests.building.reviewed import OLD
from tests.building.studied import by_hand
from tests.each import each

pytestmark = pytest.mark.slow

SETTINGS = (ReportSettings(), ReportSettings(calibration="zscore", weights="classic", rules="classic"))


OWN = {"value", "interval"}
BY_THEIR_REASON = {
    "Estimate": OWN,
    "Alpha": {*OWN, "p_667", "p_67", "p_80"},
    "AlphaChange": {*OWN, "before", "after"},
    "Contrast": {*OWN, "se", "df"},
    "Effect": {*OWN, "p"},
    "OverTopics": OWN,
    "SharedBefore": OWN,
}
"""What an estimate's own reason tells of."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("nulls") / "log.sqlite3"
    shutil.copy(OLD, path)
    store = SQLiteStore(path)
    yield store
    store.close()


def unexplained(value, place="", told_above=False):
    """Where a null stands without a reason, by the rule of `domain.frozen`, from the JSON alone."""
    if isinstance(value, list):
        return [f for n, one in enumerate(value) for f in unexplained(one, f"{place}[{n}]")]
    if not isinstance(value, dict):
        return []
    own, told = value.get("reason"), value.get("why_null") or {}
    assert all(isinstance(why, str) and why for why in told.values()), (place, told)
    found = []
    for key, inner in value.items():
        if inner is None and not (key in EXPLAINS or own or told.get(key) or told_above):
            found.append(f"{place}.{key}")
        found += unexplained(inner, f"{place}.{key}", told_above=key in told)
    return found


def nullable(kind, seen):
    """Fill `seen` with a noun and all that it is made of, each with its fields that may hold None."""
    for inner in typing.get_args(kind):
        nullable(inner, seen)
    if isinstance(kind, type) and issubclass(kind, BaseModel | Estimate) and kind not in seen:
        fields = typing.get_type_hints(kind) if issubclass(kind, Estimate) else kind.model_fields
        written = {name: field for name, field in fields.items() if not getattr(field, "exclude", False)}
        kinds = {name: getattr(field, "annotation", field) for name, field in written.items()}
        seen[kind] = {name for name, inner in kinds.items() if holds_none(inner)}
        for inner in kinds.values():
            nullable(inner, seen)


def holds_none(kind):
    return kind is type(None) or any(map(holds_none, typing.get_args(kind)))


def test_every_field_that_can_be_null_has_a_reason_and_no_other_has():
    seen: dict = {}
    nullable(Report, seen)
    nullable(RatingsReport, seen)
    nullable(PastReport, seen)
    nullable(StudyReport, seen)
    estimates = {kind.__name__: seen.pop(kind) for kind in list(seen) if issubclass(kind, Estimate)}
    assert {name: optional - EXPLAINS for name, optional in estimates.items()} == BY_THEIR_REASON
    for kind, optional in seen.items():
        told = {name: len(reasons_of(kind, name)) for name in kind.model_fields}
        assert {name for name, reasons in told.items() if reasons} <= optional, kind
        assert max(told.values(), default=0) <= 1, kind
        silent = {name for name in optional - EXPLAINS if not told[name]}
        assert not silent or "reason" in kind.model_fields, (kind, silent)


def reasons_of(kind, name):
    return [one.why for one in kind.model_fields[name].metadata if isinstance(one, Null)]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings.rules)
def test_no_null_of_a_stored_debate_stands_without_its_reason(store, settings):
    for listing in store.records():
        last = store.last_sequence(listing.id)
        for upto in (1, last // 3, last * 2 // 3, last) if settings == SETTINGS[0] else (last * 2 // 3, last):
            held = load(store, listing.id, upto=upto)
            found = report(held, read_history(store, held), settings)
            assert unexplained(json.loads(found.model_dump_json(by_alias=True))) == [], (listing.id, upto)
            assert unexplained(found.model_dump(mode="python", by_alias=True)) == []


def test_the_reason_fits_the_case(store):
    def shown(record):
        held = load(store, record)
        return report(held, read_history(store, held), ReportSettings()).model_dump(mode="json")

    failed, stopped, exchange = shown("failed000001"), shown("stopped00001"), shown("exchange0012")
    silent = next(judge for judge in failed["judges"] if judge["status"] == "failed")
    assert silent["why_null"]["weight"] == "this judge failed"
    assert failed["arguments"][0]["why_null"]["raw"].startswith("a judge that failed")
    assert stopped["outcome"]["why_null"]["gap"] == stopped["outcome"]["gap_reason"]
    assert stopped["arguments"][0]["why_null"]["mean"] == "no judge has scored it"
    assert stopped["why_null"]["narrative"] == "there was no live judge, and nobody asked for one"
    assert exchange["outcome"]["why_null"]["tipping_share"] == "no side is named"
    assert "narrative" not in exchange["why_null"]


def test_no_null_of_a_text_stands_without_its_reason_at_any_moment_of_its_review(tmp_path):
    name = review("Logs are kept as long as necessary.", store=tmp_path / "one.sqlite3", deliberation={}).id
    store = SQLiteStore(tmp_path / "one.sqlite3")
    moments = range(1, store.last_sequence(name) + 1)
    under_way = [ArtifactRecord.load(store, name, upto=upto) for upto in moments]
    sample = ArtifactRecord.load(store, ensure_review(store))
    store.close()
    for record in (*under_way, *cases.texts().values(), sample):
        for people in (False, True):
            values = text_values(text_review(record, ReviewSettings(people=people)))
            assert unexplained(json.loads(in_json(values))) == [], record.id


@each("name", by_hand())
def test_no_null_of_a_study_stands_without_its_reason(name):
    assert unexplained(by_hand()[name].model_dump(mode="json")) == []


@each("name", cases.tables())
def test_no_null_of_a_drawn_table_stands_without_its_reason(name):
    assert unexplained(cases.tables()[name].report.model_dump(mode="json")) == []


@each(
    "words",
    [("list",), ("compare", "failed000001", "stopped00001", "exchange0012"), ("lab", "--panels", "20")],
)
def test_no_null_that_a_shell_prints_stands_without_its_reason(store, words, capsys):
    assert main([*words, "--json", *([] if words[0] == "lab" else ["--store", store.place])]) == 0
    assert unexplained(json.loads(capsys.readouterr().out)) == []


@pytest.mark.parametrize("level", LEVELS)
def test_no_null_of_a_table_of_ratings_stands_without_its_reason(level):
    for rows in ("A,1,2,3\nB,2,,1\n", "A,5,5,\nB,5,5,\n", "A,,,\nB,1,,\n"):
        table = read_ratings("judge,I0,I1,I2\n" + rows, level=level)
        assert unexplained(report_ratings(table, level).model_dump(mode="json")) == []


@each(
    ("noun", "field", "part", "own"),
    [
        (Scorecard, "means", {"means": None}, True),
        (Scorecard, "means", {"means": {}}, False),
        (Round, "winner", {}, True),
        (Round, "winner", {"reason": None}, False),
        (ModelRow, "cached", {}, True),
        (ModelRow, "cached", {"reason": None}, False),
    ],
)
def test_a_null_has_its_parts_own_reason_where_that_is_about_it(noun, field, part, own):
    [why] = reasons_of(noun, field)
    words = why(SimpleNamespace(**{"reason": "its own", **part}))
    assert (words == "its own", bool(words)) == (own, True)
