"""The blocks of a discussion: before and after, every move, the control rounds; what they don't show isn't claimed."""

import itertools
import re
from dataclasses import replace
from statistics import stdev

import pytest

from debate_core.domain.wording import humanise
from debate_core.library.report.deliberation_shape import Cause, ConformityReport, EffectRow, TalkReport
from debate_core.measuring.conformity import Effect, findings, significant
from debate_core.measuring.estimate import Estimate
from debate_core.reporting.audit import audit_block
from debate_core.reporting.blocks import Document
from debate_core.reporting.discussion import (
    _effects_table,
    accord_block,
    consensus_text,
    discussion_blocks,
    ended_text,
    verdict_text,
    why_text,
)
from debate_core.reporting.formats import plain_text
from debate_core.reporting.moves import _group, cause_text, move_text
from debate_core.store.deliberation import FirstAccord
from tests.building.deliberated import QUOTE, conformed, talked
from tests.building.facts import but
from tests.building.structured import report_in, report_on
from tests.each import each


@pytest.fixture(scope="module")
def found():
    return report_on(talked())


@pytest.fixture(scope="module")
def document(found):
    return Document(title="A debate", blocks=discussion_blocks(found))


def test_the_consensus_before_and_after_is_the_finding_and_the_independent_scores_count(document):
    assert document.blocks[0].title == "After the discussion their consensus rose from 0.60 to 0.61"
    said = document.blocks[0].sentence
    assert "Still no winner" in said and "We count the independent scores" in said
    assert "Business moved toward the others without new evidence" in said


def test_who_moved_on_evidence_here_and_without_it_there_did_so_partly(found):
    ends = itertools.cycle(("toward_with_evidence", "toward_without_evidence"))
    lines = [but(line, judge="Risk", label=next(ends)) for line in found.talk.lines]
    (block,) = discussion_blocks(but(found, after_talk=but(found.talk, lines=lines)))
    assert "Risk moved toward the others, partly without new evidence." in block.sentence


@each(
    ("changes", "words"),
    [
        ([("logic", 3, 2), ("logic", 2, 3)], "moved and came back"),
        ([("standing", "UPHELD", "REFUTED")], "changed rulings only"),
        ([("standing", "UPHELD", "REFUTED"), ("standing", "REFUTED", "UPHELD")], "moved and came back"),
        ([("verdict", "PASS", "FAIL")], "changed the verdict only"),
        (
            [("logic", 3, 2), ("clarity", 2, 3)],
            "changed scores, neither toward the others nor away from them",
        ),
    ],
)
def test_who_ends_on_the_scores_it_began_with_is_not_called_what_it_is_not(found, changes, words):
    move, first = found.rounds[0].moves[0], found.rounds[0]
    moves = [but(move, dimension=what, before=before, after=after) for what, before, after in changes]
    lines = [but(line, label="held") for line in found.talk.lines]
    rounds = tuple(but(first, moves=[one]) for one in moves)
    (block,) = discussion_blocks(but(found, deliberation=rounds, after_talk=but(found.talk, lines=lines)))
    assert f"{move.judge} {words};" in block.sentence


def test_no_chance_is_told_without_what_it_assumes_and_no_rise_whose_interval_includes_0(document):
    heads = [one.title for one in document.block("discussion-lead").tables[0].columns]
    assert "Chance that PRO argued better, if the judges made independent mistakes" in heads
    (alpha,) = document.block("discussion-agreement").tables[0].rows
    assert alpha[3].interval[0] < 0 < alpha[3].interval[1]
    assert not re.search("rose|fell", document.block("discussion-agreement").title)
    assert "nothing about reliability" in document.block("discussion-agreement").sentence


def test_every_score_on_which_something_moved_has_its_judge_and_its_cause(document):
    block = document.block("discussion-scores")
    rows = {(row[0].id, row[1]): row[2:] for row in block.tables[0].rows}
    assert rows["PRO-2", "Technical"][2:] == (
        "Toward General and Risk, new evidence",
        f"“{QUOTE}” (in turn 1)",
    )
    assert rows["PRO-2", "Business"][2] == "Toward General and Risk, no new evidence: unexplained"
    assert rows["PRO-2", "Risk"][2].endswith("the key was not accepted")
    assert rows["PRO-2", "General"][2] == "Held"
    assert rows["CON-1", "Technical"][3] == "“nobody said so” (found nowhere it could have read it)"


def test_a_single_score_has_no_spread(found):
    one = _group(found, "PRO-2", found.talk.lines[:1], found.rounds)
    assert (one.before, one.after, len(one.judges)) == (None, None, 1)
    two = _group(found, "PRO-2", found.talk.lines[:2], found.rounds)
    assert two.before == stdev(line.before for line in found.talk.lines[:2])


def test_a_round_says_of_each_change_toward_whom_and_on_what(document):
    changes = {(row[0], row[2]): row[5:] for row in document.block("round-1").tables[0].rows}
    assert changes["Technical", "logic"] == (
        "toward the others, with new evidence",
        "General and Risk",
        f"“{QUOTE}” (in turn 1)",
    )


def test_conformity_is_claimed_only_with_a_control_round_that_shows_it(document):
    assert "reading again shows how much is chance" in document.block("control-rounds").title
    assert document.block("control-rounds").tables[0].rows[0][:3] == ("Reading again alone", 2, 12)
    swayed = Document(title="-", blocks=discussion_blocks(report_on(conformed())))
    block = swayed.block("control-rounds")
    assert block.title == "Conformity shown: judges followed scores that came from another argument"
    assert block.tables[1].rows[0][:2] == ("Scores of another argument", "shown")
    # Of planted scores the figure is no pull, which their own row says, too.
    assert "Pull" not in str(block.tables[1].columns) and block.tables[0].rows[0][3].value is None
    how = [row[4] for row in swayed.block("discussion-scores").tables[0].rows]
    assert "Toward General and Risk, no new evidence: conformity shown on this panel" in how
    without = ConformityReport(pull=NO_PULL, effects=(), findings=("unexplained moves",))
    assert "no control round was run" in why_text(TalkReport(conformity=without))


NO_PULL = Estimate(value=None, reason="no round was held")


def effects_of(*effects):
    """The rows of these effects, as shown or not by the one rule that decides."""
    return [
        EffectRow(effect=replace(one, n=9), shown=flag)
        for one, flag in zip(effects, significant(effects), strict=True)
    ]


def test_the_title_claims_only_what_the_rows_of_its_table_show():
    """Found in a trial: "moved on others' scores without reasons" above a row that said of these *not shown*."""
    effects = [Effect(kind="normative", value=0.1, p=0.2), Effect(kind="planted", value=0.4, p=0.01)]
    rows = effects_of(*effects)
    told = ConformityReport(pull=NO_PULL, effects=tuple(rows), findings=findings(True, effects))
    title, rest = why_text(TalkReport(conformity=told)).split(" Not shown: ")
    assert title.startswith("Conformity shown") and "another argument" in title
    assert "without reasons" not in title and rest == "Scores without reasons, beyond reading again."
    assert [row[1] for row in _effects_table(rows).rows] == ["not shown", "shown"]


def test_an_effect_that_is_not_shown_for_two_tests_says_so():
    both = effects_of(Effect(kind="normative", value=0.3, p=0.05), Effect(kind="planted", value=0.3, p=0.2))
    assert [row[1] for row in _effects_table(both).rows] == [
        "not shown, corrected for two tests",
        "not shown",
    ]


def test_a_consensus_or_an_agreement_that_is_unknown_or_stayed_says_so_and_the_verdict_stays(found):
    talk = found.after_talk
    unknown = but(talk, accord_first=None, accord_reason="one judge")
    assert consensus_text(unknown) == "The judges' consensus is undefined: one judge"
    level = but(talk, accord_last=talk.accord_first)
    assert consensus_text(level) == "The discussion left the judges' consensus at 0.60"
    assert "fell from 0.61 to 0.60" in consensus_text(but(talk, accord_first=0.61, accord_last=0.6))
    assert verdict_text(but(found, after_talk=but(talk, outcome=None))) == "The verdict stays no call."
    named = but(found, after_talk=but(talk, outcome=but(talk.outcome, call="pro")))
    assert verdict_text(named) == "The scores after the discussion would give PRO; the verdict stays no call."
    lost = but(talk.alpha, change=replace(talk.alpha.change, value=None))
    (block,) = discussion_blocks(but(found, after_talk=but(talk, alpha=lost)))
    assert block.children[1].title == "Can't tell whether agreement on scores changed"
    for value, interval, rose in ((0.2, (0.1, 0.3), "rose"), (-0.2, (-0.3, -0.1), "fell")):
        change = replace(talk.alpha.change, value=value, interval=interval)
        (block,) = discussion_blocks(but(found, after_talk=but(talk, alpha=but(talk.alpha, change=change))))
        assert block.children[1].title.startswith(f"Agreement on scores {rose} from ")
    ruled = next(one for one in found.rounds[0].moves if isinstance(one.before, str))
    held = next(one for one in found.talk.lines if one.label in (None, "held"))
    assert move_text(held, [ruled]) == (
        f"Held its score; ruling {humanise(ruled.before)} to {humanise(str(ruled.after))}"
    )


def test_a_consensus_just_below_what_is_enough_is_told_apart_from_it(found):
    untold = accord_block(FirstAccord(value=0.7, threshold=0.8, advised=None, reason="They count hedges"))
    assert untold.title.endswith("We can't tell if a discussion would help")
    assert untold.sentence == "They count hedges."
    block = accord_block(FirstAccord(value=0.7963, threshold=0.8, advised=True))
    assert block.title.endswith("consensus is 0.796 and 0.80 is enough")
    assert "0.7963" in plain_text(Document(title="-", blocks=(block,)))
    near = but(found.talk, accord_last=0.7963)
    assert consensus_text(near).endswith("from 0.60 to 0.796")
    rounds = discussion_blocks(but(found, deliberation=(but(found.rounds[0], accord_after=0.7963),)))[
        0
    ].children
    assert "Round 1: consensus 0.60 → 0.796" in [one.title for one in rounds]
    assert "0.796 at the end; 0.80 is enough" in audit_block(but(found, after_talk=near)).sentence


def test_without_a_discussion_there_is_no_block_and_where_no_round_was_held_nobody_came_closer(found):
    assert discussion_blocks(report_in("agreed")) == ()
    none = but(found.after_talk, rounds=0, converged=True, closed_said="they are close")
    assert ended_text(none).startswith("They are close.")
    assert consensus_text(none) == "No round of discussion was held: consensus 0.60"
    open_one = discussion_blocks(report_on(talked(closed=False)))[0]
    assert "Business, Risk and General still reading." in open_one.sentence
    going = but(found.after_talk, rounds=0, closed=None, closed_said=None)
    assert "are reading each other" in consensus_text(going) and "not ended" in ended_text(going)


@each(
    ("said", "words"),
    [
        ({"turn": 3, "note_of": "Risk"}, "(in turn 3)"),
        ({"note_of": "Risk"}, "(in a note of Risk)"),
        ({}, "(in the text)"),
        ({"turn": 3, "found": "near", "new": False}, "(nearly so in turn 3, said before)"),
        ({"turn": 3, "found": "not_found"}, "(found nowhere it could have read it)"),
    ],
)
def test_where_words_that_moved_a_judge_stand_is_said(said, words):
    cause = {"because": "It follows.", "found": "exact", "turn": None, "note_of": None, "new": True}
    assert cause_text(Cause(**(cause | said))) == f"“It follows.” {words}"
