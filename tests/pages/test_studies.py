"""The page Studies: none, whole, under way, too few topics."""

from dataclasses import replace
from functools import partial

import pytest

from debate_core.composition import runner_of
from debate_core.reporting.records import FORMATS
from debate_core.reporting.study import outcomes_text, progress_text, study_document
from debate_core.running.estimate import ahead_text
from debate_core.store.events import DebateOpened, DebatePaused
from debate_core.study import conductor
from debate_core.study.conductor import all_studies, background_of, begin, keep
from debate_core.study.design import cells, study_ahead
from debate_core.study.report import study_report
from debate_core.study.rows import results
from pages.ui import studies
from pages.ui.studies import SAFE, sample_study
from tests.building.studied import put_study, study_of
from tests.pages.conftest import enter, keys_of, markdown_of, plain, tables_of, unfold, words_of
from tests.pages.test_downloads import Files, folds_of


@pytest.fixture
def in_no_hurry(monkeypatch):
    """A study that is begun on the page waits for its simulated speakers, as one of real models does."""
    slow = partial(replace, pace=9.0)
    monkeypatch.setattr(
        studies, "begin", lambda study, conducts, access: begin(study, conducts, slow(access))
    )


def takes(study):
    """What a page says that a study will take."""
    return f"{study.debates} debates, about {ahead_text(study_ahead(study))}"


def larger(store, **changes):
    """A study twice as large as the one that is conducted there, and the first of its debates that has not begun."""
    put_study(store.path)
    study = study_of(repeats=2, **changes)
    keep(study, runner_of(store.path))
    return study, next(cell for cell in cells(study) if not store.last_sequence(cell.id))


def found_in(store, study):
    return study_report(results(store, study))


def test_without_a_study_the_page_says_what_one_is_and_offers_the_sample(open_page):
    app = open_page("studies", study="![x](http://127.0.0.1:9/b.png)")
    said = words_of(app)
    assert "no study called" in said and "![x]" not in markdown_of(app)
    assert takes(sample_study()) in said and "run_study" in keys_of(app) and not app.code
    assert not open_page("lab").get("page_link")


def test_a_whole_study_answers_each_question_with_its_interval_or_why_not_and_so_do_its_files(
    open_page, store
):
    put_study(store.path)
    report = found_in(store, study_of())
    document = study_document(report)
    app = open_page("studies", unfolded=folds_of(document))
    Files([document]).hold(app)
    titles = [app.title[0].value, *(one.value for one in app.header[1:])]
    assert list(map(plain, titles)) == [plain(one.title) for one in document.blocks]
    said = words_of(app)
    for words in (*(one.sentence for one in document.blocks), progress_text(report), outcomes_text(report)):
        assert words in said
    assert {one.label for one in app.get("download_button")} >= {f"Download {one.title}" for one in FORMATS}
    unfold(app, "fold_study_rows")
    rows = next(one for one in tables_of(app) if "Status" in one.columns)
    assert len(rows) == 12 and set(rows["Verdict"]) == {"PRO"} and set(rows["Status"]) == {"finished"}
    assert any("studies" in link.proto.label for link in open_page("lab").get("page_link"))


@pytest.mark.usefixtures("in_no_hurry")
def test_a_whole_study_runs_again_under_another_name_and_from_another_seed(open_page, store):
    put_study(store.path)
    app = open_page("studies")
    name = f"{study_of().name} (run 2)"
    assert name in words_of(app) and takes(study_of()) in words_of(app)
    app.button(key="run_again").click().run()
    running = background_of(runner_of(store.path), name)
    assert running and app.query_params["study"] == name
    running.stop()
    assert all_studies(store)[name] == study_of().model_copy(
        update={"name": name, "seed": study_of().seed + 1}
    )


def test_of_a_running_study_only_the_tiles_count_the_debates(open_page, store):
    _, first = larger(store)
    store.open_record(DebateOpened(config=first.config), first.id)
    held = store.acquire(first.id)
    app = open_page("studies")
    store.release(held)
    assert "is running" in app.title[0].value and "12 of 24 debates" in words_of(app)


def test_a_study_under_way_counts_what_failed_and_what_is_to_come(open_page, store):
    study, first = larger(store, name="larger")
    paused = DebatePaused(cause="The account has nothing left to spend: see to its billing.")
    store.open_record(DebateOpened(config=first.config), first.id, [paused])
    app = open_page("studies", unfolded=["fold_study_rows"])
    report = found_in(store, study)
    assert (report.failed, report.not_begun) == (1, 23)
    assert any(progress_text(report) in plain(one.value) for one in app.caption), "beside the picture's words"
    assert app.button(key="run_study").label == "Go on" and not app.header
    assert paused.cause.rstrip(".") in " ".join(tables_of(app)[-1]["Cause"])


def test_two_topics_are_too_few_for_any_interval_over_topics(open_page, store):
    put_study(store.path)
    study = study_of(topics=study_of().topics[:2])
    keep(study, runner_of(store.path))
    said, report = words_of(open_page("studies")), found_in(store, study)
    assert progress_text(report) in said and "lane" not in said
    reason = report.panels_position[0].same_side.reason
    assert reason and reason in said


@pytest.mark.usefixtures("in_no_hurry")
def test_the_sample_runs_from_the_page_stops_and_goes_on_in_another_session(open_page, store, monkeypatch):
    monkeypatch.setattr(conductor, "STOP_SECONDS", 60.0)  # stopping waits for the study's own end
    app = open_page("studies")
    app.button(key="run_study").click().run()
    study = sample_study()
    running = background_of(runner_of(store.path), study.name)
    assert running and running.runs and app.button(key="stop_study").label == "Stop the study"
    other = open_page("studies")
    other.button(key="stop_study").click().run()
    assert not running.runs and other.button(key="run_study").label == "Go on"
    assert SAFE in words_of(other)
    other.button(key="run_study").click().run()
    again = background_of(runner_of(store.path), study.name)
    assert again is not running and again and again.runs
    again.stop()


@pytest.mark.usefixtures("in_no_hurry")
def test_a_study_of_ones_own_says_its_cost_and_runs_only_under_a_name_that_is_free(open_page, store):
    keep(study_of(name="taken"), runner_of(store.path))
    app = open_page("studies", unfolded=["fold_design"])
    assert "20 debates, about 220" in words_of(app) and "Four judges score." in words_of(app)
    app.multiselect(key="design_judges").set_value(["simulated:careful", "simulated:hasty"])
    assert "take turns" in words_of(app.run())
    enter(app, design_topics="A is so\n\nB is so", design_name="taken")
    assert "4 debates, about 44" in words_of(app)
    app.button(key="run_design").click().run()
    assert "another study called" in words_of(app)
    enter(app, "run_design", design_name="my own")
    running = background_of(runner_of(store.path), "my own")
    assert running and running.progress.planned == 4 and app.query_params["study"] == "my own"
    running.stop()
    enter(app, "run_design", design_calls=500)
    assert all_studies(store)["my own"].budget.calls == 500, "the same study with a larger budget"
    background_of(runner_of(store.path), "my own").stop()
    enter(app, design_repeats=20, design_topics="\n".join(f"{n} is so" for n in range(9)))
    assert "360 debates" in words_of(app)
