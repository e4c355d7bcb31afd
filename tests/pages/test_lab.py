"""The lab through AppTest: it needs no debate, answers at once, and its address holds what was asked."""

from debate_core.domain.options import read
from debate_core.measuring.panel_size import PanelTruth, alpha_limit_reason
from debate_core.reporting.lab import lab_document
from debate_core.reporting.worked_example import worked_document
from debate_core.verdicts.lab import Question, lab
from debate_core.verdicts.rules import Rules, changed_words
from pages.ui import state
from pages.ui.shared.words import escaped
from tests.pages.conftest import markdown_of, unfold, words_of
from tests.pages.test_downloads import Files


def test_an_empty_store_is_enough_and_the_usual_panel_is_answered_at_once(open_page):
    app = open_page("lab")
    document = lab_document(lab(Question(), 10))
    titles = [app.title[0].value, *(one.value for one in (*app.header, *app.subheader))]
    assert {escaped(one.title) for one in document} <= set(titles)
    assert "Simulated" in words_of(app)
    assert not app.query_params
    # What says itself has no help; what needs it does.
    helpless = {widget.label for widget in (*app.number_input, *app.selectbox) if not widget.help}
    assert helpless == {"Judges", "Scores missing, %"}
    markup = " ".join(one.proto.json for one in app.get("bidi_component"))
    # Three squares of dots with their key, and one outcome at each of seven sizes.
    assert markup.count("<circle") == 3 * 100 + 3 + 7


def test_the_measures_are_worked_out_step_by_step_when_asked_for_and_its_files_have_all_of_it(open_page):
    app = open_page("lab")
    assert "0.8133" not in words_of(app)
    unfold(app, "worked")
    assert {escaped(one.title) for one in worked_document()} <= {one.value for one in app.subheader}
    Files([lab_document(state.simulated_lab(state.lab_query())), worked_document()]).hold(app, ticks=())


def test_a_choice_changes_the_answer_and_goes_into_the_address(open_page):
    app = open_page("lab")
    before = [one.value for one in app.header]
    app.number_input(key="lab_judges").set_value(7).run()
    assert app.query_params == {"judges": "7"}
    assert [one.value for one in app.header] != before
    app.selectbox(key="lab_whole").select("yes").run()
    assert app.query_params == {"judges": "7", "whole": "yes"}
    assert alpha_limit_reason(PanelTruth(rounded=True)) in words_of(app)
    app.button(key="lab_reset").click().run()
    assert not app.query_params
    assert [one.value for one in app.header] == before
    app.selectbox(key="lab_related").select("all").run()
    assert app.query_params == {"related": "all"}
    assert "judges share mistakes" in words_of(app)
    app.button(key="lab_reset").click().run()
    assert app.number_input(key="lab_judges").value == 4
    app.selectbox(key="lab_panels").select("4000").run()
    assert app.query_params == {"panels": "4000"}
    assert any(one.value.startswith("Of 80 simulated") for one in app.header)


def test_a_panel_without_an_interval_has_no_sentence_on_its_width(open_page):
    assert "no interval." not in words_of(open_page("lab", arguments="1"))


def test_what_the_address_cant_have_is_refused_in_words_and_never_markup(open_page):
    bad = {"judges": "40", "gap": "**x** ![a](http://127.0.0.1:9/b.png)"}
    app, refused = open_page("lab", **bad), read(Question, bad).refused
    assert len(app.warning) == 1 and len(refused) == 2
    assert not [one for one in refused if one not in words_of(app)]
    assert "![a]" not in markdown_of(app)
    assert app.number_input(key="lab_judges").value == 4


def test_the_lab_judges_by_the_thresholds_of_its_address_and_says_so(open_page):
    said = words_of(open_page("lab", gap_level="0.5"))
    assert "Changed thresholds" in said and changed_words(Rules(gap_level=0.5)).partition(" 0.")[0] in said
    assert "50% of panels" in said
