"""Simulated judges that read each other: as open and as conforming as declared, and believable."""

import re
from collections import Counter
from functools import cache

import pytest

from debate_core.answers.quotes import find_quote, words_of_turn
from debate_core.calls import Deliberate, Peer
from debate_core.domain.cast import BUILT_IN_JUDGES, Simulation
from debate_core.domain.rubric import STANDARD
from debate_core.domain.wording import PROBES
from debate_core.simulated.judges import deliberating
from tests.simulated.simulated_debates import TOPICS, check_decided, debate, sheets

pytestmark = pytest.mark.slow

STUBBORN = Simulation(conformity=0, openness=0)
SEEDS = range(12)


@cache
def scored(seed):
    """A debate and its judges' sheets."""
    transcript = debate(TOPICS[seed % len(TOPICS)], seed=seed)
    return transcript, sheets(transcript, seed=seed)


@cache
def round_of(seed, simulation=None, **changes):
    """Every judge's answer in a first round of talk, with what it was asked."""
    transcript, read = scored(seed)
    answers = []
    for judge in BUILT_IN_JUDGES:
        other = judge.model_copy(update={"simulation": simulation}) if simulation else judge
        peers = [
            Peer(letter="A", name=sheet.judge, sheet=sheet) for sheet in read if sheet.judge != judge.name
        ]
        own = next(sheet for sheet in read if sheet.judge == judge.name)
        told = {"number": 2, "own": own, "peers": tuple(peers), **changes}
        ask = Deliberate(judge=other, rubric=STANDARD, transcript=transcript, **told)
        answers.append((ask, deliberating(ask, seed, f"deliberation:2:{judge.name}")))
    return answers


def moved(ask, said):
    """How far each score moved, by argument and dimension."""
    return {
        (row["argument_id"], key): row[f"{key}_score"] - ask.own.entry(row["argument_id"]).scores[key]
        for row in said["scores"]
        for key in STANDARD.keys
    }


def test_a_seed_gives_the_answers_that_were_approved():
    told = [said for seed in (3, 5) for probe in (None, *PROBES) for _, said in round_of(seed, probe=probe)]
    check_decided("deliberation", told)


def test_they_mostly_hold_and_now_and_then_move_for_words_that_stand_in_the_debate():
    cells, named = Counter(), []
    for seed in SEEDS:
        for ask, said in round_of(seed):
            for row in said["scores"]:
                entry = ask.own.entry(row["argument_id"])
                changed = any(row[f"{key}_score"] != entry.scores[key] for key in STANDARD.keys)
                cells[changed] += 1
                named += [(ask, row["argument_id"], one["because"]) for one in row["changes"]]
    assert 0.05 < cells[True] / cells.total() < 0.4
    assert named
    for ask, argument, because in named:
        said = "\n".join(map(words_of_turn, ask.transcript.turns))
        assert find_quote(because, said) == "exact"
        assert because not in (ask.own.entry(argument).notes or "")
        assert any(because in (peer.sheet.entry(argument).notes or "") for peer in ask.peers)


def test_a_stubborn_judge_moves_by_chance_alone_whatever_it_is_shown():
    for seed in SEEDS:
        with_others = [moved(ask, said) for ask, said in round_of(seed, STUBBORN)]
        alone = [moved(ask, said) for ask, said in round_of(seed, STUBBORN, peers=(), probe="re_read")]
        assert with_others == alone


def test_who_conforms_goes_toward_others_who_are_of_one_view():
    way = Counter()
    for seed in range(2 * len(SEEDS)):
        for ask, said in round_of(seed, Simulation(conformity=1, openness=0), probe="positions"):
            for (argument, key), step in moved(ask, said).items():
                others = [peer.sheet.entry(argument).scores[key] for peer in ask.peers]
                mean = sum(others) / len(others) - ask.own.entry(argument).scores[key]
                if abs(step) > 1:
                    way[step * mean > 0] += 1
    assert way[True] > 10
    assert way[False] <= way[True] / 10


def test_no_note_is_written_twice_and_an_unmoved_argument_keeps_its_own():
    notes = Counter()
    for seed in SEEDS:
        for ask, said in round_of(seed):
            for row in said["scores"]:
                assert row["notes"]
                own = ask.own.entry(row["argument_id"]).notes or ""
                if row["changes"]:
                    notes[re.sub("“[^”]*”", "", row["notes"])] += 1
                elif not any(moved(ask, {"scores": [row]}).values()):
                    assert row["notes"].startswith(own)
    assert len(notes) > 4
    assert max(notes.values()) < notes.total() / 2
