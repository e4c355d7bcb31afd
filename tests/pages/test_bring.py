"""The page Bring: a talk with its sides, a table, a record of another store; what was brought on the other pages."""

import json
import pathlib

import pytest

from debate_core.composition import runner_of
from debate_core.domain.config import Caps
from debate_core.domain.imported import SIMULATED_OF_REAL
from debate_core.domain.wording import capital
from debate_core.examples import ensure
from debate_core.importing.exported import export_json
from debate_core.importing.files import read_imported
from debate_core.importing.mapping import NotBrought, TranscriptChoices, map_sides
from debate_core.importing.tables import keep_table, table_config
from debate_core.library.report.table import table_panel
from debate_core.llm.catalogue import Access
from debate_core.reporting.table import table_document
from debate_core.store import SQLiteStore
from debate_core.store.record import RatingsRecord, load
from pages.ui.bring import COMPUTED, GUESS, _map_text
from pages.ui.draft import DEFAULT
from tests.pages.conftest import ALL, conducted, pictures_of, plain, words_of

FILES = pathlib.Path(__file__).parents[1] / "ratings" / "files"
PASTED = "Ann: Close on Fridays, because rest lowers errors.\nBo: But customers need Fridays <b>too</b>.\n"
IN_PHASES = {
    "topic": "Close on Fridays",
    "arguments": [{"side": "pro", "claim": "Rest"}, {"side": "con", "claim": "Trade"}],
    "closings": {"con": "Trade comes first."},
}


def paste(open_page, text):
    return open_page("bring").text_area(key="elsewhere_text").input(text).run()


def choose(app, *sides):
    """Put speakers on sides, in the order they speak."""
    for place, side in enumerate(sides):
        [one for one in app.radio if str(one.key).startswith("side_")][place].set_value(side).run()


def test_a_pasted_talk_is_judged_once_its_speakers_stand_on_sides(store, open_page, without_pauses):
    app, parsed = paste(open_page, PASTED), read_imported(PASTED.encode(), "")
    for typed in ("", "Close on Fridays"):
        next(one for one in app.text_input if str(one.key).startswith("topic_")).input(typed).run()
        with pytest.raises(NotBrought) as refused:
            map_sides(parsed, parsed.dialogues[0], TranscriptChoices(topic=typed))
        assert capital(str(refused.value)) in words_of(app)
    assert not [button for button in app.button if button.key == "start_judging"]
    choose(app, "PRO", "CON")
    assert SIMULATED_OF_REAL in words_of(app)
    app.button(key="start_judging").click().run()
    record = load(store, conducted(store))
    claims = [line.partition(": ")[2] for line in PASTED.splitlines()]
    assert [one.claim for one in record.transcript.arguments] == claims
    assert (record.imported.names("pro"), record.progress) == (("Ann",), "finished")


def test_what_is_chosen_of_judging_on_set_up_holds_for_what_comes_from_elsewhere():
    """Found in an audit: readings in both orders, limits of answers and the briefing's model were left out."""
    chosen = {
        "reading": "both",
        "judging": "batch",
        "briefing_model": "simulated:careful",
        "narrative": False,
        "caps": Caps(judging=5000, briefing=700),
        "seed": 7,
    }
    parsed = read_imported(json.dumps(IN_PHASES).encode(), "talk.json")
    made = _map_text(
        parsed, parsed.dialogues[0], TranscriptChoices(topic="Fridays"), DEFAULT.change(**chosen), live=False
    )
    config = made[0]
    assert {name: getattr(config, name) for name in chosen} == chosen
    assert (
        config.caps.judging == 5000
        and map_sides(parsed, parsed.dialogues[0], TranscriptChoices(topic="Fridays"))[0].caps.judging < 5000
    )


def test_what_can_not_be_brought_is_refused_in_words(store, open_page):
    app = paste(open_page, "[" * 5000)
    assert "64 levels deep" in plain("".join(one.value for one in app.error))


def test_a_talk_of_which_half_says_nothing_is_warned_of_before_its_judges_cost_anything(open_page):
    for said, warned in (("...", True), ("Customers need Fridays.", False)):
        app = paste(open_page, f"PRO: Rest lowers errors.\nCON: {said}\n")
        next(one for one in app.text_input if str(one.key).startswith("topic_")).input("Fridays").run()
        assert app.button(key="start_judging")
        assert ("Nothing was argued: 1 of 2 arguments" in words_of(app)) == warned


def test_a_transcript_in_phases_opens_on_every_page_of_a_debate(store, open_page, without_pauses):
    found = read_imported(json.dumps(IN_PHASES).encode(), "a.json")
    config, turns = map_sides(found, found.dialogues[0], TranscriptChoices(topic=found.dialogues[0].title))
    name = runner_of(store.path).start(config, Access(pace=0), turns)
    assert runner_of(store.path).wait(name, 60)
    said = {page: words_of(open_page(page, name)) for page in ("watch", "panel", "verdict", "review")}
    assert not [page for page, words in said.items() if "Has not spoken" in words]
    heads = [one.value for one in open_page("watch", name).header]
    assert {"Opening", "Closing"} <= set(heads) and "Cross-examination" not in heads
    assert "Brought from elsewhere" in said["verdict"]
    open_page("set_up")


def test_where_nothing_was_argued_in_a_transcript_every_page_says_so_and_offers_another(store, open_page):
    turns = [
        {"side": side, "text": text} for side, text in (("pro", "Costs rise."), ("con", "[no response]"))
    ]
    found = read_imported(json.dumps({"topic": "Fridays", "turns": turns}).encode(), "a.json")
    config, spoken = map_sides(
        found, found.dialogues[0], TranscriptChoices(topic="Fridays", speakers={"PRO": "pro", "CON": "con"})
    )
    name = runner_of(store.path).start(config, Access(pace=0), spoken)
    assert runner_of(store.path).wait(name, 60)
    verdict = open_page("verdict", name)
    for app in (verdict, open_page("panel", name), open_page("watch", name), open_page("library")):
        said = words_of(app)
        assert (
            "Nothing was argued" in said and "O argued better" not in said and "N argued better" not in said
        )
        assert "Do their rulings agree?" not in said or "Do their scores agree?" in said
    assert "PRO · PRO" not in plain(" ".join(one.value for one in open_page("watch", name).header))
    assert "Bring another transcript" in [one.label for one in verdict.button]
    assert not {one.key for one in verdict.button} & {"to_review", "deliberate", "reveal"}


def test_a_table_opens_on_panel_a_page_at_a_time_widest_apart_first(store, open_page):
    app = open_page("bring")
    app.button(key="example_table").click().run()
    assert "**5 judges**" in words_of(app)
    app.button(key="keep_table").click().run()
    name = store.records()[0].id
    config = RatingsRecord.load(store, name).config
    panel = open_page("panel", table=name)
    first = table_document(table_panel(config), config.file).blocks[0]
    assert config.file == "help-desk-ratings.csv" and plain(panel.title[0].value) == first.title
    (table,) = [one for one in pictures_of(panel) if one.startswith("Each judge’s score")]
    assert table.count("answer-") == 12 and table.index("answer-07 · correct") < table.index(" 2 ")
    assert open_page("watch", name).query_params["table"] == name


def pickers(app):
    return {one.label: one for one in app.selectbox if str(one.key).startswith("pick_")}


def test_each_column_of_a_table_has_a_picker_that_says_what_it_is(store, open_page):
    app = paste(open_page, "who,doc,run,stars,note\nAnn,1,a,4,x\nBo,1,a,5,y\nAnn,1,b,2,x\nBo,1,b,1,y\n")
    assert [(one.label, one.value) for one in pickers(app).values()] == [
        ("who", "Left out"),
        ("doc", "Item"),
        ("run", "Left out"),
        ("stars", "Score"),
        ("note", "Left out"),
    ]
    assert "Pick a judge," in words_of(app)
    assert not [one for one in app.button if one.key == "keep_table"]
    pickers(app)["who"].set_value("Judge").run()
    assert "one score for" in words_of(app)
    pickers(app)["run"].set_value("Item").run()
    assert "(Ann and Bo), **2 items**" in words_of(app) and GUESS in words_of(app)
    pickers(app)["stars"].set_value("Label").run()
    assert COMPUTED["nominal"] in words_of(app)
    pickers(app)["note"].set_value("Label").run()
    assert "2 dimensions" in words_of(app)
    app.button(key="keep_table").click().run()
    kept = RatingsRecord.load(store, store.records()[0].id).config
    assert (kept.level, kept.columns["item"], kept.columns["score"]) == ("nominal", "doc,run", "stars,note")
    assert table_panel(kept).table.items[:2] == ("1 · a · stars", "1 · a · note")


def test_rows_are_chosen_by_a_value(store, open_page):
    app = paste(open_page, "judge,item,name,score\nAnn,1,tone,4\nBo,1,tone,5\nAnn,1,wit,good\nBo,1,wit,bad\n")
    assert "one score for" in words_of(app)
    rows = next(one for one in app.selectbox if one.label == "Rows")
    rows.set_value(("name", "tone")).run()
    assert "2 of 4" in words_of(app)
    app.button(key="keep_table").click().run()
    assert RatingsRecord.load(store, store.records()[0].id).config.text.count("wit") == 0


def test_what_a_judge_scored_twice_is_one_fault_until_somebody_says_which_counts(store, open_page):
    app = paste(open_page, "judge,item,score\nAnn,1,4\nBo,1,5\nAnn,1,2\nBo,1,3\n")
    assert words_of(app).count("expected one score") == 1
    repeats = next(one for one in app.selectbox if str(one.key).startswith("repeats_"))
    repeats.set_value("last").run()
    assert "last score" in words_of(app)
    app.button(key="keep_table").click().run()
    table = table_panel(RatingsRecord.load(store, store.records()[0].id).config).table
    assert table.ratings.tolist() == [[2.0], [3.0]]


def test_a_wide_table_whose_header_does_not_tell_is_read_as_its_pickers_say(store, open_page):
    app = paste(open_page, "x,p,q\nd1,4,5\nd2,1,2\nd3,2,2\n")
    assert [one.value for one in pickers(app).values()] == ["Left out", "Score", "Score"]
    pickers(app)["x"].set_value("Item").run()
    assert "(p and q), **3 items**" in words_of(app)


def test_what_a_tool_wrote_is_one_click_from_its_agreement(store, open_page):
    app = paste(open_page, (FILES / "promptfoo.json").read_text("utf-8"))  # tests/ratings reads them all
    assert "**2 judges**" in words_of(app) and not pickers(app)
    app.button(key="keep_table").click().run()
    open_page("panel", table=store.records()[0].id)


def test_a_table_of_many_judges_or_labels_is_shown_too(store, open_page):
    many = "judge,a,b\n" + "".join(f"J{n},{n % 5},{n % 3}\n" for n in range(20))
    labels = "judge,a,b\nAnn,yes,no\nBo,<b>yes</b>,no\n"
    named = "judge,a,b\nItem,1,2\nAnn,2,2\n"
    configs = [table_config(text.encode(), "m.csv") for text in (many, named)]
    for config in (*configs, table_config(labels.encode(), "l.csv", level="nominal")):
        open_page("panel", table=keep_table(store, config), tab=ALL)


def test_a_record_of_another_store_is_taken_in_whole(store, open_page, tmp_path):
    other = SQLiteStore(tmp_path / "other.sqlite3")
    ensure(other, "example-library-hours")
    app = paste(open_page, export_json(other, "example-library-hours"))
    app.button(key="take_in").click().run()
    assert store.read("example-library-hours") == other.read("example-library-hours")
    other.close()


def test_an_address_that_takes_a_debate_for_a_table_is_said_with_a_way_on(open_page, store):
    app = open_page("panel", table=ensure(store, "example-second-check"))
    assert "no table" in app.title[0].value
