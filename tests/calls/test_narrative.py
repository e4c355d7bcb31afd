"""The arc, the conflict, the convergence: nothing by default, and only turns that exist are cited."""

import json
from dataclasses import replace
from typing import Any

import pytest

from debate_core.calls.arc import UNPROVED, NarrativeVerdict
from debate_core.domain.config import DebateConfig
from debate_core.domain.live_judge import CONVERGENCES, PATTERNS, CitedStatement, Narrative
from tests.calls.readers import TOPIC, read, read_conflict, read_convergence, read_narrative
from tests.calls.rendered import LIVE_PURPOSES
from tests.each import each

TURNS = (1, 2, 3, 4)
GOOD: dict[str, Any] = {
    "leader": "CON",
    "spine": [{"text": "Sleep was never tied.", "turns": [1, 3]}, {"text": "Care was.", "turns": [2]}],
    "evolved": [{"text": "PRO added a price in turn 3.", "turns": [3]}],
    "broke": [],
    "turning_points": [{"text": "CON asked who pays.", "turns": [2]}],
}
CONFLICT: dict[str, Any] = {
    "pattern": "asymmetric_depth",
    "text": "PRO sounded better.",
    "turns": [1, 3],
    "test": "CON asked twice how sleep becomes marks, and PRO never said.",
    "quotes": [{"turn": 2, "quote": "How does sleep become marks?"}],
}
CONVERGENCE = {"kind": "narrowed_to_degree", "text": "Both want later starts.", "turns": [1, 4]}


def _read(answer: object, shown: str = "") -> Any:
    return read_narrative(answer if isinstance(answer, str) else json.dumps(answer), turns=TURNS, plain=shown)


def _with(**changes: object) -> dict[str, Any]:
    return {name: value for name, value in {**GOOD, **changes}.items() if value is not ...}


def _narrative(reading: Any) -> Narrative:
    assert reading.faults == ()
    assert reading.narrative is not None
    return reading.narrative


def test_a_good_narrative_is_read_whole() -> None:
    told = {name: tuple(CitedStatement(**one) for one in GOOD[name]) for name in GOOD if name != "leader"}
    assert _narrative(_read(GOOD)) == Narrative(leader="con", **told)


def test_each_argument_of_a_long_debate_may_have_its_statement() -> None:
    assert [len(_narrative(_read(_with(broke=GOOD["spine"] * n))).broke) for n in (8, 20)] == [16, 40]
    assert _read(_with(broke=[GOOD["spine"][0]] * 41)).faults == ("broke should hold 40 entries at most.",)


@pytest.mark.parametrize(("word", "leader"), [("PRO", "pro"), ("con", "con"), (" Level ", "level")])
def test_a_leader_is_one_of_three(word: str, leader: str) -> None:
    assert _narrative(_read(_with(leader=word))).leader == leader


@each("cited", [[9], [0, -1], ["turn nine"], [None], 7, "5-6", [[1]], [True], [1.5], {"turn": 1}])
def test_a_turn_that_does_not_exist_is_not_cited_and_its_statement_stays_unsupported(cited: object) -> None:
    reading = _read(_with(spine=[{"text": "It moved.", "turns": cited}]))
    assert _narrative(reading).spine == (CitedStatement(text="It moved."),)


def test_a_turn_that_does_not_exist_is_remarked_on_and_its_turning_point_is_kept() -> None:
    points = [{"text": "CON asked who pays.", "turns": [2]}, {"text": "All was lost.", "turns": [99, 3]}]
    narrative = _narrative(_read(_with(turning_points=points)))
    kept = [(one.text, one.turns) for one in narrative.turning_points]
    assert kept == [("CON asked who pays.", (2,)), ("All was lost.", (3,))]
    assert narrative.remarks == ("turning point 2 cites “99”, which is no turn of the debate.",)
    assert _narrative(_read(GOOD)).remarks == ()


DRESSED = [([3, 1, 3], (3, 1)), (2, (2,)), ([2.0], (2,)), (["2", "turn 3", "T4"], (2, 3, 4)), ([1, 9], (1,))]


@each(("cited", "turns"), [*DRESSED, ([], ()), (None, ())])
def test_turns_that_exist_are_cited_once_however_dressed(cited: object, turns: tuple[int, ...]) -> None:
    assert _narrative(_read(_with(spine=[{"text": "It moved.", "turns": cited}]))).spine[0].turns == turns


def test_a_bare_sentence_is_an_unsupported_statement() -> None:
    assert _narrative(_read(_with(broke=["The price was dropped."]))).broke == (
        CitedStatement(text="The price was dropped."),
    )


NO_LEADERS = [None, ..., "", "TIE", "PRO or CON", "<PRO, CON or LEVEL>", "РRO", 1, ["PRO"]]
NO_STATEMENTS = ["words", 3, [3], [{"turns": [1]}], [{"text": " "}], [{"text": "<sentence>"}], [["a"]]]
PARTS = ("spine", "evolved", "broke", "turning_points")


@each(
    "change",
    [
        *({"leader": leader} for leader in NO_LEADERS),
        *({"spine": spine} for spine in (None, ..., [])),
        *({name: value} for name in PARTS for value in NO_STATEMENTS),
    ],
)
def test_there_is_no_leader_by_default_an_arc_needs_a_spine_and_statements_have_a_form(change: Any) -> None:
    assert _read(_with(**change)).narrative is None


@each("name", PARTS[1:])
def test_what_was_not_given_is_empty(name: str) -> None:
    assert getattr(_narrative(_read(_with(**{name: ...}))), name) == ()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_conflict_has_one_of_the_patterns(pattern: str) -> None:
    reading = _conflict({**CONFLICT, "pattern": pattern.upper().replace("_", " ")})
    assert reading.conflict is not None
    assert (reading.conflict.pattern, reading.conflict.turns) == (pattern, (1, 3))


@each("kind", CONVERGENCES)
def test_a_convergence_is_of_one_of_the_kinds(kind: str) -> None:
    reading = _convergence({**CONVERGENCE, "kind": kind})
    assert reading.convergence is not None
    assert (reading.convergence.kind, reading.convergence.turns) == (kind, (1, 4))


@each("value", [None, "", "other", "coherence", "degenerаte", 0, "<kind>"])
def test_what_only_looks_like_a_pattern_or_a_kind_is_asked_for_again(value: object) -> None:
    assert _conflict({**CONFLICT, "pattern": value}).conflict is None
    assert _convergence({**CONVERGENCE, "kind": value}).convergence is None


@each("value", [None, "", " ", "<explanation>", 3, {}])
def test_an_explanation_has_words(value: object) -> None:
    assert (
        _conflict({**CONFLICT, "text": value}).faults and _convergence({**CONVERGENCE, "text": value}).faults
    )


@each("lacks", [{"test": ""}, {"test": ...}, {"quotes": []}, {"quotes": ...}])
def test_a_pattern_without_its_test_or_without_words_that_meet_it_is_asked_for_again(lacks: Any) -> None:
    given = {name: value for name, value in {**CONFLICT, **lacks}.items() if value is not ...}
    assert _conflict(given).faults == (UNPROVED,)
    assert _conflict({**given, "pattern": "none_of_these"}).faults == ()


def test_the_words_that_meet_a_test_are_looked_up_in_the_turn_that_is_named() -> None:
    said = {2: "parents who start work at eight", 1: "never said by anybody"}
    quotes = [{"turn": turn, "quote": quote} for turn, quote in said.items()]
    ask = LIVE_PURPOSES["conflict"]
    found = read(ask, json.dumps({**CONFLICT, "quotes": quotes}), conflict="").conflict.quotes
    assert [(one.turn, one.found) for one in found] == [(2, "exact"), (1, "not_found")]


def test_a_debate_in_the_first_wording_is_asked_for_the_pattern_alone() -> None:
    ask = replace(LIVE_PURPOSES["conflict"], wording=1)
    told = {name: CONFLICT[name] for name in ("pattern", "text", "turns")}
    said = read(ask, json.dumps(told), conflict="")
    assert said.faults == () and (said.conflict.test, said.conflict.quotes) == ("", ())


def test_an_explanation_cites_only_turns_that_exist() -> None:
    reading = _conflict({**CONFLICT, "turns": [1, 12]})
    assert reading.conflict is not None and reading.conflict.turns == (1,)


def _conflict(answer: object) -> Any:
    return read_conflict(json.dumps(answer), turns=TURNS)


def _convergence(answer: object) -> Any:
    return read_convergence(json.dumps(answer), turns=TURNS)


def test_without_a_live_judge_a_narrative_is_told_where_one_is_asked_for_after_the_last_speech() -> None:
    config = DebateConfig(topic=TOPIC, narrative=True, narrative_model="openai:m")
    (step,) = NarrativeVerdict.steps(config)
    assert (step.name, step.model, step.cap) == ("narrative", "openai:m", config.caps.narrative)
    assert (step.needs[-1], NarrativeVerdict.steps(DebateConfig(topic=TOPIC))) == ("closing:con", ())
