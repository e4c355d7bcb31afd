"""The arc, the conflict, the convergence: nothing by default, and only turns that exist are cited."""

import json
from dataclasses import replace
from functools import partial

from debate_core.calls.arc import UNPROVED, NarrativeVerdict
from debate_core.domain.config import DebateConfig
from debate_core.domain.live_judge import CitedStatement, Narrative
from tests.calls.readers import TOPIC, but_for, read, read_conflict, read_convergence, read_narrative
from tests.calls.rendered import LIVE_PURPOSES
from tests.each import each

TURNS = (1, 2, 3, 4)
GOOD = {
    "leader": "CON",
    "spine": [{"text": "Sleep was never tied.", "turns": [1, 3]}, {"text": "Care was.", "turns": [2]}],
    "evolved": [{"text": "PRO added a price in turn 3.", "turns": [3]}],
    "broke": [],
    "turning_points": [{"text": "CON asked who pays.", "turns": [2]}],
}
CONFLICT = {
    "pattern": "asymmetric_depth",
    "text": "PRO sounded better.",
    "turns": [1, 3],
    "test": "CON asked twice how sleep becomes marks, and PRO never said.",
    "quotes": [{"turn": 2, "quote": "How does sleep become marks?"}],
}
CONVERGENCE = {"kind": "narrowed_to_degree", "text": "Both want later starts.", "turns": [1, 4]}


_with = partial(but_for, GOOD)


def _read(answer, shown=""):
    return read_narrative(answer if isinstance(answer, str) else json.dumps(answer), turns=TURNS, plain=shown)


def _narrative(reading):
    assert reading.faults == ()
    return reading.narrative


def test_a_good_narrative_is_read_whole():
    told = {name: tuple(CitedStatement(**one) for one in GOOD[name]) for name in GOOD if name != "leader"}
    assert _narrative(_read(GOOD)) == Narrative(leader="con", **told)


def test_each_argument_of_a_long_debate_may_have_its_statement():
    assert [len(_narrative(_read(_with(broke=GOOD["spine"] * n))).broke) for n in (8, 20)] == [16, 40]
    assert _read(_with(broke=[GOOD["spine"][0]] * 41)).faults == ("broke should hold 40 entries at most.",)


def test_a_turn_that_does_not_exist_is_remarked_on_and_its_turning_point_is_kept():
    points = [{"text": "CON asked who pays.", "turns": [2]}, {"text": "All was lost.", "turns": [99, 3]}]
    narrative = _narrative(
        _read(_with(leader="Level", turning_points=points, evolved=[points[1] | {"turns": [9]}]))
    )
    assert (narrative.leader, narrative.evolved) == ("level", (CitedStatement(text="All was lost."),))
    kept = [(one.text, one.turns) for one in narrative.turning_points]
    assert kept == [("CON asked who pays.", (2,)), ("All was lost.", (3,))]
    cited = ("evolved statement 1 cites “9”", "turning point 2 cites “99”")
    assert narrative.remarks == tuple(f"{one}, which is no turn of the debate." for one in cited)
    assert _narrative(_read(GOOD)).remarks == ()


def test_a_bare_sentence_is_an_unsupported_statement():
    assert _narrative(_read(_with(broke=["The price was dropped."]))).broke == (
        CitedStatement(text="The price was dropped."),
    )


PARTS = ("spine", "evolved", "broke", "turning_points")


@each(
    "change",
    [
        {"leader": ...},
        *({"spine": spine} for spine in (None, ..., [])),
        *({name: [{"turns": [1]}]} for name in PARTS),
    ],
)
def test_there_is_no_leader_by_default_an_arc_needs_a_spine_and_statements_have_a_form(change):
    assert _read(_with(**change)).narrative is None


@each("name", PARTS[1:])
def test_what_was_not_given_is_empty(name):
    assert getattr(_narrative(_read(_with(**{name: ...}))), name) == ()


def test_a_conflict_and_a_convergence_are_read_whole_and_have_words():
    conflict, convergence = _conflict(CONFLICT).conflict, _convergence(CONVERGENCE).convergence
    assert (conflict.pattern, conflict.turns) == ("asymmetric_depth", (1, 3))
    assert (convergence.kind, convergence.turns) == ("narrowed_to_degree", (1, 4))
    assert _conflict({**CONFLICT, "text": ""}).faults and _convergence({**CONVERGENCE, "text": ""}).faults


@each("lacks", [{"test": ""}, {"test": ...}, {"quotes": []}, {"quotes": ...}])
def test_a_pattern_without_its_test_or_without_words_that_meet_it_is_asked_for_again(lacks):
    given = but_for(CONFLICT, **lacks)
    assert _conflict(given).faults == (UNPROVED,)
    assert _conflict({**given, "pattern": "none_of_these"}).faults == ()


def test_the_words_that_meet_a_test_are_looked_up_in_the_turn_that_is_named():
    said = {2: "parents who start work at eight", 1: "never said by anybody"}
    quotes = [{"turn": turn, "quote": quote} for turn, quote in said.items()]
    ask = LIVE_PURPOSES["conflict"]
    found = read(ask, json.dumps({**CONFLICT, "quotes": quotes}), conflict="").conflict.quotes
    assert [(one.turn, one.found) for one in found] == [(2, "exact"), (1, "not_found")]


def test_a_debate_in_the_first_wording_is_asked_for_the_pattern_alone():
    ask = replace(LIVE_PURPOSES["conflict"], wording=1)
    told = {name: CONFLICT[name] for name in ("pattern", "text", "turns")}
    said = read(ask, json.dumps(told), conflict="")
    assert said.faults == () and (said.conflict.test, said.conflict.quotes) == ("", ())


def test_an_explanation_cites_only_turns_that_exist():
    reading = _conflict({**CONFLICT, "turns": [1, 12]})
    assert reading.conflict is not None and reading.conflict.turns == (1,)


def _conflict(answer):
    return read_conflict(json.dumps(answer), turns=TURNS)


def _convergence(answer):
    return read_convergence(json.dumps(answer), turns=TURNS)


def test_without_a_live_judge_a_narrative_is_told_where_one_is_asked_for_after_the_last_speech():
    config = DebateConfig(topic=TOPIC, narrative=True, narrative_model="openai:m")
    (step,) = NarrativeVerdict.steps(config)
    assert (step.name, step.model, step.cap) == ("narrative", "openai:m", config.caps.narrative)
    assert (step.needs[-1], NarrativeVerdict.steps(DebateConfig(topic=TOPIC))) == ("closing:con", ())
