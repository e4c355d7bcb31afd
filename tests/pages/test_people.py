"""People on Panel and Verdict: seated by a switch that is there only where somebody scored blind, and told apart; and
whether they score as the judges do."""

import pytest

from debate_core.importing.tables import keep_table, table_config
from debate_core.library.people import report_people
from debate_core.library.report.table import table_panel
from debate_core.reporting.debate import blind_text
from debate_core.reporting.people import people_document, table_people_blocks
from debate_core.reporting.scores import missing_text
from debate_core.store.record import load
from pages.ui.panel import QUESTION
from pages.ui.shared.words import escaped
from tests.building.facts import HOSTILE
from tests.building.reviewed import bring, reviews_of
from tests.building.structured import fill, record_of, report_for, report_in
from tests.pages.conftest import ALL, markdown_of, part, tables_of, trace_of, traced, unfold, words_of

NAME = "**B** <script>x</script> ![i](http://127.0.0.1:9/a)"
UNLIKE = (2, 2, 3, 8, 9, 8)


@pytest.fixture
def debate(store):
    """A debate that names PRO, with three people who scored it the other way, one of them not all of it."""
    debate = fill(store, ("agreed",))["agreed"]
    record = record_of("agreed")
    for name, points in (("Ana", UNLIKE), ("Risk", UNLIKE), (NAME, (1, None, 2, 9, 9, None))):
        store.append(debate, reviews_of(record, name, points, reason=HOSTILE))
    return debate


@pytest.mark.parametrize("stem", ["panel", "verdict"])
def test_where_nobody_scored_blind_there_is_no_switch_and_one_way_to_review(open_page, store, stem):
    debate = fill(store, ("agreed",))["agreed"]
    seen = reviews_of(record_of("agreed"), "Ana", UNLIKE, blind=False, cause="the Panel page")
    store.append(debate, seen)
    app = open_page(stem, debate)
    assert "setting_people" not in {one.key for one in app.toggle}
    assert "people's scores" not in words_of(app)
    if stem == "panel":
        part(app, "People")
        assert QUESTION not in words_of(app)
        assert any("go to Review" in str(link.proto.label) for link in app.get("page_link"))


def test_the_switch_seats_people_is_in_the_address_and_off_by_default(open_page, debate):
    app = open_page("verdict", debate, tab="Read it another way")
    said = words_of(app)
    assert "PRO argued better" in said and "by 4 judges." in said
    app.toggle(key="setting_people").set_value(True).run()
    said = words_of(app)
    assert app.query_params["people"] == "yes"
    assert "No call" in said and "and 3 people." in said
    app.toggle(key="setting_people").set_value(False).run()
    assert "people" not in app.query_params


def test_the_trace_and_the_drawer_tell_people_from_judges(open_page, store, debate):
    app = open_page("verdict", debate, people="yes")
    trace, split = trace_of(app), traced(load(store, debate), "Split", people=True)
    assert not [name for name, cell in split.items() if cell not in trace[name]]
    unfold(part(app, "Arguments"), "fold_argument-PRO-2")
    said = next(frame for frame in tables_of(app) if "Reason" in frame.columns).set_index("Judge")
    assert said.loc["Ana (person)", "Ruling"] == said.loc["Risk (person)", "Ruling"] == "upheld"
    seated = report_for(load(store, debate), people=True).judges
    missing = missing_text(next(one for one in seated if one.person))
    assert missing in set(said["Reason"].str.lower())
    drawer = words_of(open_page("panel", debate, "PRO-2", people="yes"))
    assert "**Ana** · person" in drawer
    assert f"**{NAME}** · person" in drawer
    assert "No scores" in drawer and missing in drawer.lower()


def test_no_mark_of_a_persons_name_or_words_reaches_a_page(open_page, debate):
    for stem in ("panel", "verdict"):
        said = markdown_of(open_page(stem, debate, "PRO-1", people="yes", tab=ALL))
        assert NAME not in said and HOSTILE not in said
        assert escaped(NAME) in said


def test_what_people_scored_elsewhere_is_told_on_every_panel(open_page, store):
    here = fill(store, ("agreed",))["agreed"]
    record = bring(store, "other")
    for name, points in (("Ana", UNLIKE), ("Ben", UNLIKE[::-1])):
        store.append(record.id, reviews_of(record, name, points))
    said = words_of(open_page("panel", here, tab="People"))
    elsewhere = people_document(report_people([load(store, record.id)]))
    assert elsewhere.about in said and blind_text(report_in("agreed")) in said


def test_on_a_tables_page_one_says_which_judges_are_people(open_page, store):
    text = "judge,a,b,c,d\nAna,1,2,3,5\nBo,2,2,4,5\nGPT,1,3,3,4\n"
    config = table_config(text.encode(), "p.csv")
    panel = open_page("panel", table=keep_table(store, config))
    judged = table_panel(config, ("Ana", "Bo")).people
    titles = [one.title for one in table_people_blocks(judged)]
    assert not [one for one in titles if one in words_of(panel)]
    part(panel, "People").multiselect[0].select("Ana").select("Bo").run()
    assert not part(panel, "Judges").multiselect
    said = words_of(part(panel, "People"))
    assert titles and not [one for one in titles if one not in said]
