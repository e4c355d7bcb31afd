"""Every known tool's export is read bare, as the table of judges and items that its rows say."""

import json
import random

import pytest

from debate_core.domain.errors import RatingsRefused
from debate_core.library.report.table import panel_of
from debate_core.ratings import open_table
from debate_core.ratings.exports import is_export


def lines(*records):
    return "\n".join(map(json.dumps, records)) + "\n"


def label_studio(task, annotations):
    return {
        "id": task,
        "data": {"text": f"text {task}"},
        "annotations": [
            {
                "completed_by": by,
                "result": [{"from_name": "tone", "type": "choices", "value": {"choices": [label]}}],
            }
            for by, label in annotations
        ],
    }


def battle(question, judge, winner):
    return {
        "question_id": question,
        "model_a": "x",
        "model_b": "y",
        "winner": winner,
        "judge": judge,
        "turn": 1,
    }


def promptfoo(test, *scores):
    parts = [
        {"score": score, "assertion": {"type": kind}}
        for kind, score in zip(("llm-rubric", "python"), scores, strict=False)
    ]
    return {
        "testIdx": test,
        "promptIdx": 0,
        "provider": {"id": "p"},
        "gradingResult": {"componentResults": parts},
    }


PAIR = {"question_id": 81, "model_1": "x", "model_2": "y", "judge": ["gpt-4", "pair-v2"], "turn": 1}
SCORE = {"source": "ANNOTATION", "name": "tone"}
FILES = {
    "Label Studio (JSON)": json.dumps(
        [label_studio(1, [(5, "good"), (6, "bad")]), label_studio(2, [(5, "good")])]
    ),
    "Label Studio (CSV)": "annotation_id,annotator,created_at,id,lead_time,text,tone,updated_at\n"
    + '1,a@x.org,t,1,2.5,one,"{""choices"":[""good""]}",t\n2,b@x.org,t,1,2.5,one,bad,t\n3,a@x.org,t,2,2.5,two,good,t\n',
    "Argilla": json.dumps(
        [
            {"id": "r1", "responses": {"tone": [{"user_id": "u", "value": 4}, {"user_id": "v", "value": 5}]}},
            {"id": "r2", "responses": {"tone": [{"user_id": "u", "value": 2}]}},
        ]
    ),
    "Prodigy": lines(
        {"_annotator_id": "u", "_task_hash": 1, "answer": "accept"},
        {"_annotator_id": "v", "_task_hash": 1, "answer": "reject"},
        {"_annotator_id": "u", "_task_hash": 2, "answer": "accept"},
        {"_annotator_id": "v", "_task_hash": 2, "answer": "ignore"},
    ),
    "promptfoo": json.dumps({"results": {"version": 3, "results": [promptfoo(0, 1, 0.5), promptfoo(1, 0)]}}),
    "Langfuse scores": "id,traceId,name,value,source,authorUserId\n"
    "1,t1,tone,4,ANNOTATION,u\n2,t1,tone,5,ANNOTATION,v\n3,t2,tone,2,ANNOTATION,u\n",
    "Langfuse scores (API)": json.dumps(
        {
            "data": [
                SCORE | {"traceId": trace, "authorUserId": who, "value": value}
                for trace, who, value in (("t1", "u", 4), ("t1", "v", 5), ("t2", "u", 2))
            ]
        }
    ),
    "Inspect log": json.dumps(
        {
            "samples": [
                {"id": 1, "epoch": 1, "scores": {"one": {"value": "C"}, "two": {"value": "I"}}},
                {"id": 2, "epoch": 1, "scores": {"one": {"value": "C"}}},
            ]
        }
    ),
    "Inspect samples": "sample_id,eval_id,id,epoch,score_one,score_two\ns,e,1,1,4,5\nt,e,2,1,2,\n",
    "OpenAI Evals": lines(
        {"spec": {"run_id": "r"}},
        *(
            {"run_id": run, "event_id": 1, "sample_id": sample, "type": "metrics", "data": {"choice": choice}}
            for run, sample, choice in (("r", "s.0", "A"), ("q", "s.0", "B"), ("r", "s.1", "A"))
        ),
    ),
    "MT-Bench pairs": lines(
        PAIR | {"g1_winner": "model_1", "g2_winner": "tie"},
        PAIR | {"g1_winner": "model_2", "g2_winner": "error", "judge": ["claude", "pair-v2"]},
    ),
    "MT-Bench single scores": lines(
        *(
            {"question_id": 81, "model": model, "judge": [judge, "single-v1"], "score": score, "turn": 1}
            for model, judge, score in (
                ("x", "gpt-4", 8),
                ("x", "claude", 7),
                ("y", "gpt-4", 5),
                ("y", "claude", -1),
            )
        )
    ),
    "Arena battles": lines(
        battle(1, "ann", "model_a"), battle(1, "bo", "tie (bothbad)"), battle(2, "ann", "model_b")
    ),
}


@pytest.mark.parametrize("tool", FILES)
def test_an_export_is_read_bare_as_two_judges_and_two_items_with_one_score_missing(tool):
    found = open_table(FILES[tool].encode())
    assert found.told.origin[0] == f"Read as {tool}."
    assert found.table.ratings.shape == (2, 2)
    assert int((found.table.ratings != found.table.ratings).sum()) == 1
    first, other = found.table.ratings[:, 0]
    assert first != other
    assert is_export(FILES[tool], "export.json" if FILES[tool][0] in "{[" else "export.csv")


def test_a_swapped_game_is_an_item_of_its_own_and_says_which_place_won():
    found = open_table(FILES["MT-Bench pairs"].encode())
    assert found.table.items == ("81 · 1: x before y", "81 · 1: y before x")
    assert found.table.labels == ("first", "second", "tie")
    assert found.table.pairs == (("81 · 1", "x", "y"), ("81 · 1", "y", "x"))


def test_judges_who_toss_a_coin_over_many_models_do_not_agree_and_one_who_takes_the_first_is_told():
    draw = random.Random(1)
    battles = []
    for question in range(150):
        first, second = draw.sample("uvwxyz", 2)
        for judge, winner in (
            ("ann", "model_a"),
            *((who, draw.choice(("model_a", "model_b"))) for who in ("bo", "cy")),
        ):
            for models in ((first, second), (second, first)):
                one = battle(question, judge, winner)
                battles.append(one | {"model_a": models[0], "model_b": models[1]})
    opened = open_table(lines(*battles).encode())
    panel = panel_of(opened.table, opened.level)
    assert not panel.report.agreement.alpha.above(0.1)
    assert panel.pairs.orders["ann"].first.value == panel.pairs.orders["ann"].contradicted.value == 1.0
    assert panel.pairs.orders["ann"].first.above(0.5)
    assert not panel.pairs.orders["bo"].first.above(0.6)


def test_words_as_scores_are_labels_in_one_sentence_and_a_word_among_numbers_is_a_fault():
    found = open_table(b"judge,item,score\nAnn,1,good\nBo,1,bad\n")
    assert (found.level, len(found.told.origin)) == ("nominal", 1)
    assert open_table(lines({"judge": "A", "item": 1, "score": "good"}).encode()).level == "nominal"
    with pytest.raises(RatingsRefused) as refused:
        open_table(b"judge,item,score\nAnn,1,7\nBo,1,bad\n")
    assert "line 3" in str(refused.value)


@pytest.mark.parametrize("text", ['[{"a": 1', "[" * 100_000, '{"judge": "Ann"}\n{"judge"\n', "[[1], [2]]"])
def test_json_that_holds_no_judgments_is_refused_in_words(text):
    with pytest.raises(RatingsRefused, match=r"expected"):
        open_table(text.encode())
