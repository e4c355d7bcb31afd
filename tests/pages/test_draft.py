"""A draft says what it lacks in plain words, and becomes a config when it lacks nothing."""

import json

import pytest

from debate_core.domain.cast import BUILT_IN_JUDGES, Debater
from debate_core.domain.config import DebateConfig, Live, Server
from debate_core.domain.errors import SetUpError
from debate_core.domain.rubric import EVIDENCE_FIRST
from debate_core.domain.transcript import Topic
from debate_core.llm.catalogue import family
from pages.ui.draft import (
    CUSTOM,
    FULL_PANEL,
    LIVE_EXCHANGE,
    OPEN_DEBATERS,
    QUICK_DEMO,
    STANDARD_ROWS,
    DimensionDraft,
    Draft,
)
from tests.building.facts import but

ROW = DimensionDraft(key="a", low="a", high="b", weight=1)
TOO_LONG = tuple(but(one, brief="x" * 1_001) for one in BUILT_IN_JUDGES)


@pytest.mark.parametrize("draft", [Draft(), QUICK_DEMO, FULL_PANEL, LIVE_EXCHANGE])
def test_every_preset_can_be_conducted_without_a_key(draft):
    assert not draft.faults
    assert draft.config().models == ("simulated:standard",)
    assert "free exchange of 6 turns, a live judge, two personalities" in LIVE_EXCHANGE.in_words


def test_open_debaters_have_a_judge_of_neither_ones_family():
    config = OPEN_DEBATERS.config()
    debaters, judges = {family(config.pro.model), family(config.con.model)}, set(config.models[2:])
    assert len(debaters) == 2 and judges == {config.brief_by, config.narrative_by}
    assert not debaters & set(map(family, judges))


@pytest.mark.parametrize(
    "config",
    [
        DebateConfig(
            topic=Topic(text="x", background="y"), rubric=EVIDENCE_FIRST, seed=7, order="alternating"
        ),
        LIVE_EXCHANGE.change(turns=12).config(),
        Draft(
            rubric=CUSTOM,
            dimensions=(*STANDARD_ROWS[:3], but(STANDARD_ROWS[3], key="candour")),
        ).config(),
    ],
)
def test_a_draft_of_a_config_and_what_was_written_give_the_config_again(config):
    assert Draft.of(config).config() == config
    assert Draft.read(Draft.of(config).draft_json(())) == Draft.of(config)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"wings": 2}, "Wings"),
        ({"turns": 900}, "turns"),
        ({"rubric": "Nobody's"}, "no rubric"),
        ({"panel": [{"name": "A", "domain": "b", "mood": "c"}]}, "mood"),
        ({"dimensions": [{"key": "x", "colour": "y"}]}, "colour"),
    ],
)
def test_what_another_version_wrote_and_this_one_does_not_know_is_refused(changes, words):
    with pytest.raises(SetUpError, match=f"(?i){words}"):
        Draft.read(json.dumps(json.loads(Draft(panel=()).draft_json(())) | changes))


@pytest.mark.parametrize(
    "address",
    ["https://me:secret@host/v1", "https://host/v1?api_key=abcdefgh", "https://host/sk-abcdefghijkl/v1"],
)
def test_a_server_whose_address_holds_a_key_is_not_written(address):
    with pytest.raises(SetUpError, match=r"key|no '\?'"):
        Draft(servers=(Server(name="mine", base_url=address),)).draft_json(())


@pytest.mark.parametrize(
    ("changes", "section", "words"),
    [
        ({"topic": Topic(text=" \n")}, "topic", "Type a topic"),
        ({"live": Live(model="nonsense")}, "live", "provider:model"),
        ({"panel": BUILT_IN_JUDGES[:1]}, "judges", "got 1."),
        ({"panel": ()}, "judges", "got 0."),
        ({"panel": BUILT_IN_JUDGES * 3}, "judges", "got 12."),
        ({"panel": (BUILT_IN_JUDGES[0],) * 2}, "judges", "a name of its own"),
        ({"panel": (BUILT_IN_JUDGES[0], but(BUILT_IN_JUDGES[1], model="nowhere:x"))}, "judges", "'nowhere'"),
        ({"topic": Topic(text="x" * 20_001)}, "topic", "got 20,001"),
        (
            {"topic": Topic(text="x", background="x" * 4_001)},
            "debaters",
            "background: expected",
        ),
        ({"panel": TOO_LONG}, "judges", "got 1,001"),
        (
            {"rubric": CUSTOM, "dimensions": (but(ROW, low="x" * 101),)},
            "rubric",
            "end means: expected",
        ),
        ({"rubric": CUSTOM, "dimensions": ()}, "rubric", "at least one dimension"),
        ({"rubric": CUSTOM, "dimensions": STANDARD_ROWS[:3]}, "rubric", "they sum to 0.85"),
        ({"rubric": CUSTOM, "dimensions": (DimensionDraft(weight=1),)}, "rubric", "one without a name"),
        ({"rubric": CUSTOM, "dimensions": (*STANDARD_ROWS, STANDARD_ROWS[0])}, "rubric", "they sum to 1.30"),
        ({"rubric": CUSTOM, "dimensions": (but(ROW, key="Not A Word"),)}, "rubric", "lower-case word"),
    ],
)
def test_what_is_wrong_is_said_in_its_section(changes, section, words):
    draft = Draft().change(**changes)
    assert list(draft.faults) == [section]
    assert words in draft.faults[section]
    with pytest.raises(SetUpError):
        draft.config()


def test_a_model_that_no_provider_has_is_said_where_debaters_are_chosen():
    draft = Draft().change(pro=Draft().pro.model_copy(update={"model": "nonsense"}))
    assert "provider:model" in draft.faults["debaters"]
    served = draft.change(pro=draft.pro.model_copy(update={"model": "mine:x"}))
    assert "debaters" in served.faults
    assert not served.change(servers=(Server(name="mine", base_url="http://127.0.0.1:1/v1"),)).faults


def test_a_set_up_with_a_mistyped_trait_is_kept_as_it_is_typed_and_says_so():
    typed = Debater(side="con", personality="engineer", traits="formal 11")
    draft = Draft(con=typed)
    assert Draft.read(draft.draft_json(())) == draft
    assert "CON's traits: expected a number from 1 to 10, got 'formal 11'" in draft.faults["debaters"]


def test_a_sketch_needs_no_topic_and_nothing_else_is_forgiven():
    assert Draft(topic=Topic(text="")).sketch() is not None
    assert Draft(topic=Topic(text=""), panel=()).sketch() is None


def test_a_preset_of_the_first_versions_is_read():
    first = {"topic": "Tea", "background": "b", "burden": "con", "turns": 8, "judges": [], "rubric": CUSTOM}
    rows = {"dimensions": [{"key": "x", "question": "", "low": "l", "high": "h", "weight": 1.0}]}
    found = Draft.read(json.dumps(first | rows))
    assert found.topic == Topic(text="Tea", background="b", burden="con")
    assert (found.turns, found.panel, found.dimensions[0].key) == (8, (), "x")
    without = Draft.read(json.dumps({"topic": "", "background": "", "burden": None, "judges": []}))
    assert without.topic == Topic(text="")
