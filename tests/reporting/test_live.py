"""The live judge's blocks: its reading, each turn with its adjustments, the register, and what is missing and why."""

import functools

import pytest

from debate_core.domain.cast import Debater
from debate_core.domain.rubric import STANDARD, Scale
from debate_core.domain.steps import comparison_step, live_turn_step
from debate_core.domain.transcript import Novelty, Topic
from debate_core.examples import events_of
from debate_core.library.history import History
from debate_core.library.report.live import live_of
from debate_core.reporting.debate import whole_document
from debate_core.reporting.formats import markdown, plain_text
from debate_core.reporting.live import (
    LIMITS,
    ONE_MODEL,
    WAITING,
    WHY_APART,
    live_blocks,
    live_document,
    new_words_text,
)
from debate_core.reporting.live_turns import failed_steps, status_text
from debate_core.store.events import TurnJudged, TurnsCompared
from debate_core.store.judging import usual_scorecard
from debate_core.store.record import replay
from debate_core.verdicts.rules import Thresholds
from tests.building.exchanges import (
    STATES,
    STORY,
    VERDICTS,
    conflict_of,
    led_by,
    proposal_of,
    repeating,
    unjudged,
    whole_exchange,
)
from tests.building.facts import but, changed, stored
from tests.building.structured import STATES as PANELS
from tests.building.structured import report_in, report_on


@functools.cache
def document_of(state):
    """The live judge's blocks of that state of a debate."""
    return live_document(report_on({**STATES, **VERDICTS}[state]()))


def text_of(document, key):
    """The title, sentence and items of a block."""
    block = document[key]
    return "\n".join((block.title, block.sentence, *block.items))


def rows_of(document, key, table=0):
    """The rows of one table of a block."""
    return document[key].tables[table].rows


def test_the_scorecard_says_who_leads_with_how_many_rounds_and_which_marks():
    # Turns 3 and 5 of PRO have 66 and 72, turns 2, 4 and 6 of CON 78, 77 and 76; turn 1 counts in nothing.
    said = text_of(document_of("verdict_differ"), "scorecard")
    assert "CON leads with 4 rounds to 0, marks 77.0 to 69.0" in said
    assert "2 of 3 answers" in text_of(document_of("verdict_long"), "scorecard")


def test_the_scorecard_says_how_often_equal_sides_would_do_as_much_and_how_far_apart_the_marks_are():
    # −8 ± 2.35 · √(20 / 3 · (1/2 + 1/3)): squares of 18 about PRO's mean, of 2 about CON's. Of the marks 66, 72, 76, 77
    # and 78 all four rounds go to one side if turns 3 and 5 have the lowest two, in one of ten ways; the highest two
    # never do, for 76 and 77 tie.
    said = text_of(document_of("verdict_differ"), "scorecard")
    assert "Equal sides would be this far apart in 10% of debates." in said
    assert "The difference of their marks is likely between CON +14 and CON +2." in said


def test_marks_too_few_to_tell_chance_from_skill_say_so():
    few = [one for one in whole_exchange() if not (isinstance(one, TurnJudged) and one.proposal.turn > 3)]
    found = report_on(few)
    assert found.scorecard.difference.interval is None
    said = text_of(live_document(found), "scorecard")
    assert "Where the difference of their marks lies is unknown: too few marks" in said


def marked(*tactics):
    """The exchange, in which nothing but tactics tells the turns apart."""

    def alike(event):
        if not isinstance(event, TurnJudged):
            return event
        bare = {"claims": (), "exposures": (), "slips": (), "links": proposal_of(2).links}
        return changed(event, "proposal", **bare, tactics=tactics[event.proposal.turn - 1])

    return [alike(event) for event in whole_exchange(narrative=STORY) if not isinstance(event, TurnsCompared)]


def test_marks_within_chance_are_level_so_far_and_differ_from_no_narrative():
    # Tactics of turns 2, 4 and 6 of CON 30, 10 and 26, of turns 3 and 5 of PRO 20 and 18: three rounds to one.
    found = report_on(marked(20, 30, 20, 10, 18, 26))
    assert (found.scorecard.leader, found.narrative.leader, found.differ) == ("level", "pro", False)
    document = live_document(found)
    assert document.blocks[0].title == "The scorecard is level, and PRO held the steadier case"
    said = text_of(document, "scorecard")
    assert "Level: each side won 2 rounds, marks 69.0 to 72.0" in said
    assert "this far apart" not in said  # two each is what anybody can do
    assert not document.block("conflict")


def test_a_scorecard_that_names_no_leader_is_not_called_level_beside_rounds_that_are_not():
    found = report_on(marked(20, 30, 20, 10, 18, 26))
    assert live_document(found).blocks[0].title.startswith("The scorecard is level")
    card = but(found.scorecard, rounds_won={"pro": 1, "con": 5})
    document = live_document(but(found, scorecard=card))
    assert document.blocks[0].title.startswith("CON won 5 rounds to 1, not enough to lead, and PRO")
    assert document["scorecard"].title == "CON won 5 rounds to 1, not enough to lead, marks 72.0 to 69.0"


def test_who_held_the_steadier_case_and_who_repeats_is_told_as_far_as_it_is_known():
    found = report_on(marked(20, 30, 20, 10, 18, 26))
    early = but(found, scorecard=but(found.scorecard, leader=None))
    assert live_document(early).blocks[0].title == "PRO held the steadier case"
    nobody = live_document(but(early, narrative=None)).blocks[0]
    assert nobody.title.startswith("The live judge has no leader yet")
    # What is new is measured from turn 5 on.
    for first, title in (
        (5, "No turn repeats its speaker"),
        (6, "Turn 5 repeats its speaker"),
        (7, "Turns 5 and 6 repeat their speaker"),
    ):
        novelty = tuple(but(one, repeats=one.turn < first) for one in found.novelty)
        assert live_document(but(found, novelty=novelty))["new-words"].title == title
    unknown = tuple(but(one, repeats=False, value=None, reason="too short") for one in found.novelty)
    title = live_document(but(found, novelty=unknown))["new-words"].title
    assert title == "Can't tell whether a turn repeats its speaker"


def test_each_call_on_a_turn_that_failed_is_named_once():
    steps = [live_turn_step(3), comparison_step(3, swapped=False), comparison_step(3, swapped=True)]
    failures = dict.fromkeys((*steps, live_turn_step(4)), "lost")
    found = but(report_on(whole_exchange()), live_failures=failures)
    assert failed_steps(found, 3) == steps and len(set(steps)) == 3


def test_the_higher_marks_alone_lead_where_rounds_are_equal():
    # PRO is above CON by 1 and 2 marks: every round is a tie.
    found = report_on(marked(20, 18, 20, 18, 20, 19))
    assert found.scorecard.rounds_won == {"pro": 0, "con": 0}
    assert live_document(found).blocks[0].title == "PRO has the higher marks and held the steadier case"


READINGS = {
    "verdict_differ": "CON leads on rounds and marks, but PRO held the steadier case",
    "verdict_level": "CON leads on rounds and marks, but neither side held the steadier case",
    "verdict_was_different": "CON leads on rounds and marks and held the steadier case",
    "verdict_no_narrative": "CON leads on rounds and marks",
}


@pytest.mark.slow
@pytest.mark.parametrize("state", READINGS)
def test_both_readings_name_their_own_leader_and_neither_is_the_verdict(state):
    document = document_of(state)
    assert document.blocks[0].title == READINGS[state]
    assert "The panel gives the verdict" in document.blocks[0].sentence


def test_what_a_narrative_cites_in_vain_is_said_below_it():
    remark = "turning point 2 cites “99”, which is no turn of the debate."
    events = whole_exchange(narrative=but(STORY, remarks=(remark,)))
    notes = live_document(report_on(events)).block("narrative").notes
    assert notes == ("One model's reading of the whole debate.", remark.capitalize())


def test_a_statement_cites_its_turns_or_is_called_unsupported():
    document = document_of("verdict_differ")
    assert document.block("narrative").items == (
        "PRO held one spine: who walks, stops. (turns 1 and 3)",
        "A statement that rests on nothing. (unsupported: cites no turn)",
    )
    assert document.block("turning").items[0] == "The survey fell. (turn 4)"
    assert "(turn 6)" in text_of(document, "broke") and "(turn 3)" in text_of(document, "evolved")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "key", "said"),
    [
        ("verdict_differ", "conflict", "the other held the stronger logic"),
        ("verdict_differ", "conflict", "not on the street. (turns 2 and 4)"),
        ("verdict_unexplained", "conflict", "The call failed: busy (529)"),
        ("verdict_never_asked", "conflict", "never asked for"),
        ("verdict_was_different", "conflict", "differed: asymmetric depth"),
        ("verdict_was_different", "conflict", "no longer differ"),
        ("verdict_no_narrative", "narrative", "failed: no readable answer"),
        ("verdict_no_narrative", "live-failures", "The narrative: no readable answer"),
        ("verdict_long", "convergence", "Both now ask how many shops"),
        ("verdict_long_failed", "convergence", "The call failed: busy (529)"),
        ("verdict_differ", "convergence", "fewer than 10 turns"),
        ("live_running", "narrative", "when every turn is judged"),
        ("live_failed", "scorecard", "Turn 3 was not judged"),
        ("live_failed", "turn-3", "the server is busy"),
        ("live_failed", "turn-5", "Comparing turns 4 and 5 failed"),
        ("live_missing", "turn-6", "missing from the score, not zero"),
    ],
)
def test_what_was_found_stands_there_and_what_is_missing_says_why(state, key, said):
    assert said in text_of(document_of(state), key)


def test_a_pattern_is_told_with_its_test_and_the_words_that_meet_it():
    found = report_on(events_of("example-school-phones"))
    block = live_document(found).block("conflict")
    first, test, *quotes = block.items
    assert found.conflict.pattern == "coherence_collapse"
    assert block.sentence.startswith("Each new framing persuades by itself, but none")
    assert first.endswith("(turns 2, 4, 6, 8 and 10)") and test.startswith("The test: CON's first thesis")
    assert quotes[0] == "In turn 2: “Locking phones away has not raised marks where it was tried.”"
    lost = but(found.conflict, quotes=(but(found.conflict.quotes[0], found="not_found"),))
    shown = live_document(but(found, conflict=lost)).block("conflict")
    assert shown.items[-1].endswith("(words not found there)")


def test_what_a_live_judge_cannot_tell_is_said_in_full():
    assert document_of("verdict_differ").block("live-limits").items == (*LIMITS, ONE_MODEL, WAITING)


def test_a_claim_keeps_its_history_when_a_person_overturns_it_and_takes_that_back():
    document = document_of("verdict_taken_back")
    flagged, exposed, overturned, back = document.block("claim-T1-C1").items
    assert flagged.startswith("Flagged by the live judge on turn 1, one point off logic")
    assert exposed.startswith("Exposed by the live judge in turn 4, two points off logic")
    assert overturned == "Overturned by a person, costs nothing. The survey exists: it was reprinted."
    assert back == "Put back by a person, two points off logic. Not it."
    assert document.block("claims").title == "2 suspect claims: PRO loses 3 points of logic"
    assert "PRO in turn 5 contradicts turn 1" in text_of(document, "slips")
    entry = report_on(VERDICTS["verdict_taken_back"]()).claims[0]
    assert status_text(entry) == "exposed by turn 4"
    assert status_text(entry.model_copy(update={"exposed_by": None})) == "flagged"


def test_every_turn_has_its_marks_adjustments_links_and_comparison():
    # Turn 3: its links 1 + .5 + 0 + 1 allow 28 of the 30 proposed; it lost to turn 2, whose rhetoric of 20 allows it
    # 19; T3-C1 takes 1.
    text = " ".join(plain_text(document_of("live_whole")).split())
    for said in (
        "Turn 3, PRO: 66 of 100, adjusted from 70",
        "Logic 30 → 28. Logic is at most 28",
        "Rhetoric 20 → 19. It lost rhetoric against turn 2",
        "Logic 28 → 27. T3-C1",
        "Measurable consequence: weak.",
        "(exact words)",
        "Against turn 2 (CON) it loses logic and rhetoric and draws on tactics.",
        "Not compared",
        "It exposes T1-C1 of turn 1",
        "how large it is stays open",
        "analytical 5 → 7.4",
        "You speak as a strategist does",
    ):
        assert said in text, said


def test_before_a_turn_is_judged_there_is_no_leader_and_no_empty_table():
    document = live_document(report_on(whole_exchange()[:2]))
    assert [one.key for one in document] == ["live", "live-limits"]
    assert document.blocks[0].title == "The live judge has no leader yet"


def test_what_each_turn_adds_is_told_from_turn_5_on():
    document = live_document(report_on(repeating()))
    assert document.block("new-words").title == "Turn 5 repeats its speaker"
    rows = [(turn, side, share.value) for turn, side, share, _ in rows_of(document, "new-words")]
    assert rows == [(5, "PRO", 0.0), (6, "CON", 1.0)]
    assert "A paraphrase counts as new" in document.block("new-words").notes[0]


def test_that_no_turn_is_judged_is_told_of_a_debate_that_is_over_as_of_what_is_past():
    unread = [one for one in whole_exchange() if not isinstance(one, TurnJudged | TurnsCompared)]
    assert "No turn was judged." in live_document(report_on(unread)).blocks[0].sentence
    assert "No turn has been judged yet." in live_document(report_on(unread[:-1])).blocks[0].sentence


def test_why_new_words_are_not_measured_is_told():
    few = Novelty(turn=5, side="pro", value=None, reason="fewer than 20 words")
    assert new_words_text(few) == "New words are not measured: fewer than 20 words"


def test_without_a_live_judge_there_are_the_panels_scores_and_what_each_turn_of_an_exchange_adds():
    assert [one.key for one in document_of("live_off").blocks] == ["two-readings", "new-words"]
    document = live_document(report_in("agreed"))
    assert [one.key for one in document] == ["two-readings", "scorecard", "narrative"]
    title = "Argument by argument: PRO is ahead in 3 of 3 pairs"
    assert document.blocks[0].title == document["scorecard"].title == title
    assert live_blocks(report_in("speaking")) == ()
    *agreed, ended = PANELS["agreed"]
    for leader, differ in (("pro", False), ("con", True)):
        story = next(event for event in led_by(leader) if event.kind == "narrative_told")
        assert report_on([*agreed, story, ended]).differ == differ


@pytest.mark.parametrize(
    ("high", "points", "winner"),
    [
        (10, 0.2, None),
        (10, 0.21, "pro"),
        (10, -0.2, None),
        (10, -0.3, "con"),
        (100, 2.0, None),
        (100, 2.5, "pro"),
    ],
)
def test_two_arguments_within_a_fiftieth_of_the_scale_are_a_tie(high, points, winner):
    rubric = but(STANDARD, scale=Scale(low=1, high=high))
    held = replay(stored(unjudged(whole_exchange(rubric=rubric))))
    names = [f"{side}-{n}" for side in ("PRO", "CON") for n in (1, 2, 3)]
    means = {name: 6.1 + points * name.startswith("PRO") for name in names}
    card = live_of(held, "con", means, {}).scorecard
    assert {one.winner for one in card.rounds} == {winner}
    assert card.leader == "con"  # the panel's call, whatever the rounds


def beside(leader, *more, **chosen):
    """A debate without a live judge whose panel is for PRO, and whose narrative is for that leader."""
    first, *said, ended = PANELS["agreed"]
    story = next(event for event in led_by(leader) if event.kind == "narrative_told")
    return [changed(first, "config", narrative=True, **chosen), *said, story, *more, ended]


def test_without_a_live_judge_the_gap_is_explained_where_a_call_was_asked_for_it():
    told = live_document(report_on(beside("con", conflict_of())))["conflict"]
    assert told.title == "Why the two readings differ: asymmetric depth" and "no longer" not in told.sentence
    tested = changed(conflict_of("convergence_failure"), "conflict", test="It is met.")
    past = live_document(report_on(beside("con", tested)))["conflict"].sentence
    assert past.startswith("Pairs were won against a position")  # of arguments: there were no rounds
    found = report_on(beside("con", conflict_of(), wording=3))
    assert live_document(found)["conflict"].sentence == WHY_APART  # as it was shown then
    assert report_on(beside("con", wording=3)).conflict is None
    waiting = report_on(beside("con")[:-1])
    assert "when both readings are there" in live_document(waiting)["conflict"].sentence


def test_an_explanation_that_a_readers_rules_make_stale_says_so_and_of_whose_lead_it_spoke():
    # Asked for a reliability no panel has, the rules name no side.
    strict = {"thresholds": Thresholds(relative_least=1.0)}
    none = live_document(report_on(beside("con", conflict_of()), **strict))["conflict"]
    assert none.title == "Why the two readings differed: asymmetric depth"
    assert none.sentence.endswith("As the scores are read now, they no longer differ.")
    found = report_on(beside("level", conflict_of()))
    turned = but(found, scorecard=but(found.scorecard, leader="con"))
    other = live_document(turned)["conflict"]
    assert other.title.startswith("Why the two readings differed")
    assert other.sentence.endswith("It explains PRO's lead; as the scores are read now, CON leads.")
    only_here = but(report_on(beside("pro")), differ=True)
    assert "so nobody was asked" in live_document(only_here)["conflict"].sentence


@pytest.mark.parametrize("state", PANELS)
def test_a_gap_is_explained_by_the_scores_that_the_page_shows_where_nothing_is_set(state):
    held = replay(stored(PANELS[state]))
    assert usual_scorecard(held.judging, held.transcript) == report_on(PANELS[state]).scorecard


def debate_of(events):
    """The whole report's document on a debate of these events."""
    return whole_document(replay(stored(events)), History())


@pytest.mark.slow
@pytest.mark.parametrize("write", [plain_text, markdown])
def test_the_burden_of_proof_is_named(write):
    topic = Topic(text="Close the centre", burden="pro")
    assert "The burden of proof is on PRO" in write(debate_of(whole_exchange(topic=topic)))
    assert "burden" not in write(debate_of(whole_exchange()))


@pytest.mark.slow
def test_an_example_or_a_debate_simulated_in_part_is_marked_as_what_it_is():
    def badges(events):
        return " ".join(debate_of(events).badges)

    assert "imulated" in badges(whole_exchange())
    written = badges(STATES["live_example"]())
    assert "imulated" not in written and "Written for Split Decision" in written
    partly = badges(whole_exchange(pro=Debater(side="pro", model="openai:gpt")))
    assert "artly simulated: CON, all judges, the live judge and the briefing" in partly


def test_without_a_live_judge_an_argument_stands_until_its_side_makes_the_next():
    stretches = report_on(unjudged(whole_exchange())).stretches
    assert [(one.first, one.last) for one in stretches] == [(1, 2), (3, 4), (5, 6), (2, 3), (4, 5), (6, 6)]
