"""A debate as blocks: what the verdict and the agreement say in each state, and that every format has every word."""

import csv
import functools
import io
import re
from collections import Counter
from dataclasses import replace
from statistics import fmean

import pytest

from debate_core.calls.speech import CUT_WARNING
from debate_core.domain.transcript import Closing
from debate_core.domain.wording import CALIBRATIONS, in_json
from debate_core.examples import EXAMPLES, record_of
from debate_core.library.history import History
from debate_core.library.report.debate import other_readings
from debate_core.library.report.evidence_used import OddScore
from debate_core.library.report.live import NarrativeReport
from debate_core.library.report.rows import majority
from debate_core.library.report.shape import Help
from debate_core.library.report.usage import UsageReport, usage_of
from debate_core.measuring.gap import Contrast
from debate_core.phrases import range_text
from debate_core.reporting.agreement_words import models_text, one_model_text
from debate_core.reporting.arguments import ruling_text, trace_block
from debate_core.reporting.debate import (
    OF_WHAT_WAS_ARGUED,
    SUMMARY,
    debate_document,
    failure_text,
    report_values,
    scores_csv,
    whole_document,
)
from debate_core.reporting.debate_lines import panel_line
from debate_core.reporting.formats import figures_csv, html, markdown, plain_text, values
from debate_core.reporting.lead import (
    STILL_AHEAD,
    change_text,
    favour_text,
    flips_text,
    robustness_block,
    robustness_text,
)
from debate_core.reporting.scores import (
    agreement_block,
    disputed_block,
    disputed_text,
    help_text,
    scores_block,
    scores_text,
    why_text,
)
from debate_core.reporting.usage import cost_block
from debate_core.reporting.verdict import (
    SCOPE,
    SIMULATED,
    answer_of,
    averages_text,
    first_look_text,
    other_reading_text,
    reading_text,
)
from debate_core.store.events import Failure, TurnSpoken
from debate_core.store.record import NOTHING_ARGUED, replay
from debate_core.verdicts.rules import Thresholds
from tests.building import simulated, structured
from tests.building.facts import but, changed, stored
from tests.building.reviewed import review
from tests.building.structured import report_for
from tests.each import each
from tests.library.test_report import CLEAR, read, record, usual

MINUS = "\N{MINUS SIGN}"
LOST = tuple(tuple(reversed(row)) for row in CLEAR)
SPLIT = ((9, 9, 7, 1, 2, 4), (1, 2, 4, 9, 9, 7), (9, 8, 7, 2, 3, 4), (2, 1, 3, 8, 9, 8))
FORMATS = {
    "text": plain_text,
    "Markdown": markdown,
    "HTML": html,
    "CSV": figures_csv,
    "JSON": lambda one: in_json(values(one)),
}


@functools.cache
def told(state="agreed", **settings):
    """A hand-written debate's report and its document."""
    held = structured.record_of(state)
    found = report_for(held, **settings)
    return found, debate_document(found, held)


def shown(found, state="agreed", **changes):
    """The document of a report that is changed so."""
    return debate_document(but(found, **changes), structured.record_of(state))


def retold(found, **outcome):
    """The document of a report whose outcome is changed."""
    return shown(found, outcome=but(found.outcome, **outcome))


# ── the verdict ──


class Judge:
    def __init__(self, ballot, model="simulated:standard", *, scored=False):
        self.ballot, self.model = ballot, model
        self.scores = {"PRO-1": {}} if ballot or scored else {}


PRO, CON, TIE, NOBODY = (Judge(ballot) for ballot in ("PRO", "CON", "TIE", None))
ANA, BEN = (Judge(ballot, None) for ballot in ("PRO", "CON"))
HALF, EVE = Judge(None, scored=True), Judge(None, None, scored=True)
"""People, and who scored one side alone: "All three judges favour PRO" stood under "Scored by 4 judges"."""


@each(
    ("seats", "first", "said"),
    [
        ((PRO,) * 4, "PRO", "All four judges favour PRO."),
        ((PRO, PRO), "", "Both judges favour PRO."),
        ((PRO, CON, PRO, CON), "", "Two judges favour PRO, two favour CON."),
        ((CON, PRO, PRO, PRO), "PRO", "Three judges favour PRO, one favours CON."),
        (
            (CON, PRO, CON, TIE),
            "CON",
            "Two judges favour CON, one favours PRO and one sees them about even.",
        ),
        ((TIE, TIE, CON), "", "One judge favours CON, two see them about even."),
        ((PRO, NOBODY, NOBODY), "", "The one judge who scored both sides favours PRO."),
        ((NOBODY, NOBODY), "", ""),
        ((PRO, PRO, PRO, NOBODY), "", "All three judges favour PRO."),
        ((PRO, PRO, PRO, HALF), "", "All three judges who scored both sides favour PRO."),
        (
            (PRO, PRO, PRO, CON, HALF),
            "",
            "Three judges who scored both sides favour PRO, one favours CON.",
        ),
        ((PRO, PRO, PRO, EVE), "", "All three who scored both sides favour PRO."),
        ((PRO, ANA, BEN), "", "Two who scored favour PRO, one favours CON."),
        ((PRO, ANA), "PRO", "Both who scored favour PRO."),
    ],
)
def test_whom_the_judges_favour_counts_only_those_who_scored_both_sides_and_calls_no_person_a_judge(
    seats, first, said
):
    assert favour_text(seats, first) == said


@pytest.mark.slow
def test_a_winner_is_told_with_its_results_the_higher_first():
    for tables, side in ((CLEAR, "PRO"), (LOST, "CON")):
        found = answer_of(usual(tables))
        assert (found.word, found.sentence) == (side, "8.1 to 3.3 out of 10.")
        assert (found.beside, found.scope) == (f"All four judges favour {side}.", SIMULATED)


def test_on_no_call_nobody_is_called_better_and_every_reason_stands():
    found = usual(SPLIT)
    answer, document = answer_of(found), debate_document(found, record(SPLIT))
    assert (answer.word, document["verdict"].title) == ("NO CALL", "No call")
    assert answer.sentence == "Two judges favour PRO, two favour CON."
    assert document["why"].items == found.outcome.reasons
    assert document.block("luck") is document.block("if_settled") is None
    assert "argued better" not in document["verdict"].sentence


def test_a_judge_that_failed_stands_nowhere_and_the_others_keep_their_places():
    held = record(failed=("Business",))
    report = read(held)
    found = answer_of(report)
    stands = [(one.name, one.seat) for one in found.line.leads if one.found.value is not None]
    assert stands == [("Technical", 0), ("Risk", 2), ("General", 3)]
    document = debate_document(report, held)
    (said,) = document.summary(*SUMMARY)["failed"].items
    assert said.startswith("Business failed: ") and "missing, not zero" in said


def test_no_call_says_where_the_judges_disagree():
    one = ((9, 6, 6, 6, 6, 5), (2, 6, 6, 7, 6, 6), (9, 6, 6, 6, 6, 6), (2, 6, 6, 7, 6, 6))
    assert answer_of(read(record(one))).beside == "They disagree on one argument, PRO-1."


@pytest.mark.slow
def test_the_chance_of_a_winner_names_what_it_takes_for_granted_and_is_never_certain():
    found, _ = told()
    for call, value, p_pro in (("pro", 1.0, 0.97), ("con", -1.0, 0.03), ("con", -1.0, 0.0)):
        lead = {"call": call, "gap": replace(found.outcome.gap, value=value)}
        said = retold(found, **lead, p_pro=p_pro)["luck"]
        within = f"likely {range_text(lead['gap'], 'lead')}"
        chance = f"lead is {within}, and the chance that {call.upper()} argued better is over 95%."
        assert said.sentence.startswith(f"As simulated judges share no mistakes, the {chance}")
        unknown = retold(found, **lead, tipping_share=None)["luck"]
        assert f"If the judges made independent mistakes, the lead is {within}" in unknown.sentence
        assert said.title.endswith("Hardly")
    for call, value, p_pro in (("pro", 1.0, 0.8), ("con", -1.0, 0.2)):
        luck = retold(found, call=call, gap=replace(found.outcome.gap, value=value), p_pro=p_pro)["luck"]
        assert luck.title.endswith("Possibly") and "80%" in luck.sentence


def left_out(call, gap, without, leads):
    """What is said of leaving judges out: of this verdict and lead, and what each would leave."""
    found, ends = usual(SPLIT), iter(zip(without, leads, strict=True))
    changes = []
    for one in found.robustness:
        if one.left_out:
            end, lead = next(ends)
            one = but(one, call=end, lead=lead, flips=end != call)
        changes.append(one)
    outcome = but(found.outcome, call=call, gap=replace(found.outcome.gap, value=gap))
    changed_ = but(found, robustness=tuple(changes), outcome=outcome)
    return debate_document(changed_, record(SPLIT))["left_out"]


@each(
    ("gap", "leads", "title"),
    [
        (0.8, (0.5, 1.2, 0.6, 0.9), "No call, whichever judge you leave out"),
        (0.8, (-0.02, 1.2, 0.6, 0.9), "Without Technical, the sides are evenly matched"),
        (0.8, (0.02, 1.2, -0.6, None), "Without Technical or Risk, the sides are evenly matched"),
        (0.8, (0.9, 1.2, 0.6, None), "Without General, the lead can't be computed"),
        (0.8, (0.8, -1.2, 0.6, 0.9), "Without Business, CON leads"),
        (0.8, (0.1, -1.2, 0.6, 0.9), "Who leads depends on which judge you leave out"),
        (0.1, (0.1, -0.4, 0.3, 0.2), "No clear lead, whichever judge you leave out"),
    ],
)
def test_without_a_judge_a_side_leads_only_where_its_lead_reads_so(gap, leads, title):
    assert left_out("no_call", gap, ["no_call"] * 4, leads).title == title


@each(
    ("call", "without", "title"),
    [
        ("pro", ("pro",) * 4, "PRO stays the winner whichever judge you leave out"),
        ("pro", ("pro", "no_call", "pro", "no_call"), "Without Business or General there is no winner"),
        ("pro", ("no_call",) * 4, "Dropping any one of four judges removes the winner"),
        ("no_call", ("no_call", "no_call", "pro", "no_call"), "Without Risk, PRO is the winner"),
        ("pro", ("pro", "con", "pro", "pro"), "Without Business, CON is the winner"),
    ],
)
def test_where_one_side_always_leads_the_title_is_what_becomes_of_the_verdict(call, without, title):
    block = left_out(call, 0.8, without, [0.8] * 4)
    assert block.title == title
    # A winner's title says it all; why there is none is more than that.
    assert bool(block.sentence) == ("no winner" in title or "removes" in title)


def test_what_the_verdict_would_be_without_a_judge_is_told_where_it_would_be_another():
    found, _ = told()
    ends = {"Risk": "con", "General": "no_call"}
    changes = (
        but(one, call=ends.get(one.left_out, one.call), flips=one.left_out in ends)
        for one in found.robustness
    )
    sentence = shown(found, robustness=tuple(changes))["left_out"].sentence
    assert sentence == f"Without Risk the verdict would be CON. Without General {STILL_AHEAD.format('PRO')}"


def test_how_far_to_rely_on_a_winner_stands_before_whether_it_is_luck():
    found, _ = told()

    def answer(found, **changes):
        document = retold(found, **changes)
        assert [one.key for one in document["verdict"].children][:2] == ["reliance", "luck"]
        return document["reliance"].title

    assert answer(found).endswith("Not for a real decision")
    # How large the lead is and how surely it is one are two things.
    for reading, share, strength in (
        ("a small lead", 0.6, "A small lead, hardly luck."),
        ("leaning", 0.6, "Leaning to PRO, hardly luck."),
        ("clear", 0.22, "A clear lead, but fragile: with real models it would be no call."),
    ):
        because = retold(found, reading=reading, tipping_share=share)["reliance"].sentence
        assert because.startswith(strength)
    real = but(found, simulated_said="")
    assert "no call" not in retold(real, reading="clear", tipping_share=0.22)["reliance"].sentence
    assert answer(real, tipping_share=0.22).endswith("Not on these judges alone")
    bare = but(real, review=())
    assert answer(bare, tipping_share=0.6, cautions=()).endswith("Yes, as to who argued better here")
    assert answer(but(real, review=("PRO-1",)), tipping_share=0.6, cautions=()).endswith("With care")
    assert answer(real, cautions=("Something.",), tipping_share=0.6).endswith("With care")
    assert answer(real, p_pro=None).endswith("We can't tell")
    open_ = retold(real, call="no_call")
    assert open_["reliance"].title.endswith("Don't base a decision on this yet")
    assert retold(found, call="no_call")["reliance"].sentence == SIMULATED not in open_["verdict"].sentence


def test_partly_simulated_scores_prove_nothing_either_and_equal_averages_are_not_told():
    found, _ = told()
    mixed = but(found, simulated_said="partly simulated: Risk")
    answer = answer_of(mixed)
    assert answer.scope == "Partly simulated: Risk. What is simulated proves nothing about the topic."
    made = debate_document(mixed, structured.record_of("agreed"))["reliance"].sentence
    assert "It is a run that is partly simulated: simulated models know nothing" in made
    real = but(found, simulated_said="", simulated=False)
    documents = [debate_document(one, structured.record_of("agreed")) for one in (mixed, real)]
    assert ["simulated" in one.about for one in documents] == [True, False]
    assert answer_of(real).scope == SCOPE
    assert answer_of(but(real, outcome=but(found.outcome, call="no_call", ahead="pro"))).scope == ""
    for sides, text in (
        ({"pro": 7.04, "con": 6.96}, ""),
        ({"pro": None, "con": 6.0}, ""),
        ({"pro": 7.0, "con": 6.0}, "7.0 to 6.0"),
    ):
        assert averages_text(but(found, outcome=but(found.outcome, sides=sides))) == text
    level = but(
        found, outcome=but(found.outcome, call="no_call", ahead="pro", sides={"pro": 7.04, "con": 6.96})
    )
    assert answer_of(level).sentence == "All four judges favour PRO."


@each(
    ("p_pro", "tips", "title"),
    [
        (0.95, 0.34, "Hardly"),
        (0.9499, 0.34, "Possibly"),
        (0.95, 0.3399, "If judges share mistakes, yes"),
        (None, 0.5, "We can't tell"),
    ],
)
def test_how_near_luck_is_goes_by_the_chance_and_by_what_real_models_share(p_pro, tips, title):
    found, _ = told()
    luck = retold(found, p_pro=p_pro, tipping_share=tips, assumed_share=0.0)["luck"]
    assert luck.title == f"Could it be luck? {title}"
    if p_pro:
        assert [share for _, share in luck.tables[0].rows][:2] == ["0%", "34%"]
        assert "real models share" not in luck.sentence, "the bar says it"


def test_of_simulated_judges_the_line_shows_what_real_models_would_make_of_the_lead():
    found, _ = told()
    names = [name for name, _ in panel_line(found).likely]
    assert names == ["none shared, 90%", "34% shared, 90%", "similar panels, 80%"]
    real = [name for name, _ in panel_line(but(found, simulated_said="")).likely]
    assert real == ["this panel, 90%", "similar panels, 80%"]
    for share, scope in ((0.22, f"{SIMULATED} With real models it would be no call."), (0.6, SIMULATED)):
        tips = but(found, outcome=but(found.outcome, tipping_share=share))
        assert answer_of(tips).scope == scope
    for call, side in (("pro", "pro"), ("no_call", None)):
        assert panel_line(but(found, outcome=but(found.outcome, call=call))).named == side


def test_readings_for_the_side_that_the_panel_is_not_for_are_a_caution():
    report, _ = told()
    live = {
        "scorecard": but(report.scorecard, leader="con", rounds_won={"pro": 0, "con": 6}),
        "live_model": "m",
    }
    story = NarrativeReport(
        leader="con", text="", turns=(), spine=(), evolved=(), broke=(), turning_points=(), remarks=()
    )
    called = but(report.outcome, call="pro")
    for changes, told_of in (
        (live, ("CON 6 rounds and PRO 0",)),
        ({**live, "live_model": ""}, ()),
        ({"narrative": story}, ("CON held the steadier case",)),
        ({"narrative": but(story, leader="pro")}, ()),
        ({**live, "narrative": story}, ("CON 6 rounds and PRO 0", "CON held the steadier case")),
    ):
        text = other_reading_text(but(report, **{"outcome": called, "narrative": None, **changes}))
        assert bool(text) == bool(told_of) and all(one in text for one in told_of)
    for call, ahead, warned in (("con", None, False), ("no_call", None, False), ("no_call", "pro", True)):
        both = but(report, outcome=but(called, call=call, ahead=ahead), **live, narrative=story)
        assert bool(other_reading_text(both)) == warned


def test_a_side_that_is_ahead_stands_beside_the_share_that_its_judges_are_taken_to_share():
    found, _ = told()
    ahead = {"call": "no_call", "ahead": "pro", "p_pro": 0.92, "tipping_share": 0.4, "assumed_share": 0.58}
    shares = {str(name): share for name, share in retold(found, **ahead)["why"].tables[0].rows}
    outcome = but(found.outcome, **ahead)
    assert answer_of(but(found, outcome=outcome)).word == "NO CALL"
    assert shares["Taken into account"] == "58%" and shares["The lead is gone at"] == "40%"
    # A share that is no whole percent read 20.4% in the sentence and 20% in its table.
    named = retold(found, tipping_share=0.66, assumed_share=0.204)["luck"]
    assert named.sentence.startswith("If the judges share 20.4% of their chance mistakes, ")
    assert (named.tables[0].rows[0][1], named.figure.gone) == ("20.4%", 0.66)
    for level, many in ((0.9, "would be this far apart in about 10%"), (0.95, "about 15% of debates")):
        gap = replace(found.outcome.gap, level=level)
        assert many in retold(found, **ahead, gap=gap)["verdict"].sentence


def test_judges_of_one_model_whose_shared_mistakes_are_allowed_for_are_not_said_to_have_too_narrow_ranges():
    held = record(models=("openai:a_b",) * 4)
    allowed, not_allowed = (models_text(read(held, rules=rules)) for rules in ("default", "independent"))
    assert allowed.endswith("ranges that allow for no shared mistakes are too narrow.")
    assert not_allowed.endswith("the ranges are too narrow.")


NEAR = ((7, 7, 7, 6, 6, 7), (6, 7, 7, 6, 6, 6), (7, 7, 7, 6, 6, 6), (7, 7, 7, 6, 7, 6))
"""A lead under a point that some shared mistakes would undo."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("models", "near"),
    [
        (("openai:a",) * 4, False),
        (("openai:a", "openai:a", "openai:a", "gemini:b"), False),
        (("simulated:standard",) * 4, True),
    ],
)
def test_a_winner_says_from_which_share_of_shared_mistakes_on_the_lead_is_gone(models, near):
    tables = NEAR if near else CLEAR
    held = record(tables, models=models)
    found = read(held)
    shared, gap = found.shared_errors, found.outcome
    # (f² − 1)/(f² − 1 + J), f the gap over half its interval
    low, high = gap.gap.interval
    f2 = (gap.gap.value / ((high - low) / 2)) ** 2
    assert gap.tipping_share == shared.tipping_share == pytest.approx((f2 - 1) / (f2 + 3))
    assert [one.includes_0 for one in shared.at] == [one.share > gap.tipping_share for one in shared.at]
    assert gap.cautions[-1] == shared.sentence
    # Said once: with luck. That judges run on one model is the caution.
    cautions = debate_document(found, held).block("cautions")
    assert cautions is None or shared.sentence not in cautions.items
    assert shared.one_model == (len(set(models)) == 1 and not near)


@pytest.mark.slow
def test_scores_written_by_hand_are_no_models_and_without_a_winner_no_share_tips():
    one = ("openai:a",) * 4
    assert read(record(models=one)).shared_errors.one_model
    assert not read(replace(record(models=one), example="by hand")).shared_errors.one_model
    found = usual(SPLIT)
    assert (found.outcome.tipping_share, found.outcome.tipping_reason) == (None, "no side is named")
    assert (found.shared_errors.sentence, found.shared_errors.reason) == (None, "no side is named")


@pytest.mark.parametrize(
    ("models", "said"),
    [
        (("openai:a_b",) * 4, "All these judges run on one model (openai:a_b), so they make the same"),
        (("openai:a", "openai:a", "gemini:b", "openai:a"), "Three of these judges run on one model"),
        (("openai:a", "gemini:b", "ollama:c", "local:d"), "Each judge runs on its own model"),
        (("simulated:standard",) * 4, "Simulated judges make independent mistakes"),
        (("simulated:a", *["openai:a"] * 2, "simulated:a"), "Two of these judges run on one model (openai"),
    ],
)
def test_that_judges_on_one_model_make_the_same_mistakes_is_said(models, said):
    found, _ = told()
    judges = tuple(but(judge, model=model) for judge, model in zip(found.judges, models, strict=True))
    changed_ = but(found, judges=judges)
    warning, otherwise = one_model_text(changed_), models_text(changed_)
    assert (warning or otherwise).startswith(said)
    assert bool(warning) == ("the model agreeing with itself" in otherwise)
    cautions = retold(changed_, call="no_call").block("cautions")
    assert (cautions is not None and warning in cautions.items) == ("run on one model" in said)


@each("call", ["pro", "con"])
def test_a_winner_on_z_scores_whose_points_are_level_says_so_either_way(call):
    """Found in a review: "0 points toward CON" beside PRO, "CON, by 0 points" beside CON."""
    found, _ = told(rules="classic")
    document = retold(found, call=call, gap=Contrast(value=0.0), p_pro=None)
    assert document["verdict"].sentence.startswith("That is on z-scores; in points the lead is 0.")
    assert document["luck"].title == "Could it be luck? We can't tell"


def test_before_all_have_scored_there_is_no_verdict():
    found, document = told("some_scored")
    assert report_values(found)["why_null"]["robustness_sentence"] == found.robustness_reason
    assert robustness_text(found) == ""
    assert (document.badges[-1], document["verdict"].title) == ("Not finished", "Not yet")
    when = "There is no verdict before all have scored or failed."
    assert document["verdict"].sentence == f"2 of 4 judges have scored. {when}"
    assert not any("argued better" in one.title for one in document) and document.block("lead") is None


def test_a_report_says_why_a_debate_paused():
    held = replay(stored(simulated.STATES["paused"]()))
    found, why = report_for(held), "the budget of 2 calls is used up; raise it in a new debate"
    assert debate_document(found, held).about.endswith(f"It paused: {why}.")
    assert report_values(found)["cause"] == why


@pytest.mark.slow
def test_the_way_on_from_no_call_is_no_discussion_of_one_judge_and_none_of_scores_that_mean_nothing():
    found, document = told("no_call")
    discuss = "The judges can discuss it, but judges who come to agree can still be wrong."
    assert document["next"].title == "What next"
    assert document["next"].items[:2] == (discuss, "Ask people who know the field.")
    alone = tuple(but(one, scores={}) for one in found.judges)
    assert discuss not in shown(found, "no_call", judges=alone)["next"].items
    assert discuss not in shown(found, "no_call", accord=but(found.accord, advised=False))["next"].items
    few = shown(found, "no_call", judges=(found.judges[0], *alone[1:]), simulated_said="", simulated=False)
    assert few["verdict"].sentence == found.outcome.reasons[0]
    assert few["reliance"].sentence == "Too few judges scored."
    odd = OddScore(judge="Risk", argument="PRO-3", score=1.0, predicted=6.0)
    assert shown(found, "no_call", look_first=odd)["next"].items[-1] == first_look_text(
        but(found, look_first=odd)
    )
    void = shown(found, "no_call", void=True)["next"].items
    assert void[0] == "Have real models judge it." and discuss not in void


def test_where_nothing_was_argued_nothing_that_rests_on_arguments_is_told():
    found, _ = told()
    reasons = (f"{NOTHING_ARGUED}: no speech came.",)
    document = retold(found, nothing_argued=True, call="no_call", reasons=reasons)
    assert (document["verdict"].title, document["verdict"].sentence) == (NOTHING_ARGUED, "no speech came.")
    assert not {one.key for one in document} & {*OF_WHAT_WAS_ARGUED, "why", "luck", "reliance"}
    assert document["next"].items == ("Have another model debate it.",)
    assert document.beside is None


def test_without_a_share_at_which_the_lead_is_gone_luck_has_its_reason_and_no_picture():
    luck = retold(told()[0], tipping_share=None, tipping_reason="it is none as it is")["luck"]
    assert luck.sentence.startswith("What shared mistakes would do is unknown: it is none as it is.")
    assert (luck.figure, luck.tables) == (None, ())


def test_where_nobody_is_named_equal_weights_that_would_name_a_side_are_a_caution():
    found, _ = told("no_call")
    for flipped, last in (
        ("equal weights", "The verdict is PRO if read with equal weights."),
        ("without Risk", None),
    ):
        changes = tuple(but(one, flips=one.change == flipped, call="pro") for one in found.robustness)
        cautions = shown(found, "no_call", robustness=changes)["cautions"].items
        assert (cautions[-1] == last) == (last is not None)


# ── how it was read, and what it depends on ──


@pytest.mark.slow
def test_how_the_scores_were_read_stands_with_the_verdict():
    found, document = told()
    assert reading_text(found) == "Scores adjusted for strictness. Default rules."
    assert reading_text(found) in document["verdict"].notes
    changed_, _ = told(
        calibration="none",
        weights="equal",
        rules="classic",
        topic_type="business",
        thresholds=Thresholds(alpha_least=-1.0, alpha_alone=True, divergent_share=0.5),
    )
    assert reading_text(changed_) == (
        "Scores as given, equal weights. Classic rules, the topic taken as business; changed from the "
        f"usual: agreement on scores, at least {MINUS}1.0 instead of 0.5 and low agreement on scores alone means no "
        "call."
    )
    assert "people's scores asked for, which nobody has given" in reading_text(told(people=True)[0])


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["default", "independent", "classic"])
def test_a_reading_that_cannot_change_the_verdict_is_marked_and_not_counted(rules):
    found, document = told(rules=rules)
    rows = {row[0]: row[2] for row in document["robustness"].tables[0].rows}
    idle = [one.change for one in found.robustness if one.same]
    assert len(idle) == (8 if rules == "classic" else 2) + (found.settings.weights == "equal")
    assert {rows[change_text(one)[:1].upper() + change_text(one)[1:]] for one in idle} == {
        "the same by construction"
    }
    assert f"{len(found.robustness) - len(idle)} other readings" in robustness_text(found)


def test_the_title_counts_the_readings_that_its_table_shows():
    found, held = told()[0], structured.record_of("agreed")
    others = other_readings(found, held, History())
    block = robustness_block(found, others)
    compared = [row[2] for row in block.tables[0].rows]
    assert others and len(compared) == len(found.robustness) + len(others)
    assert f"all {compared.count('the same')} other readings" in block.title and "differs" not in compared
    idle = but(found, robustness=tuple(but(one, same=True) for one in found.robustness))
    assert robustness_text(idle) == "No other reading could change the verdict, PRO."
    values = report_values(found, others)
    assert values["robustness_sentence"] == f"{block.title}."
    assert len(values["robustness"]) + len(values["other_readings"]) == len(compared)
    assert {*values["other_readings"][0]["why_null"]} == {"left_out", "lead"}


def test_judges_without_any_of_whom_there_is_no_winner_are_named_as_such():
    found, _ = told()
    flips = [but(one, flips=False) for one in found.robustness]
    gone = {"without Risk", "without General"}
    both = [but(one, flips=True, call="no_call") if one.change in gone else one for one in flips]
    assert flips_text(found, both) == "Dropping any one of Risk and General removes the winner."
    two = but(
        found, judges=[one if f"without {one.name}" in gone else but(one, scores={}) for one in found.judges]
    )
    assert flips_text(two, both) == "A verdict needs two judges, and only Risk and General scored."
    shared = [one for one in both if one.change == "34% of errors in common"]
    shared[0] = but(shared[0], flips=True, call="no_call")
    assert flips_text(found, [*both, *shared]) == (
        "There is no winner if read without Risk, without General or with 34% of mistakes shared."
    )
    assert flips_text(found, flips) == ""


# ── agreement ──


def with_alpha(state="agreed", **alpha):
    found, _ = told(state)
    changed_ = replace(found.agreement.alpha, **alpha)
    return shown(found, state, agreement=but(found.agreement, alpha=changed_))["agreement"]


def test_undefined_agreement_is_said_with_its_reason():
    _, document = told("undefined")
    assert document["agreement"].title == "Agreement can't be computed"
    assert document["agreement"].sentence == "Every score is the same. 4 judges scored."


@pytest.mark.slow
def test_a_judge_that_failed_is_counted_out_loud():
    assert (
        with_alpha("three_of_four", interval=(0.85, 0.99)).title
        == "Agreement among 3 of 4 judges is high, but on rulings it looks poor"
    )
    assert "More arguments, more judges" in with_alpha(interval=(0.2, 0.7)).sentence
    found, _ = told("three_of_four")
    (risk,) = (judge for judge in found.judges if judge.status == "failed")
    assert failure_text(risk).startswith("Risk failed: its answer was not readable three times")
    assert failure_text(risk).endswith(" missing, not zero; the others still count.")
    assert failure_text(risk, verdict=False).endswith(" missing, not zero.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "alpha", "said"), [("agreed", 0.2, True), ("agreed", 0.5, False), ("split", 0.2, False)]
)
def test_a_winner_where_scores_agree_too_little_says_why_there_can_be_one(state, alpha, said):
    notes = with_alpha(state, value=alpha, interval=(0.1, 0.7)).notes
    assert any("comparing the sides takes that out" in note for note in notes) == said


def test_where_they_disagree_is_said_and_wide_spreads_even_where_no_argument_is_disputed():
    split = told("split")[1]["agreement"]
    assert split.title == "The judges split over CON-1. Six arguments can't tell us more"
    assert "CON-1" not in split.sentence
    wide, _ = told("no_call")
    rows = tuple(but(row, divergent=False) for row in wide.arguments)
    undisputed = shown(wide, "no_call", arguments=rows)["agreement"].sentence
    assert "they are most apart on PRO-2 and CON-1." in undisputed
    assert told("agreed")[1]["disputed"].title == "No argument is disputed"
    agreed, _ = told("agreed")
    untested = tuple(but(row, tested=False) for row in agreed.arguments)
    assert disputed_text(agreed) == "No argument is disputed."
    assert "too few scores to tell" in disputed_text(but(agreed, arguments=untested))
    found, _ = told("split")
    with_ana = (*found.judges, but(found.judges[0], name="Ana", model=None))
    seated = but(found, judges=with_ana)
    for block in (agreement_block(seated), disputed_block(seated)):
        assert block.title.startswith("Those who scored split over CON-1")
    *three, fourth = found.judges
    few = shown(found, "split", judges=(*three, but(fourth, scores={})))["agreement"].title
    assert "split over CON-1, as far as three can tell." in few
    for many, said in ((4, "CON-3, CON-2, CON-1 and PRO-3"), (5, "five arguments, most on CON-3 and CON-2")):
        rows = tuple(
            but(row, divergent=place >= 6 - many, adjusted_spread=-abs(place - 5.5))
            for place, row in enumerate(found.arguments)
        )
        assert f"split over {said}." in shown(found, "split", arguments=rows)["agreement"].title
    for wide, said in (((1, 1, 1), ""), ((2, 1, 1), ", most on {}"), ((2, 2, 2), "")):
        # Equal but for what rounding leaves in the 15th digit.
        spreads = [far + n * 1e-15 for n, far in enumerate((*wide, 1, 1, 1))]
        rows = tuple(
            but(row, divergent=True, adjusted_spread=far)
            for row, far in zip(found.arguments, spreads, strict=True)
        )
        title = shown(found, "split", arguments=rows)["agreement"].title
        assert f"split over six arguments{said.format(found.arguments[0].id)}." in title


def test_why_an_argument_is_disputed_and_what_would_help_name_whom_and_on_what():
    found, _ = told("split")
    pair = {"apart": ("A", "B"), "apart_by": 2.0, "apart_on": "logic", "chance": 0.01}
    row = but(found.arguments[3], **pair, id="CON-1", split={"UNCERTAIN": 2, "UPHELD": 2})
    plain, whole = but(row, apart=None, apart_on=None), but(row, apart_on=None)
    assert [why_text(found, one) for one in (row, whole, plain, but(plain, divergent=False))] == [
        "A and B are 2.0 points apart, mostly on logic. More than chance would explain.",
        "A and B are 2.0 points apart. More than chance would explain.",
        "More than chance would explain.",
        "The judges' scores spread widely.",
    ]
    few = but(plain, raw={**row.raw, "Risk": None})
    assert why_text(found, few) == "More than chance would explain, as far as three can tell."

    def help_on(argument, kind="disputed"):
        asked = Help(kind=kind, argument="CON-1", text="When?")
        return help_text(but(found, arguments=(found.arguments[0], argument)), asked)

    assert [help_on(one) for one in (row, whole, plain)] == [
        "Evidence for or against CON-1 on its logic that both A and B accept: they differ on it most.",
        "Evidence for or against CON-1 that both A and B accept: they differ on it most.",
        "Evidence that would let the judges agree on CON-1.",
    ]
    unsettled = "Evidence that would settle CON-1: 2 of 4 judges called it uncertain."
    assert (help_on(row, "unsettled"), help_on(row, "question")) == (unsettled, "When?")


@pytest.mark.parametrize("advised", [True, False])
def test_a_discussion_is_offered_only_where_it_is_advised(advised):
    found, _ = told("split")
    ways = shown(found, "split", accord=but(found.accord, advised=advised))["disputed"].sentence
    assert ("a discussion among the judges" in ways) is advised and "people who know the field" in ways


def test_scores_that_adjusting_hardly_moves_are_not_said_to_stay():
    report = report_for(replay(stored(structured.STATES["agreed"])))
    near = [
        but(row, calibrated={judge: score and score + 0.03 for judge, score in row.raw.items()})
        for row in report.arguments
    ]
    (scores,) = scores_block(but(report, arguments=tuple(near))).children
    assert scores.sentence == "No score moves by more than 0.03 points."


@pytest.mark.slow
def test_of_every_score_by_a_person_it_is_said_whether_it_was_blind():
    given = [review("Ana", "PRO-1"), review("Ana", "CON-1", blind=False)]
    block = whole_document(replay(stored([*structured.STATES["agreed"], *given])), History())["people"]
    assert [row[1:3] for row in block.tables[0].rows] == [("PRO-1", "yes"), ("CON-1", "no")]


def test_an_average_is_of_the_adjusted_scores_beside_it_where_a_person_scored_some_arguments():
    held = replay(stored([*structured.STATES["agreed"], *(review("Ana", one) for one in ("PRO-1", "CON-1"))]))
    for row in debate_document(report_for(held, people=True), held)["scores"].tables[0].rows:
        assert row[-2] == pytest.approx(fmean(one for one in row[1:-2] if isinstance(one, float)))


@pytest.mark.slow
@each(
    ("method", "measure", "asks", "average"),
    [
        ("additive", "relative agreement", ["And adjusted for strictness?"], "Average"),
        ("zscore", "once rescaled (consistency)", ["And rescaled?"], "Average, as given"),
        ("none", "as given: alpha again (consistency)", [], "Average"),
    ],
)
def test_what_was_not_adjusted_for_strictness_is_not_called_so(method, measure, asks, average):
    found, document = told(calibration=method)
    assert (
        ("adjusted" in scores_text(found)) == ("adjusted" in CALIBRATIONS[method]) == (method == "additive")
    )
    measures = " ".join(row[0] for row in document["agreement"].tables[0].rows)
    assert measure in measures and ("relative" in measures) == (method == "additive")
    assert [one.title for one in document["agreement"].figure.gauges[2:]] == asks
    # The mean is of scores in points, whatever the cells beside it are in.
    assert document["scores"].tables[0].columns[-2].title == average
    every = [
        table for block in document for table in block.tables if table.title.startswith("Every score of")
    ]
    assert len(every) == 6 and all(row[-2] is not None for table in every for row in table.rows)


# ── everything, in every format ──


def everything():
    """A debate with warnings, concessions, a fallacy and a person's word."""

    def said(event):
        if not isinstance(event, TurnSpoken):
            return event
        if event.turn.closing:
            closing = Closing(
                side=event.turn.side,
                concessions=("The on-call burden is real.",),
                unrebutted=("PRO-1 stands.",),
                position="Split one service off.",
                shift="weakened",
                warnings=("This closing is 318 words long; it was to stay under 200.",),
            )
            return changed(event, "turn", closing=closing, warnings=(CUT_WARNING,))
        warned = tuple(
            but(one, warnings=("The evidence is shorter than 5 characters.",)) for one in event.turn.arguments
        )
        return changed(event, "turn", arguments=warned)

    return replay(stored(map(said, structured.STATES["agreed"])))


@pytest.mark.slow
@each("name", FORMATS)
def test_every_word_of_a_debate_stands_in_every_format(name):
    document = whole_document(everything(), History())
    text = " ".join(FORMATS[name](document).replace("\\", "").split())
    said = (
        "Separate services let each team release",  # a claim, its reasoning, evidence, the answer, its question
        "A release today waits for every team",
        "14 of the last 20 releases",
        "names a mechanism, but its evidence covers",
        "What happened in the other three quarters?",
        "find the mechanism named",  # a judge's reason
        "slippery slope",
        "The evidence is shorter than 5 characters.",
        "The on-call burden is real.",
        "318 words long",
        f"CON, turn 6: {CUT_WARNING}",
        "position weakened",
        "Split off one service first",  # the briefing
        "Unsupported: names no argument.",
        "Technical and Business",  # pairs
        "Scores adjusted for",
        "The release delays carry the case.",  # a key finding
    )
    assert [one for one in said if one not in text] == []


@pytest.mark.slow
def test_a_warning_names_a_forms_fields_in_words_and_leaves_quoted_words_alone():
    def marred(event):
        if event.kind != "turn_spoken":
            return event
        said = "its response_type should be one of four, not “no_type”."
        own = tuple(but(one, warnings=(said,)) for one in event.turn.arguments)
        return changed(event, "turn", warnings=(said,), arguments=own)

    record = replay([but(one, record="x") for one in stored(map(marred, structured.STATES["agreed"]))])
    text = plain_text(whole_document(record, History()))
    text = " ".join(text.split())
    assert "response_type" not in text
    assert text.count("its response type should be one of four, not “no_type”.") == 12
    failure = Failure(kind="unreadable", message="Three. The last: key_finding should be a text; none came.")
    assert failure.in_words.endswith("key finding should be a text; none came.")
    assert Failure(kind="internal", message="max_tokens is too large").in_words == "max_tokens is too large"


@pytest.mark.slow
def test_warnings_stand_beside_the_scores_for_programs_too():
    spoken = report_for(everything())
    short, whole = "The evidence is shorter than 5 characters.", report_values(spoken)
    long = f"Turn 6: {CUT_WARNING}", "Turn 6: This closing is 318 words long; it was to stay under 200."
    assert {tuple(one["warnings"]) for one in whole["arguments"]} == {(short,)}
    assert tuple(whole["speech_warnings"]["con"]) == long
    rows = list(csv.DictReader(io.StringIO(scores_csv(spoken))))
    assert {(row["warnings"], row["speech_warnings"]) for row in rows if row["side"] == "con"} == {
        (short, " ".join(long))
    }
    first, own = spoken.arguments[0], rows[0]
    assert (own["reason"], own["majority"]) == (first.reasons[own["judge"]], first.majority)


@pytest.mark.slow
@each("state", structured.STATES)
def test_every_state_has_a_document_in_every_format(state):
    _, document = told(state)
    assert all(render(document) for render in FORMATS.values())
    assert len({block.key for block in document}) == len(list(document)), "keys name blocks"


@pytest.mark.slow
@pytest.mark.parametrize("example", [one.id for one in EXAMPLES])
def test_a_usual_debate_is_a_small_file(example):
    assert len(html(whole_document(record_of(example), History())).encode()) < 250_000


def test_whose_weight_carries_the_results_is_said_where_judges_weigh_unlike():
    found, _ = told("split")

    def notes(*shares):
        each_ = zip(found.judges, shares, strict=True)
        judges = tuple(but(one, share=share) for one, share in each_)
        return shown(found, "split", judges=judges)["lead"].notes

    first, second, third, fourth = (one.name for one in found.judges)
    assert notes(0.21, 0.45, 0.19, 0.15)[0] == (
        f"The results rest on {second} 45%, {first} 21%, {third} 19% and {fourth} 15%."
    )
    assert not any("rest on" in one for one in notes(0.25, 0.25, 0.25, 0.25))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "whose"),
    [
        (["UPHELD", "UPHELD", "REFUTED", "UNCERTAIN"], "the largest group's: Technical and Business"),
        (["UPHELD", "UPHELD", "UPHELD", "UNCERTAIN"], "the majority's: Technical, Business and Risk"),
        (["UPHELD", "UPHELD", "UNCERTAIN", "UNCERTAIN"], "nobody's yet"),
        (["UNCERTAIN", None, None, None], "Technical's alone"),
    ],
)
def test_only_more_than_half_of_the_judges_are_a_majority(given, whose):
    record = record_of("example-second-check")
    whole = report_for(record)
    changes = {"standings": dict(zip(whole.arguments[1].standings, given, strict=True))}
    changes |= {"split": Counter(filter(None, given)), "majority": majority(given)}
    row = but(whole.arguments[1], **changes)
    (table,) = trace_block(but(whole, arguments=(row,)), record).tables
    assert whose in table.rows[0]


@pytest.mark.slow
def test_a_judge_who_alone_has_ruled_is_not_one_of_one():
    record = replay(stored(simulated.STATES["one_judge_left"]()))
    said = plain_text(whole_document(record, History()))
    assert "1 of 1" not in said and "majority" not in said
    for words in ("Ruling: refuted, 1 judge\n", "settle CON-3: 1 judge called it uncertain.", "(1 judge)\n"):
        assert words in said
    ana = but(told("split")[0].judges[0], name="Ana", model=None)
    whole = report_for(record)
    row = but(
        whole.arguments[5], standings=dict.fromkeys(whole.arguments[5].standings) | {"Ana": "UNCERTAIN"}
    )
    assert ruling_text(but(whole, judges=(*whole.judges, ana)), row) == "uncertain, 1 person"


def test_what_a_call_cost_stands_beside_its_name_in_words():
    record = replay(stored(simulated.STATES["one_judge_left"]()))
    usage, names = usage_of(record), ("judging:Risk", "judging:Risk#2", "opening:pro", "elsewhere")
    usage = but(usage, by_call=tuple(but(usage.by_call[0], name=name) for name in names))
    (table,) = (one for one in cost_block(usage, record.config).tables if one.title == "Cost by call")
    assert [row[0] for row in table.rows] == [
        "The scores of Risk",
        "The scores of Risk, asking 2",
        "PRO's opening",
        "Elsewhere",
    ]


def test_calls_of_unknown_size_are_told_once_beside_the_tokens():
    usage = UsageReport(calls=3, tokens=900, unknown=2, cached=50)
    block = cost_block(usage, structured.record_of("agreed").config)
    assert re.findall(r"[\d,]+|two", block.sentence) == ["900", "50", "two"] and not block.items
