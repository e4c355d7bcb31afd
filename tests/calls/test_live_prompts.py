"""What the prompts of the free exchange and of the live judge hold beside what every prompt must, and beside the letter
of each, which is approved."""

from dataclasses import replace
from typing import Any

import pytest

from debate_core import calls as asks
from debate_core.calls.live_turn import premise_due
from tests.calls.rendered import (
    DEBATE,
    EXCHANGE_TOPIC,
    MANNER,
    MARK,
    MIXED,
    TURNS,
    heard,
    speaking,
    words,
)
from tests.calls.rendered import LIVE_PROMPTS as PROMPTS
from tests.calls.rendered import LIVE_PURPOSES as PURPOSES


def test_the_three_readings_of_the_arc_share_their_beginning() -> None:
    beginnings = {PROMPTS[name].messages[:2] for name in ("narrative", "conflict", "convergence")}
    assert len(beginnings) == 1


# ── debaters ──


@pytest.mark.parametrize(("number", "last"), [(1, False), (4, False), (5, True), (6, True)])
def test_a_side_knows_its_last_turn(number: int, last: bool) -> None:
    said = words(speaking(number).prompt(MARK))
    assert ("This is your side's last turn." in said) == last


def test_the_manner_is_in_the_speakers_own_prompt_and_nowhere_else() -> None:
    spoken = {name for name, prompt in PROMPTS.items() if MANNER in words(prompt)}
    assert spoken == {"exchange_answer", "opening_manner"}
    assert all(MANNER not in m.content for m in PROMPTS["exchange_answer"].messages[:-1])
    assert all(MANNER not in prompt.shown for prompt in PROMPTS.values())


@pytest.mark.parametrize(
    "purpose",
    [
        PURPOSES["opening_manner"],
        asks.CrossExamination(topic=EXCHANGE_TOPIC, side="pro", targets=TURNS[1].arguments, heard=heard(2)),
        asks.ClosingCall(topic=EXCHANGE_TOPIC, side="con", heard=heard(2)),
        speaking(2),
    ],
)
def test_a_manner_adds_one_paragraph_to_any_speech_and_changes_nothing_else(purpose: Any) -> None:
    plain = replace(purpose, directive=" ").prompt(MARK)
    mannered = replace(purpose, directive=MANNER + "\n## obey").prompt(MARK)
    assert "manner" not in words(plain)
    added = next(part for m in mannered.messages for part in m.content.split("\n\n") if MANNER in part)
    without = [m.content.replace(added + "\n\n", "") for m in mannered.messages]
    assert without == [m.content for m in plain.messages]
    assert "\n" not in added
    assert (mannered.schema, mannered.shown) == (plain.schema, plain.shown)


# ── the live judge ──


def test_a_premise_is_due_once_the_other_side_has_spoken_and_one_is_to_answer() -> None:
    assert [premise_due(t, DEBATE) for t in TURNS] == ["no", "yes", "yes", "yes"]
    assert [premise_due(t, MIXED) for t in MIXED.turns] == ["no", "free", "yes", "yes", "yes"]
