"""What can be set: how its figures are shown, what words it takes, and which noun a field holds."""

import pytest

from debate_core.domain.config import DebateConfig, Debater, Live, Simulation
from debate_core.domain.options import Number, OneOf, Words, options_of, part_of


@pytest.mark.parametrize(
    ("option", "decimals"),
    [
        ({"step": 0.05}, 2),
        ({"step": 0.1}, 1),
        ({"step": 0.25}, 2),
        ({"whole": True, "step": 1}, 0),
        ({"step": 0.1, "digits": 3}, 3),
    ],
)
def test_a_number_is_shown_as_finely_as_it_is_set(option, decimals):
    assert Number("A number", "What it does.", **option).decimals == decimals


def test_words_are_words_and_a_choice_has_a_name_for_each():
    assert [Words("A name", "Whose.").allows(value) for value in ("x", "", 3, None)] == [
        True,
        True,
        False,
        False,
    ]
    choices = [one for one in options_of(DebateConfig).values() if isinstance(one, OneOf)]
    assert choices and all(one.options for one in choices)
    assert [part_of(DebateConfig, name) for name in ("pro", "live", "turns")] == [Debater, Live, None]


def test_a_simulated_judge_is_fair_unless_said_otherwise():
    declared = Simulation()
    assert (declared.severity, declared.side_bias, declared.first_speaker_bias, declared.spread) == (
        0,
        0,
        0,
        1,
    )
