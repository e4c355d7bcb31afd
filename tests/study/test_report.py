"""What a study says, in figures, in sentences and from the shell."""

import json
from dataclasses import replace

import pytest

from debate_core import calls as asks
from debate_core.cli import main
from debate_core.library.library import read_history_entries
from debate_core.library.track_record import past_report
from debate_core.measuring.estimate import Estimate
from debate_core.measuring.intervals import OverTopics
from debate_core.measuring.pair_judgments import ONE_SIDE
from debate_core.reporting.formats import plain_text
from debate_core.reporting.study import heading_text, progress_text, progress_tiles, study_document
from debate_core.store import SQLiteStore
from debate_core.study.report import study_report
from debate_core.study.rows import results
from tests.building.studied import PANEL, TOPICS, by_hand, conduct, over, put_study, study_of
from tests.each import each
from tests.voices import Scripted, answer, scores

pytestmark = pytest.mark.slow  # as a whole, some seconds


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("study") / "debates.sqlite3"
    return study_report(results(SQLiteStore(path), put_study(path)))


def test_judges_that_name_pro_whoever_speaks_for_it_follow_the_side(found):
    (panel,) = found.panels_position
    assert (panel.same_side.value, panel.pro_both, panel.same_side.n) == (1.0, 3, 3)
    assert panel.same_side.interval[1] == 1.0
    # Every topic tells the same to the last digit: a lean, and nothing that shows how sure it is.
    assert panel.lean.value == pytest.approx(3.0) and "all cases give the same" in panel.lean.reason
    assert found.outcomes == {"pro": 12, "con": 0, "no_call": 0}
    assert found.cost is None and "no price" in found.cost_reason


def test_of_models_without_a_price_each_is_said_once_whatever_pairs_it_is_in(tmp_path):
    pairs = [(f"mine:{one}", f"mine:{other}") for one, other in ("ab", "bc", "ac")]
    base = {
        "arguments_per_side": 1,
        "panel": PANEL,
        "servers": [{"name": "mine", "base_url": "http://127.0.0.1:9/v1"}],
    }
    study = study_of(topics=TOPICS[:1], pairs=pairs, readings=1, swap=False, base=base)
    conduct(store := SQLiteStore(tmp_path / "debates.sqlite3"), study)
    assert study_report(results(store, study)).cost_reason == "mine:a, mine:b and mine:c: no known price"


def test_judges_history_takes_a_studys_swaps_and_readings_of_one_topic_as_one_case(tmp_path):
    """It said of three topics that it rested on 12 debates."""
    put_study(tmp_path / "debates.sqlite3")
    past = past_report(read_history_entries(SQLiteStore(tmp_path / "debates.sqlite3")))
    assert [(one.debates, one.severity.n) for one in past.judges] == [(12, 3), (12, 3)]


def test_a_panel_that_says_the_same_again_is_said_to_beside_chance(found):
    (row,) = found.repeats
    assert (row.again.value, row.again.n, row.again_chance) == (1.0, 6, 1.0)
    assert row.seed.value is None and row.seed.reason == "nothing was judged again in this way"
    block = study_document(found).block("repeats")
    assert block.title == "Can't tell whether the panel repeats its verdict more often than chance"
    assert block.sentence.endswith("by chance in 100%.")


def test_models_that_each_win_as_pro_are_told_from_the_side_only_where_it_can_be(found):
    assert all(row.strength.value is None and row.strength.reason for row in found.strengths)
    assert {*(row.strength.reason for row in found.strengths), found.side.reason} == {ONE_SIDE}
    assert study_document(found).block("strengths").sentence.startswith("One side won every debate")


def test_debates_that_two_panels_judged_are_not_said_to_be_as_many_debates(tmp_path):
    panels = tuple({"name": name, **PANEL} for name in ("one", "two"))
    given = study_of(topics=("Buses should be free",), readings=1, panels=panels)
    store = SQLiteStore(tmp_path / "two.sqlite3")
    conduct(store, given)
    told = study_report(results(store, given))
    store.close()
    assert [row.debates for row in told.agreement] == [2, 2] and {
        row.strength.n for row in told.strengths
    } == {4}
    document = study_document(told)
    heads = [[one.title for one in document.block(key).tables[0].columns] for key in ("strengths", "own")]
    sides = document.block("sides")
    assert sides.title == "Too few pairs to tell whether the verdict of one follows the debater or the side"
    assert "wins both times in 1 of 1 pair." in sides.sentence
    assert all("Debates, by panel" in head and "Debates" not in head for head in heads)


def test_a_study_that_goes_on_is_called_by_how_far_it_has_come(found):
    """Found in a review: "the verdict follows the debater in 2 of 2 pairs" over 4 of 20 debates."""
    first = study_document(found).blocks[0]
    assert heading_text(found, first) == first.title
    share = replace(found.panels_position[0].same_side, interval=None, reason="too few")
    early = found.panels_position[0].model_copy(update={"same_side": share})
    every = {"finished": 1, "running": 2, "stopped": 3, "not_begun": 4, "imported": 5}
    assert found.model_copy(update={"planned": 20, **every}).failed == 5
    going = {"finished": 4, "planned": 20, "stopped": 6, "not_begun": 9}
    started = found.model_copy(update={**going, "panels_position": (early,)})
    assert heading_text(started, first) == "4 of 20 debates done: too few to tell"
    assert (
        "4 of 20 debates done on 3 topics, 6 stopped or interrupted, 1 failed, 9 not started"
        in progress_text(started)
    )
    outcomes = [found.outcomes[one] for one in ("pro", "con", "no_call")]
    assert [one.count for one in progress_tiles(started).groups] == [*outcomes, 0, 6, 1, 9, 0]
    large = (found.model_copy(update={"planned": planned}) for planned in (600, 601))
    assert [progress_tiles(one) is None for one in large] == [False, True]
    assert heading_text(found.model_copy(update=going), first) == "4 of 20 debates done"


def test_the_finding_names_the_model_the_judge_or_the_panel_that_it_is_of():
    """Found in reviews: "leans to PRO by 0.5 points (0 to 1.0)" of a bound of .035; "would be named in 59%" where no
    model was named in more than half of the debates."""
    told = [study_document(study) for study in by_hand().values()]
    two, one, little = ({block.key: block.title for block in document.blocks} for document in told)
    assert two == {
        "versus": "“y:one” argues better, by 1.2 points",
        "sides": "By wide, in 9 of 12 pairs the same debater won from both sides",
        "leans": "Only Ada clearly leans to PRO, by 0.5 points, likely between PRO +0.04 and PRO +1.0",
        "repeats": "Asked again, wide repeats its verdict in 90% of cases",
        "readings": "Ada prefers the side it reads first and Bo prefers the side it reads last",
        "strengths": "“x:one” argues better than average",
        "own": "Ada gives its own family 0.5 points more, likely between +0.04 and +1.0 points",
        "agreement": "Wide's agreement on scores (alpha) is 0.55",
        "shared": "Judges of one family share 30% of their mistakes",
    }
    assert told[0]["strengths"].sentence == (
        "“x:one” comes out ahead of an average model in 62% of debates with a winner, likely between 52% and 71%."
    )
    # Of one panel alone the shapes of its judges can be told apart.
    assert [document["leans"].figure.judges for document in told] == [(), ("Ada", "Bo"), ("Bo",)]
    assert one["sides"] == "In 6 of 12 pairs the same debater won from both sides"
    assert (
        one["leans"].startswith("Ada clearly leans to PRO") and " and Bo clearly leans to CON" in one["leans"]
    )
    assert one["strengths"] == "No model is clearly ahead of the average"
    assert (one["repeats"], one["versus"], little["leans"]) == (
        "Can't tell whether the panel would repeat its verdict",
        "Can't tell which model argues better",
        "No judge clearly leans to a side",
    )


def test_pairs_are_drawn_as_tiles_as_long_as_they_can_be_told_apart():
    study = by_hand()["one_panel"]
    (row,) = study.panels_position
    for pairs, drawn in ((600, True), (601, False)):
        many = row.model_copy(update={"same_side": over(0.5, 0.4, 0.6, n=pairs)})
        figure = study_document(study.model_copy(update={"panels_position": (many,)})).block("sides").figure
        assert (figure is not None) == drawn and (not drawn or figure.tall)


def test_each_kind_of_repeat_stands_beside_its_own_chance():
    """Found in a review: all stood beside that of the first, at 0% where the same speeches weren't judged again."""
    marks = {name: study_document(one).block("repeats").figure for name, one in by_hand().items()}
    assert marks["two_panels"].references == (0.4, 0.35, 0.35)
    assert [name for name, _ in marks["two_panels"].rows] == [
        "wide, the same speeches",
        "wide, another seed",
        "deep, another seed",
    ]
    assert marks["one_panel"].references == (0.35,)


def test_every_question_has_an_answer_or_says_why_not(found, tmp_path):
    waiting = results(SQLiteStore(tmp_path / "none.sqlite3"), study_of())
    assert {(row.calls, row.tokens, row.tokens_unknown) for row in waiting.rows} == {(0, 0, 0)}
    nothing = study_report(waiting)
    for one in (found, nothing):
        for block in study_document(one):
            missing = [
                cell
                for table in block.tables
                for row in table.rows
                for cell in row
                if isinstance(cell, Estimate) and (cell.value is None or cell.interval is None)
            ]
            assert all(cell.reason for cell in missing)
    text = plain_text(study_document(nothing))
    assert "0 of 12 debates done on 3 topics, 12 not started" in text
    assert "Can't tell how strong each model is" in text and "No debate has finished." in text


def test_a_stored_study_is_reported_by_its_name(tmp_path, capsys):
    store = str(tmp_path / "study.sqlite3")
    study = put_study(tmp_path / "study.sqlite3")
    SQLiteStore(store).note("study", "of another version", "{}")
    assert main(["study", "report", study.name, "--store", store, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["finished"] == study.debates
    assert main(["study", "report", "of another version", "--store", store]) == 2
    assert "expected a TOML or JSON file" in capsys.readouterr().err


def test_judges_that_read_in_both_orders_are_said_to_prefer_the_place_they_prefer(tmp_path):
    """Ada gives the side it reads first 1, 2 and 2 points more, by topic, Bo none: gains of 5/3 and 0."""
    gains = dict(zip(study_of().topics, (0, 1, 1), strict=True))

    def favouring(ask):
        if not isinstance(ask, asks.Scoring):
            return answer(ask)
        gain = 1 + gains[ask.transcript.topic] if ask.judge.name == "Ada" else 0
        first = "CON" if ask.con_first else "PRO"
        return scores(ask.ids, ask.rubric, spread={one: 5 + gain * one.startswith(first) for one in ask.ids})

    given = study_of(readings=1, base={"arguments_per_side": 2, "panel": PANEL, "reading": "both"})
    store = SQLiteStore(tmp_path / "both.sqlite3")
    conduct(store, given, Scripted(otherwise=favouring))
    told = study_report(results(store, given))
    ada, bo = told.orders
    assert ada.preference.value == pytest.approx(5 / 3) and ada.preference.topics == 3
    assert (bo.preference.value, bo.noise.value) == (0.0, 0.0)
    block = study_document(told).block("readings")
    assert block.title == "Ada prefers the side it reads first"
    store.close()


def test_a_study_whose_judges_read_once_says_nothing_of_orders(found):
    assert found.orders == () and study_document(found).block("readings") is None


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    path = tmp_path_factory.mktemp("given") / "study.sqlite3"
    return results(SQLiteStore(path), put_study(path))


def test_debates_spoken_anew_are_compared_by_their_first_readings(given):
    # Each of 6 spoken twice: of the first topic's two, each has another winner the second time, if read first.
    anew = [
        replace(one, cell=replace(one.cell, repeat=2), call=call)
        for one in given.judged
        for call in ["con" if one.cell.topic == one.cell.reading == 1 else one.call]
    ]
    (row,) = study_report(replace(given, judged=(*given.judged, *anew))).repeats
    assert (row.seed.value, row.seed.n) == (4 / 6, 6)


def test_a_lead_needs_both_sides_of_two_models_and_a_debate_without_a_gap_has_no_part_in_it(given):
    model = given.study.pairs[0][0]
    for change in (
        {"swap": False},
        {"pairs": ((model, model),)},
        {"pairs": (*given.study.pairs, ("a:b", "c:d"))},
    ):
        assert study_report(replace(given, study=given.study.model_copy(update=change))).versus is None
    first = next(one for one in given.judged if one.cell.reading == 1)
    without = tuple(replace(one, gap=None) if one is first else one for one in given.judged)
    assert study_report(replace(given, judged=without)).versus.lead.n == 2


def test_a_judge_has_a_preference_for_its_own_only_where_its_family_debates(given):
    assert study_report(given).own == ()
    (model,) = {who[1] for one in given.judged for who in one.judges}
    families = {**given.study.families, model: "careful"}
    own = study_report(replace(given, study=given.study.model_copy(update={"families": families}))).own
    assert [(row.name, row.family) for row in own] == [("Ada", "careful"), ("Bo", "careful")]


def test_what_was_judged_is_as_the_judges_scored_it_and_read_once(tmp_path):
    study, readings = put_study(tmp_path / "study.sqlite3"), {}
    store = SQLiteStore(tmp_path / "study.sqlite3")
    found = results(store, study, readings)
    assert len(readings) == 12 and results(store, study, readings).judged[0] is found.judged[0]
    for one in found.judged:
        pro, con = (one.ratings[:, side].mean(axis=1) for side in (one.pro, ~one.pro))
        assert one.gaps == pytest.approx(pro - con)


@pytest.fixture(scope="module")
def versus(given):
    """Leads of 1, 2 and 3 points of the first model, and judges who give PRO one point whatever the case; it wins as
    CON on the first two topics and as PRO on the last, and the other as CON on the second."""

    def told(one):
        lead = -one.cell.topic if one.cell.swapped else one.cell.topic
        calls = {(1, True): "con", (2, True): "con", (2, False): "con", (3, False): "pro"}
        return replace(one, gap=lead + 1.0, call=calls.get((one.cell.topic, one.cell.swapped), "no_call"))

    return study_report(replace(given, judged=tuple(map(told, given.judged))))


def test_of_two_models_the_lead_is_over_topics_and_both_sides_so_that_a_lean_drops_out(versus):
    # Topic means 1, 2 and 3: 2 ± 4.303 · 1/√3, which holds 0.
    row = versus.versus
    assert row.lead.value == pytest.approx(2.0) and row.lead.interval == pytest.approx(
        (-0.484, 4.484), abs=1e-3
    )
    assert (row.won, row.lost, row.level) == (3, 1, 2)
    assert study_document(versus).block("versus").title == "Neither model clearly argues better"


def test_a_study_that_says_which_model_argues_better_is_not_said_to_be_unable_to_tell(versus):
    none = Estimate(value=None, reason="no finite strength fits")
    unknown = tuple(row.model_copy(update={"chance": none}) for row in versus.strengths)
    block = study_document(versus.model_copy(update={"strengths": unknown})).block("strengths")
    assert (block.title, block.sentence) == (
        "Can't tell how strong each model is",
        "No finite strength fits.",
    )


@each("simulated, title", [("no", "argues better, by 2.0 points"), ("partly simulated: Ada", "Can't tell")])
def test_a_clear_lead_names_the_better_model_but_not_by_simulated_judges_of_real_ones(
    versus, simulated, title
):
    lead = OverTopics(value=2.0, interval=(1.0, 3.0), n=6, topics=3)
    row = versus.versus.model_copy(update={"lead": lead})
    block = study_document(versus.model_copy(update={"versus": row, "simulated": simulated})).block("versus")
    assert title in block.title and ("says nothing about real models" in block.sentence) == (
        simulated != "no"
    )
