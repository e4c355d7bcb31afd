"""A report says what the facts mean, and nothing that is not in them."""

import json
from dataclasses import replace

import pytest

from debate_core.config import DebateConfig
from debate_core.events import DebateOpened, SheetRead, StoredEvent, TurnSpoken
from debate_core.history import History, fold_history, lesson_of
from debate_core.measuring.weights import JudgeHistory
from debate_core.record import TrueOutcome
from debate_core.replay import replay
from debate_core.report import ReportSettings, report
from debate_core.scoresheet import ArgumentScores, Overall, Scoresheet
from debate_core.transcript import Argument, Response, Topic, Turn
from tests.building.facts import judge_failed

IDS = ("PRO-1", "PRO-2", "PRO-3", "CON-1", "CON-2", "CON-3")
JUDGES = ("Technical", "Business", "Risk", "General")
# Scores of the four judges, the same on every dimension: a composite equals the score under any weights.
CLEAR = ((8, 9, 7, 3, 2, 4), (9, 9, 8, 4, 3, 5), (7, 8, 6, 2, 2, 3), (8, 9, 7, 3, 3, 4))


def sheet(judge, scores, *, standing="UPHELD", ballot=None, ids=IDS):
    entries = tuple(
        ArgumentScores(
            argument_id=name,
            scores=dict.fromkeys(("logic", "evidence", "responsiveness", "honesty"), score),
            standing=standing if score > 5 else "REFUTED",
            fallacies=("straw_man",) if score < 3 else (),
            notes=f"{judge} on {name}",
        )
        for name, score in zip(ids, scores, strict=True)
        if score is not None
    )
    return Scoresheet(judge=judge, entries=entries, overall=Overall(ballot=ballot))


def record(tables=CLEAR, topic="Should we pay the cost?", failed=(), ballots=None, name="one"):
    arguments = {
        side: tuple(
            Argument(id=i, side=side, claim=f"The claim of {i}", reasoning="because of it", evidence="seen")
            for i in IDS
            if i.lower().startswith(side)
        )
        for side in ("pro", "con")
    }
    answer = Response(argument_id="PRO-1", side="con", response_type="partial", reasoning="only in part")
    facts = [
        DebateOpened(config=DebateConfig(topic=Topic(text=topic))),
        TurnSpoken(turn=Turn(number=1, phase="opening", side="pro", arguments=arguments["pro"]), calls=()),
        TurnSpoken(turn=Turn(number=2, phase="opening", side="con", arguments=arguments["con"]), calls=()),
        TurnSpoken(turn=Turn(number=4, phase="cross_examination", side="con", responses=(answer,)), calls=()),
    ]
    for judge, scores in zip(JUDGES, tables, strict=True):
        if judge in failed:
            facts.append(judge_failed(judge, "quota: used up"))
        else:
            ballot = (ballots or {}).get(judge)
            facts.append(
                SheetRead(sheet=sheet(judge, scores, ballot=ballot), call=f"judging:{judge}", rung="strict")
            )
    return replay(
        [
            StoredEvent(record=name, sequence=n, at=100.0 + n, event=fact)
            for n, fact in enumerate(facts, start=1)
        ]
    )


def read(held, history=None, **settings):
    return report(held, history or History(), ReportSettings(**settings))


def test_the_json_has_the_keys_other_programs_rely_on():
    found = json.loads(read(record()).model_dump_json())
    assert {
        "debate", "topic", "topic_type", "simulated", "settings", "outcome", "agreement", "arguments", "judges",
        "robustness", "briefing", "usage",
    } <= set(found)  # fmt: skip
    assert {"type", "matched"} <= set(found["topic_type"])
    assert {"call", "reasons", "cautions", "gap", "interval", "p_pro", "sides"} <= set(found["outcome"])
    agreement = found["agreement"]
    assert {"alpha", "kappa", "alpha_standings", "consistency", "ac1", "percent", "by_dimension"} <= set(
        agreement
    )
    for key in ("alpha", "kappa", "alpha_standings", "consistency"):
        assert {"value", "interval", "reason"} <= set(agreement[key])
    assert {"p_667", "p_80", "panel_mean"} <= set(agreement["alpha"])
    assert {
        "id", "side", "claim", "response", "mean", "variance", "by_dimension", "adjusted_spread", "divergent",
        "standings", "majority", "fallacies",
    } <= set(found["arguments"][0])  # fmt: skip
    assert {
        "name", "model", "status", "cause", "weight", "share", "severity", "ballot", "scores",
    } <= set(found["judges"][0])  # fmt: skip


def test_the_gap_is_the_weighted_difference_of_side_means():
    # One topic word of business: domain weights technical .20, business .40, risk .20, general .20 (CV-4).
    # Each judge's pro mean minus con mean: 8-3, 26/3-4, 7-7/3, 8-10/3 points.
    gaps = (5.0, 26 / 3 - 4, 7 - 7 / 3, 8 - 10 / 3)
    expected = 0.2 * gaps[0] + 0.4 * gaps[1] + 0.2 * gaps[2] + 0.2 * gaps[3]
    found = read(record())
    assert found.topic_type.type == "business"
    assert found.outcome.gap == pytest.approx(expected)
    assert found.outcome.call == "pro"
    assert [row.weight for row in found.judges] == pytest.approx([0.2, 0.4, 0.2, 0.2])


def test_the_mean_and_variance_of_an_argument_are_over_judges():
    # PRO-1: 8, 9, 7, 8: mean 8, sample variance (0 + 1 + 1 + 0)/3
    row = read(record()).arguments[0]
    assert (row.id, row.mean, row.variance) == ("PRO-1", pytest.approx(8), pytest.approx(2 / 3))
    assert row.by_dimension["logic"].variance == pytest.approx(2 / 3)
    assert row.response.response_type == "partial"
    assert row.majority == "UPHELD"


def test_a_failed_judge_is_missing_everywhere_and_said():
    found = read(record(failed=("Risk",)))
    assert found.judges_said == "3 of 4 judges"
    risk = found.judges[2]
    assert (risk.status, risk.cause, risk.weight, risk.scores) == (
        "failed",
        "quota used up: used up",
        None,
        {},
    )
    assert all(row.standings["Risk"] is None and row.raw["Risk"] is None for row in found.arguments)
    # the others' weights still sum to 1
    assert sum(row.weight for row in found.judges if row.weight) == pytest.approx(1)


def test_fewer_than_half_of_the_panel_gives_no_outcome():
    found = read(record(failed=("Risk", "General", "Business")))
    assert found.outcome.call == "no_call"
    assert found.outcome.reasons
    assert found.agreement.alpha.value is None
    assert "2" in found.agreement.alpha.reason


def test_judges_who_cannot_be_reconciled_give_no_call_and_something_to_look_at():
    split = ((9, 8, 9, 2, 1, 2), (2, 1, 2, 9, 8, 9), (9, 9, 8, 1, 2, 2), (1, 2, 2, 9, 9, 8))
    found = read(record(split))
    assert found.outcome.call == "no_call"
    assert found.outcome.reasons
    assert found.review
    assert [row.ballot for row in found.judges] == ["PRO", "CON", "PRO", "CON"]


def test_the_reason_for_a_divergent_argument_is_the_one_of_the_rules_in_force():
    # two judges on each side of the last argument; z-scores there about plus and minus 2
    up, down = (5, 6, 5, 4, 5, 9), (6, 5, 4, 5, 5, 1)
    held = record((up, up, down, down))
    row = read(held, rules="classic").arguments[5]
    assert row.divergent
    assert "their z-scores have a variance of" in row.why
    assert "less than 3.00" in row.why
    assert "corrected p" not in row.why
    other = read(held).arguments[5]
    assert other.divergent
    assert "corrected p" in other.why
    assert "z-scores" not in other.why


def test_a_given_ballot_that_contradicts_the_judges_own_scores_is_shown():
    found = read(record(ballots={"Technical": "CON", "Risk": "PRO"}))
    assert [row.contradicts for row in found.judges] == [True, False, False, False]


def test_alpha_does_not_depend_on_calibration_and_consistency_does():
    found = {name: read(record(), calibration=name) for name in ("none", "zscore", "minmax", "additive")}
    assert len({one.agreement.alpha.value for one in found.values()}) == 1
    assert found["none"].agreement.consistency.value == pytest.approx(found["none"].agreement.alpha.value)
    assert found["additive"].agreement.consistency.value > found["none"].agreement.consistency.value


def test_identical_judges_with_different_own_weights_agree_perfectly():
    same = ((8, 7, 6, 4, 3, 5),) * 4
    assert read(record(same)).agreement.alpha.value == pytest.approx(1.0)


def test_a_missing_fallacy_check_is_not_a_clean_one():
    row = read(record()).arguments[4]
    # CON-2: scores 2, 3, 2, 3, and a judge sees a straw man below 3
    assert row.fallacies == {"straw_man": 2}


def test_the_topic_type_can_be_overridden():
    found = read(record(), topic_type="security")
    assert (found.topic_type.type, found.topic_type.overridden) == ("security", True)
    assert found.judges[2].weight == pytest.approx(0.45)


def test_a_debate_without_scores_has_no_numbers_and_no_outcome():
    held = record(failed=JUDGES)
    found = read(held)
    assert found.outcome.call == "no_call"
    assert found.outcome.gap is None
    assert found.effective_judges is None


def _finished(held, outcome=None):
    known = TrueOutcome(outcome=outcome) if outcome else None
    return replace(held, progress="finished", true_outcome=known)


def test_history_is_of_the_judge_and_its_model_and_of_finished_debates_only():
    assert lesson_of(record()) is None
    history = fold_history([lesson_of(_finished(record(name=n))) for n in ("a", "b", "c")])
    found = history.of("Technical", "simulated:standard")
    assert len(found.variances) == 3
    assert (found.right, found.known) == (0, 0)
    assert history.of("Technical", "another:model") == JudgeHistory()


def test_a_known_outcome_marks_each_judges_computed_ballot_right_or_wrong():
    past = [_finished(record(), "PRO"), _finished(record(), "PRO"), _finished(record(), "CON")]
    found = fold_history([lesson_of(held) for held in past]).of("Technical", "simulated:standard")
    ballot = read(record()).judges[0].ballot
    assert ballot in {"PRO", "CON"}
    right = 2 if ballot == "PRO" else 1
    assert (found.right, found.known) == (right, 3)
    assert found.shrunken_accuracy == pytest.approx((right + 1) / 5)


def test_a_tie_that_was_known_makes_a_judge_that_preferred_a_side_wrong():
    found = fold_history([lesson_of(_finished(record(), "TIE"))]).of("Technical", "simulated:standard")
    assert (found.right, found.known) == (0, 1)


def test_a_record_whose_last_fact_is_a_sheet_is_open():
    held = record()
    assert held.sequence == 8
    assert held.progress == "open"
    assert held.status(True) == "running"
    assert held.status(False) == "interrupted"


def test_no_outcome_is_named_while_a_judge_is_still_to_score():
    held = record()
    scored = [step for step, found in held.results.items() if isinstance(found, SheetRead)]
    found = read(
        replace(held, results={step: held.results[step] for step in held.results if step != scored[3]})
    )
    assert found.outcome.call == "no_call"
    assert found.outcome.reasons[0] == "1 of 4 judges have not scored yet."
    assert found.robustness is None


def test_a_dimension_cannot_take_a_word_that_a_judges_answer_uses_otherwise():
    from debate_core.rubric import Dimension

    with pytest.raises(ValueError, match="'notes'"):
        Dimension(key="notes", question="?", low="a", high="b")


def test_a_judges_weights_are_never_negative_and_never_all_nothing():
    from debate_core.config import Judge

    for weights in ({"logic": -1.0, "evidence": 2.0}, {"logic": 0.0}, {"logic": float("nan")}):
        with pytest.raises(ValueError, match="0 or more"):
            Judge(name="One", domain="risk", weights=weights)
