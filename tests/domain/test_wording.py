"""Each stored value is said in one way, and none is left without."""

from typing import get_args

from debate_core.domain.live_judge import SelfContradiction
from debate_core.domain.transcript import Phase, ResponseType
from debate_core.domain.wording import (
    CALIBRATIONS,
    CALLS,
    PHASE_NAMES,
    RESPONSES,
    SLIPS,
    clip,
    response_verb,
)
from debate_core.measuring.calibration import METHODS
from debate_core.verdicts.evidence import Decision


def test_every_value_that_has_names_of_its_own_has_one():
    assert set(PHASE_NAMES) == set(get_args(Phase))
    assert set(RESPONSES) == set(get_args(ResponseType))
    assert [response_verb(one) for one in ("partial", None)] == ["Accepts in part", "Answers"]
    assert set(CALLS) == set(get_args(Decision))
    assert set(CALIBRATIONS) == set(METHODS)
    assert set(SLIPS) == set(get_args(SelfContradiction.model_fields["kind"].annotation))


def test_no_two_values_of_one_kind_share_a_name():
    for names in (PHASE_NAMES, RESPONSES, CALLS, CALIBRATIONS, SLIPS):
        assert len(set(names.values())) == len(names)


def test_only_a_word_of_more_than_24_letters_is_cut_in_two():
    long = f"so {'n' * 30}"
    assert [clip(long, most) for most in (27, 28)] == ["so…", f"so {'n' * 24}…"]
