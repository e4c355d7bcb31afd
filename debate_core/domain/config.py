"""Everything that is chosen before the first word: debaters, judges, rubric, caps, budget."""

import re
import tomllib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, field_validator, model_validator

from debate_core.domain.errors import PanelTooSmall
from debate_core.domain.model import Dollars, Effort, Server, is_simulated
from debate_core.domain.noun import FrozenModel
from debate_core.domain.numerals import join_and
from debate_core.domain.options import Number, OneOf, Switch, Whole, Words
from debate_core.domain.personalities import PERSONALITIES, Archetype
from debate_core.domain.rubric import STANDARD, Rubric
from debate_core.domain.transcript import Phase, Side, Topic
from debate_core.domain.wording import PROBES, capital

MIN_JUDGES, MAX_JUDGES = 2, 8
MOST_ROUNDS = 8
SIMULATED = "simulated:standard"
Order = Literal["simultaneous", "alternating"]
Format = Literal["structured", "exchange"]
Feedback = Literal["lagged", "strict"]
Together = Literal["fast", "cheap", "batch"]
Wording = Literal[1, 2]
WORDING: Wording = 2
"""How prompts are worded by now; a debate goes on in the wording that it began with."""
Probe = Literal["re_read", "positions", "reasons", "planted"]
"""A round that is never a result: the transcript alone read again; with peers' positions only; with their reasons only;
with the positions of another argument."""


_Fraction = partial(Number, least=0, most=1)
_Temperature = partial(Number, least=0, most=2, step=0.1)
_Erring = partial(Number, step=0.1, digits=2)


class Simulation(FrozenModel):
    """The declared truth about one simulated judge, in points on the rubric's scale unless said otherwise. The last two
    act where judges read each other."""

    severity: Annotated[float, _Erring("Strictness", "Points below a fair judge.", least=-5, most=5)] = 0.0
    spread: Annotated[
        float, _Erring("Spread", "Factor: how far scores lie from the middle.", least=0, most=3)
    ] = 1.0
    noise: Annotated[
        float, _Erring("Chance error", "Its standard deviation, in points.", least=0, most=5)
    ] = 0.6
    side_bias: Annotated[
        float, _Erring("Bias to PRO", "Points added for PRO, taken from CON.", least=-5, most=5)
    ] = 0.0
    first_speaker_bias: Annotated[
        float, _Erring("Bias to the first speaker", "Points added.", least=-5, most=5)
    ] = 0.0
    alertness: Annotated[
        float, _Erring("Alertness", "Chance that it notices a fallacy.", least=0, most=1)
    ] = 0.6
    conformity: Annotated[
        float,
        _Erring("Conformity", "0 to 1: how far the majority moves it in a discussion.", least=0, most=1),
    ] = 0.3
    openness: Annotated[
        float,
        _Erring("Openness", "0 to 1: how far better evidence moves it in a discussion.", least=0, most=1),
    ] = 0.3


class Temperatures(FrozenModel):
    """A debater's temperature in each phase; not asked for where the provider takes none."""

    opening: Annotated[float, _Temperature("Opening temperature")] = 0.7
    cross_examination: Annotated[float, _Temperature("Cross-examination temperature")] = 0.5
    closing: Annotated[float, _Temperature("Closing temperature")] = 0.5
    exchange: Annotated[float, _Temperature("Exchange temperature")] = 0.6

    def at(self, phase: Phase) -> float:
        return float(getattr(self, phase))


class Debater(FrozenModel):
    """A side held by a model. `elasticity` is its own in place of its archetype's; None: the archetype's."""

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
        _Fraction(
            "Elasticity", "How far pressure moves the manner, 0 to 1. Empty: the usual.", needs="personality"
        ),
    ] = None


GENERAL = "general"
"""The domain of a judge without a special field."""
_SEAT = re.compile(r"(?:judge|j|seat|reviewer|model)?[\s_-]*(?:\d+|[a-z])?", re.IGNORECASE)


def printable(name: str) -> str:
    """A judge's or person's name, checked. Raises ValueError for one that can't be shown as it is."""
    if not name.isprintable() or name != name.strip():
        raise ValueError(f"a name is printable, without spaces around it; got {name!r}")
    return name


class Judge(FrozenModel):
    """A model that scores every argument. `weights` are its own; None, or weights that don't name exactly the rubric's
    dimensions, mean the rubric's. `simulation` matters to a simulated model only."""

    name: str = Field(min_length=1, max_length=60)
    domain: str = Field(min_length=1, max_length=60)
    brief: Annotated[
        str,
        Words(
            "Brief",
            "Two to four sentences: what it looks for, and what it doesn't let pass. They stand in its prompt.",
            hint="Without a brief it gets the rubric and its domain.",
        ),
    ] = ""
    model: str = SIMULATED
    temperature: Annotated[float, _Temperature("Temperature")] = 0.2
    weights: Mapping[str, float] | None = None
    simulation: Simulation = Simulation()

    @field_validator("name")
    @classmethod
    def _name_is_printable(cls, name: str) -> str:
        return printable(name)

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
        total = sum(self.weights.values())
        return {key: value / total for key, value in self.weights.items()}


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
            raise PanelTooSmall(
                f"a panel needs {MIN_JUDGES} judges or more to measure agreement; this one has {len(self.judges)}"
            )
        if len(self.judges) > MAX_JUDGES:
            raise ValueError(f"a panel has {MAX_JUDGES} judges at most; this one has {len(self.judges)}")
        names = [judge.name.casefold() for judge in self.judges]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"two are called {twice!r}: give each a name of its own")
        return self


class Live(FrozenModel):
    """The live judge: its model, chosen apart from the debaters', and how it works. An inconsistent pairwise comparison
    counts as a draw."""

    model: str = SIMULATED
    temperature: Annotated[float, _Temperature("Temperature")] = 0.2
    feedback: Annotated[
        Feedback,
        OneOf(
            "Feedback",
            means={
                "lagged": "The judge scores a turn while the next one is spoken: nobody waits.",
                "strict": "Each turn waits for the score of the one before: slower, and feedback comes a turn earlier.",
            },
        ),
    ] = "lagged"
    strict_floor: Annotated[
        bool,
        Switch(
            "Strict floor",
            "The winner of a dimension gets at least 55% of its maximum. Strict also keeps the loser below it.",
        ),
    ] = False
    both_orders: Annotated[
        bool,
        Switch(
            "Compare in both orders",
            "Compares each two turns twice, in both orders. If the answers differ, it is a draw.",
        ),
    ] = False


_Cap = partial(Whole, least=50, most=32_000, step=100)


class Caps(FrozenModel):
    """Length caps in tokens, per call. A study's debates are found by what is written here, in this order."""

    opening: Annotated[int, _Cap("Opening", format="structured")] = 1500
    cross_examination: Annotated[int, _Cap("Cross-examination", format="structured")] = 1500
    closing: Annotated[int, _Cap("Closing", format="structured")] = 600
    judging: Annotated[int, _Cap("A judge's scores")] = 3000
    briefing: Annotated[int, _Cap("Briefing")] = 1200
    exchange: Annotated[int, _Cap("Each turn", format="exchange")] = 700
    live: Annotated[int, _Cap("Live judge, a turn")] = 1800
    narrative: Annotated[int, _Cap("Narrative")] = 1500


MOST_DOLLARS = 1_000_000
_THRICE = "3 × estimate"


class Budget(FrozenModel):
    """What a debate may use at most; None is no limit. Reserved before a call starts. `dollars`: only where every model
    that is charged for has a known price."""

    calls: Annotated[
        int | None, Whole("Most calls", "It pauses before it passes this.", least=1, empty=_THRICE)
    ] = None
    tokens: Annotated[
        int | None, Whole("Most tokens", "Input and output together.", least=1, step=1000, empty=_THRICE)
    ] = None
    dollars: Annotated[
        Dollars | None,
        Number(
            "Most dollars",
            "Works only if the price of every model is known.",
            least=0,
            above=True,
            money=True,
            most=MOST_DOLLARS,
            step=0.5,
            digits=2,
            empty="no limit",
        ),
    ] = None


class Deliberation(FrozenModel):
    """How the judges confront each other once they have scored alone. `probes`: rounds that tell conformity from
    conviction and are never results."""

    threshold: Annotated[
        float, _Fraction("Close enough at", "Consensus, from 0 to 1, at which they stop.")
    ] = 0.80
    rounds: Annotated[
        int, Whole("Rounds at most", "0 runs the control rounds alone.", least=0, most=MOST_ROUNDS)
    ] = 3
    seconds: Annotated[
        float,
        Number(
            "No new round after",
            "Seconds. A round once begun is finished.",
            least=0,
            above=True,
            most=86_400,
            step=10.0,
            digits=0,
        ),
    ] = 120
    disagreement: Annotated[
        float | None,
        _Fraction(
            "Disagreement from",
            "Scores this share of the scale apart are a disagreement. Empty: 0.33 in a debate, 0.75 on a text.",
            above=True,
            empty="the usual",
        ),
    ] = None
    evaluations: Annotated[
        int, Whole("Least evaluations", "No round begins with fewer.", least=MIN_JUDGES, most=MAX_JUDGES)
    ] = MIN_JUDGES
    probes: Annotated[
        tuple[Probe, ...],
        OneOf(
            "Control rounds",
            "One more call a judge, never a result. Only a control round can tell persuasion from conformity.",
            options={name: capital(PROBES[name]) for name in get_args(Probe)},
            means={
                "re_read": "each reads everything again without the others; what changes then is chance",
                "positions": "each sees the others' scores, not their reasons",
                "reasons": "each sees the others' reasons, not their scores",
                "planted": "each sees scores of another argument as if they were of this one",
                "none": "No control round: you will see who moved, not why.",
            },
            many=True,
            flag="probe",
        ),
    ] = ()

    @field_validator("probes")
    @classmethod
    def _each_once(cls, probes: tuple[Probe, ...]) -> tuple[Probe, ...]:
        return tuple(dict.fromkeys(probes))


ModelEffort = Annotated[Effort | None, OneOf("Thinking before answering", nothing="As the model does")]
"""How much models that can are asked to think; None as they do by themselves."""
Seed = Annotated[int, Whole("Seed", "With the same seed, simulated models say the same words.")]


class Cast(FrozenModel):
    """Who is called, and on which model; nobody, if not said."""

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        """Who is called and on which model, in speaking order."""
        return ()

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that is called, each once, in speaking order."""
        return tuple(dict.fromkeys(model for _, model in self.seats))

    @property
    def simulated(self) -> bool:
        """Whether any of it is made by the simulated provider."""
        return any(map(is_simulated, self.models))


class Choices(Cast):
    """Every choice of a debate in its place; what `panel` and `rubric` hold is narrower in a `DebateConfig`, and may be
    unfinished in a draft. `deliberation`: how the judges discuss afterwards, asked at once; None where they don't."""

    topic: Topic
    format: Annotated[
        Format, OneOf("Format", options={"structured": "Three phases", "exchange": "Free exchange"})
    ] = "structured"
    order: Annotated[
        Order,
        OneOf(
            "Order of speaking",
            format="structured",
            means={
                "simultaneous": "In each phase both speak at once, without seeing each other's speech.",
                "alternating": "In each phase PRO speaks first, and CON reads it before speaking.",
            },
        ),
    ] = "simultaneous"
    arguments_per_side: Annotated[
        int, Whole("Arguments per side", least=1, most=8, format="structured", flag="arguments")
    ] = 3
    turns: Annotated[
        int,
        Whole(
            "Turns",
            "Both sides together. From 10 turns on, the live judge also says whether the positions converged.",
            least=2,
            most=20,
            format="exchange",
        ),
    ] = 6
    live: Live | None = None
    narrative: Annotated[
        bool,
        Switch(
            "Narrative",
            "One more call reads the whole debate: who held the steadier case, and where it turned. A live judge "
            "always gives one.",
        ),
    ] = False
    pro: Debater = Debater(side="pro")
    con: Debater = Debater(side="con")
    panel: object
    judging: Annotated[
        Together,
        OneOf(
            "Scoring",
            means={
                "fast": "All judges at once.",
                "cheap": "One judge first, then the others, at the lower price of cached prompts. One call longer.",
                "batch": "In batches of OpenAI or Anthropic: half the price, up to 24 hours each for judges and "
                "briefing.",
            },
        ),
    ] = "fast"
    reading: Annotated[
        Literal["one", "both"],
        OneOf(
            "Reading orders",
            "A judge may prefer the side it reads first.",
            means={
                "one": "Each judge reads the debate once, PRO's side first.",
                "both": "Each judge reads it again with CON first: twice the scoring calls. Its scores are averaged.",
            },
        ),
    ] = "one"
    deliberation: Deliberation | None = None
    rubric: object
    briefing_model: Annotated[
        str | None,
        Words("Model of the briefing", "The first judge's, if none is named.", hint="provider:model"),
    ] = None
    narrative_model: Annotated[
        str | None,
        Words(
            "Model of the narrative",
            "The live judge's, if none is named; without one, the briefing's.",
            hint="provider:model",
        ),
    ] = None
    caps: Caps = Caps()
    effort: ModelEffort = None
    budget: Budget = Budget()
    servers: tuple[Server, ...] = ()
    seed: Seed = 0


class DebateConfig(Choices):
    """All that is chosen before the first word."""

    panel: Panel = Panel()
    rubric: Rubric = STANDARD
    wording: Wording = WORDING

    @model_validator(mode="after")
    def _sides_and_topic(self) -> Self:
        if self.pro.side != "pro" or self.con.side != "con":
            raise ValueError(
                f"each debater stands on its own side; got {self.pro.side!r} and {self.con.side!r}"
            )
        if not self.topic.text.strip():
            raise ValueError("a debate needs a topic; got an empty one")
        return self

    def debater(self, side: Side) -> Debater:
        return self.pro if side == "pro" else self.con

    @property
    def brief_by(self) -> str:
        """The model that writes the briefing: the one named, else the first judge's."""
        return self.briefing_model or self.panel.judges[0].model

    @property
    def narrative_by(self) -> str:
        """The model that reads the whole debate: the one named, else the live judge's, else the briefing's."""
        return self.narrative_model or (self.live.model if self.live else self.brief_by)

    @property
    def seats(self) -> tuple[tuple[str, str], ...]:
        return (
            ("PRO", self.pro.model),
            ("CON", self.con.model),
            *((judge.name, judge.model) for judge in self.panel.judges),
            *self._summing_up,
        )

    @property
    def _summing_up(self) -> tuple[tuple[str, str], ...]:
        apart = self.narrative_model if self.live else self.narrative
        return (
            *([("the live judge", self.live.model)] if self.live else ()),
            ("the briefing", self.brief_by),
            *([("the narrative", self.narrative_by)] if apart else ()),
        )

    @property
    def turns_in_all(self) -> int:
        return self.turns if self.format == "exchange" else 6

    @property
    def simulated_said(self) -> str:
        """What of it the simulated provider makes, in words: nothing, `simulated`, or `partly simulated` and what.

        >>> DebateConfig(topic=Topic(text="x")).simulated_said
        'simulated'
        >>> DebateConfig(topic=Topic(text="x"), pro=Debater(side="pro", model="openai:gpt")).simulated_said
        'partly simulated: CON, all judges and the briefing'
        """
        return "simulated" if all(map(is_simulated, self.models)) else self.simulated_in_parts

    @property
    def simulated_in_parts(self) -> str:
        """The same where the simulated provider makes only a part: which."""
        sides = [one.side.upper() for one in (self.pro, self.con) if is_simulated(one.model)]
        judges = [judge.name for judge in self.panel.judges if is_simulated(judge.model)]
        panel = "all judges"
        if len(judges) < len(self.panel.judges):
            panel = f"the judge{'s' if len(judges) > 1 else ''} {join_and(judges)}"
        parts = [
            *(["both debaters"] if len(sides) == 2 else sides),
            *([panel] if judges else []),
            *[who for who, model in self._summing_up if is_simulated(model)],
        ]
        return f"partly simulated: {join_and(parts)}" if parts else ""
