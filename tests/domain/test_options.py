"""What can be set: how its figures are shown, what words it takes, and which noun a field holds."""

from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, ValidationError, field_validator

from debate_core.domain.artifact import ArtifactConfig, ReviewSheet
from debate_core.domain.cast import Debater, Judge, Simulation, Temperatures
from debate_core.domain.config import Budget, Caps, DebateConfig, Deliberation, Live
from debate_core.domain.frozen import FrozenModel, faults_of, faults_text
from debate_core.domain.live_judge import Proposal
from debate_core.domain.model import Server
from debate_core.domain.options import Number, OneOf, Switch, Words, options_of, part_of
from debate_core.domain.personalities import KINDS, Personality, Pressure
from debate_core.scorecard.live_scores import LiveScores
from tests.approved import check_approved
from tests.each import each


@pytest.mark.parametrize(
    ("option", "decimals"),
    [
        ({"step": 0.05}, 2),
        ({"step": 0.5}, 1),
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
    switch = Switch("On", "Whether.")
    assert [switch.read(switch.as_text(value)) for value in (True, False)] == [True, False]
    assert [switch.as_text(value) for value in (True, False)] == ["yes", "no"]
    assert [switch.read(text) for text in ("Yes", "true", "No", "false", "1")] == [
        True,
        True,
        False,
        False,
        "1",
    ]
    choices = [one for one in options_of(DebateConfig).values() if isinstance(one, OneOf)]
    assert choices and all(one.options for one in choices)
    assert [part_of(DebateConfig, name) for name in ("pro", "live", "turns")] == [Debater, Live, None]


def _settings_text():
    nouns = (DebateConfig, Debater, Temperatures, Judge, Simulation, Live, Caps, Budget, Deliberation)
    lines = []
    for noun, name, option in ((holds, *one) for holds in nouns for one in options_of(holds).items()):
        steps = f", by {option.step:g}, {option.decimals} digits" if isinstance(option, Number) else ""
        usual = noun.model_fields[name].default
        lines.append(f"{noun.__name__}.{name}: {usual!r}; {option.expected_text}{steps}\n")
    return "".join(lines)


def test_every_setting_has_the_default_and_the_range_that_were_approved():
    check_approved("directives/settings", _settings_text())


PARTS = ("framing", "clarity", "resonance", "delivery")
MOST = {
    Proposal: {
        "logic": 40,
        "tactics": 30,
        "frame_control": 10,
        "credibility": 10,
        **dict.fromkeys(PARTS, 7.5),
    },
    LiveScores: {"logic": 40, "rhetoric": 30, "tactics": 30, "composite": 100},
    Pressure: dict.fromkeys(KINDS, 3),
    Personality: {"elasticity": 1},
    ReviewSheet: {"confidence": 1},
}
RANGES = [(noun, name, 0, most) for noun, names in MOST.items() for name, most in names.items()]


@each(("noun", "name", "least", "most"), [*RANGES, (ArtifactConfig, "cap", 50, 32_000)])
def test_a_number_lies_from_its_least_to_its_most(noun, name, least, most):
    field = noun.model_fields[name]
    taken = TypeAdapter(Annotated[field.annotation, *field.metadata])
    assert [taken.validate_python(end) for end in (least, most)] == [least, most]
    for beyond in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            taken.validate_python(beyond)


def test_an_address_says_its_protocol_only_where_it_is_not_the_usual_one():
    """What the digest of a study or a stored debate is made of: a key more would make it another."""
    wires = [{}, {"wire": "openai"}, {"wire": "anthropic"}]
    dumps = [Server(name="x", base_url="y", **wire).model_dump() for wire in wires]
    assert ["wire" in one for one in dumps] == [False, False, True]


class Made(FrozenModel):
    count: int = 2
    digest: str = Field("0" * 64, pattern=r"^[0-9a-f]{64}$")
    mark: str = Field("x", pattern="^x$")
    data: bytes = b""

    @field_validator("count")
    @classmethod
    def _even(cls, count):
        if count % 2:
            raise ValueError("expected an even count")
        return count


@each(
    ("given", "words"),
    [
        ({"count": "x"}, "count: expected a whole number"),
        ({"count": 1.5}, "count: expected a whole number"),
        ({"count": 3}, "count: expected an even count"),
        ({"digest": 3}, "digest: expected words"),
        ({"digest": "x"}, "digest: expected 64 digits and letters from a to f"),
        ({"mark": "y"}, "mark: expected words of another form"),
        ({"data": [1]}, "data: expected another value"),
        (
            {"mark": "y", "other": 1},
            "mark: expected words of another form; of.other: a field that this version",
        ),
    ],
)
def test_what_keeps_a_noun_from_being_made_is_said_with_its_place(given, words):
    with pytest.raises(ValidationError) as refused:
        Made(**given)
    assert faults_text(refused.value, "of.").startswith(f"of.{words}")
    assert next(one.own for one in faults_of(refused.value)) == (given == {"count": 3})
