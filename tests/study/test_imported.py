"""A record that was imported under the id of a study's debate is not the study's debate."""

import pytest

from debate_core.composition import runner_of
from debate_core.importing.exported import export_json, read_exported, take_in
from debate_core.library.library import _in_history as teaches
from debate_core.llm.catalogue import Access
from debate_core.reporting.study import progress_text
from debate_core.study.conductor import Conductor
from debate_core.study.design import cells
from debate_core.study.report import study_report
from debate_core.study.rows import results
from tests.building.studied import CAREFUL, TOPICS, study_of


@pytest.mark.slow
def test_a_study_counts_only_debates_that_it_conducted_and_says_how_many_it_left_out(tmp_path, monkeypatch):
    study = study_of(topics=TOPICS[:2], pairs=[(CAREFUL, CAREFUL)], readings=1)
    first, second = cells(study)
    elsewhere, here = (runner_of(str(tmp_path / name)) for name in ("elsewhere.sqlite3", "here.sqlite3"))
    monkeypatch.chdir(tmp_path)
    assert runner_of("here.sqlite3") is here
    Conductor(study, elsewhere, Access()).conduct()
    take_in(
        here.store, read_exported(export_json(elsewhere.store, first.id).encode(), "x.json"), in_history=True
    )
    conductor = Conductor(study, here, Access())
    conductor.conduct()
    assert "imported" in conductor.faults[first.id]
    found = results(here.store, study)
    assert [row.status for row in found.rows] == ["imported", "finished"]
    assert [one.cell.id for one in found.judged] == [second.id]
    report = study_report(found)
    assert (report.imported, report.finished, report.failed) == (1, 1, 0)
    assert report.calls == found.rows[1].calls
    assert "1 imported record left out" in progress_text(report)
    assert progress_text(study_report(results(elsewhere.store, study))).count("imported") == 0


@pytest.mark.slow
def test_an_imported_record_teaches_only_where_a_person_said_so(tmp_path):
    study = study_of(topics=TOPICS[:1], pairs=[(CAREFUL, CAREFUL)], readings=1)
    (cell,) = cells(study)
    elsewhere = runner_of(str(tmp_path / "elsewhere.sqlite3"))
    Conductor(study, elsewhere, Access()).conduct()
    events = read_exported(export_json(elsewhere.store, cell.id).encode(), "x.json")
    for wanted in (True, False):
        store = runner_of(str(tmp_path / f"{wanted}.sqlite3")).store
        take_in(store, events, in_history=wanted)
        assert teaches(store, cell.id) is wanted
        assert store.read_note("imported", "", record=cell.id)
