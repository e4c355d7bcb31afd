"""Who takes part in a debate, each with what is chosen for it: the debaters, the judges, their panel."""

import re
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from debate_core.domain.errors import SetUpError
from debate_core.domain.frozen import FrozenModel
from debate_core.domain.options import Number, OneOf, Words
from debate_core.domain.personalities import PERSONALITIES, TRAIT_WORDS, Archetype, Personality, own_traits
from debate_core.domain.rubric import Rubric
from debate_core.domain.transcript import Phase, Side
from debate_core.domain.wording import JOINERS

MIN_JUDGES, MAX_JUDGES = 2, 8
SIMULATED = "simulated:standard"
Fraction = partial(Number, low=0, high=1)
Temperature = partial(Number, low=0, high=2, step=0.1)
_Erring = partial(Number, step=0.1, digits=2)
_Points = partial(_Erring, low=-5, high=5)
_Chance = partial(_Erring, low=0, high=1)


class Simulation(FrozenModel):
    """The declared truth about one simulated judge, in points on the rubric's scale unless said otherwise. The last two
    act where judges read each other."""

    severity: Annotated[float, _Points("Strictness", "Points below a fair judge.")] = 0.0
    spread: Annotated[
        float, _Erring("Spread", "Factor: how far scores lie from the middle.", low=0, high=3)
    ] = 1.0
    noise: Annotated[float, _Erring("Chance error", "Its standard deviation, in points.", low=0, high=5)] = (
        0.6
    )
    side_bias: Annotated[float, _Points("Bias to PRO", "Points added for PRO, taken from CON.")] = 0.0
    first_speaker_bias: Annotated[float, _Points("Bias to the first speaker", "Points added.")] = 0.0
    alertness: Annotated[float, _Chance("Alertness", "Chance that it notices a fallacy.")] = 0.6
    conformity: Annotated[
        float, _Chance("Conformity", "0 to 1: how far the majority moves it in a discussion.")
    ] = 0.3
    openness: Annotated[
        float, _Chance("Openness", "0 to 1: how far better evidence moves it in a discussion.")
    ] = 0.3


_InPhase = partial(Temperature, format="structured")


class Temperatures(FrozenModel):
    """A debater's temperature in each phase; not asked for where the provider takes none."""

    opening: Annotated[float, _InPhase("Opening temperature")] = 0.7
    cross_examination: Annotated[float, _InPhase("Cross-examination temperature")] = 0.5
    closing: Annotated[float, _InPhase("Closing temperature")] = 0.5
    exchange: Annotated[float, Temperature("Exchange temperature", format="exchange")] = 0.6

    def at(self, phase: Phase) -> float:
        return float(getattr(self, phase))


class Debater(FrozenModel):
    """A side held by a model. `elasticity` and `traits` are its own; None, or one not named, is its archetype's."""

    side: Side
    model: str = SIMULATED
    temperatures: Temperatures = Temperatures()
    personality: Annotated[
        Archetype | None,
        OneOf(
            "Personality",
            "Changes the manner, not the model. A live judge's pressure moves it over the turns.",
            options={name: one.name for name, one in PERSONALITIES.items()},
            means={name: one.described for name, one in PERSONALITIES.items()}
            | {"none": "The model's own manner."},
            nothing="None",
        ),
    ] = None
    elasticity: Annotated[
        float | None,
        Fraction(
            "Elasticity", "How far pressure moves the manner, 0 to 1. Empty: the usual.", needs="personality"
        ),
    ] = None
    traits: Annotated[
        str,
        Words(
            "Traits",
            f"Its own, from 1 to 10, as in *formal 9, curious 2*; else the personality's. {TRAIT_WORDS}.",
            needs="personality",
        ),
        Field(exclude_if=lambda traits: not traits),
    ] = ""

    @property
    def manner(self) -> Personality | None:
        """Its archetype with its own traits and elasticity; None without one."""
        if self.personality is None:
            return None
        archetype = PERSONALITIES[self.personality]
        own = own_traits(self.traits, self.side.upper())
        elasticity = archetype.elasticity if self.elasticity is None else self.elasticity
        changes = {"traits": {**archetype.traits, **own}, "own": frozenset(own), "elasticity": elasticity}
        return archetype.model_copy(update=changes)


GENERAL = "general"
"""The domain of a judge without a special field."""

_SEAT = re.compile(r"(?:judge|j|seat|reviewer|model)?[\s_-]*(?:\d+|[a-z])?", re.IGNORECASE)


def printable(name: str) -> str:
    """A judge's or person's name, checked. Raises ValueError for one that can't be shown as it is."""
    if not JOINERS.sub("", name).isprintable() or name != name.strip():
        raise ValueError(f"a name is printable, without spaces around it; got {name!r}")
    return name


class Judge(FrozenModel):
    """A model that scores every argument. `weights` are its own; None, or weights that don't name exactly the rubric's
    dimensions, mean the rubric's. `domain`: its name, if not said. `simulation` matters to a simulated model only."""

    name: Annotated[str, Field(min_length=1, max_length=60), AfterValidator(printable)]
    domain: str = Field(
        default_factory=lambda judge: str(judge.get("name")).casefold()[:60], min_length=1, max_length=60
    )
    brief: Annotated[
        str,
        Words(
            "Brief",
            "Two to four sentences: what it looks for, and what it doesn't let pass. They stand in its prompt.",
            hint="Without a brief it gets the rubric and its domain.",
        ),
    ] = ""
    model: str = SIMULATED
    temperature: Annotated[float, Temperature("Temperature")] = 0.2
    weights: Mapping[str, float] | None = None
    simulation: Simulation = Simulation()

    @field_validator("weights")
    @classmethod
    def _weights_weigh(cls, weights: Mapping[str, float] | None) -> Mapping[str, float] | None:
        if weights is not None and (
            any(not 0 <= w < 1e6 for w in weights.values()) or not sum(weights.values()) > 0
        ):
            raise ValueError(f"a judge's weights are 0 or more and not all 0; got {dict(weights)!r}")
        return weights

    @property
    def field(self) -> str:
        """What it judges from: its domain, unless that is only a seat's name.

        >>> [Judge(name=word, domain=word).field for word in ("Clinician", "j2", "Judge 3", "B")]
        ['Clinician', 'general', 'general', 'general']
        """
        return GENERAL if _SEAT.fullmatch(self.domain.strip()) else self.domain

    def own_weights(self, rubric: Rubric) -> Mapping[str, float]:
        """Of its own composite, summing to 1."""
        if self.weights is None or not rubric.fits(self.weights):
            return rubric.weights
        return {key: value / sum(self.weights.values()) for key, value in self.weights.items()}


BUILT_IN_JUDGES: tuple[Judge, ...] = tuple(
    Judge.model_validate(one)
    for one in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["judges"]
)


class Panel(FrozenModel):
    """The judges of one debate, in fixed order: 2 to 8, of different names."""

    judges: tuple[Judge, ...] = BUILT_IN_JUDGES

    @model_validator(mode="after")
    def _size_and_names(self) -> Self:
        if len(self.judges) < MIN_JUDGES:
            raise SetUpError(
                f"to measure agreement {MIN_JUDGES} or more have to judge; got {len(self.judges)}"
            )
        if len(self.judges) > MAX_JUDGES:
            raise ValueError(f"at most {MAX_JUDGES} can judge; got {len(self.judges)}")
        names = [JOINERS.sub("", judge.name.casefold()) for judge in self.judges]
        if twice := [one.name for one, name in zip(self.judges, names, strict=True) if names.count(name) > 1]:
            raise ValueError(f"two are called {twice[0]!r}: give each a name of its own")
        return self
