"""A report says what the facts mean, and nothing that is not in them."""

from dataclasses import replace
from decimal import Decimal
from functools import cache
from math import ceil

import pytest

from debate_core.domain.cast import Judge, Panel
from debate_core.domain.config import DebateConfig, Live
from debate_core.domain.rubric import STANDARD, ArgumentScores, Dimension, Overall, Scoresheet
from debate_core.domain.steps import swapped_step
from debate_core.domain.transcript import Argument, Response, Topic, Turn
from debate_core.library.history import History, Verdict, entry_from_row, fold_history, history_entry
from debate_core.library.report import ReportSettings, report
from debate_core.library.report.agreement import Size
from debate_core.library.report.debate import other_readings
from debate_core.library.report.rows import decision_study, panel_words, spread_of, widest, widest_first
from debate_core.library.report.usage import _part_of, refusals_of, usage_of
from debate_core.llm.prices import Price, Prices, Pricing
from debate_core.measuring.weights import JudgeHistory
from debate_core.reporting.debate import judges_block, topic_type_text
from debate_core.reporting.history import noise_origin_text, record_text
from debate_core.reporting.lead import past_text
from debate_core.reporting.scores import sides_enough_text, why_text
from debate_core.reporting.verdict import first_look_text
from debate_core.store import JudgeHistoryRow
from debate_core.store.events import (
    CallId,
    DebateFinished,
    DebateOpened,
    SheetRead,
    TurnSpoken,
)
from debate_core.store.record import TrueOutcome, replay
from debate_core.verdicts.rules import Thresholds
from tests.building.deliberated import talked
from tests.building.facts import but, changed, completed, failed, judge_failed, started, stored
from tests.building.simulated import on_models
from tests.building.structured import IDS, JUDGES, STATES, report_in, report_on
from tests.building.structured import report_for as read
from tests.each import each

pytestmark = pytest.mark.slow  # as a whole, some seconds

# Scores of the four judges, the same on every dimension: a composite equals the score under any weights.
CLEAR = ((8, 9, 7, 3, 2, 4), (9, 9, 8, 4, 3, 5), (7, 8, 6, 2, 2, 3), (8, 9, 7, 3, 3, 4))


def sheet(judge, scores, checked=True):
    """One judge's scores in the order of IDS; it sees a straw man below 3, or was not asked for fallacies."""
    entries = tuple(
        ArgumentScores(
            argument_id=name,
            scores={} if score is None else dict.fromkeys(STANDARD.keys, score),
            standing="UPHELD" if (score or 0) > 5 else "REFUTED",
            fallacies=(("straw_man",) if (score or 3) < 3 else ()) if checked else None,
            notes=f"{judge} on {name}",
        )
        for name, score in zip(IDS, scores, strict=True)
    )
    return Scoresheet(judge=judge, entries=entries, overall=Overall())


def config(models=()):
    """A debate of four judges, on these models if any are named."""
    plain = DebateConfig(topic=Topic(text="Should we pay the cost?"))
    judges = [but(one, model=m) for one, m in zip(plain.panel.judges, models, strict=False)]
    return but(plain, panel=but(plain.panel, judges=tuple(judges))) if judges else plain


def record(tables=CLEAR, failed=(), unchecked=(), upto=None, models=()):
    """Four facts of what was said and one a judge, or the first `upto` of them."""
    answer = Response(argument_id="PRO-1", side="con", response_type="partial", reasoning="only in part")
    answered = Turn(number=4, phase="cross_examination", side="con", responses=(answer,))
    facts = [
        DebateOpened(config=config(models)),
        *STATES["speaking"][1:],
        TurnSpoken(turn=answered, calls=()),
    ]
    for judge, scores in zip(JUDGES, tables, strict=True):
        if judge in failed:
            facts.append(judge_failed(judge, "quota: used up"))
        else:
            told = sheet(judge, scores, judge not in unchecked)
            facts.append(SheetRead(sheet=told, call=f"judging:{judge}", rung="strict"))
    return replay([but(one, at=100.0 + one.at) for one in stored(facts[:upto])])


@cache
def usual(tables=CLEAR):
    """The report of a debate with these scores, under the default settings and without a history; made once."""
    return read(record(tables))


def test_the_gap_is_the_weighted_difference_of_side_means():
    # One topic word of business: domain weights technical 0.20, business 0.40, risk 0.20, general 0.20.
    # Each judge's pro mean minus con mean: 8-3, 26/3-4, 7-7/3, 8-10/3 points.
    gaps = (5.0, 26 / 3 - 4, 7 - 7 / 3, 8 - 10 / 3)
    expected = 0.2 * gaps[0] + 0.4 * gaps[1] + 0.2 * gaps[2] + 0.2 * gaps[3]
    found = usual()
    assert found.topic_type.type == "business"
    assert found.outcome.gap.value == pytest.approx(expected)
    assert found.outcome.call == "pro"
    assert [row.weight for row in found.judges] == pytest.approx([0.2, 0.4, 0.2, 0.2])


def test_fewer_than_half_of_the_panel_gives_no_outcome_and_nobody_no_numbers():
    found = read(record(failed=("Risk", "General", "Business")))
    assert found.outcome.call == "no_call"
    assert found.outcome.reasons
    assert found.agreement.alpha.value is None
    assert "2" in found.agreement.alpha.reason
    nobody = read(record(failed=JUDGES))
    assert nobody.outcome.call == "no_call"
    assert (nobody.outcome.gap.value, nobody.effective_judges) == (None, None)


def test_the_reason_for_a_divergent_argument_is_the_one_of_the_rules_in_force():
    # two judges on each side of the last argument; z-scores there about plus and minus 2
    up, down = (5, 6, 5, 4, 5, 9), (6, 5, 4, 5, 5, 1)
    held = record((up, up, down, down))
    classic, usual = read(held, rules="classic"), read(held)
    assert classic.arguments[5].divergent and usual.arguments[5].divergent
    assert "the rules allow less than 3.00" in why_text(classic, classic.arguments[5])
    said = why_text(usual, usual.arguments[5])
    assert said.endswith("More than chance would explain.") and "z-scores" not in said
    assert 0 < usual.arguments[5].chance < 0.05


def test_alpha_does_not_depend_on_calibration_and_consistency_does():
    found = {name: read(record(), calibration=name) for name in ("none", "zscore", "minmax", "additive")}
    assert len({one.agreement.alpha.value for one in found.values()}) == 1
    severities = {one.judges[0].severity for one in found.values()}
    assert len(severities) == 1 and None not in severities
    assert found["none"].agreement.consistency.value == pytest.approx(found["none"].agreement.alpha.value)
    assert found["additive"].agreement.consistency.value > found["none"].agreement.consistency.value
    assert found["additive"].agreement.relative == found["additive"].agreement.consistency
    assert (
        found["none"].agreement.relative.value,
        "see consistency" in found["none"].agreement.relative.reason,
    ) == (None, True)


def test_a_missing_fallacy_check_is_not_a_clean_one():
    def fallacies(unchecked):
        """Of CON-2, where only Technical and Risk score below 3, and of PRO-1."""
        rows = read(record(unchecked=unchecked)).arguments
        return rows[4].fallacies, rows[0].fallacies

    assert fallacies(()) == ({"straw_man": 2}, {})
    assert fallacies(("Technical",)) == ({"straw_man": 1}, {})
    assert fallacies(JUDGES) == (None, None)


def test_the_topic_type_can_be_overridden():
    found = read(record(), topic_type="security")
    assert (found.topic_type.type, found.topic_type.overridden) == ("security", True)
    assert topic_type_text(found) == "Read as a topic of type security, as you chose."
    assert found.judges[2].weight == pytest.approx(0.45)


def test_judges_are_said_to_count_the_same_only_where_they_do():
    alike = read(record(), weights="equal")
    alike = but(alike, topic_type=replace(alike.topic_type, type="default", matched=()))
    assert topic_type_text(alike) == "No specialist topic recognised: every judge counts the same."
    assert "more precise" not in judges_block(alike).sentence
    past = but(alike.judges[0].past, error_variance=0.2)
    precise = but(alike, judges=(but(alike.judges[0], weight=0.4, past=past), *alike.judges[1:]))
    assert topic_type_text(precise) == "No specialist topic recognised."
    assert "Judges that were more precise in earlier debates count more." in judges_block(precise).sentence


def _finished(held, outcome=None, at=50.0):
    known = TrueOutcome(outcome=outcome) if outcome else None
    return replace(held, progress="finished", concluded=True, concluded_at=at, true_outcome=known)


def lessons_of(truths, held, verdict=None, at=50.0, prefix="d"):
    """What debates teach that went the same way, each with what turned out to be true of it."""
    one = {truth: history_entry(_finished(held, truth, at), verdict) for truth in set(truths)}
    named = ((f"{prefix}{n}", truth) for n, truth in enumerate(truths))
    return [replace(one[truth], debate=name, origin=(name, name)) for name, truth in named]


NEAR = ((8, 7, 7, 6, 5, 6), (7, 8, 6, 6, 6, 5), (7, 7, 8, 5, 6, 6), (8, 7, 7, 6, 5, 6))


def test_noise_is_learnt_from_ten_debates_of_these_models_that_finished_before_this_one():
    early = lessons_of([None] * 12, record(NEAR))
    found = read(record(NEAR), fold_history(early))
    assert (found.outcome.noise.debates, found.outcome.noise.larger) == (12, False)
    assert "Noise: from 12 earlier debates of these judges" in noise_origin_text(found)
    outcome = but(found.outcome, noise=but(found.outcome.noise, larger=True))
    assert "from this debate alone, because it is larger than in 12" in noise_origin_text(
        but(found, outcome=outcome)
    )
    alone = report(record(NEAR), fold_history(early), ReportSettings(history="none"))
    assert (alone.outcome.noise, noise_origin_text(alone)) == (None, "")
    assert alone.outcome.gap == usual(NEAR).outcome.gap
    assert found.outcome.gap.df > alone.outcome.gap.df and found.outcome.gap.se < alone.outcome.gap.se
    late = lessons_of([None] * 12, record(NEAR), at=500.0)
    others = lessons_of([None] * 12, record(NEAR, models=["openai:x"] * 4))
    for history in (early[:9], late, others):
        assert read(record(NEAR), fold_history(history)).outcome.noise is None
    assert read(record(NEAR), fold_history(early), rules="independent").outcome.noise is None


def test_a_debate_that_is_discussed_later_has_finished_when_its_judges_had_scored():
    # Else an older debate would drop out of the noise that a stored verdict rests on.
    timed = stored(talked())
    first = next(one.at for one in timed if isinstance(one.event, DebateFinished))
    assert replay(timed).concluded_at == first < timed[-1].at


def test_an_outcome_that_is_recorded_later_moves_no_verdict():
    apart = ("openai:a", "anthropic:b", "google:c", "mistral:d")
    lessons = lessons_of(["PRO", "CON"] * 12, record(NEAR, models=apart))
    lessons = [
        replace(one, right={who: (n + k) % 7 > 2 for k, who in enumerate(one.right)})
        for n, one in enumerate(lessons)
    ]
    assert entry_from_row(JudgeHistoryRow(lessons[0].opened_at, "d0", lessons[0].text, 0)) == lessons[0]
    shares = [
        read(record(NEAR, models=apart), fold_history([replace(one, known_at=at) for one in lessons]))
        for at in (50.0, 500.0)
    ]
    known, unknown = (one.outcome.assumed_share for one in shares)
    assert known != pytest.approx(0.34) == unknown
    assert [one.shared_errors.before.n for one in shares] == [24, 0]


def test_it_is_said_how_often_verdicts_were_right_once_twenty_outcomes_are_known():
    def past(n, named, favoured, truth, at=50.0):
        verdict = Verdict(named, favoured, truth, at)
        return lessons_of([truth] * n, record(), verdict, prefix=f"{named}{truth}")

    known = [*past(9, "pro", "pro", "PRO"), *past(1, "pro", "pro", "CON"), *past(10, None, "con", "PRO")]
    whole = read(record(), fold_history(known))
    found = whole.outcome.track_record
    assert (found.debates, found.named.value, found.named.n) == (20, 0.9, 10)
    assert (found.not_named.value, found.not_named.n) == (0.0, 10)
    assert "named a side were right in 90% (likely 60% to 98%)" in record_text(whole)
    assert read(record(), fold_history(known[1:])).outcome.track_record is None
    only = fold_history(past(20, "con", "con", "CON"))
    assert read(record(), only).outcome.track_record.not_named.reason == "there was none"
    late = past(25, "pro", "pro", "PRO", at=500.0)
    assert read(record(), fold_history(late)).outcome.track_record is None


def test_the_score_furthest_from_what_its_judge_and_argument_predict_is_to_be_looked_at_first():
    odd = read(record(((8, 9, 7, 3, 2, 4), (9, 9, 8, 4, 3, 5), (7, 8, 1, 2, 2, 3), (8, 9, 7, 3, 3, 4))))
    assert (odd.look_first.judge, odd.look_first.argument, odd.look_first.score) == ("Risk", "PRO-3", 1.0)
    assert odd.look_first.predicted > 5
    assert "Look at this score first: Risk gives PRO-3 1.0" in first_look_text(odd)
    # A lenient judge's lowest score of the best argument: by the fit it would have given 10.5.
    high = read(record(((2, 9, 8, 6, 5, 7), (9, 8, 7, 4, 3, 5), (8, 7, 6, 4, 3, 5), (9, 8, 7, 5, 3, 5))))
    assert (high.look_first.score, high.look_first.predicted) == (2.0, 10.0)
    assert (usual().look_first, first_look_text(usual())) == (None, "")


def test_judges_of_one_family_are_taken_to_share_more_and_simulated_ones_nothing():
    shares = {
        models: read(record(models=models)).outcome.assumed_share
        for models in (("openai:a", "anthropic:b", "google:c", "mistral:d"), ("openai:gpt-4.1",) * 4)
    }
    assert list(shares.values()) == pytest.approx([0.34, 0.58])
    simulated = usual()
    assert simulated.outcome.assumed_share == 0.0
    assert "34% of errors in common" in {one.change for one in simulated.robustness}
    real = read(record(models=("openai:a", "anthropic:b", "google:c", "mistral:d")))
    assert "34% of errors in common" not in {one.change for one in real.robustness}
    assert read(record(), rules="independent").outcome.assumed_share == 0.0
    none = read(record(), thresholds=Thresholds(assumed_share=0.0))
    assert not [one.change for one in none.robustness if one.change.startswith("0%")]


def test_history_is_of_the_judge_and_its_model_and_of_finished_debates_only():
    assert history_entry(record()) is None
    history = fold_history(lessons_of([None] * 3, record()))
    found = history.of("Technical", "simulated:standard")
    assert len(found.variances) == 3
    assert (found.right, found.known) == (0, 0)
    assert history.of("Technical", "another:model") == JudgeHistory()


def test_what_judges_shared_of_their_errors_before_is_said_once_there_is_enough():
    # CLEAR is for pro by every judge: all right where pro was, all wrong where con was.
    lessons = lessons_of(["PRO", "CON"] * 12, record())
    few, enough = (read(record(), fold_history(some)).shared_errors for some in (lessons[:10], lessons))
    assert few.before.value is None
    assert few.before.reason.endswith("that two of these judges scored, and there are 10")
    # Judges that err always together leave no interval to say it with.
    assert (enough.before.n, enough.before.wrong, enough.before.value) == (24, 48, None)
    apart = [replace(one, right={who: n > 0 for n, who in enumerate(one.right)}) for one in lessons[:6:2]]
    said = read(record(), fold_history([*apart, *lessons[1:6:2], *lessons[6:]]))
    assert said.shared_errors.before.value > 0.9
    assert past_text(said).startswith("In 24 earlier debates of known outcome these judges shared ")
    assert past_text(usual()) == ""


@each("other, one_model", [("openai:m", True), ("openai:n", False)])
def test_two_judges_left_on_one_real_model_are_told_from_two_on_others(other, one_model):
    models = ("openai:m", other, "openai:m", "openai:m")
    assert read(record(failed=JUDGES[2:], models=models)).shared_errors.one_model == one_model


@pytest.mark.parametrize(("outcomes", "right"), [(["PRO", "PRO", "CON"], 2), (["TIE"], 0)])
def test_a_known_outcome_marks_each_judges_computed_ballot_right_or_wrong(outcomes, right):
    # Technical's own scores prefer PRO; at a tie whoever preferred a side was wrong.
    found = fold_history(lessons_of(outcomes, record())).of("Technical", "simulated:standard")
    assert usual().judges[0].ballot == "PRO"
    assert (found.right, found.known) == (right, len(outcomes))


@pytest.mark.parametrize("upto", range(1, 9))
def test_a_prefix_of_the_log_is_reported_as_the_debate_stood_then(upto):
    held, whole = record(upto=upto), usual()
    assert (held.sequence, held.progress) == (upto, "open")
    assert (held.status(True), held.status(False)) == ("running", "interrupted")
    found, scored = read(held), max(0, upto - 4)
    assert [row.claim for row in found.arguments] == [row.claim for row in whole.arguments][: 3 * (upto - 1)]
    assert [row.status == "done" for row in found.judges] == [j < scored for j in range(4)]
    assert [row.scores for row in found.judges[:scored]] == [row.scores for row in whole.judges[:scored]]
    for row, later in zip(found.arguments, whole.arguments, strict=False):
        assert list(row.raw.values()) == [*list(later.raw.values())[:scored], *[None] * (4 - scored)]
    if scored < 4:
        assert found.outcome.call == "no_call"
        assert found.outcome.reasons[0] == f"{4 - scored} of 4 judges have not scored yet."
        assert found.robustness is None
    else:
        assert found == whole


def test_a_dimension_cannot_take_a_word_that_a_judges_answer_uses_otherwise():
    with pytest.raises(ValueError, match="'notes'"):
        Dimension(key="notes", question="?", low="a", high="b")


def test_judges_of_one_name_are_refused_by_the_name_as_it_was_written():
    with pytest.raises(ValueError, match="two are called 'Ann Lee': give each a name of its own"):
        Panel(judges=[Judge(name=name, domain="law") for name in ("Ann Lee", "Bo", "ann lee")])


def test_a_judges_weights_are_never_negative_and_never_all_nothing():
    for weights in ({"logic": -1.0, "evidence": 2.0}, {"logic": 0.0}, {"logic": float("nan")}):
        with pytest.raises(ValueError, match="0 or more"):
            Judge(name="One", domain="risk", weights=weights)


APART = ((8, 5, 7, 5, 4, 4), (5, 9, 6, 4, 7, 5), (7, 6, 8, 6, 3, 7), (8, 7, 5, 3, 6, 4))


def test_what_the_mean_can_be_relied_on_for_does_not_hang_on_severity():
    stricter = tuple(
        tuple(score - (2 if judge == 1 else 0) for score in row) for judge, row in enumerate(APART)
    )
    even, uneven = (read(record(tables)).agreement for tables in (APART, stricter))
    assert uneven.alpha.value < even.alpha.value
    relative = uneven.generalizability.relative_mean.value
    assert relative == pytest.approx(even.generalizability.relative_mean.value)
    assert uneven.generalizability.absolute_mean.value < even.generalizability.absolute_mean.value
    assert even.generalizability.note is None


@each(
    ("figure", "judges", "items", "values", "level", "why"),
    [
        ("alpha", 2, 10, 20_000, "ratio", "20,001 different scores are too many to compare each with each"),
        (
            "alpha",
            700,
            4_800,
            4_096,
            "ordinal",
            "4,097 different scores are too many to compare each with each",
        ),
        ("pairs", 100, 404, 0, "interval", "left out: 4,950 pairs of judges over 405 items"),
        ("without_judge", 100, 5_000, 0, "interval", "left out: 100 judges over 5,001 items, once without"),
        ("without_judge", 2, 2_000, 1_000, "nominal", "left out: 2 judges over 2,001 items, once without"),
        ("without_argument", 2, 200, 0, "interval", "left out: 201 items, more than 200"),
        ("calibrated", 500, 16_000, 0, "interval", "500 judges over 16,001 items are too many to estimate"),
    ],
)
def test_a_figure_is_left_out_from_a_size_on_and_says_so(figure, judges, items, values, level, why):
    assert Size(judges=501, items=1, values=0, level="interval").calibrated.startswith(
        "501 judges over 1 items"
    )
    just = Size(judges=judges, items=items, values=values, level=level)
    larger = {"values": values + 1} if figure == "alpha" else {"items": items + 1}
    assert getattr(just, figure) is None
    assert getattr(replace(just, **larger), figure).startswith(why)


def test_a_panel_is_asked_about_in_the_lab_as_it_is():
    plain = {"judges": "4", "arguments": "3", "missing": "0", "related": "own", "rules": "default"}
    assert panel_words(usual()) == plain
    assert panel_words(read(record(models=["m"] * 4)))["related"] == "all"
    assert panel_words(read(record(models=["m", "m", "m", "n"])))["related"] == "own"
    holes = [(*row[:3], None, None, *row[5:]) for row in CLEAR]
    few = panel_words(read(record([*holes[:3], CLEAR[3]], failed=("Risk",))))
    assert few == {**plain, "judges": "3", "missing": "0.2"}


def test_arguments_that_judges_part_on_come_first_and_only_those_worth_naming_are_named():
    apart = [*CLEAR[:3], (8, 1, 7, 3, 9, 4)]
    found = read(record(apart), calibration="none")
    assert [row.id for row in widest_first(found)][:2] == ["PRO-2", "CON-2"] == [*widest(found)]
    assert spread_of(found, found.arguments[1]) == pytest.approx(3.86, abs=0.01)  # of 9, 9, 8 and 1
    spreads = {"PRO-1": 0.99, "PRO-2": 1.0, "PRO-3": 3.0, "CON-1": 2.0, "CON-2": 5.0, "CON-3": None}

    def wide(*names):
        rows = [but(row, adjusted_spread=spreads[row.id]) for row in found.arguments]
        return widest(but(found, arguments=tuple(row for row in rows if row.id in names)))

    assert wide(*spreads) == ("CON-2", "PRO-3", "CON-1")
    assert wide("PRO-1", "PRO-2", "CON-3") == ("PRO-2",)
    alone = read(record([(8, None, *row[2:]) for row in CLEAR[:3]] + [CLEAR[3]]), calibration="none")
    assert spread_of(alone, alone.arguments[1]) is None


def test_the_decision_study_names_judges_and_arguments_that_bring_the_coefficient_to_80():
    found = usual(APART)
    parts, needed = found.agreement.generalizability, found.agreement.generalizability.judges_for_80
    assert needed > 4
    assert f"For 0.80 you need about {needed} judges" in parts.sentence
    drawn = {point.judges: point for point in decision_study(parts)}
    assert drawn[needed].relative >= 0.80 > drawn[needed - 1].relative
    assert drawn[4].relative == pytest.approx(parts.relative_mean.value)
    assert drawn[4].absolute == pytest.approx(parts.absolute_mean.value)
    sides = found.sides_study
    error = found.outcome.gap.se**2 / (found.outcome.gap.value**2 - found.outcome.gap.se**2)
    assert (sides.coefficient < 0.80) == (sides.more_arguments > 0)
    assert 1 / (1 + error * 4 / sides.judges) >= 0.80
    assert 1 / (1 + error * 6 / (6 + max(sides.more_arguments, 1))) >= 0.80 or not sides.more_arguments


def test_where_judges_are_taken_to_share_too_much_only_more_arguments_make_the_lead_reliable():
    """Found in a review: "about 17 such judges or 19 more arguments", with .34 of their mistakes taken as shared."""
    found = report_on(on_models(STATES["split"], "openai:a", "gemini:b", "anthropic:c", "mistral:d"))
    needed = found.sides_study
    assert (found.outcome.assumed_share, needed.judges, needed.more_arguments) == (0.34, None, 19)
    assert sides_enough_text(found).endswith(
        "takes about 19 more arguments: more such judges share their mistakes."
    )


def test_where_judges_lean_apart_no_number_of_arguments_makes_the_lead_reliable():
    """It named 16 more arguments, as if they could take away which side each judge prefers."""
    apart = ((8, 7, 8, 4, 3, 4), (6, 5, 6, 6, 5, 6), (8, 9, 8, 3, 4, 3), (6, 5, 6, 5, 4, 5))
    text = sides_enough_text(read(record(apart)))
    assert text.endswith(" such judges: more arguments don't change how judges lean.")


WAVERING = ((8, 5, 7, 5, 4, 4), (5, 9, 6, 4, 7, 3), (7, 6, 8, 6, 3, 6))


def test_judges_who_have_no_part_in_the_gap_are_not_counted_by_what_comparing_the_sides_needs():
    """Found in a review: 717 such judges, where 587 bring the coefficient to .80."""
    # General scores no argument of CON: usable, and without a gap of its own.
    found = read(record((*WAVERING, (8, 6, 7, None, None, None))))
    assert [judge.position is None for judge in found.judges] == [False, False, False, True]
    signal = found.outcome.gap.value**2 - found.outcome.gap.se**2
    assert found.sides_study.judges == max(1, ceil(4 * 3 * found.outcome.gap.se**2 / signal))


def test_both_readings_of_a_judge_stand_beside_each_other_and_a_judge_with_one_is_named():
    opened, *rest = STATES["agreed"]
    events = [changed(opened, "config", reading="both")]
    for event in rest:
        events.append(event)
        if isinstance(event, SheetRead):
            events.append(_read_again(event))
    judging = replay(stored(events)).judging
    # What a discussion begins from is one reading: noise of two readings' mean tells nothing of it.
    assert judging.seats[0].kin == f"{judging.at(1).seats[0].kin}, read in both orders"
    assert not any(seat.failure for seat in judging.seats), "one reading of two is enough"
    found = report_on(events).readings
    # Each dimension of PRO's is a point higher where PRO was read first: half of that is what being first adds.
    assert [row.name for row in found.judges] == ["Technical", "Business", "General"]
    for row in (found.panel, *found.judges):
        assert (row.preference.value, row.noise.value) == (pytest.approx(0.5), 0.0)
    assert [(row.rulings, row.rulings_differ) for row in (found.panel, *found.judges)] == [
        (18, 1),
        (6, 1),
        (6, 0),
        (6, 0),
    ]
    assert found.once == {"Risk": "its answer was not readable"}
    assert report_in("agreed").readings is None


def _read_again(read):
    """The same judge's sheet with CON read first: PRO a point lower, and Technical rules otherwise once."""
    judge = read.sheet.judge
    if judge == "Risk":
        return failed(swapped_step(judge), "its answer was not readable")
    entries = [
        but(one, scores={key: n - one.argument_id.startswith("PRO") for key, n in one.scores.items()})
        for one in read.sheet.entries
    ]
    if judge == "Technical":
        other = "REFUTED" if entries[0].standing == "UPHELD" else "UPHELD"
        entries[0] = but(entries[0], standing=other)
    again = but(read.sheet, entries=tuple(entries))
    return but(read, sheet=again, call=CallId(step=swapped_step(judge)))


def test_calls_cost_what_their_models_do_and_what_has_no_price_is_named():
    price = Price(called="a", input=Decimal(1), output=Decimal(10), cached=Decimal("0.5"))
    known = {"openai:a": Pricing(price=price), "openai:b": Pricing(reason="free", charged=False)}
    prices = Prices(day="2026-11-01", source="list 1", models=known)
    events = [DebateOpened(config=config(["openai:a"] * 4), prices=prices)]
    for judge, model in (("Risk", "openai:a"), ("General", "openai:b")):
        call = f"judging:{judge}"
        events += started(call, model=model), completed(call, input=1000, output=100)
    found = usage_of(replay(stored(events)))
    assert (found.cost, found.reason) == (0.002, "without openai:b, which has no price")
    assert [(one.name, one.tokens, one.cost, one.batched) for one in found.by] == [
        ("Risk", 1100, 0.002, False),
        ("General", 1100, None, False),
    ]
    free = {"openai:c": Pricing(reason="simulated", charged=False), "openai:b": known["openai:b"]}
    for several, said in (
        ({**known, **free}, "without openai:b and openai:c, which have no price"),
        (free, "free and simulated"),
    ):
        prices = Prices(day="2026-11-01", source="list 1", models=several)
        for models in (list(several), list(several)[::-1]):
            begun = [DebateOpened(config=config(), prices=prices)]
            begun += [started(f"judging:{n}", model=model) for n, model in enumerate(models)]
            assert usage_of(replay(stored(begun))).reason == said, "whoever spoke first"
    (row,) = (one for one in found.prices if one.model == "openai:a")
    assert (row.input, row.output, row.cached, found.prices_of) == (1.0, 10.0, 0.5, "list 1, 2026-11-01")


def test_of_a_debate_in_which_nothing_was_argued_nothing_is_to_be_read_or_briefed():
    found = report_on(
        changed(event, "turn", arguments=tuple(but(one, claim="...") for one in event.turn.arguments))
        if isinstance(event, TurnSpoken)
        else event
        for event in STATES["agreed"]
    )
    assert (found.outcome.nothing_argued, found.outcome.call) == (True, "no_call")
    assert (found.review, found.helps, found.briefing.value) == ((), (), None)
    assert (found.scorecard.leader, found.briefing.reason) == (None, "nothing was argued")
    measures = found.agreement
    figures = (measures.alpha, measures.kappa, measures.relative, *measures.by_dimension.values())
    assert {(one.value, one.reason) for one in figures} == {(None, "nothing was argued")}
    assert not (measures.pairs or measures.without_judge or measures.without_argument)


def test_the_other_rules_and_weights_are_each_read_once_and_none_that_the_report_stands_on():
    held = record()
    usual, classic, strengths = read(held), read(held, rules="classic"), read(held, weights="classic")
    others = {change.change: change for change in other_readings(usual, held, History())}
    assert set(others) == {"classic rules", "independent rules", "classic weights"}
    flips = classic.outcome.call != usual.outcome.call
    assert (others["classic rules"].call, others["classic rules"].flips) == (classic.outcome.call, flips)
    assert {change.change for change in other_readings(classic, held, History())} == {
        "default rules",
        "independent rules",
        "classic weights",
    }
    assert {change.change: change.call for change in other_readings(strengths, held, History())} == {
        "classic rules": read(held, weights="classic", rules="classic").outcome.call,
        "independent rules": read(held, weights="classic", rules="independent").outcome.call,
        "evidence weights": usual.outcome.call,
    }
    early = record(upto=7)
    assert {change.call for change in other_readings(read(early), early, History())} == {"no_call"}


@each(
    ("words", "refuses"),
    [
        ("I can't accept that buses cost more; the timetable says otherwise.", False),
        ("I cannot see a source here, and I won't concede CON-1.", False),
        ("I won't argue with CON-2. Buses run anyway.", False),
        ("I am unable to assist with this.", True),
        ("I must decline.", True),
        ("I'm not able to comfortably argue for that.", True),
        ("I refuse to write this.", True),
    ],
)
def test_prose_that_rejects_a_claim_is_no_refusal(words, refuses):
    for call, who in ("opening:pro", "PRO"), ("briefing", "The briefing"):
        events = (
            DebateOpened(config=config()),
            started(call, model="simulated:m"),
            completed(call, text=words),
        )
        said = refusals_of(replay(stored(events)))
        assert said == ((f"{who} refused to answer: “{words}”",) if refuses else ())
    spoken = Argument(id="PRO-1", side="pro", claim=words, structured=False)
    assert spoken.holds_nothing(from_elsewhere=False) == refuses
    longer = but(spoken, claim=f"{words} {'Buses run on time. ' * 20}")
    assert not longer.holds_nothing(from_elsewhere=False), "who goes on may argue"


def test_a_call_is_of_a_side_a_judge_or_the_live_judge():
    alone = replay(stored([DebateOpened(config=config())]))
    steps = ("exchange:2", "deliberation:2:Risk", "pairwise:3", "conflict")
    assert [_part_of(step, alone).name for step in steps] == ["CON", "Risk", "Live judge", "Narrative"]
    judged = replay(stored([DebateOpened(config=but(config(), live=Live()))]))
    assert _part_of("conflict", judged).name == "Live judge"
