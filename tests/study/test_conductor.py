"""Conducting a study: nothing bought twice, nothing over budget, nothing lost."""

import pytest

from debate_core.domain.errors import SetUpError
from debate_core.domain.settings import RetryPolicy
from debate_core.library.library import list_all, list_newest
from debate_core.library.query import LibraryQuery, shelf
from debate_core.llm.catalogue import Access
from debate_core.llm.errors import ModelError
from debate_core.running.runner import Runner
from debate_core.store import SQLiteStore
from debate_core.store.events import CallStarted, DebateOpened, TurnSpoken
from debate_core.store.record import load
from debate_core.study.conductor import background_of, begin
from debate_core.study.design import cells
from debate_core.study.rows import results, rows_csv, write_rows
from tests.building.studied import PANEL, TOPICS, conduct, put_study, study_of
from tests.voices import Scripted, answer, reaching

pytestmark = pytest.mark.slow  # as a whole, some seconds

ONE = {"topics": TOPICS[:1]}


@pytest.fixture
def store(tmp_path):
    return SQLiteStore(tmp_path / "debates.sqlite3")


def test_a_debate_judged_again_has_the_same_speeches_and_spends_nothing_on_them(tmp_path):
    study = put_study(tmp_path / "debates.sqlite3")
    store = SQLiteStore(tmp_path / "debates.sqlite3")
    whole, again = (load(store, cell.id) for cell in cells(study)[:2])
    assert again.transcript.turns == whole.transcript.turns
    assert (whole.spent.calls, again.spent.calls) == (9, 3)
    events = [stored.event for stored in store.read(again.id)]
    assert events[0].forked_from == whole.id
    assert sum(isinstance(event, TurnSpoken) for event in events) == 6
    assert {event.call.step.partition(":")[0] for event in events if isinstance(event, CallStarted)} == {
        "judging",
        "briefing",
    }


def test_a_live_judge_goes_with_the_speeches_and_is_not_asked_again(store):
    study = study_of(**ONE, swap=False, formats=["exchange"], base={"turns": 2, "live": {}, "panel": PANEL})
    conduct(store, study)
    whole, again = (load(store, cell.id) for cell in cells(study))
    assert again.progress == "finished" and again.proposals == whole.proposals
    called = {call.step.partition(":")[0] for call in again.calls}
    assert called == {"judging", "briefing"}


@pytest.mark.parametrize("wording", [1, 3])
def test_a_study_goes_on_and_is_reported_in_the_wording_that_it_began_with(store, wording):
    base = {"arguments_per_side": 2, "panel": PANEL}
    begun, _ = conduct(store, study_of(**ONE, base=base | {"wording": wording}, budget={"calls": 30}))
    study = study_of(**ONE, base=base)
    assert 0 < begun.finished < begun.planned
    assert sum(row.status == "finished" for row in results(store, study).rows) == begun.finished
    progress, _ = conduct(store, study)
    assert progress.finished == progress.planned == len(list_all(store)) == len(results(store, study).rows)
    assert {load(store, row.id).config.wording for row in results(store, study).rows} == {wording}


def test_running_again_buys_nothing_that_is_there(store):
    study, model = study_of(**ONE), Scripted(otherwise=answer)
    conduct(store, study, model)
    asked = model.asked.total()
    progress, _ = conduct(store, study, model)
    assert (progress.finished, model.asked.total()) == (progress.planned, asked)


def test_a_study_that_was_stopped_goes_on_where_it_stood(store):
    study = study_of(**ONE, readings=1, debates_at_once=1)
    first, last = cells(study)
    store.open_record(DebateOpened(config=first.config), first.id)  # begun by a process that is gone
    assert [row.status for row in results(store, study).rows] == ["interrupted", "not_begun"]
    # One that is just being taken up, or has just ended, is under way: it neither failed nor stopped.
    begun = results(store, study, begun={first.id}.__contains__)
    assert [row.status for row in begun.rows] == ["running", "not_begun"]
    progress, _ = conduct(store, study)
    assert progress.finished == 2
    assert {load(store, cell.id).progress for cell in (first, last)} == {"finished"}


def test_no_debate_begins_that_could_pass_the_budget_and_a_larger_one_goes_on(store):
    progress, _ = conduct(store, study_of(**ONE, budget={"calls": 32}))
    # The first may use 27 and uses 9; its second judging may use 9 and uses 3; the next may use 27.
    assert (progress.finished, progress.failed, progress.used.calls) == (2, 0, 12)
    assert progress.why == (
        "the next debate may use 27 calls; with what others used or may use that is 39 calls, "
        "and the study's budget is 32 calls: a larger one lets it go on"
    )
    progress, _ = conduct(store, study_of(**ONE, budget={"dollars": 0.01}))  # they cost nothing
    assert progress.finished == progress.planned


def test_each_debate_has_a_limit_in_money_only_where_the_study_has_one(store, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "nothing-is-asked-with-it")
    for name, budget in (("in calls", {"calls": 100}), ("in money", {"dollars": 90.0})):
        study = study_of(**ONE, name=name, pairs=[("openai:gpt-4.1-mini",) * 2], readings=1, budget=budget)
        assert conduct(store, study)[0].finished == 1
        limit = load(store, cells(study)[0].id).config.budget.dollars
        assert (limit is None) == (name == "in calls")


def test_a_failed_debate_is_a_row_with_its_cause_and_so_is_what_waited_for_it(store):
    refused = ModelError("openai refused the key (401)", kind="auth")
    study = study_of(**ONE, swap=False)
    progress, conductor = conduct(store, study, Scripted({"opening:con": refused}, otherwise=answer))
    assert (progress.finished, progress.failed) == (0, 2)
    spoken, again = results(store, study).rows
    assert spoken.status == "paused" and "refused the key" in spoken.cause
    assert again.status == "not_begun" and again.outcome is None and again.gap is None
    assert "lacks some" in conductor.faults[again.id]
    # What the first has used is part of the 27 calls that it may use.
    assert conduct(store, study_of(**ONE, swap=False, budget={"calls": 27}))[0].finished == 2


def test_a_model_that_nobody_knows_is_refused_before_anything_is_bought(store):
    with pytest.raises(SetUpError, match="simulated has only"):
        conduct(store, study_of(pairs=[("simulated:careful", "simulated:clever")]))
    assert not store.records()


def test_rows_keep_what_is_missing_missing_as_parquet_and_csv(tmp_path):
    study = put_study(tmp_path / "debates.sqlite3").model_copy(update={"repeats": 2})
    rows = results(SQLiteStore(tmp_path / "debates.sqlite3"), study).rows
    table, beside = write_rows(rows, tmp_path / "out.parquet")
    import pyarrow.parquet as pq

    read = pq.read_table(table).to_pylist()
    assert [row["status"] for row in read].count("finished") == 12
    missing = next(row for row in read if row["status"] == "not_begun")
    assert [missing[name] for name in ("outcome", "gap", "alpha", "cost", "judges_usable", "cause")] == [
        None
    ] * 6
    done = [row for row in read if row["outcome"]]
    assert all(row["gap"] > 2 and row["cost"] is None and row["cost_reason"] for row in done)
    assert all(0 < row["accord"] <= 1 and row["discussion_advised"] is not None for row in done)
    assert (missing["accord"], missing["discussion_advised"]) == (None, None)
    assert all(row["gap_low"] is not None or "gap: " in row["why_null"] for row in done)
    lines = beside.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 25 and lines[0].startswith("id,topic_number,topic,format,pro,con,swapped")


def test_no_cell_of_the_csv_begins_a_formula(tmp_path):
    study = study_of(topics=["=1+1"], readings=1, swap=False)
    rows = results(SQLiteStore(tmp_path / "none.sqlite3"), study).rows
    assert ",'=1+1," in rows_csv(rows)


def test_a_studys_debates_stand_in_no_list_unless_asked_for(tmp_path):
    path = tmp_path / "debates.sqlite3"
    study = put_study(path)
    store = SQLiteStore(path)
    assert list_newest(store, "debate", 5) == []
    assert (shelf(store, LibraryQuery()).count, shelf(store, LibraryQuery(studies="only")).count) == (0, 12)
    assert {one.study for one in shelf(store, LibraryQuery(studies="with")).records} == {study.name}
    store.close()


def test_a_study_in_the_background_runs_once_stops_and_goes_on_where_it_stood(store, monkeypatch):
    study, model = study_of(), Scripted(otherwise=answer)
    runner = Runner(
        store, reach=reaching(model), retry=RetryPolicy(first_wait=0.0, longest_wait=0.0, tries=2)
    )
    first = begin(study, runner, Access())
    assert begin(study, runner, Access()) is first
    assert not first.has_begun("another study's debate")
    first.stop()
    done = [row.id for row in results(store, study).rows if row.status == "finished"]
    kept = {name: store.last_sequence(name) for name in done}
    assert not first.runs and first.progress.why is None
    again = begin(study, runner, Access())
    again._thread.join(60.0)
    assert background_of(runner, study.name) is again is not first and again.progress.why is None
    monkeypatch.setattr("debate_core.study.conductor.KEPT_ENDED", 0)
    other = begin(study.model_copy(update={"name": "other"}), runner, Access())
    assert background_of(runner, study.name) is None, "what has ended is not kept for good"
    other.stop()
    runner.close()
    assert again.progress.finished == 12
    assert not again.has_begun(results(store, study).rows[0].id), "it has ended"
    assert {name: store.last_sequence(name) for name in done} == kept
